//! Statements: assignments, branches, loops, jumps, blocks, events.
//!
//! A `for` loop has a variable of the task whose domain is exactly the range, so it is compared with the last
//! value before it moves on. The copies that a statement makes are given back at its end.

use suppose_base::{Diagnostic, Span};

use super::Elaborator;
use super::context::LoopFrame;
use super::entity::{Access, Entity};
use super::name::{Meaning, Target};
use super::term::Term;
use super::types::{ElementType, Subtype, Types};
use crate::ast::{DiscreteRange, EventMark, Expr, Ident, Loop, Name, Part, Scheme, Statement, StatementKind};
use crate::program::{Binary, Exception, Kind, VarId};

impl<'a> Elaborator<'a> {
    /// Elaborates statements.
    pub(super) fn statements(&mut self, list: &'a [Statement]) {
        for statement in list {
            if self.full {
                return;
            }
            let top = self.work().top;
            self.deeper(statement.span, |this| this.statement(statement));
            self.work().top = top;
        }
    }

    fn statement(&mut self, statement: &'a Statement) -> Option<()> {
        let span = statement.span;
        match &statement.kind {
            // Nothing tells time.
            StatementKind::Null | StatementKind::Delay(_) => Some(()),
            StatementKind::Assign(target, value) => self.assignment(target, value, span),
            StatementKind::Call(name) => self.call_statement(name, span),
            StatementKind::If(branches, otherwise) => {
                self.if_statement(branches, otherwise, span);
                Some(())
            }
            StatementKind::Case(selector, alternatives) => self.case_statement(selector, alternatives, span),
            StatementKind::Loop(repeated) => self.loop_statement(repeated, span),
            StatementKind::Block(name, block) => {
                let label = name.as_ref().map(|name| name.key.as_str());
                let scope = self.scopes.inside(self.scope, label);
                self.within(scope, |this| {
                    this.declarations(&block.declarations);
                    this.statements(&block.statements);
                });
                Some(())
            }
            StatementKind::Exit(name, condition) => self.exit(name.as_ref(), condition.as_ref(), span),
            StatementKind::Return(value) => self.return_statement(value.as_ref(), span),
            StatementKind::Accept(accept) => self.accept_statement(accept, span),
            StatementKind::Select(select) => self.select_statement(select, span),
            StatementKind::ConditionalCall(call) => self.conditional_call(call, span),
            StatementKind::Raise(name) => self.raise(name.as_ref(), span),
            StatementKind::Assert(condition) => self.assertion(condition, span),
            StatementKind::Event(mark) => self.event(mark, span),
        }
    }

    /// Whether a variable may be assigned; a message says why not.
    pub(super) fn assignable(&mut self, target: &Target, span: Span) -> Option<()> {
        let why = match target.access {
            Access::Free => return Some(()),
            Access::Constant => "this is a constant",
            Access::InParameter => "this is a parameter of mode `in`",
            Access::LoopParameter => "this is the parameter of a loop",
        };
        self.error("E1044", span, format!("{why} and cannot be changed"));
        None
    }

    /// Warns when a value is never in the range of its target.
    pub(super) fn warn_range(&mut self, value: &Term, of: Subtype, span: Span) {
        if value.high < of.first || value.low > of.last {
            self.always_raises(span, "this value is never in the range of the variable");
        }
    }

    fn assignment(&mut self, name: &'a Name, value: &'a Expr, span: Span) -> Option<()> {
        let (meaning, rest) = self.meaning(name)?;
        match meaning {
            Meaning::Variable(target) if rest.is_empty() => {
                self.assignable(&target, name.span)?;
                let term = self.expression(value, Some(target.of.root))?;
                self.warn_range(&term, target.of, value.span);
                self.store(target, term, span);
                Some(())
            }
            Meaning::Array(first, root, access) if rest.is_empty() => {
                let array = self.types.array(root)?;
                let ElementType::Scalar(of) = array.element else { return None };
                self.assignable(&Target { first, indices: Vec::new(), of, access }, name.span)?;
                let terms = self.array_terms(value, root, &array)?;
                self.array_assignment(first, of, access, terms, span);
                Some(())
            }
            Meaning::Value(_) | Meaning::Table(..) => {
                self.error("E1044", name.span, "this is a constant or a result and cannot be changed");
                None
            }
            other => {
                let what = Self::what(&other);
                self.error("E1032", name.span, format!("a variable is expected, this is {what}"));
                None
            }
        }
    }

    /// Assigns all elements; the values are all computed before, since they may depend on the elements.
    fn array_assignment(&mut self, first: VarId, of: Subtype, access: Access, terms: Vec<Term>, span: Span) {
        let known = terms.iter().all(|term| term.known().is_some());
        let mut values = Vec::new();
        for term in terms {
            if known {
                values.push(term);
                continue;
            }
            let copy = self.copy(of.root, of.first, of.last, span);
            let target = Target { first: copy, indices: Vec::new(), of, access: Access::Free };
            self.store(target, term, span);
            values.push(Term::scalar(copy, of.root, of.bounds(), false));
        }
        for (number, value) in (0..).zip(values) {
            let target = Target { first: VarId(first.0 + number), indices: Vec::new(), of, access };
            self.store(target, value, span);
        }
    }

    fn call_statement(&mut self, name: &'a Name, span: Span) -> Option<()> {
        let (meaning, rest) = self.called(name)?;
        let arguments = match rest {
            [] => &[][..],
            [Part::Arguments(arguments, _)] => arguments,
            _ => {
                self.error("E1032", name.span, "this cannot be called");
                return None;
            }
        };
        match meaning {
            Meaning::Quiet => Some(()),
            Meaning::Procedure(number) => self.procedure_call(number, arguments, name.span),
            Meaning::Entry(entry) => self.entry_call(&entry, arguments, name.span, span, None),
            other => {
                let what = Self::what(&other);
                self.error(
                    "E1032",
                    name.span,
                    format!("a procedure or an entry is expected, this is {what}"),
                );
                None
            }
        }
    }

    fn if_statement(
        &mut self,
        branches: &'a [(Expr, Vec<Statement>)],
        otherwise: &'a [Statement],
        span: Span,
    ) {
        let end = self.label();
        for (condition, then) in branches {
            let (yes, no) = (self.label(), self.label());
            match self.condition(condition) {
                Some(term) => self.test(term, yes, no, condition.span),
                None => self.jump(yes, condition.span),
            }
            self.bind(yes);
            self.statements(then);
            self.jump(end, span);
            self.bind(no);
        }
        self.statements(otherwise);
        self.bind(end);
    }

    fn loop_statement(&mut self, repeated: &'a Loop, span: Span) -> Option<()> {
        let end = self.label();
        let level = self.work().returns.len();
        let name = repeated.name.as_ref().map(|name| name.key.as_str());
        match &repeated.scheme {
            Scheme::Forever => {
                let head = self.here();
                self.loop_body(repeated, LoopFrame { name, end, level });
                self.jump(head, span);
            }
            Scheme::While(condition) => {
                let head = self.here();
                let body = self.label();
                match self.condition(condition) {
                    Some(term) => self.test(term, body, end, condition.span),
                    None => self.jump(body, condition.span),
                }
                self.bind(body);
                self.loop_body(repeated, LoopFrame { name, end, level });
                self.jump(head, span);
            }
            Scheme::For { parameter, range, reverse } => {
                let frame = LoopFrame { name, end, level };
                self.for_loop(repeated, parameter, range, *reverse, frame, span)?;
            }
        }
        self.bind(end);
        Some(())
    }

    fn loop_body(&mut self, repeated: &'a Loop, frame: LoopFrame<'a>) {
        let label = frame.name;
        self.work().loops.push(frame);
        let scope = self.scopes.inside(self.scope, label);
        self.within(scope, |this| this.statements(&repeated.body));
        self.work().loops.pop();
    }

    fn for_loop(
        &mut self,
        repeated: &'a Loop,
        parameter: &'a Ident,
        range: &'a DiscreteRange,
        reverse: bool,
        frame: LoopFrame<'a>,
        span: Span,
    ) -> Option<()> {
        let place = range.span();
        let (low, high) = self.discrete_terms(range, None)?;
        let root = low.of;
        // An empty range has a variable all the same, for the messages about the body.
        let never = low.low > high.high;
        let of = Subtype { root, first: low.low, last: if never { low.low } else { high.high } };
        let of = self.bounded(of, place)?;
        let domain = self.types.domain(root, of.first, of.last);
        let initial = [Some(of.first)];
        let first =
            self.new_variables(&parameter.key, &[String::new()], &domain, &initial, parameter.span)?;
        let target = Target { first, indices: Vec::new(), of, access: Access::LoopParameter };
        let (begin, last) = (self.fixed_term(low, place), self.fixed_term(high, place));
        let end = frame.end;
        let (body, step) = (self.label(), self.label());
        let more = self.types.more(root).unwrap_or(i64::MAX);
        if begin.high.max(last.high) > more {
            self.not_for_every(place, "how often this is repeated");
            return None;
        }
        let some = self.compared(Binary::LessEqual, begin.clone(), last.clone(), more, place)?;
        self.test(some, body, end, place);
        self.bind(body);
        let (from, to) = if reverse { (last, begin) } else { (begin, last) };
        self.store(target.clone(), from, place);
        let head = self.here();
        let label = frame.name;
        let scope = self.scopes.inside(self.scope, label);
        let entity = Entity::Scalar(first, of, Access::LoopParameter);
        self.scopes.declare(scope, &parameter.key, entity, Some(parameter.span));
        self.work().loops.push(frame);
        self.within(scope, |this| this.statements(&repeated.body));
        self.work().loops.pop();
        let now = self.read(target.clone());
        let done = self.compared(Binary::Equal, now.clone(), to, more, place)?;
        self.test(done, end, step, place);
        self.bind(step);
        let next = match (reverse, now.high < more) {
            (false, true) => Term::binary(Binary::Add, now, Term::value(1, root), root),
            (true, true) => Term::binary(Binary::Subtract, now, Term::value(1, root), root),
            // It is not the last value, so there is a next one; it may be among those that look alike.
            (false, false) => {
                let after = Term::binary(Binary::Add, now.clone(), Term::value(1, root), root);
                let is_more = Term::binary(Binary::Equal, now, Term::value(more, root), Types::BOOLEAN);
                Term::choice(is_more, Term::value(more, root), after)
            }
            (true, false) => self.open_difference(now, 1, more, place)?,
        };
        self.store(target, next, place);
        self.jump(head, span);
        Some(())
    }

    /// A value that does not change: what is not known is copied.
    fn fixed_term(&mut self, term: Term, span: Span) -> Term {
        if term.known().is_some() {
            return term;
        }
        let of = Subtype { root: term.of, first: term.low, last: term.high };
        let copy = self.copy(of.root, of.first, of.last, span);
        let target = Target { first: copy, indices: Vec::new(), of, access: Access::Free };
        self.store(target, term, span);
        Term::scalar(copy, of.root, of.bounds(), false)
    }

    fn exit(&mut self, name: Option<&'a Ident>, condition: Option<&'a Expr>, span: Span) -> Option<()> {
        let level = self.work().returns.len();
        let loops = &self.work().loops;
        let found = match name {
            None => loops.last(),
            Some(name) => loops.iter().rev().find(|frame| frame.name == Some(name.key.as_str())),
        };
        let end = match found {
            Some(frame) if frame.level == level => frame.end,
            Some(_) => {
                self.error("E1046", span, "`exit` cannot leave an accept statement or a subprogram");
                return None;
            }
            None => {
                let message = match name {
                    None => "`exit` is not inside of a loop".to_owned(),
                    Some(name) => format!("there is no loop `{}` around this", name.text),
                };
                self.error("E1046", span, message);
                return None;
            }
        };
        match condition {
            None => self.jump(end, span),
            Some(condition) => {
                let stay = self.label();
                let term = self.condition(condition)?;
                self.test(term, end, stay, span);
                self.bind(stay);
            }
        }
        Some(())
    }

    fn return_statement(&mut self, value: Option<&'a Expr>, span: Span) -> Option<()> {
        if let Some(value) = value {
            self.error("E1046", value.span, "only a function returns a value");
            return None;
        }
        match self.work().returns.last().copied() {
            Some(end) => self.jump(end, span),
            None if self.work().main => self.leave(span, Kind::Stop),
            None => {
                self.error("E1046", span, "`return` is not inside of a subprogram or an accept statement");
            }
        }
        Some(())
    }

    fn raise(&mut self, name: Option<&'a Name>, span: Span) -> Option<()> {
        let exception = match name {
            None => None,
            Some(name) => match self.meaning(name)? {
                (Meaning::Exception(exception), []) => Some(exception),
                _ => None,
            },
        };
        let Some(exception) = exception else {
            let message =
                "only Constraint_Error, Program_Error and Assertion_Error can be raised in the subset";
            self.error("E1048", span, message);
            return None;
        };
        self.leave(span, Kind::Raise(exception));
        Some(())
    }

    /// Assertions are always checked.
    fn assertion(&mut self, condition: &'a Expr, span: Span) -> Option<()> {
        let (holds, fails) = (self.label(), self.label());
        let term = self.condition(condition)?;
        self.test(term, holds, fails, condition.span);
        self.bind(fails);
        self.leave(span, Kind::Raise(Exception::Assertion));
        self.bind(holds);
        Some(())
    }

    fn event(&mut self, mark: &'a EventMark, span: Span) -> Option<()> {
        let mut arguments = Vec::new();
        for source in &mark.arguments {
            let term = self.expression(source, None)?;
            let root = term.of;
            arguments.push((term, root));
        }
        let roots: Vec<_> = arguments.iter().map(|&(_, root)| root).collect();
        if let Some((known, place)) = self.events.get(&mark.name.key) {
            let place = *place;
            let fits = known.len() == roots.len()
                && known
                    .iter()
                    .zip(&roots)
                    .all(|(&a, &b)| a == b || (self.types.is_number(a) && self.types.is_number(b)));
            if !fits {
                self.report("E1035", mark.name.span, |code| {
                    let message = format!("the event `{}` has other values elsewhere", mark.name.text);
                    Diagnostic::error(code, message).at(mark.name.span, "").at(place, "the other place")
                });
                return None;
            }
        } else {
            self.events.insert(mark.name.key.clone(), (roots, mark.name.span));
        }
        let terms: Vec<Term> = arguments.iter().map(|(term, _)| term.clone()).collect();
        let values = self.operands(terms, 0, span);
        let domains = arguments.iter().map(|(term, root)| self.types.domain(*root, term.low, term.high));
        let arguments = values.into_iter().zip(domains).collect();
        let name = mark.name.key.clone();
        self.emit(span, |next| Kind::Event { name, arguments, next });
        Some(())
    }

    /// Raises `Program_Error`.
    pub(super) fn program_error(&mut self, span: Span) {
        self.leave(span, Kind::Raise(Exception::Program));
    }
}
