//! `suppose decompose FILE [--all] [--property P]`: does it pay to take a system apart, and where?

use std::io::{self, Write};

use suppose::report::decomposed::{DecomposeObject, DecomposedText};
use suppose::{Decomposed, Decomposing, Plan, Project, Status, Target};

use crate::args::Decompose;
use crate::session::{Failure, Session, once};

pub(super) fn run(options: &Decompose, session: &mut Session) -> Result<Status, Failure> {
    let wanted = Decomposing {
        properties: options.property.clone(),
        all: options.all || options.limit.is_some(),
        limit: options.limit.map(usize::from),
    };
    let plan = Plan {
        learner: options.learner,
        threads: session.threads,
        by_name: !options.property.is_empty(),
        special: options.tasking.special(),
        ..Plan::default()
    };
    let open = options.input.open_options(Target::system(options.system.as_deref()), session);
    let mut project = Project::open(&options.files, &open).map_err(|error| session.not_opened(error))?;
    let found = project.decompose(&wanted, &plan);
    let found = found.map_err(|failure| session.not_done(failure, &project))?;
    session.warn_of(&project);
    let told = if session.json {
        session.print_json(&DecomposeObject::new(&found, wanted.all))
    } else {
        let files: Vec<String> =
            options.files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
        let text = DecomposedText { found: &found, files: &files, all: wanted.all };
        let mut out = io::BufWriter::new(io::stdout().lock());
        text.write(&session.look, &mut out).and_then(|()| out.flush())
    };
    once(status(&found), told.map_err(Failure::from))
}

/// The command did its work unless a limit ended it.
fn status(found: &Decomposed) -> Status {
    if found.stopped.is_some() { Status::Inconclusive } else { Status::Holds }
}
