//! What Ada has and the subset has not: naming it, and skipping it as a whole where it has an end of its own.

use suppose_base::descent::Descent;
use suppose_base::{Diagnostic, Span};

use super::{Failed, Parse, Parser};
use crate::token::{Keyword, Mark, TokenKind};

/// Aspects that do not change which steps a program takes.
const HARMLESS_ASPECTS: [&str; 17] = [
    "alignment",
    "async_readers",
    "async_writers",
    "atomic",
    "convention",
    "cpu",
    "inline",
    "pack",
    "priority",
    "size",
    "spark_mode",
    "storage_size",
    "unreferenced",
    "volatile",
    "volatile_components",
    "atomic_components",
    "warnings",
];

impl Parser<'_> {
    /// Records that something is outside of the subset.
    pub(super) fn outside(&mut self, code: &'static str, what: &str, span: Span, help: &str) -> Failed {
        self.fail(|| {
            let diagnostic = Diagnostic::error(code, format!("{what} is outside of the subset")).at(span, "");
            if help.is_empty() { diagnostic } else { diagnostic.help(help) }
        })
    }

    /// The same for an expression that begins at the current token.
    pub(super) fn outside_expression(&mut self, what: &str) -> Failed {
        self.outside("E1016", what, self.token.span, "")
    }

    /// A type that cannot be part of a declaration of the subset, at the current token.
    pub(super) fn outside_type(&mut self) -> Option<Failed> {
        let TokenKind::Word(word) = self.token.kind else { return None };
        let span = self.token.span;
        match word {
            Keyword::Access | Keyword::Not => Some(self.outside(
                "E1010",
                "an access type",
                span,
                "values of discrete types can be passed instead",
            )),
            Keyword::Aliased => Some(self.outside(
                "E1010",
                "`aliased`",
                span,
                "there is nothing to point to it, so leave it out",
            )),
            _ => None,
        }
    }

    /// `with Inline, Size => 8` after a declaration: harmless aspects are skipped, others named.
    pub(super) fn aspects(&mut self) {
        if !self.take(Keyword::With) {
            return;
        }
        loop {
            let (name, span) = (self.token.text, self.token.span);
            if !HARMLESS_ASPECTS.contains(&name.to_ascii_lowercase().as_str()) {
                self.outside("E1017", &format!("the aspect `{name}`"), span, "");
            }
            self.skip_to_comma();
            if !self.take(Mark::Comma) {
                return;
            }
        }
    }

    /// Skips to a comma, a semicolon or `is` outside of parentheses.
    fn skip_to_comma(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.token.kind {
                TokenKind::End | TokenKind::AnnotationEnd | TokenKind::Mark(Mark::Semicolon) => return,
                TokenKind::Mark(Mark::Comma) | TokenKind::Word(Keyword::Is) if depth == 0 => return,
                TokenKind::Mark(Mark::Left) => depth += 1,
                TokenKind::Mark(Mark::Right) => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.advance();
        }
    }

    /// `protected [type] P .. end P;` and `protected body P .. end P;`
    pub(super) fn protected(&mut self) -> Failed {
        let span = self.advance().span;
        let failed = self.outside(
            "E1011",
            "a protected object",
            span,
            "write a task with an entry for each operation",
        );
        while matches!(self.token.kind, TokenKind::Word(Keyword::Type | Keyword::Body)) {
            self.advance();
        }
        self.skip_past_end();
        failed
    }

    /// `generic .. package G is .. end G;` and the like.
    pub(super) fn generic(&mut self) -> Failed {
        let span = self.advance().span;
        let help = "only `Ada.Numerics.Discrete_Random` can be instantiated; write the unit out for each use";
        let failed = self.outside("E1012", "a generic unit", span, help);
        loop {
            match self.token.kind {
                TokenKind::End | TokenKind::AnnotationEnd => return failed,
                TokenKind::Word(Keyword::Package | Keyword::Procedure | Keyword::Function) => break,
                // Formal subprograms and packages have a `with` before them.
                TokenKind::Word(Keyword::With) => {
                    self.advance();
                }
                _ => {}
            }
            self.advance();
        }
        self.advance();
        self.take(Keyword::Body);
        self.skip_past_end();
        failed
    }

    /// With the name of a unit at the current token: skips past its `end NAME;`, or past the next semicolon
    /// if there is none.
    pub(super) fn skip_past_end(&mut self) {
        let name = self.token.text;
        let mut ahead = self.lexer;
        let mut ignored = suppose_base::Reports::default();
        let (mut before, mut last) = (self.token.kind, self.token.kind);
        let found = self.token.kind == TokenKind::Ident
            && loop {
                let token = ahead.next(&mut ignored);
                let ends = before == TokenKind::Word(Keyword::End) && last == TokenKind::Ident;
                match token.kind {
                    TokenKind::End => break false,
                    TokenKind::Mark(Mark::Semicolon) if ends => {
                        self.token = token;
                        break true;
                    }
                    // Names that only sound like it do not count.
                    TokenKind::Ident if !token.text.eq_ignore_ascii_case(name) => {
                        (before, last) = (last, TokenKind::End);
                    }
                    kind => (before, last) = (last, kind),
                }
            };
        if found {
            self.lexer = ahead;
            self.annotations.clear();
            self.fetch();
        } else {
            self.skip_statement();
        }
        self.resumed = Some(self.previous);
    }

    /// `record .. end record`, at `record`: skips it.
    pub(super) fn skip_record(&mut self) {
        while !self.at_end() {
            if self.advance().kind == TokenKind::Word(Keyword::End) && self.take(Keyword::Record) {
                return;
            }
        }
    }

    /// `exception when .. => ..` after statements: named, read, and forgotten.
    pub(super) fn handlers(&mut self) -> Parse<()> {
        if !self.at(Keyword::Exception) {
            return Ok(());
        }
        let span = self.advance().span;
        let help = "a task ends with the exception; guard what may raise it by `if`";
        self.outside("E1013", "an exception handler", span, help);
        while self.take(Keyword::When) {
            // `when X : others =>` has a name before the colon.
            while !self.at(Mark::Arrow) && !self.at(Mark::Semicolon) && !self.at_end() {
                self.advance();
            }
            self.expect(Mark::Arrow, "after the choices of a handler")?;
            self.statements("in a handler");
        }
        Ok(())
    }

    /// A representation clause `for T use ..;`: skipped, since it says nothing about steps.
    pub(super) fn representation(&mut self) {
        self.advance();
        while !self.at_end() && !self.at(Mark::Semicolon) {
            if self.at(Keyword::Record) {
                self.skip_record();
            } else {
                self.advance();
            }
        }
        self.take(Mark::Semicolon);
    }
}
