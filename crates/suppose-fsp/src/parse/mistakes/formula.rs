//! Mistakes in fluents and formulas.

use super::super::super::ast::{Expr, Name};
use super::super::super::token::{Mark, TokenKind};
use super::super::{Failed, Parse, Parser};
use super::{LONGEST, Span};

/// Letters that textbooks have for temporal operators, and what FSP has.
const LETTERS: [(&str, &str); 2] = [("G", "[]"), ("F", "<>")];

impl Parser<'_> {
    /// The source of a formula up to the end of its line, or dots where that is long.
    pub(in super::super) fn formula_from(&self, start: u32) -> &str {
        let line = self.lexer.rest_of_line(start).trim_end_matches(['.', ';', ' ']);
        if line.chars().count() > LONGEST { ".." } else { line }
    }

    /// The actual parameters of a formula. `G(..)` and `F(..)` are more often meant as operators.
    pub(in super::super) fn actuals_of_formula(&mut self, name: Name) -> Parse<Option<Vec<Expr>>> {
        let text = self.symbols.text(name.symbol);
        let letter = LETTERS.iter().find(|(letter, _)| *letter == text);
        let Some((letter, operator)) = letter else { return self.actuals() };
        let known = self.reports.clone();
        let actuals = self.actuals();
        if actuals.is_err() {
            self.reports = known;
            let diagnostic =
                super::Diagnostic::error("E0105", format!("`{letter}` is not a temporal operator of FSP"))
                    .at(name.span, "")
                    .help(format!("write `{operator}`"));
            return Err(self.fail(diagnostic));
        }
        actuals
    }

    /// Something else than `)` after a formula.
    pub(in super::super) fn no_end_of_formula(&mut self, opened: Span) -> Failed {
        let diagnostic = self.wrong("`)`", "after the formula");
        let next = self.next_token();
        let before = self.lexer.written(self.previous.start, self.previous.end);
        let letter = LETTERS.iter().find(|(letter, _)| *letter == before);
        let help = match self.token.kind {
            TokenKind::Mark(Mark::Eq) if next.kind == TokenKind::Mark(Mark::Greater) => {
                "write `->` for *implies*".to_owned()
            }
            TokenKind::Mark(Mark::And) => "write `&&`".to_owned(),
            TokenKind::Mark(Mark::Bar) => "write `||`".to_owned(),
            TokenKind::Mark(Mark::Arrow | Mark::Equivalent) => {
                "put one side into parentheses: `(a -> (b -> c))`".to_owned()
            }
            TokenKind::Lower(_) | TokenKind::Upper(_) if letter.is_some() => {
                let (letter, operator) = letter.copied().unwrap_or_default();
                format!("`{letter}` is not a temporal operator of FSP: write `{operator}`")
            }
            TokenKind::Lower(_) => match self.operator_in_words() {
                Some(help) => help,
                None => return self.fail(diagnostic.at(opened, "opened here").help("write `)` before this")),
            },
            _ => return self.fail(diagnostic.at(opened, "opened here").help("write `)` before this")),
        };
        self.fail(diagnostic.help(help))
    }

    /// Something else than `<` or `,` in the definition of a fluent.
    pub(in super::super) fn no_fluent(&mut self, what: &str, context: &str) -> Failed {
        let diagnostic = self.wrong(what, context);
        let line = self.lexer.rest_of_line(self.token.span.start);
        let help = match self.token.kind {
            TokenKind::Mark(Mark::LeftCurly | Mark::LeftRound | Mark::LeftSquare) => {
                let actions = line.trim_matches(['{', '}', '(', ')', '[', ']', ' ', '.']);
                let actions = if actions.len() > 40 { "a, b" } else { actions };
                format!("write `<{actions}>`")
            }
            _ => "write `<a, b>`: true after `a`, false after `b`".to_owned(),
        };
        self.fail(diagnostic.help(help))
    }
}
