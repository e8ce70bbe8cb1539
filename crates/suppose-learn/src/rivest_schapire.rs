//! L* with the counterexample analysis of Rivest and Schapire.
//!
//! Contract: see [`Learner`]. Every conjecture agrees with the table, and any other automaton that does has
//! more states. Conjectures grow strictly, so there are at most n of them for a target of n states.
//!
//! Algorithm: Rivest and Schapire, *Inference of finite automata using homing sequences* (1993), in the form
//! of Cobleigh, Giannakopoulou and Păsăreanu, *Learning assumptions for compositional verification* (2003). A
//! counterexample c is not added to S. Bisection finds a place where replacing one more letter of c by the
//! access word of the state reached changes the answer; what follows that place is one new suffix.
//!
//! Bisection runs between 0 and |c| − 1: with nothing replaced the answer is the target's, and with all but
//! the last letter replaced the word is in the table, where conjecture and table agree.
//!
//! Differences from the papers, both of which save conjectures and ask nothing that would not be asked later:
//! the same counterexample is used until the conjecture gets it right; and since the suffixes are not closed
//! under dropping letters, an automaton can contradict the very table that it comes from. Such a word is a
//! counterexample too, and is used before the conjecture is made. Without this step conjectures need not be
//! minimal.
//!
//! Invariants: the rows of S are pairwise different, so the table is always consistent, and state i of the
//! conjecture is row i of S.
//!
//! Complexity: at most k·n² + n·log₂ m queries for k letters and counterexamples of at most m letters.
//!
//! Tested with the printed tables of the 2003 paper, against published query counts, on all small automata
//! and on many random ones.

use suppose_base::StopReason;

use crate::breakpoint::breakpoint;
use crate::learner::begin_refinement;
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

    /// Closes the table; the automaton it then describes.
    fn close(&mut self, oracle: &mut dyn Membership) -> Result<Dfa, StopReason> {
        self.table.close(oracle)?;
        let automaton = self.table.automaton();
        debug_assert_eq!(automaton.size(), self.table.short_rows());
        Ok(automaton)
    }

    /// Refines an automaton of the table until it gets a word right.
    fn correct(
        &mut self,
        automaton: &mut Dfa,
        word: &[Symbol],
        wanted: bool,
        oracle: &mut dyn Membership,
    ) -> Result<(), LearnError> {
        while automaton.accepts(word) != wanted {
            // The table knows all words of less than two letters.
            if word.len() < 2 {
                return Err(LearnError::Contradiction);
            }
            let suffix = self.witness_suffix(automaton, word, wanted, oracle)?;
            self.table.add_suffix(suffix, oracle)?;
            let states = automaton.size();
            *automaton = self.close(oracle)?;
            if automaton.size() == states {
                return Err(LearnError::Contradiction);
            }
        }
        Ok(())
    }

    /// A suffix of the counterexample that tells two words apart that the automaton takes for the same state.
    fn witness_suffix<'w>(
        &self,
        automaton: &Dfa,
        word: &'w [Symbol],
        wanted: bool,
        oracle: &mut dyn Membership,
    ) -> Result<&'w [Symbol], StopReason> {
        let mut states = vec![0];
        for &symbol in word {
            states.push(automaton.step(states[states.len() - 1], symbol));
        }
        let mut query = Vec::with_capacity(word.len());
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
        self.conjecture = self.close(oracle)?;
        self.ready = true;
        Ok(())
    }

    fn conjecture(&self) -> &Dfa {
        &self.conjecture
    }

    fn refine(&mut self, counterexample: &[Symbol], oracle: &mut dyn Membership) -> Result<(), LearnError> {
        let wanted = begin_refinement(&mut self.ready, &self.conjecture, counterexample, oracle)?;
        let mut automaton = self.conjecture.clone();
        self.correct(&mut automaton, counterexample, wanted, oracle)?;
        while let Some((word, answer)) = self.table.disagreement(&automaton) {
            self.correct(&mut automaton, &word, answer, oracle)?;
            self.correct(&mut automaton, counterexample, wanted, oracle)?;
        }
        self.conjecture = automaton;
        self.ready = true;
        Ok(())
    }

    fn table(&self) -> Option<&Table> {
        Some(&self.table)
    }
}
