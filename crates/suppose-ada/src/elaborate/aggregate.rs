//! Aggregates, and elements of constant arrays.

use suppose_base::Span;

use super::Elaborator;
use super::term::Term;
use super::types::{ArrayType, ElementType, Subtype, Types};
use crate::ast::{Association, Choice, Expr, ExprKind};
use crate::program::Binary;

impl<'a> Elaborator<'a> {
    /// The values of the elements that an aggregate gives, the last index changing fastest.
    pub(super) fn aggregate(&mut self, expr: &'a Expr, array: &ArrayType) -> Option<Vec<Term>> {
        self.rows(expr, array, 0)
    }

    fn rows(&mut self, expr: &'a Expr, array: &ArrayType, dimension: usize) -> Option<Vec<Term>> {
        let Some(index) = array.indices.get(dimension) else {
            let ElementType::Scalar(of) = array.element else { return None };
            let term = self.expression(expr, Some(of.root))?;
            return Some(vec![self.ranged(term, of, expr.span)]);
        };
        let associations = match &expr.kind {
            ExprKind::Aggregate(associations) => associations,
            ExprKind::Qualified(_, value) => return self.rows(value, array, dimension),
            _ => {
                self.advise("E1049", expr.span, "an aggregate is expected", "write it as `(others => e)`");
                return None;
            }
        };
        let by_place = self.places(associations, *index, expr.span)?;
        let mut parts: Vec<Option<Vec<Term>>> = vec![None; associations.len()];
        let mut all = Vec::new();
        for number in by_place {
            if parts[number].is_none() {
                parts[number] = Some(self.rows(&associations[number].value, array, dimension + 1)?);
            }
            all.extend(parts[number].iter().flatten().cloned());
        }
        Some(all)
    }

    /// For each value of an index the association that is for it.
    fn places(&mut self, associations: &'a [Association], index: Subtype, span: Span) -> Option<Vec<usize>> {
        let count = usize::try_from(index.count()).ok()?;
        let mut places: Vec<Option<usize>> = vec![None; count];
        for (number, association) in associations.iter().enumerate() {
            if association.choices.is_empty() {
                let Some(place) = places.get_mut(number) else {
                    self.error("E1049", association.value.span, format!("the array has {count} elements"));
                    return None;
                };
                *place = Some(number);
            }
            for choice in &association.choices {
                if let Choice::Others(_) = choice {
                    places.iter_mut().filter(|place| place.is_none()).for_each(|place| *place = Some(number));
                    continue;
                }
                let (low, high) = self.choice_values(choice, index.root)?;
                for value in low..=high {
                    let place = value.checked_sub(index.first).and_then(|place| usize::try_from(place).ok());
                    let Some(place) = place.and_then(|place| places.get_mut(place)) else {
                        let shown = self.types.show(index.root, value);
                        self.error(
                            "E1049",
                            association.value.span,
                            format!("the array has no element {shown}"),
                        );
                        return None;
                    };
                    if place.is_some() {
                        let shown = self.types.show(index.root, value);
                        self.error(
                            "E1049",
                            association.value.span,
                            format!("element {shown} is given twice"),
                        );
                        return None;
                    }
                    *place = Some(number);
                }
            }
        }
        if let Some((missing, _)) = (index.first..).zip(&places).find(|(_, place)| place.is_none()) {
            let shown = self.types.show(index.root, missing);
            self.error("E1049", span, format!("no value is given for element {shown}"));
            return None;
        }
        Some(places.into_iter().flatten().collect())
    }

    /// An element of a constant array: a balanced tree of choices when the index is not known.
    pub(super) fn table_element(
        &mut self,
        values: &[i64],
        indices: &[(i64, i64, Term)],
        of: Subtype,
        span: Span,
    ) -> Option<Term> {
        if indices.iter().any(|(.., index)| self.may_be_more(index).is_some()) {
            return self.not_for_every(span, "the value of this");
        }
        let mut place = Term::value(0, Types::UNIVERSAL);
        for (low, high, index) in indices {
            let index = index.clone().checked(*low, *high).typed(Types::UNIVERSAL);
            let number = |value: i64| Term::value(value, Types::UNIVERSAL);
            let row = Term::binary(Binary::Multiply, place, number(high - low + 1), Types::UNIVERSAL);
            let column = Term::binary(Binary::Subtract, index, number(*low), Types::UNIVERSAL);
            place = Term::binary(Binary::Add, row, column, Types::UNIVERSAL);
        }
        if let Some(place) = place.known().and_then(|place| usize::try_from(place).ok())
            && let Some(&value) = values.get(place)
        {
            return Some(Term::value(value, of.root));
        }
        self.bound(place, span, |_, place| Some(search(&place, values, 0, of)))
    }
}

/// The value at a place among those that begin at `from`.
fn search(place: &Term, values: &[i64], from: i64, of: Subtype) -> Term {
    let first = values.first().copied().unwrap_or(of.first);
    if values.iter().all(|&value| value == first) {
        return Term::value(first, of.root);
    }
    let (left, right) = values.split_at(values.len() / 2);
    let middle = from + i64::try_from(left.len()).unwrap_or(i64::MAX);
    let test = Term::binary(Binary::Less, place.clone(), Term::value(middle, place.of), Types::BOOLEAN);
    Term::choice(test, search(place, left, from, of), search(place, right, middle, of))
}
