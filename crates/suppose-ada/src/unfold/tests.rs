//! Graphs of small programs, node by node.

use suppose_base::{Budget, Poll, StopReason};

use super::{View, unfold};
use crate::graph::{Graph, Meeting, Phase, Step};
use crate::program::{Argument, Binary, Body, Domain, Exception, Expr, Kind, Mode, Pc, Place, Program};
use crate::test_support::{
    accept, alternative, assign, branch, call, elevator, event, of, program, raise, single, span, value,
};
use crate::{EntryId, TaskId, VarId};

fn graphs(program: &Program, view: &View) -> Vec<Graph> {
    unfold(program, view, &Budget::unlimited()).expect("no limits").tasks
}

/// A step with what follows it: nodes, `end`, `terminate`.
fn rows(graph: &Graph) -> Vec<(Step, Vec<u32>)> {
    graph.nodes.iter().map(|node| (node.step.clone(), node.follow.nodes.clone())).collect()
}

fn whole(entry: u32, values: &[i64]) -> Meeting {
    Meeting { entry: EntryId(entry), phase: Phase::Whole, raised: None, values: values.to_vec() }
}

#[test]
fn the_elevator_node_by_node() {
    let program = elevator();
    let x = VarId(0);
    let car = &graphs(&program, &View::of_ltss(&program))[0];
    assert_eq!(car.start.nodes, [0]);
    let step = |entry| Step::Accept(whole(entry, &[]), None);
    let expected = vec![
        (Step::Write(x, 1), vec![1]),
        (step(0), vec![2, 3]),
        (Step::Read(x, 0), vec![4, 5]),
        (Step::Read(x, 1), vec![6]),
        (Step::Read(x, 0), vec![7]),
        (Step::Read(x, 1), vec![8]),
        (step(1), vec![4, 5]),
        (step(3), vec![]),
        (step(2), vec![7]),
    ];
    assert_eq!(rows(car), expected);
    assert!(car.nodes[7].follow.end && !car.nodes[8].follow.end);
    assert_eq!(car.nodes[0].span, span(0));
    // Where the variable is not observed it may have any value, and nothing is seen of it.
    let unknown = View { observed: vec![false], silent: false, ..View::of_ltss(&program) };
    let car = &graphs(&program, &unknown)[0];
    let expected =
        vec![(step(0), vec![1, 2, 3]), (step(3), vec![]), (step(2), vec![1]), (step(1), vec![1, 2])];
    assert_eq!(rows(car), expected);
}

/// A server with a variable of its own; a client that calls with two values.
fn server() -> Program {
    let mut program = program("server");
    let server = program.add_task("server");
    let client = program.add_task("client");
    let small = Domain::range(0, 3);
    let sum = program.add_variable("server.sum", Some(server), small.clone(), Some(0));
    let given = program.add_variable("server.add.n", Some(server), small.clone(), None);
    let result = program.add_variable("server.add.r", Some(server), small.clone(), None);
    let got = program.add_variable("client.got", Some(client), small.clone(), None);
    let add = program.add_entry(server, "server.add", &[(Mode::In, small.clone()), (Mode::Out, small)]);
    let plus = Expr::Binary(Binary::Add, of(sum).into(), of(given).into());
    program.set_code(
        server,
        vec![
            accept(add, vec![given, result], 1, 0),
            assign(sum, plus, 2),
            assign(result, of(sum), 3),
            Kind::EndBody,
        ],
    );
    let argument = |n| vec![Argument::In(value(n)), Argument::Out(Place::Scalar(got))];
    let positive = Expr::Binary(Binary::Greater, of(got).into(), value(1).into());
    program.set_code(
        client,
        vec![
            call(add, argument(1), 1),
            call(add, argument(2), 2),
            branch(positive, 3, 4),
            event("more", vec![(of(got), Domain::range(0, 3))], 4),
            Kind::Stop,
        ],
    );
    program
}

#[test]
fn an_atomic_accept_runs_its_body_with_the_values_that_somebody_gives() {
    let program = server();
    let graphs = graphs(&program, &View::of_ltss(&program));
    let accepts: Vec<(Vec<i64>, Option<Exception>)> = graphs[0]
        .nodes
        .iter()
        .map(|node| match &node.step {
            Step::Accept(meeting, None) => {
                assert_eq!(meeting.phase, Phase::Whole);
                (meeting.values.clone(), meeting.raised)
            }
            Step::Raise(exception) => (vec![], Some(*exception)),
            other => panic!("{other:?}"),
        })
        .collect();
    // From 0 by 1 and 2; the sum never exceeds 3: then the rendezvous ends with an exception.
    let fails = Some(Exception::Constraint);
    let expected: Vec<(Vec<i64>, Option<Exception>)> = vec![
        (vec![1, 1], None),
        (vec![2, 2], None),
        (vec![1, 2], None),
        (vec![2, 3], None),
        (vec![1, 3], None),
        (vec![2], fails),
        (vec![1], fails),
        (vec![2], fails),
        (vec![], fails),
    ];
    assert_eq!(accepts.len(), expected.len());
    assert!(expected.iter().all(|one| accepts.contains(one)), "{accepts:?}");
    // The client knows nothing of the server's state: each call gets all that may come out for its value.
    let calls = |first: i64| {
        let steps = graphs[1].nodes.iter().filter_map(|node| match &node.step {
            Step::Call(meeting) if meeting.values[0] == first => Some(meeting.values[1..].to_vec()),
            _ => None,
        });
        let mut all: Vec<Vec<i64>> = steps.collect();
        all.sort();
        all
    };
    assert_eq!(calls(1), [vec![], vec![1], vec![2], vec![3]]);
    assert_eq!(calls(2), [vec![], vec![2], vec![3]]);
    // Values that are out of the way make no difference: the first call's are forgotten, of the second's only
    // those that are told stay.
    let events = graphs[1].nodes.iter().filter(|node| matches!(node.step, Step::Event(_))).count();
    assert_eq!(events, 2);
    // Each of the calls may fail.
    let raises =
        graphs[1].nodes.iter().filter(|node| node.step == Step::Raise(Exception::Constraint)).count();
    assert_eq!(raises, 2);
    assert_eq!(graphs[1].nodes.len(), 4 + 3 + 2 + 2);
}

#[test]
fn observed_variables_are_read_before_and_written_after_an_atomic_accept() {
    let program = server();
    let sum = VarId(0);
    let carried = vec![false, true, true, true];
    let observed = vec![true, false, false, false];
    let graph = &graphs(&program, &View { carried, observed, joined: vec![false; 4], silent: false })[0];
    // Each read decides for a call; the same accept has different nodes for different values.
    let read = |n: i64| {
        let node = graph.nodes.iter().find(|node| {
            node.step == Step::Read(sum, n)
                && node.follow.nodes.iter().any(|&next| {
                    matches!(&graph.nodes[next as usize].step, Step::Accept(m, None) if m.values[0] == 1)
                })
        });
        let node = node.unwrap_or_else(|| panic!("a read of {n}"));
        let next = &graph.nodes[node.follow.nodes[0] as usize];
        let after =
            next.follow.nodes.iter().map(|&n| graph.nodes[n as usize].step.clone()).collect::<Vec<_>>();
        (node.follow.nodes.len(), next.step.clone(), after)
    };
    let accepted = |values: &[i64]| Step::Accept(whole(0, values), None);
    assert_eq!(read(0), (1, accepted(&[1, 1]), vec![Step::Write(sum, 1)]));
    assert_eq!(read(2), (1, accepted(&[1, 3]), vec![Step::Write(sum, 3)]));
    let failed = Meeting { raised: Some(Exception::Constraint), ..whole(0, &[1]) };
    assert_eq!(read(3), (1, Step::Accept(failed, None), vec![Step::Raise(Exception::Constraint)]));
    // Where it is unknown, anything may happen at once and nothing is carried on.
    let carried = vec![false, true, true, true];
    let graph =
        &graphs(&program, &View { carried, observed: vec![false; 4], joined: vec![false; 4], silent: false })
            [0];
    assert!(!graph.nodes.iter().any(|node| matches!(node.step, Step::Read(..) | Step::Write(..))));
    assert!(graph.start.nodes.len() > 4);
}

#[test]
fn a_rendezvous_in_two_steps_knows_its_caller() {
    let mut program = program("two");
    let server = program.add_task("server");
    let clients = [program.add_task("one"), program.add_task("two")];
    let serve = program.add_entry(server, "server.serve", &[]);
    program.entries[0].atomic = false;
    let body = Body::Open { start: Pc(1) };
    let select = Kind::Select {
        alternatives: vec![alternative(serve, vec![], body)],
        otherwise: None,
        terminate: true,
    };
    let end = Kind::EndAccept { select: Pc(0), alternative: 0, next: Pc(0) };
    program.set_code(server, vec![select, event("work", vec![], 2), end]);
    for client in clients {
        program.set_code(client, vec![call(serve, vec![], 1), Kind::Stop]);
    }
    let graphs = graphs(&program, &View::of_ltss(&program));
    let meeting = |phase| Meeting { entry: serve, phase, raised: None, values: vec![] };
    let accepts = |phase, caller| Step::Accept(meeting(phase), Some(TaskId(caller)));
    let expected = vec![
        (accepts(Phase::Begin, 1), vec![2]),
        (accepts(Phase::Begin, 2), vec![3]),
        (Step::Event("work".to_owned()), vec![4]),
        (Step::Event("work".to_owned()), vec![5]),
        (accepts(Phase::End, 1), vec![0, 1]),
        (accepts(Phase::End, 2), vec![0, 1]),
    ];
    assert_eq!(rows(&graphs[0]), expected);
    assert!(graphs[0].start.terminate && !graphs[0].nodes[0].follow.terminate);
    for client in &graphs[1..] {
        let expected =
            vec![(Step::Call(meeting(Phase::Begin)), vec![1]), (Step::Call(meeting(Phase::End)), vec![])];
        assert_eq!(rows(client), expected);
    }
}

#[test]
fn what_nobody_does_disappears() {
    let mut program = program("nobody");
    let server = program.add_task("server");
    let client = program.add_task("client");
    let [called, ignored, own] = ["a", "b", "c"].map(|label| program.add_entry(server, label, &[]));
    let alternatives = [called, ignored, own]
        .map(|entry| alternative(entry, vec![], Body::Atomic { start: Pc(1), next: Pc(2) }));
    let select = Kind::Select { alternatives: alternatives.into(), otherwise: None, terminate: false };
    // The server calls itself and then never comes back.
    program.set_code(server, vec![select, Kind::EndBody, call(own, vec![], 0)]);
    program.set_code(client, vec![call(called, vec![], 1), call(called, vec![], 2), Kind::Stop]);
    let graphs = graphs(&program, &View::of_ltss(&program));
    assert_eq!(rows(&graphs[0]), [(Step::Accept(whole(0, &[]), None), vec![])]);
    assert!(!graphs[0].nodes[0].follow.end);
    // Nothing says that the second call is never answered: that takes both tasks.
    let step = Step::Call(whole(0, &[]));
    assert_eq!(rows(&graphs[1]), [(step.clone(), vec![1]), (step, vec![])]);
    assert!(graphs[1].nodes[1].follow.end);
}

#[test]
fn guards_choices_and_loops() {
    let mut program = program("guards");
    let task = program.add_task("task");
    let other = program.add_task("other");
    let flag = program.add_variable("task.flag", Some(task), Domain::boolean(), None);
    let [yes, no] = ["yes", "no"].map(|label| program.add_entry(task, label, &[]));
    let guarded = |entry, guard: Expr| {
        let body = Body::Atomic { start: Pc(5), next: Pc(6) };
        crate::Alternative { guard: Some(guard), ..alternative(entry, vec![], body) }
    };
    let not = Expr::Unary(crate::Unary::Not, of(flag).into());
    let both = vec![guarded(yes, of(flag)), guarded(no, not)];
    program.set_code(
        task,
        vec![
            Kind::Split(vec![Pc(1), Pc(2), Pc(3)]),
            Kind::Select { alternatives: both, otherwise: None, terminate: false },
            Kind::Select { alternatives: vec![guarded(yes, value(0))], otherwise: None, terminate: false },
            // A loop for ever.
            Kind::Goto(Pc(4)),
            Kind::Goto(Pc(3)),
            Kind::EndBody,
            raise(),
        ],
    );
    let mut calls = call(yes, vec![], 1);
    if let Kind::Call { otherwise, .. } = &mut calls {
        *otherwise = Some(Pc(1));
    }
    program.set_code(other, vec![calls, call(no, vec![], 2), Kind::Stop]);
    let found = graphs(&program, &View::of_ltss(&program));
    let accepted = |entry: EntryId| Step::Accept(whole(entry.0, &[]), None);
    let failed = Step::Raise(Exception::Program);
    // A variable without a value is any value, which is a silent choice too: the first three are at one
    // place.
    let expected = vec![
        (Step::Silent, vec![4]),
        (Step::Silent, vec![5]),
        (Step::Silent, vec![6]),
        (Step::Silent, vec![7]),
        (accepted(no), vec![8]),
        (accepted(yes), vec![8]),
        (failed.clone(), vec![]),
        (Step::Silent, vec![7]),
        (failed.clone(), vec![]),
    ];
    assert_eq!(rows(&found[0]), expected);
    assert_eq!(found[0].start.nodes, [0, 1, 2, 3]);
    assert!(found[0].nodes[6].follow.end);
    let step = |entry: EntryId| Step::Call(whole(entry.0, &[]));
    assert_eq!(rows(&found[1]), [(Step::Silent, vec![2]), (step(yes), vec![2]), (step(no), vec![])]);
    let joined = View { silent: false, ..View::of_ltss(&program) };
    let found = graphs(&program, &joined);
    let expected =
        vec![(accepted(no), vec![3]), (accepted(yes), vec![3]), (failed.clone(), vec![]), (failed, vec![])];
    assert_eq!(rows(&found[0]), expected);
    assert_eq!(found[0].start.nodes, [0, 1, 2]);
    assert_eq!(rows(&found[1]), [(step(yes), vec![1]), (step(no), vec![])]);
    assert_eq!(found[1].start.nodes, [0, 1]);
}

#[test]
fn members_are_chosen_by_their_indices() {
    let mut program = program("family");
    let task = program.add_task("task");
    let client = program.add_task("client");
    let index = program.add_variable("client.i", Some(client), Domain::range(1, 3), None);
    let members = [1, 2].map(|n| program.add_entry(task, &format!("task.e.{n}"), &[]));
    let chosen = |index: Expr| crate::Chosen { indices: vec![(1, 2, index)], members: members.into() };
    let mut second = alternative(members[0], vec![], Body::Atomic { start: Pc(1), next: Pc(0) });
    second.entry = chosen(value(2));
    let select = Kind::Select { alternatives: vec![second], otherwise: None, terminate: false };
    program.set_code(task, vec![select, Kind::EndBody]);
    let mut any = call(members[0], vec![], 1);
    if let Kind::Call { entry, .. } = &mut any {
        *entry = chosen(of(index));
    }
    program.set_code(client, vec![any, Kind::Stop]);
    let found = graphs(&program, &View::of_ltss(&program));
    assert_eq!(rows(&found[0]), [(Step::Accept(whole(1, &[]), None), vec![0])]);
    // Any of three values: one call waits for ever, one is answered, one value is out of range.
    let steps: Vec<Step> = found[1].nodes.iter().map(|node| node.step.clone()).collect();
    let expected = [Step::Silent, Step::Silent, Step::Silent]
        .into_iter()
        .chain([Step::Call(whole(1, &[])), Step::Raise(Exception::Constraint)]);
    assert_eq!(steps, expected.collect::<Vec<_>>());
    assert_eq!(single(members[0]).members, [members[0]]);
}

#[test]
fn limits_are_kept() {
    let program = elevator();
    let view = View::of_ltss(&program);
    let few = Budget::unlimited().with_max_states(17);
    assert_eq!(unfold(&program, &view, &few).err(), Some(StopReason::States(17)));
    assert!(unfold(&program, &view, &Budget::unlimited().with_max_states(18)).is_ok());
    let interrupted = Budget::unlimited().tripping_at(Poll::Lower);
    assert_eq!(unfold(&program, &view, &interrupted).err(), Some(StopReason::Interrupted));
}
