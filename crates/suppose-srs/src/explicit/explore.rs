//! Everything that a program can do under an assumption, one configuration after the other.
//!
//! # Contract
//! [`explore()`] gives what some events do at each microstep, the stable states, the transitions that are
//! ever taken, a macrostep that never ends and an event that gets two values, if there are such. [`judge`]
//! gives the verdict on each property, with a run of the fewest macrosteps that violates it. The assumption
//! is a function of the microstep and of what is received; it is asked for microsteps from 1 to
//! [`Options::last`], and what it says of the last one holds for all later ones too.
//!
//! # Algorithm
//! Breadth first over stable states, so that everything is found in the fewest macrosteps, and from each of
//! them over configurations. A configuration is known by its states, the events that its microstep emitted,
//! the microstep (which stops counting at `last`) and what a property still has to know about the macrostep
//! so far. What is received is chosen after that, so it is no part of it.
//! - [`Mode::Sound`]: when nothing is enabled, the macrostep may end; or, in an open program
//!   ([`is_open`](super::is_open)), time goes on, because the rest of the system may still be running. That
//!   does not depend on what may still be received: events are gone in the next configuration, and a guard
//!   may ask for their absence.
//! - [`Mode::Paper`]: as in C. de la Riva and J. Tuya, *Automatic generation of assumptions for modular
//!   verification of software specifications*, section 3: the macrostep ends as soon as nothing is enabled,
//!   and in an open program one stabilisation microstep follows. With `short_circuit` (section 3.3) a
//!   configuration is left alone when the same transitions were enabled at the same microstep before. Both
//!   lose behaviour: what others send later is never received, and machines that are idle now may matter
//!   later. This mode is for comparison. The order of the search decides what the short circuit loses; ours
//!   is breadth first, and on the steam boiler it loses so much that the tables of the paper only come out
//!   without it. Properties are judged without it.
//!
//! # Macrosteps that never end
//! In the whole system a macrostep goes on as long as some machine of some component moves. If it goes on for
//! ever, some component moves again and again, perhaps with pauses in which only others move. So a macrostep
//! of an open program never ends when in some environment that the assumption allows its machines move
//! infinitely often, and if that is impossible for each component under what the others really send, every
//! macrostep of the whole system ends. In a closed program nothing is received and nobody waits, so this is a
//! loop of microsteps.
//!
//! # Complexity
//! Each configuration is expanded once for each valuation of the received events, each stable state once for
//! each input.
//!
//! Tested in `tests/all/explicit`: the numbers of the paper and of the steam boiler as literals; components
//! alone against closed compositions of random models.

mod livelock;
mod search;
mod witness;

use std::collections::{BTreeMap, BTreeSet};

use crate::lang::{Atom, ComponentId, EventId, Expr, StateIx};
use suppose_base::{Budget, StopReason};

use self::search::{Search, Step};
use super::run::Run;
use super::step::{is_in, properties};
use super::valuation::Valuation;
use crate::program::Program;

/// When a macrostep ends, and what is not looked at twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Nothing is lost.
    Sound,
    /// As the paper does it; loses behaviour.
    Paper {
        /// Whether equal sets of enabled transitions at the same microstep count as the same configuration.
        short_circuit: bool,
    },
}

/// How to explore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// When a macrostep ends.
    pub mode: Mode,
    /// The last microstep that is told apart from later ones, at least 1.
    pub last: usize,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// How it was found.
    pub mode: Mode,
    /// For each microstep from 0 to the last one the valuations of the observed events that were found there,
    /// before normalisation.
    pub rows: Vec<BTreeSet<Valuation>>,
    /// All configurations, in the order in which they were found; that is Table 1 (a) of the paper.
    pub listing: Vec<Listed>,
    /// Which configuration of the listing follows which in a microstep.
    pub edges: BTreeSet<(usize, usize)>,
    /// The stable states, in the order in which they were found; the initial one is the first.
    pub stable: Vec<Vec<StateIx>>,
    /// The length of the shortest macrostep. In the mode of the paper macrosteps without microsteps do not
    /// count, and the stabilisation microstep does.
    pub shortest: Option<usize>,
    /// For each machine, which of its transitions were ever taken.
    pub taken: Vec<Vec<bool>>,
    /// A macrostep that never ends: an environment that the assumption allows can keep the program moving for
    /// ever. If there is one that goes on whatever others do ([`Run::goes_on_alone`]), it is such a one.
    pub livelock: Option<Run>,
    /// A microstep in which one event gets two values. What would follow it was not explored.
    pub two_values: Option<Run>,
}

/// A configuration as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The states of the machines.
    pub states: Vec<StateIx>,
    /// The observed events that are present.
    pub events: Valuation,
    /// The microstep.
    pub microstep: usize,
}

/// The verdict on a property.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The component.
    pub component: ComponentId,
    /// The place of the property in it.
    pub property: usize,
    /// A run of the fewest macrosteps at whose end it is false.
    pub violation: Option<Run>,
    /// Whether its antecedent was ever true at the end of a macrostep: the left side of an implication,
    /// otherwise all of it.
    pub relevant: bool,
    /// How many configurations were told apart.
    pub configurations: usize,
}

/// Explores a program and observes some of the events that it sends, which are sorted.
///
/// # Errors
/// When the budget is spent.
///
/// # Panics
/// When [`Options::last`] is 0.
pub fn explore(
    program: &Program<'_>,
    observed: &[EventId],
    allowed: &dyn Fn(usize, &Valuation) -> bool,
    options: Options,
    budget: &Budget,
) -> Result<Exploration, StopReason> {
    let mut search = Search::new(program, allowed, options, None);
    search.run(budget)?;
    let (listing, edges) = listed(&search, observed);
    let mut rows = vec![BTreeSet::new(); options.last + 1];
    rows[0].insert(Valuation::none());
    for entry in &listing {
        rows[entry.microstep].insert(entry.events.clone());
    }
    Ok(Exploration {
        mode: options.mode,
        rows,
        edges,
        livelock: livelock::find(&search, budget)?,
        two_values: search.two_values(),
        stable: search.stable.iter().map(|stable| stable.states.clone()).collect(),
        shortest: search.shortest,
        taken: search.taken,
        listing,
    })
}

/// All configurations with a number each, and which follows which. Those of the macrosteps from one stable
/// state stand together.
fn listed(search: &Search<'_, '_>, observed: &[EventId]) -> (Vec<Listed>, BTreeSet<(usize, usize)>) {
    let mut order: Vec<Step> = search.steps.iter().flat_map(|&(from, to)| [from, to]).collect();
    order.sort_unstable_by_key(|&step| (search.turn(step), step));
    let mut numbers = BTreeMap::new();
    let mut listing = Vec::new();
    for step in order {
        let (states, events, microstep) = search.configuration(step);
        let number = *numbers.entry((states, events, microstep)).or_insert(listing.len());
        if number == listing.len() {
            listing.push(Listed { states: states.to_vec(), events: events.only(observed), microstep });
        }
    }
    let number = |step| numbers[&search.configuration(step)];
    let edges = search.steps.iter().map(|&(from, to)| (number(from), number(to))).collect();
    (listing, edges)
}

impl Exploration {
    /// The rows in which macrosteps of different lengths are filled up: where the shortest macrostep is over,
    /// nothing happens in it any more. In the mode of the paper (section 4.4) they are filled up to the
    /// length of the longest one, otherwise to the last microstep.
    pub fn normalised(&self) -> Vec<BTreeSet<Valuation>> {
        let mut rows = self.rows.clone();
        if let Mode::Paper { .. } = self.mode {
            let longest = rows.iter().rposition(|row| !row.is_empty()).unwrap_or(0);
            rows.truncate(longest + 1);
        }
        let mut first = self.shortest.map_or(rows.len(), |shortest| shortest + 1);
        if self.mode == Mode::Sound && self.shortest.is_some() {
            // The last row is also that of all later microsteps.
            first = first.min(rows.len() - 1);
        }
        for row in rows.iter_mut().skip(first) {
            row.insert(Valuation::none());
        }
        rows
    }

    /// The normalised rows as an assumption on what is observed, whose last row stands for all later
    /// microsteps. In the mode of the paper nothing happens after the longest macrostep.
    pub fn assumption(&self) -> Vec<BTreeSet<Valuation>> {
        let mut rows = self.normalised();
        if rows.len() < self.rows.len() {
            rows.push([Valuation::none()].into_iter().collect());
        }
        rows
    }

    /// In how many configurations something is true; Table 1 (b) of the paper.
    pub fn support(&self, holds: impl Fn(&Listed) -> bool) -> usize {
        self.listing.iter().filter(|entry| holds(entry)).count()
    }
}

/// Judges every property of the components of a program.
///
/// # Errors
/// When the budget is spent.
///
/// # Panics
/// When [`Options::last`] is 0.
pub fn judge(
    program: &Program<'_>,
    allowed: &dyn Fn(usize, &Valuation) -> bool,
    options: Options,
    budget: &Budget,
) -> Result<Vec<Judged>, StopReason> {
    let mode = match options.mode {
        Mode::Sound => Mode::Sound,
        Mode::Paper { .. } => Mode::Paper { short_circuit: false },
    };
    let options = Options { mode, ..options };
    let one = |(component, property): (ComponentId, usize)| {
        let formula = &program.model.component(component).properties[property].formula;
        let mut search = Search::new(program, allowed, options, Some((component, formula)));
        search.run(budget)?;
        let true_at = |formula: &Expr, end: &search::End| {
            let mut truth = |atom| match atom {
                Atom::In(machine, state) => is_in(program, component, &end.states, machine, state),
                other => search.tracked.truth(other, &end.bits),
            };
            formula.holds(&mut truth)
        };
        let antecedent = if let Expr::Implies(left, _) = formula { left } else { formula };
        let violated = search.ends.iter().find(|end| !true_at(formula, end));
        Ok(Judged {
            component,
            property,
            violation: violated.map(|end| search.run_to(end)),
            relevant: search.ends.iter().any(|end| true_at(antecedent, end)),
            configurations: search.nodes.len(),
        })
    };
    properties(program).into_iter().map(one).collect()
}
