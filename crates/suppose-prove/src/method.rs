//! The methods by name, and one door to all of them.

use std::fmt;

use suppose_base::{ActionId, Budget, StopReason, Verdict};
use suppose_learn::Kind;
use suppose_lts::System;
use suppose_lts::check::{Question, check};
use suppose_lts::product::Witness;

use crate::Task;
use crate::decomposition::{Split, choose};
use crate::direct::direct;
use crate::learn::{self, learn};
use crate::minimise::minimise;
use crate::outcome::{Outcome, Proof};
use crate::race::{Finish, Spent, Winner, race};
use crate::refine::refine;
use crate::rule::RuleKind;
use crate::run::realise;
use crate::separated::{How, separated};

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
    /// Any assumption that separates the two sides, found by walking one along the other.
    Lazy,
    /// Composition outward from the property.
    Minimise,
    /// Refinement of components against their neighbours.
    Refine,
    /// Each component of a reactive system alone, under what the others can send it. It is not for LTSs.
    Modular,
}

impl Method {
    /// The name, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Monolithic => "monolithic",
            Self::Learn => "learn",
            Self::Direct => "direct",
            Self::Lazy => "lazy",
            Self::Minimise => "minimise",
            Self::Refine => "refine",
            Self::Modular => "modular",
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
    /// Whether to look for an assumption with as few states as possible.
    pub smallest: bool,
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
            smallest: false,
            threads: 1,
        }
    }
}

/// A rule and the parts it was applied to, as component indices in the order of the rule.
pub type Applied = (RuleKind, Vec<Vec<usize>>);

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
    pub rule: Option<Applied>,
    /// What the methods of a race spent; empty when there was none.
    pub race: Vec<Spent>,
    /// Everything else that is known; its verdict is the one above as a trace.
    pub outcome: Outcome,
}

/// Answers a question about a system.
pub fn prove(system: &System, question: Question, options: &Options, budget: &Budget) -> Answer {
    if options.method == Method::Modular {
        let reason = StopReason::Unsupported(NOT_FOR_LTSS.into());
        return Answer::new(question, options.method, Outcome::stopped(reason));
    }
    // With priorities the others could only say that it holds, and the search is as good at that.
    let alone = options.method == Method::Auto && system.priority.is_some();
    if options.method == Method::Monolithic || alone {
        return monolithic(system, question, options.threads, budget);
    }
    let task = match Task::new(system, question) {
        Ok(task) => task,
        Err(_) if options.method == Method::Auto => {
            return monolithic(system, question, options.threads, budget);
        }
        Err(reason) => return Answer::new(question, options.method, Outcome::stopped(reason)),
    };
    if let Some(member) = task.stillborn() {
        let name = &system.components[member].name;
        let proof = Proof::chain(RuleKind::Chain, vec![vec![member]], Vec::new());
        let mut outcome = Outcome { proof: Some(proof), ..Outcome::new(Verdict::Holds) };
        outcome.notes.push(format!("{name} starts in its error state, so nothing ever happens"));
        let searched = task.searched();
        return Answer { searched, ..Answer::new(question, options.method, outcome) };
    }
    if options.method == Method::Auto {
        return raced(&task, question, options, budget);
    }
    let (outcome, rule) = by_parts(&task, options, budget);
    let answer = Answer::new(question, options.method, outcome);
    Answer { rule, ..answer }.witnessed(&task)
}

/// The plain search.
fn monolithic(system: &System, question: Question, threads: usize, budget: &Budget) -> Answer {
    let mut answers = check(system, &[question], threads, budget);
    Answer::found(system, answers.pop().expect("one answer to one question"))
}

/// The race of all methods.
fn raced(task: &Task<'_>, question: Question, options: &Options, budget: &Budget) -> Answer {
    let Finish { answer, spent } = race(task, question, options.threads, budget);
    let mut answer = match answer {
        Winner::Search(found) => Answer::found(task.system(), found),
        Winner::ByParts { outcome, method, split } => {
            let rule = split.map(|split| (RuleKind::Asymmetric, vec![split.left, split.right]));
            Answer { rule, ..Answer::new(question, method, *outcome) }.witnessed(task)
        }
    };
    answer.race = spent;
    answer
}

/// One method that works by parts, with the rule and the parts if it has any.
fn by_parts(task: &Task<'_>, options: &Options, budget: &Budget) -> (Outcome, Option<Applied>) {
    match options.method {
        Method::Minimise => return (minimise(task, budget), None),
        Method::Refine => return (refine(task, budget), None),
        _ => {}
    }
    let (parts, note) = match parts(task, options, budget) {
        Ok(found) => found,
        Err(reason) => return (Outcome::stopped(reason), None),
    };
    let rule = match options.rule {
        RuleKind::Asymmetric | RuleKind::Conjunction if parts.len() != 2 => RuleKind::Chain,
        rule => rule,
    };
    let (mut outcome, rule) = match options.method {
        Method::Learn if !options.smallest => {
            let options =
                learn::Options { learner: options.learner, rule, refine_alphabet: options.refine_alphabet };
            (learn(task, &parts, options, budget), (rule, parts))
        }
        method => {
            // These have one assumption between the first part and all others.
            let (left, right) = (parts[0].clone(), parts[1..].concat());
            let found = match method {
                Method::Direct if !options.smallest => direct(task, &left, &right, budget),
                _ => {
                    let how = if options.smallest { How::Smallest } else { How::Lazily };
                    separated(task, &left, &right, how, budget)
                }
            };
            (found.unwrap_or_else(Outcome::stopped), (RuleKind::Asymmetric, vec![left, right]))
        }
    };
    outcome.notes.extend(note);
    (outcome, Some(rule))
}

/// The parts, as asked for or chosen; a choice comes with a sentence about it.
fn parts(
    task: &Task<'_>,
    options: &Options,
    budget: &Budget,
) -> Result<(Vec<Vec<usize>>, Option<String>), StopReason> {
    if let Some(parts) = &options.parts {
        let empty = parts.is_empty();
        return Ok((if empty { vec![Vec::new()] } else { parts.clone() }, None));
    }
    let (Split { left, right, .. }, why) = choose(task, budget)?;
    if right.is_empty() {
        return Ok((vec![left], None));
    }
    Ok((vec![left, right], Some(why)))
}

const NOT_FOR_LTSS: &str = "the method `modular` is for reactive systems, not for systems of LTSs";
const PRIORITIES: &str =
    "the violation that was found needs a step that the priorities forbid; use the method `monolithic`";
const FAILS_BY_ITSELF: &str =
    "another component can fail by itself, which ends a run; use the method `monolithic`";

impl Answer {
    /// The answer that the outcome of a method gives, with its witness replayed.
    pub fn from_outcome(task: &Task<'_>, question: Question, method: Method, outcome: Outcome) -> Self {
        Self::new(question, method, outcome).witnessed(task)
    }

    /// An answer that speaks about no components yet.
    fn new(question: Question, method: Method, outcome: Outcome) -> Self {
        let verdict = match &outcome.verdict {
            Verdict::Holds => Verdict::Holds,
            Verdict::Inconclusive(reason) => Verdict::Inconclusive(reason.clone()),
            Verdict::Violated(_) => {
                Verdict::Inconclusive(StopReason::Unsupported("a trace without its witness".into()))
            }
        };
        Self { question, verdict, searched: Vec::new(), method, rule: None, race: Vec::new(), outcome }
    }

    /// What the plain search found. That it holds is shown by the product of all components.
    pub fn found(system: &System, found: suppose_lts::check::Answer) -> Self {
        let mut outcome = Outcome::new(found.verdict.clone().map(|witness| visible(&witness)));
        outcome.effort = found.effort;
        if found.verdict.holds()
            && let Question::Safe(watched) = found.question
            && system.priority.is_none()
        {
            let members: Vec<usize> = found.searched.iter().copied().filter(|&i| i != watched).collect();
            outcome.proof = Some(Proof::chain(RuleKind::Chain, vec![members], Vec::new()));
        }
        let answer = Self::new(found.question, Method::Monolithic, outcome);
        Self { verdict: found.verdict, searched: found.searched, ..answer }
    }

    /// The same answer with the witness of its trace, replayed.
    fn witnessed(mut self, task: &Task<'_>) -> Self {
        self.searched = task.searched();
        let Verdict::Violated(trace) = &self.outcome.verdict else { return self };
        let system = task.system().restricted_to(&self.searched);
        let watched = self.searched.partition_point(|&i| i < task.watched());
        self.verdict = match realise(&system, watched, trace) {
            Ok(witness) => Verdict::Violated(witness),
            Err(_) if task.system().priority.is_some() => {
                Verdict::Inconclusive(StopReason::Unsupported(PRIORITIES.into()))
            }
            Err(_) if task.members().iter().any(|&i| task.system().components[i].lts.has_error()) => {
                Verdict::Inconclusive(StopReason::Unsupported(FAILS_BY_ITSELF.into()))
            }
            Err(error) => {
                Verdict::Inconclusive(StopReason::Unsupported(format!("an internal check failed: {error}")))
            }
        };
        self
    }
}

/// The visible actions of a witness.
fn visible(witness: &Witness) -> Vec<ActionId> {
    witness.steps.iter().map(|step| step.action).filter(|a| !a.is_tau()).collect()
}
