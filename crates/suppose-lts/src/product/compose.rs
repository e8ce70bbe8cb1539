//! The product built as one LTS.
//!
//! States are numbered in the order in which a breadth-first search meets them, so the result depends on the
//! system only. All states of successful termination become one end state, as they are the same to everybody
//! outside. Hidden actions become τ on the way.
//!
//! Space is 8 bytes for a transition and the packed state plus about 6 bytes for a state.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHashSet;
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};

use super::Product;
use super::expand::Target;
use super::layout::Layout;
use super::visited::Hash;
use crate::{BuildError, Lts, RowBuilder};

/// A product as one LTS, with the local states behind each of its states.
#[derive(Debug)]
pub struct Composed {
    /// The product.
    pub lts: Lts,
    /// How many states of successful termination were met; they are one state of the product.
    pub ended: usize,
    layout: Layout,
    words: Vec<u64>,
}

impl Composed {
    /// The local states of the components in a state of the product.
    pub fn locals(&self, state: StateId) -> Vec<StateId> {
        let width = self.layout.words();
        self.layout.unpack(&self.words[state.index() * width..][..width])
    }
}

/// Work for a state, and for a transition, of one word of the packed state.
const STATE: u64 = 60;
const MOVE: u64 = 30;

pub(super) fn compose_words<const W: usize>(
    product: &Product<'_>,
    budget: &Budget,
) -> Result<Composed, StopReason> {
    let system = product.system();
    let mut rows = RowBuilder::new();
    rows.extend_alphabet(system.alphabet());
    let layout = product.layout.clone();
    let Some(initial) = &product.initial else {
        let lts = rows.finish(StateId::ERROR, None).map_err(|e| too_large(&e))?;
        return Ok(Composed { lts, ended: 0, layout, words: Vec::new() });
    };
    let mut hidden = vec![false; system.actions.len()];
    for action in &system.hidden {
        hidden[action.index()] = true;
    }
    let mut numbering = Numbering::<W>::default();
    let mut state = [0; W];
    state[..initial.len()].copy_from_slice(initial);
    numbering.visit(product, &state);
    let mut moves = Vec::new();
    let mut toll = budget.toll(Poll::Compose);
    toll.settle()?;
    let mut next = 0;
    while next < numbering.states.len() {
        if next % 1024 == 0 {
            product.check_complete()?;
            budget.check_bytes(numbering.bytes() + 8 * rows.num_transitions() as u64)?;
        }
        budget.check_states(numbering.states.len() as u64)?;
        moves.clear();
        product.expand(&numbering.states[next], &mut moves);
        for m in &moves {
            let target = match m.target {
                Target::Error(_) => StateId::ERROR,
                Target::State(target) => numbering.visit(product, &target),
            };
            rows.add(if hidden[m.action.index()] { ActionId::TAU } else { m.action }, target);
        }
        rows.end_row();
        toll.add((STATE + MOVE * moves.len() as u64) * W as u64)?;
        next += 1;
    }
    toll.settle()?;
    budget.check_states(numbering.states.len() as u64)?;
    product.check_complete()?;
    let lts = rows.finish(StateId::must(0), numbering.end).map_err(|e| too_large(&e))?;
    let width = layout.words();
    let words = numbering.states.iter().flat_map(|s| s[..width].iter().copied()).collect();
    Ok(Composed { lts, ended: numbering.ended.len(), layout, words })
}

fn too_large(error: &BuildError) -> StopReason {
    StopReason::Unsupported(error.to_string())
}

/// A hash of which all bits are good.
fn mixed<const W: usize>(state: &[u64; W]) -> u64 {
    let hash = Hash::new(64).of(state);
    hash ^ (hash >> 32)
}

/// The states met so far, in order, and where to find them.
#[derive(Default)]
struct Numbering<const W: usize> {
    states: Vec<[u64; W]>,
    index: HashTable<u32>,
    /// The number of the end state.
    end: Option<StateId>,
    /// The states that it stands for.
    ended: FxHashSet<[u64; W]>,
}

impl<const W: usize> Numbering<W> {
    /// The number of a state, a new one if it has none. All states of successful termination have the same.
    fn visit(&mut self, product: &Product<'_>, state: &[u64; W]) -> StateId {
        if product.has_terminated(state) {
            self.ended.insert(*state);
            if self.end.is_none() {
                self.end = Some(StateId::must(self.states.len()));
                self.states.push(*state);
            }
            return self.end.expect("just set");
        }
        let states = &mut self.states;
        let entry = self.index.entry(
            mixed(state),
            |&number| states[number as usize] == *state,
            |&number| mixed(&states[number as usize]),
        );
        let number = match entry {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(free) => {
                let number = StateId::must(states.len()).raw();
                free.insert(number);
                states.push(*state);
                number
            }
        };
        StateId::from_raw(number)
    }

    fn bytes(&self) -> u64 {
        (self.states.capacity() * size_of::<[u64; W]>()
            + self.index.allocation_size()
            + self.ended.capacity() * size_of::<[u64; W]>()) as u64
    }
}
