//! Angluin's L*.
//!
//! Contract: see [`Learner`]. Conjectures are minimal and agree with the table.
//!
//! Algorithm: Angluin, *Learning regular sets from queries and counterexamples* (1987). All prefixes of a
//! counterexample enter S. Then two rows of S can be equal although their extensions are not: the table is
//! inconsistent, and the letter with the suffix that shows it is a new suffix. Rows are first made
//! consistent, then closed, until both hold.
//!
//! Invariants: S is prefix-closed, E is suffix-closed.
//!
//! Complexity: up to k·n²·m queries for k letters, n states and counterexamples of m letters. The learner is
//! here as the yardstick of the field; [`RivestSchapire`](crate::RivestSchapire) asks less.
//!
//! Tested on all small automata and on many random ones, with shortest and with long counterexamples.

use suppose_base::StopReason;

use crate::learner::begin_refinement;
use crate::{Dfa, LearnError, Learner, Membership, Symbol, Table};

/// L* as first published.
#[derive(Clone, Debug)]
pub struct Angluin {
    alphabet: usize,
    table: Table,
    conjecture: Dfa,
    ready: bool,
}

impl Angluin {
    /// A learner for words over this many letters.
    pub fn new(alphabet: usize) -> Self {
        let conjecture = Dfa::constant(alphabet, false);
        Self { alphabet, table: Table::new(alphabet), conjecture, ready: false }
    }

    fn complete(&mut self, oracle: &mut dyn Membership) -> Result<(), StopReason> {
        loop {
            while let Some(suffix) = self.table.inconsistency() {
                self.table.add_suffix(&suffix, oracle)?;
            }
            self.table.close(oracle)?;
            if self.table.inconsistency().is_none() {
                break;
            }
        }
        self.conjecture = self.table.automaton();
        Ok(())
    }
}

impl Learner for Angluin {
    fn name(&self) -> &'static str {
        "L* (Angluin)"
    }

    fn start(&mut self, oracle: &mut dyn Membership) -> Result<(), StopReason> {
        self.ready = false;
        self.table = Table::new(self.alphabet);
        self.table.start(oracle)?;
        self.complete(oracle)?;
        self.ready = true;
        Ok(())
    }

    fn conjecture(&self) -> &Dfa {
        &self.conjecture
    }

    fn refine(&mut self, counterexample: &[Symbol], oracle: &mut dyn Membership) -> Result<(), LearnError> {
        let wanted = begin_refinement(&mut self.ready, &self.conjecture, counterexample, oracle)?;
        let mut row = 0;
        for &symbol in counterexample {
            row = self.table.extension(row, symbol);
            if !self.table.is_short(row) {
                self.table.promote(row, oracle)?;
            }
        }
        self.complete(oracle)?;
        if self.conjecture.accepts(counterexample) != wanted {
            return Err(LearnError::Contradiction);
        }
        self.ready = true;
        Ok(())
    }

    fn table(&self) -> Option<&Table> {
        Some(&self.table)
    }
}
