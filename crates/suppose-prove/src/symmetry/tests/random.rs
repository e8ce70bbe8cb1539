//! Systems: symmetric by their making, such with a mistake in them, and components that differ in the names of
//! their actions.

use std::sync::Arc;

use suppose_base::{ActionId, StateId};
use suppose_lts::{Component, Lts, LtsBuilder, Role, System};
use suppose_testing::Random;
use suppose_testing::alike::{self, Alike, orders};

use crate::test_support::{PI, component, lts_of, system_of};

fn lts(from: &alike::Lts) -> Lts {
    let state = |state: Option<usize>| state.map_or(StateId::ERROR, StateId::must);
    let letter = |action: usize| ActionId::from_raw(action as u32 + 1);
    let mut b = LtsBuilder::new(from.states);
    for &(source, action, target) in &from.steps {
        b.add(state(Some(source)), action.map_or(ActionId::TAU, letter), state(target));
    }
    b.extend_alphabet(from.alphabet.iter().map(|&a| letter(a)));
    b.set_initial(StateId::must(from.initial));
    b.finish().expect("a valid LTS")
}

/// A symmetric system, in half of the cases with a mistake, and the place of the watched component: the observer,
/// or one that can fail.
pub(super) fn symmetric(random: &mut Random, equals: usize) -> (System, usize) {
    let fails = random.chance(40);
    let mut made = Alike::random(random, equals, fails);
    if random.chance(50) {
        let place = random.below(made.components.len());
        let spoilt = &mut made.components[place];
        let step = random.below(spoilt.steps.len());
        spoilt.steps[step].2 = Some(random.below(spoilt.states));
    }
    let numbered = made.components.iter().enumerate();
    let mut components: Vec<Component> =
        numbered.map(|(n, made)| component(&format!("C{n}"), Role::Component, lts(made))).collect();
    // The watched one may be anywhere in the order.
    let place = random.below(components.len() + 1);
    components.insert(place, component("P", Role::Property, lts(&made.observer)));
    let able = (0..components.len()).filter(|&c| c != place && components[c].lts.has_error());
    let able: Vec<usize> = able.collect();
    let watched = if able.is_empty() || random.chance(70) { place } else { *random.pick(&able) };
    (system_of(components), watched)
}

const ACTIONS: usize = 4;

/// A few components of two kinds over four actions, which are renamed; the last one is watched.
pub(super) fn renamed(random: &mut Random) -> (System, usize) {
    let mut edges = |states: usize, errors: usize| -> Vec<(usize, u32, usize)> {
        let edge = |random: &mut Random| {
            let target = if random.chance(errors) { PI } else { random.below(states) };
            (random.below(states), random.below(ACTIONS as u32 + 1), target)
        };
        (0..2 + random.below(4)).map(|_| edge(random)).collect()
    };
    let kinds = [(2, edges(2, 5)), (3, edges(3, 0))];
    let mut property = edges(2, 35);
    for edge in &mut property {
        edge.1 = edge.1.max(1);
    }
    let names = orders(ACTIONS);
    let mut all = Vec::new();
    for number in 0..2 + random.below(3) {
        let names = random.pick(&names);
        let name = |a: u32| if a == 0 { 0 } else { names[a as usize - 1] as u32 + 1 };
        let (states, edges) = &kinds[usize::from(random.chance(30))];
        let edges: Vec<_> = edges.iter().map(|&(s, a, t)| (s, name(a), t)).collect();
        all.push(component(&format!("C{number}"), Role::Component, lts_of(*states, &edges, &[])));
    }
    all.push(Component { name: "P".into(), lts: Arc::new(lts_of(2, &property, &[])), role: Role::Component });
    let watched = all.len() - 1;
    (system_of(all), watched)
}
