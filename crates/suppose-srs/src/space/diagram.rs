//! A set of valuations as plain data: an ordered decision diagram that belongs to no space.

use oxidd::bcdd::BCDDFunction;
use oxidd::{BooleanFunction, Function, HasLevel, Manager};
use rustc_hash::FxHashMap;

use super::{Set, Space, Try};

/// A set of valuations of variables 0, 1, ….
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagram {
    /// Variable, and where to go on when it is false and true. 0 and 1 are the ends, so the node at place 0
    /// is number 2. Nodes come after those that they lead to.
    nodes: Vec<(u32, [u32; 2])>,
    root: u32,
}

impl Diagram {
    /// No or all valuations.
    pub(crate) fn constant(value: bool) -> Self {
        Self { nodes: Vec::new(), root: u32::from(value) }
    }

    /// A set of a space, in which `name` says what the variables are called outside. The names must be in the
    /// order of the variables.
    pub fn from_set(set: &Set, name: impl Fn(u32) -> u32) -> Self {
        let mut made = Self { nodes: Vec::new(), root: 0 };
        made.root = made.add(&set.0, &name, &mut FxHashMap::default());
        made
    }

    /// Depth of the recursion: the number of variables.
    #[expect(
        clippy::mutable_key_type,
        reason = "what a function is does not change; only the count of its users does"
    )]
    fn add(
        &mut self,
        function: &BCDDFunction,
        name: &impl Fn(u32) -> u32,
        known: &mut FxHashMap<BCDDFunction, u32>,
    ) -> u32 {
        let Some((high, low)) = function.cofactors() else { return u32::from(function.valid()) };
        if let Some(&number) = known.get(function) {
            return number;
        }
        let level =
            function.with_manager_shared(|manager, edge| manager.get_node(edge).unwrap_inner().level());
        let ends = [self.add(&low, name, known), self.add(&high, name, known)];
        self.nodes.push((name(level), ends));
        let number = self.nodes.len() as u32 + 1;
        known.insert(function.clone(), number);
        number
    }

    /// The set in a space, in which `variable` says which variable a name stands for.
    ///
    /// # Errors
    /// When there is no room.
    pub(crate) fn to_set(&self, space: &Space, variable: impl Fn(u32) -> u32) -> Try<Set> {
        self.project(space, |name| Some(variable(name)))
    }

    /// The set in a space, in which `variable` says which variable a name stands for. A name that stands for
    /// none may have any value.
    ///
    /// # Errors
    /// When there is no room.
    pub(crate) fn project(&self, space: &Space, variable: impl Fn(u32) -> Option<u32>) -> Try<Set> {
        let mut made = vec![space.constant(false), space.constant(true)];
        for &(name, [low, high]) in &self.nodes {
            let (low, high) = (&made[low as usize], &made[high as usize]);
            let node = match variable(name) {
                Some(variable) => {
                    let bit = space.variable(variable)?;
                    bit.and(high)?.or(&low.minus(&bit)?)?
                }
                None => low.or(high)?,
            };
            made.push(node);
        }
        Ok(made.swap_remove(self.root as usize))
    }

    /// Whether a valuation is in the set.
    pub fn has(&self, value: impl Fn(u32) -> bool) -> bool {
        let mut at = self.root;
        while at > 1 {
            let (name, ends) = self.nodes[at as usize - 2];
            at = ends[usize::from(value(name))];
        }
        at == 1
    }

    /// Its nodes: the variable of each, and where to go on when it is false and true. 0 and 1 are the ends,
    /// so the node at place 0 is number 2. Nodes come after those that they lead to.
    pub(crate) fn nodes(&self) -> &[(u32, [u32; 2])] {
        &self.nodes
    }

    /// The number of the node where it begins.
    pub(crate) fn root(&self) -> u32 {
        self.root
    }

    /// Whether there is no valuation.
    pub fn is_empty(&self) -> bool {
        self.root == 0
    }

    /// Whether some valuation gives a variable this value.
    pub(crate) fn allows(&self, variable: u32, value: bool) -> bool {
        // For each node whether there is a way to the end on which the variable has the value; nodes come
        // after those that they lead to.
        let mut can = vec![false, true];
        for &(name, ends) in &self.nodes {
            let way = |end: usize| can[ends[end] as usize];
            can.push(if name == variable { way(usize::from(value)) } else { way(0) || way(1) });
        }
        can[self.root as usize]
    }

    /// The valuations of so many variables in the order of binary numbers with variable 0 in front, as lists
    /// of the true ones; nothing when there are more than `most`.
    pub fn valuations(&self, variables: u32, most: usize) -> Option<Vec<Vec<u32>>> {
        let mut found = Vec::new();
        // What is left to do: the node, the next variable, and the true ones before it. False comes first, so
        // it is put on top.
        let mut todo = vec![(self.root, 0, Vec::new())];
        while let Some((at, next, before)) = todo.pop() {
            if at == 0 {
                continue;
            }
            if next == variables {
                if found.len() == most {
                    return None;
                }
                found.push(before);
                continue;
            }
            let ends = match at {
                1 => [1, 1],
                _ if self.nodes[at as usize - 2].0 == next => self.nodes[at as usize - 2].1,
                _ => [at, at],
            };
            let mut with: Vec<u32> = before.clone();
            with.push(next);
            todo.push((ends[1], next + 1, with));
            todo.push((ends[0], next + 1, before));
        }
        Some(found)
    }
}
