//! A partition of the states that can be refined, with marks on the states that have to be looked at again.
//!
//! The members of a block are a range of `elements`, and its marked members are the front of that range
//! (after Valmari and Lehtinen, STACS 2008), so marking and splitting cost nothing for members that are not
//! concerned. Block 0 is that of π alone, which has no element. When a block is split, its largest part keeps
//! the number and the others get new ones; hence a state changes its block at most log2(n) times. Blocks with
//! marks wait on stacks.

use suppose_base::StateId;

/// A block number.
pub(super) type BlockId = u32;

/// Marked blocks are kept apart by cost: below 2^10, below 2^20, and above. Finer or coarser levels do worse
/// on the philosophers.
const LEVELS: usize = 3;
const LEVEL_BITS: usize = 10;

/// The block of π.
pub(super) const ERROR_BLOCK: BlockId = 0;

#[derive(Clone, Copy, Debug)]
struct Block {
    start: u32,
    end: u32,
    marked: u32,
}

/// See the top of the file.
#[derive(Debug)]
pub(super) struct Partition {
    elements: Vec<StateId>,
    /// Where each state is in `elements`.
    place: Vec<u32>,
    /// The block of each state, and of π at the end.
    block_of: Vec<BlockId>,
    blocks: Vec<Block>,
    /// Blocks with marks, by what it costs to look at them; new ones are with the cheapest.
    pending: [Vec<BlockId>; LEVELS],
    /// The marked members of the block being split, and where each part of it begins.
    scratch: Vec<StateId>,
    starts: Vec<u32>,
}

/// What became of a block: the numbers of its parts are `kept` and `new`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Split {
    pub(super) kept: BlockId,
    pub(super) new: std::ops::Range<BlockId>,
}

impl Split {
    /// Whether a block is one of the parts.
    pub(super) fn contains(&self, block: BlockId) -> bool {
        block == self.kept || self.new.contains(&block)
    }
}

impl Partition {
    /// π, the end state if there is one, and all other states, which are marked.
    pub(super) fn new(num_states: usize, end: Option<StateId>) -> Self {
        let n = num_states as u32;
        let mut this = Self {
            elements: (0..n).map(StateId::from_raw).collect(),
            place: (0..n).collect(),
            block_of: vec![1; num_states + 1],
            blocks: vec![Block { start: 0, end: 0, marked: 0 }, Block { start: 0, end: n, marked: n }],
            pending: [vec![1], Vec::new(), Vec::new()],
            scratch: Vec::new(),
            starts: Vec::new(),
        };
        this.block_of[num_states] = ERROR_BLOCK;
        if let Some(end) = end {
            this.swap(end, n - 1);
            this.block_of[end.index()] = 2;
            this.blocks[1] = Block { start: 0, end: n - 1, marked: n - 1 };
            this.blocks.push(Block { start: n - 1, end: n, marked: 0 });
        }
        this
    }

    /// The number of blocks, that of π and possibly one without members included.
    pub(super) fn len(&self) -> usize {
        self.blocks.len()
    }

    /// The block of a state, which may be π.
    #[inline]
    pub(super) fn block_of(&self, state: StateId) -> BlockId {
        self.block_of[(state.raw() as usize).min(self.place.len())]
    }

    /// The next block with marked members. Blocks whose marked members are costly to look at wait until there
    /// are no cheaper ones, because looking at those may mark more of them.
    pub(super) fn next_marked(&mut self, cost: impl Fn(&[StateId]) -> usize) -> Option<BlockId> {
        let mut level = 0;
        while level < LEVELS {
            let Some(block) = self.pending[level].pop() else {
                level += 1;
                continue;
            };
            // The cost may have grown since the block was put there.
            let due = (cost(self.marked(block)).max(1).ilog2() as usize / LEVEL_BITS).min(LEVELS - 1);
            if due <= level {
                return Some(block);
            }
            self.pending[due].push(block);
        }
        None
    }

    /// The marked members of a block.
    pub(super) fn marked(&self, block: BlockId) -> &[StateId] {
        let b = self.blocks[block as usize];
        &self.elements[b.start as usize..(b.start + b.marked) as usize]
    }

    /// All members of a block.
    pub(super) fn members(&self, block: BlockId) -> &[StateId] {
        let b = self.blocks[block as usize];
        &self.elements[b.start as usize..b.end as usize]
    }

    /// How many members of a block are not marked.
    pub(super) fn unmarked(&self, block: BlockId) -> u32 {
        let b = self.blocks[block as usize];
        b.end - b.start - b.marked
    }

    /// Whether a state is marked.
    #[inline]
    pub(super) fn is_marked(&self, state: StateId) -> bool {
        let b = self.blocks[self.block_of[state.index()] as usize];
        self.place[state.index()] < b.start + b.marked
    }

    /// Marks a state and says whether that is new. A state alone in its block need not be looked at and is
    /// not marked.
    #[inline]
    pub(super) fn mark(&mut self, state: StateId) -> bool {
        let block = self.block_of[state.index()];
        let b = &mut self.blocks[block as usize];
        let front = b.start + b.marked;
        if self.place[state.index()] < front || b.end - b.start == 1 {
            return false;
        }
        b.marked += 1;
        if b.marked == 1 {
            self.pending[0].push(block);
        }
        self.swap(state, front);
        true
    }

    /// Sorts the marked members of a block by their numbers.
    pub(super) fn sort_marked(&mut self, block: BlockId) {
        let b = self.blocks[block as usize];
        let range = b.start as usize..(b.start + b.marked) as usize;
        let marked = &mut self.elements[range];
        if marked.is_sorted() {
            return;
        }
        marked.sort_unstable();
        for (i, s) in marked.iter().enumerate() {
            self.place[s.index()] = b.start + i as u32;
        }
    }

    /// Splits a block: marked member `i` goes to part `parts[i]`, of which there are `num_parts`; the
    /// unmarked members are one more part. The marks are gone.
    pub(super) fn split(&mut self, block: BlockId, parts: &[u32], num_parts: usize) -> Split {
        let b = self.blocks[block as usize];
        let first_new = self.blocks.len() as BlockId;
        let rest = self.unmarked(block);
        self.blocks[block as usize].marked = 0;
        if num_parts + usize::from(rest > 0) <= 1 {
            return Split { kept: block, new: first_new..first_new };
        }
        // Counting sort of the marked members by part. Afterwards `starts[p]` is where part `p` ends.
        self.starts.clear();
        self.starts.resize(num_parts + 1, 0);
        for &p in parts {
            self.starts[p as usize + 1] += 1;
        }
        let (mut largest, mut largest_size) = (num_parts, rest);
        self.starts[0] = b.start;
        for p in 0..num_parts {
            let size = self.starts[p + 1];
            if size > largest_size {
                (largest, largest_size) = (p, size);
            }
            self.starts[p + 1] += self.starts[p];
        }
        let range = b.start as usize..(b.start + b.marked) as usize;
        self.scratch.clear();
        self.scratch.extend_from_slice(&self.elements[range]);
        for (&s, &p) in self.scratch.iter().zip(parts) {
            let at = &mut self.starts[p as usize];
            self.elements[*at as usize] = s;
            self.place[s.index()] = *at;
            *at += 1;
        }
        let mut start = b.start;
        for p in 0..=num_parts {
            let end = if p == num_parts { b.end } else { self.starts[p] };
            let part = Block { start, end, marked: 0 };
            if p == largest {
                self.blocks[block as usize] = part;
            } else if start < end {
                let id = self.blocks.len() as BlockId;
                self.blocks.push(part);
                for s in &self.elements[start as usize..end as usize] {
                    self.block_of[s.index()] = id;
                }
            }
            start = end;
        }
        Split { kept: block, new: first_new..self.blocks.len() as BlockId }
    }

    /// The block of each state.
    pub(super) fn into_blocks(mut self) -> Vec<BlockId> {
        self.block_of.pop();
        self.block_of
    }

    fn swap(&mut self, state: StateId, to: u32) {
        let from = self.place[state.index()];
        let other = self.elements[to as usize];
        self.elements[from as usize] = other;
        self.elements[to as usize] = state;
        self.place[other.index()] = from;
        self.place[state.index()] = to;
    }
}
