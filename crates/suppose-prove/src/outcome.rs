//! What a method finds out, and what supports it.

use suppose_base::{ActionId, StopReason, Verdict};
use suppose_lts::Lts;
use suppose_lts::check::Effort;

use crate::rule::RuleKind;
use crate::symmetry::Symmetry;

/// The answer of a method by parts.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The answer; a violation is a trace with all actions of all components, without τ.
    pub verdict: Verdict<Vec<ActionId>>,
    /// What else was found.
    pub findings: Findings,
}

/// What a method found besides its verdict.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Why it holds.
    pub proof: Option<Proof>,
    /// What it took.
    pub effort: Effort,
    /// What was learned on the way, by methods that learn.
    pub learning: Option<Learning>,
    /// What was chosen and why, a sentence each.
    pub notes: Vec<String>,
}

impl Outcome {
    /// An answer without anything else.
    pub fn new(verdict: Verdict<Vec<ActionId>>) -> Self {
        Self { verdict, findings: Findings::default() }
    }

    /// It holds, and this is why.
    pub fn proved(proof: Proof) -> Self {
        Self { findings: Findings { proof: Some(proof), ..Findings::default() }, ..Self::new(Verdict::Holds) }
    }

    /// The same answer, with the effort of what was done before it.
    #[must_use]
    pub(crate) fn after(mut self, before: Effort) -> Self {
        self.findings.effort = sum(before, self.findings.effort);
        self
    }

    /// No answer.
    pub fn stopped(reason: StopReason) -> Self {
        Self::new(Verdict::Inconclusive(reason))
    }
}

/// Two efforts, one after the other.
pub fn sum(first: Effort, second: Effort) -> Effort {
    Effort {
        states_explored: first.states_explored + second.states_explored,
        max_states: first.max_states.max(second.max_states),
        transitions: first.transitions + second.transitions,
        bytes: first.bytes.max(second.bytes),
    }
}

/// Why a watched component stays out of π: something that a checker can establish again from the components
/// alone.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Transitions that never happen and may be left out before the rule is applied.
    pub restriction: Option<Restriction>,
    /// Symmetries under which the only premise is searched; only without assumptions.
    pub symmetries: Vec<Symmetry>,
    /// The rule.
    pub rule: RuleKind,
    /// The parts in the order of the rule, as component indices. Components may be missing, and a part may
    /// occur twice.
    pub parts: Vec<Vec<usize>>,
    /// The assumptions of the rule in order: deterministic, without τ and π.
    pub assumptions: Vec<Lts>,
}

impl Proof {
    /// A proof by a rule, with all transitions and without symmetries.
    pub fn new(rule: RuleKind, parts: Vec<Vec<usize>>, assumptions: Vec<Lts>) -> Self {
        Self { restriction: None, symmetries: Vec::new(), rule, parts, assumptions }
    }

    /// A proof by a chain of assumptions, one less than there are parts: the first part needs the first
    /// assumption to keep the watched component out of π, each part guarantees the assumption before it, the
    /// last one needs none.
    pub fn chain(rule: RuleKind, parts: Vec<Vec<usize>>, assumptions: Vec<Lts>) -> Self {
        debug_assert_eq!(parts.len(), assumptions.len() + 1);
        Self::new(rule, parts, assumptions)
    }
}

/// For each component the transitions that can ever happen, and sets of neighbours that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// Sets of components, each sorted. What is not kept takes part in no step of the product of some set
    /// with its component in it.
    pub clusters: Vec<Vec<usize>>,
    /// For each component of the system which transitions of its LTS are kept, as places in
    /// [`Lts::flat_transitions`], sorted.
    pub kept: Vec<Vec<u32>>,
}

/// What a method that learns went through.
#[derive(Clone, Debug, Default)]
pub struct Learning {
    /// The interface alphabet Σ of the first assumption.
    pub interface: Vec<ActionId>,
    /// All conjectures in order.
    pub conjectures: Vec<Conjecture>,
    /// Membership queries that the teacher answered.
    pub queries: u64,
}

/// One conjecture and its fate.
#[derive(Clone, Debug)]
pub struct Conjecture {
    /// Which assumption of the rule it is for, from 0.
    pub assumption: usize,
    /// The conjecture as an LTS; without states when even the empty trace is not allowed.
    pub lts: Lts,
    /// What refuted it; `None` for one that stands, or that was not judged before the work stopped.
    pub refuted: Option<Refutation>,
    /// How many premises of the rule it passed.
    pub passed: usize,
}

/// Why a conjecture is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The premise that fails, from 1.
    pub premise: usize,
    /// The word over the interface that shows it.
    pub word: Vec<ActionId>,
    /// What the counterexample means.
    pub meaning: Meaning,
}

/// What a counterexample to a premise means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// The assumption allows too much.
    TooWeak,
    /// The assumption forbids something harmless that the environment does.
    TooStrong,
    /// The interface is too coarse to tell the counterexample from something harmless.
    TooCoarse,
    /// The system violates the property.
    Violation,
}
