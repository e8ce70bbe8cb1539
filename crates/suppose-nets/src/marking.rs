//! The reachable markings of one net, found breadth-first and packed into words. Guards and wires are not
//! looked at: this is for signal transition graphs and plain nets, which have none.
//!
//! A marking is one bit for each place. The caller drives the search, marking by marking, and looks at what
//! it needs on the way:
//!
//! ```
//! use suppose_nets::{Net, Transition};
//! use suppose_nets::marking::Markings;
//!
//! let mut net = Net::new("ring");
//! let (p, q) = (net.add_place("p"), net.add_place("q"));
//! net.transitions = vec![Transition::new("go", vec![p], vec![q]), Transition::new("back", vec![q], vec![p])];
//! net.marking = vec![p];
//! let mut markings = Markings::new(&net);
//! let (mut next, mut enabled) = (0, Vec::new());
//! while next < markings.len() {
//!     markings.enabled(next, &mut enabled);
//!     for &transition in &enabled {
//!         markings.fire(next, transition).expect("the net is safe");
//!     }
//!     next += 1;
//! }
//! assert_eq!(markings.len(), 2);
//! assert_eq!(markings.trace(1), [0]);
//! ```
//!
//! Contract: markings are numbered in the order in which they are found, from 0 for the first one. If the
//! caller takes them in that order and fires what is enabled in ascending order, the numbering is
//! breadth-first, so that [`Markings::trace`] is a shortest trace and the least of those in the order of
//! transitions. A firing that would put a second token on a place is refused and remembered nowhere.
//!
//! Invariants: rows are distinct; a marking's parent has a smaller number. A marking takes `places / 64`
//! words, a hash of four bytes and eight bytes for its parent. An enabling test touches the words of the
//! preset only. Tested against sets of places in `tests/all/stg/twin.rs`.

mod rows;

use suppose_base::{Budget, Poll, StopReason};

pub(crate) use rows::Rows;

use crate::net::{Net, PlaceId};

/// The budget is asked after about this many tests of transitions, and at least every thousand markings.
const PATIENCE: usize = 1 << 18;

/// Some bits of one word.
#[derive(Clone, Copy, Debug)]
struct Bits {
    word: u32,
    mask: u64,
}

/// The markings found so far.
#[derive(Clone, Debug)]
pub struct Markings {
    presets: Vec<Vec<Bits>>,
    postsets: Vec<Vec<Bits>>,
    rows: Rows,
    /// For each marking the one it was found from and by which transition. The first is its own parent.
    parents: Vec<(u32, u32)>,
    /// Where successors are worked out.
    scratch: Vec<u64>,
    /// How many markings there are between two looks at the budget.
    poll_every: usize,
}

impl Markings {
    /// The first marking of a net alone.
    pub fn new(net: &Net) -> Self {
        let width = net.places.len().div_ceil(64);
        let mut first = vec![0; width];
        for place in &net.marking {
            first[place.index() / 64] |= 1 << (place.index() % 64);
        }
        let mut rows = Rows::new(width);
        rows.insert(&first);
        Self {
            presets: net.transitions.iter().map(|t| packed(&t.preset)).collect(),
            postsets: net.transitions.iter().map(|t| packed(&t.postset)).collect(),
            rows,
            parents: vec![(0, 0)],
            scratch: first,
            poll_every: (PATIENCE / (net.transitions.len() + 1)).clamp(1, 1 << 10),
        }
    }

    /// How many there are; at least one.
    #[expect(clippy::len_without_is_empty, reason = "there is always the first marking")]
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether the place has a token.
    pub fn has_token(&self, marking: usize, place: PlaceId) -> bool {
        self.rows.get(marking)[place.index() / 64] >> (place.index() % 64) & 1 == 1
    }

    /// Replaces the content of `into` by the transitions that are enabled, in ascending order.
    pub fn enabled(&self, marking: usize, into: &mut Vec<usize>) {
        let row = self.rows.get(marking);
        into.clear();
        into.extend((0..self.presets.len()).filter(|&t| covers(row, &self.presets[t])));
    }

    /// Whether some of these transitions are enabled after an enabled one fires.
    ///
    /// # Errors
    /// The place that would get a second token.
    pub(crate) fn enabled_after(
        &mut self,
        marking: usize,
        fired: usize,
        candidates: impl IntoIterator<Item = usize>,
    ) -> Result<bool, PlaceId> {
        self.step(marking, fired)?;
        Ok(candidates.into_iter().any(|t| covers(&self.scratch, &self.presets[t])))
    }

    /// Fires an enabled transition: the marking it leads to and whether that is new.
    ///
    /// # Errors
    /// The place that would get a second token.
    pub fn fire(&mut self, marking: usize, transition: usize) -> Result<(usize, bool), PlaceId> {
        self.step(marking, transition)?;
        let (target, new) = self.rows.insert(&self.scratch);
        if new {
            self.parents.push((marking as u32, transition as u32));
        }
        Ok((target, new))
    }

    /// The transitions that lead from the first marking to this one.
    pub fn trace(&self, marking: usize) -> Vec<usize> {
        let mut trace = Vec::new();
        let mut at = marking;
        while at != 0 {
            let (parent, transition) = self.parents[at];
            trace.push(transition as usize);
            at = parent as usize;
        }
        trace.reverse();
        trace
    }

    /// Whether the search may go on with its marking number `next`; asks the clock only now and then.
    ///
    /// # Errors
    /// The reason to stop.
    pub(crate) fn check(&self, next: usize, budget: &Budget) -> Result<(), StopReason> {
        // The numbers of markings have 32 bits, and one marking has fewer successors than half of that.
        budget.check_states(self.len() as u64)?;
        if self.len() > (u32::MAX / 2) as usize {
            return Err(StopReason::States(u64::from(u32::MAX / 2)));
        }
        if next.is_multiple_of(self.poll_every) {
            budget.poll(Poll::Explore)?;
            budget.check_bytes(self.rows.bytes() + 8 * self.len() as u64)?;
        }
        Ok(())
    }

    /// Leaves the successor in the scratch row.
    fn step(&mut self, marking: usize, transition: usize) -> Result<(), PlaceId> {
        self.scratch.copy_from_slice(self.rows.get(marking));
        for bits in &self.presets[transition] {
            self.scratch[bits.word as usize] &= !bits.mask;
        }
        for bits in &self.postsets[transition] {
            let word = &mut self.scratch[bits.word as usize];
            let twice = *word & bits.mask;
            if twice != 0 {
                return Err(PlaceId(bits.word * 64 + twice.trailing_zeros()));
            }
            *word |= bits.mask;
        }
        Ok(())
    }
}

fn covers(row: &[u64], preset: &[Bits]) -> bool {
    preset.iter().all(|bits| row[bits.word as usize] & bits.mask == bits.mask)
}

/// Sorted places as bits, one entry for each word that has some.
fn packed(places: &[PlaceId]) -> Vec<Bits> {
    let mut all: Vec<Bits> = Vec::new();
    for place in places {
        let (word, mask) = (place.0 / 64, 1 << (place.0 % 64));
        match all.last_mut() {
            Some(last) if last.word == word => last.mask |= mask,
            _ => all.push(Bits { word, mask }),
        }
    }
    all
}
