//! One microstep by definition, and the inputs with which a macrostep can begin.
//!
//! All machines read the same events and the same old states. A machine with enabled transitions takes
//! exactly one of them, whichever; the others keep their states (stuttering rule). When no machine has an
//! enabled transition, there is no microstep: the program is quiescent (stop rule).
//!
//! Cost: the number of successors is the product of the numbers of enabled transitions of the machines. They
//! are made one by one, as inputs are.

use crate::lang::{Atom, ComponentId, EventId, MachineId, StateIx, ValueIx};

use super::valuation::{Valuation, valuations};
use crate::program::Program;

/// What a microstep leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Successor {
    /// The new state of each machine.
    pub states: Vec<StateIx>,
    /// Everything that was emitted, outputs included.
    pub emitted: Valuation,
    /// For each machine the place of the transition that it took, if it took one.
    pub taken: Vec<Option<usize>>,
}

/// Two machines gave one event two values in one microstep: an error of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The event.
    pub event: EventId,
    /// Two of its values.
    pub values: [Option<ValueIx>; 2],
    /// For each machine the place of the transition that it took, if it took one.
    pub taken: Vec<Option<usize>>,
}

/// For each machine the places of its enabled transitions.
pub(crate) fn enabled(program: &Program<'_>, states: &[StateIx], events: &Valuation) -> Vec<Vec<usize>> {
    let of = |(place, &(component, _)): (usize, &(ComponentId, _))| {
        let mut truth = |atom| match atom {
            Atom::In(machine, state) => is_in(program, component, states, machine, state),
            other => events.atom(other).unwrap_or(false),
        };
        let transitions = program.machine(place).transitions.iter().enumerate();
        let leaving = transitions.filter(|(_, transition)| transition.source == states[place]);
        leaving.filter(|(_, transition)| transition.guard.holds(&mut truth)).map(|(at, _)| at).collect()
    };
    program.machines.iter().enumerate().map(of).collect()
}

/// Whether a machine of a component is in a state.
pub(super) fn is_in(
    program: &Program<'_>,
    component: ComponentId,
    states: &[StateIx],
    machine: MachineId,
    state: StateIx,
) -> bool {
    program.place(component, machine).is_some_and(|place| states[place] == state)
}

/// Everything that one microstep can do, one choice of transitions after the other; nothing when the program
/// is quiescent.
pub(crate) fn successors<'a>(
    program: &'a Program<'_>,
    states: &'a [StateIx],
    events: &Valuation,
) -> impl Iterator<Item = Result<Successor, Clash>> + use<'a> {
    let enabled = enabled(program, states, events);
    // For each machine the place of its choice among its enabled transitions; the first machine changes
    // fastest.
    let mut next = enabled.iter().any(|own| !own.is_empty()).then(|| vec![0; enabled.len()]);
    std::iter::from_fn(move || {
        let choices = next.take()?;
        let mut following = choices.clone();
        for (choice, own) in following.iter_mut().zip(&enabled) {
            if *choice + 1 < own.len() {
                *choice += 1;
                next = Some(following);
                break;
            }
            *choice = 0;
        }
        let taken = enabled.iter().zip(choices).map(|(own, choice)| own.get(choice).copied()).collect();
        Some(take(program, states, taken))
    })
}

/// Everything that one microstep can do; nothing when the program is quiescent.
///
/// # Errors
/// Two values of one event, for some choice of transitions.
pub fn micro(program: &Program<'_>, states: &[StateIx], events: &Valuation) -> Result<Vec<Successor>, Clash> {
    successors(program, states, events).collect()
}

/// What comes of it when each machine takes this transition.
///
/// # Errors
/// Two values of one event.
pub(super) fn take(
    program: &Program<'_>,
    states: &[StateIx],
    taken: Vec<Option<usize>>,
) -> Result<Successor, Clash> {
    let chosen = |place: usize| taken[place].map(|at| &program.machine(place).transitions[at]);
    let all = || (0..taken.len()).filter_map(chosen);
    match Valuation::of(all().flat_map(|transition| transition.emits.iter().copied())) {
        Err((event, values)) => Err(Clash { event, values, taken }),
        Ok(emitted) => {
            let state = |place: usize| chosen(place).map_or(states[place], |transition| transition.target);
            Ok(Successor { states: (0..states.len()).map(state).collect(), emitted, taken })
        }
    }
}

/// The states in which all machines begin.
pub(super) fn initial(program: &Program<'_>) -> Vec<StateIx> {
    (0..program.machines.len()).map(|place| program.machine(place).initial).collect()
}

/// What others and the next microstep can read of what was emitted: everything but outputs.
pub(super) fn readable(program: &Program<'_>, emitted: &Valuation) -> Valuation {
    let kept = |&(event, _): &(EventId, _)| program.outputs.binary_search(&event).is_err();
    Valuation::of(emitted.iter().filter(kept)).unwrap_or_default()
}

/// All inputs with which a macrostep can begin.
pub fn inputs<'a>(program: &'a Program<'_>) -> impl Iterator<Item = Valuation> + use<'a> {
    candidates(program).filter(move |chosen| is_legal_input(program, chosen))
}

/// All inputs with those that are always present, whatever else is required of them.
pub(super) fn candidates<'a>(program: &'a Program<'_>) -> impl Iterator<Item = Valuation> + use<'a> {
    let parts = program.components.iter().map(|&id| program.model.component(id));
    let always = parts.flat_map(|part| part.always.iter().copied()).collect();
    valuations(program.model, &program.inputs, always)
}

/// Whether a macrostep can begin with these inputs: they are inputs, all that are always present are among
/// them, and every requirement holds.
pub(super) fn is_legal_input(program: &Program<'_>, chosen: &Valuation) -> bool {
    let mut parts = program.components.iter().map(|&id| program.model.component(id));
    is_over(program, &program.inputs, chosen)
        && parts.all(|part| {
            part.always.iter().all(|&event| chosen.has(event))
                && part
                    .requirements
                    .iter()
                    .all(|rule| rule.holds(&mut |atom| chosen.atom(atom).unwrap_or(false)))
        })
}

/// Whether all present events are among these, which are sorted, and have values of theirs.
pub(super) fn is_over(program: &Program<'_>, events: &[EventId], chosen: &Valuation) -> bool {
    chosen.iter().all(|(event, value)| {
        let values = program.model.event(event).values.len();
        events.binary_search(&event).is_ok() && value.map_or(values == 0, |value| value.index() < values)
    })
}

/// Whether something outside of the program can still be running when nothing is enabled in it: other
/// components of the model, or whoever sends what it receives.
pub(super) fn is_open(program: &Program<'_>) -> bool {
    !program.received.is_empty() || program.components.len() < program.model.components.len()
}

/// All properties of the components: the component, and the place of the property in it.
pub fn properties(program: &Program<'_>) -> Vec<(ComponentId, usize)> {
    let of =
        |&id: &ComponentId| (0..program.model.component(id).properties.len()).map(move |place| (id, place));
    program.components.iter().flat_map(of).collect()
}
