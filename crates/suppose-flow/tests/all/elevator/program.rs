//! The elevator as a program.

use std::sync::Arc;

use suppose_ada::{
    Alternative, Body, Chosen, Domain, Entry, EntryId, Expr, Instruction, Kind, Pc, Place, Program, Task,
    TaskId, VarId, Variable, lower,
};
use suppose_base::{ActionId, Budget, FileId, Span, StateId};
use suppose_flow::Constraint;
use suppose_flow::choose::{Answer, decide};
use suppose_flow::feasible::realise;
use suppose_flow::split::{Obligation, Split};
use suppose_flow::tfg::Size;
use suppose_flow::verify::Analysis;
use suppose_lts::{Component, LtsBuilder, Role, System};

const CAR: Constraint = Constraint::Task(TaskId(0));
const CONTROLLER: Constraint = Constraint::Task(TaskId(1));
const X: Constraint = Constraint::Variable(VarId(0));
const NOWHERE: Span = Span::new(FileId(0), 0, 0);
const LABELS: [&str; 4] = ["sync", "open", "close", "move"];

/// `x := value; sync; if x then open; end if; if x then close; end if; move;`
fn code(value: i64, meet: impl Fn(u32, u32) -> Kind) -> Vec<Instruction> {
    let x = || Expr::Scalar(VarId(0));
    let kinds = vec![
        Kind::Assign { target: Place::Scalar(VarId(0)), value: Expr::Constant(value), next: Pc(1) },
        meet(0, 2),
        Kind::Branch { condition: x(), yes: Pc(3), no: Pc(4) },
        meet(1, 4),
        Kind::Branch { condition: x(), yes: Pc(5), no: Pc(6) },
        meet(2, 6),
        meet(3, 7),
        Kind::Stop,
        Kind::EndBody,
    ];
    kinds.into_iter().map(|kind| Instruction { kind, span: NOWHERE }).collect()
}

fn program() -> Program {
    let chosen = |entry: u32| Chosen { indices: Vec::new(), members: vec![EntryId(entry)] };
    let accept = |entry: u32, next: u32| {
        let body = Body::Atomic { start: Pc(8), next: Pc(next) };
        let alternative =
            Alternative { guard: None, entry: chosen(entry), formals: Vec::new(), body, span: NOWHERE };
        Kind::Select { alternatives: vec![alternative], otherwise: None, terminate: false }
    };
    let call = |entry: u32, next: u32| Kind::Call {
        entry: chosen(entry),
        arguments: Vec::new(),
        next: Pc(next),
        otherwise: None,
    };
    let task = |name: &str, code| Task { name: name.into(), family: None, code, many: false, span: NOWHERE };
    let entry = |label: &str| Entry {
        task: TaskId(0),
        label: label.into(),
        parameters: Vec::new(),
        atomic: true,
        span: NOWHERE,
    };
    let x = Variable {
        name: "x".into(),
        owner: None,
        family: None,
        domain: Domain::boolean(),
        initial: None,
        many: false,
        span: NOWHERE,
    };
    Program {
        name: "elevator".into(),
        tasks: vec![task("car", code(1, accept)), task("controller", code(0, call))],
        variables: vec![x],
        entries: LABELS.map(entry).to_vec(),
        properties: Vec::new(),
        every_size: None,
    }
}

/// The LTSs car, controller, x and the property that the car does not move with open doors.
fn system(program: &Program) -> System {
    let mut system = lower(program, &Budget::unlimited()).expect("no limit").system;
    let [_, open, close, go] = LABELS.map(|name| system.actions.intern(name));
    let (shut, opened) = (StateId::must(0), StateId::must(1));
    let mut builder = LtsBuilder::new(2);
    for (from, action, to) in [
        (shut, open, opened),
        (shut, close, shut),
        (shut, go, shut),
        (opened, open, opened),
        (opened, close, shut),
        (opened, go, StateId::ERROR),
    ] {
        builder.add(from, action, to);
    }
    let lts = Arc::new(builder.finish().expect("a property"));
    system.components.push(Component { name: "DoorsClosed".into(), lts, role: Role::Property });
    system
}

#[test]
fn checks_under_constraints() {
    let (program, budget) = (program(), Budget::unlimited());
    let system = system(&program);
    let mut analysis = Analysis::new(&program, &system, &system, 3, &budget).expect("no limit");
    let none = analysis.check(&[], &budget).expect("no limit");
    assert_eq!(none.size, Size { nodes: 10, edges: 14, mip_pairs: 0 });
    let word = none.word().expect("a path");
    let names: Vec<&str> = word.iter().map(|&a| system.actions.name(a)).collect();
    assert_eq!(names, ["sync", "open", "move"]);
    let letters: Vec<Vec<ActionId>> = word.iter().map(|&a| vec![a]).collect();
    assert!(realise(&system, 3, &none.alphabet, &letters, &budget).expect("no limit").is_none());
    for (constraints, states) in [(&[X][..], 29), (&[X, CAR, CONTROLLER], 39)] {
        let report = analysis.check(constraints, &budget).expect("no limit");
        assert_eq!(report.size, Size { nodes: 20, edges: 29, mip_pairs: 17 });
        assert!(report.path.is_none());
        assert_eq!(report.states, states);
    }
    assert!(analysis.check(&[CAR, CONTROLLER], &budget).expect("no limit").path.is_some());
}

#[test]
fn the_variable_is_what_is_needed() {
    let (program, budget) = (program(), Budget::unlimited());
    let system = system(&program);
    let mut analysis = Analysis::new(&program, &system, &system, 3, &budget).expect("no limit");
    for first in [&[][..], &[CAR], &[CONTROLLER, X]] {
        let decision = decide(&mut analysis, first, &budget).expect("no limit");
        assert!(matches!(decision.answer, Answer::Proved));
        assert_eq!(decision.constraints, [X]);
        assert_eq!(decision.last.states, 29);
    }
}

fn split<'p>(
    program: &'p Program,
    system: &'p System,
    parts: [u32; 2],
    constraints: &[Constraint],
) -> Split<'p> {
    Split::new(program, system, 3, parts.to_vec(), constraints.to_vec(), &Budget::unlimited())
        .expect("no limit")
}

fn word(split: &Split<'_>, names: &[&str]) -> Vec<ActionId> {
    names.iter().map(|name| split.actions().get(name).expect("an action")).collect()
}

#[test]
fn the_alphabet_and_the_query_of_section_4_3() {
    let (program, budget) = (program(), Budget::unlimited());
    let system = system(&program);
    for (constraints, violated) in [(&[X][..], true), (&[X, CAR], false), (&[X, CONTROLLER], true)] {
        let split = split(&program, &system, [0, 1], constraints);
        let sigma = split.interface(0, Obligation::Property);
        let names = split.actions().sorted_names(sigma.iter().copied());
        assert_eq!(names, ["close", "move", "open", "s2.x==false", "s2.x==true", "sync", "x=false"]);
        let side = split.side(0, Obligation::Property, &sigma, &budget).expect("no limit");
        let query = word(&split, &["sync", "s2.x==false", "open", "move"]);
        let fatal = side.walk().fatal(&query, &budget).expect("no limit");
        assert_eq!(fatal, violated.then_some(4));
        assert_eq!(side.trace(&query, &budget).expect("no limit").path.is_some(), violated);
    }
}

/// Section 4.2.2 says that LTSs find the query sync, controller.x==false, open, move a violation as well.
/// They do not: the car assigns true before sync, and nobody assigns anything after it within the query, so
/// the controller cannot read false. With an assignment of false between open and move the car can skip the
/// closing of the doors; the controller must have read true before, or not at all.
#[test]
fn the_query_of_section_4_2_is_safe_for_ltss() {
    let (program, budget) = (program(), Budget::unlimited());
    let system = system(&program);
    // car, x, property
    let side = system.restricted_to(&[0, 2, 3]);
    let action = |name: &str| system.actions.get(name).expect("an action");
    let mut sigma: Vec<ActionId> = LABELS.map(action).to_vec();
    sigma.extend(["controller.x=false", "controller.x==false", "controller.x==true"].map(action));
    let violates = |query: &[&str]| {
        let letters: Vec<Vec<ActionId>> = query.iter().map(|name| vec![action(name)]).collect();
        realise(&side, 2, &sigma, &letters, &budget).expect("no limit").is_some()
    };
    assert!(!violates(&["sync", "controller.x==false", "open", "move"]));
    assert!(!violates(&["sync", "controller.x==false", "open", "controller.x=false", "move"]));
    assert!(violates(&["sync", "open", "controller.x=false", "move"]));
    assert!(violates(&["sync", "controller.x==true", "open", "controller.x=false", "move"]));
    // Whatever the controller reads and assigns before, after a read of false the doors stay shut.
    assert!(!violates(&[
        "controller.x=false",
        "sync",
        "controller.x==false",
        "open",
        "controller.x=false",
        "move"
    ]));
}
