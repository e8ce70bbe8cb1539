//! What a design is taken apart into: its nets, or groups of them where a single one has too many states.
//!
//! In its maximal environment a net with many inputs can have a state for each combination of their values,
//! though its real neighbours allow few of them. Such a net is taken together with the neighbour with which
//! it shares the most wires, and again, until the states of the group are few enough; in the end that may be
//! the whole design. Single nets that are equal but for names are one class and are built once. Groups that
//! the caller asks for come first.

use suppose_base::{ActionId, Budget, StopReason};

use super::Effort;
use crate::build::{Built, state_graph};
use crate::classes::Classes;
use crate::design::Design;
use crate::failure::Failures;
use crate::graph::StateGraph;
use crate::net::WireId;

/// A net or a group, with its behaviour.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    /// The nets; sorted.
    pub nets: Vec<usize>,
    /// Units with the same number here are equal but for names.
    pub class: usize,
    /// What others see of it, in an order that is the same in a class.
    pub actions: Vec<ActionId>,
    /// The wires it knows, in such an order.
    pub wires: Vec<WireId>,
}

/// A design taken apart.
pub(super) struct Units {
    pub units: Vec<Unit>,
    /// For each class its first unit and its graph.
    pub first: Vec<(usize, StateGraph)>,
}

/// How to take a design apart.
pub(super) struct Building<'d> {
    pub design: &'d Design,
    /// The kinds of failures that are π.
    pub kinds: Failures,
    pub autofailure: bool,
    /// Nets that are taken together from the start; the others are alone.
    pub together: &'d [Vec<usize>],
    /// States of a net or group that is small enough.
    pub small: u64,
}

impl Building<'_> {
    /// Takes a design apart and builds the graph of each class.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(super) fn units(
        &self,
        classes: &Classes,
        effort: &mut Effort,
        budget: &Budget,
    ) -> Result<Units, StopReason> {
        let Self { design, kinds, autofailure, .. } = *self;
        let small = budget.capped(self.small);
        let try_to = |nets: &[usize], budget: &Budget, effort: &mut Effort| match state_graph(
            design,
            nets,
            kinds,
            autofailure,
            budget,
        ) {
            Ok(built) => {
                effort.note(built.explored, built.graph.lts.num_transitions() as u64);
                Ok(Some(built))
            }
            Err(StopReason::States(most)) => {
                effort.note(most, 0);
                Ok(None)
            }
            Err(reason) => Err(reason),
        };
        let mut groups = Groups::new(design);
        let grouped = groups.put_together(self.together);
        let mut alone = vec![false; classes.first.len()];
        for (net, &class) in classes.of_net.iter().enumerate() {
            alone[class] |= !grouped[net];
        }
        let mut of_class: Vec<Option<Built>> = Vec::with_capacity(classes.first.len());
        for (class, &net) in classes.first.iter().enumerate() {
            of_class.push(if alone[class] { try_to(&[net], &small, effort)? } else { None });
        }
        let mut built_groups: Vec<Option<Built>> = vec![None; design.nets.len()];
        for net in 0..design.nets.len() {
            if !grouped[net] && of_class[classes.of_net[net]].is_some() {
                continue;
            }
            while built_groups[groups.of[net]].is_none() {
                let members = groups.members(net);
                if members.len() > 1
                    && let Some(built) = try_to(&members, &small, effort)?
                {
                    built_groups[groups.of[net]] = Some(built);
                } else if let Some(neighbour) = groups.closest(net) {
                    groups.join(net, neighbour);
                    // The neighbour may be a group whose graph is known; with this net it is another one.
                    built_groups[groups.of[net]] = None;
                } else {
                    // It has nobody to be joined with: then it has to be built as it is.
                    let built = state_graph(design, &members, kinds, autofailure, budget)?;
                    effort.note(built.explored, built.graph.lts.num_transitions() as u64);
                    built_groups[groups.of[net]] = Some(built);
                }
            }
        }
        let mut units = Units { units: Vec::new(), first: Vec::new() };
        let mut number: Vec<Option<usize>> = vec![None; classes.first.len()];
        for net in 0..design.nets.len() {
            if groups.of[net] != net {
                continue;
            }
            let nets = groups.members(net);
            let unit = units.units.len();
            let grouped = nets.len() > 1 || of_class[classes.of_net[net]].is_none();
            let (class, actions, wires) = if grouped {
                let graph = built_groups[net].take().expect("built above").graph;
                let mut actions: Vec<ActionId> = graph.inputs.iter().chain(&graph.outputs).copied().collect();
                actions.sort_unstable();
                actions.dedup();
                let wires = graph.codes.wires.clone();
                units.first.push((unit, graph));
                (units.first.len() - 1, actions, wires)
            } else {
                let known = classes.of_net[net];
                let class = *number[known].get_or_insert_with(|| {
                    let graph = of_class[known].as_ref().expect("small").graph.clone();
                    units.first.push((unit, renamed_to(&graph, classes, classes.first[known], net)));
                    units.first.len() - 1
                });
                (class, classes.actions[net].clone(), classes.wires[net].clone())
            };
            units.units.push(Unit { nets, class, actions, wires });
        }
        effort.classes = units.first.len() as u64;
        Ok(units)
    }
}

/// The graph of a class under the names of the first net of it that is a unit of its own.
fn renamed_to(graph: &StateGraph, classes: &Classes, old: usize, new: usize) -> StateGraph {
    super::parts::instance(
        graph,
        (&classes.actions[old], &classes.wires[old]),
        (&classes.actions[new], &classes.wires[new]),
    )
}

/// Which nets belong together.
struct Groups<'d> {
    design: &'d Design,
    /// For each net the first one of its group.
    of: Vec<usize>,
}

impl<'d> Groups<'d> {
    fn new(design: &'d Design) -> Self {
        Self { design, of: (0..design.nets.len()).collect() }
    }

    /// Joins the nets of each of these groups; which nets are no longer alone. Numbers that are no nets are
    /// passed over, and groups with a net in common become one.
    fn put_together(&mut self, together: &[Vec<usize>]) -> Vec<bool> {
        let count = self.of.len();
        for group in together {
            let mut nets = group.iter().copied().filter(|&net| net < count);
            if let Some(first) = nets.next() {
                nets.for_each(|net| self.join(first, net));
            }
        }
        let mut members = vec![0_usize; count];
        self.of.iter().for_each(|&group| members[group] += 1);
        self.of.iter().map(|&group| members[group] > 1).collect()
    }

    fn members(&self, net: usize) -> Vec<usize> {
        let group = self.of[net];
        (group..self.of.len()).filter(|&other| self.of[other] == group).collect()
    }

    fn join(&mut self, net: usize, other: usize) {
        let (a, b) = (self.of[net], self.of[other]);
        let first = a.min(b);
        for group in &mut self.of {
            if *group == a || *group == b {
                *group = first;
            }
        }
    }

    /// A net of the neighbouring group with which the group of a net shares the most wires.
    fn closest(&self, net: usize) -> Option<usize> {
        let mut shared: Vec<(usize, usize)> = Vec::new();
        for wire in &self.design.wires {
            if !wire.users.iter().any(|&user| self.of[user] == self.of[net]) {
                continue;
            }
            let mut groups: Vec<usize> = wire.users.iter().map(|&user| self.of[user]).collect();
            groups.sort_unstable();
            groups.dedup();
            for group in groups.into_iter().filter(|&group| group != self.of[net]) {
                match shared.iter_mut().find(|(known, _)| *known == group) {
                    Some((_, count)) => *count += 1,
                    None => shared.push((group, 1)),
                }
            }
        }
        shared
            .into_iter()
            .max_by_key(|&(group, count)| (count, std::cmp::Reverse(group)))
            .map(|(group, _)| group)
    }
}
