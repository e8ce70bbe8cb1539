//! Every question gets exactly one answer, whatever the limit is.

use std::time::Duration;

use suppose_ada::models::{Variant, gas_station};
use suppose_base::{Budget, StopReason, Verdict};
use suppose_inquiry::{Failure, Plan, ReadOptions, Reader, Target};
use suppose_prove::method::Method;

use crate::inquiry::{asked, split, whole, with};

#[test]
fn every_question_gets_one_answer() {
    let text = gas_station(2, Variant::Right);
    let parts = "operator,pump_1,pump_2|customer_1,customer_2";
    for (plan, method) in [
        (Plan::default(), Method::Monolithic),
        (with(&["ta:all"]), Method::Monolithic),
        (split(parts), Method::Learn),
    ] {
        for (budget, reason) in [
            (Budget::unlimited().with_timeout(Duration::ZERO), StopReason::Timeout),
            (Budget::unlimited().with_max_states(1), StopReason::States(1)),
        ] {
            let mut inquiry = whole(&text, &plan);
            let all: Vec<usize> = (0..inquiry.questions().len()).rev().collect();
            assert_eq!(all.len(), 4);
            let found = inquiry.answer(&all, &plan, &budget).expect("a plan").answers;
            assert_eq!(found.len(), all.len());
            for (&place, answer) in all.iter().zip(&found) {
                assert_eq!(inquiry.questions()[place].name, answer.question.name);
                assert_eq!((answer.method, answer.extras.verifier), (method, Some("flow")));
                assert!(
                    matches!(&answer.verdict, Verdict::Inconclusive(why) if *why == reason),
                    "{answer:?}"
                );
            }
        }
    }
}

#[test]
fn a_limit_before_there_is_a_system() {
    let mut reader = Reader::new(Budget::unlimited().with_timeout(Duration::ZERO), ReadOptions::default());
    let text = gas_station(2, Variant::Right);
    let failure = asked(&text, &Target::Default, &Plan::default(), &mut reader).err();
    assert!(matches!(failure, Some(Failure::Stopped(StopReason::Timeout))), "{failure:?}");
}
