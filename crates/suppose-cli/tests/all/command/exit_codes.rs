//! 0 holds, 1 violated, 2 bad input or usage, 3 inconclusive.

use crate::command::fixture::Place;

/// `a` and `b` take turns. One property says so, one is violated at once, one at the second `a`.
pub(crate) const TURNS: &str = "
    P = (a -> b -> P).
    property TURNS  = (a -> b -> TURNS).
    property FIRST  = (b -> REST), REST = ({a, b} -> REST).
    property ONCE   = (a -> REST), REST = (b -> REST).
    fluent UP = <a, b>
    assert ALWAYS = []UP
    ||GOOD = (P || TURNS).
    ||S    = (P || TURNS || FIRST || ONCE).
";

#[test]
fn zero_when_everything_asked_about_holds() {
    let place = Place::with(&[("t.lts", TURNS)]);
    for arguments in [
        "check t.lts --system GOOD",
        "check t.lts --property TURNS",
        "check t.lts --property TURNS --deadlock",
        "check t.lts --system GOOD --deadlock --progress",
        "check t.lts --system GOOD --method monolithic",
        "check t.lts --system GOOD --method learn",
        "check t.lts --system GOOD --method direct",
        "check t.lts --system GOOD --method lazy",
        "check t.lts --system GOOD --method minimise",
        "check t.lts --system GOOD --method refine",
        "check t.lts --system P",
        "compile t.lts",
        "reduce t.lts --by strong",
        "compare t.lts t.lts --by weak",
        "export t.lts --to aut",
        "explain",
        "explain E0001",
        "completions bash",
        "--help",
        "check --help",
        "--version",
    ] {
        let ended = place.run(arguments).expect(0);
        assert_eq!(ended.err, "", "{arguments}");
        assert_ne!(ended.out, "", "{arguments}");
    }
}

#[test]
fn one_when_something_is_violated_or_differs() {
    let place = Place::with(&[("t.lts", TURNS), ("stop.lts", "P = (a -> STOP).")]);
    for arguments in [
        "check t.lts",
        "check t.lts --property FIRST",
        "check t.lts --system P --property ONCE",
        "check stop.lts",
        "check stop.lts --progress",
        "compare t.lts stop.lts --by trace",
    ] {
        let ended = place.run(arguments).expect(1);
        assert_eq!(ended.err, "", "{arguments}");
    }
}

#[test]
fn two_when_the_input_or_the_usage_is_wrong() {
    let place = Place::with(&[("t.lts", TURNS), ("wrong.lts", "P = (a -> )."), ("q", "")]);
    for arguments in [
        "",
        "frobnicate",
        "check",
        "check t.lts --frobnicate",
        "check t.lts --method magic",
        "check t.lts --rule magic",
        "check t.lts --learner magic",
        "check t.lts --alphabet magic",
        "certify",
        "certify t.lts",
        "compile t.lts --threads 0",
        "compile t.lts --threads many",
        "compile t.lts --timeout soon",
        "compile t.lts --timeout -1",
        "compile t.lts --max-states -5",
        "compile t.lts --max-memory 0",
        "compile t.lts --color sometimes",
        "compile t.lts --system S --process P",
        "reduce t.lts",
        "reduce t.lts --by magic",
        "compare t.lts --by weak",
        "export t.lts",
        "completions cobol",
        "check wrong.lts",
        "compile missing.lts",
        "explain E9999",
    ] {
        let ended = place.run(arguments).expect(2);
        assert_eq!(ended.out, "", "{arguments}");
        assert_ne!(ended.err, "", "{arguments}");
    }
}

#[test]
fn three_when_it_could_not_be_decided() {
    let place = Place::with(&[("t.lts", TURNS)]);
    for arguments in [
        "check t.lts --system GOOD --max-states 1",
        "check t.lts --timeout 0",
        "check t.lts --property ALWAYS",
        "check t.lts --system GOOD --method learn --deadlock",
        "check t.lts --system GOOD --method direct --progress",
        "check t.lts --system GOOD --method minimise --max-states 1",
        "check t.lts --system GOOD --method refine --timeout 0",
        "compile t.lts --timeout 0",
        "export t.lts --to promela",
    ] {
        let ended = place.run(arguments).expect(3);
        assert!(ended.out.contains("inconclusive: "), "{arguments}: {}", ended.out);
        assert_eq!(ended.err, "", "{arguments}");
    }
}

#[test]
fn a_violation_outweighs_what_could_not_be_decided() {
    let place = Place::with(&[("t.lts", TURNS)]);
    let ended = place.run("check t.lts --property ALWAYS --property ONCE --property TURNS").expect(1);
    for line in ["ALWAYS  inconclusive: not supported", "ONCE    violated", "TURNS   holds"] {
        assert!(ended.out.contains(line), "{}", ended.out);
    }
    place.run("check t.lts --property ALWAYS --property TURNS").expect(3);
}
