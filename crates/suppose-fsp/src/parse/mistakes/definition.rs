//! Mistakes between definitions and at their beginning.

use suppose_base::closest;
use suppose_base::descent::Descent;

use super::super::super::ast::{BinaryOp, Expr, Name, Op};
use super::super::super::token::{Keyword, Mark, TokenKind};
use super::super::{Failed, Parse, Parser};
use super::{Diagnostic, capitalised};

/// Words that are often written before a definition and are not part of it.
const FILLERS: [&str; 6] = ["process", "proc", "system", "safety", "check", "composite"];

impl Parser<'_> {
    /// A mark after a definition that ends without one, and text that was meant as a comment. Says whether
    /// something was skipped.
    pub(in super::super) fn skip_stray(&mut self) -> bool {
        if let TokenKind::Mark(mark @ (Mark::Dot | Mark::Semicolon)) = self.token.kind
            // A label may have been meant to go on.
            && !matches!(
                self.ahead(),
                [TokenKind::Lower(_) | TokenKind::Int(_) | TokenKind::Mark(Mark::LeftSquare | Mark::LeftCurly)]
            )
        {
            let message = match self.after {
                Some((word, _)) => format!("a definition with `{word}` does not end with `{mark}`"),
                None => format!("there is no definition that `{mark}` could end"),
            };
            let diagnostic = self.mistake(message).help(format!("leave the `{mark}` out"));
            self.fail(diagnostic);
            self.advance();
            return true;
        }
        if !self.at_foreign_comment() {
            return false;
        }
        let line = self.lexer.rest_of_line(self.token.span.start);
        let start: String = line.chars().take_while(|c| !c.is_alphanumeric() && !c.is_whitespace()).collect();
        let text = line[start.len()..].trim();
        let diagnostic = if start.starts_with("*/") {
            self.mistake("there is no comment that `*/` could close")
                .note("a comment ends at the first `*/`; comments do not nest")
                .help("leave this `*/` out")
        } else {
            let text = if text.is_empty() || text.chars().count() > 40 { ".." } else { text };
            self.mistake(format!("`{start}` does not begin a comment")).help(format!("write `// {text}`"))
        };
        self.fail(diagnostic);
        let end = self.token.span.start + line.len() as u32;
        while self.token.kind != TokenKind::End && self.token.span.start < end {
            self.advance();
        }
        true
    }

    /// Whether a comment of another language begins here.
    fn at_foreign_comment(&mut self) -> bool {
        let TokenKind::Mark(mark) = self.token.kind else { return false };
        let next = self.next_token();
        match mark {
            Mark::Hash | Mark::Percent => true,
            Mark::Minus => next.kind == TokenKind::Mark(Mark::Minus),
            Mark::Star => next.kind == TokenKind::Mark(Mark::Slash),
            Mark::Slash => matches!(next.kind, TokenKind::Lower(_) | TokenKind::Upper(_)),
            Mark::Less => next.kind == TokenKind::Mark(Mark::Not),
            _ => false,
        }
    }

    /// The current token cannot begin a definition.
    pub(in super::super) fn no_definition(&mut self) -> Failed {
        let diagnostic = match self.token.kind {
            TokenKind::Lower(symbol) => {
                let name = self.symbols.text(symbol).to_owned();
                self.small_letter(&name)
            }
            TokenKind::Mark(mark) => self.mark_for_definition(mark),
            TokenKind::Int(_) => {
                let found = self.found();
                self.mistake(format!("expected a definition, found {found}"))
                    .help("the definition before this ends here; is a mark missing in front of the number?")
            }
            _ => self.wrong("a definition", ""),
        };
        self.fail(diagnostic)
    }

    /// A definition begins with a small letter.
    fn small_letter(&mut self, name: &str) -> Diagnostic {
        let [next] = self.ahead();
        let words = || Keyword::DEFINING.iter().map(|word| word.text());
        match next {
            TokenKind::Upper(_) | TokenKind::Word(_) | TokenKind::Mark(Mark::BarBar) => {
                let diagnostic = self.mistake(format!("`{name}` does not begin a definition"));
                match closest(name, words()) {
                    Some(near) if !FILLERS.contains(&name) => {
                        diagnostic.help(format!("did you mean `{near}`?"))
                    }
                    _ => diagnostic.help(format!("leave `{name}` out")),
                }
            }
            TokenKind::Mark(Mark::Eq | Mark::LeftRound | Mark::LeftSquare | Mark::At | Mark::Colon) => self
                .mistake(format!(
                    "`{name}` begins with a small letter, but names of processes with a capital one"
                ))
                .help(format!("write `{}` here and wherever it is used", capitalised(name))),
            _ => self
                .mistake(format!("expected a definition, found `{name}`"))
                .help("names of processes begin with a capital letter"),
        }
    }

    /// A definition begins with a mark.
    fn mark_for_definition(&mut self, mark: Mark) -> Diagnostic {
        let next = self.next_token();
        match (mark, self.after) {
            (Mark::Comma, Some((word @ (Keyword::Progress | Keyword::Menu), _))) => self
                .mistake("several actions are written in braces")
                .help(format!("write `{word} NAME = {{a, b}}`")),
            (Mark::Comma, Some((word, _))) => self
                .mistake(format!("a definition with `{word}` does not end with `,`"))
                .help("leave the `,` out"),
            (Mark::DotDot, Some((Keyword::Const, start))) => {
                let text = self.lexer.rest_of_line(start);
                let range = text.strip_prefix("const").filter(|rest| rest.len() < 40).unwrap_or(" R = 0..3");
                self.mistake("a constant is one value, and this is a range")
                    .help(format!("write `range{range}`"))
            }
            (Mark::Bar, _) if matches!(next.kind, TokenKind::Upper(_)) => self
                .mistake("a composite process begins with `||`")
                .help(format!("write `||{} = ..`", self.text_of(next))),
            (Mark::Always | Mark::Eventually | Mark::Not, _) => {
                let formula = self.lexer.rest_of_line(self.token.span.start);
                let formula = if formula.len() > 40 { ".." } else { formula };
                self.mistake("a formula needs a name").help(format!("write `assert NAME = {formula}`"))
            }
            (Mark::RightRound | Mark::RightCurly | Mark::RightSquare, _) => self
                .mistake(format!("this `{mark}` closes nothing"))
                .help("leave it out, or look for what should have been opened before"),
            _ => self.mistake(format!("expected a definition, found `{mark}`")).help(
                "the definition before this ends here; is a `.` misplaced, or are parentheses missing?",
            ),
        }
    }

    /// The `=` after the name of what is defined. Where it is only misspelt, the parser goes on.
    pub(in super::super) fn equals(&mut self, name: Name, what: &str) -> Parse<()> {
        if self.take(Mark::Eq) {
            return Ok(());
        }
        let text = self.symbols.text(name.symbol).to_owned();
        let head = self.source(self.head.start, name.span.end).unwrap_or_else(|| text.clone());
        let next = self.next_token();
        let context = format!("after the name of {what}");
        match (self.token.kind, next.kind) {
            (TokenKind::Mark(Mark::Colon), TokenKind::Mark(Mark::Eq)) => {
                let diagnostic =
                    Diagnostic::error("E0105", "a definition is written with `=`, not with `:=`")
                        .at(self.token.span.to(next.span), "")
                        .help(format!("write `{head} = ..`"));
                self.fail(diagnostic);
                self.advance();
                self.advance();
                Ok(())
            }
            (TokenKind::Mark(Mark::EqEq), _) => {
                let diagnostic = self
                    .mistake("a definition is written with `=`; `==` compares")
                    .help(format!("write `{head} = ..`"));
                self.fail(diagnostic);
                self.advance();
                Ok(())
            }
            (TokenKind::Int(_), _) => {
                let line = self.lexer.rest_of_line(self.token.span.start);
                let line = if line.len() > 40 { ".." } else { line };
                let diagnostic = self.wrong("`=`", &context).help(format!("write `{head} = {line}`"));
                self.fail(diagnostic);
                Ok(())
            }
            _ => {
                let diagnostic = self.wrong("`=`", &context);
                let help = self.help_for_equals(&text);
                Err(self.fail(match help {
                    Some(help) => diagnostic.help(help),
                    None => diagnostic,
                }))
            }
        }
    }

    fn help_for_equals(&mut self, name: &str) -> Option<String> {
        let small = name.to_ascii_lowercase();
        Some(match self.token.kind {
            TokenKind::Upper(_) if Keyword::from_text(&small).is_some() => {
                format!("reserved words have small letters: `{small}`")
            }
            TokenKind::Mark(Mark::Arrow) => format!("write `{name} = (a -> ..)`"),
            TokenKind::Mark(Mark::BarBar) => format!("a composition is defined by `||{name} = (P || Q).`"),
            TokenKind::Mark(Mark::Colon) => format!("write `{name} = ..`"),
            TokenKind::Mark(Mark::LeftRound) => {
                let end = self.end_of_text(&[Mark::Eq]);
                let index = self.source(self.token.span.start + 1, end.max(1) - 1);
                let index = index.unwrap_or_else(|| "i:0..3".to_owned());
                format!("the index of a local process stands in brackets: `{name}[{index}]`")
            }
            TokenKind::Mark(Mark::Dot | Mark::Comma) => format!("say what it does: `{name} = (a -> {name})`"),
            _ => return None,
        })
    }

    /// Something else than the name of a parameter after `(`.
    pub(in super::super) fn no_parameter(&mut self, process: Name) -> Failed {
        let name = self.symbols.text(process.symbol).to_owned();
        let [next] = self.ahead();
        let diagnostic = match (self.token.kind, next) {
            (TokenKind::Int(value), _) => self
                .mistake("a parameter has a name and a default")
                .help(format!("write `{name}(N={value})`")),
            (
                TokenKind::Lower(symbol),
                TokenKind::Mark(Mark::Eq | Mark::RightRound | Mark::Comma | Mark::Colon),
            ) => {
                let param = capitalised(self.symbols.text(symbol));
                self.wrong("the name of a parameter", "").help(format!(
                    "begin it with a capital letter and give it a default: `{name}({param}=1)`"
                ))
            }
            (TokenKind::Lower(_) | TokenKind::Mark(_) | TokenKind::Word(_), _) => {
                let end = self.end_of_text(&[]);
                let body = self.source(self.token.span.start, end).unwrap_or_else(|| "a -> ..".to_owned());
                self.mistake(format!(
                    "expected `=` after the name of the process; `{name}(` begins its parameters"
                ))
                .help(format!("write `{name} = ({body})`"))
            }
            _ => self.wrong("the name of a parameter", ""),
        };
        self.fail(diagnostic)
    }

    /// Something else than `=` after the name of a parameter.
    pub(in super::super) fn no_default(&mut self, process: Name, param: Name) -> Failed {
        let name = self.symbols.text(process.symbol).to_owned();
        let param = self.symbols.text(param.symbol).to_owned();
        let diagnostic = match self.token.kind {
            TokenKind::Mark(Mark::RightRound | Mark::Comma) => {
                self.mistake(format!("the parameter `{param}` has no default"))
            }
            TokenKind::Mark(Mark::Colon) => {
                self.mistake(format!("the parameter `{param}` has one value at a time and no range"))
            }
            _ => self.wrong("`=`", "before the default of the parameter"),
        };
        self.fail(diagnostic.help(format!("write `{name}({param}=1)`")))
    }

    /// `[` or `{` where the value of a constant or the bounds of a range begin.
    pub(in super::super) fn no_value(&mut self, name: Name) -> Failed {
        let name = self.symbols.text(name.symbol).to_owned();
        let word = self.head.word.unwrap_or(Keyword::Range);
        let line = self.lexer.rest_of_line(self.token.span.end);
        let inside =
            line.split([']', '}']).next().map(str::trim).filter(|text| !text.is_empty() && text.len() < 40);
        let message = if word == Keyword::Const {
            "a constant is one value, written without brackets"
        } else {
            "the bounds of a range are written without brackets"
        };
        let diagnostic = self.mistake(message);
        let help = match inside {
            Some(inside) if inside.contains("..") => format!("write `range {name} = {inside}`"),
            Some(inside) if word == Keyword::Const => format!("write `const {name} = {inside}`"),
            _ => format!("write `range {name} = 0..3`"),
        };
        self.fail(diagnostic.help(help))
    }

    /// Something else than `..` between the bounds of a range. `low` is what was read before.
    pub(in super::super) fn no_bounds(&mut self, low: &Expr, shown: &str) -> Failed {
        let minus = low.steps.last().filter(|step| matches!(step.op, Op::Binary(BinaryOp::Subtract)));
        let source = |start, end| self.source(start, end);
        if let Some(minus) = minus
            && let (Some(from), Some(to)) =
                (source(low.span.start, minus.span.start), source(minus.span.end, low.span.end))
        {
            let diagnostic =
                Diagnostic::error("E0105", "the bounds of a range are separated by `..`, not by `-`")
                    .at(minus.span, "")
                    .help(format!("write `{shown}{from}..{to}`"));
            return self.fail(diagnostic);
        }
        let mut diagnostic = self.wrong("`..`", "between the bounds of the range");
        let next = self.next_token();
        let low = self.source_or(low.span, "0");
        let high = match (self.token.kind, next.kind) {
            (TokenKind::Mark(_) | TokenKind::Lower(_), TokenKind::Int(_) | TokenKind::Upper(_)) => {
                self.text_of(next).to_owned()
            }
            (TokenKind::Int(_), _) => self.text_of(self.token).to_owned(),
            _ => String::new(),
        };
        let (low, high) = if high.is_empty() { ("0".to_owned(), low) } else { (low, high) };
        diagnostic = diagnostic.help(format!("write `{shown}{low}..{high}`"));
        self.fail(diagnostic)
    }
}
