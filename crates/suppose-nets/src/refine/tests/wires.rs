//! Graphs of small circuits in an environment that may do anything, from gates, and random graphs with codes.

use std::collections::BTreeMap;

use suppose_testing::Random;

use super::naive::{PI, Plain};

/// What a gate does: the wire it drives, when it rises and when it falls.
pub(super) struct Gate {
    pub(super) output: u32,
    pub(super) rises: fn(&dyn Fn(u32) -> bool) -> bool,
    pub(super) falls: fn(&dyn Fn(u32) -> bool) -> bool,
}

/// `w+` for wire `w`.
pub(super) fn plus(wire: u32) -> u32 {
    2 * wire + 1
}

/// `w-` for wire `w`.
pub(super) fn minus(wire: u32) -> u32 {
    2 * wire + 2
}

/// The graph of some gates whose inputs change at any time (definition 2.3.1, algorithm 1). A change after
/// which a gate that was about to switch is not so any more is a failure. Returns with each state the values
/// of all wires, those of the inputs first and then in order of the gates.
pub(super) fn graph_of_gates(
    inputs: &[u32],
    gates: &[Gate],
    hidden: &[u32],
    start: &[bool],
) -> (Plain, Vec<Vec<bool>>) {
    let wires: Vec<u32> = inputs.iter().copied().chain(gates.iter().map(|g| g.output)).collect();
    let of = |state: &[bool], wire: u32| state[wires.iter().position(|&w| w == wire).expect("a wire")];
    let excited = |state: &[bool], gate: &Gate| {
        let value = |wire| of(state, wire);
        if value(gate.output) { (gate.falls)(&value) } else { (gate.rises)(&value) }
    };
    let mut states = vec![start.to_vec()];
    let mut known = BTreeMap::from([(start.to_vec(), 0)]);
    let mut edges = Vec::new();
    let mut at = 0;
    while at < states.len() {
        let state = states[at].clone();
        for (w, &wire) in wires.iter().enumerate() {
            if w >= inputs.len() && !excited(&state, &gates[w - inputs.len()]) {
                continue;
            }
            let mut next = state.clone();
            next[w] = !next[w];
            let action = if next[w] { plus(wire) } else { minus(wire) };
            let fails = gates.iter().any(|g| g.output != wire && excited(&state, g) && !excited(&next, g));
            let target = if fails {
                PI
            } else {
                *known.entry(next.clone()).or_insert_with(|| {
                    states.push(next);
                    states.len() as u32 - 1
                })
            };
            edges.push((at as u32, action, target));
        }
        at += 1;
    }
    let edges_of = |list: &[u32]| list.iter().flat_map(|&w| [plus(w), minus(w)]).collect::<Vec<_>>();
    let driven: Vec<u32> = gates.iter().map(|g| g.output).collect();
    let visible: Vec<u32> = wires.iter().copied().filter(|w| !hidden.contains(w)).collect();
    let code = |state: &Vec<bool>| visible.iter().map(|&w| i32::from(of(state, w))).collect();
    let plain = Plain {
        states: states.len() as u32,
        initial: 0,
        inputs: edges_of(inputs),
        outputs: edges_of(&driven.iter().copied().filter(|w| !hidden.contains(w)).collect::<Vec<_>>()),
        internal: edges_of(hidden),
        edges,
        codes: states.iter().map(code).collect(),
        wires: visible.clone(),
    };
    (plain, states)
}

/// A system of random graphs whose codes follow their actions: each wire has one driver or none, and up to
/// three values. Wire `w` gets value `v` by action `10 * w + v + 1`.
pub(super) fn random_wires(random: &mut Random, receptive: bool) -> Vec<Plain> {
    let count = 2 + random.below(3);
    let wires = 2 + random.below(3);
    let values: Vec<u32> = (0..wires).map(|_| if random.chance(20) { 3 } else { 2 }).collect();
    let start: Vec<u32> = values.iter().map(|&n| random.below(n)).collect();
    let drivers: Vec<u32> =
        (0..wires).map(|_| if random.chance(10) { count } else { random.below(count) }).collect();
    (0..count)
        .map(|c| {
            let sees: Vec<u32> =
                (0..wires).filter(|&w| drivers[w as usize] == c || random.chance(60)).collect();
            let (own, other): (Vec<u32>, Vec<u32>) = sees.iter().partition(|&&w| drivers[w as usize] == c);
            let changes = |list: &[u32]| {
                list.iter()
                    .flat_map(|&w| (0..values[w as usize]).map(move |v| 10 * w + v + 1))
                    .collect::<Vec<_>>()
            };
            let controls = 1 + random.below(3);
            let failures = [0, 5, 20][random.below(3usize)];
            let mut states: Vec<(u32, Vec<u32>)> =
                vec![(0, sees.iter().map(|&w| start[w as usize]).collect())];
            let mut edges = Vec::new();
            let mut at = 0;
            while at < states.len() {
                let (control, code) = states[at].clone();
                let mut moves: Vec<(u32, Vec<u32>)> = vec![(50, code.clone())];
                for (column, &w) in sees.iter().enumerate() {
                    for v in (0..values[w as usize]).filter(|&v| v != code[column]) {
                        let mut next = code.clone();
                        next[column] = v;
                        moves.push((10 * w + v + 1, next));
                    }
                }
                for (action, next) in moves {
                    let own = action == 50 || own.contains(&((action - 1) / 10));
                    let times = match (own, receptive) {
                        (true, _) => random.below(3_u32).saturating_sub(u32::from(random.chance(50))),
                        (false, true) => 1,
                        (false, false) => u32::from(random.chance(75)) + u32::from(random.chance(10)),
                    };
                    for _ in 0..times {
                        let moved =
                            if action == 50 || random.chance(30) { random.below(controls) } else { control };
                        let target = (moved, next.clone());
                        let number = if random.chance(failures) {
                            PI
                        } else {
                            let known = states.iter().position(|s| *s == target);
                            known.unwrap_or_else(|| {
                                states.push(target);
                                states.len() - 1
                            }) as u32
                        };
                        edges.push((at as u32, action, number));
                    }
                }
                at += 1;
            }
            edges.sort_unstable();
            edges.dedup();
            Plain {
                states: states.len() as u32,
                initial: 0,
                inputs: changes(&other),
                outputs: changes(&own),
                internal: vec![50],
                edges,
                codes: states
                    .iter()
                    .map(|(_, code)| code.iter().map(|&v| v.cast_signed()).collect())
                    .collect(),
                wires: sees,
            }
        })
        .collect()
}
