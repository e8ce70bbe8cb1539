//! Text to tokens, one token at a time.
//!
//! # Contract
//! The lexer holds a position and nothing else, so a copy of it is a bookmark. After the end it gives the end
//! again. Bytes that belong to no token are reported once for each run of them and skipped, so every token is
//! whole. Comments are skipped by [`Lexer::next`] and given by [`Lexer::next_with_comments`].
//!
//! A byte order mark is no part of the text; line ends may be LF or CRLF. Names are ASCII, so that every
//! export can write them; comments and quoted texts may hold anything. A quoted text ends on its line and has
//! no escapes.
//!
//! Linear in the text. Tested in `tests/all/lang/bad_input.rs`, by the table of diagnostic examples and the
//! mutation run.

use suppose_base::{Diagnostic, FileId, Span};

use super::token::{Keyword, Mark, Token, TokenKind};
use suppose_base::Reports;

/// A position in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    file: FileId,
    at: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str, file: FileId) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, file, at }
    }

    /// The next token that is no comment.
    pub(super) fn next(&mut self, reports: &mut Reports) -> Token<'t> {
        loop {
            let token = self.next_with_comments(reports);
            if token.kind != TokenKind::Comment {
                return token;
            }
        }
    }

    /// The next token.
    pub(super) fn next_with_comments(&mut self, reports: &mut Reports) -> Token<'t> {
        loop {
            self.skip_blanks();
            let start = self.at;
            let kind = match self.peek(0) {
                None => TokenKind::End,
                Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => self.word(),
                Some(b'0'..=b'9') => {
                    self.at += name_length(self.rest());
                    TokenKind::Number
                }
                Some(b'"') => self.quoted(reports),
                Some(b'/') if matches!(self.peek(1), Some(b'/' | b'*')) => self.comment(reports),
                Some(_) => {
                    let Some(mark) = self.mark() else {
                        self.skip_unknown(reports);
                        continue;
                    };
                    TokenKind::Mark(mark)
                }
            };
            return Token { kind, text: &self.text[start..self.at], span: self.span(start) };
        }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, start as u32, self.at as u32)
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
    }

    fn word(&mut self) -> TokenKind {
        let rest = self.rest();
        let length = name_length(rest);
        self.at += length;
        Keyword::from_text(&rest[..length]).map_or(TokenKind::Name, TokenKind::Word)
    }

    fn quoted(&mut self, reports: &mut Reports) -> TokenKind {
        let start = self.at;
        let inside = &self.text[start + 1..];
        let length = inside.find(['"', '\n', '\r']).unwrap_or(inside.len());
        self.at += 1 + length;
        if self.peek(0) == Some(b'"') {
            self.at += 1;
        } else {
            let span = self.span(start);
            reports.add(|| {
                Diagnostic::error("E0902", "the text has no closing quote")
                    .at(span, "must end on the same line")
            });
        }
        TokenKind::Text
    }

    fn comment(&mut self, reports: &mut Reports) -> TokenKind {
        let rest = self.rest();
        if rest.starts_with("//") {
            self.at += rest.find('\n').unwrap_or(rest.len());
        } else if let Some(length) = rest[2..].find("*/") {
            self.at += 2 + length + 2;
        } else {
            let span = Span::new(self.file, self.at as u32, self.at as u32 + 2);
            self.at = self.text.len();
            reports.add(|| {
                Diagnostic::error("E0902", "the comment is not closed")
                    .at(span, "everything after this is a comment")
                    .help("close it with `*/`")
            });
        }
        TokenKind::Comment
    }

    fn mark(&mut self) -> Option<Mark> {
        let two = self.text.get(self.at..self.at + 2).and_then(Mark::from_text);
        let mark = two.or_else(|| self.text.get(self.at..=self.at).and_then(Mark::from_text))?;
        self.at += mark.text().len();
        Some(mark)
    }

    fn skip_unknown(&mut self, reports: &mut Reports) {
        let start = self.at;
        let known = |c: char| {
            c.is_whitespace()
                || c.is_ascii_alphanumeric()
                || matches!(c, '_' | '"')
                || "!<>=/(){},;:-&|".contains(c)
        };
        // The first character is unknown here even if it begins a mark elsewhere, such as a single `&`.
        let first = self.rest().chars().next().unwrap_or(' ');
        let after = start + first.len_utf8();
        self.at = after + self.text[after..].find(known).unwrap_or(self.text.len() - after);
        let span = self.span(start);
        reports.add(|| {
            let shown =
                if first.is_control() { format!("U+{:04X}", u32::from(first)) } else { format!("`{first}`") };
            let diagnostic =
                Diagnostic::error("E0901", format!("the character {shown} has no meaning here")).at(span, "");
            match first {
                '&' => diagnostic.help("write `&&`"),
                '|' => diagnostic.help("write `||`"),
                '.' => diagnostic.help("a dot joins two parts of one name, without gaps"),
                _ => diagnostic,
            }
        });
    }
}

/// How many bytes at the beginning are a name: parts of letters, digits and `_`, joined by dots.
fn name_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let part = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let mut length = 0;
    loop {
        length += bytes[length..].iter().take_while(|&&b| part(b)).count();
        match bytes.get(length..length + 2) {
            Some(&[b'.', next]) if part(next) => length += 1,
            _ => return length,
        }
    }
}
