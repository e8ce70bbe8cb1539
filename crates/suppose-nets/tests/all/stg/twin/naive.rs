//! The definitions, on sets of places.

use std::collections::{BTreeMap, BTreeSet};

use suppose_nets::stg::{Change, Stg};
use suppose_nets::{Expr, Target};

pub(super) type Marking = BTreeSet<u32>;

/// A transition: places before, places after, label.
type Step = (Marking, Marking, Option<(u32, Change)>);

pub(super) struct Naive {
    steps: Vec<Step>,
    inputs: BTreeSet<u32>,
    first: Vec<Option<bool>>,
    start: Marking,
    /// Reachable markings of the safe part with the length of a shortest trace.
    pub(super) depths: BTreeMap<Marking, usize>,
    unsafe_at: Option<usize>,
}

impl Naive {
    pub(super) fn new(stg: &Stg) -> Self {
        let net = &stg.fragment.nets[0];
        let mut steps = Vec::new();
        for transition in &net.transitions {
            let label = transition.effects.first().map(|effect| {
                let Target::Wire(wire) = effect.target else { panic!("signals have no arrays") };
                let change = match &effect.value {
                    Expr::Const(0) => Change::Fall,
                    Expr::Const(_) => Change::Rise,
                    _ => Change::Toggle,
                };
                (wire.0, change)
            });
            let set = |list: &[suppose_nets::PlaceId]| list.iter().map(|p| p.0).collect::<Marking>();
            steps.push((set(&transition.preset), set(&transition.postset), label));
        }
        let signals = net.signals.as_ref().expect("a graph with signals");
        let mut naive = Self {
            steps,
            inputs: signals.inputs.iter().map(|w| w.0).collect(),
            first: stg.fragment.wires.iter().map(|w| w.initial.map(|v| v == 1)).collect(),
            start: net.marking.iter().map(|p| p.0).collect(),
            depths: BTreeMap::new(),
            unsafe_at: None,
        };
        naive.explore();
        naive
    }

    fn explore(&mut self) {
        let mut level = BTreeSet::from([self.start.clone()]);
        let mut depth = 0;
        while !level.is_empty() {
            for marking in &level {
                self.depths.insert(marking.clone(), depth);
            }
            let mut next = BTreeSet::new();
            for marking in &level {
                for t in self.enabled(marking) {
                    match self.fire(marking, t) {
                        Some(target) if !self.depths.contains_key(&target) => drop(next.insert(target)),
                        Some(_) => {}
                        None => self.unsafe_at = self.unsafe_at.or(Some(depth + 1)),
                    }
                }
            }
            level = next;
            depth += 1;
        }
    }

    pub(super) fn enabled(&self, marking: &Marking) -> Vec<usize> {
        (0..self.steps.len()).filter(|&t| self.steps[t].0.is_subset(marking)).collect()
    }

    fn fire(&self, marking: &Marking, t: usize) -> Option<Marking> {
        let (pre, post, _) = &self.steps[t];
        let rest: Marking = marking.difference(pre).copied().collect();
        rest.is_disjoint(post).then(|| rest.union(post).copied().collect())
    }

    /// Where a trace leads, if it is one.
    pub(super) fn run(&self, trace: &[usize]) -> Option<Marking> {
        let mut marking = self.start.clone();
        for &t in trace {
            if !self.steps[t].0.is_subset(&marking) {
                return None;
            }
            marking = self.fire(&marking, t)?;
        }
        Some(marking)
    }

    pub(super) fn second_token(&self) -> Option<usize> {
        self.unsafe_at
    }

    pub(super) fn gets_second_token(&self, marking: &Marking, t: usize, place: u32) -> bool {
        let (pre, post, _) = &self.steps[t];
        pre.is_subset(marking) && marking.contains(&place) && !pre.contains(&place) && post.contains(&place)
    }

    pub(super) fn edges(&self) -> u64 {
        self.depths.keys().map(|m| self.enabled(m).len() as u64).sum()
    }

    fn stuck(&self) -> impl Iterator<Item = usize> {
        self.depths.iter().filter(|(m, _)| self.enabled(m).is_empty()).map(|(_, &depth)| depth)
    }

    pub(super) fn deadlocks(&self) -> u64 {
        self.stuck().count() as u64
    }

    pub(super) fn deadlock(&self) -> Option<usize> {
        self.stuck().min()
    }

    /// Whether `by` takes back what `t` was about to do.
    pub(super) fn disables(&self, marking: &Marking, t: usize, by: usize, input: bool) -> bool {
        let Some((signal, change)) = self.steps[t].2 else { return false };
        let other = self.steps[by].2.map(|(s, _)| s);
        let both = self.steps[t].0.is_subset(marking) && self.steps[by].0.is_subset(marking);
        let allowed = self.inputs.contains(&signal) != input
            || (input && other.is_none_or(|s| self.inputs.contains(&s)))
            || other == Some(signal);
        if !both || allowed {
            return false;
        }
        let Some(target) = self.fire(marking, by) else { return false };
        !self.enabled(&target).into_iter().any(|u| match self.steps[u].2 {
            Some((s, Change::Toggle)) => s == signal,
            Some((s, c)) => s == signal && (c == change || change == Change::Toggle),
            None => false,
        })
    }

    /// The least depth of a marking in which something is taken back.
    pub(super) fn disabling(&self, input: bool) -> Option<usize> {
        let all = 0..self.steps.len();
        let bad = |m: &Marking| all.clone().any(|t| all.clone().any(|by| self.disables(m, t, by, input)));
        self.depths.iter().filter(|(m, _)| bad(m)).map(|(_, &depth)| depth).min()
    }

    /// All first values that agree with what is given.
    fn assignments(&self) -> Vec<Vec<bool>> {
        let mut all = vec![Vec::new()];
        for first in &self.first {
            let values = first.map_or(vec![false, true], |value| vec![value]);
            all = all
                .iter()
                .flat_map(|row| values.iter().map(move |&v| [row.as_slice(), &[v]].concat()))
                .collect();
        }
        all
    }

    /// The codes of markings for some first values, or the length of the shortest trace at whose end they
    /// contradict the graph.
    fn propagate(&self, first: &[bool]) -> Result<BTreeMap<Marking, Vec<bool>>, usize> {
        let mut codes = BTreeMap::from([(self.start.clone(), first.to_vec())]);
        let mut level = vec![self.start.clone()];
        let mut depth = 0;
        while !level.is_empty() {
            depth += 1;
            let mut next = Vec::new();
            for marking in level {
                for t in self.enabled(&marking) {
                    let mut code = codes[&marking].clone();
                    if let Some((signal, change)) = self.steps[t].2 {
                        let value = &mut code[signal as usize];
                        if change == Change::Rise && *value || change == Change::Fall && !*value {
                            return Err(depth);
                        }
                        *value = !*value;
                    }
                    let Some(target) = self.fire(&marking, t) else { continue };
                    match codes.get(&target) {
                        None => {
                            codes.insert(target.clone(), code);
                            next.push(target);
                        }
                        Some(known) if *known != code => return Err(depth),
                        Some(_) => {}
                    }
                }
            }
            level = next;
        }
        Ok(codes)
    }

    /// The least length at which all first values are refuted.
    pub(super) fn inconsistency(&self) -> Option<usize> {
        let mut longest = 0;
        for first in self.assignments() {
            longest = longest.max(self.propagate(&first).err()?);
        }
        Some(longest)
    }

    /// Whether the graph does not give the first value of a signal.
    pub(super) fn is_open(&self, signal: usize) -> bool {
        self.first[signal].is_none()
    }

    /// The first values of a signal that do not lead to a contradiction.
    pub(super) fn possible_first(&self, signal: usize) -> BTreeSet<bool> {
        if let Some(given) = self.first[signal] {
            return BTreeSet::from([given]);
        }
        let good = self.assignments().into_iter().filter(|first| self.propagate(first).is_ok());
        good.map(|first| first[signal]).collect()
    }

    /// The codes of a consistent graph.
    pub(super) fn codes(&self) -> BTreeMap<Marking, Vec<bool>> {
        let good = self.assignments().iter().find_map(|first| self.propagate(first).ok());
        good.expect("the graph is consistent")
    }

    /// Output signals that are enabled now or after silent events.
    pub(super) fn excited(&self, marking: &Marking) -> BTreeSet<u32> {
        let mut reached = BTreeSet::from([marking.clone()]);
        loop {
            let silent = reached.iter().flat_map(|m| {
                let steps = self.enabled(m).into_iter().filter(|&t| self.steps[t].2.is_none());
                steps.filter_map(move |t| self.fire(m, t))
            });
            let more: BTreeSet<Marking> = silent.filter(|m| !reached.contains(m)).collect();
            if more.is_empty() {
                break;
            }
            reached.extend(more);
        }
        let labels = reached.iter().flat_map(|m| self.enabled(m)).filter_map(|t| self.steps[t].2);
        labels.map(|(signal, _)| signal).filter(|s| !self.inputs.contains(s)).collect()
    }

    /// How many pairs of markings have equal codes, for complete coding with different excitation, and the
    /// least depth at which both of a pair are reached.
    pub(super) fn conflicts(
        &self,
        codes: &BTreeMap<Marking, Vec<bool>>,
        complete: bool,
    ) -> (u64, Option<usize>) {
        let all: Vec<(&Marking, usize)> = self.depths.iter().map(|(m, &depth)| (m, depth)).collect();
        let excited: Vec<BTreeSet<u32>> = all.iter().map(|(m, _)| self.excited(m)).collect();
        let (mut pairs, mut least) = (0, None);
        for i in 0..all.len() {
            for j in 0..i {
                if codes[all[i].0] == codes[all[j].0] && (!complete || excited[i] != excited[j]) {
                    pairs += 1;
                    let depth = all[i].1.max(all[j].1);
                    least = Some(least.map_or(depth, |known: usize| known.min(depth)));
                }
            }
        }
        (pairs, least)
    }
}
