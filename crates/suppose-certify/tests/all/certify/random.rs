//! Random small systems and random proofs. The checker must accept a proof exactly when the twin finds all
//! its premises true, and then the claim must be true of the whole system. Where a rule is complete, the
//! right proof is accepted.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use suppose_testing::Random;

use crate::certify::build::{accepted, certificate, component, lts, sealed};
use crate::certify::twin::{self, Plain};

fn alphabet(random: &mut Random) -> Vec<i32> {
    (0..3).filter(|_| random.chance(60)).collect()
}

/// A component: nondeterministic, with τ, and with π when `error` holds.
fn random_component(random: &mut Random, error: bool) -> Value {
    let (states, alphabet) = (1 + random.below(3), alphabet(random));
    let mut triples = BTreeSet::new();
    for source in 0..states {
        for &action in alphabet.iter().chain(&[-1]) {
            let wanted = if action == -1 { 20 } else { 55 };
            while random.chance(wanted) {
                let target = if error && random.chance(15) { -1 } else { random.below(states) };
                triples.insert([source, action, target]);
            }
        }
    }
    let initial = if error && random.chance(2) { -1 } else { 0 };
    declared(initial, &alphabet, &triples.into_iter().collect::<Vec<_>>())
}

/// A property, or with `gaps` an assumption.
fn random_observer(random: &mut Random, gaps: bool) -> Value {
    let (states, alphabet) = (1 + random.below(3), alphabet(random));
    let mut triples = Vec::new();
    for source in 0..states {
        for &action in &alphabet {
            let error = random.chance(if gaps { 15 } else { 25 });
            if !(error && gaps) {
                triples.push([source, action, if error { -1 } else { random.below(states) }]);
            }
        }
    }
    declared(0, &alphabet, &triples)
}

const ACTIONS: &[&str] = &["a", "b", "c"];

/// With the states that occur.
fn declared(initial: i32, alphabet: &[i32], triples: &[[i32; 3]]) -> Value {
    let states = triples.iter().map(|t| t[0].max(t[2]) + 1).max().unwrap_or(1);
    lts(states.cast_unsigned(), initial, alphabet, triples)
}

fn system(random: &mut Random) -> Value {
    let mut components = Vec::new();
    for number in 0..=random.below(3) {
        let error = random.chance(30);
        components.push(component(&format!("M{number}"), "component", &random_component(random, error)));
    }
    for number in 0..=random.below(2) {
        let place = random.below(components.len() + 1);
        components
            .insert(place, component(&format!("P{number}"), "property", &random_observer(random, false)));
    }
    certificate(ACTIONS, &components, &[])
}

/// A component to watch: mostly a property.
fn watched(random: &mut Random, system: &Value) -> usize {
    let components = system["components"].as_array().unwrap();
    loop {
        let place = random.below(components.len());
        if components[place]["role"] == "property" || random.chance(30) {
            return place;
        }
    }
}

fn some(random: &mut Random, of: &[usize], percent: usize) -> Vec<usize> {
    of.iter().copied().filter(|_| random.chance(percent)).collect()
}

/// The transitions kept are those that happen in the whole system, with some noise.
fn restriction(random: &mut Random, system: &Value, watched: usize) -> Value {
    let (all, concerned) = (twin::components(system), twin::concerned(system, watched));
    let members: Vec<Plain> = concerned.iter().map(|&c| all[c].clone()).collect();
    let reached = twin::reach(&members);
    let mut kept = vec![Value::Null; all.len()];
    for (m, &c) in concerned.iter().enumerate() {
        if random.chance(10) {
            continue;
        }
        let noise = if random.chance(80) { 0 } else { 30 };
        let mut places = Vec::new();
        for (place, t) in members[m].transitions.iter().enumerate() {
            let happens = reached.iter().any(|at| {
                let able = |o: &Plain, state: i64| {
                    !o.alphabet.contains(&t.1) || o.transitions.iter().any(|u| (u.0, u.1) == (state, t.1))
                };
                !at.contains(&-1) && at[m] == t.0 && members.iter().zip(at).all(|(o, &state)| able(o, state))
            });
            if happens != random.chance(noise) {
                places.push(place);
            }
        }
        kept[c] = json!(places);
    }
    let percent = 30 + random.below(71);
    let clusters: Vec<Vec<usize>> =
        (0..=random.below(4)).map(|_| some(random, &concerned, percent)).collect();
    json!({"clusters": clusters, "kept": kept})
}

fn proof(random: &mut Random, system: &Value, watched: usize) -> Value {
    let roles = |c: usize| &system["components"][c]["role"];
    let count = system["components"].as_array().unwrap().len();
    let free: Vec<usize> = (0..count).filter(|&c| c != watched && roles(c) == "component").collect();
    let symmetric = roles(watched) == "property" && random.chance(40);
    let parts: Vec<Vec<usize>> = (0..random.below(4)).map(|_| some(random, &free, 70)).collect();
    let assumed = if symmetric { parts.len() } else { parts.len().saturating_sub(1) };
    let assumptions: Vec<Value> = (0..assumed).map(|_| random_observer(random, true)).collect();
    let rule = if symmetric { "symmetric" } else { "chain" };
    let mut proof = json!({"rule": rule, "parts": parts, "assumptions": assumptions});
    if random.chance(40) {
        proof["restricted"] = json!(0);
    }
    proof
}

#[test]
fn a_random_proof_is_accepted_exactly_when_its_premises_hold() {
    // Rules (chain, symmetric), without and with a restriction: how many were accepted and rejected.
    let mut counts = [[[0; 2]; 2]; 2];
    for seed in 0..12_000 {
        let random = &mut Random::new(seed);
        let mut subject = system(random);
        let watched = watched(random, &subject);
        let proof = proof(random, &subject, watched);
        subject["results"] = json!([{"watched": watched, "verdict": "holds", "proof": proof}]);
        if proof.get("restricted").is_some() {
            subject["restrictions"] = json!([restriction(random, &subject, watched)]);
        }
        let subject = sealed(&subject);
        let verdict = accepted(&subject);
        assert_eq!(verdict, twin::proved(&subject, watched, &proof), "seed {seed}: {subject}");
        assert!(!verdict || !twin::violated(&subject, watched), "seed {seed} is unsound: {subject}");
        let (rule, kind) = (proof["rule"] == "symmetric", proof.get("restricted").is_some());
        counts[usize::from(rule)][usize::from(kind)][usize::from(verdict)] += 1;
    }
    assert!(counts.as_flattened().iter().flatten().all(|&count| count > 150), "{counts:?}");
}

/// The weakest assumption under which `part` does not take `watched` to π, over all actions, or nothing if
/// there is none. By subsets: a word is bad when some run of both over it reaches π.
fn weakest(part: &Plain, watched: &Plain) -> Option<Value> {
    let step = |from: &BTreeSet<(i64, i64)>, action: i64| {
        let mut to = BTreeSet::new();
        for &(p, w) in from.iter().filter(|(p, w)| *p != -1 && *w != -1) {
            let options = |lts: &Plain, state: i64| {
                let targets = lts.transitions.iter().filter(|t| (t.0, t.1) == (state, action)).map(|t| t.2);
                if lts.alphabet.contains(&action) { targets.collect() } else { vec![state] }
            };
            for q in options(part, p) {
                to.extend(options(watched, w).into_iter().map(|v| (q, v)));
            }
        }
        to
    };
    let closed = |mut set: BTreeSet<(i64, i64)>| loop {
        let mut more = set.clone();
        for &(p, w) in set.iter().filter(|(p, w)| *p != -1 && *w != -1) {
            let silent = |lts: &Plain, state: i64| {
                lts.transitions
                    .iter()
                    .filter(move |t| (t.0, t.1) == (state, -1))
                    .map(|t| t.2)
                    .collect::<Vec<_>>()
            };
            more.extend(silent(part, p).into_iter().map(|q| (q, w)));
            more.extend(silent(watched, w).into_iter().map(|v| (p, v)));
        }
        if more == set {
            return set;
        }
        set = more;
    };
    let bad = |set: &BTreeSet<(i64, i64)>| set.iter().any(|(_, w)| *w == -1);
    let mut states = vec![closed(BTreeSet::from([(part.initial, watched.initial)]))];
    if bad(&states[0]) {
        return None;
    }
    let (mut triples, mut next) = (Vec::new(), 0);
    while next < states.len() {
        for action in 0..3_usize {
            let to = closed(step(&states[next], i64::try_from(action).unwrap()));
            if !bad(&to) {
                let place = states.iter().position(|known| *known == to).unwrap_or(states.len());
                if place == states.len() {
                    states.push(to);
                }
                triples.push([next, action, place].map(|n| i32::try_from(n).unwrap()));
            }
        }
        next += 1;
    }
    Some(lts(states.len() as u32, 0, &[0, 1, 2], &triples))
}

#[test]
fn the_weakest_assumption_proves_whatever_holds() {
    let (mut holding, mut failing) = (0, 0);
    for seed in 0..4000 {
        let random = &mut Random::new(seed + 1_000_000);
        let lts: Vec<Value> =
            vec![random_component(random, seed % 3 == 0), random_component(random, seed % 5 == 0)];
        let property =
            if random.chance(70) { random_observer(random, false) } else { random_component(random, true) };
        let components = vec![
            component("M0", "component", &lts[0]),
            component("M1", "component", &lts[1]),
            component("W", "component", &property),
        ];
        let mut subject = certificate(ACTIONS, &components, &[]);
        let Some(assumption) = weakest(&twin::plain(&lts[0]), &twin::plain(&property)) else { continue };
        let proof = json!({"rule": "chain", "parts": [[0], [1]], "assumptions": [assumption]});
        subject["results"] = json!([{"watched": 2, "verdict": "holds", "proof": proof}]);
        let holds = !twin::violated(&subject, 2);
        assert_eq!(accepted(&sealed(&subject)), holds, "seed {seed}: {subject}");
        *(if holds { &mut holding } else { &mut failing }) += 1;
    }
    assert!(holding > 500 && failing > 500, "{holding} {failing}");
}

#[test]
fn a_random_walk_is_accepted_exactly_when_it_ends_in_the_error_state() {
    let (mut ended, mut others) = (0, 0);
    for seed in 0..4000 {
        let random = &mut Random::new(seed + 2_000_000);
        let mut subject = system(random);
        let watched = watched(random, &subject);
        let (all, places) = (twin::components(&subject), twin::concerned(&subject, watched));
        let members: Vec<Plain> = places.iter().map(|&c| all[c].clone()).collect();
        let mut at: Vec<i64> = members.iter().map(|m| m.initial).collect();
        let mut walk = Vec::new();
        while !at.contains(&-1) && walk.len() < 12 {
            let Some((action, to)) = twin::moves(&members, &at).nth(random.below(4)) else { break };
            walk.push(json!({"action": action, "states": to}));
            at = to;
        }
        subject["results"] =
            json!([{"watched": watched, "verdict": "violated", "searched": places, "witness": walk}]);
        let own = places.iter().position(|&c| c == watched).unwrap();
        assert_eq!(accepted(&sealed(&subject)), at[own] == -1, "seed {seed}: {subject}");
        *(if at[own] == -1 { &mut ended } else { &mut others }) += 1;
    }
    assert!(ended > 300 && others > 300, "{ended} {others}");
}
