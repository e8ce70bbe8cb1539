//! Graphs with codes: constraints preserve what happens, and what is preserved when autofailure comes first.

use suppose_base::{ActionId, Budget, StateId};
use suppose_lts::LtsBuilder;
use suppose_testing::Random;

use super::naive::{PI, Plain, product};
use super::soundness::{assert_sound, refined};
use super::wires::random_wires;
use crate::graph::StateGraph;
use crate::refine::{Given, Method, Options, refine};

/// Autofailure by definition: as long as an output or internal action leads to π, its source is π.
pub(super) fn autofailure(graph: &Plain) -> Plain {
    let mut graph = graph.clone();
    loop {
        let bad =
            graph.edges.iter().find(|(_, action, target)| *target == PI && !graph.inputs.contains(action));
        let Some(&(bad, _, _)) = bad else { return graph };
        if graph.initial == bad {
            graph.initial = PI;
        }
        graph.edges.retain(|&(source, _, _)| source != bad);
        for edge in graph.edges.iter_mut().filter(|e| e.2 == bad) {
            edge.2 = PI;
        }
        graph.edges.sort_unstable();
        graph.edges.dedup();
    }
}

/// The same for state graphs.
fn reduced(graph: &StateGraph) -> StateGraph {
    let raw = |s: StateId| s.raw();
    let plain = autofailure(&Plain {
        states: graph.lts.num_states() as u32,
        initial: raw(graph.lts.initial()),
        inputs: graph.inputs.iter().map(|a| a.raw()).collect(),
        edges: graph.lts.all_transitions().map(|(s, t)| (raw(s), t.action.raw(), raw(t.target))).collect(),
        ..Plain::default()
    });
    let mut b = LtsBuilder::new(plain.states as usize);
    b.set_initial(StateId::from_raw(plain.initial));
    for (source, action, target) in plain.edges {
        b.add(StateId::from_raw(source), ActionId::from_raw(action), StateId::from_raw(target));
    }
    b.extend_alphabet(graph.lts.alphabet().iter().copied());
    StateGraph { lts: b.finish().expect("a graph"), ..graph.clone() }
}

#[test]
fn constraints_keep_what_happens() {
    let (mut failing, mut shown, mut removed) = (0, 0, 0);
    for seed in 0..2000 {
        let graphs = random_wires(&mut Random::new(seed), seed % 2 == 0);
        let happens = product(&graphs.iter().collect::<Vec<_>>());
        let what = format_args!("seed {seed}: {graphs:?}");
        let refined = refined(&graphs, Method::Constraint, true);
        assert_sound(&refined, &happens, what);
        failing += usize::from(happens.fails);
        removed += usize::from(refined.rounds.iter().any(|r| r.changed > 0));
        let failed = graphs.iter().any(|g| product(&[g]).fails);
        shown += usize::from(failed && refined.failing.is_empty());
    }
    assert!(failing > 100 && removed > 100 && shown > 10, "{failing} {removed} {shown}");
}

#[test]
fn autofailure_keeps_the_first_failure() {
    let (mut failing, mut shown, mut only_without) = (0, 0, 0);
    for seed in 0..2000 {
        let receptive = seed % 2 == 0;
        let graphs = random_wires(&mut Random::new(seed), receptive);
        let what = format_args!("seed {seed}: {graphs:?}");
        let happens = product(&graphs.iter().collect::<Vec<_>>());
        let reduced_graphs: Vec<Plain> = graphs.iter().map(autofailure).collect();
        let after = product(&reduced_graphs.iter().collect::<Vec<_>>());
        // If nothing is refused, exactly the failures are kept; otherwise at least they are.
        assert!(after.fails || !happens.fails, "{what}");
        assert!(!receptive || after.fails == happens.fails, "{what}");
        only_without += usize::from(after.fails && !happens.fails);
        for method in [Method::Constraint, Method::Both(2), Method::Sync(graphs.len())] {
            let refined = refined(&reduced_graphs, method, true);
            if reduced_graphs.iter().all(|g| g.initial != PI) {
                assert_sound(&refined, &after, what);
            }
            assert!(!happens.fails || !refined.failing.is_empty(), "{what}");
            // The same with autofailure after every change.
            let given: Vec<Given> = graphs.iter().map(|g| Given::from(g.graph())).collect();
            let reduction = |graph: &StateGraph, _: &Budget| Ok(reduced(graph));
            let options = Options { reduction: Some(&reduction), ..Options::new(method) };
            let again = refine(&given, &options, &Budget::unlimited()).expect("no limits");
            assert!(!happens.fails || !again.failing.is_empty(), "{what}");
            shown += usize::from(again.failing.is_empty() && !again.rounds.is_empty());
            if method == Method::Sync(graphs.len()) && receptive {
                assert_eq!(!again.failing.is_empty(), happens.fails, "{what}");
            }
        }
        failing += usize::from(happens.fails);
    }
    assert!(failing > 100 && shown > 50 && only_without > 5, "{failing} {shown} {only_without}");
}

#[test]
fn merging_states_with_different_codes_is_unsound() {
    // The driver raises a (wire 0) once b (wire 1) is 1. The reader fails on that.
    let codes = |list: &[[i32; 2]]| list.iter().map(|c| c.to_vec()).collect();
    let (a, b) = (2, 12);
    let driver = Plain {
        wires: vec![0, 1],
        codes: codes(&[[0, 0], [0, 1], [1, 1]]),
        ..Plain::new(3, &[b], &[a], &[(0, b, 1), (1, a, 2)])
    };
    let reader = Plain {
        wires: vec![0, 1],
        codes: codes(&[[0, 0], [0, 1]]),
        ..Plain::new(2, &[a], &[b], &[(0, b, 1), (1, a, PI)])
    };
    let failing =
        |driver: &Plain| refined(&[driver.clone(), reader.clone()], Method::Constraint, true).failing;
    assert!(product(&[&driver, &reader]).fails);
    assert_eq!(failing(&driver), [1]);
    // Two states that do the same as state 1, but one of them has the code of state 0. Traces are as before,
    // and still the failure is lost.
    let wrong = Plain { codes: codes(&[[0, 0], [0, 0], [1, 1]]), ..driver };
    assert!(product(&[&wrong, &reader]).fails);
    assert_eq!(failing(&wrong), [0; 0]);
}
