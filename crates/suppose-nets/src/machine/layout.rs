//! Packing a marking and the values of wires into words.
//!
//! A place is one bit. A wire has as many bits as its domain needs and holds the index of its value there; so
//! a Boolean is one bit, and for the domain {0, 1} the bit is the value. Fields never straddle words.

use crate::design::Design;
use crate::expr::Value;
use crate::net::{PlaceId, WireId};

/// Where a wire is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    pub word: u32,
    pub shift: u32,
    /// The mask of its bits in place.
    pub mask: u64,
}

impl Field {
    /// The index that a state holds for it.
    #[inline]
    pub(crate) fn get(self, state: &[u64]) -> usize {
        ((state[self.word as usize] & self.mask) >> self.shift) as usize
    }
}

/// Where everything is.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// How many words.
    pub words: usize,
    /// For each member the first bit of its places, counted over all words; a net's places follow each other.
    places: Vec<usize>,
    /// The wires, sorted.
    wires: Vec<WireId>,
    fields: Vec<Field>,
}

impl Layout {
    /// A layout for the places of some nets and for some wires, sorted.
    pub(crate) fn new(design: &Design, members: &[usize], wires: Vec<WireId>) -> Self {
        let mut next = 0;
        let mut places = Vec::with_capacity(members.len());
        for &member in members {
            places.push(next);
            next += design.nets[member].places.len();
        }
        let mut fields = Vec::with_capacity(wires.len());
        for &wire in &wires {
            let values = design.wire(wire).domain.len();
            let bits = values.next_power_of_two().trailing_zeros() as usize;
            if next % 64 + bits > 64 {
                next = next.next_multiple_of(64);
            }
            let shift = (next % 64) as u32;
            let ones = if bits == 0 { 0 } else { u64::MAX >> (64 - bits) };
            fields.push(Field { word: (next / 64) as u32, shift, mask: ones << shift });
            next += bits;
        }
        Self { words: (next / 64 + 1).max(1), places, wires, fields }
    }

    /// The word and the bit of a place of a member.
    pub(crate) fn place(&self, member: usize, place: PlaceId) -> (u32, u64) {
        let bit = self.places[member] + place.index();
        ((bit / 64) as u32, 1 << (bit % 64))
    }

    /// Where a wire is, if it is part of the state.
    pub(crate) fn field(&self, wire: WireId) -> Option<Field> {
        // A field whose bits end exactly at a word may begin in the word after the last one; it has no bits
        // then.
        self.wires.binary_search(&wire).ok().map(|i| self.fields[i])
    }

    /// The wires that are part of the state; sorted.
    pub(crate) fn wires(&self) -> &[WireId] {
        &self.wires
    }

    /// The value of a wire that is part of the state.
    pub(crate) fn value(&self, design: &Design, state: &[u64], wire: WireId) -> Value {
        let field = self.field(wire).expect("part of the state");
        design.wire(wire).domain[field.get(state)]
    }
}

/// The bits of a field that hold a value.
pub(crate) fn encoded(design: &Design, wire: WireId, field: Field, value: Value) -> Option<u64> {
    let index = design.wire(wire).domain.binary_search(&value).ok()?;
    Some((index as u64) << field.shift)
}
