//! One question about a system, in the form in which proofs by parts work on it.
//!
//! The question is whether the *watched* component stays out of π: a property, or a component that can go to
//! π by itself. The others are the *members*. Only traces matter for this, so end states are forgotten.
//!
//! A member that can go to π ends the run of the whole system when it does. No part of a system can see that
//! of another, so here such a member goes to a dead state instead, and the rest may go on. That only adds
//! behaviour: what holds then holds, and a violation is replayed with the true meaning before anybody sees
//! it. Priorities are left out for the same reason: they only take behaviour away, and the replay knows them.

use std::sync::Arc;

use suppose_base::{ActionId, StateId, StopReason};
use suppose_lts::check::Question;
use suppose_lts::{Lts, Role, RowBuilder, System};

use crate::outcome::Restriction;

/// A question that can be proved by parts.
#[derive(Clone, Debug)]
pub struct Task<'s> {
    system: &'s System,
    watched: usize,
    members: Vec<usize>,
    /// How many members there were before some were left out.
    all_members: usize,
    /// For each component of the system its LTS as described above.
    ltss: Vec<Arc<Lts>>,
    /// For each component of the system the state that stands for π, as described above.
    dead: Vec<Option<StateId>>,
    /// A member that starts in π, so that nothing ever happens; unless the watched component does too.
    stillborn: Option<usize>,
}

impl<'s> Task<'s> {
    /// Prepares a question.
    ///
    /// # Errors
    /// [`StopReason::Unsupported`] for deadlock, which only the whole system shows.
    pub fn new(system: &'s System, question: Question) -> Result<Self, StopReason> {
        let unsupported = |what: &str| Err(StopReason::Unsupported(what.to_owned()));
        let Question::Safe(watched) = question else {
            return unsupported("deadlock cannot be proved by parts; use the method `monolithic`");
        };
        let members: Vec<usize> = (0..system.components.len())
            .filter(|&i| i != watched && system.components[i].role == Role::Component)
            .collect();
        let prepared = |(i, lts): (usize, &Arc<Lts>)| {
            let lts = if i == watched { Arc::clone(lts) } else { dying(lts) };
            if lts.end().is_some() { Arc::new(Lts::clone(&lts).without_end()) } else { lts }
        };
        let ltss = system.components.iter().map(|c| &c.lts).enumerate().map(prepared).collect();
        let dead = |(i, lts): (usize, &Arc<Lts>)| {
            (i != watched && lts.has_error()).then(|| StateId::must(lts.num_states()))
        };
        let dead = system.components.iter().map(|c| &c.lts).enumerate().map(dead).collect();
        let broken = |i: usize| system.components[i].lts.initial().is_error();
        let stillborn = members.iter().copied().find(|&i| broken(i) && !broken(watched));
        let all_members = members.len();
        Ok(Self { system, watched, members, all_members, ltss, dead, stillborn })
    }

    /// The same question about components that only have the transitions that a restriction keeps.
    pub(crate) fn restricted(&self, restriction: &Restriction) -> Self {
        let keep = |(lts, kept): (&Arc<Lts>, &Vec<u32>)| {
            if kept.len() == lts.num_transitions() {
                return Arc::clone(lts);
            }
            let mut rows = RowBuilder::new();
            let mut places = 0u32..;
            for s in lts.states() {
                for (t, place) in lts.transitions(s).iter().zip(places.by_ref()) {
                    if kept.binary_search(&place).is_ok() {
                        rows.add(t.action, t.target);
                    }
                }
                rows.end_row();
            }
            rows.extend_alphabet(lts.alphabet().iter().copied());
            Arc::new(rows.finish(lts.initial(), lts.end()).expect("a part of an LTS"))
        };
        let ltss = self.ltss.iter().zip(&restriction.kept).map(keep).collect();
        Self { ltss, ..self.clone() }
    }

    /// The same question about some of the members. What holds of them holds of all.
    pub(crate) fn among(&self, members: &[usize]) -> Self {
        Self { members: members.to_vec(), ..self.clone() }
    }

    /// The same question with other LTSs in place of those of some components.
    pub(crate) fn replacing(mut self, ltss: impl IntoIterator<Item = (usize, Arc<Lts>)>) -> Self {
        for (component, lts) in ltss {
            self.ltss[component] = lts;
        }
        self
    }

    /// How many members there are, with those that were left out.
    pub(crate) fn all_members(&self) -> usize {
        self.all_members
    }

    /// The system.
    pub fn system(&self) -> &'s System {
        self.system
    }

    /// The component asked about.
    pub fn watched(&self) -> usize {
        self.watched
    }

    /// The other components, in order.
    pub fn members(&self) -> &[usize] {
        &self.members
    }

    /// How many components the system has, with those that do not matter here.
    pub(crate) fn num_components(&self) -> usize {
        self.ltss.len()
    }

    /// The components that matter, in order.
    pub(crate) fn searched(&self) -> Vec<usize> {
        let mut all = self.members.clone();
        all.insert(all.partition_point(|&i| i < self.watched), self.watched);
        all
    }

    /// The LTS of a component.
    pub fn lts(&self, component: usize) -> &Lts {
        &self.ltss[component]
    }

    /// The LTS of a component, to keep.
    pub(crate) fn shared(&self, component: usize) -> &Arc<Lts> {
        &self.ltss[component]
    }

    /// The state of a component that stands for π, where the run of the whole system is over.
    pub(crate) fn dead(&self, component: usize) -> Option<StateId> {
        self.dead[component]
    }

    /// A member that starts in π while the watched component does not: then the system is over before it
    /// begins, and nothing can be violated.
    pub(crate) fn stillborn(&self) -> Option<usize> {
        self.stillborn
    }

    /// The union of the alphabets of some components, sorted.
    pub fn alphabet(&self, components: &[usize]) -> Vec<ActionId> {
        let mut all: Vec<ActionId> =
            components.iter().flat_map(|&i| self.ltss[i].alphabet().iter().copied()).collect();
        // Alphabets are sorted, and a stable sort merges sorted runs.
        all.sort();
        all.dedup();
        all
    }
}

/// The LTS with a dead state in place of π.
pub(crate) fn dying(lts: &Arc<Lts>) -> Arc<Lts> {
    if !lts.has_error() {
        return Arc::clone(lts);
    }
    let dead = StateId::must(lts.num_states());
    let place = |s: StateId| if s.is_error() { dead } else { s };
    let mut rows = RowBuilder::new();
    for s in lts.states() {
        for t in lts.transitions(s) {
            rows.add(t.action, place(t.target));
        }
        rows.end_row();
    }
    rows.end_row();
    rows.extend_alphabet(lts.alphabet().iter().copied());
    Arc::new(rows.finish(place(lts.initial()), lts.end()).expect("one state more"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{PI, component, lts_of, system_of};

    #[test]
    fn members_that_fail_die_instead() {
        let broken = lts_of(1, &[(0, 1, PI), (0, 2, 0)], &[]);
        let watch = lts_of(1, &[(0, 2, PI)], &[]);
        let system = system_of(vec![
            component("M", Role::Component, broken.clone()),
            component("P", Role::Property, watch.clone()),
            component("Q", Role::Property, watch),
        ]);
        let task = Task::new(&system, Question::Safe(1)).expect("a question of safety");
        assert_eq!(task.members(), [0]);
        assert_eq!(task.searched(), [0, 1]);
        assert_eq!(task.lts(0), &lts_of(2, &[(0, 1, 1), (0, 2, 0)], &[]));
        assert_eq!(task.dead(0), Some(StateId::must(1)));
        assert_eq!((task.dead(1), task.num_components()), (None, 3));
        assert_eq!(task.stillborn(), None);
        let own = Task::new(&system, Question::Safe(0)).expect("a question of safety");
        assert_eq!(own.lts(0), &broken);
        assert!(own.members().is_empty());
    }

    #[test]
    fn what_only_the_whole_shows_is_refused() {
        let system = system_of(vec![component("M", Role::Component, lts_of(1, &[(0, 1, 0)], &[]))]);
        assert!(matches!(Task::new(&system, Question::DeadlockFree), Err(StopReason::Unsupported(_))));
    }
}
