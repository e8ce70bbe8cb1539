//! The system compiled into guarded moves.
//!
//! Every move is *led* by one component: for an action with several participants, the one with the fewest
//! transitions of that action, since a state then has few candidates to try; for τ, the component itself. The
//! moves of a leader are stored by its local state, so that looking at one global state touches one row per
//! leader.
//!
//! A *direct* move fixes the local state of every participant before and after. It is enabled when
//! `state & mask == value` and leads to `state ^ delta`: two instructions, no branch. An action whose
//! participants offer many combinations of transitions would need too many direct moves; it becomes a *joint*
//! move, which looks the transitions of all participants up in their rows and combines them when it is tried.
//!
//! # Invariants
//! * a direct move's mask leaves the leader's field out (the row already fixes it), its delta includes it;
//! * moves into π are kept apart: their delta means nothing, but they say which component goes to π, once for
//!   each that does;
//! * rows list moves by action, then by the participants' transitions in order, so the order of successors
//!   depends on the system only.
//!
//! Space: at most [`EXPANSION`] direct moves for each transition of a leader. Time to compile is linear in
//! that.

use suppose_base::{ActionId, StateId};

use super::layout::{Field, Layout};
use crate::{Lts, Transition};

/// Most combinations of the other participants' transitions that are expanded into direct moves.
const EXPANSION: usize = 8;

/// One word's part of a guard and of a change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Patch {
    /// Index of the word; always 0 for states of one word.
    pub word: u32,
    /// Bits that the guard looks at.
    pub mask: u64,
    /// What they must be.
    pub value: u64,
    /// Bits that change.
    pub delta: u64,
}

/// A range of patches and the action they belong to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Direct {
    pub action: ActionId,
    pub patches: (u32, u32),
}

/// A direct move into π.
#[derive(Clone, Copy, Debug)]
pub(super) struct DirectError {
    pub action: ActionId,
    pub patches: (u32, u32),
    /// A component that goes to π; the move is listed once for each of them.
    pub component: u32,
}

/// An action whose participants are combined when it is tried.
#[derive(Debug)]
pub(super) struct Joint {
    pub action: ActionId,
    /// All participants, the leader among them, in order.
    pub parts: Vec<(u32, Field)>,
}

/// A component that leads at least one move.
#[derive(Debug)]
pub(super) struct Leader {
    pub component: u32,
    pub field: Field,
    /// Row of local state 0 in the tables of rows.
    pub base: u32,
}

/// All moves of a system.
#[derive(Debug, Default)]
pub(super) struct Moves {
    pub leaders: Vec<Leader>,
    /// Direct moves of row `r` are `direct[direct_rows[r]..direct_rows[r + 1]]`, and so on for the other
    /// kinds. A state of one word has one patch for each direct move, at the same index.
    pub direct_rows: Vec<u32>,
    pub direct: Vec<Direct>,
    pub patches: Vec<Patch>,
    pub error_rows: Vec<u32>,
    pub errors: Vec<DirectError>,
    pub error_patches: Vec<Patch>,
    pub joint_rows: Vec<u32>,
    pub joint_of_row: Vec<u32>,
    pub joints: Vec<Joint>,
    /// Whether a row has errors or joint moves.
    pub is_special: Vec<bool>,
    /// Most direct moves that the rows of one global state can list.
    pub widest: usize,
    /// When a state in which nothing moves is successful termination; `None` when it never is.
    pub end: Option<Vec<Patch>>,
}

/// How an action is carried out.
#[derive(Clone, Copy)]
enum Plan {
    /// Not by anybody: some participant never offers it.
    Dead,
    /// Led by this component, with direct moves.
    Direct(usize),
    /// Led by this component, as this joint move.
    Joint(usize, u32),
}

impl Moves {
    pub(super) fn new(ltss: &[&Lts], layout: &Layout) -> Self {
        let participants = Participants::new(ltss);
        let mut moves = Self { end: end_guard(ltss, layout), ..Self::default() };
        let plans = moves.plan(layout, &participants);
        let offers = offers(ltss, &plans);
        for rows in [&mut moves.direct_rows, &mut moves.error_rows, &mut moves.joint_rows] {
            rows.push(0);
        }
        for (component, lts) in ltss.iter().enumerate() {
            let leads = |a: ActionId| match plans[a.index()] {
                Plan::Direct(leader) | Plan::Joint(leader, _) => a.is_tau() || leader == component,
                Plan::Dead => a.is_tau(),
            };
            if !lts.flat_transitions().iter().any(|t| leads(t.action)) {
                continue;
            }
            let base = moves.direct_rows.len() as u32 - 1;
            for state in lts.states() {
                moves.add_row(lts, layout, (&plans, &offers), component, state);
            }
            moves.leaders.push(Leader { component: component as u32, field: layout.field(component), base });
        }
        moves.widest = moves.find_widest();
        moves
    }

    /// Looks for the longest row of each leader.
    fn find_widest(&self) -> usize {
        let widest_row = |(index, leader): (usize, &Leader)| {
            let last =
                self.leaders.get(index + 1).map_or(self.direct_rows.len() - 1, |next| next.base as usize);
            let rows = &self.direct_rows[leader.base as usize..=last];
            rows.windows(2).map(|w| (w[1] - w[0]) as usize).max().unwrap_or(0)
        };
        self.leaders.iter().enumerate().map(widest_row).sum()
    }

    /// Decides for each action who leads it and in which form.
    fn plan(&mut self, layout: &Layout, participants: &Participants) -> Vec<Plan> {
        let mut plans = vec![Plan::Dead; participants.len()];
        for (index, plan) in plans.iter_mut().enumerate().skip(1) {
            let action = ActionId::from_raw(index as u32);
            let parts = participants.of(action);
            let Some(&(leader, fewest)) = parts.iter().min_by_key(|&&(c, count)| (count, c)) else {
                continue;
            };
            if fewest == 0 {
                continue;
            }
            let others = parts.iter().filter(|&&(c, _)| c != leader);
            let combinations = others.fold(1usize, |product, &(_, count)| product.saturating_mul(count));
            *plan = if combinations <= EXPANSION {
                Plan::Direct(leader)
            } else {
                let parts = parts.iter().map(|&(c, _)| (c as u32, layout.field(c))).collect();
                self.joints.push(Joint { action, parts });
                Plan::Joint(leader, self.joints.len() as u32 - 1)
            };
        }
        plans
    }

    /// Adds the row of one local state of a leader.
    fn add_row(
        &mut self,
        lts: &Lts,
        layout: &Layout,
        (plans, offers): (&[Plan], &[Vec<Vec<Part>>]),
        component: usize,
        state: StateId,
    ) {
        let mut last_joint = None;
        for &t in lts.transitions(state) {
            if t.action.is_tau() {
                self.add_direct(layout, component, state, t, &[]);
                continue;
            }
            match plans[t.action.index()] {
                Plan::Direct(leader) if leader == component => {
                    for_each_combination(&offers[t.action.index()], |chosen| {
                        self.add_direct(layout, component, state, t, chosen);
                    });
                }
                // A joint move combines the leader's own transitions too, so the row names it once.
                Plan::Joint(leader, joint) if leader == component && last_joint != Some(joint) => {
                    last_joint = Some(joint);
                    self.joint_of_row.push(joint);
                }
                _ => {}
            }
        }
        let (errors, joints) = (self.errors.len() as u32, self.joint_of_row.len() as u32);
        let before = (self.error_rows.last().copied(), self.joint_rows.last().copied());
        self.is_special.push(before != (Some(errors), Some(joints)));
        self.direct_rows.push(self.direct.len() as u32);
        self.error_rows.push(errors);
        self.joint_rows.push(joints);
    }

    /// Adds the move in which the leader takes `t` and the others what was chosen for them.
    fn add_direct(&mut self, layout: &Layout, leader: usize, state: StateId, t: Transition, chosen: &[Part]) {
        let mut patches: Vec<Patch> = Vec::new();
        let mut broken = Vec::new();
        let own = (leader, state, t.target);
        for &(component, from, to) in std::iter::once(&own).chain(chosen) {
            let field = layout.field(component);
            let at = patches.iter().position(|p| p.word == field.word as u32).unwrap_or_else(|| {
                patches.push(Patch { word: field.word as u32, ..Patch::default() });
                patches.len() - 1
            });
            let patch = &mut patches[at];
            if component != leader {
                patch.mask |= field.word_mask();
                patch.value |= u64::from(from.raw()) << field.shift;
            }
            if to.is_error() {
                broken.push(component);
            } else {
                patch.delta |= u64::from(from.raw() ^ to.raw()) << field.shift;
            }
        }
        if broken.is_empty() {
            let start = self.patches.len() as u32;
            self.patches.extend(patches);
            self.direct.push(Direct { action: t.action, patches: (start, self.patches.len() as u32) });
        } else {
            let start = self.error_patches.len() as u32;
            self.error_patches.extend(patches);
            let patches = (start, self.error_patches.len() as u32);
            let entry = |component| DirectError { action: t.action, patches, component: component as u32 };
            self.errors.extend(broken.into_iter().map(entry));
        }
    }
}

/// Which components have an action, and how many transitions each of them has with it.
struct Participants {
    offsets: Vec<u32>,
    entries: Vec<(usize, usize)>,
}

impl Participants {
    fn new(ltss: &[&Lts]) -> Self {
        let last = ltss.iter().filter_map(|lts| lts.alphabet().last()).max().map_or(0, |a| a.index());
        let mut offsets = vec![0u32; last + 2];
        for action in ltss.iter().flat_map(|lts| lts.alphabet()) {
            offsets[action.index() + 1] += 1;
        }
        for i in 0..=last {
            offsets[i + 1] += offsets[i];
        }
        let mut entries = vec![(0, 0); offsets[last + 1] as usize];
        let mut next = offsets.clone();
        let mut counts = vec![0usize; last + 1];
        for (component, lts) in ltss.iter().enumerate() {
            for t in lts.flat_transitions() {
                counts[t.action.index()] += 1;
            }
            for action in lts.alphabet() {
                let slot = &mut next[action.index()];
                entries[*slot as usize] = (component, std::mem::take(&mut counts[action.index()]));
                *slot += 1;
            }
            counts[0] = 0;
        }
        Self { offsets, entries }
    }

    /// How many actions there are, τ included.
    fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    fn of(&self, action: ActionId) -> &[(usize, usize)] {
        let i = action.index();
        &self.entries[self.offsets[i] as usize..self.offsets[i + 1] as usize]
    }
}

/// A transition that one participant takes: who, from where, to where.
type Part = (usize, StateId, StateId);

/// For every action with direct moves, the transitions of its participants other than the leader, by
/// participant.
fn offers(ltss: &[&Lts], plans: &[Plan]) -> Vec<Vec<Vec<Part>>> {
    let mut offers: Vec<Vec<Vec<Part>>> = vec![Vec::new(); plans.len()];
    for (component, lts) in ltss.iter().enumerate() {
        for (from, t) in lts.all_transitions() {
            match plans[t.action.index()] {
                Plan::Direct(leader) if leader != component => {
                    let lists = &mut offers[t.action.index()];
                    match lists.last_mut() {
                        Some(list) if list[0].0 == component => list.push((component, from, t.target)),
                        _ => lists.push(vec![(component, from, t.target)]),
                    }
                }
                _ => {}
            }
        }
    }
    offers
}

/// Calls `visit` with every choice of one entry from each list.
fn for_each_combination(lists: &[Vec<Part>], mut visit: impl FnMut(&[Part])) {
    let mut digits = vec![0; lists.len()];
    loop {
        let chosen: Vec<Part> = lists.iter().zip(&digits).map(|(list, &d)| list[d]).collect();
        visit(&chosen);
        let Some(place) = (0..digits.len()).rev().find(|&i| digits[i] + 1 < lists[i].len()) else { return };
        digits[place] += 1;
        digits[place + 1..].fill(0);
    }
}

/// When a product state that cannot move has terminated successfully: every action of a component without an
/// end state also belongs to one with an end state, and those with an end state are all in it.
fn end_guard(ltss: &[&Lts], layout: &Layout) -> Option<Vec<Patch>> {
    let ending: Vec<&&Lts> = ltss.iter().filter(|lts| lts.end().is_some()).collect();
    if ending.is_empty() {
        return None;
    }
    let covered = |a: &ActionId| ending.iter().any(|lts| lts.has_action(*a));
    if !ltss.iter().filter(|lts| lts.end().is_none()).all(|lts| lts.alphabet().iter().all(covered)) {
        return None;
    }
    let mut guard: Vec<Patch> =
        (0..layout.words() as u32).map(|word| Patch { word, ..Patch::default() }).collect();
    for (component, lts) in ltss.iter().enumerate() {
        if let Some(end) = lts.end() {
            let field = layout.field(component);
            guard[field.word].mask |= field.word_mask();
            guard[field.word].value |= u64::from(end.raw()) << field.shift;
        }
    }
    Some(guard)
}
