//! What components need of their environment: the weakest assumption under which a property holds.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use suppose_base::{ActionId, ActionTable, Budget, StateId, StopReason};
use suppose_inquiry::system::translated;
use suppose_inquiry::{Failure, OpenQuestion, OpenRequest, Plan};
use suppose_lts::product::Witness;
use suppose_lts::{Lts, RowBuilder, System};
use suppose_prove::realise;
use suppose_prove::weakest::{Environment, Learn, OpenSystem, Weakest, deadlock_free, direct, learn};

use crate::project::Project;
use crate::registry::can_be_read;

/// What is wanted.
#[derive(Clone, Debug, Default)]
pub struct Assuming {
    /// Components, property and interface.
    pub request: OpenRequest,
    /// How to learn, if that is how it is to be found.
    pub learn: Option<Learn>,
    /// Whether the assumption must also leave the components something to do.
    pub deadlock_free: bool,
}

/// What was found about the environment of some components.
#[derive(Clone, Debug)]
pub struct Assumption {
    /// What was asked.
    pub question: OpenQuestion,
    /// What was found.
    pub found: Weakest,
    /// The names of the actions in what was found: numbered in the order of their names, so that nothing
    /// depends on how files are written.
    pub actions: ActionTable,
    /// How long it took.
    pub time: Duration,
}

impl Project {
    /// What is asked by a request, before anything is searched.
    ///
    /// # Errors
    /// When the request names what is not there, or a limit is reached.
    pub fn open_question(&mut self, request: &OpenRequest) -> Result<OpenQuestion, Failure> {
        let plan = Plan::default();
        let mut request = request.clone();
        if let [file] = &self.files[..] {
            request.aliases.push(suppose_inquiry::stem(file));
            request.aliases.extend(file.to_str().map(str::to_owned));
        }
        let (inquiry, reader) = self.parts(&plan)?;
        inquiry.prepare(&reader.budget)?;
        if let Some(name) = &request.property
            && inquiry.named(name).is_empty()
            && can_be_read(Path::new(name))
        {
            if !inquiry.takes_properties() {
                self.become_system(&plan)?;
            }
            let property = self.property_file(Path::new(name))?;
            let (inquiry, reader) = self.parts(&plan)?;
            let (added, warnings) = inquiry.add_property(&property, &reader.budget)?;
            reader.warnings.extend(warnings);
            request.property = Some(added);
        }
        let (inquiry, reader) = self.parts(&plan)?;
        let question = inquiry.open(&request, reader)?;
        if question.system.priority.is_some() {
            let what =
                "an assumption for a target with priorities, which depend on what the whole system can do";
            return Err(StopReason::Unsupported(what.to_owned()).into());
        }
        Ok(question)
    }

    /// The weakest assumption on the environment of some components.
    ///
    /// # Errors
    /// When the request names what is not there, or a limit is reached.
    pub fn assume(&mut self, wanted: &Assuming) -> Result<Assumption, Failure> {
        let question = self.open_question(&wanted.request)?;
        Ok(answer(question, wanted, &self.reader.budget)?)
    }
}

/// Finds the assumption of a question.
///
/// # Errors
/// When a limit is reached.
pub fn answer(question: OpenQuestion, wanted: &Assuming, budget: &Budget) -> Result<Assumption, StopReason> {
    let started = Instant::now();
    let (open, actions) = sorted(&question);
    let found = match wanted.learn {
        Some(how) => learn(&open, how, budget)?,
        None if wanted.deadlock_free => deadlock_free(&open, budget)?,
        None => direct(&open, budget)?,
    };
    Ok(Assumption { question, found, actions, time: started.elapsed() })
}

/// What is asked, with actions numbered in the order of their names.
fn sorted(question: &OpenQuestion) -> (OpenSystem, ActionTable) {
    let (components, table) = (&question.system.components, &question.system.actions);
    let members: Vec<usize> =
        question.components.iter().copied().filter(|&i| i != question.property).collect();
    let all = members.iter().chain([&question.property]);
    let mut actions = ActionTable::new();
    for name in table.sorted_names(all.flat_map(|&i| components[i].lts.alphabet().iter().copied())) {
        actions.intern(name);
    }
    let mut sorted = |i: usize| Arc::new(translated(&components[i].lts, table, &mut actions));
    let members: Vec<Arc<Lts>> = members.iter().map(|&i| sorted(i)).collect();
    let watched = sorted(question.property);
    let interface: Vec<ActionId> =
        question.interface.iter().map(|&a| actions.intern(table.name(a))).collect();
    let role = components[question.property].role;
    (OpenSystem::new(&members, &watched, role, &interface), actions)
}

impl Assumption {
    /// The assumption as an LTS: what allows everything where every environment is good, nothing where none
    /// is.
    pub fn lts(&self) -> Option<Lts> {
        match &self.found.environment {
            Environment::None { .. } => None,
            Environment::Assumption(lts) => Some(lts.clone()),
            Environment::Any => {
                let table = &self.question.system.actions;
                let only = StateId::must(0);
                let mut rows = RowBuilder::new();
                for &action in &self.question.interface {
                    rows.add(self.actions.get(table.name(action))?, only);
                }
                rows.end_row();
                rows.finish(only, None).ok()
            }
        }
    }

    /// A trace of the components as a run of them, step by step, with what is watched last.
    pub fn witness(&self, trace: &[ActionId]) -> Option<(System, Witness)> {
        let system = self.question.system.restricted_to(&self.question.searched());
        let own = |&a: &ActionId| system.actions.get(self.actions.name(a));
        let trace: Vec<ActionId> = trace.iter().map(own).collect::<Option<_>>()?;
        let witness = realise(&system, system.components.len() - 1, &trace).ok()?;
        Some((system, witness))
    }
}
