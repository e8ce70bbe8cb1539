//! What the labels of nodes and arcs say, and that they say nothing else.
//!
//! A label is an element such as `initialMarking` with its value in `text`, in `value` as tools before the
//! standard write it, or bare; some tools write an attribute of the same name instead. Wherever a value is
//! given it counts, and values that differ are an error.
//!
//! Tools add elements and attributes of their own to those of the standard. Some change nothing about what a
//! net does, such as drawings and the rates of stochastic nets; these are passed over by name. Inhibitor
//! arcs, priorities and the like do change it. So what is neither read nor passed over is refused, also what
//! is not known here at all: a net that means something else is worse than none. What is inside
//! `toolspecific` or in another namespace is not looked at.

use roxmltree::{Attribute, Node as Element};
use suppose_base::{Diagnostic, FileId, Span};

use crate::pnml::not_ordinary;
use crate::pnml::xml::{children, opening};
use suppose_base::Reports;

/// Elements and attributes that change nothing, wherever they are.
const PASSED_OVER: [&str; 23] = [
    "active",
    "angle",
    "annotation",
    "arcpath",
    "comment",
    "description",
    "displayName",
    "documentation",
    "graphics",
    "id",
    "infiniteServer",
    "label",
    "labels",
    "name",
    "nameOffsetX",
    "nameOffsetY",
    "orientation",
    "positionX",
    "positionY",
    "rate",
    "toolspecific",
    "x",
    "y",
];

/// What makes another kind of arc of an arc.
const ARC_KINDS: [&str; 4] = ["inhibitor", "read", "reset", "test"];

/// What makes another kind of net of a net: times, priorities, colours and conditions.
const OTHER_NETS: [&str; 14] = [
    "condition",
    "declaration",
    "delay",
    "guard",
    "hlinitialMarking",
    "hlinscription",
    "interval",
    "invariant",
    "priority",
    "structure",
    "time",
    "timed",
    "type",
    "urgent",
];

/// What an arc does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArcKind {
    /// It moves a token.
    Ordinary,
    /// It asks for a token and leaves it where it is.
    Read,
}

/// What decides between transitions that are enabled. If it is the same for all, nothing does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rank {
    priority: Option<String>,
    /// Transitions without a delay come before those with one.
    timed: bool,
}

/// The tokens of a place at first, 0 or 1, and how many it may hold, 0 for any number.
pub(super) fn place(place: Element<'_, '_>, file: FileId, messages: &mut Reports) -> (u64, u64) {
    refuse_rest(place, &["initialMarking", "capacity", "invariant"], file, messages);
    for (bound, span) in given(place, "invariant", file) {
        // TAPAAL's way to say that tokens may get as old as they like.
        if !bound.replace(' ', "").eq_ignore_ascii_case("<inf") {
            messages.push(other_net(place, "invariant", span));
        }
    }
    (tokens(place, file, messages), capacity(place, file, messages))
}

fn tokens(place: Element<'_, '_>, file: FileId, messages: &mut Reports) -> u64 {
    let mut tokens = None;
    for (text, span) in given(place, "initialMarking", file) {
        let message = match number(&text) {
            Some(count @ (0 | 1)) if tokens.is_none_or(|other| other == count) => {
                tokens = Some(count);
                continue;
            }
            Some(0 | 1) => format!("{} has two initial markings", described(place)),
            Some(count) => format!("{} begins with {count} tokens", described(place)),
            None => format!("`{text}` is not a number of tokens"),
        };
        let message = Diagnostic::error("E0857", message).at(span, "");
        messages.push(message.help("only safe nets are supported: at most one token on each place"));
    }
    tokens.unwrap_or(0)
}

fn capacity(place: Element<'_, '_>, file: FileId, messages: &mut Reports) -> u64 {
    let mut capacity = None;
    for (text, span) in given(place, "capacity", file) {
        let value = match text.to_ascii_lowercase().as_str() {
            "inf" | "infinity" | "-1" => Some(0),
            _ => number(&text),
        };
        let message = match value {
            Some(value) if capacity.is_none_or(|other| other == value) => {
                capacity = Some(value);
                continue;
            }
            Some(_) => format!("{} has two capacities", described(place)),
            None => format!("`{text}` is not a capacity"),
        };
        let message = Diagnostic::error("E0882", message).at(span, "");
        messages.push(message.help("write a number; 0 means that there is no limit"));
    }
    capacity.unwrap_or(0)
}

/// What decides between a transition and others.
pub(super) fn transition(transition: Element<'_, '_>, file: FileId, messages: &mut Reports) -> Rank {
    refuse_rest(transition, &["condition", "priority", "timed", "urgent"], file, messages);
    for (name, harmless) in [("condition", "true"), ("urgent", "false")] {
        for (_, span) in given(transition, name, file).iter().filter(|(text, _)| text != harmless) {
            messages.push(other_net(transition, name, *span));
        }
    }
    let last = |name| given(transition, name, file).pop().map(|(text, _)| text);
    Rank { priority: last("priority"), timed: last("timed").is_some_and(|text| text != "false") }
}

/// That transitions do not have the same rank.
pub(super) fn uneven(transition: Element<'_, '_>, first: &str, span: Span) -> Diagnostic {
    let message = format!("{} does not have the same priority as `{first}`", described(transition));
    Diagnostic::error("E0881", message)
        .at(span, "")
        .help("only plain nets are read, in which any transition that is enabled may be the next")
}

/// What an arc does; nothing if that is not supported.
pub(super) fn arc(arc: Element<'_, '_>, file: FileId, messages: &mut Reports) -> Option<ArcKind> {
    let read = ["source", "target", "type", "arctype", "inscription", "weight", "tagged"];
    let mut fits = refuse_rest(arc, &read, file, messages);
    let mut kind = ArcKind::Ordinary;
    let mut timed = false;
    for (text, span) in ["type", "arctype"].iter().flat_map(|name| given(arc, name, file)) {
        match text.to_ascii_lowercase().as_str() {
            "normal" | "arc" | "ordinary" | "regular" => {}
            "read" | "test" => kind = ArcKind::Read,
            // TAPAAL's ordinary arcs ask for the age of a token; whether they do is seen below.
            "timed" => timed = true,
            _ => {
                messages.push(other_arc(format!("an arc of the kind `{text}`"), span));
                fits = false;
            }
        }
    }
    for (text, span) in given(arc, "tagged", file).into_iter().filter(|(text, _)| text != "false") {
        messages.push(other_arc(format!("an arc is tagged: `{text}`"), span));
        fits = false;
    }
    for (text, span) in ["inscription", "weight"].iter().flat_map(|name| given(arc, name, file)) {
        let any_age = timed && text.replace(' ', "").eq_ignore_ascii_case("[0,inf)");
        if number(&text) != Some(1) && !any_age {
            messages.push(not_ordinary(format!("an arc has the weight `{text}`"), span));
            fits = false;
        }
    }
    fits.then_some(kind)
}

/// Refuses what a node or an arc has besides what is read; false if there was something.
pub(super) fn refuse_rest(
    element: Element<'_, '_>,
    read: &[&str],
    file: FileId,
    messages: &mut Reports,
) -> bool {
    let known = |name: &str| read.contains(&name) || PASSED_OVER.contains(&name);
    let mut nothing = true;
    for attribute in element.attributes() {
        nothing &= refuse_attribute(element, attribute, read, file, messages);
    }
    for child in children(element) {
        let name = child.tag_name().name();
        if !known(name) {
            messages.add(|| refused(element, name, opening(child, file)));
            nothing = false;
        } else if read.contains(&name) {
            nothing &= refuse_inside(child, file, messages);
        }
    }
    nothing
}

/// Refuses what a label has besides its value.
fn refuse_inside(label: Element<'_, '_>, file: FileId, messages: &mut Reports) -> bool {
    let mut nothing = true;
    for attribute in label.attributes() {
        nothing &= refuse_attribute(label, attribute, &["value"], file, messages);
    }
    for child in children(label).filter(|child| !PASSED_OVER.contains(&child.tag_name().name())) {
        let is_value = matches!(child.tag_name().name(), "text" | "value");
        let strange = if is_value { children(child).next() } else { Some(child) };
        if let Some(strange) = strange {
            let name = strange.tag_name().name();
            messages.add(|| refused(label, name, opening(strange, file)));
            nothing = false;
        }
    }
    nothing
}

/// Refuses an attribute that is not read, unless it changes nothing; false if it was refused.
pub(super) fn refuse_attribute(
    element: Element<'_, '_>,
    attribute: Attribute<'_, '_>,
    read: &[&str],
    file: FileId,
    messages: &mut Reports,
) -> bool {
    let name = attribute.name();
    let harmless = attribute.namespace().is_some() || read.contains(&name) || PASSED_OVER.contains(&name);
    if !harmless {
        messages.add(|| refused(element, name, place_of(attribute, file)));
    }
    harmless
}

fn place_of(attribute: Attribute<'_, '_>, file: FileId) -> Span {
    let range = attribute.range();
    Span::new(file, range.start as u32, range.end as u32)
}

/// Refuses an element inside the file, the net or a page, unless it changes nothing there.
pub(super) fn refuse_part(element: Element<'_, '_>, file: FileId, messages: &mut Reports) {
    // Declared classes of tokens (PIPE), states to stop in (ProM), questions and bounds (TAPAAL).
    const HARMLESS: [&str; 8] =
        ["constant", "feature", "finalmarkings", "k-bound", "queries", "query", "stategroup", "token"];
    let name = element.tag_name().name();
    if !PASSED_OVER.contains(&name) && !HARMLESS.contains(&name) {
        let owner = element.parent_element().unwrap_or(element);
        messages.add(|| refused(owner, name, opening(element, file)));
    }
}

fn refused(owner: Element<'_, '_>, name: &str, span: Span) -> Diagnostic {
    if ARC_KINDS.contains(&name) {
        return other_arc(format!("{} has `{name}`", described(owner)), span);
    }
    if OTHER_NETS.contains(&name) {
        return other_net(owner, name, span);
    }
    let message = format!("`{name}` of {} is not understood", described(owner));
    Diagnostic::error("E0880", message)
        .at(span, "")
        .help("if it changes nothing about what the net does, move it into a `toolspecific` element")
}

fn other_net(owner: Element<'_, '_>, name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E0881", format!("`{name}` of {} is not supported", described(owner)))
        .at(span, "")
        .help("only plain nets are read: without times, priorities, colours and conditions")
}

fn other_arc(message: String, span: Span) -> Diagnostic {
    Diagnostic::error("E0858", message).at(span, "").help("only ordinary arcs and read arcs are read")
}

/// An element in words.
fn described(element: Element<'_, '_>) -> String {
    let kind = element.tag_name().name();
    match element.attribute("id") {
        Some(id) => format!("{kind} `{id}`"),
        None => format!("`{kind}`"),
    }
}

/// All values that are given under a name, and where; empty ones are none.
fn given(element: Element<'_, '_>, name: &str, file: FileId) -> Vec<(String, Span)> {
    let mut all = Vec::new();
    if let Some(attribute) = element.attribute_node(name) {
        all.push((attribute.value().trim().to_owned(), place_of(attribute, file)));
    }
    for label in children(element).filter(|child| child.tag_name().name() == name) {
        let span = opening(label, file);
        let inner = children(label).filter(|child| matches!(child.tag_name().name(), "text" | "value"));
        let inner = inner.map(content).chain([content(label)]);
        let value = label.attribute("value").map(|value| value.trim().to_owned());
        all.extend(inner.chain(value).map(|text| (text, span)));
    }
    all.retain(|(text, _)| !text.is_empty());
    all
}

/// The text directly inside an element, whatever comments there are between.
fn content(element: Element<'_, '_>) -> String {
    let pieces = element.children().filter(Element::is_text).filter_map(|node| node.text());
    pieces.collect::<String>().trim().to_owned()
}

/// A number, also as PIPE writes it: for each class of tokens its name and how many, where only the first
/// class is ever used here.
fn number(text: &str) -> Option<u64> {
    if !text.contains(',') {
        return text.parse().ok();
    }
    let words: Vec<&str> = text.split(',').map(str::trim).collect();
    let mut number = None;
    for pair in words.chunks(2) {
        match (pair.first(), pair.get(1)?.parse().ok()?) {
            (Some(&"Default"), count) if number.is_none() => number = Some(count),
            (_, 0) => {}
            _ => return None,
        }
    }
    number
}
