//! Printing what was parsed and parsing it again gives an equal tree. Random trees are beside the printer.

use suppose_base::FileId;
use suppose_srs::lang::{parse, print};

use crate::lang::support::examples;

#[test]
fn trees_differ_by_what_they_say_only() {
    let tree = |text: &str| parse(text, FileId(0)).tree;
    let one = "component C { in E; fsm P { init A; A -> B : E; } }";
    assert_eq!(tree(one), tree("component C {\n in E;\n fsm P { init A;\n A -> B : (E); }\n}"));
    assert_ne!(tree(one), tree("component C { in E; fsm P { init A; B -> A : E; } }"));
    assert_ne!(tree(one), tree("component C { in F; fsm P { init A; A -> B : E; } }"));
}

#[test]
fn example_models() {
    for (name, text) in examples() {
        let parsed = parse(&text, FileId(0));
        assert_eq!(parsed.diagnostics, [], "{name}");
        let printed = print(&parsed.tree);
        assert_eq!(parse(&printed, FileId(0)).tree, parsed.tree, "{name}");
    }
}

#[test]
fn parentheses_stand_where_they_are_needed() {
    for (written, printed) in [
        ("((a))", "a"),
        ("(a && b) && c", "(a && b) && c"),
        ("a && b && c", "a && b && c"),
        ("(a && b) || c", "a && b || c"),
        ("a && (b || c)", "a && (b || c)"),
        ("(a => b) => c", "(a => b) => c"),
        ("a => (b => c)", "a => b => c"),
        ("!(a || b)", "!(a || b)"),
        ("!(!a)", "!!a"),
        ("!a == b", "!(a == b)"),
        ("(a != b)", "a != b"),
        ("!(mS < 3)", "!(mS < 3)"),
        ("(in(P.S))", "in(P.S)"),
    ] {
        let text = format!("component C {{ prop p : {written}; }}");
        let expected = format!("component C {{\n    prop p : {printed};\n}}\n");
        assert_eq!(print(&parse(&text, FileId(0)).tree), expected);
    }
}
