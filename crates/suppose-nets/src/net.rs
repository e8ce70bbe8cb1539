//! Safe Petri nets with guards over wires (Yao 2012, definitions 2.1.1 to 2.1.8), one for each component of a
//! design.
//!
//! Besides what the dissertation has, a wire may hold a small integer, a transition may assign several wires
//! or none, several nets may assign the same wire, and a net that comes from a signal transition graph may
//! *follow* a wire that another net drives: its transitions on that wire then happen only together with a
//! change of the wire, and a change for which no such transition is enabled is a failure, because the graph
//! says that it does not come. And a transition may *sample* wires: that one of them changes back before it
//! fires is no failure.

use suppose_base::Span;

use crate::expr::{Expr, Value};

/// A wire: of the fragment while reading, of the design afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WireId(pub u32);

impl WireId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place of one net.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceId(pub u32);

impl PlaceId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// As in the source; for messages and drawings.
    pub name: String,
}

/// What an assignment writes to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// A wire.
    Wire(WireId),
    /// The element of an array that the index chooses.
    Element(Vec<WireId>, Expr),
}

/// An assignment. All assignments of a transition read the old values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Effect {
    /// What is written.
    pub target: Target,
    /// Its new value.
    pub value: Expr,
}

/// A transition.
#[derive(Clone, Debug)]
pub struct Transition {
    /// Its name, distinct in its net; also the name of the action when firing it changes no wire.
    pub name: String,
    /// The places it takes a token from; sorted.
    pub preset: Vec<PlaceId>,
    /// The places it puts a token on; sorted.
    pub postset: Vec<PlaceId>,
    /// It can fire only where this is not 0.
    pub guard: Expr,
    /// What firing does to wires.
    pub effects: Vec<Effect>,
    /// What must not be 0 when it fires, evaluated with the old values.
    pub asserts: Vec<Expr>,
    /// Wires of the guard that it samples. They may change at any time, so it is no failure when such a
    /// change disables it; it is one where it would be disabled even if these wires had kept their values.
    pub samples: Vec<WireId>,
    /// Where it is written.
    pub span: Option<Span>,
}

/// Two places that say what a Boolean wire is worth, as a gate has them for each of its outputs. Which of
/// them has a token at first follows from the wire's first value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The wire.
    pub wire: WireId,
    /// Has a token where the wire is 0.
    pub low: PlaceId,
    /// Has a token where the wire is 1.
    pub high: PlaceId,
}

/// The signals of a signal transition graph. Each of its transitions has at most one effect, on one of these
/// wires, which is an edge: firing it is the action `a+` or `a-` whatever value the wire has. Whether the
/// graph drives a signal or follows it is decided when fragments are joined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signals {
    /// Driven by the environment of what the graph describes.
    pub inputs: Vec<WireId>,
    /// Driven by it and visible.
    pub outputs: Vec<WireId>,
    /// Driven by it and not visible.
    pub internal: Vec<WireId>,
}

/// A net.
#[derive(Clone, Debug, Default)]
pub struct Net {
    /// The component's name, distinct in a design.
    pub name: String,
    /// The places.
    pub places: Vec<Place>,
    /// The places that have a token at first; sorted.
    pub marking: Vec<PlaceId>,
    /// The transitions.
    pub transitions: Vec<Transition>,
    /// Places whose first tokens follow from the first values of wires.
    pub levels: Vec<Level>,
    /// Wires that the source declares as inputs; somebody else must drive them in a closed design.
    pub inputs: Vec<WireId>,
    /// Wires that the source declares as outputs or as its own, changed or not.
    pub outputs: Vec<WireId>,
    /// Set for signal transition graphs.
    pub signals: Option<Signals>,
    /// Wires of `signals` that another net drives; sorted. Set when fragments are joined.
    pub follows: Vec<WireId>,
    /// Where it is written.
    pub span: Option<Span>,
}

impl Net {
    /// A net without places and transitions.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Adds a place.
    pub fn add_place(&mut self, name: impl Into<String>) -> PlaceId {
        self.places.push(Place { name: name.into() });
        PlaceId((self.places.len() - 1) as u32)
    }

    /// Puts a token on one place of each level, as the first values of wires have it. Other places stay as
    /// they are.
    pub(crate) fn mark_levels(&mut self, first: impl Fn(WireId) -> Value) {
        for &Level { wire, low, high } in &self.levels {
            let (marked, empty) = if first(wire) == 0 { (low, high) } else { (high, low) };
            self.marking.retain(|&place| place != empty);
            if let Err(at) = self.marking.binary_search(&marked) {
                self.marking.insert(at, marked);
            }
        }
    }

    /// Whether the transition happens only with a change that another net makes.
    pub(crate) fn is_following(&self, transition: &Transition) -> bool {
        !self.follows.is_empty()
            && transition.effects.iter().any(|effect| match &effect.target {
                Target::Wire(wire) => self.follows.binary_search(wire).is_ok(),
                Target::Element(..) => false,
            })
    }
}

impl Transition {
    /// A transition that is always enabled when its places are marked, and does nothing to wires.
    pub fn new(name: impl Into<String>, mut preset: Vec<PlaceId>, mut postset: Vec<PlaceId>) -> Self {
        for places in [&mut preset, &mut postset] {
            places.sort_unstable();
            places.dedup();
        }
        Self {
            name: name.into(),
            preset,
            postset,
            guard: Expr::TRUE,
            effects: Vec::new(),
            asserts: Vec::new(),
            samples: Vec::new(),
            span: None,
        }
    }

    /// The wires that its expressions read, perhaps several times.
    pub(crate) fn read_wires(&self) -> Vec<WireId> {
        let mut all = Vec::new();
        let mut note = |wire| all.push(wire);
        self.guard.for_each_wire(&mut note);
        self.asserts.iter().for_each(|assert| assert.for_each_wire(&mut note));
        for effect in &self.effects {
            effect.value.for_each_wire(&mut note);
            if let Target::Element(_, index) = &effect.target {
                index.for_each_wire(&mut note);
            }
        }
        all
    }

    /// With a guard.
    #[must_use]
    pub fn when(mut self, guard: Expr) -> Self {
        self.guard = guard;
        self
    }

    /// With an assignment to a wire.
    #[must_use]
    pub fn sets(mut self, wire: WireId, value: Expr) -> Self {
        self.effects.push(Effect { target: Target::Wire(wire), value });
        self
    }

    /// With wires that it samples.
    #[must_use]
    pub fn samples(mut self, wires: Vec<WireId>) -> Self {
        self.samples = wires;
        self
    }

    /// With a place in the source.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }
}
