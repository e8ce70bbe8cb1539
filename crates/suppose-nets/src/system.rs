//! A design as a system of the floor below: one component for each net.
//!
//! Contract: the component of a net is its state graph in the maximal environment, where the chosen kinds of
//! failures are π. The actions are those of the design. No net refuses a change of its inputs, so the product
//! of all components is the graph of the whole design, up to its first failure; and what the rules of proof
//! by parts say about components holds for nets. Without a failure in the whole, both have the same traces.
//!
//! The graph of a net alone can be larger than what the net ever does in the design, because the maximal
//! environment is mindless. So a system is made for methods that work on parts, and whoever wants the whole
//! takes [`state_graph`] of all nets.
//!
//! [`guarded`] is for proofs that nothing fails: a part that can fail by itself has failed (autofailure), and
//! nets that are too large alone are taken together. Its product reaches π if and only if the design can
//! fail; about runs after that it says nothing.
//!
//! Cost: the sum of the graphs of the nets. Tested in `tests/all/system.rs`: the product against the graph of the
//! whole, on designs with and without failures.

use std::sync::Arc;

use suppose_base::{Budget, StopReason};
use suppose_lts::{Component, Role, System};

use crate::build::state_graph;
use crate::design::Design;
use crate::failure::Failures;
use crate::verify::{Options, take_apart};

/// The system of the nets of a design, in which failures of some kinds are π.
///
/// # Errors
/// When the budget is spent.
pub fn system(design: &Design, failures: Failures, budget: &Budget) -> Result<System, StopReason> {
    let mut components = Vec::with_capacity(design.nets.len());
    for (n, net) in design.nets.iter().enumerate() {
        let built = state_graph(design, &[n], failures, false, budget)?;
        let lts = Arc::new(built.graph.lts);
        components.push(Component { name: net.name.clone(), lts, role: Role::Component });
    }
    let (name, actions) = (design.name.clone(), design.actions.clone());
    Ok(System { name, actions, components, ..System::default() })
}

/// The system of the parts of a design, in which a part is in π as soon as it can fail, in some ways, by
/// steps of its own.
///
/// # Errors
/// When the budget is spent.
pub fn guarded(design: &Design, failures: Failures, budget: &Budget) -> Result<System, StopReason> {
    // What is taken together must not depend on a limit that has to do with something else.
    let budget = budget.clone().with_max_states(u64::MAX);
    let mut components = Vec::new();
    for (nets, graph) in take_apart(design, failures, &Options::default(), &budget)? {
        let names: Vec<&str> = nets.iter().map(|&net| design.nets[net].name.as_str()).collect();
        let (name, lts) = (names.join("+"), Arc::new(graph.lts));
        components.push(Component { name, lts, role: Role::Component });
    }
    let (name, actions) = (design.name.clone(), design.actions.clone());
    Ok(System { name, actions, components, ..System::default() })
}
