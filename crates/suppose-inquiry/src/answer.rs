//! The answer to a question: one type for every kind of subject.

use std::sync::Arc;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use suppose_base::{StopReason, Verdict};
use suppose_lts::System;
use suppose_lts::check::{self, Effort};
use suppose_lts::product::Witness;
use suppose_prove::method::{self, Applied, Method, Spent};
use suppose_prove::outcome::Findings;

use crate::system::Every;
use crate::{Evidence, Question};

/// The answer to one question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// The answer.
    pub verdict: Verdict<Arc<dyn Evidence>>,
    /// The method that answered, or should have.
    pub method: Method,
    /// What it took.
    pub effort: Effort,
    /// How long it took.
    pub time: Duration,
    /// Rule, parts, assumptions, conjectures and the race, where a method for systems of LTSs answered.
    pub by_parts: Option<ByParts>,
    /// What was chosen and why, a sentence each.
    pub notes: Vec<String>,
    /// What else is known; depends on the kind of subject.
    pub extras: Extras,
}

/// What a method for systems of LTSs found beside its verdict, and the system that it speaks about.
#[derive(Clone, Debug)]
pub struct ByParts {
    /// The system, for names.
    pub system: Arc<System>,
    /// What it was asked.
    pub asked: check::Question,
    /// The components that a witness speaks about.
    pub searched: Vec<usize>,
    /// The rule and the parts, where one was used.
    pub rule: Option<Applied>,
    /// What the methods of a race spent; empty when there was none.
    pub race: Vec<Spent>,
    /// Proof, conjectures, notes.
    pub findings: Findings,
}

impl ByParts {
    /// What an answer has beside its verdict.
    pub fn new(system: &Arc<System>, answer: &method::Answer) -> Self {
        Self {
            system: Arc::clone(system),
            asked: answer.question,
            searched: answer.searched.clone(),
            rule: answer.rule.clone(),
            race: answer.race.clone(),
            findings: answer.findings.clone(),
        }
    }

    /// The answer that it was, given its verdict again.
    pub fn answer(&self, verdict: Verdict<Witness>, method: Method) -> method::Answer {
        let Self { asked, searched, rule, race, findings, .. } = self.clone();
        method::Answer { question: asked, verdict, searched, method, rule, race, findings }
    }
}

impl Answer {
    /// An answer about which nothing else is known.
    pub fn new(question: Question, verdict: Verdict<Arc<dyn Evidence>>, method: Method) -> Self {
        Self {
            question,
            verdict,
            method,
            effort: Effort::default(),
            time: Duration::ZERO,
            by_parts: None,
            notes: Vec::new(),
            extras: Extras::default(),
        }
    }

    /// No answer, for this reason.
    pub fn open(question: Question, reason: StopReason, method: Method) -> Self {
        Self::new(question, Verdict::Inconclusive(reason), method)
    }

    /// No answer, because this version has none.
    pub fn unsupported(question: Question, why: impl Into<String>, method: Method) -> Self {
        Self::open(question, StopReason::Unsupported(why.into()), method)
    }

    /// The evidence of a violation, if it is of this type.
    pub fn evidence<E: Evidence>(&self) -> Option<&E> {
        let evidence: &dyn Evidence = &**self.verdict.witness()?;
        let any: &dyn std::any::Any = evidence;
        any.downcast_ref()
    }

    /// The run that shows a violation, as words; empty without one.
    pub fn witness(&self) -> Vec<String> {
        self.verdict.witness().map_or_else(Vec::new, |evidence| evidence.story().trace)
    }
}

/// What is known about an answer that only some kinds of subject know: for the eye, and as fields for
/// programs.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Extras {
    /// Nobody asked; the answer is here because it is bad news.
    #[serde(skip)]
    pub unasked: bool,
    /// Said after the verdict: `, a false positive: in the whole system it holds`.
    #[serde(skip)]
    pub remark: Option<String>,
    /// Said after the sentence about a violation: `, in the whole system`.
    #[serde(skip)]
    pub scene: &'static str,
    /// How it was found, in the brackets after the verdict.
    #[serde(skip)]
    pub how: Option<String>,
    /// What it took, in the brackets, where that is no number of states; empty means that nothing is said.
    #[serde(skip)]
    pub measure: Option<String>,
    /// How it was found, for those who want to know.
    #[serde(skip)]
    pub details: Vec<String>,
    /// Numbers beside the usual ones.
    #[serde(skip)]
    pub stats: Vec<(&'static str, u64)>,

    /// Programs of every size: which sizes the answer is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub every: Option<Every>,
    /// Reactive systems: the component that a property belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub component: Option<Option<String>>,
    /// Reactive systems: what was supposed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assume: Option<Option<String>>,
    /// Reactive systems: whether a property holds for want of an occasion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vacuous: Option<Option<bool>>,
    /// Reactive systems: whether a violation under an assumption is one of the whole system.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub survives: Option<Option<bool>>,
    /// Reactive systems: why that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub survives_reason: Option<&'static str>,
    /// Reactive systems: what was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<Reached>,
    /// Reactive systems: what never happens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Tasking programs: who decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verifier: Option<&'static str>,
    /// Tasking programs: the constraints in use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraints: Option<Vec<String>>,
    /// Tasking programs: a path to a violation that is not shown to be an execution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<String>>,
    /// Tasking programs: where the steps of the path are written.
    #[serde(skip)]
    pub path_places: Option<Vec<Option<suppose_base::Span>>>,
    /// Tasking programs: who takes the steps of the path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_by: Option<Vec<String>>,
    /// Tasking programs: whether the path is an execution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feasible: Option<Option<bool>>,
}

/// How many machines mattered, and in how many stable states they can be.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Reached {
    /// Machines.
    pub machines: usize,
    /// Stable states: a whole number, which may be larger than any integer type.
    #[serde(serialize_with = "whole")]
    pub stable: f64,
}

/// A number of states without a fraction.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "that is how serde calls it")]
fn whole<S: serde::Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if *number < 1.8e19 {
        #[expect(clippy::cast_sign_loss, reason = "it counts states")]
        let number = *number as u64;
        serializer.serialize_u64(number)
    } else {
        serializer.serialize_f64(*number)
    }
}
