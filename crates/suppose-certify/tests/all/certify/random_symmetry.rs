//! Random systems of equal components, a component that speaks with all of them, and a watched one that does
//! too; with true symmetries, many of them damaged. The checker must accept exactly those that the twin finds
//! to be symmetries of what it finds to hold, and search as few states as there are classes of states.

#![expect(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "the numbers are small")]

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use suppose_certify::Outcome;
use suppose_testing::Random;

use crate::certify::build::{certificate, checked, component, lts, sealed};
use crate::certify::twin::{self, Plain};

const NAMES: [&str; 7] = ["a0", "a1", "a2", "b0", "b1", "b2", "c"];
const COMMON: i32 = 6;
/// How many equal ones there are.
const EQUALS: usize = 3;

/// All orders of the equals.
const ORDERS: [[usize; EQUALS]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// An action after the equals change their places.
fn renamed(action: i32, order: &[usize]) -> i32 {
    match action {
        -1 | COMMON => action,
        _ => action / 3 * 3 + order[action as usize % 3] as i32,
    }
}

/// States with a number that is one of the equals' follow those without.
const PLAIN: i32 = 2;

fn moved_state(state: i32, order: &[usize]) -> i32 {
    if state < PLAIN { state } else { PLAIN + order[(state - PLAIN) as usize] as i32 }
}

/// One of the equals, the first, with errors and τ.
fn template(random: &mut Random) -> (i32, Vec<[i32; 3]>) {
    let states = 1 + random.below(3);
    let mut triples = BTreeSet::new();
    while triples.len() < 2 || random.chance(70) {
        let action = *random.pick(&[0, 0, 3, 3, COMMON, -1]);
        let target = if random.chance(8) { -1 } else { random.below(states) };
        triples.insert([random.below(states), action, target]);
    }
    (states, triples.into_iter().collect())
}

/// Somebody who speaks with all and treats them alike.
fn server(random: &mut Random) -> Vec<[i32; 3]> {
    let mut triples = BTreeSet::new();
    let states = PLAIN + EQUALS as i32;
    while triples.len() < 8 || random.chance(80) {
        let action = if random.chance(5) { -1 } else { random.below(7) };
        let target = if random.chance(5) { -1 } else { random.below(states) };
        let triple = [random.below(states), action, target];
        triples.extend(ORDERS.map(|order| image(&triple, &order)));
    }
    triples.into_iter().collect()
}

fn image([from, action, to]: &[i32; 3], order: &[usize]) -> [i32; 3] {
    [moved_state(*from, order), renamed(*action, order), moved_state(*to, order)]
}

/// A property that treats all alike: for the first state and action of each class a target that is the image
/// of itself whenever these two are, and its images.
fn property(random: &mut Random) -> Vec<[i32; 3]> {
    let mut triples: BTreeMap<(i32, i32), i32> = BTreeMap::new();
    for from in 0..PLAIN + EQUALS as i32 {
        for action in 0..=COMMON {
            while !triples.contains_key(&(from, action)) {
                let target = if random.chance(25) { -1 } else { random.below(PLAIN + EQUALS as i32) };
                let images = ORDERS.map(|order| image(&[from, action, target], &order));
                let own = images.iter().filter(|t| (t[0], t[1]) == (from, action));
                if own.into_iter().all(|t| t[2] == target) {
                    triples.extend(images.map(|[from, action, to]| ((from, action), to)));
                }
            }
        }
    }
    triples.into_iter().map(|((from, action), to)| [from, action, to]).collect()
}

/// The same LTS with its states in another order; the initial one is where 0 goes.
fn shuffled(triples: &[[i32; 3]], states: &[i32], alphabet: &[i32]) -> Value {
    let state = |s: i32| if s == -1 { -1 } else { states[s as usize] };
    let triples: Vec<[i32; 3]> = triples.iter().map(|&[s, a, t]| [state(s), a, state(t)]).collect();
    lts(states.len() as u32, states[0], alphabet, &triples)
}

fn order_of(random: &mut Random, count: i32) -> Vec<i32> {
    let mut order: Vec<i32> = (0..count).collect();
    for place in (1..order.len()).rev() {
        order.swap(place, random.below(place + 1));
    }
    order
}

/// A certificate with some of the symmetries that it has by its making; the watched component is the last.
fn subject(random: &mut Random) -> Value {
    let (count, triples) = template(random);
    let mut components = Vec::new();
    // For each of the equals, the server and the watched one: its place and the numbers of its states.
    let mut numbers: Vec<Vec<i32>> = Vec::new();
    for number in 0..EQUALS {
        let order = [number, (number + 1) % 3, (number + 2) % 3];
        let states = order_of(random, count);
        let renamed: Vec<[i32; 3]> = triples.iter().map(|&[s, a, t]| [s, renamed(a, &order), t]).collect();
        let (a, b) = (number as i32, number as i32 + 3);
        let equal = shuffled(&renamed, &states, &[a, b, COMMON]);
        components.push(component(&format!("M{number}"), "component", &equal));
        numbers.push(states);
    }
    let all: Vec<i32> = (0..=COMMON).collect();
    for (name, triples) in [("S", server(random)), ("W", property(random))] {
        let states = order_of(random, PLAIN + EQUALS as i32);
        let role = if name == "W" { "property" } else { "component" };
        components.push(component(name, role, &shuffled(&triples, &states, &all)));
        numbers.push(states);
    }
    let every = random.chance(50);
    let symmetries: Vec<Value> = ORDERS
        .iter()
        .filter(|_| every || random.chance(40))
        .map(|order| {
            let actions: Vec<[i32; 2]> = (0..COMMON).map(|a| [a, renamed(a, order)]).collect();
            let equal = |from: usize| {
                let mut states = vec![0; count as usize];
                (0..count as usize).for_each(|s| states[numbers[from][s] as usize] = numbers[order[from]][s]);
                json!({"from": from, "to": order[from], "states": states})
            };
            let speaks = |place: usize| {
                let mut states = vec![0; numbers[place].len()];
                for (state, &number) in numbers[place].iter().enumerate() {
                    states[number as usize] = numbers[place][moved_state(state as i32, order) as usize];
                }
                json!({"from": place, "to": place, "states": states})
            };
            let moved: Vec<Value> = (0..EQUALS).map(equal).chain((EQUALS..EQUALS + 2).map(speaks)).collect();
            json!({"actions": actions, "moved": moved})
        })
        .collect();
    let proof =
        json!({"rule": "chain", "parts": [[0, 1, 2, 3]], "assumptions": [], "symmetries": symmetries});
    let result = json!({"watched": EQUALS + 1, "verdict": "holds", "proof": proof});
    certificate(&NAMES, &components, &[result])
}

/// Changes something small: what a symmetry does, or a step of a component.
fn damage(random: &mut Random, subject: &mut Value) {
    let symmetries = subject["results"][0]["proof"]["symmetries"].as_array_mut().unwrap();
    if symmetries.is_empty() || random.chance(40) {
        let place = random.below(EQUALS + 1);
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
            let to = moved[one]["to"].take();
            moved[one]["to"] = moved[two]["to"].take();
            moved[two]["to"] = to.clone();
            if one == two {
                moved[one]["to"] = to;
            }
        }
        _ => {
            let states = symmetry["moved"][random.below(EQUALS + 2)]["states"].as_array_mut().unwrap();
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
        let mut subject = subject(random);
        let damaged = random.chance(50);
        if damaged {
            damage(random, &mut subject);
        }
        let subject = sealed(&subject);
        let (watched, proof) = (EQUALS + 1, &subject["results"][0]["proof"]);
        let members = [0, 1, 2, 3, watched];
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
                let whole = !damaged && symmetries.len() == ORDERS.len();
                assert!(!whole || states == least, "seed {seed}: {states} {subject}");
                smaller += usize::from(states < most);
            }
            Outcome::Rejected(_) => assert!(!symmetric || !proved, "seed {seed}: {subject}"),
            other => panic!("seed {seed}: {other:?} for {subject}"),
        }
    }
    assert!(counts.as_flattened().iter().all(|&count| count > 300) && smaller > 300, "{counts:?} {smaller}");
}
