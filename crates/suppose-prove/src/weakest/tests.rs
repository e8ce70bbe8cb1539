//! Tests of the weakest assumption.

mod definition;
mod figures;
mod naive;
mod small;

use std::sync::Arc;

use suppose_base::{ActionId, Budget};
use suppose_learn::Kind;
use suppose_lts::{Lts, Role};

use super::{Environment, Learn, OpenSystem, Oracle, Weakest, direct, learn};

/// Components and a property over an interface.
fn open(components: &[Lts], property: &Lts, interface: &[ActionId]) -> OpenSystem {
    let components: Vec<Arc<Lts>> = components.iter().cloned().map(Arc::new).collect();
    OpenSystem::new(&components, &Arc::new(property.clone()), Role::Property, interface)
}

/// The direct construction, which each of these learners has to agree with.
fn both(open: &OpenSystem, learners: &[Kind]) -> Weakest {
    let budget = Budget::unlimited();
    let found = direct(open, &budget).expect("no limit");
    for &learner in learners {
        let learned = learn(open, Learn { learner, oracle: Oracle::Exact }, &budget).expect("no limit");
        assert_eq!(learned.environment, found.environment, "{learner}");
    }
    found
}

/// An answer with an assumption.
fn assumption(environment: &Environment) -> &Lts {
    match environment {
        Environment::Assumption(lts) => lts,
        other => panic!("an assumption, not {other:?}"),
    }
}
