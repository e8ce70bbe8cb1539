//! Macrosteps that never end.
//!
//! A macrostep of the whole system goes on as long as a machine of some component moves. If it never ends,
//! some component moves infinitely often, perhaps with pauses in which only others move. So a program has a
//! macrostep that never ends if in some environment that the tables allow its machines move infinitely often.
//! When that is impossible for each component under tables that are true of the others, all macrosteps of the
//! whole system end.
//!
//! # Algorithm
//! From the last row on the tables say the same of all microsteps, so such a macrostep goes round among the
//! configurations that were reached there. Where nothing moves and time passes, the events of the program are
//! gone; the second time nothing changes any more, and what can be received is the same. So between two moves
//! one pause is enough. Hence the configurations from which moves can go on for ever are the greatest set in
//! which something moves in each of them, and each has a step to another one, at once or after one pause. At
//! first only circles without pauses in which nothing is received are looked for: such a macrostep goes on
//! whatever others do.
//!
//! Steps forward cost less than steps back, so the question whether there is a circle at all is asked with
//! them: moves can go on for ever just when they can have gone on for ever, since there are finitely many
//! configurations.
//!
//! For the circle that is shown, the same set is computed with what is allowed in all rows from an earlier
//! one on, so that a circle which begins early is shown early.
//!
//! Cost: one step forward for each round of the first fixpoint; if there is a circle, as many fixpoints of
//! steps back as there are rows.

use suppose_base::{Budget, Poll};

use super::search::{Hit, Search};
use super::trail::{Snapshot, Trail, trail};
use crate::space::{Set, Try, Variables};

/// The configurations that were reached in the last row or later.
struct Late {
    /// Where something moves.
    busy: Set,
    /// Where nothing does.
    quiet: Set,
}

impl Late {
    fn new(search: &Search<'_>) -> Try<Self> {
        let reached = search.reached_late()?;
        let enabled = &search.relation.enabled;
        Ok(Self { busy: reached.and(enabled)?, quiet: reached.minus(enabled)? })
    }
}

/// A circle of microsteps in which something moves, with a way to it of the fewest macrosteps.
pub(super) struct Endless {
    pub way: Trail,
    pub circle: Vec<Snapshot>,
    /// Whether something moves in all of its microsteps and nothing is received.
    pub alone: bool,
}

/// A macrostep that never ends, if there is one.
pub(super) fn endless(search: &Search<'_>, budget: &Budget) -> Try<Option<Endless>> {
    let symbols = search.symbols;
    let last = search.received.len() - 1;
    let late = Late::new(search)?;
    let silent = symbols.none_of(symbols.columns_of(&symbols.program.received))?;
    if !goes_round(search, &late, budget)? {
        return Ok(None);
    }
    let mut all = Circles::new(search, late.busy.and(&silent)?, symbols.space.constant(false), budget)?;
    let alone = !all.busy.is_empty();
    if !alone {
        all = Circles::new(search, late.busy.clone(), late.quiet.clone(), budget)?;
    }
    // For each row what can go on for ever with what is allowed in it and in all later ones.
    let mut from_row: Vec<Option<Circles<'_>>> = (0..=last).map(|_| None).collect();
    for (round, layers) in search.rounds.iter().enumerate() {
        // The first configuration has the inputs, which never come again.
        for (layer, configurations) in layers.iter().enumerate().skip(1) {
            let row = search.counter(layer);
            let circles = match &mut from_row[row] {
                Some(known) => known,
                new => {
                    let mut allowed = symbols.space.constant(true);
                    for later in &search.received[row..] {
                        allowed = allowed.and(later)?;
                    }
                    let (busy, quiet) = (all.busy.and(&allowed)?, all.quiet.and(&allowed)?);
                    new.insert(Circles::new(search, busy, quiet, budget)?)
                }
            };
            let caught = configurations.and(&circles.busy)?;
            if let Some(first) = caught.pick() {
                let mut way = trail(search, &Hit { round, layer, configurations: caught })?;
                let (before, circle) = circles.follow(&first, budget)?;
                way.last_mut().expect("a trail has a macrostep").extend(before);
                return Ok(Some(Endless { way, circle, alone }));
            }
        }
    }
    unreachable!("what goes on for ever in the last row was reached there")
}

/// Whether there is a circle.
fn goes_round(search: &Search<'_>, late: &Late, budget: &Budget) -> Try<bool> {
    let Search { symbols, relation, .. } = search;
    let outside = outside(search)?;
    let mut busy = late.busy.clone();
    loop {
        budget.poll(Poll::Explore)?;
        symbols.space.tidy();
        let mut entry = relation.after(&busy)?.some(&outside)?;
        if search.waits {
            let paused = late.quiet.and(&entry)?;
            entry = entry.or(&relation.waiting(&paused)?.some(&outside)?)?;
        }
        let fewer = busy.and(&entry)?;
        if fewer == busy {
            return Ok(!busy.is_empty());
        }
        busy = fewer;
    }
}

/// The variables of inputs and of received events.
fn outside(search: &Search<'_>) -> Try<Variables> {
    let symbols = search.symbols;
    let program = symbols.program;
    let outside = symbols.columns_of(&program.inputs).chain(symbols.columns_of(&program.received));
    symbols.space.cube(outside)
}

/// Configurations among which moves can go on for ever.
struct Circles<'a> {
    search: &'a Search<'a>,
    /// Where something moves, now and again and again.
    busy: Set,
    /// Where nothing moves, among those that were given.
    quiet: Set,
    /// The variables of inputs and of received events.
    outside: Variables,
    /// The variables of all events.
    events: Variables,
}

impl<'a> Circles<'a> {
    /// Among configurations in which something moves and others in which nothing does.
    fn new(search: &'a Search<'a>, busy: Set, quiet: Set, budget: &Budget) -> Try<Self> {
        let symbols = search.symbols;
        let outside = outside(search)?;
        let events = symbols.space.cube(symbols.layout.events.iter().map(|event| event.now))?;
        let mut circles = Self { search, busy, quiet, outside, events };
        loop {
            budget.poll(Poll::Explore)?;
            symbols.space.tidy();
            let mut entry = circles.busy.some(&circles.outside)?;
            if search.waits {
                entry = entry.or(&circles.pauses()?.some(&circles.outside)?)?;
            }
            let fewer = search.relation.leading_to(&circles.busy, &entry)?;
            if fewer == circles.busy {
                return Ok(circles);
            }
            circles.busy = fewer;
        }
    }

    /// The configurations in which nothing moves and after which, with one pause, something can move again
    /// and again.
    fn pauses(&self) -> Try<Set> {
        let entry = self.busy.some(&self.outside)?;
        self.quiet.and(&entry.and_some(&self.search.relation.silence, &self.events)?)
    }

    /// A circle from a configuration in which something moves: what comes between it and the circle, with the
    /// first configuration of the circle, and the circle.
    fn follow(&self, first: &[bool], budget: &Budget) -> Try<(Vec<Snapshot>, Vec<Snapshot>)> {
        let Search { symbols, relation, .. } = self.search;
        let pauses = if self.search.waits { self.pauses()? } else { symbols.space.constant(false) };
        let mut here = symbols.exactly(first)?;
        let mut met: Vec<Set> = Vec::new();
        while !met.contains(&here) {
            budget.poll(Poll::Explore)?;
            let moves = !here.and(&relation.enabled)?.is_empty();
            let after =
                if moves { relation.after(&here)? } else { relation.waiting(&here)?.some(&self.outside)? };
            met.push(here);
            let mut next = after.and(&self.busy)?;
            if next.is_empty() {
                next = after.and(&pauses)?;
            }
            here = symbols.exactly(&next.pick().expect("each leads to another one"))?;
        }
        let start = met.iter().position(|set| *set == here).expect("it was met");
        let mut shown = met.iter().map(|set| symbols.snapshot(&set.pick().expect("one configuration")));
        let mut before: Vec<Snapshot> = shown.by_ref().take(start).collect();
        let circle: Vec<Snapshot> = shown.collect();
        if start > 0 {
            // The way to the first one has it already.
            before.remove(0);
            before.push(circle[0].clone());
        }
        Ok((before, circle))
    }
}
