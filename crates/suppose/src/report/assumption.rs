//! What `assume` says: which environments are good, and the assumption if it is small.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;
use suppose_base::{ActionId, Budget, SourceMap};
use suppose_inquiry::system::SystemEvidence;
use suppose_inquiry::{Evidence, OpenQuestion, counted};
use suppose_lts::io::{write_aut, write_fsp};
use suppose_lts::{Lts, Role};
use suppose_prove::outcome::Conjecture;
use suppose_prove::weakest::{Certainty, Ending, Environment, Learn};

use super::details::meaning;
use super::json::AssumptionObject;
use super::{Look, coloured, milliseconds, story_lines};
use crate::{Assuming, Assumption};

/// What assumptions are called in files.
pub const NAME: &str = "Assumption";

/// Assumptions with more states than this are not printed unless asked for.
const PRINTED: usize = 12;

/// At most so many names are listed unless asked for.
const LISTED: usize = 20;

/// What `suppose assume` prints.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AssumeObject {
    /// The name of the system.
    system: String,
    /// The components that the assumption is for.
    component: Vec<String>,
    /// The property that they must keep.
    property: String,
    /// The actions of the environment.
    interface: Vec<String>,
    /// `direct` or `learn`.
    by: &'static str,
    /// Whether the assumption must also leave the components something to do.
    deadlock_free: bool,
    /// The learner, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    learner: Option<&'static str>,
    /// Where there are several files: all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<Vec<String>>,
    /// `always`, `never` or `assumption`.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'static str>,
    /// The size of the assumption.
    #[serde(skip_serializing_if = "Option::is_none")]
    assumption: Option<AssumptionObject>,
    /// The assumption in Aldebaran's format.
    #[serde(skip_serializing_if = "Option::is_none")]
    lts: Option<String>,
    /// What happens in every environment.
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<Vec<String>>,
    /// How that ends: `error` or `deadlock`.
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<&'static str>,
    /// What it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<super::json::Stats>,
    /// `exact`, `sufficient`, `tested` or `stopped`.
    #[serde(skip_serializing_if = "Option::is_none")]
    certainty: Option<&'static str>,
    /// How many states more tests looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    extra: Option<usize>,
    /// Why it was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// Why it was stopped, or why it is only sufficient, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// How many states had been found when it was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    states_so_far: Option<u64>,
    /// With `-v`: the conjectures of the learner.
    #[serde(skip_serializing_if = "Option::is_none")]
    conjectures: Option<Vec<AssumeConjecture>>,
}

/// What a learner conjectured.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct AssumeConjecture {
    /// States.
    states: usize,
    /// Transitions.
    transitions: usize,
    /// The premise that refuted it.
    #[serde(skip_serializing_if = "Option::is_none")]
    premise: Option<usize>,
    /// The word that did.
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<Vec<String>>,
    /// What that means.
    #[serde(skip_serializing_if = "Option::is_none")]
    meaning: Option<&'static str>,
}

impl AssumeObject {
    /// What is known before anything is found.
    pub fn asked(question: &OpenQuestion, wanted: &Assuming, files: &[String]) -> Self {
        let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect::<Vec<_>>();
        let interface = question.system.actions.sorted_names(question.interface.iter().copied());
        Self {
            system: question.system.name.clone(),
            component: owned(question.component_names()),
            property: question.property_name().to_owned(),
            interface: owned(interface),
            by: if wanted.learn.is_some() { "learn" } else { "direct" },
            deadlock_free: wanted.deadlock_free,
            learner: wanted.learn.map(|Learn { learner, .. }| learner.name()),
            files: (files.len() > 1).then(|| files.to_vec()),
            result: None,
            assumption: None,
            lts: None,
            witness: None,
            ending: None,
            stats: None,
            certainty: None,
            extra: None,
            reason: None,
            message: None,
            states_so_far: None,
            conjectures: None,
        }
    }

    /// What was found.
    pub fn found(found: &Assumption, wanted: &Assuming, files: &[String], look: &Look) -> Self {
        let mut object = Self::asked(&found.question, wanted, files);
        let names = |word: &[ActionId]| -> Vec<String> {
            word.iter().map(|&a| found.actions.name(a).to_owned()).collect()
        };
        match &found.found.environment {
            Environment::None { trace, ending } => {
                object.result = Some("never");
                object.witness = Some(names(trace));
                object.ending = Some(match ending {
                    Ending::Error => "error",
                    Ending::Deadlock => "deadlock",
                });
            }
            Environment::Any => object.result = Some("always"),
            Environment::Assumption(lts) => {
                object.result = Some("assumption");
                object.assumption = Some(AssumptionObject::new(lts, &found.actions));
                let mut text = Vec::new();
                // Into memory nothing can go wrong.
                let _ = write_aut(lts, &found.actions, &mut text, &Budget::unlimited());
                object.lts = Some(String::from_utf8_lossy(&text).into_owned());
            }
        }
        let effort = found.found.effort;
        let learning = found.found.learning.as_ref();
        object.stats = Some(super::json::Stats {
            states_explored: effort.states_explored,
            max_states: effort.max_states,
            transitions: effort.transitions,
            time_ms: milliseconds(found.time),
            conjectures: learning.map(|learning| learning.conjectures.len()),
            membership_queries: learning.map(|learning| learning.queries),
            ..Default::default()
        });
        match &found.found.certainty {
            Certainty::Exact if is_only_sufficient(found) => {
                object.certainty = Some("sufficient");
                object.message = Some(ONLY_SUFFICIENT.to_owned());
            }
            Certainty::Exact => object.certainty = Some("exact"),
            Certainty::Tested { extra } => {
                object.certainty = Some("tested");
                object.extra = Some(*extra);
            }
            Certainty::Stopped(reason) => {
                object.certainty = Some("stopped");
                object.reason = Some(reason.name());
                object.message = Some(reason.to_string());
            }
        }
        let conjecture = |c: &Conjecture| AssumeConjecture {
            states: c.lts.num_states(),
            transitions: c.lts.num_transitions(),
            premise: c.refuted.as_ref().map(|refuted| refuted.premise),
            counterexample: c.refuted.as_ref().map(|refuted| names(&refuted.word)),
            meaning: c.refuted.as_ref().map(|refuted| meaning(refuted.meaning)),
        };
        object.conjectures = learning
            .filter(|_| look.verbose)
            .map(|learning| learning.conjectures.iter().map(conjecture).collect());
        object
    }
}

/// Why an assumption is sufficient and may not be necessary.
const ONLY_SUFFICIENT: &str =
    "a component can reach its error state by itself, which ends a run, so it may hold in others too";

/// Whether environments that do not keep to the assumption may be good all the same, because the components
/// go to π in steps that no environment takes part in, and then nothing more is asked of it.
fn is_only_sufficient(found: &Assumption) -> bool {
    let question = &found.question;
    let is_other = |&&i: &&usize| i != question.property;
    let fails = |&i: &usize| {
        let component = &question.system.components[i];
        component.role == Role::Component && component.lts.has_error()
    };
    matches!(found.found.environment, Environment::Assumption(_))
        && question.components.iter().filter(is_other).any(fails)
}

/// What was found, for people.
#[derive(Clone, Copy, Debug)]
pub struct AssumptionText<'a> {
    /// What was found.
    pub found: &'a Assumption,
    /// What was wanted.
    pub wanted: &'a Assuming,
    /// The files, as they were named.
    pub files: &'a [String],
    /// The texts that places refer to.
    pub sources: &'a SourceMap,
    /// Whether the assumption is written somewhere else.
    pub is_written: bool,
}

impl AssumptionText<'_> {
    /// Writes it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, look: &Look, out: &mut dyn Write) -> io::Result<()> {
        let question = &self.found.question;
        let components = question.component_names();
        let property = question.property_name();
        let verb = if components.len() == 1 { "needs" } else { "need" };
        let who = list(&components, look.verbose);
        writeln!(out, "{}: what {who} {verb} for {property}", self.files.join(" "))?;
        let interface = question.system.actions.sorted_names(question.interface.iter().copied());
        writeln!(out, "  interface ({}): {}", interface.len(), list(&interface, look.verbose))?;
        self.write_effort(look, out)?;
        match &self.found.found.environment {
            Environment::Any => {
                let also =
                    if self.wanted.deadlock_free { ", and there is no potential deadlock" } else { "" };
                let word = coloured("always", "32", look);
                writeln!(out, "{word}: {property} holds in every environment{also}")
            }
            Environment::Assumption(lts) => self.write_assumption(lts, look, out),
            Environment::None { trace, ending } => self.write_never(trace, *ending, look, out),
        }
    }

    /// What it took, and the conjectures when they are asked for.
    fn write_effort(&self, look: &Look, out: &mut dyn Write) -> io::Result<()> {
        let found = &self.found.found;
        let learned = found.learning.as_ref().map_or_else(String::new, |learning| {
            let conjectures = counted(learning.conjectures.len(), "conjecture");
            format!("{conjectures}, {}, ", counted(learning.queries, "membership query"))
        });
        let way = if self.wanted.learn.is_some() { "learned" } else { "built" };
        let states = counted(found.effort.states_explored, "state");
        writeln!(out, "  {way} ({learned}{states}, {:.1} ms)", milliseconds(self.found.time))?;
        let Some(learning) = found.learning.as_ref().filter(|_| look.verbose) else { return Ok(()) };
        for (number, conjecture) in learning.conjectures.iter().enumerate() {
            let fate = match &conjecture.refuted {
                None => "stands".to_owned(),
                Some(refuted) => {
                    format!("{}: {}", meaning(refuted.meaning), self.names(&refuted.word).join(", "))
                }
            };
            let states = counted(conjecture.lts.num_states(), "state");
            writeln!(out, "  {:>4}  {states}, {fate}", number + 1)?;
        }
        Ok(())
    }

    fn names(&self, actions: &[ActionId]) -> Vec<&str> {
        actions.iter().map(|&a| self.found.actions.name(a)).collect()
    }

    fn write_assumption(&self, lts: &Lts, look: &Look, out: &mut dyn Write) -> io::Result<()> {
        let property = self.found.question.property_name();
        let word = coloured("assumption", "33", look);
        let size = format!(
            "{}, {}",
            counted(lts.num_states(), "state"),
            counted(lts.num_transitions(), "transition")
        );
        match &self.found.found.certainty {
            Certainty::Exact if self.wanted.deadlock_free => writeln!(
                out,
                "{word}: {property} holds in all environments that keep to this ({size}), and potential \
                    deadlocks are avoided"
            )?,
            Certainty::Exact if is_only_sufficient(self.found) => writeln!(
                out,
                "{word}: {property} holds in the environments that keep to this ({size}); {ONLY_SUFFICIENT}"
            )?,
            Certainty::Exact => writeln!(
                out,
                "{word}: {property} holds in exactly the environments that keep to this ({size})"
            )?,
            Certainty::Tested { extra } => writeln!(
                out,
                "{word}: {property} holds in all environments that keep to this ({size}); tests with up to \
                    {} found nothing weaker",
                counted(*extra, "more state")
            )?,
            Certainty::Stopped(reason) => writeln!(
                out,
                "{word}: {property} holds in all environments that keep to this ({size}), and perhaps in \
                    more: {reason}"
            )?,
        }
        if self.is_written {
            return Ok(());
        }
        if lts.num_states() <= PRINTED || look.verbose {
            writeln!(out)?;
            let mut text = Vec::new();
            // Into memory nothing can go wrong.
            let _ = write_fsp(lts, NAME, &self.found.actions, &mut text, &Budget::unlimited());
            return out.write_all(&text);
        }
        writeln!(out, "too large to print; write it with -o FILE.aut (or .lts, .dot, .json, .svg)")
    }

    fn write_never(
        &self,
        trace: &[ActionId],
        ending: Ending,
        look: &Look,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let property = self.found.question.property_name();
        let word = coloured("never", "31", look);
        match ending {
            Ending::Error => {
                writeln!(out, "{word}: {property} is violated in every environment, by this trace:")?;
            }
            Ending::Deadlock if trace.is_empty() => writeln!(
                out,
                "{word}: whatever the environment does first, {property} is violated or the component stuck"
            )?,
            Ending::Deadlock => writeln!(
                out,
                "{word}: after this trace, whatever the environment does next, {property} is violated or the \
                    component stuck:"
            )?,
        }
        let run = if ending == Ending::Error { self.found.witness(trace) } else { None };
        let Some((system, witness)) = run else {
            let names = self.names(trace);
            let mut steps = names.iter().enumerate();
            return steps.try_for_each(|(number, name)| writeln!(out, "  {:>4}  {name}", number + 1));
        };
        let question = &self.found.question;
        let origins: Vec<_> = question.searched().into_iter().map(|i| question.origins[i].clone()).collect();
        let all: Vec<usize> = (0..system.components.len()).collect();
        let evidence = SystemEvidence::new(&system, &origins, &all, witness, property.to_owned());
        let lines = story_lines(&evidence.story(), self.sources, look);
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))
    }
}

/// Names separated by commas, the first of them if there are many.
fn list(names: &[&str], all: bool) -> String {
    match names.len() {
        n if n > LISTED && !all => format!("{}, and {} more", names[..LISTED].join(", "), n - LISTED),
        _ => names.join(", "),
    }
}
