//! What a component may suppose of what it receives, as tables.
//!
//! The strongest tables are used where there is a choice: a check takes what the exploration found and not
//! the rules that describe it.

use std::path::Path;

use suppose_base::{Budget, Diagnostic, StopReason};
use suppose_inquiry::{Failure, InputRole, Reader};

use super::setup::{Choice, Exploring};
use crate::explicit;
use crate::lang::{Assumption, Atom, ComponentId, EventId, Model, parse_assumption};
use crate::mine::table_of;
use crate::modular::{Mutual, Options, iterate};
use crate::program::Program;
use crate::table::{Table, columns};

/// The most microsteps that rules may tell apart.
const MOST: usize = 10_000;

/// What a component receives.
pub(super) struct Environment {
    /// What is possible; all tables hold.
    pub tables: Vec<Table>,
    /// The last microstep that is told apart from later ones.
    pub last: usize,
    /// The rules, where the tables stand for rules.
    pub rules: Option<Assumption>,
}

/// How environments are found.
pub(super) struct Supposing<'m> {
    pub model: &'m Model,
    pub choice: Choice,
    /// The rules of the file that the choice names.
    rules: Option<Assumption>,
    /// Whether components are explored as in the paper.
    pub paper: bool,
    options: Options,
    mutual: Option<Mutual>,
}

impl<'m> Supposing<'m> {
    pub(super) fn new(
        model: &'m Model,
        choice: Choice,
        rules: Option<Assumption>,
        exploring: Exploring,
    ) -> Self {
        let mut options = Options { direction: exploring.direction, ..Options::default() };
        if let Some(microsteps) = exploring.microsteps {
            options.last = usize::from(microsteps);
            options.most = options.most.max(options.last);
        }
        Self { model, choice, rules, paper: exploring.paper, options, mutual: None }
    }

    /// What a component may suppose.
    pub(super) fn of(&mut self, component: ComponentId, budget: &Budget) -> Result<Environment, Failure> {
        match self.choice.clone() {
            Choice::Universal => {
                let last = if self.paper { self.options.last } else { 1 };
                Ok(Environment { tables: Vec::new(), last, rules: None })
            }
            Choice::Mined => {
                let tables = self.sent_to(component, budget)?;
                let last = self.mutual.as_ref().map_or(self.options.last, |mutual| mutual.last);
                Ok(Environment { tables, last, rules: None })
            }
            Choice::Declared => {
                let rules = self.model.component(component).assumption.clone();
                self.of_rules(component, rules, budget)
            }
            Choice::File(path) => {
                let Some(rules) = self.rules.clone() else {
                    let what = format!("the rules of {} before they are read", path.display());
                    return Err(StopReason::Unsupported(what).into());
                };
                self.of_rules(component, rules, budget)
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
    pub(super) fn mutual(&mut self, budget: &Budget) -> Result<&Mutual, StopReason> {
        if self.mutual.is_none() {
            self.mutual = Some(iterate(self.model, &self.options, budget)?);
        }
        Ok(self.mutual.as_ref().expect("it was found"))
    }

    /// The same, if it was found already.
    pub(super) fn known(&self) -> Option<&Mutual> {
        self.mutual.as_ref()
    }

    /// The last microstep that is told apart at first.
    pub(super) fn microsteps(&self) -> usize {
        self.options.last
    }

    /// What each sender can send to a component, each as a table of what the component receives from it.
    pub(super) fn sent_to(
        &mut self,
        component: ComponentId,
        budget: &Budget,
    ) -> Result<Vec<Table>, StopReason> {
        if self.paper {
            return self.alone(component, budget);
        }
        Ok(self.mutual(budget)?.of(component).to_vec())
    }

    /// What each sender can send to a component when it is explored alone, in a universal environment, as in
    /// the paper.
    fn alone(&self, component: ComponentId, budget: &Budget) -> Result<Vec<Table>, StopReason> {
        let table = |(sender, events): (ComponentId, Vec<EventId>)| {
            let found = explored(self.model, sender, &events, self.options.last, budget)?;
            explicit::table(self.model, &events, &found.normalised(), budget)
        };
        senders(self.model, component).into_iter().map(table).collect()
    }
}

/// Reads rules about what a component receives.
pub(super) fn read_rules(
    path: &Path,
    model: &Model,
    component: ComponentId,
    reader: &mut Reader,
) -> Result<Assumption, Failure> {
    let (file, text) = reader.text_at(path, InputRole::Imported)?;
    parse_assumption(&text, file, model, component).map_err(Failure::Input)
}

/// What a component sends in a universal environment, explored as in the paper, but without its short
/// circuit: that depends on the order of the search, and loses more than the paper's tables do.
pub(super) fn explored(
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
pub(super) fn senders(model: &Model, component: ComponentId) -> Vec<(ComponentId, Vec<EventId>)> {
    let received = &model.component(component).received;
    let part = |sender: usize| {
        let sent = &model.components[sender].sent;
        let events = received.iter().copied().filter(|event| sent.binary_search(event).is_ok());
        (ComponentId::at(sender), events.collect::<Vec<_>>())
    };
    (0..model.components.len()).map(part).filter(|(_, events)| !events.is_empty()).collect()
}
