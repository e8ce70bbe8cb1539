//! A part of a system as one small LTS over its interface, and the way back from its words to traces.
//!
//! Components are added one at a time: compose with what is there, hide what nobody else needs, reduce
//! ([`shrink`]). What is there is never larger than the product of one reduced LTS and one component (Cheung
//! and Kramer's compositional reachability; Graf and Steffen). The order decides how large that gets; see
//! `order`.
//!
//! A part that begins with the watched component keeps the traces to π, any other part keeps all traces. In
//! both cases a word over the interface is one of the reduced LTS exactly when it is the projection of a
//! trace of the unreduced part. [`Part::expand`] finds such a trace by undoing the layers one by one: in
//! each, a path is searched in the product of the LTS below, the component and the word, which is far smaller
//! than the part. No state maps are kept for this.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};
use suppose_lts::check::Effort;
use suppose_lts::ops::{complete, compose_pair, drop_error};
use suppose_lts::{Lts, RowBuilder};

use crate::shrink::{Keep, Shrunk, shrink};

/// Most transitions of an assumption that is made to be written down.
const LARGEST: u64 = 1 << 22;

/// Work for a place of a search for a trace.
const PLACE: u64 = 100;

/// One composition: what was there and what was added.
#[derive(Clone, Debug)]
struct Layer {
    below: Arc<Lts>,
    added: Arc<Lts>,
}

/// Components made into one LTS.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    layers: Vec<Layer>,
    lts: Arc<Lts>,
    deterministic: bool,
    keep: Keep,
    effort: Effort,
}

impl Part {
    /// No component yet: nothing ever happens.
    pub(crate) fn new() -> Self {
        let mut rows = RowBuilder::new();
        rows.end_row();
        let lts = Arc::new(rows.finish(StateId::must(0), None).expect("one state"));
        Self { layers: Vec::new(), lts, deterministic: true, keep: Keep::Traces, effort: Effort::default() }
    }

    /// A part that begins with the watched component.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(crate) fn watching(
        watched: &Arc<Lts>,
        visible: impl Fn(ActionId) -> bool,
        budget: &Budget,
    ) -> Result<Self, StopReason> {
        let mut part = Self { keep: Keep::Errors, ..Self::new() };
        part.add(watched, visible, budget)?;
        Ok(part)
    }

    /// Adds a component. Of the actions of both only the visible ones stay.
    ///
    /// # Errors
    /// When the budget is spent; the part is then as before.
    pub(crate) fn add(
        &mut self,
        component: &Arc<Lts>,
        visible: impl Fn(ActionId) -> bool,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        let whole = compose_pair(&self.lts, component, visible, budget)?;
        let Shrunk { lts, deterministic } = shrink(&whole, self.keep, budget)?;
        let states = whole.num_states() as u64;
        self.effort.states_explored += states;
        self.effort.max_states = self.effort.max_states.max(states);
        self.effort.transitions += whole.num_transitions() as u64;
        self.layers.push(Layer { below: Arc::clone(&self.lts), added: Arc::clone(component) });
        (self.lts, self.deterministic) = (Arc::new(lts), deterministic);
        Ok(())
    }

    /// The part as one LTS over its visible actions.
    pub(crate) fn lts(&self) -> &Arc<Lts> {
        &self.lts
    }

    /// Whether that LTS is deterministic and the smallest of its kind.
    pub(crate) fn is_deterministic(&self) -> bool {
        self.deterministic
    }

    /// Whether π cannot be reached, whatever the environment does.
    pub(crate) fn is_safe(&self) -> bool {
        !self.lts.has_error()
    }

    /// Whether π is reached silently, so that no environment can prevent it.
    pub(crate) fn is_broken(&self) -> bool {
        self.lts.initial().is_error()
    }

    /// In a part with a watched component, the weakest assumption on all others: every word that does not
    /// lead to π. It has every action in almost every state; `None` where that is too much to write down, or
    /// where the LTS is not deterministic.
    pub(crate) fn assumption(&self) -> Option<Lts> {
        let transitions = (self.lts.num_states() as u64 + 1) * self.lts.alphabet().len() as u64;
        let small = self.deterministic && transitions <= LARGEST;
        small.then(|| drop_error(&complete(&self.lts).lts))
    }

    /// What the compositions took.
    pub(crate) fn effort(&self) -> Effort {
        self.effort
    }

    /// A trace of the components, with all their actions, whose projection on the visible actions is this
    /// word. In a part with a watched component the trace leads to π.
    ///
    /// # Errors
    /// When the budget is spent.
    ///
    /// # Panics
    /// When the word is none of the part.
    pub(crate) fn expand(&self, word: &[ActionId], budget: &Budget) -> Result<Vec<ActionId>, StopReason> {
        let mut trace = word.to_vec();
        let mut shown: &Lts = &self.lts;
        for layer in self.layers.iter().rev() {
            let own: Vec<ActionId> = trace.iter().copied().filter(|&a| shown.has_action(a)).collect();
            let finer = layer.path(&own, shown, self.keep == Keep::Errors, budget)?;
            trace = merge(&trace, &finer, |a| shown.has_action(a));
            shown = &layer.below;
        }
        Ok(trace)
    }
}

impl Default for Part {
    fn default() -> Self {
        Self::new()
    }
}

/// Joins two traces that agree on their common actions; what only one of them has stays in its order, that of
/// the first comes first.
pub(crate) fn merge(
    first: &[ActionId],
    second: &[ActionId],
    common: impl Fn(ActionId) -> bool,
) -> Vec<ActionId> {
    let mut merged = Vec::with_capacity(first.len() + second.len());
    let mut rest = second.iter().copied();
    for &action in first {
        if common(action) {
            merged.extend(rest.by_ref().take_while(|&a| a != action || !common(a)));
        }
        merged.push(action);
    }
    merged.extend(rest);
    merged
}

/// A place of the search in a layer: how much of the word is done, and the two states.
type Place = (usize, StateId, StateId);

/// The visible actions of an LTS, as a table: a path asks for them at every transition.
struct Members(Vec<bool>);

impl Members {
    fn of(lts: &Lts) -> Self {
        let mut table = vec![false; lts.alphabet().last().map_or(0, |action| action.index() + 1)];
        lts.alphabet().iter().for_each(|action| table[action.index()] = true);
        Self(table)
    }

    /// Never of τ.
    fn has(&self, action: ActionId) -> bool {
        self.0.get(action.index()).copied().unwrap_or(false)
    }
}

impl Layer {
    /// The visible actions of a shortest path in the product of the layer whose projection on `shown` is the
    /// word.
    fn path(
        &self,
        word: &[ActionId],
        shown: &Lts,
        to_error: bool,
        budget: &Budget,
    ) -> Result<Vec<ActionId>, StopReason> {
        let (below, added) = (&*self.below, &*self.added);
        let [is_shown, is_below, is_added] = [shown, below, added].map(Members::of);
        let start: Place = (0, below.initial(), added.initial());
        let fails = |p: Place| p.1.is_error() || p.2.is_error();
        let mut found: Vec<(Place, ActionId, usize)> = vec![(start, ActionId::TAU, 0)];
        let mut known: FxHashSet<Place> = FxHashSet::default();
        let mut toll = budget.toll(Poll::Witness);
        let mut next = 0;
        loop {
            let &(here, _, _) = found.get(next).expect("the word is one of the part");
            if here.0 == word.len() && fails(here) == to_error {
                break;
            }
            toll.add(PLACE)?;
            let (place, l, r) = here;
            let mut go = |action: ActionId, l: StateId, r: StateId| {
                let after = if is_shown.has(action) {
                    if word.get(place) != Some(&action) {
                        return;
                    }
                    place + 1
                } else {
                    place
                };
                let there = (after, l, r);
                if (!fails(there) || (to_error && after == word.len())) && known.insert(there) {
                    found.push((there, action, next));
                }
            };
            for t in below.transitions(l) {
                if is_added.has(t.action) {
                    added.successors(r, t.action).iter().for_each(|u| go(t.action, t.target, u.target));
                } else {
                    go(t.action, t.target, r);
                }
            }
            for t in added.transitions(r) {
                if !is_below.has(t.action) {
                    go(t.action, l, t.target);
                }
            }
            next += 1;
        }
        toll.settle()?;
        let mut trace = Vec::new();
        while next != 0 {
            let (_, action, from) = found[next];
            if !action.is_tau() {
                trace.push(action);
            }
            next = from;
        }
        trace.reverse();
        Ok(trace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{PI, lts_of, word};

    fn arc(lts: Lts) -> Arc<Lts> {
        Arc::new(lts)
    }

    #[test]
    fn traces_are_merged_on_what_they_share() {
        let merged = merge(&word(&[1, 5, 2, 6]), &word(&[7, 1, 8, 2, 9]), |a| a.raw() < 5);
        assert_eq!(merged, word(&[7, 1, 5, 8, 2, 6, 9]));
    }

    #[test]
    fn words_lead_back_to_traces() {
        let budget = Budget::unlimited();
        // P: no 1 twice without 2. M hands over by 3; N does 1, 3, 1, with 2 never.
        let property = arc(lts_of(2, &[(0, 1, 1), (1, 2, 0), (0, 2, 0), (1, 1, PI)], &[]));
        let m = arc(lts_of(2, &[(0, 3, 1), (1, 4, 0)], &[]));
        let n = arc(lts_of(4, &[(0, 5, 1), (1, 1, 2), (2, 3, 3), (3, 1, 0)], &[]));
        let mut part = Part::watching(&property, |_| true, &budget).expect("no limit");
        part.add(&n, |a| a.raw() == 2 || a.raw() == 3, &budget).expect("no limit");
        // Once 3 is allowed, two 1 without a 2 between them cannot be prevented; 2 alone does no harm.
        assert_eq!(part.lts().num_states(), 1);
        assert_eq!(part.lts().num_transitions(), 2);
        part.add(&m, |a| a.raw() == 2, &budget).expect("no limit");
        assert!(part.is_broken());
        let trace = part.expand(&[], &budget).expect("no limit");
        assert_eq!(trace, word(&[5, 1, 3, 1]));
    }

    #[test]
    fn assumptions_are_only_made_where_they_are_small() {
        let budget = Budget::unlimited();
        // 1 comes 2000 times, then 2 is an error.
        let mut edges: Vec<_> = (0..2000).map(|s| (s, 1, s + 1)).collect();
        edges.push((2000, 2, PI));
        let with = |alphabet: &[u32]| {
            let property = arc(lts_of(2001, &edges, alphabet));
            Part::watching(&property, |_| true, &budget).expect("no limit").assumption()
        };
        // 2 is missing in all states but the last, which lacks 1; what is missing leads to one state more.
        let small = with(&[]).expect("deterministic and small");
        assert_eq!((small.num_states(), small.num_transitions()), (2002, 2 * 2002 - 1));
        let others: Vec<u32> = (3..3000).collect();
        assert_eq!(with(&others), None);
        let choice = arc(lts_of(2, &[(0, 1, 0), (0, 1, 1), (1, 2, PI)], &[]));
        let part = Part::watching(&choice, |_| true, &budget).expect("no limit");
        assert_eq!(part.assumption().map(|lts| lts.num_states()), Some(3));
    }

    #[test]
    fn a_part_that_cannot_fail_is_safe() {
        let budget = Budget::unlimited();
        let property = arc(lts_of(1, &[(0, 1, 0), (0, 2, PI)], &[]));
        let mut part = Part::watching(&property, |_| true, &budget).expect("no limit");
        assert!(!part.is_safe() && !part.is_broken());
        part.add(&arc(lts_of(1, &[(0, 1, 0)], &[2])), |_| true, &budget).expect("no limit");
        assert!(part.is_safe() && part.is_deterministic());
        assert_eq!(part.lts().num_states(), 1);
    }
}
