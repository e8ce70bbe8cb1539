//! Which variables matter at which place (interface; the body follows in the next commits).

use super::program::Program;

/// For each variable whether it belongs to a task and carries nothing from one round of an outermost loop to the next.
pub fn transient(program: &Program) -> Vec<bool> {
    program.variables.iter().map(|v| v.owner.is_some()).collect()
}
