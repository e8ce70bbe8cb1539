//! The names of steps that only one net can see.
//!
//! A step that changes one internal wire is called after it, `w+`, and any other invisible step after its transition. Names of transitions are
//! prefixed by the net, unless it is the only one: then they stand as in the source, as people expect of a Petri net.

use suppose_base::{ActionId, ActionTable};

use crate::design::event::change_name;
use crate::design::{Design, Wire};
use crate::expr::Expr;
use crate::net::{Effect, Net, Target};

/// What to call a step of a transition when others see nothing of it.
#[derive(Clone, Copy, Debug)]
pub struct Labels {
    /// When it changes the only wire that it assigns.
    pub moved: ActionId,
    /// Otherwise.
    pub still: ActionId,
}

/// The labels of all transitions of all nets.
pub(super) fn labels(nets: &[Net], wires: &[Wire], actions: &mut ActionTable) -> Vec<Vec<Labels>> {
    let alone = nets.len() == 1;
    let of_net = |net: &Net, actions: &mut ActionTable| -> Vec<Labels> {
        let mut all = Vec::with_capacity(net.transitions.len());
        for transition in &net.transitions {
            let change = match &transition.effects[..] {
                [Effect { target: Target::Wire(wire), value: Expr::Const(value) }] => {
                    Some(change_name(&wires[wire.index()], *value))
                }
                _ => None,
            };
            let own =
                if alone { transition.name.clone() } else { format!("{}.{}", net.name, transition.name) };
            let still = actions.intern(&own);
            let moved = change.map_or(still, |name| actions.intern(&name));
            all.push(Labels { moved, still });
        }
        all
    };
    nets.iter().map(|net| of_net(net, actions)).collect()
}

impl Design {
    /// What steps of a transition are called that others do not see.
    pub fn labels(&self, net: usize, transition: usize) -> Labels {
        self.labels[net][transition]
    }
}
