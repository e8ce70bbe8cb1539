//! The naive twin: what is true of a certificate, from the definitions, by explicit products over sets of
//! tuples. Shares no code with the crate; reads the certificate as plain JSON.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// An LTS as plain lists. The state −1 is π, the action −1 is τ.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    pub(crate) initial: i64,
    pub(crate) alphabet: BTreeSet<i64>,
    pub(crate) transitions: Vec<(i64, i64, i64)>,
}

pub(crate) fn numbers(list: &Value) -> Vec<i64> {
    list.as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect()
}

fn places(list: &Value) -> Vec<usize> {
    numbers(list).into_iter().map(|n| usize::try_from(n).unwrap()).collect()
}

pub(crate) fn plain(lts: &Value) -> Plain {
    let transitions = numbers(&lts["transitions"]).chunks(3).map(|t| (t[0], t[1], t[2])).collect();
    let alphabet = numbers(&lts["alphabet"]).into_iter().collect();
    Plain { initial: lts["initial"].as_i64().unwrap(), alphabet, transitions }
}

/// The steps of a product from one tuple: who moves by which transition.
fn steps(members: &[Plain], at: &[i64]) -> Vec<Vec<Option<usize>>> {
    let mut found = Vec::new();
    let moves = |m: usize, action: i64| {
        let all = members[m].transitions.iter().enumerate();
        all.filter(move |(_, t)| t.0 == at[m] && t.1 == action)
            .map(|(place, _)| Some(place))
            .collect::<Vec<_>>()
    };
    for m in 0..members.len() {
        for place in moves(m, -1) {
            let mut step = vec![None; members.len()];
            step[m] = place;
            found.push(step);
        }
    }
    for action in members.iter().flat_map(|m| m.alphabet.iter().copied()).collect::<BTreeSet<_>>() {
        let mut partial: Vec<Vec<Option<usize>>> = vec![Vec::new()];
        for (m, member) in members.iter().enumerate() {
            let options = if member.alphabet.contains(&action) { moves(m, action) } else { vec![None] };
            partial = partial
                .iter()
                .flat_map(|p| options.iter().map(|o| p.iter().copied().chain([*o]).collect()))
                .collect();
        }
        found.extend(partial);
    }
    found
}

/// The moves from a tuple: action and target.
pub(crate) fn moves(members: &[Plain], at: &[i64]) -> impl Iterator<Item = (i64, Vec<i64>)> {
    steps(members, at).into_iter().map(|step| {
        let taken = |m: usize| step[m].map(|place| members[m].transitions[place]);
        let action = (0..members.len()).find_map(taken).map_or(-1, |t| t.1);
        (action, (0..members.len()).map(|m| taken(m).map_or(at[m], |t| t.2)).collect())
    })
}

/// All tuples that can be reached. Nothing moves when a member is in π.
pub(crate) fn reach(members: &[Plain]) -> BTreeSet<Vec<i64>> {
    let mut todo = vec![members.iter().map(|m| m.initial).collect::<Vec<_>>()];
    let mut seen: BTreeSet<Vec<i64>> = todo.iter().cloned().collect();
    while let Some(at) = todo.pop() {
        if at.contains(&-1) {
            continue;
        }
        for (_, to) in moves(members, &at) {
            if seen.insert(to.clone()) {
                todo.push(to);
            }
        }
    }
    seen
}

/// Missing actions lead to `reject`.
fn completed(lts: &Plain, states: i64, reject: i64) -> Plain {
    let mut all = lts.clone();
    for state in 0..states {
        for &action in &lts.alphabet {
            if !lts.transitions.iter().any(|t| (t.0, t.1) == (state, action)) {
                all.transitions.push((state, action, reject));
            }
        }
    }
    all
}

pub(crate) fn components(certificate: &Value) -> Vec<Plain> {
    certificate["components"].as_array().unwrap().iter().map(|c| plain(&c["lts"])).collect()
}

/// The places of the components that a claim on `watched` is about.
pub(crate) fn concerned(certificate: &Value, watched: usize) -> Vec<usize> {
    let all = certificate["components"].as_array().unwrap();
    (0..all.len()).filter(|&c| c == watched || all[c]["role"] == "component").collect()
}

/// Whether the watched component can reach π in the whole system.
pub(crate) fn violated(certificate: &Value, watched: usize) -> bool {
    let (all, places) = (components(certificate), concerned(certificate, watched));
    let members: Vec<Plain> = places.iter().map(|&c| all[c].clone()).collect();
    let own = places.iter().position(|&c| c == watched).unwrap();
    reach(&members).iter().any(|at| at[own] == -1)
}

/// Whether every claim of the certificate is true.
pub(crate) fn true_claims(certificate: &Value) -> bool {
    certificate["results"].as_array().unwrap().iter().all(|result| {
        let watched = usize::try_from(result["watched"].as_u64().unwrap()).unwrap();
        violated(certificate, watched) == (result["verdict"] == "violated")
    })
}

/// The components with kept transitions only, if the clusters refute the others one after the other.
fn restricted(certificate: &Value, restriction: &Value) -> Option<Vec<Plain>> {
    let all = components(certificate);
    let kept = |c: usize, place: usize| {
        let kept = &restriction["kept"][c];
        kept.is_null() || places(kept).contains(&place)
    };
    let mut reduced = all.clone();
    for (c, lts) in reduced.iter_mut().enumerate() {
        let numbered = lts.transitions.iter().enumerate();
        lts.transitions = numbered.filter(|(place, _)| kept(c, *place)).map(|(_, t)| *t).collect();
    }
    let mut open: BTreeSet<(usize, usize)> = (0..all.len())
        .flat_map(|c| (0..all[c].transitions.len()).map(move |place| (c, place)))
        .filter(|&(c, place)| !kept(c, place))
        .collect();
    for cluster in restriction["clusters"].as_array().unwrap().iter().map(places) {
        let original: Vec<Plain> = cluster.iter().map(|&c| all[c].clone()).collect();
        let small: Vec<Plain> = cluster.iter().map(|&c| reduced[c].clone()).collect();
        let mut seen = BTreeSet::new();
        for at in reach(&small).iter().filter(|at| !at.contains(&-1)) {
            for step in steps(&original, at) {
                let taken: Vec<(usize, usize)> =
                    cluster.iter().zip(step).filter_map(|(&c, place)| Some((c, place?))).collect();
                if taken.iter().all(|&(c, place)| kept(c, place) || open.contains(&(c, place))) {
                    seen.extend(taken);
                }
            }
        }
        open.retain(|t| !cluster.contains(&t.0) || seen.contains(t));
    }
    open.is_empty().then_some(reduced)
}

/// Whether the premises of a proof hold, one by one, by their definitions.
pub(crate) fn proved(certificate: &Value, watched: usize, proof: &Value) -> bool {
    let all = match proof.get("restricted") {
        Some(number) => {
            match restricted(certificate, &certificate["restrictions"][number.as_u64().unwrap() as usize]) {
                Some(all) => all,
                None => return false,
            }
        }
        None => components(certificate),
    };
    let assumptions = proof["assumptions"].as_array().unwrap();
    let states = |a: usize| assumptions[a]["states"].as_i64().unwrap();
    let mut parts: Vec<Vec<usize>> = proof["parts"].as_array().unwrap().iter().map(places).collect();
    let chain = proof["rule"] == "chain";
    if chain && parts.is_empty() {
        parts.push(Vec::new());
    }
    for (i, part) in parts.iter().enumerate() {
        let mut members: Vec<Plain> = part.iter().map(|&c| all[c].clone()).collect();
        members.extend(assumptions.get(i).map(plain));
        let right = if chain && i > 0 {
            completed(&plain(&assumptions[i - 1]), states(i - 1), -1)
        } else {
            all[watched].clone()
        };
        members.push(right);
        if reach(&members).iter().any(|at| at[members.len() - 1] == -1) {
            return false;
        }
    }
    if !chain {
        let mut members = Vec::new();
        for (a, assumption) in assumptions.iter().enumerate() {
            // The rejected state is one more, which takes every action.
            let mut lts = completed(&plain(assumption), states(a), states(a));
            lts.transitions.extend(lts.alphabet.iter().map(|&action| (states(a), action, states(a))));
            members.push(lts);
        }
        members.push(all[watched].clone());
        let last = assumptions.len();
        let rejected = |at: &Vec<i64>| (0..last).all(|a| at[a] == states(a));
        return !reach(&members).iter().any(|at| at[last] == -1 && rejected(at));
    }
    true
}

/// A symmetry: the actions that change, and the components, each with where it goes and where its states do.
struct Images {
    actions: BTreeMap<i64, i64>,
    moved: BTreeMap<usize, (usize, Vec<i64>)>,
}

impl Images {
    fn new(symmetry: &Value) -> Self {
        let list = |name: &str| symmetry[name].as_array().unwrap();
        let place = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
        let moved = |m: &Value| (place(&m["from"]), (place(&m["to"]), numbers(&m["states"])));
        Self {
            actions: list("actions").iter().map(numbers).map(|pair| (pair[0], pair[1])).collect(),
            moved: list("moved").iter().map(moved).collect(),
        }
    }

    fn of_action(&self, action: i64) -> i64 {
        self.actions.get(&action).copied().unwrap_or(action)
    }

    fn of_component(&self, component: usize) -> usize {
        self.moved.get(&component).map_or(component, |(to, _)| *to)
    }

    fn of_state(&self, component: usize, state: i64) -> i64 {
        let moved = |(_, states): &(usize, Vec<i64>)| usize::try_from(state).map_or(-1, |s| states[s]);
        self.moved.get(&component).map_or(state, moved)
    }
}

/// The state of a product that a symmetry makes of one.
pub(crate) fn image(members: &[usize], symmetry: &Value, at: &[i64]) -> Vec<i64> {
    let images = Images::new(symmetry);
    let place = |component: usize| members.iter().position(|&m| m == component).unwrap();
    let mut image = at.to_vec();
    for (&member, &state) in members.iter().zip(at) {
        image[place(images.of_component(member))] = images.of_state(member, state);
    }
    image
}

/// Whether a map of some components, of which the last one is watched, is a symmetry of them.
pub(crate) fn is_symmetry(certificate: &Value, members: &[usize], symmetry: &Value) -> bool {
    let (all, images) = (components(certificate), Images::new(symmetry));
    let is_kept = |&member: &usize| {
        let to = images.of_component(member);
        let count = |c: usize| certificate["components"][c]["lts"]["states"].as_i64().unwrap();
        let state = |s: i64| images.of_state(member, s);
        let (here, there) = (&all[member], &all[to]);
        let alphabet: BTreeSet<i64> = here.alphabet.iter().map(|&a| images.of_action(a)).collect();
        let steps: BTreeSet<(i64, i64, i64)> =
            here.transitions.iter().map(|&(s, a, t)| (state(s), images.of_action(a), state(t))).collect();
        count(member) == count(to)
            && (0..count(member)).map(state).collect::<BTreeSet<_>>() == (0..count(to)).collect()
            && alphabet == there.alphabet
            && state(here.initial) == there.initial
            && steps == there.transitions.iter().copied().collect()
    };
    let actions = 0..i64::try_from(certificate["actions"].as_array().unwrap().len()).unwrap();
    let reached: BTreeSet<i64> = actions.clone().map(|a| images.of_action(a)).collect();
    let places: BTreeSet<usize> = members.iter().map(|&c| images.of_component(c)).collect();
    reached == actions.collect()
        && places == members.iter().copied().collect()
        && members.last().is_some_and(|&watched| images.of_component(watched) == watched)
        && members.iter().all(is_kept)
}
