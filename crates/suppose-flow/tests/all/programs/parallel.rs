//! What may happen in parallel, against the state graph of the program.

use std::collections::{BTreeMap, BTreeSet};

use suppose_ada::VarId;
use suppose_base::Budget;
use suppose_flow::cfg::{Access, Act, Flow};
use suppose_flow::mhp::Coexistence;
use suppose_flow::verify::Analysis;

/// State graphs with more states are left out.
const MOST: usize = 3000;

/// Pairs of places over some programs.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) programs: u32,
    /// That really coexist.
    pub(crate) exact: u64,
    /// That would if every test could have every outcome.
    pub(crate) without_data: u64,
    /// That are said to.
    pub(crate) found: u64,
}

/// Where each task is, and the values of variables that are known.
type State = (Vec<u32>, BTreeMap<VarId, i64>);

/// Places that coexist in some state of the program, with all its data, must be said to.
pub(crate) fn compare(analysis: &mut Analysis<'_>, seen: &mut Seen) {
    let budget = Budget::unlimited();
    let variables = &analysis.program().variables;
    let initial: BTreeMap<VarId, i64> =
        (0..variables.len()).filter_map(|v| Some((VarId(v as u32), variables[v].initial?))).collect();
    let all = analysis.candidates();
    let tfg = analysis.graph(&all, &budget).expect("no limit");
    let flow = tfg.flow();
    let coexistence = Coexistence::new(flow, &budget).expect("no limit");
    let (Some(exact), Some(without_data)) = (explore(flow, Some(initial)), explore(flow, None)) else {
        return;
    };
    seen.programs += 1;
    seen.exact += pairs(&exact, &coexistence);
    seen.without_data += pairs(&without_data, &coexistence);
    seen.found += coexistence.pairs();
}

/// How many pairs of places coexist in some state; all must be said to.
fn pairs(states: &BTreeSet<State>, coexistence: &Coexistence) -> u64 {
    let mut pairs = BTreeSet::new();
    for (places, _) in states {
        for (i, &p) in places.iter().enumerate() {
            assert!(coexistence.reached(p), "place {p} is reached");
            for &q in &places[..i] {
                assert!(coexistence.places(p, q) && coexistence.places(q, p), "places {p} and {q} coexist");
                pairs.insert((q, p));
            }
        }
    }
    pairs.len() as u64
}

/// All states, if there are not too many; without values as if variables could have any at any time.
fn explore(flow: &Flow, initial: Option<BTreeMap<VarId, i64>>) -> Option<BTreeSet<State>> {
    let with_data = initial.is_some();
    let start = flow.tasks.iter().map(|task| task.start).collect();
    let mut states = BTreeSet::new();
    let mut waiting = vec![(start, initial.unwrap_or_default())];
    while let Some(state) = waiting.pop() {
        if states.contains(&state) {
            continue;
        }
        if states.len() == MOST {
            return None;
        }
        let (places, values): &State = &state;
        let offered =
            |task: usize| flow.places[places[task] as usize].nodes.iter().map(|&n| &flow.nodes[n as usize]);
        for task in 0..places.len() {
            for node in offered(task) {
                let mut next = places.clone();
                next[task] = node.follow;
                match node.act {
                    Act::Local { access, .. } => {
                        let access = access.filter(|_| with_data);
                        waiting.extend(after(values, access).map(|v| (next, v)));
                    }
                    Act::Call { meeting, caller, .. } => {
                        for other in (0..places.len()).filter(|&other| other != task) {
                            for half in offered(other) {
                                let Act::Accept { meeting: accepted, caller: known } = half.act else {
                                    continue;
                                };
                                if accepted == meeting && known.is_none_or(|k| k == caller) {
                                    let mut both = next.clone();
                                    both[other] = half.follow;
                                    waiting.push((both, values.clone()));
                                }
                            }
                        }
                    }
                    Act::Accept { .. } => {}
                }
            }
        }
        states.insert(state);
    }
    Some(states)
}

/// The values after a test or an assignment; `None` if the test has another outcome.
fn after(values: &BTreeMap<VarId, i64>, access: Option<Access>) -> Option<BTreeMap<VarId, i64>> {
    let mut values = values.clone();
    if let Some(access) = access {
        if !access.write && values.get(&access.variable).is_some_and(|&known| known != access.value) {
            return None;
        }
        values.insert(access.variable, access.value);
    }
    Some(values)
}
