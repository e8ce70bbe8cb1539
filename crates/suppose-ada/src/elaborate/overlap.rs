//! Whether one action could take a state of a property to two places.
//!
//! # Method
//! Moves are sorted by state and by what they happen on: an entry, an event, a variable with a value, an
//! exception. In each such list, sorted by the first value, a move is compared with those that follow until
//! their first values lie behind its own. Moves that mean the same are compared once. This is quadratic when
//! all moves allow all first values, so the number of comparisons is bounded.

use std::collections::BTreeMap;

use suppose_base::Diagnostic;

use super::Elaborator;
use crate::program::{Exception, Move, What};

/// The most comparisons.
const MOST: usize = 20_000_000;

/// What a move happens on, but for values.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Subject<'m> {
    /// An entry, whether its end is meant, and the exception if one is named: that counts before moves that
    /// name none.
    Entry(u32, bool, Option<Exception>),
    Event(&'m str),
    Access(u32, bool, i64),
    Exception(Exception),
}

impl Elaborator<'_> {
    /// Reports moves with different targets that the same action could take.
    pub(super) fn check_overlaps(&mut self, moves: &[Move]) {
        let mut lists: BTreeMap<(u32, Subject<'_>), Vec<usize>> = BTreeMap::new();
        for (number, step) in moves.iter().enumerate() {
            let mut put = |subject| lists.entry((step.from, subject)).or_default().push(number);
            match &step.on.what {
                What::Rendezvous { entries, end, raised, .. } => {
                    for entry in entries {
                        put(Subject::Entry(entry.0, *end, *raised));
                    }
                }
                What::Event { name, .. } => put(Subject::Event(name)),
                What::Access { variable, write, value } => put(Subject::Access(variable.0, *write, *value)),
                What::Exception(exception) => put(Subject::Exception(*exception)),
            }
        }
        let mut comparisons = 0;
        for (_, mut list) in lists {
            let key = |&number: &usize| {
                let step = &moves[number];
                (first_value(step), values(step), step.on.task, step.to)
            };
            list.sort_by(|a, b| key(a).cmp(&key(b)).then(a.cmp(b)));
            list.dedup_by(|a, b| key(a) == key(b));
            for (place, &one) in list.iter().enumerate() {
                for &other in &list[place + 1..] {
                    comparisons += 1;
                    if comparisons > MOST {
                        let span = moves[one].on.span;
                        return self
                            .overfull(span, "the property has too many transitions on the same action");
                    }
                    if first_value(&moves[other]).0 > first_value(&moves[one]).1 {
                        break;
                    }
                    if moves[one].to != moves[other].to && overlap(&moves[one], &moves[other]) {
                        let (early, late) = (one.min(other), one.max(other));
                        let (first, second) = (moves[early].on.span, moves[late].on.span);
                        self.report("E1053", second, |code| {
                            Diagnostic::error(code, "from one state the same action leads to two others")
                                .at(second, "to one state")
                                .at(first, "to another state")
                                .help("values or callers can tell actions apart")
                        });
                    }
                }
            }
        }
    }
}

/// The ranges of the values of a move.
fn values(step: &Move) -> &[(i64, i64)] {
    match &step.on.what {
        What::Rendezvous { values, .. } | What::Event { values, .. } => values,
        What::Access { .. } | What::Exception(_) => &[],
    }
}

fn first_value(step: &Move) -> (i64, i64) {
    values(step).first().copied().unwrap_or((i64::MIN, i64::MAX))
}

/// Whether two moves on the same subject have an action in common.
fn overlap(one: &Move, other: &Move) -> bool {
    let tasks = match (one.on.task, other.on.task) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    };
    tasks && values(one).iter().zip(values(other)).all(|(a, b)| a.0 <= b.1 && b.0 <= a.1)
}
