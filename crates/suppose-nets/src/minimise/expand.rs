//! From what a composed part does back to what the leaves do.
//!
//! A part that fails or can be stuck gives a word of its visible actions after which it does. Such a word is
//! carried down the tree: in the product of the two parts it was made of, a shortest run is looked for whose
//! visible actions are the word and which ends as it should. The actions of this run are words for both. What
//! a run adds is woven into one sequence for the whole: hidden actions are known below that part only, so
//! they need to be in order with its own word and nothing else.
//!
//! * **Failing.** Because of autofailure a part may be at π before it really fails: it will, by outputs and
//!   hidden actions of its own. So after the word a run may go on by these; they come last in the sequence,
//!   and the others, who cannot refuse them, are not asked.
//! * **Stuck.** The run has to end in a stable state that accepts nothing but what the part accepts where it
//!   is stuck; so do both halves. An action after which the part would have more weight than there is in the
//!   whole ([`bound`](super::bound)) is no action: the rest refuses it, whether or not the part was composed
//!   with a counter.
//!
//! At the leaves it ends; what nets do between the actions of the sequence is looked for in the nets
//! themselves.
//!
//! Cost: for each step of the tree a search of a product that was built before, times the length of the word.
//! No recursion: trees can be as deep as a design is long.

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};

use super::pool::Part;
use super::{Minimisation, Way};

/// Where a run is: the states of both parts, and how much of the word it has done.
type Place = (StateId, StateId, usize);

/// How a node has to end its word.
#[derive(Clone, Debug)]
enum Goal {
    /// Without failing, and nothing after it.
    Pass,
    /// In π.
    Fail,
    /// In a stable state that accepts nothing else.
    Stop(FxHashSet<ActionId>),
}

/// A run of two parts.
struct Run {
    actions: Vec<ActionId>,
    /// Where it ends.
    end: (StateId, StateId),
}

/// A node, the places of its word in the sequence, and how it has to end.
struct Work {
    node: usize,
    word: Vec<usize>,
    goal: Goal,
}

impl Minimisation<'_> {
    /// A way to the failure of a node.
    pub(super) fn way_to_failure(&self, node: usize, budget: &Budget) -> Result<Option<Way>, StopReason> {
        let (lts, part) = (self.lts(node), &self.nodes[node].part);
        let word =
            if lts.initial().is_error() { Some(Vec::new()) } else { shortest(lts, part, StateId::is_error) };
        match word {
            Some(word) => self.expand(vec![(node, word, Goal::Fail)], budget),
            None => Ok(None),
        }
    }

    /// A way to where all these nodes are stuck. They have no actions in common.
    pub(super) fn way_to_deadlock(
        &self,
        nodes: &[usize],
        budget: &Budget,
    ) -> Result<Option<Way>, StopReason> {
        let mut work = Vec::new();
        for &node in nodes {
            let (lts, part) = (self.lts(node), &self.nodes[node].part);
            let stuck: FxHashSet<StateId> = lts.deadlocks().collect();
            let Some(word) = shortest(lts, part, |state| stuck.contains(&state)) else { return Ok(None) };
            work.push((node, word, Goal::Stop(FxHashSet::default())));
        }
        self.expand(work, budget)
    }

    /// What the leaves do so that these nodes do their words.
    fn expand(
        &self,
        begin: Vec<(usize, Vec<ActionId>, Goal)>,
        budget: &Budget,
    ) -> Result<Option<Way>, StopReason> {
        let mut sequence = Sequence::default();
        let mut work: Vec<Work> = Vec::new();
        for (node, word, goal) in begin {
            let word = word.into_iter().map(|action| sequence.append(action)).collect();
            work.push(Work { node, word, goal });
        }
        let mut leaf = None;
        while let Some(Work { node, word, goal }) = work.pop() {
            let Some((left, right)) = self.nodes[node].made_of else {
                if matches!(goal, Goal::Fail) {
                    leaf = Some(node);
                }
                continue;
            };
            let actions: Vec<ActionId> = word.iter().map(|&at| sequence.actions[at]).collect();
            let Some(run) = self.run(node, (left, right), &actions, &goal, budget)? else { return Ok(None) };
            let woven = sequence.weave(&word, &run.actions);
            for (child, state, failed) in
                [(left, run.end.0, run.end.0.is_error()), (right, run.end.1, run.end.1.is_error())]
            {
                let part = &self.nodes[child].part;
                let known: FxHashSet<ActionId> = part.actions.iter().copied().collect();
                let word =
                    woven.iter().copied().filter(|&at| known.contains(&sequence.actions[at])).collect();
                let goal = match goal {
                    Goal::Stop(_) => Goal::Stop(self.accepted(child, state)),
                    _ if failed => Goal::Fail,
                    _ => Goal::Pass,
                };
                work.push(Work { node: child, word, goal });
            }
        }
        Ok(Some(Way { word: sequence.finish(), leaf }))
    }

    /// The visible actions that a state of a node has.
    fn accepted(&self, node: usize, state: StateId) -> FxHashSet<ActionId> {
        let part = &self.nodes[node].part;
        self.lts(node).transitions(state).iter().filter_map(|t| name(part, t.action)).collect()
    }

    /// A shortest run of two nodes whose visible actions, as far as `node` shows them, are a word, with the
    /// right end.
    fn run(
        &self,
        node: usize,
        (left, right): (usize, usize),
        word: &[ActionId],
        goal: &Goal,
        budget: &Budget,
    ) -> Result<Option<Run>, StopReason> {
        let known =
            |node: usize| -> FxHashSet<ActionId> { self.nodes[node].part.actions.iter().copied().collect() };
        let (visible, in_left, in_right) = (known(node), known(left), known(right));
        let own = self.outputs_of(node);
        let room = Room::of(&self.nodes[node].part, word);
        let start: Place = (self.lts(left).initial(), self.lts(right).initial(), 0);
        let mut from: FxHashMap<Place, (Place, Option<ActionId>)> = FxHashMap::default();
        from.insert(start, (start, None));
        let mut queue = VecDeque::from([start]);
        let mut steps = 0u32;
        let mut moves: Vec<(StateId, StateId, Option<ActionId>)> = Vec::new();
        while let Some(place) = queue.pop_front() {
            steps += 1;
            if steps.is_multiple_of(1024) {
                budget.poll(Poll::Witness)?;
            }
            let (l, r, done) = place;
            let failed = l.is_error() || r.is_error();
            moves.clear();
            if !failed {
                self.moves((left, right), (l, r), &in_left, &in_right, &mut moves);
                moves.retain(|(_, _, action)| action.is_none_or(|action| room.is_for(action, done)));
            }
            let ended = done == word.len()
                && match goal {
                    Goal::Fail => failed,
                    Goal::Pass => !failed,
                    Goal::Stop(accepted) => {
                        let expected = |action: &Option<ActionId>| {
                            action.is_some_and(|a| visible.contains(&a) && accepted.contains(&a))
                        };
                        !failed && moves.iter().all(|(_, _, action)| expected(action))
                    }
                };
            if ended {
                return Ok(Some(Run { actions: trail(&from, place), end: (l, r) }));
            }
            for &(l, r, action) in &moves {
                let done = match action {
                    Some(action) if visible.contains(&action) => {
                        if word.get(done) == Some(&action) {
                            done + 1
                        } else if done == word.len() && matches!(goal, Goal::Fail) && own.contains(&action) {
                            done
                        } else {
                            continue;
                        }
                    }
                    _ => done,
                };
                from.entry((l, r, done)).or_insert_with(|| {
                    queue.push_back((l, r, done));
                    (place, action)
                });
            }
        }
        Ok(None)
    }

    /// What two nodes can do together in a pair of states.
    fn moves(
        &self,
        (left, right): (usize, usize),
        (l, r): (StateId, StateId),
        in_left: &FxHashSet<ActionId>,
        in_right: &FxHashSet<ActionId>,
        moves: &mut Vec<(StateId, StateId, Option<ActionId>)>,
    ) {
        let (left_part, right_part) = (&self.nodes[left].part, &self.nodes[right].part);
        for t in self.lts(left).transitions(l) {
            match name(left_part, t.action) {
                Some(action) if in_right.contains(&action) => {
                    for u in self.lts(right).transitions(r) {
                        if name(right_part, u.action) == Some(action) {
                            moves.push((t.target, u.target, Some(action)));
                        }
                    }
                }
                action => moves.push((t.target, r, action)),
            }
        }
        for u in self.lts(right).transitions(r) {
            let action = name(right_part, u.action);
            if !action.is_some_and(|action| in_left.contains(&action)) {
                moves.push((l, u.target, action));
            }
        }
    }

    /// The actions that a node makes itself.
    fn outputs_of(&self, node: usize) -> FxHashSet<ActionId> {
        let part = &self.nodes[node].part;
        let outputs = &self.pool.get(part.template).outputs;
        part.actions.iter().zip(outputs).filter(|&(_, &output)| output).map(|(&action, _)| action).collect()
    }
}

/// How much more weight a part can take after each beginning of a word; one list for each invariant.
struct Room<'p> {
    part: &'p Part,
    left: Vec<Vec<i64>>,
}

impl<'p> Room<'p> {
    fn of(part: &'p Part, word: &[ActionId]) -> Self {
        let mut room = Self { part, left: Vec::new() };
        for at in 0..part.bounds.len() {
            let bound = &part.bounds[at];
            let mut left = vec![bound.most - bound.start];
            for &action in word {
                left.push(left[left.len() - 1] - room.flow(at, action));
            }
            room.left.push(left);
        }
        room
    }

    /// How an action changes the weight; hidden ones do not.
    fn flow(&self, bound: usize, action: ActionId) -> i64 {
        let local = self.part.actions.iter().position(|&known| known == action);
        local.map_or(0, |local| self.part.bounds[bound].flows[local])
    }

    fn is_for(&self, action: ActionId, done: usize) -> bool {
        self.left.iter().enumerate().all(|(bound, left)| self.flow(bound, action) <= left[done])
    }
}

/// What a local action stands for; none for τ.
fn name(part: &Part, action: ActionId) -> Option<ActionId> {
    (!action.is_tau()).then(|| part.actions[action.index() - 1])
}

/// The visible actions on a shortest way to a state that is looked for.
fn shortest(lts: &suppose_lts::Lts, part: &Part, wanted: impl Fn(StateId) -> bool) -> Option<Vec<ActionId>> {
    let mut from: FxHashMap<StateId, (StateId, ActionId)> = FxHashMap::default();
    let mut queue = VecDeque::from([lts.initial()]);
    while let Some(state) = queue.pop_front() {
        if wanted(state) {
            let mut word = Vec::new();
            let mut at = state;
            while at != lts.initial() {
                let (before, action) = from[&at];
                word.extend(name(part, action));
                at = before;
            }
            word.reverse();
            return Some(word);
        }
        if state.is_error() {
            continue;
        }
        for t in lts.transitions(state) {
            if t.target != lts.initial() {
                from.entry(t.target).or_insert_with(|| {
                    queue.push_back(t.target);
                    (state, t.action)
                });
            }
        }
    }
    None
}

/// The actions on the way to a place.
fn trail(from: &FxHashMap<Place, (Place, Option<ActionId>)>, mut place: Place) -> Vec<ActionId> {
    let mut actions = Vec::new();
    loop {
        let (before, action) = from[&place];
        actions.extend(action);
        if before == place {
            break;
        }
        place = before;
    }
    actions.reverse();
    actions
}

/// One sequence of actions, into which more are woven: a linked list.
#[derive(Debug, Default)]
struct Sequence {
    actions: Vec<ActionId>,
    next: Vec<Option<usize>>,
    first: Option<usize>,
    last: Option<usize>,
}

impl Sequence {
    fn append(&mut self, action: ActionId) -> usize {
        self.insert(self.last, action)
    }

    /// Puts an action after a place, or at the beginning.
    fn insert(&mut self, after: Option<usize>, action: ActionId) -> usize {
        let at = self.actions.len();
        self.actions.push(action);
        let next = match after {
            Some(after) => self.next[after].replace(at),
            None => self.first.replace(at),
        };
        self.next.push(next);
        if self.last == after {
            self.last = Some(at);
        }
        at
    }

    /// Puts a run in the place of a word that is part of it. What comes after the whole word goes to the end
    /// of the sequence. Returns the places of the run.
    fn weave(&mut self, word: &[usize], run: &[ActionId]) -> Vec<usize> {
        let mut done = 0;
        let mut places = Vec::with_capacity(run.len());
        for &action in run {
            let at = match word.get(done) {
                Some(&at) if self.actions[at] == action => {
                    done += 1;
                    at
                }
                Some(_) => self.insert(places.last().copied(), action),
                None => self.append(action),
            };
            places.push(at);
        }
        places
    }

    fn finish(&self) -> Vec<ActionId> {
        let mut all = Vec::with_capacity(self.actions.len());
        let mut at = self.first;
        while let Some(place) = at {
            all.push(self.actions[place]);
            at = self.next[place];
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_woven_into_a_sequence() {
        let [a, b, c, d, e] = [1, 2, 3, 4, 5].map(ActionId::from_raw);
        let mut sequence = Sequence::default();
        let word = [sequence.append(a), sequence.append(b)];
        let places = sequence.weave(&word, &[c, a, d, b, e]);
        assert_eq!(sequence.finish(), [c, a, d, b, e]);
        // What another part does between a and b is in order with these only.
        let between = sequence.weave(&[places[1], places[3]], &[a, c, c, b]);
        assert_eq!(sequence.finish(), [c, a, c, c, d, b, e]);
        assert_eq!(between.len(), 4);
        // At the beginning, and after everything.
        sequence.weave(&[places[4]], &[d, e, a]);
        assert_eq!(sequence.finish(), [d, c, a, c, c, d, b, e, a]);
    }
}
