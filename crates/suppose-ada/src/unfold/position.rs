//! Where a task is and what it knows.
//!
//! # Contract
//! Two positions are equal if the task can do the same things from now on: values that are not live are
//! forgotten, values that were only read for the instruction at hand are forgotten when it is done, and an
//! instruction that others take part in is reduced to what they see of it.

use std::rc::Rc;

use crate::graph::Touch;
use crate::liveness::{Liveness, formals};
use crate::program::{EntryId, Exception, Expr, Instruction, Pc, Place, Program, TaskId, VarId, Variable};

use super::View;
use crate::eval::{self, Halt};

/// Not a variable whose value is part of positions.
const NONE: u32 = u32::MAX;

/// What a position knows of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Held {
    /// Nobody will ask.
    Dead,
    /// Any value: it was never assigned.
    Any,
    /// This value.
    Is(i64),
}

/// What a task is about to do at a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    /// The instruction.
    Ready,
    /// The instruction, in the body of an atomic accept: an alternative of the `select` at this place.
    Body(Pc, u32),
    /// To read a variable.
    Reading(VarId),
    /// To make the pending assignments, then to go on.
    Storing(Pc),
    /// One of several things, by a silent choice.
    Splitting,
    /// An event.
    Telling(Rc<str>),
    /// To call an entry with values; what comes out goes to these variables.
    Calling(EntryId, Rc<[i64]>, Rc<[VarId]>),
    /// To go on when the rendezvous ends.
    Waiting(EntryId, Rc<[VarId]>),
    /// To accept one of some entries, by alternative.
    Selecting(Rc<[(u32, EntryId)]>),
    /// To accept a call with these values in an alternative, with variables that were read for its body.
    Accepting(u32, EntryId, Rc<[i64]>),
    /// To end the rendezvous that began last, with the values that come out.
    Ending(Rc<[i64]>),
    /// To leave the body of an atomic accept, with the values that come out.
    Leaving(Rc<[i64]>),
    /// To leave the rendezvous that began last with an exception, or, if there is none, to be over because of
    /// it.
    Failing(Exception),
    /// Nothing: it is over.
    Over,
    /// Nothing that anybody sees, for ever.
    Idle,
}

/// Where a task is and what it knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Position {
    pub(super) pc: Pc,
    pub(super) stage: Stage,
    /// The carried variables of the task.
    pub(super) values: Box<[Held]>,
    /// The rendezvous that it is in as the accepting task, with the callers; the innermost one is last.
    pub(super) frames: Vec<(EntryId, TaskId)>,
    /// Values of other variables that were read for this instruction.
    pub(super) bound: Vec<(VarId, i64)>,
    /// Assignments of observed variables still to be made; in the body of an atomic accept those made so far.
    pub(super) writes: Vec<(VarId, i64)>,
}

/// The code of one task with all that is needed to run it.
pub(super) struct Machine<'p> {
    pub(super) program: &'p Program,
    pub(super) view: &'p View,
    pub(super) task: TaskId,
    live: Liveness,
    /// For each variable of the program its place among the values of a position.
    slots: Vec<u32>,
    /// The carried variables of the task.
    carried: Vec<VarId>,
}

impl<'p> Machine<'p> {
    pub(super) fn new(program: &'p Program, view: &'p View, task: TaskId) -> Self {
        let mut slots = vec![NONE; program.variables.len()];
        let mut carried = Vec::new();
        let mut is_carried = view.carried.clone();
        for formal in formals(&program.tasks[task.0 as usize]) {
            is_carried[formal.0 as usize] = true;
        }
        for (index, variable) in program.variables.iter().enumerate() {
            if variable.owner == Some(task) && is_carried[index] {
                slots[index] = carried.len() as u32;
                carried.push(VarId(index as u32));
            }
        }
        Self { program, view, task, live: Liveness::new(program, task), slots, carried }
    }

    pub(super) fn instruction(&self, pc: Pc) -> &'p Instruction {
        &self.program.tasks[self.task.0 as usize].code[pc.0 as usize]
    }

    pub(super) fn variable(&self, variable: VarId) -> &'p Variable {
        &self.program.variables[variable.0 as usize]
    }

    pub(super) fn is_observed(&self, variable: VarId) -> bool {
        self.view.observed[variable.0 as usize] && !self.is_carried(variable)
    }

    pub(super) fn is_carried(&self, variable: VarId) -> bool {
        self.slots[variable.0 as usize] != NONE
    }

    /// The carried variables that need not be, with their places in positions: all but formal parameters and
    /// those that would have to be read before the rendezvous that needs them.
    pub(super) fn removable(&self) -> impl Iterator<Item = (usize, VarId)> {
        let mut kept = self.view.read_ahead(self.program, self.task);
        kept.extend(formals(&self.program.tasks[self.task.0 as usize]));
        self.carried.iter().copied().enumerate().filter(move |(_, variable)| !kept.contains(variable))
    }

    /// Where the task begins.
    pub(super) fn start(&self) -> Position {
        if self.program.tasks[self.task.0 as usize].code.is_empty() {
            return self.bare(Pc(0), Stage::Over);
        }
        let held = |&v: &VarId| self.variable(v).initial.map_or(Held::Any, Held::Is);
        let mut position = Position {
            pc: Pc(0),
            stage: Stage::Ready,
            values: self.carried.iter().map(held).collect(),
            frames: Vec::new(),
            bound: Vec::new(),
            writes: Vec::new(),
        };
        self.forget(&mut position, &[Pc(0)]);
        position
    }

    /// Forgets the values of variables that are live at none of these places.
    pub(super) fn forget(&self, position: &mut Position, places: &[Pc]) {
        for (held, &variable) in position.values.iter_mut().zip(&self.carried) {
            if *held != Held::Dead && !places.iter().any(|&place| self.live.is_live(place, variable)) {
                *held = Held::Dead;
            }
        }
    }

    /// The position at the beginning of another instruction.
    pub(super) fn arrive(&self, mut position: Position, pc: Pc) -> Position {
        position.pc = pc;
        if let Stage::Body(..) = position.stage {
            position.bound.retain(|&(variable, _)| self.is_observed(variable));
        } else {
            position.stage = Stage::Ready;
            position.bound.clear();
        }
        self.forget(&mut position, &[pc]);
        position
    }

    /// The position before pending assignments, after which the task goes on elsewhere.
    pub(super) fn store(&self, mut position: Position, next: Pc) -> Position {
        if position.writes.is_empty() {
            return self.arrive(position, next);
        }
        position.stage = Stage::Storing(next);
        position.bound.clear();
        self.forget(&mut position, &[next]);
        position
    }

    /// A position where nothing matters but that something goes wrong at this place, and who waits for the
    /// end of a rendezvous.
    pub(super) fn fail(&self, position: &Position, exception: Exception) -> Position {
        let frames = position.frames.clone();
        Position { frames, ..self.bare(position.pc, Stage::Failing(exception)) }
    }

    /// A position where no value matters.
    pub(super) fn bare(&self, pc: Pc, stage: Stage) -> Position {
        let values = vec![Held::Dead; self.carried.len()].into();
        Position { pc, stage, values, frames: Vec::new(), bound: Vec::new(), writes: Vec::new() }
    }

    /// What a rendezvous does with variables that are not carried, if its body was run with what is bound in
    /// one position and led to the other.
    pub(super) fn touches(&self, before: &Position, after: &Position) -> Vec<Touch> {
        let joined = |&&(variable, _): &&(VarId, i64)| self.view.joined[variable.0 as usize];
        let found = before.bound.iter().filter(joined);
        let mut touches: Vec<Touch> =
            found.map(|&(variable, value)| Touch { variable, found: Some(value), left: None }).collect();
        for &(variable, value) in after.writes.iter().filter(joined) {
            match touches.iter_mut().find(|touch| touch.variable == variable) {
                Some(touch) => touch.left = Some(value),
                None => touches.push(Touch { variable, found: None, left: Some(value) }),
            }
        }
        touches.sort_unstable();
        touches
    }

    /// What is known of the value of a variable.
    pub(super) fn known(&self, position: &Position, variable: VarId) -> Option<i64> {
        let among = |list: &[(VarId, i64)]| {
            list.iter().find(|(other, _)| *other == variable).map(|&(_, value)| value)
        };
        let slot = self.slots[variable.0 as usize];
        if slot == NONE {
            return among(&position.writes).or_else(|| among(&position.bound));
        }
        match position.values[slot as usize] {
            Held::Is(value) => Some(value),
            Held::Any | Held::Dead => None,
        }
    }

    pub(super) fn evaluate(&self, position: &Position, expr: &Expr) -> Result<i64, Halt> {
        eval::evaluate(expr, &|variable| self.known(position, variable))
    }

    pub(super) fn locate(&self, position: &Position, place: &Place) -> Result<VarId, Halt> {
        eval::locate(place, &|variable| self.known(position, variable))
    }

    /// Gives a variable a value if it is carried; records an assignment if it is observed; otherwise nobody
    /// knows.
    pub(super) fn assign(&self, position: &mut Position, variable: VarId, value: i64) {
        if self.is_carried(variable) {
            self.hold(position, variable, Held::Is(value));
        } else if self.is_observed(variable) {
            position.writes.retain(|(other, _)| *other != variable);
            position.writes.push((variable, value));
        }
    }

    /// Changes what is known of a carried variable.
    pub(super) fn hold(&self, position: &mut Position, variable: VarId, held: Held) {
        let slot = self.slots[variable.0 as usize];
        if slot != NONE {
            position.values[slot as usize] = held;
        }
    }

    /// The values of a domain.
    pub(super) fn domain(&self, variable: VarId) -> std::ops::RangeInclusive<i64> {
        let domain = &self.variable(variable).domain;
        domain.first..=domain.last
    }
}
