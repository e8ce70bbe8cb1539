//! L* with the counterexample analysis of Rivest and Schapire.
//!
//! Contract: see [`Learner`]. Every conjecture is minimal in a strong sense: any other automaton that agrees with the table has more states. Conjectures grow strictly, so there are at
//! most n of them for a target of n states.
//!
//! Algorithm: Rivest and Schapire, *Inference of finite automata using homing sequences* (1993), in the form of Cobleigh, Giannakopoulou and
//! Păsăreanu, *Learning assumptions for compositional verification* (2003). A counterexample c is not added to S. Bisection finds a place where
//! replacing one more letter of c by the conjecture's access word changes the answer; what follows that place is one new suffix. The same counterexample is used
//! until the conjecture gets it right.
//!
//! Bisection runs between 0 and |c| − 1: with nothing replaced the answer is the target's, and with all but the last letter replaced
//! the word is in the table, where conjecture and table agree.
//!
//! Invariants: the rows of S are pairwise different, so the table is always consistent, and state i of the conjecture is row i of S.
//!
//! Complexity: at most k·n² + n·log₂ m queries for k letters and counterexamples of at most m letters.
//!
//! Tested with the printed tables of the paper, against published query counts, on all small automata and on many random ones.

use suppose_base::StopReason;

use crate::breakpoint::breakpoint;
use crate::{Dfa, LearnError, Learner, Membership, Symbol, Table};

/// L* with binary search in counterexamples; one suffix for each.
#[derive(Clone, Debug)]
pub struct RivestSchapire {
    alphabet: usize,
    table: Table,
    conjecture: Dfa,
    ready: bool,
}

impl RivestSchapire {
    /// A learner for words over this many letters.
    pub fn new(alphabet: usize) -> Self {
        let conjecture = Dfa::constant(alphabet, false);
        Self { alphabet, table: Table::new(alphabet), conjecture, ready: false }
    }

    fn close(&mut self, oracle: &mut dyn Membership) -> Result<(), StopReason> {
        self.table.close(oracle)?;
        self.conjecture = self.table.automaton();
        debug_assert_eq!(self.conjecture.size(), self.table.short_rows());
        Ok(())
    }

    /// A suffix of the counterexample that tells two words apart that the conjecture takes for the same state.
    fn witness_suffix<'w>(
        &self,
        word: &'w [Symbol],
        wanted: bool,
        oracle: &mut dyn Membership,
    ) -> Result<&'w [Symbol], StopReason> {
        let mut states = vec![0];
        states.extend(word.iter().scan(0, |state, &symbol| {
            *state = self.conjecture.step(*state, symbol);
            Some(*state)
        }));
        let mut query = Vec::with_capacity(word.len());
        // A counterexample has at least two letters, since the table knows all shorter words.
        let at = breakpoint(0, word.len() - 1, |replaced| {
            query.clear();
            self.table.write_short(states[replaced] as usize, &mut query);
            query.extend_from_slice(&word[replaced..]);
            Ok::<_, StopReason>(oracle.member(&query)? == wanted)
        })?;
        Ok(&word[at + 1..])
    }
}

impl Learner for RivestSchapire {
    fn name(&self) -> &'static str {
        "L* (Rivest–Schapire)"
    }

    fn start(&mut self, oracle: &mut dyn Membership) -> Result<(), StopReason> {
        self.ready = false;
        self.table = Table::new(self.alphabet);
        self.table.start(oracle)?;
        self.close(oracle)?;
        self.ready = true;
        Ok(())
    }

    fn conjecture(&self) -> &Dfa {
        &self.conjecture
    }

    fn refine(&mut self, counterexample: &[Symbol], oracle: &mut dyn Membership) -> Result<(), LearnError> {
        if !self.ready {
            return Err(LearnError::NotStarted);
        }
        let wanted = oracle.member(counterexample)?;
        if self.conjecture.accepts(counterexample) == wanted {
            return Err(LearnError::NoCounterexample);
        }
        self.ready = false;
        while self.conjecture.accepts(counterexample) != wanted {
            if counterexample.len() < 2 {
                return Err(LearnError::Contradiction);
            }
            let states = self.conjecture.size();
            let suffix = self.witness_suffix(counterexample, wanted, oracle)?;
            self.table.add_suffix(suffix, oracle)?;
            self.close(oracle)?;
            if self.conjecture.size() == states {
                return Err(LearnError::Contradiction);
            }
        }
        self.ready = true;
        Ok(())
    }

    fn table(&self) -> Option<&Table> {
        Some(&self.table)
    }
}
