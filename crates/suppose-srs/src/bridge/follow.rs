//! From a trace of the system back to a run of the components.
//!
//! A trace tells when macrosteps begin and end and which interface events there are. What each component does
//! besides, it does by itself; so for each component a path along the trace is searched for, from letter to
//! letter, and the paths are put together. The component that is watched must violate its property at the
//! last end. The run is only believed after it has been replayed by definition ([`replay`]).
//!
//! Cost: for each component the configurations that fit the trace, each once for each letter.
//!
//! Tested in `tests/all/bridge`: every witness of a random system becomes a run that violates the property.

use std::collections::BTreeSet;

use crate::lang::{Atom, ComponentId, EventId, Expr, StateIx, ValueIx};
use rustc_hash::FxHashSet;
use suppose_base::{ActionId, Budget, Poll, StopReason};

use super::Parts;
use super::letters::Letter;
use crate::explicit::{Ending, Macrostep, Micro, Run, Valuation, inputs, properties, replay, successors};
use crate::program::Program;

/// A run and whose it is.
#[derive(Clone, Debug)]
pub struct Followed<'m> {
    /// The components together.
    pub program: Program<'m>,
    /// The run, which has been replayed: the property is false at its end.
    pub run: Run,
}

/// What a component does with a letter.
#[derive(Clone)]
enum Done {
    /// Nothing yet.
    First,
    Begun(Valuation),
    Moved(Vec<Option<usize>>, Valuation),
    Ended,
}

/// A component after some letters.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Now {
    states: Vec<StateIx>,
    /// What is there to be read.
    events: Valuation,
    /// Of the component that is watched: the states at the start, and what has been there.
    before: Vec<StateIx>,
    occurred: BTreeSet<(EventId, Option<ValueIx>)>,
}

/// A step of a path: where it comes from, what was done, and where it led.
struct Point {
    from: usize,
    done: Done,
    now: Now,
}

/// A letter of a trace.
#[derive(Clone, Copy)]
enum Word<'a> {
    Start(&'a Letter),
    Step(&'a Letter),
    End,
}

impl<'m> Parts<'m> {
    /// A run with a trace after which a property of a component is violated; nothing if there is none, which
    /// would be a mistake of whoever found the trace.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn follow(
        &self,
        (component, property): (ComponentId, usize),
        trace: &[ActionId],
        budget: &Budget,
    ) -> Result<Option<Followed<'m>>, StopReason> {
        let Some(words) = trace.iter().map(|&action| self.word(action)).collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        let mut paths = Vec::new();
        for &member in &self.members {
            let formula =
                (member == component).then(|| &self.model.component(component).properties[property].formula);
            match path(&Program::new(self.model, [member]), formula, &words, self, budget)? {
                Some(path) => paths.push(path),
                None => return Ok(None),
            }
        }
        let program = Program::new(self.model, self.members.iter().copied());
        let Some(run) = together(&paths, &words, &program.received) else { return Ok(None) };
        let Some(place) = properties(&program).iter().position(|&one| one == (component, property)) else {
            return Ok(None);
        };
        let violated = replay(&program, &run, |_, _| true)
            .is_ok_and(|replayed| replayed.ends.last().is_some_and(|end| !end.holds[place]));
        Ok(violated.then_some(Followed { program, run }))
    }

    fn word(&self, action: ActionId) -> Option<Word<'_>> {
        let alphabet = &self.alphabet;
        let of = |letters: &'_ [Letter]| letters.iter().position(|letter| letter.action == action);
        if action == alphabet.end {
            Some(Word::End)
        } else if let Some(place) = of(&alphabet.starts) {
            Some(Word::Start(&alphabet.starts[place]))
        } else {
            of(&alphabet.letters).map(|place| Word::Step(&alphabet.letters[place]))
        }
    }
}

/// A path of one component.
fn path(
    program: &Program<'_>,
    formula: Option<&Expr>,
    words: &[Word<'_>],
    parts: &Parts<'_>,
    budget: &Budget,
) -> Result<Option<Vec<(Done, Now)>>, StopReason> {
    let said = super::heard(parts.model, &parts.listeners, program.components[0]);
    let shared = shared(parts, program);
    let initial: Vec<StateIx> = (0..program.machines.len()).map(|m| program.machine(m).initial).collect();
    let now =
        Now { states: initial, events: Valuation::none(), before: Vec::new(), occurred: BTreeSet::new() };
    let mut points = vec![Point { from: 0, done: Done::First, now }];
    let mut layer = 0..1;
    for (place, word) in words.iter().enumerate() {
        let mut seen = FxHashSet::default();
        let begin = points.len();
        for at in layer {
            budget.poll(Poll::Explore)?;
            let mut next = Vec::new();
            following(program, &points[at].now, *word, (&said, &shared), &mut next);
            let last = place + 1 == words.len();
            for (done, mut now) in next {
                match formula {
                    Some(formula) if last && holds(program, formula, &points[at].now) => continue,
                    Some(_) => {}
                    None => {
                        now.before.clear();
                        now.occurred.clear();
                    }
                }
                if seen.insert(now.clone()) {
                    points.push(Point { from: at, done, now });
                }
            }
        }
        layer = begin..points.len();
    }
    let Some(mut at) = layer.next() else { return Ok(None) };
    let mut path = Vec::new();
    while at > 0 {
        path.push((points[at].done.clone(), points[at].now.clone()));
        at = points[at].from;
    }
    path.reverse();
    Ok(Some(path))
}

/// The inputs of a component that starts speak about, sorted.
fn shared(parts: &Parts<'_>, program: &Program<'_>) -> Vec<EventId> {
    let told = parts.alphabet.starts.iter().flat_map(|start| start.events.iter().map(|(event, _)| event));
    let told: BTreeSet<EventId> = told.collect();
    told.into_iter().filter(|event| program.inputs.binary_search(event).is_ok()).collect()
}

/// What a component can do with a letter.
fn following(
    program: &Program<'_>,
    now: &Now,
    word: Word<'_>,
    (said, shared): (&[EventId], &[EventId]),
    found: &mut Vec<(Done, Now)>,
) {
    let component = program.components[0];
    match word {
        Word::Start(start) => {
            let told = start.events.only(shared);
            for chosen in inputs(program).filter(|chosen| chosen.only(shared) == told) {
                let occurred = chosen.iter().collect();
                let (states, before) = (now.states.clone(), now.states.clone());
                let next = Now { states, events: chosen.clone(), before, occurred };
                found.push((Done::Begun(chosen), next));
            }
        }
        Word::Step(letter) => {
            let read = |emitted: &Valuation| {
                let received = letter.events.only(&program.received);
                let own = Valuation::of(
                    emitted.iter().filter(|(event, _)| program.outputs.binary_search(event).is_err()),
                );
                own.unwrap_or_default().and(&received)
            };
            let own = letter.events.only(said);
            let mut still = true;
            for successor in successors(program, &now.states, &now.events) {
                still = false;
                let Ok(successor) = successor else { continue };
                if successor.emitted.only(said) != own || !letter.allows(component, true) {
                    continue;
                }
                let events = read(&successor.emitted);
                let mut occurred = now.occurred.clone();
                occurred.extend(successor.emitted.iter().chain(events.iter()));
                let next = Now { states: successor.states, events, before: now.before.clone(), occurred };
                found.push((Done::Moved(successor.taken, successor.emitted), next));
            }
            if still && own.is_none() && letter.allows(component, false) {
                let events = read(&Valuation::none());
                let mut occurred = now.occurred.clone();
                occurred.extend(events.iter());
                let (states, before) = (now.states.clone(), now.before.clone());
                let done = Done::Moved(vec![None; program.machines.len()], Valuation::none());
                found.push((done, Now { states, events, before, occurred }));
            }
        }
        Word::End => {
            if successors(program, &now.states, &now.events).next().is_none() {
                let (states, events) = (now.states.clone(), Valuation::none());
                let next = Now { states, events, before: Vec::new(), occurred: BTreeSet::new() };
                found.push((Done::Ended, next));
            }
        }
    }
}

/// A property at the end of a macrostep.
fn holds(program: &Program<'_>, formula: &Expr, now: &Now) -> bool {
    let component = program.components[0];
    let is_in = |states: &[StateIx], machine, state| {
        program.place(component, machine).is_some_and(|place| states[place] == state)
    };
    formula.holds(&mut |atom| match atom {
        Atom::In(machine, state) => is_in(&now.states, machine, state),
        Atom::Pre(machine, state) => is_in(&now.before, machine, state),
        Atom::Event(event) => now.occurred.iter().any(|&(present, _)| present == event),
        Atom::Is(event, value) => now.occurred.contains(&(event, Some(value))),
        Atom::Microstep(..) => false,
    })
}

/// The paths of all components as one run. Microsteps in which nobody moves are left out, unless something
/// comes from outside, for which one may wait.
fn together(paths: &[Vec<(Done, Now)>], words: &[Word<'_>], outside: &[EventId]) -> Option<Run> {
    let mut macrosteps: Vec<Macrostep> = Vec::new();
    let mut received = Valuation::none();
    let all = |place: usize| paths.iter().map(move |path| &path[place]);
    let states = |place: usize| all(place).flat_map(|(_, now)| now.states.iter().copied()).collect();
    for (place, (first, _)) in paths.first()?.iter().enumerate() {
        match first {
            Done::First => {}
            Done::Ended => {
                let received = std::mem::take(&mut received);
                macrosteps.last_mut()?.ending = Ending::Quiescent { received };
            }
            Done::Begun(_) => {
                let chosen = all(place).flat_map(|(done, _)| match done {
                    Done::Begun(chosen) => chosen.iter().collect(),
                    _ => Vec::new(),
                });
                let inputs = Valuation::of(chosen).ok()?;
                let ending = Ending::Quiescent { received: Valuation::none() };
                macrosteps.push(Macrostep { before: states(place), inputs, microsteps: Vec::new(), ending });
            }
            Done::Moved(..) => {
                let moved = || {
                    all(place).filter_map(|(done, _)| match done {
                        Done::Moved(taken, emitted) => Some((taken, emitted)),
                        _ => None,
                    })
                };
                let taken: Vec<Option<usize>> =
                    moved().flat_map(|(taken, _)| taken.iter().copied()).collect();
                if outside.is_empty() && taken.iter().all(Option::is_none) {
                    continue;
                }
                let emitted = Valuation::of(moved().flat_map(|(_, emitted)| emitted.iter())).ok()?;
                let Word::Step(letter) = words[place] else { return None };
                let received = std::mem::replace(&mut received, letter.events.only(outside));
                let micro = Micro { received, taken, emitted, states: states(place) };
                macrosteps.last_mut()?.microsteps.push(micro);
            }
        }
    }
    Some(Run { macrosteps })
}
