//! The figures of the papers, worked out by hand.

use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};
use suppose_learn::Kind;
use suppose_lts::{Lts, LtsBuilder, Role};

use super::super::{Certainty, Ending, Environment, Learn, OpenSystem, Oracle, deadlock_free, direct, learn};
use super::{assumption, both, open};
use crate::outcome::Meaning;
use crate::test_support::{PI, lts_of, word};

const INPUT: u32 = 1;
const SEND: u32 = 2;
const ACK: u32 = 3;
const OUTPUT: u32 = 4;

/// Figures 1 and 2 of the TACAS paper.
fn channel() -> OpenSystem {
    let input = lts_of(3, &[(0, INPUT, 1), (1, SEND, 2), (2, ACK, 0)], &[]);
    let order = lts_of(2, &[(0, INPUT, 1), (1, OUTPUT, 0), (1, INPUT, PI), (0, OUTPUT, PI)], &[]);
    open(&[input], &order, &word(&[SEND, ACK, OUTPUT]))
}

/// Figure 9: the weakest assumption of `Input`. State 0 is before a message, 1 after `send`, 2 is θ, 3 after
/// `send` and `output`.
fn figure_9() -> Lts {
    let theta = [(2, SEND, 2), (2, ACK, 2), (2, OUTPUT, 2)];
    let own = [(0, SEND, 1), (0, ACK, 2), (1, SEND, 2), (1, OUTPUT, 3), (3, SEND, 2), (3, ACK, 0)];
    lts_of(4, &[&own[..], &theta[..]].concat(), &[])
}

#[test]
fn the_channel() {
    let found = both(&channel(), &Kind::ALL);
    let lts = assumption(&found.environment);
    assert_eq!((lts.num_states(), lts.num_transitions()), (4, 9));
    assert_eq!(lts, &figure_9());
}

#[test]
fn the_conjectures_of_the_paper() {
    // Letters in the order of the paper, ack, output, send, so that its tables come out.
    let (ack, output, send, input) = (1, 2, 3, 4);
    let component = lts_of(3, &[(0, input, 1), (1, send, 2), (2, ack, 0)], &[]);
    let order = lts_of(2, &[(0, input, 1), (1, output, 0), (1, input, PI), (0, output, PI)], &[]);
    let open = open(&[component], &order, &word(&[ack, output, send]));
    let how = Learn { learner: Kind::RivestSchapire, oracle: Oracle::Exact };
    let found = learn(&open, how, &Budget::unlimited()).expect("no limit");
    assert_eq!(found.certainty, Certainty::Exact);
    let learning = found.learning.expect("it was learned");
    assert_eq!(learning.interface, word(&[ack, output, send]));
    // Figures 6 and 7: all but output; send and output in turn, ack when nothing is under way.
    assert_eq!(learning.conjectures[0].lts, lts_of(1, &[(0, ack, 0), (0, send, 0)], &[output]));
    let second = lts_of(2, &[(0, ack, 0), (0, send, 1), (1, output, 0), (1, send, 0)], &[]);
    assert_eq!(learning.conjectures[1].lts, second);
    let first = learning.conjectures[0].refuted.as_ref().expect("too weak");
    assert_eq!((first.premise, &first.word, first.meaning), (1, &word(&[send, ack]), Meaning::TooWeak));
    let second = learning.conjectures[1].refuted.as_ref().expect("too strong");
    assert_eq!((second.premise, second.meaning), (2, Meaning::TooStrong));
    let sizes: Vec<usize> = learning.conjectures.iter().map(|c| c.lts.num_states()).collect();
    assert_eq!(sizes, [1, 2, 3, 4]);
    let passed: Vec<usize> = learning.conjectures.iter().map(|c| c.passed).collect();
    assert_eq!(passed.last(), Some(&2));
}

const W_ACQUIRE: u32 = 1;
const W_ENTER: u32 = 2;
const W_EXIT: u32 = 3;
const W_RELEASE: u32 = 4;
const E_ACQUIRE: u32 = 5;
const E_ENTER: u32 = 6;
const E_EXIT: u32 = 7;
const E_RELEASE: u32 = 8;

fn writer() -> Lts {
    lts_of(4, &[(0, W_ACQUIRE, 1), (1, W_ENTER, 2), (2, W_EXIT, 3), (3, W_RELEASE, 0)], &[])
}

fn mutex() -> Lts {
    lts_of(3, &[(0, W_ACQUIRE, 1), (1, W_RELEASE, 0), (0, E_ACQUIRE, 2), (2, E_RELEASE, 0)], &[])
}

/// Two critical sections that must not overlap.
fn race(enter: u32, exit: u32) -> Lts {
    let good = [(0, W_ENTER, 1), (1, W_EXIT, 0), (0, enter, 2), (2, exit, 0)];
    let bad = [(0, W_EXIT, PI), (0, exit, PI), (1, W_ENTER, PI), (1, enter, PI), (1, exit, PI)];
    let worse = [(2, W_ENTER, PI), (2, W_EXIT, PI), (2, enter, PI)];
    lts_of(3, &[&good[..], &bad[..], &worse[..]].concat(), &[])
}

#[test]
fn the_writer_and_the_mutex() {
    let sigma = word(&[E_ACQUIRE, E_RELEASE, E_ENTER, E_EXIT]);
    let found = both(&open(&[writer(), mutex()], &race(E_ENTER, E_EXIT), &sigma), &Kind::ALL);
    // Figure 6. 0: the environment does not hold the mutex, and anything in the critical section may collide;
    // 1: it holds the mutex; 3: it is in its critical section; 2 is θ. In 3 it may release the mutex, because
    // then the writer can collide: no.
    let theta: Vec<_> = [E_ACQUIRE, E_ENTER, E_EXIT, E_RELEASE].map(|a| (2, a, 2)).to_vec();
    let own = [
        (0, E_ACQUIRE, 1),
        (0, E_RELEASE, 2),
        (1, E_ACQUIRE, 2),
        (1, E_ENTER, 3),
        (1, E_RELEASE, 0),
        (3, E_ACQUIRE, 2),
        (3, E_EXIT, 1),
    ];
    assert_eq!(assumption(&found.environment), &lts_of(4, &[&own[..], &theta[..]].concat(), &[]));
    assert_eq!(assumption(&found.environment).num_transitions(), 11);
}

#[test]
fn a_second_writer_without_the_mutex_is_wrong_everywhere() {
    // It enters by 9 and leaves by 10 without asking.
    let rude = lts_of(2, &[(0, 9, 1), (1, 10, 0)], &[]);
    let sigma = word(&[E_ACQUIRE, E_RELEASE]);
    let found = both(&open(&[writer(), mutex(), rude], &race(9, 10), &sigma), &Kind::ALL);
    let trace = word(&[9, W_ACQUIRE, W_ENTER]);
    let other = word(&[W_ACQUIRE, 9, W_ENTER]);
    let third = word(&[W_ACQUIRE, W_ENTER, 9]);
    let Environment::None { trace: found, ending: Ending::Error } = found.environment else {
        panic!("no environment can help");
    };
    assert!([trace, other, third].contains(&found), "{found:?}");
}

#[test]
fn a_mutex_kept_to_by_all_needs_nothing() {
    // The second writer asks too, and the environment only looks on.
    let second = lts_of(4, &[(0, E_ACQUIRE, 1), (1, E_ENTER, 2), (2, E_EXIT, 3), (3, E_RELEASE, 0)], &[]);
    let property = race(E_ENTER, E_EXIT);
    let found = both(&open(&[writer(), mutex(), second], &property, &word(&[W_ENTER, E_ENTER])), &Kind::ALL);
    assert_eq!(found.environment, Environment::Any);
}

const A: u32 = 1;
const B: u32 = 2;
const C: u32 = 3;

/// Figure 7: the component does b and then a's, or a first and then needs a b; the property wants b and then
/// a's, or a's only.
fn potential_deadlock() -> (Lts, Lts) {
    let component = lts_of(3, &[(0, A, 1), (0, B, 2), (1, B, 2), (2, A, 2)], &[]);
    let property = lts_of(3, &[(0, A, 1), (0, B, 2), (1, A, 1), (1, B, PI), (2, A, 2), (2, B, PI)], &[]);
    (component, property)
}

#[test]
fn a_potential_deadlock_and_its_removal() {
    let (component, property) = potential_deadlock();
    let open = open(&[component], &property, &word(&[A, B]));
    // Figure 8: after a first a no b, which the component then waits for. State 2 is θ.
    let figure_8 = lts_of(3, &[(0, A, 1), (0, B, 2), (1, A, 2), (2, A, 2), (2, B, 2)], &[]);
    assert_eq!(assumption(&both(&open, &Kind::ALL).environment), &figure_8);
    let found = deadlock_free(&open, &Budget::unlimited()).expect("no limit");
    assert_eq!(assumption(&found.environment), &lts_of(2, &[(0, B, 1), (1, A, 1), (1, B, 1)], &[]));
}

#[test]
fn what_only_the_property_does_is_no_activity() {
    let (component, _) = potential_deadlock();
    let modified = [
        (0, A, 1),
        (0, B, 2),
        (0, C, PI),
        (1, A, 1),
        (1, B, PI),
        (1, C, 1),
        (2, A, 2),
        (2, B, PI),
        (2, C, PI),
    ];
    let open = open(&[component], &lts_of(3, &modified, &[]), &word(&[A, B, C]));
    // Figure 9 has a loop of c on state 1. State 3 is θ.
    let theta = [(3, A, 3), (3, B, 3), (3, C, 3)];
    let own = [(0, A, 1), (0, B, 2), (1, A, 3), (1, C, 1), (2, A, 2), (2, B, 3)];
    let figure_9 = lts_of(4, &[&own[..], &theta[..]].concat(), &[]);
    assert_eq!(assumption(&both(&open, &Kind::ALL).environment), &figure_9);
    let found = deadlock_free(&open, &Budget::unlimited()).expect("no limit");
    let theta = [(2, A, 2), (2, B, 2), (2, C, 2)];
    let own = [(0, B, 1), (1, A, 1), (1, B, 2)];
    let expected = lts_of(3, &[&own[..], &theta[..]].concat(), &[]);
    assert_eq!(assumption(&found.environment), &expected);
}

#[test]
fn a_deadlock_that_cannot_be_avoided() {
    // The component does 4 by itself and then needs the b that the property forbids.
    let component = lts_of(3, &[(0, 4, 1), (1, B, 2), (2, A, 2), (0, A, 0)], &[]);
    let property = lts_of(1, &[(0, A, 0), (0, B, PI)], &[]);
    let open = open(&[component], &property, &word(&[A, B]));
    let found = deadlock_free(&open, &Budget::unlimited()).expect("no limit");
    let expected = Environment::None { trace: word(&[4]), ending: Ending::Deadlock };
    assert_eq!(found.environment, expected);
    // Without the question of deadlock b is merely forbidden once the component is there.
    assert!(matches!(both(&open, &Kind::ALL).environment, Environment::Assumption(_)));
}

#[test]
fn an_error_comes_before_a_deadlock() {
    // 4 leads to where nothing is left to do, 5 and 6 to an error.
    let component = lts_of(4, &[(0, 4, 1), (0, 5, 2), (2, 6, 3), (0, A, 0)], &[]);
    let property = lts_of(1, &[(0, A, 0), (0, 6, PI)], &[]);
    let open = open(&[component], &property, &word(&[A]));
    let found = deadlock_free(&open, &Budget::unlimited()).expect("no limit");
    assert_eq!(found.environment, Environment::None { trace: word(&[5, 6]), ending: Ending::Error });
}

#[test]
fn a_set_is_stuck_only_when_all_its_members_are() {
    // After c the component waits for a, or it takes b's and an a leads it to 4, which is forbidden.
    let component = lts_of(4, &[(0, C, 1), (0, C, 2), (1, A, 1), (2, B, 2), (2, A, 3), (3, 4, 3)], &[]);
    let property = lts_of(1, &[(0, 4, PI)], &[]);
    let open = open(&[component], &property, &word(&[A, B, C]));
    let found = deadlock_free(&open, &Budget::unlimited()).expect("no limit");
    // a is forbidden after c, and the component may be left waiting for it; the paper does not see that, and
    // allows c.
    let theta = [(1, A, 1), (1, B, 1), (1, C, 1)];
    let own = [(0, A, 1), (0, B, 1), (0, C, 2), (2, B, 2), (2, C, 1)];
    assert_eq!(assumption(&found.environment), &lts_of(3, &[&own[..], &theta[..]].concat(), &[]));
}

/// A component that does a, and has then ended or merely stopped.
fn once(ends: bool) -> Lts {
    let [before, after] = [0, 1].map(StateId::must);
    let mut b = LtsBuilder::new(2);
    b.add(before, ActionId::from_raw(A), after);
    b.set_end(ends.then_some(after));
    b.finish().expect("valid")
}

#[test]
fn termination_is_no_deadlock() {
    let budget = Budget::unlimited();
    let property = lts_of(1, &[(0, A, 0)], &[]);
    let answer = |components: &[Lts]| {
        deadlock_free(&open(components, &property, &word(&[A, C])), &budget).expect("no limit").environment
    };
    assert_eq!(answer(&[once(true)]), Environment::Any);
    assert_eq!(answer(&[once(false)]), Environment::None { trace: vec![], ending: Ending::Deadlock });
    // One that ends with one that has an action of its own: the whole never ends. Its loop is activity; once
    // it stops, nothing is.
    let other = |edges: &[(usize, u32, usize)]| lts_of(2, edges, &[]);
    assert_eq!(answer(&[once(true), other(&[(0, C, 0)])]), Environment::Any);
    let stops = Environment::None { trace: vec![], ending: Ending::Deadlock };
    assert_eq!(answer(&[once(true), other(&[(0, C, 1)])]), stops);
    // One without an end whose actions all belong to one with an end may be left behind.
    assert_eq!(answer(&[once(true), other(&[(0, A, 1)])]), Environment::Any);
}

#[test]
fn a_component_can_be_watched_itself() {
    // put three times without get is an error.
    let buffer = lts_of(2, &[(0, A, 1), (1, A, PI), (1, B, 0)], &[]).into();
    let open = OpenSystem::new(&[], &buffer, Role::Component, &word(&[A, B]));
    let own = [(0, A, 1), (0, B, 2), (1, B, 0), (2, A, 2), (2, B, 2)];
    let expected = lts_of(3, &own, &[]);
    assert_eq!(assumption(&both(&open, &Kind::ALL).environment), &expected);
    let found = deadlock_free(&open, &Budget::unlimited()).expect("no limit");
    assert_eq!(assumption(&found.environment), &expected);
}

#[test]
fn every_construction_can_be_stopped() {
    let how = Learn { learner: Kind::RivestSchapire, oracle: Oracle::Exact };
    let stopped = Err(StopReason::Interrupted);
    for point in [Poll::Compose, Poll::Determinise, Poll::Learn, Poll::Premise] {
        let budget = Budget::unlimited().tripping_at(point);
        assert_eq!(learn(&channel(), how, &budget).map(|w| w.environment), stopped, "{point:?}");
    }
    for point in [Poll::Compose, Poll::Determinise] {
        let budget = Budget::unlimited().tripping_at(point);
        assert_eq!(direct(&channel(), &budget).map(|w| w.environment), stopped, "{point:?}");
    }
    for point in [Poll::Compose, Poll::Determinise, Poll::Explore] {
        let budget = Budget::unlimited().tripping_at(point);
        assert_eq!(deadlock_free(&channel(), &budget).map(|w| w.environment), stopped, "{point:?}");
    }
}

/// c is an error when the sixth letter before it is an a: 7 states, 64 sets.
fn sixth_from_the_end() -> OpenSystem {
    let mut edges = vec![(0, A, 0), (0, B, 0), (0, A, 1), (6, C, 6)];
    edges.extend((1..6).flat_map(|s| [(s, A, s + 1), (s, B, s + 1)]));
    open(&[lts_of(7, &edges, &[])], &lts_of(1, &[(0, C, PI)], &[]), &word(&[A, B, C]))
}

#[test]
fn determinisation_goes_as_far_as_the_budget() {
    let open = sixth_from_the_end();
    // θ after a c that the component cannot do, and 64 sets.
    assert_eq!(assumption(&both(&open, &Kind::ALL).environment).num_states(), 65);
    let stopped = direct(&open, &Budget::unlimited().with_max_states(63)).map(|w| w.environment);
    assert_eq!(stopped, Err(StopReason::States(63)));
}

#[test]
fn the_last_good_conjecture_is_kept_when_the_budget_ends() {
    // The second oracle is the first to compare, and is asked about the first conjecture that is not too
    // weak: figure 7.
    let how = Learn { learner: Kind::RivestSchapire, oracle: Oracle::Exact };
    let found = learn(&channel(), how, &Budget::unlimited().tripping_at(Poll::Compare)).expect("one is good");
    assert_eq!(found.certainty, Certainty::Stopped(StopReason::Interrupted));
    let second = lts_of(2, &[(0, ACK, 0), (0, SEND, 1), (1, OUTPUT, 0), (1, SEND, 0)], &[]);
    assert_eq!(assumption(&found.environment), &second);
}

#[test]
fn tests_instead_of_certainty() {
    let learn_with = |oracle| {
        learn(&channel(), Learn { learner: Kind::RivestSchapire, oracle }, &Budget::unlimited())
            .expect("no limit")
    };
    for oracle in [Oracle::W { extra: 1 }, Oracle::Wp { extra: 1 }] {
        let found = learn_with(oracle);
        assert_eq!(assumption(&found.environment), &figure_9());
        assert_eq!(found.certainty, Certainty::Tested { extra: 1 });
    }
    let learning = learn_with(Oracle::Wp { extra: 1 }).learning.expect("it was learned");
    let meanings: Vec<_> =
        learning.conjectures.iter().filter_map(|c| c.refuted.as_ref()).map(|r| r.meaning).collect();
    assert!(meanings.contains(&Meaning::TooWeak) && meanings.contains(&Meaning::TooStrong));
}
