//! `suppose export FILE --to FORMAT`: translation.

mod reactive;

use std::io::{self, Write};
use std::path::PathBuf;

use serde_json::json;

use super::summary;
use crate::args::Export;
use crate::output::{Destination, Named};
use crate::session::{Failure, Session, Status};
use crate::subject::{Subject, Target};

pub(super) fn run(options: &Export, session: &mut Session) -> Result<Status, Failure> {
    if reactive::is_meant(options) {
        return reactive::run(options, session);
    }
    let target = match &options.reactive.component {
        Some(component) if reactive::is_input(options) => Target::Process(component),
        _ => Target::system(options.system.as_ref()),
    };
    reactive::is_not_meant(options)?;
    let input = options.files.iter().map(PathBuf::as_path);
    let destination = options.output.as_deref();
    let destination =
        destination.map(|path| Destination::with_format(path, options.to, input)).transpose()?;
    let subject = Subject::whole(session, &options.files, target, &options.input)?;
    let lts = subject.composed(session)?.lts;
    let named = Named { lts: &lts, name: &subject.system.name, actions: &subject.system.actions };
    if let Some(destination) = destination {
        named.write_file(destination, &session.budget)?;
        if session.json {
            let fields = summary::to_json(named.name, &lts, named.actions);
            session.print_json(fields)?;
        } else if !session.quiet {
            writeln!(io::stdout(), "written to {}", destination.path.display())?;
        }
    } else if session.json {
        // One object and nothing else: the translation goes into it.
        let mut text = Vec::new();
        named.write(options.to, &mut text, &session.budget)?;
        let mut fields = summary::to_json(named.name, &lts, named.actions);
        fields["text"] = json!(String::from_utf8_lossy(&text));
        session.print_json(fields)?;
    } else {
        let mut out = io::BufWriter::new(io::stdout().lock());
        named.write(options.to, &mut out, &session.budget)?;
        out.flush()?;
    }
    Ok(Status::Holds)
}
