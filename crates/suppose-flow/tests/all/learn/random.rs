//! Random programs: the verdict by parts is that of their LTSs, and the independent checker accepts every
//! proof and every witness.

use std::sync::Arc;

use suppose_ada as ada;
use suppose_base::{Budget, FileId, Verdict};
use suppose_certify::{Limits, Outcome as Checked};
use suppose_flow::learn::{Constraints, Learned, Question, learn};
use suppose_learn::Kind;
use suppose_lts::check::{Question as Asked, check};
use suppose_lts::{Component, Role, System};
use suppose_prove::certificate::{Target, certificate, prepared};
use suppose_prove::learn::Options;
use suppose_prove::method::{Answer, Method};
use suppose_prove::outcome::Findings;
use suppose_prove::rule::RuleKind;

use crate::learn::{programs, property};

/// Larger programs, and longer work, are left out.
const MOST: u64 = 20_000;

#[derive(Debug, Default)]
struct Seen {
    asked: u32,
    too_large: u32,
    proved: u32,
    violated: u32,
    constraints: usize,
    runs: u32,
    assumptions: u32,
}

/// The parts: any two or three of the tasks, or each task alone; a variable where it is used first.
fn parts(system: &System, program: &ada::Program, seed: u64) -> Vec<Vec<usize>> {
    let tasks: Vec<usize> = (0..system.components.len())
        .filter(|&i| program.tasks.iter().any(|task| task.name == system.components[i].name))
        .collect();
    let mut code = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
    let mut below = |bound: usize| {
        let chosen = code % bound as u64;
        code /= bound as u64;
        chosen as usize
    };
    let kinds = if seed.is_multiple_of(7) { tasks.len() } else { tasks.len().min(2 + below(3) / 2) };
    // One task for each part, in any order, and then the others anywhere.
    let mut left = tasks.clone();
    let mut parts: Vec<Vec<usize>> = Vec::new();
    while !left.is_empty() {
        let task = left.swap_remove(below(left.len()));
        if parts.len() < kinds {
            parts.push(vec![task]);
        } else {
            let place = below(kinds);
            parts[place].push(task);
        }
    }
    for part in &mut parts {
        part.sort_unstable();
    }
    for (i, component) in system.components.iter().enumerate() {
        if component.role == Role::Component && !tasks.contains(&i) {
            let uses = |&task: &usize| {
                component.lts.alphabet().iter().any(|&a| system.components[task].lts.has_action(a))
            };
            let place = parts.iter().position(|part| part.iter().any(uses)).unwrap_or(0);
            parts[place].push(i);
        }
    }
    parts
}

fn try_one(seed: u64, seen: &mut Seen) {
    let text = programs::text(&programs::program(seed));
    let (program, _) = ada::load(FileId(0), &text).unwrap_or_else(|m| panic!("{:?}\n{text}", m[0]));
    let limited = Budget::unlimited().with_max_states(MOST);
    let mut system = ada::lower(&program, &Budget::unlimited()).expect("no limit").system;
    // Every other program gets a property about actions that it has, which is harder than its own.
    if seed % 2 == 1 {
        let lts = Arc::new(property::random(&system, seed));
        system.components.push(Component { name: "random".into(), lts, role: Role::Property });
    }
    let watched = system.components.len() - 1;
    let expected = check(&system, &[Asked::Safe(watched)], 1, &limited).remove(0).verdict;
    let tasks = system.components.iter().filter(|c| program.tasks.iter().any(|t| t.name == c.name)).count();
    if matches!(expected, Verdict::Inconclusive(_)) || tasks < 2 {
        seen.too_large += 1;
        return;
    }
    let parts = parts(&system, &program, seed);
    let question =
        Question { program: &program, system: &system, exact: &system, property: watched, parts: &parts };
    let two = parts.len() == 2;
    for (number, rule) in RuleKind::ALL.into_iter().enumerate() {
        let fits = match rule {
            RuleKind::Asymmetric | RuleKind::Conjunction | RuleKind::Alternating => two,
            _ => true,
        };
        if !fits {
            continue;
        }
        let learner = Kind::ALL[(seed as usize + number) % Kind::ALL.len()];
        let refine_alphabet = seed.is_multiple_of(5) && rule != RuleKind::Symmetric;
        let options = Options { learner, rule, refine_alphabet };
        let Ok(learned) = learn(question, &Constraints::Auto, options, &limited) else {
            seen.too_large += 1;
            continue;
        };
        seen.asked += 1;
        seen.runs += learned.runs;
        let what = format!("seed {seed}, {rule}, {learner}, {parts:?}");
        match &learned.outcome.verdict {
            Verdict::Holds => {
                assert!(expected.holds(), "{what}: proved what is violated\n{text}");
                seen.proved += 1;
                seen.constraints += learned.constraints.len();
            }
            Verdict::Violated(_) => {
                assert!(!expected.holds(), "{what}: violated what holds\n{text}");
                assert!(learned.execution.is_some());
                seen.violated += 1;
            }
            Verdict::Inconclusive(suppose_base::StopReason::States(_)) => {
                seen.too_large += 1;
                continue;
            }
            Verdict::Inconclusive(reason) => panic!("{what}: {reason}\n{text}"),
        }
        if let Some(proof) = &learned.proof {
            seen.assumptions += proof.assumptions.len() as u32;
        }
        certified(&system, watched, learned, &what, &text);
    }
}

/// The independent checker, which knows LTSs only, accepts what the analysis of data flow found.
fn certified(system: &System, property: usize, learned: Learned, what: &str, text: &str) {
    let (searched, verdict) = match learned.execution {
        Some(found) => (found.searched, Verdict::Violated(found.witness)),
        None => (Vec::new(), Verdict::Holds),
    };
    let answer = Answer {
        question: Asked::Safe(property),
        verdict,
        searched,
        method: Method::Learn,
        rule: None,
        race: Vec::new(),
        findings: Findings { proof: learned.proof, ..Findings::default() },
    };
    let answer = prepared(system, &answer, &Budget::unlimited()).expect("a claim");
    let certificate = certificate(system, &[&answer], Vec::new(), Target::default()).expect("a certificate");
    let limits = Limits { max_states: usize::MAX, deadline: None, cancel: None };
    let checked = suppose_certify::check(certificate.as_bytes(), &limits);
    assert!(matches!(checked, Checked::Accepted(_)), "{what}: the checker says {checked:?}\n{text}");
}

#[test]
fn verdicts_by_parts_are_those_of_the_ltss() {
    let many = std::env::var("SUPPOSE_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(150);
    let mut seen = Seen::default();
    for seed in 0..many {
        try_one(seed, &mut seen);
    }
    println!("{seen:?}");
    // The programs are no good if most of them are left out or all say the same.
    assert!(seen.asked > seen.too_large && seen.proved * 10 > seen.asked && seen.violated * 20 > seen.asked);
}
