//! What recursive-descent parsers share.
//!
//! A parser looks at one token, takes it or says that something else was expected, and calls itself for what
//! is inside, up to a bound. Each language has its own tokens and its own words for mistakes; what is done
//! with them is here, as methods that a parser gets by saying how it steps.
//!
//! # Contract
//! A rule that fails has recorded a message: [`Failed`] says only that, and the caller recovers or passes it
//! on. Rules that call themselves go through [`Descent::nested`], so no text can exhaust the stack.

use std::fmt::Display;

use crate::{Diagnostic, Span};

/// What parsing gives.
#[derive(Clone, Debug)]
pub struct Parsed<T> {
    /// The tree; complete when there is no error.
    pub tree: T,
    /// Errors and warnings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl<T> Parsed<T> {
    /// Whether some message is an error.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// The message has been recorded; the caller must recover or pass it on.
#[derive(Debug)]
pub struct Failed;

/// What a rule gives.
pub type Parse<T> = Result<T, Failed>;

/// A parser that looks at one token.
pub trait Descent: Sized {
    /// Its tokens.
    type Token: Copy;

    /// What kinds of tokens there are. A word or mark that a rule asks for turns into one of them.
    type Kind: Copy + PartialEq;

    /// How deep rules may nest.
    const MAX_NESTING: u32;

    /// The token to look at.
    fn token(&self) -> Self::Token;

    /// What it is.
    fn kind(&self) -> Self::Kind;

    /// Where the token before it was.
    fn previous(&self) -> Span;

    /// Goes on to the next token.
    fn step(&mut self);

    /// How deep the rule at hand is.
    fn depth(&mut self) -> &mut u32;

    /// Records that something else was expected at the current token.
    fn unexpected(&mut self, what: &str, context: &str) -> Failed;

    /// Records that rules nest too deep at the current token.
    fn too_deep(&mut self) -> Failed;

    /// Takes the current token.
    fn advance(&mut self) -> Self::Token {
        let token = self.token();
        self.step();
        token
    }

    /// Whether the current token is of a kind.
    fn at(&self, kind: impl Into<Self::Kind>) -> bool {
        self.kind() == kind.into()
    }

    /// Takes the current token if it is of a kind.
    fn take(&mut self, kind: impl Into<Self::Kind>) -> bool {
        let found = self.at(kind);
        if found {
            self.step();
        }
        found
    }

    /// Takes the current token, which must be of a kind.
    ///
    /// # Errors
    /// When it is of another one, which is recorded.
    fn expect(&mut self, kind: impl Into<Self::Kind> + Display + Copy, context: &str) -> Parse<Span> {
        if self.take(kind) {
            return Ok(self.previous());
        }
        Err(self.unexpected(&format!("`{kind}`"), context))
    }

    /// Runs a rule one level deeper.
    ///
    /// # Errors
    /// When the rule fails, or when there are too many levels, which is recorded.
    fn nested<T>(&mut self, rule: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if *self.depth() >= Self::MAX_NESTING {
            return Err(self.too_deep());
        }
        *self.depth() += 1;
        let result = rule(self);
        *self.depth() -= 1;
        result
    }
}

/// The message that something else was expected where `found` is. At the end of a text it is best shown where
/// the missing word should have been written, so there the place of the last token is given as `last`.
pub fn expected(
    code: &'static str,
    what: &str,
    context: &str,
    found: &str,
    place: Span,
    last: Option<Span>,
) -> Diagnostic {
    let gap = if context.is_empty() { "" } else { " " };
    let message = Diagnostic::error(code, format!("expected {what}{gap}{context}, found {found}"));
    match last {
        Some(last) => message.at(last, "the text ends after this"),
        None => message.at(place, ""),
    }
}
