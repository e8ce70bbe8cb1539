//! Symmetries of a product: each is checked before it is used.
//!
//! **Soundness.** A symmetry is a bijection of actions and one of the members of a product, each with a
//! bijection of its states onto those of its image, that keeps alphabets, initial states, transitions and π and
//! leaves the watched component where it is. Applied to all states and actions of a run it gives a run. So from
//! a state and from its image the π of the watched component is reached or not reached alike, and a search may
//! go on from any image of a state instead of the state. Runs end in π, which has no other image.

use std::collections::HashMap;

use crate::format::{Certificate, ERROR, Lts, Proof, Symmetry, TAU};
use crate::{Try, ensure};

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

/// Puts an image in place of a state that no exchange lowers.
pub(crate) fn settle(exchanges: &[Exchange], at: &mut [u32]) {
    while let Some(exchange) = exchanges.iter().find(|exchange| exchange.lowers(at)) {
        exchange.apply(at);
    }
}

/// The symmetries of a proof, checked; members are those of its only part and then the watched component.
pub(crate) fn exchanges(all: &Certificate, watched: usize, proof: &Proof) -> Try<Vec<Exchange>> {
    let part = proof.parts.first().map_or(&[][..], Vec::as_slice);
    let members: Vec<usize> = part.iter().copied().chain([watched]).collect();
    let exchange = |(number, symmetry): (usize, &Symmetry)| {
        let wrong = || format!("symmetry {} is none of the components", number + 1);
        exchange(all, &members, symmetry).ok_or_else(|| Some(wrong()))
    };
    let found = proof.symmetries.iter().enumerate().map(exchange).collect::<Try<Vec<_>>>()?;
    ensure(found.is_empty() || proof.assumptions.is_empty(), || "symmetries with an assumption".into())?;
    Ok(found)
}

/// One symmetry by places; nothing if it is none. `shape` must have passed the certificate.
fn exchange(all: &Certificate, members: &[usize], symmetry: &Symmetry) -> Option<Exchange> {
    let actions: HashMap<i32, i32> = symmetry.actions.iter().map(|&[from, to]| (from, to)).collect();
    let action = |a: i32| if a == TAU { TAU } else { actions.get(&a).copied().unwrap_or(a) };
    let mut sources: Vec<i32> = symmetry.actions.iter().map(|pair| pair[0]).collect();
    let mut targets: Vec<i32> = symmetry.actions.iter().map(|pair| pair[1]).collect();
    sources.sort_unstable();
    targets.sort_unstable();
    if sources != targets || !sources.is_sorted_by(|a, b| a < b) {
        return None;
    }
    let watched = *members.last()?;
    let mut taken = vec![false; members.len()];
    let mut places = Vec::new();
    for (place, &member) in members.iter().enumerate() {
        let moved = symmetry.moved.iter().find(|moved| moved.from == member);
        let to = moved.map_or(member, |moved| moved.to);
        let target = members.iter().position(|&other| other == to)?;
        if std::mem::replace(&mut taken[target], true) || member == watched && to != watched {
            return None;
        }
        let (here, there) = (&all.components[member].lts, &all.components[to].lts);
        let mut states: Vec<u32> = moved.map_or((0..here.states).collect(), |moved| moved.states.clone());
        if !is_onto(&states, there.states) || !agrees(here, there, &states, action) {
            return None;
        }
        if moved.is_some() {
            // π, which is the last state of a product.
            states.push(there.states);
            places.push((target, place, states));
        }
    }
    // Whoever is not a member must not be moved.
    let is_member = |component: usize| members.contains(&component);
    if !symmetry.moved.iter().all(|moved| is_member(moved.from)) {
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
    let state = |s: i32| if s == ERROR { ERROR } else { states[s as usize].cast_signed() };
    let mut alphabet: Vec<i32> = here.alphabet.iter().map(|&a| action(a)).collect();
    alphabet.sort_unstable();
    let triple = |&[from, a, to]: &[i32; 3]| [state(from), action(a), state(to)];
    alphabet == there.alphabet
        && state(here.initial) == there.initial
        && here.triples().len() == there.triples().len()
        // The map is one to one, so the images are all there are.
        && here.triples().iter().all(|t| there.triples().binary_search(&triple(t)).is_ok())
}
