//! What there is to say beside answers: what was supposed, what the exploration is worth, how much was
//! reached.

use serde_json::{Value, json};
use suppose_base::{StopReason, counted};
use suppose_inquiry::{Context, ContextFields};
use suppose_prove::method::Method;

use super::ask::{Ask, Found};
use super::look::Coverage;
use super::setup::Choice;
use crate::lang::ComponentId;

/// More of them are not named, unless somebody wants all.
const MOST: usize = 4;

/// What the exploration of the paper is worth.
const UNSOUND: &str = "explored as in the paper, which is unsound: it misses what other components send \
                       after this one has come to rest";

/// Everything that goes with the answers.
pub(super) fn context(ask: &Ask<'_>, found: &Found) -> Context {
    let paper = ask.setup.exploring.paper;
    let name = |component: ComponentId| ask.model().component(component).name.as_str();
    let mut opening = vec![supposed(ask, found.iterated)];
    opening.extend(paper.then(|| UNSOUND.to_owned()));
    for (component, rules) in &found.supposed {
        opening.push(format!("{} supposes:", name(*component)));
        opening.extend(rules.iter().map(|rule| format!("  {rule}")));
    }
    let mut closing = Vec::new();
    for (who, covered) in &found.coverage {
        let who = who.map_or("the system", name);
        match covered {
            Ok(covered) => coverage(who, covered, ask.plan.record, &mut closing),
            Err(reason) => closing.push(format!("how much of {who} was reached is not known: {reason}")),
        }
    }
    let rules = |(component, rules): &(ComponentId, Vec<String>)| {
        let component = name(*component);
        json!({ "component": component, "rules": rules })
    };
    let fields = ContextFields {
        exploration: Some(if paper { "paper" } else { "sound" }),
        sound: Some(!paper),
        reached: Some(found.coverage.iter().map(|(who, found)| reached(who.map(name), found)).collect()),
        supposed: (!found.supposed.is_empty()).then(|| found.supposed.iter().map(rules).collect()),
        rounds: found.iterated.map(|(rounds, _)| rounds),
        microsteps: found.iterated.map(|(_, microsteps)| microsteps),
        ..ContextFields::default()
    };
    Context { opening, closing, fields }
}

/// What was supposed, in a sentence.
fn supposed(ask: &Ask<'_>, iterated: Option<(usize, usize)>) -> String {
    match ask.setup.method {
        Method::Auto => {}
        Method::Monolithic => return "all components at once".to_owned(),
        method => return format!("components as LTSs, by the method {method}"),
    }
    let who = match ask.setup.component {
        Some(id) => format!("{} alone", ask.model().component(id).name),
        None => "each component alone".to_owned(),
    };
    match &ask.setup.choice {
        Choice::Universal => format!("{who}, which may receive anything at any time"),
        Choice::Declared => format!("{who}, supposing what the model says that it assumes"),
        Choice::File(path) => format!("{who}, supposing the rules of {}", path.display()),
        Choice::Mined => match iterated {
            Some((rounds, microsteps)) => {
                let (rounds, microsteps) = (counted(rounds, "round"), counted(microsteps, "microstep"));
                format!("{who}, supposing what the others can send ({rounds}, {microsteps})")
            }
            None => format!("{who}, supposing what the others can send"),
        },
    }
}

/// A number of stable states with its noun.
pub(super) fn stable_states(number: f64) -> String {
    counted(number, "stable state")
}

/// How much was reached, and what was not.
fn coverage(who: &str, found: &Coverage, all: bool, lines: &mut Vec<String>) {
    let part =
        |missed: &[String], all: usize, noun| format!("{} of {}", all - missed.len(), counted(all, noun));
    let states = part(&found.never_in, found.states, "state");
    let transitions = part(&found.never_taken, found.transitions, "transition");
    let stable = stable_states(found.stable);
    lines.push(format!("{who} reached {stable}, {states} of machines, {transitions}"));
    for (what, list) in [("never in", &found.never_in), ("never taken", &found.never_taken)] {
        let shown = if all { list.len() } else { list.len().min(MOST) };
        lines.extend(list[..shown].iter().map(|text| format!("  {what}: {text}")));
        if shown < list.len() {
            lines.push(format!("  … and {} more (-v shows them)", list.len() - shown));
        }
    }
}

/// The same for programs.
fn reached(component: Option<&str>, found: &Result<Coverage, StopReason>) -> Value {
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

/// A number of states without a fraction, however large.
fn whole(number: f64) -> Value {
    serde_json::from_str(&number.to_string()).unwrap_or_default()
}
