//! Programs cut into two parts: what the whole does, both sides must see.

use suppose_base::{ActionId, Budget, StateId};
use suppose_flow::Constraint;
use suppose_flow::split::{Obligation, Split};
use suppose_flow::verify::Analysis;
use suppose_lang::ada::Program;
use suppose_lts::check::Answer;
use suppose_lts::{Lts, LtsBuilder, System};

#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// Violations whose projection to Σ the first side rejects.
    pub(crate) queries: u32,
    /// The same for the second side.
    pub(crate) escapes: u32,
    /// Properties that the first part alone keeps.
    pub(crate) proved: u32,
    /// Words that were walked.
    pub(crate) words: u32,
}

/// A part for each task, constraints of the whole set, and every word decided twice.
pub(crate) fn try_parts(
    program: &Program,
    system: &System,
    property: usize,
    answer: &Answer,
    seed: u64,
    seen: &mut Seen,
) {
    let budget = Budget::unlimited();
    let tasks = program.tasks.len();
    // All ways to cut take turns; neither part is empty unless there is one task.
    let mask = 1 + seed as usize % ((1 << tasks) - 1).max(1);
    let part_of: Vec<u32> = (0..tasks).map(|t| (mask >> t & 1) as u32).collect();
    let all = Analysis::new(program, system, property, &budget).expect("no limit").candidates();
    let constraints: Vec<Constraint> = all
        .into_iter()
        .enumerate()
        .filter(|(place, _)| seed >> (place % 8) & 1 == 0)
        .map(|(_, c)| c)
        .collect();
    let split = Split::new(program, system, property, part_of, constraints, &budget).expect("no limit");
    let sigma = split.interface(0, Obligation::Property);
    let side = split.side(0, Obligation::Property, &sigma, &budget).expect("no limit");
    let mut walk = side.walk();
    let found = side.first_error(None, &budget).expect("no limit").path;
    seen.proved += u32::from(found.is_none());
    assert!(
        found.is_some() || answer.verdict.holds(),
        "a part alone seems to keep a property that is violated"
    );
    if let Some(path) = &found {
        let word = side.word(path);
        assert!(walk.fatal(&word, &budget).expect("no limit").is_some(), "a path to an error is an error");
    }
    for word in words(&sigma, seed) {
        let fatal = walk.fatal(&word, &budget).expect("no limit");
        let path = side.trace(&word, &budget).expect("no limit").path;
        assert_eq!(fatal.is_some(), path.is_some(), "the walk and propagation disagree");
        if let (Some(length), Some(path)) = (fatal, path) {
            assert!(word.starts_with(&side.word(&path)));
            assert!(length <= side.word(&path).len());
        }
        seen.words += 1;
    }
    let Some(witness) = answer.verdict.witness() else { return };
    let letter = |action: ActionId| sigma.iter().copied().find(|&l| split.meaning(l).contains(&action));
    let word: Vec<ActionId> = witness.steps.iter().filter_map(|step| letter(step.action)).collect();
    assert!(walk.fatal(&word, &budget).expect("no limit").is_some(), "a violation is not seen by its side");
    seen.queries += 1;
    if split.parts() == 2 && !word.is_empty() {
        let forbidden = all_but(&sigma, &word);
        let other = split.side(1, Obligation::Assumption(&forbidden), &[], &budget).expect("no limit");
        let escape = other.first_error(None, &budget).expect("no limit").path;
        assert!(escape.is_some(), "what the others do is not seen by their side");
        seen.escapes += 1;
    }
}

/// Some words over an alphabet.
fn words(sigma: &[ActionId], seed: u64) -> Vec<Vec<ActionId>> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    if sigma.is_empty() {
        return vec![Vec::new()];
    }
    (0..8).map(|_| (0..next() % 6).map(|_| sigma[next() % sigma.len()]).collect()).collect()
}

/// An assumption that allows all words but one and what begins with it.
fn all_but(sigma: &[ActionId], word: &[ActionId]) -> Lts {
    let mut builder = LtsBuilder::new(word.len() + 1);
    let other = StateId::must(word.len());
    for &action in sigma {
        builder.add(other, action, other);
        for (place, &letter) in word.iter().enumerate() {
            let from = StateId::must(place);
            if action != letter {
                builder.add(from, action, other);
            } else if place + 1 < word.len() {
                builder.add(from, action, StateId::must(place + 1));
            }
        }
    }
    builder.extend_alphabet(sigma.iter().copied());
    builder.finish().expect("an assumption")
}
