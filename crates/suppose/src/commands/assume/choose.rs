//! Which components, which property and which actions an assumption is about.

use suppose::base::{ActionId, Diagnostic, StopReason, closest};
use suppose::fsp::Model;
use suppose::lts::{Role, System};

use super::acts;
use crate::args::Assume;
use crate::input::stem;
use crate::session::{Failure, Session};
use crate::subject::{Property, Subject};

/// At most so many names are listed in a message.
const LISTED: usize = 20;

/// What the options choose.
pub(super) struct Chosen {
    /// The components in order; what is watched is among them when it is a component itself.
    pub components: Vec<usize>,
    /// What is watched.
    pub property: usize,
    /// The actions of the environment, sorted by number.
    pub interface: Vec<ActionId>,
    /// What the property is called, where it is not called as what is watched.
    pub kind: Option<String>,
    /// The nets that the only component stands for.
    pub nets: Vec<String>,
}

impl Chosen {
    pub(super) fn new(
        options: &Assume,
        subject: &mut Subject,
        session: &mut Session,
    ) -> Result<Self, Failure> {
        let mut components = components(options, subject)?;
        let property = property(options, subject, &components, session)?;
        if acts(subject, property) && !components.contains(&property) {
            components.push(property);
            components.sort_unstable();
        }
        let mut chosen = Self { components, property, interface: Vec::new(), kind: None, nets: Vec::new() };
        chosen.interface = match &options.interface {
            Some(text) if subject.tasking.is_some() => {
                chosen.named_actions(&text.to_lowercase(), &subject.system)?
            }
            Some(text) => chosen.named_actions(text, &subject.system)?,
            None => chosen.shared_actions(&subject.system),
        };
        chosen.check(options, &subject.system)?;
        Ok(chosen)
    }

    /// The name of the property.
    pub(super) fn property_name<'s>(&'s self, system: &'s System) -> &'s str {
        self.kind.as_deref().unwrap_or(&system.components[self.property].name)
    }

    /// The names of the components.
    pub(super) fn component_names<'s>(&'s self, system: &'s System) -> Vec<&'s str> {
        if self.nets.is_empty() {
            self.components.iter().map(|&i| system.components[i].name.as_str()).collect()
        } else {
            self.nets.iter().map(String::as_str).collect()
        }
    }

    fn has(&self, system: &System, action: ActionId) -> bool {
        self.components.iter().any(|&i| system.components[i].lts.has_action(action))
    }

    /// The actions of the components and the property, in order of names.
    fn known(&self, system: &System) -> Vec<ActionId> {
        let all = self.components.iter().chain([&self.property]);
        let mut actions: Vec<ActionId> =
            all.flat_map(|&i| system.components[i].lts.alphabet().iter().copied()).collect();
        actions.sort_by(|a, b| system.actions.name(*a).cmp(system.actions.name(*b)));
        actions.dedup();
        actions
    }

    /// What the rest of the target shares with the components or the property; without a rest, what is not hidden.
    pub(super) fn shared_actions(&self, system: &System) -> Vec<ActionId> {
        let parts = system.components.iter().enumerate();
        let rest: Vec<_> = parts
            .filter(|(i, c)| c.role == Role::Component && !self.components.contains(i))
            .map(|(_, c)| c)
            .collect();
        let shared = |a: &ActionId| {
            if rest.is_empty() { !system.is_hidden(*a) } else { rest.iter().any(|c| c.lts.has_action(*a)) }
        };
        let mut actions = self.known(system);
        actions.retain(shared);
        actions.sort_unstable();
        actions
    }

    /// The actions that a list of names and patterns means.
    pub(super) fn named_actions(&self, text: &str, system: &System) -> Result<Vec<ActionId>, Failure> {
        let known = self.known(system);
        let mut found = Vec::new();
        for wanted in parts(text) {
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
                return Err(Diagnostic::error("E0606", message).note(listed("actions are", &names)).into());
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// An interface has actions, and nothing that the property watches is outside it and the components.
    pub(super) fn check(&self, options: &Assume, system: &System) -> Result<(), Failure> {
        let watched = &system.components[self.property];
        let lost = |a: &&ActionId| self.interface.binary_search(a).is_err() && !self.has(system, **a);
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
            let message = if options.interface.is_some() {
                "--interface names no action".to_owned()
            } else {
                "the rest of the target shares no action with the components or the property".to_owned()
            };
            let names: Vec<&str> = self.known(system).iter().map(|a| system.actions.name(*a)).collect();
            let note = listed("the components and the property have", &names);
            return Err(Diagnostic::error("E0607", message).note(note).into());
        }
        Ok(())
    }
}

/// The components that `--component` names.
fn components(options: &Assume, subject: &Subject) -> Result<Vec<usize>, Failure> {
    let system = &subject.system;
    let all: Vec<usize> = (0..system.components.len()).filter(|&i| acts(subject, i)).collect();
    let names: Vec<&str> = all.iter().map(|&i| system.components[i].name.as_str()).collect();
    let Some(text) = &options.component else {
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
        let mut diagnostic = Diagnostic::error("E0604", message).note(listed("components are", &names));
        if !all.is_empty() {
            diagnostic = diagnostic.help(format!("for all of them: --component '{}'", subject.system.name));
        }
        return Err(diagnostic.into());
    };
    let mut chosen: Vec<usize> = Vec::new();
    for wanted in parts(text) {
        let found = named(subject, &all, options, wanted);
        if found.is_empty() {
            return Err(unknown(subject, wanted, &names).into());
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
        return Err(diagnostic.note(listed("components are", &names)).into());
    }
    chosen.sort_unstable();
    Ok(chosen)
}

/// The components that a name means: one of them, those of a composite inside the target, or all of them.
fn named(subject: &Subject, all: &[usize], options: &Assume, wanted: &str) -> Vec<usize> {
    let name = |i: usize| subject.system.components[i].name.as_str();
    let wanted = &*subject.spelled(wanted);
    let exact: Vec<usize> = all.iter().copied().filter(|&i| name(i) == wanted).collect();
    if !exact.is_empty() {
        return exact;
    }
    let whole = subject.system.name == wanted
        || matches!(&options.files[..], [file] if stem(file) == wanted || file.to_str() == Some(wanted));
    if whole {
        return all.to_vec();
    }
    let inside = |i: &usize| name(*i).strip_prefix(wanted).is_some_and(|rest| rest.starts_with('.'));
    all.iter().copied().filter(inside).collect()
}

fn unknown(subject: &Subject, wanted: &str, names: &[&str]) -> Diagnostic {
    let components = &subject.system.components;
    let mut known = subject.models.iter().flat_map(Model::properties);
    let is_property = components.iter().any(|c| c.name == wanted && c.role == Role::Property)
        || known.any(|name| name == wanted);
    if is_property {
        let message = format!("`{wanted}` is a property, not a component");
        return Diagnostic::error("E0603", message).help(format!("name it with --property {wanted}"));
    }
    let message = format!("the target has no component `{wanted}`");
    let diagnostic = Diagnostic::error("E0601", message).note(listed("components are", names));
    match closest(wanted, names.iter().copied()) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
        None => diagnostic,
    }
}

/// What is watched: the property that is named, else the only one, else the only component that can reach π by itself.
fn property(
    options: &Assume,
    subject: &mut Subject,
    components: &[usize],
    session: &mut Session,
) -> Result<usize, Failure> {
    if let Some(wanted) = &options.property {
        return match subject.find_property(session, wanted, &options.input)? {
            Property::Component(index) => Ok(index),
            Property::Formula(name) => {
                let what = format!("an assumption for the formula {name}");
                Err(StopReason::Unsupported(what).into())
            }
        };
    }
    let system = &subject.system;
    let properties: Vec<usize> = (0..system.components.len()).filter(|&i| !acts(subject, i)).collect();
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
            .note(listed("properties are", &names))
    };
    Err(diagnostic.into())
}

/// The parts of a list separated by commas; a comma in brackets, as in `{a,b}::P` or `Lock(2,0)`, separates nothing.
pub(super) fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0usize;
    text.split(move |c: char| {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    })
    .map(str::trim)
    .filter(|part| !part.is_empty())
}

pub(super) fn listed(what: &str, names: &[&str]) -> String {
    match names.len() {
        0 => format!("{what}: none"),
        n if n > LISTED => format!("{what}: {}, and {} more", names[..LISTED].join(", "), n - LISTED),
        _ => format!("{what}: {}", names.join(", ")),
    }
}

fn quoted(names: &[&str]) -> String {
    let shown: Vec<String> = names.iter().take(LISTED).map(|name| format!("`{name}`")).collect();
    shown.join(", ")
}
