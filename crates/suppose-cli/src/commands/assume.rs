//! `suppose assume FILE... --component A,B --property P`: what components need of their environment.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use suppose::base::Diagnostic;
use suppose::inquiry::OpenRequest;
use suppose::learn::Kind;
use suppose::prove::weakest::{Certainty, Environment, Learn, Oracle};
use suppose::report::assumption::{AssumeObject, AssumptionText, NAME};
use suppose::{Assuming, Assumption, Named, Project, Status, Target, find_assumption};

use crate::args::{self, Assume, Way};
use crate::output::{Destination, write_lts_file};
use crate::session::{Failure, Session, once};

/// How many states more than a conjecture tests look for when nothing else is said.
const EXTRA: usize = 2;

pub(super) fn run(options: &Assume, session: &mut Session) -> Result<Status, Failure> {
    let input = || options.files.iter().map(PathBuf::as_path).chain(options.property.iter().map(Path::new));
    let destination = options.output.as_deref().map(|path| Destination::new(path, input())).transpose()?;
    let wanted = Assuming {
        request: OpenRequest {
            component: options.component.clone(),
            property: options.property.clone(),
            interface: options.interface.clone(),
            aliases: Vec::new(),
        },
        learn: learn(options)?,
        deadlock_free: options.deadlock_free,
    };
    let open = options.input.open_options(Target::system(options.system.as_deref()), session);
    let mut project = Project::open(&options.files, &open).map_err(|error| session.not_opened(error))?;
    let question = project.open_question(&wanted.request);
    let question = question.map_err(|failure| session.not_done(failure, &project))?;
    session.warn_of(&project);
    let files: Vec<String> = options.files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
    let asked = AssumeObject::asked(&question, &wanted, &files);
    let found = find_assumption(question, &wanted, &session.budget).map_err(|reason| {
        let known = serde_json::to_value(&asked).unwrap_or_default();
        Failure::Stopped(reason, known)
    })?;
    let lts = found.lts();
    if let (Some(lts), Some(destination)) = (&lts, destination) {
        let named = Named { lts, name: NAME, actions: &found.actions };
        write_lts_file(named, destination, &session.budget)?;
    }
    let status = match (&found.found.environment, &found.found.certainty) {
        (Environment::None { .. }, _) => Status::Violated,
        (_, Certainty::Stopped(_)) => Status::Inconclusive,
        _ => Status::Holds,
    };
    let told = if session.json {
        session.print_json(&AssumeObject::found(&found, &wanted, &files, &session.look))
    } else {
        let sources = &project.reader.sources;
        let is_written = destination.is_some();
        let text = AssumptionText { found: &found, wanted: &wanted, files: &files, sources, is_written };
        tell(&text, &found, destination, session)
    };
    once(status, told.map_err(Failure::from))
}

fn tell(
    text: &AssumptionText<'_>,
    found: &Assumption,
    destination: Option<Destination<'_>>,
    session: &Session,
) -> io::Result<()> {
    let mut out = io::stdout().lock();
    text.write(&session.look, &mut out)?;
    match (destination, &found.found.environment) {
        (Some(_), Environment::None { .. }) => writeln!(out, "nothing is written: there is no assumption"),
        (Some(destination), _) => writeln!(out, "written to {}", destination.path.display()),
        (None, _) => Ok(()),
    }
}

/// How to learn, if that is asked for.
fn learn(options: &Assume) -> Result<Option<Learn>, Failure> {
    let refused = |message: &str| Err(Diagnostic::error("E0006", message).into());
    if options.by == Way::Direct {
        if options.learner.is_some() || options.oracle.is_some() || options.extra.is_some() {
            return refused("--learner, --oracle and --extra need --by learn");
        }
        return Ok(None);
    }
    if options.deadlock_free {
        return refused(
            "--deadlock-free needs --by direct: it depends on more than traces, and only traces are learned",
        );
    }
    let extra = options.extra.unwrap_or(EXTRA);
    let oracle = match options.oracle {
        None | Some(args::Oracle::Exact) if options.extra.is_some() => {
            return refused("--extra needs --oracle w or --oracle wp");
        }
        None | Some(args::Oracle::Exact) => Oracle::Exact,
        Some(args::Oracle::W) => Oracle::W { extra },
        Some(args::Oracle::Wp) => Oracle::Wp { extra },
    };
    Ok(Some(Learn { learner: options.learner.unwrap_or(Kind::RivestSchapire), oracle }))
}
