//! The methods by name, and one door to all of them.

use std::fmt;

use suppose_base::{Budget, StopReason, Verdict};
use suppose_learn::Kind;
use suppose_lts::System;
use suppose_lts::check::{Question, check};
use suppose_lts::product::Witness;

use crate::Task;
use crate::decomposition::splits;
use crate::direct::direct;
use crate::learn::{self, learn};
use crate::minimise::minimise_any;
use crate::outcome::Outcome;
use crate::rule::RuleKind;
use crate::run::realise;

/// A way to answer a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Several methods in turn, the plain search among them.
    Auto,
    /// The plain search of the whole product.
    Monolithic,
    /// Learned assumptions.
    Learn,
    /// The weakest assumption of one part.
    Direct,
    /// Composition outward from the property.
    Minimise,
}

impl Method {
    /// The name, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Monolithic => "monolithic",
            Self::Learn => "learn",
            Self::Direct => "direct",
            Self::Minimise => "minimise",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What to do and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The method.
    pub method: Method,
    /// The rule, for methods that use one.
    pub rule: RuleKind,
    /// The parts in the order of the rule; chosen automatically when there are none.
    pub parts: Option<Vec<Vec<usize>>>,
    /// The learner.
    pub learner: Kind,
    /// Whether to begin with a small interface alphabet.
    pub refine_alphabet: bool,
    /// Threads of the plain search.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            method: Method::Auto,
            rule: RuleKind::Asymmetric,
            parts: None,
            learner: Kind::RivestSchapire,
            refine_alphabet: false,
            threads: 1,
        }
    }
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// The answer. The witness speaks about [`Answer::searched`], not about the whole system.
    pub verdict: Verdict<Witness>,
    /// The components that the witness speaks about, as indices of the whole system.
    pub searched: Vec<usize>,
    /// The method that answered.
    pub method: Method,
    /// The rule and the parts, where one was used.
    pub rule: Option<(RuleKind, Vec<Vec<usize>>)>,
    /// Everything else that is known; its verdict is the one above as a trace.
    pub outcome: Outcome,
}

/// Answers a question about a system.
pub fn prove(system: &System, question: Question, options: &Options, budget: &Budget) -> Answer {
    if options.method == Method::Monolithic {
        return monolithic(system, question, options.threads, budget);
    }
    let task = match Task::new(system, question) {
        Ok(task) => task,
        Err(_) if options.method == Method::Auto => {
            return monolithic(system, question, options.threads, budget);
        }
        Err(reason) => return Answer::open(question, options.method, reason),
    };
    by_parts(&task, question, options, budget)
}

/// The plain search.
fn monolithic(system: &System, question: Question, threads: usize, budget: &Budget) -> Answer {
    let mut answers = check(system, &[question], threads, budget);
    let answer = answers.pop().expect("one answer to one question");
    let mut outcome = Outcome::new(answer.verdict.clone().map(|_| Vec::new()));
    outcome.effort = answer.effort;
    Answer {
        question,
        verdict: answer.verdict,
        searched: answer.searched,
        method: Method::Monolithic,
        rule: None,
        outcome,
    }
}

/// One method that works by parts.
fn by_parts(task: &Task<'_>, question: Question, options: &Options, budget: &Budget) -> Answer {
    let searched = task.searched();
    if task.is_stillborn() {
        let mut outcome = Outcome::new(Verdict::Holds);
        outcome.notes.push("a component starts in ERROR, so nothing ever happens".into());
        return Answer {
            question,
            verdict: Verdict::Holds,
            searched,
            method: options.method,
            rule: None,
            outcome,
        };
    }
    let parts = || match &options.parts {
        Some(parts) => parts.clone(),
        None => {
            let best = splits(task).swap_remove(0);
            if best.right.is_empty() { vec![best.left] } else { vec![best.left, best.right] }
        }
    };
    let (outcome, rule) = match options.method {
        Method::Minimise => (minimise_any(task, budget), None),
        Method::Direct => {
            let parts = parts();
            let right = parts[1..].concat();
            let outcome = direct(task, &parts[0], &right, budget).unwrap_or_else(Outcome::stopped);
            (outcome, Some((RuleKind::Asymmetric, vec![parts[0].clone(), right])))
        }
        _ => {
            let parts = parts();
            let rule = match options.rule {
                RuleKind::Asymmetric | RuleKind::Conjunction if parts.len() != 2 => RuleKind::Chain,
                rule => rule,
            };
            let options =
                learn::Options { learner: options.learner, rule, refine_alphabet: options.refine_alphabet };
            (learn(task, &parts, &options, budget), Some((rule, parts)))
        }
    };
    let verdict = match &outcome.verdict {
        Verdict::Holds => Verdict::Holds,
        Verdict::Inconclusive(reason) => Verdict::Inconclusive(reason.clone()),
        Verdict::Violated(trace) => witness(task, &searched, trace),
    };
    Answer { question, verdict, searched, method: options.method, rule, outcome }
}

/// The witness of a trace, replayed.
fn witness(task: &Task<'_>, searched: &[usize], trace: &[suppose_base::ActionId]) -> Verdict<Witness> {
    let system = task.system().restricted_to(searched);
    let watched =
        searched.iter().position(|&i| i == task.watched()).expect("the watched component is searched");
    match realise(&system, watched, trace) {
        Ok(witness) => Verdict::Violated(witness),
        Err(_)
            if searched
                .iter()
                .any(|&i| i != task.watched() && task.system().components[i].lts.has_error()) =>
        {
            let what = "another component can fail by itself, which ends a run; use the method `monolithic`";
            Verdict::Inconclusive(StopReason::Unsupported(what.into()))
        }
        Err(error) => {
            Verdict::Inconclusive(StopReason::Unsupported(format!("an internal check failed: {error}")))
        }
    }
}

impl Answer {
    /// A question that stays open.
    fn open(question: Question, method: Method, reason: StopReason) -> Self {
        Self {
            question,
            verdict: Verdict::Inconclusive(reason.clone()),
            searched: Vec::new(),
            method,
            rule: None,
            outcome: Outcome::stopped(reason),
        }
    }
}
