//! Small graphs whose answers were worked out by hand.

use suppose_base::{Budget, Poll, StopReason, Verdict};
use suppose_nets::stg::{Against, Inconsistency, Report, Stg, check};

use crate::stg::support::{graph, names};

fn report(text: &str) -> (Stg, Report) {
    let stg = graph(text);
    let report = check(&stg, &Budget::unlimited());
    (stg, report)
}

/// The read cycle of a bus controller: a request `dsr` is passed on by `lds`, the device answers by `ldtack`,
/// data come by `d`, and `dtack` acknowledges. The device may go back to rest while the bus asks again.
const BUS: &str = "\
.model bus
.inputs dsr ldtack
.outputs lds d dtack
.graph
dsr+ lds+
lds+ ldtack+
ldtack+ d+
d+ dtack+
dtack+ dsr-
dsr- d-
d- dtack- lds-
dtack- dsr+
lds- ldtack-
ldtack- lds+
.marking { <dtack-,dsr+> <ldtack-,lds+> }
.end
";

#[test]
fn a_bus_controller_has_one_coding_conflict() {
    // After d- the bus (dtack-, dsr+) and the device (lds-, ldtack-) go on by themselves: 3 × 3 markings with
    // 6 + 6 edges. Between lds+ and d- there are 5 more, with 6 edges around them. With dsr, lds and ldtack
    // at 1 and the others at 0 the controller must either raise d or, at the end of a cycle, lower lds.
    let (stg, report) = report(BUS);
    assert_eq!((report.markings, report.edges, report.deadlocks), (14, 18, 0));
    assert_eq!(report.safe, Verdict::Holds);
    assert_eq!(report.consistent, Verdict::Holds);
    assert_eq!(report.output_persistent, Verdict::Holds);
    assert_eq!(report.input_persistent, Verdict::Holds);
    assert_eq!(report.deadlock_free, Verdict::Holds);
    for (found, differing) in [(&report.complete_coding, vec!["lds", "d"]), (&report.unique_coding, vec![])] {
        let conflict = found.witness().expect("a conflict");
        assert_eq!(conflict.pairs, 1);
        assert_eq!(names(&stg, &conflict.first), "dsr+ lds+ ldtack+");
        assert_eq!(names(&stg, &conflict.second), "dsr+ lds+ ldtack+ d+ dtack+ dsr- d- dtack- dsr+");
        let signals: Vec<&str> =
            conflict.signals.iter().map(|s| stg.fragment.wires[s.index()].name.as_str()).collect();
        assert_eq!(signals, differing);
    }
}

#[test]
fn a_state_signal_solves_the_conflict() {
    // csc rises before lds+ and falls before lds- and dtack-, so that the two moments differ in it.
    let text = BUS
        .replace(".outputs", ".internal csc\n.outputs")
        .replace("dsr+ lds+\n", "dsr+ csc+\ncsc+ lds+\n")
        .replace("dsr- d-\n", "dsr- csc-\ncsc- d-\n")
        .replace("ldtack- lds+\n", "ldtack- csc+\n")
        .replace("<ldtack-,lds+>", "<ldtack-,csc+>");
    let (_, report) = report(&text);
    assert_eq!(report.consistent, Verdict::Holds);
    assert_eq!(report.complete_coding, Verdict::Holds);
}

#[test]
fn a_signal_that_rises_twice_is_inconsistent() {
    let (stg, report) = report(
        ".inputs i\n.outputs o\n.graph\ni+ o+\no+ i-\ni- o+/1\no+/1 i+\n.marking { <o+/1,i+> }\n.end\n",
    );
    let Some(Inconsistency::NoChange { signal, trace, against }) = report.consistent.witness() else {
        panic!("{:?}", report.consistent)
    };
    assert_eq!(stg.fragment.wires[signal.index()].name, "o");
    assert_eq!(names(&stg, trace), "i+ o+ i- o+/1");
    assert_eq!(*against, Against::Step(1));
    assert_eq!(stg.actions(trace), ["i+", "o+", "i-", "o+"]);
    assert!(matches!(report.complete_coding, Verdict::Inconclusive(StopReason::Unsupported(_))));
    assert_eq!(report.deadlock_free, Verdict::Holds);
}

#[test]
fn a_signal_that_may_rise_or_fall_first_is_inconsistent() {
    let (mut stg, report) = report(".inputs a\n.graph\np a+ a-\n.marking { p }\n.end\n");
    let expected = Inconsistency::NoChange {
        signal: stg.fragment.find_wire("a").expect("a signal"),
        trace: vec![1],
        against: Against::Trace(vec![0]),
    };
    assert_eq!(report.consistent, Verdict::Violated(expected.clone()));
    assert_eq!(report.deadlock_free, Verdict::Violated(vec![0]));
    // A value that was inferred is not taken for one that was given.
    stg.infer_initial(&Budget::unlimited()).expect("no limit");
    assert_eq!((stg.fragment.wires[0].initial, stg.inferred.len()), (Some(0), 1));
    assert_eq!(check(&stg, &Budget::unlimited()).consistent, Verdict::Violated(expected));
}

#[test]
fn a_first_value_against_the_first_edge_is_inconsistent() {
    let text = ".inputs a\n.initial state a\n.graph\na+ a-\na- a+\n.marking { <a-,a+> }\n.end\n";
    let (stg, report) = report(text);
    let expected = Inconsistency::NoChange {
        signal: stg.fragment.find_wire("a").expect("a signal"),
        trace: vec![0],
        against: Against::Given(true),
    };
    assert_eq!(report.consistent, Verdict::Violated(expected));
}

#[test]
fn two_ways_to_one_marking_must_agree() {
    // b+ happens on one of two ways around.
    let (stg, report) =
        report(".inputs a b\n.dummy d\n.graph\np a+ d\na+ b+\nb+ q\nd a+/1\na+/1 q\n.marking { p }\n.end\n");
    let Some(Inconsistency::TwoValues { signal, first, second }) = report.consistent.witness() else {
        panic!("{:?}", report.consistent)
    };
    assert_eq!(stg.fragment.wires[signal.index()].name, "b");
    assert_eq!((names(&stg, first).as_str(), names(&stg, second).as_str()), ("a+ b+", "d a+/1"));
}

#[test]
fn toggles_are_consistent_with_anything_but_parity() {
    let (stg, report) = report(".inputs a\n.outputs b\n.graph\na~ b~\nb~ a~\n.marking { <b~,a~> }\n.end\n");
    // Two markings, but the values come back only after two rounds.
    assert!(
        matches!(report.consistent.witness(), Some(Inconsistency::TwoValues { second, .. }) if second.len() == 2)
    );
    assert_eq!(stg.actions(&[0, 1]), ["a~", "b~"]);
    let text = ".inputs a\n.initial state a\n.graph\na~ a~/1\na~/1 a~\n.marking { <a~/1,a~> }\n.end\n";
    let (stg, report) = self::report(text);
    assert_eq!(report.consistent, Verdict::Holds);
    assert_eq!(stg.actions(&[0, 1, 0]), ["a-", "a+", "a-"]);
}

#[test]
fn an_output_that_an_input_disables_is_a_hazard() {
    let (stg, report) = report(".inputs i\n.outputs o\n.graph\np i+ o+\ni+ q\no+ q\n.marking { p }\n.end\n");
    let found = report.output_persistent.witness().expect("a violation");
    assert_eq!((names(&stg, &found.trace).as_str(), found.disabled, found.by), ("", 1, 0));
    let found = report.input_persistent.witness().expect("a violation");
    assert_eq!((names(&stg, &found.trace).as_str(), found.disabled, found.by), ("", 0, 1));
}

#[test]
fn inputs_may_disable_each_other() {
    let (_, report) = report(".inputs i j\n.graph\np i+ j+\ni+ q\nj+ q\n.marking { p }\n.end\n");
    assert_eq!(report.output_persistent, Verdict::Holds);
    assert_eq!(report.input_persistent, Verdict::Holds);
}

#[test]
fn an_edge_that_stays_enabled_by_another_transition_is_not_disabled() {
    // i+ takes the token of o+ but enables o+/1 at once.
    let (_, report) =
        report(".inputs i\n.outputs o\n.graph\np i+ o+\ni+ q\nq o+/1\no+ r\no+/1 r\n.marking { p }\n.end\n");
    assert_eq!(report.output_persistent, Verdict::Holds);
    assert!(report.input_persistent.witness().is_some());
}

#[test]
fn a_read_arc_disables_nothing() {
    let (_, report) = report(
        ".inputs i\n.outputs o\n.graph\np i+ o+\ni+ p q\no+ p r\ns i+\nt o+\n.marking { p s t }\n.end\n",
    );
    assert_eq!((report.markings, report.edges), (4, 4));
    assert_eq!(report.output_persistent, Verdict::Holds);
    assert_eq!(report.input_persistent, Verdict::Holds);
}

#[test]
fn silent_events_excite_what_follows_them() {
    // Before and after the silent event the codes are equal, and o is on its way in both.
    let text = ".inputs i\n.outputs o\n.dummy d\n.graph\ni+ d\nd o+\no+ i-\ni- o-\no- i+\n.marking { <o-,i+> \
        }\n.end\n";
    let (stg, report) = report(text);
    assert_eq!(report.complete_coding, Verdict::Holds);
    let found = report.unique_coding.witness().expect("a pair");
    assert_eq!(
        (names(&stg, &found.first), names(&stg, &found.second), found.pairs),
        ("i+".into(), "i+ d".into(), 1)
    );
}

#[test]
fn a_second_token_is_shown() {
    let (stg, report) = report(".inputs a b\n.graph\np a+\nq b+\na+ r\nb+ r\n.marking { p q }\n.end\n");
    let found = report.safe.witness().expect("a violation");
    assert_eq!(names(&stg, &found.trace), "a+ b+");
    assert_eq!(stg.net().places[found.place.index()].name, "r");
    assert!(matches!(report.deadlock_free, Verdict::Inconclusive(StopReason::Unsupported(_))));
    assert!(matches!(report.complete_coding, Verdict::Inconclusive(StopReason::Unsupported(_))));
}

#[test]
fn more_than_64_places_and_signals() {
    // A ring of 100 signals: each rises in turn, then each falls in turn.
    let names: Vec<String> = (0..100).map(|i| format!("s{i}")).collect();
    let chain = |edge: &str| {
        let arcs = names.windows(2).map(|pair| format!("{}{edge} {}{edge}\n", pair[0], pair[1]));
        arcs.collect::<Vec<_>>().concat()
    };
    let ends = "s99+ s0-\ns99- s0+\n.marking { <s99-,s0+> }\n.end\n";
    let text = format!(".outputs {}\n.graph\n{}{}{ends}", names.join(" "), chain("+"), chain("-"));
    let (_, report) = report(&text);
    assert_eq!((report.markings, report.edges), (200, 200));
    assert_eq!(report.consistent, Verdict::Holds);
    assert_eq!(report.unique_coding, Verdict::Holds);
}

#[test]
fn a_budget_that_ends_leaves_open_what_was_not_found() {
    let stg = graph(BUS);
    let stopped = check(&stg, &Budget::unlimited().with_max_states(10));
    assert_eq!(stopped.safe, Verdict::Inconclusive(StopReason::States(10)));
    assert_eq!(stopped.complete_coding, Verdict::Inconclusive(StopReason::States(10)));
    let stopped = check(&stg, &Budget::unlimited().tripping_at(Poll::Explore));
    assert_eq!(stopped.deadlock_free, Verdict::Inconclusive(StopReason::Interrupted));
    let stopped = check(&stg, &Budget::unlimited().with_max_bytes(10));
    assert_eq!(stopped.consistent, Verdict::Inconclusive(StopReason::Memory(10)));
    let mut open = graph(BUS);
    let budget = Budget::unlimited().tripping_at(Poll::Explore);
    assert_eq!(open.infer_initial(&budget), Err(StopReason::Interrupted));
}
