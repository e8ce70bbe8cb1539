//! The worked example of Cobleigh, Giannakopoulou and Păsăreanu (TACAS 2003, section 4.3), conjecture by
//! conjecture.

use std::sync::Arc;

use suppose_base::{ActionId, Budget, StateId};
use suppose_learn::Kind;
use suppose_lts::check::Question;
use suppose_lts::{Component, Lts, LtsBuilder, Role, System};
use suppose_prove::method::{Answer, Method, Options, prove};
use suppose_prove::outcome::Meaning;

/// The system with these edges of the second component.
fn channel(output: &[(usize, &str, usize)]) -> System {
    let mut system = System::default();
    let input = [(0, "input", 1), (1, "send", 2), (2, "ack", 0)];
    let order = [(0, "input", 1), (1, "output", 0), (0, "output", usize::MAX), (1, "input", usize::MAX)];
    let mut add = |name: &str, role, states, edges: &[(usize, &str, usize)]| {
        let mut b = LtsBuilder::new(states);
        for &(from, action, to) in edges {
            let to = if to == usize::MAX { StateId::ERROR } else { StateId::must(to) };
            b.add(StateId::must(from), system.actions.intern(action), to);
        }
        let lts = Arc::new(b.finish().expect("valid"));
        system.components.push(Component { name: name.into(), lts, role });
    };
    add("Input", Role::Component, 3, &input);
    add("Output", Role::Component, 3, output);
    add("Order", Role::Property, 2, &order);
    system
}

fn learned(system: &System, learner: Kind) -> Answer {
    let parts = Some(vec![vec![0], vec![1]]);
    let options = Options { method: Method::Learn, parts, learner, ..Options::default() };
    prove(system, Question::Safe(2), &options, &Budget::unlimited())
}

/// The transitions of an LTS with names, sorted by state and name.
fn rows(system: &System, lts: &Lts) -> Vec<String> {
    let name = |a: ActionId| system.actions.name(a);
    let mut rows: Vec<String> = lts
        .all_transitions()
        .map(|(s, t)| format!("{} {} {}", s.raw(), name(t.action), t.target.raw()))
        .collect();
    rows.sort();
    rows
}

fn words(system: &System, word: &[ActionId]) -> Vec<String> {
    word.iter().map(|&a| system.actions.name(a).to_owned()).collect()
}

#[test]
fn output_needs_two_conjectures() {
    let system = channel(&[(0, "send", 1), (1, "output", 2), (2, "ack", 0)]);
    let answer = learned(&system, Kind::RivestSchapire);
    assert!(answer.verdict.holds());
    let learning = answer.findings.learning.expect("something was learned");
    assert_eq!(words(&system, &learning.interface), ["ack", "output", "send"]);
    assert_eq!(learning.conjectures.len(), 2);
    // Figure 6: everything but output.
    let first = &learning.conjectures[0];
    assert_eq!(rows(&system, &first.lts), ["0 ack 0", "0 send 0"]);
    let refuted = first.refuted.as_ref().expect("refuted");
    assert_eq!((refuted.premise, refuted.meaning), (1, Meaning::TooWeak));
    assert_eq!(words(&system, &refuted.word), ["send", "ack"]);
    // Figure 7, from table 2: after send no ack before another letter.
    let second = &learning.conjectures[1];
    assert_eq!(rows(&system, &second.lts), ["0 ack 0", "0 send 1", "1 output 0", "1 send 0"]);
    assert_eq!(second.refuted, None);
    assert_eq!(second.passed, 2);
}

#[test]
fn output_prime_needs_four() {
    // Figure 3: several sends before the output.
    let system = channel(&[(0, "send", 1), (1, "send", 1), (1, "output", 2), (2, "ack", 0)]);
    let answer = learned(&system, Kind::RivestSchapire);
    assert!(answer.verdict.holds());
    let learning = answer.findings.learning.expect("something was learned");
    assert_eq!(learning.conjectures.len(), 4);
    let second = learning.conjectures[1].refuted.as_ref().expect("refuted");
    assert_eq!((second.premise, second.meaning), (2, Meaning::TooStrong));
    assert_eq!(words(&system, &second.word), ["send", "send", "output"]);
    // Figure 9, the weakest assumption: 0 nothing under way; 1 sent, output wanted; 2 output done; 3 anything
    // goes.
    let last = learning.conjectures[3].lts.clone();
    assert_eq!((last.num_states(), last.num_transitions()), (4, 9));
    let sizes: Vec<usize> = learning.conjectures.iter().map(|c| c.lts.num_states()).collect();
    assert_eq!(sizes, [1, 2, 3, 4]);
}

#[test]
fn every_learner_ends_with_a_valid_assumption() {
    let system = channel(&[(0, "send", 1), (1, "send", 1), (1, "output", 2), (2, "ack", 0)]);
    for learner in Kind::ALL {
        let answer = learned(&system, learner);
        assert!(answer.verdict.holds(), "{learner}");
        let proof = answer.findings.proof.expect("a proof");
        assert_eq!((proof.parts.len(), proof.assumptions.len()), (2, 1));
    }
}
