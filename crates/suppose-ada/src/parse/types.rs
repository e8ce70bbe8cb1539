//! Types and subtypes.

use super::{Parse, Parser};
use crate::ast::{ArrayDefinition, DeclarationKind, DiscreteRange, SubtypeDecl, TypeDecl, TypeDefinition};
use crate::token::{Keyword, Mark, TokenKind};
use suppose_base::descent::Descent;

impl Parser<'_> {
    /// `type T is ..;`, at `type`.
    pub(super) fn type_declaration(&mut self) -> Parse<DeclarationKind> {
        let start = self.advance().span;
        let name = self.ident("the name of a type", "after `type`")?;
        if self.at(Mark::Left) {
            self.discriminants()?;
        }
        if self.at(Mark::Semicolon) {
            let span = start.to(name.span);
            return Err(self.outside("E1010", "an incomplete type", span, "only access types need it"));
        }
        self.expect(Keyword::Is, "after the name of a type")?;
        let definition = self.type_definition()?;
        self.aspects();
        self.semicolon("after a type")?;
        Ok(DeclarationKind::Type(TypeDecl { name, definition }))
    }

    fn type_definition(&mut self) -> Parse<TypeDefinition> {
        match self.token.kind {
            TokenKind::Mark(Mark::Left) => self.enumeration(),
            TokenKind::Word(Keyword::Range) => {
                self.advance();
                self.range().map(TypeDefinition::Integer)
            }
            TokenKind::Word(Keyword::Mod) => {
                self.advance();
                self.simple().map(TypeDefinition::Modular)
            }
            TokenKind::Word(Keyword::Array) => self.array().map(TypeDefinition::Array),
            TokenKind::Word(Keyword::New) => {
                self.advance();
                self.subtype_indication("after `new`").map(TypeDefinition::Derived)
            }
            TokenKind::Word(word) => Err(self.other_type(word)),
            _ => Err(self.unexpected("the definition of a type", "after `is`")),
        }
    }

    /// The kinds of types that the subset has not.
    fn other_type(&mut self, word: Keyword) -> super::Failed {
        let span = self.token.span;
        let what = match word {
            Keyword::Access | Keyword::Not => "an access type",
            Keyword::Record | Keyword::Tagged | Keyword::Null | Keyword::Abstract | Keyword::Limited => {
                "a record type"
            }
            Keyword::Digits | Keyword::Delta => "a type of real numbers",
            Keyword::Private => "a private type",
            Keyword::Interface | Keyword::Protected | Keyword::Synchronized | Keyword::Task => "an interface",
            _ => return self.unexpected("the definition of a type", "after `is`"),
        };
        let help = if what == "a record type" { "declare a variable for each component" } else { "" };
        let failed = self.outside("E1010", what, span, help);
        while !self.at(Mark::Semicolon) && !self.at_end() {
            match self.token.kind {
                // `null record` has no end of its own.
                TokenKind::Word(Keyword::Null) => {
                    self.advance();
                    self.take(Keyword::Record);
                }
                TokenKind::Word(Keyword::Record) => self.skip_record(),
                TokenKind::Word(Keyword::Begin | Keyword::End) => break,
                _ => {
                    self.advance();
                }
            }
        }
        failed
    }

    fn enumeration(&mut self) -> Parse<TypeDefinition> {
        self.advance();
        let literals = self.list(Mark::Comma, |parser| {
            if let TokenKind::Character(_) = parser.token.kind {
                return Err(parser.outside(
                    "E1010",
                    "a character as an enumeration literal",
                    parser.token.span,
                    "",
                ));
            }
            parser.ident("an enumeration literal", "")
        })?;
        self.expect(Mark::Right, "after the enumeration literals")?;
        Ok(TypeDefinition::Enumeration(literals))
    }

    /// `array (..) of T`, at `array`.
    pub(super) fn array(&mut self) -> Parse<ArrayDefinition> {
        let start = self.advance().span;
        self.expect(Mark::Left, "after `array`")?;
        let indices = self.list(Mark::Comma, Self::array_index)?;
        self.expect(Mark::Right, "after the index ranges of an array")?;
        self.expect(Keyword::Of, "before the type of the elements")?;
        let element = self.subtype_indication("of the elements")?;
        let span = start.to(element.span);
        Ok(ArrayDefinition { indices, element, span })
    }

    fn array_index(&mut self) -> Parse<DiscreteRange> {
        if self.token.kind == TokenKind::Ident && self.peek().kind == TokenKind::Word(Keyword::Range) {
            let mark = self.mark("", "")?;
            self.advance();
            if self.at(Mark::Box) {
                let span = self.token.span;
                let help = "give the type its bounds";
                return Err(self.outside("E1010", "an array type without bounds", span, help));
            }
            let range = self.range()?;
            let span = mark.span.to(range.span());
            let constraint = Some(crate::ast::Constraint::Range(range));
            return Ok(DiscreteRange::Subtype(crate::ast::SubtypeIndication { mark, constraint, span }));
        }
        self.discrete_range()
    }

    /// `subtype S is T range ..;`, at `subtype`.
    pub(super) fn subtype_declaration(&mut self) -> Parse<DeclarationKind> {
        self.advance();
        let name = self.ident("the name of a subtype", "after `subtype`")?;
        self.expect(Keyword::Is, "after the name of a subtype")?;
        let indication = self.subtype_indication("after `is`")?;
        self.aspects();
        self.semicolon("after a subtype")?;
        Ok(DeclarationKind::Subtype(SubtypeDecl { name, indication }))
    }
}
