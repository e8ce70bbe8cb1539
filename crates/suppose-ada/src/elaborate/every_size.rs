//! Programs of every size at once: types that are as large as a family, with one value for all that is large.
//!
//! # The idea
//! A program is often one of a family: a named number says how many customers there are, a type has a value
//! for each of them, and whatever is written for the last one is written in the same way for all that would
//! follow in a larger program. Elaborated *as a family*, the last value `m` of such a type stands for itself
//! and for all greater ones. Let `h` take every value above `m` to `m` and leave the others alone. What is
//! made here can do `h` of everything that the program of any size from `m` on can do, so a safety property
//! that holds of it holds of them all. This is the datatype reduction of McMillan (CHARME 1999), with one
//! value for all that is not looked at.
//!
//! # Rules
//! * A type with the size as its last bound, or as its modulus, is *open*; types are open for one size only.
//!   The size itself can stand where a value of an open type can, and nowhere else: `Customers - 1` is refused.
//! * Comparisons of open values are exact unless both may be `m`: then either answer is possible.
//! * `x + c` is `m` or out of range once it is `m` or more; `m - c` is anything from there to `m`; `m mod c` is
//!   anything below `c`. All other arithmetic is refused, and conversions, `'Pos`, `'Val` and `'Length` are.
//! * A range keeps its meaning: its first bound is not the size, and it only ends with `m` if that is written as
//!   the size. Values of properties and indices of their states keep theirs in the same way.
//! * A task that stands for many calls none that does: which one it is would not be followed.
//! * A loop over an open range is at `m` any number of times, but at least once.
//! * An element of an array with `m` among its indices stands for many, so its value is not known, each
//!   read of it is an instruction of its own, and a constant array is not looked up there.
//! * A task with `m` among its discriminants or indices stands for many. Whoever makes LTSs leaves it out, so
//!   that its actions can happen at any time; what it does only matters for the values that it can pass.
//! * What a program of one size knows before it runs decides which rendezvous are one step, so such comparisons
//!   are refused, but for those of tasks that stand for many. Of their rendezvous, one that takes two steps here
//!   may be one step for some of them: whoever makes LTSs leaves out those who call it too.
//! * `case` is exact: an alternative for `m` is one for each of the values that it stands for.
//! * Elsewhere a call that names a task that stands for many is made for each of them, one after the other.
//! * A property with a repetition over values up to `m` is left out, as its states could not be told apart.
//!
//! What is refused is an error with its place, so nothing is taken for granted. Constant time for each
//! operator.
//!
//! Tested in `tests/all/every_size`: for programs of several sizes, the traces of every component, with `h` applied to
//! their actions, are compared with those of the family.

use suppose_base::{Diagnostic, Span, closest};

use super::Elaborator;
use super::entity::Entity;
use super::name::EntryChoice;
use super::term::Term;
use super::types::{Class, Subtype, TypeId, Types};
use crate::ast::{Constraint, DiscreteRange, Expr, Ident, Operator, PropertyDef, Range};
use crate::program::{Binary, EntryId, EverySize, Property, Task, TaskId};

impl<'a> Elaborator<'a> {
    /// The size, as a name stands for it.
    pub(super) fn size_declared(&mut self, ident: &'a Ident, from: i64) -> Entity<'a> {
        if self.every_size.is_some() {
            self.error("E1060", ident.span, "two named numbers have the name of the size");
            return Entity::Bad;
        }
        let constant = ident.text.clone();
        self.every_size = Some(EverySize { constant, from, left_out: Vec::new() });
        Entity::Constant(Subtype { root: Types::SIZE, first: from, last: from }, from)
    }

    /// Says that the named number that should be the size is not there.
    pub(super) fn check_size(&mut self) {
        let Some(wanted) = self.every.clone() else { return };
        if self.every_size.is_none() {
            let span = Span::new(self.file, 0, 0);
            let message = format!("the program has no named number `{wanted}`");
            let help = match closest(&wanted, self.numbers.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "the size is declared as in `Customers : constant := 3;`".to_owned(),
            };
            self.advise("E1060", span, message, help);
        }
    }

    /// A property, unless it cannot be said for every size.
    pub(super) fn sized_property(&mut self, property: &'a PropertyDef, tasks: &[Task]) -> Option<Property> {
        let outer = std::mem::take(&mut self.reports);
        let made = self.property(property, tasks);
        let found = std::mem::replace(&mut self.reports, outer);
        let is_wrong = found.has_errors();
        for message in found.finish() {
            if !is_wrong {
                self.reports.push(message);
            } else if message.is_error()
                && let Some(family) = &mut self.every_size
            {
                family.left_out.push((property.name.text.clone(), message));
                break;
            }
        }
        made.filter(|_| !is_wrong)
    }

    /// The type of a declaration whose last bound is the size.
    pub(super) fn open_range(&mut self, name: &str, first: &'a Expr, size: i64) -> Option<Subtype> {
        let place = first.span;
        let (_, first) = self.known(first, None)?;
        if first >= size {
            self.not_for_every(place, "how many values there are");
            return None;
        }
        let root = self.types.add_open(name, Class::Integer, size);
        Some(Subtype { root, first, last: size })
    }

    /// Whether a range means the same at every size: an end that is written as a number stays where it is, and
    /// one that is written as the size moves. So the first bound must not be the size, and the last one must be
    /// if it is the last value.
    pub(super) fn is_steady(&mut self, range: &'a Range, of: Subtype) -> bool {
        let Some(more) = self.types.more(of.root) else { return true };
        let Range::Bounds(first, last) = range else { return true };
        self.size_here(first).is_none() && (of.last < more || self.size_here(last).is_some())
    }

    /// The same for a range that may be that of a subtype.
    pub(super) fn is_steady_range(&mut self, range: &'a DiscreteRange, of: Subtype) -> bool {
        match range {
            DiscreteRange::Range(range) => self.is_steady(range, of),
            DiscreteRange::Subtype(indication) => match &indication.constraint {
                Some(Constraint::Range(range)) => self.is_steady(range, of),
                _ => true,
            },
        }
    }

    /// The type of a declaration whose modulus is the size; `None` when it is another one.
    pub(super) fn open_modulus(&mut self, name: &str, modulus: &'a Expr) -> Option<Subtype> {
        let size = self.size_here(modulus)?;
        let root = self.types.add_open(name, Class::Modular(size), size - 1);
        Some(Subtype { root, first: 0, last: size - 1 })
    }

    /// The value of the size, if an expression is its name.
    pub(super) fn size_here(&mut self, expr: &'a Expr) -> Option<i64> {
        self.every.as_ref()?;
        Self::bare(expr)?;
        let term = self.expression(expr, None)?;
        if term.of == Types::SIZE { term.known() } else { None }
    }

    /// Whether a call is made once for each of the tasks that the one it names stands for. In an alternative
    /// for its number it is made once.
    pub(super) fn is_made_for_each(&mut self, entry: &EntryChoice) -> bool {
        let EntryChoice { tasks, .. } = entry;
        let is_many = self.instances[tasks.group.first.0 as usize].many;
        let values = tasks.indices.iter().map(|(.., index)| index.known());
        let named = match values.collect::<Option<Vec<i64>>>() {
            Some(values) if values.is_empty() => is_many,
            Some(values) => self.stands_for_many(&tasks.group.indices, &values),
            None => false,
        };
        named && self.work().for_one == 0
    }

    /// Whether a task that stands for many calls one: it may be another of its kind, which is not followed.
    pub(super) fn is_call_among_many(&self, members: &[EntryId]) -> bool {
        let is_of_many = |entry: &EntryId| {
            let task = self.entries[entry.0 as usize].task;
            self.instances[task.0 as usize].many
        };
        self.is_in_many() && members.iter().any(is_of_many)
    }

    /// The value that stands for all greater ones, if the term may have it.
    pub(super) fn may_be_more(&self, term: &Term) -> Option<i64> {
        self.types.more(term.of).filter(|&more| term.high >= more)
    }

    /// Says that something cannot be done with values of an open type.
    pub(super) fn not_for_every(&mut self, span: Span, what: &str) -> Option<Term> {
        self.report("E1060", span, |code| {
            Diagnostic::error(code, format!("{what} depends on the size"))
                .at(span, "")
                .note("it cannot be said for every size at once")
        });
        None
    }

    /// An operator on operands at least one of which is of an open type, whose value `more` stands for all
    /// greater ones. The other one may be a literal.
    pub(super) fn open_operator(
        &mut self,
        operator: Operator,
        left: Term,
        right: Term,
        more: i64,
        span: Span,
    ) -> Option<Term> {
        let comparison = match operator {
            Operator::Equal => Some(Binary::Equal),
            Operator::NotEqual => Some(Binary::NotEqual),
            Operator::Less => Some(Binary::Less),
            Operator::LessEqual => Some(Binary::LessEqual),
            Operator::Greater => Some(Binary::Greater),
            Operator::GreaterEqual => Some(Binary::GreaterEqual),
            _ => None,
        };
        if let Some(comparison) = comparison {
            return self.compared(comparison, left, right, more, span);
        }
        let of = if self.types.more(left.of).is_some() { left.of } else { right.of };
        // A distance that is itself one of the values that look alike is not known.
        let distance = |term: &Term| {
            let is_exact = |&by: &i64| term.of == Types::UNIVERSAL || (term.of != Types::SIZE && by < more);
            term.known().filter(is_exact)
        };
        let (value, by) = match (operator, distance(&left), distance(&right)) {
            (Operator::Add | Operator::Subtract | Operator::Mod, _, Some(by)) => (left, by),
            (Operator::Add, Some(by), _) => (right, by),
            _ => return self.not_for_every(span, "the value of this"),
        };
        if value.of == Types::SIZE {
            return self.not_for_every(span, "the value of this");
        }
        let reach = if operator == Operator::Add { more.saturating_sub(by) } else { more - 1 };
        if value.known().is_some_and(|value| value > reach) && !self.is_in_many() {
            return self.not_for_every(span, "the value of this");
        }
        match operator {
            Operator::Add if by >= 0 => self.open_sum(value.typed(of), by, more, span),
            Operator::Subtract if by >= 0 => self.open_difference(value.typed(of), by, more, span),
            Operator::Mod if by > 0 => self.bound(value.typed(of), span, |_, value| {
                let rest = Term::binary(Binary::Mod, value.clone(), Term::value(by, of), of);
                Some(Term::choice(at_least(&value, more), Term::any(of, 0, (by - 1).min(more)), rest))
            }),
            _ => self.not_for_every(span, "the value of this"),
        }
    }

    /// A comparison. When both operands may stand for many values, either answer is possible.
    pub(super) fn compared(
        &mut self,
        comparison: Binary,
        left: Term,
        right: Term,
        more: i64,
        span: Span,
    ) -> Option<Term> {
        if left.high < more || right.high < more {
            return Some(Term::binary(comparison, left, right, Types::BOOLEAN));
        }
        // A program of one size knows the result before it runs, and what its entries look like may depend on
        // it.
        if left.known().is_some() && right.known().is_some() && !self.is_in_many() {
            return self.not_for_every(span, "the value of this");
        }
        self.bound(left, span, |this, left| {
            this.bound(right, span, |_, right| {
                let unknown = Term::both(at_least(&left, more), at_least(&right, more));
                let exact = Term::binary(comparison, left, right, Types::BOOLEAN);
                Some(Term::choice(unknown, Term::any(Types::BOOLEAN, 0, 1), exact))
            })
        })
    }

    /// Whether this is the code of a task that stands for many.
    fn is_in_many(&self) -> bool {
        let is_many = |task: TaskId| self.instances.get(task.0 as usize).is_some_and(|task| task.many);
        self.work.as_ref().is_some_and(|work| is_many(work.task))
    }

    /// `value + by`. What is greater than any value of the type stands for what is out of its range.
    pub(super) fn open_sum(&mut self, value: Term, by: i64, more: i64, span: Span) -> Option<Term> {
        let of = value.of;
        let large = match self.types.class(of) {
            Class::Modular(_) => Term::any(of, 0, more),
            _ => Term::any(of, more, more.saturating_add(1)),
        };
        self.bound(value, span, |_, value| {
            let sum = Term::binary(Binary::Add, value.clone(), Term::value(by, of), of);
            let reaches = more.saturating_sub(by).saturating_add(1).min(more);
            Some(Term::choice(at_least(&value, reaches), large, sum))
        })
    }

    /// `value - by`.
    pub(super) fn open_difference(&mut self, value: Term, by: i64, more: i64, span: Span) -> Option<Term> {
        let of = value.of;
        let is_modular = matches!(self.types.class(of), Class::Modular(_));
        self.bound(value, span, |_, value| {
            let least = more.saturating_sub(by);
            let from_more = Term::any(of, if is_modular { least.max(0) } else { least }, more);
            let exact = Term::binary(Binary::Subtract, value.clone(), Term::value(by, of), of);
            let below = if is_modular {
                let wraps = Term::binary(Binary::Less, value.clone(), Term::value(by, of), Types::BOOLEAN);
                Term::choice(wraps, Term::any(of, 0, more), exact)
            } else {
                exact
            };
            Some(Term::choice(at_least(&value, more), from_more, below))
        })
    }

    /// Whether an element with these indices stands for many.
    pub(super) fn stands_for_many(&self, indices: &[Subtype], values: &[i64]) -> bool {
        indices.iter().zip(values).any(|(of, &value)| self.types.more(of.root).is_some_and(|m| value >= m))
    }

    /// For each element of an array, in order, whether it stands for many.
    pub(super) fn many_elements(&self, indices: &[Subtype]) -> Vec<bool> {
        let mut many = vec![false];
        for of in indices {
            let more = self.types.more(of.root).unwrap_or(i64::MAX);
            let values = || (of.first..=of.last).map(|value| value >= more);
            many = many.iter().flat_map(|&before| values().map(move |is| before || is)).collect();
        }
        many
    }

    /// The type of a term, if it is the size and the other operand has an open type.
    pub(super) fn size_as(&self, term: &Term, other: TypeId) -> bool {
        term.of == Types::SIZE && self.types.more(other).is_some()
    }
}

/// Whether a value stands for many, or for something out of range.
fn at_least(value: &Term, more: i64) -> Term {
    if value.high < more {
        return Term::truth(false);
    }
    Term::binary(Binary::GreaterEqual, value.clone(), Term::value(more, value.of), Types::BOOLEAN)
}
