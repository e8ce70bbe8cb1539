//! Short ways to read a text.

use suppose_base::{Diagnostic, FileId};
use suppose_nets::lpn::{NoIncludes, read};
use suppose_nets::{Design, Fragment};

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
