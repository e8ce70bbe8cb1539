//! Sets of valuations of Boolean variables, as binary decision diagrams with complemented edges.
//!
//! The diagrams are those of `oxidd`; this file says what of them is used here and turns their errors into
//! ours. A [`Space`] has a fixed number of variables in a fixed order and room for a fixed number of nodes.
//! When the room is used up, the work ends with [`Halt::Full`] and is done again in a larger space
//! (`grow`): that costs less than twice the last attempt, a small problem never pays for a large one, and
//! no single operation can run for long after a limit of time was reached, because it runs out of room first.
//!
//! [`Diagram`] is a set as plain data, for use outside of its space.

mod diagram;
#[cfg(test)]
mod tests;

use oxidd::bcdd::{BCDDFunction, BCDDManagerRef, new_manager};
use oxidd::util::{AllocResult, OptBool};
use oxidd::{
    BooleanFunction, BooleanFunctionQuant, BooleanOperator, Function, FunctionSubst, HasLevel, Manager,
    ManagerRef, Subst,
};
use suppose_base::{Budget, Poll, StopReason};

pub use diagram::Diagram;

/// Why work in a space did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// There is no room for more nodes.
    Full,
    /// The budget is spent, or something is not supported.
    Stopped(StopReason),
}

impl From<StopReason> for Halt {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

/// The result of work in a space.
pub type Try<T> = Result<T, Halt>;

/// Nodes of the first attempt, and by how much more there is room in the next one.
const FIRST: usize = 1 << 14;
const GROWTH: usize = 8;
/// The most nodes. They are numbered with 32 bits, some of which mark edges.
const MOST: usize = 1 << 28;
/// About what a node takes, with its part of the tables.
const NODE_BYTES: u64 = 32;

/// Does some work in a space of so many variables, and in larger and larger ones until there is room enough.
///
/// # Errors
/// When the budget is spent.
pub(crate) fn grow<T>(
    variables: u32,
    budget: &Budget,
    mut work: impl FnMut(&Space) -> Try<T>,
) -> Result<T, StopReason> {
    let mut room = FIRST;
    loop {
        budget.poll(Poll::Explore)?;
        budget.check_bytes(room as u64 * NODE_BYTES)?;
        match work(&Space::new(variables, room)) {
            Ok(done) => return Ok(done),
            Err(Halt::Stopped(reason)) => return Err(reason),
            Err(Halt::Full) if room >= MOST => return Err(StopReason::Memory(room as u64 * NODE_BYTES)),
            Err(Halt::Full) => room = (room * GROWTH).min(MOST),
        }
    }
}

/// Variables in a fixed order, and room for diagrams over them.
pub struct Space {
    manager: BCDDManagerRef,
    variables: u32,
    room: usize,
}

/// A set of valuations of the variables of a space.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Set(BCDDFunction);

/// Some variables, for quantification.
#[derive(Clone)]
pub(crate) struct Variables(BCDDFunction);

/// What to put in the place of variables.
#[derive(Clone)]
pub(crate) struct Renaming(Subst<BCDDFunction>);

impl std::fmt::Debug for Set {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Set").field(&self.0.node_count()).finish()
    }
}

impl std::fmt::Debug for Space {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Space").field("variables", &self.variables).finish_non_exhaustive()
    }
}

fn room<T>(result: AllocResult<T>) -> Try<T> {
    result.map_err(|_| Halt::Full)
}

impl Space {
    /// A space of so many variables, with room for so many nodes.
    pub fn new(variables: u32, room: usize) -> Self {
        let manager = new_manager(room, room / 2, 1);
        manager.with_manager_exclusive(|manager| manager.add_vars(variables));
        Self { manager, variables, room }
    }

    /// How many variables there are.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// The set of no or of all valuations.
    pub fn constant(&self, value: bool) -> Set {
        self.manager.with_manager_shared(|manager| {
            Set(if value { BCDDFunction::t(manager) } else { BCDDFunction::f(manager) })
        })
    }

    /// The valuations in which a variable is true.
    ///
    /// # Errors
    /// When there is no room.
    pub fn variable(&self, variable: u32) -> Try<Set> {
        debug_assert!(variable < self.variables);
        self.manager.with_manager_shared(|manager| Ok(Set(room(BCDDFunction::var(manager, variable))?)))
    }

    /// The valuations in which a variable has a value.
    ///
    /// # Errors
    /// When there is no room.
    pub fn literal(&self, variable: u32, value: bool) -> Try<Set> {
        let set = self.variable(variable)?;
        if value { Ok(set) } else { set.not() }
    }

    /// Variables to quantify over.
    ///
    /// # Errors
    /// When there is no room.
    pub(crate) fn cube(&self, variables: impl IntoIterator<Item = u32>) -> Try<Variables> {
        let mut all = self.constant(true);
        // From the last one up, so that each step adds one node.
        let mut sorted: Vec<u32> = variables.into_iter().collect();
        sorted.sort_unstable();
        for variable in sorted.into_iter().rev() {
            all = self.variable(variable)?.and(&all)?;
        }
        Ok(Variables(all.0))
    }

    /// Puts the second variable of each pair in the place of the first.
    ///
    /// # Errors
    /// When there is no room.
    pub(crate) fn renaming(&self, pairs: impl IntoIterator<Item = (u32, u32)>) -> Try<Renaming> {
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for (old, new) in pairs {
            from.push(old);
            to.push(self.variable(new)?.0);
        }
        Ok(Renaming(Subst::new(from, to)))
    }

    /// Forgets nodes that no set needs any more, if there are many nodes. The library does this by itself
    /// only when there is hardly any room left, and in a thread of its own, which may come too late; whoever
    /// works in a space for long should call it between steps.
    pub(crate) fn tidy(&self) {
        self.manager.with_manager_shared(|manager| {
            if manager.approx_num_inner_nodes() > self.room / 2 {
                manager.gc();
            }
        });
    }

    /// How many nodes there are, needed or not.
    pub fn nodes(&self) -> u64 {
        self.manager.with_manager_shared(|manager| manager.num_inner_nodes() as u64)
    }
}

impl Set {
    /// Whether there is no valuation.
    pub fn is_empty(&self) -> bool {
        !self.0.satisfiable()
    }

    /// Whether it has all valuations.
    pub fn is_full(&self) -> bool {
        self.0.valid()
    }

    /// Those in both.
    ///
    /// # Errors
    /// When there is no room.
    pub fn and(&self, other: &Self) -> Try<Self> {
        room(self.0.and(&other.0)).map(Self)
    }

    /// Those in one of them.
    ///
    /// # Errors
    /// When there is no room.
    pub fn or(&self, other: &Self) -> Try<Self> {
        room(self.0.or(&other.0)).map(Self)
    }

    /// The others.
    ///
    /// # Errors
    /// When there is no room.
    pub fn not(&self) -> Try<Self> {
        room(self.0.not()).map(Self)
    }

    /// Those that are not in the other set.
    ///
    /// # Errors
    /// When there is no room.
    pub fn minus(&self, other: &Self) -> Try<Self> {
        self.and(&other.not()?)
    }

    /// Those in both or in none.
    ///
    /// # Errors
    /// When there is no room.
    pub(crate) fn same_as(&self, other: &Self) -> Try<Self> {
        room(self.0.equiv(&other.0)).map(Self)
    }

    /// Whether all are in the other set.
    ///
    /// # Errors
    /// When there is no room.
    pub(crate) fn is_within(&self, other: &Self) -> Try<bool> {
        Ok(self.minus(other)?.is_empty())
    }

    /// Those that are in the set with some values of these variables.
    ///
    /// # Errors
    /// When there is no room.
    pub(crate) fn some(&self, variables: &Variables) -> Try<Self> {
        room(self.0.exists(&variables.0)).map(Self)
    }

    /// Those that are in both sets with some values of these variables.
    ///
    /// # Errors
    /// When there is no room.
    pub(crate) fn and_some(&self, other: &Self, variables: &Variables) -> Try<Self> {
        room(self.0.apply_exists(BooleanOperator::And, &other.0, &variables.0)).map(Self)
    }

    /// The same under other names.
    ///
    /// # Errors
    /// When there is no room.
    pub(crate) fn renamed(&self, names: &Renaming) -> Try<Self> {
        room(self.0.substitute(&names.0)).map(Self)
    }

    /// The first variable that matters, and the set when it is false and when it is true; nothing when none
    /// matters.
    pub(crate) fn branches(&self) -> Option<(u32, [Self; 2])> {
        let (high, low) = self.0.cofactors()?;
        let level = self.0.with_manager_shared(|manager, edge| manager.get_node(edge).unwrap_inner().level());
        Some((level, [Self(low), Self(high)]))
    }

    /// The least valuation in the order of the variables, false before true; variables that do not matter are
    /// false.
    pub(crate) fn pick(&self) -> Option<Vec<bool>> {
        let cube = self.0.pick_cube(|_, _, _| false)?;
        Some(cube.into_iter().map(|value| value == OptBool::True).collect())
    }

    /// How many valuations of all variables of the space there are, about.
    pub(crate) fn count(&self, variables: u32) -> f64 {
        let mut cache =
            oxidd::util::SatCountCache::<oxidd::util::num::F64, rustc_hash::FxBuildHasher>::default();
        self.0.sat_count(variables, &mut cache).0
    }
}
