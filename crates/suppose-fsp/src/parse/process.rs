//! Primitive processes.

use super::super::ast::{Body, Branch, Expr, Instance, LocalDef, Modifiers, ProcRef, ProcessDef, Visibility};
use super::super::token::{Keyword, Mark, TokenKind};
use super::{Failed, Name, Parse, Parser};
use suppose_base::descent::Descent;

/// The conditions of an `if` with what follows each, and what follows the last `else`.
type Arms<B> = (Vec<(Expr, B)>, Option<Box<B>>);

impl Parser<'_> {
    pub(super) fn process(&mut self, modifiers: Modifiers) -> Parse<ProcessDef> {
        let start = self.token.span;
        let name = self.upper("the name of a process", "")?;
        let params = self.params(name)?;
        let mut locals = Vec::new();
        let mut local = self.local_rest(name, true);
        loop {
            match local {
                Ok(definition) => locals.push(definition),
                // A local process that could not be read is left out; its messages are recorded.
                Err(Failed) if self.too_many_errors() || !self.skip_to_next_local() => return Err(Failed),
                Err(Failed) => {}
            }
            let comma = self.token.span;
            if !self.take(Mark::Comma) {
                break;
            }
            local = match self.token.kind {
                TokenKind::Upper(symbol) => {
                    let name = Name { symbol, span: self.advance().span };
                    self.local_rest(name, false)
                }
                _ => Err(self.no_local(comma)),
            };
        }
        let extension = if self.take(Mark::Plus) { Some(self.label_set()?) } else { None };
        let relabel = self.optional_relabels()?;
        let visibility = self.visibility()?;
        self.end_of_definition()?;
        let span = start.to(self.previous);
        Ok(ProcessDef { modifiers, name, params, locals, extension, relabel, visibility, span })
    }

    pub(super) fn end_of_definition(&mut self) -> Parse<()> {
        if self.take(Mark::Dot) { Ok(()) } else { self.no_end_of_definition() }
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
    fn local_rest(&mut self, name: Name, first: bool) -> Parse<LocalDef> {
        let accepting = self.take(Mark::At);
        let mut index = None;
        if self.at(Mark::Dot) || self.at(Mark::LeftSquare) {
            self.take(Mark::Dot);
            index = Some(self.label()?);
        }
        self.equals(name, "the process")?;
        if first {
            self.head.name = Some((name, self.previous.end));
        }
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
                let opened = self.advance().span;
                let branches = self.nested(|p| {
                    let mut branches = vec![p.branch()?];
                    while p.take(Mark::Bar) {
                        branches.push(p.branch()?);
                    }
                    Ok(branches)
                })?;
                if !self.take(Mark::RightRound) {
                    return Err(self.no_end_of_choice(opened));
                }
                Ok(Body::Choice(branches))
            }
            _ => Err(self.no_body()),
        }
    }

    /// `if … then … else …`, of processes or of compositions: the arms, and what follows a last `else`.
    pub(super) fn conditional<B>(&mut self, body: fn(&mut Self) -> Parse<B>) -> Parse<Arms<B>> {
        let mut arms = Vec::new();
        // The loop reads `else if` chains of any length at one level of nesting.
        loop {
            self.expect(Keyword::If, "")?;
            let condition = self.expr()?;
            self.expect(Keyword::Then, "after the condition")?;
            arms.push((condition, body(self)?));
            if !self.take(Keyword::Else) {
                return Ok((arms, None));
            }
            if !self.at(Keyword::If) {
                let otherwise = Some(Box::new(body(self)?));
                return Ok((arms, otherwise));
            }
        }
    }

    fn branch(&mut self) -> Parse<Branch> {
        let guard = if self.take(Keyword::When) { Some(self.expr()?) } else { None };
        if !self.at_label() {
            return Err(self.no_branch(guard.is_some()));
        }
        let mut actions = Vec::new();
        while actions.is_empty() || self.at_label() {
            let label = self.label()?;
            if !self.take(Mark::Arrow) {
                return Err(self.no_arrow(actions.is_empty(), &label));
            }
            actions.push(label);
        }
        let body = self.body()?;
        Ok(Branch { guard, actions, body })
    }

    fn proc_ref(&mut self) -> Parse<ProcRef> {
        let start = self.token.span;
        let mut sequence = Vec::new();
        let mut name = self.upper("the name of a process", "")?;
        while self.at(Mark::Semicolon) || self.at(Mark::LeftRound) {
            let actuals = self.actuals()?;
            if !self.take(Mark::Semicolon) {
                return Err(self.no_sequence(name));
            }
            sequence.push(Instance { name, actuals });
            name = self.upper("the name of a process", "after `;`")?;
        }
        let mut indices = Vec::new();
        while self.at(Mark::LeftSquare) {
            let opened = self.advance().span;
            indices.push(self.expr()?);
            self.close(Mark::RightSquare, opened, "after the index")?;
        }
        Ok(ProcRef { sequence, name, indices, span: start.to(self.previous) })
    }

    pub(super) fn actuals(&mut self) -> Parse<Option<Vec<Expr>>> {
        let opened = self.token.span;
        if !self.take(Mark::LeftRound) {
            return Ok(None);
        }
        let mut actuals = vec![self.expr()?];
        while self.take(Mark::Comma) {
            actuals.push(self.expr()?);
        }
        self.close(Mark::RightRound, opened, "after the parameters")?;
        Ok(Some(actuals))
    }
}
