//! The layout of a text, comments included.
//!
//! # Contract
//! [`format`](format()) gives a text with the same tree and the same comments, and gives it unchanged when it
//! has been formatted before. What cannot mean anything is normalised: a comma at the end of a list and empty
//! statements are dropped, a missing last semicolon is written.
//!
//! # Layout
//! One statement on each line, four blanks for each open brace. A statement beyond [`WIDTH`] columns is
//! broken before the formula of a property and before what a transition emits, before `=>` if the rest has no
//! room, and where a line is full before other operators and after commas, if possible outside of
//! parentheses. Single blank lines stay, and there is one between components. A comment stays at the end of
//! its line or on lines of its own.
//!
//! # Method
//! Tokens are collected up to the end of a statement and written as words, which are what lies between two
//! places where a line may break. Layout depends on tokens, and on line ends between statements only as far
//! as the layout keeps them; so a second pass changes nothing.
//!
//! Linear in the text. Tested in `tests/all/lang/formatting.rs`.

use suppose_base::{Diagnostic, FileId};

use super::lexer::Lexer;
use super::parse::parse;
use super::token::{Keyword, Mark, Token, TokenKind};
use suppose_base::Reports;

/// Statements longer than this many characters are broken.
const WIDTH: usize = 100;

/// Parentheses that hold about as many characters at most are not broken.
const TOGETHER: usize = 70;

/// Lays a text out anew.
///
/// # Errors
/// The messages of the parser, when the text does not follow the grammar.
pub fn format(text: &str, file: FileId) -> Result<String, Vec<Diagnostic>> {
    let parsed = parse(text, file);
    if parsed.has_errors() { Err(parsed.diagnostics) } else { Ok(layout(text)) }
}

/// Lays out a text that follows the grammar.
pub(super) fn layout(text: &str) -> String {
    let mut reports = Reports::default();
    let mut lexer = Lexer::new(text, FileId(0));
    let mut layout = Layout::default();
    let mut end = 0;
    loop {
        let token = lexer.next_with_comments(&mut reports);
        if token.kind == TokenKind::End {
            break;
        }
        let gap = &text[end..token.span.start as usize];
        end = token.span.end as usize;
        layout.token(token, gap.bytes().filter(|&b| b == b'\n').count());
    }
    layout.flush(None);
    layout.out
}

#[derive(Default)]
struct Layout<'t> {
    out: String,
    /// Braces that are open around the statement.
    depth: usize,
    /// The statement so far, comments included.
    statement: Vec<Token<'t>>,
    /// Whether the statement stood after a blank line.
    apart: bool,
    /// Whether a set of values is open.
    in_values: bool,
    /// Whether the last line holds a comment after which nothing can stand.
    line_ended: bool,
    /// What was written last.
    last: Last,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Last {
    /// Nothing, or the brace that opens a body: no blank line comes after it.
    #[default]
    Opening,
    /// A comment on lines of its own: it stays with what follows.
    Comment,
    Other,
}

impl<'t> Layout<'t> {
    /// Takes the next token, before which there are so many line ends.
    fn token(&mut self, token: Token<'t>, lines: usize) {
        if self.statement.is_empty() {
            if token.kind == TokenKind::Comment {
                self.comment(token, lines);
                return;
            }
            self.apart = lines > 1;
        }
        match token.kind {
            TokenKind::Mark(Mark::Semicolon) => self.flush(Some(token)),
            TokenKind::Mark(Mark::LeftCurly) => {
                if self.last_word().is_some_and(|last| last.kind == TokenKind::Mark(Mark::Colon)) {
                    self.in_values = true;
                    self.statement.push(token);
                } else {
                    self.flush(Some(token));
                }
            }
            TokenKind::Mark(Mark::RightCurly) if self.in_values => {
                self.in_values = false;
                self.drop_comma();
                self.statement.push(token);
            }
            TokenKind::Mark(Mark::RightCurly) => {
                self.flush(None);
                self.depth = self.depth.saturating_sub(1);
                self.line("}");
            }
            TokenKind::Mark(Mark::Arrow) => {
                self.drop_comma();
                self.statement.push(token);
            }
            _ => self.statement.push(token),
        }
    }

    fn last_word(&self) -> Option<&Token<'t>> {
        self.statement.iter().rev().find(|token| token.kind != TokenKind::Comment)
    }

    /// Drops a comma after the last member of a list.
    fn drop_comma(&mut self) {
        let last = self.statement.iter().rposition(|token| token.kind != TokenKind::Comment);
        if let Some(last) = last.filter(|&at| self.statement[at].kind == TokenKind::Mark(Mark::Comma)) {
            self.statement.remove(last);
        }
    }

    /// Begins a line of its own.
    fn line(&mut self, text: &str) {
        for _ in 0..4 * self.depth {
            self.out.push(' ');
        }
        self.out.push_str(text);
        self.out.push('\n');
        self.line_ended = false;
        self.last = Last::Other;
    }

    fn blank_line(&mut self) {
        if self.last != Last::Opening {
            self.out.push('\n');
        }
    }

    /// A comment between statements: at the end of the line before it if it stood there.
    fn comment(&mut self, token: Token<'t>, lines: usize) {
        let text = tidy(token.text);
        if lines == 0 && self.out.ends_with('\n') && !self.line_ended {
            self.out.pop();
            self.out.push(' ');
            self.out.push_str(&text);
            self.out.push('\n');
            self.line_ended = ends_line(&text);
            return;
        }
        if lines > 1 {
            self.blank_line();
        }
        self.line(&text);
        self.line_ended = ends_line(&text);
        self.last = Last::Comment;
    }

    /// Writes the statement, if there is one, with what ends it: a brace, or else a semicolon. Comments at
    /// its end come after that.
    fn flush(&mut self, end: Option<Token<'t>>) {
        let opens = end.is_some_and(|end| end.kind == TokenKind::Mark(Mark::LeftCurly));
        self.drop_comma();
        let length = self.statement.iter().rposition(|token| token.kind != TokenKind::Comment);
        let Some(length) = length.map(|last| last + 1) else { return };
        let tail = self.statement.split_off(length);
        let statement = std::mem::take(&mut self.statement);
        let first = self.depth == 0 && self.last == Last::Other;
        if self.apart || first {
            self.blank_line();
        }
        let text = self.broken(&words(&statement, if opens { " {" } else { ";" }));
        self.line(&text);
        if opens {
            self.depth += 1;
            self.last = Last::Opening;
        }
        for (number, token) in tail.into_iter().enumerate() {
            self.comment(token, number.min(1));
        }
    }

    /// The words of a statement on one line or more, the first of which has not been indented yet.
    fn broken(&self, words: &[Word]) -> String {
        let indent = 4 * self.depth;
        let length: usize = words.iter().map(|word| word.length + usize::from(word.spaced)).sum();
        let breaks = indent + length > WIDTH;
        let mut out = String::new();
        let mut column = indent;
        let mut must_break = false;
        let mut rest = length;
        for word in words {
            let breaks_here = match word.break_before {
                Break::IfFull => column + 1 + word.length > WIDTH,
                Break::IfLong => breaks,
                Break::IfRestLong => column + rest > WIDTH,
                Break::Never => false,
            };
            if must_break || breaks_here {
                out.push('\n');
                out.extend(std::iter::repeat_n(' ', indent + 4));
                column = indent + 4;
            } else if word.spaced && !out.is_empty() {
                out.push(' ');
                column += 1;
            }
            out.push_str(&word.text);
            column += word.length;
            rest -= word.length + usize::from(word.spaced);
            must_break = word.ends_line;
        }
        out
    }
}

/// What is never broken.
struct Word {
    text: String,
    /// Its length in characters.
    length: usize,
    /// Whether a blank comes before it.
    spaced: bool,
    /// Whether nothing may follow it on its line.
    ends_line: bool,
    break_before: Break,
}

/// Whether a line begins with a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Break {
    /// When the line before it is full.
    IfFull,
    /// When the line cannot hold all that follows: a conclusion.
    IfRestLong,
    /// When the statement needs more than one line: what a transition emits, and the formula of a property.
    IfLong,
    /// Never, because it is a comment on what is before it, or the first word.
    Never,
}

/// The words of a statement, with `end` after the last one.
fn words(statement: &[Token<'_>], end: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut before: Option<Token<'_>> = None;
    let mut depth = 0_usize;
    let property = statement[0].kind == TokenKind::Word(Keyword::Prop);
    for (&token, together) in statement.iter().zip(kept_together(statement)) {
        match token.kind {
            TokenKind::Mark(Mark::LeftRound) => depth += 1,
            TokenKind::Mark(Mark::RightRound) => depth = depth.saturating_sub(1),
            _ => {}
        }
        let spaced = before.is_some_and(|before| has_blank(before.kind, token.kind));
        let comment = token.kind == TokenKind::Comment;
        let text = if comment { tidy(token.text) } else { token.text.to_owned() };
        let length = text.chars().count();
        let operator =
            matches!(token.kind, TokenKind::Mark(Mark::And | Mark::Or | Mark::Implies | Mark::Slash));
        let after = before.is_some_and(|before| {
            matches!(before.kind, TokenKind::Mark(Mark::Comma | Mark::Colon) | TokenKind::Comment)
        });
        let after_colon = before.is_some_and(|before| before.kind == TokenKind::Mark(Mark::Colon));
        let commented = comment || before.is_some_and(|before| before.kind == TokenKind::Comment);
        match words.last_mut() {
            Some(word) if !commented && (together || !(operator || after)) => {
                word.length += length + usize::from(spaced);
                word.text.push_str(if spaced { " " } else { "" });
                word.text.push_str(&text);
            }
            _ => {
                let break_before = match token.kind {
                    TokenKind::Mark(Mark::Slash) => Break::IfLong,
                    TokenKind::Mark(Mark::Implies) if depth == 0 => Break::IfRestLong,
                    _ if property && after_colon => Break::IfLong,
                    _ if comment || before.is_none() => Break::Never,
                    _ => Break::IfFull,
                };
                let ends_line = comment && ends_line(&text);
                words.push(Word { text, length, spaced, ends_line, break_before });
            }
        }
        before = Some(token);
    }
    if let Some(word) = words.last_mut() {
        word.text.push_str(end);
        word.length += end.len();
    }
    words
}

/// For each token, whether it stays on the line of the one before it because both are in parentheses that are
/// short enough.
fn kept_together(statement: &[Token<'_>]) -> Vec<bool> {
    let mut together = vec![false; statement.len()];
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut length = 0;
    for (at, token) in statement.iter().enumerate() {
        length += 1 + token.text.len();
        match token.kind {
            TokenKind::Mark(Mark::LeftRound) => open.push((at, length)),
            TokenKind::Mark(Mark::RightRound) => {
                // What is marked again and again for parentheses in parentheses is short, so all is linear.
                if let Some((first, before)) = open.pop()
                    && length - before <= TOGETHER
                {
                    together[first + 1..=at].fill(true);
                }
            }
            _ => {}
        }
    }
    together
}

/// Whether a blank stands between two tokens of a statement.
fn has_blank(left: TokenKind, right: TokenKind) -> bool {
    use TokenKind::Mark as M;
    !matches!(
        (left, right),
        (_, M(Mark::Comma | Mark::RightRound | Mark::RightCurly | Mark::Eq))
            | (M(Mark::LeftRound | Mark::LeftCurly | Mark::Not | Mark::Eq), _)
            | (TokenKind::Word(Keyword::In | Keyword::Pre), M(Mark::LeftRound))
    )
}

/// Whether nothing can stand after this comment: it ends with its line, or it has several lines.
fn ends_line(comment: &str) -> bool {
    comment.starts_with("//") || comment.contains('\n')
}

/// A comment without blanks at the ends of its lines.
fn tidy(comment: &str) -> String {
    comment.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}
