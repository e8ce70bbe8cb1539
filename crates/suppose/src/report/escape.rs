//! Text inside XML and inside workflow commands.

/// A text for XML, in content or attributes. Characters that XML cannot hold at all become `?`.
pub(super) fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push('\t'),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('?'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A text for the message of a workflow command.
pub(super) fn workflow(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A text for a property of a workflow command.
pub(super) fn workflow_property(text: &str) -> String {
    workflow(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_are_escaped() {
        assert_eq!(xml("a<b> & \"c\"\n\u{1}→"), "a&lt;b&gt; &amp; &quot;c&quot;&#10;?→");
        assert_eq!(workflow("50%\nmore"), "50%25%0Amore");
        assert_eq!(workflow_property("a:b,c"), "a%3Ab%2Cc");
    }
}
