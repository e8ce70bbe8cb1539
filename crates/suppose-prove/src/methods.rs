//! The methods of proof by parts, one row each.
//!
//! A new method is a value with the trait [`ProofMethod`] and one more row here, or in a table of the
//! caller's own ([`Methods::with`]). `prove` finds it by its name, and it takes part in the race of `auto`: a
//! method that pays for its work ([`Budget::pay`]) can be suspended wherever it does.

use std::fmt;

use suppose_base::{Budget, StopReason};

use crate::Task;
use crate::decomposition::{Units, choose};
use crate::direct::direct;
use crate::learn;
use crate::method::{Applied, Method, Options};
use crate::minimise::minimise;
use crate::outcome::Outcome;
use crate::refine::refine;
use crate::rule::RuleKind;
use crate::select::select;
use crate::separated::{How, separated};
use crate::symmetry::symmetry;

/// The methods that come with the crate. Contenders enter a race in this order.
const ROWS: &[&dyn ProofMethod] = &[&Select, &Minimise, &Refine, &Symmetry, &Lazy, &Direct, &Learn];

/// A method of proof by parts.
pub trait ProofMethod: Sync {
    /// Which one it is.
    fn method(&self) -> Method;

    /// What it does, in one line.
    fn about(&self) -> &'static str;

    /// Answers a question, with the rule and the parts where it uses them.
    fn prove(&self, task: &Task<'_>, options: &Options, budget: &Budget) -> (Outcome, Option<Applied>);

    /// Whether it works with the parts of the options, and chooses some where there are none. In a race they
    /// are chosen once for all such methods.
    fn takes_parts(&self) -> bool {
        false
    }

    /// How many times as much it is taken to need in a race as it seems to: more than once for a method that
    /// does what another one does, and more, or that takes long to get stuck.
    fn handicap(&self) -> u64 {
        1
    }
}

/// A table of methods.
#[derive(Clone)]
pub struct Methods {
    rows: Vec<&'static dyn ProofMethod>,
}

impl Default for Methods {
    fn default() -> Self {
        Self { rows: ROWS.to_vec() }
    }
}

impl fmt::Debug for Methods {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.all().map(|row| row.method().name())).finish()
    }
}

impl Methods {
    /// No methods at all, for a table in another order.
    pub fn none() -> Self {
        Self { rows: Vec::new() }
    }

    /// The same table with one more method.
    #[must_use]
    pub fn with(mut self, method: &'static dyn ProofMethod) -> Self {
        self.rows.push(method);
        self
    }

    /// All methods by parts, in order.
    pub fn all(&self) -> impl Iterator<Item = &'static dyn ProofMethod> {
        self.rows.iter().copied()
    }

    /// The method of a name: one of the table, `auto` or `monolithic`.
    pub fn named(&self, name: &str) -> Option<Method> {
        let others = [Method::Auto, Method::Monolithic].into_iter();
        others.chain(self.all().map(ProofMethod::method)).find(|method| method.name() == name)
    }

    /// What a method by parts answers.
    pub(crate) fn prove(
        &self,
        task: &Task<'_>,
        options: &Options,
        budget: &Budget,
    ) -> (Outcome, Option<Applied>) {
        if let Some(row) = self.all().find(|row| row.method() == options.method) {
            row.prove(task, options, budget)
        } else {
            let what = format!("the method `{}` for systems of LTSs", options.method);
            (Outcome::stopped(StopReason::Unsupported(what)), None)
        }
    }
}

/// Composition outward from the property, minimised after every step.
struct Minimise;

impl ProofMethod for Minimise {
    fn method(&self) -> Method {
        Method::Minimise
    }

    fn about(&self) -> &'static str {
        "composition outward from the property, minimised after every step"
    }

    fn handicap(&self) -> u64 {
        // Most of what it can prove, `select` proves too, with fewer components.
        2
    }

    fn prove(&self, task: &Task<'_>, _: &Options, budget: &Budget) -> (Outcome, Option<Applied>) {
        (minimise(task, budget), None)
    }
}

/// Refinement of components against their neighbours.
struct Refine;

impl ProofMethod for Refine {
    fn method(&self) -> Method {
        Method::Refine
    }

    fn about(&self) -> &'static str {
        "refinement of components against their neighbours"
    }

    fn handicap(&self) -> u64 {
        // Where it is the one that succeeds it is quick, and it takes long to see that it does not.
        2
    }

    fn prove(&self, task: &Task<'_>, _: &Options, budget: &Budget) -> (Outcome, Option<Applied>) {
        (refine(task, budget), None)
    }
}

/// As few components as will do.
struct Select;

impl ProofMethod for Select {
    fn method(&self) -> Method {
        Method::Select
    }

    fn about(&self) -> &'static str {
        "as few components as will do, selected by counterexamples"
    }

    fn prove(&self, task: &Task<'_>, _: &Options, budget: &Budget) -> (Outcome, Option<Applied>) {
        (select(task, budget), None)
    }
}

/// As few components as will do, up to symmetry.
struct Symmetry;

impl ProofMethod for Symmetry {
    fn method(&self) -> Method {
        Method::Symmetry
    }

    fn about(&self) -> &'static str {
        "as few components as will do, up to exchanges that change nothing"
    }

    fn prove(&self, task: &Task<'_>, _: &Options, budget: &Budget) -> (Outcome, Option<Applied>) {
        (symmetry(task, budget), None)
    }
}

/// Any assumption that will do, found by walking one part along the other.
struct Lazy;

impl ProofMethod for Lazy {
    fn method(&self) -> Method {
        Method::Lazy
    }

    fn about(&self) -> &'static str {
        "any assumption that will do, found by walking one part along the other"
    }

    fn handicap(&self) -> u64 {
        // Before it starts, many ways to cut the system are tried, and then both parts are composed: it is
        // seldom done much before composition from the property.
        4
    }

    fn takes_parts(&self) -> bool {
        true
    }

    fn prove(&self, task: &Task<'_>, options: &Options, budget: &Budget) -> (Outcome, Option<Applied>) {
        let how = if options.smallest { How::Smallest } else { How::Lazily };
        between_two(task, options, budget, |left, right| separated(task, left, right, how, budget))
    }
}

/// The weakest assumption of the first part.
struct Direct;

impl ProofMethod for Direct {
    fn method(&self) -> Method {
        Method::Direct
    }

    fn about(&self) -> &'static str {
        "the weakest assumption of the first part"
    }

    fn takes_parts(&self) -> bool {
        true
    }

    fn handicap(&self) -> u64 {
        // The same parts as `lazy`, determinised also where the second part never goes.
        8
    }

    fn prove(&self, task: &Task<'_>, options: &Options, budget: &Budget) -> (Outcome, Option<Applied>) {
        between_two(task, options, budget, |left, right| {
            if options.smallest {
                separated(task, left, right, How::Smallest, budget)
            } else {
                direct(task, left, right, budget)
            }
        })
    }
}

/// Learned assumptions.
struct Learn;

impl ProofMethod for Learn {
    fn method(&self) -> Method {
        Method::Learn
    }

    fn about(&self) -> &'static str {
        "learned assumptions"
    }

    fn takes_parts(&self) -> bool {
        true
    }

    fn handicap(&self) -> u64 {
        // The same parts as `lazy`, and queries beside them; a coarse alphabet can still save much.
        8
    }

    fn prove(&self, task: &Task<'_>, options: &Options, budget: &Budget) -> (Outcome, Option<Applied>) {
        if options.smallest {
            let smallest =
                |left: &[usize], right: &[usize]| separated(task, left, right, How::Smallest, budget);
            return between_two(task, options, budget, smallest);
        }
        with_parts(task, options, budget, |parts| {
            let rule = match options.rule {
                RuleKind::Asymmetric | RuleKind::Conjunction if parts.len() != 2 => RuleKind::Chain,
                rule => rule,
            };
            let how =
                learn::Options { learner: options.learner, rule, refine_alphabet: options.refine_alphabet };
            (learn::learn(task, &parts, how, budget), (rule, parts))
        })
    }
}

/// A method with one assumption between the first part and all others.
fn between_two(
    task: &Task<'_>,
    options: &Options,
    budget: &Budget,
    find: impl FnOnce(&[usize], &[usize]) -> Result<Outcome, StopReason>,
) -> (Outcome, Option<Applied>) {
    with_parts(task, options, budget, |parts| {
        let (left, right) = (parts[0].clone(), parts[1..].concat());
        let outcome = find(&left, &right).unwrap_or_else(Outcome::stopped);
        (outcome, (RuleKind::Asymmetric, vec![left, right]))
    })
}

/// A method with parts, as asked for or chosen.
fn with_parts(
    task: &Task<'_>,
    options: &Options,
    budget: &Budget,
    find: impl FnOnce(Vec<Vec<usize>>) -> (Outcome, Applied),
) -> (Outcome, Option<Applied>) {
    let (parts, note) = match parts(task, options, budget) {
        Ok(found) => found,
        Err(reason) => return (Outcome::stopped(reason), None),
    };
    let (mut outcome, rule) = find(parts);
    outcome.findings.notes.extend(note);
    (outcome, Some(rule))
}

/// The parts, as asked for or chosen; a choice comes with a sentence about it.
pub(crate) fn parts(
    task: &Task<'_>,
    options: &Options,
    budget: &Budget,
) -> Result<(Vec<Vec<usize>>, Option<String>), StopReason> {
    if let Some(parts) = &options.parts {
        let empty = parts.is_empty();
        return Ok((if empty { vec![Vec::new()] } else { parts.clone() }, None));
    }
    let units = match &options.units {
        Some(units) => Units::new(units.iter().cloned(), task),
        None => Units::single(task),
    };
    choose(task, &units, options.rule, budget)
}
