//! Membership queries, and conjectures as LTSs.
//!
//! A word over the interface is in the target language when it cannot lead the part to π. The part is
//! determinised only where words lead, and its steps are remembered, so a query costs a look-up for each
//! letter.

use suppose_base::{ActionId, ActionTable, Budget, StateId, StopReason};
use suppose_learn::{Dfa, Membership, Symbol};
use suppose_lts::ops::Lazy;
use suppose_lts::{Lts, RowBuilder};

use crate::verifier::Runs;

/// Answers queries about one part.
pub(crate) struct Teacher<'a> {
    steps: Lazy<'a>,
    sigma: &'a [ActionId],
    budget: &'a Budget,
}

impl<'a> Teacher<'a> {
    /// A teacher for a part with traces to π; letters are numbered as in `sigma`.
    pub(crate) fn new(errors: &'a Lts, sigma: &'a [ActionId], budget: &'a Budget) -> Self {
        Self { steps: Lazy::new(errors), sigma, budget }
    }

    /// The traces to π, determinised where words have led.
    pub(crate) fn steps(&mut self) -> &mut Lazy<'a> {
        &mut self.steps
    }
}

impl Runs for Teacher<'_> {
    fn fatal(&mut self, word: &[ActionId]) -> Result<Option<usize>, StopReason> {
        let mut set = self.steps.initial();
        for (place, &action) in word.iter().enumerate() {
            if set.is_error() {
                return Ok(Some(place));
            }
            let Some(next) = self.steps.step(set, action, self.budget)? else { return Ok(None) };
            set = next;
        }
        Ok(set.is_error().then_some(word.len()))
    }

    fn held(&self) -> u64 {
        self.steps.num_members() as u64
    }
}

impl Membership for Teacher<'_> {
    fn member(&mut self, word: &[Symbol]) -> Result<bool, StopReason> {
        let mut set = self.steps.initial();
        for &symbol in word {
            if set.is_error() {
                return Ok(false);
            }
            match self.steps.step(set, self.sigma[symbol as usize], self.budget)? {
                Some(next) => set = next,
                None => return Ok(true),
            }
        }
        Ok(!set.is_error())
    }
}

/// A word as numbers of letters.
pub(crate) fn symbols(word: &[ActionId], sigma: &[ActionId]) -> Vec<Symbol> {
    let place =
        |a: &ActionId| sigma.iter().position(|s| s == a).expect("a letter of the interface") as Symbol;
    word.iter().map(place).collect()
}

/// Actions in the order of their names, which does not depend on how the source is written down.
pub fn by_name(mut actions: Vec<ActionId>, table: &ActionTable) -> Vec<ActionId> {
    actions.sort_by(|a, b| table.name(*a).cmp(table.name(*b)));
    actions
}

/// A conjecture as an LTS without its rejecting state, numbered breadth-first; `None` when it rejects even
/// the empty word.
pub(crate) fn assumption(conjecture: &Dfa, sigma: &[ActionId]) -> Option<Lts> {
    if !conjecture.is_accepting(0) {
        return None;
    }
    let mut numbers = vec![None; conjecture.size()];
    numbers[0] = Some(StateId::must(0));
    let mut order: Vec<u32> = vec![0];
    let mut rows = RowBuilder::new();
    let mut next = 0;
    while let Some(&state) = order.get(next) {
        next += 1;
        for (&target, &action) in conjecture.row(state).iter().zip(sigma) {
            if conjecture.is_accepting(target) {
                let number = *numbers[target as usize].get_or_insert_with(|| {
                    order.push(target);
                    StateId::must(order.len() - 1)
                });
                rows.add(action, number);
            }
        }
        rows.end_row();
    }
    rows.extend_alphabet(sigma.iter().copied());
    Some(rows.finish(StateId::must(0), None).expect("as large as the conjecture"))
}
