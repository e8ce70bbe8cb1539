//! Equal cells: they are recognised, cost nothing, and sharing changes no result.

use std::fmt::Arguments;

use suppose_base::{ActionId, Budget};
use suppose_testing::Random;

use super::naive::{Edge, PI, Plain, product};
use super::soundness::{assert_sound, random_system, refined};
use super::wires::{Gate, graph_of_gates, minus, plus};
use crate::net::WireId;
use crate::refine::{Given, Interface, Method, Options, Refined, refine};

/// The same graph with other actions and wires.
fn renamed(graph: &Plain, action: impl Fn(u32) -> u32, wire: impl Fn(u32) -> u32) -> Plain {
    let all = |list: &[u32]| list.iter().map(|&a| action(a)).collect();
    Plain {
        inputs: all(&graph.inputs),
        outputs: all(&graph.outputs),
        internal: all(&graph.internal),
        edges: graph.edges.iter().map(|&(s, a, t)| (s, if a == 0 { 0 } else { action(a) }, t)).collect(),
        wires: graph.wires.iter().map(|&w| wire(w)).collect(),
        ..graph.clone()
    }
}

/// All that refinement gives, but for how much work it was.
fn assert_same(a: &Refined, b: &Refined, what: Arguments<'_>) {
    assert_eq!(a.failing, b.failing, "{what}");
    assert_eq!(a.size, b.size, "{what}");
    assert_eq!(a.components.len(), b.components.len(), "{what}");
    for (a, b) in a.components.iter().zip(&b.components) {
        assert_eq!(
            (&a.graph.lts, &a.origin, &a.graph.codes),
            (&b.graph.lts, &b.origin, &b.graph.codes),
            "{what}"
        );
        assert_eq!((&a.graph.inputs, &a.graph.outputs), (&b.graph.inputs, &b.graph.outputs), "{what}");
    }
    for (a, b) in a.rounds.iter().zip(&b.rounds) {
        assert_eq!((a.tried, a.changed), (b.tried, b.changed), "{what}");
        assert_eq!((&a.constraints, &a.removed), (&b.constraints, &b.removed), "{what}");
    }
}

/// A ring of equal cells. Each drives 3 and 4; it reads 3 of the cell to the left as 1, and 4 of that to the
/// right as 2. Numbers of actions go up or down around the ring.
fn ring(cell: &Plain, count: u32, up: bool) -> Vec<Plain> {
    let number = |i: u32, a: u32| 1 + 3 * (if up { i } else { count - 1 - i }) + a % 3;
    let own = |i: u32, a: u32| match a {
        1 => number((i + count - 1) % count, 0),
        2 => number((i + 1) % count, 1),
        _ => number(i, a),
    };
    (0..count).map(|i| renamed(cell, |a| own(i, a), |w| w)).collect()
}

fn random_cell(random: &mut Random) -> Plain {
    let mut cell = Plain::new(2 + random.below(2), &[1, 2], &[3, 4], &[]);
    for _ in 0..2 + random.below(7) {
        let target = if random.chance(8) { PI } else { random.below(cell.states) };
        let edge: Edge = (random.below(cell.states), 1 + random.below(4), target);
        if !cell.edges.contains(&edge) {
            cell.edges.push(edge);
        }
    }
    cell
}

#[test]
fn sharing_changes_no_result() {
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let graphs = match seed % 2 {
            0 => random_system(&mut random),
            _ => ring(&random_cell(&mut random), 5, seed % 4 == 1),
        };
        for method in [Method::Sync(2), Method::Sync(4), Method::Both(3)] {
            let what = format_args!("seed {seed}: {graphs:?}");
            let with = refined(&graphs, method, true);
            assert_same(&with, &refined(&graphs, method, false), what);
            assert_sound(&with, &product(&graphs.iter().collect::<Vec<_>>()), what);
        }
    }
}

#[test]
fn equal_cells_are_one_whatever_their_names() {
    let interface = |graph: &Plain| Interface {
        actions: [&graph.inputs[..], &graph.outputs].concat().into_iter().map(ActionId::from_raw).collect(),
        wires: Vec::new(),
    };
    let mut random = Random::new(5);
    let mut changed = 0;
    for _ in 0..100 {
        let cell = random_cell(&mut random);
        for up in [true, false] {
            let effort = |count: u32| {
                let graphs = ring(&cell, count, up);
                let given = |g: &Plain| Given { interface: Some(interface(g)), ..g.graph().into() };
                let options = Options { until_stable: true, ..Options::new(Method::Sync(3)) };
                let all: Vec<Given> = graphs.iter().map(given).collect();
                refine(&all, &options, &Budget::unlimited()).expect("no limits")
            };
            let (small, large) = (effort(8), effort(80));
            let work = |r: &Refined| (r.effort.graphs, r.effort.searched, r.effort.tuples, r.rounds.len());
            // Each cell has the same surroundings, so a larger ring is no more work.
            assert_eq!(work(&small), work(&large), "{cell:?}");
            assert_eq!(large.failing.len(), if small.failing.is_empty() { 0 } else { 80 });
            changed += usize::from(small.effort.graphs > 1);
        }
    }
    assert!(changed > 50, "{changed}");
}

/// A cell of Muller's pipeline: c = C(l, ¬r), with the inverter. Wires: l 0, r 1, n 2, c 3.
fn pipeline_cell() -> Plain {
    let inverter = Gate { output: 2, rises: |w| !w(1), falls: |w| w(1) };
    let c = Gate { output: 3, rises: |w| w(0) && w(2), falls: |w| !w(0) && !w(2) };
    graph_of_gates(&[0, 1], &[inverter, c], &[2], &[false, false, true, false]).0
}

/// The two ends: an inverter from what the first cell says, and a buffer of what the last one says, or an
/// eager one that does not wait for it. Wires: in 0, out 1.
fn pipeline_ends(good: bool) -> (Plain, Plain) {
    let left = Gate { output: 1, rises: |w| !w(0), falls: |w| w(0) };
    let right = Gate { output: 1, rises: |w| w(0), falls: |w| !w(0) };
    let eager = Gate { output: 1, rises: |_| true, falls: |_| true };
    let start = &[false, false];
    let right = if good { right } else { eager };
    (graph_of_gates(&[0], &[left], &[], start).0, graph_of_gates(&[0], &[right], &[], start).0)
}

/// Muller's pipeline with this many cells, all empty, each with its wires in its own order. Wires of cell `i`
/// from 1 on: c is 2i, n is 2i + 1; the left end drives 0, the right one the wire after the last.
fn pipeline_parts(cells: u32, good: bool) -> Vec<(Plain, Vec<u32>)> {
    let (left, right) = pipeline_ends(good);
    let cell = pipeline_cell();
    let part = |graph: &Plain, wires: &[u32]| {
        let wire = |w: u32| wires[w as usize];
        let action = |a: u32| if a % 2 == 1 { plus(wire((a - 1) / 2)) } else { minus(wire((a - 2) / 2)) };
        (renamed(graph, action, wire), wires.to_vec())
    };
    let mut all = vec![part(&left, &[2, 0])];
    for i in 1..=cells {
        let before = if i == 1 { 0 } else { 2 * (i - 1) };
        all.push(part(&cell, &[before, 2 * (i + 1), 2 * i + 1, 2 * i]));
    }
    all.push(part(&right, &[2 * cells, 2 * (cells + 1)]));
    all
}

/// The same as state graphs with interfaces.
fn pipeline(cells: u32, good: bool) -> Vec<Given> {
    let given = |(graph, wires): &(Plain, Vec<u32>)| {
        let interface = Interface {
            actions: wires.iter().flat_map(|&w| [plus(w), minus(w)]).map(ActionId::from_raw).collect(),
            wires: wires.iter().map(|&w| WireId(w)).collect(),
        };
        Given { interface: Some(interface), ..graph.graph().into() }
    };
    pipeline_parts(cells, good).iter().map(given).collect()
}

#[test]
fn a_long_pipeline_is_as_easy_as_a_short_one() {
    let run = |cells, method, sharing| {
        let options = Options { sharing, ..Options::new(method) };
        refine(&pipeline(cells, true), &options, &Budget::unlimited()).expect("no limits")
    };
    for method in [Method::Sync(3), Method::Constraint] {
        let (short, long, apart) = (run(4, method, true), run(1000, method, true), run(40, method, false));
        let work = |r: &Refined| (r.effort.graphs, r.effort.searched, r.effort.tuples, r.rounds.len());
        assert_eq!(work(&short), work(&long));
        for refined in [&short, &long, &apart] {
            assert_eq!(refined.failing, [0; 0]);
        }
        // At the beginning there are a cell and two ends.
        assert!(long.effort.graphs < 10);
        assert!(apart.effort.graphs > 40);
        if method == Method::Sync(3) {
            // Pairs are enough: an end with a cell, two cells, a cell with an end.
            assert_eq!((long.size, long.effort.searched, long.effort.asked), (2, 3, 1001));
            assert_eq!(apart.effort.searched, 41);
        }
    }
}

#[test]
fn a_pipeline_with_an_eager_end_fails() {
    for cells in 1..=5 {
        for good in [true, false] {
            let given = pipeline_parts(cells, good);
            let happens = product(&given.iter().map(|(g, _)| g).collect::<Vec<_>>());
            assert_eq!(happens.fails, !good);
            for method in [Method::Sync(2), Method::Sync(4), Method::Constraint] {
                let refined = refine(&pipeline(cells, good), &Options::new(method), &Budget::unlimited())
                    .expect("no limits");
                assert_eq!(refined.failing.is_empty(), good);
                assert!(good || refined.failing.contains(&(cells as usize)));
            }
        }
    }
}
