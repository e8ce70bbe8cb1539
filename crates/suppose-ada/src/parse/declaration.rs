//! Lists of declarations, and objects.

use suppose_base::Span;
use suppose_base::descent::Descent;

use super::annotation::Annotation;
use super::{Parse, Parser};
use crate::ast::{Declaration, DeclarationKind, NumberDecl, ObjectDecl, ObjectType, RenamingDecl, UseClause};
use crate::token::{Keyword, Mark, TokenKind};

impl Parser<'_> {
    /// Declarations up to `begin`, `end` or `private`.
    pub(super) fn declarations(&mut self) -> Vec<Declaration> {
        let mut list = Vec::new();
        loop {
            let mut any = None;
            while let Some(annotation) = self.annotation() {
                match annotation {
                    Annotation::Property(property) => {
                        list.push(Declaration {
                            span: property.span,
                            kind: DeclarationKind::Property(property),
                        });
                    }
                    Annotation::Any(span) => any = Some(span),
                    other @ Annotation::Event(..) => {
                        self.misplaced(&other);
                    }
                }
            }
            let any = self.any_before_function(any);
            let start = self.token.span;
            match self.token.kind {
                TokenKind::Word(Keyword::Begin | Keyword::End | Keyword::Private)
                | TokenKind::End
                | TokenKind::AnnotationEnd => return list,
                TokenKind::Word(Keyword::Pragma) => self.skip_pragmas(),
                TokenKind::Word(Keyword::For) => self.representation(),
                _ => {
                    if let Ok(kind) = self.declaration(any) {
                        list.push(Declaration { kind, span: start.to(self.previous) });
                    } else {
                        self.skip_from(start, |_| false);
                    }
                }
            }
        }
    }

    fn declaration(&mut self, any: Option<Span>) -> Parse<DeclarationKind> {
        let TokenKind::Word(word) = self.token.kind else {
            return self.object();
        };
        match word {
            Keyword::Type => self.type_declaration(),
            Keyword::Subtype => self.subtype_declaration(),
            Keyword::Task => self.task(),
            Keyword::Procedure | Keyword::Function => self.nested(|parser| parser.subprogram(any)),
            Keyword::Package => self.nested(Self::package),
            Keyword::Use => self.use_clause().map(DeclarationKind::Use),
            Keyword::Protected => Err(self.protected()),
            Keyword::Generic => Err(self.generic()),
            Keyword::Overriding | Keyword::Not => {
                let span = self.token.span;
                Err(self.outside(
                    "E1015",
                    "`overriding`",
                    span,
                    "there are no types with inherited operations",
                ))
            }
            _ => Err(self.unexpected("a declaration or `begin`", "")),
        }
    }

    /// `X, Y : [constant] T := e;` and the like.
    fn object(&mut self) -> Parse<DeclarationKind> {
        let mut names = self.idents("a declaration or `begin`", "")?;
        if self.at(Keyword::Renames) {
            return self.renaming(names.remove(0), None);
        }
        self.expect(Mark::Colon, "after the names of objects")?;
        if self.at(Keyword::Exception) {
            return Err(self.outside("E1013", "an exception of one's own", self.token.span, ""));
        }
        if let Some(failed) = self.outside_type() {
            return Err(failed);
        }
        let constant = self.take(Keyword::Constant);
        if constant && self.take(Mark::Becomes) {
            let value = self.expression()?;
            self.semicolon("after a named number")?;
            return Ok(DeclarationKind::Number(NumberDecl { names, value }));
        }
        let of = if self.at(Keyword::Array) {
            ObjectType::Array(self.array()?)
        } else {
            let indication = self.subtype_indication("of an object")?;
            if self.at(Keyword::Renames) && indication.constraint.is_none() {
                return self.renaming(names.remove(0), Some(indication.mark));
            }
            ObjectType::Named(indication)
        };
        let value = if self.take(Mark::Becomes) { Some(self.expression()?) } else { None };
        self.aspects();
        self.semicolon("after an object")?;
        Ok(DeclarationKind::Object(ObjectDecl { names, constant, of, value }))
    }

    fn renaming(
        &mut self,
        name: crate::ast::Ident,
        mark: Option<crate::ast::Name>,
    ) -> Parse<DeclarationKind> {
        self.advance();
        let object = self.name("the name of an object", "after `renames`")?;
        self.semicolon("after a renaming")?;
        Ok(DeclarationKind::Renaming(RenamingDecl { name, mark, object }))
    }

    /// `use P;`, `use type T;`, `use all type T;`, at `use`.
    pub(super) fn use_clause(&mut self) -> Parse<UseClause> {
        let start = self.advance().span;
        self.take(Keyword::All);
        let types = self.take(Keyword::Type);
        let names = self.list(Mark::Comma, |parser| parser.mark("a name", "after `use`"))?;
        let end = self.semicolon("after `use`")?;
        Ok(UseClause { names, types, span: start.to(end) })
    }
}
