//! Systems of LTSs as something to ask about.
//!
//! A [`SystemInquiry`] is a system with what else its source says: where actions are written, progress tests,
//! properties that are defined but no part of the target. Every language whose meaning is a system of LTSs
//! gives one, and the others can be turned into one. Questions go to the methods of `suppose-prove` (`ask`)
//! or to the composed system (`progress`).

mod approach;
mod ask;
mod certify;
mod decompose;
mod dialect;
mod every;
mod evidence;
mod open;
mod progress;
mod property;
mod several;
mod split;
mod stuck;
mod unknown;
mod vacuous;

use std::sync::Arc;

use suppose_base::{ActionTable, Budget, Diagnostic, Span};
use suppose_lts::check::Effort;
use suppose_lts::ops::{self, Relabelling};
use suppose_lts::product::{Composed, Requirement, compose};
use suppose_lts::{Component, Finish, Finished, Lts, Origins, Role, System};

use crate::inquiry::{AddedProperty, Findings, Inquiry, Whole};
use crate::{Answer, Claims, Decomposable, Failure, OpenQuestion, OpenRequest, Plan, Question, Reader, Unit};
pub use approach::{Approach, turn, two_parts_where_needed};
pub use ask::{effort, searched_time};
pub use dialect::{Definitions, Dialect, Plain};
pub use every::{Every, LeftOut};
pub use evidence::{ProgressEvidence, SystemEvidence, after_steps};
use several::PrivateName;
pub use split::parts;
pub(crate) use split::written_parts;
pub use stuck::explain;
pub use unknown::{Mention, MentionKind, Speakers, unknown_actions};

/// A progress test of the source.
#[derive(Clone, Debug)]
pub struct ProgressTest {
    /// Its name.
    pub name: String,
    /// What must happen again and again.
    pub requirement: Requirement,
    /// Where it is defined.
    pub span: Option<Span>,
}

/// A system of LTSs, and what else its source says about it.
pub struct SystemInquiry {
    /// The components and properties.
    pub system: System,
    /// For each component, where its actions are written.
    pub origins: Vec<Origins>,
    /// The progress tests of the source.
    pub progress: Vec<ProgressTest>,
    /// What is done to the product.
    pub finish: Finish,
    /// What the files read define beside the target.
    pub definitions: Vec<Box<dyn Definitions>>,
    /// How names are meant that come from outside of the source.
    pub dialect: Box<dyn Dialect>,
    /// Which sizes it stands for, where it is one system for many.
    pub every: Option<Every>,
    /// Whether components can wait where the program that they come from does not: then a deadlock may be none.
    pub waits_too_much: bool,
    /// How many firings the graph of a design has, where the system is one.
    pub firings: Option<u64>,
    /// What files hide, where several of them are one system.
    private: Vec<PrivateName>,
    /// What can be asked, and what that means here.
    questions: Vec<Question>,
    meanings: Vec<Meaning>,
}

/// What a question asks of the system.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Meaning {
    /// That this component stays out of π.
    Safe(usize),
    /// That there is no deadlock.
    DeadlockFree,
    /// A progress test, by its place; without one, that everything happens again and again.
    Progress(Option<usize>),
    /// A property that is defined, but no part of the target: which of the definitions has it.
    Elsewhere(usize),
    /// A formula.
    Assertion,
    /// A property that cannot be said for every size, by its place.
    NotForEvery(usize),
}

impl SystemInquiry {
    /// A system that says nothing but what it is.
    pub fn new(system: System) -> Self {
        let origins = vec![Origins::default(); system.components.len()];
        let mut inquiry = Self {
            system,
            origins,
            progress: Vec::new(),
            finish: Finish::AsIs,
            definitions: Vec::new(),
            private: Vec::new(),
            dialect: Box::new(Plain),
            every: None,
            waits_too_much: false,
            firings: None,
            questions: Vec::new(),
            meanings: Vec::new(),
        };
        inquiry.list_questions();
        inquiry
    }

    /// A system of one LTS.
    pub fn of_lts(name: impl Into<String>, lts: Lts, actions: ActionTable) -> Self {
        let name = name.into();
        let component = Component { name: name.clone(), lts: Arc::new(lts), role: Role::Component };
        Self::new(System { name, actions, components: vec![component], ..System::default() })
    }

    /// The components with a role.
    fn with_role(&self, role: Role) -> Vec<usize> {
        let components = &self.system.components;
        (0..components.len()).filter(|&i| components[i].role == role).collect()
    }

    fn replace_components(&mut self, components: Vec<(String, Lts, Role)>) {
        self.origins = vec![Origins::default(); components.len()];
        let part = |(name, lts, role)| Component { name, lts: Arc::new(lts), role };
        self.system.components = components.into_iter().map(part).collect();
    }

    /// Makes a target that is a property as a whole into a system of that property alone.
    fn become_property(&mut self, budget: &Budget) -> Result<(), Failure> {
        let Finished { lts, role, .. } = finished(&self.system, self.finish, budget)?;
        let name = self.system.name.clone();
        self.replace_components(vec![(name, lts, role)]);
        self.system.hidden.clear();
        self.system.priority = None;
        self.finish = Finish::AsIs;
        Ok(())
    }

    /// The components that make up the system when it is composed: what a program states about itself is no
    /// part of it.
    fn without_statements(&self) -> Vec<usize> {
        let components = &self.system.components;
        let is_stated = |place: &usize| {
            let component = &components[*place];
            component.role == Role::Property && self.dialect.states(&component.name)
        };
        (0..components.len()).filter(|place| !is_stated(place)).collect()
    }

    /// The product of the system as one LTS, with what its words ask for.
    fn composed(&self, reader: &mut Reader) -> Result<Finished, Failure> {
        let whole = self.without_statements();
        let finished = if whole.len() == self.system.components.len() {
            finished(&self.system, self.finish, &reader.budget)?
        } else {
            finished(&self.system.restricted_to(&whole), self.finish, &reader.budget)?
        };
        let warning =
            self.definitions.iter().find_map(|file| file.about_finish(&finished, &self.system.name));
        reader.warnings.extend(warning);
        Ok(finished)
    }
}

impl Inquiry for SystemInquiry {
    fn kind_of_subject(&self) -> &'static str {
        "systems of LTSs"
    }

    fn name(&self) -> &str {
        &self.system.name
    }

    fn components(&self) -> Vec<String> {
        let parts = self.with_role(Role::Component);
        parts.into_iter().map(|place| self.system.components[place].name.clone()).collect()
    }

    fn prepare(&mut self, budget: &Budget) -> Result<(), Failure> {
        if self.finish == Finish::Property {
            self.become_property(budget)?;
        }
        self.list_questions();
        Ok(())
    }

    fn doubts(&self) -> Vec<Diagnostic> {
        let Self { system, origins, progress, .. } = self;
        let mentions: Vec<Mention> = self.definitions.iter().flat_map(|file| file.mentions()).collect();
        let mut doubts = unknown_actions(&Speakers { system, origins, progress, mentions: &mentions });
        doubts.extend(vacuous::doubts(system, origins));
        doubts
    }

    fn questions(&self) -> &[Question] {
        &self.questions
    }

    fn named(&self, name: &str) -> Vec<usize> {
        self.questions_named(name)
    }

    fn unknown(&self, name: &str) -> Diagnostic {
        self.unknown_property(name)
    }

    fn validate(&self, plan: &Plan) -> Result<(), Failure> {
        // Mistakes in the parts are found before anything is proved.
        Approach::new(plan, self).map(drop)
    }

    fn answer(&mut self, asked: &[usize], plan: &Plan, budget: &Budget) -> Result<Findings, Failure> {
        Ok(Findings { answers: self.answers(asked, plan, budget)?, ..Findings::default() })
    }

    fn premises(&mut self, answer: &Answer, budget: &Budget) -> Result<Option<Effort>, Failure> {
        self.premises_of(answer, budget)
    }

    fn claims(&mut self, answers: &[Answer], _plan: &Plan, budget: &Budget) -> Result<Claims, Failure> {
        Ok(certify::claims(&self.system, answers, budget))
    }

    fn certified(&mut self, properties: &[String], budget: &Budget) -> Result<System, Failure> {
        for name in properties {
            for place in self.named(name) {
                self.bring_in(place, budget)?;
            }
        }
        Ok(self.system.clone())
    }

    fn takes_properties(&self) -> bool {
        true
    }

    fn add_property(
        &mut self,
        property: &AddedProperty,
        budget: &Budget,
    ) -> Result<(String, Vec<Diagnostic>), Failure> {
        if self.every.is_some() {
            let message = "a property of another file cannot be asked for every size";
            let help = "write it in the program, or leave --every out";
            return Err(Diagnostic::error("E0006", message).help(help).into());
        }
        let (place, warnings) = self.insert_property(property, None, budget)?;
        self.list_questions();
        Ok((self.system.components[place].name.clone(), warnings))
    }

    fn whole(&mut self, reader: &mut Reader) -> Result<Whole, Failure> {
        let Finished { lts, ended, .. } = self.composed(reader)?;
        let System { name, actions, .. } = &self.system;
        Ok(Whole { name: name.clone(), lts, actions: actions.clone(), ended, firings: self.firings })
    }

    fn open(&mut self, request: &OpenRequest, reader: &mut Reader) -> Result<OpenQuestion, Failure> {
        self.open_question(request, reader)
    }

    fn units(&self) -> Option<Vec<Unit>> {
        Some(self.list_units())
    }

    fn decomposable(&mut self, question: usize, budget: &Budget) -> Result<Decomposable, Failure> {
        self.prepared_to_decompose(question, budget)
    }

    fn answer_by_parts(
        &mut self,
        question: usize,
        parts: &[Vec<String>],
        plan: &Plan,
        budget: &Budget,
    ) -> Result<Answer, Failure> {
        self.measured(question, parts, plan, budget)
    }

    fn into_system(self: Box<Self>, _reader: &mut Reader) -> Result<SystemInquiry, Failure> {
        Ok(*self)
    }
}

impl SystemInquiry {
    /// The target as a property of something else.
    #[must_use]
    pub fn into_property(self) -> AddedProperty {
        let Self { system, origins, finish, .. } = self;
        AddedProperty { name: system.name.clone(), system, origins, finish }
    }
}

/// The product of a system after what was asked for is done to it.
fn finished(system: &System, finish: Finish, budget: &Budget) -> Result<Finished, Failure> {
    let (lts, role, ended) = match &system.components[..] {
        [only] if system.hidden.is_empty() && system.priority.is_none() => {
            budget.check_states(only.lts.num_states() as u64)?;
            (Lts::clone(&only.lts), only.role, 0)
        }
        _ => {
            let Composed { lts, ended, .. } = compose(system, budget)?;
            (lts, Role::Component, ended)
        }
    };
    if finish == Finish::AsIs {
        return Ok(Finished { lts, role, skipped: 0, ended });
    }
    Ok(finish.apply(lts, budget)?)
}

/// An LTS with the ids of another table of actions.
pub fn translated(lts: &Lts, from: &ActionTable, to: &mut ActionTable) -> Lts {
    let pairs: Relabelling = lts.alphabet().iter().map(|&a| (a, to.intern(from.name(a)))).collect();
    ops::relabel(lts, &pairs)
}
