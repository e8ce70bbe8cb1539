//! All pairs of small components with all small properties.
//!
//! Components have up to two states and three transitions over two shared actions, one action of their own
//! and τ; properties up to two states over the shared actions. Systems that differ only by exchanging the two
//! shared actions, or the two components, are taken once: both orders of the components are among the ways.
//! `SUPPOSE_EVERY=1` takes all of them; otherwise a fixed sample is taken.

use suppose_base::{ActionId, StateId};
use suppose_lts::{Lts, LtsBuilder};

use crate::agreement::brute::violated;
use crate::agreement::generate::{small_components, small_properties, system};
use crate::agreement::ways::{Certified, agrees, ways};

/// Shared actions 1 and 2; 3 is the first component's own, 4 the second's.
#[test]
fn all_pairs_of_small_components_with_all_small_properties() {
    let lefts = small_components(&[1, 2, 3]);
    let rights = small_components(&[1, 2, 4]);
    let properties = small_properties([1, 2]);
    // What becomes of each of them when the shared actions change places.
    let turned = |all: &[Lts]| -> Vec<usize> {
        let place =
            |lts: &Lts| all.iter().position(|other| *other == exchanged(lts, [1, 2])).expect("all are there");
        all.iter().map(place).collect()
    };
    let (left_turned, right_turned, property_turned) = (turned(&lefts), turned(&rights), turned(&properties));
    assert!(lefts.iter().zip(&rights).all(|(left, right)| exchanged(left, [3, 4]) == *right));
    let every: usize = std::env::var("SUPPOSE_EVERY").map_or(40_009, |text| text.parse().expect("a number"));
    let mut chosen: Vec<[usize; 3]> = Vec::new();
    let mut all = 0;
    for (l, &left) in left_turned.iter().enumerate() {
        for (r, &right) in right_turned.iter().enumerate() {
            for (p, &property) in property_turned.iter().enumerate() {
                let turned = [left, right, property];
                // The lists of components are the same but for the name of their own action.
                let least = [[r, l, p], turned, [turned[1], turned[0], turned[2]]].into_iter().min();
                if least.is_some_and(|least| [l, r, p] <= least) {
                    all += 1;
                    if all % every == 0 {
                        chosen.push([l, r, p]);
                    }
                }
            }
        }
    }
    let ways = ways(&[0, 1]);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for piece in chosen.chunks(chosen.len().div_ceil(cores)) {
            let (ways, lefts, rights, properties) = (&ways, &lefts, &rights, &properties);
            scope.spawn(move || {
                for (number, &[l, r, p]) in piece.iter().enumerate() {
                    let system =
                        system(vec![lefts[l].clone(), rights[r].clone()], vec![properties[p].clone()]);
                    let truth = violated(&system, 2);
                    let certified = if number % 64 == 0 { Certified::Yes } else { Certified::No };
                    for way in ways {
                        agrees(&system, 2, truth, way, certified);
                    }
                }
            });
        }
    });
    let answers = chosen.len() * ways.len();
    println!(
        "{} x {} x {} systems are {all} without symmetric ones; {} of them in {} ways: {answers} answers \
            compared",
        lefts.len(),
        rights.len(),
        properties.len(),
        chosen.len(),
        ways.len()
    );
    // Counted by hand: see `small_components` and `small_properties`.
    assert_eq!((lefts.len(), rights.len(), properties.len()), (413, 413, 49));
}

/// The same LTS with two actions exchanged.
fn exchanged(lts: &Lts, [one, two]: [u32; 2]) -> Lts {
    let other = |a: ActionId| match a.raw() {
        raw if raw == one => ActionId::from_raw(two),
        raw if raw == two => ActionId::from_raw(one),
        _ => a,
    };
    let mut b = LtsBuilder::new(lts.num_states());
    for (s, t) in lts.all_transitions() {
        b.add(s, other(t.action), t.target);
    }
    b.extend_alphabet(lts.alphabet().iter().map(|&a| other(a)));
    b.set_initial(StateId::must(0));
    b.finish().expect("valid")
}
