//! Nodes and arcs of all pages of a net, with what their labels say.
//!
//! Pages may be nested; they are opened in the order of the file.

use roxmltree::Node as Element;
use suppose_base::{Diagnostic, FileId, Span};

use crate::pnml::labels::{self, ArcKind, Rank};
use crate::pnml::xml::opening;
use suppose_base::Reports;

/// What a node is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind<'t> {
    /// With its tokens at first, 0 or 1, and how many it may hold, 0 for any number.
    Place {
        tokens: u64,
        capacity: u64,
    },
    Transition,
    PlaceReference {
        to: &'t str,
    },
    TransitionReference {
        to: &'t str,
    },
}

/// A place, a transition or a reference to one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'t> {
    pub(super) id: &'t str,
    pub(super) kind: Kind<'t>,
    pub(super) span: Span,
}

/// An arc.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc<'t> {
    pub(super) source: &'t str,
    pub(super) target: &'t str,
    pub(super) kind: ArcKind,
    pub(super) span: Span,
}

/// What a net is made of.
#[derive(Debug, Default)]
pub(super) struct Parts<'t> {
    pub(super) nodes: Vec<Node<'t>>,
    pub(super) arcs: Vec<Arc<'t>>,
}

/// All nodes and arcs of a net.
pub(super) fn collect<'t>(net: Element<'t, '_>, file: FileId, messages: &mut Reports) -> Parts<'t> {
    let mut parts = Parts::default();
    let mut first_rank: Option<(&str, Rank)> = None;
    let mut is_even = true;
    for attribute in net.attributes() {
        labels::refuse_attribute(net, attribute, &["type"], file, messages);
    }
    // Elements of open pages that are still to come, innermost page last.
    let mut open = vec![net.first_element_child()];
    while let Some(next) = open.pop() {
        let Some(element) = next else { continue };
        open.push(element.next_sibling_element());
        if element.tag_name().namespace() != net.tag_name().namespace() {
            continue;
        }
        let span = opening(element, file);
        match element.tag_name().name() {
            "page" => {
                for attribute in element.attributes() {
                    labels::refuse_attribute(element, attribute, &[], file, messages);
                }
                open.push(element.first_element_child());
            }
            "arc" => {
                let ends = (
                    attribute(element, "source", span, messages),
                    attribute(element, "target", span, messages),
                );
                if let (Some(source), Some(target)) = ends
                    && let Some(kind) = labels::arc(element, file, messages)
                {
                    parts.arcs.push(Arc { source, target, kind, span });
                }
            }
            kind @ ("place" | "transition" | "referencePlace" | "referenceTransition") => {
                let Some(id) = attribute(element, "id", span, messages) else { continue };
                let to = if kind.starts_with("reference") {
                    attribute(element, "ref", span, messages)
                } else {
                    None
                };
                let kind = match (kind, to) {
                    ("place", _) => {
                        let (tokens, capacity) = labels::place(element, file, messages);
                        Kind::Place { tokens, capacity }
                    }
                    ("transition", _) => {
                        let rank = labels::transition(element, file, messages);
                        let (first, same) = first_rank.get_or_insert_with(|| (id, rank.clone()));
                        if *same != rank && std::mem::take(&mut is_even) {
                            messages.push(labels::uneven(element, first, span));
                        }
                        Kind::Transition
                    }
                    (_, Some(to)) => {
                        labels::refuse_rest(element, &["ref"], file, messages);
                        if kind == "referencePlace" {
                            Kind::PlaceReference { to }
                        } else {
                            Kind::TransitionReference { to }
                        }
                    }
                    _ => continue,
                };
                parts.nodes.push(Node { id, kind, span });
            }
            _ => labels::refuse_part(element, file, messages),
        }
    }
    parts
}

/// An attribute that must be there.
fn attribute<'t>(
    element: Element<'t, '_>,
    name: &str,
    span: Span,
    messages: &mut Reports,
) -> Option<&'t str> {
    let value = element.attribute(name).filter(|value| !value.trim().is_empty());
    if value.is_none() {
        let message = format!("a `{}` has no `{name}`", element.tag_name().name());
        messages.push(Diagnostic::error("E0853", message).at(span, ""));
    }
    value
}
