//! `suppose assume FILE... --component A,B --property P`: what components need of their environment.

mod choose;
mod circuit;
mod reactive;
mod report;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use suppose::base::{ActionId, ActionTable, Budget, Diagnostic, StateId, StopReason};
use suppose::lang::fsp::Finish;
use suppose::learn::Kind;
use suppose::lts::{Lts, Role, RowBuilder};
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
    let input = || options.files.iter().map(PathBuf::as_path).chain(options.property.iter().map(Path::new));
    let destination = options.output.as_deref().map(|path| Destination::new(path, input())).transpose()?;
    let how = how(options)?;
    let target = Target::system(options.system.as_ref());
    let (subject, chosen) = if circuit::is_meant(options) {
        circuit::choose(options, session)?
    } else if reactive::is_meant(options) {
        reactive::choose(options, session)?
    } else {
        let mut subject = Subject::of_files(session, &options.files, target, &options.input)?;
        if subject.finish == Finish::Property {
            subject.become_property(&session.budget)?;
        }
        let chosen = Chosen::new(options, &mut subject, session)?;
        (subject, chosen)
    };
    if subject.system.priority.is_some() {
        let what = "an assumption for a target with priorities, which depend on what the whole system can do";
        return Err(StopReason::Unsupported(what.to_owned()).into());
    }
    let sorted = Sorted::new(&subject, &chosen);
    let started = Instant::now();
    let found = sorted
        .find(options, how, &session.budget)
        .map_err(|reason| Failure::Stopped(reason, report::known(options, how, &subject, &chosen)))?;
    let time_ms = milliseconds(started.elapsed());
    let assumption = match &found.environment {
        Environment::None { .. } => None,
        Environment::Any => Some(Cow::Owned(anything(sorted.open.interface()))),
        Environment::Assumption(lts) => Some(Cow::Borrowed(lts)),
    };
    let assumption = assumption.as_ref().map(|lts| Named { lts, name: NAME, actions: &sorted.actions });
    if let (Some(named), Some(destination)) = (assumption, destination) {
        named.write_file(destination, &session.budget)?;
    }
    let status = match (&found.environment, &found.certainty) {
        (Environment::None { .. }, _) => Status::Violated,
        (_, Certainty::Stopped(reason)) => Status::stopped(reason),
        _ => Status::Holds,
    };
    let report = report::Report {
        options,
        how,
        subject: &subject,
        chosen: &chosen,
        actions: &sorted.actions,
        found: &found,
        assumption,
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

/// What is asked, with actions numbered in the order of their names, so that nothing that is found depends on how the files are
/// written.
struct Sorted {
    open: OpenSystem,
    actions: ActionTable,
}

impl Sorted {
    fn new(subject: &Subject, chosen: &Chosen) -> Self {
        let (components, table) = (&subject.system.components, &subject.system.actions);
        let members: Vec<usize> =
            chosen.components.iter().copied().filter(|&i| i != chosen.property).collect();
        let all = members.iter().chain([&chosen.property]);
        let mut actions = ActionTable::new();
        for name in table.sorted_names(all.flat_map(|&i| components[i].lts.alphabet().iter().copied())) {
            actions.intern(name);
        }
        let mut sorted = |i: usize| Arc::new(translated(&components[i].lts, table, &mut actions));
        let members: Vec<Arc<Lts>> = members.iter().map(|&i| sorted(i)).collect();
        let watched = sorted(chosen.property);
        let interface: Vec<ActionId> =
            chosen.interface.iter().map(|&a| actions.intern(table.name(a))).collect();
        let role = components[chosen.property].role;
        Self { open: OpenSystem::new(&members, &watched, role, &interface), actions }
    }

    fn find(&self, options: &Assume, how: Option<Learn>, budget: &Budget) -> Result<Weakest, StopReason> {
        match how {
            Some(how) => learn(&self.open, how, budget),
            None if options.deadlock_free => deadlock_free(&self.open, budget),
            None => direct(&self.open, budget),
        }
    }
}

/// The assumption that allows everything.
fn anything(interface: &[ActionId]) -> Lts {
    let only = StateId::must(0);
    let mut rows = RowBuilder::new();
    for &action in interface {
        rows.add(action, only);
    }
    rows.end_row();
    rows.finish(only, None).expect("one state")
}

/// Whether a component takes part in what is asked; properties only watch.
fn acts(subject: &Subject, index: usize) -> bool {
    subject.system.components[index].role == Role::Component
}
