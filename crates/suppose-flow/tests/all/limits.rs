//! Limits end every analysis with their reason, and never as a proof.

use suppose_ada::models::{Variant, gas_station, peterson};
use suppose_ada::{Program, VarId, load, lower};
use suppose_base::{Budget, FileId, Poll, StopReason};
use suppose_flow::Constraint;
use suppose_flow::choose::{Answer, decide};
use suppose_flow::split::{Obligation, Split};
use suppose_flow::verify::Analysis;
use suppose_lts::System;

fn loaded(text: &str) -> (Program, System, usize) {
    let (program, _) = load(FileId(0), text).expect("a program");
    let system = lower(&program, &Budget::unlimited()).expect("no limit").system;
    let property =
        system.components.iter().position(|c| c.name.eq_ignore_ascii_case("P1")).expect("a property");
    (program, system, property)
}

#[test]
fn a_check_stops() {
    let (program, system, property) = loaded(&gas_station(3, Variant::Right));
    let unlimited = Budget::unlimited();
    let mut analysis = Analysis::new(&program, &system, &system, property, &unlimited).expect("no limit");
    let tripping = Budget::unlimited().tripping_at(Poll::Flow);
    assert_eq!(analysis.check(&[], &tripping).err(), Some(StopReason::Interrupted));
    let few = Budget::unlimited().with_max_bytes(100);
    assert_eq!(analysis.check(&[], &few).err(), Some(StopReason::Memory(100)));
    let all = analysis.candidates();
    // Enough for the graphs of the tasks.
    let states = Budget::unlimited().with_max_states(500);
    assert_eq!(analysis.check(&all, &states).err(), Some(StopReason::States(500)));
    assert!(analysis.check(&all, &unlimited).expect("no limit").path.is_none());
    // Enough for the graph and few tuples, and not for many.
    let bytes = Budget::unlimited().with_max_bytes(30_000);
    assert!(analysis.check(&[], &bytes).is_ok());
    assert_eq!(analysis.check(&all, &bytes).err(), Some(StopReason::Memory(30_000)));
}

#[test]
fn what_is_not_decided_is_open() {
    let (program, system, property) = loaded(&peterson(2, Variant::Right));
    let mut analysis =
        Analysis::new(&program, &system, &system, property, &Budget::unlimited()).expect("no limit");
    // The first check finds a path with a few states; what is needed to rule it out takes more.
    let decision = decide(&mut analysis, &[], &Budget::unlimited().with_max_states(20)).expect("a path");
    assert!(matches!(decision.answer, Answer::Open(StopReason::States(20))), "{:?}", decision.answer);
    assert!(decision.last.path.is_some());
}

#[test]
fn walks_and_premises_stop() {
    let (program, system, property) = loaded(&peterson(2, Variant::Right));
    let unlimited = Budget::unlimited();
    let constraints = (0..3).map(|v| Constraint::Variable(VarId(v))).collect();
    let split =
        Split::new(&program, &system, property, vec![0, 1], constraints, &unlimited).expect("no limit");
    let sigma = split.interface(0, Obligation::Property);
    let tripping = Budget::unlimited().tripping_at(Poll::Flow);
    assert_eq!(split.side(0, Obligation::Property, &sigma, &tripping).err(), Some(StopReason::Interrupted));
    let side = split.side(0, Obligation::Property, &sigma, &unlimited).expect("no limit");
    assert_eq!(side.first_error(None, &tripping).err(), Some(StopReason::Interrupted));
    assert_eq!(side.walk().fatal(&sigma, &tripping), Err(StopReason::Interrupted));
    let states = Budget::unlimited().with_max_states(3);
    assert_eq!(side.walk().fatal(&sigma, &states), Err(StopReason::States(3)));
    let bytes = Budget::unlimited().with_max_bytes(100);
    assert_eq!(side.walk().fatal(&sigma, &bytes), Err(StopReason::Memory(100)));
    assert!(side.first_error(None, &unlimited).expect("no limit").path.is_some());
}
