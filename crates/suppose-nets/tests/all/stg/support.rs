//! What the tests share: reading, names of traces, random numbers.

use suppose_base::{Diagnostic, FileId, SourceMap};
use suppose_nets::stg::{Stg, read};

/// A graph that is right and gives no warning.
pub(crate) fn graph(text: &str) -> Stg {
    let (stg, warnings) = read(text, FileId(0), "test").unwrap_or_else(|list| panic!("{list:#?}\n{text}"));
    assert!(warnings.is_empty(), "{warnings:#?}");
    stg
}

/// All messages as `E0841 5:12`.
pub(crate) fn places(text: &str) -> Vec<String> {
    messages(text).iter().map(|message| place(text, message)).collect()
}

pub(crate) fn messages(text: &str) -> Vec<Diagnostic> {
    match read(text, FileId(0), "test") {
        Ok((_, warnings)) => {
            assert!(warnings.iter().all(|w| !w.is_error()));
            warnings
        }
        Err(errors) => {
            assert!(errors.iter().any(Diagnostic::is_error));
            errors
        }
    }
}

fn place(text: &str, message: &Diagnostic) -> String {
    let mut map = SourceMap::new();
    map.add("test", text);
    let at = map.position(message.span().expect("every message of this reader has a place"));
    format!("{} {}:{}", message.code, at.line, at.column)
}

/// The transitions of a trace by name.
pub(crate) fn names(stg: &Stg, trace: &[usize]) -> String {
    trace.iter().map(|&t| stg.net().transitions[t].name.as_str()).collect::<Vec<_>>().join(" ")
}
