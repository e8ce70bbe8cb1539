//! What a search costs, in units of work.
//!
//! The prices were fitted to the times of searches with hundreds of thousands of states (`suppose-bench race`
//! compares both). A level is paid for before it is searched, as far as can be told by the levels before it:
//! in a race the search then waits in front of a large level and not behind it.

/// What was done in a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// States that were expanded.
    pub(super) states: u64,
    /// Moves whose guards were looked at.
    pub(super) tried: u64,
    /// Their moves.
    pub(super) moves: u64,
    /// How often a component had moves that take more than a look at a table.
    pub(super) specials: u64,
    /// States that were new.
    pub(super) new: u64,
}

/// Work for a component of a state whose moves are looked at, for the guard of a move, for a move, for moves
/// that take more than a look at a table, and for a state that is new.
#[derive(Clone, Copy, Debug)]
struct Prices {
    look: u64,
    to_try: u64,
    to_move: u64,
    special: u64,
    new: u64,
}

/// The prices of states of one word, which have a way of their own through the search.
const NARROW: Prices = Prices { look: 4, to_try: 1, to_move: 9, special: 48, new: 8 };
/// The prices of larger states; those of a move and of a new state are for each of their words.
const WIDE: Prices = Prices { look: 4, to_try: 2, to_move: 6, special: 0, new: 3 };

/// Adds up what a search costs.
#[derive(Debug)]
pub(super) struct Meter {
    prices: Prices,
    words: u64,
    components: u64,
    /// How many states were expanded, and what they cost.
    expanded: u64,
    done: u64,
    /// What was asked for so far.
    paid: u64,
}

impl Meter {
    /// For a product of so many components whose states have so many words.
    pub(super) fn new(components: usize, words: usize) -> Self {
        let prices = if words == 1 { NARROW } else { WIDE };
        let (components, words) = (components as u64, words as u64);
        Self { prices, words, components, expanded: 0, done: 0, paid: 0 }
    }

    /// What to pay before a level of so many states is expanded.
    pub(super) fn ahead(&mut self, states: u64) -> u64 {
        let expected = u128::from(states) * u128::from(self.done) / u128::from(self.expanded.max(1));
        let due = self.done.saturating_add(u64::try_from(expected).unwrap_or(u64::MAX));
        let more = due.saturating_sub(self.paid);
        self.paid += more;
        more
    }

    /// One more level is done.
    pub(super) fn add(&mut self, step: &Step) {
        let Prices { look, to_try, to_move, special, new } = self.prices;
        let by_word = step.moves * to_move + step.new * new;
        self.done += step.states * self.components * look
            + step.tried * to_try
            + step.specials * special
            + by_word * self.words;
        self.expanded += step.states;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_paid_for_as_the_levels_before_it_were() {
        let mut meter = Meter::new(10, 1);
        assert_eq!(meter.ahead(1), 0);
        meter.add(&Step { states: 1, tried: 6, moves: 4, specials: 0, new: 4 });
        // 10 looks, 6 guards, 4 moves and 4 new states: 40 + 6 + 36 + 32.
        assert_eq!(meter.ahead(4), 114 + 4 * 114);
        // It was less, so the next level is partly paid for.
        meter.add(&Step { states: 4, tried: 0, moves: 8, specials: 1, new: 2 });
        assert_eq!(meter.done, 114 + 160 + 72 + 48 + 16);
        assert_eq!(meter.ahead(2), 4);
        meter.add(&Step { states: 2, tried: 0, moves: 100, specials: 0, new: 50 });
        assert_eq!(meter.ahead(0), meter.done - 5 * 114 - 4);
    }

    #[test]
    fn words_are_paid_for_where_states_are_copied() {
        let mut meter = Meter::new(1, 2);
        meter.add(&Step { states: 1, tried: 20, moves: 10, specials: 3, new: 10 });
        assert_eq!(meter.done, 4 + 40 + 2 * (60 + 30));
    }
}
