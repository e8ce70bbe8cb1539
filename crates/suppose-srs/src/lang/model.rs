//! A resolved file: events, components, machines and properties as plain data.
//!
//! This is what semantics, mining and exports work on. Every name is a number here, every list of source
//! states is taken apart, and everything refers to something that exists. Spans are only kept for messages.
//!
//! # Invariants
//! Ids index the lists they belong to. An [`Event`] is one physical or interface event of the whole system,
//! whoever declares it; a local event belongs to one component, so two components may have local events of
//! one name. The lists of events of a component are sorted and disjoint. A guard reads inputs, received, sent
//! and local events and states of machines of its own component; a transition emits outputs, sent and local
//! events of its own component, each at most once, and gives a value to exactly the valued ones. `Pre` is
//! only in properties, `Microstep` only in assumptions.

mod expr;
mod text;

use std::sync::Arc;

use suppose_base::{Diagnostic, Span};

pub use expr::{Atom, Comparison, Expr};

/// Declares a number that indexes one kind of list.
macro_rules! ids {
    ($($(#[$meta:meta])* $name:ident)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The id of a place in its list.
            pub const fn at(index: usize) -> Self {
                Self(index as u32)
            }

            /// The place in its list.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// An event of a [`Model`].
    EventId
    /// A component of a [`Model`].
    ComponentId
    /// A machine of one [`Component`].
    MachineId
    /// A state of one [`Machine`].
    StateIx
    /// A value of one [`Event`].
    ValueIx
}

/// A system of synchronous reactive components.
#[derive(Clone, Debug)]
pub struct Model {
    /// What the system is called; given by whoever loads it.
    pub name: String,
    /// All events. Inputs, outputs and interface events come first, in the order of the text, then local
    /// events.
    pub events: Vec<Event>,
    /// All components, in the order of the text.
    pub components: Vec<Component>,
    /// Warnings of the front end, in the order of the text.
    pub warnings: Vec<Diagnostic>,
}

/// Something that is present or absent in a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its name; it may contain dots.
    pub name: String,
    /// Its values. Without any it is a pulse; otherwise it is absent or has exactly one of them.
    pub values: Vec<String>,
    /// What it connects.
    pub role: Role,
    /// The component that emits it: the sender of an interface event, the component of an output or local
    /// event. None for inputs, and for an interface event that comes from outside of an open system.
    pub owner: Option<ComponentId>,
    /// The other components that declare it: those that have it as an input or receive it, sorted.
    pub readers: Vec<ComponentId>,
    /// Where it is declared first, by its owner if it has one.
    pub span: Span,
}

/// What an event connects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The physical environment and components (`in`).
    Input,
    /// A component and the physical environment (`out`). No guard reads it.
    Output,
    /// One component (`send`) and others (`recv`).
    Interface,
    /// Machines of one component (`local`).
    Local,
}

/// A set of machines that are checked together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its name.
    pub name: String,
    /// External inputs, sorted.
    pub inputs: Vec<EventId>,
    /// External outputs, sorted.
    pub outputs: Vec<EventId>,
    /// The input interface, sorted.
    pub received: Vec<EventId>,
    /// The output interface, sorted. Machines of the component read these too.
    pub sent: Vec<EventId>,
    /// Internal events, sorted.
    pub local: Vec<EventId>,
    /// Inputs that are present at the start of every macrostep, sorted.
    pub always: Vec<EventId>,
    /// What holds of the inputs at the start of every macrostep; over inputs only.
    pub requirements: Vec<Expr>,
    /// What the text assumes about the received events.
    pub assumption: Assumption,
    /// Its machines; at least one.
    pub machines: Vec<Machine>,
    /// Its properties.
    pub properties: Vec<Property>,
    /// Where its name is.
    pub span: Span,
}

/// A finite state machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Its name.
    pub name: String,
    /// The names of its states, in the order in which the text mentions them.
    pub states: Vec<String>,
    /// Where it begins.
    pub initial: StateIx,
    /// Its transitions, in the order of the text, one for each source.
    pub transitions: Vec<Transition>,
    /// Where its name is.
    pub span: Span,
}

/// A transition of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transition {
    /// Where it leaves.
    pub source: StateIx,
    /// Where it leads.
    pub target: StateIx,
    /// When it is enabled. Transitions that were written together share it.
    pub guard: Arc<Expr>,
    /// What it emits, sorted by event; a value for each valued event. Transitions that were written together
    /// share it.
    pub emits: Arc<[(EventId, Option<ValueIx>)]>,
    /// The whole transition in the text; the same for all its sources.
    pub span: Span,
}

/// A property of a component, judged at the end of every macrostep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// What it says in words.
    pub text: Option<String>,
    /// What must hold.
    pub formula: Expr,
    /// Where its name is.
    pub span: Span,
}

/// What is assumed about the received events of one component: every rule holds at every configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assumption {
    /// The rules.
    pub rules: Vec<Rule>,
}

/// One rule of an assumption, over received events, their values and the microstep counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What it says in words.
    pub text: Option<String>,
    /// What holds.
    pub expr: Expr,
    /// Where it is.
    pub span: Span,
}

impl Model {
    /// An event.
    ///
    /// # Panics
    /// When the id comes from another model.
    pub fn event(&self, id: EventId) -> &Event {
        &self.events[id.index()]
    }

    /// A component.
    ///
    /// # Panics
    /// When the id comes from another model.
    pub fn component(&self, id: ComponentId) -> &Component {
        &self.components[id.index()]
    }

    /// The component of this name.
    pub fn component_named(&self, name: &str) -> Option<ComponentId> {
        self.components.iter().position(|component| component.name == name).map(ComponentId::at)
    }

    /// The event that a component knows by this name.
    pub fn event_named(&self, component: ComponentId, name: &str) -> Option<EventId> {
        self.component(component).events().find(|&id| self.event(id).name == name)
    }
}

impl Event {
    /// Whether it has no values.
    pub fn is_pulse(&self) -> bool {
        self.values.is_empty()
    }
}

impl Component {
    /// All events that it declares.
    pub fn events(&self) -> impl Iterator<Item = EventId> {
        [&self.inputs, &self.outputs, &self.received, &self.sent, &self.local].into_iter().flatten().copied()
    }

    /// The machine with this id.
    ///
    /// # Panics
    /// When the id comes from another component.
    pub fn machine(&self, id: MachineId) -> &Machine {
        &self.machines[id.index()]
    }
}
