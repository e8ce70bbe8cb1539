//! The LTS of a shared variable.

use std::collections::BTreeMap;

use suppose_base::{Budget, Poll, StateId, StopReason};
use suppose_lts::reduce;
use suppose_lts::{BuildError, Lts, LtsBuilder};

use super::deeds::Access;

/// The smallest LTS of a variable with these reads and assignments.
pub(super) fn lower_variable(
    initial: Option<i64>,
    accesses: &[Access],
    budget: &Budget,
) -> Result<Lts, StopReason> {
    let assigned = accesses.iter().filter(|access| access.write || initial.is_none());
    let mut states: BTreeMap<i64, StateId> =
        assigned.map(|access| access.value).chain(initial).map(|value| (value, StateId::ERROR)).collect();
    let writes = accesses.iter().filter(|access| access.write).count();
    budget.check_bytes((states.len() as u64 + 1).saturating_mul(writes as u64).saturating_mul(12))?;
    let mut builder = LtsBuilder::default();
    // The first state is that before the first value is known.
    let first = builder.add_state();
    for state in states.values_mut() {
        *state = builder.add_state();
    }
    if let Some(&state) = initial.and_then(|value| states.get(&value)) {
        builder.set_initial(state);
    }
    for access in accesses {
        builder.extend_alphabet([access.action]);
        budget.poll(Poll::Lower)?;
        let Some(&to) = states.get(&access.value) else { continue };
        builder.add(first, access.action, to);
        if access.write {
            for &from in states.values() {
                builder.add(from, access.action, to);
            }
        } else {
            builder.add(to, access.action, to);
        }
    }
    let lts = builder.finish().map_err(|error| too_large(&error))?;
    Ok(reduce::strong(&lts, budget)?.lts)
}

/// More than an LTS can have.
pub(super) fn too_large(error: &BuildError) -> StopReason {
    StopReason::Unsupported(error.to_string())
}
