//! The ends of constructs: `end if;`, `end loop L;`, `end P;`.
//!
//! What waits for its end is on a stack. When an `end` does not fit the innermost construct but one further
//! out, those between lack their ends: one message says so and each of them ends here. When it fits none, it
//! is a slip of the pen and ends the innermost one. Either way the levels stay in step and one mistake does
//! not spoil the rest.

use suppose_base::descent::Descent;
use suppose_base::{Diagnostic, Span};

use super::{Failed, Parse, Parser};
use crate::ast::Ident;
use crate::token::{Keyword, Mark, TokenKind};

/// A construct that waits for its end.
#[derive(Clone, Debug)]
pub(super) struct Open {
    /// The word after `end`; `None` for units and blocks, whose name may follow.
    word: Option<Keyword>,
    /// Its name, as it is written.
    name: Option<String>,
    /// Whether the name must be repeated.
    repeated: bool,
    /// Where it begins.
    span: Span,
}

impl Open {
    /// A compound statement that ends with `end` and a word.
    pub(super) fn statement(word: Keyword, name: Option<&Ident>, span: Span) -> Self {
        Self { word: Some(word), name: name.map(|name| name.text.clone()), repeated: true, span }
    }

    /// A unit or an `accept`, whose name may follow its `end`.
    pub(super) fn unit(name: &Ident) -> Self {
        Self { word: None, name: Some(name.text.clone()), repeated: false, span: name.span }
    }

    /// A block, whose name follows its `end` if it has one.
    pub(super) fn block(name: Option<&Ident>, span: Span) -> Self {
        Self { word: None, name: name.map(|name| name.text.clone()), repeated: true, span }
    }

    /// How its end is written.
    fn text(&self) -> String {
        match (self.word, &self.name) {
            (Some(word), None) => format!("end {word}"),
            (Some(word), Some(name)) => format!("end {word} {name}"),
            (None, Some(name)) => format!("end {name}"),
            (None, None) => "end".to_owned(),
        }
    }

    /// Whether an end with this word and name is its own.
    fn fits(&self, word: Option<Keyword>, name: Option<&str>) -> bool {
        let named = match (name, &self.name) {
            (None, own) => own.is_none() || !self.repeated,
            (Some(name), own) => own.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(name)),
        };
        self.word == word && named
    }
}

impl Parser<'_> {
    /// Runs a rule inside of a construct that waits for its end, then reads the end and its semicolon. After
    /// a mistake too, so that what follows is not taken for a part of it.
    pub(super) fn closed<T>(&mut self, open: Open, rule: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        let level = self.open.len();
        self.open.push(open);
        let mut result = self.nested(rule);
        if result.is_ok() && !self.at(Keyword::End) {
            result = Err(self.missing_end(level));
        }
        if result.is_err() {
            self.run_to_end();
        }
        let closed = self.close(level);
        self.open.truncate(level);
        if closed.is_ok() && result.is_err() {
            self.resumed = Some(self.previous);
        }
        closed.and(result)
    }

    fn missing_end(&mut self, level: usize) -> Failed {
        let (found, token, ended) = (self.found(), self.token.span, self.at_end());
        if self.blamed.replace(token) == Some(token) {
            return Failed;
        }
        let open = self.open[level].clone();
        let place = if ended { self.previous } else { token };
        let failed = self.fail(|| {
            Diagnostic::error("E1005", format!("expected `{}`, found {found}", open.text()))
                .at(place, if ended { "the text ends after this" } else { "" })
                .at(open.span, "what begins here has no end")
        });
        self.end_of_file();
        failed
    }

    /// Reads what is left of a construct as statements.
    fn run_to_end(&mut self) {
        loop {
            if !self.take(Keyword::Begin) {
                self.skip_statement();
            }
            self.resumed = None;
            self.any_statements();
            if self.at(Keyword::End) || self.at_end() {
                return;
            }
            // A part of the construct that comes after the mistake: `else`, `when 3 =>`, `or`.
            if self.advance().kind == TokenKind::Word(Keyword::When) {
                self.skip_choices();
            }
            self.resumed = Some(self.previous);
        }
    }

    /// The end of the innermost construct, at `end` or at the end of the file.
    fn close(&mut self, level: usize) -> Parse<()> {
        if !self.at(Keyword::End) {
            return Err(Failed);
        }
        let open = self.open[level].clone();
        let after = self.peek();
        let (word, name) = match after.kind {
            TokenKind::Word(word) => (Some(word), None),
            TokenKind::Ident => (None, Some(after.text)),
            _ => (None, None),
        };
        if word.is_some() && word == open.word {
            return self.close_statement(&open);
        }
        if open.fits(word, name) {
            self.advance();
            if name.is_some() {
                self.advance();
            }
            // The name of a child unit, which has been reported, has dots.
            while self.take(Mark::Dot) {
                self.ident("a name", "after the dot")?;
            }
            return self.semicolon("after `end`").map(drop);
        }
        // An `end` alone is that of the innermost unit or block.
        let own = open.word.is_none() && word.is_none() && name.is_none();
        let further = !own
            && self.open[..level].iter().any(|outer| match outer.word {
                Some(_) => outer.word == word,
                None => outer.fits(word, name),
            });
        let token = self.token.span;
        let shown = match after.kind {
            TokenKind::Word(_) | TokenKind::Ident => format!("end {}", after.text),
            _ => "end".to_owned(),
        };
        if self.blamed.replace(token) != Some(token) {
            self.fail(|| {
                Diagnostic::error("E1006", format!("expected `{}`, found `{shown}`", open.text()))
                    .at(token.to(after.span), "")
                    .at(open.span, "what begins here has no end")
            });
        }
        if !further {
            self.advance();
            self.skip_statement();
        }
        Ok(())
    }

    /// `end loop L;` when `loop` is right.
    fn close_statement(&mut self, open: &Open) -> Parse<()> {
        self.advance();
        let word = self.advance().span;
        let name = (self.token.kind == TokenKind::Ident).then_some(self.token.text);
        if !open.fits(open.word, name) && !self.at_end() {
            let span = if name.is_some() { self.token.span } else { word };
            self.fail(|| {
                Diagnostic::error("E1006", format!("expected `{};`", open.text()))
                    .at(
                        span,
                        if open.name.is_some() {
                            "the name must be repeated"
                        } else {
                            "there is no such name"
                        },
                    )
                    .at(open.span, "it begins here")
            });
        }
        if name.is_some() {
            self.advance();
        }
        self.semicolon("after the end of a statement").map(drop)
    }
}
