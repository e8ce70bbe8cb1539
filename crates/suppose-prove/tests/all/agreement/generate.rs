//! Systems: all small ones, and random ones.

use std::sync::Arc;

use suppose_base::{ActionId, StateId};
use suppose_lts::{Component, Lts, LtsBuilder, Role, System};
use suppose_testing::Random;

/// An LTS from (source, action, target) triples; the target after the last state is π.
pub(crate) fn lts(states: usize, edges: &[(usize, u32, usize)], alphabet: &[u32]) -> Lts {
    let mut b = LtsBuilder::new(states);
    for &(source, action, target) in edges {
        let target = if target == states { StateId::ERROR } else { StateId::must(target) };
        b.add(StateId::must(source), ActionId::from_raw(action), target);
    }
    b.extend_alphabet(alphabet.iter().map(|&a| ActionId::from_raw(a)));
    b.finish().expect("valid")
}

/// A system of components and properties, with enough action names.
pub(crate) fn system(components: Vec<Lts>, properties: Vec<Lts>) -> System {
    let mut system = System::default();
    for number in 1..=8 {
        system.actions.intern(&format!("a{number}"));
    }
    let roles = [(components, Role::Component, "M"), (properties, Role::Property, "P")];
    for (ltss, role, name) in roles {
        for (i, lts) in ltss.into_iter().enumerate() {
            system.components.push(Component { name: format!("{name}{}", i + 1), lts: Arc::new(lts), role });
        }
    }
    system
}

/// All components with up to two states, all of them reachable, and up to three transitions over these
/// actions and τ.
pub(crate) fn small_components(alphabet: &[u32]) -> Vec<Lts> {
    let mut found = vec![lts(1, &[], alphabet)];
    for states in 1..=2 {
        let mut edges = Vec::new();
        for source in 0..states {
            for &action in [0].iter().chain(alphabet) {
                for target in 0..states {
                    edges.push((source, action, target));
                }
            }
        }
        for first in 0..edges.len() {
            for second in first..edges.len() {
                for third in second..edges.len() {
                    // A repetition stands for fewer transitions; it is only taken in its sorted place.
                    if first != second && second == third {
                        continue;
                    }
                    let mut chosen = vec![edges[first], edges[second], edges[third]];
                    chosen.dedup();
                    let leaves = |&(s, _, t): &(usize, u32, usize)| s == 0 && t == 1;
                    if states == 1 || chosen.iter().any(leaves) {
                        found.push(lts(states, &chosen, alphabet));
                    }
                }
            }
        }
    }
    found.sort_by(|a, b| format!("{a:?}").cmp(&format!("{b:?}")));
    found.dedup();
    found
}

/// All properties with up to two states, all reachable, over two actions.
pub(crate) fn small_properties(actions: [u32; 2]) -> Vec<Lts> {
    let mut found = Vec::new();
    for states in 1..=2usize {
        let choices = states + 1;
        for number in 0..choices.pow(2 * states as u32) {
            let mut rest = number;
            let mut edges = Vec::new();
            for source in 0..states {
                for &action in &actions {
                    edges.push((source, action, rest % choices));
                    rest /= choices;
                }
            }
            if states == 1 || edges[..2].iter().any(|e| e.2 == 1) {
                found.push(lts(states, &edges, &actions));
            }
        }
    }
    found
}

/// A random system of two to five components and a property; the first component can fail by itself if that
/// is wanted.
pub(crate) fn random_system(random: &mut Random, failing: bool) -> System {
    let actions = 2 + random.below(5u32);
    let letters: Vec<u32> = (1..=actions).collect();
    let pick = |random: &mut Random, density: usize| -> Vec<u32> {
        letters.iter().copied().filter(|_| random.below(4) < density).collect()
    };
    let count = 2 + random.below(4);
    let mut components = Vec::new();
    for number in 0..count {
        let density = 1 + random.below(3);
        let alphabet = pick(random, density);
        let states = 1 + random.below(4);
        let mut edges = Vec::new();
        for _ in 0..states + random.below(2 * states + 2) {
            let letter = random.below(alphabet.len() + 1);
            let action = if letter == alphabet.len() { 0 } else { alphabet[letter] };
            let action =
                if action == 0 && random.below(3) > 0 { *alphabet.first().unwrap_or(&0) } else { action };
            let fails = failing && number == 0 && (edges.is_empty() || random.below(4) == 0);
            let target = if fails { states } else { random.below(states) };
            edges.push((random.below(states), action, target));
        }
        components.push(lts(states, &edges, &alphabet));
    }
    let mut watched = pick(random, 2);
    if watched.is_empty() {
        watched.push(1);
    }
    let states = 1 + random.below(3);
    let mut edges = Vec::new();
    for source in 0..states {
        for &action in &watched {
            let fails = random.below(3) == 0;
            edges.push((source, action, if fails { states } else { random.below(states) }));
        }
    }
    system(components, vec![lts(states, &edges, &watched)])
}
