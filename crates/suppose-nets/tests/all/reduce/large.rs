//! Graphs of a hundred thousand states, and shapes on which a careless algorithm is quadratic or runs out of
//! stack. What is asserted is the result; that these tests end soon is the point of them.

use suppose_base::{ActionId, Budget, StateId, StopReason};
use suppose_lts::LtsBuilder;
use suppose_nets::reduce::{
    Reduced, autofailure, case_one, case_three, case_two, overall, redundant, region, state, transition,
};
use suppose_nets::{Codes, StateGraph};
use suppose_testing::Random;

use crate::reduce::support::{X, Y, is_input, is_internal};

/// Like `support::PI`, beyond the states of large graphs.
const PI: usize = usize::MAX;

fn graph_of(states: usize, edges: impl IntoIterator<Item = (usize, u32, usize)>) -> StateGraph {
    let mut builder = LtsBuilder::new(states);
    for (source, action, target) in edges {
        let target = if target == PI { StateId::ERROR } else { StateId::must(target) };
        builder.add(StateId::must(source), ActionId::from_raw(action), target);
    }
    let lts = builder.finish().expect("a valid graph");
    let actions =
        |wanted: fn(u32) -> bool| lts.alphabet().iter().copied().filter(|a| wanted(a.raw())).collect();
    StateGraph {
        inputs: actions(is_input),
        outputs: actions(|a| !is_internal(a) && !is_input(a)),
        codes: Codes::default(),
        lts,
    }
}

fn size(reduced: &Reduced) -> (usize, usize) {
    (reduced.graph.lts.num_states(), reduced.graph.lts.num_transitions())
}

type Reduce = fn(&StateGraph, &Budget) -> Result<Reduced, StopReason>;

fn run(graph: &StateGraph, reduce: Reduce) -> Reduced {
    reduce(graph, &Budget::unlimited()).expect("no limit")
}

#[test]
fn random_graphs_of_a_hundred_thousand_states() {
    let n = 100_000;
    let mut random = Random::new(7);
    let mut edges: Vec<_> = (1..n).map(|s| (random.below(s), [1, 3][random.below(2)], s)).collect();
    // Less than one transition for each state that the environment cannot prevent: otherwise a failure
    // anywhere is one of the initial state.
    for _ in 0..n + n / 2 {
        let action = [1, 1, 3, 3, 2, 4, X, Y][random.below(8)];
        let target = if random.below(200) == 0 { PI } else { random.below(n) };
        edges.push((random.below(n), action, target));
    }
    let graph = graph_of(n, edges);
    for reduce in [autofailure as Reduce, redundant, region, case_one, case_two, case_three, overall, state] {
        let (states, transitions) = size(&run(&graph, reduce));
        assert!(0 < states && states <= n && transitions <= graph.lts.num_transitions());
    }
    let (states, transitions) = size(&run(&graph, transition));
    assert!(0 < states && states <= n && transitions > n);
}

#[test]
fn a_long_chain_of_internal_steps() {
    // Each state of the chain is entered by an input, and the end has an output.
    let n = 100_000;
    let chain = (0..n - 1).map(|s| (s, X, s + 1)).chain([(n - 1, 2, 0)]);
    let entered = chain.clone().chain((0..n).map(|s| (0, 1, s)));
    let graph = graph_of(n, entered);
    assert_eq!(size(&run(&graph, transition)), (n, 2 * n));
    // Only the last can do something else than pass on; the first has its inputs.
    assert_eq!(size(&run(&graph, case_two)), (2, 4));
    let graph = graph_of(n, chain);
    assert_eq!(size(&run(&graph, transition)), (1, 1));
    assert_eq!(size(&run(&graph, case_two)), (1, 1));
    assert_eq!(size(&run(&graph, case_three)), (1, 1));
    assert_eq!(size(&run(&graph, overall)), (1, 1));
    assert_eq!(size(&run(&graph, state)), (1, 1));
    // And with a failure at the end.
    let failing = graph_of(n, (0..n).map(|s| (s, X, if s + 1 == n { PI } else { s + 1 })));
    for reduce in [autofailure as Reduce, transition, redundant, region, case_one, overall, state] {
        assert!(run(&failing, reduce).graph.lts.initial().is_error());
    }
}

#[test]
fn a_cycle_of_internal_steps() {
    let n = 100_000;
    let graph = graph_of(n, (0..n).map(|s| (s, X, (s + 1) % n)).chain([(n / 2, 1, n / 3)]));
    assert_eq!(size(&run(&graph, transition)), (2, 2));
    assert_eq!(size(&run(&graph, overall)), (1, 2));
    assert_eq!(size(&run(&graph, state)), (1, 1));
}

#[test]
fn a_ladder_whose_rungs_become_equal_one_after_the_other() {
    // Two chains from one state by the same actions; every state also leads to one hub, whose incoming
    // transitions change with each merge.
    let n = 50_000;
    let rung = |i: usize| [1 + 2 * i, 2 + 2 * i];
    let hub = 1 + 2 * n;
    let mut edges = vec![(0, 1, 1), (0, 1, 2)];
    for i in 0..n {
        for side in 0..2 {
            edges.push((rung(i)[side], 2, hub));
            if i + 1 < n {
                edges.push((rung(i)[side], 1, rung(i + 1)[side]));
            }
        }
    }
    let reduced = run(&graph_of(hub + 1, edges), redundant);
    assert_eq!(size(&reduced), (n + 2, 2 * n));
}

#[test]
fn a_grid_of_concurrent_steps() {
    // A counter of internal steps beside a counter of visible ones: only one way through the grid is left,
    // the internal steps first.
    let (width, height) = (400, 250);
    let at = |x: usize, y: usize| y * width + x;
    let mut edges = Vec::new();
    for y in 0..height {
        for x in 0..width {
            if x + 1 < width {
                edges.push((at(x, y), X, at(x + 1, y)));
            }
            if y + 1 < height {
                edges.push((at(x, y), 1 + (y % 4) as u32, at(x, y + 1)));
            }
        }
    }
    let graph = graph_of(width * height, edges);
    assert_eq!(size(&run(&graph, region)), (width + height - 1, width + height - 2));
    assert_eq!(size(&run(&graph, overall)), (height, height - 1));
}

#[test]
fn the_size_of_a_result_counts_against_the_budget() {
    // Each state of an internal chain is entered visibly and has a visible transition of its own: the result
    // is quadratic.
    let n = 3000;
    let edges = (0..n).flat_map(|s| [(s, X, (s + 1).min(n - 1)), (0, 1, s), (s, 2, s)]);
    let graph = graph_of(n, edges);
    let budget = Budget::unlimited().with_max_bytes(1 << 20);
    assert_eq!(transition(&graph, &budget).err(), Some(StopReason::Memory(1 << 20)));
}
