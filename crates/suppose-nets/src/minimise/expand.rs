//! From a failure of a composed part back to what the leaves do.
//!
//! A failing part gives a word of its visible actions after which it is at π. Such a word is carried down the tree: in the product of the two parts it
//! was made of, a shortest run is looked for whose visible actions are the word and which ends in π. The actions of this run are words for both. Where two
//! words were made longer below, they are merged: they agree on what both know.
//!
//! Because of autofailure a part may be at π before it really fails: it will, by outputs and hidden actions of its own. So after the word a run may
//! go on by these, and the other part, which cannot refuse them, goes along as long as it can. If that part fails on the way, it is the one that fails.
//! If both fail by the same action, one of them is followed, and the other one only up to this action: it is an input of that part, since by its own actions it would have
//! been at π before, so it can be done after any run up to there.
//! A leaf at π is where it ends; what the net still has to do to fail is looked for in the design itself.
//!
//! Cost: for each step of the tree a search of a product that was built before, times the length of the word.

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};

use super::pool::Part;
use super::{Failing, Minimisation};

/// Where a run is: the states of both parts, and how much of the word it has done.
type Place = (StateId, StateId, usize);

/// What two nodes do together.
struct Joint {
    run: Vec<ActionId>,
    /// Which of them fails.
    culprit: Option<usize>,
    /// Whether the last action is one by which both fail.
    both: bool,
}

/// How a node has to do its word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// Without failing, and nothing after it.
    Pass,
    /// It ends in π.
    Fail,
}

/// What a node does: a word of actions of its leaves, and which leaf fails.
struct Expanded {
    word: Vec<ActionId>,
    leaf: Option<usize>,
}

impl Minimisation<'_> {
    /// A way to the failure of a node.
    pub(super) fn expand(&self, node: usize, budget: &Budget) -> Result<Option<Failing>, StopReason> {
        let word = self.shortest_to_error(node);
        let Some(expanded) = self.expand_word(node, &word, Goal::Fail, budget)? else { return Ok(None) };
        let Expanded { word, leaf } = expanded;
        Ok(leaf.map(|leaf| Failing { word, leaf }))
    }

    /// The visible actions on a shortest way to π in a node.
    fn shortest_to_error(&self, node: usize) -> Vec<ActionId> {
        let lts = self.lts(node);
        let part = &self.nodes[node].part;
        if lts.initial().is_error() {
            return Vec::new();
        }
        let mut from: FxHashMap<StateId, (StateId, ActionId)> = FxHashMap::default();
        let mut queue = VecDeque::from([lts.initial()]);
        let mut last = None;
        'search: while let Some(state) = queue.pop_front() {
            for t in lts.transitions(state) {
                if t.target.is_error() {
                    last = Some((state, t.action));
                    break 'search;
                }
                if t.target != lts.initial() && !from.contains_key(&t.target) {
                    from.insert(t.target, (state, t.action));
                    queue.push_back(t.target);
                }
            }
        }
        let mut word = Vec::new();
        while let Some((state, action)) = last {
            if !action.is_tau() {
                word.push(part.actions[action.index() - 1]);
            }
            last = from.get(&state).copied();
        }
        word.reverse();
        word
    }

    /// What the leaves below a node do so that it does a word of its visible actions.
    fn expand_word(
        &self,
        node: usize,
        word: &[ActionId],
        goal: Goal,
        budget: &Budget,
    ) -> Result<Option<Expanded>, StopReason> {
        let Some((left, right)) = self.nodes[node].made_of else {
            let leaf = (goal == Goal::Fail).then_some(node);
            return Ok(Some(Expanded { word: word.to_vec(), leaf }));
        };
        let Some(joint) = self.run(node, left, right, word, goal, budget)? else { return Ok(None) };
        let Joint { run, culprit, both } = joint;
        let part_of = |child: usize| -> Vec<ActionId> {
            let actions: FxHashSet<ActionId> = self.nodes[child].part.actions.iter().copied().collect();
            let until = run.len() - usize::from(both && culprit != Some(child));
            run[..until].iter().copied().filter(|action| actions.contains(action)).collect()
        };
        let goal_of = |child: usize| if culprit == Some(child) { Goal::Fail } else { Goal::Pass };
        let (mut words, mut leaf) = (Vec::new(), None);
        for child in [left, right] {
            let Some(below) = self.expand_word(child, &part_of(child), goal_of(child), budget)? else {
                return Ok(None);
            };
            leaf = leaf.or(below.leaf);
            words.push(below.word);
        }
        let right_word = words.pop().unwrap_or_default();
        let left_word = words.pop().unwrap_or_default();
        let known = |child: usize| -> FxHashSet<ActionId> {
            self.nodes[child].part.actions.iter().copied().collect()
        };
        Ok(Some(Expanded { word: merged(&left_word, &right_word, &run, &known(left), &known(right)), leaf }))
    }

    /// A shortest run of two nodes whose visible actions, as far as `node` shows them, are a word; and which of the two fails.
    fn run(
        &self,
        node: usize,
        left: usize,
        right: usize,
        word: &[ActionId],
        goal: Goal,
        budget: &Budget,
    ) -> Result<Option<Joint>, StopReason> {
        let visible: FxHashSet<ActionId> = self.nodes[node].part.actions.iter().copied().collect();
        let shared: FxHashSet<ActionId> = self.nodes[right].part.actions.iter().copied().collect();
        let in_left: FxHashSet<ActionId> = self.nodes[left].part.actions.iter().copied().collect();
        let start: Place = (self.lts(left).initial(), self.lts(right).initial(), 0);
        let mut from: FxHashMap<Place, (Place, Option<ActionId>)> = FxHashMap::default();
        from.insert(start, (start, None));
        let mut queue = VecDeque::from([start]);
        let own = self.outputs_of(node);
        let mut steps = 0u32;
        while let Some(place) = queue.pop_front() {
            steps += 1;
            if steps.is_multiple_of(1024) {
                budget.poll(Poll::Witness)?;
            }
            let (l, r, done) = place;
            let failed = if l.is_error() {
                Some(left)
            } else if r.is_error() {
                Some(right)
            } else {
                None
            };
            let reached = match goal {
                Goal::Fail => failed.is_some() && done == word.len(),
                Goal::Pass => failed.is_none() && done == word.len(),
            };
            if reached {
                let both = l.is_error() && r.is_error();
                return Ok(Some(Joint { run: trail(&from, place), culprit: failed, both }));
            }
            if failed.is_some() {
                continue;
            }
            let mut go = |next: (StateId, StateId), action: Option<ActionId>| {
                let done = match action {
                    Some(action) if visible.contains(&action) => {
                        if word.get(done) == Some(&action) {
                            done + 1
                        } else if done == word.len() && goal == Goal::Fail && own.contains(&action) {
                            done
                        } else {
                            return;
                        }
                    }
                    _ => done,
                };
                let next = (next.0, next.1, done);
                from.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    (place, action)
                });
            };
            let name =
                |part: &Part, action: ActionId| (!action.is_tau()).then(|| part.actions[action.index() - 1]);
            let (left_part, right_part) = (&self.nodes[left].part, &self.nodes[right].part);
            for t in self.lts(left).transitions(l) {
                match name(left_part, t.action) {
                    Some(action) if shared.contains(&action) => {
                        for u in self.lts(right).transitions(r) {
                            if name(right_part, u.action) == Some(action) {
                                go((t.target, u.target), Some(action));
                            }
                        }
                    }
                    action => go((t.target, r), action),
                }
            }
            for u in self.lts(right).transitions(r) {
                match name(right_part, u.action) {
                    Some(action) if in_left.contains(&action) => {}
                    action => go((l, u.target), action),
                }
            }
        }
        Ok(None)
    }

    /// The actions that a node makes itself.
    fn outputs_of(&self, node: usize) -> FxHashSet<ActionId> {
        let part = &self.nodes[node].part;
        let outputs = &self.pool.get(part.template).outputs;
        part.actions.iter().zip(outputs).filter(|&(_, &output)| output).map(|(&action, _)| action).collect()
    }
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

/// Two words of the leaves below two nodes as one. Both agree with the run of the two nodes on what these know; between two steps of the
/// run each does what only its own leaves know.
fn merged(
    left: &[ActionId],
    right: &[ActionId],
    run: &[ActionId],
    in_left: &FxHashSet<ActionId>,
    in_right: &FxHashSet<ActionId>,
) -> Vec<ActionId> {
    let mut all = Vec::with_capacity(left.len() + right.len());
    let (mut l, mut r) = (0, 0);
    for action in run {
        for (word, at, known) in [(left, &mut l, in_left), (right, &mut r, in_right)] {
            if known.contains(action) {
                while *at < word.len() && word[*at] != *action {
                    all.push(word[*at]);
                    *at += 1;
                }
                *at += 1;
            }
        }
        all.push(*action);
    }
    all.extend(left.get(l..).into_iter().flatten());
    all.extend(right.get(r..).into_iter().flatten());
    all
}
