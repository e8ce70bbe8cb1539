//! The successors of one global state.
//!
//! [`Product::expand`] is the general way: it names the action of every move, knows joint moves, π and
//! priority, and is what composition and witnesses use. The search has a faster loop of its own for states of
//! one word (see [`explore`](super::explore)), which must agree with this one; a test compares them.

use suppose_base::{ActionId, StateId, StopReason};

use super::Product;
use super::layout::Field;
use super::moves::{Leader, Patch};
use super::ranking::Class;
use crate::Transition;

/// Most ways to combine the transitions of an action's participants in one state.
const MOST_COMBINATIONS: usize = 1 << 20;

/// So many guards take about as long as to see whether all participants of a joint move are ready.
const JOINT: usize = 10;

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target<const W: usize> {
    /// To this state.
    State([u64; W]),
    /// To π, because of this component; a move in which several go there is listed once for each.
    Error(u32),
}

/// One move of the product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move<const W: usize> {
    pub action: ActionId,
    /// The component that leads it; for τ the only one that moves.
    pub leader: u32,
    pub target: Target<W>,
}

/// Whether a guard lets a state pass.
#[inline]
pub(super) fn admits(guard: &[Patch], state: &[u64]) -> bool {
    guard.iter().all(|p| state[p.word as usize] & p.mask == p.value)
}

impl Product<'_> {
    /// Appends all moves of a state to `out`, priority applied. The order depends on the system only. Returns
    /// how many moves were looked at.
    pub(super) fn expand<const W: usize>(&self, state: &[u64; W], out: &mut Vec<Move<W>>) -> u64 {
        let start = out.len();
        let tried = self.moves.leaders.iter().map(|leader| self.expand_leader(leader, state, out)).sum();
        if let Some(ranking) = &self.ranking
            && out[start..].iter().any(|m| ranking.class(m.action, m.leader) == Class::Upper)
        {
            let mut kept = start;
            for i in start..out.len() {
                if ranking.class(out[i].action, out[i].leader) != Class::Lower {
                    out[kept] = out[i];
                    kept += 1;
                }
            }
            out.truncate(kept);
        }
        tried
    }

    /// Whether a state that cannot move has terminated successfully.
    pub(super) fn has_ended(&self, state: &[u64]) -> bool {
        self.moves.end.as_ref().is_some_and(|guard| admits(guard, state))
    }

    /// Whether a state cannot move and has terminated successfully.
    pub(super) fn has_terminated<const W: usize>(&self, state: &[u64; W]) -> bool {
        if !self.has_ended(state) {
            return false;
        }
        let mut moves = Vec::new();
        self.expand(state, &mut moves);
        moves.is_empty()
    }

    /// Whether all moves of all states expanded so far were listed.
    ///
    /// # Errors
    /// The action that had too many.
    pub(super) fn check_complete(&self) -> Result<(), StopReason> {
        self.overflowed.get().map_or(Ok(()), |action| {
            let name = self.system.actions.name(*action);
            Err(StopReason::Unsupported(format!(
                "in one state `{name}` can happen in more than {MOST_COMBINATIONS} ways; make its \
                    participants less nondeterministic"
            )))
        })
    }

    fn expand_leader<const W: usize>(
        &self,
        leader: &Leader,
        state: &[u64; W],
        out: &mut Vec<Move<W>>,
    ) -> u64 {
        let moves = &self.moves;
        let row = leader.base as usize + leader.field.get(state) as usize;
        let range = |rows: &[u32]| rows[row] as usize..rows[row + 1] as usize;
        let direct = &moves.direct[range(&moves.direct_rows)];
        for m in direct {
            let patches = &moves.patches[m.patches.0 as usize..m.patches.1 as usize];
            if admits(patches, state) {
                let mut target = *state;
                for p in patches {
                    target[p.word as usize] ^= p.delta;
                }
                out.push(Move { action: m.action, leader: leader.component, target: Target::State(target) });
            }
        }
        for m in &moves.errors[range(&moves.error_rows)] {
            if admits(&moves.error_patches[m.patches.0 as usize..m.patches.1 as usize], state) {
                out.push(Move {
                    action: m.action,
                    leader: leader.component,
                    target: Target::Error(m.component),
                });
            }
        }
        let joints = &moves.joint_of_row[range(&moves.joint_rows)];
        for &joint in joints {
            self.expand_joint(joint as usize, leader.component, state, out);
        }
        (direct.len() + JOINT * joints.len()) as u64
    }

    /// Combines the participants' transitions of a joint action in all ways, the first participant varying
    /// fastest. Nothing is combined before all of them are known to take part, and ways into π are not
    /// combined at all: once everybody takes part, it only matters who can go there. Otherwise many
    /// participants with few choices would make more combinations than moves.
    pub(super) fn expand_joint<const W: usize>(
        &self,
        joint: usize,
        leader: u32,
        state: &[u64; W],
        out: &mut Vec<Move<W>>,
    ) {
        let joint = &self.moves.joints[joint];
        let offered = |component: u32, field: Field| {
            let from = StateId::must(field.get(state) as usize);
            self.system.components[component as usize].lts.successors(from, joint.action)
        };
        if joint.parts.iter().any(|&(component, field)| offered(component, field).is_empty()) {
            return;
        }
        let choices = |&(component, field): &(u32, Field)| without_error(offered(component, field)).0.len();
        let combinations = joint.parts.iter().map(choices).fold(1, usize::saturating_mul);
        if combinations > MOST_COMBINATIONS {
            // There is nobody to tell from here; who asks afterwards must not take the moves for all there
            // are.
            let _ = self.overflowed.set(joint.action);
            return;
        }
        let start = out.len();
        out.push(Move { action: joint.action, leader, target: Target::State(*state) });
        for &(component, field) in &joint.parts {
            let (ordinary, _) = without_error(offered(component, field));
            let Some((first, rest)) = ordinary.split_first() else {
                out.truncate(start);
                break;
            };
            // Each partial result is continued with every offered transition: the first in place, the others
            // appended.
            for i in start..out.len() {
                let partial = out[i];
                for t in rest {
                    let mut next = partial;
                    step(&mut next.target, field, t.target);
                    out.push(next);
                }
                step(&mut out[i].target, field, first.target);
            }
        }
        for &(component, field) in &joint.parts {
            if without_error(offered(component, field)).1 {
                out.push(Move { action: joint.action, leader, target: Target::Error(component) });
            }
        }
    }
}

/// The transitions to ordinary states, and whether there is one to π, which comes last.
fn without_error(offered: &[Transition]) -> (&[Transition], bool) {
    match offered.split_last() {
        Some((last, rest)) if last.target.is_error() => (rest, true),
        _ => (offered, false),
    }
}

/// Moves one component inside a target, unless that is π.
fn step<const W: usize>(target: &mut Target<W>, field: Field, to: StateId) {
    if let Target::State(state) = target {
        let word = &mut state[field.word];
        *word = (*word & !field.word_mask()) | (u64::from(to.raw()) << field.shift);
    }
}
