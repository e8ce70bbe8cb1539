//! Names and what is written after them.
//!
//! `A (B)` is read without asking what `A` is. Only a range among arguments is known to be wrong at once: the
//! subset has no slices.

use super::{Parse, Parser, ident};
use crate::ast::{Argument, Expr, ExprKind, Ident, Name, Part};
use crate::token::{Keyword, Mark, TokenKind};
use suppose_base::descent::Descent;

impl Parser<'_> {
    /// A name with everything after it.
    pub(super) fn name(&mut self, what: &str, context: &str) -> Parse<Name> {
        let head = self.ident(what, context)?;
        let mut name = Name { span: head.span, head, parts: Vec::new() };
        while self.name_part(&mut name)? {}
        if self.at(Mark::Tick) {
            return Err(self.unexpected("the end of the name", "before a qualified expression"));
        }
        Ok(name)
    }

    /// A name, or a qualified expression `T'(e)`.
    pub(super) fn name_or_qualified(&mut self) -> Parse<Expr> {
        let head = self.ident("an expression", "")?;
        let mut name = Name { span: head.span, head, parts: Vec::new() };
        while self.name_part(&mut name)? {}
        if self.take(Mark::Tick) {
            let value = self.parenthesised()?;
            let span = name.span.to(value.span);
            return Ok(Expr { kind: ExprKind::Qualified(name, Box::new(value)), span });
        }
        Ok(Expr { span: name.span, kind: ExprKind::Name(name) })
    }

    /// Names with dots only, as of packages and types; `T'Base` is one too.
    pub(super) fn mark(&mut self, what: &str, context: &str) -> Parse<Name> {
        let head = self.ident(what, context)?;
        let mut name = Name { span: head.span, head, parts: Vec::new() };
        while self.at(Mark::Dot) || self.at(Mark::Tick) {
            if !self.name_part(&mut name)? {
                break;
            }
        }
        Ok(name)
    }

    /// One more part; `false` when there is none, or a tick before a parenthesis.
    fn name_part(&mut self, name: &mut Name) -> Parse<bool> {
        let part = match self.token.kind {
            TokenKind::Mark(Mark::Dot) => {
                self.advance();
                if let TokenKind::Word(Keyword::All) | TokenKind::Text | TokenKind::Character(_) =
                    self.token.kind
                {
                    return Err(
                        self.outside_expression("a part of a name that is no identifier, such as `.all`,")
                    );
                }
                Part::Selected(self.ident("a name", "after the dot")?)
            }
            TokenKind::Mark(Mark::Left) => {
                let left = self.token.span;
                let arguments = self.arguments()?;
                Part::Arguments(arguments, left.to(self.previous))
            }
            TokenKind::Mark(Mark::Tick) if self.peek().kind != TokenKind::Mark(Mark::Left) => {
                self.advance();
                Part::Attribute(self.ident("an attribute", "after the tick")?)
            }
            _ => return Ok(false),
        };
        name.span = name.span.to(self.previous);
        name.parts.push(part);
        Ok(true)
    }

    /// `(x, Y => z)`
    pub(super) fn arguments(&mut self) -> Parse<Vec<Argument>> {
        self.nested(|parser| {
            parser.expect(Mark::Left, "before arguments")?;
            let arguments = if parser.at(Keyword::If) {
                vec![Argument { formal: None, value: parser.if_expression()? }]
            } else {
                parser.list(Mark::Comma, Self::argument)?
            };
            parser.expect(Mark::Right, "after the arguments")?;
            Ok(arguments)
        })
    }

    fn argument(&mut self) -> Parse<Argument> {
        let first = self.expression()?;
        if self.at(Mark::DotDot) || self.at(Keyword::Range) {
            return Err(self.outside_expression("a range in parentheses after a name, as of a slice,"));
        }
        if !self.at(Mark::Arrow) {
            return Ok(Argument { formal: None, value: first });
        }
        let formal = match first.kind {
            ExprKind::Name(name) if name.parts.is_empty() => name.head,
            _ => return Err(self.unexpected("`,` or `)`", "after an argument")),
        };
        self.advance();
        Ok(Argument { formal: Some(formal), value: self.expression()? })
    }

    /// Names with commas between them, as in declarations.
    pub(super) fn idents(&mut self, what: &str, context: &str) -> Parse<Vec<Ident>> {
        self.list(Mark::Comma, |parser| parser.ident(what, context))
    }

    /// An identifier with dots in it: the name of an event.
    pub(super) fn dotted(&mut self, what: &str, context: &str) -> Parse<Ident> {
        let mut name = self.ident(what, context)?;
        while self.take(Mark::Dot) {
            // What follows the dot may look like a reserved word, such as `end`.
            let part = match self.token.kind {
                TokenKind::Word(_) => ident(self.advance()),
                _ => self.ident("a name", "after the dot")?,
            };
            name.text = format!("{}.{}", name.text, part.text);
            name.key = format!("{}.{}", name.key, part.key);
            name.span = name.span.to(part.span);
        }
        Ok(name)
    }
}
