//! One long run of a graph, for what every run shows.
//!
//! Contract: [`walk`] fires transitions one after the other and tells the caller of each before it does,
//! until the caller has seen enough, nothing can fire, or [`STEPS`] are done. It keeps one marking, so it
//! sees edges that lie behind more markings than can be kept.
//!
//! Algorithm: of the enabled transitions that are safe to fire the one that has fired least comes next, the
//! first of them in a tie. So a transition that is enabled again and again fires sooner or later, whatever it
//! competes with. A step costs the arcs around the transition, times a logarithm. Tested in
//! `tests/all/stg/initial.rs`.

use std::collections::BTreeSet;

use suppose_base::{Budget, Poll, StopReason};

use crate::net::Net;

/// Most steps of a run.
const STEPS: u64 = 1 << 20;

/// Walks. `look` is told each transition that fires next and says whether to go on.
///
/// # Errors
/// When the budget ends.
pub(super) fn walk(
    net: &Net,
    budget: &Budget,
    mut look: impl FnMut(usize) -> bool,
) -> Result<(), StopReason> {
    let mut run = Run::new(net);
    for step in 0..STEPS {
        if step.is_multiple_of(1 << 10) {
            budget.poll(Poll::Explore)?;
        }
        let Some(transition) = run.next() else { return Ok(()) };
        if !look(transition) {
            return Ok(());
        }
        run.fire(transition);
    }
    Ok(())
}

struct Run<'n> {
    net: &'n Net,
    marked: Vec<bool>,
    /// For each place the transitions that need its token.
    takers: Vec<Vec<usize>>,
    /// For each transition how many tokens it lacks, and how often it fired.
    missing: Vec<usize>,
    fired: Vec<u64>,
    /// Enabled transitions, with how often they fired.
    enabled: BTreeSet<(u64, usize)>,
}

impl<'n> Run<'n> {
    fn new(net: &'n Net) -> Self {
        let mut takers = vec![Vec::new(); net.places.len()];
        for (t, transition) in net.transitions.iter().enumerate() {
            for place in &transition.preset {
                takers[place.index()].push(t);
            }
        }
        let missing: Vec<usize> = net.transitions.iter().map(|t| t.preset.len()).collect();
        let enabled = (0..missing.len()).filter(|&t| missing[t] == 0).map(|t| (0, t)).collect();
        let (marked, fired) = (vec![false; net.places.len()], vec![0; missing.len()]);
        let mut run = Self { net, marked, takers, missing, fired, enabled };
        for place in &net.marking {
            run.put(place.index());
        }
        run
    }

    fn next(&self) -> Option<usize> {
        let is_safe = |&t: &usize| {
            let transition = &self.net.transitions[t];
            let mut full = transition.postset.iter().filter(|place| self.marked[place.index()]);
            full.all(|place| transition.preset.binary_search(place).is_ok())
        };
        self.enabled.iter().map(|&(_, t)| t).find(is_safe)
    }

    fn fire(&mut self, transition: usize) {
        let net = self.net;
        self.enabled.remove(&(self.fired[transition], transition));
        self.fired[transition] += 1;
        if self.missing[transition] == 0 {
            self.enabled.insert((self.fired[transition], transition));
        }
        for place in &net.transitions[transition].preset {
            self.take(place.index());
        }
        for place in &net.transitions[transition].postset {
            self.put(place.index());
        }
    }

    fn take(&mut self, place: usize) {
        self.marked[place] = false;
        for &t in &self.takers[place] {
            if self.missing[t] == 0 {
                self.enabled.remove(&(self.fired[t], t));
            }
            self.missing[t] += 1;
        }
    }

    fn put(&mut self, place: usize) {
        self.marked[place] = true;
        for &t in &self.takers[place] {
            self.missing[t] -= 1;
            if self.missing[t] == 0 {
                self.enabled.insert((self.fired[t], t));
            }
        }
    }
}
