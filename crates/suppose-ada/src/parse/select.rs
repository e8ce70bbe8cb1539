//! `accept` and `select`.
//!
//! What comes first in a `select` decides: an `accept`, `when`, `delay` or `terminate` makes it one that
//! accepts, a name makes it one that calls.

use suppose_base::descent::Descent;
use suppose_base::{Diagnostic, Span};

use super::closing::Open;
use super::{Parse, Parser};
use crate::ast::{Accept, ConditionalCall, Select, SelectAlternative, Statement, StatementKind, Trigger};
use crate::token::{Keyword, Mark, TokenKind};

impl Parser<'_> {
    /// `accept E [(index)] [(parameters)] [do .. end E];`, at `accept`.
    pub(super) fn accept(&mut self) -> Parse<Accept> {
        let start = self.advance().span;
        let entry = self.ident("the name of an entry", "after `accept`")?;
        let mut index = None;
        if self.at(Mark::Left) && !self.at_parameters() {
            self.advance();
            index = Some(self.expression()?);
            self.expect(Mark::Right, "after the index of an entry")?;
        }
        let parameters = self.parameters()?;
        let body = if self.take(Keyword::Do) {
            Some(self.closed(Open::unit(&entry), |parser| {
                let statements = parser.statements("in this `accept`");
                parser.handlers()?;
                Ok(statements)
            })?)
        } else {
            self.semicolon("after `accept`")?;
            None
        };
        Ok(Accept { entry, index, parameters, body, span: start.to(self.previous) })
    }

    pub(super) fn select(&mut self) -> Parse<StatementKind> {
        let start = self.advance().span;
        self.closed(Open::statement(Keyword::Select, None, start), |parser| {
            parser.skip_pragmas();
            if parser.token.kind == TokenKind::Ident {
                parser.conditional_call()
            } else {
                parser.selective_accept(start).map(StatementKind::Select)
            }
        })
    }

    fn conditional_call(&mut self) -> Parse<StatementKind> {
        let call = self.name("the call of an entry", "after `select`")?;
        self.semicolon("after the call of an entry")?;
        let (statements, _) = self.any_statements();
        if self.at(Keyword::Then) {
            return self.asynchronous();
        }
        let mut delay = None;
        let otherwise = if self.take(Keyword::Or) {
            self.expect(Keyword::Delay, "in a `select` that begins with a call")?;
            delay = Some(self.time()?);
            self.any_statements().0
        } else {
            self.expect(Keyword::Else, "or `or delay` after the call of an entry")?;
            self.statements("after `else`")
        };
        Ok(StatementKind::ConditionalCall(ConditionalCall { call, statements, delay, otherwise }))
    }

    /// `then abort ..`: named, read, and forgotten.
    fn asynchronous(&mut self) -> Parse<StatementKind> {
        self.outside("E1014", "an asynchronous `select`", self.token.span, "");
        self.advance();
        self.expect(Keyword::Abort, "after `then`")?;
        self.statements("after `then abort`");
        Ok(StatementKind::Null)
    }

    /// `[until] e;`
    fn time(&mut self) -> Parse<crate::ast::Expr> {
        self.take(Keyword::Until);
        let time = self.expression()?;
        self.semicolon("after `delay`")?;
        Ok(time)
    }

    fn selective_accept(&mut self, start: Span) -> Parse<Select> {
        let mut alternatives = vec![self.alternative()?];
        while self.take(Keyword::Or) {
            alternatives.push(self.alternative()?);
        }
        if self.at(Keyword::Then) {
            self.asynchronous()?;
            return Ok(Select { alternatives, otherwise: None });
        }
        let otherwise = if self.take(Keyword::Else) { Some(self.statements("after `else`")) } else { None };
        self.check_alternatives(&alternatives, otherwise.as_deref(), start);
        Ok(Select { alternatives, otherwise })
    }

    fn alternative(&mut self) -> Parse<SelectAlternative> {
        let start = self.token.span;
        self.skip_pragmas();
        let mut guard = None;
        if self.take(Keyword::When) {
            guard = Some(self.expression()?);
            self.expect(Mark::Arrow, "after a guard")?;
        }
        let trigger = match self.token.kind {
            TokenKind::Word(Keyword::Accept) => Trigger::Accept(self.accept()?),
            TokenKind::Word(Keyword::Delay) => {
                self.advance();
                Trigger::Delay(self.time()?)
            }
            TokenKind::Word(Keyword::Terminate) => {
                self.advance();
                self.semicolon("after `terminate`")?;
                Trigger::Terminate
            }
            _ => return Err(self.unexpected("`accept`, `delay` or `terminate`", "in a `select`")),
        };
        let span = start.to(self.previous);
        let (statements, _) = self.any_statements();
        Ok(SelectAlternative { guard, trigger, statements, span })
    }

    /// The rules of Ada about what may stand together.
    fn check_alternatives(
        &mut self,
        alternatives: &[SelectAlternative],
        otherwise: Option<&[Statement]>,
        start: Span,
    ) {
        let of = |wanted: fn(&Trigger) -> bool| {
            alternatives.iter().filter(move |alternative| wanted(&alternative.trigger))
        };
        let mut terminates = of(|trigger| matches!(trigger, Trigger::Terminate));
        let terminate = terminates.next();
        let second = terminates.next();
        let delay = of(|trigger| matches!(trigger, Trigger::Delay(_))).next();
        let after = terminate.and_then(|alternative| alternative.statements.first());
        let mistake = if of(|trigger| matches!(trigger, Trigger::Accept(_))).next().is_none() {
            Some((start, "a `select` accepts nothing"))
        } else if let Some(second) = second {
            Some((second.span, "a `select` has two `terminate` alternatives"))
        } else if let Some(statement) = after {
            Some((statement.span, "nothing can follow `terminate`"))
        } else if let (Some(terminate), Some(_)) = (terminate, delay) {
            Some((terminate.span, "a `select` has both `terminate` and `delay`"))
        } else if let (Some(other), Some(_)) = (terminate.or(delay), otherwise) {
            Some((
                other.span,
                "a `select` with `else` waits for nothing, so it has neither `terminate` nor `delay`",
            ))
        } else {
            None
        };
        if let Some((span, message)) = mistake {
            self.fail(|| Diagnostic::error("E1018", message).at(span, ""));
        }
    }
}
