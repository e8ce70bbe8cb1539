//! Components as labelled transition systems, so that everything that works on those works on them.
//!
//! # How
//! All components of a system do their microsteps together. So an action is what all of them can see of one:
//! the start of a macrostep with the inputs that several components have, such as `start.none`; for each
//! microstep the interface events that are emitted in it, such as `step.none` or `step.StartPumps`; and `end`
//! (`letters`). All components have all of these actions; a component decides about its own events and lets
//! the others be anything (`build`). As `end` is taken by all together, a macrostep ends exactly where nobody
//! can move.
//!
//! Contract: the traces of the product over these actions are those of the closed program, and π is reached
//! exactly when the property can be violated in it. Inputs, states and internal events are hidden in the
//! choice. Only components that matter take part ([`Parts::of`]): those that send something to the one asked
//! about, or have requirements on its inputs, directly or through others. The others matter only by the time
//! that they take, and if a guard can tell that time has passed, all take part. Where no guard can, all may
//! let time pass together, which changes nothing. Besides, a component can keep macrosteps from ending or
//! from beginning. So those take part as well whose macrosteps may never end or in which an event may get two
//! values, as far as tables can tell, and all do if the rest allows no inputs. What nobody in the model sends
//! may come from outside at any microstep.
//!
//! The actions are those that the tables know ([`iterate`]). That is right because the tables are; but a
//! certificate should not have to believe it. In a *strict* system ([`Parts::strict`]) a component that emits
//! something else says so with an action of its own, and whoever is watched goes to π with it. So what is
//! proved of a strict system needs no tables.
//!
//! - `follow`: from a trace back to a run. `hears`: what a component hears, as one automaton. `tables`:
//!   tables as properties.
//!
//! # Tests
//! `tests/all/bridge`: the verdict of the plain search of the system against the explicit exploration of the
//! closed program, on random models, also with components that keep macrosteps from ending; Fig. 2; the other
//! parts each with a test of its own.

mod build;
mod follow;
mod hears;
mod letters;
mod tables;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::lang::{ComponentId, EventId, Expr, Model};
use suppose_base::{Budget, StopReason};
use suppose_lts::{Component, Role, System};

pub use follow::Followed;
pub use hears::Hearing;
pub use tables::Certified;

use crate::explore::has_inputs;
use crate::modular::{Mutual, Options, iterate};
use crate::program::Program;
use build::Build;
use letters::{Alphabet, heard, moves_by_itself};

/// A system of LTSs for a component and those that it depends on, in which a violation of one of its
/// properties is π.
///
/// # Errors
/// When the budget is spent, an event gets two values, or there are too many combinations of interface
/// events.
pub fn system(
    model: &Model,
    component: ComponentId,
    property: Option<usize>,
    budget: &Budget,
) -> Result<System, StopReason> {
    let parts = Parts::of(model, component, budget)?;
    parts.system(property.map(|property| (component, property)), budget)
}

/// A strict system for one property.
#[derive(Clone, Debug)]
pub struct Certifiable<'m> {
    /// The components that take part.
    pub parts: Parts<'m>,
    /// The system, in which a violation of the property is π.
    pub system: System,
    /// The place of the component whose property it is.
    pub watched: usize,
}

/// The system that a certificate about a property of a component is about. It is strict ([`Parts::strict`]),
/// so nothing has to be believed of the tables, and has all components that matter ([`Parts::of`]), so its
/// verdict is that of the whole system. It depends on the model alone: who makes it again gets the same.
///
/// # Errors
/// When the budget is spent, an event gets two values, or there are too many combinations of interface
/// events.
pub fn certifiable<'m>(
    model: &'m Model,
    (component, property): (ComponentId, usize),
    budget: &Budget,
) -> Result<Certifiable<'m>, StopReason> {
    let parts = Parts::of(model, component, budget)?.strict()?;
    let system = parts.system(Some((component, property)), budget)?;
    let watched = parts.place(component).expect("it is a member of its own system");
    Ok(Certifiable { parts, system, watched })
}

/// Components that become LTSs together.
#[derive(Clone, Debug)]
pub struct Parts<'m> {
    model: &'m Model,
    members: Vec<ComponentId>,
    /// Whose received events actions tell of: the members, and perhaps somebody who only listens; sorted.
    listeners: Vec<ComponentId>,
    mutual: Mutual,
    alphabet: Alphabet,
}

impl<'m> Parts<'m> {
    /// A component and all that matter for it: a property of it holds in their system exactly if it holds in
    /// the whole.
    ///
    /// These are the component, those that it depends on, and others that can keep a macrostep from ending.
    /// Let all macrosteps of the rest end without two values of an event, whatever the others send, and let
    /// there be inputs for it. Then whatever the members do, the rest can begin with them and is done some
    /// time after them; so all that the members can do, they can do in the whole. Whether macrosteps end is
    /// looked at with tables, so somebody may take part without need.
    ///
    /// # Errors
    /// When the budget is spent, or there are too many combinations of interface events.
    pub fn of(model: &'m Model, component: ComponentId, budget: &Budget) -> Result<Self, StopReason> {
        let mutual = iterate(model, &Options::default(), budget)?;
        let mut members = senders(model, component);
        let rest: Vec<ComponentId> =
            all(model).filter(|other| members.binary_search(other).is_err()).collect();
        if rest.is_empty() {
            return Self::new(model, members.clone(), members, mutual);
        }
        for &other in &rest {
            let survey = mutual.survey(model, other, budget)?;
            if survey.endless.is_some() || survey.two_values.is_some() {
                members.extend(senders(model, other));
            }
        }
        members.sort_unstable();
        members.dedup();
        if members.iter().any(|&member| moves_by_itself(model, member))
            || !has_inputs(&Program::new(model, rest), budget)?
        {
            members = all(model).collect();
        }
        Self::new(model, members.clone(), members, mutual)
    }

    /// Those that send something to a component, with all that they depend on. The component itself is among
    /// them only if they depend on it.
    ///
    /// # Errors
    /// When the budget is spent, or there are too many combinations of interface events.
    pub fn around(model: &'m Model, component: ComponentId, budget: &Budget) -> Result<Self, StopReason> {
        let owners = model.component(component).received.iter().filter_map(|&event| model.event(event).owner);
        let members: BTreeSet<ComponentId> = owners.flat_map(|owner| senders(model, owner)).collect();
        if members.iter().any(|&member| moves_by_itself(model, member)) {
            return Self::whole(model, budget);
        }
        let mut listeners = members.clone();
        listeners.insert(component);
        let mutual = iterate(model, &Options::default(), budget)?;
        Self::new(model, members.into_iter().collect(), listeners.into_iter().collect(), mutual)
    }

    /// All components.
    ///
    /// # Errors
    /// When the budget is spent, or there are too many combinations of interface events.
    pub fn whole(model: &'m Model, budget: &Budget) -> Result<Self, StopReason> {
        let mutual = iterate(model, &Options::default(), budget)?;
        Self::new(model, all(model).collect(), all(model).collect(), mutual)
    }

    fn new(
        model: &'m Model,
        members: Vec<ComponentId>,
        listeners: Vec<ComponentId>,
        mutual: Mutual,
    ) -> Result<Self, StopReason> {
        let alphabet = Alphabet::new(model, (&members, &listeners), &mutual, false)?;
        Ok(Self { model, members, listeners, mutual, alphabet })
    }

    /// With actions for what the tables exclude.
    ///
    /// # Errors
    /// When there are too many combinations of interface events.
    pub fn strict(self) -> Result<Self, StopReason> {
        let alphabet = Alphabet::new(self.model, (&self.members, &self.listeners), &self.mutual, true)?;
        Ok(Self { alphabet, ..self })
    }

    /// The components, in the order of the system.
    pub fn members(&self) -> &[ComponentId] {
        &self.members
    }

    /// The place of a component in the system.
    pub fn place(&self, component: ComponentId) -> Option<usize> {
        self.members.binary_search(&component).ok()
    }

    /// The system, in which a violation of the property of a component is π.
    ///
    /// # Errors
    /// When the budget is spent, or an event gets two values.
    pub fn system(
        &self,
        watched: Option<(ComponentId, usize)>,
        budget: &Budget,
    ) -> Result<System, StopReason> {
        let one = |&member: &ComponentId| self.component(member, watched, budget);
        let components = self.members.iter().map(one).collect::<Result<_, _>>()?;
        let (name, actions) = (self.model.name.clone(), self.alphabet.actions.clone());
        Ok(System { name, actions, components, ..System::default() })
    }

    /// One component of the system.
    fn component(
        &self,
        member: ComponentId,
        watched: Option<(ComponentId, usize)>,
        budget: &Budget,
    ) -> Result<Component, StopReason> {
        let part = self.model.component(member);
        let formula =
            watched.filter(|(id, _)| *id == member).map(|(_, place)| &part.properties[place].formula);
        let program = Program::new(self.model, [member]);
        let said = heard(self.model, &self.listeners, member);
        let lts = Build::new(&program, formula, said, &self.alphabet).run(budget)?;
        Ok(Component { name: part.name.clone(), lts: Arc::new(lts), role: Role::Component })
    }
}

fn all(model: &Model) -> impl Iterator<Item = ComponentId> + use<> {
    (0..model.components.len()).map(ComponentId::at)
}

/// A component and all that it hears of, directly or through others, or that say something about its inputs;
/// sorted.
fn senders(model: &Model, component: ComponentId) -> Vec<ComponentId> {
    let mut found = BTreeSet::from([component]);
    let mut todo = vec![component];
    let speaks_of = |other: ComponentId, inputs: &[EventId]| {
        let part = model.component(other);
        let required = part.requirements.iter().flat_map(Expr::events);
        part.always.iter().copied().chain(required).any(|event| inputs.binary_search(&event).is_ok())
    };
    while let Some(one) = todo.pop() {
        for other in all(model).filter(|&other| speaks_of(other, &model.component(one).inputs)) {
            if found.insert(other) {
                todo.push(other);
            }
        }
        for event in &model.component(one).received {
            if let Some(owner) = model.event(*event).owner
                && found.insert(owner)
            {
                todo.push(owner);
            }
        }
    }
    found.into_iter().collect()
}
