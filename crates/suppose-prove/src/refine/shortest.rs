//! A shortest trace that takes the watched component to π in a product of components, and whether the rest of
//! the system follows it.
//!
//! The search goes level by level in the number of letters of the trace, so the trace is a shortest one in
//! letters, not in steps: τ counts nothing. A run of the whole system projects to a run of the components in
//! the product with no more letters. So when the rest of the system can follow a shortest trace of the
//! product, that is a shortest violation of the whole.

use suppose_base::{ActionId, Budget, Poll, StateId, StopReason, Toll};
use suppose_lts::Lts;
use suppose_lts::check::Effort;
use suppose_lts::product::Forecast;

use super::rise::count;
use super::space::{Offers, Space};
use crate::symmetry::Group;
use crate::task::Task;

/// Work for a tuple, without its steps.
const TUPLE: u64 = 80;
/// Where there are no symmetries this is a slow search, which is not worth waiting for: it says that it will need
/// so many times as much.
const WITHOUT_SYMMETRY: u64 = 17;

/// What a search found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// π cannot be reached.
    Nothing,
    /// A shortest trace to π.
    Trace(Vec<ActionId>),
    /// More tuples than allowed.
    TooMany,
}

/// Looks for a shortest trace to π in the product of these components, the watched one among them; with a
/// group, in the product up to its symmetries.
///
/// # Errors
/// When the budget is spent.
pub(crate) fn shortest(
    task: &Task,
    members: &[usize],
    group: Option<&Group>,
    limit: u64,
    effort: &mut Effort,
    budget: &Budget,
) -> Result<Found, StopReason> {
    let space = Space::of(task, members).up_to(group);
    let has_tau = members.iter().any(|&m| task.lts(m).has_tau());
    let mut search = Search { space, group, has_tau, from: vec![(0, ActionId::TAU)], limit };
    let found = search.run(budget);
    effort.bytes = effort.bytes.max(search.bytes());
    count(&search.space, effort);
    found
}

struct Search<'t> {
    space: Space<'t>,
    group: Option<&'t Group>,
    has_tau: bool,
    /// For each tuple where it was found from, and by which action.
    from: Vec<(u32, ActionId)>,
    limit: u64,
}

impl Search<'_> {
    fn run(&mut self, budget: &Budget) -> Result<Found, StopReason> {
        let mut offers = Offers::default();
        let mut toll = budget.toll(Poll::Explore);
        let mut level = 0;
        let mut forecast = Forecast::default();
        while level < self.from.len() {
            // First what is reached by the same number of letters, then what is reached by one more.
            let mut here = level;
            while self.has_tau && here < self.from.len() {
                if let Some(found) = self.expand(here, true, &mut offers, &mut toll, budget)? {
                    return Ok(found);
                }
                here += 1;
            }
            let next_level = self.from.len();
            for here in level..next_level {
                if let Some(found) = self.expand(here, false, &mut offers, &mut toll, budget)? {
                    return Ok(found);
                }
            }
            forecast.add((next_level - level) as u64);
            // Clusters are searched by the thousand, and how one of them goes on says nothing.
            if let Some(group) = self.group {
                budget.check_states(next_level as u64)?;
                let done = next_level as u64;
                match forecast.remaining() {
                    _ if group.len() == 0 => budget.report(1, WITHOUT_SYMMETRY),
                    // Growth falls late where there is symmetry, so only good news is passed on.
                    Some(remaining) if remaining < done => budget.report(done, done + remaining),
                    _ => budget.report(0, 0),
                }
            }
            level = next_level;
        }
        toll.settle()?;
        Ok(Found::Nothing)
    }

    fn bytes(&self) -> u64 {
        self.space.bytes() + (self.from.len() * size_of::<(u32, ActionId)>()) as u64
    }

    /// Follows the silent steps of a tuple, or the others.
    fn expand(
        &mut self,
        tuple: usize,
        silent: bool,
        offers: &mut Offers,
        toll: &mut Toll<'_>,
        budget: &Budget,
    ) -> Result<Option<Found>, StopReason> {
        if tuple % 1024 == 1023 {
            budget.check_states(self.from.len() as u64)?;
            budget.check_bytes(self.bytes())?;
        }
        self.space.offer(tuple, offers);
        toll.add(TUPLE + offers.work())?;
        for (action, choices) in offers.iter().filter(|(action, _)| action.is_tau() == silent) {
            let fails = |t: u32, lts: &Lts| lts.flat_transitions()[t as usize].target.is_error();
            // π sorts last, and only the watched component has it.
            if choices.iter().any(|c| fails(c.end - 1, self.space.lts(c.place))) {
                return Ok(Some(Found::Trace(self.trace(tuple, action))));
            }
            let within = self.space.follow(tuple, choices, |_, _| true, self.limit, budget)?;
            self.from.resize(self.space.len(), (tuple as u32, action));
            toll.add(self.space.due())?;
            if !within {
                return Ok(Some(Found::TooMany));
            }
        }
        Ok(None)
    }

    fn trace(&self, mut tuple: usize, last: ActionId) -> Vec<ActionId> {
        let mut trace = vec![last];
        let mut tuples = vec![tuple];
        while tuple != 0 {
            let (from, action) = self.from[tuple];
            trace.push(action);
            tuples.push(from as usize);
            tuple = from as usize;
        }
        trace.reverse();
        if let Some(group) = self.group {
            trace = self.as_it_was(group, &tuples, &trace);
        }
        trace.retain(|a| !a.is_tau());
        trace
    }

    /// What a run through these tuples, the last one first, does before symmetries are applied to it.
    fn as_it_was(&self, group: &Group, tuples: &[usize], trace: &[ActionId]) -> Vec<ActionId> {
        let mut taken: Vec<usize> = Vec::new();
        let mut offers = Offers::default();
        let mut real = Vec::with_capacity(trace.len());
        for (&action, step) in trace.iter().zip(tuples.windows(2).rev().map(Some).chain([None])) {
            real.push(taken.iter().rev().fold(action, |action, &by| group.source_of(by, action)));
            let Some(&[to, from]) = step else { break };
            self.space.offer(from, &mut offers);
            let same = offers.iter().filter(|&(other, _)| other == action);
            let found =
                same.flat_map(|(_, choices)| self.space.after(from, choices)).find_map(|mut tuple| {
                    let mut by = Vec::new();
                    group.normalise(&mut tuple, |symmetry| by.push(symmetry));
                    (tuple == self.space.tuple(to)).then_some(by)
                });
            taken.extend(found.expect("the tuple was found by such a step"));
        }
        real
    }
}

/// Whether each of these components can perform its letters of a trace without dying, and no others. For
/// components outside the product in which the trace was found.
pub(super) fn can_follow(task: &Task, components: &[usize], trace: &[ActionId]) -> bool {
    components.iter().all(|&component| {
        let lts = task.lts(component);
        let lives = |s: StateId| Some(s) != task.dead(component);
        let mut now: Vec<StateId> = vec![lts.initial()];
        silently(lts, &mut now, lives);
        for &letter in trace.iter().filter(|&&a| lts.has_action(a)) {
            now = now
                .iter()
                .flat_map(|&s| lts.successors(s, letter))
                .map(|t| t.target)
                .filter(|&s| lives(s))
                .collect();
            silently(lts, &mut now, lives);
        }
        !now.is_empty()
    })
}

/// Adds what can be reached by τ.
fn silently(lts: &Lts, states: &mut Vec<StateId>, lives: impl Fn(StateId) -> bool) {
    states.sort_unstable();
    states.dedup();
    let mut known = vec![false; lts.num_states()];
    for state in &*states {
        known[state.index()] = true;
    }
    let mut next = 0;
    while let Some(&state) = states.get(next) {
        for t in lts.successors(state, ActionId::TAU) {
            if lives(t.target) && !std::mem::replace(&mut known[t.target.index()], true) {
                states.push(t.target);
            }
        }
        next += 1;
    }
}
