//! A table as one set: the space in which rules are looked for and judged.
//!
//! The counter is a binary number in the first variables, the columns of the table come after it. What no
//! configuration can be – a number without a row, an event with two values – is outside of
//! [`Frame::possible`], and no rule has to exclude it.
//!
//! Nothing is received in configuration 0. When row 0 says just that, it is *given*: rules for people need
//! not repeat it, and may say something about microstep 0 or not, whichever is shorter.

use crate::lang::EventId;

use super::redundancy::Shape;
use super::rule::{Fact, Literal, Steps, Term, Terms, Test};
use crate::space::{Set, Space, Try};
use crate::table::{Column, Table};

/// A table in a space.
#[derive(Debug)]
pub(super) struct Frame<'s> {
    pub(super) space: &'s Space,
    pub(super) columns: &'s [Column],
    /// For each row the valuations, as a set that says nothing about the counter.
    pub(super) rows: Vec<Set>,
    /// The whole table: counter and valuations.
    pub(super) table: Set,
    /// Counter and valuations that can be without any rule.
    pub(super) possible: Set,
    /// Valuations without two values of one event.
    pub(super) single: Set,
    /// The counter at each row.
    counter: Vec<Set>,
    bits: u32,
}

/// How many variables the space for a table needs.
pub(super) fn variables(table: &Table) -> u32 {
    bits(table) + table.columns.len() as u32
}

fn bits(table: &Table) -> u32 {
    table.last().checked_ilog2().map_or(0, |log| log + 1)
}

impl<'s> Frame<'s> {
    /// The table in a space of [`variables`].
    pub(super) fn new(table: &'s Table, space: &'s Space) -> Try<Self> {
        let bits = bits(table);
        let columns = &table.columns;
        let mut rows: Vec<Set> = Vec::with_capacity(table.rows.len());
        let mut counter = Vec::with_capacity(table.rows.len());
        for (number, row) in table.rows.iter().enumerate() {
            // Rows that are equal to the one before are frequent.
            if number > 0 && table.rows[number - 1] == *row {
                rows.push(rows[number - 1].clone());
            } else {
                rows.push(row.to_set(space, |column| bits + column)?);
            }
            let mut code = space.constant(true);
            for bit in (0..bits).rev() {
                code = space.literal(bit, number >> (bits - 1 - bit) & 1 == 1)?.and(&code)?;
            }
            counter.push(code);
        }
        let mut frame = Self {
            space,
            columns,
            table: space.constant(false),
            possible: space.constant(false),
            single: single(columns, space, bits)?,
            rows,
            counter,
            bits,
        };
        for (code, row) in frame.counter.iter().zip(&frame.rows) {
            frame.table = frame.table.or(&code.and(row)?)?;
            frame.possible = frame.possible.or(&code.and(&frame.single)?)?;
        }
        Ok(frame)
    }

    pub(super) fn last(&self) -> usize {
        self.rows.len() - 1
    }

    /// What facts about this table tell apart.
    pub(super) fn shape(&self, given: bool) -> Shape<'s> {
        Shape { columns: self.columns, last: self.last(), given }
    }

    /// The variable of a column.
    pub(super) fn variable(&self, column: usize) -> u32 {
        self.bits + column as u32
    }

    /// The column of a variable.
    pub(super) fn column(&self, variable: u32) -> Column {
        self.columns[(variable - self.bits) as usize]
    }

    /// The valuation without any event.
    pub(super) fn nothing(&self) -> Try<Set> {
        self.valuation(|_| false)
    }

    /// One valuation, by columns.
    pub(super) fn valuation(&self, value: impl Fn(usize) -> bool) -> Try<Set> {
        let mut set = self.space.constant(true);
        for column in (0..self.columns.len()).rev() {
            set = self.space.literal(self.variable(column), value(column))?.and(&set)?;
        }
        Ok(set)
    }

    /// Whether row 0 says that nothing is received there, and only that. A table with a single row has no row
    /// for microstep 0 alone.
    pub(super) fn row_zero_is_given(&self) -> Try<bool> {
        Ok(self.last() > 0 && self.rows[0] == self.nothing()?)
    }

    /// What rules have to tell apart: what is possible, but for microstep 0 if that is given.
    pub(super) fn described(&self, given: bool) -> Try<Set> {
        if given { self.possible.minus(&self.counter[0]) } else { Ok(self.possible.clone()) }
    }

    /// From the number of a row to that of another, as an interval of microsteps.
    pub(super) fn steps(&self, from: usize, to: usize) -> Steps {
        Steps { from: from as u32, to: (to < self.last()).then_some(to as u32) }
    }

    fn steps_set(&self, steps: Steps) -> Try<Set> {
        let mut set = self.space.constant(false);
        for (number, code) in self.counter.iter().enumerate() {
            if steps.has(number as u32) {
                set = set.or(code)?;
            }
        }
        Ok(set)
    }

    fn event_absent(&self, event: EventId) -> Try<Set> {
        let mut set = self.space.constant(true);
        for (number, _) in self.columns.iter().enumerate().filter(|(_, column)| column.event == event) {
            set = set.minus(&self.space.variable(self.variable(number))?)?;
        }
        Ok(set)
    }

    /// Where a literal is true.
    pub(super) fn literal(&self, literal: Literal) -> Try<Set> {
        let value = |value| {
            let at = self.columns.iter().position(|c| c.event == literal.event && c.value == Some(value));
            at.map_or_else(|| Ok(self.space.constant(false)), |at| self.space.variable(self.variable(at)))
        };
        match literal.test {
            Test::Absent => self.event_absent(literal.event),
            Test::Present => self.event_absent(literal.event)?.not(),
            Test::Is(this) => value(this),
            Test::IsNot(this) => value(this)?.not(),
        }
    }

    /// Where a term is true.
    pub(super) fn term(&self, term: Term) -> Try<Set> {
        match term {
            Term::Steps(steps) => self.steps_set(steps),
            Term::Literal(literal) => self.literal(literal),
        }
    }

    /// Where a conjunction is true.
    pub(super) fn terms(&self, terms: &Terms) -> Try<Set> {
        let mut set =
            terms.steps.map_or_else(|| Ok(self.space.constant(true)), |steps| self.steps_set(steps))?;
        for &literal in terms.literals.iter().rev() {
            set = self.literal(literal)?.and(&set)?;
        }
        Ok(set)
    }

    /// What a fact excludes.
    pub(super) fn excluded(&self, fact: &Fact) -> Try<Set> {
        let condition = self.terms(&fact.condition)?;
        fact.conclusion.map_or_else(|| Ok(condition.clone()), |term| condition.minus(&self.term(term)?))
    }

    /// How many pairs of microstep and valuation of the table meet a condition.
    pub(super) fn support(&self, condition: &Terms) -> Try<u64> {
        let set = self.terms(condition)?.and(&self.table)?;
        let count = set.count(self.space.variables());
        #[expect(clippy::cast_sign_loss, reason = "a number of elements, and a cast that saturates")]
        Ok(count as u64)
    }

    /// The union of sets, in pairs, so that small ones meet small ones. Depth of the recursion: the logarithm
    /// of their number.
    pub(super) fn union(&self, sets: &[Set]) -> Try<Set> {
        match sets {
            [] => Ok(self.space.constant(false)),
            [only] => Ok(only.clone()),
            _ => {
                let (front, back) = sets.split_at(sets.len() / 2);
                self.union(front)?.or(&self.union(back)?)
            }
        }
    }
}

/// The valuations without two values of one event.
fn single(columns: &[Column], space: &Space, bits: u32) -> Try<Set> {
    let mut all = space.constant(true);
    let mut end = columns.len();
    for part in columns.chunk_by(|a, b| a.event == b.event).rev() {
        let start = end - part.len();
        // None, and at most one, of the columns from here on.
        let (mut none, mut one) = (space.constant(true), space.constant(true));
        for column in (start..end).rev() {
            let this = space.variable(bits + column as u32)?;
            one = one.minus(&this)?.or(&none.and(&this)?)?;
            none = none.minus(&this)?;
        }
        all = all.and(&one)?;
        end = start;
    }
    Ok(all)
}
