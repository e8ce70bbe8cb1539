//! What synchronisation preserves, on all pairs and triples of tiny graphs and on random systems.

use std::collections::BTreeSet;
use std::fmt::Arguments;

use suppose_base::Budget;
use suppose_testing::Random;

use super::naive::{Edge, Happens, PI, Plain, edges_of, product};
use crate::refine::{Fate, Given, Method, Options, Refined, RefinedGraph, refine, sync};

/// Refines until nothing changes.
pub(super) fn refined(graphs: &[Plain], method: Method, sharing: bool) -> Refined {
    let given: Vec<Given> = graphs.iter().map(|g| Given::from(g.graph())).collect();
    let options = Options { until_stable: true, sharing, record: true, ..Options::new(method) };
    refine(&given, &options, &Budget::unlimited()).expect("no limits")
}

/// Whether what happens is left, and what is said of failures is right.
pub(super) fn assert_sound(refined: &Refined, happens: &Happens, what: Arguments<'_>) {
    for (component, used) in refined.components.iter().zip(&happens.used) {
        let kept = edges_of(component);
        assert!(used.is_subset(&kept), "lost: {:?}\n{what}", used.difference(&kept).collect::<Vec<_>>());
    }
    assert!(!happens.fails || !refined.failing.is_empty(), "a failure was lost\n{what}");
}

/// Whether exactly what happens is left.
fn assert_exact(refined: &Refined, happens: &Happens, what: Arguments<'_>) {
    for (component, used) in refined.components.iter().zip(&happens.used) {
        assert_eq!(edges_of(component), *used, "{what}");
    }
    assert_eq!(!refined.failing.is_empty(), happens.fails, "{what}");
}

/// Whether `sync` of all finds what happens.
fn assert_synced(graphs: &[&Plain], happens: &Happens, what: Arguments<'_>) {
    let built: Vec<_> = graphs.iter().map(|g| g.graph()).collect();
    let all: Vec<_> = built.iter().collect();
    let synced = sync(&all, u64::MAX, &Budget::unlimited()).expect("no limits").expect("no limit of tuples");
    for ((graph, used), fates) in built.iter().zip(&happens.used).zip(&synced.fates) {
        let transitions = graph.lts.all_transitions().map(|(s, t)| (s.raw(), t.action.raw(), t.target.raw()));
        for (place, edge) in transitions.enumerate() {
            let kept = fates.as_ref().is_none_or(|fates| fates[place] == Fate::Kept);
            assert_eq!(kept, used.contains(&edge), "{edge:?}\n{what}");
        }
    }
}

/// All deterministic graphs with two states and these actions, where `choices` says what a state may do with
/// an action.
fn all_graphs(inputs: &[u32], outputs: &[u32], choices: [&[Option<u32>]; 2]) -> Vec<Plain> {
    let mut all = vec![Plain::new(2, inputs, outputs, &[])];
    for (state, choices) in (0..).zip(choices) {
        for &action in inputs.iter().chain(outputs) {
            all = all
                .iter()
                .flat_map(|graph| {
                    choices.iter().map(move |choice| {
                        let mut graph = graph.clone();
                        graph.edges.extend(choice.map(|target| (state, action, target)));
                        graph
                    })
                })
                .collect();
        }
    }
    all
}

#[test]
fn all_pairs_of_tiny_graphs() {
    let every = &[None, Some(0), Some(1), Some(PI)][..];
    let left = all_graphs(&[2], &[1], [every, every]);
    let right = all_graphs(&[1], &[2], [every, every]);
    assert_eq!((left.len(), right.len()), (256, 256));
    let mut failing = 0;
    // The two sides are alike, so half of the pairs will do.
    for (i, a) in left.iter().enumerate() {
        for b in &right[i..] {
            let happens = product(&[a, b]);
            let what = format_args!("{a:?}\n{b:?}");
            assert_synced(&[a, b], &happens, what);
            assert_exact(&refined(&[a.clone(), b.clone()], Method::Sync(2), true), &happens, what);
            failing += usize::from(happens.fails);
        }
    }
    assert!(failing > 1000);
}

#[test]
fn all_triples_of_tiny_graphs() {
    // A ring: 1 drives 1 for 2, 2 drives 2 for 3, 3 drives 3 for 1.
    let choices = [&[None, Some(1)][..], &[None, Some(0), Some(PI)][..]];
    let a = all_graphs(&[3], &[1], choices);
    let b = all_graphs(&[1], &[2], choices);
    let c = all_graphs(&[2], &[3], choices);
    assert_eq!(a.len(), 36);
    let (mut failing, mut weak) = (0, 0);
    // The ring can be turned, so those in which the first is the least will do.
    let first_two = a.iter().enumerate().flat_map(|(i, a)| b[i..].iter().map(move |b| (i, a, b)));
    for (i, a, b) in first_two {
        for c in &c[i..] {
            let happens = product(&[a, b, c]);
            let what = format_args!("{a:?}\n{b:?}\n{c:?}");
            let graphs = [a.clone(), b.clone(), c.clone()];
            assert_synced(&[a, b, c], &happens, what);
            let pairs = refined(&graphs, Method::Sync(2), true);
            assert_sound(&pairs, &happens, what);
            assert_exact(&refined(&graphs, Method::Sync(3), true), &happens, what);
            failing += usize::from(happens.fails);
            weak += usize::from(!happens.fails && !pairs.failing.is_empty());
        }
    }
    // Both kinds occur, so that the test can fail; some systems need all three.
    assert!(failing > 100 && weak > 10, "{failing} {weak}");
}

/// A system in which each action has one driver or none, some readers, nondeterminism, τ and internal actions
/// that share a name.
pub(super) fn random_system(random: &mut Random) -> Vec<Plain> {
    let count = 3 + random.below(3);
    let mut graphs: Vec<Plain> = (0..count).map(|_| Plain::new(2 + random.below(3), &[], &[], &[])).collect();
    for action in 1..=3 + random.below(4) {
        let driver = random.below(count + 1);
        for (g, graph) in (0..).zip(&mut graphs) {
            if g == driver {
                graph.outputs.push(action);
            } else if random.chance(35) {
                graph.inputs.push(action);
            }
        }
    }
    for graph in &mut graphs {
        if random.chance(30) {
            graph.internal.push(99);
        }
        let actions =
            [&graph.inputs[..], &graph.outputs, &graph.inputs, &graph.outputs, &graph.internal, &[0]];
        let actions = actions.concat();
        let failures = [0, 3, 10][random.below(3usize)];
        for _ in 0..random.below(3 * graph.states) + graph.states {
            let target = if random.chance(failures) { PI } else { random.below(graph.states) };
            let action = actions[random.below(actions.len() as u32) as usize];
            let edge: Edge = (random.below(graph.states), action, target);
            if !graph.edges.contains(&edge) {
                graph.edges.push(edge);
            }
        }
    }
    graphs
}

#[test]
fn random_systems() {
    let (mut failing, mut shown, mut weak) = (0, 0, 0);
    for seed in 0..1500 {
        let graphs = random_system(&mut Random::new(seed));
        let what = format_args!("seed {seed}: {graphs:?}");
        let happens = product(&graphs.iter().collect::<Vec<_>>());
        assert_synced(&graphs.iter().collect::<Vec<_>>(), &happens, what);
        for size in 2..graphs.len() {
            let some = refined(&graphs, Method::Sync(size), true);
            assert_sound(&some, &happens, what);
            let too_much = |(c, used): (&RefinedGraph, &BTreeSet<Edge>)| edges_of(c) != *used;
            weak += usize::from(size == 2 && some.components.iter().zip(&happens.used).any(too_much));
            shown += usize::from(
                size == 2 && some.failing.is_empty() && some.rounds.iter().any(|r| r.changed > 0),
            );
        }
        assert_exact(&refined(&graphs, Method::Sync(graphs.len()), true), &happens, what);
        failing += usize::from(happens.fails);
    }
    assert!(failing > 100 && shown > 100 && weak > 20, "{failing} {shown} {weak}");
}

#[test]
fn what_is_removed_is_told() {
    for seed in 0..300 {
        let graphs = random_system(&mut Random::new(seed));
        let refined = refined(&graphs, Method::Sync(3), true);
        for (c, (graph, component)) in graphs.iter().zip(&refined.components).enumerate() {
            let removed = refined.rounds.iter().flat_map(|r| &r.removed).filter(|r| r.component == c);
            let mut all = edges_of(component);
            for r in removed {
                let edge = (r.source.raw(), r.action.raw(), r.target.raw());
                assert!(all.insert(edge), "seed {seed}: {edge:?} of {c} was removed twice or not at all");
            }
            // What is neither left nor told was not reachable in the first place.
            let alone = product(&[graph]);
            assert_eq!(all, alone.used[0], "seed {seed}");
        }
    }
}

#[test]
fn sets_that_are_too_large_are_passed_over() {
    // Three counters to 40, and one that fails when the first is behind.
    let count = |a| Plain::new(40, &[], &[a], &(0..39).map(|s| (s, a, s + 1)).collect::<Vec<_>>());
    let watch = Plain::new(1, &[1, 2, 3], &[], &[(0, 1, 0), (0, 2, 0), (0, 3, PI)]);
    let given = || [count(1), count(2), count(3), watch.clone()].map(|g| Given::from(g.graph())).to_vec();
    let options = Options { tuples: 50, ..Options::new(Method::Sync(4)) };
    let refined = refine(&given(), &options, &Budget::unlimited()).expect("no limits");
    assert_eq!(refined.failing, [3]);
    assert_eq!((refined.size, refined.effort.most_tuples), (4, 40));
    assert!(refined.effort.given_up > 0);
    let limited = Budget::unlimited().with_max_states(50);
    let same = refine(&given(), &Options::new(Method::Sync(4)), &limited).expect("no limits");
    assert_eq!(same.effort, refined.effort);
}

#[test]
fn large_sets_are_tried_when_small_ones_have_nothing_more() {
    // Two rings of 100. The first never does the shared action, and only all 10,000 pairs show that.
    let ring = |a| (0..100).map(|s| (s, a, (s + 1) % 100)).collect::<Vec<_>>();
    let first = Plain::new(100, &[], &[1, 3], &ring(1));
    let second = Plain::new(100, &[3], &[2], &[ring(2), vec![(7, 3, PI)]].concat());
    let given = [first, second].map(|g| Given::from(g.graph()));
    for (tuples, failing) in [(9_999, vec![1]), (10_000, vec![])] {
        let options = Options { tuples, ..Options::new(Method::Sync(2)) };
        let refined = refine(&given, &options, &Budget::unlimited()).expect("no limits");
        assert_eq!(refined.failing, failing);
        assert_eq!(refined.effort.given_up, failing.len() as u64);
        // One try that is cut short, and one with a higher limit.
        assert_eq!((refined.effort.searched, refined.rounds.len()), (2, 2));
        assert_eq!(refined.effort.most_tuples, if failing.is_empty() { 10_000 } else { 0 });
    }
}

#[test]
fn the_budget_stops_it() {
    use suppose_base::{Poll, StopReason};
    let graphs = random_system(&mut Random::new(7));
    for (method, point) in [(Method::Sync(2), Poll::Explore), (Method::Constraint, Poll::Refine)] {
        let given: Vec<Given> = graphs.iter().map(|g| Given::from(g.graph())).collect();
        let options = Options { until_stable: true, ..Options::new(method) };
        let stopped = refine(&given, &options, &Budget::unlimited().tripping_at(point));
        assert_eq!(stopped.err(), Some(StopReason::Interrupted));
    }
}

#[test]
fn a_component_in_pi_ends_it_all() {
    let broken = Plain { initial: PI, ..Plain::new(1, &[], &[1], &[]) };
    let other = Plain::new(1, &[1], &[], &[(0, 1, 0)]);
    let refined = refined(&[broken, other.clone()], Method::Sync(2), true);
    assert_eq!(refined.failing, [0]);
    assert_eq!(refined.size, 0);
    assert_eq!(refined.components[1].graph.lts, other.graph().lts);
}
