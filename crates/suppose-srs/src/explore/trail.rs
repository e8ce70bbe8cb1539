//! The way back from a configuration to the first one.
//!
//! A search keeps its layers. From a configuration of one of them a predecessor in the layer before is found
//! by one step of the relation backwards, and from the first layer of a round the macrostep that ended in its
//! state by a look at the round before. So a trail has as few macrosteps as possible.

use crate::lang::StateIx;

use super::layout::Pair;
use super::search::{Hit, Search};
use super::symbols::Symbols;
use crate::space::{Set, Try};
use crate::table::Column;

/// A configuration of the machines of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The states of the machines.
    pub states: Vec<StateIx>,
    /// All columns of the layout that are true, emitted, received and inputs.
    pub present: Vec<Column>,
}

/// For each macrostep its configurations from the first to the one in which it ends.
pub type Trail = Vec<Vec<Snapshot>>;

/// A trail to one of the configurations of a hit.
pub(super) fn trail(search: &Search<'_>, hit: &Hit) -> Try<Trail> {
    let symbols = search.symbols;
    let mut back: Vec<Vec<Snapshot>> = Vec::new();
    let mut here = hit.configurations.pick().expect("a hit has a configuration");
    let (mut round, mut layer) = (hit.round, hit.layer);
    loop {
        let mut macrostep = vec![symbols.snapshot(&here)];
        while layer > 0 {
            here = before(search, &search.rounds[round][layer - 1], &here)?;
            layer -= 1;
            macrostep.push(symbols.snapshot(&here));
        }
        macrostep.reverse();
        back.push(macrostep);
        if round == 0 {
            back.reverse();
            return Ok(back);
        }
        round -= 1;
        (layer, here) = ended_in(search, round, &here)?;
    }
}

impl Symbols<'_> {
    /// The configuration of a valuation.
    pub(super) fn snapshot(&self, valuation: &[bool]) -> Snapshot {
        let state = |machine: &super::layout::Bits| {
            let bits = machine.bits.iter().enumerate();
            StateIx(bits.map(|(place, pair)| u32::from(valuation[pair.now as usize]) << place).sum())
        };
        let events = self.layout.events.iter().filter(|event| valuation[event.now as usize]);
        Snapshot {
            states: self.layout.machines.iter().map(state).collect(),
            present: events.map(|event| event.column).collect(),
        }
    }

    /// The configuration of a valuation as a set.
    pub(super) fn exactly(&self, valuation: &[bool]) -> Try<Set> {
        let bits = self.layout.machines.iter().flat_map(|machine| machine.bits.iter().map(|pair| pair.now));
        let all = bits.chain(self.layout.events.iter().map(|event| event.now));
        fixed(self, all.map(|variable| (variable, variable)), valuation)
    }
}

/// Variables with the values that other variables have in a valuation.
fn fixed(symbols: &Symbols<'_>, pairs: impl Iterator<Item = (u32, u32)>, valuation: &[bool]) -> Try<Set> {
    let mut sorted: Vec<(u32, bool)> =
        pairs.map(|(variable, like)| (variable, valuation[like as usize])).collect();
    sorted.sort_unstable();
    let mut set = symbols.space.constant(true);
    for (variable, value) in sorted.into_iter().rev() {
        set = symbols.space.literal(variable, value)?.and(&set)?;
    }
    Ok(set)
}

/// A configuration of a layer that has a step to `after`.
fn before(search: &Search<'_>, layer: &Set, after: &[bool]) -> Try<Vec<bool>> {
    let symbols = search.symbols;
    let layout = symbols.layout;
    let bits = || layout.machines.iter().flat_map(|machine| machine.bits.iter().copied());
    let sticky = || layout.events.iter().filter_map(|event| event.sticky);
    let pre = || layout.pre.iter().map(|&(_, variable)| (variable, variable));
    let later = |pairs: &mut dyn Iterator<Item = Pair>| pairs.map(|p| (p.next, p.now)).collect::<Vec<_>>();
    let emitted = layout.events.iter().filter_map(|event| Some((event.next?, event.now)));
    let moved = later(&mut bits().chain(sticky())).into_iter().chain(emitted).chain(pre());
    let target = fixed(symbols, moved, after)?;
    let busy = layer.and(&search.relation.enabled)?;
    if let Some(found) = search.relation.before(&busy, &target)?.pick() {
        return Ok(found);
    }
    // Nothing moved: the same states, and what was there is remembered.
    let quiet = layer.minus(&search.relation.enabled)?;
    let same = bits().map(|pair| (pair.now, pair.now)).chain(later(&mut sticky())).chain(pre());
    let target = fixed(symbols, same, after)?;
    let found = search.relation.remembering(&quiet.and(&target)?)?.pick();
    Ok(found.expect("every configuration of a layer comes from the one before"))
}

/// A configuration of a round in which a macrostep ends in the states of `after`, with its layer.
fn ended_in(search: &Search<'_>, round: usize, after: &[bool]) -> Try<(usize, Vec<bool>)> {
    let symbols = search.symbols;
    let bits = symbols.layout.machines.iter().flat_map(|machine| machine.bits.iter());
    let states = fixed(symbols, bits.map(|pair| (pair.now, pair.now)), after)?;
    for (layer, configurations) in search.rounds[round].iter().enumerate() {
        let quiet = configurations.minus(&search.relation.enabled)?;
        if let Some(found) = quiet.and(&states)?.pick() {
            return Ok((layer, found));
        }
    }
    unreachable!("a new stable state is the end of a macrostep of the round before")
}
