//! Every way there is to answer a question.

use suppose_base::{Budget, StopReason, Verdict};
use suppose_certify::{Limits, Outcome};
use suppose_learn::Kind;
use suppose_lts::System;
use suppose_lts::check::Question;
use suppose_prove::Task;
use suppose_prove::certificate::{Target, certificate, prepared};
use suppose_prove::method::{Answer, Method, Options, prove};
use suppose_prove::minimise::Constrained;
use suppose_prove::rule::RuleKind;

/// A way with its name.
pub(crate) fn ways(members: &[usize]) -> Vec<(String, Options)> {
    let mut found = Vec::new();
    for method in Method::ALL {
        found.push((method.to_string(), Options { method, ..Options::default() }));
    }
    let mut splits: Vec<Vec<Vec<usize>>> = Vec::new();
    if let Some((first, rest)) = members.split_first() {
        splits.push(vec![vec![*first], rest.to_vec()]);
        splits.push(vec![rest.to_vec(), vec![*first]]);
        if rest.len() > 1 {
            splits.push(members.iter().map(|&i| vec![i]).collect());
        }
    }
    for parts in splits {
        for rule in RuleKind::ALL {
            if rule == RuleKind::Alternating && parts.len() != 2 {
                continue;
            }
            for learner in Kind::ALL {
                for refine_alphabet in [false, true] {
                    if rule == RuleKind::Symmetric && refine_alphabet {
                        continue;
                    }
                    let name = format!("learn {rule} {learner} {refine_alphabet} {parts:?}");
                    let parts = Some(parts.clone());
                    let options = Options {
                        method: Method::Learn,
                        rule,
                        parts,
                        learner,
                        refine_alphabet,
                        ..Options::default()
                    };
                    found.push((name, options));
                }
            }
        }
        let parts = Some(parts);
        for method in [Method::Lazy, Method::Learn] {
            let smallest = method == Method::Learn;
            let options = Options { method, smallest, parts: parts.clone(), ..Options::default() };
            found.push((format!("{method} smallest {smallest} {parts:?}"), options));
        }
        found.push((
            format!("direct {parts:?}"),
            Options { method: Method::Direct, parts, ..Options::default() },
        ));
    }
    found
}

/// Asks in one way and compares with what brute force said.
pub(crate) fn agrees(
    system: &System,
    watched: usize,
    violated: bool,
    (name, options): &(String, Options),
    certify: Certified,
) {
    let answer = prove(system, Question::Safe(watched), options, &Budget::unlimited());
    compare(system, violated, name, &answer, certify);
}

/// Composition of components that were constrained by their neighbours, in each order.
pub(crate) fn constrained_agree(system: &System, watched: usize, violated: bool) -> usize {
    let (question, budget) = (Question::Safe(watched), Budget::unlimited());
    let task = Task::new(system, question).expect("a question of safety");
    let constrained = Constrained::new(&task, &budget).expect("no limit");
    let tries = constrained.tries();
    let count = tries.len();
    for mut outward in tries {
        let outcome = outward.advance(&budget).expect("no limit");
        let answer = Answer::from_outcome(&task, question, Method::Minimise, outcome);
        compare(system, violated, &outward.order().to_string(), &answer, Certified::Yes);
    }
    count
}

fn compare(system: &System, violated: bool, name: &str, answer: &Answer, certify: Certified) {
    match &answer.verdict {
        Verdict::Holds => assert!(!violated, "{name} says holds\n{system:#?}"),
        Verdict::Violated(_) => assert!(violated, "{name} says violated\n{system:#?}"),
        Verdict::Inconclusive(reason) => panic!("{name} does not know: {reason}\n{system:#?}"),
    }
    if certify == Certified::Yes {
        certified(system, name, answer);
    }
}

/// Whether the proof or the witness is given to the independent checker too.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Certified {
    Yes,
    No,
}

/// The same, but the failure of another component may leave the question open; says whether it did not.
pub(crate) fn agrees_or_gives_up(
    system: &System,
    watched: usize,
    violated: bool,
    way: &(String, Options),
) -> bool {
    let answer = prove(system, Question::Safe(watched), &way.1, &Budget::unlimited());
    if let Verdict::Inconclusive(StopReason::Unsupported(why)) = &answer.verdict {
        assert!(why.starts_with("another component can fail by itself"), "{}: {why}\n{system:#?}", way.0);
        return false;
    }
    agrees(system, watched, violated, way, Certified::Yes);
    true
}

/// The independent checker accepts what supports an answer.
fn certified(system: &System, name: &str, answer: &Answer) {
    let answer = prepared(system, answer, &Budget::unlimited())
        .unwrap_or_else(|why| panic!("{name}: {why}\n{system:#?}"));
    let text = certificate(system, &[&answer], Vec::new(), Target::default())
        .unwrap_or_else(|(_, why)| panic!("{name}: {why}\n{system:#?}"));
    let limits = Limits { max_states: usize::MAX, deadline: None, cancel: None };
    match suppose_certify::check(text.as_bytes(), &limits) {
        Outcome::Accepted(_) => {}
        other => panic!("{name}: the checker says {other:?}\n{text}\n{system:#?}"),
    }
}
