//! What the autofailure reduction keeps: the two equations and the statement at the head of its file.

use suppose_base::Budget;
use suppose_nets::reduce::autofailure;
use suppose_testing::Random;

use crate::reduce::naive::{Behaviour, environments, equivalent, fail_together};
use crate::reduce::support::{Edge, PI, Plain, X, all_graphs, every, graph, is_input};

fn trimmed(graph: &Plain) -> Plain {
    Plain::of(&autofailure(&graph.graph(), &Budget::unlimited()).expect("no limit").graph)
}

/// The equations, and that only inputs lead to π.
fn check(graph: &Plain) -> Plain {
    let after = trimmed(graph);
    let expected = Behaviour::of(graph).with_autofailures();
    assert!(Behaviour::of(&after).is_same_as(&expected), "{graph:?} became {after:?}");
    assert!(after.edges.iter().all(|&(_, action, target)| target != PI || is_input(action)), "{graph:?}");
    after
}

/// Environments of two states that always take output 2.
fn receptive_environments() -> Vec<Vec<Edge>> {
    let takes = |environment: &[Edge], state| environment.iter().any(|edge| edge.0 == state && edge.1 == 2);
    environments().into_iter().filter(|edges| takes(edges, 0) && takes(edges, 1)).collect()
}

#[test]
fn the_equations_hold_on_all_small_graphs() {
    let any: Vec<u8> = (0..8).collect();
    let mut stronger = 0;
    all_graphs(2, &[1, 2, X], &any, every(5), |graph| {
        stronger += usize::from(!equivalent(graph, &check(graph)));
    });
    // Lemma 3.1.1 says that this never happens.
    assert!(stronger > 1000, "{stronger}");
    all_graphs(3, &[1, 2, X], &[0, 1, 2, 4, 8], every(127), |graph| drop(check(graph)));
    for seed in 0..2000 {
        check(&graph(&mut Random::new(seed), 12));
    }
}

#[test]
fn a_receptive_environment_sees_no_difference() {
    let environments = receptive_environments();
    assert_eq!(environments.len(), 5 * 4 * 5 * 4);
    let mut verdicts = [0; 2];
    let mut compare = |graph: &Plain| {
        let after = trimmed(graph);
        for environment in &environments {
            let fails = fail_together(graph, environment);
            assert_eq!(fails, fail_together(&after, environment), "{graph:?} with {environment:?}");
            verdicts[usize::from(fails)] += 1;
        }
    };
    let any: Vec<u8> = (0..8).collect();
    all_graphs(2, &[1, 2, X], &any, every(1) * 499, &mut compare);
    all_graphs(3, &[1, 2, X], &[0, 1, 2, 4, 8], every(1) * 1999, &mut compare);
    assert!(verdicts.iter().all(|&n| n > 10_000), "{verdicts:?}");
}

#[test]
fn an_environment_that_refuses_an_output_may() {
    // The input leads to an output that fails; the environment never takes it.
    let graph = Plain::new(2, &[(0, 1, 1), (1, 2, PI)]);
    let after = trimmed(&graph);
    assert_eq!(after.edges, [(0, 1, PI)]);
    let refuses = [(0, 1, 0)];
    assert!(!fail_together(&graph, &refuses));
    assert!(fail_together(&after, &refuses));
    assert!(!equivalent(&graph, &after));
}

#[test]
fn what_fails_by_itself_is_the_failure() {
    let graph = Plain::new(3, &[(0, X, 1), (1, 2, 2), (2, X, PI), (0, 1, 0)]);
    let reduced = autofailure(&graph.graph(), &Budget::unlimited()).expect("no limit");
    assert!(reduced.graph.lts.initial().is_error());
    assert_eq!(reduced.graph.lts.num_states(), 0);
    // Already broken from the start.
    let again = autofailure(&reduced.graph, &Budget::unlimited()).expect("no limit");
    assert!(again.graph.lts.initial().is_error());
}
