//! Properties that say nothing because nothing that they watch can happen.
//!
//! An action happens only when every component that has it takes part. So an action never happens if some
//! component has it on no transition that the component can reach by itself; and what lies behind such an
//! action in other components is never reached either. [`dead_actions`] repeats this until nothing more is
//! found. That is cheap, since no product is built, and every action found is dead for certain; some dead
//! actions are missed. Priorities only take moves away and so change nothing.
//!
//! Tested against the product on random systems, and in `tests/all/command/doubts.rs` of `suppose-cli`.

use std::collections::BTreeSet;

use suppose_base::{ActionId, Diagnostic};
use suppose_lts::{Component, Lts, Origins, Role, System};

/// Larger systems are not looked at: the check must cost nothing beside the search.
const MOST_TRANSITIONS: usize = 1 << 20;

/// So many times actions are found that are dead because of others.
const MOST_ROUNDS: usize = 64;

/// Warnings about properties that hold for want of anything to watch.
pub(super) fn doubts(system: &System, origins: &[Origins]) -> Vec<Diagnostic> {
    let all = || system.components.iter().zip(origins);
    let is_property = |(component, _): &(&Component, &Origins)| component.role == Role::Property;
    let at_definition = |warning: Diagnostic, origins: &Origins| match origins.definition() {
        Some(span) => warning.at(span, ""),
        None => warning,
    };
    let Some((first, place)) = all().find(is_property) else { return Vec::new() };
    if all().all(|each| is_property(&each)) {
        let message = format!("`{}` is checked without any component", first.name);
        let warning = Diagnostic::warning("W0315", message)
            .note("whatever the answer is, it says nothing about a system")
            .help("check a system that has components, and name the file of the property with --property");
        return vec![at_definition(warning, place)];
    }
    let dead = dead_actions(system);
    // What allows nothing, such as `STOP + {fall}`, says that its actions never happen, so that is no doubt.
    let never_moves = |lts: &Lts| {
        !lts.initial().is_error()
            && lts.transitions(lts.initial()).iter().any(|step| !step.target.is_error())
            && lts.alphabet().iter().all(|action| dead.contains(action))
    };
    let vacuous = all().filter(is_property).filter(|(component, _)| never_moves(&component.lts));
    let warning = |(component, origins): (&Component, &Origins)| {
        let message =
            format!("the property `{}` is vacuous: none of its actions ever happens", component.name);
        let note = "it holds because the components never get so far, whatever it says";
        at_definition(Diagnostic::warning("W0314", message).note(note), origins)
    };
    vacuous.map(warning).collect()
}

/// Actions of components that cannot happen in any reachable state of the whole.
fn dead_actions(system: &System) -> BTreeSet<ActionId> {
    let components = system.components.iter().filter(|component| component.role == Role::Component);
    let parts: Vec<&Lts> = components.map(|component| &*component.lts).collect();
    let mut dead = BTreeSet::default();
    if parts.iter().map(|lts| lts.num_transitions()).sum::<usize>() > MOST_TRANSITIONS {
        return dead;
    }
    for _ in 0..MOST_ROUNDS {
        let before = dead.len();
        for lts in &parts {
            let possible = possible_actions(lts, &dead);
            dead.extend(lts.alphabet().iter().copied().filter(|action| !possible.contains(action)));
        }
        if dead.len() == before {
            break;
        }
    }
    dead
}

/// What a component can do by itself without some actions.
fn possible_actions(lts: &Lts, dead: &BTreeSet<ActionId>) -> BTreeSet<ActionId> {
    let mut possible = BTreeSet::default();
    let mut seen = vec![false; lts.num_states()];
    let mut open = vec![lts.initial()];
    while let Some(state) = open.pop() {
        if state.is_error() || std::mem::replace(&mut seen[state.index()], true) {
            continue;
        }
        for step in lts.transitions(state).iter().filter(|step| !dead.contains(&step.action)) {
            possible.insert(step.action);
            open.push(step.target);
        }
    }
    possible
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use suppose_base::{Budget, StateId};
    use suppose_lts::product::compose;
    use suppose_lts::{LtsBuilder, Role};
    use suppose_testing::Random;

    use super::*;

    /// Some components over few actions, many of which have actions on no transition.
    fn random_system(random: &mut Random) -> System {
        let mut system = System { name: "S".to_owned(), ..System::default() };
        let actions: Vec<ActionId> = ["a", "b", "c", "d"].map(|name| system.actions.intern(name)).to_vec();
        for number in 0..2 + random.below(2_usize) {
            let mut builder = LtsBuilder::new(0);
            let states: Vec<StateId> = (0..=random.below(3_usize)).map(|_| builder.add_state()).collect();
            builder.extend_alphabet(actions.iter().copied().filter(|_| random.chance(60)));
            for _ in 0..random.below(4_usize) {
                let (from, to) = (*random.pick(&states), *random.pick(&states));
                builder.add(from, *random.pick(&actions), to);
            }
            let lts = Arc::new(builder.finish().expect("a small LTS"));
            system.components.push(Component { name: format!("C{number}"), lts, role: Role::Component });
        }
        system
    }

    #[test]
    fn what_is_dead_never_happens_in_the_product() {
        let (mut found, mut dead_ones) = (0, 0);
        for seed in 0..3000 {
            let system = random_system(&mut Random::new(seed));
            let dead = dead_actions(&system);
            let product = compose(&system, &Budget::unlimited()).expect("no limit").lts;
            let happens = |action: &ActionId| {
                product.states().any(|state| product.transitions(state).iter().any(|t| t.action == *action))
            };
            assert!(!dead.iter().any(happens), "seed {seed}");
            found += dead.len();
            dead_ones += product.alphabet().iter().filter(|action| !happens(action)).count();
        }
        // Not all are found, but most.
        assert!(found > 2000 && found <= dead_ones, "{found} of {dead_ones}");
    }
}
