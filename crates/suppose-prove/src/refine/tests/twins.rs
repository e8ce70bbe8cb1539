//! All small systems of two kinds, and many random ones, against the naive twin.

use suppose_base::{Budget, StopReason, Verdict};
use suppose_lts::check::{Effort, Question};
use suppose_lts::{Component, Role, System};
use suppose_testing::Random;

use super::super::rise::{Cluster, Until, rise};
use super::super::{none_fails, refine};
use super::naive;
use crate::task::Task;
use crate::test_support::{PI, component, lts_of, system_of};

type Edge = (usize, u32, usize);

/// How the answers came out.
#[derive(Debug, Default)]
struct Tally {
    violated: usize,
    by_restriction: usize,
    by_search: usize,
    without_proof: usize,
}

impl Tally {
    fn run(&mut self, system: &System, watched: usize) -> Result<(), String> {
        let task = Task::new(system, Question::Safe(watched)).map_err(|e| e.to_string())?;
        let outcome = refine(&task, &Budget::unlimited());
        naive::check_outcome(system, &task, &outcome)?;
        match (&outcome.verdict, &outcome.findings.proof) {
            (Verdict::Violated(_), _) => self.violated += 1,
            (_, None) => self.without_proof += 1,
            (_, Some(proof)) if proof.parts.is_empty() => self.by_restriction += 1,
            _ => self.by_search += 1,
        }
        Ok(())
    }

    /// Fails when some kind of answer was too rare for the test to mean much: violations, proofs by
    /// restriction, by search.
    fn check(&self, least: [usize; 3]) {
        let found = [self.violated, self.by_restriction, self.by_search];
        assert!(found.iter().zip(least).all(|(&found, least)| found >= least), "{self:?}");
        assert_eq!(self.without_proof, 0);
    }
}

#[test]
fn all_pairs_of_small_components_with_a_property() {
    // All deterministic LTSs of two states over two actions.
    let all = |actions: [u32; 2]| -> Vec<Component> {
        let one = |mut number: usize| {
            let mut edges: Vec<Edge> = Vec::new();
            for source in 0..2 {
                for action in actions {
                    if !number.is_multiple_of(3) {
                        edges.push((source, action, number % 3 - 1));
                    }
                    number /= 3;
                }
            }
            component("M", Role::Component, lts_of(2, &edges, &actions))
        };
        (0..81).map(one).collect()
    };
    let targets = [0, 1, PI];
    let mut tally = Tally::default();
    for first in all([1, 2]) {
        for second in all([2, 3]) {
            for kind in 0..9 {
                let edges = [(0, 1, targets[kind % 3]), (0, 3, targets[kind / 3]), (1, 1, PI), (1, 3, 0)];
                let property = component("P", Role::Property, lts_of(2, &edges, &[]));
                let system = system_of(vec![first.clone(), second.clone(), property]);
                let result = tally.run(&system, 2);
                assert_eq!(result, Ok(()), "{:?}", system.components);
            }
        }
    }
    tally.check([30_000, 10_000, 1000]);
}

#[test]
fn all_triangles_of_small_components() {
    // A step away, by one of two actions or silently, or none; and a step back.
    let all = |[a, b]: [u32; 2]| -> Vec<Component> {
        let away: [&[Edge]; 4] = [&[(0, a, 1)], &[(0, b, 1)], &[(0, 0, 1)], &[]];
        let back: [&[Edge]; 3] = [&[(1, a, 0)], &[(1, b, 0)], &[]];
        let both = |i: usize| lts_of(2, &[away[i / 3], back[i % 3]].concat(), &[a, b]);
        (0..12).map(|i| component("M", Role::Component, both(i))).collect()
    };
    let mut tally = Tally::default();
    for first in all([1, 2]) {
        for second in all([2, 3]) {
            for third in all([3, 1]) {
                for kind in 0..9 {
                    // One action, then another, in this order, is an error.
                    let (before, after) = (kind % 3 + 1, kind / 3 + 1);
                    let mut edges = vec![(0, before, 1), (1, after, PI)];
                    edges.extend((1..4).filter(|&a| a != before).map(|a| (0, a, 0)));
                    edges.extend((1..4).filter(|&a| a != after).map(|a| (1, a, 1)));
                    let property = component("P", Role::Property, lts_of(2, &edges, &[]));
                    let system = system_of(vec![first.clone(), second.clone(), third.clone(), property]);
                    let result = tally.run(&system, 3);
                    assert_eq!(result, Ok(()), "{:?}", system.components);
                }
            }
        }
    }
    tally.check([200, 10_000, 10]);
}

/// A system of 2 to 5 components with up to 3 states each, over a few shared actions, and which of them is
/// watched.
fn random_system(random: &mut Random) -> (System, usize) {
    let count = 2 + random.below(4);
    let actions = 2 + random.below(4u32);
    let watched = random.below(count);
    let breaking = random.below(4) == 0;
    let components = (0..count)
        .map(|i| {
            let states = 1 + random.below(3);
            let alphabet: Vec<u32> = (1..=actions).filter(|_| random.below(2) == 0).collect();
            let property = i == watched && random.below(2) == 0;
            let mut edges: Vec<Edge> = Vec::new();
            for source in 0..states {
                for &action in alphabet.iter().chain([&0]) {
                    let error = if i == watched { 3 } else { 9 };
                    let to_error = (i == watched || breaking) && random.below(error) == 0;
                    if property && action != 0 {
                        edges.push((source, action, if to_error { PI } else { random.below(states) }));
                    } else if !property {
                        let many =
                            [0, 1, 1, 2][random.below(4)].min(if action == 0 { random.below(2) } else { 2 });
                        edges.extend((0..many).map(|_| (source, action, random.below(states))));
                        edges.extend(to_error.then_some((source, action, PI)));
                    }
                }
            }
            let role = if property { Role::Property } else { Role::Component };
            component("M", role, lts_of(states, &edges, &alphabet))
        })
        .collect();
    (system_of(components), watched)
}

#[test]
fn random_systems() {
    let mut tally = Tally::default();
    for seed in 0..3000 {
        let (system, watched) = random_system(&mut Random::new(seed));
        let result = tally.run(&system, watched);
        assert_eq!(result, Ok(()), "seed {seed}");
    }
    tally.check([1000, 1000, 30]);
}

#[test]
fn few_states_give_no_wrong_answers() {
    let (mut decided, mut stopped) = (0, 0);
    for seed in 0..1000 {
        let random = &mut Random::new(seed ^ 0xfe_0000);
        let (system, watched) = random_system(random);
        let task = Task::new(&system, Question::Safe(watched)).expect("a question of safety");
        let limit = 1 + random.below(5u64);
        let outcome = refine(&task, &Budget::unlimited().with_max_states(limit));
        if outcome.verdict == Verdict::Inconclusive(StopReason::States(limit)) {
            stopped += 1;
        } else {
            decided += 1;
            assert_eq!(naive::check_outcome(&system, &task, &outcome), Ok(()), "seed {seed}");
        }
    }
    assert!(decided > 100 && stopped > 50, "{decided} decided, {stopped} stopped");
}

#[test]
fn any_clusters_with_any_owners() {
    let mut given_up = 0;
    for seed in 0..2000 {
        let random = &mut Random::new(seed ^ 0x5eed_0000);
        let (system, watched) = random_system(random);
        let task = Task::new(&system, Question::Safe(watched)).expect("a question of safety");
        let scope = task.searched();
        let clusters: Vec<Cluster> = (0..=random.below(4))
            .map(|_| {
                let mut members: Vec<usize> = scope.iter().copied().filter(|_| random.below(3) > 0).collect();
                if members.is_empty() {
                    members.push(scope[random.below(scope.len())]);
                }
                let owners = members.iter().copied().filter(|_| random.below(3) > 0).collect();
                Cluster { members, owners }
            })
            .collect();
        let pairs: Vec<(Vec<usize>, Vec<usize>)> =
            clusters.iter().map(|c| (c.members.clone(), c.owners.clone())).collect();
        let exact = naive::fixpoint(&task, &pairs);
        let owned = pairs.iter().any(|(_, owners)| owners.contains(&watched));
        let error =
            |&(c, t): &(usize, usize)| c == watched && task.lts(c).flat_transitions()[t].target.is_error();
        let fails = owned && exact.iter().any(error);
        let happens = naive::happens(&task);
        let both = |until| [u64::MAX, 2].map(|limit| (until, limit));
        for (until, limit) in both(Until::Failure).into_iter().chain(both(Until::End)) {
            let effort = &mut Effort::default();
            let risen = rise(&task, &clusters, until, limit, effort, &Budget::unlimited()).expect("no limit");
            let kept: naive::Kept = risen
                .kept
                .iter()
                .enumerate()
                .flat_map(|(c, kept)| (0..kept.len()).filter(|&t| kept[t]).map(move |t| (c, t)))
                .collect();
            given_up += usize::from(risen.given_up.contains(&true));
            if limit == u64::MAX {
                assert_eq!(risen.fails, fails, "seed {seed}");
                assert!((risen.fails && until == Until::Failure) || kept == exact, "seed {seed}");
            } else {
                // A cluster that was given up only keeps more.
                let cut = risen.fails && until == Until::Failure;
                assert!(cut || kept.is_superset(&exact), "seed {seed}");
                assert!(risen.fails || !fails, "seed {seed}");
            }
            let cut = risen.fails && until == Until::Failure;
            assert!(cut || kept.is_superset(&happens), "seed {seed}");
        }
    }
    assert!(given_up > 100, "only {given_up} runs had a cluster that was given up");
}

#[test]
fn nobody_fails_exactly_when_the_plain_search_says_so() {
    let mut counts = [0; 2];
    for seed in 0..4000 {
        let random = &mut Random::new(seed ^ 0xa110_0000);
        let (mut system, _) = random_system(random);
        let broken = system.components.iter().any(|c| c.lts.initial().is_error());
        system.components.iter_mut().for_each(|c| c.role = Role::Component);
        let questions: Vec<Question> = (0..system.components.len()).map(Question::Safe).collect();
        let plain = suppose_lts::check::check(&system, &questions, 1, &Budget::unlimited());
        let hold = !broken && plain.iter().all(|answer| answer.verdict.holds());
        let found = none_fails(&system, &Budget::unlimited()).expect("no limit");
        assert_eq!(found.is_some(), hold, "seed {seed}");
        counts[usize::from(hold)] += 1;
        let Some(restriction) = found else { continue };
        for (c, component) in system.components.iter().enumerate() {
            let task = Task::new(&system, questions[c]).expect("a question of safety");
            naive::inductive(&task, &restriction).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
            let row = |t: u32| component.lts.flat_transitions()[t as usize];
            assert!(!restriction.kept[c].iter().any(|&t| row(t).target.is_error()), "seed {seed}");
        }
    }
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}
