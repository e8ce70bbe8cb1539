//! Reactive systems as something to ask about.
//!
//! A [`ReactiveInquiry`] is a model, and what is asked about it under a plan. By default each component is
//! explored alone, under what the others can send it (`modular`), and the whole system decides where that
//! leaves doubts (`whole`); with a method for LTSs components become those (`lts`). The other files:
//! `language` reads models, `setup` and `supposing` say what a component may suppose, `questions` lists what
//! can be asked, `ask` collects answers, `look` sees how much is reached, `evidence` and `steps` tell runs,
//! `context` says what goes with answers, `certify` says what a certificate can claim, `graph` turns models
//! into LTSs. [`mine`] and [`promela`] are for commands of their own.

mod ask;
mod certify;
mod context;
mod evidence;
mod graph;
mod language;
mod look;
mod lts;
pub mod mine;
mod modular;
pub mod promela;
mod questions;
mod setup;
mod steps;
mod supposing;
#[cfg(test)]
mod tests;
mod whole;

use std::sync::Arc;

use suppose_base::{Budget, Diagnostic, StopReason, Verdict};
use suppose_inquiry::system::SystemInquiry;
use suppose_inquiry::{
    Answer, Claims, Failure, Findings, Inquiry, OpenQuestion, OpenRequest, Plan, Question, Reader, Whole,
};
use suppose_lts::System;
use suppose_prove::method::Method;

use crate::lang::{Assumption, ComponentId, Model};
use ask::Ask;
use questions::{is_called, property_name};
use setup::{Choice, Setup};

pub use evidence::{Course, ReactiveEvidence, Wrong};
pub use language::{ReactiveSubject, Srs};

/// Whether every macrostep ends.
const TERMINATION: &str = "termination";
/// Whether no event gets two values at once.
const VALUES: &str = "values";
/// Whether the rest of the system does what was supposed.
const ASSUMPTION: &str = "assumption";

/// A model, and what is asked about it.
#[derive(Debug)]
pub struct ReactiveInquiry {
    model: Arc<Model>,
    /// The component that was chosen as the target, if it is not the whole.
    target: Option<ComponentId>,
    setup: Setup,
    /// The rules of the file that the plan names.
    rules: Option<Assumption>,
    /// What can be asked, and what that means here.
    questions: Vec<Question>,
    meanings: Vec<Meaning>,
}

/// What a question asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// That a property of a component, by its place, is true at the end of every macrostep.
    Property(ComponentId, usize),
    /// That the others do what a component supposes.
    Assumption(ComponentId),
    /// That every macrostep ends.
    Termination,
    /// That no event gets two values in one microstep.
    Values,
}

impl ReactiveInquiry {
    /// A model, or a component of it.
    pub fn new(model: Arc<Model>, target: Option<ComponentId>) -> Self {
        let (questions, meanings, setup) = (Vec::new(), Vec::new(), Setup::default());
        let mut inquiry = Self { model, target, setup, rules: None, questions, meanings };
        inquiry.list_questions();
        inquiry
    }

    /// The model.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }
}

impl Inquiry for ReactiveInquiry {
    fn kind_of_subject(&self) -> &'static str {
        "reactive systems"
    }

    fn name(&self) -> &str {
        self.target.map_or(&self.model.name, |id| &self.model.component(id).name)
    }

    fn components(&self) -> Vec<String> {
        self.model.components.iter().map(|component| component.name.clone()).collect()
    }

    fn prepare_plan(&mut self, plan: &Plan, reader: &mut Reader) -> Result<(), Failure> {
        self.validate(plan)?;
        self.setup = Setup::new(plan, &self.model)?;
        self.rules = match (&self.setup.choice, self.setup.component) {
            (Choice::File(path), Some(id)) => Some(supposing::read_rules(path, &self.model, id, reader)?),
            _ => None,
        };
        self.list_questions();
        Ok(())
    }

    fn questions(&self) -> &[Question] {
        &self.questions
    }

    fn left_out(&self) -> Vec<Question> {
        self.questions_left_out()
    }

    fn has_fixed_order(&self) -> bool {
        true
    }

    fn named(&self, name: &str) -> Vec<usize> {
        self.questions_named(name)
    }

    fn unknown(&self, name: &str) -> Diagnostic {
        self.unknown_name(name)
    }

    fn special_options(&self) -> &'static [&'static str] {
        setup::OPTIONS
    }

    fn validate(&self, plan: &Plan) -> Result<(), Failure> {
        if let Some(id) = self.target {
            let part = &self.model.component(id).name;
            let message =
                format!("`{part}` is a component: the file holds one system, `{}`", self.model.name);
            return Err(Diagnostic::error("E0005", message).help(format!("use --component {part}")).into());
        }
        Setup::new(plan, &self.model).map(drop)
    }

    fn answer(&mut self, asked: &[usize], plan: &Plan, budget: &Budget) -> Result<Findings, Failure> {
        let setup = Setup::new(plan, &self.model)?;
        let ask = Ask { inquiry: self, asked, setup: &setup, plan, budget };
        if plan.certificate {
            certify::validate(&ask)?;
        }
        let found = match setup.method {
            Method::Monolithic => whole::answers(&ask),
            Method::Auto => modular::answers(&ask, self.rules.clone())?,
            _ => lts::answers(&ask)?,
        };
        Ok(found.into_findings(&ask))
    }

    fn claims(&mut self, answers: &[Answer], plan: &Plan, budget: &Budget) -> Result<Claims, Failure> {
        certify::claims(self, answers, plan, budget)
    }

    fn certified(&mut self, properties: &[String], budget: &Budget) -> Result<System, Failure> {
        certify::certified(&self.model, properties, budget)
    }

    fn whole(&mut self, reader: &mut Reader) -> Result<Whole, Failure> {
        SystemInquiry::new(graph::system(&self.model, self.target, &reader.budget)?).whole(reader)
    }

    fn open(&mut self, request: &OpenRequest, reader: &mut Reader) -> Result<OpenQuestion, Failure> {
        graph::open(&self.model, self.target, request, &reader.budget)
    }

    fn into_system(self: Box<Self>, reader: &mut Reader) -> Result<SystemInquiry, Failure> {
        Ok(SystemInquiry::new(graph::system(&self.model, self.target, &reader.budget)?))
    }
}

/// No verdict, because a check of our own work failed.
fn internal<W>(problem: &str) -> Verdict<W> {
    Verdict::Inconclusive(StopReason::Internal(problem.to_owned()))
}
