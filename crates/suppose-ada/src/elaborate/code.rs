//! The code of a task while it is made: instructions that name labels.
//!
//! # Contract
//! While code is made every [`Pc`] in it is a label. [`Code::finish`] turns labels into places, removes jumps
//! to jumps and what cannot be reached, and leaves the rest in the order of the source; the first instruction
//! is where the task begins.
//!
//! # Method
//! Jumps are followed to their end once, with explicit paths, so a chain of any length costs its length; a
//! cycle of jumps keeps one of them. Linear in the code. Tested below, and by every test that runs a program.

use suppose_base::Span;

use crate::program::{Body, Instruction, Kind, Pc};

/// Instructions and labels.
#[derive(Debug, Default)]
pub(super) struct Code {
    pub(super) instructions: Vec<Instruction>,
    labels: Vec<u32>,
}

/// The place of a label that has none yet.
const OPEN: u32 = u32::MAX;

impl Code {
    /// A label for a place that comes later.
    pub(super) fn label(&mut self) -> Pc {
        self.labels.push(OPEN);
        Pc(self.labels.len() as u32 - 1)
    }

    /// The place of a label is here.
    pub(super) fn bind(&mut self, label: Pc) {
        self.labels[label.0 as usize] = self.instructions.len() as u32;
    }

    /// A label for this place.
    pub(super) fn here(&mut self) -> Pc {
        let label = self.label();
        self.bind(label);
        label
    }

    /// Adds an instruction.
    pub(super) fn emit(&mut self, kind: Kind, span: Span) {
        self.instructions.push(Instruction { kind, span });
    }

    /// Adds an instruction that goes on with the next one.
    pub(super) fn then(&mut self, kind: impl FnOnce(Pc) -> Kind, span: Span) {
        let next = self.label();
        self.emit(kind(next), span);
        self.bind(next);
    }

    /// The place of a bound label.
    pub(super) fn place(&self, label: Pc) -> usize {
        self.labels[label.0 as usize] as usize
    }

    /// The places that can be reached from the first, in order. All labels must be bound.
    pub(super) fn reached(&mut self) -> Vec<usize> {
        self.labels.push(0);
        let start = Pc(self.labels.len() as u32 - 1);
        self.reachable(start, |_| false)
    }

    /// The places that can be reached from one, in order, without going on after those that `stop` names.
    pub(super) fn reachable(&self, start: Pc, stop: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut open = vec![self.place(start)];
        let mut all = Vec::new();
        while let Some(at) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            all.push(at);
            if !stop(at) {
                successors(&self.instructions[at].kind, |next| open.push(self.place(next)));
            }
        }
        all.sort_unstable();
        all
    }

    /// The finished code.
    pub(super) fn finish(self) -> Vec<Instruction> {
        let Self { mut instructions, labels } = self;
        let jump = |at: usize| match instructions[at].kind {
            Kind::Goto(next) => Some(labels[next.0 as usize] as usize),
            _ => None,
        };
        // Where each place leads when jumps are followed.
        let mut ends = vec![OPEN; instructions.len()];
        for start in 0..instructions.len() {
            let mut path = Vec::new();
            let mut at = start;
            while ends[at] == OPEN {
                // Marked as its own end, so that a cycle of jumps ends where it was entered.
                ends[at] = at as u32;
                path.push(at);
                match jump(at) {
                    Some(next) => at = next,
                    None => break,
                }
            }
            let end = ends[at];
            for place in path {
                ends[place] = end;
            }
        }
        let end = |label: Pc| ends[labels[label.0 as usize] as usize] as usize;

        let start = ends[0] as usize;
        let mut reached = vec![false; instructions.len()];
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut reached[at], true) {
                successors(&instructions[at].kind, |next| open.push(end(next)));
            }
        }
        let order =
            std::iter::once(start).chain((0..instructions.len()).filter(|&at| reached[at] && at != start));
        let order: Vec<usize> = order.collect();
        let mut numbers = vec![OPEN; instructions.len()];
        for (number, &at) in order.iter().enumerate() {
            numbers[at] = number as u32;
        }
        order
            .into_iter()
            .map(|at| {
                let span = instructions[at].span;
                let empty = Instruction { kind: Kind::Stop, span };
                let mut kind = std::mem::replace(&mut instructions[at], empty).kind;
                rename(&mut kind, |label| Pc(numbers[end(label)]));
                Instruction { kind, span }
            })
            .collect()
    }
}

/// What may come after an instruction.
pub(super) fn successors(kind: &Kind, mut visit: impl FnMut(Pc)) {
    match kind {
        Kind::Goto(next)
        | Kind::Assign { next, .. }
        | Kind::Choose { next, .. }
        | Kind::Event { next, .. }
        | Kind::EndAccept { next, .. } => visit(*next),
        Kind::Branch { yes, no, .. } => {
            visit(*yes);
            visit(*no);
        }
        Kind::Case { ranges, otherwise, .. } => {
            for &(_, next) in ranges {
                visit(next);
            }
            visit(*otherwise);
        }
        Kind::Split(all) => {
            for &next in all {
                visit(next);
            }
        }
        Kind::Call { next, otherwise, .. } => {
            visit(*next);
            if let Some(next) = otherwise {
                visit(*next);
            }
        }
        Kind::Select { alternatives, otherwise, .. } => {
            for alternative in alternatives {
                match alternative.body {
                    Body::Atomic { start, next } => {
                        visit(start);
                        visit(next);
                    }
                    Body::Open { start } => visit(start),
                }
            }
            if let Some(next) = otherwise {
                visit(*next);
            }
        }
        Kind::EndBody | Kind::Raise(_) | Kind::Stop => {}
    }
}

/// Changes every place that an instruction names.
fn rename(kind: &mut Kind, rename: impl Fn(Pc) -> Pc) {
    match kind {
        Kind::Goto(next)
        | Kind::Assign { next, .. }
        | Kind::Choose { next, .. }
        | Kind::Event { next, .. } => *next = rename(*next),
        Kind::EndAccept { select, next, .. } => {
            *select = rename(*select);
            *next = rename(*next);
        }
        Kind::Branch { yes, no, .. } => {
            *yes = rename(*yes);
            *no = rename(*no);
        }
        Kind::Case { ranges, otherwise, .. } => {
            for (_, next) in ranges {
                *next = rename(*next);
            }
            *otherwise = rename(*otherwise);
        }
        Kind::Split(all) => {
            for next in all {
                *next = rename(*next);
            }
        }
        Kind::Call { next, otherwise, .. } => {
            *next = rename(*next);
            if let Some(next) = otherwise {
                *next = rename(*next);
            }
        }
        Kind::Select { alternatives, otherwise, .. } => {
            for alternative in alternatives {
                match &mut alternative.body {
                    Body::Atomic { start, next } => {
                        *start = rename(*start);
                        *next = rename(*next);
                    }
                    Body::Open { start } => *start = rename(*start),
                }
            }
            if let Some(next) = otherwise {
                *next = rename(*next);
            }
        }
        Kind::EndBody | Kind::Raise(_) | Kind::Stop => {}
    }
}
