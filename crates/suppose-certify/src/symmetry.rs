//! Symmetries of a product: each is checked before it is used.
//!
//! **Soundness.** A symmetry is a bijection of actions and one of the members of a product, each with a
//! bijection of its states onto those of its image, that keeps alphabets, initial states, transitions and π and
//! leaves the watched component where it is. Applied to all states and actions of a run it gives a run. So from
//! a state and from its image the π of the watched component is reached or not reached alike, and a search may
//! go on from any image of a state instead of the state. It does not matter which one: a good choice only
//! makes the search short. Runs end in the π of any member, and so do their images.

use std::collections::HashMap;

use crate::format::{Certificate, ERROR, Lts, Proof, Symmetry};
use crate::{Limits, Try};

/// The most symmetries that are applied to one state. A few of them can be made to count down from 2ⁿ, and
/// no limit is looked at while they do.
const MOST: usize = 4096;

/// A symmetry of the members of a product, by their places.
pub(crate) struct Exchange {
    /// In ascending order: the place that changes, the one that its state comes from, and the state that each
    /// of its states becomes.
    places: Vec<(usize, usize, Vec<u32>)>,
}

impl Exchange {
    /// Whether the image of a state comes before it, in the order of its local states.
    fn lowers(&self, at: &[u32]) -> bool {
        let image = self.places.iter().map(|(to, from, states)| (states[at[*from] as usize], at[*to]));
        image.into_iter().find(|(new, old)| new != old).is_some_and(|(new, old)| new < old)
    }

    fn apply(&self, at: &mut [u32]) {
        let image: Vec<u32> =
            self.places.iter().map(|(_, from, states)| states[at[*from] as usize]).collect();
        self.places.iter().zip(image).for_each(|(&(to, ..), local)| at[to] = local);
    }
}

/// Puts an image in place of a state, mostly one that no exchange lowers.
pub(crate) fn settle(exchanges: &[Exchange], at: &mut [u32]) {
    for _ in 0..MOST {
        let Some(exchange) = exchanges.iter().find(|exchange| exchange.lowers(at)) else { return };
        exchange.apply(at);
    }
}

/// The symmetries of a proof, checked; members are those of its only part and then the watched component.
pub(crate) fn exchanges(
    all: &Certificate,
    watched: usize,
    proof: &Proof,
    limits: &Limits,
) -> Try<Vec<Exchange>> {
    let part = proof.parts.first().map_or(&[][..], Vec::as_slice);
    let exchange = |(number, symmetry): (usize, &Symmetry)| {
        // A short symmetry of a large system takes long to check, and a text has room for many.
        limits.have_time()?;
        exchange(all, part, watched, symmetry)
            .ok_or_else(|| Some(format!("symmetry {} is none of the components", number + 1)))
    };
    proof.symmetries.iter().enumerate().map(exchange).collect()
}

/// One symmetry by places; nothing if it is none. `shape` must have passed the certificate: so τ is none of the
/// actions that change.
fn exchange(all: &Certificate, part: &[usize], watched: usize, symmetry: &Symmetry) -> Option<Exchange> {
    let actions: HashMap<i32, i32> = symmetry.actions.iter().map(|&[from, to]| (from, to)).collect();
    let action = |a: i32| actions.get(&a).copied().unwrap_or(a);
    let mut sources: Vec<i32> = symmetry.actions.iter().map(|pair| pair[0]).collect();
    let mut targets: Vec<i32> = symmetry.actions.iter().map(|pair| pair[1]).collect();
    sources.sort_unstable();
    targets.sort_unstable();
    if sources != targets || !sources.is_sorted_by(|a, b| a < b) {
        return None;
    }
    let place = |member: usize| {
        if member == watched { Some(part.len()) } else { part.binary_search(&member).ok() }
    };
    let mut taken = vec![false; part.len() + 1];
    let mut places = Vec::new();
    for (from, &member) in part.iter().chain([&watched]).enumerate() {
        let moved = symmetry.moved.binary_search_by_key(&member, |moved| moved.from);
        let moved = moved.ok().map(|number| &symmetry.moved[number]);
        let target = moved.map_or(member, |moved| moved.to);
        let to = place(target)?;
        if std::mem::replace(&mut taken[to], true) || member == watched && target != watched {
            return None;
        }
        let (here, there) = (&all.components[member].lts, &all.components[target].lts);
        let mut states: Vec<u32> = moved.map_or((0..here.states).collect(), |moved| moved.states.clone());
        if !is_onto(&states, there.states) || !agrees(here, there, &states, action) {
            return None;
        }
        if moved.is_some() {
            // π, which is the last state of a product.
            states.push(there.states);
            places.push((to, from, states));
        }
    }
    // Whoever is not a member must not be moved.
    if symmetry.moved.iter().any(|moved| place(moved.from).is_none()) {
        return None;
    }
    places.sort_unstable_by_key(|&(to, ..)| to);
    Some(Exchange { places })
}

/// Whether it is a list of all states.
fn is_onto(states: &[u32], count: u32) -> bool {
    let mut seen = vec![false; count as usize];
    let fresh =
        |&state: &u32| seen.get_mut(state as usize).is_some_and(|seen| !std::mem::replace(seen, true));
    states.len() == count as usize && states.iter().all(fresh)
}

/// Whether the map of states and actions takes one LTS to the other.
fn agrees(here: &Lts, there: &Lts, states: &[u32], action: impl Fn(i32) -> i32) -> bool {
    let state = |s: i32| if s == ERROR { ERROR } else { states[s.cast_unsigned() as usize].cast_signed() };
    let mut alphabet: Vec<i32> = here.alphabet.iter().map(|&a| action(a)).collect();
    alphabet.sort_unstable();
    let triple = |&[from, a, to]: &[i32; 3]| [state(from), action(a), state(to)];
    alphabet == there.alphabet
        && state(here.initial) == there.initial
        && here.triples().len() == there.triples().len()
        // The map is one to one, so the images are all there are.
        && here.triples().iter().all(|t| there.triples().binary_search(&triple(t)).is_ok())
}
