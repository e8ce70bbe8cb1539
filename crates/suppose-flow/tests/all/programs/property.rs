//! Random properties about actions that a system really has.

use suppose_base::{ActionId, StateId};
use suppose_lts::{Lts, LtsBuilder, Role, System};

/// An automaton with two or three states over up to four actions, in which about every fourth transition
/// leads to π.
pub(crate) fn random(system: &System, seed: u64) -> Lts {
    let mut state = seed ^ 0x5eed;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let parts = system.components.iter().filter(|c| c.role == Role::Component);
    let mut actions: Vec<ActionId> = parts.flat_map(|c| c.lts.alphabet().iter().copied()).collect();
    actions.retain(|&action| system.actions.name(action) != "terminate");
    actions.sort_unstable();
    actions.dedup();
    while actions.len() > 4 {
        actions.remove(below(actions.len()));
    }
    let states = 2 + below(2);
    let mut builder = LtsBuilder::new(states);
    for from in 0..states {
        for &action in &actions {
            // Not at once, or most programs would violate it.
            let error = from != 0 && below(4) == 0;
            let target = if error { StateId::ERROR } else { StateId::must(below(states)) };
            builder.add(StateId::must(from), action, target);
        }
    }
    builder.finish().expect("a property")
}
