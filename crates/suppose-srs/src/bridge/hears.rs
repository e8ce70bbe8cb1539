//! What a component hears and says, as one automaton: exactly what the others can do in macrosteps.
//!
//! The other components are composed without it, so that what it sends them is free, as far as the tables
//! allow. In the actions only what the component knows is kept: inputs that it shares with others, what it
//! receives and what it sends. The smallest deterministic automaton of these traces is the assumption that
//! rules only come near to: it knows what happened before in the macrostep, and in the macrosteps before.
//!
//! Cost: that of the product, and of its determinisation, which can be exponentially larger and rarely is.
//!
//! Tested in `tests/all/bridge`: the system with the automaton in place of the others violates the same
//! properties. By hand in the tests of the command.

use crate::lang::{ComponentId, EventId};
use suppose_base::{ActionTable, Budget, StopReason};
use suppose_lts::ops::{Relabelling, relabel};
use suppose_lts::product::compose;
use suppose_lts::{Lts, reduce};

use super::Parts;
use super::letters::name;

/// What a component knows of the others.
#[derive(Clone, Debug)]
pub struct Hearing {
    /// The smallest deterministic automaton.
    pub lts: Lts,
    /// The names of its actions.
    pub actions: ActionTable,
}

impl Parts<'_> {
    /// What the others do, as far as a component knows.
    ///
    /// # Errors
    /// When the budget is spent, or an event gets two values.
    pub fn hears(&self, component: ComponentId, budget: &Budget) -> Result<Hearing, StopReason> {
        let mut system = self.system(None, budget)?;
        if let Some(place) = self.place(component) {
            system.components.remove(place);
        }
        let part = self.model.component(component);
        let mut actions = ActionTable::new();
        let mut heard = Relabelling::new();
        for start in &self.alphabet.starts {
            let kept = name(self.model, "start", &start.events.only(&part.inputs));
            heard.add(start.action, actions.intern(&kept));
        }
        let mut known: Vec<EventId> = part.received.iter().chain(&part.sent).copied().collect();
        known.sort_unstable();
        for letter in &self.alphabet.letters {
            let kept = name(self.model, "step", &letter.events.only(&known));
            heard.add(letter.action, actions.intern(&kept));
        }
        heard.add(self.alphabet.end, actions.intern("end"));
        let product = compose(&system, budget)?.lts;
        let lts = reduce::trace(&relabel(&product, &heard), budget)?.lts;
        Ok(Hearing { lts, actions })
    }
}
