//! From a trail of the machines that matter to a run of all.
//!
//! A trail says what some machines of a program do. The others can neither help nor hinder them, so they may
//! do whatever they can: inputs that nobody of the trail reads are absent where they may be, and of several
//! enabled transitions the first is taken. When the trail is at its end, they go on until nothing moves. If
//! an assumption demands that something is received in this time which matters, the others cannot be left to
//! themselves, and there is no run; then the caller looks at all machines. A run is only believed after
//! [`replay`](crate::explicit::replay) has confirmed it.

use crate::lang::{EventId, StateIx, ValueIx};
use suppose_base::Budget;

use super::layout::Layout;
use super::trail::{Snapshot, Trail};
use crate::explicit::{Ending, Macrostep, Micro, Run, Valuation, enabled};
use crate::program::Program;
use crate::space::grow;
use crate::table::{Column, Table, columns};

/// How many microsteps the others may take after the trail is over. A circle is found by a survey, not here.
const PATIENCE: usize = 10_000;

/// Whether tables allow that this is received at a microstep.
pub(super) fn allowed(tables: &[Table], microstep: usize, received: &Valuation) -> bool {
    tables.iter().all(|table| {
        let present = |column: u32| {
            let Column { event, value } = table.columns[column as usize];
            received.is(event, value)
        };
        table.row(microstep).has(present)
    })
}

/// A run of the program along a trail. It is cut where the trail ends, or goes on until the macrostep is
/// over.
pub(super) fn complete(
    program: &Program<'_>,
    layout: &Layout,
    tables: &[Table],
    trail: &Trail,
    cut: bool,
) -> Option<Run> {
    let mut states: Vec<StateIx> = (0..program.machines.len()).map(|m| program.machine(m).initial).collect();
    let mut macrosteps = Vec::new();
    for (place, snapshots) in trail.iter().enumerate() {
        let cut = cut && place + 1 == trail.len();
        let macrostep = one(program, layout, tables, snapshots, &states, cut)?;
        states = macrostep.microsteps.last().map_or(states, |micro| micro.states.clone());
        macrosteps.push(macrostep);
    }
    Some(Run { macrosteps })
}

fn one(
    program: &Program<'_>,
    layout: &Layout,
    tables: &[Table],
    snapshots: &[Snapshot],
    before: &[StateIx],
    cut: bool,
) -> Option<Macrostep> {
    let inputs = inputs(program, &snapshots[0])?;
    let (mut states, mut microsteps): (Vec<StateIx>, Vec<Micro>) = (before.to_vec(), Vec::new());
    let mut events = inputs.clone();
    for k in 0..snapshots.len() + PATIENCE {
        let received = receive(program, layout, tables, k, snapshots.get(k))?;
        if cut && k + 1 == snapshots.len() {
            let ending = Ending::Cut { received };
            return Some(Macrostep { before: before.to_vec(), inputs, microsteps, ending });
        }
        let able = enabled(program, &states, &events.and(&received));
        if k + 1 >= snapshots.len() && able.iter().all(Vec::is_empty) {
            let ending = Ending::Quiescent { received };
            return Some(Macrostep { before: before.to_vec(), inputs, microsteps, ending });
        }
        let mut taken: Vec<Option<usize>> = able.iter().map(|own| own.first().copied()).collect();
        if let Some(next) = snapshots.get(k + 1) {
            follow(program, layout, &able, next, &mut taken, 0).then_some(())?;
        }
        let transition = |m: usize| taken[m].map(|at| &program.machine(m).transitions[at]);
        let emits = (0..taken.len()).filter_map(transition).flat_map(|t| t.emits.iter().copied());
        let emitted = Valuation::of(emits).ok()?;
        states = (0..taken.len()).map(|m| transition(m).map_or(states[m], |t| t.target)).collect();
        let inner: Vec<EventId> = emitted
            .iter()
            .map(|(event, _)| event)
            .filter(|e| program.outputs.binary_search(e).is_err())
            .collect();
        events = emitted.only(&inner);
        microsteps.push(Micro { received, taken, emitted, states: states.clone() });
    }
    None
}

/// The inputs of a snapshot, and those that must be there.
fn inputs(program: &Program<'_>, first: &Snapshot) -> Option<Valuation> {
    let given = those(first, &program.inputs)?;
    let parts = program.components.iter().map(|&id| program.model.component(id));
    let missing = parts.flat_map(|part| part.always.iter().copied()).filter(|&event| !given.has(event));
    let mut missing: Vec<EventId> = missing.collect();
    missing.sort_unstable();
    missing.dedup();
    let value = |event| if program.model.event(event).is_pulse() { None } else { Some(ValueIx(0)) };
    Valuation::of(given.iter().chain(missing.into_iter().map(|event| (event, value(event))))).ok()
}

/// What is received in a configuration: as a snapshot says, or nothing that matters after the last one; and
/// of the rest something that tables allow.
fn receive(
    program: &Program<'_>,
    layout: &Layout,
    tables: &[Table],
    microstep: usize,
    snapshot: Option<&Snapshot>,
) -> Option<Valuation> {
    let given = snapshot.map_or(Some(Valuation::none()), |snapshot| those(snapshot, &program.received))?;
    if microstep == 0 || allowed(tables, microstep, &given) {
        return Some(given);
    }
    let all = columns(program.model, &program.received);
    let place = |column: &Column| all.iter().position(|other| other == column).map(|place| place as u32);
    let found = grow(all.len() as u32, &Budget::unlimited(), |space| {
        let mut set = space.constant(true);
        for (at, column) in all.iter().enumerate() {
            let present = given.is(column.event, column.value);
            if layout.event(*column).is_some() {
                set = set.and(&space.literal(at as u32, present)?)?;
            }
            // One value at most.
            for other in (0..at).filter(|&other| all[other].event == column.event) {
                let both = space.variable(at as u32)?.and(&space.variable(other as u32)?)?;
                set = set.minus(&both)?;
            }
        }
        for table in tables {
            set = set.and(&table.row(microstep).project(space, |c| place(&table.columns[c as usize]))?)?;
        }
        Ok(set.pick())
    });
    let found = found.ok()??;
    let present = all.iter().zip(found).filter(|(_, present)| *present);
    Valuation::of(present.map(|(column, _)| (column.event, column.value))).ok()
}

/// What of some events is there.
fn those(snapshot: &Snapshot, events: &[EventId]) -> Option<Valuation> {
    let here = snapshot.present.iter().filter(|column| events.binary_search(&column.event).is_ok());
    Valuation::of(here.map(|column| (column.event, column.value))).ok()
}

/// Chooses transitions for the machines of the layout from `first` on that lead to a snapshot, and all that
/// it has emitted.
fn follow(
    program: &Program<'_>,
    layout: &Layout,
    able: &[Vec<usize>],
    next: &Snapshot,
    taken: &mut [Option<usize>],
    first: usize,
) -> bool {
    let Some(bits) = layout.machines.get(first) else {
        // Everything that is there was emitted by somebody.
        let emits = |column: &Column| {
            let by = |machine: &super::layout::Bits| {
                let at = taken[machine.place]?;
                let transition = &program.machine(machine.place).transitions[at];
                transition.emits.contains(&(column.event, column.value)).then_some(())
            };
            layout.machines.iter().any(|machine| by(machine).is_some())
        };
        let inner = |column: &&Column| layout.event(**column).is_some_and(|event| event.next.is_some());
        return next.present.iter().filter(inner).all(emits);
    };
    let place = bits.place;
    if able[place].is_empty() {
        return follow(program, layout, able, next, taken, first + 1);
    }
    for &at in &able[place] {
        let transition = &program.machine(place).transitions[at];
        let fits = |&(event, value): &(EventId, Option<ValueIx>)| {
            let column = Column { event, value };
            layout.event(column).is_none() || next.present.contains(&column)
        };
        if transition.target == next.states[first] && transition.emits.iter().all(fits) {
            taken[place] = Some(at);
            if follow(program, layout, able, next, taken, first + 1) {
                return true;
            }
        }
    }
    false
}
