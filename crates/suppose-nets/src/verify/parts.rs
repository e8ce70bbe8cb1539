//! Failures of steps, by parts: build, refine, compose.
//!
//! State graphs are built once for each class of equal nets, with autofailure on the fly. Refinement may end
//! it. What can still fail is composed outward with its neighbours. A failure found there is followed through
//! the nets and replayed.

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{ActionId, Budget, StopReason, Verdict};
use suppose_lts::{Lts, RowBuilder, ops};

use super::flat::unconfirmed;
use super::steps::steps;
use super::units::{Building, Unit, Units};
use super::{Answer, Effort, Method, Options, Refinement, step_kinds};
use crate::classes::Classes;
use crate::design::Design;
use crate::expr::Value;
use crate::failure::{Failure, Failures};
use crate::follow::run_to_failure;
use crate::graph::{Codes, StateGraph};
use crate::minimise::{Found, Keep, Leaf, Way, minimise};
use crate::net::WireId;
use crate::reduce::Reduction;
use crate::refine::{self, Given, Interface, refine};
use crate::replay::replay;

/// A design taken apart.
pub(super) struct Parts<'d> {
    pub(super) design: &'d Design,
    pub(super) options: &'d Options,
    pub(super) classes: Classes,
    /// Nets that are one part from the start.
    pub(super) together: &'d [Vec<usize>],
}

/// What looking at some kinds of failures came to.
pub(super) struct Looked {
    pub(super) verdict: Verdict<crate::search::Run>,
    pub(super) effort: Effort,
    pub(super) notes: Vec<String>,
    pub(super) steps: Vec<String>,
    /// The parts as far as they were refined, if none of them can fail.
    pub(super) sound: Option<Taken>,
}

/// Parts and their graphs.
pub(super) struct Taken {
    pub(super) units: Vec<Unit>,
    pub(super) graphs: Vec<StateGraph>,
}

impl<'d> Parts<'d> {
    pub(super) fn new(design: &'d Design, options: &'d Options) -> Self {
        let classes = if options.sharing { Classes::of(design) } else { Classes::apart(design) };
        Self { design, options, classes, together: &[] }
    }

    pub(super) fn answer(&self, questions: &[Failure], budget: &Budget) -> Vec<Answer> {
        let kinds = step_kinds(questions);
        let together = (!kinds.is_empty() || questions.contains(&Failure::Deadlock))
            .then(|| self.look_for(Failures::STEPS, budget));
        let answer = |&failure: &Failure| {
            let looked = together.as_ref().expect("there are questions");
            let (mut effort, mut notes) = (looked.effort, looked.notes.clone());
            let mut steps = looked.steps.clone();
            let verdict = match &looked.verdict {
                _ if failure == Failure::Deadlock => {
                    let found = self.look_for_deadlock(looked, budget);
                    effort = found.effort;
                    notes = found.notes;
                    found.verdict
                }
                Verdict::Violated(run) if run.failure != failure => {
                    let alone = self.look_for(Failures::of(&[failure]), budget);
                    effort.join(&alone.effort);
                    notes = alone.notes;
                    steps = alone.steps;
                    alone.verdict
                }
                same => same.clone(),
            };
            Answer { failure, verdict, method: self.options.method, effort, notes, steps }
        };
        questions.iter().map(answer).collect()
    }

    /// Looks for failures of some kinds.
    fn look_for(&self, kinds: Failures, budget: &Budget) -> Looked {
        let mut looked = Looked {
            verdict: Verdict::Holds,
            effort: Effort::default(),
            notes: Vec::new(),
            steps: Vec::new(),
            sound: None,
        };
        looked.verdict = self.try_to(kinds, &mut looked, budget).unwrap_or_else(Verdict::Inconclusive);
        looked
    }

    fn try_to(
        &self,
        kinds: Failures,
        looked: &mut Looked,
        budget: &Budget,
    ) -> Result<Verdict<crate::search::Run>, StopReason> {
        let Taken { units, mut graphs } = self.take_apart(kinds, &mut looked.effort, budget)?;
        if self.options.method == Method::Refine {
            graphs = self.refined(&units, graphs, looked, budget)?;
        }
        let failing = graphs.iter().filter(|graph| graph.lts.has_error()).count();
        looked.effort.failing = failing as u64;
        if failing == 0 {
            looked.sound = self.keeps_deadlocks().then_some(Taken { units, graphs });
            return Ok(Verdict::Holds);
        }
        let leaves = leaves(&units, &graphs);
        let free = self.free();
        let (found, spent) = minimise(
            &leaves,
            Keep::Failures(self.options.reduction),
            self.options.sharing,
            &|action| free.contains(&action),
            budget,
        );
        looked.effort.states += spent.states;
        looked.effort.peak_states = looked.effort.peak_states.max(spent.peak_states);
        looked.effort.peak_transitions = looked.effort.peak_transitions.max(spent.peak_transitions);
        looked.effort.composed += spent.built;
        drop(leaves);
        match found? {
            Found::Nothing => {
                looked.sound = self.keeps_deadlocks().then_some(Taken { units, graphs });
                Ok(Verdict::Holds)
            }
            Found::Something(way) => {
                let nets: Vec<&[usize]> = units.iter().map(|unit| &unit.nets[..]).collect();
                let run = match way {
                    Some(Way { word, leaf: Some(leaf) }) => {
                        run_to_failure(self.design, &nets, &word, leaf, kinds, budget)?
                    }
                    _ => None,
                };
                let Some(run) = run else {
                    let coarse = self.options.reduction == Some(Reduction::State);
                    return Err(if coarse { too_coarse() } else { no_way_back() });
                };
                replay(self.design, &run).map_err(|why| unconfirmed(&why))?;
                Ok(Verdict::Violated(run))
            }
        }
    }

    /// Whether the graphs that refinement leaves can be asked about deadlock: the reductions that look at
    /// traces only lose and make some.
    fn keeps_deadlocks(&self) -> bool {
        let simple = matches!(self.options.reduction, None | Some(Reduction::None | Reduction::Autofailure));
        simple || self.options.method == Method::Minimise
    }

    /// The parts and their graphs, in which some kinds of failures are π and internal actions τ.
    pub(super) fn take_apart(
        &self,
        kinds: Failures,
        effort: &mut Effort,
        budget: &Budget,
    ) -> Result<Taken, StopReason> {
        let autofailure = self.options.reduction != Some(Reduction::None);
        let Self { design, together, .. } = *self;
        let building = Building { design, kinds, autofailure, together, small: self.options.small };
        let Units { units, first } = building.units(&self.classes, effort, budget)?;
        let graph = |unit: &Unit| {
            let (from, graph) = &first[unit.class];
            let from = &units[*from];
            instance(graph, (&from.actions, &from.wires), (&unit.actions, &unit.wires))
        };
        let graphs = units.iter().map(graph).collect();
        Ok(Taken { units, graphs })
    }

    fn refined(
        &self,
        units: &[Unit],
        graphs: Vec<StateGraph>,
        looked: &mut Looked,
        budget: &Budget,
    ) -> Result<Vec<StateGraph>, StopReason> {
        let given = graphs.into_iter().zip(units).map(|(graph, unit)| {
            let interface = Interface { actions: unit.actions.clone(), wires: unit.wires.clone() };
            Given { interface: Some(interface), ..graph.into() }
        });
        let given: Vec<Given> = given.collect();
        let method = match self.options.refinement {
            Refinement::Constraint => refine::Method::Constraint,
            Refinement::Sync => refine::Method::Sync(self.options.k.max(2)),
            Refinement::Both => refine::Method::Both(self.options.k.max(2)),
        };
        let chosen = self.options.reduction.unwrap_or(Reduction::Autofailure);
        let apply =
            |graph: &StateGraph, budget: &Budget| chosen.apply(graph, budget).map(|reduced| reduced.graph);
        let reduction: Option<&refine::Reduction<'_>> =
            (chosen != Reduction::None).then_some(&apply as &refine::Reduction<'_>);
        let most = budget.max_states().unwrap_or(u64::MAX).min(1 << 22);
        let options = refine::Options {
            sharing: self.options.sharing,
            tuples: most,
            record: self.options.record,
            reduction,
            ..refine::Options::new(method)
        };
        let refined = refine(&given, &options, budget)?;
        if self.options.record {
            looked.steps = steps(self.design, units, &refined.rounds);
        }
        let effort = &mut looked.effort;
        effort.states += refined.effort.tuples;
        effort.peak_states = effort.peak_states.max(refined.effort.most_tuples);
        effort.k = effort.k.max(refined.size as u64);
        effort.rounds = effort.rounds.max(refined.rounds.len() as u64);
        if refined.effort.given_up > 0 {
            let note = format!(
                "{} sets of components had too many states to be synchronised",
                refined.effort.given_up
            );
            looked.notes.push(note);
        }
        Ok(refined.components.into_iter().map(|component| component.graph).collect())
    }

    /// The actions that the environment takes part in.
    pub(super) fn free(&self) -> FxHashSet<ActionId> {
        let events = &self.design.events.all;
        let free =
            events.iter().filter(|event| event.changes.iter().any(|&(wire, _)| self.design.wire(wire).free));
        free.map(|event| event.action).collect()
    }
}

/// The graph of one part under the names of another one of its class; internal actions become τ.
pub(super) fn instance(
    graph: &StateGraph,
    (old_actions, old_wires): (&[ActionId], &[WireId]),
    (new_actions, new_wires): (&[ActionId], &[WireId]),
) -> StateGraph {
    let new: FxHashMap<ActionId, ActionId> =
        old_actions.iter().copied().zip(new_actions.iter().copied()).collect();
    let wire: FxHashMap<WireId, WireId> = old_wires.iter().copied().zip(new_wires.iter().copied()).collect();
    let sorted = |list: &[ActionId]| {
        let mut list: Vec<ActionId> = list.iter().map(|action| new[action]).collect();
        list.sort_unstable();
        list
    };
    let mut rows = RowBuilder::new();
    rows.extend_alphabet(graph.inputs.iter().chain(&graph.outputs).map(|action| new[action]));
    for state in graph.lts.states() {
        for t in graph.lts.transitions(state) {
            rows.add(new.get(&t.action).copied().unwrap_or(ActionId::TAU), t.target);
        }
        rows.end_row();
    }
    let lts = rows.finish(graph.lts.initial(), None).expect("the same states");
    // Codes are in the order of the sorted wires.
    let mut order: Vec<(WireId, usize)> =
        graph.codes.wires.iter().enumerate().map(|(at, old)| (wire[old], at)).collect();
    order.sort_unstable();
    let reordered = |code: &Vec<Value>| order.iter().map(|&(_, at)| code[at]).collect();
    let codes = Codes {
        wires: order.iter().map(|&(wire, _)| wire).collect(),
        values: graph.codes.values.iter().map(reordered).collect(),
        of_state: graph.codes.of_state.clone(),
    };
    StateGraph { lts, inputs: sorted(&graph.inputs), outputs: sorted(&graph.outputs), codes }
}

/// Graphs as leaves of a composition; equal ones of one class are recognised.
pub(super) fn leaves<'g>(units: &[Unit], graphs: &'g [StateGraph]) -> Vec<Leaf<'g>> {
    let mut known: FxHashMap<(usize, Content), usize> = FxHashMap::default();
    let mut leaves = Vec::with_capacity(graphs.len());
    for (unit, graph) in units.iter().zip(graphs) {
        let content = (unit.class, local_content(&graph.lts, &unit.actions));
        let next = known.len();
        let class = *known.entry(content).or_insert(next);
        let (actions, outputs) = (unit.actions.clone(), graph.outputs.clone());
        leaves.push(Leaf { class, lts: &graph.lts, actions, outputs });
    }
    leaves
}

/// Source, local action and target of all transitions, and the first state.
type Content = Vec<(u32, u32, u32)>;

/// The transitions over local numbers of actions.
fn local_content(lts: &Lts, actions: &[ActionId]) -> Content {
    let local: FxHashMap<ActionId, u32> =
        actions.iter().enumerate().map(|(at, &action)| (action, at as u32 + 1)).collect();
    let mut all: Content = lts
        .all_transitions()
        .map(|(source, t)| (source.raw(), local.get(&t.action).copied().unwrap_or(0), t.target.raw()))
        .collect();
    all.push((u32::MAX, 0, lts.initial().raw()));
    all.sort_unstable();
    all
}

pub(super) fn no_way_back() -> StopReason {
    StopReason::Internal("there is a failure, but no run of the design was found for it".into())
}

fn too_coarse() -> StopReason {
    StopReason::Unsupported("the state-based abstraction has a failure that the design need not have".into())
}

/// A graph without its failing steps.
pub(super) fn without_failures(graph: &StateGraph) -> StateGraph {
    let lts = ops::drop_error(&graph.lts);
    StateGraph { lts, ..graph.clone() }
}
