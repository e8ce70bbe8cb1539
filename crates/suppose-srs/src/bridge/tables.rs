//! Tables as properties of the system, for certificates: mined assumptions that nobody has to believe.
//!
//! What a table says is a property that counts: it begins with `start`, goes on with each step, and forbids a
//! step with events that the row of the microstep does not have; from the last row on it counts no further;
//! `end` brings it back. Also what no letter tells is forbidden. So when it holds of a strict system
//! ([`Parts::strict`]), the table holds of the components, and neither the iteration nor the exploration that
//! found it has to be believed.
//!
//! Tested in `tests/all/bridge`: tables of random models hold; with one valuation less they do not if the
//! system can do it.

use std::sync::Arc;

use crate::lang::{ComponentId, EventId};
use suppose_base::{Budget, StateId, StopReason};
use suppose_lts::{Component, Lts, Role, RowBuilder, System};

use super::Parts;
use crate::explicit::allows;
use crate::table::Table;

/// A system with tables as properties.
#[derive(Clone, Debug)]
pub struct Certified {
    /// The components, then the properties.
    pub system: System,
    /// The places of the properties, in the order of the senders.
    pub properties: Vec<usize>,
}

impl Parts<'_> {
    /// A system with a property for each table of what a component receives.
    ///
    /// # Errors
    /// When the budget is spent, or an event gets two values.
    pub fn certified(&self, component: ComponentId, budget: &Budget) -> Result<Certified, StopReason> {
        let mut system = self.system(None, budget)?;
        let mut properties = Vec::new();
        for table in self.mutual.of(component) {
            let owner = table.columns.first().and_then(|column| self.model.event(column.event).owner);
            let Some(owner) = owner else { continue };
            let name =
                format!("{} to {}", self.model.component(owner).name, self.model.component(component).name);
            properties.push(system.components.len());
            let lts = Arc::new(self.property(table)?);
            system.components.push(Component { name, lts, role: Role::Property });
        }
        Ok(Certified { system, properties })
    }

    /// A table as a property.
    ///
    /// # Errors
    /// When the table has too many rows.
    pub fn property(&self, table: &Table) -> Result<Lts, StopReason> {
        let mut events: Vec<EventId> = table.columns.iter().map(|column| column.event).collect();
        events.sort_unstable();
        events.dedup();
        // State 0 is between macrosteps, and state k + 1 is after k microsteps, or more if k is the last.
        let after = |microstep: usize| StateId::must(microstep.min(table.last()) + 1);
        let alphabet = &self.alphabet;
        let mut rows = RowBuilder::new();
        rows.extend_alphabet(alphabet.all());
        for state in 0..=table.last() + 1 {
            let inside = state > 0;
            for start in &alphabet.starts {
                rows.add(start.action, if inside { StateId::ERROR } else { after(0) });
            }
            for letter in &alphabet.letters {
                let good = inside && allows(table, state, &letter.events.only(&events));
                rows.add(letter.action, if good { after(state) } else { StateId::ERROR });
            }
            rows.add(alphabet.end, if inside { StateId::must(0) } else { StateId::ERROR });
            for &(_, action) in &alphabet.others {
                rows.add(action, StateId::ERROR);
            }
            rows.end_row();
        }
        rows.finish(StateId::must(0), None).map_err(|error| StopReason::Unsupported(format!("{error:?}")))
    }
}

#[cfg(test)]
mod tests {
    use crate::lang::{ComponentId, load};
    use suppose_base::{Budget, FileId};
    use suppose_lts::check::{Question, check};

    use super::Parts;

    const TWO: &str = "
        component A { in GO; send W; fsm P { init S; S -> S : GO / W; } prop a : GO => W; }
        component B { recv W; fsm R { init S; S -> T : W; } prop b : in(R.T) => W || pre(R.T); }
    ";

    /// Wrong tables say that nothing is ever sent. A strict system does not believe them.
    #[test]
    fn a_strict_system_needs_no_tables() {
        let model = load(TWO, FileId(0), "two").expect("a good model");
        let budget = Budget::unlimited();
        let (sender, receiver) = (ComponentId::at(0), ComponentId::at(1));
        let holds = |parts: &Parts<'_>| {
            let certified = parts.certified(receiver, &budget).expect("no limit");
            let table = check(&certified.system, &[Question::Safe(certified.properties[0])], 1, &budget);
            let system = parts.system(Some((receiver, 0)), &budget).expect("no limit");
            let property = check(&system, &[Question::Safe(1)], 1, &budget);
            [table[0].verdict.holds(), property[0].verdict.holds()]
        };
        let right = Parts::of(&model, receiver, &budget).expect("no limit");
        assert_eq!(holds(&right), [true, true]);
        assert_eq!(holds(&right.clone().strict().expect("few letters")), [true, true]);
        let mut wrong = right;
        let table = &mut wrong.mutual.tables[sender.index()];
        table.rows = vec![table.rows[0].clone(); 2];
        assert_eq!(holds(&wrong.strict().expect("few letters")), [false, false]);
    }
}
