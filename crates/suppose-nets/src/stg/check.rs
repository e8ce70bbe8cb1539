//! The usual questions about a signal transition graph, answered in one search of its markings: safeness,
//! consistency, persistency, state coding, deadlock.
//!
//! Contract: every answer is a [`Verdict`]. A violation comes with shortest traces, found in breadth-first
//! order, so the same graph gives the same witness. When the budget ends, violations found so far stand and
//! the rest is inconclusive. The search ends at the first marking with a second token on a place; what lies
//! beyond is not a marking of a safe net, so other questions are then open unless they are already violated.
//! Coding is only asked about consistent graphs.
//!
//! Each question is a file: `consistency`, `persistency`, `coding`. Time and memory are those of the marking
//! graph: about 20 bytes and the packed marking for each marking, and a comparison for each edge. Edges are
//! not kept, except silent ones. Tested against sets of places, on all small nets and on random ones, in
//! `tests/all/stg/twin.rs`.

mod coding;
mod consistency;
mod persistency;

use suppose_base::{Budget, StopReason, Verdict};

pub use coding::Conflict;
pub(crate) use consistency::Values;
pub use consistency::{Against, Inconsistency};
pub use persistency::Disabling;

use crate::marking::Markings;
use crate::net::{Net, PlaceId};
use crate::stg::Stg;
use coding::{Coding, Excited};
use persistency::Persistency;

/// A firing that puts a second token on a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondToken {
    /// A shortest trace; its last transition does it.
    pub trace: Vec<usize>,
    /// The place.
    pub place: PlaceId,
}

/// All answers. Traces are lists of transitions from the first marking.
#[derive(Clone, Debug)]
pub struct Report {
    /// Markings found.
    pub markings: u64,
    /// Firings found.
    pub edges: u64,
    /// Markings found in which nothing is enabled.
    pub deadlocks: u64,
    /// No place ever gets a second token.
    pub safe: Verdict<SecondToken>,
    /// Edges alternate and signals have values.
    pub consistent: Verdict<Inconsistency>,
    /// No output or internal edge is taken back.
    pub output_persistent: Verdict<Disabling>,
    /// The circuit takes no input edge back.
    pub input_persistent: Verdict<Disabling>,
    /// Equal codes excite the same output and internal signals.
    pub complete_coding: Verdict<Conflict>,
    /// Different markings have different codes.
    pub unique_coding: Verdict<Conflict>,
    /// Something is always enabled; otherwise a shortest trace to where nothing is.
    pub deadlock_free: Verdict<Vec<usize>>,
}

/// Who changes a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Circuit,
    Environment,
}

/// For each signal who changes it.
fn sides(net: &Net) -> Vec<Side> {
    let Some(signals) = &net.signals else { return Vec::new() };
    let count = signals.inputs.len() + signals.outputs.len() + signals.internal.len();
    let mut sides = vec![Side::Circuit; count];
    for input in &signals.inputs {
        sides[input.index()] = Side::Environment;
    }
    sides
}

/// Answers all questions. First values that the file leaves open are taken from the edges that come first,
/// whether they have been inferred before or not.
pub fn check(stg: &Stg, budget: &Budget) -> Report {
    let net = stg.net();
    let mut search = Search {
        markings: Markings::new(net),
        values: Values::new(net, &stg.given()),
        persistency: Persistency::new(net),
        excited: Excited::new(net),
        edges: 0,
        deadlocks: 0,
        deadlock: None,
    };
    let end = search.run(budget);
    search.report(&end, budget)
}

/// How a search ended.
enum End {
    Complete,
    Unsafe(SecondToken),
    Stopped(StopReason),
}

struct Search {
    markings: Markings,
    values: Values,
    persistency: Persistency,
    excited: Excited,
    edges: u64,
    deadlocks: u64,
    deadlock: Option<usize>,
}

impl Search {
    fn run(&mut self, budget: &Budget) -> End {
        let mut enabled = Vec::new();
        let mut next = 0;
        while next < self.markings.len() {
            if let Err(reason) = self.markings.check(next, budget) {
                return End::Stopped(reason);
            }
            self.markings.enabled(next, &mut enabled);
            self.excited.look(&enabled);
            self.persistency.look(&mut self.markings, next, &enabled);
            if enabled.is_empty() {
                self.deadlocks += 1;
                self.deadlock = self.deadlock.or(Some(next));
            }
            for &transition in &enabled {
                self.values.enabled(next, transition);
                match self.markings.fire(next, transition) {
                    Ok((target, new)) => {
                        self.values.fired(next, transition, target, new);
                        self.excited.fired(next, transition, target);
                        self.edges += 1;
                    }
                    Err(place) => {
                        let mut trace = self.markings.trace(next);
                        trace.push(transition);
                        return End::Unsafe(SecondToken { trace, place });
                    }
                }
            }
            next += 1;
        }
        End::Complete
    }

    fn report(self, end: &End, budget: &Budget) -> Report {
        let open = match end {
            End::Complete => None,
            End::Unsafe(_) => Some(StopReason::Unsupported(
                "markings with two tokens on a place are not looked at".to_owned(),
            )),
            End::Stopped(reason) => Some(reason.clone()),
        };
        let markings = &self.markings;
        let consistent = verdict(self.values.inconsistency(markings), open.as_ref());
        let output_persistent = verdict(self.persistency.output(markings), open.as_ref());
        let input_persistent = verdict(self.persistency.input(markings), open.as_ref());
        let deadlock_free = verdict(self.deadlock.map(|marking| markings.trace(marking)), open.as_ref());
        let safe = match end {
            End::Complete => Verdict::Holds,
            End::Unsafe(found) => Verdict::Violated(found.clone()),
            End::Stopped(reason) => Verdict::Inconclusive(reason.clone()),
        };
        let coding = match (&open, &consistent) {
            (Some(reason), _) => Err(reason.clone()),
            (None, Verdict::Holds) => self.excited.coding(&self.values, markings, budget),
            (None, _) => {
                Err(StopReason::Unsupported("the codes of a graph that is not consistent".to_owned()))
            }
        };
        let (complete_coding, unique_coding) = match coding {
            Ok(Coding { complete, unique }) => (verdict(complete, None), verdict(unique, None)),
            Err(reason) => (Verdict::Inconclusive(reason.clone()), Verdict::Inconclusive(reason)),
        };
        Report {
            markings: markings.len() as u64,
            edges: self.edges,
            deadlocks: self.deadlocks,
            safe,
            consistent,
            output_persistent,
            input_persistent,
            complete_coding,
            unique_coding,
            deadlock_free,
        }
    }
}

/// A violation if there is one; otherwise what a search that may have stopped for a reason says.
fn verdict<W>(found: Option<W>, stopped: Option<&StopReason>) -> Verdict<W> {
    match (found, stopped) {
        (Some(witness), _) => Verdict::Violated(witness),
        (None, Some(reason)) => Verdict::Inconclusive(reason.clone()),
        (None, None) => Verdict::Holds,
    }
}
