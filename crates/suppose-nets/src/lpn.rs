//! The `.lpn` files of Platu: nets with guards over shared variables.
//!
//! Two formats are read. In the newer one a file has **classes**, and a main part says which instances of
//! them there are and how they are connected: an argument of an instance is a variable of another one, a
//! variable of the main part, or a number. In the older one a file has **modules**, which connect by equal
//! names. A third format that goes by the same suffix, that of ATACS and LEMA, gets a message.
//!
//! The way of a text: `lexer` and `parse` give a tree with spans; `include` adds other files; `constants` and
//! `template` resolve names; `lower` (classes) and `modules` make wires and nets, with `build` for
//! expressions and `initial` for first values.
//!
//! Differences from Platu: an assertion is evaluated before the assignments, as Platu's flat search does and
//! its compositional search does not; a second token in a place and delays are no part of the meaning of the
//! file; arguments may be elements of arrays; a class without a main part is a component on its own.

mod ast;
mod build;
mod constants;
mod findings;
mod include;
mod initial;
mod lexer;
mod lower;
mod modules;
mod parse;
mod template;

use suppose_base::{Diagnostic, FileId, Reports, Span};

pub use include::{IncludeLoader, Included, NoIncludes};

use crate::fragment::Fragment;
use findings::Findings;

/// Reads a file and what it includes. `name` is the name of the design. Gives a fragment and warnings.
///
/// # Errors
/// When the text has no meaning; warnings are among the messages.
pub fn read(
    text: &str,
    file: FileId,
    name: &str,
    loader: &dyn IncludeLoader,
) -> Result<(Fragment, Vec<Diagnostic>), Vec<Diagnostic>> {
    if let Some(problem) = other_format(text, file) {
        return Err(vec![problem]);
    }
    let mut problems = Reports::default();
    let mut tree = parse::parse(text, file, &mut problems);
    include::include(&mut tree, file, loader, &mut problems);
    if problems.has_errors() {
        return Err(problems.into_list());
    }
    let mut problems = problems.into_list();
    let mut findings = Findings::new();
    let fragment = if tree.classes.is_empty() && tree.mains.is_empty() {
        if tree.modules.is_empty() {
            let problem = Diagnostic::error("E0825", "there is no class and no module");
            findings.push(problem.at(Span::new(file, 0, 0), ""));
        }
        modules::lower(&tree, name, &mut findings)
    } else {
        if let Some(span) = lower::mixed(&tree) {
            let problem = Diagnostic::error("E0825", "an old module beside classes").at(span, "");
            findings.push(problem.help("make it a class and say in `<main>` how it is connected"));
        }
        lower::lower(&tree, name, &mut findings)
    };
    let found = findings.into_messages();
    if found.iter().any(Diagnostic::is_error) {
        // What seems unused may be used where there is an error.
        problems.extend(found.into_iter().filter(|problem| problem.code != "W0811"));
        return Err(problems);
    }
    problems.extend(found);
    Ok((fragment, problems))
}

/// A message when the text is certainly not Platu's.
fn other_format(text: &str, file: FileId) -> Option<Diagnostic> {
    let text_only = text.trim_start_matches('\u{feff}');
    let start = text.len() - text_only.trim_start().len();
    let first = text[start..].chars().next();
    let span = Span::new(file, start as u32, (start + first.map_or(0, char::len_utf8)) as u32);
    match first {
        Some('.' | '#') => {
            let problem = Diagnostic::error("E0810", "this is a net of ATACS or LEMA").at(span, "");
            Some(
                problem
                    .help("give it the suffix `.g`; what it says in comments, such as delays, is not read"),
            )
        }
        Some('<' | '/') => None,
        Some(_) => {
            Some(Diagnostic::error("E0810", "this is not an `.lpn` file").at(span, "must begin with a tag"))
        }
        None => Some(Diagnostic::error("E0810", "the file is empty").at(span, "")),
    }
}
