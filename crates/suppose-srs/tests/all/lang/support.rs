//! Reading texts and showing what came of it.

use suppose_base::{Diagnostic, FileId, SourceMap};
use suppose_srs::lang::{Model, load};

const FILE: FileId = FileId(0);

/// The model of a text without errors.
#[track_caller]
pub(crate) fn model(text: &str) -> Model {
    load(text, FILE, "test").unwrap_or_else(|messages| panic!("{:#?}\n{text}", shown(text, &messages)))
}

/// All messages about a text, warnings included.
pub(crate) fn messages(text: &str) -> Vec<Diagnostic> {
    load(text, FILE, "test").map_or_else(|messages| messages, |model| model.warnings)
}

/// Messages as `E0903 1:7 text`.
pub(crate) fn shown(text: &str, diagnostics: &[Diagnostic]) -> Vec<String> {
    let mut sources = SourceMap::new();
    sources.add("text", text);
    let show = |d: &Diagnostic| {
        let at = sources.position(d.span().expect("a message about a text has a place"));
        format!("{} {}:{} {}", d.code, at.line, at.column, d.message)
    };
    diagnostics.iter().map(show).collect()
}

/// The example models of this language, with their names.
pub(crate) fn examples() -> Vec<(String, String)> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models");
    let entries = std::fs::read_dir(directory).expect("the example models");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|suffix| suffix == "srs"));
    paths.sort();
    assert!(paths.len() >= 4, "{} models", paths.len());
    let read = |path: &std::path::PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).expect("readable"))
    };
    paths.iter().map(read).collect()
}

/// The example model of this name.
pub(crate) fn example(name: &str) -> String {
    examples().into_iter().find(|(found, _)| found == name).expect("an example").1
}
