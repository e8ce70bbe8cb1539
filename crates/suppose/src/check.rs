//! Asking questions about a project: from names to a report.

use std::path::Path;
use std::time::Instant;

use suppose_base::Diagnostic;
use suppose_inquiry::{Answer, Asked, Failure, Findings, Inquiry, Plan, Question, QuestionKind, select};
use suppose_lts::check::Effort;

use crate::project::{Project, VERIFIER};
use crate::registry::can_be_read;
use crate::report::{Report, milliseconds};

/// Options that say who answers; they are not for the one who does.
const CHOOSING: &[&str] = &[VERIFIER];

/// Whom options are for that only some kinds of subject know.
const OWNERS: &[(&[&str], &str)] = &[
    (&["--constraint"], "it is for data-flow analysis: add --verifier flow"),
    (&["--refinement", "--reduction", "--k", "--vcd"], "it is for circuits and nets"),
    (
        &["--component", "--assume", "--exploration", "--microsteps", "--iteration"],
        "it is for synchronous reactive systems",
    ),
];

impl Project {
    /// Asks the usual questions, by the usual methods.
    ///
    /// # Errors
    /// When the input means nothing, or a limit is reached before anything can be asked.
    pub fn check(&mut self) -> Result<Report, Failure> {
        self.ask(&Asked::default(), &Plan::default())
    }

    /// Asks questions, as planned. Every question that is asked has exactly one answer in the report.
    ///
    /// # Errors
    /// When the input, the questions or the plan make no sense, or a limit is reached before anything can be
    /// asked.
    pub fn ask(&mut self, asked: &Asked, plan: &Plan) -> Result<Report, Failure> {
        let started = Instant::now();
        plan.validate()?;
        let asked = self.bring_in_files(asked, plan)?;
        let left_out = self.left_out.clone();
        let (inquiry, reader) = self.parts(plan)?;
        let places = select(&**inquiry, &asked)?;
        let Findings { answers, context } = inquiry.answer(&places, plan, &reader.budget)?;
        // Properties from beside the target are part of it by now.
        reader.warn_once(inquiry.doubts());
        check_one_to_one(&places, &answers)?;
        let everything = Asked { all: true, ..Asked::default() };
        let mut rest = select(&**inquiry, &everything)?;
        // Bad news that nobody asked about is an answer too.
        let is_answered =
            |question: &Question| answers.iter().any(|answer| answer.question.is_same(question));
        rest.retain(|place| !places.contains(place) && !is_answered(&inquiry.questions()[*place]));
        let not_checked = rest.into_iter().map(|place| inquiry.questions()[place].clone());
        let not_checked: Vec<Question> = not_checked.collect();
        let left_out = [inquiry.left_out(), left_out].concat();
        if answers.is_empty() {
            reader.warn(nothing_asked(inquiry.name()));
        }
        Ok(Report {
            files: Vec::new(),
            system: inquiry.name().to_owned(),
            components: inquiry.components(),
            not_checked,
            left_out,
            answers,
            context,
            warnings: reader.warnings.clone(),
            sources: reader.sources.clone(),
            time_ms: milliseconds(started.elapsed()),
            ..Report::default()
        }
        .about(&self.files))
    }

    /// Checks the premises of a proof by parts again, with the assumptions that were found, and says what that
    /// takes: the cost of the proof without the search for it. The answer may come from another project with
    /// the same text and plan. Nothing for answers that are no such proof.
    ///
    /// # Errors
    /// When a limit is reached, or a premise does not hold, which is a bug.
    pub fn premises(&mut self, answer: &Answer, plan: &Plan) -> Result<Option<Effort>, Failure> {
        let (inquiry, reader) = self.parts(plan)?;
        inquiry.prepare(&reader.budget)?;
        inquiry.premises(answer, &reader.budget)
    }

    /// Adds properties that are named by files, and gives the questions with their names instead.
    pub(crate) fn bring_in_files(&mut self, asked: &Asked, plan: &Plan) -> Result<Asked, Failure> {
        let (inquiry, reader) = self.parts(plan)?;
        refuse_foreign_options(&**inquiry, plan)?;
        inquiry.prepare_plan(plan, reader)?;
        inquiry.prepare(&reader.budget)?;
        let is_file = |name: &String| inquiry.named(name).is_empty() && can_be_read(Path::new(name));
        let are_files: Vec<bool> = asked.properties.iter().map(is_file).collect();
        if are_files.contains(&true) && !inquiry.takes_properties() {
            self.become_system(plan)?;
        }
        let mut asked = asked.clone();
        for (name, is_file) in asked.properties.iter_mut().zip(are_files) {
            if !is_file {
                continue;
            }
            if !self.added.contains_key(name) {
                let property = self.property_file(Path::new(&*name))?;
                let (inquiry, reader) = self.parts(plan)?;
                let (question, warnings) = inquiry.add_property(&property, &reader.budget)?;
                reader.warnings.extend(warnings);
                self.added.insert(name.clone(), question);
            }
            name.clone_from(&self.added[name]);
        }
        let (inquiry, reader) = self.parts(plan)?;
        reader.warn_once(inquiry.doubts());
        Ok(asked)
    }
}

impl Project {
    /// The system that a certificate about these properties speaks of; properties are named, or files.
    pub(crate) fn certified_system(
        &mut self,
        properties: &[String],
        plan: &Plan,
    ) -> Result<suppose_lts::System, Failure> {
        let asked = Asked { properties: properties.to_vec(), ..Asked::default() };
        let asked = self.bring_in_files(&asked, plan)?;
        let (inquiry, reader) = self.parts(plan)?;
        inquiry.certified(&asked.properties, &reader.budget)
    }
}

impl Report {
    /// The same report about these files.
    fn about(mut self, files: &[std::path::PathBuf]) -> Self {
        self.files = files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
        self
    }

    /// A report about a project that could not be asked anything: every question that was named has a line
    /// that says so.
    pub fn failed(files: &[impl AsRef<Path>], asked: &Asked, plan: &Plan, failure: Failure) -> Self {
        let mut answers = Vec::new();
        if let Failure::Stopped(reason) = &failure {
            let named = asked.properties.iter().map(|name| (QuestionKind::Property, name.as_str()));
            let deadlock = asked.deadlock.then_some((QuestionKind::Deadlock, "deadlock"));
            let progress = asked.progress.then_some((QuestionKind::Progress, "progress"));
            let open = |(kind, name): (QuestionKind, &str)| {
                Answer::open(Question::declared(kind, name), reason.clone(), plan.method())
            };
            answers.extend(named.chain(deadlock).chain(progress).map(open));
        }
        let report = Self { answers, failure: Some(failure), ..Self::default() };
        report.about(&crate::registry::paths(files))
    }
}

/// A report without answers must not look like a good one.
fn nothing_asked(target: &str) -> Diagnostic {
    let message = format!("nothing was checked: with these options there is nothing to ask about `{target}`");
    Diagnostic::warning("W0002", message).help("declare a property, or leave --method and --component out")
}

/// Refuses options that only other kinds of subject know.
fn refuse_foreign_options(inquiry: &dyn Inquiry, plan: &Plan) -> Result<(), Failure> {
    let known = inquiry.special_options();
    let is_foreign = |name: &&str| !known.contains(name) && !CHOOSING.contains(name);
    let Some(option) = plan.special.iter().map(|(name, _)| *name).find(is_foreign) else { return Ok(()) };
    let message = format!("`{option}` cannot be used with {}", inquiry.kind_of_subject());
    let diagnostic = Diagnostic::error("E0006", message);
    let owner = OWNERS.iter().find(|(options, _)| options.contains(&option));
    Err(owner.map_or(diagnostic.clone(), |(_, help)| diagnostic.help(*help)).into())
}

/// An inquiry must answer what it was asked, all of it; bad news that nobody asked about may come along.
fn check_one_to_one(asked: &[usize], answers: &[Answer]) -> Result<(), Failure> {
    let given = answers.iter().filter(|answer| !answer.extras.unasked).count();
    if asked.len() == given {
        return Ok(());
    }
    let what = format!("{} questions have {given} answers", asked.len());
    Err(suppose_base::StopReason::Internal(what).into())
}
