//! The environment of a part: one task that may do at any time whatever the tasks outside of the part might
//! do.
//!
//! It is one place with all steps, each of which leads back to it, and where it may be over as well. See
//! [`split`](crate::split) for which steps those are.

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_ada::{Follow, VarId};
use suppose_base::ActionId;

use super::Split;
use super::side::Obligation;
use crate::cfg::{Act, Draft};
use crate::constraint::Constraint;

/// What the others may do to a part.
#[derive(Debug)]
pub(super) struct Environment {
    /// The steps.
    pub(super) draft: Draft,
    /// Actions of the environment in which a task to the right takes part, and those of a part that comes
    /// again, sorted.
    pub(super) interface: Vec<ActionId>,
    /// Constraints that may be used in this environment.
    pub(super) constraints: Vec<Constraint>,
}

/// Where a task is, seen from a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Where {
    Left,
    Here,
    Right,
}

/// Who can take part in a meeting.
#[derive(Debug, Default)]
struct Ends {
    /// Calls, and where their tasks are.
    calls: Vec<(Act, Where)>,
    /// Accepts, and where their tasks are.
    accepts: Vec<(Act, Where)>,
}

impl Environment {
    pub(super) fn new(split: &Split<'_>, part: u32, after: &[u32], obligation: Obligation<'_>) -> Self {
        let place = |task: usize| match split.part_of[task] {
            own if own == part => Where::Here,
            other if after.contains(&other) => Where::Right,
            _ => Where::Left,
        };
        let acts = || {
            let of_task = |(task, draft): (usize, &'_ Draft)| {
                let acts: Vec<Act> = draft.steps.iter().filter_map(|(act, ..)| *act).collect();
                acts.into_iter().map(move |act| (act, place(task)))
            };
            split.drafts.iter().enumerate().flat_map(of_task)
        };
        let constraints = usable(split, part, acts());
        let obliged = |label: ActionId| obligation.lts(split.property).has_action(label);
        // A part that comes again must do the same both times, so the assumption is about all that it does.
        let again = after.contains(&part);
        let mut steps = Steps::default();
        let mut meetings: FxHashMap<u32, Ends> = FxHashMap::default();
        let mut order = Vec::new();
        for (act, place) in acts() {
            match act {
                Act::Local { label, access } => {
                    let used = |a| constraints.contains(&Constraint::Variable(a));
                    if place == Where::Right && (obliged(label) || access.is_some_and(|a| used(a.variable))) {
                        steps.add(act);
                        steps.interface.push(label);
                    }
                    if place == Where::Here && again && access.is_none_or(|a| split.is_shared(a.variable)) {
                        steps.interface.push(label);
                    }
                }
                Act::Call { meeting, .. } | Act::Accept { meeting, .. } => {
                    let ends = meetings.entry(meeting).or_insert_with(|| {
                        order.push(meeting);
                        Ends::default()
                    });
                    let call = matches!(act, Act::Call { .. });
                    if call { &mut ends.calls } else { &mut ends.accepts }.push((act, place));
                }
            }
        }
        for meeting in order {
            for pair in meetings[&meeting].pairs() {
                steps.meet(pair, again, &obliged);
            }
        }
        let Steps { acts, mut interface, .. } = steps;
        interface.sort_unstable();
        interface.dedup();
        let all = Follow { nodes: (0..acts.len() as u32).collect(), end: true, terminate: false };
        let steps = acts.into_iter().map(|act| (Some(act), all.clone(), None)).collect();
        Self { draft: Draft { steps, start: all }, interface, constraints }
    }
}

impl Ends {
    /// The calls and accepts that fit, each once.
    fn pairs(&self) -> Vec<((Act, Where), (Act, Where))> {
        let mut pairs = Vec::new();
        let unique = |list: &[(Act, Where)]| {
            let mut seen = FxHashSet::default();
            list.iter().copied().filter(|(act, place)| seen.insert((*act, *place as u8))).collect::<Vec<_>>()
        };
        let accepts = unique(&self.accepts);
        for call in unique(&self.calls) {
            let Act::Call { caller, .. } = call.0 else { continue };
            for &accept in &accepts {
                let fits = matches!(accept.0, Act::Accept { caller: known, .. } if known.is_none_or(|k| k == caller));
                if fits {
                    pairs.push((call, accept));
                }
            }
        }
        pairs
    }
}

/// The steps found so far.
#[derive(Default)]
struct Steps {
    acts: Vec<Act>,
    known: FxHashSet<Act>,
    interface: Vec<ActionId>,
}

impl Steps {
    fn add(&mut self, act: Act) {
        if self.known.insert(act) {
            self.acts.push(act);
        }
    }

    /// A call and an accept: the environment has the half outside of the part; both halves, if the obligation
    /// knows the rendezvous.
    fn meet(
        &mut self,
        (call, accept): ((Act, Where), (Act, Where)),
        again: bool,
        obliged: &dyn Fn(ActionId) -> bool,
    ) {
        let Act::Call { label, .. } = call.0 else { return };
        match (call.1 == Where::Here, accept.1 == Where::Here) {
            (true, false) => self.add(accept.0),
            (false, true) => self.add(call.0),
            (false, false) if obliged(label) => self.add(Act::Local { label, access: None }),
            (true, true) if again => {}
            (true, true) | (false, false) => return,
        }
        let shown = |place: Where| place == Where::Right || again && place == Where::Here;
        if shown(call.1) || shown(accept.1) {
            self.interface.push(label);
        }
    }
}

/// The constraints that hold whatever the environment of a part does.
fn usable(split: &Split<'_>, part: u32, acts: impl Iterator<Item = (Act, Where)>) -> Vec<Constraint> {
    let mut uses: FxHashMap<VarId, (bool, bool)> = FxHashMap::default();
    for (act, place) in acts {
        if let Act::Local { access: Some(access), .. } = act {
            let (here, left) = uses.entry(access.variable).or_default();
            *here |= place == Where::Here;
            *left |= place == Where::Left;
        }
    }
    let usable = |constraint: &Constraint| match *constraint {
        Constraint::Task(task) => split.part_of[task.0 as usize] == part,
        Constraint::Variable(variable) => uses.get(&variable) == Some(&(true, false)),
    };
    split.constraints.iter().copied().filter(usable).collect()
}
