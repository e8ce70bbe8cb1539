//! From the label as it stands in the file to the action it means.
//!
//! A label is trimmed, unquoted and brought into the spelling that all of Suppose uses: `a.b[1]` is `a.b.1`.
//! A label in quotes that begins with `\=` is exact: what follows is the name of a visible action as it
//! stands. Our writer needs it for `i`, which may be τ, bare or quoted. The work is done once for each
//! distinct spelling; [`Labels`] remembers the answer under the raw bytes, in a hash table whose keys are
//! places in the file, so that looking up a known label copies nothing.

use std::borrow::Cow;
use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use suppose_base::{ActionId, ActionTable};

/// The longest label, in bytes. No tool writes labels near this; a longer one is a broken file.
pub(super) const LONGEST: usize = 1 << 16;

/// What an exact label begins with, inside its quotes.
pub(super) const EXACT: &str = r"\=";

/// A spelling that was seen, and what it means.
struct Seen {
    start: u32,
    length: u32,
    action: ActionId,
}

/// Which labels the file has used so far.
pub(super) struct Labels<'a> {
    bytes: &'a [u8],
    table: &'a mut ActionTable,
    i_is_tau: bool,
    seen: HashTable<Seen>,
    /// The place of the first `i`.
    pub(super) first_i: Option<(u32, u32)>,
    /// Whether there was a `tau`.
    pub(super) has_tau: bool,
}

/// What is wrong with a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BadLabel {
    Empty,
    Unclosed,
    /// A comma outside brackets, at this offset from the start of the label.
    Comma(usize),
    /// A control character, or bytes that are not UTF-8, at this offset from the start of the label.
    Unprintable(usize),
    TooLong,
}

impl<'a> Labels<'a> {
    pub(super) fn new(bytes: &'a [u8], i_is_tau: bool, table: &'a mut ActionTable) -> Self {
        Self { bytes, table, i_is_tau, seen: HashTable::new(), first_i: None, has_tau: false }
    }

    /// The action of the label `bytes[start..end]`.
    #[inline]
    pub(super) fn action(&mut self, start: usize, end: usize) -> Result<ActionId, BadLabel> {
        let raw = &self.bytes[start..end];
        let hash = hash(raw);
        let bytes = self.bytes;
        let known = self
            .seen
            .find(hash, |seen| &bytes[seen.start as usize..(seen.start + seen.length) as usize] == raw);
        match known {
            Some(seen) => Ok(seen.action),
            None => self.learn(start, end, hash),
        }
    }

    #[cold]
    fn learn(&mut self, start: usize, end: usize, hash_of_raw: u64) -> Result<ActionId, BadLabel> {
        let bytes = self.bytes;
        let name = name_of(&bytes[start..end])?;
        let ambiguous = name == "i" && !is_exact(&bytes[start..end]);
        if ambiguous && self.first_i.is_none() {
            self.first_i = Some((start as u32, end as u32));
        }
        let action = if ambiguous && self.i_is_tau { ActionId::TAU } else { self.table.intern(&name) };
        self.has_tau |= name == ActionTable::TAU_NAME;
        let seen = Seen { start: start as u32, length: (end - start) as u32, action };
        self.seen.insert_unique(hash_of_raw, seen, |seen| {
            hash(&bytes[seen.start as usize..(seen.start + seen.length) as usize])
        });
        Ok(action)
    }
}

#[inline]
fn hash(raw: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(raw);
    hasher.finish()
}

/// The action name that a label stands for.
fn name_of(raw: &[u8]) -> Result<Cow<'_, str>, BadLabel> {
    if raw.len() > LONGEST {
        return Err(BadLabel::TooLong);
    }
    let text = std::str::from_utf8(raw).map_err(|error| BadLabel::Unprintable(error.valid_up_to()))?;
    if let Some((at, _)) = text.char_indices().find(|&(_, c)| c != '\t' && c.is_control()) {
        return Err(BadLabel::Unprintable(at));
    }
    let trimmed = text.trim_matches([' ', '\t']);
    let name = if let Some(opened) = trimmed.strip_prefix('"') {
        let inside = opened.strip_suffix('"').ok_or(BadLabel::Unclosed)?;
        if let Some(exact) = inside.strip_prefix(EXACT) {
            return unescape(exact).ok_or(BadLabel::Unclosed);
        }
        unescape(inside).ok_or(BadLabel::Unclosed)?
    } else {
        if let Some(at) = loose_comma(raw) {
            return Err(BadLabel::Comma(at));
        }
        Cow::Borrowed(trimmed)
    };
    if name.is_empty() {
        return Err(BadLabel::Empty);
    }
    Ok(match dotted(&name) {
        Some(dotted) => Cow::Owned(dotted),
        None => name,
    })
}

/// Whether a label that has a name is exact.
fn is_exact(raw: &[u8]) -> bool {
    let start = raw.iter().position(|b| !matches!(b, b' ' | b'\t')).unwrap_or(raw.len());
    raw[start..].strip_prefix(b"\"").is_some_and(|inside| inside.starts_with(EXACT.as_bytes()))
}

/// Resolves `\"` and `\\`; any other backslash stands for itself. `None` when the text ends in the middle of
/// an escape, which means that the quote after it did not close the label.
fn unescape(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('\\') {
        return Some(Cow::Borrowed(text));
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        plain.push_str(before);
        rest = if let c @ ('"' | '\\') = after.chars().next()? {
            plain.push(c);
            &after[1..]
        } else {
            plain.push('\\');
            after
        };
    }
    plain.push_str(rest);
    Some(Cow::Owned(plain))
}

/// The first comma that stands outside all brackets.
fn loose_comma(raw: &[u8]) -> Option<usize> {
    let mut depth = 0u32;
    for (at, &byte) in raw.iter().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => return Some(at),
            _ => {}
        }
    }
    None
}

/// The dotted spelling of a label with bracketed indices such as `a[1].b[-2]`: identifiers and integers
/// joined by dots, integers possibly in brackets. `None` for labels of another shape and for those without
/// brackets.
pub(in crate::io) fn dotted(name: &str) -> Option<String> {
    if !name.contains('[') {
        return None;
    }
    let mut result = String::with_capacity(name.len());
    let mut rest = name;
    while !rest.is_empty() {
        let after_dot = if result.is_empty() { None } else { rest.strip_prefix('.') };
        let part;
        if let Some(inner) = after_dot.unwrap_or(rest).strip_prefix('[') {
            (part, rest) = inner.split_once(']')?;
            if !is_integer(part) {
                return None;
            }
        } else {
            let start = if result.is_empty() { rest } else { after_dot? };
            let end = start.find(['.', '[']).unwrap_or(start.len());
            (part, rest) = start.split_at(end);
            if !is_integer(part) && !is_identifier(part) {
                return None;
            }
        }
        if !result.is_empty() {
            result.push('.');
        }
        result.push_str(part);
    }
    Some(result)
}

fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

fn is_identifier(text: &str) -> bool {
    text.bytes()
        .enumerate()
        .all(|(i, b)| b.is_ascii_alphabetic() || b == b'_' || (i > 0 && b.is_ascii_digit()))
        && !text.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unquoted_trimmed_and_dotted() {
        let cases = [
            ("a", "a"),
            (" a\t", "a"),
            ("\"a\"", "a"),
            (" \"a !1\" ", "a !1"),
            ("\" a \"", " a "),
            (r#""say \"x\" \\ \n""#, r#"say "x" \ \n"#),
            (r#""say "x"""#, r#"say "x""#),
            ("snd(d1,true)", "snd(d1,true)"),
            ("a|b([1,2])|c", "a|b([1,2])|c"),
            ("\"p, q\"", "p, q"),
            ("a.b[1]", "a.b.1"),
            ("\"a[1][-2].c\"", "a.1.-2.c"),
            ("[3].x", "3.x"),
            ("a.[3]", "a.3"),
            ("Phil[0].Left", "Phil.0.Left"),
            ("a[i]", "a[i]"),
            ("a[1", "a[1"),
            ("a[1]b", "a[1]b"),
            ("a[]", "a[]"),
            ("a [1]", "a [1]"),
            ("a..b[1]", "a..b[1]"),
            ("a[1].", "a[1]."),
            (".a[1]", ".a[1]"),
            (".[1]", ".[1]"),
            ("π", "π"),
            (r#" "\=a[1]" "#, "a[1]"),
            (r#""\=""#, ""),
            (r#""\\=a""#, r"\=a"),
            (r#""\=\\=\"""#, r#"\=""#),
            (r"\=a[1]", r"\=a[1]"),
        ];
        for (raw, expected) in cases {
            assert_eq!(name_of(raw.as_bytes()).as_deref(), Ok(expected), "{raw}");
        }
    }

    #[test]
    fn broken_labels_are_refused() {
        let cases: [(&[u8], BadLabel); 12] = [
            (b"", BadLabel::Empty),
            (b"  ", BadLabel::Empty),
            (b"\"\"", BadLabel::Empty),
            (b"\"", BadLabel::Unclosed),
            (b"\"a", BadLabel::Unclosed),
            (b"\"a\" b", BadLabel::Unclosed),
            (b"\"a\\\"", BadLabel::Unclosed),
            (b"\"\\=\\\"", BadLabel::Unclosed),
            (b"a,b", BadLabel::Comma(1)),
            (b"f(a),b", BadLabel::Comma(4)),
            (b"a\x01b", BadLabel::Unprintable(1)),
            (b"ab\xffc", BadLabel::Unprintable(2)),
        ];
        for (raw, expected) in cases {
            assert_eq!(name_of(raw), Err(expected), "{raw:?}");
        }
        assert_eq!(name_of(&vec![b'a'; LONGEST + 1]), Err(BadLabel::TooLong));
        assert!(name_of(&vec![b'a'; LONGEST]).is_ok());
    }
}
