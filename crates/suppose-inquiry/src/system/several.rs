//! Several files as one system: the target of each is a component named after the file, and the properties
//! among its constituents are properties of the whole.
//!
//! What a file hides the others must neither see nor share, but properties watch it. So a hidden action gets
//! a name that no file has, and is hidden in the whole; a property that is added learns of it.

use std::ops::Range;
use std::sync::Arc;

use suppose_base::{ActionId, Budget};
use suppose_lts::ops::{self, Relabelling};
use suppose_lts::product::{Composed, Requirement, compose};
use suppose_lts::{Component, Finish, Finished, Lts, Origins, Role, System};

use super::{ProgressTest, SystemInquiry, finished, translated};
use crate::Failure;

/// An action that a file hides.
#[derive(Clone, Debug)]
pub(super) struct PrivateName {
    /// The definitions of the file, by their places.
    files: Range<usize>,
    /// Its name there.
    there: String,
    /// Its name in the whole.
    here: ActionId,
}

impl SystemInquiry {
    /// The system of some parts. `by_file` says that the name of the whole is made of the names of the parts,
    /// and not of those of all components.
    ///
    /// # Panics
    /// When there are no parts.
    #[must_use]
    pub fn joined(mut parts: Vec<Self>, by_file: bool) -> Self {
        for number in 0..parts.len() {
            let names = parts[number].private_names(number, &parts);
            parts[number].rename_hidden(&names);
        }
        let names: Vec<String> = parts.iter().map(|part| part.system.name.clone()).collect();
        let mut parts = parts.into_iter();
        let mut whole = parts.next().expect("at least one part");
        parts.for_each(|part| whole.join(part));
        whole.system.hidden.sort_unstable();
        whole.system.name = if by_file {
            names.join(" || ")
        } else {
            whole.system.components.iter().map(|c| c.name.as_str()).collect::<Vec<_>>().join(" || ")
        };
        whole.list_questions();
        whole
    }

    /// Composes everything but the properties into one component; what is hidden stays to be hidden.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn become_one_component(&mut self, name: &str, budget: &Budget) -> Result<(), Failure> {
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
        let mut origins = Vec::new();
        if !parts.is_empty() {
            let mut system = self.system.restricted_to(&parts);
            system.hidden.clear();
            let written: Vec<&Origins> = parts.iter().map(|&part| &self.origins[part]).collect();
            let composed = compose(&system, budget)?;
            origins.push(origins_of_product(&composed, &system, &written));
            components.push((name.to_owned(), composed.lts, Role::Component));
        }
        for index in self.with_role(Role::Property) {
            let property = &self.system.components[index];
            components.push((property.name.clone(), Lts::clone(&property.lts), Role::Property));
            origins.push(self.origins[index].clone());
        }
        self.replace_components(components);
        self.origins = origins;
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
        let private = |(&old, &here): (&ActionId, &ActionId)| PrivateName {
            files: 0..self.definitions.len(),
            there: self.system.actions.name(old).to_owned(),
            here,
        };
        self.private = hidden.iter().zip(&self.system.hidden).map(private).collect();
        let renaming: Relabelling = hidden.into_iter().zip(self.system.hidden.iter().copied()).collect();
        for (component, origins) in self.system.components.iter_mut().zip(&mut self.origins) {
            let renamed =
                |&action: &ActionId| (action, vec![renaming.get(action).map_or(action, |new| new[0])]);
            *origins = origins.renamed(&component.lts.alphabet().iter().map(renamed).collect::<Vec<_>>());
            component.lts = Arc::new(ops::relabel(&component.lts, &renaming));
        }
        for test in &mut self.progress {
            let renamed = |action| renaming.get(action).map_or(action, |new| new[0]);
            test.requirement = with_actions(&test.requirement, renamed);
        }
    }

    /// Adds the components of another part.
    fn join(&mut self, other: Self) {
        for (component, origins) in other.system.components.into_iter().zip(other.origins) {
            let lts = translated(&component.lts, &other.system.actions, &mut self.system.actions);
            let name = self.free_name(&component.name);
            self.system.components.push(Component { name, lts: Arc::new(lts), role: component.role });
            let known = component.lts.alphabet();
            self.origins.push(origins.translated(known, &other.system.actions, &self.system.actions));
        }
        let actions = &mut self.system.actions;
        let mut translate = |action: ActionId| actions.intern(other.system.actions.name(action));
        self.system.hidden.extend(other.system.hidden.iter().map(|&action| translate(action)));
        self.waits_too_much |= other.waits_too_much;
        for ProgressTest { name, requirement, span } in other.progress {
            let requirement = with_actions(&requirement, &mut translate);
            self.progress.push(ProgressTest { name, requirement, span });
        }
        let known = self.definitions.len();
        self.private.extend(other.private.into_iter().map(|name| PrivateName {
            files: name.files.start + known..name.files.end + known,
            here: translate(name.here),
            there: name.there,
        }));
        self.definitions.extend(other.definitions);
        if other.dialect.is_special() && !self.dialect.is_special() {
            self.dialect = other.dialect;
        }
    }
}

impl SystemInquiry {
    /// What the labels of a property mean that files hide: for one that is defined in a file, what that file
    /// hides; for one from outside, what any of them hides and nobody shows. So it makes no difference to a
    /// property whether there are other files.
    pub(super) fn hidden_meanings(&self, property: &Lts, file: Option<usize>) -> Vec<(ActionId, ActionId)> {
        let is_shown = |action: ActionId| {
            self.system.components.iter().any(|c| c.role == Role::Component && c.lts.has_action(action))
        };
        let is_of_the_file = |name: &&PrivateName| file.is_none_or(|file| name.files.contains(&file));
        let mut meanings = Vec::new();
        for &action in property.alphabet() {
            let label = self.system.actions.name(action);
            let hidden = self.private.iter().filter(is_of_the_file).filter(|name| name.there == label);
            if file.is_some() || !is_shown(action) {
                meanings.extend(hidden.map(|name| (action, name.here)));
            }
        }
        meanings
    }
}

/// Where the actions of a product are written: each at the first component that does it. Labels of imported
/// files are left out where the product begins in another one.
fn origins_of_product(composed: &Composed, system: &System, written: &[&Origins]) -> Origins {
    let mut file = None;
    let (mut offsets, mut entries) = (vec![0u32], Vec::new());
    for state in composed.lts.states() {
        let locals = composed.locals(state);
        for steps in composed.lts.transitions(state).chunk_by(|one, other| one.action == other.action) {
            let action = steps[0].action;
            let mut places = written.iter().zip(&system.components).zip(&locals);
            let place = places.find_map(|((origins, component), &local)| {
                let does = action.is_tau() || component.lts.has_action(action);
                does.then(|| origins.find(local, action)).flatten()
            });
            if let Some(span) = place.filter(|span| *file.get_or_insert(span.file) == span.file) {
                entries.push((action, span.start, span.end));
            }
        }
        offsets.push(u32::try_from(entries.len()).expect("no more than transitions"));
    }
    file.map_or_else(Origins::default, |file| Origins::of_rows(file, offsets, entries))
}

/// A requirement about other actions.
fn with_actions(requirement: &Requirement, mut new: impl FnMut(ActionId) -> ActionId) -> Requirement {
    let mut all = |set: &[ActionId]| -> Vec<ActionId> {
        let mut actions: Vec<ActionId> = set.iter().map(|&action| new(action)).collect();
        actions.sort_unstable();
        actions
    };
    match requirement {
        Requirement::AnyOf(actions) => Requirement::AnyOf(all(actions)),
        Requirement::IfThen(condition, actions) => Requirement::IfThen(all(condition), all(actions)),
        Requirement::Each(actions) => Requirement::Each(all(actions)),
    }
}
