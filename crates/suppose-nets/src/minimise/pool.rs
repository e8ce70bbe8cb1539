//! Composing and reducing parts, each only once.
//!
//! A part is a template, an LTS over local actions 1, 2, …, and the list of actions that these stand for.
//! What composing two parts gives depends on their templates, on which local actions of the second are which
//! of the first, on what is hidden, and on what [`Bound`]s say; so it is remembered by these, and in a row of
//! equal cells each step after the first few is a look-up. Results are numbered breadth-first and kept once
//! each.
//!
//! What is kept of a part's behaviour depends on the question ([`Keep`]):
//! * for failures its traces, where a trace to π stands for all that begin with it. Autofailure comes first:
//!   from π back over hidden actions and outputs, which nobody can refuse. Then branching bisimilarity, then
//!   determinisation with a limit, and where that is reached branching bisimilarity alone;
//! * for deadlock its stable failures ([`stable`](super::stable)), with branching bisimilarity that keeps
//!   divergence before, and where there is a limit in its place: a part that works on forever without being
//!   seen is not stuck.

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use suppose_base::{ActionId, Budget, StateId, StopReason};
use suppose_lts::ops::{self, strongly_connected};
use suppose_lts::{Lts, Mapped, RowBuilder, reduce};

use super::bound::Bound;
use super::stable::normal_form;
use crate::graph::{Codes, StateGraph};
use crate::reduce::Reduction;

/// What has to survive a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// Traces, and which of them lead to π; by a given reduction or the best that is known.
    Failures(Option<Reduction>),
    /// Where nothing can happen any more.
    Deadlocks,
}

/// A template, by its place in the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct TemplateId(u32);

/// An LTS over local actions.
#[derive(Debug)]
pub(crate) struct Template {
    /// Over actions 1 to `outputs.len()`, and τ.
    pub lts: Lts,
    /// For each local action, from 1 on, whether the part itself makes it.
    pub outputs: Vec<bool>,
}

/// Part of a design.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub template: TemplateId,
    /// What local actions stand for, from 1 on.
    pub actions: Vec<ActionId>,
    /// What is known of its weight in the whole, one for each invariant that is used.
    pub bounds: Vec<Bound>,
}

impl Part {
    /// The same behaviour under other names.
    pub(crate) fn under(&self, actions: &[ActionId]) -> Self {
        debug_assert_eq!(self.actions.len(), actions.len());
        Self { template: self.template, actions: actions.to_vec(), bounds: Vec::new() }
    }
}

/// What composing depends on: both templates, for each action of the second which of the joined actions it
/// is, which of these are hidden, and how much weight both can have together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Pattern {
    left: TemplateId,
    right: TemplateId,
    joined: Vec<u32>,
    hidden: Vec<bool>,
    bounds: Vec<Bound>,
}

/// What was done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spent {
    /// States of all products together, and of the largest one.
    pub states: u64,
    pub peak_states: u64,
    pub peak_transitions: u64,
    /// How many products were built, and how many were known already.
    pub built: u64,
    pub known: u64,
}

/// Templates, and what is known of their compositions.
pub(crate) struct Pool {
    keep: Keep,
    sharing: bool,
    templates: Vec<Template>,
    known: HashTable<u32>,
    composed: FxHashMap<Pattern, (TemplateId, Vec<u32>)>,
    pub spent: Spent,
}

/// Determinised, a part may have this many times the states it had, and at least [`LEAST`].
const GROWTH: u64 = 2;
const LEAST: u64 = 256;

impl Pool {
    pub(crate) fn new(keep: Keep, sharing: bool) -> Self {
        Self {
            keep,
            sharing,
            templates: Vec::new(),
            known: HashTable::new(),
            composed: FxHashMap::default(),
            spent: Spent::default(),
        }
    }

    pub(crate) fn get(&self, template: TemplateId) -> &Template {
        &self.templates[template.0 as usize]
    }

    /// The part with a behaviour over the actions of a design. `actions` are those that others see, in the
    /// order of their local numbers; everything else is hidden.
    pub(crate) fn add(
        &mut self,
        lts: &Lts,
        actions: &[ActionId],
        is_output: impl Fn(ActionId) -> bool,
        budget: &Budget,
    ) -> Result<Part, StopReason> {
        let local: FxHashMap<ActionId, u32> =
            actions.iter().enumerate().map(|(i, &action)| (action, i as u32 + 1)).collect();
        let lts = renamed(lts, |action| local.get(&action).copied().unwrap_or(0), numbers(actions.len()));
        let outputs: Vec<bool> = actions.iter().map(|&action| is_output(action)).collect();
        let lts = self.reduced(&lts, &outputs, budget)?;
        Ok(Part { template: self.intern(lts, outputs), actions: actions.to_vec(), bounds: Vec::new() })
    }

    /// Two parts as one, in which actions that satisfy `hidden` are hidden.
    pub(crate) fn compose(
        &mut self,
        left: &Part,
        right: &Part,
        hidden: impl Fn(ActionId) -> bool,
        budget: &Budget,
    ) -> Result<Part, StopReason> {
        let mut union = left.actions.clone();
        let mut place: FxHashMap<ActionId, u32> =
            union.iter().enumerate().map(|(i, &action)| (action, i as u32)).collect();
        let mut joined = Vec::with_capacity(right.actions.len());
        for &action in &right.actions {
            let at = *place.entry(action).or_insert_with(|| {
                union.push(action);
                union.len() as u32 - 1
            });
            joined.push(at);
        }
        let both = left.bounds.iter().zip(&right.bounds);
        let bounds: Vec<Bound> = both.map(|(l, r)| l.together(r, &joined, union.len())).collect();
        let pattern = Pattern {
            left: left.template,
            right: right.template,
            joined,
            hidden: union.iter().map(|&action| hidden(action)).collect(),
            bounds: bounds.clone(),
        };
        let (template, kept) = match self.composed.get(&pattern) {
            Some(known) if self.sharing => {
                self.spent.known += 1;
                known.clone()
            }
            _ => {
                let made = self.build(&pattern, budget)?;
                self.composed.insert(pattern, made.clone());
                made
            }
        };
        let bounds = bounds.iter().map(|bound| bound.only(&kept)).collect();
        Ok(Part { template, actions: kept.iter().map(|&at| union[at as usize]).collect(), bounds })
    }

    /// Composes, hides and reduces. The result's actions are given as places in the joined list.
    fn build(&mut self, pattern: &Pattern, budget: &Budget) -> Result<(TemplateId, Vec<u32>), StopReason> {
        let (left, right) = (self.get(pattern.left), self.get(pattern.right));
        let shifted = |action: ActionId| match action.index() {
            0 => 0,
            local => pattern.joined[local - 1] + 1,
        };
        let right_lts = renamed(&right.lts, shifted, pattern.joined.iter().map(|&at| at + 1));
        let visible = |action: ActionId| !action.is_tau() && !pattern.hidden[action.index() - 1];
        let mut product = ops::compose_pair(&left.lts, &right_lts, visible, budget)?;
        let mut outputs = vec![false; pattern.hidden.len()];
        for (at, &output) in left.outputs.iter().enumerate() {
            outputs[at] |= output;
        }
        for (local, &output) in right.outputs.iter().enumerate() {
            outputs[pattern.joined[local] as usize] |= output;
        }
        let kept: Vec<u32> =
            (0..pattern.hidden.len() as u32).filter(|&at| !pattern.hidden[at as usize]).collect();
        let mut local = vec![0; pattern.hidden.len() + 1];
        for (new, &at) in kept.iter().enumerate() {
            local[at as usize + 1] = new as u32 + 1;
        }
        self.spent.built += 1;
        self.spent.states += product.num_states() as u64;
        self.spent.peak_states = self.spent.peak_states.max(product.num_states() as u64);
        self.spent.peak_transitions = self.spent.peak_transitions.max(product.num_transitions() as u64);
        for bound in &pattern.bounds {
            product = bound.apply(&product, budget)?.unwrap_or(product);
        }
        let product = renamed(&product, |action| local[action.index()], numbers(kept.len()));
        let outputs: Vec<bool> = kept.iter().map(|&at| outputs[at as usize]).collect();
        let lts = self.reduced(&product, &outputs, budget)?;
        Ok((self.intern(lts, outputs), kept))
    }

    /// The smallest LTS with the same behaviour that can be had without much trouble.
    fn reduced(&self, lts: &Lts, outputs: &[bool], budget: &Budget) -> Result<Lts, StopReason> {
        match self.keep {
            Keep::Failures(Some(reduction)) => {
                let all = (1..=outputs.len() as u32).map(ActionId::from_raw);
                let (made, given): (Vec<ActionId>, Vec<ActionId>) = all.partition(|a| outputs[a.index() - 1]);
                let lts = ops::reachable(lts).lts;
                let graph = StateGraph { lts, inputs: given, outputs: made, codes: Codes::default() };
                let lts = reduction.apply(&graph, budget)?.graph.lts;
                Ok(renamed(&lts, |action| action.index() as u32, numbers(outputs.len())))
            }
            Keep::Failures(None) => {
                let cut = autofailure(lts, outputs);
                let small = reduce::branching(&cut, budget)?.lts;
                let limit = (small.num_states() as u64 * GROWTH).max(LEAST);
                match reduce::trace(&small, &budget.capped(limit)) {
                    Ok(Mapped { lts, .. }) if lts.num_transitions() <= 2 * small.num_transitions() => Ok(lts),
                    Ok(_) | Err(StopReason::States(_)) => Ok(small),
                    Err(reason) => Err(reason),
                }
            }
            Keep::Deadlocks => {
                let small = keeping_divergence(lts, outputs.len(), budget)?;
                let limit = (small.num_states() as u64 * GROWTH).max(LEAST);
                let form = normal_form(&small, &budget.capped(limit))?;
                Ok(form.filter(|form| form.num_states() <= small.num_states()).unwrap_or(small))
            }
        }
    }

    fn intern(&mut self, lts: Lts, outputs: Vec<bool>) -> TemplateId {
        let hash = |template: &Template| {
            let mut hasher = FxHasher::default();
            template.lts.flat_transitions().hash(&mut hasher);
            template.lts.offsets().hash(&mut hasher);
            template.outputs.hash(&mut hasher);
            hasher.finish()
        };
        let template = Template { lts, outputs };
        let templates = &self.templates;
        let same = |&at: &u32| {
            let known = &templates[at as usize];
            known.lts == template.lts && known.outputs == template.outputs
        };
        let code = hash(&template);
        if self.sharing
            && let Some(&at) = self.known.find(code, same)
        {
            return TemplateId(at);
        }
        let at = self.templates.len() as u32;
        self.templates.push(template);
        let templates = &self.templates;
        self.known.insert_unique(code, at, |&at| hash(&templates[at as usize]));
        TemplateId(at)
    }
}

/// The numbers of local actions.
fn numbers(number: usize) -> impl Iterator<Item = u32> {
    1..=number as u32
}

/// The LTS with new actions; 0 is τ.
fn renamed(lts: &Lts, new: impl Fn(ActionId) -> u32, alphabet: impl Iterator<Item = u32>) -> Lts {
    let mut rows = RowBuilder::new();
    rows.extend_alphabet(alphabet.map(ActionId::from_raw));
    for state in lts.states() {
        for t in lts.transitions(state) {
            let action = if t.action.is_tau() { 0 } else { new(t.action) };
            rows.add(ActionId::from_raw(action), t.target);
        }
        rows.end_row();
    }
    rows.finish(lts.initial(), None).expect("the same states")
}

/// π wherever the part can fail without being asked: backwards over τ and outputs. Only what is still
/// reachable is left.
fn autofailure(lts: &Lts, outputs: &[bool]) -> Lts {
    let own = |action: ActionId| action.is_tau() || outputs[action.index() - 1];
    if !lts.has_error() || lts.initial().is_error() {
        return lts.clone();
    }
    let before = ops::Predecessors::of(lts, own);
    let mut fails = vec![false; lts.num_states()];
    let mut stack: Vec<StateId> = Vec::new();
    for (source, t) in lts.all_transitions() {
        if t.target.is_error() && own(t.action) && !fails[source.index()] {
            fails[source.index()] = true;
            stack.push(source);
        }
    }
    while let Some(state) = stack.pop() {
        for &source in before.get(state) {
            if !fails[source.index()] {
                fails[source.index()] = true;
                stack.push(source);
            }
        }
    }
    let target = |state: StateId| {
        if state.is_error() || fails[state.index()] { StateId::ERROR } else { state }
    };
    let mut rows = RowBuilder::new();
    rows.extend_alphabet(lts.alphabet().iter().copied());
    for state in lts.states() {
        if !fails[state.index()] {
            lts.transitions(state).iter().for_each(|t| rows.add(t.action, target(t.target)));
        }
        rows.end_row();
    }
    let cut = rows.finish(target(lts.initial()), None).expect("the same states");
    ops::reachable(&cut).lts
}

/// Branching bisimilarity that tells a state that can stay silent forever from one that cannot: such states
/// get a loop of an action of their own, which is τ again afterwards.
fn keeping_divergence(lts: &Lts, number: usize, budget: &Budget) -> Result<Lts, StopReason> {
    let silent = strongly_connected(lts, |_, t| t.action.is_tau(), budget)?;
    let mark = ActionId::from_raw(number as u32 + 1);
    let mut sizes = vec![0u32; silent.len()];
    for state in lts.states() {
        sizes[silent.of(state)] += 1;
    }
    let mut rows = RowBuilder::new();
    for state in lts.states() {
        let mut diverges = sizes[silent.of(state)] > 1;
        for t in lts.transitions(state) {
            diverges |= t.action.is_tau() && t.target == state;
            rows.add(t.action, t.target);
        }
        if diverges {
            rows.add(mark, state);
        }
        rows.end_row();
    }
    let marked = rows.finish(lts.initial(), None).expect("the same states");
    let small = reduce::branching(&marked, budget)?.lts;
    Ok(renamed(&small, |action| if action == mark { 0 } else { action.index() as u32 }, numbers(number)))
}
