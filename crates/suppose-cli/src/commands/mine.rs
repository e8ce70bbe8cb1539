//! `suppose mine FILE.srs --component C`: rules about what a component receives.

use std::io::{self, Write};

use serde_json::json;
use suppose::base::Diagnostic;
use suppose::report::summary::Summary;
use suppose::srs::inquiry::ReactiveSubject;
use suppose::srs::inquiry::mine::{Request, Source, Style, automaton, chosen, claims, mined};
use suppose::{Plan, Project, Status, Target};

use super::present::present;
use crate::args::{Mine, reactive};
use crate::output::{Destination, can_be_written, note_older_certificate, spares, write_whole};
use crate::session::{Failure, Session};

pub(super) fn run(options: &Mine, session: &mut Session) -> Result<Status, Failure> {
    let request = request(options);
    let plan = plan(options, session);
    request.validate(&plan)?;
    for (option, path) in [("--output", &options.output), ("--certificate", &options.certificate)] {
        if let Some(path) = path {
            can_be_written(path)?;
            spares(option, path, [options.file.as_path()])?;
        }
    }
    let mut open = options.input.open_options(Target::Default, session);
    open.record = options.certificate.is_some();
    let mut project = Project::open(&[&options.file], &open).map_err(|error| session.not_opened(error))?;
    let Some(subject) = project.subject::<ReactiveSubject>() else {
        let message = format!("{}: rules are mined from reactive systems", options.file.display());
        return Err(Diagnostic::error("E0004", message).help("give one `.srs` file").into());
    };
    let model = subject.model.clone();
    let id = chosen(&plan, &model)?;
    if request.automaton {
        let input = [options.file.as_path()];
        let destination = options.output.as_deref().map(|path| Destination::new(path, input)).transpose()?;
        let whole = automaton(&model, id, &session.budget)?;
        session.warn_of(&project);
        let component = Some(model.component(id).name.clone());
        present(session, &whole, &Summary { component, ..Summary::new(&whole) }, destination)?;
        return Ok(Status::Holds);
    }
    let found = mined(&model, id, &request, &plan, &session.budget)?;
    if let Some(path) = &options.output {
        let text = found.text(&options.file.to_string_lossy());
        write_whole(path, |out| Ok(out.write_all(text.as_bytes())?))?;
    }
    let certified = match &options.certificate {
        None => None,
        Some(path) => {
            let claims = claims(&model, id, session.threads, &session.budget)?;
            let tables: Vec<String> = claims.expected.iter().map(|(table, _)| table.clone()).collect();
            let made = project.certified(&[], &claims);
            let made = made.map_err(|failure| session.not_done(failure, &project))?;
            match &made {
                Some(made) => write_whole(path, |out| Ok(writeln!(out, "{}", made.text)?))?,
                None => note_older_certificate(&mut project, path),
            }
            Some(made.map(|_| (path, tables)))
        }
    };
    session.warn_of(&project);
    if session.json {
        let mut fields = found.fields();
        if let Some(path) = &options.output {
            fields["output"] = json!(path.to_string_lossy());
        }
        if let Some(certified) = &certified {
            fields["certificate"] = json!(certified.as_ref().map(|(path, _)| path.to_string_lossy()));
        }
        session.print_json(&fields)?;
        return Ok(Status::Holds);
    }
    let mut out = io::stdout().lock();
    found.lines().iter().try_for_each(|line| writeln!(out, "{line}"))?;
    if let Some(path) = options.output.as_ref().filter(|_| !session.quiet) {
        writeln!(out, "written to {}", path.display())?;
    }
    if let Some(Some((path, tables))) = certified {
        writeln!(out, "certificate of {}: {}", tables.join(", "), path.display())?;
    }
    Ok(Status::Holds)
}

fn plan(options: &Mine, session: &Session) -> Plan {
    let mut plan = Plan { threads: session.threads, ..Plan::default() };
    plan.special.push(("--component", options.component.clone()));
    plan.special.extend(options.exploring.special());
    plan
}

fn request(options: &Mine) -> Request {
    Request {
        style: match options.style {
            reactive::Style::Compact => Style::Compact,
            reactive::Style::Tables => Style::Tables,
            reactive::Style::Full => Style::Full,
            reactive::Style::Basis => Style::Basis,
            reactive::Style::Paper => Style::Paper,
        },
        source: match options.from {
            reactive::Source::Iterated => Source::Iterated,
            reactive::Source::Composed => Source::Composed,
            reactive::Source::Whole => Source::Whole,
        },
        automaton: options.automaton,
        certificate: options.certificate.is_some(),
    }
}
