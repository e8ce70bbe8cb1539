//! One microstep as a relation between configurations.
//!
//! Every machine with an enabled transition takes one, the others stay, and all read the old configuration.
//! So the relation is a conjunction with one part for each machine, and one for each column that several
//! machines emit. It is never put together: for the configurations after a step, parts are joined with the
//! set one after the other, and each old variable is forgotten as soon as no later part speaks about it
//! (early quantification; J. Burch, E. Clarke, D. Long, *Symbolic model checking with partitioned transition
//! relations*, 1991). The way back is the same from the last part to the first, and forgets new variables.

use rustc_hash::FxHashSet;

use super::layout::{Layout, Pair};
use super::symbols::Symbols;
use crate::program::Program;
use crate::space::{Renaming, Set, Space, Try, Variables};

/// A part of the relation.
struct Part {
    set: Set,
    /// The old variables that no later part speaks about.
    forget: Variables,
    /// The new variables that no earlier part speaks about.
    forget_new: Variables,
}

/// A part before the variables that can be forgotten are known.
struct Spoken {
    set: Set,
    /// The old variables that it speaks about, among them those of several emitters of one column.
    old: Vec<u32>,
    /// The new ones.
    new: Vec<u32>,
}

/// The microsteps of the machines of a layout.
pub(super) struct Relation {
    parts: Vec<Part>,
    /// Old variables that no part speaks about.
    at_once: Variables,
    /// What was emitted becomes what is there.
    later: Renaming,
    /// For each machine and each of its transitions where it is enabled.
    pub transitions: Vec<Vec<Set>>,
    /// Where some machine can move.
    pub enabled: Set,
    /// Sticky variables before and after a configuration.
    remember: Set,
    /// The variables of all events and the sticky variables of now.
    old_events: Variables,
    sticky_later: Renaming,
    /// That no event is there.
    pub silence: Set,
    /// Two machines emit different values of one event, over the variables of the next configuration.
    pub conflict: Set,
    /// The other way round.
    earlier: Renaming,
}

impl Relation {
    pub(super) fn new(symbols: &Symbols<'_>) -> Try<Self> {
        let Symbols { space, program, layout } = *symbols;
        let mut transitions = Vec::new();
        let mut enabled = space.constant(false);
        let mut parts: Vec<Spoken> = Vec::new();
        let mut remember = space.constant(true);
        for event in &layout.events {
            if let Some(Pair { now, next }) = event.sticky {
                let after = space.variable(now)?.or(&space.variable(event.now)?)?;
                let set = space.variable(next)?.same_as(&after)?;
                remember = remember.and(&set)?;
                parts.push(Spoken { set, old: vec![now, event.now], new: vec![next] });
            }
        }
        for machine in 0..layout.machines.len() {
            let where_enabled = guards(symbols, machine)?;
            for set in &where_enabled {
                enabled = enabled.or(set)?;
            }
            let set = moves(symbols, machine, &where_enabled)?;
            let (old, new) = (reads(program, layout, machine), writes(layout, machine));
            parts.push(Spoken { set, old, new });
            transitions.push(where_enabled);
        }
        for event in &layout.events {
            if let (Some(next), [_, _, ..]) = (event.next, &event.emitters[..]) {
                let mut any = space.constant(false);
                for &(_, variable) in &event.emitters {
                    any = any.or(&space.variable(variable)?)?;
                }
                let own: Vec<u32> = event.emitters.iter().map(|&(_, variable)| variable).collect();
                let new = own.iter().copied().chain([next]).collect();
                parts.push(Spoken { set: space.variable(next)?.same_as(&any)?, old: own, new });
            }
        }
        let conflict = conflict(symbols)?;
        let (parts, at_once) = scheduled(space, layout, parts)?;
        let emitted = layout.events.iter().filter_map(|event| Some((event.next?, event.now)));
        let sticky = || layout.events.iter().filter_map(|event| event.sticky);
        let bits = layout.machines.iter().flat_map(|machine| &machine.bits);
        let pairs = bits.copied().chain(sticky()).map(|Pair { now, next }| (next, now));
        let pairs: Vec<(u32, u32)> = pairs.chain(emitted).collect();
        let all_events = || layout.events.iter().map(|event| event.now);
        Ok(Self {
            parts,
            at_once,
            later: space.renaming(pairs.iter().copied())?,
            earlier: space.renaming(pairs.iter().map(|&(next, now)| (now, next)))?,
            conflict,
            transitions,
            enabled,
            remember,
            old_events: space.cube(all_events().chain(sticky().map(|pair| pair.now)))?,
            sticky_later: space.renaming(sticky().map(|Pair { now, next }| (next, now)))?,
            silence: symbols.none_of(all_events())?,
        })
    }

    /// The configurations after a microstep from some, with what was emitted. Inputs and received events may
    /// be anything.
    pub(super) fn after(&self, from: &Set) -> Try<Set> {
        let mut set = from.some(&self.at_once)?;
        for Part { set: part, forget, .. } in &self.parts {
            set = set.and_some(part, forget)?;
        }
        set.renamed(&self.later)
    }

    /// Those of some configurations that have a step to some others, which say nothing about inputs and
    /// received events.
    pub(super) fn leading_to(&self, among: &Set, others: &Set) -> Try<Set> {
        let mut set = others.renamed(&self.earlier)?;
        for Part { set: part, forget_new, .. } in self.parts.iter().rev() {
            set = set.and_some(part, forget_new)?;
        }
        set.and(among)
    }

    /// The configurations after some in which nothing moves, if time goes on: no events, but they are
    /// remembered.
    pub(super) fn waiting(&self, from: &Set) -> Try<Set> {
        let set = from.and_some(&self.remember, &self.old_events)?;
        set.renamed(&self.sticky_later)?.and(&self.silence)
    }

    /// The same as `conflict`, over the variables of now.
    pub(super) fn conflict_now(&self) -> Try<Set> {
        self.conflict.renamed(&self.later)
    }

    /// Some configurations with what is remembered after them, over the sticky variables of the next one.
    pub(super) fn remembering(&self, configurations: &Set) -> Try<Set> {
        configurations.and(&self.remember)
    }

    /// Those of some configurations that have a step to one of `after`, which are given over the variables of
    /// the next configuration.
    pub(super) fn before(&self, among: &Set, after: &Set) -> Try<Set> {
        let mut set = among.and(after)?;
        for part in &self.parts {
            set = set.and(&part.set)?;
        }
        Ok(set)
    }
}

/// One event with two values.
fn conflict(symbols: &Symbols<'_>) -> Try<Set> {
    let Symbols { space, layout, .. } = *symbols;
    let mut any = space.constant(false);
    for (place, one) in layout.events.iter().enumerate() {
        for other in layout.events[..place].iter().filter(|other| other.column.event == one.column.event) {
            if let (Some(a), Some(b)) = (one.next, other.next) {
                any = any.or(&space.variable(a)?.and(&space.variable(b)?)?)?;
            }
        }
    }
    Ok(any)
}

/// Where the transitions of a machine are enabled.
fn guards(symbols: &Symbols<'_>, machine: usize) -> Try<Vec<Set>> {
    let place = symbols.layout.machines[machine].place;
    let component = symbols.program.machines[place].0;
    let one = |transition: &crate::lang::Transition| {
        let source = symbols.state(machine, transition.source, |pair| pair.now)?;
        source.and(&symbols.now(component, &transition.guard)?)
    };
    symbols.program.machine(place).transitions.iter().map(one).collect()
}

/// What a machine does in a microstep.
fn moves(symbols: &Symbols<'_>, machine: usize, enabled: &[Set]) -> Try<Set> {
    let Symbols { space, program, layout } = *symbols;
    let bits = &layout.machines[machine];
    let own: Vec<(crate::table::Column, u32)> = layout
        .events
        .iter()
        .flat_map(|event| event.emitters.iter().map(move |&(by, variable)| (event.column, by, variable)))
        .filter(|&(_, by, _)| by == machine)
        .map(|(column, _, variable)| (column, variable))
        .collect();
    let mut any = space.constant(false);
    let mut idle = space.constant(true);
    for (transition, set) in program.machine(bits.place).transitions.iter().zip(enabled) {
        let mut step = set.and(&symbols.state(machine, transition.target, |pair| pair.next)?)?;
        for &(column, variable) in &own {
            let emits = transition.emits.contains(&(column.event, column.value));
            step = step.and(&space.literal(variable, emits)?)?;
        }
        any = any.or(&step)?;
        idle = idle.minus(set)?;
    }
    for pair in &bits.bits {
        idle = idle.and(&space.variable(pair.now)?.same_as(&space.variable(pair.next)?)?)?;
    }
    idle = idle.and(&symbols.none_of(own.iter().map(|&(_, variable)| variable))?)?;
    any.or(&idle)
}

/// The variables of now that the moves of a machine depend on.
fn reads(program: &Program, layout: &Layout, machine: usize) -> Vec<u32> {
    use crate::lang::Atom;
    let place = layout.machines[machine].place;
    let component = program.machines[place].0;
    let bits = |machine: usize| layout.machines[machine].bits.iter().map(|pair| pair.now);
    let mut all: Vec<u32> = bits(machine).collect();
    for transition in &program.machine(place).transitions {
        transition.guard.visit(&mut |atom| match atom {
            Atom::In(other, _) => {
                all.extend(layout.machine(program, component, other).into_iter().flat_map(bits));
            }
            Atom::Event(event) | Atom::Is(event, _) => {
                let columns = crate::table::columns(program.model, &[event]);
                all.extend(columns.into_iter().filter_map(|c| layout.event(c)).map(|event| event.now));
            }
            Atom::Pre(..) | Atom::Microstep(..) => {}
        });
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// The variables of the next configuration that the moves of a machine decide about.
fn writes(layout: &Layout, machine: usize) -> Vec<u32> {
    let bits = layout.machines[machine].bits.iter().map(|pair| pair.next);
    let own = layout.events.iter().flat_map(|event| &event.emitters).filter(|&&(by, _)| by == machine);
    bits.chain(own.map(|&(_, variable)| variable)).collect()
}

/// Says after which part each old variable can be forgotten, and each new one on the way back.
fn scheduled(space: &Space, layout: &Layout, parts: Vec<Spoken>) -> Try<(Vec<Part>, Variables)> {
    let sticky = layout.events.iter().filter_map(|event| event.sticky.map(|pair| pair.now));
    let auxiliary = layout
        .events
        .iter()
        .filter(|event| event.emitters.len() > 1)
        .flat_map(|event| event.emitters.iter().map(|&(_, variable)| variable));
    let bits = layout.machines.iter().flat_map(|machine| machine.bits.iter().map(|pair| pair.now));
    let old: Vec<u32> =
        layout.events.iter().map(|event| event.now).chain(sticky).chain(auxiliary).chain(bits).collect();
    let mut last: Vec<Vec<u32>> = vec![Vec::new(); parts.len()];
    let mut at_once = Vec::new();
    for variable in old {
        match parts.iter().rposition(|part| part.old.contains(&variable)) {
            Some(part) => last[part].push(variable),
            None => at_once.push(variable),
        }
    }
    let mut known = FxHashSet::default();
    let mut all = Vec::with_capacity(parts.len());
    for (Spoken { set, new, .. }, forget) in parts.into_iter().zip(last) {
        let first = new.into_iter().filter(|&variable| known.insert(variable));
        all.push(Part {
            set,
            forget: space.cube(forget)?,
            forget_new: space.cube(first.collect::<Vec<_>>())?,
        });
    }
    Ok((all, space.cube(at_once)?))
}
