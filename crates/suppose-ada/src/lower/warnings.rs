//! Warnings about entries that nobody calls and calls that nobody accepts.
//!
//! Decided by the text of the program: what is written in vain, not what happens not to be reached. Instances
//! of a task type and members of a family are one declaration.

use std::collections::BTreeMap;

use suppose_base::{Diagnostic, Span};

use crate::program::{Kind, Program};

/// One warning for each declaration or call, in the order of the text.
pub(super) fn about_entries(program: &Program) -> Vec<Diagnostic> {
    let mut called = vec![false; program.entries.len()];
    let mut accepted = vec![false; program.entries.len()];
    let instructions = || program.tasks.iter().flat_map(|task| &task.code);
    for instruction in instructions() {
        match &instruction.kind {
            Kind::Call { entry, .. } => entry.members.iter().for_each(|e| called[e.0 as usize] = true),
            Kind::Select { alternatives, .. } => {
                let members = alternatives.iter().flat_map(|alternative| &alternative.entry.members);
                members.for_each(|e| accepted[e.0 as usize] = true);
            }
            _ => {}
        }
    }
    let mut found: BTreeMap<Span, Option<Diagnostic>> = BTreeMap::new();
    for (index, entry) in program.entries.iter().enumerate() {
        let message = format!("nobody calls `{}`", entry.label);
        let warning = Diagnostic::warning("W1052", message).at(entry.span, "no task has a call of it");
        keep_unless(&mut found, entry.span, called[index], warning);
    }
    let calls = program.tasks.iter().enumerate().flat_map(|(t, task)| task.code.iter().map(move |i| (t, i)));
    for (caller, instruction) in calls {
        let Kind::Call { entry, otherwise, .. } = &instruction.kind else { continue };
        let Some(first) = entry.members.first() else { continue };
        // Of a call of its own entry the task was told before.
        if otherwise.is_none()
            && entry.indices.is_empty()
            && program.entries[first.0 as usize].task.0 as usize == caller
        {
            continue;
        }
        let message =
            format!("nobody accepts `{}`: this call waits for ever", program.entries[first.0 as usize].label);
        let warning = Diagnostic::warning("W1053", message)
            .at(instruction.span, "")
            .at(program.entries[first.0 as usize].span, "the entry");
        let some = entry.members.iter().any(|e| accepted[e.0 as usize]);
        keep_unless(&mut found, instruction.span, some, warning);
    }
    found.into_values().flatten().collect()
}

/// A place gets its warning unless something speaks against it, now or later.
fn keep_unless(
    found: &mut BTreeMap<Span, Option<Diagnostic>>,
    span: Span,
    against: bool,
    warning: Diagnostic,
) {
    let slot = found.entry(span).or_insert(Some(warning));
    if against {
        *slot = None;
    }
}
