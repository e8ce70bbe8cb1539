//! The names of steps that only one net can see.
//!
//! A step that changes one internal wire is called after it, `w+`, and any other invisible step after its
//! transition. Names of transitions are prefixed by the net, unless it is the only one: then they stand as in
//! the source, as people expect of a Petri net.
//!
//! Components synchronise on equal names. So a name that an event has, or another net, gets a `'`: a
//! transition of `c` may be called `x+` in the source, and that it fires is still not the event `c.x+`.
//! Tested in `tests/all/agreement/names.rs`.

use rustc_hash::FxHashMap;
use suppose_base::{ActionId, ActionTable};

use crate::design::event::{Events, change_name};
use crate::design::{Design, Wire};
use crate::expr::Expr;
use crate::net::{Effect, Net, Target};

/// What to call a step of a transition when others see nothing of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Labels {
    /// When it changes the only wire that it assigns.
    pub moved: ActionId,
    /// Otherwise.
    pub still: ActionId,
}

/// The labels of all transitions of all nets.
pub(super) fn labels(
    nets: &[Net],
    wires: &[Wire],
    events: &Events,
    actions: &mut ActionTable,
) -> Vec<Vec<Labels>> {
    let mut names = Names {
        owners: events.all.iter().map(|event| (event.action, None)).collect(),
        alone: nets.len() == 1,
        actions,
    };
    nets.iter().enumerate().map(|(n, net)| names.of_net(n, net, wires)).collect()
}

struct Names<'a> {
    /// Whose name an action is: that of a net, or of an event.
    owners: FxHashMap<ActionId, Option<usize>>,
    alone: bool,
    actions: &'a mut ActionTable,
}

impl Names<'_> {
    fn of_net(&mut self, n: usize, net: &Net, wires: &[Wire]) -> Vec<Labels> {
        let mut all = Vec::with_capacity(net.transitions.len());
        for transition in &net.transitions {
            let change = match &transition.effects[..] {
                [Effect { target: Target::Wire(wire), value: Expr::Const(value) }] => {
                    let wire = &wires[wire.index()];
                    let internal = !wire.free && wire.users.iter().all(|&user| user == n);
                    // Others see a change of any other wire, and then it is an event.
                    internal.then(|| change_name(wire, *value))
                }
                _ => None,
            };
            let own = if self.alone {
                transition.name.clone()
            } else {
                format!("{}.{}", net.name, transition.name)
            };
            let still = self.distinct(own, n);
            let moved = change.map_or(still, |name| self.distinct(name, n));
            all.push(Labels { moved, still });
        }
        all
    }

    /// The action of a name that neither an event nor another net has.
    fn distinct(&mut self, mut name: String, net: usize) -> ActionId {
        loop {
            let action = self.actions.intern(&name);
            if *self.owners.entry(action).or_insert(Some(net)) == Some(net) {
                return action;
            }
            name.push('\'');
        }
    }
}

impl Design {
    /// What steps of a transition are called that others do not see.
    pub(crate) fn labels(&self, net: usize, transition: usize) -> Labels {
        self.labels[net][transition]
    }
}
