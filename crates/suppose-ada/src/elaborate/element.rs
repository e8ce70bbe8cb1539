//! What a name with arguments after it means: an element of an array, a conversion, one task of many.

use suppose_base::Span;

use super::Elaborator;
use super::name::{Meaning, Target, TaskChoice};
use super::term::Term;
use super::types::{ElementType, Subtype};
use crate::ast::Argument;
use crate::program::VarId;

impl<'a> Elaborator<'a> {
    /// What a name with arguments after it means: an element, a conversion, or one task of an array.
    pub(super) fn applied(
        &mut self,
        prefix: Meaning,
        span: Span,
        arguments: &'a [Argument],
        place: Span,
    ) -> Option<Meaning> {
        match prefix {
            Meaning::Type(of) => {
                let [Argument { formal: None, value }] = arguments else {
                    self.error("E1041", place, "a conversion has one value");
                    return None;
                };
                Some(Meaning::Value(self.conversion(of, value)?))
            }
            Meaning::Array(first, root, access) => {
                let array = self.types.array(root)?;
                let indices = self.indices(arguments, &array.indices, place)?;
                let ElementType::Scalar(of) = array.element else { return None };
                Some(Meaning::Variable(known_element(Target { first, indices, of, access })))
            }
            Meaning::Table(root, values) => {
                let array = self.types.array(root)?;
                let indices = self.indices(arguments, &array.indices, place)?;
                let ElementType::Scalar(of) = array.element else { return None };
                Some(Meaning::Value(self.table_element(&values, &indices, of, span.to(place))?))
            }
            Meaning::Tasks(tasks) if tasks.indices.is_empty() && !tasks.group.indices.is_empty() => {
                let indices = self.indices(arguments, &tasks.group.indices.clone(), place)?;
                Some(Meaning::Tasks(TaskChoice { indices, ..tasks }))
            }
            other => {
                let what = Self::what(&other);
                self.error("E1032", span, format!("{what} takes no arguments or indices"));
                None
            }
        }
    }

    /// Indices of an array or family.
    pub(super) fn indices(
        &mut self,
        arguments: &'a [Argument],
        of: &[Subtype],
        span: Span,
    ) -> Option<Vec<(i64, i64, Term)>> {
        if arguments.len() != of.len() {
            let (given, wanted) = (arguments.len(), of.len());
            self.error("E1041", span, format!("{given} indices where {wanted} are wanted"));
            return None;
        }
        let mut indices = Vec::new();
        for (argument, of) in arguments.iter().zip(of) {
            if let Some(formal) = &argument.formal {
                self.error("E1041", formal.span, "indices have no names");
                return None;
            }
            let term = self.expression(&argument.value, Some(of.root))?;
            if term.high < of.first || term.low > of.last {
                self.always_raises(argument.value.span, "this index is never in the range of the array");
            }
            indices.push((of.first, of.last, term));
        }
        Some(indices)
    }

    /// The value of a variable.
    pub(super) fn read(&self, target: Target) -> Term {
        let Target { first, indices, of, .. } = target;
        let shared = self.is_read_alone(first);
        if indices.is_empty() {
            Term::scalar(first, of.root, of.bounds(), shared)
        } else {
            Term::element(first, of.root, of.bounds(), shared, indices)
        }
    }
}

/// An element whose indices are known and in their ranges is a variable like any other.
fn known_element(target: Target) -> Target {
    let mut place = 0;
    for (low, high, index) in &target.indices {
        match index.known() {
            Some(value) if (low..=high).contains(&&value) => place = place * (high - low + 1) + (value - low),
            _ => return target,
        }
    }
    let first = VarId(target.first.0 + u32::try_from(place).unwrap_or(0));
    Target { first, indices: Vec::new(), ..target }
}
