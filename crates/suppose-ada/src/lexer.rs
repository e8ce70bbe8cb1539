//! Text to tokens, one token at a time.
//!
//! # Contract
//! The lexer holds a position and a few flags and nothing else, so a copy of it is a bookmark. After the end
//! it gives the end again. Bytes that belong to no token are reported once for each run of them and skipped,
//! so every token is whole. Comments are skipped, but a comment that begins with `--#` is one token. What is
//! in it is read by a second lexer, made by [`Lexer::inside`], for which the annotation is all there is: one
//! line, or all annotation lines that follow one another.
//!
//! # What is not as in other languages
//! A tick is a character literal or the beginning of an attribute. It is the latter right after a name or a
//! closing parenthesis, and nowhere else. The word after it is no reserved word even if it looks like one
//! (`A'Range`).
//!
//! A byte order mark is no part of the text; line ends may be LF or CRLF. Names are ASCII, so that every
//! export can write them; a letter outside of it is an error, and the name goes on. Comments and quoted texts
//! may hold anything.
//!
//! Linear in the text. Tested in `tests/all/syntax`: `expressions.rs`, `bad_input.rs`, `damage.rs`.

mod number;

use suppose_base::{Diagnostic, FileId, Span};

use super::token::{Keyword, Mark, Token, TokenKind};
use suppose_base::Reports;

/// How an annotation begins.
pub(super) const ANNOTATION: &str = "--#";

/// What is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Region {
    /// The program.
    Program,
    /// The inside of an annotation up to the end of its line.
    Line,
    /// The inside of an annotation and of those that follow it with nothing but blanks and comments between.
    Lines,
}

/// A position in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    file: FileId,
    at: usize,
    region: Region,
    /// Whether there was no token on this line yet.
    fresh: bool,
    /// What the last token was, as far as the meaning of a tick depends on it.
    last: Last,
}

/// A kind of token before a tick or a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    /// A tick after it begins an attribute.
    Prefix,
    /// A word after it is an attribute.
    Tick,
    Other,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str, file: FileId) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, file, at, region: Region::Program, fresh: true, last: Last::Other }
    }

    /// A lexer for the inside of the annotation that begins at a place.
    pub(super) fn inside(self, start: u32, region: Region) -> Self {
        Self { at: start as usize + ANNOTATION.len(), region, fresh: false, last: Last::Other, ..self }
    }

    /// Goes to the end, so that nothing follows.
    pub(super) fn finish(&mut self) {
        self.at = self.text.len();
    }

    /// The next token.
    pub(super) fn next(&mut self, reports: &mut Reports) -> Token<'t> {
        loop {
            let ended = self.skip_blanks();
            let start = self.at;
            let kind = match self.peek(0) {
                _ if ended => TokenKind::AnnotationEnd,
                None => TokenKind::End,
                Some(b'-') if self.rest().starts_with(ANNOTATION) => {
                    let line = line_of(self.rest());
                    self.at += line.trim_end().len();
                    TokenKind::Annotation
                }
                Some(b'a'..=b'z' | b'A'..=b'Z' | 0x80..) if self.at_letter() => self.word(reports),
                Some(b'0'..=b'9') => self.number(reports),
                Some(b'"') => self.quoted(reports),
                Some(b'\'') if self.last != Last::Prefix => self.character(reports),
                Some(_) => {
                    let Some(mark) = self.mark() else {
                        self.skip_unknown(reports);
                        continue;
                    };
                    TokenKind::Mark(mark)
                }
            };
            let fresh = std::mem::replace(&mut self.fresh, false);
            // An annotation stands anywhere, also between a name and a tick.
            if kind != TokenKind::Annotation {
                self.last = match kind {
                    TokenKind::Mark(Mark::Tick) => Last::Tick,
                    TokenKind::Ident
                    | TokenKind::Character(_)
                    | TokenKind::Text
                    | TokenKind::Word(Keyword::All)
                    | TokenKind::Mark(Mark::Right) => Last::Prefix,
                    _ => Last::Other,
                };
            }
            return Token { kind, text: &self.text[start..self.at], span: self.span(start), fresh };
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

    fn at_letter(&self) -> bool {
        self.rest().chars().next().is_some_and(char::is_alphabetic)
    }

    /// Skips blanks and comments. Says whether the annotation that is being read ends here.
    fn skip_blanks(&mut self) -> bool {
        if self.region == Region::Program {
            self.skip_lines();
            return false;
        }
        loop {
            let line = line_of(self.rest());
            let left = line.trim_start();
            self.at += line.len() - left.len();
            if !(left.is_empty() || left.starts_with("--")) {
                return false;
            }
            let mut ahead = *self;
            ahead.at += left.len();
            ahead.skip_lines();
            if self.region == Region::Line || !ahead.rest().starts_with(ANNOTATION) {
                return true;
            }
            *self = ahead.inside(ahead.at as u32, Region::Lines);
            self.fresh = true;
        }
    }

    /// Skips blanks and comments, but no annotations.
    fn skip_lines(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
            self.fresh |= rest[..blanks].contains('\n');
            self.at += blanks;
            let rest = self.rest();
            if !rest.starts_with("--") || rest.starts_with(ANNOTATION) {
                return;
            }
            self.at += line_of(rest).len();
        }
    }

    /// A name or a reserved word: letters and digits, with single underscores between them.
    fn word(&mut self, reports: &mut Reports) -> TokenKind {
        let start = self.at;
        let rest = self.rest();
        let part = |c: char| c.is_alphanumeric() || c == '_';
        self.at += rest.find(|c| !part(c)).unwrap_or(rest.len());
        let (word, span) = (&self.text[start..self.at], self.span(start));
        if self.last == Last::Tick {
            return TokenKind::Ident;
        }
        if let Some(keyword) = Keyword::from_word(word) {
            return TokenKind::Word(keyword);
        }
        if let Some(letter) = word.chars().find(|c| !c.is_ascii()) {
            reports.add(|| {
                Diagnostic::error("E1001", format!("the letter `{letter}` cannot be part of a name"))
                    .at(span, "")
                    .help("use the letters A to Z; other ones may stand in comments")
            });
        } else if word.ends_with('_') || word.contains("__") {
            reports.add(|| {
                Diagnostic::error("E1003", format!("`{word}` is not a name"))
                    .at(span, "an underscore stands between two letters or digits")
            });
        }
        TokenKind::Ident
    }

    fn quoted(&mut self, reports: &mut Reports) -> TokenKind {
        let start = self.at;
        self.at += 1;
        // Two quotes are one quote of the text.
        loop {
            let rest = self.rest();
            self.at += rest.find(['"', '\n', '\r']).unwrap_or(rest.len());
            match (self.peek(0), self.peek(1)) {
                (Some(b'"'), Some(b'"')) => self.at += 2,
                (Some(b'"'), _) => {
                    self.at += 1;
                    return TokenKind::Text;
                }
                _ => break,
            }
        }
        let span = self.span(start);
        reports.add(|| {
            Diagnostic::error("E1002", "the text has no closing quote").at(span, "must end on the same line")
        });
        TokenKind::Text
    }

    fn character(&mut self, reports: &mut Reports) -> TokenKind {
        let start = self.at;
        let mut characters = self.text[start + 1..].chars();
        if let (Some(value), Some('\'')) = (characters.next(), characters.next())
            && !matches!(value, '\n' | '\r')
        {
            self.at += 1 + value.len_utf8() + 1;
            return TokenKind::Character(value);
        }
        // As in `'ab'`: one mistake, one message.
        let rest = &self.text[start + 1..];
        let length = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        self.at += 1;
        if rest[length..].starts_with('\'') {
            self.at += length + 1;
        }
        let span = self.span(start);
        reports.add(|| {
            Diagnostic::error("E1002", "a tick begins neither a character nor an attribute")
                .at(span, "")
                .help("a character is written `'x'`; an attribute follows a name without a gap: `T'First`")
        });
        TokenKind::Character(char::REPLACEMENT_CHARACTER)
    }

    fn mark(&mut self) -> Option<Mark> {
        let known = |text: Option<&str>| {
            let mark = text.and_then(Mark::from_text)?;
            (self.region != Region::Program || !mark.in_annotations()).then_some(mark)
        };
        let two = known(self.text.get(self.at..self.at + 2));
        let mark = two.or_else(|| known(self.text.get(self.at..=self.at)))?;
        self.at += mark.text().len();
        Some(mark)
    }

    fn skip_unknown(&mut self, reports: &mut Reports) {
        let start = self.at;
        let known = |c: char| c.is_whitespace() || c.is_alphanumeric() || "\"'&()*+,-./:;<=>|".contains(c);
        let rest = self.rest();
        let first = rest.chars().next().unwrap_or(' ');
        // The first one is unknown in any case.
        let after = start + first.len_utf8();
        self.at = after + self.text[after..].find(known).unwrap_or(self.text.len() - after);
        let span = self.span(start);
        reports.add(|| {
            let shown =
                if first.is_control() { format!("U+{:04X}", u32::from(first)) } else { format!("`{first}`") };
            let diagnostic =
                Diagnostic::error("E1001", format!("the character {shown} has no meaning here")).at(span, "");
            match first {
                '_' => diagnostic.help("a name begins with a letter"),
                '[' | ']' => diagnostic.help("indices stand in parentheses: `A (I)`"),
                '!' => diagnostic.help("write `not` or `/=`"),
                '{' | '}' => diagnostic.help("braces have a meaning in properties only, on lines with `--#`"),
                _ => diagnostic,
            }
        });
    }
}

/// The rest of the line, without its end.
pub(super) fn line_of(text: &str) -> &str {
    let end = text.find('\n').unwrap_or(text.len());
    text[..end].trim_end_matches('\r')
}
