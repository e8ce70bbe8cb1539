//! What `compile` and `reduce` say about an LTS.

use std::io::{self, Write};

use serde_json::{Value, json};
use suppose::base::ActionTable;
use suppose::lts::{Lts, ops};

use crate::args::Format;
use crate::output::{Destination, Named};
use crate::session::{Failure, Session};

/// LTSs with more transitions than this are not printed unless asked for.
const PRINTED: usize = 300;

/// The fields of the JSON object.
pub(super) fn to_json(name: &str, lts: &Lts, actions: &ActionTable) -> Value {
    let reachable = ops::reachable(lts);
    json!({
        "system": name,
        "states": lts.num_states(),
        "transitions": lts.num_transitions(),
        "alphabet": actions.sorted_names(lts.alphabet().iter().copied()),
        "has_error": reachable.lts.has_error(),
        "deadlocks": reachable.lts.deadlocks().count(),
        "tau": lts.has_tau(),
    })
}

/// Prints the result of a command: the object, or a few lines and the LTS itself when it is small; and writes it where `-o` says.
pub(super) fn present(
    session: &Session,
    named: Named<'_>,
    destination: Option<Destination<'_>>,
    extra: &Value,
) -> Result<(), Failure> {
    if let Some(destination) = destination {
        named.write_file(destination, &session.budget)?;
    }
    let Named { lts, name, actions } = named;
    let mut fields = to_json(name, lts, actions);
    if let (Value::Object(fields), Value::Object(extra)) = (&mut fields, extra) {
        fields.extend(extra.clone());
    }
    if session.json {
        return Ok(session.print_json(fields)?);
    }
    describe(session, &fields, lts)?;
    if let Some(destination) = destination {
        writeln!(io::stdout(), "written to {}", destination.path.display())?;
    } else if lts.num_transitions() <= PRINTED {
        let mut out = io::stdout().lock();
        writeln!(out)?;
        named.write(Format::Fsp, &mut out, &session.budget)?;
    } else {
        writeln!(io::stdout(), "too large to print; write it with -o FILE.aut (or .fsp, .dot, .json, .svg)")?;
    }
    Ok(())
}

fn describe(session: &Session, fields: &Value, lts: &Lts) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let text = |key: &str| fields[key].as_str().unwrap_or_default().to_owned();
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    let number = |key: &str| fields[key].as_u64().and_then(|n| usize::try_from(n).ok());
    let (states, transitions) = (number("states").unwrap_or(lts.num_states()), lts.num_transitions());
    writeln!(
        out,
        "{}: {states} state{}, {transitions} transition{}",
        text("system"),
        plural(states),
        plural(transitions)
    )?;
    if let Some(ended) = fields.get("ended") {
        writeln!(out, "  {ended} states of successful termination are written as one")?;
    }
    if let Some(before) = fields.get("states_before") {
        writeln!(
            out,
            "  reduced by {} from {before} states, {} transitions",
            text("by"),
            fields["transitions_before"]
        )?;
    }
    let alphabet: Vec<&str> =
        fields["alphabet"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let shown = if session.verbose { alphabet.len() } else { 20 };
    let more = alphabet.len().saturating_sub(shown);
    let list = alphabet[..alphabet.len() - more].join(", ");
    let rest = if more > 0 { format!(", and {more} more") } else { String::new() };
    writeln!(out, "  alphabet ({}): {list}{rest}", alphabet.len())?;
    let mut notes = Vec::new();
    match fields["deadlocks"].as_u64() {
        Some(0) | None => notes.push("no deadlock".to_owned()),
        Some(1) => notes.push("1 deadlocked state".to_owned()),
        Some(n) => notes.push(format!("{n} deadlocked states")),
    }
    notes.push(
        if fields["has_error"] == true { "the error state is reachable" } else { "no error" }.to_owned(),
    );
    notes.push(if lts.has_tau() { "has silent moves" } else { "no silent moves" }.to_owned());
    writeln!(out, "  {}", notes.join("; "))
}
