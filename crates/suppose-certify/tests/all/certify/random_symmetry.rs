//! Random systems that are symmetric by their making, with true symmetries, many of them damaged. The checker
//! must accept exactly those that the twin finds to be symmetries of what it finds to hold, and search as few
//! states as there are classes of states.

#![expect(clippy::cast_possible_wrap, reason = "the numbers are small")]

use serde_json::{Value, json};
use suppose_certify::Outcome;
use suppose_testing::Random;
use suppose_testing::alike::{Alike, Exchange, Lts};

use crate::certify::build::{certificate, checked, component, lts, sealed};
use crate::certify::twin::{self, Plain};

const NAMES: [&str; 7] = ["a0", "a1", "a2", "b0", "b1", "b2", "c"];
const EQUALS: usize = 3;

fn written(from: &Lts) -> Value {
    let number = |number: Option<usize>| number.map_or(-1, |number| number as i32);
    let steps: Vec<[i32; 3]> = from.steps.iter().map(|&(s, a, t)| [s as i32, number(a), number(t)]).collect();
    let alphabet: Vec<i32> = from.alphabet.iter().map(|&a| a as i32).collect();
    lts(from.states as u32, from.initial as i32, &alphabet, &steps)
}

/// A certificate with some of the symmetries that it has by its making, and whether these are all; the watched
/// component is the last.
fn subject(random: &mut Random) -> (Value, bool) {
    let made = Alike::random(random, EQUALS, true);
    let numbered = made.components.iter().enumerate();
    let mut components: Vec<Value> =
        numbered.map(|(n, lts)| component(&format!("M{n}"), "component", &written(lts))).collect();
    let watched = components.len();
    components.push(component("W", "property", &written(&made.observer)));
    let every = random.chance(50);
    let symmetry = |order: &Vec<usize>| {
        let Exchange { actions, components } = made.exchange(order);
        let moved = |(from, (to, states)): (usize, (usize, Vec<usize>))| json!({"from": from, "to": to, "states": states});
        let actions: Vec<(usize, usize)> = actions.into_iter().enumerate().collect();
        let moved: Vec<Value> = components.into_iter().enumerate().map(moved).collect();
        json!({"actions": actions, "moved": moved})
    };
    let symmetries: Vec<Value> =
        made.orders.iter().filter(|_| every || random.chance(40)).map(symmetry).collect();
    let part: Vec<usize> = (0..watched).collect();
    let proof = json!({"rule": "chain", "parts": [part], "assumptions": [], "symmetries": symmetries});
    let result = json!({"watched": watched, "verdict": "holds", "proof": proof});
    (certificate(&NAMES, &components, &[result]), every)
}

/// Changes something small: what a symmetry does, or a step of a component.
fn damage(random: &mut Random, subject: &mut Value) {
    let symmetries = subject["results"][0]["proof"]["symmetries"].as_array_mut().unwrap();
    if symmetries.is_empty() || random.chance(40) {
        let place = random.below(subject["components"].as_array().unwrap().len() - 1);
        let lts = &mut subject["components"][place]["lts"];
        let states = lts["states"].as_i64().unwrap();
        let steps = lts["transitions"].as_array_mut().unwrap();
        let step = random.below(steps.len() / 3);
        steps[3 * step + 2] = json!(random.below(states + 1) - 1);
        let mut triples: Vec<[i64; 3]> =
            twin::numbers(&lts["transitions"]).chunks(3).map(|t| [t[0], t[1], t[2]]).collect();
        triples.sort_unstable();
        triples.dedup();
        lts["transitions"] = json!(triples.concat());
        return;
    }
    let symmetry = random.below(symmetries.len());
    let symmetry = &mut symmetries[symmetry];
    match random.below(4) {
        0 => {
            let pairs = symmetry["actions"].as_array_mut().unwrap();
            let pair = random.below(pairs.len());
            pairs[pair][1] = json!(random.below(7));
        }
        1 => {
            let moved = symmetry["moved"].as_array_mut().unwrap();
            drop(moved.remove(random.below(moved.len())));
        }
        2 => {
            let moved = symmetry["moved"].as_array_mut().unwrap();
            let (one, two) = (random.below(EQUALS), random.below(EQUALS));
            let [first, second] = [one, two].map(|place| moved[place]["to"].clone());
            moved[one]["to"] = second;
            moved[two]["to"] = first;
        }
        _ => {
            let moved = symmetry["moved"].as_array_mut().unwrap();
            let place = random.below(moved.len());
            let states = moved[place]["states"].as_array_mut().unwrap();
            let (one, two) = (random.below(states.len()), random.below(states.len()));
            states.swap(one, two);
        }
    }
}

/// How many classes the states have, when maps and their repetitions make one of another.
fn classes(subject: &Value, members: &[usize], symmetries: &[Value]) -> usize {
    let all = twin::components(subject);
    let ltss: Vec<Plain> = members.iter().map(|&c| all[c].clone()).collect();
    let reached = twin::reach(&ltss);
    let mut left = reached;
    let mut count = 0;
    while let Some(first) = left.pop_first() {
        count += 1;
        let mut pending = vec![first];
        while let Some(state) = pending.pop() {
            for symmetry in symmetries {
                let image = twin::image(members, symmetry, &state);
                if left.remove(&image) {
                    pending.push(image);
                }
            }
        }
    }
    count
}

#[test]
fn symmetries_are_accepted_exactly_when_they_are_some() {
    // True symmetries and others: how many were accepted and rejected.
    let (mut counts, mut smaller) = ([[0; 2]; 2], 0);
    for seed in 0..6000 {
        let random = &mut Random::new(seed + 3_000_000);
        let (mut subject, every) = subject(random);
        let damaged = random.chance(50);
        if damaged {
            damage(random, &mut subject);
        }
        let subject = sealed(&subject);
        let proof = &subject["results"][0]["proof"];
        let members: Vec<usize> = (0..subject["components"].as_array().unwrap().len()).collect();
        let watched = members.len() - 1;
        let symmetries = proof["symmetries"].as_array().unwrap();
        let symmetric = symmetries.iter().all(|s| twin::is_symmetry(&subject, &members, s));
        let proved = twin::proved(&subject, watched, proof);
        let outcome = checked(&subject);
        counts[usize::from(symmetric)][usize::from(proved)] += 1;
        match outcome {
            Outcome::Accepted(results) => {
                assert!(symmetric && proved, "seed {seed}: {subject}");
                assert!(!twin::violated(&subject, watched), "seed {seed} is unsound: {subject}");
                let (least, most) =
                    (classes(&subject, &members, symmetries), classes(&subject, &members, &[]));
                let states = results[0].states;
                assert!((least..=most).contains(&states), "seed {seed}: {states} {subject}");
                // With a whole group no smaller image is missed.
                assert!(damaged || !every || states == least, "seed {seed}: {states} {subject}");
                smaller += usize::from(states < most);
            }
            Outcome::Rejected(_) => assert!(!symmetric || !proved, "seed {seed}: {subject}"),
            other => panic!("seed {seed}: {other:?} for {subject}"),
        }
    }
    assert!(counts.as_flattened().iter().all(|&count| count > 300) && smaller > 300, "{counts:?} {smaller}");
}
