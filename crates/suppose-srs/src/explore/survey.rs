//! A look at a whole program: how much of it is reached, and whether its macrosteps are well-behaved.
//!
//! Two things can be wrong with a program whatever its properties are: a macrostep that never ends
//! (`endless`), and an event that gets two values in one microstep. What was found is followed by the
//! definitions of [`explicit`](crate::explicit) before it is told.

use crate::lang::EventId;
use suppose_base::{Budget, StopReason};

use super::cone::Cone;
use super::endless::endless;
use super::layout::{Layout, Watched};
use super::relation::Relation;
use super::search::{Hit, Search};
use super::symbols::Symbols;
use super::trail::{Snapshot, Trail, trail};
use super::{Setting, complete};
use crate::explicit::{Ending, Macrostep, Run, Valuation, enabled, replay_for_ever};
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
    /// A macrostep that never ends, because an environment that the tables allow can keep machines moving for
    /// ever: a way into a circle of microsteps, and the circle. The last configuration leads to the first
    /// again. In at least one microstep of the circle something moves; in the others time passes while other
    /// components run.
    pub endless: Option<(Trail, Vec<Snapshot>)>,
    /// Whether there is one that goes on although nothing is received and nobody else moves. Then `endless`
    /// is such a one.
    pub alone: bool,
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
            let mut broken: Option<Hit> = None;
            search.run(budget, |layer| {
                mark(&mut states, &in_state, layer.configurations)?;
                mark(&mut taken, &relation.transitions, layer.configurations)?;
                let busy = layer.configurations.and(&relation.enabled)?;
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
            let endless = endless(&search, budget)?;
            let found = endless.iter().map(|found| self.going_round(&layout, &found.way, &found.circle));
            let found = found.chain(two_values.iter().map(|way| self.clashing(&layout, way)));
            for run in found {
                let replayed = run.ok_or_else(|| "no run goes along it".to_owned()).and_then(|run| {
                    let allowed =
                        |k: usize, received: &Valuation| complete::allowed(self.tables, k, received);
                    replay_for_ever(self.program, &run, self.last, allowed)
                });
                if let Err(problem) = replayed {
                    let what = format!("a macrostep does not replay ({problem})");
                    return Err(StopReason::Internal(what).into());
                }
            }
            let alone = endless.as_ref().is_some_and(|found| found.alone);
            let endless = endless.map(|found| (found.way, found.circle));
            Ok(Survey { stable: search.count(), states, transitions: taken, two_values, endless, alone })
        })
    }
}

impl Setting<'_> {
    /// A run into a circle and for ever round. Events that nobody reads are in no trail; in the second round
    /// they are as in the first.
    fn going_round(&self, layout: &Layout, way: &Trail, circle: &[Snapshot]) -> Option<Run> {
        let mut trail = way.clone();
        let last = trail.last_mut()?;
        last.pop();
        let back_to = last.len() + circle.len();
        last.extend(circle.iter().cycle().take(2 * circle.len() + 1).cloned());
        let mut run = complete::complete(self.program, layout, self.tables, &trail, true)?;
        run.macrosteps.last_mut()?.ending = Ending::Never { back_to };
        Some(run)
    }

    /// A run along a trail to a configuration after which some event gets two values.
    fn clashing(&self, layout: &Layout, way: &Trail) -> Option<Run> {
        let mut run = complete::complete(self.program, layout, self.tables, way, true)?;
        let Macrostep { before, inputs, microsteps, ending } = run.macrosteps.last_mut()?;
        let Ending::Cut { received } = &*ending else { return None };
        let inner = |&(event, _): &(EventId, _)| self.program.outputs.binary_search(&event).is_err();
        let (states, events) = match microsteps.last() {
            None => (&*before, inputs.clone()),
            Some(micro) => (&micro.states, Valuation::of(micro.emitted.iter().filter(inner)).ok()?),
        };
        let able = enabled(self.program, states, &events.and(received));
        let emits = |place: usize, at: usize| &self.program.machine(place).transitions[at].emits;
        let choices =
            || able.iter().enumerate().flat_map(|(place, own)| own.iter().map(move |&at| (place, at)));
        let differ = |one: (usize, usize), other: (usize, usize)| {
            let pairs =
                emits(one.0, one.1).iter().flat_map(|a| emits(other.0, other.1).iter().map(move |b| (a, b)));
            one.0 != other.0 && pairs.into_iter().any(|(a, b)| a.0 == b.0 && a.1 != b.1)
        };
        let (one, other) = choices()
            .find_map(|one| choices().find(|&other| differ(one, other)).map(|other| (one, other)))?;
        let mut taken: Vec<Option<usize>> = able.iter().map(|own| own.first().copied()).collect();
        (taken[one.0], taken[other.0]) = (Some(one.1), Some(other.1));
        let all = taken.iter().enumerate().filter_map(|(place, at)| at.map(|at| emits(place, at)));
        let (event, _) = Valuation::of(all.flat_map(|emits| emits.iter().copied())).err()?;
        *ending = Ending::TwoValues { received: received.clone(), taken, event };
        Some(run)
    }
}

/// Marks what is met for the first time.
fn mark(met: &mut [Vec<bool>], sets: &[Vec<Set>], configurations: &Set) -> Try<()> {
    for (met, set) in met.iter_mut().flatten().zip(sets.iter().flatten()) {
        *met = *met || !configurations.and(set)?.is_empty();
    }
    Ok(())
}
