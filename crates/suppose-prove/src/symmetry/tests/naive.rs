//! The naive twin: symmetries, products and verdicts from the definitions, over explicit sets, sharing no code
//! with the method.

use std::collections::{BTreeMap, BTreeSet};

use suppose_base::{ActionId, StateId};
use suppose_lts::{Lts, Role, System};
use suppose_testing::alike::orders;

use crate::symmetry::Symmetry;
use crate::task::Task;

/// Local states, π among them.
pub(super) type Tuple = Vec<StateId>;

/// A symmetry with everything that stays: the image of each action that some member has, in order, and for
/// each member where it goes and where its states do.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Full {
    actions: BTreeMap<ActionId, ActionId>,
    members: Vec<(usize, Vec<u32>)>,
}

impl Full {
    pub(super) fn of(task: &Task<'_>, members: &[usize], symmetry: &Symmetry) -> Self {
        let mut actions: BTreeMap<ActionId, ActionId> =
            task.alphabet(members).into_iter().map(|a| (a, a)).collect();
        for &(from, to) in &symmetry.actions {
            assert!(from != to && actions.insert(from, to).is_some(), "{symmetry:?}");
        }
        let full = |&member: &usize| {
            let moved = symmetry.components.iter().find(|(from, ..)| *from == member);
            let stays = || (member, (0..task.lts(member).num_states() as u32).collect());
            moved.map_or_else(stays, |(_, to, states)| (*to, states.clone()))
        };
        assert!(symmetry.components.iter().all(|(from, ..)| members.contains(from)), "{symmetry:?}");
        Self { actions, members: members.iter().map(full).collect() }
    }

    /// The tuple that it makes of one.
    pub(super) fn image(&self, members: &[usize], tuple: &[StateId]) -> Tuple {
        let mut image = tuple.to_vec();
        for ((to, states), state) in self.members.iter().zip(tuple) {
            let place = members.iter().position(|member| member == to).expect("a member goes to a member");
            image[place] = StateId::from_raw(states[state.index()]);
        }
        image
    }

    pub(super) fn of_action(&self, action: ActionId) -> ActionId {
        self.actions[&action]
    }
}

/// Whether these maps take one LTS to another one, which is in place of π where the other is.
fn is_image(
    task: &Task<'_>,
    [from, to]: [usize; 2],
    states: &[usize],
    action: &dyn Fn(ActionId) -> ActionId,
) -> bool {
    let (here, there) = (task.lts(from), task.lts(to));
    let state = |s: StateId| if s.is_error() { s } else { StateId::must(states[s.index()]) };
    let letter = |a: ActionId| if a.is_tau() { a } else { action(a) };
    let steps = |lts: &Lts| lts.all_transitions().map(|(s, t)| (s, t.action, t.target)).collect();
    let (old, new): (BTreeSet<_>, BTreeSet<_>) = (steps(here), steps(there));
    let alphabet: BTreeSet<ActionId> = here.alphabet().iter().map(|&a| action(a)).collect();
    here.num_states() == there.num_states()
        && state(here.initial()) == there.initial()
        && task.dead(from).map(state) == task.dead(to)
        && alphabet == there.alphabet().iter().copied().collect()
        && old.into_iter().map(|(s, a, t)| (state(s), letter(a), state(t))).collect::<BTreeSet<_>>() == new
}

/// Whether it is a symmetry of these members.
pub(super) fn is_symmetry(task: &Task<'_>, members: &[usize], full: &Full) -> bool {
    let permutes = |from: BTreeSet<ActionId>, to: BTreeSet<ActionId>| from == to;
    let places: BTreeSet<usize> = full.members.iter().map(|(to, _)| *to).collect();
    permutes(full.actions.keys().copied().collect(), full.actions.values().copied().collect())
        && places == members.iter().copied().collect()
        && members.iter().zip(&full.members).all(|(&from, (to, states))| {
            let states: Vec<usize> = states.iter().map(|&s| s as usize).collect();
            let all: BTreeSet<usize> = states.iter().copied().collect();
            (from != task.watched() || *to == from)
                && all == (0..task.lts(from).num_states()).collect()
                && is_image(task, [from, *to], &states, &|a| full.of_action(a))
        })
}

/// All symmetries of these members: every order of the actions, of the members and of their states is tried.
pub(super) fn all_symmetries(task: &Task<'_>, members: &[usize]) -> Vec<Full> {
    let alphabet = task.alphabet(members);
    let mut all = Vec::new();
    for order in orders(alphabet.len()) {
        let actions: BTreeMap<ActionId, ActionId> =
            alphabet.iter().zip(&order).map(|(&from, &to)| (from, alphabet[to])).collect();
        let action = |a: ActionId| actions[&a];
        // Where each member can go, with which states.
        let images = |&from: &usize| {
            let count = task.lts(from).num_states();
            let mut images = Vec::new();
            for &to in members.iter().filter(|&&to| task.lts(to).num_states() == count) {
                let mut maps = orders(count);
                maps.retain(|states| is_image(task, [from, to], states, &action));
                let map =
                    |states: Vec<usize>| (to, states.into_iter().map(|s| s as u32).collect::<Vec<u32>>());
                images.extend(maps.into_iter().map(map));
            }
            images.retain(|(to, _)| (from == task.watched()) == (*to == task.watched()));
            images
        };
        let mut chosen: Vec<Vec<(usize, Vec<u32>)>> = vec![Vec::new()];
        for image in members.iter().map(images) {
            let mut longer = Vec::new();
            for some in &chosen {
                let fresh = image.iter().filter(|(to, _)| some.iter().all(|(taken, _)| taken != to));
                longer.extend(fresh.map(|one| [&some[..], std::slice::from_ref(one)].concat()));
            }
            chosen = longer;
        }
        all.extend(chosen.into_iter().map(|members| Full { actions: actions.clone(), members }));
    }
    all
}

/// The steps of a tuple: none where somebody is in π or dead.
fn steps(ltss: &[&Lts], dead: &[Option<StateId>], tuple: &[StateId]) -> Vec<(ActionId, Tuple)> {
    if tuple.iter().zip(dead).any(|(s, dead)| s.is_error() || Some(*s) == *dead) {
        return Vec::new();
    }
    let by = |tuples: Vec<Tuple>, place: usize, action: ActionId| -> Vec<Tuple> {
        let mut after = Vec::new();
        for tuple in tuples {
            for t in ltss[place].transitions(tuple[place]).iter().filter(|t| t.action == action) {
                let mut next = tuple.clone();
                next[place] = t.target;
                after.push(next);
            }
        }
        after
    };
    let mut all = Vec::new();
    for place in 0..ltss.len() {
        let silent = by(vec![tuple.to_vec()], place, ActionId::TAU);
        all.extend(silent.into_iter().map(|next| (ActionId::TAU, next)));
    }
    let actions: BTreeSet<ActionId> = ltss.iter().flat_map(|lts| lts.alphabet().iter().copied()).collect();
    for action in actions {
        let mut tuples = vec![tuple.to_vec()];
        for place in (0..ltss.len()).filter(|&place| ltss[place].has_action(action)) {
            tuples = by(tuples, place, action);
        }
        all.extend(tuples.into_iter().map(|next| (action, next)));
    }
    all
}

/// The tuples of some members of a task that can be reached, and whether π can.
pub(super) fn reach(task: &Task<'_>, members: &[usize]) -> (BTreeSet<Tuple>, bool) {
    let ltss: Vec<&Lts> = members.iter().map(|&m| task.lts(m)).collect();
    let dead: Vec<Option<StateId>> = members.iter().map(|&m| task.dead(m)).collect();
    let mut pending: Vec<Tuple> = vec![ltss.iter().map(|lts| lts.initial()).collect()];
    let mut known: BTreeSet<Tuple> = pending.iter().cloned().collect();
    let mut fails = false;
    while let Some(tuple) = pending.pop() {
        for (_, next) in steps(&ltss, &dead, &tuple) {
            if next.iter().any(|s| s.is_error()) {
                fails = true;
            } else if known.insert(next.clone()) {
                pending.push(next);
            }
        }
    }
    (known, fails)
}

/// What a system does: the properties that are not watched left out, π as it is.
struct Whole<'s> {
    ltss: Vec<&'s Lts>,
    watched: usize,
}

impl<'s> Whole<'s> {
    fn new(system: &'s System, watched: usize) -> Self {
        let takes_part = |&i: &usize| i == watched || system.components[i].role == Role::Component;
        let parts: Vec<usize> = (0..system.components.len()).filter(takes_part).collect();
        let place = parts.iter().position(|&i| i == watched).expect("it takes part");
        Self { ltss: parts.iter().map(|&i| &*system.components[i].lts).collect(), watched: place }
    }

    /// All tuples that some of these steps lead to, one after the other.
    fn closed(&self, from: BTreeSet<Tuple>, follows: impl Fn(ActionId) -> bool) -> BTreeSet<Tuple> {
        let mut pending: Vec<Tuple> = from.iter().cloned().collect();
        let mut known = from;
        while let Some(tuple) = pending.pop() {
            for (action, next) in steps(&self.ltss, &vec![None; self.ltss.len()], &tuple) {
                if follows(action) && known.insert(next.clone()) {
                    pending.push(next);
                }
            }
        }
        known
    }

    fn initial(&self) -> BTreeSet<Tuple> {
        BTreeSet::from([self.ltss.iter().map(|lts| lts.initial()).collect()])
    }

    fn fails(&self, tuples: &BTreeSet<Tuple>) -> bool {
        tuples.iter().any(|tuple| tuple[self.watched].is_error())
    }
}

/// Whether the watched component can reach π.
pub(super) fn is_violated(system: &System, watched: usize) -> bool {
    let whole = Whole::new(system, watched);
    whole.fails(&whole.closed(whole.initial(), |_| true))
}

/// Whether it does so by some run with this trace.
pub(super) fn is_violated_by(system: &System, watched: usize, trace: &[ActionId]) -> bool {
    let whole = Whole::new(system, watched);
    let mut now = whole.closed(whole.initial(), ActionId::is_tau);
    for &letter in trace {
        let none = vec![None; whole.ltss.len()];
        let next = now.iter().flat_map(|tuple| steps(&whole.ltss, &none, tuple));
        let next = next.filter(|(action, _)| *action == letter).map(|(_, next)| next).collect();
        now = whole.closed(next, ActionId::is_tau);
    }
    whole.fails(&now)
}

/// How many classes the tuples have when these symmetries make one of another.
pub(super) fn count_classes(members: &[usize], symmetries: &[Full], tuples: &BTreeSet<Tuple>) -> usize {
    let mut left = tuples.clone();
    let mut count = 0;
    while let Some(first) = left.pop_first() {
        count += 1;
        let mut pending = vec![first];
        while let Some(tuple) = pending.pop() {
            for symmetry in symmetries {
                let image = symmetry.image(members, &tuple);
                if left.remove(&image) {
                    pending.push(image);
                }
            }
        }
    }
    count
}
