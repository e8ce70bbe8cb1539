//! Tables as lists of numbers, and what rules are by definition. Column *i* is bit *i* of a valuation.

use std::collections::BTreeSet;

use suppose_base::FileId;
use suppose_srs::lang::{Atom, ComponentId, EventId, Expr, Model, load};
use suppose_srs::mine::{Literal, Rule, Steps, Terms, Test};
use suppose_srs::space::{Diagram, Set, Space};
use suppose_srs::table::{Column, Table, columns};

/// The component that receives the events.
pub(crate) const P: ComponentId = ComponentId(0);

/// A model of one component that receives these events, written as in the language.
pub(crate) fn model(events: &[&str]) -> Model {
    let declarations: Vec<String> = events.iter().map(|event| format!("recv {event};")).collect();
    let declarations = declarations.concat();
    let first = events[0].split(' ').next().expect("a name");
    let text = format!("component P {{ {declarations} fsm F {{ init S; S -> S : {first}; }} }}");
    load(&text, FileId(0), "test").expect("a model")
}

/// For each microstep the valuations.
pub(crate) type Rows = Vec<BTreeSet<u32>>;

pub(crate) fn columns_of(model: &Model) -> Vec<Column> {
    columns(model, &model.component(P).received)
}

/// The valuations as diagrams.
pub(crate) fn table(columns: &[Column], rows: &Rows) -> Table {
    let space = Space::new(columns.len() as u32, 1 << 12);
    let diagram = |row| Diagram::from_set(&set(&space, row), |variable| variable);
    Table { columns: columns.to_vec(), rows: rows.iter().map(diagram).collect() }
}

fn set(space: &Space, row: &BTreeSet<u32>) -> Set {
    let mut set = space.constant(false);
    for valuation in row {
        let mut one = space.constant(true);
        for column in 0..space.variables() {
            let literal = space.literal(column, valuation >> column & 1 == 1).expect("room");
            one = one.and(&literal).expect("room");
        }
        set = set.or(&one).expect("room");
    }
    set
}

/// The valuations without two values of one event.
pub(crate) fn singles(columns: &[Column]) -> Vec<u32> {
    let single = |&valuation: &u32| {
        let present: Vec<EventId> =
            (0..columns.len()).filter(|i| valuation >> i & 1 == 1).map(|i| columns[i].event).collect();
        present.windows(2).all(|pair| pair[0] != pair[1])
    };
    (0..1 << columns.len()).filter(single).collect()
}

pub(crate) fn literal_holds(columns: &[Column], literal: Literal, valuation: u32) -> bool {
    let mut present = (0..columns.len())
        .filter(|i| columns[*i].event == literal.event && valuation >> i & 1 == 1)
        .map(|i| columns[i].value);
    match literal.test {
        Test::Absent => present.next().is_none(),
        Test::Present => present.next().is_some(),
        Test::Is(value) => present.any(|this| this == Some(value)),
        Test::IsNot(value) => !present.any(|this| this == Some(value)),
    }
}

pub(crate) fn terms_hold(columns: &[Column], terms: &Terms, microstep: u32, valuation: u32) -> bool {
    let steps =
        terms.steps.is_none_or(|Steps { from, to }| from <= microstep && to.is_none_or(|to| microstep <= to));
    steps && terms.literals.iter().all(|&literal| literal_holds(columns, literal, valuation))
}

pub(crate) fn rule_holds(columns: &[Column], rule: &Rule, microstep: u32, valuation: u32) -> bool {
    !terms_hold(columns, &rule.condition, microstep, valuation)
        || rule.conclusion.as_ref().is_some_and(|terms| terms_hold(columns, terms, microstep, valuation))
}

pub(crate) fn expr_holds(columns: &[Column], expr: &Expr, microstep: u32, valuation: u32) -> bool {
    expr.holds(&mut |atom| match atom {
        Atom::Event(event) => literal_holds(columns, Literal { event, test: Test::Present }, valuation),
        Atom::Is(event, value) => literal_holds(columns, Literal { event, test: Test::Is(value) }, valuation),
        Atom::Microstep(comparison, number) => comparison.holds(microstep, number),
        Atom::In(..) | Atom::Pre(..) => unreachable!("no states"),
    })
}

/// What rules allow at each microstep.
pub(crate) fn allowed(columns: &[Column], rules: &[Rule], last: usize) -> Rows {
    let valuations = singles(columns);
    let at = |step: usize| {
        let ok = |&v: &u32| rules.iter().all(|rule| rule_holds(columns, rule, step as u32, v));
        valuations.iter().copied().filter(ok).collect()
    };
    (0..=last).map(at).collect()
}

/// All rules from smallest conditions: every set of items is looked at.
pub(crate) fn generators(columns: &[Column], rows: &Rows) -> BTreeSet<(Terms, Terms)> {
    let last = rows.len() - 1;
    // A counter that has one row says nothing.
    let steps: Vec<Steps> = (0..rows.len())
        .filter(|_| last > 0)
        .map(|k| Steps { from: k as u32, to: (k < last).then_some(k as u32) })
        .collect();
    // For each event what can be said about it; at the end the counter.
    let mut sets = vec![Terms::default()];
    let mut items: Vec<Terms> = Vec::new();
    for part in columns.chunk_by(|a, b| a.event == b.event) {
        let absent = Literal { event: part[0].event, test: Test::Absent };
        let present =
            part.iter().map(|c| Literal { event: c.event, test: c.value.map_or(Test::Present, Test::Is) });
        let choices: Vec<Literal> = std::iter::once(absent).chain(present).collect();
        items.extend(choices.iter().map(|&literal| Terms { steps: None, literals: vec![literal] }));
        let before = sets.clone();
        for set in before {
            for &choice in &choices {
                let mut with = set.clone();
                with.literals.push(choice);
                sets.push(with);
            }
        }
    }
    for set in sets.clone() {
        sets.extend(steps.iter().map(|&steps| Terms { steps: Some(steps), ..set.clone() }));
    }
    items.extend(steps.iter().map(|&steps| Terms { steps: Some(steps), literals: Vec::new() }));

    let extent = |terms: &Terms| -> Vec<(usize, u32)> {
        let pairs = rows.iter().enumerate().flat_map(|(k, row)| row.iter().map(move |&v| (k, v)));
        pairs.filter(|&(k, v)| terms_hold(columns, terms, k as u32, v)).collect()
    };
    let mut found = BTreeSet::new();
    for set in sets {
        let here = extent(&set);
        if here.is_empty() || smaller(&set).iter().any(|subset| extent(subset).len() == here.len()) {
            continue;
        }
        let mut conclusion = Terms::default();
        for item in &items {
            let known = item.steps.is_some() && item.steps == set.steps
                || item.literals.first().is_some_and(|literal| set.literals.contains(literal));
            if !known && here.iter().all(|&(k, v)| terms_hold(columns, item, k as u32, v)) {
                conclusion.steps = conclusion.steps.or(item.steps);
                conclusion.literals.extend(&item.literals);
            }
        }
        if conclusion != Terms::default() {
            found.insert((set, conclusion));
        }
    }
    found
}

/// The sets with one item less.
fn smaller(set: &Terms) -> Vec<Terms> {
    let mut subsets: Vec<Terms> = (0..set.literals.len())
        .map(|left_out| {
            let mut subset = set.clone();
            subset.literals.remove(left_out);
            subset
        })
        .collect();
    if set.steps.is_some() {
        subsets.push(Terms { steps: None, ..set.clone() });
    }
    subsets
}
