//! State graphs of nets in their maximal environment (Yao 2012, algorithm 1), with autofailure on the fly
//! (algorithm 3).
//!
//! Whatever the other components could do to the wires a net knows may come at any time; nothing builds an
//! environment, the machine just has these changes as steps. Chosen kinds of failures become π; after others
//! the net goes on, as the flat design does.
//!
//! **On the fly:** a state from which the net can fail by itself, by outputs and internal steps alone, is as
//! good as π: no environment can prevent it, because no net refuses a change of its inputs. As soon as this
//! is known of a state its other steps are not looked at, and what was reached only through it is not
//! explored. The result is the same as that of the reduction afterwards.
//!
//! Time and space are linear in the states and steps that are looked at.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::{FxBuildHasher, FxHashMap};
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};
use suppose_lts::{Lts, LtsBuilder, RowBuilder};

use crate::design::Design;
use crate::expr::Value;
use crate::failure::Failures;
use crate::graph::{Codes, StateGraph};
use crate::machine::{Machine, Scratch};

/// A state graph, and how it came about.
#[derive(Clone, Debug)]
pub struct Built {
    /// The graph; all its states are reachable.
    pub graph: StateGraph,
    /// How many states were looked at.
    pub explored: u64,
    /// How many firings the states of the graph have. Two transitions that do the same are two firings and
    /// one transition of the graph.
    pub firings: u64,
}

/// The graph of some nets of a design, in the maximal environment of these nets.
///
/// # Errors
/// When the budget is spent.
pub fn state_graph(
    design: &Design,
    nets: &[usize],
    failures: Failures,
    autofailure: bool,
    budget: &Budget,
) -> Result<Built, StopReason> {
    let machine = Machine::new(design, nets);
    match machine.words() {
        1 => Builder::<1>::run(&machine, failures, autofailure, budget),
        2 => Builder::<2>::run(&machine, failures, autofailure, budget),
        3..=4 => Builder::<4>::run(&machine, failures, autofailure, budget),
        5..=16 => Builder::<16>::run(&machine, failures, autofailure, budget),
        17..=256 => Builder::<256>::run(&machine, failures, autofailure, budget),
        _ => Err(StopReason::Unsupported("a state of the nets has more than 16,384 bits".into())),
    }
}

/// Work for a step, and for each word of the state that it leads to.
const STEP: u64 = 60;
const WORD: u64 = 8;

/// A transition while building; the target may turn out to be a failure.
#[derive(Clone, Copy)]
struct Edge {
    action: ActionId,
    target: u32,
    is_input: bool,
}

/// The target of a step that fails at once.
const FAILS: u32 = u32::MAX;

#[derive(Default)]
struct Node {
    edges: Vec<Edge>,
    /// States that lead here by themselves.
    autonomous: Vec<u32>,
    /// How many transitions of states that do not fail lead here.
    alive: u32,
    fails: bool,
    expanded: bool,
}

struct Builder<'m, const W: usize> {
    machine: &'m Machine<'m>,
    failures: Failures,
    autofailure: bool,
    states: Vec<[u64; W]>,
    nodes: Vec<Node>,
    table: HashTable<u32>,
    queue: Vec<u32>,
    explored: u64,
}

impl<'m, const W: usize> Builder<'m, W> {
    fn run(
        machine: &'m Machine<'m>,
        failures: Failures,
        autofailure: bool,
        budget: &Budget,
    ) -> Result<Built, StopReason> {
        let mut builder = Self {
            machine,
            failures,
            autofailure,
            states: Vec::new(),
            nodes: Vec::new(),
            table: HashTable::new(),
            queue: Vec::new(),
            explored: 0,
        };
        builder.explore(budget)?;
        Ok(builder.finish())
    }

    fn explore(&mut self, budget: &Budget) -> Result<(), StopReason> {
        let mut scratch = Scratch::default();
        budget.poll(Poll::Explore)?;
        let mut toll = budget.toll(Poll::Explore);
        let mut edges: Vec<(ActionId, Option<[u64; W]>, bool)> = Vec::new();
        let first = self.add(self.machine.initial());
        self.nodes[first as usize].alive = 1;
        let mut next = 0;
        while next < self.queue.len() {
            let state = self.queue[next];
            next += 1;
            let node = &mut self.nodes[state as usize];
            if node.expanded || node.alive == 0 {
                // What is only reached through failures is left alone; should another way be found, it is
                // queued again.
                continue;
            }
            node.expanded = true;
            budget.check_states(self.states.len() as u64)?;
            self.explored += 1;
            edges.clear();
            let mut fails = false;
            let machine = self.machine;
            machine.for_each_step(&self.states[state as usize], &mut scratch, &mut |step| {
                let failing = !step.failures.and(self.failures).is_empty();
                fails |= failing && !step.is_input;
                edges.push((step.action, (!failing).then_some(step.target), step.is_input));
            });
            toll.add(self.machine.look() + edges.len() as u64 * (STEP + WORD * W as u64))?;
            if fails && self.autofailure {
                self.fail(state);
                continue;
            }
            for &(action, target, is_input) in &edges {
                self.connect(state, action, target, is_input);
            }
        }
        toll.settle()
    }

    /// Adds a transition, and its target if it is new.
    fn connect(&mut self, state: u32, action: ActionId, target: Option<[u64; W]>, is_input: bool) {
        if self.nodes[state as usize].fails {
            return;
        }
        let target = target.map_or(FAILS, |target| self.add(target));
        let autonomous = self.autofailure && !is_input && target != FAILS;
        if autonomous && self.nodes[target as usize].fails {
            self.fail(state);
            return;
        }
        self.nodes[state as usize].edges.push(Edge { action, target, is_input });
        if target == FAILS {
            return;
        }
        if autonomous {
            self.nodes[target as usize].autonomous.push(state);
        }
        let node = &mut self.nodes[target as usize];
        node.alive += 1;
        if node.alive == 1 && !node.expanded {
            self.queue.push(target);
        }
    }

    /// Marks a state as failing, and those that lead to it by themselves.
    fn fail(&mut self, state: u32) {
        let mut stack = vec![state];
        while let Some(state) = stack.pop() {
            let node = &mut self.nodes[state as usize];
            if node.fails {
                continue;
            }
            node.fails = true;
            stack.append(&mut node.autonomous);
            for edge in std::mem::take(&mut node.edges) {
                if edge.target != FAILS {
                    self.nodes[edge.target as usize].alive -= 1;
                }
            }
        }
    }

    fn add(&mut self, state: [u64; W]) -> u32 {
        let hash = FxBuildHasher.hash_one(state);
        let states = &self.states;
        let same = |&i: &u32| states[i as usize] == state;
        match self.table.entry(hash, same, |&i| FxBuildHasher.hash_one(states[i as usize])) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => {
                let id = self.states.len() as u32;
                place.insert(id);
                self.states.push(state);
                self.nodes.push(Node::default());
                if id == 0 {
                    self.queue.push(0);
                }
                id
            }
        }
    }

    /// The reachable part, numbered breadth-first.
    fn finish(self) -> Built {
        let (inputs, outputs) = self.machine.interface();
        let explored = self.explored;
        let alphabet: Vec<ActionId> = inputs.iter().chain(&outputs).copied().collect();
        if self.nodes[0].fails {
            let mut empty = LtsBuilder::new(0);
            empty.extend_alphabet(alphabet);
            empty.set_initial(StateId::ERROR);
            let lts = empty.finish().expect("π alone is an LTS");
            let codes = self.codes(&vec![0; lts.num_states()]);
            return Built { graph: StateGraph { lts, inputs, outputs, codes }, explored, firings: 0 };
        }
        let mut new = vec![FAILS; self.nodes.len()];
        let mut order = vec![0u32];
        new[0] = 0;
        let mut rows = RowBuilder::new();
        rows.extend_alphabet(alphabet);
        let mut next = 0;
        let mut firings = 0;
        while next < order.len() {
            let node = &self.nodes[order[next] as usize];
            next += 1;
            firings += node.edges.len() as u64;
            for edge in &node.edges {
                if edge.target == FAILS || self.nodes[edge.target as usize].fails {
                    debug_assert!(edge.is_input || !self.autofailure);
                    rows.add(edge.action, StateId::ERROR);
                    continue;
                }
                let id = &mut new[edge.target as usize];
                if *id == FAILS {
                    *id = order.len() as u32;
                    order.push(edge.target);
                }
                rows.add(edge.action, StateId::from_raw(*id));
            }
            rows.end_row();
        }
        let lts: Lts = rows.finish(StateId::from_raw(0), None).expect("targets are rows");
        let codes = self.codes(&order);
        Built { graph: StateGraph { lts, inputs, outputs, codes }, explored, firings }
    }

    fn codes(&self, order: &[u32]) -> Codes {
        let wires = self.machine.visible_wires();
        let mut values: Vec<Vec<Value>> = Vec::new();
        let mut known: FxHashMap<Vec<Value>, u32> = FxHashMap::default();
        let of_state = order.iter().map(|&state| {
            let state = &self.states[state as usize];
            let code: Vec<Value> = wires.iter().map(|&wire| self.machine.value(state, wire)).collect();
            *known.entry(code).or_insert_with_key(|code| {
                values.push(code.clone());
                (values.len() - 1) as u32
            })
        });
        let of_state = of_state.collect();
        Codes { wires, values, of_state }
    }
}
