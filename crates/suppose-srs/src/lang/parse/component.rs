//! The rules of components and machines.

use suppose_base::descent::Descent;
use suppose_base::{Diagnostic, Span};

use super::{Failed, Parse, Parser};
use crate::lang::ast::{
    ComponentDef, EmitDef, EventDecl, EventKind, Item, MachineDef, MachineItem, Name, Place, PropertyDef,
    RuleDef, TransitionDef, Tree,
};
use crate::lang::token::{Keyword, Mark, TokenKind};

impl Parser<'_> {
    pub(super) fn file(&mut self) -> Tree {
        let mut components = Vec::new();
        while self.token.kind != TokenKind::End && !self.gives_up() {
            if self.take(Mark::Semicolon) {
                continue;
            }
            if !self.at(Keyword::Component) {
                let Failed = self.unexpected_among("`component`", "", &[Keyword::Component]);
                while !self.at(Keyword::Component) && self.token.kind != TokenKind::End {
                    self.advance();
                }
                continue;
            }
            match self.component() {
                Ok(component) => components.push(component),
                Err(Failed) => self.skip_statement(),
            }
        }
        Tree { components }
    }

    fn component(&mut self) -> Parse<ComponentDef> {
        self.advance();
        let name = self.name("the name of a component", "after `component`")?;
        let open = self.expect(Mark::LeftCurly, "after the name of a component")?;
        let mut items = Vec::new();
        while self.inside(open, "component", self.at(Keyword::Component)) {
            match self.item() {
                Ok(item) => items.push(item),
                Err(Failed) => self.skip_statement(),
            }
        }
        Ok(ComponentDef { name, items })
    }

    /// Whether there is another part before the end of a body, at which `stop` says that the closing brace
    /// was forgotten. Eats the brace.
    fn inside(&mut self, open: Span, what: &str, stop: bool) -> bool {
        while self.take(Mark::Semicolon) {}
        if self.gives_up() || self.take(Mark::RightCurly) {
            return false;
        }
        if stop || self.token.kind == TokenKind::End {
            let (found, at) = (self.found(), self.token);
            let at = if at.kind == TokenKind::End { self.previous } else { at.span };
            let Failed = self.fail(|| {
                Diagnostic::error("E0903", format!("expected `}}` at the end of the {what}, found {found}"))
                    .at(at, "")
                    .at(open, "opened here")
            });
            return false;
        }
        true
    }

    fn item(&mut self) -> Parse<Item> {
        let TokenKind::Word(word) = self.token.kind else {
            return Err(self.not_an_item());
        };
        let start = self.token.span;
        let item = match word {
            Keyword::In => self.events(EventKind::Input)?,
            Keyword::Out => self.events(EventKind::Output)?,
            Keyword::Recv => self.events(EventKind::Received)?,
            Keyword::Send => self.events(EventKind::Sent)?,
            Keyword::Local => self.events(EventKind::Local)?,
            Keyword::Always => {
                self.advance();
                let event = |parser: &mut Self| parser.name("the name of an event", "after `always`");
                Item::Always(self.list(event, &[Mark::Semicolon, Mark::RightCurly])?)
            }
            Keyword::Require => {
                self.advance();
                Item::Require(self.formula()?)
            }
            Keyword::Assume => {
                self.advance();
                Item::Assume(self.rule(start)?)
            }
            Keyword::Prop => Item::Property(self.property()?),
            Keyword::Fsm => return Ok(Item::Machine(self.machine()?)),
            _ => return Err(self.not_an_item()),
        };
        self.end_of_statement("at the end of the statement")?;
        Ok(item)
    }

    fn not_an_item(&mut self) -> Failed {
        let failed = self.unexpected_among("a declaration, `fsm` or `prop`", "", &Keyword::ITEMS);
        // Whatever it is, it must not be looked at again.
        if !self.at(Mark::LeftCurly) {
            self.advance();
        }
        failed
    }

    fn events(&mut self, kind: EventKind) -> Parse<Item> {
        self.advance();
        let context = format!("after `{}`", kind.word());
        let event = |parser: &mut Self| {
            let name = parser.name("the name of an event", &context)?;
            let values = if parser.take(Mark::Colon) { Some(parser.values()?) } else { None };
            Ok(EventDecl { name, values })
        };
        Ok(Item::Events(kind, self.list(event, &[Mark::Semicolon, Mark::RightCurly])?))
    }

    /// `{a, b}`; the empty set is reported later, where more is known.
    fn values(&mut self) -> Parse<Vec<Name>> {
        self.expect(Mark::LeftCurly, "before the values of an event")?;
        if self.take(Mark::RightCurly) {
            return Ok(Vec::new());
        }
        let values = self.list(|parser| parser.value("in a set of values"), &[Mark::RightCurly]);
        let values = values
            .and_then(|values| self.expect(Mark::RightCurly, "after the values of an event").map(|_| values));
        if values.is_err() {
            // The brace of the set must not be taken for the one of the component.
            while !matches!(
                self.token.kind,
                TokenKind::End | TokenKind::Mark(Mark::RightCurly | Mark::LeftCurly | Mark::Semicolon)
            ) {
                self.advance();
            }
            self.take(Mark::RightCurly);
        }
        values
    }

    /// A formula, perhaps after a text and a colon.
    pub(super) fn rule(&mut self, start: Span) -> Parse<RuleDef> {
        let text = self.quoted();
        if text.is_some() {
            self.expect(Mark::Colon, "after the text of a rule")?;
        } else {
            self.take(Mark::Colon);
        }
        let formula = self.formula()?;
        Ok(RuleDef { text, formula, place: Place(start.to(self.previous)) })
    }

    fn property(&mut self) -> Parse<PropertyDef> {
        self.advance();
        let name = self.name("the name of a property", "after `prop`")?;
        let text = self.quoted();
        self.expect(Mark::Colon, "before the formula of a property")?;
        Ok(PropertyDef { name, text, formula: self.formula()? })
    }

    fn machine(&mut self) -> Parse<MachineDef> {
        self.advance();
        let name = self.name("the name of a machine", "after `fsm`")?;
        let open = self.expect(Mark::LeftCurly, "after the name of a machine")?;
        let mut items = Vec::new();
        while self.inside(open, "machine", self.at_item()) {
            match self.machine_item() {
                Ok(item) => items.push(item),
                Err(Failed) => self.skip_statement(),
            }
        }
        Ok(MachineDef { name, items })
    }

    fn machine_item(&mut self) -> Parse<MachineItem> {
        let state = |parser: &mut Self| parser.name("the name of a state", "");
        let item = match self.token.kind {
            TokenKind::Word(Keyword::Init) => {
                self.advance();
                MachineItem::Init(state(self)?)
            }
            TokenKind::Word(Keyword::States) => {
                self.advance();
                MachineItem::States(self.list(state, &[Mark::Semicolon, Mark::RightCurly])?)
            }
            TokenKind::Name => MachineItem::Transition(self.transition()?),
            _ => {
                let words = [Keyword::Init, Keyword::States];
                let failed = self.unexpected_among("`init`, `states` or a transition", "", &words);
                if !self.at(Mark::LeftCurly) {
                    self.advance();
                }
                return Err(failed);
            }
        };
        self.end_of_statement("at the end of the statement")?;
        Ok(item)
    }

    fn transition(&mut self) -> Parse<TransitionDef> {
        let start = self.token.span;
        let state = |parser: &mut Self| parser.name("the name of a state", "");
        let sources = self.list(state, &[Mark::Arrow])?;
        self.expect(Mark::Arrow, "after the states that a transition leaves")?;
        let target = self.name("the name of a state", "after `->`")?;
        self.expect(Mark::Colon, "before the guard of a transition")?;
        let guard = self.formula()?;
        let emits = if self.take(Mark::Slash) {
            self.list(Self::emission, &[Mark::Semicolon, Mark::RightCurly])?
        } else {
            Vec::new()
        };
        Ok(TransitionDef { sources, target, guard, emits, place: Place(start.to(self.previous)) })
    }

    fn emission(&mut self) -> Parse<EmitDef> {
        let event = self.name("the name of an event", "after `/`")?;
        let value = if self.take(Mark::Eq) { Some(self.value("after `=`")?) } else { None };
        Ok(EmitDef { event, value })
    }
}
