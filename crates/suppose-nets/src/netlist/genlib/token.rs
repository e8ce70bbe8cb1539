//! Words and marks of a gate library.

use suppose_base::{FileId, Span};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name, a number or a keyword.
    Word,
    /// A name in double quotes; the text is what is between them.
    Text,
    /// One of the marks.
    Mark,
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

/// Operators and other marks. Everything else between white space is a word, so that names and numbers need
/// no grammar.
const MARKS: &[u8] = b"=;()*+!'&|^~";

/// The tokens of a text, with one token of look-ahead.
pub(super) struct Tokens<'t> {
    text: &'t str,
    file: FileId,
    at: usize,
    ahead: Option<Token<'t>>,
}

impl<'t> Tokens<'t> {
    pub(super) fn new(text: &'t str, file: FileId) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, file, at, ahead: None }
    }

    pub(super) fn peek(&mut self) -> Token<'t> {
        if let Some(token) = self.ahead {
            return token;
        }
        let token = self.read();
        self.ahead = Some(token);
        token
    }

    pub(super) fn next(&mut self) -> Token<'t> {
        let token = self.peek();
        self.ahead = None;
        token
    }

    fn read(&mut self) -> Token<'t> {
        self.skip();
        let bytes = self.text.as_bytes();
        let start = self.at;
        let Some(&first) = bytes.get(start) else { return self.token(Kind::End, start, start) };
        if first == b'"' {
            let rest = &bytes[start + 1..];
            let length = rest.iter().position(|&b| b == b'"' || b == b'\n').unwrap_or(rest.len());
            self.at = start + 1 + length + usize::from(rest.get(length) == Some(&b'"'));
            let mut token = self.token(Kind::Text, start + 1, start + 1 + length);
            token.span = Span::new(self.file, start as u32, self.at as u32);
            return token;
        }
        if MARKS.contains(&first) {
            self.at += 1;
            return self.token(Kind::Mark, start, self.at);
        }
        let ends = |b: u8| b.is_ascii_whitespace() || b == b'"' || b == b'#' || MARKS.contains(&b);
        self.at += bytes[start..].iter().position(|&b| ends(b)).unwrap_or(bytes.len() - start);
        self.token(Kind::Word, start, self.at)
    }

    fn skip(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            if byte == b'#' {
                let rest = &bytes[self.at..];
                self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
            } else if byte.is_ascii_whitespace() {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    fn token(&self, kind: Kind, start: usize, end: usize) -> Token<'t> {
        Token { kind, text: &self.text[start..end], span: Span::new(self.file, start as u32, end as u32) }
    }
}
