//! The product of task graphs by definition: what really happens.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use suppose_base::{ActionId, StateId};
use suppose_flow::cfg::Flow;
use suppose_flow::mhp::Coexistence;
use suppose_flow::tfg::{Kind, Tfg};
use suppose_lts::Lts;

use crate::graphs::systems::{Does, MEETINGS, TaskSystem};

/// Where each task is, as the node it has passed last, and the value of the variable.
type State = (Vec<Option<u32>>, Option<i64>);

/// A step: an action that one or two tasks take at nodes; none for a node that does nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    action: Option<ActionId>,
    /// Task and node; the caller first.
    who: Vec<(u32, u32)>,
}

/// All reachable states with their steps.
pub(crate) struct Exact<'s> {
    system: &'s TaskSystem,
    states: BTreeMap<State, Vec<(Step, State)>>,
    initial: State,
}

impl<'s> Exact<'s> {
    /// Explores, with the variable or as if it could always have any value.
    pub(crate) fn new(system: &'s TaskSystem, with_variable: bool) -> Self {
        let initial: State = (vec![None; system.tasks.len()], system.initial.filter(|_| with_variable));
        let mut states = BTreeMap::new();
        let mut waiting = vec![initial.clone()];
        while let Some(state) = waiting.pop() {
            if states.contains_key(&state) {
                continue;
            }
            let steps = steps(system, &state, with_variable);
            waiting.extend(steps.iter().map(|(_, to)| to.clone()));
            states.insert(state, steps);
        }
        Self { system, states, initial }
    }

    /// Whether some run takes the property to π.
    pub(crate) fn violates(&self, property: &Lts) -> bool {
        let mut known = BTreeSet::new();
        let mut waiting = vec![(&self.initial, property.initial())];
        while let Some((state, watch)) = waiting.pop() {
            if watch.is_error() {
                return true;
            }
            if !known.insert((state, watch)) {
                continue;
            }
            for (step, to) in &self.states[state] {
                let next = after(property, watch, step.action);
                waiting.push((to, next));
            }
        }
        false
    }

    /// Places that coexist in some state must be said to; how many pairs there are, and how many are said to
    /// coexist.
    pub(crate) fn compare_places(&self, flow: &Flow, coexistence: &Coexistence) -> (u64, u64) {
        let mut pairs = BTreeSet::new();
        // A task that has just passed a node that does nothing is still where it was, as far as places go.
        let passed = |task: usize, node: Option<u32>| {
            node.is_some_and(|n| self.system.tasks[task].nodes[n as usize].0 == Does::Nothing)
        };
        for (last, _) in self.states.keys().filter(|s| !(0..s.0.len()).any(|t| passed(t, s.0[t]))) {
            let places: Vec<u32> = (0..last.len()).map(|t| self.place(flow, t, last[t])).collect();
            for (i, &p) in places.iter().enumerate() {
                assert!(coexistence.reached(p));
                for &q in &places[..i] {
                    assert!(coexistence.places(p, q) && coexistence.places(q, p));
                    pairs.insert((p.min(q), p.max(q)));
                }
            }
        }
        (pairs.len() as u64, coexistence.pairs())
    }

    /// The place of the flow for a task that has passed a node last.
    fn place(&self, flow: &Flow, task: usize, last: Option<u32>) -> u32 {
        let graph = &self.system.tasks[task];
        let successors = |last: Option<u32>| match last {
            None => (graph.start.clone(), false),
            Some(node) => (graph.nodes[node as usize].1.clone(), graph.nodes[node as usize].2),
        };
        let (mut stack, mut end) = successors(last);
        let mut wanted = BTreeSet::new();
        let mut known = BTreeSet::new();
        while let Some(node) = stack.pop() {
            if !known.insert(node) {
                continue;
            }
            if graph.nodes[node as usize].0 == Does::Nothing {
                let (more, over) = successors(Some(node));
                stack.extend(more);
                end |= over;
            } else {
                wanted.insert(node);
            }
        }
        let written = |node: &u32| flow.nodes[*node as usize].span.expect("drafts have spans").start;
        let fits = |p: &suppose_flow::cfg::FlowPlace| {
            p.task as usize == task
                && p.end == end
                && p.nodes.iter().map(written).collect::<BTreeSet<u32>>() == wanted
        };
        let found: Vec<usize> = (0..flow.places.len()).filter(|&p| fits(&flow.places[p])).collect();
        assert_eq!(found.len(), 1, "a place of the draft is one place of the flow");
        found[0] as u32
    }

    /// Every run is a path: its first action comes right after a beginning, and each further one after the
    /// one before it.
    pub(crate) fn compare_paths(&self, tfg: &Tfg) {
        let node_of = |step: &Step| {
            let written = |base: u32| {
                let node = &tfg.flow().nodes[base as usize];
                (node.task, node.span.expect("drafts have spans").start)
            };
            let halves = |kind: &Kind| match *kind {
                Kind::Local(base) => vec![written(base)],
                Kind::Meet(call, accept) => vec![written(call), written(accept)],
                _ => Vec::new(),
            };
            let found: Vec<u32> = (0..tfg.nodes().len() as u32)
                .filter(|&n| halves(&tfg.nodes()[n as usize]) == step.who)
                .collect();
            assert_eq!(found.len(), 1, "a step is one node");
            assert_eq!(tfg.label(found[0]), step.action);
            found[0]
        };
        let mut known: BTreeSet<(&State, Option<&Step>)> = BTreeSet::new();
        let mut waiting = VecDeque::from([(&self.initial, None)]);
        while let Some((state, last)) = waiting.pop_front() {
            if !known.insert((state, last)) {
                continue;
            }
            for (step, to) in &self.states[state] {
                if step.action.is_none() {
                    waiting.push_back((to, last));
                    continue;
                }
                let node = node_of(step);
                let connected = match last {
                    Some(last) => tfg.has_edge(node_of(last), node),
                    None => (0..tfg.nodes().len() as u32)
                        .any(|b| matches!(tfg.nodes()[b as usize], Kind::Begin(_)) && tfg.has_edge(b, node)),
                };
                assert!(connected, "{last:?} then {step:?} is no path");
                waiting.push_back((to, Some(step)));
            }
        }
    }
}

/// The state of a property after a step.
fn after(property: &Lts, state: StateId, action: Option<ActionId>) -> StateId {
    let taken = action.filter(|&a| property.has_action(a));
    taken.map_or(state, |a| property.successors(state, a)[0].target)
}

fn steps(system: &TaskSystem, (last, value): &State, with_variable: bool) -> Vec<(Step, State)> {
    let next = |task: usize| match last[task] {
        None => &system.tasks[task].start,
        Some(node) => &system.tasks[task].nodes[node as usize].1,
    };
    let moved = |who: &[(u32, u32)], value: Option<i64>| {
        let mut last = last.clone();
        for &(task, node) in who {
            last[task as usize] = Some(node);
        }
        (last, value.filter(|_| with_variable))
    };
    let access =
        |write: bool, value: i64| ActionId::from_raw(5 + u32::from(write) * 2 + u32::from(value == 1));
    let mut found = Vec::new();
    for task in 0..last.len() {
        for &node in next(task) {
            let mut who = vec![(task as u32, node)];
            let (action, value) = match system.tasks[task].nodes[node as usize].0 {
                Does::Nothing => (None, *value),
                Does::Event(action) => (Some(action), *value),
                Does::Test(wanted) if value.is_none_or(|v| v == wanted) => {
                    (Some(access(false, wanted)), Some(wanted))
                }
                Does::Assign(new) => (Some(access(true, new)), Some(new)),
                Does::Call(meeting) => {
                    for other in (0..last.len()).filter(|&other| other != task) {
                        for &half in next(other) {
                            let fits = match system.tasks[other].nodes[half as usize].0 {
                                Does::Accept(m, caller) => {
                                    m == meeting && caller.is_none_or(|c| c as usize == task)
                                }
                                _ => false,
                            };
                            if fits {
                                who.truncate(1);
                                who.push((other as u32, half));
                                let to = moved(&who, *value);
                                let action = Some(MEETINGS[meeting as usize]);
                                found.push((Step { action, who: who.clone() }, to));
                            }
                        }
                    }
                    continue;
                }
                Does::Test(_) | Does::Accept(..) => continue,
            };
            let to = moved(&who, value);
            found.push((Step { action, who }, to));
        }
    }
    found
}
