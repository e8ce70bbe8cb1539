//! Damaged texts: whatever is done to a model, reading it gives a model or a message, and ends.
//!
//! Seeded and bounded. Texts are the small example models and one with every construct; damage is to words
//! and to single bytes.

use std::panic::catch_unwind;

use suppose_base::{Diagnostic, FileId};
use suppose_srs::lang::{ComponentId, format, load, parse, parse_assumption, print};
use suppose_testing::{Random, damage, words};

use crate::lang::support::examples;

const ROUNDS: u64 = 12_000;

/// Words that damage is done with.
const WORDS: [&str; 44] = [
    "component",
    "in",
    "out",
    "recv",
    "send",
    "local",
    "always",
    "require",
    "assume",
    "fsm",
    "prop",
    "init",
    "states",
    "pre",
    "mS",
    "true",
    "false",
    "=>",
    "&&",
    "||",
    "==",
    "!=",
    "<=",
    "->",
    "!",
    "=",
    "/",
    "(",
    ")",
    "{",
    "}",
    ",",
    ";",
    ":",
    "A",
    "P.A",
    "0",
    "\"",
    "/*",
    "//",
    "é",
    "\0",
    "&",
    ".",
];

const EVERYTHING: &str = "component C { in E, L : {a, b}; out O; recv R : {x}, Q; send S; local G; always L; \
    require E => !(L == a) || true; assume \"t\" : mS <= 2 => R != x && !Q; fsm P { init A; states B; A, B \
    -> A : in(P.B) && R == x || Q / O, S, G; A -> B : E && L; } fsm Q.x { init A; A -> A : G; } prop p \
    \"words\" : pre(P.A) => in(Q.x.A) || S || O; }";

#[test]
fn no_damage_makes_a_panic() {
    let mut texts: Vec<String> = examples().into_iter().map(|(_, text)| text).collect();
    texts.retain(|text| text.len() < 4000);
    texts.extend([EVERYTHING.to_owned(), EVERYTHING.to_owned()]);
    let (mut refused, mut read) = (0, 0);
    for seed in 0..ROUNDS {
        let mut random = Random::new(seed);
        let mut words = words(&texts[random.below(texts.len())]);
        for _ in 0..=random.below(3) {
            damage(&mut words, &WORDS, &mut random);
        }
        let text = words.concat();
        let result = catch_unwind(|| outcome(&text));
        if result.unwrap_or_else(|_| panic!("seed {seed}:\n{text}")) {
            read += 1;
        } else {
            refused += 1;
        }
    }
    // Both kinds must occur, or the damage is too great or too small to test anything.
    assert!(refused > 4000 && read > 1000, "{refused} refused, {read} read");
}

fn check_places(text: &str, messages: &[Diagnostic]) {
    for diagnostic in messages {
        assert!(!diagnostic.labels.is_empty(), "{diagnostic:?}");
        for label in
            diagnostic.labels.iter().filter(|label| label.span.file == diagnostic.labels[0].span.file)
        {
            let range = label.span.start as usize..label.span.end as usize;
            assert!(text.get(range).is_some(), "{diagnostic:?}");
        }
    }
}

/// Whether a text has a meaning. What parses is printed and formatted on the way.
fn outcome(text: &str) -> bool {
    let file = FileId(0);
    let parsed = parse(text, file);
    check_places(text, &parsed.diagnostics);
    if !parsed.has_errors() {
        let printed = print(&parsed.tree);
        assert_eq!(parse(&printed, file).tree, parsed.tree, "{printed}");
        let once = format(text, file).expect("it parses");
        assert_eq!(parse(&once, file).tree, parsed.tree, "{once}");
        assert_eq!(format(&once, file).as_ref(), Ok(&once));
    }
    match load(text, file, "damaged") {
        Ok(model) => {
            assert!(!parsed.has_errors());
            check_places(text, &model.warnings);
            for (number, component) in model.components.iter().enumerate() {
                let id = ComponentId::at(number);
                let rules = &component.assumption.rules;
                let written: String = rules.iter().map(|rule| model.rule_text(id, rule) + ";\n").collect();
                let again = parse_assumption(&written, file, &model, id).expect("a written assumption");
                assert!(again.rules.iter().map(|rule| &rule.expr).eq(rules.iter().map(|rule| &rule.expr)));
            }
            true
        }
        Err(messages) => {
            assert!(messages.iter().any(Diagnostic::is_error));
            check_places(text, &messages);
            false
        }
    }
}

#[test]
fn damaged_assumptions_make_no_panic() {
    let model = load(EVERYTHING, FileId(0), "all").expect("a model");
    let text = "\"t\" : mS <= 2 => R != x && !Q;\n!(R == x) || mS > 3; Q => (R => false);";
    let (mut refused, mut read) = (0, 0);
    for seed in 0..ROUNDS {
        let mut random = Random::new(seed);
        let mut words = words(text);
        for _ in 0..=random.below(3) {
            damage(&mut words, &WORDS, &mut random);
        }
        let text = words.concat();
        let result = catch_unwind(|| parse_assumption(&text, FileId(1), &model, ComponentId(0)));
        match result.unwrap_or_else(|_| panic!("seed {seed}:\n{text}")) {
            Ok(_) => read += 1,
            Err(messages) => {
                check_places(&text, &messages);
                refused += 1;
            }
        }
    }
    assert!(refused > 4000 && read > 500, "{refused} refused, {read} read");
}
