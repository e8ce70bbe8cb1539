//! Expressions of the tree become terms: types are checked, literals resolved, operators applied.
//!
//! Literals of enumerations are found by the type that is expected, which the other operand of a comparison
//! can tell. Operators of integers modulo n are followed by a `mod`. Recursion is as deep as the text is
//! nested, which the parser bounds, and as functions nest, which `deeper` bounds.

use suppose_base::{Diagnostic, Span};

use super::Elaborator;
use super::entity::Entity;
use super::name::Meaning;
use super::scope::Found;
use super::term::{HIGHEST, Term};
use super::types::{Class, Subtype, TypeId, Types};
use crate::ast::{Choice, Expr, ExprKind, Name};
use crate::program::{Binary, Unary};

impl<'a> Elaborator<'a> {
    /// The term of an expression, of the expected type if there is one. `None` means that a message was
    /// given.
    pub(super) fn expression(&mut self, expr: &'a Expr, expected: Option<TypeId>) -> Option<Term> {
        let term = self.raw(expr, expected)?;
        if term.height > HIGHEST {
            self.error("E1056", expr.span, "this expression is too long or too deep");
            return None;
        }
        match expected {
            Some(of) => self.fit(term, of, expr.span),
            None => Some(term),
        }
    }

    /// The term of a condition.
    pub(super) fn condition(&mut self, expr: &'a Expr) -> Option<Term> {
        let term = self.expression(expr, None)?;
        if self.types.is_boolean(term.of) {
            return Some(term);
        }
        let name = self.types.name(term.of).to_owned();
        self.error("E1035", expr.span, format!("a condition is expected, this is of type {name}"));
        None
    }

    /// A term as one of the type that is expected.
    pub(super) fn fit(&mut self, term: Term, expected: TypeId, span: Span) -> Option<Term> {
        if term.of == expected {
            return Some(term);
        }
        if self.size_as(&term, expected) {
            return Some(term.typed(expected));
        }
        if term.of == Types::SIZE || expected == Types::SIZE {
            return self.not_for_every(span, "the value of this");
        }
        if term.of == Types::UNIVERSAL && self.types.is_number(expected) {
            if self.types.more(expected).is_some_and(|more| term.high > more) {
                return self.not_for_every(span, "whether there is such a value");
            }
            if let (Class::Modular(modulus), Some(value)) = (self.types.class(expected), term.known())
                && !(0..*modulus).contains(&value)
            {
                let name = self.types.name(expected).to_owned();
                self.error("E1043", span, format!("{value} is not a value of type {name}"));
                return None;
            }
            return Some(term.typed(expected));
        }
        let wanted = self.types.name(expected).to_owned();
        let found = self.types.name(term.of).to_owned();
        self.error("E1035", span, format!("a value of type {wanted} is expected, this is of type {found}"));
        None
    }

    /// The term of an expression, whose type may still differ from what is expected.
    pub(super) fn raw(&mut self, expr: &'a Expr, expected: Option<TypeId>) -> Option<Term> {
        match &expr.kind {
            ExprKind::Integer(value) => Some(Term::value(*value, Types::UNIVERSAL)),
            ExprKind::Real | ExprKind::Character(_) | ExprKind::Text(_) => {
                self.error(
                    "E1048",
                    expr.span,
                    "real numbers, characters and texts are outside of the subset",
                );
                None
            }
            ExprKind::Name(name) => self.name_value(name, expected),
            ExprKind::Unary(sign, operand) => self.signed(*sign, operand, expected),
            ExprKind::Chain(first, rest) => self.chain(first, rest, expected),
            ExprKind::Membership(value, negated, choices) => self.membership(value, *negated, choices),
            ExprKind::If(branches, otherwise) => self.if_expression(branches, otherwise.as_deref(), expected),
            ExprKind::Aggregate(_) => {
                self.advise(
                    "E1049",
                    expr.span,
                    "an aggregate cannot stand here",
                    "aggregates are initial values of arrays, or assigned to arrays",
                );
                None
            }
            ExprKind::Qualified(mark, value) => {
                let of = self.subtype(mark)?;
                let term = self.expression(value, Some(of.root))?;
                Some(self.ranged(term, of, value.span))
            }
        }
    }

    /// `T (e)`: numbers to numbers, and an enumeration to one that it is derived from or the other way round.
    pub(super) fn conversion(&mut self, of: Subtype, value: &'a Expr) -> Option<Term> {
        let hint = self.is_ambiguous(value).then_some(of.root);
        let term = self.expression(value, hint)?;
        let [from, to] = [term.of, of.root].map(|of| self.types.more(of));
        if from != to {
            return self.not_for_every(value.span, "the value of this");
        }
        let numbers = self.types.is_number(term.of) && self.types.is_number(of.root);
        let related = match (self.types.class(term.of), self.types.class(of.root)) {
            (Class::Enumeration(one, _), Class::Enumeration(other, _)) => one == other,
            _ => false,
        };
        if !(numbers || related) {
            let (from, to) = (self.types.name(term.of).to_owned(), self.types.name(of.root).to_owned());
            self.error(
                "E1035",
                value.span,
                format!("a value of type {from} cannot be converted to type {to}"),
            );
            return None;
        }
        Some(self.ranged(term.typed(of.root), of, value.span))
    }

    /// A value that must be in the range of a subtype.
    pub(super) fn ranged(&mut self, term: Term, of: Subtype, span: Span) -> Term {
        if term.high < of.first || term.low > of.last {
            let name = self.types.name(of.root).to_owned();
            self.always_raises(
                span,
                format!("this value is never in the range of its target of type {name}"),
            );
        }
        term.checked(of.first, of.last).named(of.bounds())
    }

    /// Warns of something that raises an exception whenever it is reached.
    pub(super) fn always_raises(&mut self, span: Span, message: impl Into<String>) {
        self.doubt("W1032", span, || {
            Diagnostic::warning("W1032", message)
                .at(span, "")
                .note("Constraint_Error is raised whenever this is reached")
        });
    }

    fn name_value(&mut self, name: &'a Name, expected: Option<TypeId>) -> Option<Term> {
        let (meaning, rest) = self.meaning(name)?;
        if let [part, ..] = rest {
            let span = match part {
                crate::ast::Part::Arguments(_, span) => *span,
                crate::ast::Part::Selected(ident) | crate::ast::Part::Attribute(ident) => ident.span,
            };
            self.error("E1032", span, "nothing can follow here");
            return None;
        }
        match meaning {
            Meaning::Value(term) => Some(term),
            Meaning::Variable(target) => Some(self.read(target)),
            Meaning::Literals(ids) => {
                let literals = ids.iter().filter_map(|&id| match self.scopes.get(id) {
                    Entity::Literal(of, position) => Some((*of, *position)),
                    _ => None,
                });
                let literals: Vec<(TypeId, i64)> = literals.collect();
                let of_type = |wanted: TypeId| literals.iter().copied().find(|&(of, _)| of == wanted);
                let chosen = match (&literals[..], expected) {
                    (_, Some(wanted)) => of_type(wanted).or(literals.first().copied()),
                    ([only], None) => Some(*only),
                    (_, None) => of_type(Types::BOOLEAN),
                };
                if chosen.is_none() {
                    let help = "write `T'(literal)` with the type that is meant";
                    self.advise("E1033", name.span, "several enumerations have this literal", help);
                }
                chosen.map(|(of, position)| Term::value(position, of))
            }
            Meaning::Entry(_) => {
                let help = "call the entry by a statement of its own, with an `out` parameter for its result";
                self.advise("E1032", name.span, "an entry call has no value", help);
                None
            }
            other => {
                let what = Self::what(&other);
                self.error("E1032", name.span, format!("a value is expected, this is {what}"));
                None
            }
        }
    }

    /// Whether an expression is a literal that several enumerations have.
    pub(super) fn is_ambiguous(&self, expr: &Expr) -> bool {
        let Some(name) = Self::bare(expr) else { return false };
        if !name.parts.is_empty() {
            return false;
        }
        matches!(self.scopes.find(self.scope, &name.head.key), Found::Literals(ids) if ids.len() > 1)
    }

    /// Makes a term that uses a value several times: the value is computed once.
    pub(super) fn bound(
        &mut self,
        value: Term,
        span: Span,
        rest: impl FnOnce(&mut Self, Term) -> Option<Term>,
    ) -> Option<Term> {
        if value.is_simple() {
            return rest(self, value);
        }
        if self.work.is_none() {
            self.error("E1036", span, "the value of this must be known");
            return None;
        }
        let variable = self.copy(value.of, value.low, value.high, span);
        let copied = Term::scalar(variable, value.of, (value.low, value.high), false);
        let rest = rest(self, copied)?;
        Some(Term::with(variable, value, rest))
    }

    fn membership(&mut self, value: &'a Expr, negated: bool, choices: &'a [Choice]) -> Option<Term> {
        let value_term = if self.is_ambiguous(value) {
            let of = choices.first().and_then(|choice| self.choice_type(choice))?;
            self.expression(value, Some(of))?
        } else {
            self.expression(value, None)?
        };
        // A number without a type has that of what it is compared with.
        let of = if value_term.of == Types::UNIVERSAL {
            let found = choices.first().and_then(|choice| self.choice_type(choice))?;
            if found == Types::UNIVERSAL { Types::INTEGER } else { found }
        } else {
            value_term.of
        };
        let value_term = self.fit(value_term, of, value.span)?;
        let mut ranges = Vec::new();
        for choice in choices {
            ranges.push(self.choice_terms(choice, of)?);
        }
        let more = self.types.more(of).unwrap_or(i64::MAX);
        let place = value.span;
        let test = self.bound(value_term, value.span, |this, value| {
            let mut found = Term::truth(false);
            for (low, high) in ranges {
                let above = this.compared(Binary::GreaterEqual, value.clone(), low, more, place)?;
                let below = this.compared(Binary::LessEqual, value.clone(), high, more, place)?;
                let inside = Term::both(above, below);
                found = if found.known() == Some(0) { inside } else { Term::either(found, inside) };
            }
            Some(found)
        })?;
        Some(if negated { Term::unary(Unary::Not, test) } else { test })
    }

    fn if_expression(
        &mut self,
        branches: &'a [(Expr, Expr)],
        otherwise: Option<&'a Expr>,
        expected: Option<TypeId>,
    ) -> Option<Term> {
        let mut parts = Vec::new();
        let mut of = expected;
        let mut open = true;
        for (condition, value) in branches {
            let condition = self.if_evaluated(open, |this| this.condition(condition))?;
            let value =
                self.if_evaluated(open && condition.known() != Some(0), |this| this.expression(value, of))?;
            open &= condition.known() != Some(1);
            if value.of != Types::UNIVERSAL {
                of = Some(value.of);
            }
            parts.push((condition, value));
        }
        let mut result = match otherwise {
            Some(value) => self.if_evaluated(open, |this| this.expression(value, of))?,
            None => Term::truth(true),
        };
        for ((condition, value), (_, source)) in parts.into_iter().zip(branches).rev() {
            let value = self.fit(value, result.of, source.span)?;
            result = Term::choice(condition, value, result);
        }
        Some(result)
    }
}
