//! What a component hears, as one automaton: its exact assumption over macrosteps.
//!
//! The other components are composed without it, so that what it sends them is free, as far as the tables allow; or with it. In the actions only what the component hears is kept: inputs that it shares with
//! others, and what it receives. The smallest deterministic automaton of these traces is the assumption that rules only come near to: it knows what happened before in the macrostep, and in the macrosteps before.
//!
//! Cost: that of the product, and of its determinisation, which can be exponentially larger and rarely is.
//!
//! Tested in `tests/bridge`: traces by hand, and what random systems do against it.

use suppose_base::{ActionTable, Budget, StopReason};
use suppose_lang::srs::ComponentId;
use suppose_lts::ops::{Relabelling, relabel};
use suppose_lts::product::compose;
use suppose_lts::{Lts, reduce};

use super::Parts;
use super::letters::name;

/// What a component hears.
#[derive(Clone, Debug)]
pub struct Hearing {
    /// The smallest deterministic automaton.
    pub lts: Lts,
    /// The names of its actions.
    pub actions: ActionTable,
    /// How many states the composition had.
    pub composed: usize,
}

impl Parts<'_> {
    /// What a component hears from the others; with `inside`, it is in the composition itself.
    ///
    /// # Errors
    /// When the budget is spent, or an event gets two values.
    pub fn hears(
        &self,
        component: ComponentId,
        inside: bool,
        budget: &Budget,
    ) -> Result<Hearing, StopReason> {
        let mut system = self.system(None, budget)?;
        if !inside && let Some(place) = self.place(component) {
            system.components.remove(place);
        }
        let part = self.model.component(component);
        let mut actions = ActionTable::new();
        let mut heard = Relabelling::new();
        for start in &self.alphabet.starts {
            let kept = name(self.model, "start", &start.events.only(&part.inputs));
            heard.add(start.action, actions.intern(&kept));
        }
        for letter in &self.alphabet.letters {
            let kept = name(self.model, "step", &letter.events.only(&part.received));
            heard.add(letter.action, actions.intern(&kept));
        }
        heard.add(self.alphabet.end, actions.intern("end"));
        let product = compose(&system, budget)?.lts;
        let lts = reduce::trace(&relabel(&product, &heard), budget)?.lts;
        Ok(Hearing { lts, actions, composed: product.num_states() })
    }
}
