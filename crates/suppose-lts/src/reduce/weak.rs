//! Weak bisimilarity, also called observational equivalence (Milner 1989), with divergence ignored.
//!
//! The quotient by branching bisimilarity is taken first: it is finer, much cheaper, and has no cycle of τ.
//! On what is left, the signature of a state is the set of blocks it can reach by τ steps (none included),
//! and for each visible action those it can reach by that action with τ steps before and after. The weak
//! transitions are not stored: signatures are found by walking, and a state that moves marks what reaches it
//! by walking backwards. The transitions of the quotient are those of the original, not the weak ones,
//! without τ loops.
//!
//! # Complexity
//! A signature costs as much as the part of the LTS that can be reached by one weak transition, in the worst
//! case all of it. Time is therefore O(n m log n) for acyclic τ; space is that of the signatures of one
//! block.

use suppose_base::{ActionId, Budget, StateId, StopReason};

use super::branching::branching_quotient;
use super::partition::{BlockId, Partition, Split};
use super::quotient::{Rows, quotient};
use super::refine::{Bisimilarity, Meter, pair, refine};
use super::signatures::Signatures;
use crate::ops::Predecessors;
use crate::{Lts, Mapped, Transition};

/// The quotient that can be reached from the roots.
pub(super) fn weak_quotient(lts: &Lts, roots: &[StateId], budget: &Budget) -> Result<Mapped, StopReason> {
    let fine = branching_quotient(lts, roots, budget)?;
    if !fine.lts.has_tau() {
        return Ok(fine);
    }
    let relation = Weak {
        lts: &fine.lts,
        visible: Predecessors::of(&fine.lts, |a| !a.is_tau()),
        silent: Predecessors::of(&fine.lts, ActionId::is_tau),
        seen: Stamps::new(fine.lts.num_states()),
        seen_before: Stamps::new(fine.lts.num_states()),
        moves: Vec::new(),
        stack: Vec::new(),
        meter: Meter::default(),
    };
    let blocks = refine(&fine.lts, relation, budget)?;
    let roots: Vec<StateId> = roots.iter().filter_map(|&root| fine.map.get(root)).collect();
    let new = quotient(&fine.lts, &blocks, Rows::All, &roots, fine.lts.states());
    Ok(Mapped { map: fine.map.then(&new.map), lts: new.lts })
}

struct Weak<'a> {
    lts: &'a Lts,
    visible: Predecessors,
    silent: Predecessors,
    /// States seen in the current walk.
    seen: Stamps,
    /// In backward walks, states seen before the visible action.
    seen_before: Stamps,
    /// The visible moves found by a walk.
    moves: Vec<Transition>,
    stack: Vec<StateId>,
    meter: Meter,
}

impl Bisimilarity for Weak<'_> {
    fn group(
        &mut self,
        block: BlockId,
        partition: &mut Partition,
        signatures: &mut Signatures,
        parts: &mut Vec<u32>,
        budget: &Budget,
    ) -> Result<usize, StopReason> {
        signatures.clear();
        for &state in partition.marked(block) {
            self.write_signature(state, partition, signatures, budget)?;
            signatures.sort();
            parts.push(signatures.intern());
            budget.check_bytes(signatures.num_bytes())?;
        }
        Ok(signatures.len())
    }

    fn mark(&mut self, moved: &[StateId], _: &Split, partition: &mut Partition) {
        // All that reach a moved state by τ steps; then all that reach one of these by an action and τ steps.
        self.seen.clear();
        self.seen_before.clear();
        for &state in moved {
            if self.seen.add(state) {
                self.stack.push(state);
            }
        }
        let mut before = Vec::new();
        while let Some(state) = self.stack.pop() {
            partition.mark(state);
            for &source in self.silent.get(state) {
                if self.seen.add(source) {
                    self.stack.push(source);
                }
            }
            for &source in self.visible.get(state) {
                if self.seen_before.add(source) {
                    before.push(source);
                }
            }
        }
        while let Some(state) = before.pop() {
            partition.mark(state);
            for &source in self.silent.get(state) {
                if self.seen_before.add(source) {
                    before.push(source);
                }
            }
        }
    }
}

impl Weak<'_> {
    fn write_signature(
        &mut self,
        state: StateId,
        partition: &Partition,
        signatures: &mut Signatures,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        self.moves.clear();
        self.seen.clear();
        self.seen.add(state);
        self.stack.push(state);
        while let Some(from) = self.stack.pop() {
            signatures.push(pair(ActionId::TAU, partition.block_of(from)));
            let row = self.lts.transitions(from);
            self.meter.signature(row.len(), budget)?;
            for &t in row {
                if !t.action.is_tau() {
                    self.moves.push(t);
                } else if t.target.is_error() {
                    signatures.push(pair(t.action, partition.block_of(t.target)));
                } else if self.seen.add(t.target) {
                    self.stack.push(t.target);
                }
            }
        }
        self.moves.sort_unstable();
        self.moves.dedup();
        let mut action = ActionId::TAU;
        for &t in &self.moves {
            if t.action != action {
                action = t.action;
                self.seen.clear();
            }
            if t.target.is_error() {
                signatures.push(pair(action, partition.block_of(t.target)));
            } else if self.seen.add(t.target) {
                self.stack.push(t.target);
            }
            while let Some(from) = self.stack.pop() {
                signatures.push(pair(action, partition.block_of(from)));
                self.meter.signature(1, budget)?;
                for t in self.lts.transitions(from).iter().take_while(|t| t.action.is_tau()) {
                    if t.target.is_error() {
                        signatures.push(pair(action, partition.block_of(t.target)));
                    } else if self.seen.add(t.target) {
                        self.stack.push(t.target);
                    }
                }
            }
        }
        Ok(())
    }
}

/// A set of states that is cleared in constant time.
struct Stamps {
    stamps: Vec<u32>,
    current: u32,
}

impl Stamps {
    fn new(num_states: usize) -> Self {
        Self { stamps: vec![0; num_states], current: 0 }
    }

    fn clear(&mut self) {
        if self.current == u32::MAX {
            self.stamps.fill(0);
            self.current = 0;
        }
        self.current += 1;
    }

    /// Adds a state and says whether it is new.
    fn add(&mut self, state: StateId) -> bool {
        let stamp = &mut self.stamps[state.index()];
        let new = *stamp != self.current;
        *stamp = self.current;
        new
    }
}
