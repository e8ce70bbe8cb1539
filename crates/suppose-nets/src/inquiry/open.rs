//! What nets need of the others so that they do not fail: which nets, which failures and which actions an
//! assumption is about.
//!
//! The nets are taken together, as one component in the maximal environment. No environment can keep a net
//! from changing its outputs; so a state from which the nets fail by themselves is as bad as the failure (Yao
//! 2012, autofailure), and what is left to the environment are its inputs. The interface is what others can
//! see.

use std::sync::Arc;

use suppose_base::{ActionId, Diagnostic, closest};
use suppose_inquiry::{Failure, Inquiry, OpenQuestion, OpenRequest, Reader, list_parts, listed};
use suppose_lts::{Component, Origins, Role, System};

use super::NetInquiry;
use crate::build::state_graph;
use crate::design::Design;
use crate::failure::Failures;
use crate::net::{Effect, Target};

/// At most so many names are listed in a message.
const LISTED: usize = 20;

impl NetInquiry {
    /// What a request means here. A property that is no kind of failure of a step is asked of the nets as
    /// LTSs, where it may be one of them.
    pub(super) fn open_question(
        &self,
        request: &OpenRequest,
        reader: &mut Reader,
    ) -> Result<OpenQuestion, Failure> {
        let failures = match &request.property {
            None => Failures::STEPS,
            Some(name) => match Failures::STEPS.iter().find(|kind| kind.name() == name) {
                Some(kind) => Failures::of(&[kind]),
                None => return self.as_system(&reader.budget)?.open(request, reader),
            },
        };
        let design = &self.design;
        let members = members(request, design)?;
        let graph = state_graph(design, &members, failures, true, &reader.budget)?.graph;
        let names: Vec<String> = members.iter().map(|&net| design.nets[net].name.clone()).collect();
        let component = Component { name: names.join(", "), lts: Arc::new(graph.lts), role: Role::Component };
        let mut interface: Vec<ActionId> = graph.inputs.iter().chain(&graph.outputs).copied().collect();
        interface.extend(loose_ends(design, &members).filter(|&action| component.lts.has_action(action)));
        interface.sort_unstable();
        interface.dedup();
        let (name, actions) = (design.name.clone(), design.actions.clone());
        let system = System { name, actions, components: vec![component], ..System::default() };
        let property = request.property.clone().unwrap_or_else(|| "no failure".to_owned());
        let mut open = OpenQuestion {
            system,
            origins: vec![Origins::default()],
            components: vec![0],
            property: 0,
            interface,
            property_name: Some(property),
            component_names: names,
        };
        match &request.interface {
            Some(text) => open.choose_interface(Some(text))?,
            None => open.check_interface(false)?,
        }
        Ok(open)
    }
}

/// In a circuit without its environment: changes of wires that nobody in the circuit looks at. They are meant
/// for the environment.
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

/// The nets that a request names, sorted.
fn members(request: &OpenRequest, design: &Design) -> Result<Vec<usize>, Failure> {
    let names: Vec<&str> = design.nets.iter().map(|net| net.name.as_str()).collect();
    let Some(text) = &request.component else {
        if names.len() == 1 {
            return Ok(vec![0]);
        }
        let message = format!(
            "the design has {} components: say with --component which of them the assumption is for",
            names.len()
        );
        return Err(Diagnostic::error("E0604", message)
            .note(listed("components are", &names, LISTED))
            .into());
    };
    let mut members: Vec<usize> = Vec::new();
    for wanted in list_parts(text) {
        let inside = |name: &str| name.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('.'));
        let mut found: Vec<usize> = (0..names.len()).filter(|&net| names[net] == wanted).collect();
        if found.is_empty() {
            found = (0..names.len()).filter(|&net| inside(names[net])).collect();
        }
        if found.is_empty() {
            let message = format!("the design has no component `{wanted}`");
            let diagnostic =
                Diagnostic::error("E0601", message).note(listed("components are", &names, LISTED));
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
        return Err(diagnostic.note(listed("components are", &names, LISTED)).into());
    }
    members.sort_unstable();
    Ok(members)
}
