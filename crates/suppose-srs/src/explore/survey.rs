//! A look at a whole program: how much of it is reached, and whether its macrosteps are well-behaved.
//!
//! Two things can be wrong with a program whatever its properties are: a macrostep that never ends although nothing is received any more, and an event that gets two values in one microstep. The first is a circle of
//! microsteps: configurations that can always go on are the greatest set in which each has a step to another one, and if one of them is reached, a macrostep can be caught there.

use suppose_base::{Budget, StopReason};

use super::Setting;
use super::cone::Cone;
use super::layout::{Layout, Watched};
use super::relation::Relation;
use super::search::{Hit, Search};
use super::symbols::Symbols;
use super::trail::{Snapshot, Trail, trail};
use crate::space::{Set, Try, grow};

/// What was seen.
#[derive(Clone, Debug)]
pub struct Survey {
    /// How many stable states there are.
    pub stable: f64,
    /// For each machine of the program and each of its states whether it was ever in it.
    pub states: Vec<Vec<bool>>,
    /// For each machine and each of its transitions whether it was ever taken.
    pub transitions: Vec<Vec<bool>>,
    /// A way to a microstep in which an event gets two values.
    pub two_values: Option<Trail>,
    /// A way into a circle of microsteps, and the circle: the last configuration leads to the first again.
    pub endless: Option<(Trail, Vec<Snapshot>)>,
}

impl Setting<'_> {
    /// Looks at all of a program.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn survey(&self, budget: &Budget) -> Result<Survey, StopReason> {
        // What is received matters even if nobody reads it: a table may not allow that nothing comes.
        let cone = Cone::whole(self.program, &self.program.received);
        let layout = Layout::new(self.program, &cone, &Watched { property: None });
        grow(layout.variables, budget, |space| {
            let symbols = Symbols { space, program: self.program, layout: &layout };
            let relation = Relation::new(&symbols)?;
            let mut search = Search::new(&symbols, &relation, self.tables, self.last)?;
            let machines =
                || (0..layout.machines.len()).map(|m| self.program.machine(layout.machines[m].place));
            let mut states: Vec<Vec<bool>> = machines().map(|m| vec![false; m.states.len()]).collect();
            let mut taken: Vec<Vec<bool>> = machines().map(|m| vec![false; m.transitions.len()]).collect();
            let mut in_state: Vec<Vec<Set>> = Vec::new();
            for (machine, all) in states.iter().enumerate() {
                let one = |s: usize| symbols.state(machine, crate::lang::StateIx::at(s), |pair| pair.now);
                in_state.push((0..all.len()).map(one).collect::<Try<_>>()?);
            }
            let silent = symbols.none_of(symbols.columns_of(&self.program.received))?;
            let mut goes_on = space.constant(false);
            let mut broken: Option<Hit> = None;
            search.run(budget, |layer| {
                mark(&mut states, &in_state, layer.configurations)?;
                mark(&mut taken, &relation.transitions, layer.configurations)?;
                let busy = layer.configurations.and(&relation.enabled)?;
                // A macrostep that never ends comes to the last row and stays there; what may be received before does not matter.
                if layer.counter == self.last {
                    goes_on = goes_on.or(&busy.and(&silent)?)?;
                }
                if broken.is_none() && !relation.conflict.is_empty() {
                    let bad = relation.before(&busy, &relation.conflict)?;
                    if !bad.is_empty() {
                        let (round, layer) = (layer.round, layer.place);
                        broken = Some(Hit { round, layer, configurations: bad });
                    }
                }
                Ok(None)
            })?;
            let two_values = broken.map(|hit| trail(&search, &hit)).transpose()?;
            let endless = endless(&search, goes_on, budget)?;
            Ok(Survey { stable: search.count(), states, transitions: taken, two_values, endless })
        })
    }
}

/// Marks what is met for the first time.
fn mark(met: &mut [Vec<bool>], sets: &[Vec<Set>], configurations: &Set) -> Try<()> {
    for (met, set) in met.iter_mut().flatten().zip(sets.iter().flatten()) {
        *met = *met || !configurations.and(set)?.is_empty();
    }
    Ok(())
}

/// A circle among configurations in which nothing is received, with a way to it.
fn endless(search: &Search<'_>, mut all: Set, budget: &Budget) -> Try<Option<(Trail, Vec<Snapshot>)>> {
    // After a microstep there are neither inputs nor, here, received events.
    let symbols = search.symbols;
    let outside =
        || symbols.columns_of(&symbols.program.inputs).chain(symbols.columns_of(&symbols.program.received));
    let (nothing, variables) = (symbols.none_of(outside())?, symbols.space.cube(outside())?);
    loop {
        budget.poll(suppose_base::Poll::Explore)?;
        symbols.space.tidy();
        let fewer = search.relation.leading_to(&all, &all.and_some(&nothing, &variables)?)?;
        if fewer == all {
            break;
        }
        all = fewer;
    }
    for (round, layers) in search.rounds.iter().enumerate() {
        for (layer, configurations) in layers.iter().enumerate() {
            let caught = configurations.and(&all)?;
            if caught.is_empty() {
                continue;
            }
            let mut way = trail(search, &Hit { round, layer, configurations: caught.clone() })?;
            let last = way.last_mut().expect("a trail has a macrostep");
            let mut here = search.symbols.exactly(&caught.pick().expect("not empty"))?;
            let mut met: Vec<Set> = Vec::new();
            while !met.contains(&here) {
                budget.poll(suppose_base::Poll::Explore)?;
                met.push(here.clone());
                let next = search.relation.after(&here)?.and(&all)?.and(&nothing)?;
                here = search.symbols.exactly(&next.pick().expect("each has a step to another one"))?;
            }
            let first = met.iter().position(|set| *set == here).expect("it was met");
            let snapshot = |set: &Set| search.symbols.snapshot(&set.pick().expect("one configuration"));
            last.extend(met[1..=first].iter().map(snapshot));
            return Ok(Some((way, met[first..].iter().map(snapshot).collect())));
        }
    }
    Ok(None)
}
