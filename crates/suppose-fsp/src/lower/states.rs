//! What the states of a component are called in the source.
//!
//! A state that a local process describes has its name and index: `Down`, `COUNT[2]`. A point inside an
//! action sequence or a nested choice has no name of its own; it is called by the local process it belongs to
//! and its place in there, in the order of the text: `Down/1`. `STOP` and `END` are called so. Names of
//! different states of a process differ.
//!
//! Composing keeps the names where there is a single part; a state of several is called by its number only.
//!
//! Names are made when they are asked for. Kept are four bytes for a state and what tells the definitions
//! apart, so that `C[i:0..1000000]` costs as little here as it does elsewhere.

use std::fmt::Write;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use suppose_lts::NameStates;

use super::super::symbols::{Symbol, Symbols};
use super::super::value::Value;

/// The names of the states of a primitive process.
#[derive(Debug)]
pub(super) struct LocalNames {
    pub(super) symbols: Arc<Symbols>,
    /// The definitions that describe states, in the order of these.
    pub(super) definitions: Vec<Definition>,
    /// How many states local processes describe; those after them are inside of one.
    pub(super) described: u32,
    /// Where the states inside of a local process begin, and the state of that local process.
    pub(super) inside: Vec<(u32, u32)>,
    pub(super) stop: Option<u32>,
    pub(super) end: Option<u32>,
    /// States inside of a local process that are all there is of it: it only runs another process first.
    pub(super) whole: FxHashMap<u32, u32>,
    /// The described state of each state of the LTS.
    pub(super) order: Vec<u32>,
}

/// Consecutive states that one definition describes.
#[derive(Debug)]
pub(super) struct Definition {
    pub(super) first: u32,
    pub(super) name: Symbol,
    pub(super) index: States,
}

/// Which index values the states of a definition have.
#[derive(Debug)]
pub(super) enum States {
    /// A single state with these.
    One(Box<[Value]>),
    /// All combinations: lowest value and number of values for each index, the last one varying fastest.
    Block(Vec<(i32, u32)>),
}

impl NameStates for LocalNames {
    fn name(&self, state: usize) -> Option<String> {
        let state = *self.order.get(state)?;
        if Some(state) == self.stop {
            return Some("STOP".to_owned());
        }
        if Some(state) == self.end {
            return Some("END".to_owned());
        }
        if let Some(&local) = self.whole.get(&state) {
            return self.local(local);
        }
        if state < self.described {
            return self.local(state);
        }
        let place = self.inside.partition_point(|&(first, _)| first <= state).checked_sub(1)?;
        let (first, local) = self.inside[place];
        // `STOP` and `END` get their states where they are first met, which is no place of the local process.
        let others = [self.stop, self.end].into_iter().flatten();
        let skipped = others.filter(|other| (first..state).contains(other)).count() as u32;
        Some(format!("{}/{}", self.local(local)?, state - first + 1 - skipped))
    }
}

impl LocalNames {
    fn local(&self, state: u32) -> Option<String> {
        let place =
            self.definitions.partition_point(|definition| definition.first <= state).checked_sub(1)?;
        let definition = &self.definitions[place];
        let mut name = self.symbols.text(definition.name).to_owned();
        let dimensions = match &definition.index {
            States::Block(dimensions) => dimensions,
            States::One(values) => {
                values.iter().for_each(|value| name.extend(["[", &value.text(), "]"]));
                return Some(name);
            }
        };
        let mut offset = state - definition.first;
        let mut values = Vec::with_capacity(dimensions.len());
        for &(low, length) in dimensions.iter().rev() {
            values.push(i64::from(low) + i64::from(offset % length));
            offset /= length;
        }
        for value in values.iter().rev() {
            let _ = write!(name, "[{value}]");
        }
        Some(name)
    }
}
