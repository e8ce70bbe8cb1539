//! `suppose export FILE --to FORMAT`: translation.

use std::io::{self, Write};
use std::path::PathBuf;

use suppose::report::summary::Summary;
use suppose::{Project, Status, Target};

use crate::args::Export;
use crate::output::{Destination, Named};
use crate::session::{Failure, Session};

pub(super) fn run(options: &Export, session: &mut Session) -> Result<Status, Failure> {
    let target = match &options.reactive.component {
        Some(component) => Target::Process(component.clone()),
        None => Target::system(options.system.as_deref()),
    };
    let input = options.files.iter().map(PathBuf::as_path);
    let destination = options.output.as_deref();
    let destination =
        destination.map(|path| Destination::with_format(path, options.to, input)).transpose()?;
    let open = options.input.open_options(target, session);
    let mut project = Project::open(&options.files, &open).map_err(|error| session.not_opened(error))?;
    let whole = project.whole().map_err(|failure| session.not_done(failure, &project))?;
    session.warn_of(&project);
    let named = Named::from(&whole);
    if let Some(destination) = destination {
        named.write_file(destination, &session.budget)?;
        if session.json {
            session.print_json(&Summary::new(&whole))?;
        } else if !session.quiet {
            writeln!(io::stdout(), "written to {}", destination.path.display())?;
        }
    } else if session.json {
        // One object and nothing else: the translation goes into it.
        let mut text = Vec::new();
        named.write(options.to, &mut text, &session.budget)?;
        let text = Some(String::from_utf8_lossy(&text).into_owned());
        session.print_json(&Summary { text, ..Summary::new(&whole) })?;
    } else {
        let mut out = io::BufWriter::new(io::stdout().lock());
        named.write(options.to, &mut out, &session.budget)?;
        out.flush()?;
    }
    Ok(Status::Holds)
}
