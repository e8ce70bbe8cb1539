//! Damaged programs: whatever is wrong, there is an answer, and an accepted program keeps the rules.
//!
//! Words of a program are removed, doubled, exchanged, or replaced by words of other programs, so that most
//! mutants still follow the grammar and their mistakes are in names, types and places. `SUPPOSE_MUTANTS` sets
//! how many there are.

use suppose_ada::load;
use suppose_base::FileId;
use suppose_testing::Random;

use crate::elaborate::rules;

const PROGRAMS: [&str; 8] = [
    include_str!("programs/arithmetic.adb"),
    include_str!("programs/arrays.adb"),
    include_str!("programs/control.adb"),
    include_str!("programs/enumerations.adb"),
    include_str!("programs/meetings.adb"),
    include_str!("programs/packages.adb"),
    include_str!("programs/procedures.adb"),
    include_str!("programs/stated.adb"),
];

/// A text as words and what stands between them.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut before: Option<char> = None;
    for (at, c) in text.char_indices() {
        if before.is_some_and(|before| !(is_word(before) && is_word(c))) {
            words.push(&text[start..at]);
            start = at;
        }
        before = Some(c);
    }
    words.push(&text[start..]);
    words
}

#[test]
fn mutants_get_an_answer() {
    let count: u64 = std::env::var("SUPPOSE_MUTANTS").ok().and_then(|n| n.parse().ok()).unwrap_or(4000);
    let examples =
        suppose_ada::CODES.iter().flat_map(|table| table.rows).filter(|row| row.code[1..].starts_with("10"));
    let examples = examples.map(|row| row.example).filter(|example| example.len() < 2000);
    let texts: Vec<Vec<&str>> = PROGRAMS.into_iter().chain(examples).map(words).collect();
    let all: Vec<&str> =
        texts.iter().flatten().copied().filter(|word| word.chars().any(char::is_alphanumeric)).collect();
    let (mut accepted, mut rejected) = (0, 0);
    for seed in 0..count {
        let mut random = Random::new(seed);
        let mut text = texts[random.below(PROGRAMS.len())].clone();
        for _ in 0..=random.below(2) {
            let is_word = |at: &usize| text[*at].starts_with(|c: char| c.is_ascii_alphanumeric());
            let places: Vec<usize> = (0..text.len()).filter(is_word).collect();
            let at = places[random.below(places.len())];
            match random.below(12) {
                0 => {
                    text.remove(at);
                }
                1 => text.swap(at, places[random.below(places.len())]),
                2 => text[at] = all[random.below(all.len())],
                3 => text[at] = ["0", "1", "2", "65536", "9223372036854775807"][random.below(5)],
                _ => text[at] = text[places[random.below(places.len())]],
            }
        }
        let text = text.concat();
        let result = std::panic::catch_unwind(|| match load(FileId(0), &text) {
            Ok((program, _)) => {
                rules::check(&program);
                true
            }
            Err(messages) => {
                assert!(messages.iter().any(suppose_base::Diagnostic::is_error));
                false
            }
        });
        assert!(result.is_ok(), "seed {seed}:\n{text}");
        if result.is_ok_and(|accepted| accepted) {
            accepted += 1;
        } else {
            rejected += 1;
        }
    }
    // Both happen often, otherwise the mutants are not worth much.
    assert!(accepted * 50 > count && rejected * 50 > count, "{accepted} accepted, {rejected} rejected");
}
