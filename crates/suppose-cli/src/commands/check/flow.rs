//! `suppose check --verifier flow`: properties of a tasking program, decided by data-flow analysis.
//!
//! The analysis looks at more than the program can do. So a property that it proves holds; a path to a violation is shown as one only when the LTSs of the
//! program can take it, and otherwise nothing is known.

mod ask;
mod constraints;
mod tell;

use suppose::ada::Program;
use suppose::base::{Diagnostic, SourceMap};
use suppose::flow::feasible::{Exact, OnDemand};
use suppose::flow::learn::Constraints;
use suppose::flow::tfg::Size;
use suppose::flow::verify::PathStep;
use suppose::lts::System;
use suppose::lts::check::Question;
use suppose::prove::method::{Answer, Method};

use super::super::trace;
use super::{certificate, report, status};
use crate::args::Check;
use crate::input::tasking;
use crate::session::{Failure, Session, Status};
use crate::subject::{Property, Subject, Target};

/// What is known about an answer of data-flow analysis beside the verdict.
pub(super) struct Flowed {
    /// The constraints in use, as one writes them.
    constraints: Vec<String>,
    /// The trace flow graph; of a proof by parts the largest one.
    size: Size,
    /// A path to a violation that is not shown to be an execution.
    path: Option<Vec<Passed>>,
    /// Whether the path is an execution; `None` when that could not be found out.
    feasible: Option<bool>,
    /// How often the property was checked, or the engine ran.
    runs: u32,
    /// The system with the names of actions that what was learned speaks about.
    pub(super) system: Option<System>,
    /// The answer over the actions of the system, for certificates.
    pub(super) certified: Answer,
}

/// A step of a path.
struct Passed {
    action: String,
    /// The tasks that take it.
    by: String,
    /// Where it is written, as `file:line` for the eye and `file:line:column` for programs; nowhere if the environment of a part takes it.
    place: Option<[String; 2]>,
}

/// Whether data-flow analysis is asked for.
pub(super) fn is_meant(options: &Check) -> bool {
    options.tasking.is_flow()
}

/// Refuses options about data-flow analysis where another verifier is at work.
pub(super) fn is_not_meant(options: &Check) -> Result<(), Failure> {
    if options.tasking.constraint.is_empty() {
        return Ok(());
    }
    let message = "--constraint is about data-flow analysis, and LTSs need none";
    Err(Diagnostic::error("E0006", message).help("add --verifier flow").into())
}

pub(super) fn run(options: &Check, session: &mut Session) -> Result<Status, Failure> {
    fits(options)?;
    let [path] = &options.files[..] else {
        let message = "data-flow analysis is about one program, and several files are given";
        return Err(Diagnostic::error("E0006", message).help("give the program alone").into());
    };
    certificate::prepare(options, session)?;
    let program = tasking::load(session, path)?;
    let constraints = constraints::read(&options.tasking.constraint, &program)?;
    let target = Target::system(options.system.as_ref());
    // A certificate is about LTSs. Otherwise they are built when a path has to be judged, and not before.
    let needs_ltss = options.proving.certificate.is_some();
    let subject = if needs_ltss {
        Subject::of_program(session, &program, target)
    } else {
        Subject::of_outline(session, &program, target)
    };
    let mut subject = subject.map_err(|failure| report::unanswered(options, failure, session))?;
    let mut questions = Vec::new();
    for property in subject.find_properties(session, &options.property, &options.input)? {
        if let Property::Component(index) = property {
            questions.push(index);
        }
    }
    certificate::spare_the_input(options, session)?;
    if options.property.is_empty() {
        let safe = |question| if let Question::Safe(index) = question { Some(index) } else { None };
        questions = subject.system.questions().into_iter().filter_map(safe).collect();
    }
    if questions.is_empty() {
        let message = format!("{}: there is no property to check", path.display());
        let help = "state one with `--# property`, or name a file with --property";
        return Err(Diagnostic::error("E0005", message).help(help).into());
    }
    let ltss = (!needs_ltss).then(|| OnDemand::new(&program, &subject.system));
    let asking = Asking { options, program: &program, subject: &subject, ltss, constraints, session };
    let lines = questions.into_iter().map(|index| asking.answer(index)).collect::<Result<Vec<_>, _>>()?;
    let written = certificate::write(options, &options.property, &subject, &lines, session)?;
    let written = report::report(options, &subject.system, &lines, written.as_ref(), session);
    status(&lines).once(written)
}

/// Refuses what does not go with data-flow analysis.
fn fits(options: &Check) -> Result<(), Failure> {
    let refused =
        |message: String, help: &str| Err(Diagnostic::error("E0006", message).help(help.to_owned()).into());
    if !tasking::is_meant(&options.files, &options.input) {
        let message = "--verifier flow is about tasking programs, and something else is asked about";
        return refused(message.to_owned(), "give a program in Ada, or leave --verifier out");
    }
    let method = options.proving.method();
    if !matches!(method, Method::Auto | Method::Monolithic | Method::Learn) {
        let message = format!("--method {method} does not go with --verifier flow");
        return refused(message, "use --method monolithic or learn");
    }
    let others = [
        ("--deadlock", options.deadlock),
        ("--progress", options.progress),
        ("--minimal", options.proving.minimal),
    ];
    if let Some((what, _)) = others.iter().find(|(_, given)| *given) {
        let message = format!("{what} does not go with --verifier flow");
        return refused(message, "leave --verifier out: LTSs can do that");
    }
    if method == Method::Learn && options.proving.split.is_none() {
        let message = "--method learn with --verifier flow needs the parts".to_owned();
        return refused(message, "name them with --split 'A,B | C'");
    }
    Ok(())
}

/// What is asked, and of what.
struct Asking<'a> {
    options: &'a Check,
    program: &'a Program,
    subject: &'a Subject,
    /// The LTSs behind the subject, if it is an outline.
    ltss: Option<OnDemand<'a>>,
    constraints: Constraints,
    session: &'a Session,
}

impl Asking<'_> {
    /// Who knows what paths are executions.
    fn exact(&self) -> &dyn Exact {
        self.ltss.as_ref().map_or(&self.subject.system as &dyn Exact, |ltss| ltss)
    }
}

/// A path for the eye.
fn steps(
    path: &[PathStep],
    program: &Program,
    name: impl Fn(&PathStep) -> String,
    sources: &SourceMap,
) -> Vec<Passed> {
    let step = |step: &PathStep| {
        let who: Vec<&str> =
            step.tasks.iter().map(|task| program.tasks[task.0 as usize].name.as_str()).collect();
        let place =
            step.spans.first().map(|&span| [trace::line(sources, span), trace::column(sources, span)]);
        Passed { action: name(step), by: who.join(", "), place }
    };
    path.iter().map(step).collect()
}
