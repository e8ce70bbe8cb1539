//! The formatter: layout by literal examples; comments, trees and second passes by damage to the example
//! models.

use suppose_base::FileId;
use suppose_srs::lang::{format, parse};
use suppose_testing::Random;

use crate::lang::support::examples;

#[track_caller]
fn formats(text: &str, expected: &str) {
    let once = format(text, FileId(0)).unwrap_or_else(|messages| panic!("{messages:?}\n{text}"));
    assert_eq!(once, expected);
    assert_eq!(format(&once, FileId(0)).as_deref(), Ok(expected), "a second pass");
}

#[test]
fn statements_have_lines_of_their_own() {
    formats(
        "component C{in E,F:{a,b,};always E;;fsm P{init A;A,B,->B:E&&!F||F!=a/G,H=x,};prop p\"t\":in \
            (P.A)=>true}",
        "component C {\n    in E, F : {a, b};\n    always E;\n    fsm P {\n        init A;\n        \
         A, B -> B : E && !F || F != a / G, H=x;\n    }\n    prop p \"t\" : in(P.A) => true;\n}\n",
    );
}

#[test]
fn comments_stay() {
    formats(
        "// first\n\n\n/* second */ component /* why */ C { // third\n  // fourth\n\n\n  in E; // fifth\n\n  \
            // sixth\n  fsm P {\n\n    init A // seventh\n    ; // eighth\n  /* ninth\n       line */\n    A \
            -> A : E && // tenth\n E\n } // eleventh\n} // twelfth\ncomponent D { }\n// last",
        "// first\n\n/* second */\ncomponent /* why */ C { // third\n    // fourth\n\n    in E; // \
            fifth\n\n    // sixth\n    fsm P {\n        init A; // seventh\n        // eighth\n        /* \
            ninth\n       line */\n        A -> A : E && // tenth\n            E;\n    } // eleventh\n} // \
            twelfth\n\ncomponent D {\n}\n// last\n",
    );
}

#[test]
fn long_statements_are_broken() {
    let names: Vec<String> = (10..40).map(|i| format!("EVENT{i}")).collect();
    let text = format!(
        "component C {{ in {}; fsm P {{ init A; A -> B : {} / OUT; A -> B : EVENT10 / OUT; }} }}",
        names.join(", "),
        names[..10].join(" && ")
    );
    formats(
        &text,
        "component C {\n    in EVENT10, EVENT11, EVENT12, EVENT13, EVENT14, EVENT15, EVENT16, EVENT17, \
            EVENT18, EVENT19,\n        EVENT20, EVENT21, EVENT22, EVENT23, EVENT24, EVENT25, EVENT26, \
            EVENT27, EVENT28, EVENT29,\n        EVENT30, EVENT31, EVENT32, EVENT33, EVENT34, EVENT35, \
            EVENT36, EVENT37, EVENT38, EVENT39;\n    fsm P {\n        init A;\n        A -> B : EVENT10 && \
            EVENT11 && EVENT12 && EVENT13 && EVENT14 && EVENT15 && EVENT16\n            && EVENT17 && \
            EVENT18 && EVENT19\n            / OUT;\n        A -> B : EVENT10 / OUT;\n    }\n}\n",
    );
}

#[test]
fn lines_are_broken_at_loose_operators() {
    let long = "ALongNameOfAnEvent";
    let text = format!(
        "component C {{ prop p : {long} && ({long} || {long}) => {long} && ({long} || {long} => {long}) && \
            !{long}; }}"
    );
    formats(
        &text,
        "component C {\n    \
         prop p :\n        ALongNameOfAnEvent && (ALongNameOfAnEvent || ALongNameOfAnEvent)\n        \
         => ALongNameOfAnEvent && (ALongNameOfAnEvent || ALongNameOfAnEvent => ALongNameOfAnEvent)\n        \
         && !ALongNameOfAnEvent;\n}\n",
    );
}

#[test]
fn line_ends_and_marks_of_other_systems() {
    formats(
        "\u{feff}// a\r\ncomponent C {\r\n\tin E; // b\r\n}\r\n",
        "// a\ncomponent C {\n    in E; // b\n}\n",
    );
    formats("", "");
    formats("\n\n// only this\n\n", "// only this\n");
}

#[test]
fn what_does_not_parse_is_not_formatted() {
    let messages = format("component C { in ; }", FileId(0)).expect_err("no name");
    assert_eq!(messages.len(), 1);
}

#[test]
fn example_models_are_formatted() {
    for (name, text) in examples() {
        assert_eq!(format(&text, FileId(0)).as_deref(), Ok(text.as_str()), "{name}");
    }
}

/// The comments of a text whose quoted texts have no `/`, tidied and sorted.
fn comments(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('/') {
        rest = &rest[at..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(inside) = rest.strip_prefix("/*") {
            inside.find("*/").map_or(rest.len(), |end| end + 4)
        } else {
            rest = &rest[1..];
            continue;
        };
        found.push(rest[..length].lines().map(str::trim_end).collect::<Vec<_>>().join("\n"));
        rest = &rest[length..];
    }
    found.sort();
    found
}

#[test]
fn comments_anywhere_change_nothing_else() {
    const COMMENTS: [&str; 5] =
        [" // c\n", "\n// on its own\n", " /* in */ ", "\n\n/* two\n lines */\n", "\n\n\n"];
    let texts: Vec<String> = examples().into_iter().map(|(_, text)| text).collect();
    let mut tried = 0;
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let mut text = texts[random.below(texts.len())].clone();
        for _ in 0..=random.below(11) {
            let places: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).collect();
            let at = places[random.below(places.len())];
            text.insert_str(at, COMMENTS[random.below(COMMENTS.len())]);
        }
        // A comment may have ended up in another, and swallow what follows.
        let parsed = parse(&text, FileId(0));
        if parsed.has_errors() {
            continue;
        }
        tried += 1;
        let once = format(&text, FileId(0)).expect("it parses");
        let twice = format(&once, FileId(0)).unwrap_or_else(|m| panic!("seed {seed}: {m:?}\n{once}"));
        assert_eq!(once, twice, "seed {seed}");
        assert_eq!(parse(&once, FileId(0)).tree, parsed.tree, "seed {seed}\n{once}");
        assert_eq!(comments(&once), comments(&text), "seed {seed}\n{once}");
    }
    assert!(tried > 100, "{tried}");
}
