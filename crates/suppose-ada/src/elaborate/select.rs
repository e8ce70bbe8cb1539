//! Selective accepts: guards, `else`, `delay`, `terminate`.
//!
//! Guards are asked once, before the select waits. Those that are known to be false leave their alternative
//! out. A guard of `terminate` or of a delay that is not known makes two selects, one with that alternative
//! and one without.

use suppose_base::Span;

use super::Elaborator;
use super::rendezvous::Prepared;
use super::term::Term;
use crate::ast::{Accept, Select, Statement, Trigger};
use crate::program::{Alternative, Body, Kind};

/// An accept alternative: its guard, if it has one.
type AcceptAlternative<'a> = (Option<Term>, Prepared<'a>, &'a [Statement]);

/// An accept alternative as it is written.
type Written<'a> = (Option<&'a crate::ast::Expr>, &'a Accept, &'a [Statement]);

impl<'a> Elaborator<'a> {
    pub(super) fn select_statement(&mut self, select: &'a Select, span: Span) -> Option<()> {
        let mut accepts: Vec<Written<'a>> = Vec::new();
        let mut otherwise: Vec<&'a [Statement]> = select.otherwise.as_deref().into_iter().collect();
        let mut terminate = None;
        let mut late = None;
        for alternative in &select.alternatives {
            let guard = alternative.guard.as_ref();
            match &alternative.trigger {
                Trigger::Accept(accept) => accepts.push((guard, accept, &alternative.statements)),
                Trigger::Terminate => terminate = Some(guard),
                Trigger::Delay(_) => match guard {
                    None => otherwise.push(&alternative.statements),
                    Some(_) if late.is_some() => {
                        let message = "several delays with guards in one select are outside of the subset";
                        self.error("E1048", alternative.span, message);
                        return None;
                    }
                    Some(guard) => late = Some((guard, &alternative.statements[..])),
                },
            }
        }
        // At most one of these two has a guard, since a select has no delay beside `terminate`.
        let (guard, with_terminate, extra) = match (terminate, late) {
            (Some(Some(guard)), _) => (Some(guard), true, None),
            (Some(None), _) => (None, true, None),
            (None, Some((guard, statements))) => (Some(guard), false, Some(statements)),
            (None, None) => (None, false, None),
        };
        let Some(guard) = guard else {
            return self.one_select(&accepts, &otherwise, with_terminate, span);
        };
        let condition = self.condition(guard)?;
        let (open, closed, end) = (self.label(), self.label(), self.label());
        self.test(condition, open, closed, guard.span);
        self.bind(open);
        let all: Vec<&'a [Statement]> = otherwise.iter().copied().chain(extra).collect();
        self.one_select(&accepts, &all, with_terminate, span);
        self.jump(end, span);
        self.bind(closed);
        self.one_select(&accepts, &otherwise, false, span);
        self.bind(end);
        Some(())
    }

    fn one_select(
        &mut self,
        accepts: &[Written<'a>],
        otherwise: &[&'a [Statement]],
        terminate: bool,
        span: Span,
    ) -> Option<()> {
        let mut alternatives = Vec::new();
        let mut right = true;
        for &(guard, accept, statements) in accepts {
            let guard = match guard {
                Some(source) => {
                    let term = self.condition(source);
                    right &= term.is_some();
                    term
                }
                None => None,
            };
            match self.prepare(accept) {
                Some(prepared) => alternatives.push((guard, prepared, statements)),
                None => right = false,
            }
        }
        self.select_code(alternatives, otherwise, terminate, span);
        right.then_some(())
    }

    /// The code of a select and of all its alternatives.
    pub(super) fn select_code(
        &mut self,
        alternatives: Vec<AcceptAlternative<'a>>,
        otherwise: &[&'a [Statement]],
        terminate: bool,
        span: Span,
    ) {
        let never = |guard: &Option<Term>| guard.as_ref().is_some_and(|guard| guard.known() == Some(0));
        let (closed, open): (Vec<_>, Vec<_>) = alternatives.into_iter().partition(|(guard, ..)| never(guard));
        let (guards, open): (Vec<_>, Vec<_>) =
            open.into_iter().map(|(guard, prepared, then)| (guard, (prepared, then))).unzip();
        let mut conditions = Vec::new();
        for guard in guards {
            let guard = guard.filter(|guard| guard.known().is_none());
            conditions.push(guard.map(|guard| self.lower(guard, 0, span)));
        }
        let end = self.label();
        let instead = (!otherwise.is_empty()).then(|| self.label());
        let starts: Vec<_> = open.iter().map(|_| self.label()).collect();
        let select = self.here();
        if open.is_empty() && !terminate {
            match instead {
                Some(instead) => self.jump(instead, span),
                None => self.program_error(span),
            }
        } else {
            let list = open.iter().zip(conditions).zip(&starts);
            let list = list.map(|(((prepared, _), guard), &start)| Alternative {
                guard,
                entry: prepared.entry.clone(),
                formals: prepared.formals.clone(),
                body: Body::Open { start },
                span: prepared.span(),
            });
            let kind = Kind::Select { alternatives: list.collect(), otherwise: instead, terminate };
            self.leave(span, kind);
        }
        for ((number, (prepared, then)), start) in (0..).zip(open).zip(starts) {
            self.accept_code(prepared, select, Some(number), start, then);
            self.jump(end, span);
        }
        for (_, prepared, then) in closed {
            let start = self.label();
            self.accept_code(prepared, select, None, start, then);
            self.jump(end, span);
        }
        if let Some(instead) = instead {
            self.bind(instead);
            if otherwise.len() > 1 {
                let starts: Vec<_> = otherwise.iter().map(|_| self.label()).collect();
                self.leave(span, Kind::Split(starts.clone()));
                for (statements, start) in otherwise.iter().zip(starts) {
                    self.bind(start);
                    self.statements(statements);
                    self.jump(end, span);
                }
            } else {
                for statements in otherwise {
                    self.statements(statements);
                }
            }
        }
        self.bind(end);
    }
}
