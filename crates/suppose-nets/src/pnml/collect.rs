//! Nodes and arcs of all pages of a net, with what their labels say.
//!
//! Pages may be nested; they are opened in the order of the file. A label is an element such as `initialMarking` or `inscription` with its value in
//! `text`, or in `value` as tools before the standard write it.

use roxmltree::Node as Element;
use suppose_base::{Diagnostic, FileId, Span};

use crate::messages::Messages;
use crate::pnml::not_ordinary;
use crate::pnml::xml::{is, opening};

/// What a node is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind<'t> {
    Place { tokens: u64 },
    Transition,
    PlaceReference { to: &'t str },
    TransitionReference { to: &'t str },
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
    pub(super) span: Span,
}

/// What a net is made of.
#[derive(Debug, Default)]
pub(super) struct Parts<'t> {
    pub(super) nodes: Vec<Node<'t>>,
    pub(super) arcs: Vec<Arc<'t>>,
}

/// All nodes and arcs of a net.
pub(super) fn collect<'t>(net: Element<'t, '_>, file: FileId, messages: &mut Messages) -> Parts<'t> {
    let mut parts = Parts::default();
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
            "page" => open.push(element.first_element_child()),
            "arc" => {
                let ends = (
                    attribute(element, "source", span, messages),
                    attribute(element, "target", span, messages),
                );
                if let (Some(source), Some(target)) = ends
                    && is_ordinary(element, file, messages)
                {
                    parts.arcs.push(Arc { source, target, span });
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
                    ("place", _) => Kind::Place { tokens: tokens(element, file, messages) },
                    ("transition", _) => Kind::Transition,
                    ("referencePlace", Some(to)) => Kind::PlaceReference { to },
                    ("referenceTransition", Some(to)) => Kind::TransitionReference { to },
                    _ => continue,
                };
                parts.nodes.push(Node { id, kind, span });
            }
            _ => {}
        }
    }
    parts
}

/// An attribute that must be there.
fn attribute<'t>(
    element: Element<'t, '_>,
    name: &str,
    span: Span,
    messages: &mut Messages,
) -> Option<&'t str> {
    let value = element.attribute(name).filter(|value| !value.trim().is_empty());
    if value.is_none() {
        let message = format!("a `{}` has no `{name}`", element.tag_name().name());
        messages.push(Diagnostic::error("E0853", message).at(span, ""));
    }
    value
}

/// The text of a label and where the label is; an absent or empty one counts as absent.
fn label<'t>(element: Element<'t, '_>, name: &str, file: FileId) -> Option<(&'t str, Span)> {
    let label = element.children().find(|child| is(*child, element, name))?;
    let mut values =
        label.children().filter(|child| is(*child, element, "text") || is(*child, element, "value"));
    let text = values.next()?.text()?.trim();
    (!text.is_empty()).then(|| (text, opening(label, file)))
}

fn tokens(place: Element<'_, '_>, file: FileId, messages: &mut Messages) -> u64 {
    let Some((text, span)) = label(place, "initialMarking", file) else { return 0 };
    match text.parse() {
        Ok(tokens @ (0 | 1)) => tokens,
        Ok(tokens) => {
            let message =
                format!("place `{}` begins with {tokens} tokens", place.attribute("id").unwrap_or(""));
            let message = Diagnostic::error("E0857", message).at(span, "");
            messages.push(message.help("only safe nets are supported: at most one token on each place"));
            0
        }
        Err(_) => {
            let message =
                Diagnostic::error("E0857", format!("`{text}` is not a number of tokens")).at(span, "");
            messages.push(message);
            0
        }
    }
}

/// Whether an arc moves one token and does nothing else.
fn is_ordinary(arc: Element<'_, '_>, file: FileId, messages: &mut Messages) -> bool {
    let kind = arc.children().find(|child| is(*child, arc, "type") || is(*child, arc, "arctype"));
    if let Some(kind) = kind {
        let text = || kind.children().find(|c| is(*c, arc, "text")).and_then(|c| c.text());
        let value = kind.attribute("value").or_else(text).or_else(|| kind.text()).unwrap_or("").trim();
        if !matches!(value, "" | "normal" | "arc") {
            let message = Diagnostic::error("E0858", format!("an arc of the kind `{value}`"));
            messages.push(message.at(opening(kind, file), "").help("only ordinary arcs are read"));
            return false;
        }
    }
    match label(arc, "inscription", file) {
        Some((text, span)) if text != "1" => {
            messages.push(not_ordinary(format!("an arc has the weight `{text}`"), span));
            false
        }
        _ => true,
    }
}
