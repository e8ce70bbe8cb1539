//! Attributes: `'First`, `'Last`, `'Length`, `'Range`, `'Succ`, `'Pred`, `'Pos`, `'Val`, `'Min`, `'Max`.

use suppose_base::Span;

use super::Elaborator;
use super::name::Meaning;
use super::term::Term;
use super::types::{Class, Subtype, TypeId, Types};
use crate::ast::{Argument, Expr, Ident, Name, Part};
use crate::program::Binary;

impl<'a> Elaborator<'a> {
    /// The value of an attribute; its arguments are taken from the parts that follow.
    pub(super) fn attribute(
        &mut self,
        prefix: &Meaning,
        attribute: &'a Ident,
        rest: &mut &'a [Part],
        span: Span,
    ) -> Option<Term> {
        let arguments: &'a [Argument] = match rest {
            [Part::Arguments(arguments, _), after @ ..] => {
                *rest = after;
                arguments
            }
            _ => &[],
        };
        let key = attribute.key.as_str();
        match key {
            "first" | "last" | "length" => {
                let of = self.attribute_range(prefix, arguments, span)?;
                Some(match key {
                    "first" => Term::value(of.first, of.root),
                    "last" => Term::value(of.last, of.root),
                    _ if self.types.more(of.root).is_some_and(|more| of.last >= more) => {
                        return self.not_for_every(span, "the value of this");
                    }
                    _ => Term::value(of.count(), Types::UNIVERSAL),
                })
            }
            "succ" | "pred" | "pos" | "val" | "min" | "max" => {
                let Meaning::Type(of) = *prefix else {
                    self.error("E1050", span, format!("`'{}` belongs to a type", attribute.text));
                    return None;
                };
                if !self.types.is_discrete(of.root) {
                    self.error("E1050", span, format!("this type has no `'{}`", attribute.text));
                    return None;
                }
                self.function_attribute(key, of, arguments, span)
            }
            _ => {
                let help = "First, Last, Length, Range, Succ, Pred, Pos, Val, Min and Max are in it, and \
                    Image in calls of Put";
                let message = format!("the attribute `'{}` is outside of the subset", attribute.text);
                self.advise("E1050", attribute.span, message, help);
                None
            }
        }
    }

    /// The range that `'First` and `'Last` are the ends of.
    fn attribute_range(
        &mut self,
        prefix: &Meaning,
        arguments: &'a [Argument],
        span: Span,
    ) -> Option<Subtype> {
        let array: Option<TypeId> = match prefix {
            Meaning::Type(of) if self.types.is_discrete(of.root) && arguments.is_empty() => return Some(*of),
            Meaning::Type(of) => Some(of.root),
            Meaning::Array(_, of, _) | Meaning::Table(of, _) => Some(*of),
            Meaning::Tasks(tasks) if tasks.indices.is_empty() && !tasks.group.indices.is_empty() => {
                let number = self.dimension(arguments, tasks.group.indices.len())?;
                return tasks.group.indices.get(number).copied();
            }
            _ => None,
        };
        let Some(array) = array.and_then(|of| self.types.array(of)) else {
            self.error("E1050", span, "this attribute belongs to a discrete type or an array");
            return None;
        };
        let number = self.dimension(arguments, array.indices.len())?;
        array.indices.get(number).copied()
    }

    /// Which dimension of an array an attribute means.
    fn dimension(&mut self, arguments: &'a [Argument], dimensions: usize) -> Option<usize> {
        let [Argument { value, .. }] = arguments else { return Some(0) };
        let (_, number) = self.known(value, None)?;
        let found = usize::try_from(number).ok().filter(|number| (1..=dimensions).contains(number));
        if found.is_none() {
            self.error("E1043", value.span, format!("the array has {dimensions} dimensions"));
        }
        found.map(|number| number - 1)
    }

    /// `A'Range`
    pub(super) fn range_attribute(&mut self, name: &'a Name) -> Option<Subtype> {
        let at = name.parts.iter().position(|part| matches!(part, Part::Attribute(_)))?;
        let arguments: &'a [Argument] = match name.parts.get(at + 1) {
            Some(Part::Arguments(arguments, _)) => arguments,
            _ => &[],
        };
        if let Part::Attribute(attribute) = &name.parts[at]
            && attribute.key != "range"
        {
            self.error("E1050", attribute.span, "only `'Range` is a range");
            return None;
        }
        let prefix = self.prefix_meaning(&name.head, &name.parts[..at])?;
        self.attribute_range(&prefix, arguments, name.span)
    }

    /// What the beginning of a name means.
    fn prefix_meaning(&mut self, head: &'a Ident, parts: &'a [Part]) -> Option<Meaning> {
        let (meaning, rest) = self.follow(head, parts, head.span)?;
        if rest.is_empty() { Some(meaning) } else { None }
    }

    fn function_attribute(
        &mut self,
        key: &str,
        of: Subtype,
        arguments: &'a [Argument],
        span: Span,
    ) -> Option<Term> {
        let wanted = if key == "min" || key == "max" { 2 } else { 1 };
        if arguments.len() != wanted {
            self.error("E1041", span, format!("this attribute has {wanted} argument(s)"));
            return None;
        }
        let value = |this: &mut Self, number: usize| -> Option<(Term, &'a Expr)> {
            let argument = &arguments[number].value;
            Some((this.expression(argument, Some(of.root))?, argument))
        };
        let base = self.types.base(of.root);
        let more = self.types.more(of.root);
        match (key, more) {
            ("succ" | "pred", Some(more)) => {
                let (term, _) = value(self, 0)?;
                if key == "succ" {
                    self.open_sum(term, 1, more, span)
                } else {
                    self.open_difference(term, 1, more, span)
                }
            }
            ("pos" | "val", Some(_)) => self.not_for_every(span, "the value of this"),
            ("succ" | "pred", None) => {
                let (term, _) = value(self, 0)?;
                let operator = if key == "succ" { Binary::Add } else { Binary::Subtract };
                let moved = Term::binary(operator, term, Term::value(1, of.root), of.root);
                if matches!(self.types.class(of.root), Class::Modular(_)) {
                    return Some(self.wrapped(moved));
                }
                Some(self.ranged(moved, base, span))
            }
            ("pos", None) => Some(value(self, 0)?.0.typed(Types::UNIVERSAL)),
            ("val", None) => {
                let argument = &arguments[0].value;
                let term = self.expression(argument, None)?;
                if !self.types.is_number(term.of) {
                    self.error("E1035", argument.span, "a number is expected");
                    return None;
                }
                Some(self.ranged(term, base, argument.span).typed(of.root))
            }
            _ => {
                let (left, left_source) = value(self, 0)?;
                let (right, right_source) = value(self, 1)?;
                let operator = if key == "min" { Binary::LessEqual } else { Binary::GreaterEqual };
                self.bound(left, left_source.span, |this, left| {
                    this.bound(right, right_source.span, |this, right| {
                        let more = more.unwrap_or(i64::MAX);
                        let test = this.compared(operator, left.clone(), right.clone(), more, span)?;
                        Some(Term::choice(test, left, right))
                    })
                })
            }
        }
    }
}
