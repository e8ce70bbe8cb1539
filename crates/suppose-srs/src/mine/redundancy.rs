//! Which facts follow from others.
//!
//! # Contract
//! [`irredundant`] says which facts to keep so that each of them excludes something that no other one does,
//! and that they exclude the same together. Those in front are given up first.
//!
//! # Method
//! A fact is a clause. It follows from others when these and its negation cannot be satisfied, which a SAT
//! solver decides. Every clause has a switch of its own, so that one solver serves for all questions and
//! keeps what it has learnt; the switch is fixed when the fact is judged. The counter is in order encoding: a
//! variable for each "at least *k*". Diagrams would do for tables with some structure, but the union of a
//! thousand unrelated facts has none, and its diagram millions of nodes.
//!
//! One question for each fact. Tested by leaving out each part of each rule, on all small tables.

use std::collections::BTreeMap;

use crate::lang::EventId;
use batsat::{Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use suppose_base::{Budget, Poll, StopReason};
use suppose_prove::solver::Limit;

use super::rule::{Fact, Literal, Steps, Term, Test};
use crate::table::Column;

/// What there is to tell apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape<'a> {
    pub(super) columns: &'a [Column],
    /// The last row.
    pub(super) last: usize,
    /// Whether microstep 0 does not count.
    pub(super) given: bool,
}

/// Which facts to keep when those in `known` hold too.
pub(super) fn irredundant(
    facts: &[Fact],
    known: &[Fact],
    shape: Shape<'_>,
    budget: &Budget,
) -> Result<Vec<bool>, StopReason> {
    let mut clauses = Clauses::new(shape, budget);
    for fact in known {
        let clause = clauses.opposite(fact).into_iter().map(|literal| !literal);
        clauses.add(clause);
    }
    let mut opposites = Vec::with_capacity(facts.len());
    let mut switches = Vec::with_capacity(facts.len());
    for fact in facts {
        let (opposite, switch) = (clauses.opposite(fact), clauses.variable());
        clauses.add(opposite.iter().map(|&literal| !literal).chain([!switch]));
        opposites.push(opposite);
        switches.push(switch);
    }
    let mut kept = Vec::with_capacity(facts.len());
    for (number, opposite) in opposites.iter().enumerate() {
        budget.poll(Poll::Explore)?;
        let others = &switches[number + 1..];
        let assumed: Vec<Lit> = opposite.iter().chain(others).copied().collect();
        let answer = clauses.solver.solve_limited(&assumed);
        if answer != lbool::TRUE && answer != lbool::FALSE {
            return Err(clauses.solver.cb().reason());
        }
        let needed = answer == lbool::TRUE;
        clauses.add([if needed { switches[number] } else { !switches[number] }]);
        kept.push(needed);
    }
    Ok(kept)
}

/// A solver, and what its variables mean.
struct Clauses<'a> {
    shape: Shape<'a>,
    solver: Solver<Limit>,
    columns: Vec<Lit>,
    /// That the counter is at least 1, 2, ….
    at_least: Vec<Lit>,
    /// That an event is present.
    present: BTreeMap<EventId, Lit>,
    /// That the counter is in an interval.
    within: BTreeMap<Steps, Lit>,
}

impl<'a> Clauses<'a> {
    fn new(shape: Shape<'a>, budget: &Budget) -> Self {
        let solver = Solver::new(SolverOpts::default(), Limit::new(Poll::Explore, budget));
        let (present, within) = (BTreeMap::new(), BTreeMap::new());
        let mut new = Self { shape, solver, columns: Vec::new(), at_least: Vec::new(), present, within };
        new.columns = shape.columns.iter().map(|_| new.variable()).collect();
        new.at_least = (0..shape.last).map(|_| new.variable()).collect();
        for step in 1..shape.last {
            new.add([!new.at_least[step], new.at_least[step - 1]]);
        }
        if shape.given {
            new.add([new.at_least[0]]);
        }
        let mut start = 0;
        for part in shape.columns.chunk_by(|a, b| a.event == b.event) {
            let these = new.columns[start..start + part.len()].to_vec();
            start += part.len();
            for (number, &this) in these.iter().enumerate() {
                for &other in &these[number + 1..] {
                    new.add([!this, !other]);
                }
            }
            let none: Vec<Lit> = these.into_iter().map(|literal| !literal).collect();
            let absent = new.conjunction(&none);
            new.present.insert(part[0].event, !absent);
        }
        new
    }

    fn variable(&mut self) -> Lit {
        let variable: Var = self.solver.new_var_default();
        Lit::new(variable, true)
    }

    fn add(&mut self, clause: impl IntoIterator<Item = Lit>) {
        // When a contradiction is found, every question is answered so.
        self.solver.add_clause_reuse(&mut clause.into_iter().collect());
    }

    /// A literal that is true when all of these are.
    fn conjunction(&mut self, parts: &[Lit]) -> Lit {
        if let &[only] = parts {
            return only;
        }
        let all = self.variable();
        for &part in parts {
            self.add([!all, part]);
        }
        self.add(parts.iter().map(|&part| !part).chain([all]));
        all
    }

    fn steps(&mut self, steps: Steps) -> Lit {
        if let Some(&known) = self.within.get(&steps) {
            return known;
        }
        // The last row is for all later microsteps.
        let bound = |number: u32| self.at_least.get(number as usize - 1).copied();
        let from = (steps.from > 0).then(|| bound(steps.from)).flatten();
        let after = steps.to.and_then(|to| bound(to + 1)).map(|literal| !literal);
        let parts: Vec<Lit> = from.into_iter().chain(after).collect();
        let within = self.conjunction(&parts);
        self.within.insert(steps, within);
        within
    }

    fn literal(&self, literal: Literal) -> Lit {
        let column = |value| {
            let column = Column { event: literal.event, value: Some(value) };
            let place = self.shape.columns.iter().position(|other| *other == column);
            self.columns[place.expect("mined from these columns")]
        };
        match literal.test {
            Test::Absent => !self.present[&literal.event],
            Test::Present => self.present[&literal.event],
            Test::Is(value) => column(value),
            Test::IsNot(value) => !column(value),
        }
    }

    /// The literals that are all true where a fact is false.
    fn opposite(&mut self, fact: &Fact) -> Vec<Lit> {
        let mut literals: Vec<Lit> = fact.condition.literals.iter().map(|&l| self.literal(l)).collect();
        literals.extend(fact.condition.steps.map(|steps| self.steps(steps)));
        literals.extend(fact.conclusion.map(|conclusion| match conclusion {
            Term::Steps(steps) => !self.steps(steps),
            Term::Literal(literal) => !self.literal(literal),
        }));
        literals
    }
}
