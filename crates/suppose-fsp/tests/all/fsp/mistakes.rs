//! Mistakes that people make when they learn FSP, with what is said about each: code and place, what is
//! wrong, what to write.
//!
//! Most are rows of `mistakes.txt`, compared in full, so that the table can be read as a list of what a user
//! sees.

use crate::fsp::support::{messages, shown};

#[test]
fn every_row_of_the_table() {
    let mut rows = 0;
    for block in include_str!("mistakes.txt").split("\n\n") {
        let (text, said): (Vec<&str>, Vec<&str>) =
            block.lines().filter(|line| !line.starts_with('#')).partition(|line| line.starts_with("| "));
        let text = text.iter().map(|line| &line[2..]).collect::<Vec<_>>().join("\n");
        let [expected, help] = said[..] else {
            assert!(said.is_empty() && text.is_empty(), "{block}");
            continue;
        };
        let found = messages(&text);
        assert_eq!(shown(&text, &found), [expected], "{text}");
        assert_eq!(
            found[0].help.as_ref().map(|given| format!("help: {given}")).as_deref(),
            Some(help),
            "{text}"
        );
        rows += 1;
    }
    assert_eq!(rows, 210);
}

/// A text with its messages, as `E0105 1:7 text`.
#[track_caller]
fn check_all(text: &str, expected: &[&str]) {
    assert_eq!(shown(text, &messages(text)), expected, "{text}");
}

#[test]
fn a_mistake_without_doubt_does_not_hide_the_next() {
    let semicolon = "a definition ends with `.`, not with `;`";
    check_all(
        "P = (a -> P);\nQ = (b -> Q);\n||S = (P || Q).",
        &[&format!("E0105 1:13 {semicolon}"), &format!("E0105 2:13 {semicolon}")],
    );
    check_all(
        "P := (a -> P).\nconst N := 3\n||S := P.",
        &[
            "E0105 1:3 a definition is written with `=`, not with `:=`",
            "E0105 2:9 a definition is written with `=`, not with `:=`",
            "E0105 3:5 a definition is written with `=`, not with `:=`",
        ],
    );
    check_all(
        "const N = 3.\n# one\nP = (a → P | b –> P).\n-- two\nQ = (c -> c).",
        &[
            "E0105 1:12 a definition with `const` does not end with `.`",
            "E0105 2:1 `#` does not begin a comment",
            "E0101 3:8 the character `→` has no meaning in FSP",
            "E0101 3:16 the character `–` has no meaning in FSP",
            "E0105 4:1 `--` does not begin a comment",
            "E0105 5:12 expected `->` after the action, found `)`",
        ],
    );
    // Each of the two processes goes on as the other, because of the `.` between them.
    check_all(
        "P = (a -> Q).\nQ = (b -> P).",
        &[
            "W0303 1:11 `Q` is not defined here and becomes ERROR",
            "W0303 2:11 `P` is not defined here and becomes ERROR",
        ],
    );
}

#[test]
fn a_relabelling_the_wrong_way_round() {
    let warned = |text: &str| {
        messages(text)
            .into_iter()
            .map(|d| (d.code, d.message, d.help.unwrap_or_default()))
            .collect::<Vec<_>>()
    };
    let expected = (
        "W0305",
        "`a/b` renames nothing: there is no action `b` here".to_owned(),
        "to rename `a`, write `b/a`".to_owned(),
    );
    assert_eq!(warned("P = (a -> P)/{a/b}."), std::slice::from_ref(&expected));
    assert_eq!(warned("P = (a -> P).\n||S = P/{a/b}."), std::slice::from_ref(&expected));
    assert_eq!(warned("P = (a -> P).\nQ = (c -> Q).\n||S = (P || Q)/{a/b, d/c}."), [expected]);
    // Both labels are new, one of several pairs is right, or the new label exists beside the old one.
    assert_eq!(warned("P = (a -> P)/{x/y}."), []);
    assert_eq!(warned("P = (put[1][2] -> P)/{put[1]/put[1][i:1..2]}."), []);
    assert_eq!(warned("P = (a -> b -> P)/{a/b}."), []);
    assert_eq!(warned("P = (a -> P).\nQ = (b -> Q).\n||S = (P || Q)/{a/b}."), []);
}

#[test]
fn marks_beyond_ascii() {
    let helps =
        |text: &str| messages(text).into_iter().map(|d| d.help.unwrap_or_default()).collect::<Vec<_>>();
    assert_eq!(
        helps("P = C[0], C[i:0…3] = (when (i ≤ 2 ∧ i ≠ 1) a -> C[0])."),
        ["write `..`", "write `<=`", "write `&&`", "write `!=`"]
    );
    assert_eq!(
        helps("fluent F = <a, b>\nassert A = □(F ⇒ ◇¬F)\nP = (a -> b -> P)."),
        ["write `[]`", "write `->`", "write `<>`", "write `!`"]
    );
    assert_eq!(helps("P = （a -> P）。"), ["write `(`", "write `)`", "write `.`"]);
    assert_eq!(
        helps("P = (‘a’ -> P).")[0],
        "names have no quotes; a label that is used as a value has `'` before it"
    );
    // A byte order mark at the beginning is no part of the text; in the middle it has no meaning and cannot
    // be seen.
    assert_eq!(
        shown("P = (a\u{feff} -> P).", &messages("P = (a\u{feff} -> P).")),
        ["E0101 1:7 the character U+FEFF has no meaning in FSP"]
    );
}

#[test]
fn messages_are_bounded_whatever_is_repeated() {
    let mistakes = [
        "P = (a -> P);\n",
        "P := (a -> P).\n",
        "const N = 3.\n",
        "# no comment\n",
        "*/ ",
        "P = (a → P).\n",
        "||S = P || P.\n",
        "P = (a -> b).\n",
        ";",
        "P = (a.\n",
    ];
    for mistake in mistakes {
        let found = messages(&mistake.repeat(20_000));
        assert!(!found.is_empty() && found.len() <= 500, "{mistake:?}: {}", found.len());
        let one_definition = format!("P = (a -> P){}", ", Q := (b; c -> Q)".repeat(20_000));
        assert!(messages(&one_definition).len() <= 100);
    }
}
