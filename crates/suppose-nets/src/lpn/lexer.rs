//! Text to tokens, one token at a time.
//!
//! The lexer holds a range of a text and nothing else, so a copy of it is a bookmark, and the text of an
//! attribute is read by a lexer of its own whose spans are still those of the file. The notation looks like
//! XML but is none: `<` is also an operator. So the parser decides what begins a tag; only `</`, which no
//! expression contains, is one token.
//!
//! Comments are `//` to the end of the line, `/* */` and `<!-- -->`. Tested through the parser and by the
//! table of codes.

use suppose_base::{Diagnostic, FileId, Reports, Span};

use crate::expr::Value;

/// What kind of word a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind<'t> {
    /// A name. No name is reserved.
    Name(&'t str),
    /// An integer literal.
    Int(Value),
    /// What stands between double quotes.
    Text(&'t str),
    /// A mark.
    Mark(&'static str),
    /// The end of the range.
    End,
}

/// A token and where it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind<'t>,
    pub(super) span: Span,
}

impl From<&'static str> for Kind<'_> {
    fn from(mark: &'static str) -> Self {
        Self::Mark(mark)
    }
}

/// The marks; a longer one comes before its beginnings.
const MARKS: [&str; 36] = [
    "</", "<=", "<<", ">=", ">>", "->", "==", "!=", "&&", "||", "<", ">", "=", "!", "&", "|", "^", "~", "+",
    "-", "*", "/", "%", "(", ")", "[", "]", "{", "}", ",", ";", ":", "?", ".", "@", "#",
];

/// A position in a range of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    file: FileId,
    at: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str, file: FileId) -> Self {
        // A byte order mark is no part of the text.
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, file, at }
    }

    /// A lexer of what a quoted text holds, given the token's span and text.
    pub(super) fn inside(&self, quoted: Span, content: &str) -> Self {
        let at = quoted.start as usize + 1;
        Self { text: &self.text[..at + content.len()], file: self.file, at }
    }

    /// The rest from the token at `from` up to one of `ends`, as it is written; the lexer goes on after that.
    pub(super) fn raw(&mut self, from: Span, ends: [char; 2]) -> (&'t str, Span) {
        let start = from.start as usize;
        let rest = &self.text[start..];
        let length = rest.find(ends).unwrap_or(rest.len());
        self.at = start + length;
        let text = rest[..length].trim_end();
        (text, Span::new(self.file, start as u32, (start + text.len()) as u32))
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, start as u32, self.at as u32)
    }

    /// The next token. After the end it gives the end again.
    pub(super) fn next(&mut self, reports: &mut Reports) -> Token<'t> {
        loop {
            if let Some(problem) = self.skip_blanks() {
                reports.push(problem);
            }
            let start = self.at;
            let rest = self.rest();
            let Some(first) = rest.chars().next() else {
                return Token { kind: Kind::End, span: self.span(start) };
            };
            let kind = if first.is_alphabetic() || first == '_' {
                let name = &rest[..length_of(rest, |c| c.is_alphanumeric() || c == '_')];
                self.at += name.len();
                Kind::Name(name)
            } else if first.is_ascii_digit() {
                let digits = &rest[..length_of(rest, |c| c.is_ascii_digit())];
                self.at += digits.len();
                let value = digits.parse();
                if value.is_err() {
                    let problem = Diagnostic::error("E0812", "the number is too large");
                    reports.push(problem.at(self.span(start), "numbers end at 2147483647"));
                }
                Kind::Int(value.unwrap_or(Value::MAX))
            } else if first == '"' {
                let length = length_of(&rest[1..], |c| c != '"');
                self.at += 1 + length;
                if self.rest().is_empty() {
                    let here = Span::new(self.file, start as u32, start as u32 + 1);
                    reports.push(
                        Diagnostic::error("E0813", "the text has no closing quote").at(here, "begins here"),
                    );
                } else {
                    self.at += 1;
                }
                Kind::Text(&rest[1..=length])
            } else if let Some(mark) = MARKS.into_iter().find(|mark| rest.starts_with(mark)) {
                self.at += mark.len();
                Kind::Mark(mark)
            } else {
                // A run of bytes that mean nothing is one problem.
                let known = |c: char| c.is_ascii_graphic() || c.is_alphanumeric() || c.is_whitespace();
                self.at += first.len_utf8();
                self.at += length_of(self.rest(), |c| !known(c));
                let name = if first.is_control() {
                    format!("U+{:04X}", u32::from(first))
                } else {
                    format!("`{first}`")
                };
                let problem = Diagnostic::error("E0811", format!("the character {name} has no meaning here"));
                reports.push(problem.at(self.span(start), ""));
                continue;
            };
            return Token { kind, span: self.span(start) };
        }
    }

    /// Skips blanks and comments; gives a problem when a comment does not end.
    fn skip_blanks(&mut self) -> Option<Diagnostic> {
        loop {
            self.at += length_of(self.rest(), char::is_whitespace);
            let rest = self.rest();
            let (opening, closing) = if rest.starts_with("//") {
                self.at += length_of(rest, |c| c != '\n');
                continue;
            } else if rest.starts_with("/*") {
                ("/*", "*/")
            } else if rest.starts_with("<!--") {
                ("<!--", "-->")
            } else {
                return None;
            };
            let start = self.at;
            self.at += opening.len();
            let begins = self.span(start);
            if let Some(length) = self.rest().find(closing) {
                self.at += length + closing.len();
            } else {
                self.at = self.text.len();
                let problem = Diagnostic::error("E0813", "the comment is not closed");
                return Some(problem.at(begins, "begins here").help(format!("close it with `{closing}`")));
            }
        }
    }
}

/// How long the beginning is whose characters all pass.
fn length_of(text: &str, passes: impl Fn(char) -> bool) -> usize {
    text.find(|c| !passes(c)).unwrap_or(text.len())
}
