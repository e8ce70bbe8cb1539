//! `suppose check FILE...`: properties, deadlock and progress.

mod ask;
mod certificate;
mod circuit;
mod details;
mod flow;
mod plan;
mod progress;
mod reactive;
mod report;
mod split;
mod stuck;

use serde_json::{Value, json};
use suppose::base::{StopReason, Verdict};
use suppose::lts::check::{Effort, Question};
use suppose::lts::product::{Violation, Witness};
use suppose::lts::{Role, System};
use suppose::prove::method::{Answer, Method};

use super::trace::Shown;
use crate::args::Check;
use crate::session::{Failure, Session, Status};
use crate::subject::{Property, Subject, Target};
use ask::{Timed, answers};
use flow::Flowed;
use plan::Plan;

/// The answer to one question, ready to be shown.
struct Line {
    property: String,
    verdict: Verdict<Shape>,
    /// The method that answered, or should have.
    method: Method,
    effort: Effort,
    time_ms: f64,
    /// What else is known, for questions that went to a method.
    answer: Option<Answer>,
    /// What is known where data-flow analysis answered.
    flow: Option<Flowed>,
}

impl Line {
    /// A question that no search was made for.
    fn open(property: String, method: Method, reason: StopReason) -> Self {
        let (verdict, effort) = (Verdict::Inconclusive(reason), Effort::default());
        Self { property, verdict, method, effort, time_ms: 0.0, answer: None, flow: None }
    }

    /// A question that this version has no answer to.
    fn unsupported(property: String, method: Method, why: &str) -> Self {
        Self::open(property, method, StopReason::Unsupported(why.to_owned()))
    }

    fn new(subject: &Subject, Timed { answer, time_ms }: Timed, session: &Session) -> Self {
        let property = question_name(&subject.system, answer.question);
        let verdict = answer.verdict.clone();
        let verdict = verdict.map(|witness| shape(subject, &answer.searched, &witness, &property, session));
        let (method, effort) = (answer.method, details::effort(&answer));
        Self { property, verdict, method, effort, time_ms, answer: Some(answer), flow: None }
    }

    /// The answer that a certificate is about.
    fn certified(&self) -> Option<&Answer> {
        self.flow.as_ref().map(|flow| &flow.certified).or(self.answer.as_ref())
    }

    /// The system whose actions the answer speaks about.
    fn system<'s>(&'s self, whole: &'s System) -> &'s System {
        self.flow.as_ref().and_then(|flow| flow.system.as_ref()).unwrap_or(whole)
    }
}

/// What shows a violation.
struct Shape {
    /// The trace, as action names over the whole system.
    trace: Vec<String>,
    failed: String,
    /// More fields for JSON.
    extra: Value,
    /// For the eye.
    lines: Vec<String>,
    sentence: String,
}

pub(super) fn run(options: &Check, session: &mut Session) -> Result<Status, Failure> {
    plan::fits(&options.proving)?;
    if reactive::is_meant(options) {
        return reactive::run(options, session);
    }
    reactive::is_not_meant(options)?;
    if circuit::is_meant(options) {
        return circuit::run(options, session);
    }
    circuit::is_not_meant(options)?;
    if flow::is_meant(options) {
        return flow::run(options, session);
    }
    flow::is_not_meant(options)?;
    certificate::prepare(options, session)?;
    let method = options.proving.method();
    let target = Target::system(options.system.as_ref());
    let mut subject = Subject::to_check(session, &options.files, target, &options.input)
        .map_err(|failure| report::unanswered(options, failure, session))?;
    let mut lines = Vec::new();
    let mut questions = Vec::new();
    for property in subject.find_properties(session, &options.property, &options.input)? {
        match property {
            Property::Component(index) => questions.push(Question::Safe(index)),
            Property::Formula(name) => {
                lines.push(Line::unsupported(name, method, "formulas are not checked by this version"));
            }
        }
    }
    certificate::spare_the_input(options, session)?;
    if options.property.is_empty() {
        questions = subject.system.questions();
    }
    if options.deadlock && !questions.contains(&Question::DeadlockFree) {
        questions.push(Question::DeadlockFree);
    }
    let plan = Plan::new(&options.proving, &subject, session)?;
    let answers = answers(&subject.system, &questions, &plan, session)?;
    lines.extend(answers.into_iter().map(|timed| Line::new(&subject, timed, session)));
    if options.progress {
        if matches!(method, Method::Auto | Method::Monolithic) {
            lines.extend(progress::ask(&subject, session));
        } else {
            let what = "progress cannot be proved by parts; use the method `monolithic`";
            lines.push(Line::unsupported("progress".into(), method, what));
        }
    }
    let written = certificate::write(options, &options.property, &subject, &lines, session)?;
    let written = report::report(options, &subject.system, &lines, written.as_ref(), session);
    status(&lines).once(written)
}

fn question_name(system: &System, question: Question) -> String {
    match question {
        Question::Safe(component) => system.components[component].name.clone(),
        Question::DeadlockFree => "deadlock".into(),
    }
}

fn shape(
    subject: &Subject,
    searched: &[usize],
    witness: &Witness,
    property: &str,
    session: &Session,
) -> Shape {
    let system = subject.system.restricted_to(searched);
    let origins: Vec<_> = searched.iter().map(|&i| &subject.origins[i]).collect();
    let watched = match witness.violation {
        Violation::Error { component } => Some(component),
        Violation::Deadlock => None,
    };
    let shown = Shown { system: &system, origins: &origins, sources: &session.sources, property: watched };
    let trace = witness.trace(&system).into_iter().map(|a| system.actions.name(a).to_owned()).collect();
    let place = match witness.steps.len() {
        0 => "in the initial state".to_owned(),
        1 => "after 1 step".to_owned(),
        n => format!("after {n} steps"),
    };
    let sentence = match watched {
        None => format!("there is a deadlock {place}"),
        Some(c) if system.components[c].role == Role::Property => format!("{property} is violated {place}"),
        Some(_) => format!("{property} reaches the error state {place}"),
    };
    let mut lines = shown.lines(witness);
    if watched.is_none() {
        lines.extend(stuck::explain(&system, witness, session.verbose));
    }
    let extra = shown.places(witness).map_or_else(|| json!({}), |places| json!({ "places": places }));
    Shape { trace, failed: property.to_owned(), extra, lines, sentence }
}

fn status(lines: &[Line]) -> Status {
    lines.iter().map(|line| Status::of(&line.verdict)).max().unwrap_or(Status::Holds)
}
