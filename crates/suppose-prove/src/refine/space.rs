//! The product of a few components, as a set of tuples of local states.
//!
//! It is never an LTS: steps are offered again when they are needed, and only the tuples are stored. A tuple
//! is found again by one number in mixed radix when the components are small enough for 64 bits, else by the
//! tuple itself. A step into π adds no tuple. A tuple in which a member is dead, where the true one is in π,
//! has no steps: a run of the whole is over when any component is in π.
//!
//! An action is taken by all members of the product that have it; others, outside, are taken to agree. Its
//! offer holds for each participant the range of transitions it can choose from. Choices are combined only
//! when tuples are added. All combinations of an offer give different tuples, so their number is bounded by
//! that of the tuples.

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};
use suppose_lts::Lts;

use crate::symmetry::Group;
use crate::task::Task;

/// Work for a step, and for each component of the tuple that it leads to.
const STEP: u64 = 40;
const PLACE: u64 = 4;
/// Work for a symmetry that is tried on a tuple.
const EXCHANGE: u64 = 2;
/// A step can combine so many choices that it must be paid for on the way.
const MOST_UNPAID: u64 = 100_000;
/// Work for an action that a component offers, and for each other that is asked whether it takes part.
const LOOK: u64 = 6;

/// What one participant can choose from in a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// The place of the participant in the product.
    pub(super) place: usize,
    /// Its first transition, as a place in [`Lts::flat_transitions`].
    pub(super) start: u32,
    /// The end of its transitions.
    pub(super) end: u32,
}

/// The steps that are possible in a tuple: for each action one list of choices.
#[derive(Debug, Default)]
pub(super) struct Offers {
    choices: Vec<Choice>,
    /// For each step its action and the end of its choices.
    steps: Vec<(ActionId, usize)>,
    /// How many components were asked about how many actions.
    looked: u64,
}

impl Offers {
    /// The work that it took to find them.
    pub(super) fn work(&self) -> u64 {
        LOOK * self.looked
    }

    /// The steps with their actions.
    pub(super) fn iter(&self) -> impl Iterator<Item = (ActionId, &[Choice])> {
        let mut start = 0;
        self.steps.iter().map(move |&(action, end)| {
            let choices = &self.choices[start..end];
            start = end;
            (action, choices)
        })
    }
}

/// The known tuples, by number or by themselves.
#[derive(Debug)]
enum Known {
    /// The weight of each place, and the numbers.
    Numbers(Vec<u64>, FxHashSet<u64>),
    Tuples(FxHashSet<Box<[u32]>>),
}

/// A product under exploration.
#[derive(Debug)]
pub(super) struct Space<'t> {
    ltss: Vec<&'t Lts>,
    /// Members that can die, by place, with the state in which they are dead.
    dead: Vec<(usize, StateId)>,
    /// The places of the members that have an action.
    participants: FxHashMap<ActionId, Vec<usize>>,
    known: Known,
    /// All tuples in the order in which they were found, one after the other.
    tuples: Vec<u32>,
    len: usize,
    transitions: u64,
    /// Work for steps that is not paid for yet.
    unpaid: u64,
    /// Room for the choices that are allowed and for the tuple that is put together.
    allowed: Vec<(usize, Vec<u32>)>,
    next: Vec<u32>,
    /// Symmetries up to which tuples are told apart.
    group: Option<&'t Group>,
    smallest: Vec<u32>,
}

impl<'t> Space<'t> {
    /// The product of some components of a task.
    pub(super) fn of(task: &'t Task<'_>, members: &[usize]) -> Self {
        let dead =
            members.iter().enumerate().filter_map(|(place, &m)| Some((place, task.dead(m)?))).collect();
        Self::new(members.iter().map(|&m| task.lts(m)).collect(), dead)
    }

    /// The product with its initial tuple, which must not hold π.
    pub(super) fn new(ltss: Vec<&'t Lts>, dead: Vec<(usize, StateId)>) -> Self {
        let mut participants: FxHashMap<ActionId, Vec<usize>> = FxHashMap::default();
        for (place, lts) in ltss.iter().enumerate() {
            for &action in lts.alphabet() {
                participants.entry(action).or_default().push(place);
            }
        }
        let mut weights = Vec::with_capacity(ltss.len());
        let mut weight = Some(1u64);
        for lts in &ltss {
            weights.extend(weight);
            weight = weight.and_then(|w| w.checked_mul(lts.num_states().max(1) as u64));
        }
        let known = if weight.is_some() {
            Known::Numbers(weights, FxHashSet::default())
        } else {
            Known::Tuples(FxHashSet::default())
        };
        let next = ltss.iter().map(|lts| lts.initial().raw()).collect();
        let mut space = Self {
            ltss,
            dead,
            participants,
            known,
            tuples: Vec::new(),
            len: 0,
            transitions: 0,
            unpaid: 0,
            allowed: Vec::new(),
            next,
            group: None,
            smallest: Vec::new(),
        };
        space.add();
        space
    }

    /// The same product with one tuple of all that symmetries make of each other. They leave the initial one
    /// as it is.
    pub(super) fn up_to(mut self, group: Option<&'t Group>) -> Self {
        self.group = group;
        self
    }

    /// How many tuples are known.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// How many transitions were followed; those into π are not counted.
    pub(super) fn transitions(&self) -> u64 {
        self.transitions
    }

    /// What has to be paid for the steps that were followed.
    pub(super) fn due(&mut self) -> u64 {
        std::mem::take(&mut self.unpaid)
    }

    /// About how much memory the tuples take.
    pub(super) fn bytes(&self) -> u64 {
        let tuple = 4 * self.ltss.len();
        let entry = match self.known {
            Known::Numbers(..) => size_of::<u64>(),
            Known::Tuples(_) => size_of::<Box<[u32]>>() + tuple,
        };
        // Tables are about half full on average.
        (self.len * (tuple + 2 * entry)) as u64
    }

    /// The LTS at a place.
    pub(super) fn lts(&self, place: usize) -> &'t Lts {
        self.ltss[place]
    }

    /// A local state of a tuple.
    pub(super) fn local(&self, tuple: usize, place: usize) -> StateId {
        StateId::from_raw(self.tuples[tuple * self.ltss.len() + place])
    }

    /// The local states of a tuple.
    pub(super) fn tuple(&self, tuple: usize) -> &[u32] {
        &self.tuples[tuple * self.ltss.len()..][..self.ltss.len()]
    }

    /// The tuples after a step, before any symmetry.
    pub(super) fn after(&self, tuple: usize, choices: &[Choice]) -> Vec<Vec<u32>> {
        let mut all = vec![self.tuple(tuple).to_vec()];
        for &Choice { place, start, end } in choices {
            let steps = &self.ltss[place].flat_transitions()[start as usize..end as usize];
            let with = |tuple: &Vec<u32>, target: StateId| {
                let mut tuple = tuple.clone();
                tuple[place] = target.raw();
                tuple
            };
            let targets = steps.iter().map(|t| t.target).filter(|target| !target.is_error());
            all = targets.flat_map(|target| all.iter().map(move |tuple| with(tuple, target))).collect();
        }
        all
    }

    /// All steps of a tuple.
    pub(super) fn offer(&self, tuple: usize, out: &mut Offers) {
        out.choices.clear();
        out.steps.clear();
        out.looked = 0;
        if self.dead.iter().any(|&(place, dead)| self.local(tuple, place) == dead) {
            return;
        }
        for (place, lts) in self.ltss.iter().enumerate() {
            let state = self.local(tuple, place).index();
            let (mut start, row_end) = (lts.offsets()[state], lts.offsets()[state + 1]);
            while start < row_end {
                let action = lts.flat_transitions()[start as usize].action;
                let end = self.end_of(place, start, row_end);
                out.looked += 1;
                // The first participant leads, so that a step is offered once.
                if action.is_tau() || self.participants[&action][0] == place {
                    let begin = out.choices.len();
                    out.choices.push(Choice { place, start, end });
                    if action.is_tau() || self.join(tuple, action, place, out) {
                        out.steps.push((action, out.choices.len()));
                    } else {
                        out.choices.truncate(begin);
                    }
                }
                start = end;
            }
        }
    }

    /// The step of a tuple in which one participant takes a given transition. It must be possible.
    pub(super) fn offer_one(&self, tuple: usize, place: usize, transition: u32, out: &mut Offers) {
        out.choices.clear();
        out.steps.clear();
        out.looked = 1;
        let action = self.ltss[place].flat_transitions()[transition as usize].action;
        out.choices.push(Choice { place, start: transition, end: transition + 1 });
        if action.is_tau() || self.join(tuple, action, place, out) {
            out.steps.push((action, out.choices.len()));
        }
    }

    /// Adds the choices of the other participants of an action; false when one of them has none.
    fn join(&self, tuple: usize, action: ActionId, leader: usize, out: &mut Offers) -> bool {
        self.participants[&action].iter().filter(|&&place| place != leader).all(|&place| {
            out.looked += 1;
            let lts = self.ltss[place];
            let state = self.local(tuple, place).index();
            let (row_start, row_end) = (lts.offsets()[state], lts.offsets()[state + 1]);
            let row = &lts.flat_transitions()[row_start as usize..row_end as usize];
            let start = row_start + row.partition_point(|t| t.action < action) as u32;
            let possible = start < row_end && lts.flat_transitions()[start as usize].action == action;
            if possible {
                out.choices.push(Choice { place, start, end: self.end_of(place, start, row_end) });
            }
            possible
        })
    }

    /// Where the transitions with the action of this one end.
    fn end_of(&self, place: usize, start: u32, row_end: u32) -> u32 {
        let rest = &self.ltss[place].flat_transitions()[start as usize..row_end as usize];
        // There is hardly ever more than one.
        start + rest.iter().take_while(|t| t.action == rest[0].action).count() as u32
    }

    /// Adds the tuples after a step in all ways of choosing allowed transitions; false when there would be
    /// more than `limit` tuples.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(super) fn follow(
        &mut self,
        tuple: usize,
        choices: &[Choice],
        allow: impl Fn(usize, u32) -> bool,
        limit: u64,
        budget: &Budget,
    ) -> Result<bool, StopReason> {
        self.allowed.resize_with(choices.len(), Default::default);
        for (choice, (_, targets)) in choices.iter().zip(&mut self.allowed) {
            let flat = self.ltss[choice.place].flat_transitions();
            targets.clear();
            targets.extend(
                (choice.start..choice.end)
                    .filter(|&t| !flat[t as usize].target.is_error() && allow(choice.place, t))
                    .map(|t| flat[t as usize].target.raw()),
            );
            if targets.is_empty() {
                return Ok(true);
            }
        }
        let first = tuple * self.ltss.len();
        self.next.clear();
        self.next.extend_from_slice(&self.tuples[first..first + self.ltss.len()]);
        for (choice, (position, targets)) in choices.iter().zip(&mut self.allowed) {
            *position = 0;
            self.next[choice.place] = targets[0];
        }
        loop {
            self.transitions += 1;
            self.unpaid += STEP + PLACE * self.ltss.len() as u64;
            if self.unpaid > MOST_UNPAID {
                budget.pay(Poll::Explore, self.due())?;
            }
            if self.add() && self.len as u64 > limit {
                return Ok(false);
            }
            // The next combination, as an odometer.
            let mut wheels = choices.iter().zip(&mut self.allowed);
            let turned = wheels.find_map(|(choice, (position, targets))| {
                *position = (*position + 1) % targets.len();
                self.next[choice.place] = targets[*position];
                (*position != 0).then_some(())
            });
            if turned.is_none() {
                return Ok(true);
            }
        }
    }

    /// Adds the tuple that was put together; whether it is new.
    fn add(&mut self) -> bool {
        let mut next = &self.next;
        if let Some(group) = self.group {
            self.smallest.clone_from(next);
            self.unpaid += EXCHANGE * group.normalise(&mut self.smallest, |_| {});
            next = &self.smallest;
        }
        let new = match &mut self.known {
            Known::Numbers(weights, known) => {
                known.insert(next.iter().zip(weights).map(|(&s, w)| u64::from(s) * *w).sum())
            }
            Known::Tuples(known) => !known.contains(next.as_slice()) && known.insert(next.as_slice().into()),
        };
        if new {
            self.tuples.extend_from_slice(next);
            self.len += 1;
        }
        new
    }
}
