//! Properties: automata over events, in annotations.
//!
//! A mistake in one line costs that line: reading goes on after its semicolon. A property with a mistake is
//! not part of the tree.

use suppose_base::descent::Descent;
use suppose_base::{Diagnostic, Span};

use super::annotation::is_known;
use super::{Failed, Parse, Parser};
use crate::ast::{
    Condition, DiscreteRange, ExprKind, Ident, Pattern, PatternKind, PatternPart, PatternPath, PatternValue,
    PropertyDef, PropertyItem, Range, Repetition, StateRef, TransitionDef,
};
use crate::token::{Keyword, Mark, TokenKind};

impl Parser<'_> {
    /// `property P is .. end P;`, at `property`.
    pub(super) fn property(&mut self) -> Parse<PropertyDef> {
        let start = self.advance().span;
        let mut ended = false;
        let result = self.property_after(start, &mut ended);
        if !ended {
            self.skip_property();
        }
        result
    }

    /// Skips the lines of a property with a mistake: past its `end`, or up to a line that begins another
    /// annotation.
    fn skip_property(&mut self) {
        while !self.at_end() {
            if self.token.fresh && is_known(self.token.text) {
                return;
            }
            let last = self.token.fresh && self.at(Keyword::End);
            self.advance();
            if last {
                while !self.at_end() && !self.token.fresh {
                    self.advance();
                }
                return;
            }
        }
    }

    /// The rest of a property; says whether its `end` was found.
    fn property_after(&mut self, start: Span, ended: &mut bool) -> Parse<PropertyDef> {
        let name = self.ident("the name of a property", "after `property`")?;
        self.expect(Keyword::Is, "after the name of a property")?;
        let items = self.items();
        if !self.at(Keyword::End) {
            let (found, place) = (self.found(), if self.at_end() { self.previous } else { self.token.span });
            return Err(self.fail(|| {
                Diagnostic::error("E1021", format!("expected `end {};`, found {found}", name.text))
                    .at(place, "")
                    .at(name.span, "the property begins here")
            }));
        }
        *ended = true;
        self.advance();
        if self.token.kind == TokenKind::Ident {
            let end = self.advance();
            if !end.text.eq_ignore_ascii_case(&name.text) {
                self.fail(|| {
                    Diagnostic::error(
                        "E1006",
                        format!("expected `end {}`, found `end {}`", name.text, end.text),
                    )
                    .at(end.span, "")
                    .at(name.span, "the property begins here")
                });
            }
        }
        self.semicolon("after a property")?;
        let span = start.to(self.previous);
        Ok(PropertyDef { name, items: items?, span })
    }

    /// Items up to `end`, `}` or the end of the annotation.
    fn items(&mut self) -> Parse<Vec<PropertyItem>> {
        let mut items = Ok(Vec::new());
        while !self.at_end() && !self.at(Keyword::End) && !self.at(Mark::RightCurly) {
            match (self.item(), &mut items) {
                (Ok(item), Ok(items)) => items.push(item),
                (Ok(_), Err(Failed)) => {}
                (Err(Failed), _) => {
                    items = Err(Failed);
                    self.skip_item();
                }
            }
        }
        items
    }

    fn skip_item(&mut self) {
        loop {
            match self.token.kind {
                TokenKind::AnnotationEnd | TokenKind::End | TokenKind::Mark(Mark::RightCurly) => return,
                TokenKind::Mark(Mark::Semicolon) => {
                    self.advance();
                    return;
                }
                TokenKind::Word(Keyword::End) if self.token.fresh => return,
                _ => {
                    self.advance();
                }
            }
        }
    }

    fn item(&mut self) -> Parse<PropertyItem> {
        match self.token.kind {
            TokenKind::Word(Keyword::For) => self.nested(Self::repetition).map(PropertyItem::For),
            TokenKind::Word(Keyword::If) => self.nested(Self::condition).map(PropertyItem::If),
            TokenKind::Ident
                if self.token.text.eq_ignore_ascii_case("init") && self.peek().kind == TokenKind::Ident =>
            {
                self.advance();
                let state = self.state()?;
                self.semicolon("after the initial state")?;
                Ok(PropertyItem::Init(state))
            }
            _ => self.transition().map(PropertyItem::Transition),
        }
    }

    fn repetition(&mut self) -> Parse<Repetition> {
        let start = self.advance().span;
        let name = self.ident("a name", "after `for`")?;
        self.expect(Keyword::In, "before a range")?;
        let range = self.discrete_range()?;
        let items = self.braces()?;
        Ok(Repetition { name, range, items, span: start.to(self.previous) })
    }

    fn condition(&mut self) -> Parse<Condition> {
        let start = self.advance().span;
        let condition = self.expression()?;
        let items = self.braces()?;
        let otherwise = if self.take(Keyword::Else) { self.braces()? } else { Vec::new() };
        Ok(Condition { condition, items, otherwise, span: start.to(self.previous) })
    }

    fn braces(&mut self) -> Parse<Vec<PropertyItem>> {
        self.expect(Mark::LeftCurly, "before what is repeated or optional")?;
        let items = self.items();
        self.expect(Mark::RightCurly, "at the end of a group")?;
        items
    }

    /// `s, t -> u : e, f;`
    fn transition(&mut self) -> Parse<TransitionDef> {
        let from = self.list(Mark::Comma, Self::state)?;
        let start = from[0].span;
        self.expect(Mark::To, "after the state that a transition leaves")?;
        let to = self.state()?;
        self.expect(Mark::Colon, "before the events of a transition")?;
        let on = self.list(Mark::Comma, Self::pattern)?;
        let end = self.semicolon("after a transition")?;
        Ok(TransitionDef { from, to, on, span: start.to(end) })
    }

    fn state(&mut self) -> Parse<StateRef> {
        let name = self.ident("the name of a state", "")?;
        let mut indices = Vec::new();
        if self.take(Mark::Left) {
            indices = self.list(Mark::Comma, Self::expression)?;
            self.expect(Mark::Right, "after the indices of a state")?;
        }
        let span = name.span.to(self.previous);
        Ok(StateRef { name, indices, span })
    }

    fn pattern(&mut self) -> Parse<Pattern> {
        let start = self.token.span;
        if self.at(Keyword::Exception) {
            let kind = PatternKind::Exception(self.exception()?);
            return Ok(Pattern { task: None, kind, raised: None, span: start.to(self.previous) });
        }
        let (mut path, mut ends) = self.path()?;
        let mut task = None;
        if !ends && self.take(Mark::Colon) {
            task = Some(path);
            if self.at(Keyword::Exception) {
                let kind = PatternKind::Exception(self.exception()?);
                return Ok(Pattern { task, kind, raised: None, span: start.to(self.previous) });
            }
            (path, ends) = self.path()?;
        }
        let kind = if ends {
            let values = if self.at(Mark::Left) { self.values()? } else { Vec::new() };
            PatternKind::End(path, values)
        } else if self.take(Mark::Equal) {
            PatternKind::Write(path, self.value()?)
        } else if self.take(Mark::Read) {
            PatternKind::Read(path, self.value()?)
        } else {
            PatternKind::Action(path)
        };
        let ends = matches!(kind, PatternKind::Action(_) | PatternKind::End(..));
        let raised = if ends && self.at(Keyword::Exception) { Some(self.exception()?) } else { None };
        Ok(Pattern { task, kind, raised, span: start.to(self.previous) })
    }

    /// `exception X`
    fn exception(&mut self) -> Parse<Ident> {
        self.advance();
        self.ident("the name of an exception", "after `exception`")
    }

    /// A dotted name with values; whether `.end` follows it.
    fn path(&mut self) -> Parse<(PatternPath, bool)> {
        let mut parts = Vec::new();
        let start = self.token.span;
        loop {
            let name = self.ident("the name of a task, an event or a variable", "")?;
            let mut groups = Vec::new();
            while self.at(Mark::Left) {
                groups.push(self.values()?);
            }
            parts.push(PatternPart { name, groups });
            let span = start.to(self.previous);
            let more = self.take(Mark::Dot);
            let ends = more && self.take(Keyword::End);
            if ends || !more {
                return Ok((PatternPath { parts, span }, ends));
            }
        }
    }

    fn values(&mut self) -> Parse<Vec<PatternValue>> {
        self.expect(Mark::Left, "before values")?;
        let values = self.list(Mark::Comma, Self::value)?;
        self.expect(Mark::Right, "after values")?;
        Ok(values)
    }

    fn value(&mut self) -> Parse<PatternValue> {
        if self.at(Mark::Box) {
            return Ok(PatternValue::Any(self.advance().span));
        }
        let first = self.simple()?;
        if self.take(Mark::DotDot) {
            let last = self.simple()?;
            return Ok(PatternValue::Range(DiscreteRange::Range(Range::Bounds(
                Box::new(first),
                Box::new(last),
            ))));
        }
        match first.kind {
            ExprKind::Name(name) if super::range::is_range_attribute(&name) => {
                Ok(PatternValue::Range(DiscreteRange::Range(Range::Attribute(name))))
            }
            _ => Ok(PatternValue::Value(first)),
        }
    }
}
