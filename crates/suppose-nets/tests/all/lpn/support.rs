//! Short ways to read a text.

use suppose_base::{Budget, Diagnostic, FileId};
use suppose_nets::lpn::{NoIncludes, read};
use suppose_nets::replay::replay;
use suppose_nets::search::search;
use suppose_nets::{Design, Failure, Failures, Fragment};

use crate::lpn::common::interpret::{self, Explored};

/// The fragment of a text, which must have a meaning.
pub(crate) fn fragment(text: &str) -> Fragment {
    match read(text, FileId(0), "test", &NoIncludes) {
        Ok((fragment, _)) => fragment,
        Err(problems) => panic!("{problems:#?}\n{text}"),
    }
}

/// The design of a text, which must have a meaning.
pub(crate) fn design(text: &str) -> Design {
    match Design::join("test", vec![fragment(text)]) {
        Ok((design, _)) => design,
        Err(problems) => panic!("{problems:#?}\n{text}"),
    }
}

/// All messages about a text.
pub(crate) fn messages(text: &str) -> Vec<Diagnostic> {
    match read(text, FileId(0), "test", &NoIncludes) {
        Ok((_, warnings)) => warnings,
        Err(problems) => problems,
    }
}

/// The codes of all messages about a text.
pub(crate) fn message_codes(text: &str) -> Vec<&'static str> {
    messages(text).iter().map(|message| message.code).collect()
}

/// The search finds what the interpreter found.
pub(crate) fn check_search(design: &Design, expected: &Explored, about: &str) {
    let everything = Failures::of(&Failure::ALL);
    // The search ends early when it knows a run for each kind, so states are counted without looking for
    // failures.
    let counted = search(design, Failures::NONE, &Budget::unlimited());
    let counts = (counted.states as usize, counted.firings as usize);
    assert_eq!(counts, (expected.states, expected.firings), "{about}");
    let found = search(design, everything, &Budget::unlimited());
    let mut kinds: Vec<Failure> = found.runs.iter().map(|run| run.failure).collect();
    kinds.sort_unstable();
    let mut expected: Vec<Failure> = expected.failures.iter().map(interpret::Failure::kind).collect();
    expected.sort_unstable();
    expected.dedup();
    assert_eq!(kinds, expected, "{about}");
    for run in &found.runs {
        assert!(replay(design, run).is_ok(), "{about}: {run:?}");
    }
}
