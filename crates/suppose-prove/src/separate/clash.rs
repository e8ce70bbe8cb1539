//! Which states of the traces and the errors must never meet.
//!
//! A state s of the traces *clashes* with a state e of the errors when some word is possible from s and leads
//! from e to π. A separator must not be in the same state after a word to s and a word to e, whatever the two
//! words are: it would have to allow that word and to forbid it. The guesses obey this anyway, once the
//! fragments hold the word, but a solver would find out only after it has chosen a target for each letter.
//! Told at once, it refutes a number of states that is too small many times faster.
//!
//! The pairs are found backwards from π in the product of the two LTSs, each pair once, with both sides'
//! transitions by their letter. Time and space are linear in that product, reachable or not; where it has too
//! many pairs nothing is said, and the search does without. Tested through `separate`.

use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};
use suppose_lts::{Lts, LtsBuilder, Transition};

/// Most pairs that are looked at.
const MOST: usize = 1 << 24;

/// The pairs that clash.
pub(super) struct Clashes {
    /// By state of the traces, then of the errors; empty when there are too many.
    pairs: Vec<bool>,
    width: usize,
}

impl Clashes {
    /// The clashes of traces and errors, of which no silent step leads to π.
    pub(super) fn new(traces: &Lts, errors: &Lts, budget: &Budget) -> Result<Self, StopReason> {
        let width = errors.num_states();
        if traces.num_states().saturating_mul(width) > MOST {
            return Ok(Self::unknown());
        }
        budget.check_bytes((traces.num_states() * width) as u64)?;
        let mut clashes = Self { pairs: vec![false; traces.num_states() * width], width };
        let (before, failing) = (reversed(traces), reversed(errors));
        let mut pending = Vec::new();
        for (state, t) in traces.all_transitions().filter(|(_, t)| !t.action.is_tau()) {
            for e in failing.successors(StateId::must(width), t.action) {
                clashes.add(state, e.target, &mut pending);
            }
        }
        let mut steps = 0u32;
        while let Some((state, error)) = pending.pop() {
            if steps.is_multiple_of(1024) {
                budget.poll(Poll::Separate)?;
            }
            steps = steps.wrapping_add(1);
            for e in failing.successors(error, ActionId::TAU) {
                clashes.add(state, e.target, &mut pending);
            }
            for t in before.transitions(state) {
                if t.action.is_tau() {
                    clashes.add(t.target, error, &mut pending);
                    continue;
                }
                for e in failing.successors(error, t.action) {
                    clashes.add(t.target, e.target, &mut pending);
                }
            }
        }
        Ok(clashes)
    }

    /// Nothing is known to clash.
    pub(super) fn unknown() -> Self {
        Self { pairs: Vec::new(), width: 0 }
    }

    /// Whether it is known that the two must not meet.
    pub(super) fn has(&self, state: StateId, error: StateId) -> bool {
        !self.pairs.is_empty() && self.pairs[state.index() * self.width + error.index()]
    }

    fn add(&mut self, state: StateId, error: StateId, pending: &mut Vec<(StateId, StateId)>) {
        if !std::mem::replace(&mut self.pairs[state.index() * self.width + error.index()], true) {
            pending.push((state, error));
        }
    }
}

/// The LTS with all transitions turned round; π is one more state, the last.
fn reversed(lts: &Lts) -> Lts {
    let last = StateId::must(lts.num_states());
    let mut turned = LtsBuilder::new(lts.num_states() + 1).with_capacity(lts.num_transitions());
    for (source, Transition { action, target }) in lts.all_transitions() {
        turned.add(if target.is_error() { last } else { target }, action, source);
    }
    turned.finish().expect("as many transitions as before")
}
