//! What shows a violation.
//!
//! [`Evidence`] is a run in the ids of its subject, kept with what is needed to understand them, and was
//! replayed by independent code before it got here. It tells its [`Story`] in names and places of the source;
//! reports lay that out. Stories are complete: what is too long for a terminal is cut by the report.

use std::any::Any;
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use suppose_base::Span;

/// What shows a violation, in the ids of its subject.
pub trait Evidence: Any + fmt::Debug + Send + Sync {
    /// The run in names and places.
    fn story(&self) -> Story;

    /// A drawing of the run for a terminal of this width, where there is one, in lines that are indented
    /// already; `all` asks for everything.
    fn drawing(&self, _width: usize, _all: bool) -> Vec<String> {
        Vec::new()
    }

    /// The run for waveform viewers, where there is one; `all` asks for wires that never change too.
    fn waveform(&self, _all: bool) -> Option<String> {
        None
    }
}

/// A run that shows a violation, in names.
#[derive(Clone, Debug)]
pub struct Story {
    /// What is wrong, in one sentence without its full stop.
    pub sentence: String,
    /// The name of what is violated.
    pub failed: String,
    /// What was violated, where it has a text of its own: a formula, a rule.
    pub about: Option<String>,
    /// The run as a list of words, one for each step: `witness` in JSON.
    pub trace: Vec<String>,
    /// The run step by step.
    pub run: Run,
    /// In a deadlock: what holds everybody up.
    pub stuck: Vec<Stuck>,
    /// What happens for ever, where that is the violation.
    pub cycle: Option<Cycle>,
    /// More for programs.
    pub facts: Facts,
}

/// How a run is told.
#[derive(Clone, Debug)]
pub enum Run {
    /// One action of the whole after the other.
    Steps {
        /// What those who act are called: `moved by`. Empty where nobody is named: the steps are a plain list
        /// of actions then.
        actors: &'static str,
        /// The name of the component whose states are told, if there is one.
        watched: Option<String>,
        /// The steps.
        steps: Vec<Step>,
    },
    /// Macrosteps of a reactive system.
    Macrosteps(Vec<Macrostep>),
}

/// One action of a run.
#[derive(Clone, Debug)]
pub struct Step {
    /// The action.
    pub action: String,
    /// Whether the whole hides it.
    pub hidden: bool,
    /// Who takes part; properties only watch.
    pub movers: Vec<Mover>,
    /// The state of the watched component before the step, and after it if it moves.
    pub states: Option<(String, Option<String>)>,
    /// Where the action is written.
    pub place: Option<Span>,
}

/// Somebody who takes part in a step.
#[derive(Clone, Debug)]
pub struct Mover {
    /// The component.
    pub name: String,
    /// Whether it goes to its error state.
    pub fails: bool,
}

impl Mover {
    /// A component that moves on.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), fails: false }
    }
}

/// A macrostep of a reactive system.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Macrostep {
    /// The inputs it begins with.
    pub inputs: Vec<String>,
    /// From the first microstep on.
    pub microsteps: Vec<Microstep>,
    /// What there is to say about its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
}

/// A configuration in a macrostep: what moved into it, what was emitted on the way and what is received in
/// it.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Microstep {
    /// What each machine does, as `M: A → B`.
    pub moves: Vec<String>,
    /// What is received, with commas.
    pub received: String,
    /// What is emitted, with commas.
    pub emitted: String,
}

/// What holds a component up in a deadlock.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Stuck {
    /// The component.
    pub component: String,
    /// Why it does not move.
    pub held: Held,
}

/// Why a component does not move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Held {
    /// It has ended successfully.
    Terminated,
    /// It has nothing more to do.
    Stopped,
    /// It could do these actions, which others refuse.
    Refused(Vec<Offer>),
    /// It waits; each says why in words that follow its name: `waits for z-`, `cannot do x+ while a = 0`.
    Waiting(Vec<String>),
}

/// Actions that a component could do, and those who refuse all of them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Offer {
    /// The actions.
    pub actions: Vec<String>,
    /// Who refuses them.
    pub refused_by: Vec<String>,
}

/// What happens for ever after a run.
#[derive(Clone, Debug)]
pub struct Cycle {
    /// How many states it goes round in.
    pub states: usize,
    /// One way round; empty when nothing can happen any more.
    pub actions: Vec<String>,
    /// Everything that can happen there.
    pub occurring: Vec<String>,
    /// What never happens again.
    pub missing: Vec<String>,
}

/// Facts about a violation for programs. Which of them are there depends on the kind of subject.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Facts {
    /// The violation in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
    /// Of a graph that is not persistent: the edge that is disabled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disabled: Option<String>,
    /// Of a coding conflict: another trace to the same values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<Vec<String>>,
    /// Of a coding conflict: the signals that only one of the two states excites.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signals: Option<Vec<String>>,
    /// Of a coding conflict: how many pairs of states have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<u64>,
    /// The run over the interface events of LTSs, where it was found there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<String>>,
    /// The rule of an assumption that is broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The microstep in which it is broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub microstep: Option<usize>,
}
