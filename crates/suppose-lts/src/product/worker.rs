//! What one thread of a search does with a slice of states: expand them and sort the successors by shard.
//!
//! For states of one word without priority there is a loop of its own: it writes every candidate successor
//! and advances the write position only when the guard holds, so it has no branch that depends on the state.
//! Everything else goes through [`Product::expand`]. A test compares the two on all their results.

use suppose_base::ActionId;

use super::Product;
use super::expand::{Move, Target, admits};
use super::explore::Goal;
use super::moves::Leader;
use super::visited::{Hash, SHARDS};

/// Successors that are gathered before they are sorted by shard.
const GATHER: usize = 1 << 10;

/// A violation and the state it was found in. A deadlock comes first: it ends one step earlier than a move to
/// π from the same level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Finding<const W: usize> {
    Deadlock([u64; W]),
    /// The action that leads to π and the component that goes there.
    Error([u64; W], ActionId, u32),
}

/// One thread's buffers and findings.
#[derive(Debug)]
pub(super) struct Worker<const W: usize> {
    hash: Hash,
    buckets: Vec<Vec<[u64; W]>>,
    gathered: Vec<[u64; W]>,
    /// How many states the buckets hold.
    held: usize,
    moves: Vec<Move<W>>,
    pub transitions: u64,
    /// Moves whose guards were looked at.
    pub tried: u64,
    /// How often a row with moves that are not direct was looked at.
    pub specials: u64,
    /// The least violation in this level so far.
    pub finding: Option<Finding<W>>,
}

impl<const W: usize> Worker<W> {
    pub(super) fn new(product: &Product<'_>) -> Self {
        Self {
            hash: product.hash(),
            buckets: vec![Vec::new(); SHARDS],
            // Room for a full gathering and one more state's candidates.
            gathered: vec![[0; W]; GATHER + product.moves.widest],
            held: 0,
            moves: Vec::new(),
            transitions: 0,
            tried: 0,
            specials: 0,
            finding: None,
        }
    }

    pub(super) fn clear(&mut self) {
        self.buckets.iter_mut().for_each(Vec::clear);
        self.held = 0;
    }

    /// How many bytes the states in the buckets take.
    pub(super) fn filled(&self) -> usize {
        self.held * size_of::<[u64; W]>()
    }

    pub(super) fn bucket(&self, shard: usize) -> &[[u64; W]] {
        &self.buckets[shard]
    }

    pub(super) fn bytes(&self) -> u64 {
        let buckets: usize = self.buckets.iter().map(Vec::capacity).sum();
        ((buckets + self.gathered.len()) * size_of::<[u64; W]>()) as u64
    }

    /// Expands states into the buckets.
    pub(super) fn expand(&mut self, product: &Product<'_>, goal: Goal, states: &[[u64; W]]) {
        if W == 1 && product.ranking.is_none() {
            self.expand_narrow(product, goal, states);
        } else {
            self.expand_any(product, goal, states);
        }
    }

    /// Appends the successors of one state to `out`: for levels too small to be worth sorting by shard.
    pub(super) fn successors(
        &mut self,
        product: &Product<'_>,
        goal: Goal,
        state: &[u64; W],
        out: &mut Vec<[u64; W]>,
    ) {
        self.expand_one(product, goal, state, |_, target| out.push(target));
    }

    fn expand_narrow(&mut self, product: &Product<'_>, goal: Goal, states: &[[u64; W]]) {
        let moves = &product.moves;
        let mut len = 0;
        for state in states {
            let word = state[0];
            let before = len;
            let mut special = 0;
            for leader in &moves.leaders {
                let row = leader.base as usize + ((word >> leader.field.shift) & leader.field.mask) as usize;
                let range = moves.direct_rows[row] as usize..moves.direct_rows[row + 1] as usize;
                self.tried += range.len() as u64;
                for patch in &moves.patches[range] {
                    self.gathered[len][0] = word ^ patch.delta;
                    len += usize::from(word & patch.mask == patch.value);
                }
                if moves.is_special[row] {
                    self.specials += 1;
                    special += self.expand_special(product, goal, leader, row, state);
                }
            }
            self.transitions += (len - before + special) as u64;
            if len == before && special == 0 {
                self.stuck(product, goal, state);
            }
            if len >= GATHER {
                self.scatter(len);
                len = 0;
            }
        }
        self.scatter(len);
    }

    /// The moves of a leader that are not direct, or go to π. Returns how many there are.
    #[cold]
    fn expand_special(
        &mut self,
        product: &Product<'_>,
        goal: Goal,
        leader: &Leader,
        row: usize,
        state: &[u64; W],
    ) -> usize {
        let moves = &product.moves;
        let mut count = 0;
        for m in &moves.errors[moves.error_rows[row] as usize..moves.error_rows[row + 1] as usize] {
            if admits(&moves.error_patches[m.patches.0 as usize..m.patches.1 as usize], state) {
                self.error(goal, state, m.action, m.component);
                count += 1;
            }
        }
        for &joint in &moves.joint_of_row[moves.joint_rows[row] as usize..moves.joint_rows[row + 1] as usize]
        {
            let mut found = std::mem::take(&mut self.moves);
            found.clear();
            product.expand_joint(joint as usize, leader.component, state, &mut found);
            count += found.len();
            self.take(goal, state, &found, Self::put);
            self.moves = found;
        }
        count
    }

    fn expand_any(&mut self, product: &Product<'_>, goal: Goal, states: &[[u64; W]]) {
        for state in states {
            self.expand_one(product, goal, state, Self::put);
        }
    }

    /// Expands a state in the general way and hands its successors on.
    fn expand_one(
        &mut self,
        product: &Product<'_>,
        goal: Goal,
        state: &[u64; W],
        put: impl FnMut(&mut Self, [u64; W]),
    ) {
        let mut found = std::mem::take(&mut self.moves);
        found.clear();
        self.tried += product.expand(state, &mut found);
        self.transitions += found.len() as u64;
        if found.is_empty() {
            self.stuck(product, goal, state);
        }
        self.take(goal, state, &found, put);
        self.moves = found;
    }

    /// Hands the targets of moves on, and reports those to π.
    fn take(
        &mut self,
        goal: Goal,
        state: &[u64; W],
        moves: &[Move<W>],
        mut put: impl FnMut(&mut Self, [u64; W]),
    ) {
        for m in moves {
            match m.target {
                Target::State(target) => put(self, target),
                Target::Error(component) => self.error(goal, state, m.action, component),
            }
        }
    }

    /// Puts a state into its bucket.
    fn put(&mut self, target: [u64; W]) {
        self.buckets[Hash::shard(self.hash.of(&target))].push(target);
        self.held += 1;
    }

    /// Sorts the first `len` gathered states into their buckets.
    fn scatter(&mut self, len: usize) {
        for state in &self.gathered[..len] {
            self.buckets[Hash::shard(self.hash.of(state))].push(*state);
        }
        self.held += len;
    }

    fn error(&mut self, goal: Goal, state: &[u64; W], action: ActionId, component: u32) {
        if goal.errors.include(component as usize) {
            self.report(Finding::Error(*state, action, component));
        }
    }

    #[cold]
    fn stuck(&mut self, product: &Product<'_>, goal: Goal, state: &[u64; W]) {
        if goal.deadlocks && !product.has_ended(state) {
            self.report(Finding::Deadlock(*state));
        }
    }

    fn report(&mut self, finding: Finding<W>) {
        self.finding = Some(self.finding.map_or(finding, |least| least.min(finding)));
    }
}
