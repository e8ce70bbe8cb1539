//! What a component of a reactive system may suppose of what it receives: from options to tables.
//!
//! The strongest tables are used where there is a choice: a check takes what the exploration found and not the rules that describe it.

use std::path::PathBuf;

use suppose::base::{Budget, Diagnostic, StopReason};
use suppose::srs::explicit;
use suppose::srs::lang::{Assumption, Atom, ComponentId, EventId, Model};
use suppose::srs::mine::table_of;
use suppose::srs::modular::{Direction, Mutual, Options, iterate};
use suppose::srs::program::Program;
use suppose::srs::table::{Table, columns};

use crate::args::{Exploring, Iteration};
use crate::input::reactive::load_rules;
use crate::session::{Failure, Session};

/// The most microsteps that rules may tell apart.
const MOST: usize = 10_000;

/// What is supposed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Nothing.
    Universal,
    /// What the others can send.
    Mined,
    /// What the model says.
    Declared,
    /// Rules of a file.
    File(PathBuf),
}

impl Choice {
    /// What an option means.
    pub(crate) fn new(option: Option<&String>) -> Self {
        match option.map(String::as_str) {
            None | Some("mined") => Self::Mined,
            Some("universal") => Self::Universal,
            Some("declared") => Self::Declared,
            Some(path) => Self::File(path.into()),
        }
    }

    /// As the option says it.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Universal => "universal".to_owned(),
            Self::Mined => "mined".to_owned(),
            Self::Declared => "declared".to_owned(),
            Self::File(path) => path.to_string_lossy().into_owned(),
        }
    }

    /// Refuses rules of a file where no component is named.
    pub(crate) fn needs_component(&self, component: Option<&String>) -> Result<(), Failure> {
        match (self, component) {
            (Self::File(path), None) => {
                let message = format!("{}: rules are about one component", path.display());
                Err(Diagnostic::error("E0006", message).help("say which with --component").into())
            }
            _ => Ok(()),
        }
    }
}

/// What a component receives.
pub(crate) struct Environment {
    /// What is possible; all tables hold.
    pub tables: Vec<Table>,
    /// The last microstep that is told apart from later ones.
    pub last: usize,
    /// The rules, where the tables stand for rules.
    pub rules: Option<Assumption>,
}

/// How environments are found.
pub(crate) struct Supposing<'m> {
    pub model: &'m Model,
    pub choice: Choice,
    /// Whether components are explored as in the paper.
    pub paper: bool,
    options: Options,
    mutual: Option<Mutual>,
}

impl<'m> Supposing<'m> {
    pub(crate) fn new(model: &'m Model, choice: Choice, exploring: &Exploring) -> Self {
        let mut options = Options::default();
        if let Some(microsteps) = exploring.microsteps {
            options.last = usize::from(microsteps);
            options.most = options.most.max(options.last);
        }
        if exploring.iteration == Some(Iteration::Up) {
            options.direction = Direction::Up;
        }
        Self { model, choice, paper: exploring.as_in_the_paper(), options, mutual: None }
    }

    /// What a component may suppose.
    pub(crate) fn of(
        &mut self,
        component: ComponentId,
        session: &mut Session,
    ) -> Result<Environment, Failure> {
        match self.choice.clone() {
            Choice::Universal => {
                let last = if self.paper { self.options.last } else { 1 };
                Ok(Environment { tables: Vec::new(), last, rules: None })
            }
            Choice::Mined => {
                let tables = self.sent_to(component, &session.budget)?;
                let last = match &self.mutual {
                    Some(mutual) => mutual.last,
                    None => self.options.last,
                };
                Ok(Environment { tables, last, rules: None })
            }
            Choice::Declared => {
                let rules = self.model.component(component).assumption.clone();
                self.of_rules(component, rules, &session.budget)
            }
            Choice::File(path) => {
                let rules = load_rules(session, &path, self.model, component)?;
                self.of_rules(component, rules, &session.budget)
            }
        }
    }

    fn of_rules(
        &self,
        component: ComponentId,
        rules: Assumption,
        budget: &Budget,
    ) -> Result<Environment, Failure> {
        let mut last = if self.paper { self.options.last } else { 1 };
        for rule in &rules.rules {
            rule.expr.visit(&mut |atom| {
                if let Atom::Microstep(_, number) = atom {
                    last = last.max(number as usize + 1);
                }
            });
            if last > MOST {
                let message = format!("rules tell {last} microsteps apart, and {MOST} are the most");
                return Err(Diagnostic::error("E0006", message).at(rule.span, "in this rule").into());
            }
        }
        let columns = columns(self.model, &self.model.component(component).received);
        let table = table_of(&rules, &columns, last, budget)?;
        Ok(Environment { tables: vec![table], last, rules: Some(rules) })
    }

    /// What all components can send each other.
    pub(crate) fn mutual(&mut self, budget: &Budget) -> Result<&Mutual, StopReason> {
        if self.mutual.is_none() {
            self.mutual = Some(iterate(self.model, &self.options, budget)?);
        }
        Ok(self.mutual.as_ref().expect("it was found"))
    }

    /// The last microstep that is told apart at first.
    pub(crate) fn microsteps(&self) -> usize {
        self.options.last
    }

    /// What each sender can send to a component, each as a table of what the component receives from it.
    pub(crate) fn sent_to(
        &mut self,
        component: ComponentId,
        budget: &Budget,
    ) -> Result<Vec<Table>, StopReason> {
        if self.paper {
            return self.alone(component, budget);
        }
        Ok(self.mutual(budget)?.of(component).to_vec())
    }

    /// What each sender can send to a component when it is explored alone, in a universal environment, as in the paper.
    fn alone(&self, component: ComponentId, budget: &Budget) -> Result<Vec<Table>, StopReason> {
        let table = |(sender, events): (ComponentId, Vec<EventId>)| {
            let found = explored(self.model, sender, &events, self.options.last, budget)?;
            explicit::table(self.model, &events, &found.normalised(), budget)
        };
        senders(self.model, component).into_iter().map(table).collect()
    }
}

/// What a component sends in a universal environment, explored as in the paper, but without its short circuit: that depends on the order of the search, and loses more than the paper's tables do.
pub(crate) fn explored(
    model: &Model,
    sender: ComponentId,
    events: &[EventId],
    last: usize,
    budget: &Budget,
) -> Result<explicit::Exploration, StopReason> {
    let program = Program::new(model, [sender]);
    let options = explicit::Options { mode: explicit::Mode::Paper { short_circuit: false }, last };
    explicit::explore(&program, events, &|_, _| true, options, budget)
}

/// Who sends something to a component, and what of it the component receives.
pub(crate) fn senders(model: &Model, component: ComponentId) -> Vec<(ComponentId, Vec<EventId>)> {
    let received = &model.component(component).received;
    let part = |sender: usize| {
        let sent = &model.components[sender].sent;
        let events = received.iter().copied().filter(|event| sent.binary_search(event).is_ok());
        (ComponentId::at(sender), events.collect::<Vec<_>>())
    };
    (0..model.components.len()).map(part).filter(|(_, events)| !events.is_empty()).collect()
}
