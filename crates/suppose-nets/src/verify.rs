//! Answers about a design: safety, disabling, deadlock and what else can go wrong in it.
//!
//! Each question gets a verdict: it holds, it is violated by a run that was replayed, or it is open, and then
//! the reason is known. The methods:
//! * [`Method::Flat`]: the search of the whole ([`search`](crate::search));
//! * [`Method::Refine`]: the components are refined against each other until none can fail
//!   ([`refine`](crate::refine)); where some still can, they are composed with their neighbours;
//! * [`Method::Minimise`]: composition with reduction, without refinement (`minimise`);
//! * [`Method::Auto`]: all of them in turns of work; the first answer wins.
//!
//! By parts all failures of steps are looked at together first: most designs have none, and then each kind is
//! answered. Otherwise each kind is asked by itself. Deadlock comes last: when no step can fail, the
//! components may be taken without the steps that would.

mod deadlock;
mod flat;
mod parts;
mod race;
mod steps;
mod units;

use suppose_base::{Budget, StopReason, Verdict};

use crate::design::Design;
use crate::failure::{Failure, Failures};
use crate::graph::StateGraph;
use crate::net::Target;
use crate::reduce::Reduction;
use crate::search::Run;
use parts::Parts;

/// How to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The others in turn.
    Auto,
    /// The search of the whole design.
    Flat,
    /// Refinement, and composition of what it leaves open.
    Refine,
    /// Composition and reduction.
    Minimise,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Flat, Self::Refine, Self::Minimise];
}

/// How components are refined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refinement {
    /// By constraints on inputs.
    Constraint,
    /// By synchronisation with neighbours.
    Sync,
    /// By constraints first, which cost little, then by synchronisation.
    Both,
}

impl Refinement {
    /// All ways.
    pub const ALL: [Self; 3] = [Self::Constraint, Self::Sync, Self::Both];
}

/// What to do.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The method.
    pub method: Method,
    /// How [`Method::Refine`] refines.
    pub refinement: Refinement,
    /// The reduction of state graphs; none means the one that does best.
    pub reduction: Option<Reduction>,
    /// The most components that are synchronised at a time.
    pub k: usize,
    /// Whether equal components are worked on once.
    pub sharing: bool,
    /// A net with more states than this in its maximal environment is taken together with neighbours.
    pub small: u64,
    /// Whether what refinement does is told, see [`Answer::steps`].
    pub record: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            method: Method::Auto,
            refinement: Refinement::Both,
            reduction: None,
            k: 3,
            sharing: true,
            small: 1 << 17,
            record: false,
        }
    }
}

/// What an answer took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// States of all searches and compositions.
    pub states: u64,
    /// States of the largest one.
    pub peak_states: u64,
    /// Transitions of the largest one.
    pub peak_transitions: u64,
    /// Different components.
    pub classes: u64,
    /// The most components that were synchronised at a time; 0 if none were.
    pub k: u64,
    /// Rounds of refinement.
    pub rounds: u64,
    /// Components that could still fail after refinement.
    pub failing: u64,
    /// Compositions that were built; the rest was known.
    pub composed: u64,
}

impl Effort {
    /// Notes a graph that was built.
    fn note(&mut self, states: u64, transitions: u64) {
        self.states += states;
        self.peak_states = self.peak_states.max(states);
        self.peak_transitions = self.peak_transitions.max(transitions);
    }

    /// Both.
    fn join(&mut self, other: &Self) {
        self.states += other.states;
        self.peak_states = self.peak_states.max(other.peak_states);
        self.peak_transitions = self.peak_transitions.max(other.peak_transitions);
        self.classes = self.classes.max(other.classes);
        self.k = self.k.max(other.k);
        self.rounds = self.rounds.max(other.rounds);
        self.failing = self.failing.max(other.failing);
        self.composed += other.composed;
    }
}

/// The answer to one question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What was asked: that this does not happen.
    pub failure: Failure,
    /// The verdict; a run was replayed.
    pub verdict: Verdict<Run>,
    /// The method that answered.
    pub method: Method,
    /// What it took.
    pub effort: Effort,
    /// What else there is to say.
    pub notes: Vec<String>,
    /// What refinement did, round by round, in words; only when asked for.
    pub steps: Vec<String>,
}

/// The questions that make sense for a design, in the order of reports: safety, disabling and deadlock
/// always, the others where they can happen at all.
pub fn questions(design: &Design) -> Vec<Failure> {
    let mut all = vec![Failure::Safety, Failure::Disabling, Failure::Deadlock];
    if design.nets.iter().any(|net| !net.follows.is_empty()) {
        all.push(Failure::Conformance);
    }
    let transitions = || design.nets.iter().flat_map(|net| &net.transitions);
    if transitions().any(|t| !t.asserts.is_empty()) {
        all.push(Failure::Assertion);
    }
    let partial = |t: &crate::net::Transition| {
        let computed = t.effects.iter().any(|effect| matches!(effect.target, Target::Element(..)));
        let values = t.effects.iter().map(|effect| &effect.value);
        computed || values.chain(&t.asserts).chain([&t.guard]).any(crate::expr::Expr::is_partial)
    };
    if transitions().any(partial) {
        all.push(Failure::Expression);
    }
    all
}

/// Answers questions about a design, in their order.
pub fn verify(design: &Design, questions: &[Failure], options: &Options, budget: &Budget) -> Vec<Answer> {
    let answers = match options.method {
        Method::Flat => flat::answer(design, questions, budget),
        Method::Refine | Method::Minimise => Parts::new(design, options).answer(questions, budget),
        Method::Auto => race::race(design, questions, options, budget),
    };
    debug_assert!(answers.iter().map(|answer| answer.failure).eq(questions.iter().copied()));
    answers
}

/// Answers questions by parts of the caller's choice: the nets of each group of `together` are one part, in
/// the maximal environment of the group. Nets that are in no group are parts by themselves; groups with a net
/// in common are one. The method is [`Method::Minimise`] if the options say so, else [`Method::Refine`].
///
/// Verdicts do not depend on the groups, what they take does (Yao 2012, table 5.7).
pub fn verify_together(
    design: &Design,
    together: &[Vec<usize>],
    questions: &[Failure],
    options: &Options,
    budget: &Budget,
) -> Vec<Answer> {
    let method = if options.method == Method::Minimise { Method::Minimise } else { Method::Refine };
    let options = Options { method, ..*options };
    Parts { together, ..Parts::new(design, &options) }.answer(questions, budget)
}

/// The parts of a design: nets, or groups of them where one alone is too large, with their graphs, in which
/// some kinds of failures are π and internal actions τ.
pub(crate) fn take_apart(
    design: &Design,
    kinds: Failures,
    options: &Options,
    budget: &Budget,
) -> Result<Vec<(Vec<usize>, StateGraph)>, StopReason> {
    let taken = Parts::new(design, options).take_apart(kinds, &mut Effort::default(), budget)?;
    Ok(taken.units.into_iter().map(|unit| unit.nets).zip(taken.graphs).collect())
}

/// The kinds among the questions that single steps show.
fn step_kinds(questions: &[Failure]) -> Failures {
    Failures::of(questions).without(Failure::Deadlock)
}
