//! Graphs as they come from circuits: random gates, in the maximal environment. They have the concurrent
//! internal steps for which the reductions were made.

use suppose_base::Budget;
use suppose_lts::compare::compare;
use suppose_lts::ops::hide;
use suppose_lts::reduce::Relation;
use suppose_nets::build::state_graph;
use suppose_nets::reduce::{Reduction, autofailure, overall, redundant, region, transition};
use suppose_nets::{Design, Expr, Failures, Fragment, Net, StateGraph, Transition, WireId};
use suppose_testing::Random;

/// Two components of some gates each, over wires of both and one input.
fn circuit(random: &mut Random) -> Design {
    let mut fragment = Fragment::new("random");
    fragment.open = true;
    let sizes = [2 + random.below(3), 1 + random.below(3)];
    let gates = sizes[0] + sizes[1];
    let wires: Vec<WireId> = (0..=gates).map(|i| fragment.wire(&format!("w{i}"))).collect();
    for &wire in &wires {
        fragment.set_initial(wire, i32::from(random.below(2) == 0));
    }
    let mut outputs = wires.iter().copied();
    for (number, size) in sizes.into_iter().enumerate() {
        let mut net = Net::new(format!("n{number}"));
        for output in outputs.by_ref().take(size) {
            let mut literal = || {
                let wire = Expr::Wire(wires[random.below(wires.len())]);
                if random.below(2) == 0 { wire.negated() } else { wire }
            };
            let (rise, fall) = match literal() {
                // A C-element, a gate of one input, a gate of two.
                Expr::Wire(_) => {
                    let (a, b) = (literal(), literal());
                    (a.clone().and(b.clone()), a.negated().and(b.negated()))
                }
                a if sizes[0] == 3 => (a.clone(), a.negated()),
                a => {
                    let both = a.and(literal());
                    (both.clone(), both.negated())
                }
            };
            let [low, high] = [0, 1].map(|value| net.add_place(format!("{output:?}-{value}")));
            let marked = if fragment.wires[output.index()].initial == Some(0) { low } else { high };
            net.marking.push(marked);
            let name = |edge: char| format!("{output:?}{edge}");
            let set = |value| Expr::Const(value);
            net.transitions.extend([
                Transition::new(name('+'), vec![low], vec![high]).when(rise).sets(output, set(1)),
                Transition::new(name('-'), vec![high], vec![low]).when(fall).sets(output, set(0)),
            ]);
        }
        fragment.nets.push(net);
    }
    Design::join("random", vec![fragment]).expect("the nets fit together").0
}

fn equal(left: &StateGraph, right: &StateGraph, relation: Relation, internal: bool) -> bool {
    let hidden = |graph: &StateGraph| hide(&graph.lts, |a| internal && graph.is_internal(a));
    compare(&hidden(left), &hidden(right), relation, &Budget::unlimited()).expect("no limit").equal
}

#[test]
fn graphs_of_random_circuits() {
    let budget = Budget::unlimited();
    let (mut internal, mut smaller, mut failing) = (0, 0, 0);
    for seed in 0..400 {
        let design = circuit(&mut Random::new(seed));
        for nets in [&[0][..], &[1], &[0, 1]] {
            let build = |on_the_fly| {
                state_graph(&design, nets, Failures::STEPS, on_the_fly, &budget).expect("no limit").graph
            };
            let (whole, trimmed) = (build(false), build(true));
            let after = autofailure(&whole, &budget).expect("no limit").graph;
            assert!(equal(&trimmed, &after, Relation::Strong, false), "seed {seed}, {nets:?}");
            assert_eq!(trimmed.lts.num_states(), after.lts.num_states(), "seed {seed}, {nets:?}");
            for graph in [&whole, &trimmed] {
                for reduce in [transition, redundant, region, overall] {
                    let new = reduce(graph, &budget).expect("no limit");
                    assert!(equal(graph, &new.graph, Relation::Trace, true), "seed {seed}, {nets:?}");
                    for s in graph.lts.states() {
                        if let Some(to) = new.map.get(s).filter(|to| !to.is_error()) {
                            assert_eq!(graph.codes.get(s), new.graph.codes.get(to), "seed {seed}, {nets:?}");
                        }
                    }
                }
            }
            let reduced = Reduction::Region.apply(&whole, &budget).expect("no limit").graph;
            let has_internal = after.lts.all_transitions().any(|(_, t)| after.is_internal(t.action));
            internal += usize::from(has_internal);
            smaller += usize::from(has_internal && reduced.lts.num_states() < after.lts.num_states());
            failing += usize::from(after.lts.has_error());
        }
    }
    assert!(internal > 200 && smaller > 100 && failing > 200, "{internal}, {smaller}, {failing}");
}
