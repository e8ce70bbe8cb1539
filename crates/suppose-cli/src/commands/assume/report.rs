//! What `suppose assume` says: which environments are good, and the assumption if it is small; or one JSON object.

use std::io::{self, Write};

use serde_json::{Value, json};
use suppose::base::{ActionId, ActionTable};
use suppose::learn::Kind;
use suppose::lts::io::write_aut;
use suppose::lts::product::Witness;
use suppose::lts::{Lts, System};
use suppose::prove::outcome::{Conjecture, Meaning};
use suppose::prove::run::realise;
use suppose::prove::weakest::{Certainty, Ending, Environment, Learn, Weakest};

use super::super::trace::Shown;
use super::choose::Chosen;
use crate::args::{Assume, Format};
use crate::output::{Destination, Named};
use crate::session::{Failure, Session};
use crate::subject::Subject;

/// Assumptions with more states than this are not printed unless asked for.
const PRINTED: usize = 12;

/// At most so many names are listed unless asked for.
const LISTED: usize = 20;

/// All there is to say.
pub(super) struct Report<'r> {
    pub options: &'r Assume,
    pub how: Option<Learn>,
    pub subject: &'r Subject,
    pub chosen: &'r Chosen,
    /// The names of the actions in what was found.
    pub actions: &'r ActionTable,
    pub found: &'r Weakest,
    /// The assumption, unless no environment is good.
    pub assumption: Option<Named<'r>>,
    pub destination: Option<Destination<'r>>,
    pub time_ms: f64,
}

/// What is known before anything is found.
pub(super) fn known(options: &Assume, how: Option<Learn>, subject: &Subject, chosen: &Chosen) -> Value {
    let system = &subject.system;
    let mut fields = json!({
        "system": system.name,
        "component": chosen.component_names(system),
        "property": chosen.property_name(system),
        "interface": system.actions.sorted_names(chosen.interface.iter().copied()),
        "by": if how.is_some() { "learn" } else { "direct" },
        "deadlock_free": options.deadlock_free,
    });
    if let Some(Learn { learner, .. }) = how {
        fields["learner"] = json!(Kind::name(learner));
    }
    if options.files.len() > 1 {
        fields["files"] = options.files.iter().map(|f| f.to_string_lossy()).collect();
    }
    fields
}

impl Report<'_> {
    pub(super) fn show(&self, session: &Session) -> Result<(), Failure> {
        if session.json { self.to_json(session) } else { self.to_text(session) }
    }

    fn names(&self, actions: &[ActionId]) -> Vec<&str> {
        actions.iter().map(|&a| self.actions.name(a)).collect()
    }

    fn to_json(&self, session: &Session) -> Result<(), Failure> {
        let mut fields = known(self.options, self.how, self.subject, self.chosen);
        match (&self.found.environment, self.assumption) {
            (Environment::None { trace, ending }, _) => {
                fields["result"] = json!("never");
                fields["witness"] = json!(self.names(trace));
                fields["ending"] = json!(match ending {
                    Ending::Error => "error",
                    Ending::Deadlock => "deadlock",
                });
            }
            (Environment::Any, _) | (_, None) => fields["result"] = json!("always"),
            (Environment::Assumption(_), Some(named)) => {
                fields["result"] = json!("assumption");
                fields["assumption"] = json!({
                    "states": named.lts.num_states(),
                    "transitions": named.lts.num_transitions(),
                    "alphabet": named.actions.sorted_names(named.lts.alphabet().iter().copied()),
                });
                let mut text = Vec::new();
                write_aut(named.lts, named.actions, &mut text, &suppose::base::Budget::unlimited())
                    .map_err(|_| io::Error::other("the assumption cannot be written"))?;
                fields["lts"] = json!(String::from_utf8_lossy(&text));
            }
        }
        let effort = self.found.effort;
        fields["stats"] = json!({
            "states_explored": effort.states_explored,
            "max_states": effort.max_states,
            "transitions": effort.transitions,
            "time_ms": self.time_ms,
        });
        fields["certainty"] = json!(match &self.found.certainty {
            Certainty::Exact => "exact",
            Certainty::Tested { .. } => "tested",
            Certainty::Stopped(_) => "stopped",
        });
        match &self.found.certainty {
            Certainty::Exact => {}
            Certainty::Tested { extra } => fields["extra"] = json!(extra),
            Certainty::Stopped(reason) => {
                fields["reason"] = json!(reason.name());
                fields["message"] = json!(reason.to_string());
            }
        }
        if let Some(learning) = &self.found.learning {
            fields["stats"]["conjectures"] = json!(learning.conjectures.len());
            fields["stats"]["membership_queries"] = json!(learning.queries);
            if session.verbose {
                fields["conjectures"] = learning.conjectures.iter().map(|c| self.conjecture(c)).collect();
            }
        }
        Ok(session.print_json(fields)?)
    }

    fn conjecture(&self, conjecture: &Conjecture) -> Value {
        let mut value = json!({
            "states": conjecture.lts.num_states(),
            "transitions": conjecture.lts.num_transitions(),
        });
        if let Some(refuted) = &conjecture.refuted {
            value["premise"] = json!(refuted.premise);
            value["counterexample"] = json!(self.names(&refuted.word));
            value["meaning"] = json!(meaning(refuted.meaning));
        }
        value
    }

    fn to_text(&self, session: &Session) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        let system = &self.subject.system;
        let property = self.chosen.property_name(system);
        let files: Vec<_> = self.options.files.iter().map(|f| f.to_string_lossy()).collect();
        let components = self.chosen.component_names(system);
        let verb = if components.len() == 1 { "needs" } else { "need" };
        writeln!(
            out,
            "{}: what {} {verb} for {property}",
            files.join(" "),
            list(&components, session.verbose)
        )?;
        let interface = system.actions.sorted_names(self.chosen.interface.iter().copied());
        writeln!(out, "  interface ({}): {}", interface.len(), list(&interface, session.verbose))?;
        self.write_effort(&mut out, session)?;
        match &self.found.environment {
            Environment::Any => {
                let also =
                    if self.options.deadlock_free { ", and there is no potential deadlock" } else { "" };
                writeln!(
                    out,
                    "{}: {property} holds in every environment{also}",
                    coloured(session, "always", "32")
                )?;
            }
            Environment::Assumption(_) => self.write_assumption(&mut out, session, property)?,
            Environment::None { trace, ending } => {
                self.write_never(&mut out, session, property, trace, *ending)?;
            }
        }
        match (self.destination, self.assumption) {
            (Some(destination), Some(_)) => writeln!(out, "written to {}", destination.path.display())?,
            (Some(_), None) => writeln!(out, "nothing is written: there is no assumption")?,
            (None, _) => {}
        }
        Ok(())
    }

    /// What it took, and the conjectures when they are asked for.
    fn write_effort(&self, out: &mut impl Write, session: &Session) -> io::Result<()> {
        let states = self.found.effort.states_explored;
        let plural = |n: u64| if n == 1 { "" } else { "s" };
        let learned = self.found.learning.as_ref().map_or_else(String::new, |learning| {
            let count = learning.conjectures.len() as u64;
            let queries = learning.queries;
            let ies = if queries == 1 { "y" } else { "ies" };
            format!("{count} conjecture{}, {queries} membership quer{ies}, ", plural(count))
        });
        let way = if self.how.is_some() { "learned" } else { "built" };
        writeln!(out, "  {way} ({learned}{states} state{}, {:.1} ms)", plural(states), self.time_ms)?;
        let Some(learning) = self.found.learning.as_ref().filter(|_| session.verbose) else { return Ok(()) };
        for (number, conjecture) in learning.conjectures.iter().enumerate() {
            let states = conjecture.lts.num_states() as u64;
            let fate = match &conjecture.refuted {
                None => "stands".to_owned(),
                Some(refuted) => {
                    format!("{}: {}", meaning(refuted.meaning), self.names(&refuted.word).join(", "))
                }
            };
            writeln!(out, "  {:>4}  {states} state{}, {fate}", number + 1, plural(states))?;
        }
        Ok(())
    }

    fn write_assumption(
        &self,
        out: &mut impl Write,
        session: &Session,
        property: &str,
    ) -> Result<(), Failure> {
        let Some(named) = self.assumption else { return Ok(()) };
        let Named { lts, .. } = named;
        let word = coloured(session, "assumption", "33");
        let size = size(lts);
        match &self.found.certainty {
            Certainty::Exact if self.options.deadlock_free => writeln!(
                out,
                "{word}: {property} holds in all environments that keep to this ({size}), and potential deadlocks are avoided"
            )?,
            Certainty::Exact => {
                writeln!(
                    out,
                    "{word}: {property} holds in exactly the environments that keep to this ({size})"
                )?;
            }
            Certainty::Tested { extra } => writeln!(
                out,
                "{word}: {property} holds in all environments that keep to this ({size}); tests with up to {extra} \
                 more states found nothing weaker"
            )?,
            Certainty::Stopped(reason) => writeln!(
                out,
                "{word}: {property} holds in all environments that keep to this ({size}), and perhaps in more: {reason}"
            )?,
        }
        if self.destination.is_none() {
            if lts.num_states() <= PRINTED || session.verbose {
                writeln!(out)?;
                named.write(Format::Fsp, out, &suppose::base::Budget::unlimited())?;
            } else {
                writeln!(out, "too large to print; write it with -o FILE.aut (or .lts, .dot, .json, .svg)")?;
            }
        }
        Ok(())
    }

    fn write_never(
        &self,
        out: &mut impl Write,
        session: &Session,
        property: &str,
        trace: &[ActionId],
        ending: Ending,
    ) -> Result<(), Failure> {
        let word = coloured(session, "never", "31");
        match ending {
            Ending::Error => {
                writeln!(out, "{word}: {property} is violated in every environment, by this trace:")?;
            }
            Ending::Deadlock if trace.is_empty() => {
                writeln!(
                    out,
                    "{word}: whatever the environment does first, {property} is violated or the component stuck"
                )?;
            }
            Ending::Deadlock => writeln!(
                out,
                "{word}: after this trace, whatever the environment does next, {property} is violated or the component stuck:"
            )?,
        }
        let witness = if ending == Ending::Error { self.witness(trace) } else { None };
        if let Some((system, witness)) = witness {
            let origins: Vec<_> = self.searched().into_iter().map(|i| &self.subject.origins[i]).collect();
            let watched = system.components.len() - 1;
            let shown = Shown {
                system: &system,
                origins: &origins,
                sources: &session.sources,
                property: Some(watched),
            };
            for line in shown.lines(&witness) {
                writeln!(out, "{line}")?;
            }
        } else {
            for (number, name) in self.names(trace).iter().enumerate() {
                writeln!(out, "  {:>4}  {name}", number + 1)?;
            }
        }
        Ok(())
    }

    /// The components and, last, what is watched.
    fn searched(&self) -> Vec<usize> {
        let mut all: Vec<usize> =
            self.chosen.components.iter().copied().filter(|&i| i != self.chosen.property).collect();
        all.push(self.chosen.property);
        all
    }

    /// The trace as a run of the components, step by step.
    fn witness(&self, trace: &[ActionId]) -> Option<(System, Witness)> {
        let system = self.subject.system.restricted_to(&self.searched());
        let own = |&a: &ActionId| system.actions.get(self.actions.name(a));
        let trace: Vec<ActionId> = trace.iter().map(own).collect::<Option<_>>()?;
        let witness = realise(&system, system.components.len() - 1, &trace).ok()?;
        Some((system, witness))
    }
}

fn coloured(session: &Session, word: &str, colour: &str) -> String {
    if session.colours.results { format!("\x1b[1;{colour}m{word}\x1b[0m") } else { word.to_owned() }
}

/// Names separated by commas, the first of them if there are many.
fn list(names: &[&str], all: bool) -> String {
    match names.len() {
        n if n > LISTED && !all => format!("{}, and {} more", names[..LISTED].join(", "), n - LISTED),
        _ => names.join(", "),
    }
}

fn size(lts: &Lts) -> String {
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    let (states, transitions) = (lts.num_states(), lts.num_transitions());
    format!("{states} state{}, {transitions} transition{}", plural(states), plural(transitions))
}

fn meaning(meaning: Meaning) -> &'static str {
    match meaning {
        Meaning::TooWeak => "too weak",
        Meaning::TooStrong => "too strong",
        Meaning::TooCoarse => "too coarse",
        Meaning::Violation => "violation",
    }
}
