//! Which states of an LTS have to be given up so that the component is never left without anything to do.
//!
//! # Contract
//! The states given up are the least set D with π such that a state is in D
//! * when it has a silent step into D: nobody can prevent that step, or
//! * when no path from it, of steps outside D, has a *joint* action, one that the component takes part in.
//!   Such a state is *stuck*.
//!
//! This is the fixpoint of "deadlock states are identified as errors" and "backward error propagation" in
//! section 3.4 of Giannakopoulou, Păsăreanu and Barringer (see [`weakest`](super)), with deadlock relative to
//! an alphabet.
//!
//! # Readings
//! The paper ignores, when it asks whether a state is terminal, "all their outgoing transitions that lead
//! directly to the error state". Taken for that state alone, two states that lead to each other by an action
//! of the property only, each with a joint action to π, would keep each other alive. Here all transitions to
//! π are ignored, since the assumption removes all of them.
//!
//! # Algorithm
//! A work list: a state that has lost its last step is stuck, and a silent step to a lost state loses the
//! state. That settles chains in linear time. What is left over are cycles without joint actions; when the
//! list is empty, one backward search from the joint steps finds them, and the list goes on. Each round is
//! linear; there are as many rounds as such cycles wait for each other.
//!
//! # Tests
//! `weakest/tests` compares with the definition iterated word for word, on all small LTSs.

use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};
use suppose_lts::ops::Predecessors;
use suppose_lts::{Lts, RowBuilder};

/// What has to be given up.
pub(super) struct Lost {
    /// The states given up.
    pub all: Vec<bool>,
    /// Those of them that are stuck.
    pub stuck: Vec<bool>,
}

impl Lost {
    /// Whether a state is given up; π is.
    pub(super) fn has(&self, state: StateId) -> bool {
        state.is_error() || self.all[state.index()]
    }

    /// The LTS with π for what is given up, and without the actions to forget.
    pub(super) fn removed_from(&self, lts: &Lts, forget: Option<ActionId>) -> Lts {
        let place = |s: StateId| if self.has(s) { StateId::ERROR } else { s };
        let mut rows = RowBuilder::new();
        for s in lts.states() {
            if !self.has(s) {
                for t in lts.transitions(s).iter().filter(|t| Some(t.action) != forget) {
                    rows.add(t.action, place(t.target));
                }
            }
            rows.end_row();
        }
        rows.extend_alphabet(lts.alphabet().iter().copied().filter(|&a| Some(a) != forget));
        rows.finish(place(lts.initial()), None).expect("no larger than before")
    }
}

/// Finds the states to give up.
pub(super) fn lost_states(
    lts: &Lts,
    joint: impl Fn(ActionId) -> bool,
    budget: &Budget,
) -> Result<Lost, StopReason> {
    let n = lts.num_states();
    let mut lost = Lost { all: vec![false; n], stuck: vec![false; n] };
    let silent = Predecessors::of(lts, ActionId::is_tau);
    let visible = Predecessors::of(lts, |a| !a.is_tau());
    let mut steps: Vec<usize> = lts.states().map(|s| lts.transitions(s).len()).collect();
    let mut pending = vec![StateId::ERROR];
    for s in lts.states().filter(|s| steps[s.index()] == 0) {
        (lost.all[s.index()], lost.stuck[s.index()]) = (true, true);
        pending.push(s);
    }
    let mut done = 0usize;
    loop {
        while let Some(gone) = pending.pop() {
            done += 1;
            if done.is_multiple_of(1024) {
                budget.poll(Poll::Explore)?;
            }
            for &source in silent.get(gone) {
                if !std::mem::replace(&mut lost.all[source.index()], true) {
                    pending.push(source);
                }
            }
            for &source in visible.get(gone) {
                let left = &mut steps[source.index()];
                *left -= 1;
                if *left == 0 && !std::mem::replace(&mut lost.all[source.index()], true) {
                    lost.stuck[source.index()] = true;
                    pending.push(source);
                }
            }
        }
        budget.poll(Poll::Explore)?;
        let lively = lively_states(lts, &lost, &joint, [&silent, &visible]);
        for s in lts.states() {
            if !lost.has(s) && !lively[s.index()] {
                (lost.all[s.index()], lost.stuck[s.index()]) = (true, true);
                pending.push(s);
            }
        }
        if pending.is_empty() {
            return Ok(lost);
        }
    }
}

/// The states from which a joint action can be reached without what is lost.
fn lively_states(
    lts: &Lts,
    lost: &Lost,
    joint: impl Fn(ActionId) -> bool,
    before: [&Predecessors; 2],
) -> Vec<bool> {
    let acts = |s: &StateId| {
        !lost.has(*s) && lts.transitions(*s).iter().any(|t| !lost.has(t.target) && joint(t.action))
    };
    let mut pending: Vec<StateId> = lts.states().filter(acts).collect();
    let mut lively = vec![false; lts.num_states()];
    for s in &pending {
        lively[s.index()] = true;
    }
    while let Some(state) = pending.pop() {
        for &source in before.iter().flat_map(|rows| rows.get(state)) {
            if !lost.has(source) && !std::mem::replace(&mut lively[source.index()], true) {
                pending.push(source);
            }
        }
    }
    lively
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{PI, lts_of};

    #[test]
    fn long_chains_of_loss_are_settled_at_once() {
        // Joint actions 1 that lead to π in the end; every tenth step is silent.
        let n = 100_000;
        let forward = |s: usize| (s, u32::from(!s.is_multiple_of(10)), if s + 1 == n { PI } else { s + 1 });
        let edges: Vec<_> = (0..n).map(forward).collect();
        let lts = lts_of(n, &edges, &[1]);
        let lost = lost_states(&lts, |a| a.raw() == 1, &Budget::unlimited()).expect("no limit");
        assert!(lost.all.iter().all(|&l| l));
        // Those with a silent step are lost because of it, the others because nothing is left.
        assert!((0..n).all(|s| lost.stuck[s] != s.is_multiple_of(10)));
    }

    #[test]
    fn states_that_keep_each_other_busy_with_nothing_are_stuck() {
        // 0 and 1 take turns by 2, and each has a joint 1 to π. From 2 there is a joint step to 3, which is
        // fine, and one to 0.
        let edges = [
            (0, 2, 1),
            (1, 2, 0),
            (0, 1, PI),
            (1, 1, PI),
            (2, 1, 0),
            (2, 1, 3),
            (3, 1, 3),
            (3, 0, 4),
            (4, 1, 3),
        ];
        let lts = lts_of(5, &edges, &[]);
        let lost = lost_states(&lts, |a| a.raw() == 1, &Budget::unlimited()).expect("no limit");
        assert_eq!(lost.all, [true, true, false, false, false]);
        assert_eq!(lost.stuck, [true, true, false, false, false]);
    }
}
