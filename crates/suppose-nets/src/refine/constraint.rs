//! Constraints on outputs, and what they forbid elsewhere (Yao 2012, section 4.2 and algorithms 10 and 11).
//!
//! # What a constraint is
//! For an output action the condition over visible wires under which the graph does it: the disjunction of
//! the codes of the states with such a transition. A component that has the action as an input never does it
//! in a state whose code contradicts the condition.
//!
//! The text writes constraints as Boolean functions. Here one is the set of its codes, listed. It is drawn
//! from an explicit graph, so it has at most as many codes as the graph has states; comparing two is
//! comparing lists, and asking whether a code is among them is one look-up, also for wires with more than two
//! values. Decision diagrams would only make it smaller to store. [`Constraint::formula`] writes it as a
//! short formula.
//!
//! # Where a reader sees other wires
//! The text asks for conj(*s*) ⇒ C(*a*), but C(*a*) may speak of wires that the reader does not see: in
//! section 4.2.5 the constraint ¬x ∧ ¬y ∧ ¬z on z+ is applied to a component that does not know x, where
//! taken by the letter it would forbid everything. What is meant is ∃x. C(*a*). So both sides are projected
//! to the wires that both see, and the code of *s* must be among those of the constraint.
//!
//! # Why it is sound, and for which graphs
//! In a reachable state of the whole system a wire has the same value in the codes of all components that see
//! it, since whatever changes it is an action of all of them. When the action happens, its driver is in a
//! state with such a transition, whose code is in the constraint, and the reader's code agrees with it on the
//! wires of both. So no transition that takes part in a run of the whole is removed. This uses neither
//! determinism nor that inputs are always accepted. It does need **codes that follow actions**:
//! `code(target)` is `code(source)` with the changes that the action stands for. A reduction that merges
//! states with different codes breaks this and makes the method unsound, even when it preserves all traces;
//! bisimilarity that ignores codes does. Autofailure, leaving out internal actions, and merging of states
//! with equal codes are safe; [`super`] says what autofailure changes.
//!
//! When several components drive an action, all of them must take part in it, so the constraints of all
//! apply.
//!
//! # Complexity
//! Extraction sorts the pairs of output and code. Application looks up each code once for each input and
//! constraint. Both are remembered by graph, so equal cells cost look-ups only.
//!
//! # Tests
//! `refine/tests/dissertation.rs` has sections 4.2.5 and 4.3.4 step by step; `refine/tests/soundness.rs`
//! compares with the product of random graphs with codes.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{ActionId, StateId};

use super::cells::{Cell, Cells, CutId, GraphId};
use super::formula::formula;
use super::record::Fate;
use crate::expr::Value;
use crate::graph::{Codes, StateGraph};
use crate::net::WireId;

/// The condition under which one component does one of its output actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The component.
    pub component: usize,
    /// The output.
    pub action: ActionId,
    /// The visible wires of the component; sorted.
    pub wires: Vec<WireId>,
    /// The values of each wire that the formula distinguishes: 0, 1 and what else it has in the graph.
    pub domains: Vec<Vec<Value>>,
    /// The codes, sorted; each in the order of the wires. The action does not happen in any other.
    pub codes: Vec<Vec<Value>>,
}

impl Constraint {
    /// As a disjunction of conjunctions, such as `z ∧ ¬y`, over wires with these names.
    pub fn formula(&self, name: impl Fn(WireId) -> String) -> String {
        let names: Vec<String> = self.wires.iter().map(|&w| name(w)).collect();
        formula(&self.codes, &self.domains, &names)
    }
}

/// The constraints of a graph, one for each output (algorithm 11).
pub(super) fn extract(component: usize, graph: &StateGraph) -> Vec<Constraint> {
    let wires = &graph.codes.wires;
    let domains: Vec<Vec<Value>> = (0..wires.len())
        .map(|w| {
            let mut domain: Vec<Value> =
                graph.codes.values.iter().map(|code| code[w]).chain([0, 1]).collect();
            domain.sort_unstable();
            domain.dedup();
            domain
        })
        .collect();
    let sets =
        conditions(graph.lts.all_transitions().map(|(s, t)| (s, t.action)), &graph.outputs, &graph.codes);
    let constraint = |(&action, codes)| Constraint {
        component,
        action,
        wires: wires.clone(),
        domains: domains.clone(),
        codes,
    };
    graph.outputs.iter().zip(sets).map(constraint).collect()
}

/// For each output the sorted codes of the states that have it.
fn conditions(
    transitions: impl Iterator<Item = (StateId, ActionId)>,
    outputs: &[ActionId],
    codes: &Codes,
) -> Vec<Vec<Vec<Value>>> {
    let mut pairs: Vec<(usize, u32)> = transitions
        .filter_map(|(state, action)| {
            let output = outputs.binary_search(&action).ok()?;
            Some((output, codes.of_state.get(state.index()).copied().unwrap_or(0)))
        })
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    let mut sets = vec![Vec::new(); outputs.len()];
    for (output, code) in pairs {
        sets[output].push(codes.values.get(code as usize).cloned().unwrap_or_default());
    }
    for set in &mut sets {
        set.sort_unstable();
        set.dedup();
    }
    sets
}

/// A set of codes, known by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SetId(u32);

/// A constraint as it is for one reader.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Applied {
    /// The place of the action among the inputs of the reader.
    pub(super) input: u32,
    /// The codes in which the driver does it.
    pub(super) set: SetId,
    /// The wires that both see: the column of the reader and that of the driver, sorted.
    pub(super) columns: Vec<(u32, u32)>,
}

/// A set of codes and the columns it is projected on.
type Projection = (SetId, Vec<u32>);

/// The constraints of all graphs of a pool, and what they did before.
#[derive(Debug, Default)]
pub(super) struct Constraints {
    sets: Vec<Arc<Vec<Vec<Value>>>>,
    known: FxHashMap<Arc<Vec<Vec<Value>>>, SetId>,
    extracted: FxHashMap<GraphId, Arc<[SetId]>>,
    projected: FxHashMap<Projection, Arc<FxHashSet<Vec<Value>>>>,
    applied: FxHashMap<(GraphId, Vec<Applied>), Option<CutId>>,
    /// How often constraints were applied in truth.
    pub(super) work: u64,
}

impl Constraints {
    /// For each output of a graph the codes in which it can happen.
    pub(super) fn extract(&mut self, graph: GraphId, cell: &Cell) -> Arc<[SetId]> {
        if let Some(done) = self.extracted.get(&graph) {
            return done.clone();
        }
        let transitions = cell.lts.all_transitions().map(|(s, t)| (s, t.action));
        let sets = conditions(transitions, &cell.sides.outputs, &cell.sides.codes);
        let ids: Arc<[SetId]> = sets.into_iter().map(|set| self.intern(set)).collect();
        self.extracted.insert(graph, ids.clone());
        ids
    }

    fn intern(&mut self, set: Vec<Vec<Value>>) -> SetId {
        let set = Arc::new(set);
        if let Some(&id) = self.known.get(&set) {
            return id;
        }
        let id = SetId(self.sets.len() as u32);
        self.known.insert(set.clone(), id);
        self.sets.push(set);
        id
    }

    /// What constraints forbid in a graph (algorithm 10), if anything.
    pub(super) fn apply(
        &mut self,
        graph: GraphId,
        constraints: Vec<Applied>,
        cells: &mut Cells<'_>,
    ) -> Option<CutId> {
        let key = (graph, constraints);
        if let Some(&done) = self.applied.get(&key) {
            return done;
        }
        self.work += 1;
        let cell = cells.get(graph);
        let mut fates = vec![Fate::Kept; cell.lts.num_transitions()];
        for constraint in &key.1 {
            let action = cell.sides.inputs[constraint.input as usize];
            let allowed = self.allowed(constraint, &cell.sides.codes);
            for ((source, t), fate) in cell.lts.all_transitions().zip(&mut fates) {
                if t.action == action && !allowed[cell.sides.codes.of_state[source.index()] as usize] {
                    *fate = Fate::Refused;
                }
            }
        }
        let cut = fates.contains(&Fate::Refused).then(|| cells.add_cut(fates));
        if cells.sharing {
            self.applied.insert(key, cut);
        }
        cut
    }

    /// For each code of the reader whether the driver has one that agrees.
    fn allowed(&mut self, constraint: &Applied, codes: &Codes) -> Vec<bool> {
        let columns: Vec<u32> = constraint.columns.iter().map(|&(_, driver)| driver).collect();
        let set = &self.sets[constraint.set.0 as usize];
        let projected = self.projected.entry((constraint.set, columns)).or_insert_with_key(|(_, columns)| {
            let project = |code: &Vec<Value>| columns.iter().map(|&c| code[c as usize]).collect();
            Arc::new(set.iter().map(project).collect())
        });
        let own = |code: &Vec<Value>| -> Vec<Value> {
            constraint.columns.iter().map(|&(reader, _)| code[reader as usize]).collect()
        };
        codes.values.iter().map(|code| projected.contains(&own(code))).collect()
    }
}
