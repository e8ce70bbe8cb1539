//! The algorithms as the dissertation prints them, and for each a smallest graph on which they go wrong.
//! These tests show that the differences which the heads of the files claim are needed; on the same graphs
//! the project's functions are right.

use suppose_base::{Budget, StopReason};
use suppose_nets::StateGraph;
use suppose_nets::reduce::{Reduced, case_one, case_three, case_two, overall, redundant, region, transition};

use crate::reduce::naive::{equivalent, reachable};
use crate::reduce::support::{Edge, PI, Plain, X, Y, is_internal};

type Reduce = fn(&StateGraph, &Budget) -> Result<Reduced, StopReason>;

/// The printed text goes wrong on a graph and the project's function does not.
fn shows(graph: &Plain, printed: fn(&Plain) -> Plain, ours: Reduce) {
    let literal = printed(graph);
    assert!(!equivalent(graph, &literal), "the text is right about {graph:?}: {literal:?}");
    let new = Plain::of(&ours(&graph.graph(), &Budget::unlimited()).expect("no limit").graph);
    assert!(equivalent(graph, &new), "{graph:?} became {new:?}");
}

/// The printed text is right about a graph: it is read as well as possible.
fn agrees(graph: &Plain, printed: fn(&Plain) -> Plain) {
    assert!(equivalent(graph, &printed(graph)), "{graph:?}");
}

fn with_edges(graph: &Plain, edges: Vec<Edge>) -> Plain {
    reachable(&Plain { edges, ..graph.clone() })
}

/// Algorithm 4, `tranReduce`, walking back on all ways and stopping on cycles, which is more than it says.
fn tran_reduce(graph: &Plain) -> Plain {
    let mut kept = Vec::new();
    for &(source, action, target) in graph.edges.iter().filter(|edge| !is_internal(edge.1)) {
        let mut states = vec![source];
        let mut next = 0;
        while let Some(&here) = states.get(next) {
            next += 1;
            for &(before, entered_by, _) in graph.edges.iter().filter(|edge| edge.2 == here) {
                if here == graph.initial || !is_internal(entered_by) {
                    kept.push((here, action, target));
                }
                if is_internal(entered_by) && !states.contains(&before) {
                    states.push(before);
                }
            }
        }
    }
    with_edges(graph, kept)
}

#[test]
fn transition_based_reduction_forgets_the_initial_state() {
    shows(&Plain::new(2, &[(0, 1, 1)]), tran_reduce, transition);
    agrees(&Plain::new(2, &[(0, 1, 1), (1, 2, 0)]), tran_reduce);
}

#[test]
fn transition_based_reduction_forgets_silent_failures() {
    shows(&Plain::new(2, &[(0, 1, 1), (1, 1, 0), (1, X, PI)]), tran_reduce, transition);
}

/// Algorithm 5, `rmRed`, with definition 3.2.1: the state to be removed is not initial, the other may be.
fn rm_red(graph: &Plain) -> Plain {
    let mut edges = graph.edges.clone();
    edges.retain(|&(source, action, target)| target == PI || !graph.edges.contains(&(source, action, PI)));
    for gone in (0..graph.states).filter(|&s| s != graph.initial) {
        for stays in (0..graph.states).filter(|&s| s != gone) {
            let incoming = |s: usize| -> Vec<(usize, u32)> {
                let mut list: Vec<_> = edges.iter().filter(|e| e.2 == s).map(|e| (e.0, e.1)).collect();
                list.sort_unstable();
                list.dedup();
                list
            };
            if !incoming(gone).is_empty() && incoming(gone) == incoming(stays) {
                let out: Vec<_> = edges.iter().filter(|e| e.0 == gone).map(|e| (stays, e.1, e.2)).collect();
                edges.extend(out);
                edges.retain(|e| e.0 != gone && e.2 != gone);
            }
        }
    }
    with_edges(graph, edges)
}

#[test]
fn equivalent_states_must_both_not_be_initial() {
    shows(&Plain::new(3, &[(0, 1, 0), (0, 1, 1), (1, 2, 2)]), rm_red, redundant);
    // Loops and transitions between the two do no harm.
    agrees(
        &Plain::new(4, &[(0, 1, 1), (0, 1, 2), (1, 3, 1), (1, 3, 2), (2, 2, 1), (2, 2, 2), (2, 4, 3)]),
        rm_red,
    );
}

/// Definition 3.3.1 and lemma 3.3.1 for one internal action: the largest set, and everything but its
/// transitions removed.
fn region_by_definition(graph: &Plain, zeta: u32) -> Plain {
    let mut set: Vec<Edge> = graph.edges.iter().copied().filter(|e| e.1 == zeta && e.2 != PI).collect();
    loop {
        let before = set.clone();
        set.retain(|&(s, _, next)| {
            graph.edges.iter().filter(|e| e.0 == s && e.1 != zeta).all(|&(_, action, t)| {
                let mut answers = graph.edges.iter().filter(|e| e.0 == next && e.1 == action);
                answers.any(|e| e.2 == t || before.contains(&(t, zeta, e.2)))
            })
        });
        if set == before {
            break;
        }
    }
    let mut edges = graph.edges.clone();
    edges.retain(|edge| set.contains(edge) || !set.iter().any(|step| step.0 == edge.0));
    with_edges(graph, edges)
}

#[test]
fn a_region_of_the_definition_may_rely_on_itself() {
    // A loop, and a cycle of two.
    shows(&Plain::new(2, &[(0, X, 0), (0, 1, 1)]), |g| region_by_definition(g, X), region);
    let cycle = Plain::new(3, &[(0, X, 1), (1, X, 0), (0, 1, 2), (1, 1, 2)]);
    shows(&cycle, |g| region_by_definition(g, X), region);
}

#[test]
fn a_second_transition_by_the_same_action_must_be_answered_too() {
    // 0 -x-> 1, both do `1` into 2 -x-> 3; but 2 can also go to 4 by x, and only 4 does `3`.
    let graph = Plain::new(5, &[(0, X, 1), (0, 1, 2), (1, 1, 3), (2, X, 3), (2, X, 4), (4, 3, 4)]);
    shows(&graph, |g| region_by_definition(g, X), region);
}

#[test]
fn regions_of_two_actions_are_not_removed_at_once() {
    let diamond = Plain::new(5, &[(0, X, 1), (0, Y, 2), (1, Y, 3), (2, X, 3), (3, 1, 4)]);
    agrees(&diamond, |g| region_by_definition(g, X));
    agrees(&diamond, |g| region_by_definition(&region_by_definition(g, X), Y));
    let at_once = |graph: &Plain| {
        let (one, other) = (region_by_definition(graph, X), region_by_definition(graph, Y));
        let mut edges = graph.edges.clone();
        let unreached = |edge: &Edge, rest: &Plain| !rest.edges.iter().any(|e| e.0 == edge.0);
        edges.retain(|edge| {
            [&one, &other].into_iter().all(|rest| rest.edges.contains(edge) || unreached(edge, rest))
        });
        with_edges(graph, edges)
    };
    shows(&diamond, at_once, region);
}

/// Algorithms 6 and 7, with the search for essential transitions carried to a fixpoint, which is more than
/// they say.
fn region_rd(graph: &Plain) -> Plain {
    let mut edges = graph.edges.clone();
    for zeta in [X, Y] {
        let now = edges.clone();
        let steps: Vec<Edge> = now.iter().copied().filter(|e| e.1 == zeta).collect();
        let mut essential: Vec<Edge> = steps
            .iter()
            .copied()
            .filter(|&(s, _, next)| {
                now.iter().filter(|e| e.0 == s && e.1 != zeta).any(|&(_, action, t)| {
                    let answers: Vec<_> = now.iter().filter(|e| e.0 == next && e.1 == action).collect();
                    answers.is_empty() || t == PI && answers.iter().any(|e| e.2 != PI)
                })
            })
            .collect();
        let mut at = 0;
        while let Some(&(k, _, after_k)) = essential.get(at) {
            at += 1;
            for &(j, _, after_j) in &steps {
                let leads = now.iter().any(|&(s, action, t)| {
                    s == j && t == k && action != zeta && now.contains(&(after_j, action, after_k))
                });
                if leads && !essential.contains(&(j, zeta, after_j)) {
                    essential.push((j, zeta, after_j));
                }
            }
        }
        let keeps = |s: usize| essential.iter().any(|e| e.0 == s);
        let loses = |s: usize| steps.iter().any(|e| e.0 == s && !essential.contains(e));
        edges.retain(|&(s, action, _)| action == zeta || !loses(s) || keeps(s));
    }
    with_edges(graph, edges)
}

#[test]
fn the_conditions_for_essential_transitions_are_too_weak() {
    // Both do `1`, but to states that have nothing to do with each other.
    let graph = Plain::new(4, &[(0, X, 1), (0, 1, 2), (1, 1, 3), (2, 2, 3)]);
    shows(&graph, region_rd, region);
    assert_eq!(region_by_definition(&graph, X), reachable(&graph), "the definition knows");
    shows(&Plain::new(2, &[(0, X, 0), (0, 1, 1)]), region_rd, region);
}

/// Case 1, at all places at once.
fn case_one_at_once(graph: &Plain) -> Plain {
    let mut edges = graph.edges.clone();
    edges.retain(|&(s, action, _)| {
        let steps = graph.edges.iter().filter(|e| e.0 == s && is_internal(e.1));
        !steps.into_iter().any(|step| graph.edges.contains(&(step.2, action, PI)))
    });
    with_edges(graph, edges)
}

#[test]
fn case_one_may_rely_on_itself() {
    let cycle = Plain::new(2, &[(0, X, 1), (1, X, 0), (0, 1, PI), (1, 1, PI)]);
    shows(&cycle, case_one_at_once, case_one);
    shows(&Plain::new(1, &[(0, X, 0), (0, 1, PI)]), case_one_at_once, case_one);
    // The action that fails is the internal one itself.
    shows(&Plain::new(2, &[(0, X, 1), (1, X, PI)]), case_one_at_once, case_one);
    agrees(&Plain::new(3, &[(0, X, 1), (0, 1, 2), (1, 1, PI)]), case_one_at_once);
}

/// Case 2 at one state, both steps.
fn case_two_at(graph: &Plain, state: usize) -> Plain {
    let out: Vec<&Edge> = graph.edges.iter().filter(|e| e.0 == state).collect();
    let [&(_, zeta, next)] = out[..] else { panic!("the state has one transition") };
    assert!(is_internal(zeta));
    let mut edges = graph.edges.clone();
    let bent: Vec<Edge> =
        graph.edges.iter().filter(|e| e.2 == state).map(|&(s, a, _)| (s, a, next)).collect();
    edges.extend(&bent);
    edges.retain(|e| e.0 != state && e.2 != state);
    let now = edges.clone();
    edges.retain(|&(s, a, t)| {
        !bent.contains(&(s, a, t))
            || !now.iter().any(|e| e.0 == s && is_internal(e.1) && now.contains(&(e.2, a, t)))
    });
    with_edges(graph, edges)
}

#[test]
fn case_two_forgets_loops_and_the_initial_state() {
    shows(&Plain::new(2, &[(0, 1, 1), (1, X, 1)]), |g| case_two_at(g, 1), case_two);
    shows(&Plain::new(2, &[(0, X, 1), (1, 1, 1)]), |g| case_two_at(g, 0), case_two);
    // The way past the shortcut is the shortcut: 0 has a loop, or the first step leads where the shortcut
    // leads and there is a loop.
    shows(&Plain::new(3, &[(0, X, 0), (0, 1, 1), (1, X, 2), (2, 2, 2)]), |g| case_two_at(g, 1), case_two);
    shows(&Plain::new(3, &[(0, X, 1), (1, Y, 2), (2, X, 2), (2, 2, 2)]), |g| case_two_at(g, 1), case_two);
    let figure = Plain::new(5, &[(0, 1, 1), (1, X, 2), (0, X, 3), (3, 1, 2), (0, 3, 4), (2, 2, 0)]);
    agrees(&figure, |g| case_two_at(g, 1));
}

/// Case 3 at one state, both steps.
fn case_three_at(graph: &Plain, state: usize) -> Plain {
    let entries: Vec<&Edge> = graph.edges.iter().filter(|e| e.2 == state).collect();
    let [&(before, zeta, _)] = entries[..] else { panic!("the state has one entry") };
    assert!(is_internal(zeta));
    let mut edges = graph.edges.clone();
    let taken: Vec<Edge> =
        graph.edges.iter().filter(|e| e.0 == state).map(|&(_, a, t)| (before, a, t)).collect();
    edges.extend(&taken);
    edges.retain(|e| e.0 != state && e.2 != state);
    let now = edges.clone();
    edges.retain(|&(s, a, t)| {
        let first = |e: &&Edge| e.0 == s && e.1 == a;
        let second = |from: usize| now.iter().any(|e| e.0 == from && is_internal(e.1) && e.2 == t);
        !taken.contains(&(s, a, t)) || !now.iter().filter(first).any(|e| second(e.2))
    });
    with_edges(graph, edges)
}

#[test]
fn case_three_forgets_the_initial_state_and_loops() {
    shows(&Plain::new(2, &[(0, 1, 1), (1, X, 0)]), |g| case_three_at(g, 0), case_three);
    shows(&Plain::new(2, &[(0, X, 0), (0, 1, 1)]), |g| case_three_at(g, 0), case_three);
    // The way past the shortcut 0 -1-> 2 is the shortcut and a loop of 2.
    shows(&Plain::new(3, &[(0, X, 1), (1, 1, 2), (2, X, 2), (2, 2, 2)]), |g| case_three_at(g, 1), case_three);
    let figure = Plain::new(5, &[(0, X, 1), (1, 1, 2), (0, 1, 3), (3, X, 2), (1, 3, 4), (2, 2, 0)]);
    agrees(&figure, |g| case_three_at(g, 1));
}

#[test]
fn shortcuts_must_not_stand_for_each_other() {
    // 0 and 1 pass to each other silently and both do `1`: removing both at once would lose it.
    let graph = Plain::new(3, &[(0, X, 1), (1, X, 0), (0, 1, 2), (1, 1, 2), (0, 3, 2), (1, 2, 1)]);
    let at_once = |graph: &Plain| {
        let mut edges = graph.edges.clone();
        edges.retain(|&(s, a, t)| {
            !graph.edges.iter().any(|e| e.0 == s && is_internal(e.1) && graph.edges.contains(&(e.2, a, t)))
        });
        with_edges(graph, edges)
    };
    shows(&graph, at_once, case_two);
    shows(&graph, at_once, overall);
}

#[test]
fn one_round_of_the_overall_reduction_is_not_enough() {
    // Case 3 joins 2 to 0; only then 0 can do nothing but pass on. Algorithm 8 goes back to the graph it
    // began with after a round that changed something, so it would repeat this round for ever.
    let graph = Plain::new(3, &[(0, X, 2), (0, Y, 1), (1, 1, 1)]);
    let mut round = Reduced::unchanged(graph.graph());
    for step in [region as Reduce, case_one, case_two, case_three] {
        round = round.then(|graph| step(graph, &Budget::unlimited())).expect("no limit");
    }
    assert_eq!(Plain::of(&round.graph).edges, [(0, Y, 1), (1, 1, 1)]);
    let all = overall(&graph.graph(), &Budget::unlimited()).expect("no limit");
    assert_eq!(Plain::of(&all.graph).edges, [(0, 1, 0)]);
}
