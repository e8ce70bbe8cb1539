//! The syntax of names: signals, and nodes of the graph such as `a+/1`, `d/2`, `p` and `p@1`.

/// A node as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node<'t> {
    /// The name of a signal, a silent event or a place.
    pub(super) name: &'t str,
    /// `+`, `-`, `~` or `*`.
    pub(super) edge: Option<char>,
    /// Which of several transitions with the same label; `Some(0)` and `None` are the same.
    pub(super) instance: Option<u32>,
    /// Which of several places with the same name (`p@1`).
    pub(super) copy: Option<u32>,
}

/// Whether a text can be the name of a signal, a silent event or a place.
pub(super) fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'.')
}

impl<'t> Node<'t> {
    /// Takes a word apart; `None` when it is no node.
    pub(super) fn parse(word: &'t str) -> Option<Self> {
        let (rest, instance) = match word.split_once('/') {
            Some((rest, number)) => (rest, Some(self::number(number)?)),
            None => (word, None),
        };
        let edge = rest.chars().next_back().filter(|c| "+-~*".contains(*c));
        let rest = &rest[..rest.len() - edge.map_or(0, char::len_utf8)];
        let (name, copy) = match rest.split_once('@') {
            Some((name, number)) => (name, Some(self::number(number)?)),
            None => (rest, None),
        };
        let is_place = edge.is_none() && instance.is_none();
        (is_name(name) && (copy.is_none() || is_place)).then_some(Self { name, edge, instance, copy })
    }

    /// The name of a transition: without a number if that is 0.
    pub(super) fn label(self, edge: Option<char>) -> String {
        let mut label = self.name.to_owned();
        label.extend(edge);
        if let Some(number) = self.instance.filter(|&n| n > 0) {
            label.push('/');
            label.push_str(&number.to_string());
        }
        label
    }
}

/// A number in decimal digits that fits.
pub(super) fn number(text: &str) -> Option<u32> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_taken_apart() {
        let node = |name, edge, instance, copy| Some(Node { name, edge, instance, copy });
        assert_eq!(Node::parse("a+"), node("a", Some('+'), None, None));
        assert_eq!(Node::parse("x.y-/12"), node("x.y", Some('-'), Some(12), None));
        assert_eq!(Node::parse("d/2"), node("d", None, Some(2), None));
        assert_eq!(Node::parse("p@3"), node("p", None, None, Some(3)));
        assert_eq!(Node::parse("_p"), node("_p", None, None, None));
        for wrong in [
            "",
            "+",
            "1a",
            "a+/",
            "a+/x",
            "a/+1",
            "a+/99999999999",
            "a+b",
            "p@",
            "a@1+",
            "<a,b>",
            "é",
            "p(2)",
        ] {
            assert_eq!(Node::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn labels_leave_out_number_zero() {
        let label = |word: &str| Node::parse(word).map(|node| node.label(node.edge));
        assert_eq!(label("a+/0").as_deref(), Some("a+"));
        assert_eq!(label("a+/01").as_deref(), Some("a+/1"));
        assert_eq!(Node::parse("a/3").map(|n| n.label(Some('~'))).as_deref(), Some("a~/3"));
    }
}
