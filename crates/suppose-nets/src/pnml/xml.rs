//! From text to the element of the one net, within limits.
//!
//! The tree builder compares each attribute of an element with those before it, and copies the namespaces in
//! force for each element that declares one. Both are quadratic for files made to hurt, so such files are
//! refused by a scan beforehand. The scan does not understand XML: it counts what looks like a declaration or
//! an attribute, which is never too few.

use roxmltree::{Document, Error, Node, ParsingOptions};
use suppose_base::{Diagnostic, FileId, Span};

use crate::pnml::labels::refuse_part;
use suppose_base::Reports;

/// Most namespace declarations in a file.
const MOST_NAMESPACES: usize = 200;

/// Most attributes of one element.
const MOST_ATTRIBUTES: usize = 200;

/// Calls `use_net` with the net of a file, if it has one that can be read.
pub(super) fn with_net<R>(
    text: &str,
    file: FileId,
    messages: &mut Reports,
    use_net: impl FnOnce(Node<'_, '_>, &mut Reports) -> R,
) -> Option<R> {
    if let Some(message) = excess(text, file) {
        messages.push(message);
        return None;
    }
    let document = match Document::parse_with_options(text, ParsingOptions::default()) {
        Ok(document) => document,
        Err(error) => {
            messages.push(malformed(&error, text, file));
            return None;
        }
    };
    let root = document.root_element();
    let nets: Vec<Node<'_, '_>> = root.children().filter(|child| is(*child, root, "net")).collect();
    if root.tag_name().name() != "pnml" || nets.len() != 1 {
        let message = match nets.len() {
            _ if root.tag_name().name() != "pnml" => {
                format!("the file begins with `{}` and not with `pnml`", root.tag_name().name())
            }
            0 => "the file has no net".to_owned(),
            many => format!("the file has {many} nets"),
        };
        let span = nets.get(1).map_or_else(|| opening(root, file), |&net| opening(net, file));
        messages.push(Diagnostic::error("E0851", message).at(span, "").help("a file holds one net"));
        return None;
    }
    if !is_place_transition(nets[0].attribute("type").unwrap_or("")) {
        let message = match nets[0].attribute("type") {
            Some(kind) => format!("the net has the type `{kind}`"),
            None => "the net has no type".to_owned(),
        };
        let message = Diagnostic::error("E0852", message).at(opening(nets[0], file), "");
        messages.push(message.help("only place/transition nets are read, whose type ends in `ptnet`"));
        return None;
    }
    for part in children(root).filter(|part| !is(*part, root, "net")) {
        refuse_part(part, file, messages);
    }
    Some(use_net(nets[0], messages))
}

/// The elements directly inside one, in its namespace.
pub(super) fn children<'a, 'i>(element: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    let namespace = element.tag_name().namespace();
    element.children().filter(move |child| child.is_element() && child.tag_name().namespace() == namespace)
}

/// Whether an element has this name, in the namespace of the first element.
pub(super) fn is(element: Node<'_, '_>, root: Node<'_, '_>, name: &str) -> bool {
    element.is_element()
        && element.tag_name().name() == name
        && element.tag_name().namespace() == root.tag_name().namespace()
}

/// The opening tag of an element.
pub(super) fn opening(element: Node<'_, '_>, file: FileId) -> Span {
    let range = element.range();
    let text = &element.document().input_text()[range.clone()];
    // A `>` may also be part of an attribute; then the span is a little short.
    let length = text.find('>').map_or(text.len(), |at| at + 1);
    Span::new(file, range.start as u32, (range.start + length) as u32)
}

/// Types of the standard, and of tools before it.
fn is_place_transition(kind: &str) -> bool {
    let kind = kind.to_ascii_lowercase();
    let last = kind.rsplit(['/', '#']).next().unwrap_or("");
    kind == "p/t net" || matches!(last, "ptnet" | "ptnetb" | "pnmlcoremodel")
}

fn malformed(error: &Error, text: &str, file: FileId) -> Diagnostic {
    let at = error.pos();
    let line =
        text.split_inclusive('\n').take(at.row.saturating_sub(1) as usize).map(str::len).sum::<usize>();
    let rest = text.get(line..).unwrap_or("");
    let column = rest.char_indices().nth(at.col.saturating_sub(1) as usize).map_or(rest.len(), |(i, _)| i);
    let start = (line + column).min(text.len());
    let end = start + text[start..].chars().next().map_or(0, char::len_utf8);
    let span = Span::new(file, start as u32, end as u32);
    Diagnostic::error("E0850", format!("this is not well-formed XML: {error}")).at(span, "")
}

/// What makes a file too much.
fn excess(text: &str, file: FileId) -> Option<Diagnostic> {
    let refuse = |at: usize, what: &str, most: usize| {
        let message = format!("there are more than {most} {what}");
        let span = Span::new(file, at as u32, at as u32);
        Some(Diagnostic::error("E0859", message).at(span, "the limit is passed here"))
    };
    if let Some((at, _)) = text.match_indices("xmlns").nth(MOST_NAMESPACES) {
        return refuse(at, "namespace declarations", MOST_NAMESPACES);
    }
    let mut attributes = 0;
    let mut quotable = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => attributes = 0,
            b'=' => quotable = true,
            b'"' | b'\'' if quotable => {
                attributes += 1;
                quotable = false;
                if attributes > MOST_ATTRIBUTES {
                    return refuse(at, "attributes in one element", MOST_ATTRIBUTES);
                }
            }
            b if b.is_ascii_whitespace() => {}
            _ => quotable = false,
        }
    }
    None
}
