//! `suppose export FILE --to FORMAT`: translation of the composed target, or of a reactive system as it is
//! written.

use std::io::{self, Write};
use std::path::PathBuf;

use serde_json::json;
use suppose::base::Diagnostic;
use suppose::report::summary::Summary;
use suppose::srs::inquiry::ReactiveSubject;
use suppose::srs::inquiry::promela::translated;
use suppose::{Named, Plan, Project, Status, Target};

use crate::args::{Export, Format};
use crate::output::{Destination, can_be_written, spares, write_lts, write_lts_file, write_whole};
use crate::session::{Failure, Session};

pub(super) fn run(options: &Export, session: &mut Session) -> Result<Status, Failure> {
    if let Some(output) = &options.output {
        can_be_written(output)?;
        spares("--output", output, options.files.iter().map(PathBuf::as_path))?;
    }
    let target = match &options.reactive.component {
        Some(component) => Target::Process(component.clone()),
        None => Target::system(options.system.as_deref()),
    };
    let open = options.input.open_options(target, session);
    let mut project = Project::open(&options.files, &open).map_err(|error| session.not_opened(error))?;
    if matches!(options.to, Format::Promela | Format::Srs)
        && let Some(subject) = project.subject::<ReactiveSubject>()
    {
        let model = subject.model.clone();
        let text = if matches!(options.to, Format::Srs) {
            refuse_foreign_options(options, false)?;
            subject.formatted(&project.reader)
        } else {
            let plan = Plan { special: options.reactive.special(), ..Plan::default() };
            translated(&model, &plan, options.property.as_deref(), &mut project.reader)
        };
        let text = text.map_err(|failure| session.not_done(failure, &project))?;
        session.warn_of(&project);
        return write_text(&model.name, &text, options, session);
    }
    refuse_foreign_options(options, project.subject::<ReactiveSubject>().is_some())?;
    export_lts(options, &mut project, session)
}

/// Refuses options about reactive systems where none is translated to Promela.
fn refuse_foreign_options(options: &Export, is_reactive: bool) -> Result<(), Failure> {
    let given = [
        ("--property", options.property.is_some()),
        // The LTS of one component.
        ("--component", options.reactive.component.is_some() && !is_reactive),
        ("--assume", options.reactive.assume.is_some()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        None => Ok(()),
        Some((what, _)) => {
            let message = format!("{what} is for the translation of a reactive system to Promela");
            Err(Diagnostic::error("E0006", message).into())
        }
    }
}

fn write_text(name: &str, text: &str, options: &Export, session: &Session) -> Result<Status, Failure> {
    let mut fields = json!({ "system": name });
    if let Some(output) = &options.output {
        write_whole(output, |out| Ok(out.write_all(text.as_bytes())?))?;
        fields["output"] = json!(output.to_string_lossy());
    } else {
        fields["text"] = json!(text);
    }
    match &options.output {
        _ if session.json => session.print_json(&fields)?,
        Some(output) if !session.quiet => writeln!(io::stdout(), "written to {}", output.display())?,
        Some(_) => {}
        None => io::stdout().lock().write_all(text.as_bytes())?,
    }
    Ok(Status::Holds)
}

fn export_lts(options: &Export, project: &mut Project, session: &Session) -> Result<Status, Failure> {
    let input = options.files.iter().map(PathBuf::as_path);
    let destination = options.output.as_deref();
    let destination =
        destination.map(|path| Destination::with_format(path, options.to, input)).transpose()?;
    let whole = project.whole().map_err(|failure| session.not_done(failure, project))?;
    session.warn_of(project);
    let named = Named::from(&whole);
    if let Some(destination) = destination {
        write_lts_file(named, destination, &session.budget)?;
        if session.json {
            session.print_json(&Summary::new(&whole))?;
        } else if !session.quiet {
            writeln!(io::stdout(), "written to {}", destination.path.display())?;
        }
    } else if session.json {
        // One object and nothing else: the translation goes into it.
        let mut text = Vec::new();
        write_lts(named, options.to, &mut text, &session.budget)?;
        let text = Some(String::from_utf8_lossy(&text).into_owned());
        session.print_json(&Summary { text, ..Summary::new(&whole) })?;
    } else {
        let mut out = io::BufWriter::new(io::stdout().lock());
        write_lts(named, options.to, &mut out, &session.budget)?;
        out.flush()?;
    }
    Ok(Status::Holds)
}
