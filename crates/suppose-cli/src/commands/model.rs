//! `suppose model NAME`: built-in models of any size; `suppose model list` names them.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::args::Model;
use crate::input::builtin::{self, checked, find};
use crate::output::{can_be_written, write_whole};
use crate::session::{Failure, Session, Status};

pub(super) fn run(options: &Model, session: &Session) -> Result<Status, Failure> {
    if options.name == "list" {
        list(session)?;
        return Ok(Status::Holds);
    }
    let model = find(&options.name)?;
    let size = checked(&model, options.size)?;
    options.output.as_deref().map_or(Ok(()), can_be_written)?;
    let text = (model.text)(size);
    if let Some(path) = &options.output {
        write_whole(path, |out| Ok(out.write_all(text.as_bytes())?))?;
    }
    if session.json {
        let mut fields = json!({ "model": model.name, "size": size, "language": model.suffix() });
        match &options.output {
            Some(path) => fields["output"] = json!(path.to_string_lossy()),
            None => fields["text"] = json!(text),
        }
        session.print_json(fields)?;
    } else if let Some(path) = &options.output {
        if !session.quiet {
            writeln!(io::stdout(), "written to {}", path.display())?;
        }
    } else {
        io::stdout().lock().write_all(text.as_bytes())?;
    }
    Ok(Status::Holds)
}

fn list(session: &Session) -> Result<(), Failure> {
    if session.json {
        let entry = |model: builtin::Model| {
            json!({
                "name": model.name,
                "description": model.description,
                "language": model.suffix(),
                "smallest": model.smallest,
                "default": model.default,
            })
        };
        let models: Vec<Value> = builtin::all().map(entry).collect();
        return Ok(session.print_json(json!({ "models": models }))?);
    }
    let mut out = io::stdout().lock();
    let width = builtin::all().map(|model| model.name.len()).max().unwrap_or(0);
    for model in builtin::all() {
        let sizes = format!("sizes from {}, {} if none is given", model.smallest, model.default);
        writeln!(out, "{:width$}  {} ({sizes})", model.name, model.description)?;
    }
    Ok(())
}
