//! Every reduction on all small graphs and on random ones, against the definitions.

use suppose_base::{Budget, Poll, StateId, StopReason};
use suppose_lts::compare::compare;
use suppose_lts::ops::hide;
use suppose_lts::reduce::Relation;
use suppose_nets::reduce::{
    Reduced, Reduction, autofailure, case_one, case_three, case_two, overall, redundant, region, state,
    transition,
};
use suppose_nets::{StateGraph, WireId};
use suppose_testing::Random;

use crate::reduce::naive::{
    Behaviour, environments, equivalent, fail_together, joined, reached, settled, size, without_redundant,
};
use crate::reduce::support::{PI, Plain, X, Y, all_graphs, every, graph, is_internal};

type Reduce = fn(&StateGraph, &Budget) -> Result<Reduced, StopReason>;

/// Those that keep equivalence; the first ones only remove and bend.
const EXACT: [(&str, Reduce); 7] = [
    ("region", region),
    ("case 1", case_one),
    ("case 2", case_two),
    ("case 3", case_three),
    ("overall", overall),
    ("redundant", redundant),
    ("transition", transition),
];

/// Reduces and checks what every result has in common.
fn reduced(graph: &Plain, name: &str, reduce: Reduce) -> (Reduced, Plain) {
    let old = graph.graph();
    let new = reduce(&old, &Budget::unlimited()).expect("no limit");
    assert_eq!(new.graph.lts.check_invariants(), Ok(()), "{name}: {graph:?}");
    assert_eq!((&new.graph.inputs, &new.graph.outputs), (&old.inputs, &old.outputs));
    let plain = Plain::of(&new.graph);
    assert_eq!(size(&plain).0, plain.states, "{name} left something unreachable: {graph:?}");
    check_map(graph, &new, &plain, name);
    (new, plain)
}

/// A state that went somewhere can do there what it could do before.
fn check_map(graph: &Plain, new: &Reduced, plain: &Plain, name: &str) {
    assert_eq!(new.map.len(), graph.states);
    let initial = if graph.initial == PI { StateId::ERROR } else { StateId::must(graph.initial) };
    assert_eq!(new.map.get(initial), Some(new.graph.lts.initial()), "{name}: {graph:?}");
    for s in (0..graph.states).filter(|s| reached(graph) >> s & 1 == 1) {
        if let Some(to) = new.map.get(StateId::must(s)) {
            let to = if to.is_error() { PI } else { to.index() };
            let (before, after) = (Behaviour::from(graph, s), Behaviour::from(plain, to));
            assert!(before.is_within(&after), "{name}, state {s}: {graph:?}");
            if matches!(name, "region" | "case 1" | "case 2" | "transition") {
                assert!(after.is_within(&before), "{name}, state {s}: {graph:?}");
            }
        }
    }
}

fn stands_still(graph: &Plain) -> bool {
    let seen = reached(graph);
    (0..graph.states).any(|s| seen >> s & 1 == 1 && !graph.edges.iter().any(|edge| edge.0 == s))
}

/// Checks all reductions on one graph. Counts for which one the graph became smaller.
fn check(graph: &Plain, smaller: &mut [usize; 8]) {
    let before = size(graph);
    // Not counted as smaller: what only lacks states that fail silently.
    let bare = size(&settled(graph));
    for (i, (name, reduce)) in EXACT.into_iter().enumerate() {
        let (new, plain) = reduced(graph, name, reduce);
        assert!(equivalent(graph, &plain), "{name}: {graph:?} became {plain:?}");
        let after = size(&plain);
        if name == "transition" {
            let internal = |a| new.graph.is_internal(a);
            assert!(!new.graph.lts.all_transitions().any(|(_, t)| internal(t.action)), "{graph:?}");
            assert!(!new.graph.lts.alphabet().iter().any(|&a| internal(a)), "{graph:?}");
            assert!(after.0 <= before.0, "{graph:?}");
        } else {
            assert!(after.0 <= before.0 && after.1 <= before.1, "{name}: {graph:?}");
            assert_eq!(new.graph.lts.alphabet(), graph.graph().lts.alphabet());
        }
        if i < 5 {
            assert!(stands_still(graph) || !stands_still(&plain), "{name} stopped {graph:?}");
        }
        smaller[i] += usize::from(after != bare);
        if name == "overall" {
            for (again, reduce) in &EXACT[..5] {
                let (_, twice) = reduced(&plain, again, *reduce);
                assert_eq!(size(&twice).1, after.1, "{again} after overall: {graph:?}");
            }
        }
        if name == "redundant" {
            assert_eq!(after, size(&without_redundant(graph)), "{graph:?}");
        }
    }
    let (_, plain) = reduced(graph, "state", state);
    assert_eq!(size(&plain), size(&joined(graph)), "{graph:?}");
    assert!(Behaviour::of(graph).is_within(&Behaviour::of(&plain)), "{graph:?}");
    smaller[7] += usize::from(!equivalent(graph, &plain));
}

/// All sets of targets among two states and π.
const ANY_OF_THREE: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
/// At most one target among three states and π.
const ONE_OF_FOUR: [u8; 5] = [0, 1, 2, 4, 8];

#[test]
fn all_graphs_of_two_states_with_two_visible_actions() {
    let mut smaller = [0; 8];
    let visited = all_graphs(2, &[1, 2, X], &ANY_OF_THREE, every(23), |graph| check(graph, &mut smaller));
    assert!(visited > 5000 && smaller.iter().all(|&n| n > 10), "{visited}: {smaller:?}");
}

#[test]
fn all_graphs_of_two_states_with_two_internal_actions() {
    let mut smaller = [0; 8];
    let visited = all_graphs(2, &[1, X, Y], &ANY_OF_THREE, every(23), |graph| check(graph, &mut smaller));
    assert!(visited > 5000 && smaller.iter().all(|&n| n > 10), "{visited}: {smaller:?}");
}

#[test]
fn all_deterministic_graphs_of_three_states_with_two_visible_actions() {
    let mut smaller = [0; 8];
    let visited = all_graphs(3, &[1, 2, X], &ONE_OF_FOUR, every(127), |graph| check(graph, &mut smaller));
    // Without nondeterminism there is nothing redundant.
    assert_eq!(std::mem::replace(&mut smaller[5], 100), 0);
    assert!(visited > 5000 && smaller.iter().all(|&n| n > 10), "{visited}: {smaller:?}");
}

#[test]
fn all_deterministic_graphs_of_three_states_with_two_internal_actions() {
    let mut smaller = [0; 8];
    let visited = all_graphs(3, &[1, X, Y], &ONE_OF_FOUR, every(127), |graph| check(graph, &mut smaller));
    // Without nondeterminism there is nothing redundant.
    assert_eq!(std::mem::replace(&mut smaller[5], 100), 0);
    assert!(visited > 5000 && smaller.iter().all(|&n| n > 10), "{visited}: {smaller:?}");
}

#[test]
fn all_graphs_of_three_states_with_one_action_of_each_kind() {
    // At most two targets of three states and π.
    let options: Vec<u8> = (0..16).filter(|set: &u8| set.count_ones() <= 2).collect();
    let mut smaller = [0; 8];
    let visited = all_graphs(3, &[1, X], &options, every(127), |graph| check(graph, &mut smaller));
    assert!(visited > 5000 && smaller.iter().all(|&n| n > 10), "{visited}: {smaller:?}");
}

#[test]
fn random_graphs() {
    let mut smaller = [0; 8];
    for seed in 0..3000 {
        let graph = graph(&mut Random::new(seed), 9);
        check(&graph, &mut smaller);
    }
    assert!(smaller.iter().all(|&n| n > 10), "{smaller:?}");
}

#[test]
fn random_graphs_of_more_states_and_the_comparison_of_traces() {
    for seed in 0..400 {
        let graph = graph(&mut Random::new(1_000_000 + seed), 40);
        let old = graph.graph();
        let hidden = |graph: &StateGraph| hide(&graph.lts, |a| graph.is_internal(a));
        for (name, reduce) in EXACT {
            let new = reduce(&old, &Budget::unlimited()).expect("no limit").graph;
            let compared = compare(&hidden(&old), &hidden(&new), Relation::Trace, &Budget::unlimited())
                .expect("no limit");
            assert!(compared.equal, "{name}, seed {seed}: {:?}", compared.difference);
        }
    }
}

#[test]
fn no_environment_sees_a_difference() {
    let environments = environments();
    assert_eq!(environments.len(), 625);
    let (mut verdicts, mut false_alarms) = ([0; 2], 0);
    let mut compare = |graph: &Plain| {
        let old = graph.graph();
        let after = |reduce: Reduce| Plain::of(&reduce(&old, &Budget::unlimited()).expect("no limit").graph);
        let exact = EXACT.map(|(name, reduce)| (name, after(reduce)));
        let merged = after(state);
        for environment in &environments {
            let fails = fail_together(graph, environment);
            verdicts[usize::from(fails)] += 1;
            for (name, after) in &exact {
                assert_eq!(
                    fails,
                    fail_together(after, environment),
                    "{name}: {graph:?} with {environment:?}"
                );
            }
            let alarm = fail_together(&merged, environment);
            assert!(alarm || !fails, "state: {graph:?} with {environment:?}");
            false_alarms += usize::from(alarm && !fails);
        }
    };
    all_graphs(2, &[1, 2, X], &ANY_OF_THREE, every(1) * 1499, &mut compare);
    all_graphs(3, &[1, 2, X], &ONE_OF_FOUR, every(1) * 4999, &mut compare);
    assert!(verdicts.iter().all(|&n| n > 10_000) && false_alarms > 100, "{verdicts:?}, {false_alarms}");
}

#[test]
fn the_combinations_do_what_they_say() {
    let budget = Budget::unlimited();
    for seed in 0..500 {
        let graph = graph(&mut Random::new(2_000_000 + seed), 12).graph();
        let apply = |reduction: Reduction| reduction.apply(&graph, &budget).expect("no limit");
        let trimmed = autofailure(&graph, &budget).expect("no limit");
        assert_eq!(apply(Reduction::None).graph.lts, graph.lts, "seed {seed}");
        assert_eq!(apply(Reduction::Autofailure).graph.lts, trimmed.graph.lts, "seed {seed}");
        let trimmed = Plain::of(&trimmed.graph);
        for reduction in [Reduction::Transition, Reduction::Region] {
            assert!(equivalent(&trimmed, &Plain::of(&apply(reduction).graph)), "{reduction}, seed {seed}");
        }
        let merged = Plain::of(&apply(Reduction::State).graph);
        assert!(Behaviour::of(&trimmed).is_within(&Behaviour::of(&merged)), "seed {seed}");
    }
}

#[test]
fn states_keep_their_codes() {
    let mut checked = 0;
    for seed in 0..500 {
        let plain = graph(&mut Random::new(3_000_000 + seed), 9);
        let mut graph = plain.graph();
        // As many codes as there can be: no internal action changes them.
        let mut code: Vec<u32> = (0..plain.states as u32).collect();
        for _ in 0..plain.states {
            for &(source, action, target) in &plain.edges {
                if is_internal(action) && target != PI {
                    let least = code[source].min(code[target]);
                    (code[source], code[target]) = (least, least);
                }
            }
        }
        graph.codes.wires = vec![WireId(0)];
        graph.codes.values = (0..).take(plain.states).map(|s| vec![s]).collect();
        graph.codes.of_state.clone_from(&code);
        for (name, reduce) in EXACT.into_iter().chain([("state", state as Reduce)]) {
            let new = reduce(&graph, &Budget::unlimited()).expect("no limit");
            for s in graph.lts.states() {
                if let Some(to) = new.map.get(s).filter(|to| !to.is_error()) {
                    assert_eq!(
                        new.graph.codes.get(to),
                        [code[s.index()].cast_signed()],
                        "{name}, seed {seed}"
                    );
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 5000);
}

#[test]
fn every_reduction_stops_when_told() {
    let graph = Plain::new(2, &[(0, X, 1), (1, 1, 0), (1, 2, PI)]).graph();
    let budget = Budget::unlimited().tripping_at(Poll::Reduce);
    for (name, reduce) in EXACT.into_iter().chain([("state", state as Reduce), ("autofailure", autofailure)])
    {
        assert_eq!(reduce(&graph, &budget).err(), Some(StopReason::Interrupted), "{name}");
    }
}
