//! Which questions a system has, and properties that are brought in from elsewhere.

use std::sync::Arc;

use suppose_base::{Budget, Diagnostic, StateId, closest};
use suppose_lts::ops::PropertyError;
use suppose_lts::{Component, Finish, Finished, Lts, Mapped, Origins, Role, RowBuilder, System, ops};

use super::{Meaning, SystemInquiry, finished};
use crate::{AddedProperty, Failure, Question, QuestionKind, listed};

/// The name of the requirement that every action happens again and again, for sources that declare none.
const EVERYTHING: &str = "progress";

/// At most so many names are listed in a message.
const LISTED: usize = 30;

/// At most so many names are suggested for one.
const MEANT: usize = 3;

impl SystemInquiry {
    /// Lists what can be asked: properties and components that can fail, deadlock, progress, and what is
    /// defined beside the target.
    pub(super) fn list_questions(&mut self) {
        self.questions.clear();
        self.meanings.clear();
        let components = &self.system.components;
        let mut add = |question: Question, meaning: Meaning| {
            self.questions.push(question);
            self.meanings.push(meaning);
        };
        let place_of = |name: &str| {
            let all = self.definitions.iter().flat_map(|file| file.properties());
            let declared = all.filter(|(known, _)| known == name).find_map(|(_, span)| span);
            declared.or_else(|| self.dialect.declared_at(name))
        };
        for (place, component) in components.iter().enumerate() {
            if component.role == Role::Property || component.lts.has_error() {
                let mut question = Question::declared(QuestionKind::Property, component.name.clone());
                // With a prefix or a number no file has the name.
                question.span = place_of(&component.name).or_else(|| self.origins[place].definition());
                add(question, Meaning::Safe(place));
            }
        }
        let left_out = self.every.iter().flat_map(|every| &every.left_out);
        for (number, left_out) in left_out.enumerate() {
            let question = Question::declared(QuestionKind::Property, left_out.property.clone());
            add(Question { span: left_out.span, ..question }, Meaning::NotForEvery(number));
        }
        let has_property = components.iter().any(|c| c.role == Role::Property);
        let deadlock = Question::declared(QuestionKind::Deadlock, "deadlock");
        add(Question { usual: !has_property, declared: false, ..deadlock }, Meaning::DeadlockFree);
        for (place, test) in self.progress.iter().enumerate() {
            let question = Question::declared(QuestionKind::Progress, test.name.clone());
            add(Question { usual: false, span: test.span, ..question }, Meaning::Progress(Some(place)));
        }
        if self.progress.is_empty() {
            let question = Question::declared(QuestionKind::Progress, EVERYTHING);
            add(Question { usual: false, declared: false, ..question }, Meaning::Progress(None));
        }
        for (number, file) in self.definitions.iter().enumerate() {
            for (name, span) in file.properties() {
                let inside = |c: &Component| is_instance(&c.name, &name);
                if !components.iter().any(inside) {
                    let question = Question::declared(QuestionKind::Property, name);
                    add(Question { usual: false, span, ..question }, Meaning::Elsewhere(number));
                }
            }
            for (name, span) in file.assertions() {
                let question = Question::declared(QuestionKind::Assertion, name);
                add(Question { usual: false, span, ..question }, Meaning::Assertion);
            }
        }
    }

    /// The questions that a name means: one, or all of the same name where several files have one.
    pub(super) fn questions_named(&self, name: &str) -> Vec<usize> {
        let fits = |&place: &usize| {
            let known = &self.questions[place].name;
            self.dialect.is_called(known, name) || is_numbered(known, name)
        };
        (0..self.questions.len()).filter(fits).collect()
    }

    /// The component that a question is about, if it asks whether one stays out of π and that is part of the
    /// system.
    pub fn watched(&self, question: usize) -> Option<usize> {
        if let Meaning::Safe(component) = self.meanings[question] { Some(component) } else { None }
    }

    /// Makes a property that is defined beside the target a part of the system.
    pub(super) fn bring_in(&mut self, place: usize, budget: &Budget) -> Result<(), Failure> {
        let Meaning::Elsewhere(file) = self.meanings[place] else { return Ok(()) };
        let name = self.questions[place].name.clone();
        let (system, origins, finish) = self.definitions[file].property(&name, budget)?;
        let property = AddedProperty { name, system, origins, finish };
        let (added, _) = self.insert_property(&property, Some(file), budget)?;
        self.meanings[place] = Meaning::Safe(added);
        Ok(())
    }

    /// Adds a property to the components, which is defined in one of the files or comes from outside. A name
    /// that is taken gets a number. Gives its place, and warnings about it.
    pub(super) fn insert_property(
        &mut self,
        property: &AddedProperty,
        file: Option<usize>,
        budget: &Budget,
    ) -> Result<(usize, Vec<Diagnostic>), Failure> {
        let AddedProperty { name, system, origins, finish } = property;
        let Finished { lts, role, .. } = finished(system, *finish, budget)?;
        // What only has some moves to π must be completed too, or it would block the components that it is to
        // watch. `property P = ERROR` cannot be, and need not: it is violated by its own first step.
        let is_property = role == Role::Property || is_broken(&lts);
        let written = match &origins[..] {
            [only] if *finish == Finish::AsIs && system.hidden.is_empty() && system.priority.is_none() => {
                only.clone()
            }
            // Composing renumbers the states.
            _ => Origins::default(),
        };
        let (lts, written) = if is_property {
            (lts, written)
        } else {
            let Mapped { lts, map } = ops::reachable(&lts);
            let is_same = (0..map.len()).map(StateId::must).all(|state| map.get(state) == Some(state));
            let written = if is_same { written } else { written.merged(&map, lts.num_states()) };
            (ops::error_lts(&lts).map_err(|error| no_property(name, error, system, &written))?, written)
        };
        let known = lts.alphabet().to_vec();
        let (lts, unknown) = self.dialect.bound(&lts, &system.actions, &mut self.system.actions)?;
        let (lts, warnings) = self.without_the_impossible(name, lts, &unknown);
        let hidden = self.hidden_meanings(&lts, file);
        let lts = if hidden.is_empty() { lts } else { ops::relabel(&lts, &hidden.iter().copied().collect()) };
        let name = self.free_name(name);
        self.system.components.push(Component { name, lts: Arc::new(lts), role: Role::Property });
        // A dialect may give a label several meanings, and so may files that hide it; the states stay what
        // they are.
        self.origins.push(if self.dialect.is_special() || !hidden.is_empty() {
            written.without_places()
        } else {
            written.translated(&known, &system.actions, &self.system.actions)
        });
        Ok((self.system.components.len() - 1, warnings))
    }

    /// A name that no component has: the one that is wanted, or that with a number.
    pub(super) fn free_name(&self, wanted: &str) -> String {
        let is_taken = |name: &str| self.system.components.iter().any(|c| c.name == name);
        let numbered = (2..).map(|number| format!("{wanted}#{number}"));
        let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
        names.find(|name| !is_taken(name)).expect("there are more numbers than components")
    }

    /// A property without the labels that mean no action of anybody. Otherwise they would be actions that
    /// only the property knows, and nobody could keep it from them.
    fn without_the_impossible(&self, property: &str, lts: Lts, labels: &[String]) -> (Lts, Vec<Diagnostic>) {
        let (mut impossible, mut warnings) = (Vec::new(), Vec::new());
        for label in labels {
            let Some(action) = self.system.actions.get(label) else { continue };
            let mut parts = self.system.components.iter().filter(|c| c.role == Role::Component);
            if parts.any(|c| c.lts.has_action(action)) {
                continue;
            }
            if let Some(warning) = self.dialect.impossible(property, label) {
                warnings.push(warning);
                impossible.push(action);
            }
        }
        if impossible.is_empty() {
            return (lts, warnings);
        }
        let mut rows = RowBuilder::new();
        for state in lts.states() {
            for step in lts.transitions(state).iter().filter(|step| !impossible.contains(&step.action)) {
                rows.add(step.action, step.target);
            }
            rows.end_row();
        }
        rows.extend_alphabet(lts.alphabet().iter().copied().filter(|action| !impossible.contains(action)));
        let lts = rows.finish(lts.initial(), lts.end()).expect("fewer transitions than before");
        (lts, warnings)
    }

    pub(super) fn unknown_property(&self, wanted: &str) -> Diagnostic {
        let is_named = |question: &&Question| question.declared;
        let mut known: Vec<&str> =
            self.questions.iter().filter(is_named).map(|question| question.name.as_str()).collect();
        known.sort_unstable();
        known.dedup();
        let message = format!("`{wanted}` is neither a property of the input nor a file");
        let mut diagnostic = Diagnostic::error("E0005", message);
        let mut declared = self.definitions.iter().flat_map(|file| file.properties());
        let instances: Vec<&str> = known.iter().copied().filter(|name| is_instance(name, wanted)).collect();
        if declared.any(|(name, _)| name == wanted) && !instances.is_empty() {
            let names: Vec<String> = instances.iter().take(MEANT).map(|name| format!("`{name}`")).collect();
            diagnostic = diagnostic.help(format!("did you mean {}?", names.join(" or ")));
        } else if self.definitions.iter().any(|file| file.has_process(wanted)) {
            let help = format!("`{wanted}` is an ordinary process; write `property` before its definition");
            diagnostic = diagnostic.help(help);
        } else if let Some(near) = closest(wanted, known.iter().copied()) {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        }
        if known.is_empty() {
            diagnostic.note("the input defines no properties")
        } else {
            diagnostic.note(listed("properties are", &known, LISTED))
        }
    }
}

/// Why a process cannot be a property, at the label that is to blame where that is known.
fn no_property(name: &str, error: PropertyError, system: &System, written: &Origins) -> Diagnostic {
    let why = error.describe(&system.actions);
    let message = Diagnostic::error("E0008", format!("`{name}` cannot be a property: {why}"))
        .help("write `deterministic` before the process, or remove the choice or the hiding");
    match written.find(error.state, error.action).or_else(|| written.definition()) {
        Some(span) => message.at(span, ""),
        None => message,
    }
}

/// Whether a process is in error before anything happens.
fn is_broken(lts: &Lts) -> bool {
    let first = lts.initial();
    first.is_error() || lts.transitions(first).iter().any(|t| t.action.is_tau() && t.target.is_error())
}

/// Whether a name is another one with a number behind it, as components of one name have.
fn is_numbered(known: &str, name: &str) -> bool {
    let number = known.strip_prefix(name).and_then(|rest| rest.strip_prefix('#'));
    number.is_some_and(|number| number.parse::<u32>().is_ok())
}

/// Whether a component is an instance of a property: itself, with a number, with a prefix (`a:P`), or with
/// arguments.
fn is_instance(component: &str, property: &str) -> bool {
    let Some(at) = component.rfind(property) else { return false };
    let (before, after) = (&component[..at], &component[at + property.len()..]);
    (before.is_empty() || before.ends_with([':', '.']))
        && (after.is_empty() || after.starts_with(['#', '(', '/']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_of_a_property() {
        for (component, is) in [
            ("SAFE", true),
            ("a:SAFE", true),
            ("{a,b}::SAFE", true),
            ("SAFE#2", true),
            ("S.SAFE(3)", true),
            ("UNSAFE", false),
            ("SAFETY", false),
            ("SAF", false),
        ] {
            assert_eq!(is_instance(component, "SAFE"), is, "{component}");
        }
        assert!(is_numbered("P#2", "P") && !is_numbered("P#x", "P") && !is_numbered("P", "P"));
    }
}
