//! Properties of tasking programs as something to ask about, decided by data-flow analysis.
//!
//! The analysis looks at more than a program can do. So what it proves holds; a path to a violation is shown
//! as one only when the LTSs of the program can take it, and otherwise nothing is known. A [`FlowInquiry`]
//! works with the outline of the program, and LTSs are built when a path has to be judged and not before,
//! unless there will be a certificate, which is about LTSs.
//!
//! `options` reads the plan, `ask` answers one question, `path` keeps what is known beside the verdict.

mod ask;
mod constraints;
mod options;
mod path;

use std::any::Any;

use suppose_ada::ProgramSubject;
use suppose_base::{Budget, Diagnostic, StopReason, Verdict};
use suppose_inquiry::system::SystemInquiry;
use suppose_inquiry::{
    AddedProperty, Answer, ByParts, Claims, Decomposable, Failure, Findings, Inquiry, OpenQuestion,
    OpenRequest, Plan, Provenance, Question, QuestionKind, Reader, Subject, Target, Unclaimed, Unit, Whole,
};
use suppose_lts::check::Effort;
use suppose_lts::{Role, System};
use suppose_prove::certificate::{NoCertificate, prepared};
use suppose_prove::method;

use crate::feasible::OnDemand;
use crate::learn;
use ask::Asking;
use options::Options;

/// The questions about a program that data-flow analysis answers: its properties.
pub struct FlowInquiry {
    subject: ProgramSubject,
    /// The outline of the program, or its LTSs.
    system: SystemInquiry,
    is_outline: bool,
    /// The properties that were added.
    added: Vec<AddedProperty>,
    /// The questions, and for each of them the property as a component of the system.
    questions: Vec<Question>,
    watched: Vec<usize>,
    /// By property, the latest answer over the LTSs and their actions, for certificates.
    certified: Vec<(String, method::Answer)>,
}

/// The questions about a program, to be answered by data-flow analysis.
///
/// # Errors
/// When the subject is no tasking program, the target is not the whole of it, or a limit is reached.
pub fn inquiry(
    subject: Box<dyn Subject>,
    target: &Target,
    plan: &Plan,
    reader: &mut Reader,
) -> Result<Box<dyn Inquiry>, Failure> {
    let subject: Box<dyn Any> = subject;
    let Ok(subject) = subject.downcast::<ProgramSubject>() else {
        let message = "--verifier flow is about tasking programs, and something else is asked about";
        let help = "give a program in Ada, or leave --verifier out";
        return Err(Diagnostic::error("E0006", message).help(help).into());
    };
    if subject.program.every_size.is_some() {
        let message = "--verifier flow is about one program, and this is one of every size";
        return Err(Diagnostic::error("E0006", message).help("leave --every out, or --verifier").into());
    }
    let (system, warnings) = if plan.certificate {
        subject.ltss(target, &reader.budget)?
    } else {
        subject.outline(target, &reader.budget)?
    };
    if !subject.is_whole(target) {
        // The analysis follows all tasks, and a task without the others can do more than it does among them.
        let message = format!("`--verifier flow` is about whole programs, and `{}` is a part", system.name());
        let help = "leave --system out, or leave --verifier out: LTSs can do that";
        return Err(Diagnostic::error("E0006", message).help(help).into());
    }
    reader.warnings.extend(warnings);
    let mut inquiry = FlowInquiry {
        subject: *subject,
        system,
        is_outline: !plan.certificate,
        added: Vec::new(),
        questions: Vec::new(),
        watched: Vec::new(),
        certified: Vec::new(),
    };
    inquiry.prepare(&reader.budget)?;
    Ok(Box::new(inquiry))
}

impl FlowInquiry {
    /// Lists the properties of the system.
    fn list_questions(&mut self) {
        let system = &self.system;
        let is_property = |&component: &usize| system.system.components[component].role == Role::Property;
        let questions = system.questions().iter().enumerate();
        let known = questions.filter_map(|(place, question)| {
            let component = system.watched(place).filter(is_property)?;
            (question.kind == QuestionKind::Property).then(|| (question.clone(), component))
        });
        (self.questions, self.watched) = known.unzip();
    }

    /// Takes the LTSs of the program in place of its outline. Answers that were given are about the outline,
    /// and so are their proofs.
    fn build_ltss(&mut self, budget: &Budget) -> Result<(), Failure> {
        if !self.is_outline {
            return Ok(());
        }
        self.system = self.with_ltss(budget)?;
        self.is_outline = false;
        self.list_questions();
        Ok(())
    }

    /// The LTSs of the program with all its properties.
    fn with_ltss(&self, budget: &Budget) -> Result<SystemInquiry, Failure> {
        let (mut system, _) = self.subject.ltss(&Target::Default, budget)?;
        system.prepare(budget)?;
        for property in &self.added {
            system.add_property(property, budget)?;
        }
        Ok(system)
    }

    /// The answer over LTSs that was found together with one that was given.
    fn certified_answer(&self, answer: &Answer) -> Result<&method::Answer, NoCertificate> {
        let found = self.certified.iter().find(|(property, _)| *property == answer.question.name);
        match found {
            Some((_, found)) => Ok(found),
            None if matches!(answer.verdict, Verdict::Inconclusive(_)) => Err(NoCertificate::Undecided),
            None => Err(NoCertificate::NoProof),
        }
    }
}

/// The question about a property of a system.
fn place_of(system: &SystemInquiry, property: &str) -> Result<usize, Failure> {
    let place = system.questions().iter().position(|question| question.name == property);
    place.ok_or_else(|| StopReason::Internal(format!("there is no property `{property}`")).into())
}

impl Inquiry for FlowInquiry {
    fn kind_of_subject(&self) -> &'static str {
        "data-flow analysis"
    }

    fn name(&self) -> &str {
        self.system.name()
    }

    fn components(&self) -> Vec<String> {
        self.system.components()
    }

    fn prepare(&mut self, budget: &Budget) -> Result<(), Failure> {
        self.system.prepare(budget)?;
        self.list_questions();
        Ok(())
    }

    fn questions(&self) -> &[Question] {
        &self.questions
    }

    fn named(&self, name: &str) -> Vec<usize> {
        let watched = self.system.named(name).into_iter().filter_map(|place| self.system.watched(place));
        watched.filter_map(|component| self.watched.iter().position(|&known| known == component)).collect()
    }

    fn unknown(&self, name: &str) -> Diagnostic {
        self.system.unknown(name)
    }

    fn special_options(&self) -> &'static [&'static str] {
        &[constraints::OPTION]
    }

    fn validate(&self, plan: &Plan) -> Result<(), Failure> {
        Options::new(plan, &self.subject.program, &self.system).map(drop)
    }

    fn answer(&mut self, asked: &[usize], plan: &Plan, budget: &Budget) -> Result<Findings, Failure> {
        if self.questions.is_empty() {
            let help = "state one with `--# property`, or name a file with --property";
            let diagnostic = Diagnostic::error("E0005", "there is no property to check").help(help);
            return Err(Failure::from(diagnostic).about(self.subject.file()));
        }
        let program = &self.subject.program;
        let ltss = self.is_outline.then(|| OnDemand::new(program, &self.system.system));
        let options = Options::new(plan, program, &self.system)?;
        let asking = Asking { program, system: &self.system, ltss, options, budget };
        let mut answers = Vec::with_capacity(asked.len());
        for &place in asked {
            let (answer, certified) = asking.answer(self.questions[place].clone(), self.watched[place]);
            // A certificate is about LTSs, and an outline has none.
            self.certified.retain(|(property, _)| *property != answer.question.name);
            if !self.is_outline
                && let Some(certified) = certified
            {
                self.certified.push((answer.question.name.clone(), certified));
            }
            answers.push(answer);
        }
        Ok(Findings { answers, ..Findings::default() })
    }

    fn premises(&mut self, answer: &Answer, budget: &Budget) -> Result<Option<Effort>, Failure> {
        let (Some(ByParts { rule: Some((rule, parts)), findings, .. }), Some(followed)) =
            (&answer.by_parts, &answer.extras.constraints)
        else {
            return Ok(None);
        };
        let place = self.questions.iter().position(|question| question.is_same(&answer.question));
        let (Some(proof), Some(place)) = (&findings.proof, place) else { return Ok(None) };
        let constraints = constraints::named(followed, &self.subject.program)?;
        let system = &self.system.system;
        let question = learn::Question {
            program: &self.subject.program,
            system,
            exact: system,
            property: self.watched[place],
            parts,
        };
        Ok(question.premises(constraints, *rule, &proof.assumptions, budget)?)
    }

    fn claims(&mut self, answers: &[Answer], _plan: &Plan, budget: &Budget) -> Result<Claims, Failure> {
        let system = &self.system.system;
        let (mut claimed, mut expected, mut unclaimed) = (Vec::new(), Vec::new(), Vec::new());
        for answer in answers {
            let property = answer.question.name.clone();
            match self.certified_answer(answer).and_then(|found| prepared(system, found, budget)) {
                Ok(claim) => {
                    expected.push((property, answer.verdict.holds()));
                    claimed.push(claim);
                }
                Err(why) => unclaimed.push(Unclaimed { property, why: why.to_string() }),
            }
        }
        let provenance = Provenance::Answers(claimed);
        Ok(Claims { system: system.clone(), provenance, properties: Vec::new(), expected, unclaimed })
    }

    fn certified(&mut self, properties: &[String], budget: &Budget) -> Result<System, Failure> {
        self.build_ltss(budget)?;
        self.system.certified(properties, budget)
    }

    fn takes_properties(&self) -> bool {
        true
    }

    fn add_property(
        &mut self,
        property: &AddedProperty,
        budget: &Budget,
    ) -> Result<(String, Vec<Diagnostic>), Failure> {
        let added = self.system.add_property(property, budget)?;
        self.added.push(property.clone());
        self.list_questions();
        Ok(added)
    }

    fn whole(&mut self, reader: &mut Reader) -> Result<Whole, Failure> {
        self.build_ltss(&reader.budget)?;
        self.system.whole(reader)
    }

    fn open(&mut self, request: &OpenRequest, reader: &mut Reader) -> Result<OpenQuestion, Failure> {
        self.build_ltss(&reader.budget)?;
        self.system.open(request, reader)
    }

    fn units(&self) -> Option<Vec<Unit>> {
        // The analysis follows the code of tasks; a variable goes with whoever uses it.
        let mut units = self.system.units()?;
        let tasks = &self.subject.program.tasks;
        units.retain(|unit| tasks.iter().any(|task| task.name == unit.name));
        Some(units)
    }

    fn decomposable(&mut self, question: usize, budget: &Budget) -> Result<Decomposable, Failure> {
        // An outline does not tell who is equal to whom.
        let property = self.system.system.components[self.watched[question]].name.clone();
        let mut exact = None;
        if self.is_outline {
            let mut ltss = self.with_ltss(budget)?;
            exact = Some(ltss.decomposable(place_of(&ltss, &property)?, budget)?);
        }
        let found = match exact {
            Some(found) => found,
            None => self.system.decomposable(place_of(&self.system, &property)?, budget)?,
        };
        // What the analysis does depends on the code, and tasks of one type have the same.
        Ok(Decomposable { units: self.units().unwrap_or_default(), by_family: true, ..found })
    }

    fn into_system(mut self: Box<Self>, reader: &mut Reader) -> Result<SystemInquiry, Failure> {
        self.build_ltss(&reader.budget)?;
        Ok(self.system)
    }
}
