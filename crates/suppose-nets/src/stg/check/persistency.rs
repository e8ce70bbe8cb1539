//! Persistency: what a signal is about to do is not taken back.
//!
//! An edge of an output or internal signal that is enabled stays enabled until the signal changes; otherwise
//! its gate may begin to switch and stop half-way (a hazard). Inputs may disable each other, since the
//! environment chooses; but the circuit may not disable an input, because the environment may be sending it
//! already. What counts is the signal: when `a+/1` is disabled but `a+/2` is enabled instead, nothing is
//! taken back. A silent event counts as part of the circuit when it disables an output and is ignored when it
//! disables an input.
//!
//! Algorithm: only a transition that takes a token from the preset of another and does not give it back can
//! disable it. So a marking looks, for each enabled edge and each place before it, at the transitions that
//! take the token: those of the circuit if the edge is an input, else all. The first violation in
//! breadth-first order has a shortest trace. Memory is linear in the net; a marking whose enabled transitions
//! compete for one place mostly ends the search for violations at the first pair.

use crate::marking::Markings;
use crate::net::{Net, PlaceId};
use crate::stg::check::{Side, sides};
use crate::stg::{Change, Edge, edge};

/// A transition that disables another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disabling {
    /// A shortest trace to a marking where both are enabled.
    pub trace: Vec<usize>,
    /// The transition whose edge is taken back,
    pub disabled: usize,
    /// by this one.
    pub by: usize,
}

/// A marking, the transition that is disabled and the one that does it.
type Found = (usize, usize, usize);

/// Looks for violations.
#[derive(Debug)]
pub(super) struct Persistency {
    edges: Vec<Option<Edge>>,
    sides: Vec<Side>,
    presets: Vec<Vec<PlaceId>>,
    /// For each place the output and internal edges that take its token and do not give it back.
    by_circuit: Vec<Vec<usize>>,
    /// For each place the other transitions that do.
    by_others: Vec<Vec<usize>>,
    of_signal: Vec<Vec<usize>>,
    output: Option<Found>,
    input: Option<Found>,
}

impl Persistency {
    pub(super) fn new(net: &Net) -> Self {
        let sides = sides(net);
        let edges: Vec<_> = net.transitions.iter().map(edge).collect();
        let mut by_circuit: Vec<Vec<usize>> = vec![Vec::new(); net.places.len()];
        let mut by_others = by_circuit.clone();
        let mut of_signal: Vec<Vec<usize>> = vec![Vec::new(); sides.len()];
        for (t, transition) in net.transitions.iter().enumerate() {
            let side = edges[t].map(|e| sides[e.signal.index()]);
            let takers = if side == Some(Side::Circuit) { &mut by_circuit } else { &mut by_others };
            for place in transition.preset.iter().filter(|p| transition.postset.binary_search(p).is_err()) {
                takers[place.index()].push(t);
            }
            if let Some(found) = edges[t] {
                of_signal[found.signal.index()].push(t);
            }
        }
        let presets = net.transitions.iter().map(|t| t.preset.clone()).collect();
        Self { edges, sides, presets, by_circuit, by_others, of_signal, output: None, input: None }
    }

    /// Looks at what is enabled in a marking.
    pub(super) fn look(&mut self, markings: &mut Markings, marking: usize, enabled: &[usize]) {
        for &t in enabled {
            let Some(own) = self.edges[t] else { continue };
            let side = self.sides[own.signal.index()];
            let known = if side == Side::Circuit { self.output } else { self.input };
            if known.is_some() {
                continue;
            }
            let found = self.disabler(markings, marking, enabled, t, own).map(|by| (marking, t, by));
            match side {
                Side::Circuit => self.output = found,
                Side::Environment => self.input = found,
            }
        }
    }

    /// A transition that takes the edge `t` back.
    fn disabler(
        &self,
        markings: &mut Markings,
        marking: usize,
        enabled: &[usize],
        t: usize,
        own: Edge,
    ) -> Option<usize> {
        let circuit = self.sides[own.signal.index()] == Side::Circuit;
        for place in &self.presets[t] {
            let others = if circuit { self.by_others[place.index()].as_slice() } else { &[] };
            for &by in self.by_circuit[place.index()].iter().chain(others) {
                let foreign = self.edges[by].is_none_or(|e| e.signal != own.signal);
                if !foreign || enabled.binary_search(&by).is_err() {
                    continue;
                }
                let alike = |u: &usize| {
                    let change = self.edges[*u].map_or(Change::Toggle, |e| e.change);
                    change == own.change || change == Change::Toggle || own.change == Change::Toggle
                };
                let same = self.of_signal[own.signal.index()].iter().copied().filter(alike);
                // A firing that is not safe is reported as such.
                if markings.enabled_after(marking, by, same) == Ok(false) {
                    return Some(by);
                }
            }
        }
        None
    }

    /// The first output or internal edge that is disabled.
    pub(super) fn output(&self, markings: &Markings) -> Option<Disabling> {
        self.output.map(|found| disabling(markings, found))
    }

    /// The first input edge that an output or internal edge disables.
    pub(super) fn input(&self, markings: &Markings) -> Option<Disabling> {
        self.input.map(|found| disabling(markings, found))
    }
}

fn disabling(markings: &Markings, (marking, disabled, by): Found) -> Disabling {
    Disabling { trace: markings.trace(marking), disabled, by }
}
