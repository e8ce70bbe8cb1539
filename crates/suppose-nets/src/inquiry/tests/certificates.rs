//! What certificates claim, against the certificates that are written from it.

use std::time::Duration;

use serde_json::Value;
use suppose_base::{Budget, Verdict};
use suppose_inquiry::{Answer, Claims, Inquiry, Plan, Provenance};
use suppose_prove::certificate::{Target, none_fails, one_fails};
use suppose_prove::method::Method;

use super::{CELEMENT, CONFLICT, HAZARD, MAJORITY, found, inquiry};
use crate::models;

fn claims(inquiry: &mut dyn Inquiry, answers: &[Answer]) -> Claims {
    inquiry.claims(answers, &Plan::default(), &Budget::unlimited()).expect("claims")
}

/// The names and verdicts of the results of the certificate that is written.
fn written(claims: &Claims) -> Vec<(String, bool)> {
    let Claims { system, provenance, .. } = claims;
    let text = match provenance {
        Provenance::NoneFails(restriction) => {
            none_fails(system, restriction, Vec::new(), Target::default()).expect("something could fail")
        }
        Provenance::OneFails { watched, witness } => {
            one_fails(system, *watched, witness, Vec::new(), Target::default())
        }
        Provenance::Answers(answers) => {
            assert!(answers.is_empty());
            return Vec::new();
        }
    };
    let certificate: Value = serde_json::from_str(&text).expect("JSON");
    let result = |result: &Value| {
        let watched = result["watched"].as_u64().expect("a number") as usize;
        let name = certificate["components"][watched]["name"].as_str().expect("a name").to_owned();
        (name, result["verdict"] == "holds")
    };
    certificate["results"].as_array().expect("a list").iter().map(result).collect()
}

fn without(claims: &Claims) -> Vec<String> {
    claims.unclaimed.iter().map(|u| format!("{} has no certificate: {}", u.property, u.why)).collect()
}

#[test]
fn that_nothing_fails_is_claimed_of_each_part() {
    let mut inquiry = inquiry(&[MAJORITY, CELEMENT]);
    let answers = found(&mut *inquiry, &[], &Plan::default()).answers;
    let claims = claims(&mut *inquiry, &answers);
    assert_eq!(claims.expected, [("majority".to_owned(), true), ("celement".to_owned(), true)]);
    assert_eq!(written(&claims), claims.expected);
    assert_eq!(claims.properties, ["safety", "disabling", "conformance"]);
    assert_eq!(without(&claims), ["deadlock has no certificate: it is not about a single step"]);
    // The system is the same when it is built again for the check.
    let again = inquiry.certified(&claims.properties, &Budget::unlimited()).expect("a system");
    let sizes = |system: &suppose_lts::System| -> Vec<(String, usize, usize)> {
        let parts = system.components.iter();
        parts.map(|c| (c.name.clone(), c.lts.num_states(), c.lts.num_transitions())).collect()
    };
    assert_eq!(sizes(&again), sizes(&claims.system));
    assert!(inquiry.certified(&["speed".to_owned()], &Budget::unlimited()).is_err());
}

#[test]
fn what_is_violated_is_the_claim() {
    for method in [Method::Monolithic, Method::Refine, Method::Learn] {
        let mut inquiry = inquiry(&[HAZARD, CELEMENT]);
        let answers = found(&mut *inquiry, &[], &super::plan(method)).answers;
        let claims = claims(&mut *inquiry, &answers);
        assert!(matches!(claims.expected[..], [(_, false)]), "{:?}", claims.expected);
        assert_eq!(written(&claims), claims.expected);
        assert_eq!(claims.properties, ["disabling"]);
        assert_eq!(
            without(&claims),
            [
                "safety has no certificate: the certificate is about the violation",
                "deadlock has no certificate: it is not about a single step",
                "conformance has no certificate: the certificate is about the violation",
            ]
        );
    }
}

#[test]
fn nothing_is_claimed_of_what_was_not_decided() {
    let mut inquiry = inquiry(&[MAJORITY, CELEMENT]);
    let budget = Budget::unlimited().with_timeout(Duration::ZERO);
    let answers =
        inquiry.answer(&[0, 1], &super::plan(Method::Monolithic), &budget).expect("answers").answers;
    assert!(answers.iter().all(|answer| matches!(answer.verdict, Verdict::Inconclusive(_))));
    let claims = claims(&mut *inquiry, &answers);
    assert_eq!(written(&claims), []);
    assert_eq!(
        without(&claims),
        ["safety", "disabling"]
            .map(|name| format!("{name} has no certificate: the question was not decided"))
    );
}

#[test]
fn a_design_that_cannot_fail_at_all_has_no_certificate() {
    let mut inquiry = inquiry(&[CONFLICT]);
    let answers = found(&mut *inquiry, &["safety", "disabling", "csc"], &Plan::default()).answers;
    let claims = claims(&mut *inquiry, &answers);
    assert_eq!((written(&claims), claims.expected.len()), (Vec::new(), 0));
    assert_eq!(
        without(&claims),
        [
            "csc has no certificate: it is not about a single step",
            "safety, disabling has no certificate: no component can fail, whatever the others do",
        ]
    );
}

#[test]
fn designs_of_many_parts() {
    for text in [models::dme(3), models::fifo(4), models::arbiter(3)] {
        let mut inquiry = inquiry(&[("model.lpn", &text)]);
        let answers = found(&mut *inquiry, &["safety", "disabling"], &Plan::default()).answers;
        let claims = claims(&mut *inquiry, &answers);
        assert_eq!(written(&claims), claims.expected);
        assert!(claims.expected.len() > 1 && claims.expected.iter().all(|(_, holds)| *holds));
    }
}
