//! Several files as one system: the target of each is a component named after the file, and the properties among its constituents are
//! properties of the whole.
//!
//! What a file hides the others must neither see nor share, but the file's own properties watch it. So a hidden action gets a name that
//! no file has, and is hidden in the whole. Files of nets are joined into one design first, each net of which is a component.

use std::path::Path;
use std::sync::Arc;

use suppose::base::{ActionId, Budget, Diagnostic};
use suppose::fsp::{Finish, Finished};
use suppose::lts::Origins;
use suppose::lts::ops::{self, Relabelling};
use suppose::lts::product::{Requirement, compose};
use suppose::lts::{Component, Lts, Role};
use suppose::nets::Failures;

use super::{Circuit, Subject, Target, all_nets, finished, fits, translated};
use crate::args::Input;
use crate::input::stem;
use crate::session::{Failure, Session};

impl Subject {
    /// The system that files make: with one file, its target.
    pub(crate) fn of_files(
        session: &mut Session,
        paths: &[impl AsRef<Path>],
        target: Target<'_>,
        input: &Input,
    ) -> Result<Self, Failure> {
        fits(paths, input)?;
        if all_nets(paths, input) {
            let circuit = Circuit::read(session, paths, input)?;
            circuit.check_target(target)?;
            return circuit.parts(Failures::STEPS, &session.budget);
        }
        if let [path] = paths {
            return Self::of_file(session, path.as_ref(), target, input);
        }
        if let Target::System(wanted) | Target::Process(wanted) = target {
            let message =
                format!("--system {wanted} makes no sense with several files: each gives its default target");
            return Err(Diagnostic::error("E0006", message).into());
        }
        let mut parts: Vec<Self> = Vec::with_capacity(paths.len());
        // The nets are one design, in the place of the first of them.
        let is_nets = |path: &Path| all_nets(&[path], input);
        let nets: Vec<&Path> = paths.iter().map(AsRef::as_ref).filter(|path| is_nets(path)).collect();
        let mut nets = Some(nets).filter(|nets| !nets.is_empty());
        let short_name = nets.is_some();
        for path in paths {
            if is_nets(path.as_ref()) {
                if let Some(nets) = nets.take() {
                    let circuit = Circuit::read(session, &nets, input)?;
                    parts.push(circuit.parts(Failures::STEPS, &session.budget)?);
                }
                continue;
            }
            let mut part = Self::of_file(session, path.as_ref(), Target::Default, input)?;
            part.become_one_component(&stem(path.as_ref()), &session.budget)?;
            parts.push(part);
        }
        for number in 0..parts.len() {
            let names = parts[number].private_names(number, &parts);
            parts[number].rename_hidden(&names);
        }
        let names: Vec<String> = parts.iter().map(|part| part.system.name.clone()).collect();
        let mut parts = parts.into_iter();
        let mut whole = parts.next().expect("at least one file");
        parts.for_each(|part| whole.join(part));
        whole.system.hidden.sort_unstable();
        whole.system.name = if short_name {
            names.join(" || ")
        } else {
            whole.system.components.iter().map(|c| c.name.as_str()).collect::<Vec<_>>().join(" || ")
        };
        Ok(whole)
    }

    /// Composes everything but the properties into one component; what is hidden stays to be hidden.
    fn become_one_component(&mut self, name: &str, budget: &Budget) -> Result<(), Failure> {
        if self.finish != Finish::AsIs {
            let Finished { lts, role, .. } = finished(&self.system, self.finish, budget)?;
            self.replace_components(vec![(name.to_owned(), lts, role)]);
            self.finish = Finish::AsIs;
            self.system.hidden.clear();
            self.system.priority = None;
            return Ok(());
        }
        let parts: Vec<usize> = self.with_role(Role::Component);
        if self.system.priority.is_none()
            && let [only] = parts[..]
        {
            name.clone_into(&mut self.system.components[only].name);
            return Ok(());
        }
        let mut components = Vec::new();
        if !parts.is_empty() {
            let mut system = self.system.restricted_to(&parts);
            system.hidden.clear();
            components.push((name.to_owned(), compose(&system, budget)?.lts, Role::Component));
        }
        for index in self.with_role(Role::Property) {
            let property = &self.system.components[index];
            components.push((property.name.clone(), Lts::clone(&property.lts), Role::Property));
        }
        self.replace_components(components);
        self.system.priority = None;
        Ok(())
    }

    /// For each hidden action a name that none of the files has.
    fn private_names(&self, number: usize, parts: &[Self]) -> Vec<String> {
        let private = |&action: &ActionId| {
            let mut name = format!("{} of file {}", self.system.actions.name(action), number + 1);
            while parts.iter().any(|part| part.system.actions.get(&name).is_some()) {
                name.push('\'');
            }
            name
        };
        self.system.hidden.iter().map(private).collect()
    }

    /// Gives the hidden actions other names.
    fn rename_hidden(&mut self, names: &[String]) {
        let hidden = std::mem::take(&mut self.system.hidden);
        if hidden.is_empty() {
            return;
        }
        self.system.hidden = names.iter().map(|name| self.system.actions.intern(name)).collect();
        let renaming: Relabelling = hidden.into_iter().zip(self.system.hidden.iter().copied()).collect();
        for (component, origins) in self.system.components.iter_mut().zip(&mut self.origins) {
            component.lts = Arc::new(ops::relabel(&component.lts, &renaming));
            // They know the old names only.
            *origins = Origins::default();
        }
        for (_, requirement) in &mut self.progress {
            *requirement = renamed(requirement, |action| renaming.get(action).map_or(action, |new| new[0]));
        }
    }

    /// Adds the components of another subject.
    fn join(&mut self, other: Self) {
        let actions = &mut self.system.actions;
        for component in other.system.components {
            let lts = translated(&component.lts, &other.system.actions, actions);
            let taken = |name: &str| self.system.components.iter().any(|c| c.name == name);
            let mut name = component.name.clone();
            let mut number = 1;
            while taken(&name) {
                number += 1;
                name = format!("{}#{number}", component.name);
            }
            self.system.components.push(Component { name, lts: Arc::new(lts), role: component.role });
            self.origins.push(Origins::default());
        }
        let mut translate = |action: ActionId| actions.intern(other.system.actions.name(action));
        self.system.hidden.extend(other.system.hidden.iter().map(|&action| translate(action)));
        let tests = other.progress.iter();
        self.progress.extend(tests.map(|(name, test)| (name.clone(), renamed(test, &mut translate))));
        self.models.extend(other.models);
        self.tasking = self.tasking.take().or(other.tasking);
    }
}

/// A requirement about other actions.
fn renamed(requirement: &Requirement, mut rename: impl FnMut(ActionId) -> ActionId) -> Requirement {
    let mut all = |set: &[ActionId]| -> Vec<ActionId> {
        let mut new: Vec<ActionId> = set.iter().map(|&action| rename(action)).collect();
        new.sort_unstable();
        new
    };
    match requirement {
        Requirement::AnyOf(actions) => Requirement::AnyOf(all(actions)),
        Requirement::IfThen(condition, actions) => Requirement::IfThen(all(condition), all(actions)),
        Requirement::Each(actions) => Requirement::Each(all(actions)),
    }
}
