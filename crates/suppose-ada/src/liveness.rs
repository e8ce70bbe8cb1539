//! Which variables of a task matter at which place of its code.
//!
//! # Contract
//! A variable is *live* at a place if some way through the code from there reads it before it is assigned. A
//! value that is not live can be forgotten: positions that differ in it alone are the same.
//!
//! [`transient`] variables carry nothing from one round of an outermost loop to the next: they are live
//! nowhere where an outermost loop is entered. An outermost loop is a strongly connected component of the
//! code with at least one edge, and it is entered at places that have a predecessor outside of it (or where
//! the task begins). In structured code that is the head of the loop, which every round passes.
//!
//! # Algorithm
//! The usual backward equations, solved with a worklist on rows of bits. Formal parameters are assigned when
//! a call is accepted and those that come out are read at the end of the body; an array element is assigned
//! for sure only if its index is a constant. Time is edges times variables / 64 times the depth of loops.
//!
//! # Tests
//! A naive twin walks all ways from every place, on random code.

use super::eval::{each_read, elements};
use super::program::{
    Alternative, Argument, Body, Chosen, Element, Expr, Instruction, Kind, Mode, Pc, Place, Program, Task,
    TaskId, VarId,
};

/// Not a variable of the task.
const NONE: u32 = u32::MAX;

/// The live variables of one task.
#[derive(Clone, Debug)]
pub(super) struct Liveness {
    /// How many words a row has.
    words: usize,
    rows: Vec<u64>,
    /// For each variable of the program its bit.
    bits: Vec<u32>,
}

impl Liveness {
    /// Solves the equations for a task.
    pub(super) fn new(program: &Program, task: TaskId) -> Self {
        let mut next = 0;
        let bits: Vec<u32> = program
            .variables
            .iter()
            .map(|variable| {
                let own = variable.owner == Some(task);
                next += u32::from(own);
                if own { next - 1 } else { NONE }
            })
            .collect();
        let flow = Flow::new(program, task);
        let words = (next as usize).div_ceil(64);
        let places = flow.successors.len();
        let mut live = Self { words, rows: vec![0; words * places], bits };
        let mut predecessors: Vec<Vec<u32>> = vec![Vec::new(); places];
        for (from, edges) in flow.successors.iter().enumerate() {
            for edge in edges {
                predecessors[edge.to.0 as usize].push(from as u32);
            }
        }
        let mut waiting: Vec<u32> = (0..places as u32).collect();
        let mut is_waiting = vec![true; places];
        let mut row = vec![0u64; words];
        while let Some(place) = waiting.pop() {
            let place = place as usize;
            is_waiting[place] = false;
            row.fill(0);
            for edge in &flow.successors[place] {
                let from = &live.rows[words * edge.to.0 as usize..][..words];
                let mut rest = from.to_vec();
                for variable in &edge.assigned {
                    live.clear(&mut rest, *variable);
                }
                row.iter_mut().zip(rest).for_each(|(word, more)| *word |= more);
            }
            for &variable in &flow.read[place] {
                live.set(&mut row, variable);
            }
            let old = &mut live.rows[words * place..][..words];
            if old != row {
                old.copy_from_slice(&row);
                for &before in &predecessors[place] {
                    if !std::mem::replace(&mut is_waiting[before as usize], true) {
                        waiting.push(before);
                    }
                }
            }
        }
        live
    }

    /// Whether a variable is live at a place.
    pub(super) fn is_live(&self, place: Pc, variable: VarId) -> bool {
        let bit = self.bits[variable.0 as usize];
        bit != NONE && self.rows[self.words * place.0 as usize + bit as usize / 64] >> (bit % 64) & 1 == 1
    }

    fn set(&self, row: &mut [u64], variable: VarId) {
        let bit = self.bits[variable.0 as usize];
        if bit != NONE {
            row[bit as usize / 64] |= 1 << (bit % 64);
        }
    }

    fn clear(&self, row: &mut [u64], variable: VarId) {
        let bit = self.bits[variable.0 as usize];
        if bit != NONE {
            row[bit as usize / 64] &= !(1 << (bit % 64));
        }
    }
}

/// The formal parameters of all accepts of a task. They mean nothing outside of a rendezvous.
pub(super) fn formals(task: &Task) -> impl Iterator<Item = VarId> {
    let selects = task.code.iter().filter_map(|instruction| match &instruction.kind {
        Kind::Select { alternatives, .. } => Some(alternatives),
        _ => None,
    });
    selects.flatten().flat_map(|alternative| alternative.formals.iter().copied())
}

/// For each variable whether it belongs to a task and carries nothing from one round of an outermost loop to
/// the next. Formal parameters always count as such, also if a rendezvous takes many rounds.
pub fn transient(program: &Program) -> Vec<bool> {
    let mut transient: Vec<bool> = program.variables.iter().map(|v| v.owner.is_some()).collect();
    for task in (0..program.tasks.len()).map(|index| TaskId(index as u32)) {
        let live = Liveness::new(program, task);
        let entered = Flow::new(program, task).loops_entered();
        for (index, variable) in program.variables.iter().enumerate() {
            if variable.owner == Some(task) {
                let carried = |&place: &Pc| live.is_live(place, VarId(index as u32));
                transient[index] = !entered.iter().any(carried);
            }
        }
        for formal in formals(&program.tasks[task.0 as usize]) {
            transient[formal.0 as usize] = true;
        }
    }
    transient
}

/// The variables that bodies of atomic accepts of a task read. A task that read one of them in a step of its own
/// would have to do so before the rendezvous, and then be bound to the call that it read it for.
pub(super) fn read_in_bodies(program: &Program, task: TaskId) -> Vec<VarId> {
    let code = &program.tasks[task.0 as usize].code;
    let flow = Flow::new(program, task);
    let mut read = Vec::new();
    for (start, ..) in atomic_bodies(code) {
        let mut seen = vec![false; code.len()];
        let mut open = vec![start];
        while let Some(place) = open.pop() {
            let index = place.0 as usize;
            if std::mem::replace(&mut seen[index], true) {
                continue;
            }
            read.extend_from_slice(&flow.read[index]);
            if !matches!(code[index].kind, Kind::EndBody) {
                open.extend(flow.successors[index].iter().map(|edge| edge.to));
            }
        }
    }
    read.sort_unstable();
    read.dedup();
    read
}

/// The bodies of atomic accepts: where they begin, what follows them, and the alternatives that they belong to.
fn atomic_bodies(code: &[Instruction]) -> impl Iterator<Item = (Pc, Pc, &Alternative)> {
    let selects = code.iter().filter_map(|instruction| match &instruction.kind {
        Kind::Select { alternatives, .. } => Some(alternatives),
        _ => None,
    });
    selects.flatten().filter_map(|alternative| match alternative.body {
        Body::Atomic { start, next } => Some((start, next, alternative)),
        Body::Open { .. } => None,
    })
}

/// A way from one place to the next.
struct Edge {
    to: Pc,
    /// Variables that get a value on the way, whatever happens.
    assigned: Vec<VarId>,
}

impl Edge {
    fn plain(to: Pc) -> Self {
        Self { to, assigned: Vec::new() }
    }
}

/// The control flow of a task with what is read and assigned.
struct Flow {
    successors: Vec<Vec<Edge>>,
    read: Vec<Vec<VarId>>,
}

impl Flow {
    fn new(program: &Program, task: TaskId) -> Self {
        let code = &program.tasks[task.0 as usize].code;
        let mut flow = Self {
            successors: code.iter().map(|_| Vec::new()).collect(),
            read: vec![Vec::new(); code.len()],
        };
        for place in 0..code.len() {
            flow.add(program, task, place);
        }
        flow.end_bodies(program, task);
        flow
    }

    /// What one instruction does; the ends of bodies of atomic accepts come later.
    fn add(&mut self, program: &Program, task: TaskId, place: usize) {
        let code = &program.tasks[task.0 as usize].code;
        let read = &mut self.read[place];
        let edges = &mut self.successors[place];
        match &code[place].kind {
            Kind::Goto(next) => edges.push(Edge::plain(*next)),
            Kind::Assign { target, value, next } => {
                each_read(value, &mut |v| read.push(v));
                reads_of_place(target, read);
                edges.push(Edge { to: *next, assigned: certain(target).into_iter().collect() });
            }
            Kind::Choose { target, next, .. } => {
                reads_of_place(target, read);
                edges.push(Edge { to: *next, assigned: certain(target).into_iter().collect() });
            }
            Kind::Branch { condition, yes, no } => {
                each_read(condition, &mut |v| read.push(v));
                edges.extend([Edge::plain(*yes), Edge::plain(*no)]);
            }
            Kind::Case { selector, ranges, otherwise } => {
                each_read(selector, &mut |v| read.push(v));
                edges.extend(ranges.iter().map(|&(_, next)| Edge::plain(next)));
                edges.push(Edge::plain(*otherwise));
            }
            Kind::Split(targets) => edges.extend(targets.iter().copied().map(Edge::plain)),
            Kind::Event { arguments, next, .. } => {
                for (argument, _) in arguments {
                    each_read(argument, &mut |v| read.push(v));
                }
                edges.push(Edge::plain(*next));
            }
            Kind::Call { entry, arguments, next, otherwise } => {
                reads_of_chosen(entry, read);
                let mut assigned = Vec::new();
                for argument in arguments {
                    match argument {
                        Argument::In(value) => each_read(value, &mut |v| read.push(v)),
                        Argument::Out(target) => {
                            reads_of_place(target, read);
                            assigned.extend(certain(target));
                        }
                        Argument::InOut(target) => {
                            reads_of_place(target, read);
                            match target {
                                Place::Scalar(variable) => read.push(*variable),
                                Place::Element(element) => read.extend(elements(element).map(VarId)),
                            }
                            assigned.extend(certain(target));
                        }
                    }
                }
                edges.push(Edge { to: *next, assigned });
                edges.extend(otherwise.map(Edge::plain));
            }
            Kind::Select { alternatives, otherwise, .. } => {
                for alternative in alternatives {
                    if let Some(guard) = &alternative.guard {
                        each_read(guard, &mut |v| read.push(v));
                    }
                    reads_of_chosen(&alternative.entry, read);
                    let (Body::Atomic { start, .. } | Body::Open { start }) = alternative.body;
                    edges.push(Edge { to: start, assigned: alternative.formals.clone() });
                }
                edges.extend(otherwise.map(Edge::plain));
            }
            Kind::EndAccept { select, alternative, next } => {
                if let Kind::Select { alternatives, .. } = &code[select.0 as usize].kind
                    && let Some(ended) = alternatives.get(*alternative as usize)
                {
                    read.extend(coming_out(program, &ended.entry, &ended.formals));
                }
                edges.push(Edge::plain(*next));
            }
            Kind::EndBody | Kind::Raise(_) | Kind::Stop => {}
        }
    }

    /// Leads each end of the body of an atomic accept to what follows the accept.
    fn end_bodies(&mut self, program: &Program, task: TaskId) {
        let code = &program.tasks[task.0 as usize].code;
        // The body that a place was last seen in; bodies overlap only if the code is odd, and then all of
        // them are walked.
        let mut seen = vec![NONE; code.len()];
        let mut body = 0;
        for (start, next, alternative) in atomic_bodies(code) {
            body += 1;
            let mut open = vec![start];
            while let Some(place) = open.pop() {
                let index = place.0 as usize;
                if std::mem::replace(&mut seen[index], body) == body {
                    continue;
                }
                if matches!(code[index].kind, Kind::EndBody) {
                    self.read[index].extend(coming_out(program, &alternative.entry, &alternative.formals));
                    self.successors[index].push(Edge::plain(next));
                } else {
                    open.extend(self.successors[index].iter().map(|edge| edge.to));
                }
            }
        }
    }

    /// The places where outermost loops are entered.
    fn loops_entered(&self) -> Vec<Pc> {
        let component = self.components();
        let mut is_loop = vec![false; self.successors.len()];
        let mut is_entered = vec![false; self.successors.len()];
        if let Some(first) = is_entered.first_mut() {
            *first = true;
        }
        for (from, edges) in self.successors.iter().enumerate() {
            for edge in edges {
                let to = edge.to.0 as usize;
                if component[from] == component[to] {
                    is_loop[component[to] as usize] = true;
                } else {
                    is_entered[to] = true;
                }
            }
        }
        let places = (0..self.successors.len() as u32).map(Pc);
        places.filter(|p| is_entered[p.0 as usize] && is_loop[component[p.0 as usize] as usize]).collect()
    }

    /// The strongly connected component of each place, named by one of its places, as Tarjan finds them.
    fn components(&self) -> Vec<u32> {
        let n = self.successors.len();
        let (mut number, mut low) = (vec![NONE; n], vec![NONE; n]);
        let mut component = vec![NONE; n];
        let (mut open, mut visited) = (Vec::new(), 0);
        for root in 0..n {
            let mut calls = vec![(root, 0usize)];
            while let Some((place, next)) = calls.pop() {
                if next == 0 {
                    if number[place] != NONE {
                        continue;
                    }
                    number[place] = visited;
                    low[place] = visited;
                    visited += 1;
                    open.push(place);
                } else {
                    let child = self.successors[place][next - 1].to.0 as usize;
                    if component[child] == NONE {
                        low[place] = low[place].min(low[child]);
                    }
                }
                if let Some(edge) = self.successors[place].get(next) {
                    calls.extend([(place, next + 1), (edge.to.0 as usize, 0)]);
                } else if low[place] == number[place] {
                    while let Some(member) = open.pop() {
                        component[member] = place as u32;
                        if member == place {
                            break;
                        }
                    }
                }
            }
        }
        component
    }
}

/// The variable that an assignment surely changes.
fn certain(place: &Place) -> Option<VarId> {
    match place {
        Place::Scalar(variable) => Some(*variable),
        Place::Element(element) => {
            let range = elements(element);
            (range.len() == 1).then_some(VarId(range.start))
        }
    }
}

fn reads_of_indices(indices: &[(i64, i64, Expr)], read: &mut Vec<VarId>) {
    for (_, _, index) in indices {
        each_read(index, &mut |v| read.push(v));
    }
}

fn reads_of_place(place: &Place, read: &mut Vec<VarId>) {
    if let Place::Element(Element { indices, .. }) = place {
        reads_of_indices(indices, read);
    }
}

fn reads_of_chosen(chosen: &Chosen, read: &mut Vec<VarId>) {
    reads_of_indices(&chosen.indices, read);
}

/// The formal parameters whose values the caller gets.
fn coming_out(program: &Program, entry: &Chosen, formals: &[VarId]) -> Vec<VarId> {
    let Some(entry) = entry.members.first() else { return Vec::new() };
    let modes = program.entries[entry.0 as usize].parameters.iter().map(|parameter| parameter.mode);
    let out = modes.zip(formals).filter(|(mode, _)| Mode::comes_out(*mode));
    out.map(|(_, formal)| *formal).collect()
}

#[cfg(test)]
mod tests;
