//! Text to tokens, one token at a time.
//!
//! The lexer holds a position and nothing else, so a copy of it is a bookmark: the parser looks ahead by lexing with
//! a copy, and a file of any size needs memory for two tokens only. It follows LTSA's rules, traps included: `[]`
//! without a gap is one token, a leading `0` means octal, and a NUL ends the input. Where a trap changes what a reader
//! would expect, a warning says so.
//!
//! Bytes that belong to no token are reported once per run of them and skipped.
//!
//! Tested in `tests/fsp/quirks.rs`, `tests/fsp/bad_input.rs` and by the table of diagnostic examples.

use suppose_base::{Diagnostic, FileId, Span};

use super::symbols::Symbols;
use super::token::{Keyword, Mark, Token, TokenKind};

/// No warnings are recorded when there are this many messages.
const MOST_WARNINGS: usize = 200;

/// No messages at all are recorded by the lexer when there are this many.
const MOST_ERRORS: usize = 400;

/// A position in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    file: FileId,
    at: usize,
}

/// Where the lexer puts names and messages.
pub(super) struct Sink<'s> {
    pub(super) symbols: &'s mut Symbols,
    /// `None` while looking ahead: the same text will be lexed again.
    pub(super) diagnostics: Option<&'s mut Vec<Diagnostic>>,
}

impl Sink<'_> {
    /// Records a message, unless there are already more than anybody reads. Warnings stop first, so a full list always
    /// holds errors and dropping one more of them changes no outcome.
    fn report(&mut self, diagnostic: impl FnOnce() -> Diagnostic) {
        if let Some(diagnostics) = &mut self.diagnostics
            && diagnostics.len() < MOST_ERRORS
        {
            let diagnostic = diagnostic();
            if diagnostic.is_error() || diagnostics.len() < MOST_WARNINGS {
                diagnostics.push(diagnostic);
            }
        }
    }
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str, file: FileId) -> Self {
        // A byte order mark is no part of the text.
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, file, at }
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, start as u32, self.at as u32)
    }

    /// The next token. After the end it gives the end again.
    pub(super) fn next(&mut self, sink: &mut Sink<'_>) -> Token {
        loop {
            self.skip_blanks(sink);
            let start = self.at;
            let byte = self.peek(0);
            let kind = match byte {
                0 => {
                    if start < self.text.len() {
                        let span = Span::new(self.file, start as u32, start as u32 + 1);
                        sink.report(|| {
                            Diagnostic::warning("W0102", "a NUL byte ends the input here")
                                .at(span, "everything after this is ignored")
                        });
                        self.text = &self.text[..start];
                    }
                    TokenKind::End
                }
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.name(sink),
                b'0'..=b'9' => self.number(sink),
                b'"' => self.quoted(sink),
                _ => {
                    let Some(mark) = self.mark() else {
                        self.skip_unknown(sink);
                        continue;
                    };
                    TokenKind::Mark(mark)
                }
            };
            return Token { kind, span: self.span(start) };
        }
    }

    fn skip_blanks(&mut self, sink: &mut Sink<'_>) {
        loop {
            match self.peek(0) {
                b' ' | b'\t' | b'\r' | b'\n' | 0x0c | 0x0b => self.at += 1,
                b'/' if self.peek(1) == b'/' => {
                    let rest = &self.text[self.at..];
                    self.at += rest.find(['\n', '\0']).unwrap_or(rest.len());
                }
                b'/' if self.peek(1) == b'*' => self.skip_comment(sink),
                0x80.. => match self.text[self.at..].chars().next() {
                    Some(c) if c.is_whitespace() => self.at += c.len_utf8(),
                    _ => return,
                },
                _ => return,
            }
        }
    }

    fn skip_comment(&mut self, sink: &mut Sink<'_>) {
        let start = self.at;
        let rest = &self.text[start + 2..];
        if let Some(length) = rest.find("*/") {
            self.at = start + 2 + length + 2;
        } else {
            self.at = self.text.len();
            let span = Span::new(self.file, start as u32, start as u32 + 2);
            sink.report(|| {
                Diagnostic::warning("W0101", "the comment is not closed")
                    .at(span, "everything after this is a comment")
                    .help("close it with `*/`")
            });
        }
    }

    fn skip_unknown(&mut self, sink: &mut Sink<'_>) {
        let start = self.at;
        let known =
            |c: char| c.is_ascii_graphic() && !matches!(c, '$' | '`') || c.is_whitespace() || c == '\0';
        let rest = &self.text[start..];
        let length = rest.find(known).unwrap_or(rest.len()).max(1);
        self.at = start + length;
        let first = rest.chars().next().unwrap_or(' ');
        let span = self.span(start);
        sink.report(|| {
            let message = if first.is_control() {
                format!("the character U+{:04X} has no meaning in FSP", u32::from(first))
            } else {
                format!("the character `{first}` has no meaning in FSP")
            };
            Diagnostic::error("E0101", message).at(span, "")
        });
    }

    fn name(&mut self, sink: &mut Sink<'_>) -> TokenKind {
        let rest = &self.text[self.at..];
        // Most names are ASCII; only look at characters where they are not.
        let ascii = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        let mut length = ascii;
        if rest.as_bytes().get(ascii).is_some_and(|b| !b.is_ascii()) {
            length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        }
        self.at += length;
        let text = &rest[..length];
        if let Some(word) = Keyword::from_text(text) {
            return TokenKind::Word(word);
        }
        let symbol = sink.symbols.intern(text);
        if text.as_bytes()[0].is_ascii_uppercase() {
            TokenKind::Upper(symbol)
        } else {
            TokenKind::Lower(symbol)
        }
    }

    fn number(&mut self, sink: &mut Sink<'_>) -> TokenKind {
        let start = self.at;
        let (radix, digits_at) = match (self.peek(0), self.peek(1)) {
            (b'0', b'x' | b'X') => (16, start + 2),
            (b'0', _) => (8, start + 1),
            _ => (10, start),
        };
        let rest = &self.text[digits_at..];
        let length = rest.find(|c: char| !c.is_digit(radix)).unwrap_or(rest.len());
        self.at = digits_at + length;
        let digits = &rest[..length];
        let value = digits
            .bytes()
            .try_fold(0i64, |value, digit| {
                let digit = char::from(digit).to_digit(radix)?;
                Some(value * i64::from(radix) + i64::from(digit)).filter(|v| *v <= i64::from(i32::MAX))
            })
            .map(|value| value as i32);
        let span = self.span(start);
        let Some(value) = value else {
            sink.report(|| {
                Diagnostic::error("E0102", "the integer is too large").at(span, "integers end at 2147483647")
            });
            return TokenKind::Int(i32::MAX);
        };
        if radix == 16 && digits.is_empty() {
            sink.report(|| Diagnostic::error("E0103", "hexadecimal digits are missing").at(span, ""));
        }
        if radix == 8 && value >= 8 {
            sink.report(|| {
                Diagnostic::warning("W0103", format!("`0{digits}` is octal and means {value}"))
                    .at(span, "a leading 0 makes the number octal")
                    .help(format!("write `{value}`, or `{digits}` if that is meant"))
            });
        }
        TokenKind::Int(value)
    }

    fn quoted(&mut self, sink: &mut Sink<'_>) -> TokenKind {
        let start = self.at;
        let rest = &self.text[start + 1..];
        let length = rest.find(['"', '\n', '\0']).unwrap_or(rest.len());
        let symbol = sink.symbols.intern(&rest[..length]);
        self.at = start + 1 + length;
        if self.peek(0) == b'"' {
            self.at += 1;
        } else {
            let span = self.span(start);
            sink.report(|| {
                Diagnostic::error("E0104", "the text has no closing quote")
                    .at(span, "must end on the same line")
            });
        }
        TokenKind::Text(symbol)
    }

    fn mark(&mut self) -> Option<Mark> {
        let (mark, length) = match (self.peek(0), self.peek(1), self.peek(2)) {
            (b'<', b'-', b'>') => (Mark::Equivalent, 3),
            (b'[', b']', _) => (Mark::Always, 2),
            (b'<', b'>', _) => (Mark::Eventually, 2),
            (b'|', b'|', _) => (Mark::BarBar, 2),
            (b'&', b'&', _) => (Mark::AndAnd, 2),
            (b'!', b'=', _) => (Mark::NotEq, 2),
            (b'=', b'=', _) => (Mark::EqEq, 2),
            (b'<', b'=', _) => (Mark::LessEq, 2),
            (b'<', b'<', _) => (Mark::ShiftLeft, 2),
            (b'>', b'=', _) => (Mark::GreaterEq, 2),
            (b'>', b'>', _) => (Mark::ShiftRight, 2),
            (b'-', b'>', _) => (Mark::Arrow, 2),
            (b'.', b'.', _) => (Mark::DotDot, 2),
            (b':', b':', _) => (Mark::ColonColon, 2),
            _ => (Mark::from_text(self.text.get(self.at..=self.at)?)?, 1),
        };
        self.at += length;
        Some(mark)
    }
}
