//! What is asked of a signal transition graph as a specification: consistency, persistency, complete and unique state coding.

use serde_json::{Value, json};
use suppose::base::{Diagnostic, Verdict};
use suppose::nets::WireId;
use suppose::nets::stg::{Conflict, Disabling, Report, Stg, check};

use super::super::Shape;
use super::Line;
use crate::session::{Failure, Session};
use crate::subject::{inconsistency, listed, placed};

/// A question about a specification.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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

    /// The one that is called so.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|quality| quality.name() == name)
    }
}

/// The answers about a graph.
pub(super) struct Qualities<'g> {
    graph: &'g Stg,
    report: Report,
}

impl<'g> Qualities<'g> {
    pub(super) fn new(graph: &'g Stg, session: &Session) -> Self {
        Self { graph, report: check(graph, &session.budget) }
    }

    /// Nothing can be said about runs of a graph whose signals have no values.
    pub(super) fn must_be_consistent(&self) -> Result<(), Failure> {
        let Verdict::Violated(found) = &self.report.consistent else { return Ok(()) };
        let (text, steps) = inconsistency(self.graph, found);
        let message = format!("the graph is not consistent: {text}");
        let message = placed(Diagnostic::error("E0806", message), self.graph, found);
        Err(message.note(format!("after {}", listed(&steps))).into())
    }

    /// The answer to one question.
    pub(super) fn line(&self, quality: Quality) -> Line {
        let mut line = Line::new(quality.name(), self.verdict(quality), "monolithic");
        line.effort.states = self.report.markings;
        line.effort.peak_states = self.report.markings;
        line.effort.peak_transitions = self.report.edges;
        line
    }

    fn verdict(&self, quality: Quality) -> Verdict<Shape> {
        let report = &self.report;
        match quality {
            Quality::Consistency => report.consistent.clone().map(|found| {
                let (text, steps) = inconsistency(self.graph, &found);
                shape(quality, steps, &text, json!({}))
            }),
            Quality::Persistency => match (&report.output_persistent, &report.input_persistent) {
                (Verdict::Violated(found), _) => Verdict::Violated(self.disabling(found, "an output edge")),
                (_, Verdict::Violated(found)) => Verdict::Violated(self.disabling(found, "an input edge")),
                (Verdict::Inconclusive(reason), _) | (_, Verdict::Inconclusive(reason)) => {
                    Verdict::Inconclusive(reason.clone())
                }
                (Verdict::Holds, Verdict::Holds) => Verdict::Holds,
            },
            Quality::CompleteCoding => {
                report.complete_coding.clone().map(|found| self.conflict(quality, &found))
            }
            Quality::UniqueCoding => report.unique_coding.clone().map(|found| self.conflict(quality, &found)),
        }
    }

    fn disabling(&self, found: &Disabling, what: &str) -> Shape {
        let after = |last: usize| {
            let mut trace = found.trace.clone();
            trace.push(last);
            self.graph.actions(&trace)
        };
        let (steps, lost) = (after(found.by), after(found.disabled).pop().unwrap_or_default());
        let by = steps.last().map_or("", String::as_str);
        let text = format!("{by} disables {lost}, which is {what}");
        let extra = json!({ "disabled": lost });
        shape(Quality::Persistency, steps, &text, extra)
    }

    fn conflict(&self, quality: Quality, found: &Conflict) -> Shape {
        let name = |wire: &WireId| self.graph.fragment.wires[wire.index()].name.as_str();
        let signals: Vec<&str> = found.signals.iter().map(name).collect();
        let (first, second) = (self.graph.actions(&found.first), self.graph.actions(&found.second));
        let excited = if signals.is_empty() {
            String::new()
        } else {
            format!("; only one of them excites {}", signals.join(", "))
        };
        let text =
            format!("the signals are worth the same after {} and after these steps{excited}", listed(&first));
        let extra = json!({ "other": first, "signals": signals, "pairs": found.pairs });
        shape(quality, second, &text, extra)
    }

    /// One line about all questions.
    pub(super) fn note(&self) -> String {
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
    pub(super) fn to_json(&self) -> Value {
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
                Verdict::Violated(shape) => {
                    result["witness"] = json!(shape.trace);
                    if let (Value::Object(result), Value::Object(extra)) = (&mut result, shape.extra) {
                        result.extend(extra);
                    }
                }
                Verdict::Inconclusive(reason) => result["reason"] = json!(reason.name()),
            }
            object[quality.name()] = result;
        }
        object
    }
}

fn shape(quality: Quality, trace: Vec<String>, text: &str, mut extra: Value) -> Shape {
    let steps = trace.iter().enumerate();
    let lines = steps.map(|(place, action)| format!("  {:>4}  {action}", place + 1)).collect();
    let sentence = format!("{} is violated: {text}", quality.name());
    extra["explanation"] = json!(sentence);
    Shape { trace, failed: quality.name().to_owned(), extra, lines, sentence }
}
