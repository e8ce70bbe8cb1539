//! The LTS of a variable, shared or split off its task.

use std::collections::BTreeMap;

use suppose_base::{Budget, Poll, StateId, StopReason};
use suppose_lts::reduce;
use suppose_lts::{BuildError, Lts, LtsBuilder};

use super::deeds::{Access, Encounter};

/// The smallest LTS of a variable with these reads and assignments, and these rendezvous.
pub(super) fn lower_variable(
    initial: Option<i64>,
    accesses: &[Access],
    encounters: &[Encounter],
    budget: &Budget,
) -> Result<Lts, StopReason> {
    // An access is a rendezvous with itself.
    let of_access = |access: &Access| {
        let (found, left) =
            if access.write { (None, Some(access.value)) } else { (Some(access.value), None) };
        Encounter { action: access.action, found, left }
    };
    let all: Vec<Encounter> = accesses.iter().map(of_access).chain(encounters.iter().copied()).collect();
    let found = all.iter().filter(|_| initial.is_none()).filter_map(|encounter| encounter.found);
    let values = all.iter().filter_map(|encounter| encounter.left).chain(found).chain(initial);
    let mut states: BTreeMap<i64, StateId> = values.map(|value| (value, StateId::ERROR)).collect();
    let writes = all.iter().filter(|encounter| encounter.found.is_none()).count();
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
    for Encounter { action, found, left } in all {
        builder.extend_alphabet([action]);
        budget.poll(Poll::Lower)?;
        let (from, to) = (found.and_then(|value| states.get(&value)), left.or(found));
        let Some(&to) = to.and_then(|value| states.get(&value)) else { continue };
        if found.is_none() {
            for &from in states.values() {
                builder.add(from, action, to);
            }
        } else if let Some(&from) = from {
            builder.add(from, action, to);
        } else {
            continue;
        }
        builder.add(first, action, to);
    }
    let lts = builder.finish().map_err(|error| too_large(&error))?;
    Ok(reduce::strong(&lts, budget)?.lts)
}

/// More than an LTS can have.
pub(super) fn too_large(error: &BuildError) -> StopReason {
    StopReason::Unsupported(error.to_string())
}
