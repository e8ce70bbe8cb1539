//! Texts that are large in one direction or another: sizes worked out by hand, no call stack used up, nothing
//! quadratic.
//!
//! Each would take minutes if some step were quadratic, and overflow the small stack of a test thread if some
//! step recursed.

use std::fmt::Write;

use suppose_base::FileId;
use suppose_srs::lang::{format, parse, print};

use crate::lang::support::{messages, model, shown};

#[test]
fn many_machines() {
    let mut text = String::from("component C {\n in E;\n");
    for i in 0..10_000 {
        let _ =
            writeln!(text, "fsm P{i} {{ init A; A -> B : E && in(P{}.A); B -> A : E; }}", (i + 1) % 10_000);
    }
    text.push('}');
    let model = model(&text);
    assert_eq!(model.components[0].machines.len(), 10_000);
    assert_eq!(model.warnings, []);
    assert_eq!(print(&parse(&text, FileId(0)).tree), format(&text, FileId(0)).expect("it parses"));
}

#[test]
fn many_transitions() {
    let mut text = String::from("component C { in E; local G; fsm P { init S0;\n");
    for i in 0..100_000 {
        let _ = writeln!(text, "S{i} -> S{} : E || G / G;", (i + 1) % 100_000);
    }
    text.push_str("} }");
    let machine = &model(&text).components[0].machines[0];
    assert_eq!((machine.states.len(), machine.transitions.len()), (100_000, 100_000));
}

#[test]
fn many_sources_of_a_large_guard() {
    let mut text = String::from("component C { in E : {v0");
    (1..20_000).for_each(|i| write!(text, ", v{i}").expect("a text"));
    text.push_str("}; fsm P { init S0; S0");
    (1..20_000).for_each(|i| write!(text, ", S{i}").expect("a text"));
    text.push_str(" -> S1 : E == v0");
    (1..20_000).for_each(|i| write!(text, " || E == v{i}").expect("a text"));
    text.push_str("; } }");
    let model = model(&text);
    assert_eq!(model.components[0].machines[0].transitions.len(), 20_000);
    assert_eq!(model.events[0].values.len(), 20_000);
    // Of the states, only the first two can be reached; not all others are named.
    assert!(model.warnings.iter().all(|warning| warning.code == "W0904"));
    assert_eq!(model.warnings.len(), 100);
}

#[test]
fn many_components_and_events() {
    let mut text = String::new();
    for i in 0..5000 {
        let _ = writeln!(
            text,
            "component C{i} {{ in E; recv S{i}; send S{}; local G; fsm P {{ init A; A -> A : E || S{i} / G, \
                S{0}; A -> A : G; }} }}",
            (i + 1) % 5000
        );
    }
    let model = model(&text);
    assert_eq!((model.components.len(), model.events.len()), (5000, 10_001));
    assert_eq!(model.warnings, []);
}

#[test]
fn long_chains_are_no_nesting() {
    let chain = vec!["E"; 100_000].join(" && ");
    let text = format!("component C {{ in E; fsm P {{ init A; A -> A : {chain} || {chain}; }} }}");
    assert_eq!(model(&text).warnings, []);
    assert!(format(&text, FileId(0)).is_ok());
}

#[test]
fn deep_nesting_is_refused() {
    let n = 100_000;
    let open = "(".repeat(n);
    let close = ")".repeat(n);
    let not = "!".repeat(n);
    let chain = vec!["E"; n].join(" => ");
    // The formula begins in column 9.
    for (formula, column) in [
        (format!("{open}E{close}"), 9 + 201),
        (open.clone(), 9 + 201),
        (format!("{not}E"), 9 + 201),
        (chain, 9 + 201 * 5),
    ] {
        let text = format!(
            "component C {{ in E; fsm P {{ init A; A -> A : E; }}\nrequire {formula}; prop p : F; }}"
        );
        let found = messages(&text);
        assert_eq!(found.len(), 1);
        let place = format!("E0904 2:{column} more than 200 levels of nesting");
        assert!(shown(&text, &found)[0].starts_with(&place), "{}", shown(&text, &found)[0]);
    }
    let inside = |depth: usize| {
        let (open, close) = ("(".repeat(depth), ")".repeat(depth));
        messages(&format!("component C {{ in E; fsm P {{ init A; A -> A : {open}E{close}; }} }}")).len()
    };
    assert_eq!((inside(200), inside(201)), (0, 1));
}

#[test]
fn braces_without_end() {
    for text in [
        "{".repeat(100_000),
        "component C {".repeat(20_000),
        "component C { fsm P { ".to_owned() + &"{".repeat(100_000),
    ] {
        let found = messages(&text);
        assert!(!found.is_empty() && found.len() <= 60, "{}", found.len());
    }
}

#[test]
fn many_mistakes_have_few_messages() {
    let mut text = String::from("component C { in EVENT; fsm P { init A;\n");
    for i in 0..50_000 {
        let _ = writeln!(text, "A -> A : EVEN{i} && in(P.B{i}) / OUT{i};");
    }
    text.push_str("} }");
    assert_eq!(messages(&text).len(), 200);
}
