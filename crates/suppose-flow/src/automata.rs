//! Automata over the nodes of a trace flow graph: the property and feasibility constraints.
//!
//! # Contract
//! An [`Automaton`] reads the nodes of a path. Nodes outside of its alphabet leave it where it is. In a state
//! a node may be impossible, which cuts the path off: no execution goes on like that; or, for a property,
//! lead to π.
//!
//! * [`Automaton::variable`]: the value of a variable, or that it is unknown. An assignment gives it its
//!   value. A test with another outcome than the known value is impossible; a test of an unknown value makes
//!   it known, since a variable without initial value has one all the same.
//! * [`Automaton::task`]: where one task is. Its letters are nodes, not actions: a node of the task must be
//!   one that may come next there. The final node is possible where the task may be over.
//! * [`Automaton::property`], [`Automaton::assumption`], [`Automaton::obligation`]: an LTS over actions in
//!   one of three roles.
//! * [`Automaton::word`]: the projection of the path to an alphabet is a prefix of a word.
//!
//! The variable automaton of Figure 3.8 in Cobleigh's dissertation has a state for violations as well; here
//! that state is the end of the path. States of task automata are places, where the literature has one for
//! each node: nodes with the same successors need not be told apart.
//!
//! # Complexity
//! What a state does with all nodes is worked out once, when the state is first met: linear in the letters
//! possible there and the nodes they are on, and two bit sets of memory.
//!
//! # Tests
//! By propagation as a whole, whose twin has these rules written a second time (`tests/all/graphs`).

use suppose_ada::{Domain, VarId};
use suppose_base::{ActionId, Budget, StateId, StopReason};
use suppose_lts::{Lts, Transition, ops};

use crate::bits::{self, Set};
use crate::cfg::FlowPlace;
use crate::tfg::{Kind, Tfg};

/// What a letter does in a state; no entry means that it is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// Leads to a state.
    To(u32),
    /// Leads to π.
    Error,
}

/// An automaton for one trace flow graph.
#[derive(Clone, Debug)]
pub struct Automaton {
    rule: Rule,
    initial: Next,
    /// For each node its letter; [`OUTSIDE`] if there is none.
    letters: Vec<u32>,
    /// For each letter its nodes.
    nodes: Vec<Vec<u32>>,
    /// The nodes without a letter.
    outside: Set,
    /// What is known about each state.
    rows: Vec<Option<Box<Row>>>,
}

/// What actions without a transition mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Missing {
    /// They are impossible.
    Impossible,
    /// They are impossible, and so are those with a transition to π.
    ImpossibleAsErrors,
    /// They lead to π.
    Error,
}

/// No letter.
const OUTSIDE: u32 = u32::MAX;

#[derive(Clone, Debug)]
enum Rule {
    /// States are the values in order and then the unknown one; letters are assignments of each value, then
    /// tests.
    Variable { values: u32 },
    /// States are the places of the task; letters are its nodes, and then the final node.
    Task { places: Vec<FlowPlace>, follow: Vec<u32>, first_node: u32, first_place: u32 },
    /// For each state its letters, sorted.
    Table(Vec<Vec<(u32, Next)>>),
}

/// What a state does with each node.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Nodes that are possible.
    pub(crate) allowed: Set,
    /// Nodes that are possible and leave the state as it is.
    pub(crate) same: Set,
    /// The letters that are possible, sorted.
    moves: Vec<(u32, Next)>,
}

impl Automaton {
    /// The automaton of a variable with this domain.
    pub fn variable(tfg: &Tfg, variable: VarId, domain: &Domain, initial: Option<i64>) -> Self {
        let values = u32::try_from(domain.last - domain.first + 1).unwrap_or(0);
        let index = |value: i64| u32::try_from(value - domain.first).expect("in the domain");
        let letter = |node: u32| {
            let access = tfg.access(node)?;
            let fits = access.variable == variable && domain.contains(access.value);
            fits.then(|| if access.write { index(access.value) } else { values + index(access.value) })
        };
        let initial = initial.filter(|&value| domain.contains(value)).map_or(values, index);
        Self::new(
            Rule::Variable { values },
            Next::To(initial),
            tfg,
            letter,
            2 * values as usize,
            values as usize + 1,
        )
    }

    /// The automaton of a task of the flow.
    pub fn task(tfg: &Tfg, task: u32) -> Self {
        let flow = tfg.flow();
        let mine = |t: u32| t == task;
        let first_node = flow.nodes.partition_point(|n| n.task < task) as u32;
        let first_place = flow.places.partition_point(|p| p.task < task) as u32;
        let follow: Vec<u32> = flow.nodes.iter().filter(|n| mine(n.task)).map(|n| n.follow).collect();
        let places: Vec<FlowPlace> = flow.places.iter().filter(|p| mine(p.task)).cloned().collect();
        let (letters, states) = (follow.len(), places.len());
        let letter = |node: u32| match tfg.nodes()[node as usize] {
            Kind::Final => Some(letters as u32),
            _ => tfg.half(node, task).map(|base| base - first_node),
        };
        let initial = Next::To(flow.tasks[task as usize].start - first_place);
        let rule = Rule::Task { places, follow, first_node, first_place };
        Self::new(rule, initial, tfg, letter, letters + 1, states)
    }

    /// The automaton of a property over actions; what it cannot do is impossible. It is made deterministic if
    /// it is not.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn property(tfg: &Tfg, lts: &Lts, budget: &Budget) -> Result<Self, StopReason> {
        Self::from_lts(tfg, lts, Missing::Impossible, budget)
    }

    /// The automaton of an LTS that has to allow everything: what it cannot do leads to π.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn obligation(tfg: &Tfg, lts: &Lts, budget: &Budget) -> Result<Self, StopReason> {
        Self::from_lts(tfg, lts, Missing::Error, budget)
    }

    /// The automaton of an assumption over actions: what it cannot do, and what leads it to π, is impossible.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn assumption(tfg: &Tfg, lts: &Lts, budget: &Budget) -> Result<Self, StopReason> {
        Self::from_lts(tfg, lts, Missing::ImpossibleAsErrors, budget)
    }

    fn from_lts(tfg: &Tfg, lts: &Lts, missing: Missing, budget: &Budget) -> Result<Self, StopReason> {
        let determinised =
            if lts.is_deterministic() { None } else { Some(ops::determinise(lts, budget)?.lts) };
        let lts = determinised.as_ref().unwrap_or(lts);
        let to = |state: StateId| if state.is_error() { Next::Error } else { Next::To(state.raw()) };
        let letter_of = |action: ActionId| lts.alphabet().binary_search(&action).ok().map(|l| l as u32);
        let row = |state: StateId| -> Vec<(u32, Next)> {
            let transitions = lts.transitions(state);
            if missing == Missing::Error {
                let target =
                    |&a: &ActionId| lts.successors(state, a).first().map_or(Next::Error, |t| to(t.target));
                return lts
                    .alphabet()
                    .iter()
                    .map(target)
                    .enumerate()
                    .map(|(l, next)| (l as u32, next))
                    .collect();
            }
            let keep = |t: &&Transition| missing == Missing::Impossible || !t.target.is_error();
            transitions
                .iter()
                .filter(keep)
                .filter_map(|t| Some((letter_of(t.action)?, to(t.target))))
                .collect()
        };
        let rows: Vec<Vec<(u32, Next)>> = lts.states().map(row).collect();
        let letter = |node: u32| letter_of(tfg.label(node)?);
        let states = rows.len();
        Ok(Self::new(Rule::Table(rows), to(lts.initial()), tfg, letter, lts.alphabet().len(), states))
    }

    /// The automaton that follows a word over an alphabet, which is sorted.
    pub fn word(tfg: &Tfg, alphabet: &[ActionId], word: &[ActionId]) -> Self {
        let letter_of = |action: ActionId| alphabet.binary_search(&action).ok().map(|l| l as u32);
        let step = |(place, &action): (usize, &ActionId)| {
            letter_of(action).map(|l| (l, Next::To(place as u32 + 1))).into_iter().collect()
        };
        let mut rows: Vec<Vec<(u32, Next)>> = word.iter().enumerate().map(step).collect();
        rows.push(Vec::new());
        let states = rows.len();
        let letter = |node: u32| letter_of(tfg.label(node)?);
        Self::new(Rule::Table(rows), Next::To(0), tfg, letter, alphabet.len(), states)
    }

    fn new(
        rule: Rule,
        initial: Next,
        tfg: &Tfg,
        letter: impl Fn(u32) -> Option<u32>,
        letters: usize,
        states: usize,
    ) -> Self {
        let n = tfg.nodes().len();
        let mut nodes = vec![Vec::new(); letters];
        let mut outside = bits::empty(n);
        let letters = (0..n as u32)
            .map(|node| {
                if let Some(letter) = letter(node) {
                    nodes[letter as usize].push(node);
                    return letter;
                }
                bits::insert(&mut outside, node as usize);
                OUTSIDE
            })
            .collect();
        Self { rule, initial, letters, nodes, outside, rows: vec![None; states] }
    }

    /// Where it begins.
    pub(crate) fn initial(&self) -> Next {
        self.initial
    }

    /// Works a state out, if that has not been done.
    pub(crate) fn prepare(&mut self, state: u32) {
        if self.rows[state as usize].is_some() {
            return;
        }
        let mut moves = self.moves(state);
        moves.sort_unstable_by_key(|&(letter, _)| letter);
        let (mut allowed, mut same) = (self.outside.clone(), self.outside.clone());
        for &(letter, next) in &moves {
            for &node in &self.nodes[letter as usize] {
                bits::insert(&mut allowed, node as usize);
                if next == Next::To(state) {
                    bits::insert(&mut same, node as usize);
                }
            }
        }
        self.rows[state as usize] = Some(Box::new(Row { allowed, same, moves }));
    }

    /// What a prepared state does with all nodes.
    pub(crate) fn row(&self, state: u32) -> &Row {
        self.rows[state as usize].as_ref().expect("states are prepared first")
    }

    /// Where a node leads from a prepared state; `None` if it is impossible.
    #[inline]
    pub(crate) fn next(&self, state: u32, node: u32) -> Option<Next> {
        let letter = self.letters[node as usize];
        if letter == OUTSIDE {
            return Some(Next::To(state));
        }
        let moves = &self.row(state).moves;
        moves.binary_search_by_key(&letter, |&(l, _)| l).ok().map(|at| moves[at].1)
    }

    /// The letters that are possible in a state.
    fn moves(&self, state: u32) -> Vec<(u32, Next)> {
        match &self.rule {
            Rule::Variable { values } => {
                let writes = (0..*values).map(|v| (v, Next::To(v)));
                let known = if state == *values { 0..*values } else { state..state + 1 };
                writes.chain(known.map(|v| (values + v, Next::To(v)))).collect()
            }
            Rule::Task { places, follow, first_node, first_place } => {
                let place = &places[state as usize];
                let step = |&node: &u32| {
                    let letter = node - first_node;
                    (letter, Next::To(follow[letter as usize] - first_place))
                };
                let over = place.end.then_some((follow.len() as u32, Next::To(state)));
                place.nodes.iter().map(step).chain(over).collect()
            }
            Rule::Table(rows) => rows[state as usize].clone(),
        }
    }
}
