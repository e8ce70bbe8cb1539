//! Which statements can be reached at all. Names depend on them, and a reader may well leave the others out.

use super::{Alternative, Statement};

/// The statements that can be reached at all: what comes after an endless loop is nobody's business.
pub(super) fn reached(mut block: Vec<Statement>) -> Vec<Statement> {
    if let Some(last) = block.iter().position(|statement| !passes(std::slice::from_ref(statement))) {
        block.truncate(last + 1);
    }
    block
}

/// Whether something can come after these statements.
pub(super) fn passes(block: &[Statement]) -> bool {
    block.iter().all(|statement| match statement {
        Statement::Raise | Statement::Exit(None) => false,
        Statement::If(_, yes, no) => passes(yes) || passes(no),
        Statement::Loop(body) => exits(body),
        Statement::Accept { body, .. } => body.as_deref().is_none_or(passes),
        Statement::Select { alternatives, instead, .. } => {
            let through = |a: &Alternative| a.body.as_deref().is_none_or(passes) && passes(&a.after);
            alternatives.iter().any(through) || instead.as_deref().is_some_and(passes)
        }
        _ => true,
    })
}

/// Whether some of these statements leaves the loop around them.
fn exits(block: &[Statement]) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Exit(_) => true,
        Statement::If(_, yes, no) => exits(yes) || exits(no),
        Statement::Call { instead, .. } => instead.as_deref().is_some_and(exits),
        Statement::Select { alternatives, instead, .. } => {
            alternatives.iter().any(|a| exits(&a.after)) || instead.as_deref().is_some_and(exits)
        }
        _ => false,
    })
}
