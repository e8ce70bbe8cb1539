//! What `suppose check` says about a reactive system: a line for each property, how much was reached, then the runs; or one JSON object.

use std::io::{self, Write};

use serde_json::{Value, json};
use suppose::base::{StopReason, Verdict};
use suppose::prove::method::Method;
use suppose::srs::lang::{ComponentId, Model};

use super::super::certificate::Written;
use super::super::details::{Details, effort};
use super::super::report::add_verdict;
use super::ask::Answers;
use super::{Coverage, Line, Survival};
use crate::args::Check;
use crate::reactive::Choice;
use crate::session::{Failure, Session};

/// More of them are not named, unless the user wants more.
const MOST: usize = 4;

/// What the exploration of the paper is worth.
const UNSOUND: &str = "explored as in the paper, which is unsound: it misses what other components send after this one has come to rest";

pub(super) struct Report<'r> {
    pub options: &'r Check,
    pub model: &'r Model,
    pub answers: &'r Answers,
    /// The certificate that was written.
    pub written: Option<Written<'r>>,
}

impl Report<'_> {
    pub(super) fn show(&self, session: &Session) -> Result<(), Failure> {
        if session.json { self.print_json(session) } else { Ok(self.print(session)?) }
    }

    fn paper(&self) -> bool {
        self.options.exploring.as_in_the_paper()
    }

    fn print_json(&self, session: &Session) -> Result<(), Failure> {
        let components: Vec<&str> = self.model.components.iter().map(|part| part.name.as_str()).collect();
        let results: Vec<Value> =
            self.answers.lines.iter().map(|line| self.result(line, session.verbose)).collect();
        let reached: Vec<Value> =
            self.answers.coverage.iter().map(|(who, found)| self.reached(*who, found)).collect();
        let mut fields = json!({
            "system": self.model.name,
            "components": components,
            "exploration": if self.paper() { "paper" } else { "sound" },
            "sound": !self.paper(),
            "results": results,
            "reached": reached,
        });
        if !self.answers.supposed.is_empty() {
            let supposed = self.answers.supposed.iter();
            let one = |(component, rules): &(ComponentId, Vec<String>)| json!({ "component": self.name(Some(*component)), "rules": rules });
            fields["supposed"] = supposed.map(one).collect();
        }
        if let Some((rounds, microsteps)) = self.answers.iterated {
            fields["rounds"] = json!(rounds);
            fields["microsteps"] = json!(microsteps);
        }
        if self.options.proving.certificate.is_some() {
            let path = self.written.as_ref().map(|written| written.path.to_string_lossy());
            fields["certificate"] = json!(path);
        }
        Ok(session.print_json(fields)?)
    }

    fn name(&self, component: Option<ComponentId>) -> Option<&str> {
        component.map(|id| self.model.component(id).name.as_str())
    }

    fn result(&self, line: &Line, verbose: bool) -> Value {
        let mut result = json!({
            "property": line.property,
            "component": self.name(line.component),
            "verdict": line.verdict.name(),
            "method": line.method,
            "assume": line.assume,
            // The methods for LTSs do not ask for an occasion.
            "vacuous": line.proved.is_none().then_some(line.vacuous.is_some()),
            "survives": match line.survives {
                Survival::Real => Some(true),
                Survival::Spurious => Some(false),
                Survival::NotAsked | Survival::Unknown(_) => None,
            },
            "stats": { "time_ms": line.time_ms },
        });
        if let Some((machines, stable)) = line.reached {
            result["reached"] = json!({ "machines": machines, "stable": whole(stable) });
            result["stats"]["states_explored"] = whole(stable);
            result["stats"]["max_states"] = whole(stable);
        }
        if let Some(proved) = &line.proved {
            let effort = effort(&proved.answer);
            result["stats"]["states_explored"] = json!(effort.states_explored);
            result["stats"]["max_states"] = json!(effort.max_states);
            Details { system: &proved.system, answer: &proved.answer }.add_to(&mut result, verbose);
        }
        if let Some(never) = &line.vacuous {
            result["note"] = json!(never);
        }
        if let Survival::Unknown(reason) = &line.survives {
            result["survives_reason"] = json!(reason.name());
        }
        add_verdict(&mut result, &line.verdict);
        result
    }

    fn reached(&self, who: Option<ComponentId>, found: &Result<Coverage, StopReason>) -> Value {
        let component = self.name(who);
        match found {
            Err(reason) => json!({ "component": component, "reason": reason.name() }),
            Ok(found) => json!({
                "component": component,
                "stable": whole(found.stable),
                "states": found.states - found.never_in.len(),
                "all_states": found.states,
                "never_in": found.never_in,
                "transitions": found.transitions - found.never_taken.len(),
                "all_transitions": found.transitions,
                "never_taken": found.never_taken,
            }),
        }
    }

    fn print(&self, session: &Session) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let names: Vec<&str> = self.model.components.iter().map(|part| part.name.as_str()).collect();
        let parts = match names.len() {
            1 => format!("1 component: {}", names[0]),
            count => format!("{count} components: {}", names.join(", ")),
        };
        let file =
            self.options.files.first().map_or_else(String::new, |path| path.to_string_lossy().into_owned());
        writeln!(out, "{file}: {} of {parts}", self.model.name)?;
        writeln!(out, "{}", self.supposed())?;
        if self.paper() {
            writeln!(out, "{UNSOUND}")?;
        }
        for (component, rules) in &self.answers.supposed {
            writeln!(out, "{} supposes:", self.name(Some(*component)).unwrap_or_default())?;
            rules.iter().try_for_each(|rule| writeln!(out, "  {rule}"))?;
        }
        let lines = &self.answers.lines;
        let width = lines.iter().map(|line| line.property.chars().count()).max().unwrap_or(0);
        for line in lines {
            let (word, colour) = match &line.verdict {
                Verdict::Holds => ("holds", "32"),
                Verdict::Violated(_) => ("violated", "31"),
                Verdict::Inconclusive(_) => ("inconclusive", "33"),
            };
            let word = if session.colours.results {
                format!("\x1b[1;{colour}m{word}\x1b[0m")
            } else {
                word.to_owned()
            };
            writeln!(out, "  {:width$}  {word}{}{}", line.property, remark(line), self.took(line))?;
        }
        for (who, found) in &self.answers.coverage {
            let who = self.name(*who).unwrap_or("the system");
            match found {
                Ok(found) => print_coverage(who, found, session.verbose, &mut out)?,
                Err(reason) => writeln!(out, "how much of {who} was reached is not known: {reason}")?,
            }
        }
        for line in lines {
            if let Some(proved) = line.proved.as_ref() {
                let details = Details { system: &proved.system, answer: &proved.answer };
                let mut told = if session.verbose { details.lines() } else { Vec::new() };
                told.extend(details.stopped_at());
                if !told.is_empty() {
                    writeln!(out, "\n{} by {}:", line.property, line.method)?;
                    told.iter().try_for_each(|line| writeln!(out, "{line}"))?;
                }
            }
            let Verdict::Violated(shape) = &line.verdict else { continue };
            let place = match line.survives {
                Survival::Spurious => ", in an environment that the rest of the system is not",
                Survival::Real => ", in the whole system",
                Survival::NotAsked | Survival::Unknown(_) => "",
            };
            writeln!(out, "\n{}{place}:", shape.sentence)?;
            shape.lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
        if let Some(Written { path, .. }) = &self.written {
            writeln!(out, "certificate of 1 result: {}", path.display())?;
        }
        Ok(())
    }

    /// What was supposed, in a sentence.
    fn supposed(&self) -> String {
        match self.options.proving.method() {
            Method::Auto => {}
            Method::Monolithic => return "all components at once".to_owned(),
            method => return format!("components as LTSs, by the method {method}"),
        }

        let who = match &self.options.reactive.component {
            Some(name) => format!("{name} alone"),
            None => "each component alone".to_owned(),
        };
        match Choice::new(self.options.reactive.assume.as_ref()) {
            Choice::Universal => format!("{who}, which may receive anything at any time"),
            Choice::Declared => format!("{who}, supposing what the model says that it assumes"),
            Choice::File(path) => format!("{who}, supposing the rules of {}", path.display()),
            Choice::Mined => match self.answers.iterated {
                Some((rounds, microsteps)) => {
                    format!(
                        "{who}, supposing what the others can send ({rounds} rounds, {microsteps} microsteps)"
                    )
                }
                None => format!("{who}, supposing what the others can send"),
            },
        }
    }

    /// What an answer took, in brackets.
    fn took(&self, line: &Line) -> String {
        if let Some(proved) = &line.proved {
            let how = Details { system: &proved.system, answer: &proved.answer }.summary();
            let how = how.map_or_else(String::new, |how| format!("{how}; "));
            let states = usize::try_from(effort(&proved.answer).states_explored).unwrap_or(usize::MAX);
            return format!(" ({how}{}, {:.1} ms)", count(states, "state"), line.time_ms);
        }
        let Some((machines, stable)) = line.reached else { return String::new() };
        let at_once = line.method == "monolithic" && self.options.proving.method() != Method::Monolithic;
        let how = if at_once { "the whole system, " } else { "" };
        let stable = stable_states(stable);
        format!(" ({how}{}, {stable}, {:.1} ms)", count(machines, "machine"), line.time_ms)
    }
}

/// What there is to say about a verdict.
fn remark(line: &Line) -> String {
    match (&line.verdict, &line.survives) {
        (Verdict::Inconclusive(reason), _) => format!(": {reason}"),
        (Verdict::Holds, _) => match &line.vacuous {
            Some(never) => format!(" vacuously: {never}"),
            None => String::new(),
        },
        (_, Survival::Spurious) => ", a false positive: in the whole system it holds".to_owned(),
        (_, Survival::Real) => ", and really so: in the whole system too".to_owned(),
        (_, Survival::Unknown(reason)) => format!("; whether in the whole system too is not known: {reason}"),
        (_, Survival::NotAsked) => String::new(),
    }
}

fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

fn stable_states(number: f64) -> String {
    match number.to_string() {
        one if one == "1" => "1 stable state".to_owned(),
        many => format!("{many} stable states"),
    }
}

/// A number of states as a whole number.
fn whole(number: f64) -> Value {
    serde_json::from_str(&number.to_string()).unwrap_or_default()
}

/// How much was reached, and what was not.
fn print_coverage(who: &str, found: &Coverage, verbose: bool, out: &mut impl Write) -> io::Result<()> {
    let part = |missed: &[String], all: usize| format!("{} of {all}", all - missed.len());
    let (states, transitions) =
        (part(&found.never_in, found.states), part(&found.never_taken, found.transitions));
    let stable = stable_states(found.stable);
    writeln!(out, "{who} reached {stable}, {states} states of machines, {transitions} transitions")?;
    for (what, list) in [("never in", &found.never_in), ("never taken", &found.never_taken)] {
        let shown = if verbose { list.len() } else { list.len().min(MOST) };
        for text in &list[..shown] {
            writeln!(out, "  {what}: {text}")?;
        }
        if shown < list.len() {
            writeln!(out, "  … and {} more (-v shows them)", list.len() - shown)?;
        }
    }
    Ok(())
}
