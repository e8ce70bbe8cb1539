//! From files and names to the system that a command is about.

mod circuit;
mod reactive;
mod several;
mod tasking;

use std::path::Path;
use std::sync::Arc;

use suppose::base::{ActionTable, Budget, Diagnostic, closest};
use suppose::lang::fsp::{Compiled, Finish, Finished, LowerError, Model, Origins};
use suppose::lts::ops::{self, Relabelling};
use suppose::lts::product::{Composed, Requirement, compose};
use suppose::lts::{Component, Lts, Role, System};

use crate::args::Input;
use crate::input::{Loaded, language, load, nets, stem};
use crate::session::{Failure, Session};
pub(crate) use circuit::{Circuit, all_nets, inconsistency, listed, placed};
pub(crate) use tasking::Tasking;

/// A system, and what else its source says about it.
pub(crate) struct Subject {
    pub system: System,
    /// For each component, where its actions are written.
    pub origins: Vec<Origins>,
    /// The progress tests of the source.
    pub progress: Vec<(String, Requirement)>,
    /// What the words before the target ask to be done to its product.
    pub finish: Finish,
    /// The models read, for names that are not part of the target.
    pub models: Vec<Model>,
    /// How many firings the graph of a design has.
    pub firings: Option<u64>,
    /// The tasking program that is part of it.
    pub tasking: Option<Tasking>,
}

/// What to build from a file.
#[derive(Clone, Copy)]
pub(crate) enum Target<'n> {
    Default,
    System(&'n str),
    Process(&'n str),
}

impl<'n> Target<'n> {
    pub(crate) fn system(name: Option<&'n String>) -> Self {
        name.map_or(Self::Default, |name| Self::System(name))
    }
}

impl Subject {
    /// The target of one file.
    pub(crate) fn of_file(
        session: &mut Session,
        path: &Path,
        target: Target<'_>,
        input: &Input,
    ) -> Result<Self, Failure> {
        match load(session, path, input)? {
            Loaded::Fsp(model) => {
                let compiled =
                    compile(session, &model, target).map_err(|failure| named_after(path, failure))?;
                session.warn(&compiled.warnings);
                let progress = compiled.progress.iter().map(|test| {
                    let requirement = match &test.condition {
                        None => Requirement::AnyOf(test.actions.clone()),
                        Some(condition) => Requirement::IfThen(condition.clone(), test.actions.clone()),
                    };
                    (test.name.clone(), requirement)
                });
                let progress = progress.collect();
                let Compiled { system, origins, finish, .. } = compiled;
                let models = vec![*model];
                Ok(Self { system, origins, progress, finish, models, firings: None, tasking: None })
            }
            Loaded::Graph(lts, actions) => {
                let name = stem(path);
                if let Target::System(wanted) | Target::Process(wanted) = target
                    && wanted != name
                {
                    let message =
                        format!("`{wanted}` is not defined: {} holds one LTS, `{name}`", path.display());
                    return Err(Diagnostic::error("E0005", message).into());
                }
                Ok(Self::of_graph(name, lts, actions))
            }
            Loaded::Reactive(model) => {
                Self::of_model(&model, target, &session.budget).map_err(|failure| named_after(path, failure))
            }
            Loaded::Ada(program) => {
                Self::of_program(session, &program, target).map_err(|failure| named_after(path, failure))
            }
            Loaded::Nets(file) => Circuit::join(session, &stem(path), vec![*file])?.whole(session, target),
        }
    }

    /// The one LTS that files make: of nets, the graph of all of them together.
    pub(crate) fn whole(
        session: &mut Session,
        paths: &[impl AsRef<Path>],
        target: Target<'_>,
        input: &Input,
    ) -> Result<Self, Failure> {
        if all_nets(paths, input) {
            return Circuit::read(session, paths, input)?.whole(session, target);
        }
        Self::of_files(session, paths, target, input)
    }

    /// Makes a target that is a property as a whole into a system of that property alone.
    pub(crate) fn become_property(&mut self, budget: &Budget) -> Result<(), Failure> {
        let Finished { lts, role, .. } = finished(&self.system, self.finish, budget)?;
        let name = self.system.name.clone();
        self.replace_components(vec![(name, lts, role)]);
        self.system.hidden.clear();
        self.system.priority = None;
        self.finish = Finish::AsIs;
        Ok(())
    }

    fn with_role(&self, role: Role) -> Vec<usize> {
        let components = &self.system.components;
        (0..components.len()).filter(|&i| components[i].role == role).collect()
    }

    fn replace_components(&mut self, components: Vec<(String, Lts, Role)>) {
        self.origins = vec![Origins::default(); components.len()];
        let part = |(name, lts, role)| Component { name, lts: Arc::new(lts), role };
        self.system.components = components.into_iter().map(part).collect();
    }

    /// The system that `check` is about.
    pub(crate) fn to_check(
        session: &mut Session,
        paths: &[impl AsRef<Path>],
        target: Target<'_>,
        input: &Input,
    ) -> Result<Self, Failure> {
        let mut subject = Self::of_files(session, paths, target, input)?;
        if subject.finish == Finish::Property {
            subject.become_property(&session.budget)?;
        }
        Ok(subject)
    }

    /// The properties that were named, each once, in order. They are added to the system as [`Subject::find_property`] says.
    pub(crate) fn find_properties(
        &mut self,
        session: &mut Session,
        wanted: &[String],
        input: &Input,
    ) -> Result<Vec<Property>, Failure> {
        let new = wanted.iter().enumerate().filter(|(place, name)| !wanted[..*place].contains(name));
        new.map(|(_, name)| self.find_property(session, name, input)).collect()
    }

    /// The index of a property, by its name or by the file whose target it is. A property that is not a constituent of the target is
    /// added to the system.
    pub(crate) fn find_property(
        &mut self,
        session: &mut Session,
        wanted: &str,
        input: &Input,
    ) -> Result<Property, Failure> {
        let named = |c: &Component| {
            self.is_called(&c.name, wanted) && (c.role == Role::Property || c.lts.has_error())
        };
        if let Some(index) = self.system.components.iter().position(named) {
            return Ok(Property::Component(index));
        }
        for index in 0..self.models.len() {
            let model = &self.models[index];
            if model.formulas().iter().any(|formula| formula.name == wanted) {
                return Ok(Property::Formula(wanted.to_owned()));
            }
            if model.properties().any(|name| name == wanted) {
                let compiled = compile(session, model, Target::System(wanted))?;
                return self.add_property(wanted.to_owned(), &compiled.system, compiled.finish, session);
            }
        }
        let path = Path::new(wanted);
        if wanted != "-" && !path.exists() {
            return Err(self.unknown_property(wanted).into());
        }
        let subject = Self::of_file(session, path, Target::Default, input)?;
        self.add_property(subject.system.name.clone(), &subject.system, subject.finish, session)
    }

    /// Adds the product of a system as a property; an ordinary process is read as one.
    fn add_property(
        &mut self,
        name: String,
        system: &System,
        finish: Finish,
        session: &Session,
    ) -> Result<Property, Failure> {
        let Finished { lts, role, .. } = finished(system, finish, &session.budget)?;
        // What only has some moves to π must be completed too, or it would block the components that it is to
        // watch. `property P = ERROR` cannot be, and need not: it is violated by its own first step.
        let broken = |lts: &Lts| {
            let first = lts.initial();
            first.is_error()
                || lts.transitions(first).iter().any(|t| t.action.is_tau() && t.target.is_error())
        };
        let lts = if role == Role::Property || broken(&lts) {
            lts
        } else {
            ops::error_lts(&ops::reachable(&lts).lts).map_err(|error| {
                let why = error.describe(&system.actions);
                Diagnostic::error("E0008", format!("`{name}` cannot be a property: {why}"))
                    .help("write `deterministic` before the process, or remove the choice or the hiding")
            })?
        };
        let lts = match &self.tasking {
            Some(tasking) => {
                let (lts, unknown) = tasking.bound(&lts, &system.actions, &mut self.system.actions)?;
                self.without_the_impossible(&name, &lts, &unknown, session)
            }
            None => translated(&lts, &system.actions, &mut self.system.actions),
        };
        self.system.components.push(Component { name, lts: Arc::new(lts), role: Role::Property });
        self.origins.push(Origins::default());
        Ok(Property::Component(self.system.components.len() - 1))
    }

    fn unknown_property(&self, wanted: &str) -> Diagnostic {
        let mut known: Vec<&str> = self
            .system
            .components
            .iter()
            .filter(|c| c.role == Role::Property)
            .map(|c| c.name.as_str())
            .collect();
        for model in &self.models {
            known.extend(model.properties());
        }
        known.sort_unstable();
        known.dedup();
        let message = format!("`{wanted}` is neither a property of the input nor a file");
        let mut diagnostic = Diagnostic::error("E0005", message);
        if self.models.iter().any(|model| model.processes().any(|name| name == wanted)) {
            let help = format!("`{wanted}` is an ordinary process; write `property` before its definition");
            diagnostic = diagnostic.help(help);
        } else if let Some(near) = closest(wanted, known.iter().copied()) {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        }
        if known.is_empty() {
            diagnostic.note("the input defines no properties")
        } else {
            diagnostic.note(format!("properties are: {}", known.join(", ")))
        }
    }

    /// The product of the system as one LTS, with what the words before the target ask for.
    pub(crate) fn composed(&self, session: &Session) -> Result<Finished, Failure> {
        let whole = self.without_statements();
        let finished = if whole.len() == self.system.components.len() {
            finished(&self.system, self.finish, &session.budget)?
        } else {
            finished(&self.system.restricted_to(&whole), self.finish, &session.budget)?
        };
        if let Some(mut warning) = finished.warning(&self.system.name) {
            let place = self.models.iter().find_map(|model| model.definition(&self.system.name));
            if let Some(span) = place {
                warning = warning.at(span, "");
            }
            session.warn(&[warning]);
        }
        Ok(finished)
    }
}

/// Refuses options about netlists where no file is one. A file whose language is not known gets its own message.
fn fits(paths: &[impl AsRef<Path>], input: &Input) -> Result<(), Failure> {
    let languages: Vec<_> = paths.iter().filter_map(|path| language(path.as_ref(), input).ok()).collect();
    if languages.len() == paths.len() { nets::fits(&languages, input) } else { Ok(()) }
}

/// What `--property` named.
pub(crate) enum Property {
    /// A component of the system.
    Component(usize),
    /// A formula, which this version cannot check.
    Formula(String),
}

/// Names the file in messages that have no place in it.
fn named_after(path: &Path, failure: Failure) -> Failure {
    let Failure::Input(messages) = failure else { return failure };
    let name = |message: Diagnostic| {
        if message.labels.is_empty() {
            Diagnostic { message: format!("{}: {}", path.display(), message.message), ..message }
        } else {
            message
        }
    };
    Failure::Input(messages.into_iter().map(name).collect())
}

fn compile(session: &Session, model: &Model, target: Target<'_>) -> Result<Compiled, Failure> {
    let compiled = match target {
        Target::Default => model.compile(None, &session.budget),
        Target::System(name) => model.compile(Some(name), &session.budget),
        Target::Process(name) => model.compile_process(name, &session.budget),
    };
    compiled.map_err(|error| match error {
        LowerError::Diagnostics(mut messages) => {
            if let Target::Process(name) = target
                && model.composites().any(|composite| composite == name)
                && let Some(message) = messages.iter_mut().find(|message| message.code == "E0005")
            {
                message.help = Some(format!("`{name}` is a composite: name it with --system"));
            }
            Failure::Input(messages)
        }
        LowerError::Stopped(reason) => reason.into(),
    })
}

/// The product of a system after the words before its target are applied.
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
pub(crate) fn translated(lts: &Lts, from: &ActionTable, to: &mut ActionTable) -> Lts {
    let pairs: Relabelling = lts.alphabet().iter().map(|&a| (a, to.intern(from.name(a)))).collect();
    ops::relabel(lts, &pairs)
}
