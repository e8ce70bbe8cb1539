//! Running a task up to the next steps that matter.
//!
//! # Contract
//! From some positions, [`Machine::run`] gives the positions where the task rests: where it is about to take
//! a step, to wait, or to stop. What comes between (assignments of carried variables, conditions, jumps) is
//! nobody else's business. Choices between are resolved: each outcome rests somewhere. A choice that is a
//! step of its own (see [`View::silent`](super::View)) rests.
//!
//! A task that goes on for ever without any step, and cannot do otherwise, rests [`Idle`](Stage::Idle).
//! Random choices are fair: a loop that they can end, they end. But the value of an unknown variable is no
//! choice, so a loop that depends on one may go on for ever.
//!
//! # Algorithm
//! Depth-first search over positions. An instruction that needs the value of a variable that the position
//! does not know is tried again for each value: of a carried variable without a value, which then has it; of
//! an unknown variable, for this instruction only; an observed variable rests at a read. After the search,
//! positions from which no rest is reached are found backwards, if there was a cycle at all.
//!
//! Bodies of atomic accepts are run in the same way, up to their ends.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use suppose_base::{Budget, Poll, StopReason};

use super::position::{Held, Machine, Position, Stage};
use crate::eval::{Halt, choose};
use crate::program::{
    Alternative, Argument, Body, Chosen, EntryId, Exception, Kind, Mode, Parameter, Pc, VarId,
};

/// Work for a position.
const POSITION: u64 = 400;

/// The values that a call gives, and the variables for those that come out.
type Given = (Rc<[i64]>, Rc<[VarId]>);

/// One instruction of a run: other positions, or a rest.
enum Advance {
    /// Positions, and whether one of them was guessed because a variable is unknown.
    Moves(Vec<Position>, bool),
    Rest,
}

impl Machine<'_> {
    /// The positions where the task rests, each once, in the order in which they are found.
    pub(super) fn run(&self, start: Vec<Position>, budget: &Budget) -> Result<Vec<Position>, StopReason> {
        let mut rests = Vec::new();
        let mut search = Search::default();
        for position in start.into_iter().rev() {
            search.visit(position, None);
        }
        let mut toll = budget.toll(Poll::Lower);
        while let Some(index) = search.open.pop() {
            toll.add(POSITION)?;
            let position = Rc::clone(&search.found[index as usize]);
            match self.advance(&position) {
                Advance::Rest => {
                    search.resting.push(index);
                    rests.push(Position::clone(&position));
                }
                Advance::Moves(moves, guessed) => {
                    search.guessed |= guessed;
                    for next in moves.into_iter().rev() {
                        search.visit(next, Some(index));
                    }
                }
            }
        }
        toll.settle()?;
        if search.met_again && (search.some_never_rest() || (search.guessed && search.has_cycle())) {
            rests.push(self.bare(Pc(0), Stage::Idle));
        }
        Ok(rests)
    }

    fn advance(&self, position: &Position) -> Advance {
        if !matches!(position.stage, Stage::Ready | Stage::Body(..)) {
            return Advance::Rest;
        }
        let needed = match self.execute(position) {
            Ok(moves) => return Advance::Moves(moves, false),
            Err(Halt::Fails) => {
                return Advance::Moves(vec![self.fail(position, Exception::Constraint)], false);
            }
            Err(Halt::Needs(variable)) => variable,
        };
        if self.is_observed(needed) {
            let reading = Position { stage: Stage::Reading(needed), ..position.clone() };
            return Advance::Moves(vec![reading], false);
        }
        let with = |value| {
            let mut next = position.clone();
            if self.is_carried(needed) {
                self.hold(&mut next, needed, Held::Is(value));
            } else {
                next.bound.push((needed, value));
            }
            next
        };
        Advance::Moves(self.domain(needed).map(with).collect(), !self.is_carried(needed))
    }

    /// What the instruction at a position leads to.
    fn execute(&self, position: &Position) -> Result<Vec<Position>, Halt> {
        let arrive = |pc: Pc| self.arrive(position.clone(), pc);
        let stage = |stage: Stage, places: &[Pc]| {
            let mut next = Position { stage, bound: Vec::new(), ..position.clone() };
            self.forget(&mut next, places);
            next
        };
        let one = match &self.instruction(position.pc).kind {
            Kind::Goto(next) => arrive(*next),
            Kind::Assign { target, value, next } => {
                let target = self.locate(position, target)?;
                let value = self.evaluate(position, value)?;
                self.assigned(position, target, value, *next)
            }
            Kind::Choose { target, first, last, next } => {
                let target = self.locate(position, target)?;
                if !self.is_carried(target) && !self.is_observed(target) {
                    return Ok(vec![arrive(*next)]);
                }
                return Ok((*first..=*last).map(|v| self.assigned(position, target, v, *next)).collect());
            }
            Kind::Branch { condition, yes, no } => {
                let holds = self.evaluate(position, condition)? != 0;
                arrive(if holds { *yes } else { *no })
            }
            Kind::Case { selector, ranges, otherwise } => {
                let value = self.evaluate(position, selector)?;
                let of_value = ranges.iter().find(|((low, high), _)| (*low..=*high).contains(&value));
                arrive(of_value.map_or(*otherwise, |&(_, next)| next))
            }
            Kind::Split(targets) => {
                if self.view.silent && position.stage == Stage::Ready && targets.len() > 1 {
                    return Ok(vec![stage(Stage::Splitting, targets)]);
                }
                return Ok(targets.iter().map(|&target| arrive(target)).collect());
            }
            Kind::Event { name, arguments, next } => {
                let mut text = name.clone();
                for (argument, domain) in arguments {
                    text.push('.');
                    text.push_str(&domain.text(self.evaluate(position, argument)?));
                }
                stage(Stage::Telling(text.into()), &[*next])
            }
            Kind::Call { entry, arguments, next, otherwise } => {
                let entry = self.chosen(position, entry)?;
                let (values, targets) = self.arguments(position, arguments)?;
                let mut calling = stage(
                    Stage::Calling(entry, values, Rc::clone(&targets)),
                    &[&[*next][..], otherwise.as_slice()].concat(),
                );
                if otherwise.is_none() {
                    targets.iter().for_each(|&target| self.hold(&mut calling, target, Held::Dead));
                }
                return Ok(self.or_otherwise(calling, otherwise.map(arrive)));
            }
            Kind::Select { alternatives, otherwise, terminate } => {
                let mut open = Vec::new();
                let mut places: Vec<Pc> = otherwise.iter().copied().collect();
                for (index, alternative) in alternatives.iter().enumerate() {
                    let guard = alternative.guard.as_ref();
                    if guard.map_or(Ok(1), |guard| self.evaluate(position, guard))? != 0 {
                        open.push((index as u32, self.chosen(position, &alternative.entry)?));
                        let (Body::Atomic { start, .. } | Body::Open { start }) = alternative.body;
                        places.push(start);
                    }
                }
                if open.is_empty() && !terminate {
                    let none = || self.fail(position, Exception::Program);
                    return Ok(vec![otherwise.map_or_else(none, arrive)]);
                }
                return Ok(
                    self.or_otherwise(stage(Stage::Selecting(open.into()), &places), otherwise.map(arrive))
                );
            }
            Kind::EndAccept { select, alternative, next } => {
                let ended = self.alternative(*select, *alternative);
                let values = ended.map_or(Ok(Vec::new()), |ended| self.out_values(position, ended))?;
                stage(Stage::Ending(values.into()), &[*next])
            }
            Kind::EndBody => {
                let Stage::Body(select, alternative) = position.stage else {
                    return Ok(vec![self.bare(Pc(0), Stage::Idle)]);
                };
                let ended = self.alternative(select, alternative);
                let values = ended.map_or(Ok(Vec::new()), |ended| self.out_values(position, ended))?;
                Position { stage: Stage::Leaving(values.into()), ..position.clone() }
            }
            Kind::Raise(exception) => self.fail(position, *exception),
            Kind::Stop => self.bare(Pc(0), Stage::Over),
        };
        Ok(vec![one])
    }

    /// A rest, and where silent choices are no steps also what may come instead.
    fn or_otherwise(&self, rest: Position, otherwise: Option<Position>) -> Vec<Position> {
        let instead = otherwise.filter(|_| !self.view.silent);
        std::iter::once(rest).chain(instead).collect()
    }

    /// After an assignment.
    fn assigned(&self, position: &Position, target: VarId, value: i64, next: Pc) -> Position {
        if !self.variable(target).domain.contains(value) {
            return self.fail(position, Exception::Constraint);
        }
        let mut after = position.clone();
        self.assign(&mut after, target, value);
        if position.stage == Stage::Ready { self.store(after, next) } else { self.arrive(after, next) }
    }

    fn chosen(&self, position: &Position, chosen: &Chosen) -> Result<EntryId, Halt> {
        choose(chosen, &|variable| self.known(position, variable))
    }

    /// The values that a call gives, and where those that come out go to.
    fn arguments(&self, position: &Position, arguments: &[Argument]) -> Result<Given, Halt> {
        let (mut values, mut targets) = (Vec::new(), Vec::new());
        for argument in arguments {
            match argument {
                Argument::In(value) => values.push(self.evaluate(position, value)?),
                Argument::Out(place) => targets.push(self.locate(position, place)?),
                Argument::InOut(place) => {
                    let variable = self.locate(position, place)?;
                    values.push(self.known(position, variable).ok_or(Halt::Needs(variable))?);
                    targets.push(variable);
                }
            }
        }
        Ok((values.into(), targets.into()))
    }

    /// An alternative of a `select`, if there is one at that place.
    pub(super) fn alternative(&self, select: Pc, index: u32) -> Option<&Alternative> {
        match &self.instruction(select).kind {
            Kind::Select { alternatives, .. } => alternatives.get(index as usize),
            _ => None,
        }
    }

    pub(super) fn parameters(&self, alternative: &Alternative) -> &[Parameter] {
        let entry = alternative.entry.members.first();
        entry.map_or(&[], |entry| &self.program.entries[entry.0 as usize].parameters)
    }

    /// The values that come out of an accept.
    fn out_values(&self, position: &Position, alternative: &Alternative) -> Result<Vec<i64>, Halt> {
        let formals = self.parameters(alternative).iter().zip(&alternative.formals);
        let out = formals.filter(|(parameter, _)| Mode::comes_out(parameter.mode));
        out.map(|(_, &formal)| self.known(position, formal).ok_or(Halt::Needs(formal))).collect()
    }

    /// Gives formal parameters the values of a call; those that only come out have none yet.
    pub(super) fn enter(&self, position: &mut Position, alternative: &Alternative, ins: &[i64]) {
        let mut ins = ins.iter();
        for (parameter, &formal) in self.parameters(alternative).iter().zip(&alternative.formals) {
            let given = if parameter.mode.goes_in() { ins.next() } else { None };
            match given {
                Some(&value) => self.assign(position, formal, value),
                None => self.hold(position, formal, Held::Any),
            }
        }
    }
}

/// The positions of one run.
#[derive(Default)]
struct Search {
    found: Vec<Rc<Position>>,
    index: FxHashMap<Rc<Position>, u32>,
    open: Vec<u32>,
    edges: Vec<(u32, u32)>,
    resting: Vec<u32>,
    met_again: bool,
    guessed: bool,
}

impl Search {
    fn visit(&mut self, position: Position, from: Option<u32>) {
        let position = Rc::new(position);
        let new = self.found.len() as u32;
        let index = *self.index.entry(Rc::clone(&position)).or_insert(new);
        if index == new {
            self.found.push(position);
            self.open.push(new);
        } else {
            self.met_again = true;
        }
        self.edges.extend(from.map(|from| (index, from)));
    }

    /// Whether some position can be met again and again.
    fn has_cycle(&self) -> bool {
        // Positions that no other leads to are taken away until none is left, or only those on cycles and
        // what they lead to.
        let mut before = vec![0u32; self.found.len()];
        let mut after: Vec<Vec<u32>> = vec![Vec::new(); self.found.len()];
        for &(to, from) in &self.edges {
            before[to as usize] += 1;
            after[from as usize].push(to);
        }
        let mut open: Vec<u32> =
            (0..before.len() as u32).filter(|&index| before[index as usize] == 0).collect();
        let mut taken = 0;
        while let Some(index) = open.pop() {
            taken += 1;
            for &to in &after[index as usize] {
                before[to as usize] -= 1;
                if before[to as usize] == 0 {
                    open.push(to);
                }
            }
        }
        taken < self.found.len()
    }

    /// Whether some position cannot come to rest.
    fn some_never_rest(&mut self) -> bool {
        // Edges lead backwards here; sorted, those of a position are together.
        self.edges.sort_unstable();
        let mut comes_to_rest = vec![false; self.found.len()];
        let mut open = std::mem::take(&mut self.resting);
        let mut count = 0;
        while let Some(index) = open.pop() {
            if std::mem::replace(&mut comes_to_rest[index as usize], true) {
                continue;
            }
            count += 1;
            let first = self.edges.partition_point(|edge| edge.0 < index);
            open.extend(self.edges[first..].iter().take_while(|edge| edge.0 == index).map(|edge| edge.1));
        }
        count < self.found.len()
    }
}
