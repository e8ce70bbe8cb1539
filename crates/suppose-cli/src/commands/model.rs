//! `suppose model NAME`: built-in models of any size; without a name, or with `list`, all of them.

use std::io::{self, Write};

use serde_json::{Value, json};
use suppose::{Languages, Model as Found, Status, size_of};

use crate::args::Model;
use crate::output::{can_be_written, write_whole};
use crate::session::{Failure, Session};

pub(super) fn run(options: &Model, session: &Session) -> Result<Status, Failure> {
    let languages = Languages::default();
    let name = match options.name.as_deref() {
        None | Some("list") => {
            list(&languages, session)?;
            return Ok(Status::Holds);
        }
        Some(name) => name,
    };
    let found = languages.model(name)?;
    let size = size_of(&found.model, options.size)?;
    options.output.as_deref().map_or(Ok(()), can_be_written)?;
    let text = (found.model.text)(size);
    if let Some(path) = &options.output {
        write_whole(path, |out| Ok(out.write_all(text.as_bytes())?))?;
    }
    if session.json {
        let mut fields = json!({ "model": found.model.name, "size": size, "language": suffix(&found) });
        match &options.output {
            Some(path) => fields["output"] = json!(path.to_string_lossy()),
            None => fields["text"] = json!(text),
        }
        session.print_json(&fields)?;
    } else if let Some(path) = &options.output {
        if !session.quiet {
            writeln!(io::stdout(), "written to {}", path.display())?;
        }
    } else {
        io::stdout().lock().write_all(text.as_bytes())?;
    }
    Ok(Status::Holds)
}

/// The name of its language, which is the usual suffix of its files.
fn suffix(found: &Found) -> &'static str {
    found.language.suffixes().first().copied().unwrap_or_default()
}

fn list(languages: &Languages, session: &Session) -> Result<(), Failure> {
    if session.json {
        let entry = |found: Found| {
            json!({
                "name": found.model.name,
                "description": found.model.description,
                "language": suffix(&found),
                "smallest": found.model.smallest,
                "default": found.model.default,
            })
        };
        let models: Vec<Value> = languages.models().map(entry).collect();
        return Ok(session.print_json(&json!({ "models": models }))?);
    }
    let mut out = io::stdout().lock();
    let width = languages.models().map(|found| found.model.name.len()).max().unwrap_or(0);
    for Found { model, .. } in languages.models() {
        let sizes = format!("sizes from {}, {} if none is given", model.smallest, model.default);
        writeln!(out, "{:width$}  {} ({sizes})", model.name, model.description)?;
    }
    Ok(())
}
