//! A netlist and a signal transition graph of its environment, joined.

use suppose_base::{Budget, FileId};
use suppose_nets::search::search;
use suppose_nets::{Design, Failure, Failures, stg};

use crate::netlist::common::ENVIRONMENT;
use crate::netlist::support::circuit;

fn joined(gate: &str) -> Design {
    let text = format!("module m (input a, b, output z); {gate} endmodule");
    let (circuit, _) = circuit(&text);
    let (mut graph, _) = stg::read(ENVIRONMENT, FileId(1), "environment").expect("a graph");
    graph.infer_initial(&Budget::unlimited()).expect("no limit");
    Design::join("m", vec![circuit, graph.fragment]).expect("a design").0
}

fn failures(design: &Design) -> (u64, Vec<Failure>) {
    let found = search(design, Failures::STEPS.with(Failure::Deadlock), &Budget::unlimited());
    assert_eq!(found.stopped, None);
    (found.states, found.runs.iter().map(|run| run.failure).collect())
}

/// Its first value follows from the environment: both inputs are 0, so the C-element is.
#[test]
fn a_c_element_does_what_its_environment_expects() {
    for gate in
        ["C2 c (z, a, b);", "assign z = a & b | z & (a | b);", "wire n; NC2 c (n, a, b); INV i (z, n);"]
    {
        let design = joined(gate);
        assert!(!design.is_open());
        let first: Vec<(&str, i32)> =
            design.wires.iter().map(|wire| (wire.name.as_str(), wire.initial)).collect();
        assert!(first.starts_with(&[("a", 0), ("b", 0), ("z", 0)]), "{first:?}");
        assert_eq!(failures(&design).1, vec![], "{gate}");
    }
    // 0, one or both inputs have changed: four states in each half.
    assert_eq!(failures(&joined("C2 c (z, a, b);")).0, 8);
}

/// An AND gate falls too early.
#[test]
fn an_and_gate_does_not() {
    assert!(failures(&joined("and (z, a, b);")).1.contains(&Failure::Conformance));
}

/// A loop of a gate and a majority of three that falls apart into gates has a hazard.
#[test]
fn separate_gates_of_a_c_element_are_hazardous() {
    let gates = "wire p, q, r; and (p, a, b); and (q, a, z); and (r, b, z); or (z, p, q, r);";
    assert!(failures(&joined(gates)).1.contains(&Failure::Disabling));
}
