//! Graphs without the names of their place in a design: local numbers of actions, wires and states.
//!
//! Two cells of a row of latches do the same with other wires. Over *local* numbers they are the same graph,
//! which is then stored and refined once. Local action `i` is `ActionId` `i + 1`, so that 0 stays τ; local
//! wires and states count from 0.
//!
//! # The order
//! Actions and wires are numbered in the order of an [`Interface`] if the caller gives one, else in the order
//! in which they are first used (changed) on a walk through the graph. States are then numbered
//! breadth-first, rows in the order of local actions. So with an interface two deterministic graphs that are
//! equal but for names become equal, byte by byte. Without one, or where graphs are nondeterministic, equal
//! graphs may be missed, which costs time but no correctness. States that cannot be reached are dropped.
//!
//! Cost: linear in the graph, times the logarithm of the size of the interface. No table has the size of the
//! design.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use suppose_base::{ActionId, StateId};
use suppose_lts::{Lts, RowBuilder};

use crate::expr::Value;
use crate::graph::{Codes, StateGraph};
use crate::net::WireId;

/// The interface of a component in its own order, which is the same for components that are equal but for
/// names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interface {
    /// Its actions. Those that are missing here come after these.
    pub actions: Vec<ActionId>,
    /// Its visible wires. Those that are missing here come after these.
    pub wires: Vec<WireId>,
}

/// What a graph has besides states and transitions, in local numbers. It stays when transitions are removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sides {
    pub(super) inputs: Vec<ActionId>,
    pub(super) outputs: Vec<ActionId>,
    pub(super) codes: Codes,
}

/// What the local numbers of one component stand for.
#[derive(Clone, Debug)]
pub(super) struct Names {
    /// Local action `i + 1` is `actions[i]`.
    pub(super) actions: Vec<ActionId>,
    pub(super) wires: Vec<WireId>,
    /// The states of the graph as it was given; nothing once a reduction has renumbered them.
    pub(super) states: Option<Arc<[StateId]>>,
}

impl Names {
    /// The action that a local one stands for.
    pub(super) fn action(&self, local: ActionId) -> ActionId {
        if local.is_tau() { local } else { self.actions[local.index() - 1] }
    }

    /// The same with what an interface calls its actions and wires elsewhere.
    pub(super) fn renamed(self, from: &Interface, to: &Interface) -> Self {
        let actions = Renaming::new(&from.actions, &to.actions);
        let wires = Renaming::new(&from.wires, &to.wires);
        Self {
            actions: self.actions.into_iter().map(|a| actions.apply(a)).collect(),
            wires: self.wires.into_iter().map(|w| wires.apply(w)).collect(),
            states: self.states,
        }
    }

    /// The state that a local one stands for.
    pub(super) fn state(&self, local: StateId) -> StateId {
        match &self.states {
            Some(states) if !local.is_error() => states[local.index()],
            _ => local,
        }
    }
}

/// New names for some things.
struct Renaming<T>(Vec<(T, T)>);

impl<T: Ord + Copy> Renaming<T> {
    fn new(from: &[T], to: &[T]) -> Self {
        let mut pairs: Vec<(T, T)> = from.iter().copied().zip(to.iter().copied()).collect();
        pairs.sort_unstable();
        Self(pairs)
    }

    fn apply(&self, name: T) -> T {
        let place = self.0.binary_search_by_key(&name, |&(from, _)| from);
        place.map_or(name, |place| self.0[place].1)
    }
}

/// The graph in local numbers, and what they stand for.
pub(super) fn localise(graph: &StateGraph, interface: Option<&Interface>) -> (Lts, Sides, Names) {
    let lts = &graph.lts;
    let (actions, wires) = order(graph, interface);
    let mut places: Vec<(ActionId, ActionId)> =
        actions.iter().enumerate().map(|(i, &a)| (a, ActionId::from_raw(i as u32 + 1))).collect();
    places.sort_unstable();
    let local = |action: ActionId| {
        let at = places.binary_search_by_key(&action, |&(global, _)| global);
        at.map_or(ActionId::TAU, |place| places[place].1)
    };
    let mut number = vec![StateId::ERROR; lts.num_states()];
    let mut states = Vec::new();
    if !lts.initial().is_error() {
        number[lts.initial().index()] = StateId::must(0);
        states.push(lts.initial());
    }
    let mut rows = RowBuilder::new();
    let mut row = Vec::new();
    let mut next = 0;
    while let Some(&state) = states.get(next) {
        next += 1;
        row.clear();
        row.extend(lts.transitions(state).iter().map(|t| (local(t.action), t.target)));
        row.sort_unstable();
        for &(action, target) in &row {
            if !target.is_error() && number[target.index()].is_error() {
                number[target.index()] = StateId::must(states.len());
                states.push(target);
            }
            rows.add(action, if target.is_error() { target } else { number[target.index()] });
        }
        rows.end_row();
    }
    rows.extend_alphabet(lts.alphabet().iter().map(|&a| local(a)));
    let initial = if states.is_empty() { StateId::ERROR } else { StateId::must(0) };
    let end = lts.end().map(|e| number[e.index()]).filter(|e| !e.is_error());
    let local_lts = rows.finish(initial, end).expect("a part of a graph is a graph");
    let all = |given: &[ActionId]| {
        let mut all: Vec<ActionId> = given.iter().map(|&a| local(a)).filter(|a| !a.is_tau()).collect();
        all.sort_unstable();
        all
    };
    let sides = Sides {
        inputs: all(&graph.inputs),
        outputs: all(&graph.outputs),
        codes: codes(graph, &wires, &states),
    };
    (local_lts, sides, Names { actions, wires, states: Some(states.into()) })
}

/// The codes of some states with other columns; combinations are listed as they come.
fn codes(graph: &StateGraph, wires: &[WireId], states: &[StateId]) -> Codes {
    if wires.is_empty() {
        // A graph without wires may have been given without codes.
        return Codes { wires: Vec::new(), values: vec![Vec::new()], of_state: vec![0; states.len()] };
    }
    let column = |wire| graph.codes.wires.binary_search(wire).expect("a wire of the graph");
    let columns: Vec<usize> = wires.iter().map(column).collect();
    let mut known: FxHashMap<Vec<Value>, u32> = FxHashMap::default();
    let mut values = Vec::new();
    let of_state = states
        .iter()
        .map(|&state| {
            let old = graph.codes.get(state);
            let code: Vec<Value> = columns.iter().map(|&c| old[c]).collect();
            *known.entry(code).or_insert_with_key(|code| {
                values.push(code.clone());
                values.len() as u32 - 1
            })
        })
        .collect();
    Codes { wires: (0..wires.len() as u32).map(WireId).collect(), values, of_state }
}

/// The actions and wires of a graph in the order of the interface, then of first use, then as they are.
fn order(graph: &StateGraph, interface: Option<&Interface>) -> (Vec<ActionId>, Vec<WireId>) {
    let lts = &graph.lts;
    let mut actions = Ordered::new(lts.alphabet());
    let mut wires = Ordered::new(&graph.codes.wires);
    if let Some(interface) = interface {
        interface.actions.iter().for_each(|&a| actions.add(a));
        interface.wires.iter().for_each(|&w| wires.add(w));
    }
    let mut seen = vec![false; lts.num_states()];
    let mut queue = Vec::new();
    if !lts.initial().is_error() {
        seen[lts.initial().index()] = true;
        queue.push(lts.initial());
    }
    let mut next = 0;
    while let Some(&state) = queue.get(next)
        && !(actions.is_full() && wires.is_full())
    {
        next += 1;
        for t in lts.transitions(state) {
            actions.add(t.action);
            if t.target.is_error() {
                continue;
            }
            if !wires.is_full() {
                let (old, new) = (graph.codes.get(state), graph.codes.get(t.target));
                let changed = (0..old.len()).filter(|&w| old[w] != new[w]);
                changed.for_each(|w| wires.add(graph.codes.wires[w]));
            }
            if !std::mem::replace(&mut seen[t.target.index()], true) {
                queue.push(t.target);
            }
        }
    }
    (actions.finish(), wires.finish())
}

/// A sorted set that is being put into another order.
struct Ordered<'a, T> {
    all: &'a [T],
    taken: Vec<bool>,
    order: Vec<T>,
}

impl<'a, T: Ord + Copy> Ordered<'a, T> {
    fn new(all: &'a [T]) -> Self {
        Self { all, taken: vec![false; all.len()], order: Vec::with_capacity(all.len()) }
    }

    fn is_full(&self) -> bool {
        self.order.len() == self.all.len()
    }

    /// Takes an element as the next one, if it is one and was not taken.
    fn add(&mut self, element: T) {
        if let Ok(place) = self.all.binary_search(&element)
            && !std::mem::replace(&mut self.taken[place], true)
        {
            self.order.push(element);
        }
    }

    fn finish(mut self) -> Vec<T> {
        let rest = self.all.iter().zip(&self.taken).filter(|(_, taken)| !**taken);
        self.order.extend(rest.map(|(&element, _)| element));
        self.order
    }
}

/// Which states can be reached by transitions that are allowed, by their places in [`Lts::flat_transitions`].
pub(super) fn reached(lts: &Lts, allowed: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut reached = vec![false; lts.num_states()];
    let mut stack = Vec::new();
    if !lts.initial().is_error() {
        reached[lts.initial().index()] = true;
        stack.push(lts.initial());
    }
    while let Some(state) = stack.pop() {
        let first = lts.offsets()[state.index()] as usize;
        for (place, t) in lts.transitions(state).iter().enumerate() {
            if !t.target.is_error()
                && allowed(first + place)
                && !std::mem::replace(&mut reached[t.target.index()], true)
            {
                stack.push(t.target);
            }
        }
    }
    reached
}

/// The reachable part of a local graph, and which of its states the new ones are. With names, actions and
/// wires get them back.
pub(super) fn trimmed(lts: &Lts, sides: &Sides, names: Option<&Names>) -> (StateGraph, Vec<StateId>) {
    let reached = reached(lts, |_| true);
    // With names the states come in the order they had in the graph that was given.
    let mut old: Vec<StateId> = lts.states().filter(|s| reached[s.index()]).collect();
    if let Some(names) = names {
        old.sort_unstable_by_key(|&s| names.state(s));
    }
    let mut number = vec![StateId::ERROR; lts.num_states()];
    old.iter().enumerate().for_each(|(i, s)| number[s.index()] = StateId::must(i));
    let new = |s: StateId| if s.is_error() { s } else { number[s.index()] };
    let action = |a: ActionId| names.map_or(a, |names| names.action(a));
    let mut rows = RowBuilder::new();
    for &state in &old {
        lts.transitions(state).iter().for_each(|t| rows.add(action(t.action), new(t.target)));
        rows.end_row();
    }
    rows.extend_alphabet(lts.alphabet().iter().map(|&a| action(a)));
    let end = lts.end().map(new).filter(|e| !e.is_error());
    let graph = rows.finish(new(lts.initial()), end).expect("a part of a graph is a graph");
    let all = |local: &[ActionId]| {
        let mut all: Vec<ActionId> = local.iter().map(|&a| action(a)).collect();
        all.sort_unstable();
        all
    };
    let graph = StateGraph {
        lts: graph,
        inputs: all(&sides.inputs),
        outputs: all(&sides.outputs),
        codes: named_codes(&sides.codes, names, &old),
    };
    (graph, old)
}

/// The codes of some states, with their columns in the order of the named wires.
fn named_codes(codes: &Codes, names: Option<&Names>, states: &[StateId]) -> Codes {
    let selected = codes.selected(states.iter().copied());
    let Some(names) = names else { return selected };
    let mut columns: Vec<usize> = (0..codes.wires.len()).collect();
    columns.sort_unstable_by_key(|&c| names.wires[c]);
    Codes {
        wires: columns.iter().map(|&c| names.wires[c]).collect(),
        values: selected.values.iter().map(|code| columns.iter().map(|&c| code[c]).collect()).collect(),
        of_state: selected.of_state,
    }
}
