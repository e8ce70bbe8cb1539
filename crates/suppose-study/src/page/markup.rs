//! HTML and SVG as a tree, so that a page is well formed and every string escaped by construction.
//!
//! What is written is XML that is HTML as well: elements without content that HTML knows as void close
//! themselves, all others have an end tag, attributes have quotes, and characters that XML forbids become
//! replacement characters.

use std::fmt::{Display, Write as _};

/// Elements that HTML never gives an end tag.
const VOID: [&str; 4] = ["meta", "input", "br", "col"];

/// An element.
#[derive(Clone, Debug)]
pub(super) struct Node {
    tag: &'static str,
    attributes: Vec<(&'static str, String)>,
    children: Vec<Child>,
}

#[derive(Clone, Debug)]
enum Child {
    Node(Node),
    Text(String),
    /// The content of `style` and `script`: constants of this crate, without `<` and `&`.
    Raw(&'static str),
}

/// An element without attributes or content.
pub(super) fn el(tag: &'static str) -> Node {
    Node { tag, attributes: Vec::new(), children: Vec::new() }
}

impl Node {
    /// With an attribute.
    pub(super) fn attr(mut self, name: &'static str, value: impl Display) -> Self {
        self.attributes.push((name, value.to_string()));
        self
    }

    /// With a class.
    pub(super) fn class(self, name: impl Display) -> Self {
        self.attr("class", name)
    }

    /// With a coordinate or length, to a tenth of a unit.
    pub(super) fn px(self, name: &'static str, value: f64) -> Self {
        self.attr(name, px(value))
    }

    /// With text at the end.
    pub(super) fn text(mut self, text: impl Display) -> Self {
        self.children.push(Child::Text(text.to_string()));
        self
    }

    /// With text at the end that is taken as it is.
    pub(super) fn raw(mut self, text: &'static str) -> Self {
        self.children.push(Child::Raw(text));
        self
    }

    /// With an element at the end.
    pub(super) fn child(mut self, node: Node) -> Self {
        self.children.push(Child::Node(node));
        self
    }

    /// With elements at the end.
    pub(super) fn children(mut self, nodes: impl IntoIterator<Item = Node>) -> Self {
        self.children.extend(nodes.into_iter().map(Child::Node));
        self
    }

    /// With a text that is shown when one points at it.
    pub(super) fn titled(self, title: impl Display) -> Self {
        self.child(el("title").text(title))
    }

    /// Writes it and all that is in it.
    pub(super) fn write(&self, out: &mut String) {
        out.push('<');
        out.push_str(self.tag);
        for (name, value) in &self.attributes {
            out.push(' ');
            out.push_str(name);
            out.push_str("=\"");
            escape(out, value);
            out.push('"');
        }
        if VOID.contains(&self.tag) {
            out.push_str("/>");
            return;
        }
        out.push('>');
        for child in &self.children {
            match child {
                Child::Node(node) => node.write(out),
                Child::Text(text) => escape(out, text),
                Child::Raw(text) => out.push_str(text),
            }
        }
        out.push_str("</");
        out.push_str(self.tag);
        out.push('>');
        // Lines that are not too long, where white space does not matter.
        if matches!(self.tag, "tr" | "g" | "figure" | "section" | "p" | "svg" | "style" | "head") {
            out.push('\n');
        }
    }
}

fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' => out.push(c),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
}

/// A coordinate with at most one digit after the point; nothing that is no number gets into a picture.
pub(super) fn px(value: f64) -> String {
    let value = if value.is_finite() { (value * 10.0).round() / 10.0 } else { 0.0 };
    let mut text = String::new();
    _ = write!(text, "{}", value + 0.0);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(node: &Node) -> String {
        let mut out = String::new();
        node.write(&mut out);
        out
    }

    #[test]
    fn strings_are_escaped_everywhere() {
        let node = el("b").attr("title", "\"<&'>").text("</b><script>\u{0}\u{1b}");
        let expected = "<b title=\"&quot;&lt;&amp;&#39;&gt;\">&lt;/b&gt;&lt;script&gt;\u{fffd}\u{fffd}</b>";
        assert_eq!(written(&node), expected);
    }

    #[test]
    fn void_elements_close_themselves_and_others_do_not() {
        assert_eq!(written(&el("span").child(el("br")).child(el("i"))), "<span><br/><i></i></span>");
    }

    #[test]
    fn coordinates_are_short_numbers() {
        assert_eq!([1.0, -0.04, 12.34, f64::NAN, f64::INFINITY].map(px), ["1", "0", "12.3", "0", "0"]);
    }
}
