//! `suppose compare A B --by RELATION`: equivalence or trace inclusion, with what tells the two apart.

use std::io;
use std::path::Path;

use serde_json::json;
use suppose::inquiry::{Failure as Unable, Whole};
use suppose::report::comparison::{ComparisonReport, KnownSizes, SizeObject};
use suppose::{Project, Status, Target};

use crate::args::Compare;
use crate::session::{Failure, Session, once};

pub(super) fn run(options: &Compare, session: &mut Session) -> Result<Status, Failure> {
    let (project, mut left) = whole(&options.left, options.system.as_ref(), options, session)?;
    let (_, right) = match (&options.right_system, &options.system) {
        (Some(name), _) => whole(&options.right, Some(name), options, session)?,
        // The same name on the right, where there is one; else the default target is meant.
        (None, Some(name)) => match whole(&options.right, Some(name), options, session) {
            Err(Failure::Input(messages, _)) if messages.iter().all(|m| m.code == "E0005") => {
                whole(&options.right, None, options, session)?
            }
            other => other?,
        },
        (None, None) => whole(&options.right, None, options, session)?,
    };
    let sizes = [SizeObject::new(&left.lts), SizeObject::new(&right.lts)];
    let by = options.by.into();
    let found = project.compare(&mut left, &right, by).map_err(|failure| match failure {
        Unable::Stopped(reason) => Failure::Stopped(reason, json!(KnownSizes { sizes: Some(sizes) })),
        other @ Unable::Input(_) => other.into(),
    })?;
    let files = [&options.left, &options.right].map(|file| file.to_string_lossy().into_owned());
    let names = if options.left == options.right {
        [format!("{} ({})", files[0], left.name), format!("{} ({})", files[1], right.name)]
    } else {
        files.clone()
    };
    let report = ComparisonReport::new(files, &names, by, &found, &left.actions, sizes);
    let written =
        if session.json { session.print_json(&report) } else { report.write(&mut io::stdout().lock()) };
    let status = if found.equal { Status::Holds } else { Status::Violated };
    once(status, written.map_err(Failure::from))
}

fn whole(
    path: &Path,
    system: Option<&String>,
    options: &Compare,
    session: &Session,
) -> Result<(Project, Whole), Failure> {
    let target = Target::system(system.map(String::as_str));
    let open = options.input.open_options(target, session);
    let mut project = Project::open(&[path], &open).map_err(|error| session.not_opened(error))?;
    let whole = project.whole().map_err(|failure| Failure::of(failure, &project.reader.sources))?;
    session.warn_of(&project);
    Ok((project, whole))
}
