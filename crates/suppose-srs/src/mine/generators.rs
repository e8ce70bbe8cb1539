//! All rules from smallest conditions: *g* ⇒ what else is always true with *g*.
//!
//! # Contract
//! An *item* says that an event is absent, present or has a value, or that the counter is at one row. A set
//! of items that holds somewhere is a *generator* when every smaller set holds in more places. [`facts`]
//! gives a fact for each generator and each other item that is always true with it, in the order of size and
//! then of items; two values of one event are never in one set.
//!
//! # Algorithm
//! Levelwise, as in Y. Bastide et al., *Mining minimal non-redundant association rules using frequent closed
//! itemsets* (2000): a candidate is a generator with a later item, all its subsets with one item less must be
//! generators, and the places where they hold must be more. These places are sets in a space, so that
//! comparing two is comparing two numbers.
//!
//! There can be exponentially many generators; the limit of states bounds their number. [`basis`] leaves of
//! the facts in these rules those that do not follow from others, in the sense of what they exclude; it
//! prefers small conditions. Unlike the basis of Duquenne and Guigues it knows that an event has exactly one
//! value or is absent. Tested against all sets of items.

use std::collections::BTreeMap;

use crate::lang::EventId;
use suppose_base::{Budget, Poll};

use super::frame::Frame;
use super::redundancy::irredundant;
use super::rule::{Fact, Literal, Term, Terms, Test};
use crate::space::{Set, Try};

/// All items of a table: what is said about each event, and then each row.
fn items(frame: &Frame<'_>) -> Vec<Term> {
    let mut items = Vec::new();
    for part in frame.columns.chunk_by(|a, b| a.event == b.event) {
        let event: EventId = part[0].event;
        items.push(Term::Literal(Literal { event, test: Test::Absent }));
        items.extend(part.iter().map(|&column| Term::Literal(Literal::of(column, true))));
    }
    // A counter that has one row says nothing.
    if frame.last() > 0 {
        items.extend((0..=frame.last()).map(|row| Term::Steps(frame.steps(row, row))));
    }
    items
}

fn terms(items: &[Term], chosen: &[usize]) -> Terms {
    let mut terms = Terms::default();
    for &item in chosen {
        match items[item] {
            Term::Steps(steps) => terms.steps = Some(steps),
            Term::Literal(literal) => terms.literals.push(literal),
        }
    }
    terms
}

/// The facts of all rules, those of one rule together.
pub(super) fn facts(frame: &Frame<'_>, budget: &Budget) -> Try<Vec<Fact>> {
    let items = items(frame);
    let places: Vec<Set> =
        items.iter().map(|&item| frame.term(item)?.and(&frame.table)).collect::<Try<_>>()?;
    let mut facts = Vec::new();
    let mut level: BTreeMap<Vec<usize>, Set> = BTreeMap::new();
    if !frame.table.is_empty() {
        level.insert(Vec::new(), frame.table.clone());
    }
    let mut generators = 0;
    while !level.is_empty() {
        for (chosen, place) in &level {
            budget.poll(Poll::Explore)?;
            for (item, with) in places.iter().enumerate() {
                if !chosen.contains(&item) && place.is_within(with)? {
                    facts.push(Fact { condition: terms(&items, chosen), conclusion: Some(items[item]) });
                }
            }
        }
        generators += level.len() as u64;
        budget.check_states(generators)?;
        level = next(&level, &places, budget)?;
    }
    Ok(facts)
}

/// The generators with one item more.
fn next(
    level: &BTreeMap<Vec<usize>, Set>,
    places: &[Set],
    budget: &Budget,
) -> Try<BTreeMap<Vec<usize>, Set>> {
    let mut found = BTreeMap::new();
    for (chosen, place) in level {
        budget.poll(Poll::Explore)?;
        let from = chosen.last().map_or(0, |last| last + 1);
        for (item, with) in places.iter().enumerate().skip(from) {
            let here = place.and(with)?;
            if here.is_empty() || here == *place {
                continue;
            }
            let mut candidate = chosen.clone();
            candidate.push(item);
            // The one without the new item is `chosen`.
            let smaller = (0..chosen.len()).all(|left_out| {
                let mut subset = candidate.clone();
                subset.remove(left_out);
                level.get(&subset).is_some_and(|place| *place != here)
            });
            if smaller {
                found.insert(candidate, here);
            }
        }
    }
    Ok(found)
}

/// The facts of [`facts`] without those that follow from others.
pub(super) fn basis(frame: &Frame<'_>, budget: &Budget) -> Try<Vec<Fact>> {
    let mut facts = facts(frame, budget)?;
    // Long conditions come last and are given up first.
    facts.reverse();
    let mut kept = irredundant(&facts, &[], frame.shape(false), budget)?.into_iter();
    facts.retain(|_| kept.next() == Some(true));
    facts.reverse();
    Ok(facts)
}
