//! Programs cut into two parts: what the whole does, both sides must see.

use suppose_ada::Program;
use suppose_base::{ActionId, Budget, StateId};
use suppose_flow::Constraint;
use suppose_flow::split::{Obligation, Split};
use suppose_flow::verify::Analysis;
use suppose_lts::check::Answer;
use suppose_lts::{Lts, LtsBuilder, System};

#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// Violations whose projection to Σ the first side rejects.
    pub(crate) queries: u32,
    /// The same for other sides, whose obligation is that this does not happen.
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
    // All ways to cut into two or three parts take turns.
    let mut code = seed as u32;
    let kinds = 2 + code % 2;
    let part_of: Vec<u32> = (0..program.tasks.len())
        .map(|_| {
            code /= kinds;
            code % kinds
        })
        .collect();
    let all = Analysis::new(program, system, system, property, &budget).expect("no limit").candidates();
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
    if let Some(witness) = answer.verdict.witness() {
        let run: Vec<ActionId> = witness.steps.iter().map(|step| step.action).collect();
        follow(&split, &run, seen);
    }
}

/// A run that violates the property must violate the obligation of every side, if each one's is that the run
/// does not happen to the sides before it.
fn follow(split: &Split<'_>, run: &[ActionId], seen: &mut Seen) {
    let budget = Budget::unlimited();
    let mut forbidden: Option<Lts> = None;
    for part in 0..split.parts() {
        let obligation = forbidden.as_ref().map_or(Obligation::Property, Obligation::Assumption);
        let sigma = split.interface(part, obligation);
        let side = split.side(part, obligation, &sigma, &budget).expect("no limit");
        let letter = |action: &ActionId| sigma.iter().copied().find(|&l| split.meaning(l).contains(action));
        let word: Vec<ActionId> = run.iter().filter_map(letter).collect();
        let fatal = side.walk().fatal(&word, &budget).expect("no limit");
        assert!(fatal.is_some(), "side {part} does not see what happened");
        if part == 0 {
            seen.queries += 1;
        } else {
            seen.escapes += 1;
        }
        if word.is_empty() {
            return;
        }
        forbidden = Some(all_but(&sigma, &word));
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
