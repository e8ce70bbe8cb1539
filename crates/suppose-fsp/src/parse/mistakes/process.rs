//! Mistakes in primitive processes.

use super::super::super::ast::{Label, LabelPart, Name};
use super::super::super::token::{Keyword, Mark, TokenKind};
use super::super::{Failed, Parser};
use super::{Diagnostic, Span, capitalised, reserved_process, uncapitalised};
use suppose_base::descent::Descent;

impl Parser<'_> {
    /// Something else than a process, `if` or `(`.
    pub(in super::super) fn no_body(&mut self) -> Failed {
        let what = "a process, `if` or `(`";
        let [next] = self.ahead();
        if let TokenKind::Lower(_) | TokenKind::Mark(Mark::LeftCurly | Mark::LeftSquare) = self.token.kind {
            let end = self.end_of_text(&[Mark::Colon, Mark::ColonColon]);
            let after = self.lexer.rest_of_line(end).trim_start();
            if after.starts_with(':') {
                return self.composed_as_process();
            }
        }
        let diagnostic = match self.token.kind {
            TokenKind::Lower(symbol) => {
                let name = self.symbols.text(symbol).to_owned();
                if let (Some(process), false) =
                    (reserved_process(&name), next == TokenKind::Mark(Mark::Arrow))
                {
                    self.mistake(format!("expected {what}, found `{name}`"))
                        .help(format!("did you mean `{process}`?"))
                } else {
                    let end = self.end_of_text(&[Mark::Bar]);
                    let mut text =
                        self.source(self.token.span.start, end).unwrap_or_else(|| "a -> P".to_owned());
                    if !text.contains("->") {
                        text = format!("{text} -> STOP");
                    }
                    self.mistake(format!("expected {what}, found `{name}`"))
                        .help(format!("put actions into parentheses: `({text})`"))
                }
            }
            TokenKind::Mark(Mark::LeftCurly | Mark::LeftSquare) => {
                let end = self.end_of_text(&[]);
                let text =
                    self.source(self.token.span.start, end).unwrap_or_else(|| "{a, b} -> P".to_owned());
                let inside = &text[1..text.len().max(2) - 1];
                let corrected = match text.chars().last() {
                    Some('}' | ']') if inside.contains("->") => inside.trim().to_owned(),
                    _ => text,
                };
                self.wrong(what, "").help(format!("put actions into parentheses: `({corrected})`"))
            }
            TokenKind::Mark(Mark::Arrow) => {
                self.wrong(what, "").help("one `->` is too many, or an action is missing between the two")
            }
            TokenKind::Mark(Mark::RightRound | Mark::Bar) => {
                self.wrong(what, "").help("a sequence of actions ends in a process: `-> STOP`")
            }
            TokenKind::Mark(Mark::Dot | Mark::Comma) => {
                self.wrong(what, "").help("say what the process does: `(a -> STOP)`")
            }
            _ => self.wrong(what, ""),
        };
        self.fail(diagnostic)
    }

    /// A branch of a choice that does not begin with an action.
    pub(in super::super) fn no_branch(&mut self, guarded: bool) -> Failed {
        let [next, after] = self.ahead();
        let kind = self.token.kind;
        let diagnostic = match kind {
            TokenKind::Upper(_) if self.composition_here(next) => return self.composed_as_process(),
            TokenKind::Upper(symbol)
                if matches!(next, TokenKind::Mark(Mark::RightRound | Mark::Bar | Mark::Semicolon)) =>
            {
                let name = self.symbols.text(symbol).to_owned();
                self.mistake(format!("a branch of a choice begins with an action, and `{name}` is a process"))
                    .help(format!("write `a -> {name}`"))
            }
            TokenKind::Word(Keyword::If) => self
                .mistake("`if` cannot stand inside the parentheses of a choice")
                .help("write `when (..) a -> ..` here, or `if` directly after `=` or `->`"),
            TokenKind::Mark(Mark::LeftRound) => self
                .mistake("expected an action, found `(`")
                .help("one pair of parentheses is enough for a choice: `(a -> P | b -> Q)`"),
            TokenKind::Mark(Mark::Arrow | Mark::Comma) if guarded => {
                let mark = self.text_of(self.token).to_owned();
                self.mistake(format!("an action follows the guard, without `{mark}` between them"))
                    .help("write `when (..) a -> ..`")
            }
            TokenKind::Mark(Mark::Arrow) => {
                self.mistake("an action is missing before `->`").help("write `a -> ..`")
            }
            TokenKind::Mark(Mark::RightRound)
                if after == TokenKind::End || next != TokenKind::Mark(Mark::Arrow) =>
            {
                self.wrong("an action", "")
                    .help("write `(a -> STOP)`, or `STOP` for a process that does nothing")
            }
            TokenKind::Text(symbol) => {
                let name = self.symbols.text(symbol).to_owned();
                self.mistake("names of actions have no quotes").help(format!("write `{name}`"))
            }
            TokenKind::Mark(Mark::Quote) => {
                let name = self.next_token();
                let name = self.text_of(name).to_owned();
                self.mistake("names of actions have no quotes; `'` stands in expressions only")
                    .help(format!("write `{name}`"))
            }
            TokenKind::Mark(Mark::Bar) => self.wrong("an action", "").help("one `|` is too many"),
            TokenKind::Upper(_) | TokenKind::Int(_) | TokenKind::Word(_) => match self.label() {
                Err(failed) => return failed,
                Ok(_) => self.wrong("an action", ""),
            },
            _ => self.wrong("an action", ""),
        };
        self.fail(diagnostic)
    }

    /// Whether what follows a capitalised name shows that processes are composed.
    fn composition_here(&mut self, next: TokenKind) -> bool {
        match next {
            TokenKind::Mark(Mark::BarBar) => true,
            TokenKind::Mark(Mark::LeftRound | Mark::Slash) => {
                let end = self.end_of_text(&[]);
                self.lexer.written(self.token.span.start, end).contains("||")
            }
            _ => false,
        }
    }

    /// A composition in the definition of a primitive process.
    pub(in super::super) fn composed_as_process(&mut self) -> Failed {
        let diagnostic = self.mistake("processes are composed in a definition that begins with `||`");
        let help = self.composite_text().unwrap_or_else(|| "||S = (P || Q).".to_owned());
        self.fail(diagnostic.help(format!("write `{help}`")))
    }

    /// Something else than `->` after an action.
    pub(in super::super) fn no_arrow(&mut self, first: bool, label: &Label) -> Failed {
        let action = self.source_or(label.span, "a");
        let next = self.next_token();
        let expected = |parser: &Self| parser.wrong("`->`", "after the action");
        let adjacent = next.span.start == self.token.span.end;
        let diagnostic = match (self.token.kind, next.kind) {
            (TokenKind::Mark(Mark::RightRound | Mark::Bar), _) => self.ends_in_action(first, label, &action),
            (TokenKind::Mark(Mark::Comma), TokenKind::Lower(_)) => {
                let other = self.text_of(next).to_owned();
                expected(self).help(format!(
                    "for a choice write `{{{action}, {other}}} -> ..`, for a sequence `{action} -> {other} \
                        -> ..`"
                ))
            }
            (TokenKind::Mark(Mark::Semicolon), _) => {
                expected(self).help(format!("actions follow each other with `->`: `{action} -> ..`"))
            }
            (TokenKind::Upper(_) | TokenKind::Lower(_), _) => {
                let other = self.text_of(self.token).to_owned();
                expected(self).help(format!("write `{action} -> {other}`"))
            }
            (TokenKind::Word(Keyword::When), _) => self
                .mistake("expected `->` after the action, found `when`")
                .help(format!("the guard comes before the action: `when (..) {action} -> ..`")),
            (TokenKind::Mark(Mark::Eq), TokenKind::Mark(Mark::Greater))
            | (TokenKind::Mark(Mark::Minus), TokenKind::Mark(Mark::Greater | Mark::Arrow | Mark::Minus)) => {
                let written = self.source_or(self.token.span.to(next.span), "=>");
                expected(self).help(format!("the arrow is `->`, not `{written}`"))
            }
            (TokenKind::Mark(Mark::Minus), TokenKind::Lower(_) | TokenKind::Upper(_)) if adjacent => {
                let other = self.text_of(next).to_owned();
                expected(self).help(format!("a name has no `-` in it: `{action}_{other}`"))
            }
            (
                TokenKind::Mark(Mark::LeftRound),
                TokenKind::Int(_) | TokenKind::Lower(_) | TokenKind::Upper(_),
            ) => {
                let index = self.text_of(next).to_owned();
                expected(self).help(format!("indices stand in brackets: `{action}[{index}]`"))
            }
            (TokenKind::Mark(Mark::Not), TokenKind::Int(_) | TokenKind::Lower(_) | TokenKind::Upper(_)) => {
                let value = self.text_of(next).to_owned();
                expected(self).help(format!("a value is sent as an index: `{action}[{value}]`"))
            }
            (TokenKind::Mark(Mark::Always), _) => {
                expected(self).help(format!("an index has a value: `{action}[0]`"))
            }
            (TokenKind::Mark(Mark::Colon | Mark::ColonColon), _) => return self.composed_as_process(),
            _ => expected(self),
        };
        self.fail(diagnostic)
    }

    /// A sequence of actions that no process follows.
    fn ends_in_action(&mut self, first: bool, label: &Label, action: &str) -> Diagnostic {
        let diagnostic = self.wrong("`->`", "after the action");
        if let [LabelPart::Name(name)] = label.parts.as_slice()
            && let Some(process) = reserved_process(self.symbols.text(name.symbol))
        {
            return diagnostic.help(format!("did you mean `{process}`?"));
        }
        if first && self.at(Mark::Bar) {
            return diagnostic.help(format!(
                "every branch has actions and a process: `{action} -> P | ..`; equal branches are \
                    `{{{action}, ..}} -> P`"
            ));
        }
        let help = format!("a sequence of actions ends in a process: `{action} -> STOP`");
        match label.parts.as_slice() {
            [LabelPart::Name(name)] if !first => {
                let process = capitalised(self.symbols.text(name.symbol));
                diagnostic.help(format!("{help}, or `{process}` if that is a process"))
            }
            _ => diagnostic.help(help),
        }
    }

    /// Something else than `)` after a choice. `last` is the process with which the last branch ended.
    pub(in super::super) fn no_end_of_choice(&mut self, opened: Span) -> Failed {
        let [next, after] = self.ahead();
        let last = self.previous;
        let label_follows = matches!(next, TokenKind::Lower(_) | TokenKind::Mark(Mark::LeftCurly))
            && !self.at(Mark::Plus)
            || matches!(next, TokenKind::Lower(_) | TokenKind::Word(Keyword::When));
        let diagnostic = match self.token.kind {
            TokenKind::Mark(Mark::Arrow) => {
                let name = self.lexer.written(last.start, last.end).to_owned();
                Diagnostic::error(
                    "E0105",
                    format!("expected an action before `->`, found the process `{name}`"),
                )
                .at(last, "a capital letter makes it a process")
                .help(format!("names of actions begin with a small letter: `{}`", uncapitalised(&name)))
            }
            TokenKind::Mark(mark @ (Mark::BarBar | Mark::Comma | Mark::Plus)) if label_follows => self
                .mistake(format!("the branches of a choice are separated by `|`, not by `{mark}`"))
                .help("write `(a -> P | b -> Q)`"),
            TokenKind::Mark(Mark::BarBar) => return self.composed_as_process(),
            TokenKind::Mark(mark @ (Mark::Plus | Mark::Minus))
                if matches!(next, TokenKind::Int(_) | TokenKind::Upper(_)) =>
            {
                let amount = self.next_token();
                let amount = self.text_of(amount).to_owned();
                let process = self.last_process();
                let help = match process.strip_suffix(']') {
                    Some(open) => {
                        format!("an index is computed inside the brackets: `{open}{mark}{amount}]`")
                    }
                    None => format!("a choice is written `(a -> {process} | b -> {amount})`"),
                };
                self.wrong("`)`", "after the choice").help(help)
            }
            TokenKind::Mark(Mark::Plus | Mark::Slash | Mark::Backslash | Mark::At)
                if next == TokenKind::Mark(Mark::LeftCurly) =>
            {
                let mark = self.text_of(self.token).to_owned();
                self.wrong("`)`", "after the choice")
                    .help(format!("`{mark} {{..}}` stands after the parenthesis: `(a -> P) {mark} {{..}}`"))
            }
            TokenKind::Mark(Mark::RightCurly | Mark::RightSquare) => self
                .wrong("`)`", "after the choice")
                .at(opened, "opened here")
                .help("a choice is closed by `)`"),
            TokenKind::Word(Keyword::When) => self
                .mistake("expected `)` or `|` after the process, found `when`")
                .help("the guard comes before the action: `when (..) a -> ..`"),
            TokenKind::Mark(Mark::Dot | Mark::DotDot) | TokenKind::End | TokenKind::Word(_) => {
                self.wrong("`)`", "after the choice").at(opened, "opened here").help("write `)` before this")
            }
            TokenKind::Upper(_) | TokenKind::Mark(Mark::Comma)
                if matches!(next, TokenKind::Mark(Mark::Eq | Mark::LeftSquare))
                    || matches!(after, TokenKind::Mark(Mark::Eq | Mark::LeftSquare)) =>
            {
                self.wrong("`)`", "after the choice").at(opened, "opened here").help("write `)` before this")
            }
            _ => self.wrong("`)`", "after the choice").at(opened, "opened here"),
        };
        self.fail(diagnostic)
    }

    /// The process after the last `->`, with its index.
    fn last_process(&self) -> String {
        let before = self.lexer.written(self.head.start, self.previous.end);
        let start = before.rfind("->").map_or(0, |place| place + 2);
        let end = before.len() as u32 + self.head.start;
        self.source(self.head.start + start as u32, end).unwrap_or_else(|| "P".to_owned())
    }

    /// `P(..)` where a local process with an index was meant: no `;` follows.
    pub(in super::super) fn no_sequence(&mut self, name: Name) -> Failed {
        let text = self.symbols.text(name.symbol).to_owned();
        let inside = self.source(name.span.end + 1, self.previous.start).unwrap_or_else(|| "i".to_owned());
        let diagnostic = self
            .wrong("`;`", "after a process with parameters in a sequence")
            .help(format!("the index of a local process stands in brackets: `{text}[{inside}]`"));
        self.fail(diagnostic)
    }
}
