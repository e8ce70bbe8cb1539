use super::*;
use crate::run::witnessed;
use crate::test_support::{PI, component, lts_of, system_of, word};
use suppose_lts::check::{Question, check};
use suppose_lts::compare::compare;
use suppose_lts::ops::hide;
use suppose_lts::product::compose;
use suppose_lts::reduce::Relation;
use suppose_lts::{Role, System};

/// A bit that is read as 0 by `base`, as 1 by `base + 1`, and written by `base + 2` and `base + 3`.
fn bit(base: u32) -> Lts {
    let (read, write) = ([base, base + 1], [base + 2, base + 3]);
    let mut edges = vec![(0, read[0], 0), (1, read[1], 1)];
    for from in 0..2 {
        edges.extend([(from, write[0], 0), (from, write[1], 1)]);
    }
    lts_of(2, &edges, &[])
}

/// A server that counts 1 to three with two bits and then does 2; a client; and a property.
fn counter() -> System {
    let server = lts_of(
        8,
        &[
            // After 1: look at the low bit; if it is 0, set it.
            (0, 1, 1),
            (1, 10, 2),
            (2, 13, 0),
            // Else clear it, and set the high bit; if that was set before, do 2.
            (1, 11, 3),
            (3, 12, 4),
            (4, 20, 5),
            (5, 23, 0),
            (4, 21, 6),
            (6, 22, 7),
            (7, 2, 0),
        ],
        &[],
    );
    let client = lts_of(1, &[(0, 1, 0), (0, 2, 0), (0, 3, 0)], &[]);
    // 2 comes after four times 1.
    let property = lts_of(
        5,
        &[
            (0, 1, 1),
            (1, 1, 2),
            (2, 1, 3),
            (3, 1, 4),
            (4, 2, 0),
            (0, 2, PI),
            (1, 2, PI),
            (2, 2, PI),
            (3, 2, PI),
        ],
        &[],
    );
    system_of(vec![
        component("low", Role::Component, bit(10)),
        component("server", Role::Component, server),
        component("client", Role::Component, client),
        component("high", Role::Component, bit(20)),
        component("P", Role::Property, property),
    ])
}

#[test]
fn bits_go_to_the_server_that_uses_them() {
    let system = counter();
    let task = Task::new(&system, Question::Safe(4)).expect("safety");
    let budget = Budget::unlimited();
    assert_eq!(hubs(&task), [vec![1, 0, 3]]);
    let clustered = Clustered::new(&task, &budget).expect("no limit").expect("a cluster");
    assert_eq!(clustered.task.members(), [1, 2]);
    // Four times 1, then 2; nothing else is left of the server.
    let joined = clustered.task.lts(1);
    assert_eq!((joined.num_states(), joined.num_transitions()), (5, 5));
    assert_eq!(joined.alphabet(), word(&[1, 2]));
    assert_eq!(clustered.meaning(&[2, 1]), [2, 1, 0, 3]);
    let trace = clustered.expand(&word(&[1, 3, 1, 1]), &budget).expect("a trace");
    assert_eq!(trace, word(&[1, 3, 10, 13, 1, 11, 12, 20, 23, 1]));
    let no_trace = clustered.expand(&word(&[1, 2]), &budget);
    assert!(matches!(no_trace, Err(StopReason::Internal(_))));
}

#[test]
fn whoever_is_watched_or_has_other_company_is_no_satellite() {
    let hubs_of = |components: Vec<Lts>, watched: Lts| {
        let mut all: Vec<_> =
            components.into_iter().map(|lts| component("C", Role::Component, lts)).collect();
        all.push(component("P", Role::Property, watched));
        let system = system_of(all);
        let last = system.components.len() - 1;
        hubs(&Task::new(&system, Question::Safe(last)).expect("safety"))
    };
    let knows = |actions: &[u32]| lts_of(1, &[], actions);
    let none: [Vec<usize>; 0] = [];
    assert_eq!(hubs_of(vec![knows(&[1, 2]), knows(&[1])], knows(&[2])), [vec![0, 1]]);
    assert_eq!(hubs_of(vec![knows(&[1, 2]), knows(&[1])], knows(&[1])), none);
    assert_eq!(hubs_of(vec![knows(&[1, 2]), knows(&[1, 3])], knows(&[2])), none);
    assert_eq!(hubs_of(vec![knows(&[1, 2]), knows(&[1]), knows(&[1])], knows(&[2])), none);
    // The property is nobody's hub, and two equals have one.
    assert_eq!(hubs_of(vec![knows(&[1])], knows(&[1, 2])), none);
    assert_eq!(hubs_of(vec![knows(&[1]), knows(&[1])], knows(&[2])), [vec![0, 1]]);
    // A member that can fail stays by itself.
    let failing = lts_of(1, &[(0, 1, PI)], &[]);
    assert_eq!(hubs_of(vec![knows(&[1, 2]), failing], knows(&[2])), none);
}

/// A hub over 1 to 6 with random moves, and two satellites over 1, 2 and 3, 4, nondeterministic and with
/// silent moves of their own.
fn random(seed: u64) -> System {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = |bound: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) % bound
    };
    let mut any = |states: usize, edges: u64, letters: &[u32]| {
        let edges: Vec<_> = (0..edges)
            .map(|_| {
                let letter = next(letters.len() as u64 + 1) as usize;
                let letter = if letter == 0 { 0 } else { letters[letter - 1] };
                (next(states as u64) as usize, letter, next(states as u64) as usize)
            })
            .collect();
        lts_of(states, &edges, letters)
    };
    let hub = any(6, 14, &[1, 2, 3, 4, 5, 6]);
    let (one, two) = (any(3, 6, &[1, 2]), any(2, 5, &[3, 4]));
    system_of(vec![
        component("hub", Role::Component, hub),
        component("one", Role::Component, one),
        component("two", Role::Component, two),
        component("P", Role::Property, lts_of(1, &[(0, 5, 0), (0, 6, PI)], &[])),
    ])
}

#[test]
fn clusters_have_the_traces_of_their_members() {
    let budget = Budget::unlimited();
    let mut smaller = 0;
    for seed in 0..2000 {
        let system = random(seed);
        let task = Task::new(&system, Question::Safe(3)).expect("safety");
        let clustered = Clustered::new(&task, &budget).expect("no limit").expect("a cluster");
        let cluster = &clustered.clusters[0];
        let plain = compose(&system.restricted_to(&[0, 1, 2]), &budget).expect("no limit").lts;
        let plain = hide(&plain, |a| a.raw() < 5);
        let unreduced = cluster.compose(&budget).expect("no limit");
        smaller += usize::from(unreduced.num_states() < plain.num_states());
        for lts in [&unreduced, &*cluster.joined] {
            let same = compare(&plain, lts, Relation::Trace, &budget).expect("no limit");
            assert!(same.equal, "seed {seed}: {:?}", same.difference);
        }
    }
    assert!(smaller > 500, "{smaller}");
}

#[test]
fn compositions_of_clusters_answer_as_the_search_does() {
    let budget = Budget::unlimited();
    let (mut holds, mut violated) = (0, 0);
    for seed in 0..2000 {
        let system = random(seed);
        let question = Question::Safe(3);
        let task = Task::new(&system, question).expect("safety");
        let expected = check(&system, &[question], 1, &budget).remove(0).verdict;
        let clustered = Clustered::new(&task, &budget).expect("no limit").expect("a cluster");
        for mut outward in clustered.tries() {
            let outcome = outward.advance(&budget).expect("no limit");
            // The trace is replayed on the members.
            let verdict = witnessed(&task, outcome.verdict);
            assert_eq!(verdict.name(), expected.name(), "seed {seed}");
            let proof = outcome.findings.proof;
            assert_eq!(proof.is_some(), verdict.holds());
            let used = proof.map(|proof| proof.parts.concat()).unwrap_or_default();
            assert!(used.is_empty() || used == [0, 1, 2], "seed {seed}: {used:?}");
        }
        holds += usize::from(expected.holds());
        violated += usize::from(!expected.holds());
    }
    assert!(holds > 200 && violated > 200, "{holds} {violated}");
}
