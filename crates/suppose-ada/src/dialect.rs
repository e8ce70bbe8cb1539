//! How names from outside of a program are meant in it.
//!
//! Ada does not tell capitals from small letters, shared variables belong to the tasks that use them, and
//! labels of properties that are written in another language may leave out the caller and the last values of
//! a rendezvous ([`Labels`]).

use std::borrow::Cow;

use suppose_base::{ActionTable, Diagnostic, Span};
use suppose_inquiry::Failure;
use suppose_inquiry::system::{Dialect, translated};
use suppose_lts::Lts;

use crate::program::TaskId;
use crate::{Labels, Program};

/// What is left of a program in its system of LTSs.
#[derive(Clone, Debug)]
pub(crate) struct AdaDialect {
    /// What labels mean in properties that are written elsewhere, and the actions they speak about.
    labels: Labels,
    actions: ActionTable,
    /// The names of its variables, which may be components, and the tasks that those that are not shared
    /// belong to.
    variables: Vec<(String, Option<String>)>,
    /// For tasks and variables of which there are several, what these are called together and which of them
    /// each is.
    families: Vec<(String, (String, u32))>,
    /// The properties that it states, and where.
    properties: Vec<(String, Span)>,
    /// Whether the system is the whole program, which the properties are statements about.
    is_whole: bool,
}

impl AdaDialect {
    /// The dialect of a program, or of one component of it.
    pub(crate) fn new(program: &Program, labels: Labels, actions: ActionTable, is_whole: bool) -> Self {
        let task = |owner: TaskId| program.tasks[owner.0 as usize].name.clone();
        let variables = program.variables.iter().map(|v| (v.name.clone(), v.owner.map(task)));
        let task_families = program.tasks.iter().map(|task| (&task.name, &task.family));
        let families = task_families.chain(program.variables.iter().map(|v| (&v.name, &v.family)));
        let families = families.filter_map(|(name, family)| Some((name.clone(), family.clone()?)));
        let properties = program.properties.iter();
        Self {
            labels,
            actions,
            variables: variables.collect(),
            families: families.collect(),
            properties: properties.map(|property| (property.name.clone(), property.span)).collect(),
            is_whole,
        }
    }
}

impl Dialect for AdaDialect {
    fn spelled<'n>(&self, name: &'n str) -> Cow<'n, str> {
        plain_name(name).into()
    }

    fn is_called(&self, property: &str, name: &str) -> bool {
        property.eq_ignore_ascii_case(name)
    }

    fn actions<'t>(&self, text: &'t str) -> Cow<'t, str> {
        text.to_lowercase().into()
    }

    fn may_be_left_out(&self, component: &str) -> bool {
        self.variables.iter().any(|(variable, _)| variable == component)
    }

    fn owner(&self, component: &str) -> Option<&str> {
        let variable = self.variables.iter().find(|(variable, _)| variable == component)?;
        variable.1.as_deref()
    }

    fn family(&self, component: &str) -> Option<(String, u32)> {
        let known = self.families.iter().find(|(name, _)| name == component)?;
        Some(known.1.clone())
    }

    fn states(&self, property: &str) -> bool {
        // A property that is asked for by itself is no statement about something else.
        self.is_whole && self.declared_at(property).is_some()
    }

    fn declared_at(&self, property: &str) -> Option<Span> {
        self.properties.iter().find(|(name, _)| name == property).map(|&(_, span)| span)
    }

    fn bound(
        &self,
        property: &Lts,
        from: &ActionTable,
        to: &mut ActionTable,
    ) -> Result<(Lts, Vec<String>), Failure> {
        let mut actions = self.actions.clone();
        let bound = self.labels.bind(property, from, &mut actions)?;
        Ok((translated(&bound.lts, &actions, to), bound.unknown))
    }

    fn impossible(&self, property: &str, label: &str) -> Option<Diagnostic> {
        let message = format!("`{property}` speaks of `{label}`, which never happens in the program");
        Some(Diagnostic::warning("W1050", message))
    }
}

/// A name as programs have it after elaboration: in small letters, and `Pumps (1)` is `pumps.1`.
pub fn plain_name(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    for c in name.chars().filter(|c| !c.is_whitespace() && *c != ')') {
        match c {
            '(' | ',' => plain.push('.'),
            c => plain.extend(c.to_lowercase()),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::plain_name;

    #[test]
    fn names_are_plain() {
        for (written, expected) in
            [("Car", "car"), ("Pumps (1)", "pumps.1"), ("Grid(2, -1)", "grid.2.-1"), ("level.2", "level.2")]
        {
            assert_eq!(plain_name(written), expected);
        }
    }
}
