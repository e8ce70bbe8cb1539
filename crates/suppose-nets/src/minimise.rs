//! Compositional minimisation (Yao 2012, §5.4): parts are composed two at a time, what only they know is
//! hidden, the result is reduced.
//!
//! For failures only parts that can fail matter. As long as there is one, it is composed with a neighbour;
//! when none is left, the design has no failure, whatever the rest does. A part whose first state is π fails
//! by itself in every environment. A part in which π is left when it has no neighbours fails if the maximal
//! environment can make it. For deadlock all parts are composed. What is not connected runs independently, so
//! there is a deadlock only if each of the remaining parts can be stuck.
//!
//! Order decides everything ([`order`]). Equal steps are done once ([`pool`]). Where parts grow, it is looked
//! for what bounds them ([`invariant`], [`bound`]). A failure is traced back through the steps to a run of
//! the design ([`expand`]).

mod bound;
mod expand;
mod invariant;
mod linear;
mod order;
mod pool;
mod stable;
#[cfg(test)]
mod tests;

pub(crate) use pool::{Keep, Spent};

use rustc_hash::FxHashMap;
use suppose_base::{ActionId, Budget, StopReason};
use suppose_lts::Lts;

use order::Order;
use pool::{Part, Pool};

/// A behaviour to begin with.
pub(crate) struct Leaf<'g> {
    /// Components with the same number here have the same behaviour up to names.
    pub class: usize,
    /// The behaviour, over the actions of the design.
    pub lts: &'g Lts,
    /// What others see of it, in an order that is the same in a class.
    pub actions: Vec<ActionId>,
    /// Which of these it makes itself; sorted.
    pub outputs: Vec<ActionId>,
}

/// What came out.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    /// No failure, no deadlock.
    Nothing,
    /// There is one; and a way to it, which is always found unless this program is wrong.
    Something(Option<Way>),
}

/// A way to a failure or a deadlock, as far as leaves see each other.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// What all leaves do together.
    pub word: Vec<ActionId>,
    /// Which leaf then fails by itself. Without one, all are stuck.
    pub leaf: Option<usize>,
}

/// A node of the tree of compositions.
struct Node {
    part: Part,
    /// The two it was made of, or none for a leaf.
    made_of: Option<(usize, usize)>,
}

/// The state of a minimisation.
struct Minimisation<'e> {
    pool: Pool,
    nodes: Vec<Node>,
    /// Nodes that are not part of another one.
    live: Vec<bool>,
    /// For each action the live nodes that know it.
    users: FxHashMap<ActionId, Vec<usize>>,
    /// Actions that the environment knows too; they are never hidden.
    free: &'e dyn Fn(ActionId) -> bool,
    /// A composition with so many states is worth a search for invariants.
    large: u64,
}

/// Most rows and trees have no composition as large as this, and those that have one spend more on it than on
/// invariants.
const LARGE: u64 = 512;

/// Composes leaves until the question is decided. `free` says which actions the environment takes part in.
///
/// # Errors
/// When the budget is spent.
pub(crate) fn minimise(
    leaves: &[Leaf<'_>],
    keep: Keep,
    sharing: bool,
    free: &dyn Fn(ActionId) -> bool,
    budget: &Budget,
) -> (Result<Found, StopReason>, Spent) {
    let mut all = Minimisation {
        pool: Pool::new(keep, sharing),
        nodes: Vec::new(),
        live: Vec::new(),
        users: FxHashMap::default(),
        free,
        large: LARGE,
    };
    let result = all.decide(leaves, keep, budget);
    (result, all.pool.spent)
}

impl Minimisation<'_> {
    fn decide(&mut self, leaves: &[Leaf<'_>], keep: Keep, budget: &Budget) -> Result<Found, StopReason> {
        self.begin(leaves, budget)?;
        match keep {
            Keep::Failures(_) => self.failures(budget),
            Keep::Deadlocks => self.deadlocks(budget),
        }
    }

    fn begin(&mut self, leaves: &[Leaf<'_>], budget: &Budget) -> Result<(), StopReason> {
        let mut first: FxHashMap<usize, Part> = FxHashMap::default();
        for leaf in leaves {
            let part = if let Some(known) = first.get(&leaf.class) {
                known.under(&leaf.actions)
            } else {
                let is_output = |action| leaf.outputs.binary_search(&action).is_ok();
                let part = self.pool.add(leaf.lts, &leaf.actions, is_output, budget)?;
                first.insert(leaf.class, part.clone());
                part
            };
            self.add(part, None);
        }
        Ok(())
    }

    fn add(&mut self, part: Part, made_of: Option<(usize, usize)>) -> usize {
        let node = self.nodes.len();
        for &action in &part.actions {
            self.users.entry(action).or_default().push(node);
        }
        self.nodes.push(Node { part, made_of });
        self.live.push(true);
        node
    }

    fn can_fail(&self, node: usize) -> bool {
        self.lts(node).has_error()
    }

    fn lts(&self, node: usize) -> &Lts {
        &self.pool.get(self.nodes[node].part.template).lts
    }

    /// Composes two live nodes.
    fn merge(&mut self, left: usize, right: usize, budget: &Budget) -> Result<usize, StopReason> {
        for node in [left, right] {
            self.live[node] = false;
            for action in &self.nodes[node].part.actions {
                let users = self.users.get_mut(action).expect("known");
                users.retain(|&user| user != node);
            }
        }
        let hidden = |action: ActionId| self.users[&action].is_empty() && !(self.free)(action);
        let (left_part, right_part) = (&self.nodes[left].part, &self.nodes[right].part);
        let part = self.pool.compose(left_part, right_part, hidden, budget)?;
        Ok(self.add(part, Some((left, right))))
    }

    fn failures(&mut self, budget: &Budget) -> Result<Found, StopReason> {
        let wanted = (0..self.nodes.len()).map(|node| self.can_fail(node)).collect();
        let mut order = Order::new(self, wanted);
        loop {
            // A part that fails by itself decides; so does one that has nobody left to prevent it.
            let fatal = |node: &usize| {
                let alone = self.nodes[*node].part.actions.iter().all(|action| self.users[action].len() == 1);
                self.live[*node] && (self.lts(*node).initial().is_error() || alone && self.can_fail(*node))
            };
            let candidates = order.changed();
            if let Some(node) = candidates.iter().copied().find(|node| fatal(node)) {
                return Ok(Found::Something(self.way_to_failure(node, budget)?));
            }
            let Some((left, right)) = order.next(self) else { return Ok(Found::Nothing) };
            let made = self.merge(left, right, budget)?;
            let wanted = self.can_fail(made);
            order.merged(self, made, wanted);
        }
    }

    fn deadlocks(&mut self, budget: &Budget) -> Result<Found, StopReason> {
        let mut order = Order::new(self, vec![true; self.nodes.len()]);
        let mut looked = false;
        while let Some((left, right)) = order.next(self) {
            if !looked && self.pool.spent.peak_states >= self.large {
                looked = true;
                self.find_bounds(budget)?;
            }
            let made = self.merge(left, right, budget)?;
            order.merged(self, made, true);
        }
        let live: Vec<usize> = (0..self.nodes.len()).filter(|&node| self.live[node]).collect();
        let can_stop = |&node: &usize| {
            let moved = self.nodes[node].part.actions.iter().any(|&action| (self.free)(action));
            !moved && self.lts(node).deadlocks().next().is_some()
        };
        if live.is_empty() || !live.iter().all(can_stop) {
            return Ok(Found::Nothing);
        }
        Ok(Found::Something(self.way_to_deadlock(&live, budget)?))
    }
}
