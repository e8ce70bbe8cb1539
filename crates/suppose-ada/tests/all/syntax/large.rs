//! Texts that are large in one direction or another: no call stack used up, nothing quadratic.
//!
//! Each would take minutes if some step were quadratic, and overflow the small stack of a test thread if some
//! step recursed.

use crate::syntax::shown;
use crate::syntax::support::{declarations, messages, shown as texts, statements, tree};

#[test]
fn long_chains_are_no_nesting() {
    let n = 100_000;
    for (operator, operand) in
        [(" + ", "1"), (" and ", "A"), (" * ", "-1"), (" and then ", "A = B"), (" & ", "\"\"")]
    {
        let operand = if operand == "-1" { "2" } else { operand };
        let list = statements(&format!("X := {};", vec![operand; n].join(operator)));
        assert_eq!(list.len(), 1);
    }
    assert_eq!(statements(&format!("if A then null; {} end if;", "elsif B then null; ".repeat(n))).len(), 1);
    assert_eq!(statements(&format!("X := (if A then 1 {} else 3);", "elsif B then 2 ".repeat(n))).len(), 1);
    assert_eq!(statements(&format!("X := A{};", "(1)".repeat(n))).len(), 1);
    assert_eq!(statements(&format!("X := A{};", ".b".repeat(n))).len(), 1);
    assert_eq!(statements(&format!("X := A{};", "'First".repeat(n))).len(), 1);
    assert_eq!(statements(&format!("X := ({});", vec!["1"; n].join(", "))).len(), 1);
    assert_eq!(
        statements(&format!("case X is {} end case;", "when 1 | 2 .. 3 => null; ".repeat(n))).len(),
        1
    );
}

#[test]
fn many_parts() {
    let n = 50_000;
    assert_eq!(statements(&"T.E (1, X);\n--# event e (1)\n".repeat(n)).len(), 2 * n);
    assert_eq!(declarations(&"X, Y : Boolean := False;\n".repeat(n)).len(), n);
    assert_eq!(tree(&"procedure P is begin null; end P;\n".repeat(n)).units.len(), n);
    let entries = "   entry E (X : T); --# event e\n".repeat(n);
    let list = declarations(&format!("task T is\n{entries}end T;"));
    assert_eq!(shown::declarations(&list).matches("event").count(), n);
    let lines = "--# a -> b : c (1);\n".repeat(n);
    let properties = format!("--# property P is\n{lines}--# end P;\n").repeat(2);
    assert_eq!(tree(&format!("procedure P is begin null; end P;\n{properties}")).properties.len(), 2);
    let small = "--# property P is init a; a -> b : c; end P;\n".repeat(n);
    assert_eq!(tree(&format!("procedure P is begin null; end P;\n{small}")).properties.len(), n);
    assert_eq!(messages(&format!("{}procedure P is begin null; end P;", "--# other\n".repeat(n))).len(), 1);
    assert_eq!(
        messages(&format!("{}procedure P is begin null; end P;", "-- comment\n\n".repeat(n))).len(),
        0
    );
}

#[test]
fn deep_nesting_is_refused() {
    let n = 100_000;
    for (open, close) in [
        ("X := ".to_owned() + &"(".repeat(n), ")".repeat(n) + ";"),
        ("X := ".to_owned() + &"A (".repeat(n), String::new()),
        ("if A then ".repeat(n), "null; ".to_owned() + &"end if; ".repeat(n)),
        ("loop ".repeat(n), String::new()),
        ("declare procedure P is begin ".repeat(n), String::new()),
        ("begin ".repeat(n), "end; ".repeat(n)),
        ("select accept E do ".repeat(n), String::new()),
        ("case X is when 1 => ".repeat(n), String::new()),
    ] {
        let text = format!("procedure Main is\nbegin\n{open}{close}\nend Main;");
        let found = messages(&text);
        assert!(found.iter().any(|d| d.code == "E1007"), "{:?}", texts(&text, &found));
        assert!(found.len() < 3, "{:?}", texts(&text, &found));
    }
    // The main procedure and the assignment's parentheses: 1 + 199 levels are read, one more is not.
    let inside = |depth: usize| {
        let (open, close) = ("(".repeat(depth), ")".repeat(depth));
        messages(&format!("procedure P is\nbegin\n   X := {open}1{close};\nend P;")).len()
    };
    assert_eq!((inside(199), inside(200)), (0, 1));
    let property = "--# for I in 1 .. 2 {\n".repeat(n);
    let found = messages(&format!("--# property P is\n{property}"));
    assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["E1007"]);
}

#[test]
fn many_mistakes_have_few_messages() {
    let n = 50_000;
    for text in [
        "procedure P is\nbegin\n".to_owned() + &"   X := ;\n".repeat(n) + "end P;\n",
        "procedure P is\n".to_owned() + &"   X : ;\n".repeat(n) + "begin\n   null;\nend P;\n",
        "§ ".repeat(n),
        "'".repeat(n),
        "end;\n".repeat(n),
        "end if;\n".repeat(n),
        "protected type X is\n".repeat(n),
        "generic\n".repeat(n),
        "generic package Y is\n".repeat(n),
        "procedure P is\nbegin\n".to_owned() + &"   --# event\n".repeat(n),
        "--# property P is\n".repeat(n),
        "\"\n".repeat(n),
        "type X is record\n".repeat(n),
        "16#".repeat(n),
        "_".repeat(n),
        "procedure P is\n".to_owned() + &"package X is\n".repeat(n),
        "procedure P is\n".to_owned() + &"task body X is\n".repeat(n),
    ] {
        let found = messages(&text);
        assert!(!found.is_empty() && found.len() <= 200, "{}: {}", &text[..20], found.len());
    }
}
