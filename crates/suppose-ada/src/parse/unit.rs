//! Files: compilation units with their `with` and `use` clauses.

use super::annotation::Annotation;
use super::{Failed, Parse, Parser};
use crate::ast::{Context, Declaration, Tree, Unit};
use crate::token::{Keyword, Mark, TokenKind};
use suppose_base::descent::Descent;

impl Parser<'_> {
    pub(super) fn file(&mut self) -> Tree {
        let mut tree = Tree::default();
        let mut context = Vec::new();
        loop {
            let mut any = None;
            while let Some(annotation) = self.annotation() {
                match annotation {
                    Annotation::Property(property) => tree.properties.push(property),
                    Annotation::Any(span) => any = Some(span),
                    other @ Annotation::Event(..) => {
                        self.misplaced(&other);
                    }
                }
            }
            let any = self.any_before_function(any);
            let start = self.token.span;
            let result = match self.token.kind {
                TokenKind::End | TokenKind::AnnotationEnd => break,
                TokenKind::Word(Keyword::Pragma) => {
                    self.skip_pragmas();
                    Ok(())
                }
                TokenKind::Word(Keyword::With) => self.with_clause().map(|clause| context.push(clause)),
                TokenKind::Word(Keyword::Use) => {
                    self.use_clause().map(|clause| context.push(Context::Use(clause)))
                }
                TokenKind::Word(Keyword::Procedure | Keyword::Function) => self.subprogram(any).map(|kind| {
                    let item = Declaration { kind, span: start.to(self.previous) };
                    tree.units.push(Unit { context: std::mem::take(&mut context), item });
                }),
                TokenKind::Word(Keyword::Package) => self.package().map(|kind| {
                    let item = Declaration { kind, span: start.to(self.previous) };
                    tree.units.push(Unit { context: std::mem::take(&mut context), item });
                }),
                TokenKind::Word(Keyword::Generic) => Err(self.generic()),
                // What follows these is read as if they were not there.
                TokenKind::Word(Keyword::Separate) => {
                    self.separate();
                    self.advance();
                    self.parent()
                }
                TokenKind::Word(Keyword::Private | Keyword::Limited) => {
                    self.outside("E1015", "a private unit or clause", start, "");
                    self.advance();
                    Ok(())
                }
                _ => Err(self.unexpected("a procedure or a package", "")),
            };
            if let Err(Failed) = result {
                self.skip_to_unit();
            }
        }
        if tree.units.is_empty() && self.reports.errors() == 0 {
            self.unexpected("a procedure or a package", "");
        }
        tree
    }

    /// `with A, B.C;`, at `with`.
    fn with_clause(&mut self) -> Parse<Context> {
        self.advance();
        let names = self.list(Mark::Comma, |parser| parser.mark("the name of a unit", "after `with`"))?;
        self.semicolon("after `with`")?;
        Ok(Context::With(names))
    }

    /// `(P)` after `separate`.
    fn parent(&mut self) -> Parse<()> {
        self.expect(Mark::Left, "after `separate`")?;
        self.mark("the name of a unit", "after `separate`")?;
        self.expect(Mark::Right, "after the name of a unit").map(drop)
    }

    /// Skips to a word that begins a unit or a clause at the beginning of a line.
    fn skip_to_unit(&mut self) {
        use Keyword::{Function, Generic, Package, Procedure, Use, With};
        if self.resumed.take() == Some(self.previous) {
            return;
        }
        loop {
            let begins = matches!(
                self.token.kind,
                TokenKind::Word(Function | Generic | Package | Procedure | Use | With)
            );
            if self.at_end() || self.token.fresh && begins {
                return;
            }
            self.advance();
        }
    }
}
