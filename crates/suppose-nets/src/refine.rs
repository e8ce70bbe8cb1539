//! Refinement of state graphs against each other, until none can fail or nothing more can be removed (Yao
//! 2012, chapter 4).
//!
//! Each component of a design is given as its state graph with an environment that may do anything, so it can
//! do more than it ever does inside the design, and fail more often. Refinement removes transitions that
//! cannot happen there. Two methods:
//! * [`Method::Constraint`]: an input is removed in states whose wires have values with which its driver
//!   never does it ([`Constraint`]);
//! * [`Method::Sync`]: a transition is removed that takes part in no step of the product with a few
//!   neighbours ([`sync`]), for sets of 2 components, then 3 and so on (`refine/clusters.rs`).
//!
//! [`Method::Both`] does the first and then the second: constraints cost little and often make large graphs
//! small before products of them are searched.
//!
//! When no graph can reach π any more, neither can the design. When some still can, nothing is known, unless
//! the sets were as large as the design: then they fail in truth. The graphs that are left are smaller and
//! can be given to other methods.
//!
//! # What is preserved
//! Let G1 … Gn be the graphs as given. The whole is their product: an action is taken by all that have it,
//! and a run ends when some component is in π.
//! 1. *Every transition that takes part in a run of the whole is kept.* Each removal is justified by what
//!    happens in no run of the whole, as `refine/sync.rs` and `refine/constraint.rs` explain, given that this
//!    holds before; nothing more is needed of the graphs for [`Method::Sync`]. It is a statement about
//!    transitions, so the graphs over-approximate, and runs of the whole are the same before and after.
//! 2. *So if no refined graph can reach π, the whole cannot.*
//!
//! If graphs refuse inputs, then in the product a refused output does not happen, while a circuit would do
//! it. That is a matter of the product and not of refinement; graphs of nets in a maximal environment refuse
//! nothing. Afterwards they do, which is right, since those inputs never come.
//!
//! # With autofailure first
//! Autofailure (section 3.1) turns a state into π when outputs and internal actions lead from it to π. Let F1
//! … Fn be the graphs after that. Outputs are missing in them that do happen in runs of G1 … Gn, so statement
//! 1 does not hold for the G's. In its place:
//! * *the first entry survives*: if a run of the product of the G's brings any component to π, let its first
//!   step into a state be the one that autofailure made π, for any component. Up to there every component is
//!   in states that autofailure left alone, so all these steps are in the F's. That step is an input of the
//!   component concerned, since for an output the state before would have been π already; and its driver,
//!   which does not get to such a state by its own output for the same reason, keeps the transition. So the
//!   product of the F's reaches π by the same run.
//!
//! With statement 2 for the F's it follows that if no refined F can reach π, the product of the G's cannot.
//! The other direction needs that graphs refuse no inputs: a refused output on the way to π makes a failure
//! of the F's that the G's do not have. Reducing again after each change, as a [`Reduction`] does, is sound
//! by the same argument. So a run of the design that goes on after a failure may be lost, and sizes after
//! autofailure are not those of reachable behaviour; the text's lemma 3.1.1 says "equivalent" where only
//! failures are.
//!
//! # Files
//! `local` gives graphs local numbers, `cells` is the pool in which equal ones are one, `sync` and
//! `constraint` are the two steps, `rounds` and `constrain` repeat them until nothing changes, `clusters`
//! says who goes together, `record` is what can be told about it, `formula` writes constraints.
//!
//! # Tests
//! `refine/tests`: the dissertation's examples as literals; statements 1 and 2 and the one about autofailure
//! against products by definition; sharing against no sharing.

mod cells;
mod clusters;
mod constrain;
mod constraint;
mod formula;
mod local;
mod record;
mod rounds;
mod sync;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use suppose_base::{Budget, StateId, StopReason};
use suppose_lts::Lts;

use crate::classes::Classes;
use crate::graph::StateGraph;
use cells::Cells;
use clusters::Clusters;
use rounds::Rounds;

pub use constraint::Constraint;
pub use local::Interface;
pub use record::{Fate, Removed, Round};
pub use sync::{Synced, sync};

/// What is done to each graph before the first round and after each change. It must keep every visible trace
/// up to failure: what the graph can do, the result can do or fails at the latest there. Codes must follow
/// actions still, and directions must stay. Actions and wires have local numbers.
pub type Reduction<'a> = dyn Fn(&StateGraph, &Budget) -> Result<StateGraph, StopReason> + 'a;

/// How graphs are refined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By constraints on outputs.
    Constraint,
    /// By synchronisation of sets of up to this many components; at least 2.
    Sync(usize),
    /// By constraints, which are cheap, and then by synchronisation of what is left.
    Both(usize),
}

/// A component to refine.
#[derive(Clone, Debug)]
pub struct Given {
    /// Its graph. Components that are equal but for names may share it.
    pub graph: Arc<StateGraph>,
    /// The interface of the graph in the component's own order, so that equal cells are recognised for
    /// certain.
    pub interface: Option<Interface>,
    /// What the component calls the elements of the interface, one by one, if not as in the graph. Then the
    /// interface must have all visible actions and wires.
    pub names: Option<Interface>,
}

impl From<StateGraph> for Given {
    fn from(graph: StateGraph) -> Self {
        Self { graph: Arc::new(graph), interface: None, names: None }
    }
}

/// The components of a design from one graph for each class of its nets.
pub fn components(classes: &Classes, graphs: &[Arc<StateGraph>]) -> Vec<Given> {
    let interface =
        |net: usize| Interface { actions: classes.actions[net].clone(), wires: classes.wires[net].clone() };
    let component = |(net, &class): (usize, &usize)| Given {
        graph: graphs[class].clone(),
        interface: Some(interface(classes.first[class])),
        names: Some(interface(net)),
    };
    classes.of_net.iter().enumerate().map(component).collect()
}

/// What to do and what to keep.
pub struct Options<'a> {
    /// The method.
    pub method: Method,
    /// Whether to go on when no graph can fail any more, until nothing changes.
    pub until_stable: bool,
    /// The most tuples of one set of components; a set that has more is passed over. Smaller sets come first
    /// in any case.
    pub tuples: u64,
    /// Whether equal graphs are worked on once.
    pub sharing: bool,
    /// Whether constraints and removed transitions are listed round by round.
    pub record: bool,
    /// What is done to each graph in between.
    pub reduction: Option<&'a Reduction<'a>>,
}

impl Options<'_> {
    /// The usual options of a method.
    pub fn new(method: Method) -> Self {
        Self { method, until_stable: false, tuples: 1 << 22, sharing: true, record: false, reduction: None }
    }

    fn has_reduction(&self) -> bool {
        self.reduction.is_some()
    }
}

/// How much was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Different graphs that were stored, over all rounds.
    pub graphs: usize,
    /// States of the largest component at the beginning.
    pub most_states: usize,
    /// Transitions of the largest component at the beginning.
    pub most_transitions: usize,
    /// Sets that were synchronised, or components confronted with constraints; repetitions count.
    pub asked: u64,
    /// How many of these took work; the rest was known.
    pub searched: u64,
    /// Tuples of all searches that were not given up.
    pub tuples: u64,
    /// Tuples of the largest search.
    pub most_tuples: u64,
    /// Sets that were passed over because there were too many tuples.
    pub given_up: u64,
}

/// A component after refinement.
#[derive(Clone, Debug)]
pub struct RefinedGraph {
    /// What is left of it.
    pub graph: StateGraph,
    /// For each state which one of the given graph it is. Nothing after a reduction, which makes its own
    /// states.
    pub origin: Option<Vec<StateId>>,
}

/// What refinement comes to.
#[derive(Clone, Debug)]
pub struct Refined {
    /// The components, as they were given.
    pub components: Vec<RefinedGraph>,
    /// Those that can still reach π; none means that the design cannot fail.
    pub failing: Vec<usize>,
    /// The rounds.
    pub rounds: Vec<Round>,
    /// The size of the largest sets that were tried; 1 for constraints, 0 when nothing had to be done.
    pub size: usize,
    /// How much was done.
    pub effort: Effort,
}

/// Refines components against each other.
///
/// # Errors
/// When the budget is spent, or the reduction stops.
pub fn refine(given: &[Given], options: &Options<'_>, budget: &Budget) -> Result<Refined, StopReason> {
    let count = given.len();
    let cells = Cells::new(given, options.reduction, options.sharing, budget)?;
    let sizes = (0..count).map(|p| &cells.cell(p).lts);
    let most_states = sizes.clone().map(Lts::num_states).max().unwrap_or(0);
    let most_transitions = sizes.map(Lts::num_transitions).max().unwrap_or(0);
    // A component that is in π from the start fails in truth, and there is nothing to refine.
    let broken = (0..count).any(|p| cells.cell(p).lts.initial().is_error());
    let mut rounds = Rounds::new(cells, options);
    let mut size = 0;
    if !broken && !rounds.is_done() {
        match options.method {
            Method::Constraint => {
                size = 1;
                rounds.constrain(budget)?;
            }
            Method::Sync(most) => size = grow(&mut rounds, most, budget)?,
            Method::Both(most) => {
                size = 1;
                rounds.constrain(budget)?;
                if !rounds.is_done() {
                    size = grow(&mut rounds, most, budget)?;
                }
            }
        }
    }
    let cells = rounds.cells;
    let component = |p| {
        let (graph, origin) = cells.named(p);
        RefinedGraph { graph, origin }
    };
    Ok(Refined {
        components: (0..count).map(component).collect(),
        failing: (0..count).filter(|&p| cells.cell(p).fails).collect(),
        rounds: rounds.record,
        size,
        effort: Effort { graphs: cells.len(), most_states, most_transitions, ..rounds.effort },
    })
}

/// Synchronises larger and larger sets, up to this size; the last size tried.
fn grow(rounds: &mut Rounds<'_>, most: usize, budget: &Budget) -> Result<usize, StopReason> {
    let count = rounds.cells.parts.len();
    let mut clusters = Clusters::new(&rounds.visible());
    clusters.form_pairs();
    rounds.synchronise(&clusters, 0, 2, budget)?;
    let mut size = 2;
    while !rounds.is_done() && size < most.min(count) {
        size += 1;
        // Around those that fail, then around the others.
        for failing in [true, false] {
            let first = clusters.len();
            for part in (0..count).filter(|&p| rounds.cells.cell(p).fails == failing) {
                clusters.form(part as u32, size);
            }
            rounds.synchronise(&clusters, first, size, budget)?;
            if rounds.is_done() {
                break;
            }
        }
    }
    Ok(size)
}
