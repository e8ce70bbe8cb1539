//! Few rules for people, in the form of the paper's Tables 4 and 5.
//!
//! # Contract
//! The facts determine the table exactly, but for microstep 0 when nothing is received there. With
//! [`Detail::Least`] none of them follows from the others; with [`Detail::All`] all intervals and all
//! exclusions are there, as the paper prints them, and the rest is not redundant.
//!
//! # Method
//! 1. *Intervals*: for each column the longest intervals of microsteps in which it is never true.
//! 2. *Exclusions*: the pairs of columns that are true somewhere, and never together.
//! 3. *The rest*: what these allow and the table does not, from the longest interval of microsteps to the
//!    shortest: a [`cover`] of what is never there in the whole interval. Each cube is a rule: one of its
//!    literals cannot be when the others are. So each such rule is as general as it can be, in its literals
//!    and in its interval.
//!
//! Neighbouring rows that are equal count as one; with *n* others there are *n*²/2 intervals, looked at only
//! when a rest is left. All sets are diagrams, so what counts is their size and not the number of valuations.
//! Tested against all valuations one by one, and on tables with thirty events.

use suppose_base::{Budget, Poll};

use super::cover::{Cube, cover};
use super::frame::Frame;
use super::redundancy::irredundant;
use super::rule::{Fact, Literal, Steps, Term, Terms};
use crate::space::{Set, Try};
use crate::table::Column;

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// No more than needed.
    Least,
    /// All intervals and exclusions.
    All,
}

/// The facts of a table, exclusions first, then intervals, then the rest.
pub(super) fn facts(frame: &Frame<'_>, given: bool, detail: Detail, budget: &Budget) -> Try<Vec<Fact>> {
    let intervals = intervals(frame, given)?;
    let pairs = exclusions(frame)?;
    let excluded =
        pairs.iter().chain(&intervals).map(|fact| frame.excluded(fact)).collect::<Try<Vec<_>>>()?;
    let open = frame.described(given)?.minus(&frame.union(&excluded)?)?;
    let mut rest = Vec::new();
    if !open.is_within(&frame.table)? {
        rest = others(frame, given, &pairs, budget)?;
    }
    if detail == Detail::All {
        let mut facts = both_ways(&pairs);
        facts.extend(intervals);
        let kept = irredundant(&rest, &facts, frame.shape(given), budget)?;
        keep(&mut rest, &kept);
        sort(&mut rest);
        facts.extend(rest);
        return Ok(facts);
    }
    // Exclusions are given up first: most of those that need not be said follow from intervals.
    let (exclusive, other) = (pairs.len(), rest.len());
    let mut facts: Vec<Fact> = pairs.into_iter().rev().chain(rest).chain(intervals).collect();
    let kept = irredundant(&facts, &[], frame.shape(given), budget)?;
    let mut intervals = facts.split_off(exclusive + other);
    let mut rest = facts.split_off(exclusive);
    keep(&mut facts, &kept[..exclusive]);
    keep(&mut rest, &kept[exclusive..exclusive + other]);
    keep(&mut intervals, &kept[exclusive + other..]);
    sort(&mut rest);
    Ok(facts.into_iter().rev().chain(intervals).chain(rest).collect())
}

fn keep(facts: &mut Vec<Fact>, kept: &[bool]) {
    let mut kept = kept.iter();
    facts.retain(|_| kept.next() == Some(&true));
}

/// By interval, then by events.
fn sort(facts: &mut [Fact]) {
    facts.sort_by(|a, b| (&a.condition, a.conclusion).cmp(&(&b.condition, b.conclusion)));
}

/// An interval of rows as what a rule says about the counter.
fn steps(frame: &Frame<'_>, given: bool, from: usize, to: usize) -> Option<Steps> {
    let whole = from == 0 && to == frame.last();
    // Nothing is received at 0 anyway, so `mS == 1` is enough.
    let from = if given && from == 0 && to == 1 { 1 } else { from };
    (!whole).then(|| frame.steps(from, to))
}

/// Where each column is never true, by interval and column.
fn intervals(frame: &Frame<'_>, given: bool) -> Try<Vec<Fact>> {
    let mut found: Vec<(Option<Steps>, Column)> = Vec::new();
    for (number, &column) in frame.columns.iter().enumerate() {
        let this = frame.space.variable(frame.variable(number))?;
        let mut start = None;
        for at in 0..=frame.last() + 1 {
            // Equal rows are the same set, so this is cheap where nothing changes.
            let never = at <= frame.last() && frame.rows[at].and(&this)?.is_empty();
            match (start, never) {
                (None, true) => start = Some(at),
                (Some(from), false) => {
                    if !(given && at == 1) {
                        found.push((steps(frame, given, from, at - 1), column));
                    }
                    start = None;
                }
                _ => {}
            }
        }
    }
    found.sort_unstable();
    let fact = |(steps, column)| Fact {
        condition: Terms { steps, literals: Vec::new() },
        conclusion: Some(Term::Literal(Literal::of(column, false))),
    };
    Ok(found.into_iter().map(fact).collect())
}

/// Pairs of columns that are never true together, the first one as the condition.
fn exclusions(frame: &Frame<'_>) -> Try<Vec<Fact>> {
    let mut any = frame.space.constant(false);
    for (number, row) in frame.rows.iter().enumerate() {
        if number == 0 || *row != frame.rows[number - 1] {
            any = any.or(row)?;
        }
    }
    let mut facts = Vec::new();
    for (number, &first) in frame.columns.iter().enumerate() {
        let with = any.and(&frame.space.variable(frame.variable(number))?)?;
        if with.is_empty() {
            continue;
        }
        for (other, &second) in frame.columns.iter().enumerate().skip(number + 1) {
            let this = frame.space.variable(frame.variable(other))?;
            let apart = first.event != second.event && with.and(&this)?.is_empty();
            if apart && !any.and(&this)?.is_empty() {
                facts.push(exclusion(first, second));
            }
        }
    }
    Ok(facts)
}

fn exclusion(condition: Column, conclusion: Column) -> Fact {
    Fact {
        condition: Terms::events(vec![Literal::of(condition, true)]),
        conclusion: Some(Term::Literal(Literal::of(conclusion, false))),
    }
}

/// Exclusions said from both ends, by condition.
fn both_ways(pairs: &[Fact]) -> Vec<Fact> {
    let turned = pairs.iter().filter_map(|fact| match fact.conclusion {
        Some(Term::Literal(literal)) => Some(Fact {
            condition: Terms::events(vec![literal.negated()]),
            conclusion: Some(Term::Literal(fact.condition.literals[0].negated())),
        }),
        _ => None,
    });
    let mut all: Vec<Fact> = pairs.iter().cloned().chain(turned).collect();
    sort(&mut all);
    all
}

/// Neighbouring rows with the same valuations.
struct Block {
    from: usize,
    to: usize,
    /// What has to be excluded still.
    open: Set,
    /// What is never there.
    never: Set,
}

fn blocks(frame: &Frame<'_>, given: bool, pairs: &[Fact]) -> Try<Vec<Block>> {
    let apart: Vec<Set> = pairs.iter().map(|fact| frame.excluded(fact)).collect::<Try<_>>()?;
    let allowed = frame.single.minus(&frame.union(&apart)?)?;
    let mut blocks: Vec<Block> = Vec::new();
    for (at, row) in frame.rows.iter().enumerate() {
        let never = row.not()?;
        match blocks.last_mut() {
            Some(block) if block.never == never => block.to = at,
            // Row 1 may join this one: when nothing is received there either, its interval says it all.
            _ if given && at == 0 => {
                blocks.push(Block { from: 0, to: 0, open: frame.space.constant(false), never });
            }
            _ => {
                let mut open = allowed.and(&never)?;
                for column in 0..frame.columns.len() {
                    let this = frame.space.variable(frame.variable(column))?;
                    if row.and(&this)?.is_empty() {
                        open = open.minus(&this)?;
                    }
                }
                blocks.push(Block { from: at, to: at, open, never });
            }
        }
    }
    Ok(blocks)
}

/// Facts for what intervals and exclusions do not say.
fn others(frame: &Frame<'_>, given: bool, pairs: &[Fact], budget: &Budget) -> Try<Vec<Fact>> {
    let mut blocks = blocks(frame, given, pairs)?;
    // What is never there in intervals of each length, by where they start.
    let mut lengths: Vec<Vec<Set>> = vec![blocks.iter().map(|block| block.never.clone()).collect()];
    for length in 1..blocks.len() {
        budget.poll(Poll::Explore)?;
        let shorter = &lengths[length - 1];
        lengths.push(shorter.iter().zip(&shorter[1..]).map(|(a, b)| a.and(b)).collect::<Try<_>>()?);
    }
    let mut facts = Vec::new();
    for (length, sets) in lengths.iter().enumerate().rev() {
        for (start, never) in sets.iter().enumerate() {
            budget.poll(Poll::Explore)?;
            let here = start..=start + length;
            let mut must = frame.space.constant(false);
            for block in &blocks[here.clone()] {
                must = must.or(&block.open.and(never)?)?;
            }
            if must.is_empty() {
                continue;
            }
            let (cubes, union) = cover(&must, never, frame.space, budget)?;
            let steps = steps(frame, given, blocks[start].from, blocks[start + length].to);
            facts.extend(cubes.into_iter().map(|cube| fact(frame, steps, cube)));
            for block in &mut blocks[here] {
                block.open = block.open.minus(&union)?;
            }
        }
    }
    Ok(facts)
}

/// That a cube is never true in an interval: its last positive literal is false when the others are true, or
/// without one its last literal is.
fn fact(frame: &Frame<'_>, steps: Option<Steps>, cube: Cube) -> Fact {
    let literals = cube.into_iter().map(|(variable, value)| Literal::of(frame.column(variable), value));
    let mut condition = Terms { steps, literals: literals.collect() };
    condition.tidy(frame.columns);
    let positive = condition.literals.iter().rposition(|literal| literal.is_positive());
    let place = positive.or(condition.literals.len().checked_sub(1));
    let conclusion = place.map(|place| Term::Literal(condition.literals.remove(place).negated()));
    Fact { condition, conclusion }
}
