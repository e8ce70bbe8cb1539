//! Text to tokens.
//!
//! White space, comments, attributes `(* … *)` and directives without meaning for a netlist are skipped. The
//! one comment that is not skipped is the one by which Workcraft says what signals are worth at first:
//!
//! ```text
//! // signal values at the initial state:
//! // !req ack data[1]
//! ```
//!
//! It becomes a token that covers the second line. Tested by the tests of the reader, on damaged texts and by
//! fuzzing.

use suppose_base::{Diagnostic, FileId, Span};

use suppose_base::Reports;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or a keyword.
    Word,
    /// A name that began with a backslash; the text has none.
    Escaped,
    /// `$name`.
    System,
    /// A number with all its parts.
    Number,
    /// A text in double quotes.
    Text,
    /// An operator or another mark.
    Mark,
    /// A line of first values.
    Values,
    /// The end of the text.
    End,
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind,
    pub(super) text: &'t str,
    pub(super) span: Span,
}

/// Marks of more than one character, longest first.
const LONG_MARKS: [&str; 26] = [
    "<<<", ">>>", "===", "!==", "==?", "!=?", "~&", "~|", "~^", "^~", "&&", "||", "==", "!=", "<=", ">=",
    "<<", ">>", "**", "->", "+:", "-:", "::", "++", "--", "+=",
];

/// Directives that mean nothing for a netlist and have arguments up to the end of the line.
const LINE_DIRECTIVES: [&str; 6] =
    ["timescale", "default_nettype", "line", "unconnected_drive", "pragma", "begin_keywords"];

/// Directives that mean nothing for a netlist and stand alone.
const DIRECTIVES: [&str; 6] =
    ["celldefine", "endcelldefine", "resetall", "nounconnected_drive", "end_keywords", "delay_mode_path"];

/// What the comment before the values says.
const VALUES: &str = "signal values at the initial state:";

pub(super) struct Lexer<'t, 'm> {
    text: &'t str,
    file: FileId,
    at: usize,
    messages: &'m mut Reports,
}

/// All tokens of a text; the last one is the end.
pub(super) fn tokens<'t>(text: &'t str, file: FileId, messages: &mut Reports) -> Vec<Token<'t>> {
    let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut lexer = Lexer { text, file, at, messages };
    let mut all = Vec::new();
    loop {
        let token = lexer.next();
        all.push(token);
        if token.kind == Kind::End {
            return all;
        }
    }
}

/// Whether the byte may be inside a name. Bytes of other alphabets may.
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

impl<'t> Lexer<'t, '_> {
    fn rest(&self) -> &'t [u8] {
        &self.text.as_bytes()[self.at..]
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start as u32, end as u32)
    }

    fn token(&self, kind: Kind, start: usize) -> Token<'t> {
        Token { kind, text: &self.text[start..self.at], span: self.span(start, self.at) }
    }

    fn error(&mut self, code: &'static str, message: String, start: usize, end: usize) {
        let span = self.span(start, end);
        self.messages.push(Diagnostic::error(code, message).at(span, ""));
    }

    fn next(&mut self) -> Token<'t> {
        loop {
            let start = self.at;
            let rest = self.rest();
            let Some(&first) = rest.first() else { return self.token(Kind::End, start) };
            match first {
                b' ' | b'\t' | b'\r' | b'\n' | b'\x0c' => self.at += 1,
                b'/' if rest.starts_with(b"//") => {
                    if let Some(token) = self.line_comment() {
                        return token;
                    }
                }
                b'/' if rest.starts_with(b"/*") => self.skip_past("*/", 2, "the comment"),
                // `(*)` is a list of all signals, `(* … *)` an attribute.
                b'(' if rest.starts_with(b"(*") && !rest.starts_with(b"(*)") => {
                    self.skip_past("*)", 2, "the attribute");
                }
                b'`' => self.directive(),
                b'\\' => return self.escaped(),
                b'"' => return self.quoted(),
                b'$' => {
                    self.at += 1 + self.count(1, is_name);
                    return self.token(Kind::System, start);
                }
                b'0'..=b'9' | b'\'' => return self.number(),
                _ if is_name(first) => {
                    self.at += self.count(0, is_name);
                    return self.token(Kind::Word, start);
                }
                _ if first.is_ascii_graphic() => {
                    let long = LONG_MARKS.iter().find(|mark| rest.starts_with(mark.as_bytes()));
                    self.at += long.map_or(1, |mark| mark.len());
                    return self.token(Kind::Mark, start);
                }
                _ => {
                    self.at += self.count(0, |b| b < 0x20 && !b.is_ascii_whitespace() || b == 0x7f).max(1);
                    self.error(
                        "E0862",
                        "control characters are no part of a netlist".to_owned(),
                        start,
                        self.at,
                    );
                }
            }
        }
    }

    /// How many bytes from `from` on satisfy the condition.
    fn count(&self, from: usize, condition: impl Fn(u8) -> bool) -> usize {
        let rest = &self.rest()[from..];
        rest.iter().position(|&b| !condition(b)).unwrap_or(rest.len())
    }

    /// Skips what ends in `close`.
    fn skip_past(&mut self, close: &str, opening: usize, what: &str) {
        let start = self.at;
        if let Some(length) = self.text[start + opening..].find(close) {
            self.at = start + opening + length + close.len();
        } else {
            self.at = self.text.len();
            self.error("E0862", format!("{what} has no end"), start, start + opening);
        }
    }

    /// Skips `// …`, and gives the next line if this one announces values.
    fn line_comment(&mut self) -> Option<Token<'t>> {
        let line = self.count(0, |b| b != b'\n');
        let comment = &self.text[self.at + 2..self.at + line];
        self.at += line;
        if !comment.trim().eq_ignore_ascii_case(VALUES) {
            return None;
        }
        let mut start = self.at + self.count(0, |b| b.is_ascii_whitespace());
        if !self.text[start..].starts_with("//") {
            return None;
        }
        start += 2;
        self.at = start;
        self.at += self.count(0, |b| b != b'\n');
        Some(self.token(Kind::Values, start))
    }

    fn directive(&mut self) {
        let start = self.at;
        self.at += 1 + self.count(1, is_name);
        let name = &self.text[start + 1..self.at];
        if LINE_DIRECTIVES.contains(&name) {
            self.at += self.count(0, |b| b != b'\n');
        } else if !DIRECTIVES.contains(&name) {
            let message = format!("the directive or macro `` `{name} `` is not supported");
            let span = self.span(start, self.at);
            let help = "run the file through a preprocessor first";
            self.messages.push(Diagnostic::error("E0861", message).at(span, "").help(help));
            // What follows on the line belongs to it.
            self.at += self.count(0, |b| b != b'\n');
        }
    }

    /// `\name ` ends at white space.
    fn escaped(&mut self) -> Token<'t> {
        let start = self.at;
        let length = self.count(1, |b| !b.is_ascii_whitespace());
        self.at += 1 + length;
        if length == 0 {
            self.error("E0862", "a backslash begins a name, but there is none".to_owned(), start, self.at);
        }
        let mut token = self.token(Kind::Escaped, start + 1);
        token.span = self.span(start, self.at);
        token
    }

    fn quoted(&mut self) -> Token<'t> {
        let start = self.at;
        let mut escaped = false;
        let length = self.rest()[1..].iter().position(|&b| {
            let ends = b == b'\n' || (b == b'"' && !escaped);
            escaped = b == b'\\' && !escaped;
            ends
        });
        self.at = match length {
            Some(length) if self.rest()[1 + length] == b'"' => start + length + 2,
            _ => {
                let end = length.map_or(self.text.len(), |length| start + 1 + length);
                self.error("E0862", "the text in quotes has no end".to_owned(), start, start + 1);
                end
            }
        };
        self.token(Kind::Text, start)
    }

    /// `12`, `1.5`, `2e-3`, `10ps`, `4'b0011`, `4 'b0011`, `'1`.
    fn number(&mut self) -> Token<'t> {
        let start = self.at;
        let digit = |b: u8| b.is_ascii_digit() || b == b'_';
        self.at += self.count(0, digit);
        let gap = self.count(0, |b| b == b' ' || b == b'\t');
        if self.rest().get(gap) == Some(&b'\'') {
            self.at += gap + 1;
            self.at += self.count(0, |b| b.is_ascii_alphabetic());
            let gap = self.count(0, |b| b == b' ' || b == b'\t');
            let value = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'?';
            if self.rest().get(gap).is_some_and(|&b| b.is_ascii_digit()) {
                self.at += gap + self.count(gap, value);
            } else {
                self.at += self.count(0, value);
            }
            return self.token(Kind::Number, start);
        }
        if self.rest().first() == Some(&b'.') {
            self.at += 1;
            let digits = self.count(0, digit);
            self.at += digits;
            if digits == 0 {
                let message = "a number has a digit after its point".to_owned();
                self.error("E0862", message, start, self.at);
            }
        }
        if matches!(self.rest().first(), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(self.rest().get(1), Some(b'+' | b'-')));
            if self.rest().get(1 + sign).is_some_and(u8::is_ascii_digit) {
                self.at += 1 + sign + self.count(1 + sign, digit);
            }
        }
        // A unit of time.
        self.at += self.count(0, is_name);
        self.token(Kind::Number, start)
    }
}
