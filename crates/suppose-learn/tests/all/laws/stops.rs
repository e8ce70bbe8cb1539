//! Stopping in the middle, and running a whole session.

use suppose_base::{Budget, Poll, StopReason};
use suppose_learn::{Dfa, Equivalence, Exact, Kind, LearnError, Limited, Membership, Symbol, WMethod, learn};
use suppose_testing::Random;

use crate::laws::automata::{classes, dfa, word};

/// Stops after so many answers.
struct Tired<'a> {
    target: &'a Dfa,
    left: usize,
}

impl Membership for Tired<'_> {
    fn member(&mut self, word: &[Symbol]) -> Result<bool, StopReason> {
        self.left = self.left.checked_sub(1).ok_or(StopReason::Interrupted)?;
        Ok(self.target.accepts(word))
    }
}

#[test]
fn a_stop_at_any_query_leaves_the_last_conjecture() {
    for seed in 0..6 {
        let target = dfa(&mut Random::new(seed), 9, 2);
        for kind in Kind::ALL {
            // Whatever an undisturbed learner conjectures, refinements with the same counterexample included.
            let mut known = vec![Dfa::constant(2, false)];
            let mut learner = kind.build(2);
            learner.start(&mut &target).expect("no limit");
            known.push(learner.conjecture().clone());
            while let Some(word) = learner.conjecture().difference(&target) {
                learner.refine(&word, &mut &target).expect("a counterexample");
                known.push(learner.conjecture().clone());
            }
            for limit in 0.. {
                let mut learner = kind.build(2);
                let mut oracle = Tired { target: &target, left: limit };
                let mut result = learner.start(&mut oracle).map_err(LearnError::Stopped);
                while result.is_ok()
                    && let Some(word) = learner.conjecture().difference(&target)
                {
                    result = learner.refine(&word, &mut oracle);
                }
                assert!(known.contains(learner.conjecture()), "{kind}, seed {seed}, limit {limit}");
                if result.is_ok() {
                    break;
                }
                assert_eq!(result, Err(LearnError::Stopped(StopReason::Interrupted)));
                let again = learner.refine(&[0], &mut &target);
                let refused = matches!(again, Err(LearnError::NotStarted | LearnError::NoCounterexample));
                assert!(refused || oracle.left == 0, "{kind}, seed {seed}, limit {limit}");
                learner.start(&mut &target).expect("no limit");
                assert_eq!(*learner.conjecture(), known[1], "{kind}, seed {seed}, limit {limit}");
            }
        }
    }
}

#[test]
fn a_learner_has_to_be_started() {
    let target = Dfa::constant(1, true);
    for kind in Kind::ALL {
        let mut learner = kind.build(1);
        assert_eq!(*learner.conjecture(), Dfa::constant(1, false));
        assert_eq!(learner.refine(&[], &mut &target), Err(LearnError::NotStarted));
    }
}

#[test]
fn a_session_learns_and_counts() {
    // Words over two letters with an even number of the second: the table has λ and b with their
    // extensions a, b, ba, bb; its first conjecture is right.
    let target = Dfa::new(2, vec![true, false], vec![0, 1, 1, 0]).expect("targets are states");
    let budget = Budget::unlimited();
    let learned = learn(Kind::RivestSchapire, 2, &mut &target, &mut Exact(&target), &budget);
    let learned = learned.expect("oracles agree");
    assert_eq!((learned.conjecture, learned.stopped), (target, None));
    assert_eq!(
        (learned.statistics.conjectures, learned.statistics.queries, learned.statistics.symbols),
        (1, 5, 6)
    );
}

#[test]
fn tests_of_a_black_box_lead_to_the_target() {
    for seed in 0..20 {
        let target = dfa(&mut Random::new(seed), 6, 2);
        let budget = Budget::unlimited();
        for kind in Kind::ALL {
            let learned = learn(kind, 2, &mut &target, &mut WMethod { extra: 4 }, &budget);
            let learned = learned.expect("oracles agree");
            assert_eq!(learned.conjecture.size(), classes(&target), "{kind}, seed {seed}");
            assert_eq!(learned.conjecture.minimise(), target.minimise(), "{kind}, seed {seed}");
        }
    }
}

#[test]
fn limits_end_a_session_with_its_last_conjecture() {
    let target = Dfa::new(1, vec![false, false, false, true, false], vec![1, 2, 3, 4, 4]);
    let target = target.expect("targets are states");
    for kind in Kind::ALL {
        let run =
            |budget: &Budget| learn(kind, 1, &mut &target, &mut Exact(&target), budget).expect("no lies");
        let stopped = run(&Budget::unlimited().tripping_at(Poll::Learn));
        assert_eq!(stopped.stopped, Some(StopReason::Interrupted), "{kind}");
        assert_eq!((stopped.conjecture, stopped.statistics.queries), (Dfa::constant(1, false), 1), "{kind}");
        let small = run(&Budget::unlimited().with_max_states(2));
        assert_eq!(small.stopped, Some(StopReason::States(2)), "{kind}");
        assert!(small.conjecture.size() > 2, "{kind}");
    }
}

/// Claims that a word is a counterexample whatever the conjecture.
struct Liar;

impl Equivalence for Liar {
    fn find(&mut self, _: &Dfa, _: &mut dyn Membership) -> Result<Option<Vec<Symbol>>, StopReason> {
        Ok(Some(vec![0]))
    }
}

#[test]
fn a_false_counterexample_is_an_error_and_no_loop() {
    for kind in Kind::ALL {
        let target = Dfa::constant(1, true);
        let result = learn(kind, 1, &mut &target, &mut Liar, &Budget::unlimited());
        assert_eq!(result.err(), Some(LearnError::NoCounterexample), "{kind}");
    }
}

/// Answers at random, also when asked again, and not for ever.
struct Noise {
    random: Random,
    left: usize,
}

impl Membership for Noise {
    fn member(&mut self, _: &[Symbol]) -> Result<bool, StopReason> {
        self.left = self.left.checked_sub(1).ok_or(StopReason::Interrupted)?;
        Ok(self.random.below(3) == 0)
    }
}

#[test]
fn contradictions_never_become_a_panic() {
    let mut contradictions = 0;
    for seed in 0..500 {
        for kind in Kind::ALL {
            let mut oracle = Noise { random: Random::new(seed), left: 1000 };
            let mut words = Random::new(!seed);
            let mut learner = kind.build(2);
            let mut going = learner.start(&mut oracle).is_ok();
            while going {
                let result = learner.refine(&word(&mut words, 2, 12), &mut oracle);
                going = matches!(result, Ok(()) | Err(LearnError::NoCounterexample));
                contradictions += usize::from(result == Err(LearnError::Contradiction));
            }
        }
    }
    assert!(contradictions > 0);
}

/// Switches the budget's token at some query.
struct Switch<'a> {
    budget: &'a Budget,
    queries: usize,
}

impl Membership for Switch<'_> {
    fn member(&mut self, _: &[Symbol]) -> Result<bool, StopReason> {
        self.queries += 1;
        if self.queries == 5000 {
            self.budget.cancel_token().cancel();
        }
        Ok(true)
    }
}

#[test]
fn a_budget_is_looked_at_every_thousand_letters() {
    let budget = Budget::unlimited();
    let mut switch = Switch { budget: &budget, queries: 0 };
    let mut oracle = Limited::new(&mut switch, &budget);
    let result = (0..100_000).try_for_each(|_| oracle.member(&[0, 1, 0]).map(|_| ()));
    assert_eq!(result, Err(StopReason::Interrupted));
    assert!((5000..=5250).contains(&switch.queries), "{}", switch.queries);
}
