//! Refinement of the graphs of nets: verdicts against the flat search of the whole design, on circuits of
//! random gates; equal nets built once.

mod corpus;

use std::sync::Arc;

use suppose_base::Budget;
use suppose_nets::build::state_graph;
use suppose_nets::classes::Classes;
use suppose_nets::reduce::{self, autofailure};
use suppose_nets::refine::{Given, Method, Options, Refined, components, refine};
use suppose_nets::search::search;
use suppose_nets::{Design, Expr, Failures, Fragment, Net, StateGraph, Transition, Value, WireId};
use suppose_testing::Random;

/// Adds a gate: one place for each value of its output.
fn gate(net: &mut Net, wire: WireId, value: Value, rises: Expr, falls: Expr) {
    let low = net.add_place(format!("{}=0", wire.0));
    let high = net.add_place(format!("{}=1", wire.0));
    net.marking.push(if value == 0 { low } else { high });
    net.marking.sort_unstable();
    let name = |edge| format!("{}{edge}", wire.0);
    net.transitions.extend([
        Transition::new(name('+'), vec![low], vec![high]).when(rises).sets(wire, Expr::Const(1)),
        Transition::new(name('-'), vec![high], vec![low]).when(falls).sets(wire, Expr::Const(0)),
    ]);
}

fn is(wire: WireId) -> Expr {
    Expr::Wire(wire)
}

fn not(wire: WireId) -> Expr {
    Expr::Wire(wire).negated()
}

/// Muller's pipeline: cell i has c = C(previous c, ¬ next c), with an inverter; the ends are an inverter and
/// a buffer.
fn pipeline(cells: usize) -> Design {
    let mut fragment = Fragment::new("pipeline");
    let c: Vec<WireId> = (0..cells + 2).map(|i| fragment.wire(&format!("c{i}"))).collect();
    let n: Vec<WireId> = (0..cells + 2).map(|i| fragment.wire(&format!("n{i}"))).collect();
    for i in 0..cells + 2 {
        fragment.set_initial(c[i], 0);
        fragment.set_initial(n[i], 1);
        let mut net = Net::new(format!("cell{i}"));
        if i == 0 {
            gate(&mut net, c[0], 0, not(c[1]), is(c[1]));
        } else if i == cells + 1 {
            gate(&mut net, c[i], 0, is(c[i - 1]), not(c[i - 1]));
        } else {
            gate(&mut net, n[i], 1, not(c[i + 1]), is(c[i + 1]));
            gate(&mut net, c[i], 0, is(c[i - 1]).and(is(n[i])), not(c[i - 1]).and(not(n[i])));
        }
        fragment.nets.push(net);
    }
    Design::join("pipeline", vec![fragment]).expect("the nets fit together").0
}

/// The components of a design, each class of nets built once.
fn built(design: &Design, classes: &Classes, on_the_fly: bool) -> Vec<Given> {
    let graph = |&net: &usize| {
        let built = state_graph(design, &[net], Failures::STEPS, on_the_fly, &Budget::unlimited());
        Arc::new(built.expect("no limit").graph)
    };
    let graphs: Vec<Arc<StateGraph>> = classes.first.iter().map(graph).collect();
    components(classes, &graphs)
}

fn run(given: &[Given], options: &Options<'_>) -> Refined {
    refine(given, options, &Budget::unlimited()).expect("no limit")
}

#[test]
fn a_pipeline_of_nets_is_three_graphs() {
    let design = pipeline(200);
    let classes = Classes::of(&design);
    assert_eq!(classes.first.len(), 3);
    let given = built(&design, &classes, false);
    let refined = run(&given, &Options::new(Method::Sync(2)));
    assert_eq!(refined.failing, [0; 0]);
    assert_eq!((refined.effort.asked, refined.effort.searched), (201, 3));
    // Names are those of each net, not of the first of its class.
    let short = pipeline(4);
    let apart = built(&short, &Classes::apart(&short), false);
    let shared = built(&short, &Classes::of(&short), false);
    for method in [Method::Sync(2), Method::Sync(6), Method::Constraint] {
        let options = Options { until_stable: true, record: true, ..Options::new(method) };
        let (one, all) = (run(&shared, &options), run(&apart, &options));
        for (one, all) in one.components.iter().zip(&all.components) {
            assert_eq!(one.graph.inputs, all.graph.inputs);
            assert_eq!(one.graph.outputs, all.graph.outputs);
            assert_eq!(one.graph.codes.wires, all.graph.codes.wires);
            assert_eq!(one.graph.lts.num_transitions(), all.graph.lts.num_transitions());
        }
        let removed = |r: &Refined| r.rounds.iter().map(|round| round.removed.len()).collect::<Vec<_>>();
        assert_eq!(removed(&one), removed(&all));
    }
}

/// A closed circuit of random gates in two to four nets.
fn random_circuit(random: &mut Random) -> Design {
    let mut fragment = Fragment::new("random");
    let nets = 2 + random.below(3);
    let wires: Vec<WireId> = (0..nets + random.below(7)).map(|i| fragment.wire(&format!("w{i}"))).collect();
    let mut all: Vec<Net> = (0..nets).map(|n| Net::new(format!("net{n}"))).collect();
    for (w, &wire) in wires.iter().enumerate() {
        let value = Value::from(random.below(2) == 1);
        fragment.set_initial(wire, value);
        let net = if w < nets { w } else { random.below(nets) };
        let others: Vec<WireId> = wires.iter().copied().filter(|&o| o != wire).collect();
        let (a, b) = (others[random.below(others.len())], others[random.below(others.len())]);
        let (rises, falls) = match random.below(5) {
            0 => (is(a), not(a)),
            1 => (not(a), is(a)),
            2 => (is(a).and(is(b)), not(a).and(not(b))),
            3 => (is(a).and(not(b)), not(a).and(is(b))),
            _ => (is(a).and(is(b)), is(a).and(is(b)).negated()),
        };
        gate(&mut all[net], wire, value, rises, falls);
    }
    fragment.nets = all;
    Design::join("random", vec![fragment]).expect("the nets fit together").0
}

#[test]
fn verdicts_agree_with_the_flat_search() {
    let (mut failing, mut shown, mut unknown) = (0, 0, 0);
    for seed in 0..400 {
        let design = random_circuit(&mut Random::new(seed));
        let flat = search(&design, Failures::STEPS, &Budget::unlimited());
        let fails = !flat.runs.is_empty();
        failing += usize::from(fails);
        let classes = Classes::of(&design);
        let reduction = |graph: &StateGraph, budget: &Budget| Ok(autofailure(graph, budget)?.graph);
        for on_the_fly in [false, true] {
            let given = built(&design, &classes, on_the_fly);
            let all = design.nets.len();
            for method in [Method::Constraint, Method::Sync(2), Method::Sync(all), Method::Both(all)] {
                for reduction in [None, Some(&reduction as _)] {
                    let refined = run(&given, &Options { reduction, ..Options::new(method) });
                    assert!(!fails || !refined.failing.is_empty(), "seed {seed}: {method:?} lost a failure");
                    if [Method::Sync(all), Method::Both(all)].contains(&method) {
                        assert_eq!(fails, !refined.failing.is_empty(), "seed {seed}");
                    }
                    let known = given.iter().any(|g| g.graph.lts.has_error());
                    shown += usize::from(known && refined.failing.is_empty());
                    unknown += usize::from(!fails && !refined.failing.is_empty());
                }
            }
        }
    }
    assert!(failing > 50 && shown > 50 && unknown > 20, "{failing} {shown} {unknown}");
}

#[test]
fn no_reduction_in_between_loses_a_failure() {
    let (mut failing, mut shown) = (0, 0);
    for seed in 0..100 {
        let design = random_circuit(&mut Random::new(seed));
        let flat = search(&design, Failures::STEPS, &Budget::unlimited());
        let fails = !flat.runs.is_empty();
        failing += usize::from(fails);
        let given = built(&design, &Classes::of(&design), false);
        for kind in reduce::Reduction::ALL {
            let reduction = |graph: &StateGraph, budget: &Budget| Ok(kind.apply(graph, budget)?.graph);
            for method in [Method::Constraint, Method::Both(2), Method::Sync(design.nets.len())] {
                let options = Options { reduction: Some(&reduction), ..Options::new(method) };
                let refined = run(&given, &options);
                assert!(!fails || !refined.failing.is_empty(), "seed {seed}: {kind:?}, {method:?}");
                shown += usize::from(refined.failing.is_empty() && !refined.rounds.is_empty());
            }
        }
    }
    assert!(failing > 10 && shown > 50, "{failing} {shown}");
}
