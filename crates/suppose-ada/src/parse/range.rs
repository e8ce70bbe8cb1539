//! Ranges, choices, and types with what they are restricted to.

use super::{Parse, Parser};
use crate::ast::{Choice, Constraint, DiscreteRange, Expr, ExprKind, Name, Part, Range, SubtypeIndication};
use crate::token::{Keyword, Mark};
use suppose_base::descent::Descent;

impl Parser<'_> {
    /// `a .. b` or `A'Range`, as after `range`.
    pub(super) fn range(&mut self) -> Parse<Range> {
        let first = self.simple()?;
        if self.take(Mark::DotDot) {
            let last = self.simple()?;
            return Ok(Range::Bounds(Box::new(first), Box::new(last)));
        }
        match first.kind {
            ExprKind::Name(name) if is_range_attribute(&name) => Ok(Range::Attribute(name)),
            _ => Err(self.unexpected("`..`", "in a range")),
        }
    }

    /// `a .. b`, `A'Range`, `T` or `T range a .. b`
    pub(super) fn discrete_range(&mut self) -> Parse<DiscreteRange> {
        let first = self.simple()?;
        if self.take(Mark::DotDot) {
            let last = self.simple()?;
            return Ok(DiscreteRange::Range(Range::Bounds(Box::new(first), Box::new(last))));
        }
        match first.kind {
            ExprKind::Name(name) if is_range_attribute(&name) => {
                Ok(DiscreteRange::Range(Range::Attribute(name)))
            }
            ExprKind::Name(mark) => Ok(DiscreteRange::Subtype(self.restricted(mark)?)),
            _ => Err(self.unexpected("`..`", "in a range")),
        }
    }

    /// The range after the name of a type, if there is one.
    fn restricted(&mut self, mark: Name) -> Parse<SubtypeIndication> {
        let mut span = mark.span;
        let mut constraint = None;
        if self.take(Keyword::Range) {
            let range = self.range()?;
            span = span.to(range.span());
            constraint = Some(Constraint::Range(range));
        }
        Ok(SubtypeIndication { mark, constraint, span })
    }

    /// A type with what it is restricted to, as in declarations.
    pub(super) fn subtype_indication(&mut self, context: &str) -> Parse<SubtypeIndication> {
        if let Some(failed) = self.outside_type() {
            return Err(failed);
        }
        let mark = self.mark("the name of a type", context)?;
        if self.at(Mark::Left) {
            let arguments = self.arguments()?;
            let span = mark.span.to(self.previous);
            return Ok(SubtypeIndication {
                mark,
                constraint: Some(Constraint::Discriminants(arguments)),
                span,
            });
        }
        self.restricted(mark)
    }

    /// Choices with bars between them. `complete` allows all that aggregates and `case` have and membership
    /// tests have not: comparisons, `T range a .. b` and `others`.
    pub(super) fn choices(&mut self, complete: bool) -> Parse<Vec<Choice>> {
        self.list(Mark::Bar, |parser| parser.choice(complete))
    }

    fn choice(&mut self, complete: bool) -> Parse<Choice> {
        if complete && self.at(Keyword::Others) {
            return Ok(Choice::Others(self.advance().span));
        }
        let first = self.simple()?;
        if self.take(Mark::DotDot) {
            let last = self.simple()?;
            return Ok(Choice::Range(DiscreteRange::Range(Range::Bounds(Box::new(first), Box::new(last)))));
        }
        match first {
            Expr { kind: ExprKind::Name(name), .. } if is_range_attribute(&name) => {
                Ok(Choice::Range(DiscreteRange::Range(Range::Attribute(name))))
            }
            Expr { kind: ExprKind::Name(mark), .. } if complete && self.at(Keyword::Range) => {
                Ok(Choice::Range(DiscreteRange::Subtype(self.restricted(mark)?)))
            }
            first if complete => Ok(Choice::Value(self.expression_after(first)?)),
            first => Ok(Choice::Value(first)),
        }
    }
}

/// `A'Range` or `A'Range (2)`
pub(super) fn is_range_attribute(name: &Name) -> bool {
    let mut parts = name.parts.iter().rev();
    let last = match parts.next() {
        Some(Part::Arguments(..)) => parts.next(),
        last => last,
    };
    matches!(last, Some(Part::Attribute(attribute)) if attribute.key == "range")
}
