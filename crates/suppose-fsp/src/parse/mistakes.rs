//! What people write instead of FSP: messages for common mistakes.
//!
//! Nothing here decides what is accepted. A function is called where the grammar has failed already; it looks
//! at the tokens around that place and words the message: what is wrong, where, and what to write. Some
//! mistakes leave no doubt about what was meant, such as `;` at the end of a definition; then the message is
//! recorded and the parser goes on as if the right thing had been written.
//!
//! What to write is shown as the corrected text where that is short enough for a line, else as an example.
//! Looking ahead is bounded by [`FARTHEST`] tokens.
//!
//! Tested in `tests/all/fsp/mistakes.rs`, a table of mistakes with their messages.

mod composite;
mod definition;
mod ending;
mod formula;
mod label;
mod process;

use suppose_base::Reports;

use super::super::lexer::Sink;
use super::super::token::{Keyword, Mark, Token, TokenKind};
use super::{Diagnostic, Failed, Parser, Span};

/// The most tokens that are looked at to show what should have been written.
const FARTHEST: usize = 200;

/// Longer texts are not shown.
const LONGEST: usize = 70;

/// Words that other notations have for the processes that end.
const ENDINGS: [(&str, &str); 4] = [("stop", "STOP"), ("end", "END"), ("error", "ERROR"), ("skip", "END")];

/// The reserved process that a name was probably meant to be.
pub(in super::super) fn reserved_process(name: &str) -> Option<&'static str> {
    ENDINGS.iter().find(|(word, _)| name.eq_ignore_ascii_case(word)).map(|(_, process)| *process)
}

/// A name with a capital letter at its beginning.
pub(super) fn capitalised(name: &str) -> String {
    let letters = name.trim_start_matches('_');
    let mut chars = letters.chars();
    chars
        .next()
        .map_or_else(|| "N".to_owned(), |first| format!("{}{}", first.to_ascii_uppercase(), chars.as_str()))
}

/// A name with a small letter at its beginning.
pub(super) fn uncapitalised(name: &str) -> String {
    let mut chars = name.chars();
    let first = chars.next().map_or(' ', |first| first.to_ascii_lowercase());
    // `COIN` is `coin` in small letters, while `takeTea` keeps its hump.
    if name.chars().any(char::is_lowercase) {
        format!("{first}{}", chars.as_str())
    } else {
        name.to_ascii_lowercase()
    }
}

impl Parser<'_> {
    /// A message at the current token.
    fn mistake(&self, message: impl Into<String>) -> Diagnostic {
        let place = if self.token.kind == TokenKind::End { self.previous } else { self.token.span };
        Diagnostic::error("E0105", message).at(place, "")
    }

    /// A part of the source on one line, if it is short and holds no comment.
    fn source(&self, start: u32, end: u32) -> Option<String> {
        let text = self.lexer.written(start, end);
        if text.contains("//") || text.contains("/*") || text.len() > 4 * LONGEST {
            return None;
        }
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        (!line.is_empty() && line.chars().count() <= LONGEST).then_some(line)
    }

    /// The source of a place, or an example when it is not short.
    fn source_or(&self, span: Span, example: &str) -> String {
        self.source(span.start, span.end).unwrap_or_else(|| example.to_owned())
    }

    fn text_of(&self, token: Token) -> &str {
        self.lexer.written(token.span.start, token.span.end)
    }

    /// The token after the current one.
    fn next_token(&mut self) -> Token {
        let mut lexer = self.lexer;
        lexer.next(&mut Sink { symbols: &mut self.symbols, reports: &mut Reports::at_most(0) })
    }

    /// Where the text from the current token ends that belongs together: before a mark that stops it outside
    /// of brackets, before the `.` or `,` of the definition, before the next definition, or before a bracket
    /// that closes more than was opened.
    fn end_of_text(&mut self, stops: &[Mark]) -> u32 {
        let mut lexer = self.lexer;
        let mut sink = Sink { symbols: &mut self.symbols, reports: &mut Reports::at_most(0) };
        let mut token = self.token;
        let mut end = token.span.start;
        let mut depth = 0u32;
        for _ in 0..FARTHEST {
            let next = lexer.next(&mut sink);
            match token.kind {
                TokenKind::End | TokenKind::Mark(Mark::Semicolon) => return end,
                TokenKind::Word(word) if word.starts_definition() => return end,
                TokenKind::Word(Keyword::Then | Keyword::Else) if depth == 0 => return end,
                TokenKind::Mark(mark) if depth == 0 && stops.contains(&mark) => return end,
                TokenKind::Mark(Mark::Dot | Mark::Comma) if depth == 0 => match next.kind {
                    TokenKind::Upper(_)
                    | TokenKind::Word(_)
                    | TokenKind::End
                    | TokenKind::Mark(Mark::BarBar) => return end,
                    _ => {}
                },
                TokenKind::Mark(Mark::LeftRound | Mark::LeftCurly | Mark::LeftSquare) => depth += 1,
                TokenKind::Mark(Mark::RightRound | Mark::RightCurly | Mark::RightSquare) => {
                    let Some(less) = depth.checked_sub(1) else { return end };
                    depth = less;
                }
                _ => {}
            }
            end = token.span.end;
            token = next;
        }
        end
    }

    /// Whether `||` at the current token begins a definition: a name follows, and then `=` or parameters with
    /// defaults.
    pub(super) fn composite_begins(&mut self) -> bool {
        matches!(
            self.ahead(),
            [TokenKind::Upper(_), TokenKind::Mark(Mark::Eq), _, _]
                | [
                    TokenKind::Upper(_),
                    TokenKind::Mark(Mark::LeftRound),
                    TokenKind::Upper(_),
                    TokenKind::Mark(Mark::Eq)
                ]
        )
    }

    /// Something else than a capitalised name.
    pub(super) fn no_capital(&mut self, what: &str, context: &str) -> Failed {
        let mut diagnostic = self.wrong(what, context);
        if let TokenKind::Lower(symbol) = self.token.kind {
            let name = capitalised(self.symbols.text(symbol));
            diagnostic = diagnostic.help(format!("begin it with a capital letter: `{name}`"));
        } else if let (TokenKind::Mark(Mark::Eq), Some(word)) = (self.token.kind, self.head.word) {
            diagnostic = diagnostic.help(format!("give it a name: `{word} NAME = ..`"));
        }
        self.fail(diagnostic)
    }

    /// Something else than a quoted text.
    pub(super) fn no_quotes(&mut self, what: &str, context: &str) -> Failed {
        let mut diagnostic = self.wrong(what, context);
        if let TokenKind::Lower(_) | TokenKind::Upper(_) = self.token.kind {
            let file = self.lexer.rest_of_line(self.token.span.start);
            diagnostic = diagnostic.help(format!("put it into quotes: `\"{file}\"`"));
        }
        self.fail(diagnostic)
    }
}
