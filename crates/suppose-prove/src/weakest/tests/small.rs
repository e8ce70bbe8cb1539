//! Components to try: all small ones, and random ones.

use suppose_base::ActionId;
use suppose_lts::Lts;
use suppose_testing::Random;

use crate::test_support::{PI, lts_of};

/// All LTSs with two states, the actions 1, 2 and τ, and no end.
pub(super) fn components() -> impl Iterator<Item = Lts> {
    let places: Vec<(usize, u32, usize)> =
        (0..2).flat_map(|s| (0..3).flat_map(move |a| (0..2).map(move |t| (s, a, t)))).collect();
    (0..1u32 << places.len()).map(move |bits| {
        let edges: Vec<_> =
            places.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, &e)| e).collect();
        lts_of(2, &edges, &[1, 2])
    })
}

/// Some error LTSs, each with an interface.
pub(super) fn properties() -> [(Lts, &'static [u32]); 4] {
    let turns = lts_of(2, &[(0, 1, 1), (0, 2, PI), (1, 2, 0), (1, 1, PI)], &[]);
    [
        (turns.clone(), &[1, 2]),
        (turns, &[1]),
        (lts_of(2, &[(0, 1, 1), (1, 1, PI)], &[]), &[2]),
        // 3 is the property's own: no 2 between 3 and 1.
        (lts_of(2, &[(0, 1, 0), (0, 2, 0), (0, 3, 1), (1, 1, 0), (1, 2, PI), (1, 3, 1)], &[]), &[1, 2, 3]),
    ]
}

/// The numbers of actions.
pub(super) fn numbers(actions: &[ActionId]) -> Vec<u32> {
    actions.iter().map(|a| a.raw()).collect()
}

/// An LTS with some of the actions from 1 to 5.
fn lts(random: &mut Random, alphabet: &[u32], states: usize, edges: usize) -> Lts {
    let edges: Vec<_> = (0..edges)
        .map(|_| {
            let place = random.below(alphabet.len() + 1);
            let action = if place == 0 { 0 } else { alphabet[place - 1] };
            (random.below(states), action, random.below(states))
        })
        .collect();
    lts_of(states, &edges, alphabet)
}

fn subset(random: &mut Random, of: &[u32]) -> Vec<u32> {
    of.iter().copied().filter(|_| random.below(3) > 0).collect()
}

/// One or two components, the error LTS of a property, and an interface.
pub(super) fn random(seed: u64) -> (Vec<Lts>, Lts, Vec<u32>) {
    let mut random = Random::new(seed);
    let all = [1, 2, 3, 4, 5];
    let count = 1 + random.below(2);
    let components: Vec<Lts> = (0..count)
        .map(|_| {
            let alphabet = subset(&mut random, &all);
            let states = 1 + random.below(3);
            let edges = 3 + random.below(9);
            lts(&mut random, &alphabet, states, edges)
        })
        .collect();
    let watched = [1 + random.below(3u32), 4];
    let states = 1 + random.below(2);
    let mut edges = Vec::new();
    for s in 0..states {
        for a in watched {
            edges.push((s, a, if random.below(3) == 0 { PI } else { random.below(states) }));
        }
    }
    let property = lts_of(states, &edges, &[]);
    let known = |a: &u32| {
        let action = ActionId::from_raw(*a);
        property.has_action(action) || components.iter().any(|c| c.has_action(action))
    };
    let mut sigma: Vec<u32> = subset(&mut random, &all);
    sigma.retain(known);
    sigma.truncate(3);
    (components, property, sigma)
}

/// An environment with this interface and an action of its own.
pub(super) fn random_environment(seed: u64, sigma: &[u32]) -> Lts {
    let mut random = Random::new(seed ^ 0xabcd_ef01);
    let alphabet: Vec<u32> = sigma.iter().copied().chain([9]).collect();
    lts(&mut random, &alphabet, 3, 7)
}
