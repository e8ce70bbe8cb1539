//! The philosophers of the tables: 0 −hungry→ 1 −take left→ 2 −take right→ 3 −eat→ 4 −put left→ 5 −put right→
//! 0.

use std::sync::Arc;

use suppose_base::{ActionId, Budget, StateId};
use suppose_lts::ops::{Relabelling, relabel};
use suppose_lts::product::compose;
use suppose_lts::{ActionTable, Component, Lts, LtsBuilder, Role, System};

/// How the moves of a philosopher are labelled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Labels {
    /// `hungry_i` and `eat_i` are visible.
    Indexed,
    /// They are visible without index.
    Anonymous,
}

impl Labels {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Indexed => "idx",
            Self::Anonymous => "anon",
        }
    }
}

/// The names of one philosopher's six moves; fork `i` is the left one of philosopher `i`.
fn moves(i: usize, n: usize) -> [String; 6] {
    let right = (i + 1) % n;
    [
        format!("hungry_{i}"),
        format!("take_{i}_by_{i}"),
        format!("take_{right}_by_{i}"),
        format!("eat_{i}"),
        format!("put_{i}_by_{i}"),
        format!("put_{right}_by_{i}"),
    ]
}

/// `n` philosophers and `n` forks, with the moves of the forks hidden.
pub(crate) fn system(n: usize) -> System {
    let mut system = System { name: format!("phil{n}"), ..System::default() };
    let s = StateId::must;
    let mut parts = Vec::new();
    let mut hidden = Vec::new();
    for i in 0..n {
        let actions = moves(i, n).map(|name| system.actions.intern(&name));
        let mut philosopher = LtsBuilder::new(6);
        for (state, &action) in actions.iter().enumerate() {
            philosopher.add(s(state), action, s((state + 1) % 6));
        }
        hidden.extend([1, 2, 4, 5].map(|m| actions[m]));
        parts.push(philosopher);
    }
    for i in 0..n {
        let mut fork = LtsBuilder::new(2);
        for by in [i, (i + n - 1) % n] {
            fork.add(s(0), system.actions.intern(&format!("take_{i}_by_{by}")), s(1));
            fork.add(s(1), system.actions.intern(&format!("put_{i}_by_{by}")), s(0));
        }
        parts.push(fork);
    }
    hidden.sort_unstable();
    system.hidden = hidden;
    let part = |builder: LtsBuilder| {
        let lts = Arc::new(builder.finish().expect("a philosopher or a fork"));
        Component { name: String::new(), lts, role: Role::Component }
    };
    system.components = parts.into_iter().map(part).collect();
    system
}

/// The composed graph.
pub(crate) fn graph(n: usize, labels: Labels) -> (Lts, ActionTable) {
    let mut system = system(n);
    let lts = compose(&system, &Budget::unlimited()).expect("no limit").lts;
    if labels == Labels::Indexed {
        return (lts, system.actions);
    }
    let plain = |actions: &mut ActionTable, action: ActionId| {
        let name = actions.name(action).split('_').next().expect("a name").to_owned();
        (action, actions.intern(&name))
    };
    let pairs: Relabelling = lts.alphabet().iter().map(|&a| plain(&mut system.actions, a)).collect();
    (relabel(&lts, &pairs), system.actions)
}
