//! Families of systems with many components.

use suppose_base::{Budget, Verdict};
use suppose_lts::check::Question;
use suppose_lts::{Component, Role};

use super::super::refine;
use super::{member, naive};
use crate::outcome::Outcome;
use crate::task::Task;
use crate::test_support::{PI, component, lts_of, system_of, word};

/// `n` stations pass a token round and use it: station i takes it by action 2i + 1, uses it by 2i + 2, and
/// passes it on by the next one's first action. Station 0 has it in the beginning.
fn ring(n: usize) -> Vec<Component> {
    let take = |i: usize| 2 * (i % n) as u32 + 1;
    let station = |i: usize| {
        let edges = [(0, take(i), 1), (1, take(i) + 1, 1), (1, take(i + 1), 0)];
        // The same, but holding the token.
        let first = [(1, take(i), 0), (0, take(i) + 1, 0), (0, take(i + 1), 1)];
        member(2, if i == 0 { &first } else { &edges })
    };
    (0..n).map(station).collect()
}

/// A server and `n` clients: client i asks by 3i + 1, works by 3i + 2, gives back by 3i + 3, and silently
/// rests in between. The server lets them in one by one, but would take something back from anybody at any
/// time when it is idle, without a change.
fn clients(n: usize) -> Vec<Component> {
    let first = |i: usize| 3 * i as u32 + 1;
    let client = |i: usize| {
        member(4, &[(0, first(i), 1), (1, first(i) + 1, 2), (2, first(i) + 2, 3), (3, 0, 0), (0, 0, 3)])
    };
    let mut edges = Vec::new();
    for i in 0..n {
        edges.push((0, first(i), i + 1));
        edges.push((i + 1, first(i) + 2, 0));
        edges.push((0, first(i) + 2, 0));
    }
    let mut all: Vec<Component> = (0..n).map(client).collect();
    all.push(member(n + 1, &edges));
    all
}

/// The answer about a property of these components; `small` ones are checked against the definitions.
fn answer(mut components: Vec<Component>, property: Component, small: bool) -> Outcome {
    components.push(property);
    let system = system_of(components);
    let task = Task::new(&system, Question::Safe(system.components.len() - 1)).expect("a question of safety");
    let outcome = refine(&task, &Budget::unlimited());
    if small {
        assert_eq!(naive::check_outcome(&system, &task, &outcome), Ok(()));
    }
    outcome
}

#[test]
fn a_ring_passes_one_token() {
    // Station 1 does not use the token after it was passed on and before it comes again: takes are 3 and 5,
    // use is 4.
    let property = |n: usize| {
        let edges = [(0, 3, 1), (0, 4, PI), (0, 5, PI), (1, 3, PI), (1, 4, 1), (1, 5, 0)];
        assert!(n > 2);
        component("P", Role::Property, lts_of(2, &edges, &[]))
    };
    let outcome = answer(ring(4), property(4), true);
    assert!(outcome.verdict.holds());
    let outcome = answer(ring(30), property(30), false);
    assert!(outcome.verdict.holds());
    assert!(outcome.findings.proof.is_some());
    assert_eq!(
        outcome.findings.notes,
        ["refined with clusters of up to 2 of 31 components; 3 of 96 transitions never happen"]
    );
}

#[test]
fn a_ring_never_has_two_tokens() {
    // After station 1 has used the token, station 2 does not use it before it was passed on. As far as any
    // few neighbours know, there might be a second token on its way round.
    let edges = [(0, 4, 1), (0, 5, 0), (0, 6, 0), (1, 4, 1), (1, 5, 0), (1, 6, PI)];
    let property = || component("P", Role::Property, lts_of(2, &edges, &[]));
    let outcome = answer(ring(4), property(), true);
    assert!(outcome.verdict.holds());
    let outcome = answer(ring(30), property(), false);
    assert!(outcome.verdict.holds());
    assert!(outcome.findings.proof.is_some());
    assert_eq!(outcome.findings.notes, ["searched the whole product; connected components: 31"]);
    assert!(outcome.findings.effort.max_states < 1000);
}

#[test]
fn a_server_is_kept_from_harm_by_its_clients() {
    // Nobody gives back what nobody has. The server alone does not guarantee it: each client has a share in
    // it.
    let property = |n: usize| {
        let mut edges = Vec::new();
        for i in 0..n {
            let first = 3 * i as u32 + 1;
            edges.extend([(0, first, 1), (1, first, 1), (0, first + 2, PI), (1, first + 2, 0)]);
        }
        component("P", Role::Property, lts_of(2, &edges, &[]))
    };
    let outcome = answer(clients(3), property(3), true);
    assert!(outcome.verdict.holds());
    assert!(outcome.findings.proof.is_some());
    let outcome = answer(clients(30), property(30), false);
    assert!(outcome.verdict.holds());
    assert_eq!(
        outcome.findings.notes[0],
        "refined with clusters of up to 3 of 32 components; 90 of 360 transitions never happen"
    );
    // All clients together have more than 2^30 states, and no single cluster knows all about the server. So
    // it takes all of them.
    let restriction = outcome.findings.proof.and_then(|proof| proof.restriction).expect("there is one");
    assert_eq!(restriction.clusters.len(), 30);
    assert_eq!(outcome.findings.notes.len(), 1);
}

#[test]
fn a_violation_in_a_large_family() {
    // Client 1 works in the end, after it has asked.
    let property = component("P", Role::Property, lts_of(1, &[(0, 5, PI)], &[]));
    let outcome = answer(clients(30), property, false);
    assert_eq!(outcome.verdict, Verdict::Violated(word(&[4, 5])));
    assert!(outcome.findings.effort.max_states < 100);
}
