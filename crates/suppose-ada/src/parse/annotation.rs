//! Annotations: comments that begin with `--#`, and the pragmas that mean the same.
//!
//! Annotations are no tokens of the grammar. Those before the current token wait in a queue; where a
//! statement or a declaration may begin, the rule asks for them one by one with [`Parser::annotation`]. The
//! inside of one is read by the ordinary rules on a lexer of its own, with the state of the parser put aside.
//! What is still in the queue when the parser goes on stands in the middle of something, and is reported.
//!
//! The first word decides what an annotation is. Lines that begin with another word belong to other tools;
//! each run of them gives one warning.

use suppose_base::descent::Descent;
use suppose_base::{Diagnostic, Span};

use super::{Failed, Parse, Parser};
use crate::ast::{EventMark, Expr, Ident, PropertyDef, Statement, StatementKind};
use crate::lexer::{ANNOTATION, Region};
use crate::token::{Keyword, Mark, Token, TokenKind};

/// What an annotation says.
pub(super) enum Annotation {
    /// `event NAME (..)`
    Event(EventMark, Span),
    /// `any`
    Any(Span),
    /// `property .. end;`
    Property(PropertyDef),
}

/// The words that annotations begin with.
const WORDS: [&str; 3] = ["event", "any", "property"];

impl<'t> Parser<'t> {
    /// The next annotation before the current token that is whole. Those with mistakes are reported and
    /// skipped.
    pub(super) fn annotation(&mut self) -> Option<Annotation> {
        while let Some(line) = self.annotations.pop_front() {
            match first_word(line.text).to_ascii_lowercase().as_str() {
                "event" => {
                    let read = self.inside(line, Region::Line, Self::event);
                    if let Ok(event) = read {
                        return Some(Annotation::Event(event, line.span));
                    }
                }
                "any" => {
                    let read = self.inside(line, Region::Line, |parser| {
                        parser.advance();
                        parser.take(Mark::Semicolon);
                        Ok(())
                    });
                    if read.is_ok() {
                        return Some(Annotation::Any(line.span));
                    }
                }
                "property" => {
                    let read = self.inside(line, Region::Lines, Self::property);
                    if let Ok(property) = read {
                        return Some(Annotation::Property(property));
                    }
                }
                _ => self.unknown(line),
            }
        }
        None
    }

    /// The event that an annotation on the line of an entry gives it.
    pub(super) fn entry_event(&mut self) -> Option<Ident> {
        let line = *self.annotations.front()?;
        if line.fresh || !first_word(line.text).eq_ignore_ascii_case("event") {
            return None;
        }
        self.annotations.pop_front();
        let event = self.inside(line, Region::Line, Self::event).ok()?;
        if !event.arguments.is_empty() {
            self.malformed(
                line.span,
                "the event of an entry has no values of its own",
                "its parameters follow the name",
            );
        }
        Some(event.name)
    }

    /// Reports an annotation that was read but means nothing here.
    pub(super) fn misplaced(&mut self, annotation: &Annotation) -> Failed {
        let (what, span, help) = match annotation {
            Annotation::Event(_, span) => (
                "an event",
                *span,
                "events stand between statements, or on the line where the declaration of an entry ends",
            ),
            Annotation::Any(span) => {
                ("`any`", *span, "it stands on a line of its own right before a function")
            }
            Annotation::Property(property) => {
                ("a property", property.span, "properties stand between declarations or outside of all units")
            }
        };
        self.fail(|| {
            Diagnostic::error("E1020", format!("{what} has no meaning here")).at(span, "").help(help)
        })
    }

    /// Reports all annotations before the current token.
    pub(super) fn misplaced_annotations(&mut self) {
        while let Some(annotation) = self.annotation() {
            self.misplaced(&annotation);
        }
    }

    fn unknown(&mut self, line: Token<'t>) {
        while self.annotations.front().is_some_and(|next| !is_known(first_word(next.text))) {
            self.annotations.pop_front();
        }
        let word = first_word(line.text);
        let similar = suppose_base::closest(&word.to_ascii_lowercase(), WORDS.iter().copied());
        self.reports.warn(|| {
            let diagnostic =
                Diagnostic::warning("W1001", "an annotation that is not known").at(line.span, "is ignored");
            match similar {
                Some(similar) => diagnostic.help(format!("did you mean `{similar}`?")),
                None => diagnostic,
            }
        });
    }

    pub(super) fn malformed(&mut self, span: Span, message: &str, label: &str) -> Failed {
        self.fail(|| Diagnostic::error("E1021", message).at(span, label))
    }

    /// Reads the inside of an annotation with a rule. It must end where the rule ends.
    fn inside<T>(
        &mut self,
        line: Token<'t>,
        region: Region,
        rule: impl FnOnce(&mut Self) -> Parse<T>,
    ) -> Parse<T> {
        let saved = (self.lexer, self.token, self.previous);
        let waiting = std::mem::take(&mut self.annotations);
        self.lexer = self.lexer.inside(line.span.start, region);
        self.token =
            Token { span: Span { end: line.span.start + ANNOTATION.len() as u32, ..line.span }, ..line };
        self.fetch();
        let mut result = rule(self);
        // What a property leaves of its last line belongs to nothing; with `event` and `any` there is only
        // one line.
        if result.is_ok()
            && self.token.kind != TokenKind::AnnotationEnd
            && !(region == Region::Lines && self.token.fresh)
        {
            result = Err(self.unexpected("the end of the annotation", ""));
        }
        let end = self.previous.end;
        if self.done {
            self.give_up();
            return result;
        }
        (self.lexer, self.token, self.previous) = saved;
        self.annotations = waiting;
        while self.annotations.front().is_some_and(|next| next.span.start < end) {
            self.annotations.pop_front();
        }
        result
    }

    /// `event NAME (e, f)`, at `event`.
    fn event(&mut self) -> Parse<EventMark> {
        self.advance();
        let name = self.dotted("the name of an event", "after `event`")?;
        let mut arguments = Vec::new();
        if self.take(Mark::Left) {
            arguments = self.list(Mark::Comma, Self::expression)?;
            self.expect(Mark::Right, "after the values of an event")?;
        }
        // A statement would have one, so people write it.
        self.take(Mark::Semicolon);
        Ok(EventMark { name, arguments })
    }

    /// A pragma, at `pragma`: a statement, or nothing that matters.
    pub(super) fn pragma(&mut self) -> Parse<Option<Statement>> {
        let start = self.advance().span;
        let name = self.ident("the name of a pragma", "after `pragma`")?;
        let is_event = match name.key.as_str() {
            "assert" => return self.assertion(start).map(Some),
            "event" => true,
            "annotate" => self.is_for_us(),
            _ => false,
        };
        if !is_event {
            while !self.at(Mark::Semicolon) && !self.at_end() {
                self.advance();
            }
            self.semicolon("after a pragma")?;
            return Ok(None);
        }
        self.expect(Mark::Left, "before the name of an event")?;
        if name.key == "annotate" {
            self.ident("`Suppose`", "in this pragma")?;
            self.expect(Mark::Comma, "after `Suppose`")?;
            let kind = self.ident("`Event`", "in this pragma")?;
            if kind.key != "event" {
                self.malformed(kind.span, "a pragma for Suppose that is no event", "expected `Event`");
                return Err(Failed);
            }
            self.expect(Mark::Comma, "after `Event`")?;
        }
        let event = match self.token.kind {
            TokenKind::Text => self.quoted_event()?,
            _ => self.dotted("the name of an event", "in this pragma")?,
        };
        let mut arguments: Vec<Expr> = Vec::new();
        while self.take(Mark::Comma) {
            arguments.push(self.expression()?);
        }
        self.expect(Mark::Right, "after the values of an event")?;
        let end = self.semicolon("after a pragma")?;
        let kind = StatementKind::Event(EventMark { name: event, arguments });
        Ok(Some(Statement { kind, span: start.to(end) }))
    }

    /// `([Check =>] c [, [Message =>] m]);` after `pragma Assert`.
    fn assertion(&mut self, start: Span) -> Parse<Statement> {
        self.expect(Mark::Left, "before a condition")?;
        self.skip_label("check");
        let condition = self.expression()?;
        if self.take(Mark::Comma) {
            // What it would say tells nothing to other tasks.
            self.skip_label("message");
            self.expression()?;
        }
        self.expect(Mark::Right, "after a condition")?;
        let end = self.semicolon("after a pragma")?;
        Ok(Statement { kind: StatementKind::Assert(condition), span: start.to(end) })
    }

    /// Skips `name =>`.
    fn skip_label(&mut self, name: &str) {
        if self.token.text.eq_ignore_ascii_case(name) && self.peek().kind == TokenKind::Mark(Mark::Arrow) {
            self.advance();
            self.advance();
        }
    }

    /// `"name"`: compilers look up names in pragmas, but no quoted texts.
    fn quoted_event(&mut self) -> Parse<Ident> {
        let token = self.advance();
        let text = token.text.trim_matches('"');
        let is_name = |part: &str| {
            part.starts_with(|c: char| c.is_ascii_alphabetic())
                && part.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_')
        };
        let reserved = text.split('.').next().and_then(Keyword::from_word).is_some();
        if reserved || !text.split('.').all(is_name) {
            return Err(self.malformed(token.span, "the name of an event is no name", "expected `\"name\"`"));
        }
        Ok(Ident { text: text.to_owned(), key: text.to_ascii_lowercase(), span: token.span })
    }

    /// Whether `(Suppose, ..` follows.
    fn is_for_us(&self) -> bool {
        self.at(Mark::Left) && self.peek().text.eq_ignore_ascii_case("suppose")
    }
}

/// Whether annotations begin with this word.
pub(super) fn is_known(word: &str) -> bool {
    WORDS.iter().any(|known| known.eq_ignore_ascii_case(word))
}

fn first_word(annotation: &str) -> &str {
    let text = annotation.strip_prefix(ANNOTATION).unwrap_or(annotation).trim_start();
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    &text[..end]
}
