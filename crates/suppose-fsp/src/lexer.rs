//! Text to tokens, one token at a time.
//!
//! The lexer holds a position and nothing else, so a copy of it is a bookmark: the parser looks ahead by
//! lexing with a copy, and a file of any size needs memory for two tokens only. It follows LTSA's rules,
//! traps included: `[]` without a gap is one token, a leading `0` means octal, and a NUL ends the input.
//! Where a trap changes what a reader would expect, a warning says so.
//!
//! Bytes that belong to no token are reported once per run of them and skipped. Signs that a word processor
//! or a textbook puts in place of a mark, such as `→` for `->`, are reported and then read as that mark, so
//! that one of them gives one message.
//!
//! Tested in `tests/all/fsp/quirks.rs`, `tests/all/fsp/bad_input.rs` and by the table of diagnostic examples.

use suppose_base::{Diagnostic, FileId, Reports, Span};

use super::symbols::Symbols;
use super::token::{Keyword, Mark, Token, TokenKind};

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
    pub(super) reports: &'s mut Reports,
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
                        sink.reports.warn(|| {
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
                0x80.. => {
                    let Some(kind) = self.lookalike(sink) else { continue };
                    kind
                }
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
            sink.reports.warn(|| {
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
        sink.reports.add(|| {
            Diagnostic::error("E0101", format!("the character {} has no meaning in FSP", named(first)))
                .at(span, "")
                .help(
                    "leave it out; names are made of letters, digits and `_`, and begin with an ASCII letter",
                )
        });
    }

    /// Reads a sign beyond ASCII that stands for a mark or a quote, with a message that says what to write.
    /// Any other is skipped.
    fn lookalike(&mut self, sink: &mut Sink<'_>) -> Option<TokenKind> {
        let start = self.at;
        let rest = &self.text[start..];
        let first = rest.chars().next()?;
        let mut length = first.len_utf8();
        let text = if is_dash(first) && rest[length..].starts_with('>') {
            length += 1;
            "->"
        } else if let Some(text) = ascii_for(first) {
            text
        } else {
            self.skip_unknown(sink);
            return None;
        };
        self.at += length;
        let span = self.span(start);
        let help = match text {
            "'" => "names have no quotes; a label that is used as a value has `'` before it".to_owned(),
            _ => format!("write `{text}`"),
        };
        sink.reports.add(|| {
            Diagnostic::error("E0101", format!("the character {} has no meaning in FSP", named(first)))
                .at(span, "")
                .help(help)
        });
        match text {
            "\"" => self.between_quotes(sink),
            "'" => None,
            _ => Mark::from_text(text).map(TokenKind::Mark),
        }
    }

    /// The text after an opening quote that is not ASCII, if a quote of any kind ends it on the same line.
    fn between_quotes(&mut self, sink: &mut Sink<'_>) -> Option<TokenKind> {
        let rest = &self.text[self.at..];
        let length = rest.find(|c| c == '"' || c == '\n' || c == '\0' || ascii_for(c) == Some("\""))?;
        let closing = rest[length..].chars().next().filter(|c| !matches!(c, '\n' | '\0'))?;
        let symbol = sink.symbols.intern(&rest[..length]);
        self.at += length + closing.len_utf8();
        Some(TokenKind::Text(symbol))
    }

    /// The source between two places.
    pub(super) fn written(&self, start: u32, end: u32) -> &'t str {
        self.text.get(start as usize..end as usize).unwrap_or("")
    }

    /// The source from a place to the end of its line, without a comment.
    pub(super) fn rest_of_line(&self, start: u32) -> &'t str {
        let line = self.text.get(start as usize..).unwrap_or("").lines().next().unwrap_or("");
        line.split("//").next().unwrap_or("").trim_end()
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
            sink.reports.add(|| {
                Diagnostic::error("E0102", "the integer is too large").at(span, "integers end at 2147483647")
            });
            return TokenKind::Int(i32::MAX);
        };
        if radix == 16 && digits.is_empty() {
            sink.reports.add(|| Diagnostic::error("E0103", "hexadecimal digits are missing").at(span, ""));
        }
        if radix == 8 && value >= 8 {
            sink.reports.warn(|| {
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
            sink.reports.add(|| {
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

/// How a character is shown in a message: by its number where there is nothing to see.
fn named(c: char) -> String {
    let unseen = matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}');
    if c.is_control() || unseen { format!("U+{:04X}", u32::from(c)) } else { format!("`{c}`") }
}

fn is_dash(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// The mark or quote that a sign beyond ASCII was probably meant to be.
fn ascii_for(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{2192}' | '\u{27f6}' | '\u{21d2}' | '\u{27f9}' | '\u{2794}' => "->",
        '\u{2194}' | '\u{21d4}' => "<->",
        '\u{201c}'..='\u{201f}' | '\u{ab}' | '\u{bb}' => "\"",
        '\u{2018}'..='\u{201b}' | '\u{b4}' => "'",
        '\u{2026}' | '\u{2025}' => "..",
        '\u{2264}' => "<=",
        '\u{2265}' => ">=",
        '\u{2260}' => "!=",
        '\u{2227}' => "&&",
        '\u{2228}' | '\u{2016}' | '\u{2225}' => "||",
        '\u{ac}' => "!",
        '\u{d7}' => "*",
        '\u{f7}' => "/",
        '\u{25a1}' | '\u{25fb}' => "[]",
        '\u{25c7}' | '\u{25ca}' => "<>",
        '\u{2223}' | '\u{ff5c}' => "|",
        '\u{ff08}' => "(",
        '\u{ff09}' => ")",
        '\u{ff0c}' => ",",
        '\u{ff0e}' | '\u{3002}' => ".",
        '\u{ff1d}' => "=",
        '\u{ff1a}' => ":",
        '\u{ff1b}' => ";",
        c if is_dash(c) => "-",
        _ => return None,
    })
}
