//! Literals worked out by hand, and a naive twin from the definitions.

mod families;
mod naive;
mod twins;

use suppose_base::{Budget, Poll, StopReason, Verdict};
use suppose_lts::check::Question;
use suppose_lts::{Component, Role};

use super::refine;
use super::space::{Offers, Space};
use crate::outcome::Outcome;
use crate::run::realise;
use crate::task::Task;
use crate::test_support::{PI, component, lts_of, system_of, word};

/// A component; (source, action, target) triples.
fn member(states: usize, edges: &[(usize, u32, usize)]) -> Component {
    component("M", Role::Component, lts_of(states, edges, &[]))
}

/// The answer about the last component, with the work checked against the definitions.
fn answer(components: Vec<Component>) -> Outcome {
    let system = system_of(components);
    let watched = system.components.len() - 1;
    let task = Task::new(&system, Question::Safe(watched)).expect("a question of safety");
    let outcome = refine(&task, &Budget::unlimited());
    naive::check_outcome(&system, &task, &outcome).expect("the outcome is right");
    outcome
}

#[test]
fn a_neighbour_is_enough() {
    // The neighbour alternates 1 and 2, and the property wants just that. The third one is free and has 3 in
    // common with the first.
    let outcome = answer(vec![
        member(2, &[(0, 1, 1), (1, 2, 0), (1, 3, 1)]),
        member(2, &[(0, 3, 1), (1, 4, 0)]),
        component("P", Role::Property, lts_of(2, &[(0, 1, 1), (1, 2, 0), (0, 2, PI), (1, 1, PI)], &[])),
    ]);
    assert!(outcome.verdict.holds());
    let proof = outcome.findings.proof.expect("there is one");
    assert_eq!((proof.parts.len(), proof.assumptions.len()), (0, 0));
    let restriction = proof.restriction.expect("P alone can fail");
    // P keeps 1 in its first state and 2 in its second: rows are sorted by action, so those are the places 0
    // and 3.
    assert_eq!(restriction.kept, [vec![0, 1, 2], vec![0, 1], vec![0, 3]]);
    assert_eq!(restriction.clusters, [[0, 2]]);
    assert_eq!(
        outcome.findings.notes,
        ["refined with clusters of up to 2 of 3 components; 2 of 9 transitions never happen"]
    );
}

#[test]
fn the_dependence_between_two_neighbours_needs_three() {
    // Yao's figure 4.12: 4 comes before 1, because of 5, which the watched component does not know.
    let system = vec![
        member(3, &[(0, 5, 1), (1, 1, 2)]),
        member(3, &[(0, 4, 1), (1, 5, 2)]),
        // One more, so that three are not all.
        member(1, &[(0, 5, 0), (0, 6, 0)]),
        member(4, &[(0, 1, 1), (1, 4, PI), (0, 4, 2), (2, 1, 3)]),
    ];
    let outcome = answer(system);
    assert!(outcome.verdict.holds());
    assert_eq!(
        outcome.findings.notes,
        ["refined with clusters of up to 3 of 4 components; 2 of 10 transitions never happen"]
    );
    let restriction = outcome.findings.proof.and_then(|p| p.restriction).expect("there is one");
    assert_eq!(restriction.clusters, [[0, 1, 3]]);
    assert_eq!(restriction.kept[3], [1, 3]);
}

#[test]
fn only_the_whole_decides() {
    // 1, 2, 3, 4 come in this order. The watched component knows the first and the last, and each member just
    // two in a row.
    let outcome = answer(vec![
        member(3, &[(0, 1, 1), (1, 2, 2)]),
        member(3, &[(0, 2, 1), (1, 3, 2)]),
        member(3, &[(0, 3, 1), (1, 4, 2)]),
        member(4, &[(0, 1, 1), (0, 4, 2), (2, 1, PI), (1, 4, 3)]),
    ]);
    assert!(outcome.verdict.holds());
    assert_eq!(outcome.findings.notes, ["searched the whole product; connected components: 4"]);
    let proof = outcome.findings.proof.expect("there is one");
    assert_eq!(proof.parts, [[0, 1, 2]]);
    assert_eq!(proof.restriction, None);
}

#[test]
fn transitions_that_only_enable_each_other_do_not_happen() {
    // 1 waits for 2, 2 for 3, 3 for 4, 4 for 1, each in a component of its own. Every transition happens in
    // every product of three, in which what is outside is free, so deleting what they do not use would delete
    // nothing.
    let waits = |first, second| member(2, &[(0, first, 1), (1, second, 0)]);
    let outcome = answer(vec![
        waits(2, 1),
        waits(3, 2),
        waits(4, 3),
        waits(1, 4),
        component("P", Role::Property, lts_of(1, &[(0, 3, PI)], &[])),
    ]);
    assert!(outcome.verdict.holds());
    assert_eq!(
        outcome.findings.notes,
        ["refined with clusters of up to 3 of 5 components; 9 of 9 transitions never happen"]
    );
}

#[test]
fn a_violation_is_found_near_the_property_when_the_rest_follows() {
    let free = || member(2, &[(0, 2, 1), (1, 3, 0), (1, 0, 0)]);
    let outcome = answer(vec![
        member(2, &[(0, 1, 1), (1, 2, 0)]),
        free(),
        free(),
        component("P", Role::Property, lts_of(1, &[(0, 1, 0), (0, 2, PI)], &[])),
    ]);
    assert_eq!(outcome.verdict, Verdict::Violated(word(&[1, 2])));
    assert_eq!(outcome.findings.notes, ["found with 2 of 4 components"]);
}

#[test]
fn a_run_is_over_when_a_member_breaks() {
    // P fails by 2, which M allows only after it went to π itself.
    let system = system_of(vec![
        member(2, &[(0, 1, PI)]),
        member(2, &[(0, 1, 1), (1, 2, 0)]),
        component("P", Role::Property, lts_of(1, &[(0, 2, PI)], &[])),
    ]);
    let task = Task::new(&system, Question::Safe(2)).expect("a question of safety");
    let outcome = refine(&task, &Budget::unlimited());
    assert!(outcome.verdict.holds());
    assert_eq!(outcome.findings.proof.expect("there is one").parts, [[0, 1]]);
    // Going to π together is a violation.
    let system = system_of(vec![
        member(2, &[(0, 1, 1), (1, 2, PI)]),
        component("P", Role::Property, lts_of(1, &[(0, 2, PI)], &[])),
    ]);
    let task = Task::new(&system, Question::Safe(1)).expect("a question of safety");
    let outcome = refine(&task, &Budget::unlimited());
    assert_eq!(outcome.verdict, Verdict::Violated(word(&[1, 2])));
    assert!(realise(&system, 1, &word(&[1, 2])).is_ok());
}

#[test]
fn what_starts_in_the_error_state_is_decided() {
    let broken = || {
        let mut b = suppose_lts::LtsBuilder::new(1);
        b.set_initial(suppose_base::StateId::ERROR);
        component("B", Role::Component, b.finish().expect("valid"))
    };
    let fails = || component("P", Role::Property, lts_of(1, &[(0, 1, PI)], &[]));
    let verdict = |components: Vec<Component>, watched| {
        let system = system_of(components);
        let task = Task::new(&system, Question::Safe(watched)).expect("a question of safety");
        refine(&task, &Budget::unlimited()).verdict
    };
    assert_eq!(verdict(vec![broken(), fails()], 1), Verdict::Holds);
    assert_eq!(verdict(vec![broken(), member(1, &[(0, 1, 0)])], 0), Verdict::Violated(Vec::new()));
    assert_eq!(verdict(vec![fails()], 0), Verdict::Violated(word(&[1])));
    assert_eq!(
        verdict(vec![component("P", Role::Property, lts_of(1, &[(0, 1, 0)], &[]))], 0),
        Verdict::Holds
    );
}

#[test]
fn strangers_are_left_out() {
    let outcome = answer(vec![
        member(2, &[(0, 1, 1), (1, 2, 0)]),
        member(2, &[(0, 7, 1), (1, 8, 0)]),
        component("P", Role::Property, lts_of(2, &[(0, 1, 1), (0, 2, PI), (1, 1, PI), (1, 2, 0)], &[])),
    ]);
    assert!(outcome.verdict.holds());
    assert_eq!(
        outcome.findings.notes,
        [
            "components left out, since nothing connects them with the watched one: 1",
            "searched the whole product; connected components: 2"
        ]
    );
    assert_eq!(outcome.findings.effort.max_states, 2);
}

#[test]
fn stopping_early_is_no_answer() {
    let count = |a| member(50, &(0..49).map(|s| (s, a, s + 1)).collect::<Vec<_>>());
    let fails = lts_of(2, &[(0, 1, 0), (0, 2, 0), (0, 3, 1), (1, 1, 1), (1, 2, 1), (1, 3, PI)], &[]);
    let third =
        lts_of(3, &[(0, 1, 1), (0, 2, 0), (1, 2, 2), (2, 3, 2), (1, 1, 1), (2, 1, 2), (2, 2, 2)], &[]);
    let system = system_of(vec![
        count(1),
        count(2),
        component("M", Role::Component, third),
        component("P", Role::Property, fails),
    ]);
    let task = Task::new(&system, Question::Safe(3)).expect("a question of safety");
    let verdict = |budget| refine(&task, &budget).verdict;
    let tripped = verdict(Budget::unlimited().tripping_at(Poll::Explore));
    assert_eq!(tripped, Verdict::Inconclusive(StopReason::Interrupted));
    let few = verdict(Budget::unlimited().with_max_states(3));
    assert_eq!(few, Verdict::Inconclusive(StopReason::States(3)));
    assert_eq!(verdict(Budget::unlimited()), Verdict::Violated(word(&[1, 2, 3, 3])));
}

#[test]
fn many_components_do_not_fit_a_number() {
    let choice = lts_of(3, &[(0, 1, 1), (0, 0, 2)], &[]);
    let mut space = Space::new(vec![&choice; 70], vec![(69, suppose_base::StateId::must(1))]);
    let mut offers = Offers::default();
    space.offer(0, &mut offers);
    // 70 silent steps, and one that all take.
    assert_eq!(offers.iter().count(), 71);
    for (_, choices) in offers.iter() {
        let within = space.follow(0, choices, |_, _| true, 100, &Budget::unlimited());
        assert_eq!(within, Ok(true));
    }
    assert_eq!(space.len(), 72);
    space.offer(1, &mut offers);
    // One has gone away, so 1 is not possible any more.
    assert_eq!(offers.iter().count(), 69);
    let first = offers.iter().next().expect("there are 69").1.to_vec();
    assert_eq!(space.follow(1, &first, |_, _| true, 72, &Budget::unlimited()), Ok(false));
    assert_eq!(space.follow(1, &first, |_, _| false, 72, &Budget::unlimited()), Ok(true));
}
