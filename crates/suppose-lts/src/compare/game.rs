//! One play of the bisimulation game (Stirling 1995) that shows why two states are not bisimilar.
//!
//! The game is played on the quotient of both systems, so different states are not bisimilar. States are told
//! apart in rounds: before the first only π and the end state differ from the others; after round k + 1 two
//! states differ when one can do an action into a class of round k and the other cannot. For two states first
//! told apart in round k there is thus a move that every answer to leads to a pair told apart before round k;
//! the play makes the first such move, and the answer is one that takes longest to tell apart. With weak
//! steps, moves and answers are weak transitions; a silent move can then be answered by staying.
//!
//! All classes of all rounds are kept, so the search gives up when rounds times states pass [`MAX_CELLS`].
//! Time is rounds times (weak) transitions.

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};

use super::Difference;
use crate::Lts;
use crate::reduce::Relation;

/// One of the two LTSs that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The first one.
    Left,
    /// The second one.
    Right,
}

/// A round of the game: the move of one side. The other one answers with the same action, if it can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Who moves.
    pub side: Side,
    /// The action, which may be τ.
    pub action: ActionId,
}

/// The largest number of (round, state) pairs that are kept.
const MAX_CELLS: usize = 1 << 25;

/// A play that the side which moves wins; `None` when it would take too long to find.
pub(super) fn play(
    lts: &Lts,
    roots: [StateId; 2],
    relation: Relation,
    budget: &Budget,
) -> Option<Difference> {
    let steps = Steps { lts, weak: relation == Relation::Weak };
    let rounds = rounds(&steps, roots, budget).ok()??;
    let mut moves = Vec::new();
    let [mut left, mut right] = roots;
    // Each round of the play ends in a pair that is told apart earlier.
    while let Some(k) = rounds.told_apart(left, right) {
        if k == 0 {
            break;
        }
        let before = |s: StateId| rounds.class(k - 1, s);
        let (lefts, rights) = (steps.from(left), steps.from(right));
        let unanswered = |moves: &[(ActionId, StateId)], answers: &[(ActionId, StateId)]| {
            moves
                .iter()
                .copied()
                .find(|&(a, to)| !answers.iter().any(|&(b, answer)| a == b && before(to) == before(answer)))
        };
        let (side, (action, to), answers) = match unanswered(&lefts, &rights) {
            Some(found) => (Side::Left, found, rights),
            None => (Side::Right, unanswered(&rights, &lefts)?, lefts),
        };
        moves.push(Move { side, action });
        let best = answers
            .into_iter()
            .filter(|&(a, _)| a == action)
            .map(|(_, answer)| (rounds.told_apart(to, answer), answer))
            .rev()
            .max_by_key(|&(k, _)| k);
        let Some((_, answer)) = best else { break };
        [left, right] = if side == Side::Left { [to, answer] } else { [answer, to] };
    }
    Some(Difference::Play { relation, moves })
}

/// The steps of the game.
struct Steps<'a> {
    lts: &'a Lts,
    weak: bool,
}

impl Steps<'_> {
    /// The moves of a state, sorted. A weak move by τ may stay where it is.
    fn from(&self, state: StateId) -> Vec<(ActionId, StateId)> {
        if !self.weak {
            return self.lts.transitions(state).iter().map(|t| (t.action, t.target)).collect();
        }
        let mut found = self.silently(vec![(ActionId::TAU, state)]);
        let visible = found
            .iter()
            .flat_map(|&(_, s)| self.lts.transitions(s))
            .filter(|t| !t.action.is_tau())
            .map(|t| (t.action, t.target))
            .collect();
        found.extend(self.silently(visible));
        found.sort_unstable();
        found
    }

    /// Adds to each move the same one with τ steps after it.
    fn silently(&self, mut moves: Vec<(ActionId, StateId)>) -> Vec<(ActionId, StateId)> {
        let mut known: FxHashSet<(ActionId, StateId)> = FxHashSet::default();
        moves.retain(|&m| known.insert(m));
        let mut next = 0;
        while let Some(&(action, state)) = moves.get(next) {
            next += 1;
            for t in self.lts.transitions(state).iter().take_while(|t| t.action.is_tau()) {
                if known.insert((action, t.target)) {
                    moves.push((action, t.target));
                }
            }
        }
        moves
    }
}

/// The class of every state after each round.
struct Rounds {
    num_states: usize,
    classes: Vec<u32>,
}

impl Rounds {
    fn class(&self, round: usize, state: StateId) -> u32 {
        // π is a class of its own.
        if state.is_error() { u32::MAX } else { self.classes[round * self.num_states + state.index()] }
    }

    /// The first round after which two states are in different classes.
    fn told_apart(&self, left: StateId, right: StateId) -> Option<usize> {
        if left == right {
            return None;
        }
        let num_rounds = self.classes.len() / self.num_states.max(1);
        // Classes are only ever split, so the rounds in which they differ are all from some round on.
        let rounds: Vec<usize> = (0..num_rounds).collect();
        let first = rounds.partition_point(|&k| self.class(k, left) == self.class(k, right));
        (first < num_rounds).then_some(first)
    }
}

/// Plays rounds for all states until the roots are told apart.
fn rounds(steps: &Steps<'_>, roots: [StateId; 2], budget: &Budget) -> Result<Option<Rounds>, StopReason> {
    let num_states = steps.lts.num_states();
    let first = steps.lts.states().map(|s| u32::from(steps.lts.end() == Some(s))).collect();
    let mut rounds = Rounds { num_states, classes: first };
    let mut round = 0;
    while rounds.class(round, roots[0]) == rounds.class(round, roots[1]) {
        if rounds.classes.len() + num_states > MAX_CELLS {
            return Ok(None);
        }
        let mut known: FxHashMap<(u32, Vec<(ActionId, u32)>), u32> = FxHashMap::default();
        let mut next = Vec::with_capacity(num_states);
        for s in steps.lts.states() {
            budget.poll(Poll::Compare)?;
            let mut signature: Vec<(ActionId, u32)> =
                steps.from(s).into_iter().map(|(action, to)| (action, rounds.class(round, to))).collect();
            signature.sort_unstable();
            signature.dedup();
            let fresh = known.len() as u32;
            next.push(*known.entry((rounds.class(round, s), signature)).or_insert(fresh));
        }
        rounds.classes.append(&mut next);
        round += 1;
    }
    Ok(Some(rounds))
}
