//! Terms become expressions of a program, with instructions before them where one expression cannot do it
//! all.
//!
//! # Contract
//! An expression that is made here reads shared variables at most as often as it is allowed to, once or
//! never. What it would read besides is copied to variables of the task before, in the order in which the
//! operands stand, so that each read is a step. `and then`, `or else` and `if` evaluate only what they must,
//! which needs branches when an operand is copied. Any value of a range becomes a choice before the
//! expression, except that a condition which is nothing else becomes a choice of where to go on.
//!
//! # Method
//! The last operand that reads shared variables may keep one read, all before it are copied. An operand that
//! may raise an exception is copied too when a later operand needs instructions, so that the exception comes
//! first.
//!
//! Tested in `tests/all/elaborate/hoisting` against instructions written out by hand, and in runs.

use suppose_base::Span;

use super::Elaborator;
use super::name::Target;
use super::term::{Term, TermKind};
use crate::program::{Element, Expr, Kind, Pc, Place, Unary, VarId};

impl Elaborator<'_> {
    /// The expression of a term that reads shared variables at most this often (0 or 1).
    pub(super) fn lower(&mut self, term: Term, allowed: u32, span: Span) -> Expr {
        if !term.effects && term.shared <= allowed {
            return plain(term);
        }
        let (of, low, high) = (term.of, term.low, term.high);
        match term.kind {
            TermKind::Value(value) => Expr::Constant(value),
            TermKind::Scalar(variable) => {
                let copy = self.copy(of, low, high, span);
                self.assign(Place::Scalar(copy), Expr::Scalar(variable), span);
                Expr::Scalar(copy)
            }
            TermKind::Element(first, indices) => {
                let shared = self.is_read_alone(first);
                let element = Expr::Element(Box::new(self.element(first, indices, span)));
                if !shared || allowed > 0 {
                    return element;
                }
                let copy = self.copy(of, low, high, span);
                self.assign(Place::Scalar(copy), element, span);
                Expr::Scalar(copy)
            }
            TermKind::Unary(operator, operand) => {
                Expr::Unary(operator, Box::new(self.lower(*operand, allowed, span)))
            }
            TermKind::Checked(low, high, operand) => {
                Expr::Checked(low, high, Box::new(self.lower(*operand, allowed, span)))
            }
            TermKind::Binary(operator, left, right) => {
                let mut operands = self.operands(vec![*left, *right], allowed, span);
                let (right, left) = (operands.pop(), operands.pop());
                let (Some(left), Some(right)) = (left, right) else { unreachable!("two operands stay two") };
                Expr::Binary(operator, Box::new(left), Box::new(right))
            }
            TermKind::If(parts) => {
                let [condition, yes, no] = *parts;
                let copy = self.copy(of, low, high, span);
                let (on_yes, on_no, end) = (self.label(), self.label(), self.label());
                self.branch(condition, on_yes, on_no, span);
                for (label, part) in [(on_yes, yes), (on_no, no)] {
                    self.bind(label);
                    let value = self.lower(part, 1, span);
                    self.assign(Place::Scalar(copy), value, span);
                    self.jump(end, span);
                }
                self.bind(end);
                Expr::Scalar(copy)
            }
            TermKind::Any(first, last) => {
                let copy = self.copy(of, low, high, span);
                self.choose(Place::Scalar(copy), first, last, span);
                Expr::Scalar(copy)
            }
            TermKind::Let(variable, parts) => {
                let [value, rest] = *parts;
                self.let_value(variable, value, span);
                self.lower(rest, allowed, span)
            }
        }
    }

    fn let_value(&mut self, variable: VarId, value: Term, span: Span) {
        if let TermKind::Any(first, last) = value.kind {
            self.choose(Place::Scalar(variable), first, last, span);
        } else {
            let value = self.lower(value, 1, span);
            self.assign(Place::Scalar(variable), value, span);
        }
    }

    /// Gives a variable of the task any value of a range.
    pub(super) fn choose(&mut self, target: Place, first: i64, last: i64, span: Span) {
        self.emit(span, |next| Kind::Choose { target, first, last, next });
    }

    /// The expressions of operands that are evaluated from left to right and then used together.
    pub(super) fn operands(&mut self, terms: Vec<Term>, allowed: u32, span: Span) -> Vec<Expr> {
        let reader = terms.iter().rposition(|term| term.shared > 0);
        let allowance = |number: usize| if Some(number) == reader { allowed } else { 0 };
        let busy = |(number, term): (usize, &Term)| term.effects || term.shared > allowance(number);
        let last_busy =
            terms.iter().enumerate().rev().find(|&operand| busy(operand)).map(|(number, _)| number);
        let mut expressions = Vec::with_capacity(terms.len());
        for (number, term) in terms.into_iter().enumerate() {
            let (of, low, high, raises) = (term.of, term.low, term.high, term.raises);
            let mut expression = self.lower(term, allowance(number), span);
            if raises && last_busy.is_some_and(|last| number < last) {
                let copy = self.copy(of, low, high, span);
                self.assign(Place::Scalar(copy), expression, span);
                expression = Expr::Scalar(copy);
            }
            expressions.push(expression);
        }
        expressions
    }

    /// An element whose indices read no shared variables.
    fn element(&mut self, first: VarId, indices: Vec<(i64, i64, Term)>, span: Span) -> Element {
        Element { first, indices: self.index_values(indices, span) }
    }

    /// Indices that read no shared variables.
    pub(super) fn index_values(
        &mut self,
        indices: Vec<(i64, i64, Term)>,
        span: Span,
    ) -> Vec<(i64, i64, Expr)> {
        let ranges: Vec<(i64, i64)> = indices.iter().map(|&(low, high, _)| (low, high)).collect();
        let values = self.operands(indices.into_iter().map(|(_, _, index)| index).collect(), 0, span);
        ranges.into_iter().zip(values).map(|((low, high), value)| (low, high, value)).collect()
    }

    /// A variable to be assigned; its indices read no shared variables.
    pub(super) fn place(&mut self, target: Target, span: Span) -> Place {
        if target.indices.is_empty() {
            Place::Scalar(target.first)
        } else {
            Place::Element(self.element(target.first, target.indices, span))
        }
    }

    /// The same variable with indices that do not change: what is not known or a variable of the task is
    /// copied.
    pub(super) fn fixed(&mut self, target: Target, span: Span) -> Target {
        let indices = target.indices.into_iter().map(|(low, high, index)| {
            if index.known().is_some() {
                return (low, high, index);
            }
            let index = index.checked(low, high);
            let (of, bounds) = (index.of, (index.low, index.high));
            let value = self.lower(index, 1, span);
            let copy = self.copy(of, bounds.0, bounds.1, span);
            self.assign(Place::Scalar(copy), value, span);
            (low, high, Term::scalar(copy, of, bounds, false))
        });
        Target { indices: indices.collect(), ..target }
    }

    /// Assigns a value.
    pub(super) fn store(&mut self, target: Target, value: Term, span: Span) {
        if let TermKind::Any(first, last) = value.kind
            && !self.is_shared(target.first)
            && target.of.first <= first
            && last <= target.of.last
        {
            let place = self.place(target, span);
            return self.choose(place, first, last, span);
        }
        let ranges: Vec<(i64, i64)> = target.indices.iter().map(|&(low, high, _)| (low, high)).collect();
        let allowed = u32::from(value.shared > 0);
        let terms = target.indices.into_iter().map(|(_, _, index)| index).chain([value]).collect();
        let mut values = self.operands(terms, allowed, span);
        let Some(value) = values.pop() else { unreachable!("as many operands come back") };
        let place = if ranges.is_empty() {
            Place::Scalar(target.first)
        } else {
            let indices = ranges.into_iter().zip(values).map(|((low, high), index)| (low, high, index));
            Place::Element(Element { first: target.first, indices: indices.collect() })
        };
        self.assign(place, value, span);
    }

    /// Goes on at one of two places, by a condition of the source.
    pub(super) fn test(&mut self, condition: Term, yes: Pc, no: Pc, span: Span) {
        if let TermKind::Any(..) = condition.kind {
            self.leave(span, Kind::Split(vec![yes, no]));
        } else {
            self.branch(condition, yes, no, span);
        }
    }

    fn branch(&mut self, condition: Term, yes: Pc, no: Pc, span: Span) {
        if let Some(value) = condition.known() {
            return self.jump(if value == 0 { no } else { yes }, span);
        }
        if condition.effects || condition.shared > 1 {
            match condition.kind {
                TermKind::If(parts) => {
                    let [first, on_true, on_false] = *parts;
                    let (then, otherwise) = (self.label(), self.label());
                    self.branch(first, then, otherwise, span);
                    self.bind(then);
                    self.branch(on_true, yes, no, span);
                    self.bind(otherwise);
                    return self.branch(on_false, yes, no, span);
                }
                TermKind::Unary(Unary::Not, operand) => return self.branch(*operand, no, yes, span),
                TermKind::Let(variable, parts) => {
                    let [value, rest] = *parts;
                    self.let_value(variable, value, span);
                    return self.branch(rest, yes, no, span);
                }
                _ => {}
            }
        }
        let condition = self.lower(condition, 1, span);
        self.leave(span, Kind::Branch { condition, yes, no });
    }
}

/// The expression of a term that needs nothing before it.
fn plain(term: Term) -> Expr {
    match term.kind {
        TermKind::Value(value) => Expr::Constant(value),
        TermKind::Scalar(variable) => Expr::Scalar(variable),
        TermKind::Element(first, indices) => {
            let indices = indices.into_iter().map(|(low, high, index)| (low, high, plain(index))).collect();
            Expr::Element(Box::new(Element { first, indices }))
        }
        TermKind::Unary(operator, operand) => Expr::Unary(operator, Box::new(plain(*operand))),
        TermKind::Binary(operator, left, right) => {
            Expr::Binary(operator, Box::new(plain(*left)), Box::new(plain(*right)))
        }
        TermKind::If(parts) => Expr::If(Box::new(parts.map(plain))),
        TermKind::Checked(low, high, operand) => Expr::Checked(low, high, Box::new(plain(*operand))),
        TermKind::Any(..) | TermKind::Let(..) => unreachable!("such a term has effects"),
    }
}
