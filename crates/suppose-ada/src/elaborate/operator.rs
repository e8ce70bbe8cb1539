//! Operators: which types they apply to, and what becomes of them.
//!
//! The operators of a chain apply from left to right. Operands take their type from each other, or from what
//! is expected; a literal that several enumerations have takes it from the other side of a comparison.
//! Results of integers modulo n wrap around.

use suppose_base::Span;

use super::Elaborator;
use super::term::{HIGHEST, Term};
use super::types::{Class, TypeId, Types};
use crate::ast::{Expr, Operator, Sign};
use crate::program::{Binary, Unary};

impl<'a> Elaborator<'a> {
    /// An operator on one operand.
    pub(super) fn signed(&mut self, sign: Sign, operand: &'a Expr, expected: Option<TypeId>) -> Option<Term> {
        let term = self.expression(operand, expected)?;
        let number = self.types.is_number(term.of);
        let truth = self.types.is_boolean(term.of);
        match sign {
            Sign::Not if truth => Some(Term::unary(Unary::Not, term)),
            Sign::Plus if number => Some(term),
            Sign::Minus | Sign::Abs if self.types.more(term.of).is_some() => {
                self.not_for_every(operand.span, "the value of this")
            }
            Sign::Minus if number => Some(self.wrapped(Term::unary(Unary::Minus, term))),
            Sign::Abs if number => Some(Term::unary(Unary::Abs, term)),
            _ => {
                let name = self.types.name(term.of).to_owned();
                self.error("E1035", operand.span, format!("this operator does not apply to type {name}"));
                None
            }
        }
    }

    /// A result as one of its type: integers modulo n wrap around.
    pub(super) fn wrapped(&self, term: Term) -> Term {
        match *self.types.class(term.of) {
            Class::Modular(modulus) if term.low < 0 || term.high >= modulus => {
                let of = term.of;
                Term::binary(Binary::Mod, term, Term::value(modulus, of), of)
            }
            _ => term,
        }
    }

    /// Operators of equal precedence.
    pub(super) fn chain(
        &mut self,
        first: &'a Expr,
        rest: &'a [(Operator, Expr)],
        expected: Option<TypeId>,
    ) -> Option<Term> {
        let compares = rest.first().is_some_and(|(operator, _)| is_relation(*operator));
        let hint = if compares { None } else { expected };
        // A literal of several enumerations takes its type from the other side, and numbers from any operand
        // that has a type.
        let first_expected = match rest.first() {
            Some((operator, other))
                if hint.is_none() && is_relation(*operator) && self.is_ambiguous(first) =>
            {
                Some(self.expression(other, None)?.of)
            }
            _ => hint.filter(|&of| self.types.is_discrete(of)),
        };
        let mut left = self.raw(first, first_expected)?;
        // Where an integer modulo n is expected, the operators are those of that type and wrap around.
        if let Some(of) = hint.filter(|&of| matches!(self.types.class(of), Class::Modular(_)))
            && left.of == Types::UNIVERSAL
        {
            left = self.fit(left, of, first.span)?;
        }
        let mut left_span = first.span;
        for (operator, operand) in rest {
            let wanted = if left.of == Types::UNIVERSAL || *operator == Operator::Power {
                None
            } else {
                Some(left.of)
            };
            let evaluated = match operator {
                Operator::AndThen => left.known() != Some(0),
                Operator::OrElse => left.known() != Some(1),
                _ => true,
            };
            let right = self.if_evaluated(evaluated, |this| this.raw(operand, wanted.or(hint)))?;
            left = self.apply(*operator, left, left_span, right, operand.span)?;
            if left.height > HIGHEST {
                self.error("E1056", left_span.to(operand.span), "this expression is too long or too deep");
                return None;
            }
            left_span = left_span.to(operand.span);
        }
        Some(left)
    }

    /// An operator on two terms.
    fn apply(
        &mut self,
        operator: Operator,
        left: Term,
        left_span: Span,
        right: Term,
        right_span: Span,
    ) -> Option<Term> {
        let span = left_span.to(right_span);
        if operator == Operator::Power {
            return self.power(left, left_span, &right, right_span);
        }
        if let Some(more) = self.types.more(left.of).or(self.types.more(right.of)) {
            let is_free = |term: &Term, other: &Term| {
                term.of == other.of || term.of == Types::UNIVERSAL || self.size_as(term, other.of)
            };
            if is_free(&left, &right) || is_free(&right, &left) {
                return self.open_operator(operator, left, right, more, span);
            }
        }
        if left.of == Types::SIZE || right.of == Types::SIZE {
            return self.not_for_every(span, "the value of this");
        }
        let (left, right) = if left.of == Types::UNIVERSAL && right.of != Types::UNIVERSAL {
            let of = right.of;
            (self.fit(left, of, left_span)?, right)
        } else {
            let of = left.of;
            let right = self.fit(right, of, right_span)?;
            (left, right)
        };
        let of = left.of;
        let fits = match operator {
            Operator::And | Operator::Or | Operator::Xor | Operator::AndThen | Operator::OrElse => {
                self.types.is_boolean(of)
            }
            Operator::Add
            | Operator::Subtract
            | Operator::Multiply
            | Operator::Divide
            | Operator::Mod
            | Operator::Rem => self.types.is_number(of),
            Operator::Concatenate | Operator::Power => false,
            _ => self.types.is_discrete(of),
        };
        if !fits {
            let name = self.types.name(of).to_owned();
            self.error("E1035", span, format!("this operator does not apply to type {name}"));
            return None;
        }
        let (binary, of) = match operator {
            Operator::AndThen => return Some(Term::both(left, right)),
            Operator::OrElse => return Some(Term::either(left, right)),
            Operator::And => (Binary::And, of),
            Operator::Or => (Binary::Or, of),
            Operator::Xor => (Binary::Xor, of),
            Operator::Add => (Binary::Add, of),
            Operator::Subtract => (Binary::Subtract, of),
            Operator::Multiply => (Binary::Multiply, of),
            Operator::Divide => (Binary::Divide, of),
            Operator::Mod => (Binary::Mod, of),
            Operator::Rem => (Binary::Rem, of),
            Operator::Equal => (Binary::Equal, Types::BOOLEAN),
            Operator::NotEqual => (Binary::NotEqual, Types::BOOLEAN),
            Operator::Less => (Binary::Less, Types::BOOLEAN),
            Operator::LessEqual => (Binary::LessEqual, Types::BOOLEAN),
            Operator::Greater => (Binary::Greater, Types::BOOLEAN),
            Operator::GreaterEqual => (Binary::GreaterEqual, Types::BOOLEAN),
            Operator::Concatenate | Operator::Power => return None,
        };
        let numbers = left.known().is_some() && right.known().is_some_and(|right| right != 0);
        let result = self.wrapped(Term::binary(binary, left, right, of));
        if numbers && result.known().is_none() && of == Types::UNIVERSAL {
            return self.too_large(span);
        }
        Some(result)
    }

    /// A number without a type that is too large to be worked with.
    fn too_large(&mut self, span: Span) -> Option<Term> {
        let help = "the largest number is 9_223_372_036_854_775_807";
        self.advise("E1004", span, "the value of this does not fit into 64 bits", help);
        None
    }

    /// `x ** n` as a product.
    fn power(&mut self, base: Term, base_span: Span, exponent: &Term, exponent_span: Span) -> Option<Term> {
        if !self.types.is_number(base.of) {
            let name = self.types.name(base.of).to_owned();
            self.error("E1035", base_span, format!("this operator does not apply to type {name}"));
            return None;
        }
        if self.types.more(base.of).is_some() {
            return self.not_for_every(base_span, "the value of this");
        }
        let large = |times| base.of == Types::UNIVERSAL && base.known().is_some() && times > 63;
        if exponent.known().is_some_and(large) && !matches!(base.known(), Some(-1..=1)) {
            return self.too_large(base_span.to(exponent_span));
        }
        let Some(times) = exponent.known().filter(|times| (0..64).contains(times)) else {
            self.error("E1036", exponent_span, "an exponent must be a known value from 0 to 63");
            return None;
        };
        let of = base.of;
        self.bound(base, base_span, |this, base| {
            let mut result = Term::value(1, of);
            for _ in 0..times {
                result = this.wrapped(Term::binary(Binary::Multiply, result, base.clone(), of));
            }
            if base.known().is_some() && result.known().is_none() && of == Types::UNIVERSAL {
                return this.too_large(base_span.to(exponent_span));
            }
            Some(result)
        })
    }
}

fn is_relation(operator: Operator) -> bool {
    matches!(
        operator,
        Operator::Equal
            | Operator::NotEqual
            | Operator::Less
            | Operator::LessEqual
            | Operator::Greater
            | Operator::GreaterEqual
    )
}
