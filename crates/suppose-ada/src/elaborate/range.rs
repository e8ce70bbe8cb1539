//! Types by name, ranges, and values that must be known.

use suppose_base::Span;

use super::Elaborator;
use super::name::Meaning;
use super::term::Term;
use super::types::{MOST_VALUES, Subtype, TypeId, Types};
use crate::ast::{Choice, Constraint, DiscreteRange, Expr, Name, Range, SubtypeIndication};

impl<'a> Elaborator<'a> {
    /// The discrete type of a name.
    pub(super) fn subtype(&mut self, mark: &'a Name) -> Option<Subtype> {
        let (meaning, rest) = self.meaning(mark)?;
        match meaning {
            Meaning::Type(of) if rest.is_empty() && self.types.is_discrete(of.root) => Some(of),
            Meaning::Type(_) => {
                self.advise(
                    "E1048",
                    mark.span,
                    "values of this type are outside of the subset",
                    "enumerations and ranges of integers are in it",
                );
                None
            }
            other => {
                let what = Self::what(&other);
                self.error("E1032", mark.span, format!("a type is expected, this is {what}"));
                None
            }
        }
    }

    /// A discrete type with what it is restricted to.
    pub(super) fn restricted(&mut self, indication: &'a SubtypeIndication) -> Option<Subtype> {
        let of = self.subtype(&indication.mark)?;
        match &indication.constraint {
            None => Some(of),
            Some(Constraint::Range(range)) => {
                let (first, last) = self.known_range(range, Some(of.root))?.bounds();
                // An empty range may have any bounds.
                if first <= last && (first < of.first || last > of.last) {
                    let [first, last] = [of.first, of.last].map(|value| self.types.show(of.root, value));
                    let message = format!("the range is not inside of {first} .. {last}");
                    self.error("E1043", range.span(), message);
                    return None;
                }
                Some(Subtype { root: of.root, first, last })
            }
            Some(Constraint::Discriminants(_)) => {
                self.error("E1057", indication.span, "only task types have discriminants");
                None
            }
        }
    }

    /// A discrete type that variables can have.
    pub(super) fn bounded(&mut self, of: Subtype, span: Span) -> Option<Subtype> {
        if of.count() > MOST_VALUES {
            let name = self.types.name(of.root).to_owned();
            self.advise(
                "E1037",
                span,
                format!("a variable of type {name} has too many values"),
                format!(
                    "give it a range of at most {MOST_VALUES} values, such as `subtype Count is Integer \
                        range 0 .. 10`"
                ),
            );
            return None;
        }
        if of.count() == 0 {
            self.error("E1043", span, "a variable of this type has no value");
            return None;
        }
        Some(of)
    }

    /// A value that must be known.
    pub(super) fn known(&mut self, expr: &'a Expr, expected: Option<TypeId>) -> Option<(TypeId, i64)> {
        let term = self.expression(expr, expected)?;
        let of = term.of;
        let value = term.known();
        if value.is_none() {
            self.advise(
                "E1036",
                expr.span,
                "the value of this must be known",
                "only constants, literals, discriminants and operators on them can stand here",
            );
        }
        value.map(|value| (of, value))
    }

    /// A range whose bounds must be known.
    pub(super) fn known_range(&mut self, range: &'a Range, expected: Option<TypeId>) -> Option<Subtype> {
        let (low, high) = self.range_terms(range, expected)?;
        let (Some(first), Some(last)) = (low.known(), high.known()) else {
            self.advise(
                "E1036",
                range.span(),
                "the bounds of this range must be known",
                "only constants, literals, discriminants and operators on them can stand here",
            );
            return None;
        };
        let of = Subtype { root: low.of, first, last };
        if !self.is_steady(range, of) {
            self.not_for_every(range.span(), "how many values there are");
            return None;
        }
        Some(of)
    }

    /// The values of a range in a place where they must be known.
    pub(super) fn discrete(&mut self, range: &'a DiscreteRange) -> Option<Subtype> {
        match range {
            DiscreteRange::Range(range) => self.known_range(range, None),
            DiscreteRange::Subtype(indication) => self.restricted(indication),
        }
    }

    /// The values that the name of a repetition in a property stands for. Numbers without a type stay so, and
    /// fit wherever a number does.
    pub(super) fn repeated(&mut self, range: &'a DiscreteRange) -> Option<Subtype> {
        let of = self.discrete(range)?;
        let DiscreteRange::Range(Range::Bounds(first, last)) = range else { return Some(of) };
        let mut untyped = |bound: &'a Expr| Some(self.expression(bound, None)?.of == Types::UNIVERSAL);
        let root = if untyped(first)? && untyped(last)? { Types::UNIVERSAL } else { of.root };
        Some(Subtype { root, ..of })
    }

    /// Both bounds of a range.
    fn range_terms(&mut self, range: &'a Range, expected: Option<TypeId>) -> Option<(Term, Term)> {
        match range {
            Range::Attribute(name) => {
                let of = self.range_attribute(name)?;
                Some((Term::value(of.first, of.root), Term::value(of.last, of.root)))
            }
            Range::Bounds(first, last) => {
                let low = self.expression(first, expected)?;
                let hint = if low.of == Types::UNIVERSAL { expected } else { Some(low.of) };
                let high = self.expression(last, hint)?;
                let low = if low.of == Types::UNIVERSAL { self.fit(low, high.of, first.span)? } else { low };
                // Literals alone are integers, as in loops.
                if low.of == Types::UNIVERSAL {
                    return Some((low.typed(Types::INTEGER), high.typed(Types::INTEGER)));
                }
                Some((low, high))
            }
        }
    }

    /// Both bounds of a range, which need not be known.
    pub(super) fn discrete_terms(
        &mut self,
        range: &'a DiscreteRange,
        expected: Option<TypeId>,
    ) -> Option<(Term, Term)> {
        let (low, high) = match range {
            DiscreteRange::Range(range) => self.range_terms(range, expected)?,
            DiscreteRange::Subtype(indication) => {
                if let Some(Constraint::Range(range)) = &indication.constraint {
                    let of = self.subtype(&indication.mark)?;
                    self.range_terms(range, Some(of.root))?
                } else {
                    let of = self.restricted(indication)?;
                    (Term::value(of.first, of.root), Term::value(of.last, of.root))
                }
            }
        };
        if !self.types.is_discrete(low.of) {
            let name = self.types.name(low.of).to_owned();
            self.error("E1035", range.span(), format!("type {name} has no ranges"));
            return None;
        }
        Some((low, high))
    }

    /// The type of the values of a choice.
    pub(super) fn choice_type(&mut self, choice: &'a Choice) -> Option<TypeId> {
        match choice {
            Choice::Value(expr) => match self.type_named(expr) {
                Some(of) => Some(of.root),
                None => self.expression(expr, None).map(|term| term.of),
            },
            Choice::Range(range) => self.discrete_terms(range, None).map(|(low, _)| low.of),
            Choice::Others(_) => None,
        }
    }

    /// The subtype that an expression names, without a message if it names none.
    pub(super) fn type_named(&mut self, expr: &'a Expr) -> Option<Subtype> {
        let name = Self::bare(expr)?;
        let errors = self.reports.errors();
        // Only names of types are looked at here, so that nothing is said twice.
        if !self.is_type_name(name) {
            return None;
        }
        debug_assert_eq!(errors, self.reports.errors());
        match self.meaning(name)? {
            (Meaning::Type(of), []) => Some(of),
            _ => None,
        }
    }

    fn is_type_name(&self, name: &Name) -> bool {
        use super::entity::Entity;
        use super::scope::Found;
        use crate::ast::Part;
        let mut found = self.scopes.find(self.scope, &name.head.key);
        for part in &name.parts {
            let Part::Selected(ident) = part else { return false };
            let scope = match &found {
                Found::One(id) => match self.scopes.get(*id) {
                    Entity::Package(scope) => *scope,
                    _ => return false,
                },
                Found::Unit(scope) => *scope,
                _ => return false,
            };
            found = self.scopes.select(scope, &ident.key);
        }
        matches!(found, Found::One(id) if matches!(self.scopes.get(id), Entity::Type(_)))
    }

    /// Both bounds of a choice of a type.
    pub(super) fn choice_terms(&mut self, choice: &'a Choice, of: TypeId) -> Option<(Term, Term)> {
        let (low, high, span) = match choice {
            Choice::Value(expr) => {
                if let Some(named) = self.type_named(expr) {
                    (Term::value(named.first, named.root), Term::value(named.last, named.root), expr.span)
                } else {
                    let term = self.expression(expr, Some(of))?;
                    (term.clone(), term, expr.span)
                }
            }
            Choice::Range(range) => {
                let (low, high) = self.discrete_terms(range, Some(of))?;
                (low, high, range.span())
            }
            Choice::Others(span) => {
                self.error("E1042", *span, "`others` cannot stand here");
                return None;
            }
        };
        let low = self.fit(low, of, span)?;
        let high = self.fit(high, of, span)?;
        Some((low, high))
    }

    /// The values of a choice, which must be known.
    pub(super) fn choice_values(&mut self, choice: &'a Choice, of: TypeId) -> Option<(i64, i64)> {
        let (low, high) = self.choice_terms(choice, of)?;
        if let (Some(low), Some(high)) = (low.known(), high.known()) {
            let of = Subtype { root: of, first: low, last: high };
            if let Choice::Range(range) = choice
                && !self.is_steady_range(range, of)
            {
                self.not_for_every(range.span(), "which values these are");
                return None;
            }
            return Some((low, high));
        }
        let span = match choice {
            Choice::Value(expr) => expr.span,
            Choice::Range(range) => range.span(),
            Choice::Others(span) => *span,
        };
        self.error("E1036", span, "the values of a choice must be known");
        None
    }
}
