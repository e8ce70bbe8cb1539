//! The analyses from their definitions: coexistence by pairs until nothing changes, propagation by single
//! pairs of node and tuple.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use suppose_base::StateId;
use suppose_flow::cfg::{Act, Flow};
use suppose_flow::mhp::Coexistence;
use suppose_flow::propagate::Propagation;
use suppose_flow::tfg::{Kind, Tfg};

use crate::graphs::systems::TaskSystem;

/// Applies the rules to all pairs again and again.
pub(crate) fn compare_coexistence(flow: &Flow, coexistence: &Coexistence) {
    let mut pairs: BTreeSet<(u32, u32)> = BTreeSet::new();
    for a in &flow.tasks {
        for b in &flow.tasks {
            if a.start != b.start {
                pairs.insert((a.start, b.start));
            }
        }
    }
    loop {
        let mut new = Vec::new();
        for &(p, q) in &pairs {
            for &n in &flow.places[p as usize].nodes {
                let node = &flow.nodes[n as usize];
                match node.act {
                    Act::Local { .. } => new.push((node.follow, q)),
                    Act::Call { meeting, caller, .. } => {
                        for &m in &flow.places[q as usize].nodes {
                            let other = &flow.nodes[m as usize];
                            let Act::Accept { meeting: accepted, caller: known } = other.act else {
                                continue;
                            };
                            if accepted != meeting || known.is_some_and(|k| k != caller) {
                                continue;
                            }
                            new.push((node.follow, other.follow));
                            let third =
                                pairs.iter().filter(|pair| pair.0 == p && pairs.contains(&(q, pair.1)));
                            new.extend(third.flat_map(|&(_, r)| [(node.follow, r), (other.follow, r)]));
                        }
                    }
                    Act::Accept { .. } => {}
                }
            }
        }
        let before = pairs.len();
        for (a, b) in new {
            pairs.insert((a, b));
            pairs.insert((b, a));
        }
        if pairs.len() == before {
            break;
        }
    }
    for p in 0..flow.places.len() as u32 {
        for q in 0..flow.places.len() as u32 {
            assert_eq!(coexistence.places(p, q), pairs.contains(&(p, q)), "places {p} and {q}");
        }
    }
}

/// The states of the property, of the variable and of the tasks; the latter as sets of nodes that may come
/// next.
type Tuple = (StateId, Option<i64>, Vec<(Vec<u32>, bool)>);

/// Follows every edge with every tuple, breadth-first.
pub(crate) fn compare_propagation(
    system: &TaskSystem,
    tfg: &Tfg,
    variable: bool,
    tasks: &[u32],
    found: &Propagation,
) {
    let flow = tfg.flow();
    let start = tasks.iter().map(|&task| {
        let place = &flow.places[flow.tasks[task as usize].start as usize];
        (place.nodes.clone(), place.end)
    });
    let first: Tuple = (system.property.initial(), system.initial.filter(|_| variable), start.collect());
    let mut depth: BTreeMap<(u32, Tuple), usize> = BTreeMap::from([((Tfg::INITIAL, first.clone()), 0)]);
    let mut waiting = VecDeque::from([(Tfg::INITIAL, first)]);
    let mut shortest = None;
    'search: while let Some((node, tuple)) = waiting.pop_front() {
        let here = depth[&(node, tuple.clone())];
        for next in (0..tfg.nodes().len() as u32).filter(|&next| tfg.has_edge(node, next)) {
            let Some(after) = apply(system, tfg, variable, tasks, &tuple, next) else { continue };
            if after.0.is_error() {
                shortest = Some(here + 1);
                break 'search;
            }
            if let Entry::Vacant(new) = depth.entry((next, after.clone())) {
                new.insert(here + 1);
                waiting.push_back((next, after));
            }
        }
    }
    assert_eq!(found.path.as_ref().map(|path| path.len() - 1), shortest, "the length of a shortest path");
    if let Some(path) = &found.path {
        let mut tuple = depth.keys().find(|(node, _)| *node == Tfg::INITIAL).expect("the first").1.clone();
        assert_eq!(path[0], Tfg::INITIAL);
        for step in path.windows(2) {
            assert!(tfg.has_edge(step[0], step[1]));
            tuple = apply(system, tfg, variable, tasks, &tuple, step[1]).expect("a path is not cut");
        }
        assert!(tuple.0.is_error());
    } else {
        assert_eq!(found.states, depth.len() as u64, "the number of states");
    }
}

/// The tuple after a node; `None` where a constraint cuts the path.
fn apply(
    system: &TaskSystem,
    tfg: &Tfg,
    variable: bool,
    tasks: &[u32],
    (watch, value, places): &Tuple,
    node: u32,
) -> Option<Tuple> {
    let flow = tfg.flow();
    let mut places = places.clone();
    for (&task, place) in tasks.iter().zip(&mut places) {
        let mine = match tfg.nodes()[node as usize] {
            Kind::Final if !place.1 => return None,
            Kind::Local(n) => vec![n],
            Kind::Meet(a, b) => vec![a, b],
            _ => Vec::new(),
        };
        for base in mine.into_iter().filter(|&n| flow.nodes[n as usize].task == task) {
            if !place.0.contains(&base) {
                return None;
            }
            let next = &flow.places[flow.nodes[base as usize].follow as usize];
            *place = (next.nodes.clone(), next.end);
        }
    }
    let mut value = *value;
    if let Some(access) = tfg.access(node).filter(|_| variable) {
        if !access.write && value.is_some_and(|known| known != access.value) {
            return None;
        }
        value = Some(access.value);
    }
    let action = tfg.label(node).filter(|&a| system.property.has_action(a));
    let watch = action.map_or(*watch, |a| system.property.successors(*watch, a)[0].target);
    Some((watch, value, places))
}
