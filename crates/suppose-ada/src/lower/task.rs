//! The LTS of a task from its graph.

use rustc_hash::FxHashMap;
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};
use suppose_lts::reduce;
use suppose_lts::{Lts, LtsBuilder};

use super::deeds::Deeds;
use super::variable::too_large;
use crate::graph::{Follow, Graph, Step};
use crate::program::TaskId;
use suppose_lts::Origins;

/// Work for a state.
const STATE: u64 = 2_000;

/// The smallest LTS of a task, and where its actions are written. With `terminate`, the action that ends all
/// tasks.
pub(super) fn lower_task(
    task: TaskId,
    graph: &Graph,
    deeds: &Deeds<'_>,
    terminate: Option<ActionId>,
    budget: &Budget,
) -> Result<(Lts, Origins), StopReason> {
    let mut states = States::default();
    let mut builder = LtsBuilder::default();
    let mut written: Vec<(StateId, ActionId, u32)> = Vec::new();
    let mut end = None;
    let first = states.number(&graph.start, &mut builder);
    builder.set_initial(first);
    let mut next = 0;
    while let Some(&follow) = states.order.get(next) {
        let state = StateId::must(next);
        next += 1;
        if next.is_multiple_of(256) {
            budget.pay(Poll::Lower, 256 * STATE)?;
            budget.check_states(next as u64)?;
        }
        for &node in &follow.nodes {
            let target = states.number(&graph.nodes[node as usize].follow, &mut builder);
            let actions = deeds.of_node(task, node);
            if graph.nodes[node as usize].step == Step::Silent {
                builder.add(state, ActionId::TAU, target);
            }
            for &action in actions {
                builder.add(state, action, target);
                written.push((state, action, node));
            }
        }
        if follow.end && terminate.is_none() {
            end = Some(state);
        }
        states.ending.extend((follow.end || follow.terminate).then_some(state));
    }
    if let Some(action) = terminate {
        builder.extend_alphabet([action]);
        if !states.ending.is_empty() {
            let over = builder.add_state();
            states.ending.iter().for_each(|&state| builder.add(state, action, over));
            end = Some(over);
        }
    }
    builder.set_end(end);
    let lts = builder.finish().map_err(|error| too_large(&error))?;
    let reduced = reduce::strong(&lts, budget)?;
    let place = |(state, action, node): (StateId, ActionId, u32)| {
        reduced.map.get(state).map(|state| (state, action, node))
    };
    let written: Vec<_> = written.into_iter().filter_map(place).collect();
    let origins = origins(graph, &reduced.lts, written);
    Ok((reduced.lts, origins))
}

/// What may follow, as states.
#[derive(Default)]
struct States<'g> {
    numbers: FxHashMap<&'g Follow, StateId>,
    order: Vec<&'g Follow>,
    /// Those in which the task may end together with all others.
    ending: Vec<StateId>,
}

impl<'g> States<'g> {
    fn number(&mut self, follow: &'g Follow, builder: &mut LtsBuilder) -> StateId {
        *self.numbers.entry(follow).or_insert_with(|| {
            self.order.push(follow);
            builder.add_state()
        })
    }
}

/// Where actions are written, by state; the first place counts where there are several.
fn origins(graph: &Graph, lts: &Lts, mut written: Vec<(StateId, ActionId, u32)>) -> Origins {
    written.sort_unstable();
    written.dedup_by_key(|&mut (state, action, _)| (state, action));
    let Some(first) = graph.nodes.first() else { return Origins::default() };
    let mut offsets = Vec::with_capacity(lts.num_states() + 1);
    offsets.push(0);
    for state in lts.states() {
        offsets.push(written.partition_point(|entry| entry.0 <= state) as u32);
    }
    let entries = written.iter().map(|&(_, action, node)| {
        let span = graph.nodes[node as usize].span;
        (action, span.start, span.end)
    });
    Origins::of_rows(first.span.file, offsets, entries.collect())
}
