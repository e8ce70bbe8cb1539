//! Primitive processes.

use suppose_base::Diagnostic;

use super::super::ast::{Body, Branch, Expr, Instance, LocalDef, Modifiers, ProcRef, ProcessDef, Visibility};
use super::super::token::{Keyword, Mark, TokenKind};
use super::{Failed, Parse, Parser};

/// The conditions of an `if` with what follows each, and what follows the last `else`.
type Arms<B> = (Vec<(Expr, B)>, Option<Box<B>>);

impl Parser<'_> {
    pub(super) fn process(&mut self, modifiers: Modifiers) -> Parse<ProcessDef> {
        let start = self.token.span;
        let name = self.upper("the name of a process", "")?;
        let params = self.params()?;
        let mut locals = Vec::new();
        let mut local = self.local_rest(name);
        loop {
            match local {
                Ok(definition) => locals.push(definition),
                // A local process that could not be read is left out; its messages are recorded.
                Err(Failed) if self.too_many_errors() || !self.skip_to_next_local() => return Err(Failed),
                Err(Failed) => {}
            }
            if !self.take(Mark::Comma) {
                break;
            }
            local =
                self.upper("the name of a local process", "after `,`").and_then(|name| self.local_rest(name));
        }
        let extension = if self.take(Mark::Plus) { Some(self.label_set()?) } else { None };
        let relabel = self.optional_relabels()?;
        let visibility = self.visibility()?;
        self.end_of_definition()?;
        let span = start.to(self.previous);
        Ok(ProcessDef { modifiers, name, params, locals, extension, relabel, visibility, span })
    }

    pub(super) fn end_of_definition(&mut self) -> Parse<()> {
        if self.take(Mark::Dot) {
            return Ok(());
        }
        let found = self.found();
        let mut diagnostic =
            Diagnostic::error("E0105", format!("expected `.` at the end of the definition, found {found}"));
        diagnostic = if self.token.kind == TokenKind::End {
            diagnostic.at(self.previous, "the text ends after this")
        } else {
            diagnostic.at(self.token.span, "")
        };
        match self.token.kind {
            TokenKind::Mark(Mark::Question | Mark::Tilde) => return Err(self.unexpected("`.`", "")),
            // The next definition begins here.
            TokenKind::Upper(_) | TokenKind::Word(_) | TokenKind::Mark(Mark::BarBar) => {
                diagnostic = diagnostic.at(self.previous, "it may be missing after this");
            }
            TokenKind::Mark(
                Mark::Plus | Mark::Slash | Mark::Backslash | Mark::At | Mark::ShiftLeft | Mark::ShiftRight,
            ) => {
                diagnostic = diagnostic.help(
                    "each clause stands at most once: `+ {..}`, `/ {..}`, then `\\ {..}` or `@ {..}` after a process; \
                     `<< {..}` or `>> {..}`, then `\\ {..}` or `@ {..}` after a composite",
                );
            }
            _ => {}
        }
        Err(self.fail(diagnostic))
    }

    pub(super) fn visibility(&mut self) -> Parse<Option<Visibility>> {
        let expose = self.at(Mark::At);
        if expose || self.at(Mark::Backslash) {
            self.advance();
            return Ok(Some(Visibility { expose, labels: self.label_set()? }));
        }
        Ok(None)
    }

    /// A local process after its name.
    fn local_rest(&mut self, name: super::Name) -> Parse<LocalDef> {
        let accepting = self.take(Mark::At);
        let mut index = None;
        if self.at(Mark::Dot) || self.at(Mark::LeftSquare) {
            self.take(Mark::Dot);
            index = Some(self.label()?);
        }
        self.expect(Mark::Eq, "after the name of the process")?;
        let body = self.body()?;
        Ok(LocalDef { name, accepting, index, body })
    }

    fn body(&mut self) -> Parse<Body> {
        match self.token.kind {
            TokenKind::Upper(_) => self.proc_ref().map(Body::Ref),
            TokenKind::Word(Keyword::If) => {
                let (arms, otherwise) = self.nested(|parser| parser.conditional(Self::body))?;
                Ok(Body::If { arms, otherwise })
            }
            TokenKind::Mark(Mark::LeftRound) => {
                self.advance();
                let branches = self.nested(|p| {
                    let mut branches = vec![p.branch()?];
                    while p.take(Mark::Bar) {
                        branches.push(p.branch()?);
                    }
                    Ok(branches)
                })?;
                self.expect(Mark::RightRound, "after the choice")?;
                Ok(Body::Choice(branches))
            }
            TokenKind::Lower(_) => {
                let found = self.found();
                Err(self.fail(
                    Diagnostic::error("E0105", format!("expected a process, `if` or `(`, found {found}"))
                        .at(self.token.span, "")
                        .help("put actions into parentheses: `(a -> P)`"),
                ))
            }
            _ => Err(self.unexpected("a process, `if` or `(`", "")),
        }
    }

    /// `if … then … else …`, of processes or of compositions: the arms, and what follows a last `else`.
    pub(super) fn conditional<B>(&mut self, body: fn(&mut Self) -> Parse<B>) -> Parse<Arms<B>> {
        let mut arms = Vec::new();
        // The loop reads `else if` chains of any length at one level of nesting.
        loop {
            self.expect_word(Keyword::If, "")?;
            let condition = self.expr()?;
            self.expect_word(Keyword::Then, "after the condition")?;
            arms.push((condition, body(self)?));
            if !self.take_word(Keyword::Else) {
                return Ok((arms, None));
            }
            if !self.at_word(Keyword::If) {
                let otherwise = Some(Box::new(body(self)?));
                return Ok((arms, otherwise));
            }
        }
    }

    fn branch(&mut self) -> Parse<Branch> {
        let guard = if self.take_word(Keyword::When) { Some(self.expr()?) } else { None };
        let mut actions = vec![self.label()?];
        self.arrow()?;
        while self.at_label() {
            actions.push(self.label()?);
            self.arrow()?;
        }
        let body = self.body()?;
        Ok(Branch { guard, actions, body })
    }

    fn arrow(&mut self) -> Parse<()> {
        if self.at(Mark::RightRound) || self.at(Mark::Bar) {
            let found = self.found();
            return Err(self.fail(
                Diagnostic::error("E0105", format!("expected `->` after the action, found {found}"))
                    .at(self.token.span, "")
                    .help("a sequence of actions ends in a process: `-> STOP`"),
            ));
        }
        self.expect(Mark::Arrow, "after the action")?;
        Ok(())
    }

    fn proc_ref(&mut self) -> Parse<ProcRef> {
        let start = self.token.span;
        let mut sequence = Vec::new();
        let mut name = self.upper("the name of a process", "")?;
        while self.at(Mark::Semicolon) || self.at(Mark::LeftRound) {
            let actuals = self.actuals()?;
            self.expect(Mark::Semicolon, "after a process with parameters in a sequence")?;
            sequence.push(Instance { name, actuals });
            name = self.upper("the name of a process", "after `;`")?;
        }
        let mut indices = Vec::new();
        while self.take(Mark::LeftSquare) {
            indices.push(self.expr()?);
            self.expect(Mark::RightSquare, "after the index")?;
        }
        Ok(ProcRef { sequence, name, indices, span: start.to(self.previous) })
    }

    pub(super) fn actuals(&mut self) -> Parse<Option<Vec<super::super::ast::Expr>>> {
        if !self.take(Mark::LeftRound) {
            return Ok(None);
        }
        let mut actuals = vec![self.expr()?];
        while self.take(Mark::Comma) {
            actuals.push(self.expr()?);
        }
        self.expect(Mark::RightRound, "after the parameters")?;
        Ok(Some(actuals))
    }
}
