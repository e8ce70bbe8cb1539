//! Runs as plain data, and the check by definition that something is a run.
//!
//! A [`Run`] is the witness of this crate: whoever finds one, it is only shown after [`replay`] has confirmed
//! it.
//!
//! # Configurations of a macrostep
//! Configuration 0 has the states before the macrostep and the inputs. Configuration *k* ≥ 1 is what
//! microstep *k* leads to, with the events that it emitted and those that are received from outside there.
//! Microstep *k* + 1 reads configuration *k*, so the events received in it are given with the microstep that
//! reads them ([`Micro::received`]) or, for the last configuration, with the end of the macrostep
//! ([`Ending`]). An idle microstep, in which no machine moves and nothing is emitted, stands for time that
//! passes in the rest of the system; it is only possible where nothing is enabled, and only in an open
//! program ([`is_open`]).
//!
//! Tested in `tests/all/explicit/replay.rs`: every run that exploration finds is confirmed, and runs that
//! were changed in one place are refused.

use std::collections::BTreeSet;

use crate::lang::{Atom, ComponentId, EventId, StateIx, ValueIx};

use super::step::{enabled, initial, is_in, is_legal_input, is_open, is_over, properties, readable, take};
use super::valuation::Valuation;
use crate::program::Program;

/// Macrosteps one after the other, from the initial states on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The macrosteps. All but the last one end in quiescence.
    pub macrosteps: Vec<Macrostep>,
}

impl Run {
    /// Whether its last macrostep never ends although nothing is received in its loop and nobody else has to
    /// move.
    pub fn goes_on_alone(&self) -> bool {
        self.macrosteps.last().is_some_and(|last| match last.ending {
            Ending::Never { back_to } => last.microsteps[back_to..]
                .iter()
                .all(|micro| micro.received.is_none() && micro.taken.iter().any(Option::is_some)),
            _ => false,
        })
    }
}

/// A macrostep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Macrostep {
    /// The state of each machine before it.
    pub before: Vec<StateIx>,
    /// The inputs it begins with.
    pub inputs: Valuation,
    /// Its microsteps.
    pub microsteps: Vec<Micro>,
    /// How it ends, if it does.
    pub ending: Ending,
}

/// A microstep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Micro {
    /// What is received from outside in the configuration that it reads.
    pub received: Valuation,
    /// For each machine the place of the transition that it takes, if it takes one. An idle microstep has
    /// none.
    pub taken: Vec<Option<usize>>,
    /// Everything that is emitted, outputs included.
    pub emitted: Valuation,
    /// The states after it.
    pub states: Vec<StateIx>,
}

/// How a macrostep ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With this received in the last configuration, nothing is enabled.
    Quiescent {
        /// What is received from outside in the last configuration.
        received: Valuation,
    },
    /// It never ends: the last configuration is the same as an earlier one, and everything since then, what
    /// is received included, happens again and again. Some machine moves in one of these microsteps; in
    /// others time may only pass.
    Never {
        /// The number of the earlier configuration, at least 1.
        back_to: usize,
    },
    /// What comes after the last configuration does not matter.
    Cut {
        /// What is received from outside in the last configuration.
        received: Valuation,
    },
    /// In the next microstep two machines give one event two values.
    TwoValues {
        /// What is received from outside in the last configuration.
        received: Valuation,
        /// For each machine the place of the transition that it takes.
        taken: Vec<Option<usize>>,
        /// The event.
        event: EventId,
    },
}

/// What is true of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The ends of its macrosteps; the last macrostep has one only if it ends in quiescence.
    pub ends: Vec<Ended>,
}

/// The end of a macrostep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The states of the machines.
    pub states: Vec<StateIx>,
    /// What was present in some configuration of the macrostep.
    pub occurred: Occurred,
    /// The truth of each property, in the order of [`properties`].
    pub holds: Vec<bool>,
}

/// The events that were present in a macrostep so far, with all the values they had.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Occurred(BTreeSet<(EventId, Option<ValueIx>)>);

impl Occurred {
    /// Adds what is present in a configuration.
    pub(crate) fn add(&mut self, events: &Valuation) {
        self.0.extend(events.iter());
    }

    /// Whether an event was present with any value.
    pub fn has(&self, event: EventId) -> bool {
        self.0.range((event, None)..).next().is_some_and(|&(found, _)| found == event)
    }

    /// Whether an event was present with this value.
    pub fn is(&self, event: EventId, value: Option<ValueIx>) -> bool {
        self.0.contains(&(event, value))
    }
}

/// Checks that this is a run of the program in which what is received in configuration `k` ≥ 1 satisfies
/// `allowed(k, …)`, and says which properties are true at the end of each macrostep.
///
/// For a macrostep that never ends, the configurations of one more round are checked too. If the assumption
/// still changes after that, use [`replay_for_ever`].
///
/// # Errors
/// The first place where it is not a run, in words.
pub fn replay(
    program: &Program<'_>,
    run: &Run,
    allowed: impl Fn(usize, &Valuation) -> bool,
) -> Result<Replayed, String> {
    replay_for_ever(program, run, 0, allowed)
}

/// The same as [`replay`] with an assumption that says the same of all microsteps from `last` on. The loop of
/// a macrostep that never ends is followed until it has gone round once after `last`.
///
/// # Errors
/// The first place where it is not a run, in words.
pub fn replay_for_ever(
    program: &Program<'_>,
    run: &Run,
    last: usize,
    allowed: impl Fn(usize, &Valuation) -> bool,
) -> Result<Replayed, String> {
    let mut now = initial(program);
    let mut ends = Vec::new();
    for (place, macrostep) in run.macrosteps.iter().enumerate() {
        let at = |problem: String| format!("macrostep {}: {problem}", place + 1);
        if macrostep.before != now {
            return Err(at("it does not begin in the states of the run".to_owned()));
        }
        let ended = follow(program, macrostep, last, &allowed).map_err(at)?;
        match ended {
            Some(ended) => {
                now.clone_from(&ended.states);
                ends.push(ended);
            }
            None if place + 1 < run.macrosteps.len() => {
                return Err(at("it does not end, but something follows it".to_owned()));
            }
            None => {}
        }
    }
    Ok(Replayed { ends })
}

/// One macrostep, from the states it says it begins in, under an assumption that changes no more from
/// `settled` on. Its end, if it ends in quiescence.
fn follow(
    program: &Program<'_>,
    macrostep: &Macrostep,
    settled: usize,
    allowed: &impl Fn(usize, &Valuation) -> bool,
) -> Result<Option<Ended>, String> {
    if macrostep.before.len() != program.machines.len() {
        return Err("it is not about the machines of the program".to_owned());
    }
    if !is_legal_input(program, &macrostep.inputs) {
        return Err("these inputs are impossible".to_owned());
    }
    let mut occurred = Occurred::default();
    let mut states = &macrostep.before;
    let mut events = macrostep.inputs.clone();
    occurred.add(&events);
    for (k, micro) in macrostep.microsteps.iter().enumerate() {
        let at = |problem: &str| format!("microstep {}: {problem}", k + 1);
        receive(program, k, &micro.received, allowed).map_err(|problem| at(&problem))?;
        occurred.add(&micro.received);
        check_step(program, states, &events.and(&micro.received), micro).map_err(|problem| at(&problem))?;
        occurred.add(&micro.emitted);
        states = &micro.states;
        events = readable(program, &micro.emitted);
    }
    let last = macrostep.microsteps.len();
    match &macrostep.ending {
        Ending::Quiescent { received } => {
            receive(program, last, received, allowed)?;
            occurred.add(received);
            if enabled(program, states, &events.and(received)).iter().any(|own| !own.is_empty()) {
                return Err("it ends although a transition is enabled".to_owned());
            }
            let holds = judged(program, &macrostep.before, states, &occurred);
            Ok(Some(Ended { states: states.clone(), occurred, holds }))
        }
        Ending::Cut { received } => receive(program, last, received, allowed).map(|()| None),
        Ending::Never { back_to } => {
            let again = (1..last).contains(back_to).then(|| &macrostep.microsteps[back_to - 1]);
            let Some(again) = again else { return Err("its loop goes back to no configuration".to_owned()) };
            if again.states != *states || readable(program, &again.emitted) != events {
                return Err("its loop does not come back to the same configuration".to_owned());
            }
            let round = &macrostep.microsteps[*back_to..];
            if round.iter().all(|micro| micro.taken.iter().all(Option::is_none)) {
                return Err("nothing moves in its loop".to_owned());
            }
            let rounds = round.iter().cycle();
            let later = last..=last.max(settled) + round.len();
            later.zip(rounds).try_for_each(|(k, micro)| receive(program, k, &micro.received, allowed))?;
            Ok(None)
        }
        Ending::TwoValues { received, taken, event } => {
            receive(program, last, received, allowed)?;
            check_choice(program, states, &events.and(received), taken)?;
            match take(program, states, taken.clone()) {
                Err(clash) if clash.event == *event => Ok(None),
                _ => Err("the event does not get two values".to_owned()),
            }
        }
    }
}

/// Whether this can be received in configuration `k`.
fn receive(
    program: &Program<'_>,
    k: usize,
    received: &Valuation,
    allowed: &impl Fn(usize, &Valuation) -> bool,
) -> Result<(), String> {
    if k == 0 {
        return if received.is_none() {
            Ok(())
        } else {
            Err("something is received with the inputs".to_owned())
        };
    }
    if !is_over(program, &program.received, received) {
        return Err("something is received that does not come from outside".to_owned());
    }
    if allowed(k, received) { Ok(()) } else { Err("the assumption excludes what is received".to_owned()) }
}

/// Whether every machine with enabled transitions takes one of them, and the others none.
fn check_choice(
    program: &Program<'_>,
    states: &[StateIx],
    events: &Valuation,
    taken: &[Option<usize>],
) -> Result<(), String> {
    let enabled = enabled(program, states, events);
    if taken.len() != enabled.len() {
        return Err("it is not about the machines of the program".to_owned());
    }
    for (place, (own, choice)) in enabled.iter().zip(taken).enumerate() {
        let right = choice.map_or(own.is_empty(), |choice| own.contains(&choice));
        if !right {
            return Err(format!("machine {} does not do what is enabled", program.machine(place).name));
        }
    }
    Ok(())
}

/// Whether a microstep is one.
fn check_step(
    program: &Program<'_>,
    states: &[StateIx],
    events: &Valuation,
    micro: &Micro,
) -> Result<(), String> {
    check_choice(program, states, events, &micro.taken)?;
    if micro.taken.iter().all(Option::is_none) && !is_open(program) {
        return Err("nothing happens in a closed program".to_owned());
    }
    let done = take(program, states, micro.taken.clone())
        .map_err(|clash| format!("event {} gets two values", program.model.event(clash.event).name))?;
    if done.states != micro.states {
        return Err("the transitions do not lead to these states".to_owned());
    }
    if done.emitted != micro.emitted {
        return Err("the transitions do not emit these events".to_owned());
    }
    Ok(())
}

/// The truth of each property at the end of a macrostep.
fn judged(program: &Program<'_>, before: &[StateIx], after: &[StateIx], occurred: &Occurred) -> Vec<bool> {
    let one = |(component, place): (ComponentId, usize)| {
        let mut truth = |atom| match atom {
            Atom::Event(event) => occurred.has(event),
            Atom::Is(event, value) => occurred.is(event, Some(value)),
            Atom::In(machine, state) => is_in(program, component, after, machine, state),
            Atom::Pre(machine, state) => is_in(program, component, before, machine, state),
            Atom::Microstep(..) => false,
        };
        program.model.component(component).properties[place].formula.holds(&mut truth)
    };
    properties(program).into_iter().map(one).collect()
}
