//! Small LTSs, systems and random numbers for the unit tests.

use std::sync::Arc;

use suppose_base::{ActionId, StateId};
use suppose_lts::{Component, Lts, LtsBuilder, Role, System};

/// The target of a transition to π.
pub(crate) const PI: usize = usize::MAX;

/// An LTS with `n` states from (source, action, target) triples, with [`PI`] for π, and extra actions.
pub(crate) fn lts_of(n: usize, edges: &[(usize, u32, usize)], extra: &[u32]) -> Lts {
    let mut b = LtsBuilder::new(n);
    for &(source, action, target) in edges {
        let target = if target == PI { StateId::ERROR } else { StateId::must(target) };
        b.add(StateId::must(source), ActionId::from_raw(action), target);
    }
    b.extend_alphabet(extra.iter().map(|&a| ActionId::from_raw(a)));
    b.finish().expect("a valid LTS")
}

/// A named component.
pub(crate) fn component(name: &str, role: Role, lts: Lts) -> Component {
    Component { name: name.into(), lts: Arc::new(lts), role }
}

/// A system whose actions are called `a1`, `a2` and so on.
pub(crate) fn system_of(components: Vec<Component>) -> System {
    let mut system = System { components, ..System::default() };
    let most = system.alphabet().last().map_or(0, |a| a.raw());
    for number in 1..=most {
        system.actions.intern(&format!("a{number}"));
    }
    system
}

/// Actions by number.
pub(crate) fn word(letters: &[u32]) -> Vec<ActionId> {
    letters.iter().map(|&a| ActionId::from_raw(a)).collect()
}
