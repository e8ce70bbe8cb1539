//! Mistakes at the end of a process or composite.

use super::super::super::token::{Keyword, Mark, TokenKind};
use super::super::{Failed, Parse, Parser};
use super::{Diagnostic, Span, uncapitalised};
use suppose_base::descent::Descent;

impl Parser<'_> {
    /// Something else than a local process after `,`.
    pub(in super::super) fn no_local(&mut self, comma: Span) -> Failed {
        let begins = match self.token.kind {
            TokenKind::End | TokenKind::Mark(Mark::BarBar) => true,
            TokenKind::Word(word) => Keyword::DEFINING.contains(&word),
            _ => false,
        };
        if begins {
            let diagnostic =
                Diagnostic::error("E0105", "the last local process is followed by `.`, not by `,`")
                    .at(comma, "")
                    .at(self.token.span, "no local process begins here")
                    .help("write `.` in place of `,`");
            return self.fail(diagnostic);
        }
        self.no_capital("the name of a local process", "after `,`")
    }

    /// What follows a definition in place of its `.`. Where only the mark is wrong, the parser goes on.
    pub(in super::super) fn no_end_of_definition(&mut self) -> Parse<()> {
        let diagnostic = self.end_expected();
        let next = self.next_token();
        let kind = self.token.kind;
        let help = match kind {
            TokenKind::Mark(Mark::Question | Mark::Tilde) => return Err(self.unexpected("`.`", "")),
            TokenKind::Mark(mark @ (Mark::Semicolon | Mark::Comma)) => {
                let diagnostic = self
                    .mistake(format!("a definition ends with `.`, not with `{mark}`"))
                    .help(format!("write `.` in place of `{mark}`"));
                self.fail(diagnostic);
                self.advance();
                return Ok(());
            }
            TokenKind::Mark(Mark::BarBar) if !self.composite_begins() => return Err(self.no_parentheses()),
            TokenKind::Mark(Mark::Bar) if self.head.composite => return Err(self.no_parentheses()),
            TokenKind::Mark(Mark::Bar) => {
                "a choice has one pair of parentheses: `(a -> P | b -> Q)`".to_owned()
            }
            // The next definition begins here.
            TokenKind::Upper(_) | TokenKind::Word(_) | TokenKind::Mark(Mark::BarBar) => {
                let diagnostic = diagnostic.at(self.previous, "it may be missing after this");
                return Err(self.end_before_definition(diagnostic));
            }
            TokenKind::Mark(Mark::ShiftLeft | Mark::ShiftRight) if !self.head.composite => {
                let mark = self.text_of(self.token).to_owned();
                format!("priority is given to a composite process: `||S = (P) {mark} {{..}}.`")
            }
            TokenKind::Mark(
                Mark::Plus | Mark::Slash | Mark::Backslash | Mark::At | Mark::ShiftLeft | Mark::ShiftRight,
            ) => "each clause stands at most once: `+ {..}`, `/ {..}`, then `\\ {..}` or `@ {..}` after a \
                process; `<< {..}` or `>> {..}`, then `\\ {..}` or `@ {..}` after a composite"
                .to_owned(),
            TokenKind::Mark(mark @ (Mark::RightRound | Mark::RightCurly | Mark::RightSquare)) => {
                format!("this `{mark}` closes nothing; leave it out")
            }
            TokenKind::Mark(Mark::LeftSquare | Mark::LeftCurly) => {
                let line = self.lexer.rest_of_line(self.token.span.end);
                let inside =
                    line.split([']', '}']).next().filter(|text| text.contains('/') && text.len() < 40);
                format!("a relabelling is written `/{{{}}}`", inside.unwrap_or("new/old"))
            }
            TokenKind::Mark(Mark::Arrow) => {
                let last = self.lexer.written(self.previous.start, self.previous.end);
                let action = if last == ")" { "a".to_owned() } else { uncapitalised(last) };
                format!(
                    "actions have small letters and stand in parentheses with the process: `({action} -> \
                    P)`"
                )
            }
            TokenKind::Mark(Mark::DotDot) => "write `.`".to_owned(),
            TokenKind::Mark(Mark::Hash | Mark::Percent) => {
                "write `.`, and begin a comment with `//`".to_owned()
            }
            TokenKind::Mark(Mark::Minus) if next.kind == TokenKind::Mark(Mark::Minus) => {
                "write `.`, and begin a comment with `//`".to_owned()
            }
            TokenKind::End => "write `.` after this".to_owned(),
            _ => return Err(self.fail(diagnostic)),
        };
        Err(self.fail(diagnostic.help(help)))
    }

    fn end_expected(&self) -> Diagnostic {
        let found = self.found();
        let diagnostic =
            Diagnostic::error("E0105", format!("expected `.` at the end of the definition, found {found}"));
        if self.token.kind == TokenKind::End {
            diagnostic.at(self.previous, "the text ends after this")
        } else {
            diagnostic.at(self.token.span, "")
        }
    }

    /// The end of a definition is missing before the next one, or a `,` before a local process.
    fn end_before_definition(&mut self, diagnostic: Diagnostic) -> Failed {
        let help = match self.token.kind {
            TokenKind::Word(Keyword::Else | Keyword::Then) => "there is no `if` before this".to_owned(),
            TokenKind::Upper(symbol) if !self.head.composite => {
                let next = self.symbols.text(symbol).to_owned();
                match self.head.name {
                    Some((name, _)) => {
                        let owner = self.symbols.text(name.symbol).to_owned();
                        format!("write `,` if `{next}` is a local process of `{owner}`, otherwise `.`")
                    }
                    None => "write `.` before this".to_owned(),
                }
            }
            _ => "write `.` before this".to_owned(),
        };
        self.fail(diagnostic.help(help))
    }
}
