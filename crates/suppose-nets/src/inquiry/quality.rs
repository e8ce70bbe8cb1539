//! What a signal transition graph is worth as a specification: consistency, persistency, complete and unique
//! state coding.
//!
//! One search of its markings answers all four questions, and every violation it finds is confirmed by
//! [`confirmed`](crate::stg::confirmed).

use std::sync::Arc;

use serde_json::{Value, json};
use suppose_base::{Budget, Verdict};
use suppose_inquiry::{Context, ContextFields, Evidence, Facts, Failure, Run, Step, Story};
use suppose_lts::check::Effort;

use super::inconsistency::{self, listed, told};
use crate::net::WireId;
use crate::stg::{Conflict, Disabling, Inconsistency, Report, Stg, check, confirmed};

/// A question about a specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quality {
    Consistency,
    Persistency,
    CompleteCoding,
    UniqueCoding,
}

impl Quality {
    /// All of them, in the order of reports.
    pub(super) const ALL: [Self; 4] =
        [Self::Consistency, Self::Persistency, Self::CompleteCoding, Self::UniqueCoding];

    /// Its name on the command line.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Consistency => "consistency",
            Self::Persistency => "persistency",
            Self::CompleteCoding => "csc",
            Self::UniqueCoding => "usc",
        }
    }
}

/// The answers about a graph.
pub(super) struct Qualities<'g> {
    graph: &'g Arc<Stg>,
    report: Report,
}

impl<'g> Qualities<'g> {
    pub(super) fn new(graph: &'g Arc<Stg>, budget: &Budget) -> Self {
        Self { graph, report: confirmed(graph, check(graph, budget), budget) }
    }

    /// Nothing can be said about runs of a graph whose signals have no values.
    pub(super) fn must_be_consistent(&self) -> Result<(), Failure> {
        match &self.report.consistent {
            Verdict::Violated(found) => Err(inconsistency::error(self.graph, found).into()),
            Verdict::Holds | Verdict::Inconclusive(_) => Ok(()),
        }
    }

    /// What the search took.
    pub(super) fn effort(&self) -> Effort {
        let Report { markings, edges, .. } = self.report;
        Effort { states_explored: markings, max_states: markings, transitions: edges, ..Effort::default() }
    }

    /// The answer to one question.
    pub(super) fn verdict(&self, quality: Quality) -> Verdict<Arc<dyn Evidence>> {
        let report = &self.report;
        let found = match quality {
            Quality::Consistency => report.consistent.clone().map(Found::Inconsistent),
            Quality::Persistency => match (&report.output_persistent, &report.input_persistent) {
                (Verdict::Violated(found), _) => Verdict::Violated(Found::Output(found.clone())),
                (_, Verdict::Violated(found)) => Verdict::Violated(Found::Input(found.clone())),
                (Verdict::Inconclusive(reason), _) | (_, Verdict::Inconclusive(reason)) => {
                    Verdict::Inconclusive(reason.clone())
                }
                (Verdict::Holds, Verdict::Holds) => Verdict::Holds,
            },
            Quality::CompleteCoding => report.complete_coding.clone().map(Found::Conflict),
            Quality::UniqueCoding => report.unique_coding.clone().map(Found::Conflict),
        };
        found.map(|found| {
            Arc::new(QualityEvidence { graph: Arc::clone(self.graph), quality, found }) as Arc<dyn Evidence>
        })
    }

    /// What there is to say about the graph when nothing is asked of it by name.
    pub(super) fn context(&self) -> Context {
        let fields = ContextFields { stg: Some(self.to_json()), ..ContextFields::default() };
        Context { closing: vec![format!("  {}", self.note())], fields, ..Context::default() }
    }

    /// One line about all questions.
    fn note(&self) -> String {
        let word = |quality: Quality, holds: &str, violated: &str| match self.verdict(quality) {
            Verdict::Holds => holds.to_owned(),
            Verdict::Violated(_) => violated.to_owned(),
            Verdict::Inconclusive(_) => format!("{} not known", quality.name()),
        };
        let parts = [
            word(Quality::Consistency, "consistent", "not consistent"),
            word(Quality::Persistency, "persistent", "not persistent"),
            word(Quality::CompleteCoding, "complete state coding", "no complete state coding"),
            word(Quality::UniqueCoding, "unique state coding", "no unique state coding"),
        ];
        format!("as a specification: {}", parts.join(", "))
    }

    /// The same as a JSON object.
    fn to_json(&self) -> Value {
        let mut object = json!({
            "markings": self.report.markings,
            "edges": self.report.edges,
            "deadlocks": self.report.deadlocks,
        });
        for quality in Quality::ALL {
            let verdict = self.verdict(quality);
            let mut result = json!({ "verdict": verdict.name() });
            match verdict {
                Verdict::Holds => {}
                Verdict::Violated(evidence) => {
                    let story = evidence.story();
                    result["witness"] = json!(story.trace);
                    if let (Value::Object(result), Value::Object(facts)) = (&mut result, json!(story.facts)) {
                        result.extend(facts);
                    }
                }
                Verdict::Inconclusive(reason) => result["reason"] = json!(reason.name()),
            }
            object[quality.name()] = result;
        }
        object
    }
}

/// Traces that show what is wrong with a graph as a specification.
#[derive(Clone, Debug)]
pub struct QualityEvidence {
    graph: Arc<Stg>,
    quality: Quality,
    found: Found,
}

#[derive(Clone, Debug)]
enum Found {
    Inconsistent(Inconsistency),
    /// An output or internal edge that is taken back.
    Output(Disabling),
    /// An input edge that the circuit takes back.
    Input(Disabling),
    Conflict(Conflict),
}

impl QualityEvidence {
    /// What is wrong, the trace that shows it, and facts about it.
    fn told(&self) -> (String, Vec<usize>, Facts) {
        match &self.found {
            Found::Inconsistent(found) => {
                let (text, trace) = told(&self.graph, found);
                (text, trace.to_vec(), Facts::default())
            }
            Found::Output(found) => self.disabling(found, "an output edge"),
            Found::Input(found) => self.disabling(found, "an input edge"),
            Found::Conflict(found) => self.conflict(found),
        }
    }

    fn disabling(&self, found: &Disabling, what: &str) -> (String, Vec<usize>, Facts) {
        let after = |last: usize| [&found.trace[..], &[last]].concat();
        let last = |trace: &[usize]| self.graph.actions(trace).pop().unwrap_or_default();
        let trace = after(found.by);
        let (by, lost) = (last(&trace), last(&after(found.disabled)));
        let text = format!("{by} disables {lost}, which is {what}");
        (text, trace, Facts { disabled: Some(lost), ..Facts::default() })
    }

    fn conflict(&self, found: &Conflict) -> (String, Vec<usize>, Facts) {
        let name = |wire: &WireId| self.graph.fragment.wires[wire.index()].name.clone();
        let signals: Vec<String> = found.signals.iter().map(name).collect();
        let other = self.graph.actions(&found.first);
        let excited = if signals.is_empty() {
            String::new()
        } else {
            format!("; only one of them excites {}", signals.join(", "))
        };
        let text =
            format!("the signals are worth the same after {} and after these steps{excited}", listed(&other));
        let facts = Facts {
            other: Some(other),
            signals: Some(signals),
            pairs: Some(found.pairs),
            ..Facts::default()
        };
        (text, found.second.clone(), facts)
    }
}

impl Evidence for QualityEvidence {
    fn story(&self) -> Story {
        let (text, trace, facts) = self.told();
        let sentence = format!("{} is violated: {text}", self.quality.name());
        let actions = self.graph.actions(&trace);
        let transitions = &self.graph.net().transitions;
        let step = |(action, &transition): (&String, &usize)| Step {
            action: action.clone(),
            hidden: false,
            movers: Vec::new(),
            states: None,
            place: transitions[transition].span,
        };
        let steps = actions.iter().zip(&trace).map(step).collect();
        Story {
            failed: self.quality.name().to_owned(),
            about: None,
            run: Run::Steps { actors: "", watched: None, steps },
            stuck: Vec::new(),
            cycle: None,
            facts: Facts { explanation: Some(sentence.clone()), ..facts },
            sentence,
            trace: actions,
        }
    }
}
