//! All configurations that a program can be in, layer by layer.
//!
//! # Algorithm
//! A *round* begins with stable states that are new. All macrosteps from them are followed together: layer 0
//! has them with all inputs, and layer *l* + 1 has what one microstep makes of layer *l*, with all that can
//! be received there. Where nothing moves, the macrostep may end; the state is stable, and is taken up by the
//! next round if it is new. If others may still be running, it may also wait: in the next configuration the
//! events of this one are gone, so a guard that asks for the absence of one may be true then, and something
//! may be received. The counter of microsteps saturates at the last row of the tables, so from there on
//! layers are compared with all earlier ones. A configuration that was met with the same counter before, in
//! this or an earlier round, is not followed again.
//!
//! # Soundness
//! A configuration here has the states, the events, what the property remembers, and the counter; received
//! events are chosen after the look-up, since what can be received depends only on the counter. So two runs
//! that come to the same configuration have the same futures, and cutting the second one loses nothing.
//! Nothing else is cut.
//!
//! Cost: one image for each layer. Rounds and layers are kept, so that a run to any configuration can be
//! found again.

use suppose_base::{Budget, Poll};

use super::relation::Relation;
use super::symbols::Symbols;
use crate::space::{Set, Try, Variables};
use crate::table::Table;

/// A layer of a round.
pub(super) struct Layer<'a> {
    pub round: usize,
    /// Its place in the round.
    pub place: usize,
    /// The value of the counter.
    pub counter: usize,
    /// The configurations that are new.
    pub configurations: &'a Set,
    /// Those among them in which nothing moves.
    pub quiet: &'a Set,
    /// What a microstep makes of the others, before anything is received.
    pub moved: &'a Set,
}

/// Where a search stopped.
#[derive(Clone, Debug)]
pub(super) struct Hit {
    pub round: usize,
    pub layer: usize,
    /// Configurations of that layer.
    pub configurations: Set,
}

/// A search and what it has seen.
pub(super) struct Search<'a> {
    pub symbols: &'a Symbols<'a>,
    pub relation: &'a Relation,
    /// What can be received at each microstep.
    pub received: Vec<Set>,
    /// Whether others may still be running when nothing moves here.
    pub waits: bool,
    inputs: Set,
    /// The states at the start of a macrostep as tests of it.
    start: Set,
    /// All variables but those of states.
    forget: Variables,
    /// By counter.
    seen: Vec<Set>,
    /// For each round the layers.
    pub rounds: Vec<Vec<Set>>,
    /// All stable states.
    pub stable: Set,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        symbols: &'a Symbols<'a>,
        relation: &'a Relation,
        tables: &[Table],
        last: usize,
    ) -> Try<Self> {
        let Symbols { space, layout, program } = *symbols;
        // Machines that are left out may be running too.
        let waits = program.is_open() || layout.machines.len() < program.machines.len();
        let received: Vec<Set> =
            (0..=last).map(|microstep| symbols.received(tables, microstep)).collect::<Try<_>>()?;
        let mut start = space.constant(true);
        for &((machine, state), variable) in &layout.pre {
            let now = symbols.state(machine, state, |pair| pair.now)?;
            start = start.and(&space.variable(variable)?.same_as(&now)?)?;
        }
        let inputs: Vec<u32> = symbols.columns_of(&program.inputs).collect();
        let others = layout.events.iter().map(|event| event.now).filter(|now| !inputs.contains(now));
        let sticky = layout.events.iter().filter_map(|event| event.sticky.map(|pair| pair.now));
        let silent = symbols.none_of(others.chain(sticky.clone()))?;
        let mut stable = space.constant(true);
        for machine in 0..layout.machines.len() {
            let initial = program.machine(layout.machines[machine].place).initial;
            stable = stable.and(&symbols.state(machine, initial, |pair| pair.now)?)?;
        }
        let pre = layout.pre.iter().map(|&(_, variable)| variable);
        let events = layout.events.iter().map(|event| event.now);
        Ok(Self {
            symbols,
            relation,
            received,
            waits,
            inputs: symbols.inputs()?.and(&silent)?,
            start,
            forget: space.cube(pre.chain(events).chain(sticky))?,
            seen: vec![space.constant(false); last + 1],
            rounds: Vec::new(),
            stable,
        })
    }

    /// The counter of a layer.
    pub(super) fn counter(&self, layer: usize) -> usize {
        layer.min(self.seen.len() - 1)
    }

    /// The configurations that were reached in the last row or later, with all that can be received there.
    pub(super) fn reached_late(&self) -> Try<Set> {
        let last = self.seen.len() - 1;
        self.seen[last].and(&self.received[last])
    }

    /// Follows everything until `visit` finds something among the configurations of a layer.
    pub(super) fn run(
        &mut self,
        budget: &Budget,
        mut visit: impl FnMut(&Layer<'_>) -> Try<Option<Set>>,
    ) -> Try<Option<Hit>> {
        let mut frontier = self.stable.clone();
        let inputs = self.symbols.columns_of(&self.symbols.program.inputs);
        // A microstep in which an event gets two values is an error, which `survey` reports. It has no
        // future.
        let allowed = self.symbols.none_of(inputs)?.minus(&self.relation.conflict_now()?)?;
        while !frontier.is_empty() {
            let round = self.rounds.len();
            self.rounds.push(Vec::new());
            let mut ends = self.symbols.space.constant(false);
            let mut next = frontier.and(&self.inputs)?.and(&self.start)?;
            loop {
                budget.poll(Poll::Explore)?;
                self.symbols.space.tidy();
                let layer = self.rounds[round].len();
                let counter = self.counter(layer);
                let new = next.minus(&self.seen[counter])?;
                if new.is_empty() {
                    break;
                }
                self.seen[counter] = self.seen[counter].or(&new)?;
                let configurations = new.and(&self.received[counter])?;
                let quiet = configurations.minus(&self.relation.enabled)?;
                let busy = configurations.and(&self.relation.enabled)?;
                let moved = if busy.is_empty() { busy } else { self.relation.after(&busy)?.and(&allowed)? };
                self.rounds[round].push(configurations.clone());
                let seen = Layer {
                    round,
                    place: layer,
                    counter,
                    configurations: &configurations,
                    quiet: &quiet,
                    moved: &moved,
                };
                if let Some(found) = visit(&seen)? {
                    return Ok(Some(Hit { round, layer, configurations: found }));
                }
                ends = ends.or(&quiet.some(&self.forget)?)?;
                let received = self.symbols.columns_of(&self.symbols.program.received);
                let variables = self.symbols.space.cube(received)?;
                next = moved.some(&variables)?;
                if self.waits && !quiet.is_empty() {
                    next = next.or(&self.relation.waiting(&quiet)?.some(&variables)?)?;
                }
            }
            frontier = ends.minus(&self.stable)?;
            self.stable = self.stable.or(&frontier)?;
            // What a limit of states is about: configurations are never counted one by one.
            #[expect(clippy::cast_sign_loss, reason = "a count is not negative")]
            budget.check_states(self.count() as u64)?;
        }
        Ok(None)
    }

    /// How many stable states are known.
    pub(super) fn count(&self) -> f64 {
        let layout = self.symbols.layout;
        let bits: u32 = layout.machines.iter().map(|machine| machine.bits.len() as u32).sum();
        // Only the bits of states matter. Those of all variables could be more than a number can hold.
        self.stable.count(bits)
    }
}
