//! Rules: what follows from what, in one configuration.
//!
//! A rule is an implication between two conjunctions of terms. A term says something about one event, or that
//! the microstep counter is in an interval. Mining works with *facts*, which conclude one term; facts with
//! the same condition are put together to a rule.

use crate::lang::{self, Assumption, Atom, Comparison, EventId, Expr, ValueIx};
use suppose_base::{FileId, Span};

use crate::table::Column;

/// What a literal says about its event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Test {
    /// It is absent.
    Absent,
    /// It is present, with any value if it has values.
    Present,
    /// It is present with this value.
    Is(ValueIx),
    /// It is absent or has another value.
    IsNot(ValueIx),
}

/// Something about one event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// The event.
    pub event: EventId,
    /// What is said about it.
    pub test: Test,
}

/// An interval of the microstep counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Steps {
    /// The first microstep.
    pub from: u32,
    /// The last one; none when all later ones belong to it.
    pub to: Option<u32>,
}

/// A conjunction.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Terms {
    /// Where the microstep counter is, if something is said about it.
    pub steps: Option<Steps>,
    /// What is said about events, sorted. Two literals of one event say that it has neither of two values.
    pub literals: Vec<Literal>,
}

/// An implication that holds in every configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// When it says something.
    pub condition: Terms,
    /// What it says; nothing when the condition is never true.
    pub conclusion: Option<Terms>,
    /// How often it was seen to apply: the pairs of microstep and valuation of the table that meet the
    /// condition, or in the paper's style the configurations. Not exact above 2⁵³.
    pub support: u64,
}

/// What is true of one term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Term {
    Steps(Steps),
    Literal(Literal),
}

/// A rule that concludes one term, or that its condition is never true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fact {
    pub(super) condition: Terms,
    pub(super) conclusion: Option<Term>,
}

impl Literal {
    /// A column that is true or false.
    pub const fn of(column: Column, value: bool) -> Self {
        let test = match (column.value, value) {
            (None, true) => Test::Present,
            (None, false) => Test::Absent,
            (Some(this), true) => Test::Is(this),
            (Some(this), false) => Test::IsNot(this),
        };
        Self { event: column.event, test }
    }

    /// The opposite.
    #[must_use]
    pub(crate) const fn negated(self) -> Self {
        let test = match self.test {
            Test::Absent => Test::Present,
            Test::Present => Test::Absent,
            Test::Is(value) => Test::IsNot(value),
            Test::IsNot(value) => Test::Is(value),
        };
        Self { test, ..self }
    }

    /// Whether it says that the event is present.
    pub(crate) const fn is_positive(self) -> bool {
        matches!(self.test, Test::Present | Test::Is(_))
    }

    fn expr(self) -> Expr {
        let not = |atom| Expr::Not(Box::new(Expr::Atom(atom)));
        match self.test {
            Test::Absent => not(Atom::Event(self.event)),
            Test::Present => Expr::Atom(Atom::Event(self.event)),
            Test::Is(value) => Expr::Atom(Atom::Is(self.event, value)),
            Test::IsNot(value) => not(Atom::Is(self.event, value)),
        }
    }
}

impl Steps {
    /// Whether a microstep is in it.
    pub(crate) fn has(self, microstep: u32) -> bool {
        self.from <= microstep && self.to.is_none_or(|to| microstep <= to)
    }

    /// The comparisons that together say so, as few as possible.
    pub(crate) fn comparisons(self) -> Vec<(Comparison, u32)> {
        match (self.from, self.to) {
            (from, Some(to)) if from == to => vec![(Comparison::Equal, from)],
            (0, Some(to)) => vec![(Comparison::AtMost, to)],
            (0, None) => Vec::new(),
            (from, None) => vec![(Comparison::Greater, from - 1)],
            (from, Some(to)) => vec![(Comparison::AtLeast, from), (Comparison::AtMost, to)],
        }
    }
}

impl Terms {
    /// Literals about events, and nothing about the counter.
    pub(super) fn events(literals: Vec<Literal>) -> Self {
        Self { steps: None, literals }
    }

    /// Sorts the literals and says of an event that has none of its values that it is absent. `columns` has
    /// all values of each event.
    pub(super) fn tidy(&mut self, columns: &[Column]) {
        self.literals.sort_unstable();
        self.literals.dedup();
        let mut tidy: Vec<Literal> = Vec::with_capacity(self.literals.len());
        for part in self.literals.chunk_by(|a, b| a.event == b.event) {
            let event = part[0].event;
            let values =
                columns.iter().filter(|column| column.event == event && column.value.is_some()).count();
            let without = part.iter().filter(|literal| matches!(literal.test, Test::IsNot(_))).count();
            match part.iter().find(|literal| matches!(literal.test, Test::Is(_))) {
                // It says all that the others can say.
                Some(&this) => tidy.push(this),
                None if without > 0 && without == values => tidy.push(Literal { event, test: Test::Absent }),
                None => tidy.extend(part),
            }
        }
        self.literals = tidy;
    }

    fn conjuncts(&self) -> Vec<Expr> {
        let steps = self.steps.map(Steps::comparisons).unwrap_or_default();
        let steps = steps.into_iter().map(|(comparison, n)| Expr::Atom(Atom::Microstep(comparison, n)));
        steps.chain(self.literals.iter().map(|literal| literal.expr())).collect()
    }
}

fn all(mut parts: Vec<Expr>) -> Expr {
    if parts.len() == 1 { parts.remove(0) } else { Expr::And(parts) }
}

impl Rule {
    /// The rule as a formula of an assumption.
    pub(crate) fn expr(&self) -> Expr {
        let condition = self.condition.conjuncts();
        let conclusion =
            self.conclusion.as_ref().map_or(Expr::Constant(false), |terms| all(terms.conjuncts()));
        if condition.is_empty() {
            return conclusion;
        }
        Expr::Implies(Box::new(all(condition)), Box::new(conclusion))
    }
}

/// Rules as an assumption on the component that receives the events.
pub(super) fn assumption(rules: &[Rule]) -> Assumption {
    let nowhere = Span::new(FileId(0), 0, 0);
    Assumption {
        rules: rules.iter().map(|rule| lang::Rule { text: None, expr: rule.expr(), span: nowhere }).collect(),
    }
}

/// Facts as rules: those with the same condition together, in the order of the first of each.
pub(super) fn together(facts: Vec<Fact>, columns: &[Column]) -> Vec<Rule> {
    let mut places = std::collections::BTreeMap::new();
    let mut rules: Vec<Rule> = Vec::new();
    for fact in facts {
        let place = *places.entry(fact.condition.clone()).or_insert_with(|| {
            rules.push(Rule { condition: fact.condition, conclusion: Some(Terms::default()), support: 0 });
            rules.len() - 1
        });
        let Some(conclusion) = &mut rules[place].conclusion else { continue };
        match fact.conclusion {
            Some(Term::Steps(steps)) => conclusion.steps = Some(steps),
            Some(Term::Literal(literal)) => conclusion.literals.push(literal),
            None => rules[place].conclusion = None,
        }
    }
    for conclusion in rules.iter_mut().filter_map(|rule| rule.conclusion.as_mut()) {
        conclusion.tidy(columns);
    }
    rules
}
