//! Values of signals in each marking, and whether they exist (consistency; Chu 1987).
//!
//! A graph is consistent when rising and falling edges of each signal alternate on every trace, and all
//! traces to one marking agree on the values of all signals there. So values are a function of the marking. A
//! graph of toggles (two-phase signalling) that comes back to its first marking after an odd number of
//! changes is not consistent in this sense: its states are markings with values.
//!
//! Algorithm: each new marking gets the parity of the edges of each signal on the shortest trace to it. A
//! rising edge of `a` that is enabled where `a` has parity `p` says that `a` was `p` at first, a falling edge
//! says the opposite; both at once, or against a given first value, are a contradiction. So are two parities
//! of one marking. If all edges of all markings up to some level fit, then by induction on its length so does
//! every trace to a marking of the next level. Hence the first contradiction in breadth-first order has the
//! shortest possible trace.
//!
//! Rows of parities are shared: a marking holds the number of its row. Each edge costs a comparison of
//! `signals / 64` words.

use crate::marking::{Markings, Rows};
use crate::net::{Net, WireId};
use crate::stg::{Change, Edge, edge};

/// What is wrong with the values of a signal. Traces are lists of transitions from the first marking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inconsistency {
    /// The trace ends with an edge of the signal to a value that the signal already has.
    NoChange {
        /// The signal.
        signal: WireId,
        /// A shortest such trace.
        trace: Vec<usize>,
        /// Why the signal already has that value.
        against: Against,
    },
    /// Two traces lead to one marking, with different values of the signal.
    TwoValues {
        /// The signal.
        signal: WireId,
        /// A shortest trace to the marking.
        first: Vec<usize>,
        /// Another one.
        second: Vec<usize>,
    },
}

/// What an edge contradicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Against {
    /// The step of the same trace, counted from 0, that is the edge of the signal before.
    Step(usize),
    /// The first value that the file gives.
    Given(bool),
    /// Another trace that ends with an edge of the signal, from which its first value was taken.
    Trace(Vec<usize>),
}

/// How a first value is known.
#[derive(Clone, Copy, Debug)]
enum Source {
    Given,
    /// From a transition that is enabled in a marking.
    Enabled(usize, usize),
}

/// A contradiction, before traces are written out.
#[derive(Clone, Copy, Debug)]
enum Contradiction {
    /// An edge that is enabled in a marking.
    Edge(usize, usize),
    /// A firing that leads to a marking with other values.
    Join(usize, usize, usize),
}

/// The values of signals in the markings found so far.
#[derive(Debug)]
pub(crate) struct Values {
    edges: Vec<Option<Edge>>,
    first: Vec<Option<(bool, Source)>>,
    parities: Rows,
    /// For each marking the number of its row of parities.
    of_marking: Vec<u32>,
    scratch: Vec<u64>,
    contradiction: Option<(WireId, Contradiction)>,
}

impl Values {
    /// With first values of signals where they are known.
    pub(crate) fn new(net: &Net, given: &[Option<bool>]) -> Self {
        let scratch = vec![0; given.len().div_ceil(64)];
        let mut parities = Rows::new(scratch.len());
        parities.insert(&scratch);
        Self {
            edges: net.transitions.iter().map(edge).collect(),
            first: given.iter().map(|g| g.map(|value| (value, Source::Given))).collect(),
            parities,
            of_marking: vec![0],
            scratch,
            contradiction: None,
        }
    }

    /// The first value of a signal, as far as it is known.
    pub(crate) fn first(&self, signal: usize) -> Option<bool> {
        self.first[signal].map(|(value, _)| value)
    }

    /// Whether the first value of the signal of a transition is known.
    pub(crate) fn is_learnt(&self, transition: usize) -> bool {
        self.edges[transition].is_none_or(|e| self.first[e.signal.index()].is_some())
    }

    /// The number of the row of values of a marking: equal numbers, equal values.
    pub(crate) fn code(&self, marking: usize) -> usize {
        self.of_marking[marking] as usize
    }

    /// How many different rows of values there are.
    pub(crate) fn codes(&self) -> usize {
        self.parities.len()
    }

    /// Takes note that a transition is enabled in a marking.
    pub(crate) fn enabled(&mut self, marking: usize, transition: usize) {
        let Some(Edge { signal, change }) = self.edges[transition] else { return };
        let parity =
            self.parities.get(self.code(marking))[signal.index() / 64] >> (signal.index() % 64) & 1 == 1;
        let value = match change {
            Change::Rise => parity,
            Change::Fall => !parity,
            Change::Toggle => return,
        };
        match self.first[signal.index()] {
            None => self.first[signal.index()] = Some((value, Source::Enabled(marking, transition))),
            Some((first, _)) if first != value => {
                self.contradiction.get_or_insert((signal, Contradiction::Edge(marking, transition)));
            }
            Some(_) => {}
        }
    }

    /// Takes note of a firing.
    pub(crate) fn fired(&mut self, marking: usize, transition: usize, target: usize, new: bool) {
        self.scratch.copy_from_slice(self.parities.get(self.of_marking[marking] as usize));
        if let Some(Edge { signal, .. }) = self.edges[transition] {
            self.scratch[signal.index() / 64] ^= 1 << (signal.index() % 64);
        }
        if new {
            let (row, _) = self.parities.insert(&self.scratch);
            self.of_marking.push(row as u32);
            return;
        }
        let known = self.parities.get(self.of_marking[target] as usize);
        let differing =
            known.iter().zip(&self.scratch).map(|(a, b)| a ^ b).enumerate().find(|(_, d)| *d != 0);
        if let Some((word, bits)) = differing {
            let signal = WireId(word as u32 * 64 + bits.trailing_zeros());
            self.contradiction.get_or_insert((signal, Contradiction::Join(marking, transition, target)));
        }
    }

    /// The first contradiction.
    pub(crate) fn inconsistency(&self, markings: &Markings) -> Option<Inconsistency> {
        let (signal, contradiction) = self.contradiction?;
        let trace_of = |marking: usize, transition: usize| {
            let mut trace = markings.trace(marking);
            trace.push(transition);
            trace
        };
        Some(match contradiction {
            Contradiction::Join(marking, transition, target) => Inconsistency::TwoValues {
                signal,
                first: markings.trace(target),
                second: trace_of(marking, transition),
            },
            Contradiction::Edge(marking, transition) => {
                let trace = trace_of(marking, transition);
                let before = &trace[..trace.len() - 1];
                let steps = before.iter().enumerate();
                let mut own = steps.filter_map(|(i, &t)| {
                    self.edges[t].filter(|e| e.signal == signal).map(|e| (i, e.change))
                });
                // After a rising or falling edge the trace contradicts itself; toggles alone say nothing
                // about the value.
                let (mut last, mut directed) = (None, false);
                for (i, change) in own.by_ref() {
                    last = Some(i);
                    directed |= change != Change::Toggle;
                }
                let against = match (last.filter(|_| directed), self.first[signal.index()]) {
                    (Some(step), _) => Against::Step(step),
                    (None, Some((_, Source::Enabled(m, t)))) => Against::Trace(trace_of(m, t)),
                    (None, known) => Against::Given(known.is_some_and(|(value, _)| value)),
                };
                Inconsistency::NoChange { signal, trace, against }
            }
        })
    }
}
