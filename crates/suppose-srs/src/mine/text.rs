//! Rules as people and programs read them.
//!
//! *Text* is that of the paper's tables: `StartPumps || E.AllPumps => StopPumps=0`. It is for reading only;
//! what [`parse_assumption`](crate::lang::parse_assumption) reads is written by [`Model::rule_text`] from
//! [`Rules::assumption`].
//!
//! *Entries* are for JSON: `{"if":{"A":1,"mS":3},"then":{"B":0},"support":2}`. An event is there with 0
//! (absent), 1 (present), `"v"` (present with the value v) or `{"not":["v"]}` (absent or with another value).
//! `"mS"` is a number, or `[from, to]`, both included, or `[from, null]` for all microsteps from one on. A
//! condition that is never true has `null` for its conclusion.

use std::collections::BTreeMap;

use crate::lang::{EventId, Model, ValueIx};
use serde::{Serialize, Serializer};

use super::Rules;
use super::rule::{Literal, Rule, Steps, Terms, Test};

/// How rules about pairs of events are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layout {
    /// One line for each condition, as in Table 4: `A => B=0 && C=0`.
    ByCondition,
    /// One line for each conclusion, as in Table 5: `A || B => C=0`. Only rules whose condition is one event
    /// are put together.
    ByConclusion,
}

/// What is said about an event or about the counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Datum {
    /// An event is present or absent.
    Present(bool),
    /// An event has a value.
    Value(String),
    /// An event has none of these values.
    Not(Vec<String>),
    /// The counter is in this interval.
    Steps(Steps),
}

/// A rule as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// The condition, by name.
    #[serde(rename = "if")]
    pub condition: BTreeMap<String, Datum>,
    /// The conclusion, by name; none when the condition is never true.
    #[serde(rename = "then")]
    pub conclusion: Option<BTreeMap<String, Datum>>,
    /// How often the rule was seen to apply.
    pub support: u64,
}

impl Serialize for Datum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Present(present) => u8::from(*present).serialize(serializer),
            Self::Value(value) => value.serialize(serializer),
            Self::Not(values) => BTreeMap::from([("not", values)]).serialize(serializer),
            Self::Steps(Steps { from, to: Some(to) }) if from == to => from.serialize(serializer),
            Self::Steps(Steps { from, to }) => (from, to).serialize(serializer),
        }
    }
}

impl Rules {
    /// The rules as data, in their order.
    pub fn entries(&self, model: &Model) -> Vec<Entry> {
        self.rules.iter().map(|rule| rule.entry(model)).collect()
    }

    /// The rules as lines of text, in the paper's notation.
    pub fn lines(&self, model: &Model, layout: Layout) -> Vec<String> {
        let plain = self
            .rules
            .iter()
            .map(|rule| line(model, std::slice::from_ref(&rule.condition), rule.conclusion.as_ref()));
        match layout {
            Layout::ByCondition => plain.collect(),
            Layout::ByConclusion => {
                let pairs: Vec<&Rule> = self.rules.iter().filter(|rule| is_simple(rule)).collect();
                let others =
                    plain.zip(&self.rules).filter(|(_, rule)| !is_simple(rule)).map(|(text, _)| text);
                by_conclusion(model, &pairs).into_iter().chain(others).collect()
            }
        }
    }
}

impl Rule {
    /// The rule as data.
    pub(crate) fn entry(&self, model: &Model) -> Entry {
        Entry {
            condition: data(model, &self.condition),
            conclusion: self.conclusion.as_ref().map(|terms| data(model, terms)),
            support: self.support,
        }
    }

    /// The rule in the paper's notation.
    pub fn line(&self, model: &Model) -> String {
        line(model, std::slice::from_ref(&self.condition), self.conclusion.as_ref())
    }
}

/// Whether the condition is one event and the conclusion is about events.
fn is_simple(rule: &Rule) -> bool {
    let about_events = rule.conclusion.as_ref().is_some_and(|terms| terms.steps.is_none());
    about_events && rule.condition.steps.is_none() && rule.condition.literals.len() == 1
}

/// One line for each conclusion, and for conclusions from the same conditions together.
fn by_conclusion(model: &Model, pairs: &[&Rule]) -> Vec<String> {
    let mut conditions: BTreeMap<Literal, Vec<Terms>> = BTreeMap::new();
    for rule in pairs {
        for &literal in rule.conclusion.iter().flat_map(|terms| &terms.literals) {
            conditions.entry(literal).or_default().push(rule.condition.clone());
        }
    }
    let mut lines: Vec<(Vec<Terms>, Terms)> = Vec::new();
    for (literal, conditions) in conditions {
        match lines.iter_mut().find(|(others, _)| *others == conditions) {
            Some((_, conclusion)) => conclusion.literals.push(literal),
            None => lines.push((conditions, Terms::events(vec![literal]))),
        }
    }
    lines.iter().map(|(conditions, conclusion)| line(model, conditions, Some(conclusion))).collect()
}

fn line(model: &Model, conditions: &[Terms], conclusion: Option<&Terms>) -> String {
    let conclusion = conclusion.map_or_else(|| "false".to_owned(), |terms| conjunction(model, terms, true));
    let conditions: Vec<String> = conditions.iter().map(|terms| conjunction(model, terms, false)).collect();
    match conditions.join(" || ") {
        always if always.is_empty() => conclusion,
        condition => format!("{condition} => {conclusion}"),
    }
}

fn value(model: &Model, event: EventId, value: ValueIx) -> &str {
    &model.event(event).values[value.index()]
}

/// A present event is `A` in a condition and `A=1` in a conclusion.
fn conjunction(model: &Model, terms: &Terms, concludes: bool) -> String {
    let steps = terms.steps.map(Steps::comparisons).unwrap_or_default().into_iter();
    let steps = steps.map(|(comparison, number)| format!("mS {} {number}", comparison.text()));
    let literals = terms.literals.iter().map(|&Literal { event, test }| {
        let name = &model.event(event).name;
        match test {
            Test::Absent => format!("{name}=0"),
            Test::Present if concludes => format!("{name}=1"),
            Test::Present => name.clone(),
            Test::Is(this) => format!("{name}={}", value(model, event, this)),
            Test::IsNot(this) => format!("{name}!={}", value(model, event, this)),
        }
    });
    steps.chain(literals).collect::<Vec<_>>().join(" && ")
}

fn data(model: &Model, terms: &Terms) -> BTreeMap<String, Datum> {
    let mut data = BTreeMap::new();
    data.extend(terms.steps.map(|steps| ("mS".to_owned(), Datum::Steps(steps))));
    for part in terms.literals.chunk_by(|a, b| a.event == b.event) {
        let Literal { event, test } = part[0];
        let datum = match test {
            Test::Absent => Datum::Present(false),
            Test::Present => Datum::Present(true),
            Test::Is(this) => Datum::Value(value(model, event, this).to_owned()),
            Test::IsNot(_) => {
                let not = part.iter().filter_map(|literal| match literal.test {
                    Test::IsNot(this) => Some(value(model, event, this).to_owned()),
                    _ => None,
                });
                Datum::Not(not.collect())
            }
        };
        data.insert(model.event(event).name.clone(), datum);
    }
    data
}
