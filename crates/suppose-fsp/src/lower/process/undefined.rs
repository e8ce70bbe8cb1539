//! Names that are no local process: they become ERROR, with one warning for each place.

use rustc_hash::FxHashMap;
use suppose_base::{Diagnostic, Span, closest};

use super::super::super::ast::ProcRef;
use super::super::super::model::Model;
use super::super::super::parse::reserved_process;
use super::super::super::scope::Scope;
use super::super::super::symbols::Symbol;
use super::super::super::value::Value;
use super::super::locals::Locals;

/// The undefined references met so far.
#[derive(Debug, Default)]
pub(super) struct Undefined {
    /// In order of discovery.
    references: Vec<Reference>,
    by_span: FxHashMap<Span, usize>,
}

#[derive(Debug)]
struct Reference {
    span: Span,
    name: Symbol,
    /// The first one met, with its index values.
    example: String,
    indexed: bool,
    count: usize,
}

impl Undefined {
    pub(super) fn note(&mut self, reference: &ProcRef, values: &[Value], scope: &Scope<'_>) {
        let place = *self.by_span.entry(reference.span).or_insert_with(|| {
            let name = reference.name.symbol;
            let example =
                values.iter().fold(scope.text(name).to_owned(), |text, value| format!("{text}[{value}]"));
            let indexed = !values.is_empty();
            self.references.push(Reference { span: reference.span, name, example, indexed, count: 0 });
            self.references.len() - 1
        });
        self.references[place].count += 1;
    }

    /// The warnings about names that are not among the local processes.
    pub(super) fn warnings(self, locals: &Locals, model: &Model) -> impl Iterator<Item = Diagnostic> {
        let known = locals.names();
        self.references.into_iter().map(move |reference| {
            let Reference { span, name, example, indexed, count } = reference;
            let text = |symbol: Symbol| model.tables.symbols.text(symbol);
            let mut warning =
                Diagnostic::warning("W0303", format!("`{example}` is not defined here and becomes ERROR"))
                    .at(span, "");
            if count > 1 {
                warning = warning.note(format!("the same happens in {} more cases", count - 1));
            }
            if known.binary_search(&name).is_ok() {
                if indexed && !locals.has_index(name) {
                    warning.note("it is defined without an index").help(format!("write `{}`", text(name)))
                } else if indexed {
                    warning
                        .note("the index is outside the declared range")
                        .help("widen the range, or let a guard keep the index inside: `when (..) a -> ..`")
                } else {
                    warning
                        .note("it is defined with an index only")
                        .help(format!("write `{}[..]`", text(name)))
                }
            } else if model.process_names.contains_key(&name) {
                let text = text(name);
                warning
                    .note(format!(
                        "`{text}` is another process; a process can only go on as one of its own local \
                            processes"
                    ))
                    .help(format!(
                        "write `,` in place of the `.` between them if `{text}` belongs to this process, or \
                            `{text};END` to run `{text}` first and then end"
                    ))
            } else if let Some(process) = reserved_process(text(name)) {
                warning.help(format!("did you mean `{process}`?"))
            } else if let Some(near) = closest(text(name), known.iter().map(|&symbol| text(symbol))) {
                warning.help(format!("did you mean `{near}`?"))
            } else {
                warning
            }
        })
    }
}
