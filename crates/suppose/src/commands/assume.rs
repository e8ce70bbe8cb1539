//! `suppose assume FILE... --component A,B --property P`: what components need of their environment.

mod choose;
mod report;

use std::sync::Arc;
use std::time::Instant;

use suppose::base::{ActionTable, Diagnostic, StopReason};
use suppose::lang::fsp::Finish;
use suppose::learn::Kind;
use suppose::lts::{Lts, Role, ops};
use suppose::prove::weakest::{
    Certainty, Environment, Learn, OpenSystem, Oracle, Weakest, deadlock_free, direct, learn,
};

use crate::args::{self, Assume, Way};
use crate::output::{Destination, Named};
use crate::session::{Failure, Session, Status, milliseconds};
use crate::subject::{Subject, Target, translated};
use choose::Chosen;

/// What assumptions are called in files.
const NAME: &str = "Assumption";

/// How many states more than a conjecture tests look for when nothing else is said.
const EXTRA: usize = 2;

pub(super) fn run(options: &Assume, session: &mut Session) -> Result<Status, Failure> {
    let destination = options.output.as_deref().map(Destination::new).transpose()?;
    let how = how(options)?;
    let target = Target::system(options.system.as_ref());
    let mut subject = Subject::of_files(session, &options.files, target, &options.input)?;
    if subject.finish == Finish::Property {
        subject.become_property(&session.budget)?;
    }
    let chosen = Chosen::new(options, &mut subject, session)?;
    if subject.system.priority.is_some() {
        let what = "an assumption for a target with priorities, which depend on what the whole system can do";
        return Err(StopReason::Unsupported(what.to_owned()).into());
    }
    let started = Instant::now();
    let found = find(options, how, &subject, &chosen, session)
        .map_err(|reason| Failure::Stopped(reason, report::known(options, how, &subject, &chosen)))?;
    let time_ms = milliseconds(started.elapsed());
    let assumption = assumption(&found, &subject.system.actions, &chosen);
    if let Some((lts, actions)) = &assumption
        && let Some(destination) = destination
    {
        Named { lts, name: NAME, actions }.write_file(destination, &session.budget)?;
    }
    let status = match (&found.environment, &found.certainty) {
        (Environment::None { .. }, _) => Status::Violated,
        (_, Certainty::Stopped(_)) => Status::Inconclusive,
        _ => Status::Holds,
    };
    let report = report::Report {
        options,
        how,
        subject: &subject,
        chosen: &chosen,
        found: &found,
        assumption: assumption.as_ref().map(|(lts, actions)| Named { lts, name: NAME, actions }),
        destination,
        time_ms,
    };
    status.once(report.show(session))
}

/// How to learn, if that is asked for.
fn how(options: &Assume) -> Result<Option<Learn>, Failure> {
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

fn find(
    options: &Assume,
    how: Option<Learn>,
    subject: &Subject,
    chosen: &Chosen,
    session: &Session,
) -> Result<Weakest, StopReason> {
    let components = &subject.system.components;
    let members: Vec<Arc<Lts>> = chosen
        .components
        .iter()
        .filter(|&&i| i != chosen.property)
        .map(|&i| Arc::clone(&components[i].lts))
        .collect();
    let watched = &components[chosen.property];
    let open = OpenSystem::new(&members, &watched.lts, watched.role, &chosen.interface);
    match how {
        Some(how) => learn(&open, how, &session.budget),
        None if options.deadlock_free => deadlock_free(&open, &session.budget),
        None => direct(&open, &session.budget),
    }
}

/// The assumption with actions and states numbered in the order of names, so that it does not depend on how the files are
/// written. Where every environment is good, it is the one that allows everything.
fn assumption(found: &Weakest, actions: &ActionTable, chosen: &Chosen) -> Option<(Lts, ActionTable)> {
    let mut sorted = ActionTable::new();
    for name in actions.sorted_names(chosen.interface.iter().copied()) {
        sorted.intern(name);
    }
    let lts = match &found.environment {
        Environment::None { .. } => return None,
        Environment::Any => {
            let mut rows = suppose::lts::RowBuilder::new();
            for &action in &chosen.interface {
                rows.add(action, suppose::base::StateId::must(0));
            }
            rows.end_row();
            rows.extend_alphabet(chosen.interface.iter().copied());
            rows.finish(suppose::base::StateId::must(0), None).expect("one state")
        }
        Environment::Assumption(lts) => lts.clone(),
    };
    Some((ops::reachable(&translated(&lts, actions, &mut sorted)).lts, sorted))
}

/// Whether a component takes part in what is asked; properties only watch.
fn acts(subject: &Subject, index: usize) -> bool {
    subject.system.components[index].role == Role::Component
}
