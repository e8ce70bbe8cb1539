//! From a word of events to a run of the design, part by part.
//!
//! Parts, which are nets or groups of nets, meet only in events. So when a word of events is one that every
//! part can go along with, each part can be looked at alone: which internal steps does it take between them?
//! The runs of the parts are put together between the events of the word. In the end the part that fails goes
//! on by itself until it does; the others cannot refuse what it does then, and if one of them fails at that,
//! it is a failure too.
//!
//! Cost: for each part that takes part a search of its own states, times the length of what it sees of the
//! word. The result has to be replayed before it is believed.

use std::collections::{BTreeMap, VecDeque};

use rustc_hash::FxHashMap;
use suppose_base::{ActionId, Budget, Poll, StopReason};

use crate::design::{Design, EventId};
use crate::failure::{Failure, Failures};
use crate::machine::{Machine, Scratch, Step};
use crate::search::Run;

/// A run of the design that does a word of events between parts, or the beginning of it, and then fails by
/// steps of one part, in one of the given ways.
///
/// # Errors
/// When the budget is spent.
pub(crate) fn run_to_failure(
    design: &Design,
    parts: &[&[usize]],
    word: &[ActionId],
    culprit: usize,
    failures: Failures,
    budget: &Budget,
) -> Result<Option<Run>, StopReason> {
    let Some(mut places) = who_sees(design, parts, word) else { return Ok(None) };
    places.entry(culprit).or_default();
    let seen = |places: &[usize]| -> Vec<ActionId> { places.iter().map(|&place| word[place]).collect() };
    let own = &places[&culprit];
    let culprit_run = local_run(design, parts[culprit], &seen(own), Goal::Fail(failures), budget)?;
    let Some(Local { before, ending, done, failure: Some(failure) }) = culprit_run else { return Ok(None) };
    // What comes after the failing step is of no interest.
    let end = if done == 0 { 0 } else { own[done - 1] + 1 };
    let mut between: Vec<Vec<ActionId>> = vec![Vec::new(); end];
    for (&place, internal) in own.iter().zip(before) {
        between[place] = internal;
    }
    for (&other, places) in places.iter().filter(|&(&other, _)| other != culprit) {
        let places = &places[..places.partition_point(|&place| place < end)];
        let run = local_run(design, parts[other], &seen(places), Goal::Pass, budget)?;
        let Some(run) = run else { return Ok(None) };
        for (&place, internal) in places.iter().zip(run.before) {
            between[place].extend(internal);
        }
    }
    let mut actions = Vec::new();
    for (mut internal, &action) in between.into_iter().zip(word) {
        actions.append(&mut internal);
        actions.push(action);
    }
    actions.extend(ending);
    Ok(Some(Run { failure, actions }))
}

/// A run of the design that does a word of events between parts, after which no part can do anything by
/// itself.
///
/// # Errors
/// When the budget is spent.
pub(crate) fn run_to_deadlock(
    design: &Design,
    parts: &[&[usize]],
    word: &[ActionId],
    budget: &Budget,
) -> Result<Option<Run>, StopReason> {
    let Some(mut places) = who_sees(design, parts, word) else { return Ok(None) };
    let mut between: Vec<Vec<ActionId>> = vec![Vec::new(); word.len() + 1];
    for (part, nets) in parts.iter().enumerate() {
        let places = places.remove(&part).unwrap_or_default();
        let seen: Vec<ActionId> = places.iter().map(|&place| word[place]).collect();
        let Some(run) = local_run(design, nets, &seen, Goal::Stop, budget)? else { return Ok(None) };
        for (&place, internal) in places.iter().zip(run.before) {
            between[place].extend(internal);
        }
        between[word.len()].extend(run.ending);
    }
    let ending = between.pop().unwrap_or_default();
    let mut actions = Vec::new();
    for (mut internal, &action) in between.into_iter().zip(word) {
        actions.append(&mut internal);
        actions.push(action);
    }
    actions.extend(ending);
    Ok(Some(Run { failure: Failure::Deadlock, actions }))
}

/// For each part that sees some event of the word, the places of these.
fn who_sees(design: &Design, parts: &[&[usize]], word: &[ActionId]) -> Option<BTreeMap<usize, Vec<usize>>> {
    let mut part_of = vec![0; design.nets.len()];
    for (part, nets) in parts.iter().enumerate() {
        nets.iter().for_each(|&net| part_of[net] = part);
    }
    let ids = (0..design.events.all.len() as u32).map(EventId);
    let by_action: FxHashMap<ActionId, EventId> = ids.map(|id| (design.events.get(id).action, id)).collect();
    let mut places: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (place, action) in word.iter().enumerate() {
        let event = design.events.get(*by_action.get(action)?);
        let users = event.changes.iter().flat_map(|&(wire, _)| &design.wire(wire).users);
        let mut seeing: Vec<usize> = users.map(|&net| part_of[net]).collect();
        seeing.sort_unstable();
        seeing.dedup();
        for part in seeing {
            places.entry(part).or_default().push(place);
        }
    }
    Some(places)
}

/// How a part has to end.
#[derive(Clone, Copy)]
enum Goal {
    /// Anyhow.
    Pass,
    /// With such a failure, which steps of its own may lead to.
    Fail(Failures),
    /// Where it can do nothing by itself.
    Stop,
}

/// What one part does.
struct Local {
    /// The internal steps before each event it sees.
    before: Vec<Vec<ActionId>>,
    /// The steps after the last of them.
    ending: Vec<ActionId>,
    /// How many of the events it has seen.
    done: usize,
    failure: Option<Failure>,
}

/// A shortest run of one part that sees exactly these events and ends as it should; if it has to fail, it may
/// do so before.
fn local_run(
    design: &Design,
    nets: &[usize],
    seen: &[ActionId],
    goal: Goal,
    budget: &Budget,
) -> Result<Option<Local>, StopReason> {
    let machine = Machine::new(design, nets);
    match machine.words() {
        1 => Walk::<1>::run(&machine, seen, goal, budget),
        2..=4 => Walk::<4>::run(&machine, seen, goal, budget),
        5..=16 => Walk::<16>::run(&machine, seen, goal, budget),
        17..=256 => Walk::<256>::run(&machine, seen, goal, budget),
        _ => Ok(None),
    }
}

/// The state of the part and how many events it has seen.
type Place<const W: usize> = ([u64; W], usize);

struct Walk<const W: usize> {
    /// For each place the one before and the step between.
    from: FxHashMap<Place<W>, (Place<W>, ActionId)>,
    queue: VecDeque<Place<W>>,
    start: Place<W>,
}

impl<const W: usize> Walk<W> {
    fn run(
        machine: &Machine<'_>,
        seen: &[ActionId],
        goal: Goal,
        budget: &Budget,
    ) -> Result<Option<Local>, StopReason> {
        let (mut visible, outputs) = machine.interface();
        visible.extend(outputs);
        visible.sort_unstable();
        let start = (machine.initial(), 0);
        let mut walk = Self { from: FxHashMap::default(), queue: VecDeque::from([start]), start };
        let mut scratch = Scratch::default();
        let mut steps: Vec<Step<W>> = Vec::new();
        let mut looked_at = 0u32;
        while let Some(place) = walk.queue.pop_front() {
            looked_at += 1;
            if looked_at.is_multiple_of(1024) {
                budget.poll(Poll::Witness)?;
            }
            let (state, done) = place;
            steps.clear();
            let busy = machine.for_each_step(&state, &mut scratch, &mut |step| steps.push(step));
            let ended = match goal {
                Goal::Pass => true,
                Goal::Fail(_) => false,
                Goal::Stop => !busy,
            };
            if done == seen.len() && ended {
                let (before, ending) = walk.way(place, done);
                return Ok(Some(Local { before, ending, done, failure: None }));
            }
            for step in &steps {
                let next = if visible.binary_search(&step.action).is_err() {
                    done
                } else if seen.get(done) == Some(&step.action) {
                    done + 1
                } else if done == seen.len() && !step.is_input && matches!(goal, Goal::Fail(_)) {
                    done
                } else {
                    continue;
                };
                if let Goal::Fail(wanted) = goal
                    && let Some(failure) = step.failures.and(wanted).iter().next()
                {
                    let (mut before, mut ending) = walk.way(place, done);
                    if next > done {
                        before.push(std::mem::take(&mut ending));
                    } else {
                        ending.push(step.action);
                    }
                    return Ok(Some(Local { before, ending, done: next, failure: Some(failure) }));
                }
                let target = (step.target, next);
                if target != start && !walk.from.contains_key(&target) {
                    walk.from.insert(target, (place, step.action));
                    walk.queue.push_back(target);
                }
            }
        }
        Ok(None)
    }

    /// The internal steps before each of so many events on the way to a place, and what comes after the last.
    fn way(&self, mut place: Place<W>, events: usize) -> (Vec<Vec<ActionId>>, Vec<ActionId>) {
        let mut before: Vec<Vec<ActionId>> = vec![Vec::new(); events + 1];
        while place != self.start {
            let (previous, action) = self.from[&place];
            if previous.1 == place.1 {
                before[place.1].push(action);
            }
            place = previous;
        }
        for steps in &mut before {
            steps.reverse();
        }
        let ending = before.pop().unwrap_or_default();
        (before, ending)
    }
}
