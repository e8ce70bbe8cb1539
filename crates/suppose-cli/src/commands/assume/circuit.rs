//! `suppose assume` for circuits: what nets need of the others so that they do not fail.
//!
//! The nets are taken together, as one component in the maximal environment. No environment can keep a net from changing its outputs; so a state
//! from which the nets fail by themselves is as bad as the failure (Yao 2012, autofailure), and what is left to the environment are its inputs. The interface is what others can see.

use std::sync::Arc;

use suppose::base::{ActionId, Diagnostic, closest};
use suppose::lts::{Component, Role, System};
use suppose::nets::build::state_graph;
use suppose::nets::{Design, Effect, Failure as Kind, Failures, Target};

use super::choose::{Chosen, listed, parts};
use crate::args::Assume;
use crate::session::{Failure, Session};
use crate::subject::{self, Circuit, Subject, all_nets};

/// Whether the files are nets, and the property is that nets do not fail.
pub(super) fn is_meant(options: &Assume) -> bool {
    let about_failures = options.property.as_ref().is_none_or(|name| kind(name).is_some());
    about_failures && all_nets(&options.files, &options.input)
}

/// The kind of failure of a name. Deadlock is no matter of one component.
fn kind(name: &str) -> Option<Kind> {
    Failures::STEPS.iter().find(|kind| kind.name() == name)
}

/// The nets as one component, and what is asked of their environment.
pub(super) fn choose(options: &Assume, session: &mut Session) -> Result<(Subject, Chosen), Failure> {
    let circuit = Circuit::read(session, &options.files, &options.input)?;
    circuit.check_target(subject::Target::system(options.system.as_ref()))?;
    let design = &circuit.design;
    let members = members(options, design)?;
    let wanted = options.property.as_deref().and_then(kind);
    let failures = wanted.map_or(Failures::STEPS, |kind| Failures::of(&[kind]));
    let graph = state_graph(design, &members, failures, true, &session.budget)?.graph;
    let nets: Vec<String> = members.iter().map(|&net| design.nets[net].name.clone()).collect();
    let component = Component { name: nets.join(", "), lts: Arc::new(graph.lts), role: Role::Component };
    let (name, actions) = (design.name.clone(), design.actions.clone());
    let system = System { name, actions, components: vec![component], ..System::default() };
    let mut interface: Vec<ActionId> = graph.inputs.iter().chain(&graph.outputs).copied().collect();
    interface
        .extend(loose_ends(design, &members).filter(|&action| system.components[0].lts.has_action(action)));
    interface.sort_unstable();
    interface.dedup();
    let kind = Some(wanted.map_or("no failure", Kind::name).to_owned());
    let mut chosen = Chosen { components: vec![0], property: 0, interface, kind, nets };
    if let Some(text) = &options.interface {
        chosen.interface = chosen.named_actions(text, &system)?;
    }
    chosen.check(options, &system)?;
    Ok((Subject::of_system(system), chosen))
}

/// In a circuit without its environment: changes of wires that nobody in the circuit looks at. They are meant for the environment.
fn loose_ends(design: &Design, members: &[usize]) -> impl Iterator<Item = ActionId> {
    let of_net = move |&net: &usize| {
        let transitions = design.nets[net].transitions.iter().enumerate();
        transitions.filter_map(move |(t, transition)| match &transition.effects[..] {
            [Effect { target: Target::Wire(wire), .. }] if design.wire(*wire).users == [net] => {
                Some(design.labels(net, t).moved)
            }
            _ => None,
        })
    };
    let members = if design.is_open() { members } else { &[] };
    members.iter().flat_map(of_net)
}

/// The nets that `--component` names, sorted.
fn members(options: &Assume, design: &Design) -> Result<Vec<usize>, Failure> {
    let names: Vec<&str> = design.nets.iter().map(|net| net.name.as_str()).collect();
    let Some(text) = &options.component else {
        if names.len() == 1 {
            return Ok(vec![0]);
        }
        let message = format!(
            "the design has {} components: say with --component which of them the assumption is for",
            names.len()
        );
        return Err(Diagnostic::error("E0604", message).note(listed("components are", &names)).into());
    };
    let mut members: Vec<usize> = Vec::new();
    for wanted in parts(text) {
        let inside = |name: &str| name.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('.'));
        let mut found: Vec<usize> = (0..names.len()).filter(|&net| names[net] == wanted).collect();
        if found.is_empty() {
            found = (0..names.len()).filter(|&net| inside(names[net])).collect();
        }
        if found.is_empty() {
            let message = format!("the design has no component `{wanted}`");
            let diagnostic = Diagnostic::error("E0601", message).note(listed("components are", &names));
            return Err(match closest(wanted, names.iter().copied()) {
                Some(near) => diagnostic.help(format!("did you mean `{near}`?")).into(),
                None => diagnostic.into(),
            });
        }
        for net in found {
            if members.contains(&net) {
                let message = format!("--component names `{}` twice", names[net]);
                return Err(Diagnostic::error("E0602", message).into());
            }
            members.push(net);
        }
    }
    if members.is_empty() {
        let diagnostic = Diagnostic::error("E0604", "--component names nothing");
        return Err(diagnostic.note(listed("components are", &names)).into());
    }
    members.sort_unstable();
    Ok(members)
}
