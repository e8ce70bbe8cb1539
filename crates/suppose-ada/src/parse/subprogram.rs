//! Procedures, functions and packages.

use suppose_base::Span;
use suppose_base::descent::Descent;

use super::closing::Open;
use super::{Failed, Parse, Parser};
use crate::ast::{
    Block, DeclarationKind, Ident, InstanceDecl, PackageBody, PackageDecl, Statement, StatementKind,
    Subprogram, SubprogramBody,
};
use crate::token::{Keyword, Mark, TokenKind};

impl Parser<'_> {
    /// A procedure or a function, at its first word.
    pub(super) fn subprogram(&mut self, any: Option<Span>) -> Parse<DeclarationKind> {
        let is_function = self.advance().kind == TokenKind::Word(Keyword::Function);
        if self.token.kind == TokenKind::Text {
            return Err(self.outside(
                "E1015",
                "an operator of one's own",
                self.token.span,
                "give the function a name",
            ));
        }
        let name = self.unit_name("the name of a subprogram", "")?;
        if self.at(Keyword::Is) && self.peek().kind == TokenKind::Word(Keyword::New) {
            return Err(self.outside("E1012", "an instance of a generic subprogram", name.span, ""));
        }
        let parameters = self.parameters()?;
        let mut result = None;
        if is_function {
            self.expect(Keyword::Return, "before the type of the result")?;
            if let Some(failed) = self.outside_type() {
                return Err(failed);
            }
            result = Some(self.mark("the name of a type", "after `return`")?);
        }
        self.aspects();
        let body = self.subprogram_body(&name, is_function)?;
        Ok(DeclarationKind::Subprogram(Subprogram { name, parameters, result, body, any }))
    }

    fn subprogram_body(&mut self, name: &Ident, is_function: bool) -> Parse<SubprogramBody> {
        if self.at(Keyword::Renames) {
            return Err(self.outside("E1015", "a renaming of a subprogram", self.token.span, ""));
        }
        if !self.take(Keyword::Is) {
            self.semicolon("or `is` after a subprogram")?;
            return Ok(SubprogramBody::Declared);
        }
        match self.token.kind {
            TokenKind::Mark(Mark::Left) if is_function => {
                let value = self.parenthesised()?;
                self.aspects();
                self.semicolon("after an expression function")?;
                Ok(SubprogramBody::Expression(value))
            }
            TokenKind::Word(Keyword::Null) if !is_function => {
                let span = self.advance().span;
                self.aspects();
                self.semicolon("after a null procedure")?;
                let statements = vec![Statement { kind: StatementKind::Null, span }];
                Ok(SubprogramBody::Statements(Block { declarations: Vec::new(), statements }))
            }
            TokenKind::Word(Keyword::Separate) => Err(self.separate()),
            TokenKind::Word(Keyword::Abstract) => {
                Err(self.outside("E1015", "an abstract subprogram", self.token.span, ""))
            }
            _ => self
                .closed(Open::unit(name), |parser| {
                    let declarations = parser.declarations();
                    parser.body(declarations)
                })
                .map(SubprogramBody::Statements),
        }
    }

    /// `separate`: a body elsewhere.
    pub(super) fn separate(&mut self) -> Failed {
        self.outside("E1015", "a separate body", self.token.span, "write the body here")
    }

    /// The name of a unit, which has no dots.
    fn unit_name(&mut self, what: &str, context: &str) -> Parse<Ident> {
        let name = self.ident(what, context)?;
        if self.at(Mark::Dot) {
            let span = name.span;
            self.outside("E1015", "a child unit", span, "nest the unit, or give it a name without dots");
            while self.take(Mark::Dot) {
                self.ident("a name", "after the dot")?;
            }
        }
        Ok(name)
    }

    /// A package, its body, or an instance, at `package`.
    pub(super) fn package(&mut self) -> Parse<DeclarationKind> {
        self.advance();
        if self.take(Keyword::Body) {
            return self.package_body();
        }
        let name = self.unit_name("the name of a package", "after `package`")?;
        self.aspects();
        if self.at(Keyword::Renames) {
            return Err(self.outside("E1015", "a renaming of a package", self.token.span, ""));
        }
        self.expect(Keyword::Is, "after the name of a package")?;
        if self.take(Keyword::New) {
            return self.instance(name);
        }
        let declarations = self.closed(Open::unit(&name), |parser| {
            let mut declarations = parser.declarations();
            if parser.take(Keyword::Private) {
                declarations.append(&mut parser.declarations());
            }
            Ok(declarations)
        })?;
        Ok(DeclarationKind::Package(PackageDecl { name, declarations }))
    }

    /// `new G (..);` after `package P is`.
    fn instance(&mut self, name: Ident) -> Parse<DeclarationKind> {
        let generic = self.mark("the name of a generic package", "after `new`")?;
        let arguments = if self.at(Mark::Left) { self.arguments()? } else { Vec::new() };
        self.aspects();
        self.semicolon("after an instance")?;
        Ok(DeclarationKind::Instance(InstanceDecl { name, generic, arguments }))
    }

    fn package_body(&mut self) -> Parse<DeclarationKind> {
        let name = self.unit_name("the name of a package", "after `package body`")?;
        self.aspects();
        self.expect(Keyword::Is, "after the name of a package")?;
        if self.at(Keyword::Separate) {
            return Err(self.separate());
        }
        let body = self.closed(Open::unit(&name), |parser| {
            let declarations = parser.declarations();
            if parser.at(Keyword::Begin) {
                return parser.body(declarations);
            }
            Ok(Block { declarations, statements: Vec::new() })
        })?;
        let (declarations, statements) = (body.declarations, body.statements);
        Ok(DeclarationKind::PackageBody(PackageBody { name, declarations, statements }))
    }
}
