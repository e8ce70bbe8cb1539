//! Which components, which property and which actions an assumption is about.

use suppose_base::{ActionId, Diagnostic, StopReason, closest};
use suppose_lts::Role;

use super::{Meaning, SystemInquiry};
use crate::{Failure, OpenQuestion, OpenRequest, QuestionKind, Reader, list_parts, listed};

/// At most so many names are listed in a message.
const LISTED: usize = 20;

impl SystemInquiry {
    /// What a request means here.
    pub(super) fn open_question(
        &mut self,
        request: &OpenRequest,
        reader: &mut Reader,
    ) -> Result<OpenQuestion, Failure> {
        let mut components = self.requested_components(request)?;
        let property = self.requested_property(request, &components, reader)?;
        if self.acts(property) && !components.contains(&property) {
            components.push(property);
            components.sort_unstable();
        }
        let mut open = OpenQuestion {
            system: self.system.clone(),
            origins: self.origins.clone(),
            components,
            property,
            interface: Vec::new(),
            property_name: None,
            component_names: Vec::new(),
        };
        open.choose_interface(request.interface.as_ref().map(|text| self.dialect.actions(text)).as_deref())?;
        Ok(open)
    }

    /// Whether a component takes part in what is asked; properties only watch.
    fn acts(&self, index: usize) -> bool {
        self.system.components[index].role == Role::Component
    }
}

impl OpenQuestion {
    /// Chooses the actions of the environment: those of a text, else those that are shared.
    ///
    /// # Errors
    /// When there are none, or the property watches one that nobody has.
    pub fn choose_interface(&mut self, text: Option<&str>) -> Result<(), Failure> {
        self.interface = match text {
            Some(text) => self.named_actions(text)?,
            None => self.shared_actions(),
        };
        self.check_interface(text.is_some())
    }

    fn has(&self, action: ActionId) -> bool {
        self.components.iter().any(|&i| self.system.components[i].lts.has_action(action))
    }

    /// The actions of the components and the property, in order of names.
    fn known(&self) -> Vec<ActionId> {
        let system = &self.system;
        let all = self.components.iter().chain([&self.property]);
        let mut actions: Vec<ActionId> =
            all.flat_map(|&i| system.components[i].lts.alphabet().iter().copied()).collect();
        actions.sort_by(|a, b| system.actions.name(*a).cmp(system.actions.name(*b)));
        actions.dedup();
        actions
    }

    /// What the rest of the target shares with the components or the property; without a rest, what is not
    /// hidden.
    fn shared_actions(&self) -> Vec<ActionId> {
        let system = &self.system;
        let parts = system.components.iter().enumerate();
        let rest: Vec<_> = parts
            .filter(|(i, c)| c.role == Role::Component && !self.components.contains(i))
            .map(|(_, c)| c)
            .collect();
        let shared = |a: &ActionId| {
            if rest.is_empty() { !system.is_hidden(*a) } else { rest.iter().any(|c| c.lts.has_action(*a)) }
        };
        let mut actions = self.known();
        actions.retain(shared);
        actions.sort_unstable();
        actions
    }

    /// The actions that a list of names and patterns means.
    fn named_actions(&self, text: &str) -> Result<Vec<ActionId>, Failure> {
        let (system, known) = (&self.system, self.known());
        let mut found = Vec::new();
        for wanted in list_parts(text) {
            // An index may be written as in FSP.
            let plain = wanted.replace('[', ".").replace(']', "");
            let fits = |a: &&ActionId| {
                let name = system.actions.name(**a);
                match plain.strip_suffix('*') {
                    Some(start) => name.starts_with(start),
                    None => name == plain || name == wanted,
                }
            };
            let before = found.len();
            found.extend(known.iter().filter(fits).copied());
            if found.len() == before {
                let elsewhere = system.actions.get(&plain).is_some_and(|a| !a.is_tau());
                let message = match (plain.ends_with('*'), elsewhere) {
                    (true, _) => format!("no action of the components or the property fits `{wanted}`"),
                    (false, true) => {
                        format!("neither the components nor the property have the action `{wanted}`")
                    }
                    (false, false) => format!("there is no action `{wanted}`"),
                };
                let names: Vec<&str> = known.iter().map(|a| system.actions.name(*a)).collect();
                return Err(Diagnostic::error("E0606", message)
                    .note(listed("actions are", &names, LISTED))
                    .into());
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// An interface has actions, and nothing that the property watches is outside it and the components.
    ///
    /// # Errors
    /// Says which action is missing.
    pub fn check_interface(&self, was_named: bool) -> Result<(), Failure> {
        let system = &self.system;
        let watched = &system.components[self.property];
        let lost = |a: &&ActionId| self.interface.binary_search(a).is_err() && !self.has(**a);
        let lost: Vec<ActionId> = watched.lts.alphabet().iter().filter(lost).copied().collect();
        if !lost.is_empty() {
            let names = system.actions.sorted_names(lost);
            let message = format!(
                "`{}` watches {}, which neither the components nor the interface have",
                watched.name,
                quoted(&names)
            );
            let mut wanted = system.actions.sorted_names(self.interface.iter().copied());
            wanted.extend(&names);
            wanted.sort_unstable();
            let help = if wanted.len() <= LISTED {
                format!("if the environment does it: --interface '{}'", wanted.join(","))
            } else {
                "if the environment does it, add it to --interface".to_owned()
            };
            return Err(Diagnostic::error("E0608", message).help(help).into());
        }
        if self.interface.is_empty() {
            let message = if was_named {
                "--interface names no action".to_owned()
            } else {
                "the rest of the target shares no action with the components or the property".to_owned()
            };
            let names: Vec<&str> = self.known().iter().map(|a| system.actions.name(*a)).collect();
            let note = listed("the components and the property have", &names, LISTED);
            return Err(Diagnostic::error("E0607", message).note(note).into());
        }
        Ok(())
    }
}

impl SystemInquiry {
    /// The components that a request names.
    fn requested_components(&self, request: &OpenRequest) -> Result<Vec<usize>, Failure> {
        let system = &self.system;
        let all: Vec<usize> = self.with_role(Role::Component);
        let names: Vec<&str> = all.iter().map(|&i| system.components[i].name.as_str()).collect();
        let Some(text) = &request.component else {
            if let [only] = all[..] {
                return Ok(vec![only]);
            }
            let message = if all.is_empty() {
                "the target has no component".to_owned()
            } else {
                format!(
                    "the target has {} components: say with --component which of them the assumption is for",
                    all.len()
                )
            };
            let mut diagnostic =
                Diagnostic::error("E0604", message).note(listed("components are", &names, LISTED));
            if !all.is_empty() {
                diagnostic = diagnostic.help(format!("for all of them: --component '{}'", system.name));
            }
            return Err(diagnostic.into());
        };
        let mut chosen: Vec<usize> = Vec::new();
        for wanted in list_parts(text) {
            let found = self.meant_by(wanted, &all, request);
            if found.is_empty() {
                return Err(self.no_component(wanted, &names).into());
            }
            for index in found {
                if chosen.contains(&index) {
                    let message = format!("--component names `{}` twice", system.components[index].name);
                    return Err(Diagnostic::error("E0602", message).into());
                }
                chosen.push(index);
            }
        }
        if chosen.is_empty() {
            let diagnostic = Diagnostic::error("E0604", "--component names nothing");
            return Err(diagnostic.note(listed("components are", &names, LISTED)).into());
        }
        let name = |index: &usize| system.components[*index].name.as_str();
        let owner = |index: &usize| self.dialect.owner(name(index));
        let is_part =
            |index: &usize| owner(index).is_some_and(|owner| chosen.iter().any(|c| name(c) == owner));
        let parts: Vec<usize> = all.into_iter().filter(|i| !chosen.contains(i) && is_part(i)).collect();
        chosen.extend(parts);
        chosen.sort_unstable();
        Ok(chosen)
    }

    /// The components that a name means: one of them, those of a composite inside the target, or all of them.
    fn meant_by(&self, wanted: &str, all: &[usize], request: &OpenRequest) -> Vec<usize> {
        let name = |i: usize| self.system.components[i].name.as_str();
        let wanted = &*self.dialect.spelled(wanted);
        let exact: Vec<usize> = all.iter().copied().filter(|&i| name(i) == wanted).collect();
        if !exact.is_empty() {
            return exact;
        }
        if self.system.name == wanted || request.aliases.iter().any(|alias| alias == wanted) {
            return all.to_vec();
        }
        let inside = |i: &usize| name(*i).strip_prefix(wanted).is_some_and(|rest| rest.starts_with('.'));
        all.iter().copied().filter(inside).collect()
    }

    fn no_component(&self, wanted: &str, names: &[&str]) -> Diagnostic {
        let is_property = |place: &usize| self.questions[*place].kind == QuestionKind::Property;
        if self.questions_named(wanted).iter().any(is_property) {
            let message = format!("`{wanted}` is a property, not a component");
            return Diagnostic::error("E0603", message).help(format!("name it with --property {wanted}"));
        }
        let message = format!("the target has no component `{wanted}`");
        let diagnostic = Diagnostic::error("E0601", message).note(listed("components are", names, LISTED));
        match closest(wanted, names.iter().copied()) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic,
        }
    }

    /// What is watched: the property that is named, else the only one, else the only component that can reach
    /// π by itself.
    fn requested_property(
        &mut self,
        request: &OpenRequest,
        components: &[usize],
        reader: &mut Reader,
    ) -> Result<usize, Failure> {
        if let Some(wanted) = &request.property {
            let Some(&place) = self.questions_named(wanted).first() else {
                return Err(self.unknown_property(wanted).into());
            };
            self.bring_in(place, &reader.budget)?;
            return if let Meaning::Safe(component) = self.meanings[place] {
                Ok(component)
            } else {
                let kind = self.questions[place].kind.name();
                let asked = if kind == wanted { kind.to_owned() } else { format!("{kind} `{wanted}`") };
                let what = format!("an assumption for {asked}: only safety properties have one");
                Err(StopReason::Unsupported(what).into())
            };
        }
        let system = &self.system;
        let properties = self.with_role(Role::Property);
        let failing: Vec<usize> =
            components.iter().copied().filter(|&i| system.components[i].lts.has_error()).collect();
        let candidates = if properties.is_empty() { failing } else { properties };
        if let [only] = candidates[..] {
            return Ok(only);
        }
        let names: Vec<&str> = candidates.iter().map(|&i| system.components[i].name.as_str()).collect();
        let diagnostic = if names.is_empty() {
            Diagnostic::error("E0605", "the target has no property: name one with --property")
        } else {
            Diagnostic::error("E0605", "the target has several properties: name one with --property")
                .note(listed("properties are", &names, LISTED))
        };
        Err(diagnostic.into())
    }
}

fn quoted(names: &[&str]) -> String {
    let shown: Vec<String> = names.iter().take(LISTED).map(|name| format!("`{name}`")).collect();
    shown.join(", ")
}
