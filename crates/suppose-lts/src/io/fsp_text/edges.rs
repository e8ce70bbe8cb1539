//! The names of steps of circuits as dotted names: `a+` is `a.up`.
//!
//! FSP labels have no `+`, `-` or `:=`, and putting `_` in their place would make rising and falling look the
//! same. The words are those of [`words`]; the parts of wires are left to the caller, since they may be no
//! labels either. Only names that are such steps from end to end are taken:
//!
//! ```text
//! step   = change { "&" change } [ "@" path ] { "'" }
//! change = path ( "+" | "-" | "~" | ":=" integer )
//! path   = word { "." word | "[" integer "]" }
//! ```

/// The dotted name of a step, over parts that may still have to be made legal. `None` for other names.
pub(super) fn words(name: &str) -> Option<Vec<&str>> {
    let mut words = Vec::new();
    let mut rest = name;
    loop {
        rest = path(rest, &mut words)?;
        rest = change(rest, &mut words)?;
        let Some(more) = rest.strip_prefix('&') else { break };
        words.push("and");
        rest = more;
    }
    if let Some(driver) = rest.strip_prefix('@') {
        words.push("by");
        rest = path(driver, &mut words)?;
    }
    while let Some(more) = rest.strip_prefix('\'') {
        words.push("prime");
        rest = more;
    }
    rest.is_empty().then_some(words)
}

/// Takes a wire or the name of a net from the front.
fn path<'n>(text: &'n str, words: &mut Vec<&'n str>) -> Option<&'n str> {
    let mut rest = word(text, words)?;
    loop {
        if let Some(more) = rest.strip_prefix('.') {
            rest = word(more, words)?;
        } else if let Some((index, more)) = rest.strip_prefix('[').and_then(|inner| inner.split_once(']')) {
            rest = integer(index, words)?.is_empty().then_some(more)?;
        } else {
            return Some(rest);
        }
    }
}

fn word<'n>(text: &'n str, words: &mut Vec<&'n str>) -> Option<&'n str> {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    words.push(&text[..end]);
    (end > 0).then(|| &text[end..])
}

fn integer<'n>(text: &'n str, words: &mut Vec<&'n str>) -> Option<&'n str> {
    let sign = usize::from(text.starts_with('-'));
    let digits = text[sign..].bytes().take_while(u8::is_ascii_digit).count();
    words.push(&text[..sign + digits]);
    (digits > 0).then(|| &text[sign + digits..])
}

fn change<'n>(text: &'n str, words: &mut Vec<&'n str>) -> Option<&'n str> {
    if let Some(value) = text.strip_prefix(":=") {
        words.push("to");
        return integer(value, words);
    }
    let (word, rest) = match text.as_bytes().first()? {
        b'+' => ("up", &text[1..]),
        b'-' => ("down", &text[1..]),
        b'~' => ("toggle", &text[1..]),
        _ => return None,
    };
    words.push(word);
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_in_words() {
        let cases = [
            ("a+", "a.up"),
            ("a-", "a.down"),
            ("a~", "a.toggle"),
            ("c.x_1+", "c.x_1.up"),
            ("d[3]-", "d.3.down"),
            ("d[-3].e+", "d.-3.e.up"),
            ("w:=3", "w.to.3"),
            ("w:=-1", "w.to.-1"),
            ("a+&b-", "a.up.and.b.down"),
            ("a+@left", "a.up.by.left"),
            ("a+&w:=2@u.left''", "a.up.and.w.to.2.by.u.left.prime.prime"),
            ("É+", "É.up"),
        ];
        for (name, expected) in cases {
            assert_eq!(words(name).map(|words| words.join(".")).as_deref(), Some(expected), "{name}");
        }
    }

    #[test]
    fn other_names_are_left_alone() {
        for name in [
            "", "a", "+", ".+", "a.+", "a++", "a+-", "a +", "a+ ", "a+1", "a:=", "a:=x", "a:=1x", "a[x]+",
            "a[1+", "a[]+", "a[1]b+", "a+&", "&a+", "a+@", "a@b", "a'", "x.-0", "PUT !1", "a+/2",
        ] {
            assert_eq!(words(name), None, "{name}");
        }
    }
}
