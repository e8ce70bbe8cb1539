//! Mistakes in composite processes.

use super::super::super::token::{Keyword, Mark, TokenKind};
use super::super::{Failed, Parser};
use super::{Diagnostic, Span, uncapitalised};
use suppose_base::descent::Descent;

/// What may follow the parts of a composition.
const CLAUSES: [Mark; 4] = [Mark::ShiftLeft, Mark::ShiftRight, Mark::Backslash, Mark::At];

impl Parser<'_> {
    /// The definition that is being read as a composite with parentheses, if that is short.
    pub(super) fn composite_text(&mut self) -> Option<String> {
        let (name, body) = self.head.name?;
        let words = self.source(self.head.start, name.span.start).unwrap_or_default();
        let words = words.trim_end_matches("||").trim_end();
        let space = if words.is_empty() { "" } else { " " };
        let head = self.source(name.span.start, body)?;
        let end = self.end_of_text(&CLAUSES);
        let last = self.end_of_text(&[]);
        let clauses = self.source(end, last).map_or_else(String::new, |clauses| format!(" {clauses}"));
        let parts = self.source(body, end)?;
        // The parenthesis that was opened before the current token is not closed in this text.
        let open = parts.matches('(').count() > parts.matches(')').count();
        let inside = if open { parts.strip_prefix('(')? } else { &parts };
        let inside = if self.at(Mark::Bar) { inside.replace(" | ", " || ") } else { inside.to_owned() };
        Some(format!("{words}{space}||{head} ({}){clauses}.", inside.trim()))
    }

    /// Processes composed without parentheses.
    pub(super) fn no_parentheses(&mut self) -> Failed {
        if !self.head.composite {
            let braced = self.lexer.written(self.previous.start, self.previous.end) == ")";
            if braced {
                let diagnostic = self
                    .mistake("only processes that have names are composed")
                    .help("define each of them, and then compose them: `||S = (P || Q).`");
                return self.fail(diagnostic);
            }
            return self.composed_as_process();
        }
        let message = if self.at(Mark::Bar) {
            "processes are composed by `||`, in parentheses"
        } else {
            "a composition needs parentheses"
        };
        let diagnostic = self.mistake(message);
        let text = self.composite_text().unwrap_or_else(|| "||S = (P || Q).".to_owned());
        self.fail(diagnostic.help(format!("write `{text}`")))
    }

    /// Something else than `)` or `||` in a composition.
    pub(in super::super) fn no_end_of_parts(&mut self, opened: Span) -> Failed {
        let last = self.lexer.written(self.previous.start, self.previous.end).to_owned();
        let kind = self.token.kind;
        let diagnostic = match kind {
            TokenKind::Mark(
                mark @ (Mark::Comma | Mark::Semicolon | Mark::Bar | Mark::AndAnd | Mark::And),
            ) => self
                .mistake(format!("composed processes are separated by `||`, not by `{mark}`"))
                .help("write `(P || Q)`"),
            TokenKind::Upper(_) if !self.at_definition_name() => {
                let name = self.text_of(self.token).to_owned();
                self.wrong("`||` or `)`", "after the process").help(format!("write `{last} || {name}`"))
            }
            TokenKind::Mark(Mark::Colon | Mark::ColonColon) => {
                let mark = self.text_of(self.token).to_owned();
                let next = self.next_token();
                let next = self.text_of(next).to_owned();
                Diagnostic::error("E0105", format!("a prefix is a label, and `{last}` is a process"))
                    .at(self.previous, "")
                    .help(format!("labels begin with a small letter: `{}{mark}{next}`", uncapitalised(&last)))
            }
            TokenKind::Mark(mark @ (Mark::Backslash | Mark::At | Mark::ShiftLeft | Mark::ShiftRight)) => self
                .mistake(format!("`{mark} {{..}}` stands at the end of a definition, not in its parentheses"))
                .help(format!("define `||H = {last} {mark} {{..}}.` and compose `H`")),
            TokenKind::Mark(Mark::Arrow) => self
                .mistake("a composition holds processes and no actions")
                .help("compose processes by their names: `(P || Q)`"),
            TokenKind::Mark(Mark::LeftSquare) => self
                .wrong("`||` or `)`", "after the process")
                .help(format!("parameters stand in parentheses: `{last}(1)`")),
            TokenKind::Mark(Mark::RightCurly | Mark::RightSquare) => self
                .wrong("`)`", "after the processes")
                .at(opened, "opened here")
                .help("a composition is closed by `)`"),
            TokenKind::End | TokenKind::Word(_) | TokenKind::Upper(_) | TokenKind::Mark(Mark::Dot) => self
                .wrong("`)`", "after the processes")
                .at(opened, "opened here")
                .help("write `)` before this"),
            _ => self.wrong("`)`", "after the processes").at(opened, "opened here"),
        };
        self.fail(diagnostic)
    }

    /// Whether a capitalised name here is followed by `=`, as in a definition.
    fn at_definition_name(&mut self) -> bool {
        self.ahead() == [TokenKind::Mark(Mark::Eq)]
    }

    /// A label without `:` or `::` in a composition.
    pub(in super::super) fn no_prefix(&mut self, label: Span) -> Failed {
        let name = self.source_or(label, "p");
        let diagnostic = match self.token.kind {
            TokenKind::Mark(Mark::Arrow) => self
                .mistake("a composition holds processes and no actions")
                .help(format!("define a process, `Q = ({name} -> ..).`, and compose `Q`")),
            TokenKind::Mark(Mark::BarBar | Mark::RightRound | Mark::Dot | Mark::Slash) | TokenKind::End => {
                Diagnostic::error("E0105", format!("expected a process, found the label `{name}`"))
                    .at(label, "")
                    .help(format!(
                        "names of processes begin with a capital letter: `{}`",
                        super::capitalised(&name)
                    ))
            }
            TokenKind::Upper(_) => {
                let process = self.text_of(self.token).to_owned();
                self.wrong("`:` or `::`", "after the label").help(format!("write `{name}:{process}`"))
            }
            _ => self.wrong("`:` or `::`", "after the label"),
        };
        self.fail(diagnostic)
    }

    /// Something else than the name of a process in a composition.
    pub(in super::super) fn no_process(&mut self, prefix: Option<Span>) -> Failed {
        let what = "the name of a process";
        let diagnostic = match self.token.kind {
            TokenKind::Lower(_) if prefix.is_some() => {
                let [next] = self.ahead();
                let second = self.text_of(self.token).to_owned();
                let first = prefix.map_or_else(String::new, |span| self.source_or(span, "a"));
                if next == TokenKind::Mark(Mark::Colon) {
                    self.mistake("a process has one prefix")
                        .help(format!("join the labels: `{first}.{second}:`"))
                } else {
                    return self.no_capital(what, "");
                }
            }
            TokenKind::Int(value) => {
                self.wrong(what, "").help(format!("write numbers in brackets: `[{value}]:P`"))
            }
            TokenKind::Word(word @ (Keyword::Property | Keyword::Minimal | Keyword::Deterministic)) => self
                .wrong(what, "")
                .help(format!("`{word}` stands where the process is defined; leave it out here")),
            TokenKind::Mark(Mark::RightRound | Mark::BarBar | Mark::Dot)
                if self.lexer.written(self.previous.start, self.previous.end) == "||" =>
            {
                self.wrong(what, "").help("write a process, or leave the `||` out")
            }
            _ => return self.no_capital(what, ""),
        };
        self.fail(diagnostic)
    }

    /// Something else than a name after `||`.
    pub(in super::super) fn no_composite_name(&mut self) -> Failed {
        let what = "the name of a composite process";
        if let TokenKind::Word(word) = self.token.kind {
            let name = self.next_token();
            let name = self.text_of(name).to_owned();
            let diagnostic = self
                .mistake(format!("expected {what} after `||`, found the reserved word `{word}`"))
                .help(format!("write `{word} ||{name} = ..`"));
            // What follows is no definition of its own.
            self.advance();
            self.advance();
            return self.fail(diagnostic);
        }
        self.no_capital(what, "after `||`")
    }
}
