//! Reading texts and showing what came of it.

use suppose_ada::ast::{Declaration, DeclarationKind, Statement, SubprogramBody, Tree};
use suppose_ada::parse;
use suppose_base::{Diagnostic, FileId, SourceMap};

const FILE: FileId = FileId(0);

/// The tree of a text without errors.
#[track_caller]
pub(crate) fn tree(text: &str) -> Tree {
    let parsed = parse(FILE, text);
    assert!(parsed.diagnostics.is_empty(), "{:#?}\n{text}", shown(text, &parsed.diagnostics));
    parsed.tree
}

/// What is declared in the main procedure of a text that has these declarations.
#[track_caller]
pub(crate) fn declarations(text: &str) -> Vec<Declaration> {
    main_of(&format!("procedure Main is\n{text}\nbegin\n   null;\nend Main;\n")).0
}

/// What the main procedure does in a text that has these statements.
#[track_caller]
pub(crate) fn statements(text: &str) -> Vec<Statement> {
    main_of(&format!("procedure Main is\nbegin\n{text}\nend Main;\n")).1
}

#[track_caller]
fn main_of(text: &str) -> (Vec<Declaration>, Vec<Statement>) {
    let unit = tree(text).units.pop().expect("a unit");
    let DeclarationKind::Subprogram(main) = unit.item.kind else { panic!("no procedure") };
    let SubprogramBody::Statements(block) = main.body else { panic!("no body") };
    (block.declarations, block.statements)
}

/// All messages about a text.
pub(crate) fn messages(text: &str) -> Vec<Diagnostic> {
    parse(FILE, text).diagnostics
}

/// Messages as `E1005 1:7 text`.
pub(crate) fn shown(text: &str, diagnostics: &[Diagnostic]) -> Vec<String> {
    let mut sources = SourceMap::new();
    sources.add("text", text);
    let show = |d: &Diagnostic| {
        let at = sources.position(d.span().expect("a message about a text has a place"));
        format!("{} {}:{} {}", d.code, at.line, at.column, d.message)
    };
    diagnostics.iter().map(show).collect()
}
