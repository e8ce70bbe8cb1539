//! Damaged texts: whatever is done to a model, reading and compiling it gives a system or a message, and
//! ends.
//!
//! Seeded and bounded. Texts are the example models and a few with every construct; damage is to words and to
//! single bytes. Expansion is bounded by a budget of states.

use suppose_base::{Budget, FileId};
use suppose_fsp::{LowerError, NoImports, load, parse, print};
use suppose_testing::{Random, damage, words};

const ROUNDS: u64 = 20_000;

/// Words that damage is done with.
const WORDS: [&str; 56] = [
    "P",
    "Q",
    "S",
    "a",
    "i",
    "0",
    "1",
    "2147483647",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ".",
    "..",
    ":",
    "::",
    "->",
    "|",
    "||",
    "=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "!",
    "<",
    ">>",
    "@",
    "\\",
    "'",
    "#",
    ";",
    "if",
    "then",
    "else",
    "when",
    "forall",
    "property",
    "minimal",
    "STOP",
    "END",
    "[]",
    "é",
    "\u{2192}",
    "\0",
    "\"",
    "/*",
    "//",
    "`",
    "?",
    "~",
    "tau",
];

const TEXTS: [&str; 3] = [
    "range R = 0..2\nset S = {a, b[R]}\nP(N=2) = Q[N], Q[i:R] = (when (i > 0) S -> Q[i-1] | c[j:R] -> d[j] \
        -> Q[j]) + {z} / {x/a} \\ {b}.\n||C(N=1) = if N == 0 then P else (p[i:R]:P(i) || C(N-1)/{y/x}) << \
        {c} @ {y}.",
    "Q(N=1) = if N == 0 then END else (q[N] -> Q(N-1);END).\nR = (r -> Q(3);R | s -> ERROR).\nproperty W = \
        (r -> q[1..3] -> W).\n||D = ({a, b}:R || {a, b}::W)\\{a.r}.\nminimal ||E = D.\n||F = (E || D).",
    "fluent F[i:0..1] = <a[i], b> initially i\nassert A(N=1) = forall [i:0..1] []((F[i] && !X b) -> <>rigid \
        N)\nprogress G[i:0..1] = if a[i] then {b}\nmenu M = {a[0..1], b}\nP = (a[i:0..1] -> b -> P).",
];

#[test]
fn no_damage_makes_a_panic() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models");
    let mut texts: Vec<String> = TEXTS.iter().map(|text| (*text).to_owned()).collect();
    let mut paths: Vec<_> = std::fs::read_dir(directory)
        .expect("the example models")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|suffix| suffix == "lts"))
        .collect();
    paths.sort();
    texts.extend(paths.iter().map(|path| std::fs::read_to_string(path).expect("readable")));
    let (mut refused, mut compiled) = (0, 0);
    for seed in 0..ROUNDS {
        let mut random = Random::new(seed);
        let mut words = words(&texts[random.below(texts.len())]);
        for _ in 0..=random.below(4) {
            damage(&mut words, &WORDS, &mut random);
        }
        let text = words.concat();
        let result = std::panic::catch_unwind(|| outcome(&text));
        if result.unwrap_or_else(|_| panic!("seed {seed}:\n{text}")) {
            compiled += 1;
        } else {
            refused += 1;
        }
    }
    // Both kinds must occur, or the damage is too great or too small to test anything.
    assert!(refused > 5000 && compiled > 2000, "{refused} refused, {compiled} compiled");
}

/// Whether a text has a meaning. What parses is printed and parsed again on the way.
fn outcome(text: &str) -> bool {
    let parsed = parse(text, FileId(0));
    for diagnostic in &parsed.diagnostics {
        let span = diagnostic.span().expect("a message about the text has a place");
        assert!(span.start <= span.end && span.end as usize <= text.len().max(1), "{diagnostic:?}");
    }
    if parsed.has_errors() {
        return false;
    }
    let again = print(&parsed.tree);
    assert!(!parse(&again, FileId(0)).has_errors(), "printed text does not parse:\n{again}");
    let Ok(model) = load(text, FileId(0), &NoImports) else { return false };
    match model.compile(None, &Budget::unlimited().with_max_states(2000)) {
        Ok(compiled) => {
            compiled.system.components.iter().for_each(|c| c.lts.check_invariants().expect("valid"));
            true
        }
        Err(LowerError::Diagnostics(diagnostics)) => {
            assert!(!diagnostics.is_empty());
            false
        }
        Err(LowerError::Stopped(_)) => false,
    }
}
