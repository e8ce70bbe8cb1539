//! Helpers shared by the tests: texts to LTSs, LTSs to readable rows.

use std::sync::Arc;

use suppose_base::{Budget, Diagnostic, FileId, SourceMap};
use suppose_fsp::{Compiled, LowerError, Model, NoImports, load};
use suppose_lts::{ActionTable, Lts, StateId, product};

/// Loads a text that must be well formed.
#[track_caller]
pub(crate) fn model(text: &str) -> Model {
    match load(text, FileId(0), &NoImports) {
        Ok(model) => model,
        Err(diagnostics) => panic!("{text}\n{}", shown(text, &diagnostics).join("\n")),
    }
}

/// Compiles the default target of a text that must have a meaning.
#[track_caller]
pub(crate) fn compiled(text: &str) -> Compiled {
    target(text, None)
}

/// Compiles a target of a text that must have a meaning.
#[track_caller]
pub(crate) fn target(text: &str, name: Option<&str>) -> Compiled {
    match model(text).compile(name, &Budget::unlimited()) {
        Ok(compiled) => compiled,
        Err(LowerError::Diagnostics(diagnostics)) => {
            panic!("{text}\n{}", shown(text, &diagnostics).join("\n"))
        }
        Err(LowerError::Stopped(reason)) => panic!("{text}\n{reason}"),
    }
}

/// The only component of a text.
#[track_caller]
pub(crate) fn single(text: &str) -> (Arc<Lts>, ActionTable) {
    let compiled = compiled(text);
    assert_eq!(compiled.system.components.len(), 1, "{text}");
    (Arc::clone(&compiled.system.components[0].lts), compiled.system.actions)
}

/// The composed default target of a text.
#[track_caller]
pub(crate) fn composed(text: &str) -> (Lts, ActionTable) {
    let compiled = compiled(text);
    let product = product::compose(&compiled.system, &Budget::unlimited()).expect("no limit");
    (product.lts, compiled.system.actions)
}

/// States numbered, transitions as `0 a 1`; π is `-1` and the end state is marked `END`.
pub(crate) fn rows(lts: &Lts, actions: &ActionTable) -> Vec<String> {
    let number = |s: StateId| {
        if s.is_error() {
            "-1".to_owned()
        } else if Some(s) == lts.end() {
            "END".to_owned()
        } else {
            s.index().to_string()
        }
    };
    lts.all_transitions()
        .map(|(s, t)| format!("{} {} {}", number(s), actions.name(t.action), number(t.target)))
        .collect()
}

/// The rows of the only process of a text.
#[track_caller]
pub(crate) fn rows_of(text: &str) -> Vec<String> {
    let (lts, actions) = single(text);
    rows(&lts, &actions)
}

/// The sorted alphabet of the only process of a text.
#[track_caller]
pub(crate) fn alphabet_of(text: &str) -> Vec<String> {
    let (lts, actions) = single(text);
    names(&lts, &actions)
}

pub(crate) fn names(lts: &Lts, actions: &ActionTable) -> Vec<String> {
    actions.sorted_names(lts.alphabet().iter().copied()).into_iter().map(str::to_owned).collect()
}

/// Names and sizes of the components of a target, as `P=2/3`.
pub(crate) fn machines(compiled: &Compiled) -> Vec<String> {
    let show =
        |c: &suppose_lts::Component| format!("{}={}/{}", c.name, c.lts.num_states(), c.lts.num_transitions());
    compiled.system.components.iter().map(show).collect()
}

/// All messages of a text, from parsing, loading and compiling.
pub(crate) fn messages(text: &str) -> Vec<Diagnostic> {
    match load(text, FileId(0), &NoImports) {
        Err(diagnostics) => diagnostics,
        Ok(model) => {
            let mut all = model.warnings().to_vec();
            match model.compile(None, &Budget::unlimited()) {
                Ok(compiled) => all.extend(compiled.warnings),
                Err(LowerError::Diagnostics(diagnostics)) => all.extend(diagnostics),
                Err(LowerError::Stopped(reason)) => panic!("{text}\n{reason}"),
            }
            all
        }
    }
}

/// Messages as `E0105 1:7 text`.
pub(crate) fn shown(text: &str, diagnostics: &[Diagnostic]) -> Vec<String> {
    let mut sources = SourceMap::new();
    sources.add("text", text);
    diagnostics
        .iter()
        .map(|d| {
            let at = d.span().map_or_else(
                || "-".to_owned(),
                |span| {
                    let at = sources.position(span);
                    format!("{}:{}", at.line, at.column)
                },
            );
            format!("{} {at} {}", d.code, d.message)
        })
        .collect()
}
