//! Certificates: the independent checker, which knows LTSs only, accepts what data-flow analysis found, and
//! says the same.

use suppose_ada::models::{Variant, elevator, gas_station};
use suppose_base::Budget;
use suppose_certify::{Limits, Outcome, Verdict, check};
use suppose_inquiry::{Inquiry, Plan, Provenance};
use suppose_prove::certificate::{Target, certificate};

use crate::inquiry::{split, turns, whole, with};

fn certified(plan: Plan) -> Plan {
    Plan { certificate: true, ..plan }
}

/// What the checker reads in the certificate of all answers, and how many have none.
fn checked(inquiry: &mut dyn Inquiry, plan: &Plan) -> (Vec<(String, bool)>, usize) {
    let unlimited = Budget::unlimited();
    let all: Vec<usize> = (0..inquiry.questions().len()).collect();
    let answers = inquiry.answer(&all, plan, &unlimited).expect("a plan").answers;
    let claims = inquiry.claims(&answers, plan, &unlimited).expect("no limit");
    let Provenance::Answers(claimed) = &claims.provenance else { panic!("there are answers") };
    assert_eq!(claimed.len(), claims.expected.len());
    assert_eq!(claimed.len() + claims.unclaimed.len(), all.len());
    let system = inquiry.certified(&claims.properties, &unlimited).expect("no limit");
    assert_eq!(system.components.len(), claims.system.components.len());
    let claimed: Vec<_> = claimed.iter().collect();
    let text = certificate(&claims.system, &claimed, Vec::new(), Target::default()).expect("claims");
    let limits = Limits { max_states: 1_000_000, deadline: None, cancel: None };
    let Outcome::Accepted(results) = check(text.as_bytes(), &limits) else { panic!("it is not accepted") };
    let results = results.into_iter().map(|result| (result.watched, result.verdict == Verdict::Holds));
    let results: Vec<(String, bool)> = results.collect();
    assert_eq!(results, claims.expected);
    (results, claims.unclaimed.len())
}

#[test]
fn the_checker_agrees() {
    for (text, plan, holds) in [
        (elevator(Variant::Right), Plan::default(), true),
        (elevator(Variant::Right), with(&["va:x"]), true),
        (elevator(Variant::Right), split("car|controller"), true),
        (elevator(Variant::Wrong), Plan::default(), false),
        (elevator(Variant::Wrong), split("car|controller"), false),
    ] {
        let plan = certified(plan);
        let mut inquiry = whole(&text, &plan);
        assert_eq!(checked(&mut *inquiry, &plan), (vec![("Doors_Closed".to_owned(), holds)], 0));
    }
}

#[test]
fn properties_from_elsewhere_have_certificates() {
    let plan = certified(Plan::default());
    let mut inquiry = whole(&elevator(Variant::Right), &plan);
    for property in [turns("CLOSED", &["open", "close"]), turns("FIRST", &["move", "open"])] {
        inquiry.add_property(&property, &Budget::unlimited()).expect("a property");
    }
    let (results, without) = checked(&mut *inquiry, &plan);
    let expected = [("Doors_Closed", true), ("CLOSED", true), ("FIRST", false)];
    assert_eq!(results, expected.map(|(name, holds)| (name.to_owned(), holds)));
    assert_eq!(without, 0);
}

#[test]
fn what_is_open_has_no_certificate() {
    let plan = certified(with(&["none"]));
    let mut inquiry = whole(&gas_station(2, Variant::Right), &plan);
    let all: Vec<usize> = (0..inquiry.questions().len()).collect();
    let answers = inquiry.answer(&all, &plan, &Budget::unlimited()).expect("a plan").answers;
    let claims = inquiry.claims(&answers, &plan, &Budget::unlimited()).expect("no limit");
    let open = answers.iter().filter(|answer| !answer.verdict.holds()).count();
    assert!(open > 0);
    assert_eq!(claims.unclaimed.len(), open);
    assert!(claims.unclaimed.iter().all(|one| one.why == "the question was not decided"));
    // An outline has no LTSs to make a certificate of.
    let plan = Plan::default();
    let mut inquiry = whole(&elevator(Variant::Right), &plan);
    let answers = inquiry.answer(&[0], &plan, &Budget::unlimited()).expect("a plan").answers;
    assert!(answers[0].verdict.holds());
    let claims = inquiry.claims(&answers, &plan, &Budget::unlimited()).expect("no limit");
    assert_eq!((claims.expected.len(), claims.unclaimed.len()), (0, 1));
}
