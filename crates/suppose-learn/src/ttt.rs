//! TTT: a spanning tree, a discrimination tree, and suffixes that are made short.
//!
//! Contract: see [`Learner`]. Conjectures are minimal. Between refinements every suffix in the discrimination
//! tree is one letter before another suffix of the tree, so memory does not depend on the length of
//! counterexamples.
//!
//! Algorithm: Isberner, Howar and Steffen, *The TTT algorithm: a redundancy-free approach to active automata
//! learning* (RV 2014). A counterexample is analysed by prefix transformation, as Rivest and Schapire do.
//! What it leaves over is a *temporary* discriminator: it may be long. Then discriminators are *finalised*
//! from the root of each block (a maximal subtree of temporary nodes): where a letter leads the states of a
//! block to both sides of a final node, this letter before that node's discriminator replaces the temporary
//! one. When no block can be finalised so, some state contradicts a temporary discriminator above it, and
//! that is analysed like a counterexample.
//!
//! Until its block is final a transition may lead to the root of the block: it stands for all states below,
//! and is only sifted further when the analysis needs one state. This, the choice of the shortest new
//! discriminator, and new states from transitions that disagree with their leaf are as in the implementation
//! of the authors.
//!
//! Invariants: access words are the paths of the spanning tree. Temporary nodes are below final ones. After a
//! refinement there are no blocks, and every transition leads to a leaf.
//!
//! Complexity: at most n·(k·n + log₂ m) queries for n states, k letters, counterexamples of at most m
//! letters, besides sifts in blocks that the analysis needs. Only the analysis and those sifts ask words of
//! up to m letters.
//!
//! Tested against published query counts, on all small automata and on many random ones, and for
//! discriminators after counterexamples of hundreds of letters.

mod analyse;
mod finalise;
mod graph;

use std::sync::Arc;

use suppose_base::StopReason;

use crate::learner::begin_refinement;
use crate::{Dfa, LearnError, Learner, Membership, Symbol};
use analyse::Problem;
use graph::Graph;

/// The TTT learner.
#[derive(Clone, Debug)]
pub struct Ttt {
    alphabet: usize,
    graph: Graph,
    conjecture: Dfa,
    ready: bool,
}

impl Ttt {
    /// A learner for words over this many letters.
    pub fn new(alphabet: usize) -> Self {
        let conjecture = Dfa::constant(alphabet, false);
        Self { alphabet, graph: Graph::new(alphabet), conjecture, ready: false }
    }

    /// The suffixes in the discrimination tree, those nearer to the root first.
    pub fn discriminators(&self) -> Vec<Vec<Symbol>> {
        self.graph.discriminators()
    }

    /// Makes all discriminators final again after a split.
    fn resolve(&mut self, mut problem: Problem, oracle: &mut dyn Membership) -> Result<(), LearnError> {
        loop {
            self.graph.split(&problem, oracle)?;
            self.graph.close(oracle)?;
            while self.graph.finalise_one(oracle)? {
                self.graph.close(oracle)?;
            }
            match self.graph.inconsistency() {
                Some(next) => problem = next,
                None if self.graph.is_final() => return Ok(()),
                None => return Err(LearnError::Contradiction),
            }
        }
    }
}

impl Learner for Ttt {
    fn name(&self) -> &'static str {
        "TTT"
    }

    fn start(&mut self, oracle: &mut dyn Membership) -> Result<(), StopReason> {
        self.ready = false;
        self.graph = Graph::new(self.alphabet);
        self.graph.start(oracle)?;
        self.conjecture = self.graph.automaton();
        self.ready = true;
        Ok(())
    }

    fn conjecture(&self) -> &Dfa {
        &self.conjecture
    }

    fn refine(&mut self, counterexample: &[Symbol], oracle: &mut dyn Membership) -> Result<(), LearnError> {
        let wanted = begin_refinement(&mut self.ready, &self.conjecture, counterexample, oracle)?;
        let word: Arc<[Symbol]> = counterexample.into();
        let mut automaton = self.conjecture.clone();
        while automaton.accepts(&word) != wanted {
            let problem = Problem { state: 0, word: Arc::clone(&word), expected: wanted };
            self.resolve(problem, oracle)?;
            automaton = self.graph.automaton();
        }
        self.conjecture = automaton;
        self.ready = true;
        Ok(())
    }
}
