//! The methods by name, and one door to all of them.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use suppose_base::{Budget, StopReason, Verdict};
use suppose_learn::Kind;
use suppose_lts::System;
use suppose_lts::check::{Question, check};
use suppose_lts::product::Witness;

use crate::Task;
use crate::methods::Methods;
use crate::outcome::{Findings, Outcome, Proof, sum};
pub use crate::race::Spent;
use crate::race::{Entry, Finish, Winner, race};
use crate::rule::RuleKind;
use crate::run::witnessed;

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
    /// As few components as will do, selected by counterexamples.
    Select,
    /// As few components as will do, up to exchanges that change nothing.
    Symmetry,
    /// Each component of a reactive system alone, under what the others can send it. It is not for LTSs.
    Modular,
    /// A method that somebody added to the table, by its name.
    Other(&'static str),
}

impl Method {
    /// All methods for systems of LTSs that come with this crate.
    pub const ALL: [Self; 9] = [
        Self::Auto,
        Self::Monolithic,
        Self::Learn,
        Self::Direct,
        Self::Lazy,
        Self::Minimise,
        Self::Refine,
        Self::Select,
        Self::Symmetry,
    ];

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
            Self::Select => "select",
            Self::Symmetry => "symmetry",
            Self::Modular => "modular",
            Self::Other(name) => name,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no method has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownMethod(String);

impl fmt::Display for UnknownMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Method::ALL.map(Method::name);
        write!(f, "there is no method `{}`; the methods are {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownMethod {}

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(name: &str) -> Result<Self, UnknownMethod> {
        Self::ALL
            .into_iter()
            .find(|method| method.name() == name)
            .ok_or_else(|| UnknownMethod(name.to_owned()))
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
    /// What stays together where parts are chosen; every component by itself if that is not said.
    pub units: Option<Vec<Vec<usize>>>,
    /// The learner.
    pub learner: Kind,
    /// Whether to begin with a small interface alphabet.
    pub refine_alphabet: bool,
    /// Whether to look for an assumption with as few states as possible.
    pub smallest: bool,
    /// Threads of the plain search.
    pub threads: usize,
    /// The methods there are.
    pub methods: Methods,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            method: Method::Auto,
            rule: RuleKind::Asymmetric,
            parts: None,
            units: None,
            learner: Kind::RivestSchapire,
            refine_alphabet: false,
            smallest: false,
            threads: 1,
            methods: Methods::default(),
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
    /// What else was found.
    pub findings: Findings,
}

/// Answers a question about a system.
pub fn prove(system: &System, question: Question, options: &Options, budget: &Budget) -> Answer {
    prove_all(system, &[question], std::slice::from_ref(options), budget).remove(0).0
}

/// Answers questions about a system, each in its own way, with the time that each of them took.
///
/// The plain search answers several together where that is cheaper; those for `auto` share a race.
///
/// # Panics
/// When there are not as many options as questions.
pub fn prove_all(
    system: &System,
    questions: &[Question],
    options: &[Options],
    budget: &Budget,
) -> Vec<(Answer, Duration)> {
    assert_eq!(questions.len(), options.len(), "options for each question");
    let tasks: Vec<Result<Task<'_>, StopReason>> =
        questions.iter().map(|&question| Task::new(system, question)).collect();
    let mut answers: Vec<Option<(Answer, Duration)>> = questions.iter().map(|_| None).collect();
    let (mut searched, mut raced) = (Vec::new(), Vec::new());
    for (place, (task, options)) in tasks.iter().zip(options).enumerate() {
        // With priorities the others could only say that it holds, and the search is as good at that.
        let alone = system.priority.is_some() || matches!(task, Err(StopReason::Unsupported(_)));
        match options.method {
            Method::Monolithic => searched.push(place),
            Method::Auto if alone => searched.push(place),
            Method::Auto if is_open(task) => raced.push(place),
            _ => {
                let started = Instant::now();
                let answer = by_parts(task.as_ref().map_err(Clone::clone), questions[place], options, budget);
                answers[place] = Some((answer, started.elapsed()));
            }
        }
    }
    if let Some(&first) = searched.first() {
        let started = Instant::now();
        let asked: Vec<Question> = searched.iter().map(|&place| questions[place]).collect();
        let found = check(system, &asked, options[first].threads, budget);
        let time = started.elapsed() / u32::try_from(asked.len()).unwrap_or(u32::MAX);
        for (place, found) in searched.into_iter().zip(found) {
            answers[place] = Some((Answer::found(system, found), time));
        }
    }
    let entry = |&place: &usize| {
        let (question, options) = (questions[place], &options[place]);
        tasks[place].as_ref().ok().map(|task| Entry { task, question, options })
    };
    let entries: Vec<Entry<'_>> = raced.iter().filter_map(entry).collect();
    for (place, finish) in raced.into_iter().zip(race(&entries, budget)) {
        answers[place] = Some(raced_answer(system, questions[place], finish));
    }
    answers.into_iter().map(|answer| answer.expect("every question is answered in some way")).collect()
}

/// Whether there is anything to find out.
fn is_open(task: &Result<Task<'_>, StopReason>) -> bool {
    task.as_ref().is_ok_and(|task| task.stillborn().is_none())
}

/// The answer of a method by parts.
fn by_parts(
    task: Result<&Task<'_>, StopReason>,
    question: Question,
    options: &Options,
    budget: &Budget,
) -> Answer {
    let task = match task {
        Ok(task) => task,
        Err(reason) => return Answer::new(question, options.method, Verdict::Inconclusive(reason)),
    };
    if let Some(member) = task.stillborn() {
        let name = &task.system().components[member].name;
        let proof = Proof::chain(RuleKind::Chain, vec![vec![member]], Vec::new());
        let mut outcome = Outcome::proved(proof);
        outcome.findings.notes.push(format!("{name} starts in its error state, so nothing ever happens"));
        return Answer::from_outcome(task, question, options.method, outcome);
    }
    let (outcome, rule) = options.methods.prove(task, options, budget);
    Answer { rule, ..Answer::from_outcome(task, question, options.method, outcome) }
}

/// The answer that a race came to.
fn raced_answer(system: &System, question: Question, finish: Finish) -> (Answer, Duration) {
    let Finish { answer, spent, before, time } = finish;
    let mut answer = match answer {
        Winner::Search(found) => Answer::found(system, found),
        Winner::ByParts { verdict, searched, findings, method, rule } => {
            Answer { searched, rule, findings: *findings, ..Answer::new(question, method, verdict) }
        }
    };
    answer.findings.effort = sum(before, answer.findings.effort);
    (Answer { race: spent, ..answer }, time)
}

impl Answer {
    /// The answer that the outcome of a method gives, with its witness replayed.
    pub fn from_outcome(task: &Task<'_>, question: Question, method: Method, outcome: Outcome) -> Self {
        let Outcome { verdict, findings } = outcome;
        let verdict = witnessed(task, verdict);
        Self { searched: task.searched(), findings, ..Self::new(question, method, verdict) }
    }

    /// A verdict that speaks about no components yet and of which nothing else is known.
    fn new(question: Question, method: Method, verdict: Verdict<Witness>) -> Self {
        let (searched, race, findings) = (Vec::new(), Vec::new(), Findings::default());
        Self { question, verdict, searched, method, rule: None, race, findings }
    }

    /// What the plain search found. That it holds is shown by the product of all components.
    pub fn found(system: &System, found: suppose_lts::check::Answer) -> Self {
        let mut findings = Findings { effort: found.effort, ..Findings::default() };
        if found.verdict.holds()
            && let Question::Safe(watched) = found.question
            && system.priority.is_none()
        {
            let members: Vec<usize> = found.searched.iter().copied().filter(|&i| i != watched).collect();
            findings.proof = Some(Proof::chain(RuleKind::Chain, vec![members], Vec::new()));
        }
        let answer = Self::new(found.question, Method::Monolithic, found.verdict);
        Self { searched: found.searched, findings, ..answer }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for method in Method::ALL {
            assert_eq!(method.name().parse(), Ok(method));
        }
        let unknown = "guess".parse::<Method>().expect_err("no method");
        assert_eq!(
            unknown.to_string(),
            "there is no method `guess`; the methods are auto, monolithic, learn, direct, lazy, minimise, \
                refine, select, symmetry"
        );
    }
}
