//! Warnings about actions that no component has, and what a file declares to be checked.

use suppose_base::{Budget, Diagnostic};
use suppose_fsp::DeclaredKind;

use crate::fsp::support::{model, shown};

/// The warnings about a target.
#[track_caller]
fn warnings(text: &str, target: Option<&str>) -> Vec<Diagnostic> {
    let model = model(text);
    let compiled = model.compile(target, &Budget::unlimited()).expect("has a meaning");
    compiled.unknown_actions(&model)
}

/// Message, what is written at its place, notes and help, one after the other.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let mut lines = Vec::new();
    for warning in warnings(text, None) {
        lines.extend(shown(text, std::slice::from_ref(&warning)));
        lines.extend(warning.labels.iter().map(|label| format!("at {}", label.text)));
        lines.extend(warning.notes.iter().map(|note| format!("note: {note}")));
        lines.extend(warning.help.map(|help| format!("help: {help}")));
    }
    assert_eq!(lines, expected, "{text}");
}

const ANY_TIME: &str = "note: an action that only a property has may happen at any time";
const NOTHING: &str = "note: whatever the answer is, it says nothing about the system";

#[test]
fn properties() {
    let process = "P = (enter -> leave -> P).\n";
    // A name that is misspelt, and one without its prefix.
    check(
        &format!("{process}property Q = (enter -> leaev -> Q).\n||S = (P || Q)."),
        &[
            "W0310 2:10 no component has an action of the property `Q`",
            "at `leaev`",
            ANY_TIME,
            "help: did you mean `leave`?",
        ],
    );
    check(
        &format!("{process}property Q = (enter -> leave -> Q).\n||S = (up:P || Q)."),
        &[
            "W0310 2:10 no component has any action of the property `Q`",
            "at `enter`, `leave`",
            NOTHING,
            ANY_TIME,
            "help: for `enter`, did you mean `up.enter`?",
        ],
    );
    check(
        &format!("{process}property Q = (enter -> up.leave -> Q).\n||S = ({{up, down}}:P || Q)."),
        &[
            "W0310 2:10 no component has an action of the property `Q`",
            "at `enter`",
            ANY_TIME,
            "help: did you mean `down.enter` or `up.enter`?",
        ],
    );
    // The property has a prefix that the system has not.
    check(
        &format!("{process}property Q = (enter -> leave -> Q).\n||S = (P || up:Q)."),
        &[
            "W0310 2:10 no component has any action of the property `up:Q`",
            "at `up.enter`, `up.leave`",
            NOTHING,
            ANY_TIME,
            "help: for `up.enter`, did you mean `enter`?",
        ],
    );
    check(&format!("{process}property Q = (enter -> leave -> Q).\n||S = (up:P || up:Q)."), &[]);
}

#[test]
fn one_warning_for_a_definition() {
    // Instances share it, and it lists a few names; what is outside a range is not misspelt.
    check(
        "P = (a[0..2] -> P).\nproperty Q(I=0) = (a[I] -> a[I+3] -> Q) + {c[0..3]}.\n||S = (P || forall \
            [i:0..2] Q(i)).",
        &[
            "W0310 2:10 no component has some actions of the property `Q(0)` and 2 more like it",
            "at `a.3`, `c.0`, `c.1`, `c.2` and 3 more",
            ANY_TIME,
        ],
    );
}

#[test]
fn what_is_hidden_cannot_be_seen() {
    let text = "P = (a -> b -> P).\n||H = P \\ {b}.\nproperty Q = (a -> b -> Q).\n||S = (H || Q).";
    check(text, &["W0310 3:10 no component has an action of the property `Q`", "at `b`", ANY_TIME]);
    // The hiding of the target itself comes after the properties have seen the action.
    check("P = (a -> b -> P).\nproperty Q = (a -> b -> Q).\n||S = (P || Q) \\ {b}.", &[]);
}

#[test]
fn composite_properties() {
    check(
        "P = (a -> P).\nA = (a -> A).\nB = (bb -> B).\nproperty ||Q = (A || B).\n||S = (P || Q).",
        &["W0310 4:12 no component has an action of the property `Q`", "at `bb`", ANY_TIME],
    );
}

#[test]
fn a_property_by_itself_is_no_system() {
    check("property Q = (a -> b -> Q).", &[]);
    check("property Q = (a -> b -> Q).\nproperty R = (c -> R).\n||S = (Q || R).", &[]);
}

#[test]
fn assertions() {
    check(
        "P = (a[1..2] -> b -> P).\nfluent F = <b, a[1]>\nassert A = [](F -> <> a[1..3])\nassert B = forall [i:1..2] \
            []<>a[i]\nassert C = <>bb\n||S = P.",
        &[
            "W0313 3:8 no component has an action of the assertion `A`",
            "at `a.3`",
            "W0313 5:8 no component has any action of the assertion `C`",
            "at `bb`",
            "note: none of the actions ever happens",
            "help: did you mean `b`?",
        ],
    );
}

#[test]
fn progress_tests_and_fluents() {
    check(
        "P = (start -> stop -> P).\nprogress G = {start, sotp}\nprogress H = {sotp}\nprogress I = if {x} \
            then {stop}\nprogress J = {stop}\n||S = P.",
        &[
            "W0311 2:10 no component has an action of the progress test `G`",
            "at `sotp`",
            "help: did you mean `stop`?",
            "W0311 3:10 no component has any action of the progress test `H`",
            "at `sotp`",
            "note: none of the actions ever happens, so the test fails",
            "help: did you mean `stop`?",
            "W0311 4:10 no component has an action of the progress test `I`",
            "at `x`",
            "note: the condition is never met, so the test cannot fail",
        ],
    );
    // An indexed test is one definition, and only some of its instances are without actions.
    check(
        "P = (a[0..1] -> P).\nprogress G[i:0..3] = {a[i]}\n||S = P.",
        &[
            "W0311 2:10 no component has some actions of the progress test `G.0` and 3 more like it",
            "at `a.2`, `a.3`",
        ],
    );
    check(
        "P = (enter -> leave -> P).\nfluent In = <enter, leave>\nassert A = []In\n||S = (one:P || two:P || \
            three:P).",
        &[
            "W0312 2:8 no component has any action of the fluent `In`",
            "at `enter`, `leave`",
            "note: the fluent keeps its first value",
            "help: for `enter`, did you mean `one.enter`, `three.enter` or another one that ends so?",
        ],
    );
}

#[test]
fn other_targets_are_not_looked_at() {
    let text = "P = (a -> P).\nproperty Q = (b -> Q).\n||S = (P || Q).\n||T = P.";
    assert_eq!(warnings(text, Some("T")), []);
    assert_eq!(warnings(text, Some("S")).len(), 1);
}

#[test]
fn what_a_file_declares() {
    let text = "property P = (a -> P).\nQ = (a -> Q).\nproperty ||R = Q.\nprogress G[i:0..1] = {a}\nfluent F \
        = <a, b>\nassert A = []F\nltl_property L = []F\nconstraint C = []F\n||S = Q.";
    let declared = model(text).declared();
    let shown: Vec<(DeclaredKind, &str, &str)> = declared
        .iter()
        .map(|d| (d.kind, d.name.as_str(), &text[d.span.start as usize..d.span.end as usize]))
        .collect();
    assert_eq!(
        shown,
        [
            (DeclaredKind::Property, "P", "P"),
            (DeclaredKind::Property, "R", "R"),
            (DeclaredKind::Progress, "G", "G"),
            (DeclaredKind::Assert, "A", "A"),
            (DeclaredKind::TemporalProperty, "L", "L"),
        ]
    );
    // Places are how a declaration is found again in what was compiled.
    let compiled = model(text).compile(Some("P"), &Budget::unlimited()).expect("has a meaning");
    assert_eq!(compiled.origins[0].definition(), Some(declared[0].span));
    assert!(compiled.progress.iter().all(|test| test.span == declared[2].span));
}
