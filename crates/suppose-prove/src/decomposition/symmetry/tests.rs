//! Symmetries against brute force, and those of systems whose groups are known.

use std::collections::BTreeSet;

use suppose_base::{ActionId, Budget, StateId};
use suppose_lts::check::Question;
use suppose_lts::reduce::strong;
use suppose_lts::{Lts, Role, System};
use suppose_testing::alike::orders;

use super::*;
use crate::test_support::{PI, component, lts_of, system_of};

type Edge = (usize, u32, usize);

fn random(state: &mut u64, bound: u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ mixed >> 31) % bound
}

const ACTIONS: usize = 4;

/// A system of components over four actions, many of which are others with renamed actions.
fn random_system(seed: u64) -> System {
    let mut state = seed;
    let mut edges = |states: usize, errors: bool| -> Vec<Edge> {
        let mut edges = Vec::new();
        for _ in 0..=random(&mut state, 4) {
            let target = random(&mut state, states as u64 + u64::from(errors)) as usize;
            let target = if target == states { PI } else { target };
            let action = random(&mut state, ACTIONS as u64 + 1) as u32;
            edges.push((random(&mut state, states as u64) as usize, action, target));
        }
        edges
    };
    let shape: Vec<Edge> = edges(2, false);
    let other: Vec<Edge> = edges(3, false);
    let property: Vec<Edge> = edges(2, true);
    let names = orders(ACTIONS);
    let mut parts = Vec::new();
    for number in 0..2 + random(&mut state, 3) {
        let renaming = &names[random(&mut state, names.len() as u64) as usize];
        let renamed =
            |&(s, a, t): &Edge| (s, if a == 0 { 0 } else { renaming[a as usize - 1] as u32 + 1 }, t);
        let (states, shape) = if random(&mut state, 4) == 0 { (3, &other) } else { (2, &shape) };
        let edges: Vec<Edge> = shape.iter().map(renamed).collect();
        parts.push(component(&format!("C{number}"), Role::Component, lts_of(states, &edges, &[])));
    }
    parts.push(component("P", Role::Property, lts_of(2, &property, &[])));
    system_of(parts)
}

/// Whether an LTS with renamed actions is another one, under some numbering of states.
fn is_renamed(lts: &Lts, other: &Lts, renaming: &[usize]) -> bool {
    let letter =
        |a: ActionId| if a.is_tau() { a } else { ActionId::from_raw(renaming[a.index() - 1] as u32 + 1) };
    let alphabet: BTreeSet<ActionId> = lts.alphabet().iter().map(|&a| letter(a)).collect();
    if lts.num_states() != other.num_states() || alphabet != other.alphabet().iter().copied().collect() {
        return false;
    }
    let there: BTreeSet<(StateId, ActionId, StateId)> =
        other.all_transitions().map(|(s, t)| (s, t.action, t.target)).collect();
    orders(lts.num_states()).into_iter().any(|order| {
        let place = |s: StateId| if s.is_error() { s } else { StateId::must(order[s.index()]) };
        let here: BTreeSet<(StateId, ActionId, StateId)> =
            lts.all_transitions().map(|(s, t)| (place(s), letter(t.action), place(t.target))).collect();
        place(lts.initial()) == other.initial() && here == there
    })
}

/// All permutations of components that some bijection of actions makes a symmetry, from the definition.
fn brute_force(system: &System) -> BTreeSet<Vec<usize>> {
    let budget = Budget::unlimited();
    let reduced: Vec<Lts> =
        system.components.iter().map(|c| strong(&c.lts, &budget).expect("no limit").lts).collect();
    let watched = reduced.len() - 1;
    let renamings = orders(ACTIONS);
    let is_symmetry = |order: &Vec<usize>| {
        renamings.iter().any(|renaming| {
            is_renamed(&reduced[watched], &reduced[watched], renaming)
                && (0..watched).all(|i| is_renamed(&reduced[i], &reduced[order[i]], renaming))
        })
    };
    orders(watched).into_iter().filter(is_symmetry).collect()
}

/// All permutations that some generate.
fn generated(units: usize, generators: &[Vec<usize>]) -> BTreeSet<Vec<usize>> {
    let identity: Vec<usize> = (0..units).collect();
    let mut all = BTreeSet::from([identity.clone()]);
    let mut pending = vec![identity];
    while let Some(one) = pending.pop() {
        for generator in generators {
            let both: Vec<usize> = one.iter().map(|&unit| generator[unit]).collect();
            if all.insert(both.clone()) {
                pending.push(both);
            }
        }
    }
    all
}

fn found(system: &System) -> Symmetries {
    let task = Task::new(system, Question::Safe(system.components.len() - 1)).expect("a question of safety");
    symmetries(&task, &Units::single(&task), &Budget::unlimited()).expect("no limit")
}

#[test]
fn brute_force_finds_the_same() {
    let mut symmetric = 0;
    for seed in 0..1500 {
        let system = random_system(seed);
        let expected = brute_force(&system);
        let found = found(&system);
        assert!(found.is_complete, "seed {seed}");
        let units = system.components.len() - 1;
        assert_eq!(generated(units, &found.generators), expected, "seed {seed}");
        symmetric += usize::from(expected.len() > 1);
    }
    assert!(symmetric > 300, "only {symmetric} systems had symmetries");
}

/// Components in a ring, each of which hands over to the next, and a property about the first action.
fn ring(stations: u32, watched: &[u32]) -> System {
    let station = |i: u32| lts_of(2, &[(0, i + 1, 1), (1, (i + 1) % stations + 1, 0)], &[]);
    let named = |i: u32| component(&format!("S{i}"), Role::Component, station(i));
    let mut parts: Vec<_> = (0..stations).map(named).collect();
    let loops: Vec<Edge> = watched.iter().map(|&a| (0, a, 0)).collect();
    parts.push(component("P", Role::Property, lts_of(1, &loops, &[])));
    system_of(parts)
}

#[test]
fn a_ring_turns_unless_the_property_tells_its_stations_apart() {
    // Stations differ from their mirror images, so there are turns only.
    let all: Vec<u32> = (1..=6).collect();
    assert_eq!(generated(6, &found(&ring(6, &all)).generators).len(), 6);
    assert_eq!(generated(6, &found(&ring(6, &[])).generators).len(), 6);
    assert_eq!(generated(6, &found(&ring(6, &[1, 4])).generators).len(), 2);
    assert!(found(&ring(6, &[1])).generators.is_empty());
}

/// A server and clients that have an action each.
#[test]
fn clients_are_equal_and_the_server_is_not() {
    let clients = 5;
    let server: Vec<Edge> = (1..=clients).map(|a| (0, a, 0)).collect();
    let mut parts = vec![component("Server", Role::Component, lts_of(1, &server, &[]))];
    let client = |i: u32| lts_of(2, &[(0, i, 1), (1, i + clients, 0)], &[]);
    parts.extend((1..=clients).map(|i| component(&format!("C{i}"), Role::Component, client(i))));
    parts.push(component("P", Role::Property, lts_of(1, &server, &[])));
    let system = system_of(parts);
    let all = generated(6, &found(&system).generators);
    assert_eq!(all.len(), 120);
    assert!(all.iter().all(|map| map[0] == 0));
    // Units of different kinds are never equal, and components that stay together move together.
    let task = Task::new(&system, Question::Safe(6)).expect("a question of safety");
    let mut units = Units::single(&task);
    units.kinds = vec![0, 1, 1, 2, 2, 2];
    let found = symmetries(&task, &units, &Budget::unlimited()).expect("no limit");
    assert_eq!(generated(6, &found.generators).len(), 2 * 6);
    let pairs = Units::new([vec![0], vec![1, 2], vec![3, 4], vec![5]], &task);
    let found = symmetries(&task, &pairs, &Budget::unlimited()).expect("no limit");
    assert_eq!(generated(4, &found.generators), BTreeSet::from([vec![0, 1, 2, 3], vec![0, 2, 1, 3]]));
}

#[test]
fn a_system_with_priorities_has_no_symmetries_that_are_known() {
    let mut system = ring(3, &[]);
    let actions = vec![ActionId::from_raw(1)];
    system.priority = Some(suppose_lts::Priority { actions, listed_are_low: true, exempt: Vec::new() });
    assert_eq!(found(&system), Symmetries::default());
}
