//! Literals worked out by hand, and a naive twin from the definitions.

mod naive;
mod random;

use std::collections::BTreeSet;

use suppose_base::{ActionId, Budget, Poll, StateId, StopReason, Verdict};
use suppose_lts::check::{Effort, Question};
use suppose_lts::{Lts, Role, System};
use suppose_testing::Random;

use super::{Group, Row, symmetry};
use crate::refine::{Found, shortest};
use crate::task::Task;
use crate::test_support::{PI, component, lts_of, system_of, word};
use naive::{Full, Tuple};

/// Clients of a lock. Each wants to enter, enters and leaves; one that wants to may fail.
const CLIENTS: usize = 3;

const fn want(client: usize) -> u32 {
    client as u32 + 1
}

const fn enter(client: usize) -> u32 {
    (CLIENTS + client) as u32 + 1
}

const fn leave(client: usize) -> u32 {
    (2 * CLIENTS + client) as u32 + 1
}

fn client(number: usize, fails: bool) -> Lts {
    let cycle = [(0, want(number), 1), (1, enter(number), 2), (2, leave(number), 0)];
    let failure: &[(usize, u32, usize)] = if fails { &[(1, 0, PI)] } else { &[] };
    lts_of(3, &[&cycle[..], failure].concat(), &[])
}

/// Who is inside, from 1; 0 is nobody. In a property it is an error that a second one enters.
fn inside(is_property: bool) -> Lts {
    let mut edges = Vec::new();
    for client in 0..CLIENTS {
        edges.extend([(0, enter(client), client + 1), (client + 1, leave(client), 0)]);
        edges.extend((0..CLIENTS).filter(|_| is_property).map(|other| (client + 1, enter(other), PI)));
    }
    lts_of(CLIENTS + 1, &edges, &[])
}

fn clients(fail: bool) -> System {
    let mut all: Vec<_> =
        (0..CLIENTS).map(|n| component(&format!("C{n}"), Role::Component, client(n, fail))).collect();
    all.push(component("Lock", Role::Component, inside(false)));
    all.push(component("P", Role::Component, inside(true)));
    system_of(all)
}

/// The number of states of a search up to the symmetries that are found, and of one without them; nothing when
/// π is reached.
fn states_searched(task: &Task<'_>, members: &[usize]) -> Option<[u64; 2]> {
    let budget = Budget::unlimited();
    let group = Group::of(task, members, &budget).expect("no limit");
    let search = |group: Option<&Group>| {
        let mut effort = Effort::default();
        let found = shortest(task, members, group, 1 << 20, &mut effort, &budget).expect("no limit");
        (found == Found::Nothing).then_some(effort.max_states)
    };
    Some([search(Some(&group))?, search(None)?])
}

#[test]
fn clients_can_be_exchanged() {
    let system = clients(false);
    let task = Task::new(&system, Question::Safe(4)).expect("safety");
    let members = [0, 1, 2, 3, 4];
    let group = Group::of(&task, &members, &Budget::unlimited()).expect("no limit");
    // The exchanges of two clients, with the states of the lock and the watched one.
    let found = group.into_symmetries();
    assert_eq!(found.len(), 3);
    for symmetry in &found {
        assert_eq!((symmetry.actions.len(), symmetry.components.len()), (6, 4));
    }
    // Nobody is inside and 0 to 3 clients want to enter, or one is inside and 0 to 2 want to; without symmetry
    // each of them does or does not.
    assert_eq!(states_searched(&task, &members), Some([4 + 3, 8 + 3 * 4]));
    // One has failed, and each of the two others wants to enter or not, or one is inside and the other does.
    let failing = clients(true);
    let task = Task::new(&failing, Question::Safe(4)).expect("safety");
    assert_eq!(states_searched(&task, &members), Some([7 + 3 + 2, 20 + 3 * (4 + 2 * 2)]));
}

#[test]
fn values_in_a_list_can_be_exchanged() {
    // Three places in a row, each empty or with one of three values, which move on one by one.
    let values = 3;
    let cell = |place: u32| {
        let action = |step: u32, value: usize| step * values as u32 + value as u32 + 1;
        let edges: Vec<_> = (0..values)
            .flat_map(|v| [(0, action(place, v), v + 1), (v + 1, action(place + 1, v), 0)])
            .collect();
        component("Cell", Role::Component, lts_of(values + 1, &edges, &[]))
    };
    let out: Vec<_> = (0..values as u32).map(|v| (0, 9 + v + 1, 0)).collect();
    let watched = component("P", Role::Property, lts_of(1, &out, &[]));
    let system = system_of(vec![cell(0), cell(1), cell(2), watched]);
    let task = Task::new(&system, Question::Safe(3)).expect("safety");
    // Each place has something or not, and which of the values are the same counts: for none to three places
    // with values there are 1, 1, 2 and 5 ways.
    assert_eq!(states_searched(&task, &[0, 1, 2, 3]), Some([1 + 3 + 3 * 2 + 5, 64]));
}

#[test]
fn a_queue_of_different_values_is_as_good_as_its_length() {
    // All lists without repetition of three names: they join at the end and leave at the front.
    let mut lists: Vec<Vec<usize>> = vec![Vec::new()];
    for length in 0..3 {
        let longer = |list: &Vec<usize>| {
            let list = list.clone();
            (0..3).filter(|name| !list.contains(name)).map(|n| [&list[..], &[n]].concat()).collect::<Vec<_>>()
        };
        lists.extend(lists.iter().filter(|list| list.len() == length).flat_map(longer).collect::<Vec<_>>());
    }
    let place = |list: &[usize]| lists.iter().position(|other| other == list).expect("all are there");
    let mut edges = Vec::new();
    for list in &lists {
        for name in (0..3).filter(|name| !list.contains(name)) {
            edges.push((place(list), name as u32 + 1, place(&[&list[..], &[name]].concat())));
        }
        edges.extend(list.first().map(|&name| (place(list), name as u32 + 4, place(&list[1..]))));
    }
    let queue = component("Queue", Role::Component, lts_of(lists.len(), &edges, &[]));
    let watched = component("P", Role::Property, lts_of(1, &[(0, 4, 0), (0, 5, 0), (0, 6, 0)], &[]));
    let system = system_of(vec![queue, watched]);
    let task = Task::new(&system, Question::Safe(1)).expect("safety");
    assert_eq!(states_searched(&task, &[0, 1]), Some([4, 16]));
}

#[test]
fn nothing_is_exchanged_where_nothing_is_alike() {
    // A row: 2 comes after 1, and 3 after 2.
    let row = |a: u32| component("M", Role::Component, lts_of(2, &[(0, a, 1), (1, a + 1, 0)], &[]));
    let watched =
        component("P", Role::Property, lts_of(2, &[(0, 1, 1), (1, 3, 1), (1, 1, 1), (0, 3, PI)], &[]));
    let system = system_of(vec![row(1), row(2), watched]);
    let task = Task::new(&system, Question::Safe(2)).expect("safety");
    assert_eq!(Group::of(&task, &[0, 1, 2], &Budget::unlimited()).expect("no limit").len(), 0);
    let outcome = symmetry(&task, &Budget::unlimited());
    assert!(outcome.verdict.holds());
    assert!(outcome.findings.proof.expect("there is one").symmetries.is_empty());
}

#[test]
fn the_watched_component_is_like_no_other() {
    // Three equals, none of which can fail.
    let equal = |a: u32| lts_of(2, &[(0, a, 1), (1, a + 1, 0)], &[]);
    let system = system_of(vec![
        component("One", Role::Component, equal(1)),
        component("Two", Role::Component, equal(3)),
        component("Three", Role::Component, equal(5)),
    ]);
    let task = Task::new(&system, Question::Safe(1)).expect("safety");
    let found = Group::of(&task, &[0, 1, 2], &Budget::unlimited()).expect("no limit").into_symmetries();
    let [exchange] = &found[..] else { panic!("{found:?}") };
    assert_eq!(exchange.components, [(0, 2, vec![0, 1]), (2, 0, vec![0, 1])]);
}

#[test]
fn a_trace_is_told_with_the_names_that_it_has() {
    // Of two clients the one that came first must not come again before the other one; both come twice. What is
    // found up to symmetry begins with either of them.
    let twice = |a: u32| component("C", Role::Component, lts_of(3, &[(0, a, 1), (1, a, 2)], &[]));
    let turns = lts_of(3, &[(0, 1, 1), (0, 2, 2), (1, 2, 0), (2, 1, 0), (1, 1, PI), (2, 2, PI)], &[]);
    let system = system_of(vec![twice(1), twice(2), component("P", Role::Property, turns)]);
    let task = Task::new(&system, Question::Safe(2)).expect("safety");
    let Verdict::Violated(trace) = symmetry(&task, &Budget::unlimited()).verdict else {
        panic!("one client is enough for a violation")
    };
    assert!([word(&[1, 1]), word(&[2, 2])].contains(&trace), "{trace:?}");
}

#[test]
fn stopping_early_is_no_answer() {
    let system = clients(false);
    let task = Task::new(&system, Question::Safe(4)).expect("safety");
    let verdict = |budget: Budget| symmetry(&task, &budget).verdict;
    assert_eq!(verdict(Budget::unlimited()), Verdict::Holds);
    let few = verdict(Budget::unlimited().with_max_states(1));
    assert_eq!(few, Verdict::Inconclusive(StopReason::States(1)));
    for point in [Poll::Explore, Poll::Compare] {
        let tripped = verdict(Budget::unlimited().tripping_at(point));
        assert_eq!(tripped, Verdict::Inconclusive(StopReason::Interrupted), "{point:?}");
    }
}

/// Random systems with the watched component.
fn systems(count: u64) -> impl Iterator<Item = (u64, System, usize)> {
    (0..count).map(|seed| {
        let random = &mut Random::new(seed);
        let (system, watched) = match seed % 4 {
            0 => random::renamed(random),
            1 => random::symmetric(random, 3),
            _ => random::symmetric(random, 2),
        };
        (seed, system, watched)
    })
}

/// All that takes part, or some of it.
fn members(random: &mut Random, task: &Task<'_>) -> Vec<usize> {
    let all = task.searched().into_iter();
    if random.chance(60) {
        return all.collect();
    }
    all.filter(|&member| member == task.watched() || random.chance(70)).collect()
}

#[test]
fn what_is_found_is_a_symmetry_and_little_is_missed() {
    let (mut found, mut missed, mut unknown) = (0, 0, 0);
    for (seed, system, watched) in systems(1200) {
        let task = Task::new(&system, Question::Safe(watched)).expect("safety");
        let members = members(&mut Random::new(seed), &task);
        let group = Group::of(&task, &members, &Budget::unlimited()).expect("no limit");
        let full: Vec<Full> = group.into_symmetries().iter().map(|s| Full::of(&task, &members, s)).collect();
        for one in &full {
            assert!(naive::is_symmetry(&task, &members, one), "seed {seed}: {one:?}\n{system:#?}");
        }
        found += full.len();
        // All orders of three equals' actions are too many to try.
        if seed % 4 == 1 || seed % 3 != 0 {
            continue;
        }
        let all = naive::all_symmetries(&task, &members);
        assert!(full.iter().all(|one| all.contains(one)), "seed {seed}: {full:?}\n{system:#?}");
        // Actions that some symmetry exchanges, and that those found do not take to each other.
        for action in task.alphabet(&members) {
            let orbit = |by: &[Full]| {
                let mut orbit = BTreeSet::from([action]);
                let mut pending = vec![action];
                while let Some(action) = pending.pop() {
                    pending.extend(by.iter().map(|s| s.of_action(action)).filter(|&a| orbit.insert(a)));
                }
                orbit
            };
            if orbit(&full).len() < orbit(&all).len() {
                missed += 1;
            } else {
                unknown += usize::from(orbit(&all).len() > 1);
            }
        }
    }
    assert!(found > 600 && unknown > 400 && missed < unknown / 20, "{found} {unknown} {missed}");
}

#[test]
fn one_tuple_of_each_class_is_searched() {
    let (mut fewer, mut exact) = (0, 0);
    for (seed, system, watched) in systems(2000) {
        let task = Task::new(&system, Question::Safe(watched)).expect("safety");
        let members = members(&mut Random::new(seed), &task);
        if task.lts(watched).initial().is_error() {
            continue;
        }
        let group = Group::of(&task, &members, &Budget::unlimited()).expect("no limit");
        let (reached, fails) = naive::reach(&task, &members);
        let searched = states_searched(&task, &members);
        assert_eq!(searched.is_none(), fails, "seed {seed}\n{system:#?}");
        let Some([states, all]) = searched.map(|both| both.map(|n| n as usize)) else { continue };
        assert_eq!(all, reached.len(), "seed {seed}\n{system:#?}");
        let smallest: BTreeSet<Tuple> = reached
            .iter()
            .map(|tuple| {
                let mut tuple: Vec<u32> = tuple.iter().map(|s| s.raw()).collect();
                group.normalise(&mut tuple, |_| {});
                tuple.into_iter().map(StateId::from_raw).collect()
            })
            .collect();
        let full: Vec<Full> = group.into_symmetries().iter().map(|s| Full::of(&task, &members, s)).collect();
        let classes = naive::count_classes(&members, &full, &reached);
        assert!((classes..=smallest.len()).contains(&states), "seed {seed}: {classes} {states}\n{system:#?}");
        assert!(smallest.is_subset(&reached), "seed {seed}\n{system:#?}");
        fewer += usize::from(states < all);
        exact += usize::from(states < all && states == classes);
    }
    // A ring of three turns by one. If that makes a tuple larger, turning it by two is not tried.
    assert!(fewer > 150 && exact > fewer * 8 / 10, "{fewer} {exact}");
}

#[test]
fn the_answer_is_that_of_brute_force() {
    let (mut holds, mut violated, mut symmetric, mut turned) = (0, 0, 0, 0);
    for (seed, system, watched) in systems(3000) {
        let task = Task::new(&system, Question::Safe(watched)).expect("safety");
        let outcome = symmetry(&task, &Budget::unlimited());
        let expected = naive::is_violated(&system, watched);
        match outcome.verdict {
            Verdict::Holds => {
                assert!(!expected, "seed {seed}\n{system:#?}");
                let proof = outcome.findings.proof.expect("what holds has a proof");
                let [part] = &proof.parts[..] else { panic!("one part") };
                let mut members = part.clone();
                members.insert(part.partition_point(|&m| m < watched), watched);
                assert!(!naive::reach(&task, &members).1, "seed {seed}\n{system:#?}");
                for one in &proof.symmetries {
                    let full = Full::of(&task, &members, one);
                    assert!(naive::is_symmetry(&task, &members, &full), "seed {seed}: {one:?}\n{system:#?}");
                }
                holds += 1;
                symmetric += usize::from(!proof.symmetries.is_empty());
            }
            Verdict::Violated(trace) => {
                assert!(expected, "seed {seed}\n{system:#?}");
                let replayed = naive::is_violated_by(&system, watched, &trace);
                assert!(replayed, "seed {seed}: {trace:?}\n{system:#?}");
                assert!(trace.iter().all(|a| *a != ActionId::TAU));
                violated += 1;
                turned += usize::from(trace.len() > 2);
            }
            Verdict::Inconclusive(reason) => panic!("seed {seed}: {reason}\n{system:#?}"),
        }
    }
    assert!(holds > 500 && violated > 500, "{holds} {violated}");
    assert!(symmetric > 200 && turned > 100, "{symmetric} {turned}");
}

#[test]
fn a_row_is_told_by_the_names_of_its_cells() {
    let row = Row::of(["table.1.2", "table.1.13"].into_iter());
    assert!(["table.1.7", "table.1.20"].into_iter().all(|name| row.has(name)));
    assert!(!["table.2.7", "table.1", "table.1.2.3", "list.1.7"].into_iter().any(|name| row.has(name)));
    // A column is one as well, and so is all that differs in a name only.
    let column = Row::of(["table.1.2", "table.7.2"].into_iter());
    assert!(column.has("table.3.2") && !column.has("table.3.1"));
    let names = Row::of(["left", "right"].into_iter());
    assert!(names.has("middle") && !names.has("table.1"));
    // Names without a pattern are all in one row.
    let any = Row::of(["a.1", "b"].into_iter());
    assert!(any.has("c.1.2"));
}
