//! Mistakes in labels, sets, indices, relabellings and expressions.

use super::super::super::symbols::Symbol;
use super::super::super::token::{Mark, TokenKind};
use super::super::{Failed, Parser};
use super::{Diagnostic, Span, uncapitalised};

impl Parser<'_> {
    /// A capitalised name where a label was expected, and no set of that name.
    pub(in super::super) fn unknown_set(&mut self, symbol: Symbol) -> Failed {
        let name = self.symbols.text(symbol).to_owned();
        let [next] = self.ahead();
        let previous = self.lexer.written(self.previous.start, self.previous.end);
        if self.head.composite && next == TokenKind::Mark(Mark::BarBar) && previous == "{" {
            let diagnostic = self
                .mistake("composed processes stand in parentheses, not in braces")
                .help(format!("write `({name} || ..)`"));
            return self.fail(diagnostic);
        }
        if self.head.composite && previous == "." {
            let diagnostic = self
                .mistake(format!("a prefix and its process are joined by `:`, and `{name}` is no label"))
                .help(format!("write `a:{name}`"));
            return self.fail(diagnostic);
        }
        let diagnostic = Diagnostic::error(
            "E0201",
            format!("expected a label; `{name}` is not declared as a set before this"),
        )
        .at(self.token.span, "a capitalised name is a label only after `set`");
        let help = self.suggest(symbol, &self.sets).unwrap_or_else(|| {
            format!("names of actions begin with a small letter: `{}`", uncapitalised(&name))
        });
        self.fail(diagnostic.help(help))
    }

    /// The text ends or a definition begins after the `.` of a label.
    pub(in super::super) fn no_label_after_dot(&mut self, start: Span) -> Failed {
        let dot = self.previous;
        let before = self.lexer.written(self.head.start, dot.start);
        let open = |marks: [char; 3]| before.chars().filter(|c| marks.contains(c)).count();
        let diagnostic = match self.head.word {
            Some(word) if open(['(', '[', '{']) == open([')', ']', '}']) => {
                Diagnostic::error("E0105", format!("a definition with `{word}` does not end with `.`"))
                    .at(dot, "")
                    .help("leave the `.` out")
            }
            _ => {
                let label = self.source(start.start, dot.start).unwrap_or_else(|| "a".to_owned());
                let missing = if self.head.composite { "`:` or `}`" } else { "`}` or `)`" };
                Diagnostic::error("E0105", "a label does not end with `.`")
                    .at(dot, "")
                    .help(format!("is {missing} missing after `{label}`?"))
            }
        };
        self.fail(diagnostic)
    }

    /// Something else than a set of labels after `\`, `@`, `+`, `<<` or `>>`.
    pub(in super::super) fn no_set(&mut self) -> Failed {
        let mut diagnostic = self.wrong("a set of labels", "");
        if let TokenKind::Lower(_) | TokenKind::Mark(Mark::LeftSquare | Mark::LeftRound) = self.token.kind {
            let before = self.lexer.written(self.previous.start, self.previous.end).to_owned();
            let end = self.end_of_text(&[Mark::Slash, Mark::Backslash, Mark::At, Mark::Plus]);
            let labels = self.source(self.token.span.start, end).unwrap_or_else(|| "a, b".to_owned());
            let labels = labels.trim_matches(['(', ')', '[', ']']);
            diagnostic = diagnostic.help(format!("write the labels in braces: `{before} {{{labels}}}`"));
        }
        self.fail(diagnostic)
    }

    /// Something else than `{` in the definition of a set.
    pub(in super::super) fn no_brace(&mut self) -> Failed {
        let mut diagnostic = self.wrong("`{`", "before the labels");
        if let TokenKind::Lower(_) | TokenKind::Mark(Mark::LeftRound | Mark::LeftSquare) = self.token.kind {
            let labels = self.lexer.rest_of_line(self.token.span.start);
            let labels = labels.trim_matches(['(', ')', '[', ']', '.', ';', ' ']);
            let labels = if labels.len() > 40 { "a, b" } else { labels };
            diagnostic = diagnostic.help(format!("write `{{{labels}}}`"));
        }
        self.fail(diagnostic)
    }

    /// Something else than `,` or `}` after a label of a set.
    pub(in super::super) fn no_end_of_labels(&mut self, opened: Span) -> Failed {
        let diagnostic = self.wrong("`,` or `}`", "after the label");
        let [next] = self.ahead();
        let diagnostic = match self.token.kind {
            TokenKind::Lower(_) => {
                let last = self.lexer.written(self.previous.start, self.previous.end);
                let label = self.text_of(self.token);
                diagnostic.help(format!("write `{last}, {label}`"))
            }
            TokenKind::Mark(Mark::Slash) if matches!(next, TokenKind::Lower(_)) => {
                diagnostic.help("a relabelling has a `/` before its `{`: `/{new/old}`")
            }
            _ => diagnostic.at(opened, "opened here").help("write `}` before this"),
        };
        self.fail(diagnostic)
    }

    /// Something else than `{` after the `/` of a relabelling.
    pub(in super::super) fn no_relabelling(&mut self) -> Failed {
        let mut diagnostic = self.wrong("`{`", "before the relabelling");
        if let TokenKind::Lower(_) = self.token.kind {
            let end = self.end_of_text(&[Mark::Backslash, Mark::At]);
            let pair = self.source(self.token.span.start, end).filter(|text| text.contains('/'));
            diagnostic =
                diagnostic.help(format!("write `/{{{}}}`", pair.unwrap_or_else(|| "new/old".to_owned())));
        }
        self.fail(diagnostic)
    }

    /// Something else than `/` between the new and the old label.
    pub(in super::super) fn no_slash(&mut self, first: Span) -> Failed {
        let first = self.source_or(first, "a");
        let next = self.next_token();
        let second =
            if let TokenKind::Lower(_) = next.kind { Some(self.text_of(next).to_owned()) } else { None };
        let diagnostic = self.wrong("`/`", "between the new and the old label");
        let help = match (self.token.kind, second) {
            // An arrow leads from the old name to the new one.
            (TokenKind::Mark(Mark::Arrow), Some(second)) => {
                format!("the new label comes first: `{second}/{first}`")
            }
            (TokenKind::Mark(Mark::Backslash), Some(second)) => format!("write `{first}/{second}`"),
            (TokenKind::Mark(Mark::RightCurly | Mark::Comma), _) => {
                format!("write the new label and the old one: `{first}/old`")
            }
            _ => "write the new label and the old one: `new/old`".to_owned(),
        };
        self.fail(diagnostic.help(help))
    }

    /// Something else than an index in brackets after `forall` or `exists`.
    pub(in super::super) fn no_index(&mut self) -> Failed {
        let word = self.lexer.written(self.previous.start, self.previous.end).to_owned();
        let mut diagnostic = self.wrong("an index in brackets", "");
        if let TokenKind::Lower(_) | TokenKind::Mark(Mark::LeftRound) = self.token.kind {
            let line = self.lexer.rest_of_line(self.token.span.start);
            let index = line.trim_start_matches(['(', ' ']);
            let index = index.split([' ', ')']).next().filter(|text| text.contains(':') && text.len() < 40);
            diagnostic = diagnostic.help(format!("write `{word} [{}] ..`", index.unwrap_or("i:0..3")));
        }
        self.fail(diagnostic)
    }

    /// Something else than `]` after an index.
    pub(in super::super) fn no_end_of_index(&mut self, opened: Span) -> Failed {
        let diagnostic = self.wrong("`]`", "after the index");
        let next = self.next_token();
        let variable = self.source(opened.end, self.previous.end).unwrap_or_default();
        let name = variable.starts_with(|c: char| c.is_ascii_lowercase())
            && variable.chars().all(|c| c.is_alphanumeric() || c == '_');
        let rest = |start: u32| {
            let line = self.lexer.rest_of_line(start);
            line.split(']').next().map(str::trim).filter(|text| !text.is_empty() && text.len() < 40)
        };
        let domain = match self.token.kind {
            TokenKind::Mark(Mark::Eq | Mark::ColonColon) => rest(next.span.start),
            TokenKind::Lower(_) if self.text_of(self.token) == "in" => rest(next.span.start),
            TokenKind::Int(_) | TokenKind::Upper(_) => rest(self.token.span.start),
            _ => None,
        };
        let diagnostic = match domain {
            Some(domain) if name => diagnostic
                .help(format!("a variable and its range are joined by `:`: `[{variable}:{domain}]`")),
            _ => diagnostic.at(opened, "opened here").help("write `]` before this"),
        };
        self.fail(diagnostic)
    }

    /// Something else than an expression.
    pub(in super::super) fn no_expression(&mut self) -> Failed {
        let diagnostic = self.wrong("an expression", "");
        let before = self.lexer.written(0, self.previous.end);
        let help = match self.token.kind {
            TokenKind::Mark(Mark::RightSquare | Mark::RightRound) if before.ends_with("++") => {
                Some("there is no `++`; write `i+1`")
            }
            TokenKind::Mark(Mark::RightSquare | Mark::RightRound) if before.ends_with("--") => {
                Some("there is no `--`; write `i-1`")
            }
            TokenKind::Mark(Mark::Eq) => Some("write `==` to compare, `<=` or `>=` for an order"),
            TokenKind::Mark(Mark::Arrow) if before.ends_with("when") => Some("write `when (i < 3) a -> ..`"),
            TokenKind::Mark(Mark::Dot) if before.ends_with("..") => {
                Some("the bounds of a range are separated by `..`")
            }
            _ => None,
        };
        self.fail(match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        })
    }

    /// Something else than `)` after an expression.
    pub(in super::super) fn no_end_of_expression(&mut self, opened: Span) -> Failed {
        let diagnostic = self.wrong("`)`", "after the expression");
        let next = self.next_token();
        let help = match self.token.kind {
            TokenKind::Mark(Mark::Eq) if next.kind == TokenKind::Mark(Mark::Greater) => {
                "write `>=`".to_owned()
            }
            TokenKind::Mark(Mark::Eq) if next.kind == TokenKind::Mark(Mark::Less) => "write `<=`".to_owned(),
            TokenKind::Mark(Mark::Eq) => "write `==` to compare".to_owned(),
            TokenKind::Mark(Mark::Eventually) => "write `!=` for not equal".to_owned(),
            TokenKind::Lower(_) => match self.operator_in_words() {
                Some(help) => help,
                None => return self.fail(diagnostic.at(opened, "opened here").help("write `)` before this")),
            },
            _ => return self.fail(diagnostic.at(opened, "opened here").help("write `)` before this")),
        };
        self.fail(diagnostic.help(help))
    }

    /// What to write in place of an operator that is written as a word here.
    pub(super) fn operator_in_words(&self) -> Option<String> {
        let mark = match self.text_of(self.token) {
            "and" => "&&",
            "or" => "||",
            "not" => "!",
            "mod" => "%",
            "div" => "/",
            "implies" => "->",
            "iff" => "<->",
            _ => return None,
        };
        Some(format!("write `{mark}`"))
    }
}
