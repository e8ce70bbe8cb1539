//! Tasks, their entries, and parameters.

use super::annotation::Annotation;
use super::closing::Open;
use super::{Failed, Parse, Parser};
use crate::ast::{DeclarationKind, EntryDecl, Mode, ParameterSpec, TaskBody, TaskDecl};
use crate::token::{Keyword, Mark, TokenKind};
use suppose_base::descent::Descent;

impl Parser<'_> {
    /// `task ..`, at `task`.
    pub(super) fn task(&mut self) -> Parse<DeclarationKind> {
        self.advance();
        if self.take(Keyword::Body) {
            return self.task_body();
        }
        let is_type = self.take(Keyword::Type);
        let name = self.ident("the name of a task", "after `task`")?;
        let discriminants = if is_type { self.discriminants()? } else { Vec::new() };
        self.aspects();
        let mut entries = Vec::new();
        if self.take(Keyword::Is) {
            if self.at(Keyword::New) {
                return Err(self.outside("E1010", "a task type with interfaces", self.token.span, ""));
            }
            entries = self.closed(Open::unit(&name), |parser| Ok(parser.task_items()))?;
        } else {
            self.semicolon("after a task")?;
        }
        Ok(DeclarationKind::Task(TaskDecl { name, is_type, discriminants, entries }))
    }

    /// What is between `is` and `end`.
    fn task_items(&mut self) -> Vec<EntryDecl> {
        let mut entries: Vec<EntryDecl> = Vec::new();
        loop {
            if let (Some(last), Some(_)) = (entries.last(), self.annotations.front()) {
                // Only an annotation right after the last entry is about it.
                let fits = last.event.is_none() && last.span.end == self.previous.end;
                if let Some(event) = fits.then(|| self.entry_event()).flatten()
                    && let Some(last) = entries.last_mut()
                {
                    last.event = Some(event);
                }
            }
            self.misplaced_annotations();
            let start = self.token.span;
            let result = match self.token.kind {
                TokenKind::Word(Keyword::Entry) => self.entry().map(|entry| entries.push(entry)),
                TokenKind::Word(Keyword::Pragma) => {
                    self.skip_pragmas();
                    Ok(())
                }
                TokenKind::Word(Keyword::For) => {
                    self.representation();
                    Ok(())
                }
                TokenKind::Word(Keyword::Private) => {
                    self.advance();
                    Ok(())
                }
                TokenKind::Word(Keyword::End | Keyword::Begin)
                | TokenKind::End
                | TokenKind::AnnotationEnd => {
                    return entries;
                }
                _ => Err(self.unexpected("`entry` or `end`", "in a task")),
            };
            if let Err(Failed) = result {
                self.skip_statement();
                if self.token.span == start {
                    return entries;
                }
            }
        }
    }

    /// `entry E [(range)] [(parameters)];`, at `entry`.
    fn entry(&mut self) -> Parse<EntryDecl> {
        let start = self.advance().span;
        let name = self.ident("the name of an entry", "after `entry`")?;
        let mut family = None;
        if self.at(Mark::Left) && !self.at_parameters() {
            self.advance();
            family = Some(self.discrete_range()?);
            self.expect(Mark::Right, "after the range of an entry family")?;
        }
        let parameters = self.parameters()?;
        self.aspects();
        let end = self.semicolon("after an entry")?;
        Ok(EntryDecl { name, family, parameters, event: None, span: start.to(end) })
    }

    /// Whether what begins with `(` are parameters, not an index or a range.
    pub(super) fn at_parameters(&self) -> bool {
        let mut ahead = self.lexer;
        let mut ignored = suppose_base::Reports::default();
        let first = ahead.next(&mut ignored).kind;
        let second = ahead.next(&mut ignored).kind;
        first == TokenKind::Ident && matches!(second, TokenKind::Mark(Mark::Colon | Mark::Comma))
    }

    /// `(A, B : in T; C : out U)`, if it is there.
    pub(super) fn parameters(&mut self) -> Parse<Vec<ParameterSpec>> {
        if !self.take(Mark::Left) {
            return Ok(Vec::new());
        }
        let parameters = self.list(Mark::Semicolon, Self::parameter)?;
        self.expect(Mark::Right, "after the parameters")?;
        Ok(parameters)
    }

    fn parameter(&mut self) -> Parse<ParameterSpec> {
        let start = self.token.span;
        let names = self.idents("the name of a parameter", "")?;
        self.expect(Mark::Colon, "after the name of a parameter")?;
        let goes_in = self.take(Keyword::In);
        let mode = match (self.take(Keyword::Out), goes_in) {
            (false, _) => Mode::In,
            (true, false) => Mode::Out,
            (true, true) => Mode::InOut,
        };
        if let Some(failed) = self.outside_type() {
            return Err(failed);
        }
        let mark = self.mark("the name of a type", "of a parameter")?;
        let default = if self.take(Mark::Becomes) { Some(self.expression()?) } else { None };
        Ok(ParameterSpec { names, mode, mark, default, span: start.to(self.previous) })
    }

    /// `(Id : T := e; ..)`, if it is there.
    pub(super) fn discriminants(&mut self) -> Parse<Vec<ParameterSpec>> {
        let start = self.token.span;
        if self.at(Mark::Left) && self.peek().kind == TokenKind::Mark(Mark::Box) {
            return Err(self.outside("E1010", "a type with unknown discriminants", start, ""));
        }
        let discriminants = self.parameters()?;
        if let Some(wrong) = discriminants.iter().find(|discriminant| discriminant.mode != Mode::In) {
            let span = wrong.span;
            return Err(self.fail(|| {
                suppose_base::Diagnostic::error("E1005", "a discriminant has no mode")
                    .at(span, "only parameters are `out`")
            }));
        }
        Ok(discriminants)
    }

    /// `task body T is .. begin .. end T;`, after `body`.
    fn task_body(&mut self) -> Parse<DeclarationKind> {
        let name = self.ident("the name of a task", "after `task body`")?;
        self.aspects();
        self.expect(Keyword::Is, "after the name of a task")?;
        if self.at(Keyword::Separate) {
            return Err(self.separate());
        }
        let block = self.closed(Open::unit(&name), |parser| {
            let declarations = parser.declarations();
            parser.body(declarations)
        })?;
        let (declarations, statements) = (block.declarations, block.statements);
        Ok(DeclarationKind::TaskBody(TaskBody { name, declarations, statements }))
    }

    /// The `any` of an annotation, reported unless a function follows.
    pub(super) fn any_before_function(
        &mut self,
        any: Option<suppose_base::Span>,
    ) -> Option<suppose_base::Span> {
        match any {
            Some(span) if !self.at(Keyword::Function) => {
                self.misplaced(&Annotation::Any(span));
                None
            }
            any => any,
        }
    }
}
