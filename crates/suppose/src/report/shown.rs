//! What shows a violation, as fields of a JSON object.

use schemars::JsonSchema;
use serde::Serialize;
use suppose_base::SourceMap;
use suppose_inquiry::{Cycle, Facts, Macrostep, Mover, Run, Step, Story, Stuck};

use super::diagnostics::column_of;

/// What shows a violation.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct ShownObject {
    /// The run, as action names over the whole system.
    pub witness: Vec<String>,
    /// What is violated.
    pub failed_property: String,
    /// The run step by step: who moved, what the property did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepObject>,
    /// The run of a reactive system.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub macrosteps: Vec<Macrostep>,
    /// In a deadlock: what holds each component up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stuck: Vec<Stuck>,
    /// One way round of what happens for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle: Option<Vec<String>>,
    /// Everything that happens for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terminal_actions: Option<Vec<String>>,
    /// What never happens again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<Vec<String>>,
    /// What was violated, as a formula or rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violated: Option<String>,
    #[serde(flatten)]
    facts: Facts,
}

/// One step of a run.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct StepObject {
    /// The action.
    pub action: String,
    /// Whether the whole hides it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Who takes part; properties only watch.
    pub by: Vec<String>,
    /// The state of the property or of the component that fails, before the step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Its state after the step, if it moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Where the action is written, as `file:line:column`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

impl StepObject {
    fn new(step: &Step, sources: &SourceMap) -> Self {
        let (from, to) = step.states.clone().map_or((None, None), |(from, to)| (Some(from), to));
        let name = |mover: &Mover| mover.name.clone();
        Self {
            action: step.action.clone(),
            hidden: step.hidden,
            by: step.movers.iter().map(name).collect(),
            from,
            to,
            place: step.place.map(|span| column_of(sources, span)),
        }
    }
}

impl ShownObject {
    pub(super) fn new(story: Story, sources: &SourceMap) -> Self {
        let Story { failed, about, trace, run, stuck, cycle, facts, .. } = story;
        let (steps, macrosteps) = match run {
            Run::Macrosteps(macrosteps) => (Vec::new(), macrosteps),
            Run::Steps { actors: "", .. } => (Vec::new(), Vec::new()),
            Run::Steps { steps, .. } => {
                (steps.iter().map(|step| StepObject::new(step, sources)).collect(), Vec::new())
            }
        };
        let (cycle, terminal_actions, missing) = match cycle {
            None => (None, None, None),
            Some(Cycle { actions, occurring, missing, .. }) => {
                (Some(actions), Some(occurring), Some(missing))
            }
        };
        Self {
            witness: trace,
            failed_property: failed,
            steps,
            macrosteps,
            stuck,
            cycle,
            terminal_actions,
            missing,
            violated: about,
            facts,
        }
    }
}
