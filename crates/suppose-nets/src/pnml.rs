//! Place/transition nets in PNML (ISO/IEC 15909-2).
//!
//! Contract: places and transitions are named by their identifiers, which are unique; the name of a
//! transition is the name of its action. A net has no wires. Pages are opened up and references are followed,
//! so that nothing of them is left. Names, graphics, tool-specific parts and elements of other namespaces are
//! skipped. Only what a safe net can have is accepted: arcs of weight 1, at most one token on a place.
//! Whether the net is safe is a question for a search ([`Markings`](crate::marking::Markings)). What else
//! could change the meaning is refused, known or not.
//!
//! Two things beyond the standard are read. A read arc is two arcs, there and back. A place with the capacity
//! 1 gets a second place, called after it with `free` in front, which has a token when the place has none, so
//! that a transition has to wait that would put a second token there. Higher capacities say nothing about a
//! safe net: no step from a safe marking puts a third token anywhere.
//!
//! `xml` turns the text into a tree with positions, `collect` takes the nodes and arcs out of it, `labels`
//! says what they carry, and `read` links them. All of it is linear in the text. Elements are visited with an
//! explicit stack, so depth does not matter.
//!
//! The XML is read by the crate `roxmltree`: it is widely used, has no dependencies but `memchr`, no unsafe
//! code, gives the position of every element, does not recurse on nested elements, and reads no document type
//! definitions unless asked, so there are no entities to expand. Tested in `tests/all/pnml`, with nets of the
//! Model Checking Contest and on damaged files.

mod collect;
mod labels;
mod xml;

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{Diagnostic, FileId, Span, closest};

use crate::fragment::Fragment;
use crate::net::{Net, PlaceId, Transition};
use collect::{Kind, Node, Parts};
use labels::ArcKind;
use suppose_base::Reports;

/// What an identifier stands for once references have been followed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Vertex {
    Place(PlaceId),
    Transition(usize),
}

/// Reads a PNML file. The net is called `name`.
///
/// # Errors
/// What is wrong with the text.
pub fn read(text: &str, file: FileId, name: &str) -> Result<(Fragment, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut messages = Reports::at_most(crate::MOST_MESSAGES);
    let fragment = xml::with_net(text, file, &mut messages, |element, messages| {
        let parts = collect::collect(element, file, messages);
        let mut fragment = Fragment::new(name);
        fragment.nets.push(link(&parts, name, messages));
        fragment
    });
    match fragment {
        Some(fragment) if !messages.has_errors() => Ok((fragment, messages.into_list())),
        _ => Err(messages.into_list()),
    }
}

/// A net of nodes and arcs.
fn link(parts: &Parts<'_>, name: &str, messages: &mut Reports) -> Net {
    let mut net = Net::new(name);
    let mut nodes: FxHashMap<&str, usize> = FxHashMap::default();
    for (n, node) in parts.nodes.iter().enumerate() {
        if let Some(first) = nodes.insert(node.id, n) {
            let message = Diagnostic::error("E0853", format!("two nodes are called `{}`", node.id));
            messages.push(message.at(node.span, "").at(parts.nodes[first].span, "the first one"));
        }
    }
    let mut spans = Vec::new();
    let mut vertices: Vec<Option<Vertex>> = Vec::new();
    for node in &parts.nodes {
        vertices.push(match node.kind {
            Kind::Place { tokens, .. } => {
                let place = net.add_place(node.id);
                if tokens == 1 {
                    net.marking.push(place);
                }
                Some(Vertex::Place(place))
            }
            Kind::Transition => {
                spans.push((node.id, node.span));
                Some(Vertex::Transition(spans.len() - 1))
            }
            Kind::PlaceReference { .. } | Kind::TransitionReference { .. } => None,
        });
    }
    follow(parts, &nodes, &mut vertices, messages);
    let mut presets: Vec<Vec<PlaceId>> = vec![Vec::new(); spans.len()];
    let mut postsets = presets.clone();
    let mut seen: FxHashSet<(Vertex, Vertex)> = FxHashSet::default();
    for arc in &parts.arcs {
        let mut end = |id: &str| {
            if !nodes.contains_key(id) {
                messages.add(|| unknown(id, arc.span, &parts.nodes));
            }
            nodes.get(id).and_then(|&n| vertices[n])
        };
        let (Some(from), Some(to)) = (end(arc.source), end(arc.target)) else { continue };
        // A read arc goes there and back, so there can be neither of the two besides.
        let back = (arc.kind == ArcKind::Read).then_some((to, from));
        if !seen.insert((from, to)) || back.is_some_and(|back| !seen.insert(back)) {
            let message = format!("two arcs go from `{}` to `{}`", arc.source, arc.target);
            messages.push(not_ordinary(message, arc.span));
            continue;
        }
        match (from, to) {
            (Vertex::Place(place), Vertex::Transition(t)) => {
                presets[t].push(place);
                if arc.kind == ArcKind::Read {
                    postsets[t].push(place);
                }
            }
            (Vertex::Transition(_), Vertex::Place(_)) if arc.kind == ArcKind::Read => {
                let message = format!("a read arc goes from transition `{}` to a place", arc.source);
                let message = Diagnostic::error("E0858", message).at(arc.span, "");
                messages.push(message.help("a read arc goes from the place to the transition that reads it"));
            }
            (Vertex::Transition(t), Vertex::Place(place)) => postsets[t].push(place),
            _ => {
                let kind = if matches!(from, Vertex::Place(_)) { "places" } else { "transitions" };
                let message = format!("`{}` and `{}` are both {kind}", arc.source, arc.target);
                let message = Diagnostic::error("E0855", message).at(arc.span, "");
                messages.push(message.help("an arc joins a place and a transition"));
            }
        }
    }
    limit(&mut net, parts, &vertices, &mut presets, &mut postsets);
    let sets = presets.into_iter().zip(postsets);
    net.transitions = spans
        .iter()
        .zip(sets)
        .map(|(&(id, span), (pre, post))| Transition::new(id, pre, post).at(span))
        .collect();
    net
}

/// Gives each place that may hold one token a second place, which has a token when it has none. What puts a
/// token on the first takes it from the second and the other way round; what does both may happen while there
/// is a token.
fn limit(
    net: &mut Net,
    parts: &Parts<'_>,
    vertices: &[Option<Vertex>],
    presets: &mut [Vec<PlaceId>],
    postsets: &mut [Vec<PlaceId>],
) {
    let mut free: Vec<Option<PlaceId>> = vec![None; net.places.len()];
    for (node, vertex) in parts.nodes.iter().zip(vertices) {
        if let (Kind::Place { tokens, capacity: 1 }, Some(Vertex::Place(place))) = (node.kind, vertex) {
            let second = net.add_place(format!("free {}", node.id));
            free[place.index()] = Some(second);
            if tokens == 0 {
                net.marking.push(second);
            }
        }
    }
    for (pre, post) in presets.iter_mut().zip(postsets) {
        pre.sort_unstable();
        post.sort_unstable();
        let only = |these: &[PlaceId], others: &[PlaceId]| -> Vec<PlaceId> {
            let only = these.iter().filter(|place| others.binary_search(place).is_err());
            only.filter_map(|place| free[place.index()]).collect()
        };
        let (freed, taken) = (only(pre, post), only(post, pre));
        pre.extend(taken);
        post.extend(freed);
    }
}

/// Gives references the node they stand for. Each reference is followed once; a circle is an error.
fn follow(
    parts: &Parts<'_>,
    nodes: &FxHashMap<&str, usize>,
    vertices: &mut [Option<Vertex>],
    messages: &mut Reports,
) {
    // What was seen in an earlier chain is settled, whether it has a node or not.
    let mut chain_of = vec![usize::MAX; vertices.len()];
    let mut chain = Vec::new();
    for start in 0..vertices.len() {
        let mut at = start;
        let found = loop {
            let (Kind::PlaceReference { to } | Kind::TransitionReference { to }) = parts.nodes[at].kind
            else {
                break vertices[at];
            };
            if chain_of[at] == start {
                let message =
                    Diagnostic::error("E0854", format!("reference `{}` leads to itself", parts.nodes[at].id));
                messages.push(message.at(parts.nodes[at].span, ""));
                break None;
            }
            if chain_of[at] != usize::MAX {
                break vertices[at];
            }
            chain_of[at] = start;
            chain.push(at);
            let Some(&next) = nodes.get(to) else {
                messages.add(|| unknown(to, parts.nodes[at].span, &parts.nodes));
                break None;
            };
            at = next;
        };
        for reference in chain.drain(..) {
            let fits = match (parts.nodes[reference].kind, found) {
                (Kind::PlaceReference { .. }, Some(vertex)) => matches!(vertex, Vertex::Place(_)),
                (_, Some(vertex)) => matches!(vertex, Vertex::Transition(_)),
                (_, None) => true,
            };
            if fits {
                vertices[reference] = found;
            } else {
                let Node { id, span, .. } = parts.nodes[reference];
                let message =
                    Diagnostic::error("E0854", format!("reference `{id}` leads to a node of another kind"));
                messages.push(message.at(span, ""));
            }
        }
    }
}

fn unknown(id: &str, span: Span, nodes: &[Node<'_>]) -> Diagnostic {
    let message = Diagnostic::error("E0854", format!("there is no node `{id}`")).at(span, "");
    match closest(id, nodes.iter().map(|node| node.id).take(1000)) {
        Some(near) => message.help(format!("did you mean `{near}`?")),
        None => message,
    }
}

/// What a safe net cannot have.
fn not_ordinary(message: String, span: Span) -> Diagnostic {
    Diagnostic::error("E0856", message)
        .at(span, "")
        .help("only safe nets are supported, whose arcs move one token each")
}
