//! Is a path an execution? The LTSs of the program decide.
//!
//! # Contract
//! [`realise`] looks for a run of the system that does the actions of a word in order, no others of an
//! alphabet, and takes a property to π. If there is one, it is a witness of the system, replayed by code of
//! its own. If there is none, no execution does what the path does.
//!
//! # Algorithm
//! The word becomes one more component: a line of states over the alphabet. The product of all is searched.
//! Since every rendezvous is in the alphabet, the line leaves little to search: only what the tasks do
//! between two letters without anybody who looks.
//!
//! # Tests
//! The path of the elevator without the variable is not an execution (`tests/all/elevator`); on random
//! programs every violation that is reported has passed the replay (`tests/all/programs`).

use std::cell::OnceCell;
use std::sync::Arc;

use suppose_ada::{Program, complete};
use suppose_base::{ActionId, Budget, StateId, StopReason, Verdict};
use suppose_lts::Origins;
use suppose_lts::product::{Errors, Goal, Product, Witness, replay};
use suppose_lts::{Component, LtsBuilder, Role, System};

/// Gives the LTSs of a program when they are needed. They have the components and actions of the system that
/// an analysis works with, which may be an [`outline`](suppose_ada::outline).
pub trait Exact: std::fmt::Debug {
    /// The system.
    ///
    /// # Errors
    /// When the budget is spent.
    fn system(&self, budget: &Budget) -> Result<&System, StopReason>;
}

impl Exact for System {
    fn system(&self, _: &Budget) -> Result<&System, StopReason> {
        Ok(self)
    }
}

/// The LTSs of a program that is known in outline, made when they are first asked for.
#[derive(Debug)]
pub struct OnDemand<'p> {
    program: &'p Program,
    outline: &'p System,
    made: OnceCell<(System, Vec<Origins>)>,
}

impl<'p> OnDemand<'p> {
    /// Nothing is made yet.
    pub fn new(program: &'p Program, outline: &'p System) -> Self {
        Self { program, outline, made: OnceCell::new() }
    }

    /// The system with LTSs and where actions are written in it, if somebody asked for it.
    pub(crate) fn made(&self) -> Option<&(System, Vec<Origins>)> {
        self.made.get()
    }
}

impl Exact for OnDemand<'_> {
    fn system(&self, budget: &Budget) -> Result<&System, StopReason> {
        if let Some((system, _)) = self.made.get() {
            return Ok(system);
        }
        let made = complete(self.program, self.outline, budget)?;
        Ok(&self.made.get_or_init(|| made).0)
    }
}

/// A run of the system along a path.
#[derive(Clone, Debug)]
pub struct Execution {
    /// The run. It speaks about [`Execution::searched`], not about the whole system.
    pub witness: Witness,
    /// The components that were searched, as indices of the whole system: all but other properties.
    pub searched: Vec<usize>,
}

/// Looks for a run that does the letters of a word in order, and nothing else of an alphabet, until a
/// property is in π. A letter is any one of some actions.
///
/// # Errors
/// When the budget is spent.
pub fn realise(
    system: &System,
    property: usize,
    alphabet: &[ActionId],
    word: &[Vec<ActionId>],
    budget: &Budget,
) -> Result<Option<Execution>, StopReason> {
    let searched: Vec<usize> = (0..system.components.len())
        .filter(|&i| i == property || system.components[i].role == Role::Component)
        .collect();
    let part = system.restricted_to(&searched);
    let mut line = LtsBuilder::new(word.len() + 1);
    for (place, letter) in word.iter().enumerate() {
        for &action in letter {
            line.add(StateId::must(place), action, StateId::must(place + 1));
        }
    }
    line.extend_alphabet(alphabet.iter().copied());
    let line = line.finish().map_err(|_| StopReason::States(u64::from(StateId::LIMIT)))?;
    let mut whole = part.clone();
    whole.components.push(Component { name: "path".into(), lts: Arc::new(line), role: Role::Component });
    let watched = searched.iter().position(|&i| i == property).expect("it is searched");
    let goal = Goal { errors: Errors::Of(watched), deadlocks: false };
    let mut witness = match Product::new(&whole)?.explore(goal, 1, budget).verdict {
        Verdict::Violated(witness) => witness,
        Verdict::Holds => return Ok(None),
        Verdict::Inconclusive(reason) => return Err(reason),
    };
    let last = searched.len();
    for step in &mut witness.steps {
        step.movers.retain(|&mover| mover != last);
        step.states.truncate(last);
    }
    replay(&part, &witness).map_err(|error| StopReason::Internal(error.to_string()))?;
    Ok(Some(Execution { witness, searched }))
}
