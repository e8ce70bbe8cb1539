//! Tasking programs as systems of LTSs: a component for each task and each shared variable, and the properties that the text states.

use std::borrow::Cow;

use suppose::ada::{Labels, Lowered, Program, lower, outline};
use suppose::base::{ActionTable, Diagnostic, closest};
use suppose::lts::Origins;
use suppose::lts::{Component, Lts, Role, RowBuilder, System};

use super::{Subject, Target, translated};
use crate::input::tasking::plain;
use crate::session::{Failure, Session};

/// What is left of a program in its system.
pub(crate) struct Tasking {
    /// What labels in properties mean that are written elsewhere, and the actions they speak about.
    labels: Labels,
    actions: ActionTable,
    /// The names of its shared variables, which are components.
    variables: Vec<String>,
    /// The names of the properties that it states.
    properties: Vec<String>,
}

impl Tasking {
    /// Whether a component is a shared variable.
    pub(crate) fn is_variable(&self, name: &str) -> bool {
        self.variables.iter().any(|variable| variable == name)
    }

    /// Whether the program states a property.
    pub(super) fn states(&self, name: &str) -> bool {
        self.properties.iter().any(|property| property == name)
    }

    /// A property that is written elsewhere, over the actions of the program. Labels that mean nothing there stay as they are and are given back.
    pub(super) fn bound(
        &self,
        property: &Lts,
        from: &ActionTable,
        to: &mut ActionTable,
    ) -> Result<(Lts, Vec<String>), Failure> {
        let mut actions = self.actions.clone();
        let bound = self.labels.bind(property, from, &mut actions)?;
        Ok((translated(&bound.lts, &actions, to), bound.unknown))
    }
}

impl Subject {
    /// All tasks of a program, or the one that the target names.
    pub(crate) fn of_program(
        session: &Session,
        program: &Program,
        target: Target<'_>,
    ) -> Result<Self, Failure> {
        Self::of_lowered(session, program, lower(program, &session.budget)?, target)
    }

    /// The same in outline, for analyses that need LTSs only to confirm what they find: see [`Subject::of_ltss`].
    pub(crate) fn of_outline(
        session: &Session,
        program: &Program,
        target: Target<'_>,
    ) -> Result<Self, Failure> {
        Self::of_lowered(session, program, outline(program, &session.budget)?, target)
    }

    /// The LTSs of a program that was known in outline.
    pub(crate) fn of_ltss(system: System, origins: Vec<Origins>) -> Self {
        Self { origins, ..Self::of_system(system) }
    }

    fn of_lowered(
        session: &Session,
        program: &Program,
        lowered: Lowered,
        target: Target<'_>,
    ) -> Result<Self, Failure> {
        let Lowered { mut system, mut origins, labels, warnings } = lowered;
        let mut properties: Vec<String> = program.properties.iter().map(|p| p.name.clone()).collect();
        session.warn(&warnings);
        if let Target::System(name) | Target::Process(name) = target
            && plain(name) != program.name
        {
            let wanted = plain(name);
            let is_meant = |c: &Component| match c.role {
                Role::Component => c.name == wanted,
                Role::Property => matches!(target, Target::Process(_)) && c.name.eq_ignore_ascii_case(name),
            };
            let Some(place) = system.components.iter().position(is_meant) else {
                let message =
                    format!("`{name}` is not defined: the file holds one program, `{}`", program.name);
                let parts = system.components.iter().filter(|c| c.role == Role::Component);
                let names: Vec<&str> = parts.map(|c| c.name.as_str()).collect();
                let note = format!("its tasks and variables are: {}", names.join(", "));
                let diagnostic = Diagnostic::error("E0005", message).note(note);
                return Err(match closest(&wanted, names) {
                    Some(near) => diagnostic.help(format!("did you mean `{near}`?")).into(),
                    None => diagnostic.into(),
                });
            };
            system = system.restricted_to(&[place]);
            system.name.clone_from(&system.components[0].name);
            origins = vec![origins.swap_remove(place)];
            // A property that is asked for is no statement about something else.
            properties.clear();
        }
        let variables = program.variables.iter().filter(|variable| variable.owner.is_none());
        let tasking = Tasking {
            labels,
            actions: system.actions.clone(),
            variables: variables.map(|variable| variable.name.clone()).collect(),
            properties,
        };
        Ok(Self { origins, tasking: Some(tasking), ..Self::of_system(system) })
    }

    /// The name of a component as the system has it: Ada does not tell capitals from small letters.
    pub(crate) fn spelled<'n>(&self, name: &'n str) -> Cow<'n, str> {
        if self.tasking.is_some() { plain(name).into() } else { name.into() }
    }

    /// Whether a property is the one that a name means.
    pub(super) fn is_called(&self, property: &str, name: &str) -> bool {
        property == name || self.tasking.is_some() && property.eq_ignore_ascii_case(name)
    }

    /// A property without the labels that mean no action of anybody, which it says. Otherwise they would be actions that only the property knows, and nobody could
    /// keep it from them.
    pub(super) fn without_the_impossible(
        &self,
        property: &str,
        lts: &Lts,
        labels: &[String],
        session: &Session,
    ) -> Lts {
        let mut impossible = Vec::new();
        for label in labels {
            let Some(action) = self.system.actions.get(label) else { continue };
            let mut parts = self.system.components.iter().filter(|c| c.role == Role::Component);
            if !parts.any(|c| c.lts.has_action(action)) {
                let message = format!("`{property}` speaks of `{label}`, which never happens in the program");
                session.warn(&[Diagnostic::warning("W1050", message)]);
                impossible.push(action);
            }
        }
        let mut rows = RowBuilder::new();
        for state in lts.states() {
            for step in lts.transitions(state).iter().filter(|step| !impossible.contains(&step.action)) {
                rows.add(step.action, step.target);
            }
            rows.end_row();
        }
        rows.extend_alphabet(lts.alphabet().iter().copied().filter(|action| !impossible.contains(action)));
        rows.finish(lts.initial(), lts.end()).expect("fewer transitions than before")
    }

    /// The components that make up the system when it is composed: what a program states about itself is no part of it.
    pub(super) fn without_statements(&self) -> Vec<usize> {
        let components = &self.system.components;
        let stated = |place: &usize| {
            let component = &components[*place];
            let is_stated = |tasking: &Tasking| tasking.states(&component.name);
            component.role == Role::Property && self.tasking.as_ref().is_some_and(is_stated)
        };
        (0..components.len()).filter(|place| !stated(place)).collect()
    }
}
