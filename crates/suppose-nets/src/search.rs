//! The flat search: all reachable states of the whole design, breadth-first (Yao 2012, algorithm 1, as a
//! reference for everything else).
//!
//! States are packed (`machine`) and numbered as they are found; each knows the one it was found from, so a
//! shortest run to a failure of each kind can be read off. Failures do not end the search, because the design
//! goes on after them. It never holds more states than the budget allows: the first one beyond ends it, after
//! the steps of the state at hand were looked at.
//!
//! Runs are given as actions only, and the caller has them checked by [`replay`](crate::replay), which knows
//! nothing of this search.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use suppose_base::{ActionId, Budget, Poll, StopReason};

use crate::design::Design;
use crate::failure::{Failure, Failures};
use crate::machine::{Machine, Scratch};
use crate::snapshot::Snapshot;

/// A way to a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What goes wrong in the last step, or after it for a deadlock.
    pub failure: Failure,
    /// The steps from the first state on.
    pub actions: Vec<ActionId>,
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct Exploration {
    /// How many states.
    pub states: u64,
    /// How many firings: pairs of a state and something that can happen in it.
    pub firings: u64,
    /// How many states in which nothing can happen.
    pub deadlocks: u64,
    /// A shortest run for each kind of failure that was looked for and found.
    pub runs: Vec<Run>,
    /// Why it did not see everything, unless it did or all kinds of failures were found.
    pub stopped: Option<StopReason>,
}

/// Searches all states of a design for failures of some kinds. It ends early when a run for each kind is
/// known.
pub fn search(design: &Design, wanted: Failures, budget: &Budget) -> Exploration {
    whole(design, wanted, budget, false).0
}

/// All reachable states of a design, in the order in which they are found.
///
/// # Errors
/// When the budget is spent.
pub fn reachable(design: &Design, budget: &Budget) -> Result<Vec<Snapshot>, StopReason> {
    let (found, snapshots) = whole(design, Failures::NONE, budget, true);
    found.stopped.map_or(Ok(snapshots), Err)
}

fn whole(design: &Design, wanted: Failures, budget: &Budget, list: bool) -> (Exploration, Vec<Snapshot>) {
    let members: Vec<usize> = (0..design.nets.len()).collect();
    let machine = Machine::new(design, &members);
    match machine.words() {
        1 => Search::<1>::run(&machine, wanted, budget, list),
        2 => Search::<2>::run(&machine, wanted, budget, list),
        3..=4 => Search::<4>::run(&machine, wanted, budget, list),
        5..=8 => Search::<8>::run(&machine, wanted, budget, list),
        9..=16 => Search::<16>::run(&machine, wanted, budget, list),
        17..=64 => Search::<64>::run(&machine, wanted, budget, list),
        65..=256 => Search::<256>::run(&machine, wanted, budget, list),
        _ => {
            let stopped = Some(StopReason::Unsupported(TOO_WIDE.into()));
            (Exploration { stopped, ..Exploration::default() }, Vec::new())
        }
    }
}

/// Why a design is not searched as a whole.
const TOO_WIDE: &str = "a state of the whole design has more than 16,384 bits";

/// States between two looks at the budget.
const PATIENCE: usize = 1024;
/// Work for a firing, and for each word of the state that it leads to.
const FIRING: u64 = 40;
const WORD: u64 = 8;

struct Search<'m, const W: usize> {
    machine: &'m Machine<'m>,
    states: Vec<[u64; W]>,
    parents: Vec<u32>,
    table: HashTable<u32>,
    found: Exploration,
    open: Failures,
    /// How many states it may hold, and whether there was one more.
    most: u64,
    full: bool,
}

impl<'m, const W: usize> Search<'m, W> {
    fn run(
        machine: &'m Machine<'m>,
        wanted: Failures,
        budget: &Budget,
        list: bool,
    ) -> (Exploration, Vec<Snapshot>) {
        let mut search = Self {
            machine,
            states: Vec::new(),
            parents: Vec::new(),
            table: HashTable::new(),
            found: Exploration::default(),
            open: wanted,
            // States are numbered with 32 bits, and the last number stands for none.
            most: budget.max_states().unwrap_or(u64::MAX).min(u64::from(u32::MAX) - 1),
            full: false,
        };
        search.found.stopped = search.explore(wanted, budget).err();
        search.found.states = search.states.len() as u64;
        search.found.runs.sort_by_key(|run| run.failure);
        let listed = if list { &search.states[..] } else { &[] };
        let snapshots = listed.iter().map(|state| machine.snapshot(state)).collect();
        (search.found, snapshots)
    }

    fn explore(&mut self, wanted: Failures, budget: &Budget) -> Result<(), StopReason> {
        let mut scratch = Scratch::default();
        self.add(self.machine.initial(), u32::MAX);
        self.check_room()?;
        budget.poll(Poll::Explore)?;
        let mut toll = budget.toll(Poll::Explore);
        let mut next = 0;
        while next < self.states.len() {
            if next % PATIENCE == 0 {
                budget.check_states(self.states.len() as u64)?;
                let bytes = self.states.len() * (8 * W + 9) * 2;
                budget.check_bytes(bytes as u64)?;
            }
            let state = self.states[next];
            let mut firings = 0;
            let mut ends: Vec<(Failures, ActionId)> = Vec::new();
            let machine = self.machine;
            machine.for_each_step(&state, &mut scratch, &mut |step| {
                firings += 1;
                if !step.failures.and(self.open).is_empty() {
                    ends.push((step.failures, step.action));
                }
                self.add(step.target, next as u32);
            });
            self.found.firings += firings;
            for (failures, action) in ends {
                for kind in failures.and(self.open).iter() {
                    self.open = self.open.without(kind);
                    let mut actions = self.path(next);
                    actions.push(action);
                    self.found.runs.push(Run { failure: kind, actions });
                }
            }
            if firings == 0 {
                self.found.deadlocks += 1;
                if self.open.has(Failure::Deadlock) {
                    self.open = self.open.without(Failure::Deadlock);
                    let actions = self.path(next);
                    self.found.runs.push(Run { failure: Failure::Deadlock, actions });
                }
            }
            if self.open.is_empty() && !wanted.is_empty() {
                return Ok(());
            }
            // After what was found is noted: nothing is lost when this is where the budget ends.
            toll.add(self.machine.look() + firings * (FIRING + WORD * W as u64))?;
            self.check_room()?;
            next += 1;
        }
        Ok(())
    }

    /// Whether all states that were found could be kept.
    fn check_room(&self) -> Result<(), StopReason> {
        if self.full { Err(StopReason::States(self.most)) } else { Ok(()) }
    }

    /// Notes a state if it is new and there is room for it.
    fn add(&mut self, state: [u64; W], parent: u32) {
        let hash = FxBuildHasher.hash_one(state);
        let states = &self.states;
        let entry = self.table.entry(
            hash,
            |&i| states[i as usize] == state,
            |&i| FxBuildHasher.hash_one(states[i as usize]),
        );
        if let hashbrown::hash_table::Entry::Vacant(place) = entry {
            if self.states.len() as u64 >= self.most {
                self.full = true;
                return;
            }
            place.insert(self.states.len() as u32);
            self.states.push(state);
            self.parents.push(parent);
        }
    }

    /// The actions on the way to a state.
    fn path(&self, state: usize) -> Vec<ActionId> {
        let mut actions = Vec::new();
        let mut scratch = Scratch::default();
        let mut at = state;
        while self.parents[at] != u32::MAX {
            let parent = self.parents[at] as usize;
            let mut action = None;
            self.machine.for_each_step(&self.states[parent], &mut scratch, &mut |step| {
                if step.target == self.states[at] && action.is_none() {
                    action = Some(step.action);
                }
            });
            actions.push(action.expect("it was found by a step"));
            at = parent;
        }
        actions.reverse();
        actions
    }
}
