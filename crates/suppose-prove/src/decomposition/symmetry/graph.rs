//! All components of a question as one coloured graph, and the search for a map of it to itself.

use rustc_hash::FxHashSet;
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};
use suppose_lts::Lts;
use suppose_lts::reduce::strong;

use super::super::Units;
use crate::Task;

/// At most so many vertices get a colour of their own one after the other, and so many are tried.
const DEEPEST: usize = 64;
const TRIES: u32 = 256;

/// What a vertex stands for; the first colour.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Unit(u32),
    Component,
    Watched,
    State,
    Error,
    Action,
    Tau,
}

impl Kind {
    fn colour(self) -> u64 {
        match self {
            Self::Unit(kind) => mix(&[1, u64::from(kind)]),
            Self::Component => mix(&[2]),
            Self::Watched => mix(&[3]),
            Self::State => mix(&[4]),
            Self::Error => mix(&[5]),
            Self::Action => mix(&[6]),
            Self::Tau => mix(&[7]),
        }
    }
}

/// An edge between two vertices, and what it means.
type Link = (u32, u32, u32);
/// A transition as vertices: from, by, to.
type Step = (u32, u32, u32);

const OWNS: u32 = 0;
const HAS_STATE: u32 = 1;
const BEGINS: u32 = 2;
const KNOWS: u32 = 3;

/// The graph. Units are its first vertices.
pub(super) struct Graph {
    units: usize,
    kinds: Vec<Kind>,
    links: Vec<Link>,
    steps: Vec<Step>,
    known_links: FxHashSet<Link>,
    known_steps: FxHashSet<Step>,
}

/// What a search came to.
pub(super) enum Search {
    /// Where each unit goes.
    Found(Vec<usize>),
    /// There is no such map.
    None,
    /// Nobody knows.
    GivenUp,
}

impl Graph {
    /// The graph of a question.
    pub(super) fn new(task: &Task<'_>, units: &Units, budget: &Budget) -> Result<Self, StopReason> {
        let mut graph = Self {
            units: units.len(),
            kinds: units.kinds.iter().map(|&kind| Kind::Unit(kind)).collect(),
            links: Vec::new(),
            steps: Vec::new(),
            known_links: FxHashSet::default(),
            known_steps: FxHashSet::default(),
        };
        let tau = graph.add(Kind::Tau);
        let actions: Vec<ActionId> = task.alphabet(&task.searched());
        let first = graph.kinds.len() as u32;
        graph.kinds.extend(actions.iter().map(|_| Kind::Action));
        let vertex = |action: ActionId| {
            if action.is_tau() {
                return tau;
            }
            first + actions.binary_search(&action).expect("it is of a component") as u32
        };
        let lts = |component: usize| &*task.system().components[component].lts;
        for (unit, members) in units.members.iter().enumerate() {
            for &member in members {
                let component = graph.add(Kind::Component);
                graph.links.push((OWNS, unit as u32, component));
                graph.add_lts(component, lts(member), &vertex, budget)?;
            }
        }
        for &member in &units.free {
            let component = graph.add(Kind::Component);
            graph.add_lts(component, lts(member), &vertex, budget)?;
        }
        let watched = graph.add(Kind::Watched);
        graph.add_lts(watched, lts(task.watched()), &vertex, budget)?;
        graph.known_links = graph.links.iter().copied().collect();
        graph.known_steps = graph.steps.iter().copied().collect();
        Ok(graph)
    }

    fn add(&mut self, kind: Kind) -> u32 {
        self.kinds.push(kind);
        (self.kinds.len() - 1) as u32
    }

    /// Adds the behaviour of a component.
    fn add_lts(
        &mut self,
        component: u32,
        lts: &Lts,
        vertex: &impl Fn(ActionId) -> u32,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        // Where a run ends well is of no interest to safety.
        let lts = strong(&lts.clone().without_end(), budget)?.lts;
        let first = self.kinds.len() as u32;
        for _ in lts.states() {
            let state = self.add(Kind::State);
            self.links.push((HAS_STATE, component, state));
        }
        let error = self.add(Kind::Error);
        self.links.push((HAS_STATE, component, error));
        let place = |state: StateId| if state.is_error() { error } else { first + state.raw() };
        self.links.push((BEGINS, component, place(lts.initial())));
        for &action in lts.alphabet() {
            self.links.push((KNOWS, component, vertex(action)));
        }
        for (from, step) in lts.all_transitions() {
            self.steps.push((place(from), vertex(step.action), place(step.target)));
        }
        Ok(())
    }

    /// Looks for a map that leaves the units before `first` where they are and takes `first` to `second`.
    pub(super) fn map(
        &self,
        first: usize,
        second: usize,
        work: &mut u64,
        budget: &Budget,
    ) -> Result<Search, StopReason> {
        let mut pairs: Vec<(u32, u32)> = (0..first as u32).map(|unit| (unit, unit)).collect();
        pairs.push((first as u32, second as u32));
        let mut searching = Searching { graph: self, tries: TRIES, work, budget };
        let found = searching.extend(&mut pairs)?;
        Ok(match found {
            Some(map) => Search::Found((0..self.units).map(|unit| map[unit] as usize).collect()),
            None if searching.tries == 0 || *searching.work == 0 => Search::GivenUp,
            None => Search::None,
        })
    }

    /// Whether a map of vertices keeps kinds, links and transitions. It takes different vertices to different
    /// ones, so nothing is left over.
    fn is_kept_by(&self, map: &[u32]) -> bool {
        let to = |vertex: u32| map[vertex as usize];
        self.kinds.iter().enumerate().all(|(vertex, kind)| self.kinds[map[vertex] as usize] == *kind)
            && self.links.iter().all(|&(what, a, b)| self.known_links.contains(&(what, to(a), to(b))))
            && self.steps.iter().all(|&(s, a, t)| self.known_steps.contains(&(to(s), to(a), to(t))))
    }
}

/// One search.
struct Searching<'s> {
    graph: &'s Graph,
    /// How many vertices may still be tried.
    tries: u32,
    /// How many edges may still be looked at.
    work: &'s mut u64,
    budget: &'s Budget,
}

impl Searching<'_> {
    /// A map that takes the first of each pair to the second, if one is found.
    fn extend(&mut self, pairs: &mut Vec<(u32, u32)>) -> Result<Option<Vec<u32>>, StopReason> {
        if self.tries == 0 || pairs.len() > DEEPEST + self.graph.units {
            self.tries = 0;
            return Ok(None);
        }
        self.tries -= 1;
        let Some([left, right]) = self.refined(pairs)? else { return Ok(None) };
        let (left_order, right_order) = (by_colour(&left), by_colour(&right));
        let same = |(&l, &r): (&u32, &u32)| left[l as usize] == right[r as usize];
        if !left_order.iter().zip(&right_order).all(same) {
            return Ok(None);
        }
        // The smallest class with more than one vertex; the first of those with the same size.
        let mut smallest: Option<(usize, usize)> = None;
        let mut start = 0;
        for class in left_order.chunk_by(|&a, &b| left[a as usize] == left[b as usize]) {
            if class.len() > 1 && smallest.is_none_or(|(_, size)| class.len() < size) {
                smallest = Some((start, class.len()));
            }
            start += class.len();
        }
        let Some((start, size)) = smallest else {
            let mut map = vec![0; left_order.len()];
            left_order.iter().zip(&right_order).for_each(|(&l, &r)| map[l as usize] = r);
            return Ok(self.graph.is_kept_by(&map).then_some(map));
        };
        let vertex = left_order[start];
        // A vertex is most likely to stay where it is.
        let mut images = right_order[start..start + size].to_vec();
        images.sort_unstable_by_key(|&image| (image != vertex, image));
        for image in images {
            pairs.push((vertex, image));
            let found = self.extend(pairs)?;
            pairs.pop();
            if found.is_some() || self.tries == 0 {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The colours of both copies, refined for as many rounds as the first one needs; `None` when that is too
    /// much work.
    fn refined(&mut self, pairs: &[(u32, u32)]) -> Result<Option<[Vec<u64>; 2]>, StopReason> {
        let first: Vec<u64> = self.graph.kinds.iter().map(|kind| kind.colour()).collect();
        let mut copies = [first.clone(), first];
        for (number, &(l, r)) in pairs.iter().enumerate() {
            let own = mix(&[8, number as u64]);
            (copies[0][l as usize], copies[1][r as usize]) = (own, own);
        }
        let mut classes = count(&copies[0]);
        let edges = (self.graph.links.len() + self.graph.steps.len()) as u64;
        loop {
            self.budget.poll(Poll::Compare)?;
            *self.work = self.work.saturating_sub(2 * edges);
            if *self.work == 0 {
                self.tries = 0;
                return Ok(None);
            }
            copies = copies.map(|colours| self.graph.round(&colours));
            let now = count(&copies[0]);
            if now == classes {
                return Ok(Some(copies));
            }
            classes = now;
        }
    }
}

impl Graph {
    /// One round of refinement.
    fn round(&self, colours: &[u64]) -> Vec<u64> {
        let mut sums = vec![0u64; colours.len()];
        let mut add = |vertex: u32, parts: &[u64]| {
            let sum = &mut sums[vertex as usize];
            *sum = sum.wrapping_add(mix(parts));
        };
        let colour = |vertex: u32| colours[vertex as usize];
        for &(what, a, b) in &self.links {
            add(a, &[10, u64::from(what), colour(b)]);
            add(b, &[11, u64::from(what), colour(a)]);
        }
        for &(s, a, t) in &self.steps {
            add(s, &[12, colour(a), colour(t)]);
            add(a, &[13, colour(s), colour(t)]);
            add(t, &[14, colour(s), colour(a)]);
        }
        colours.iter().zip(sums).map(|(&colour, sum)| mix(&[colour, sum])).collect()
    }
}

/// The vertices in the order of their colours.
fn by_colour(colours: &[u64]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..colours.len() as u32).collect();
    order.sort_unstable_by_key(|&vertex| (colours[vertex as usize], vertex));
    order
}

/// How many colours there are.
fn count(colours: &[u64]) -> usize {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

/// A hash of some numbers in their order, the same on every machine (after `SplitMix64`).
fn mix(parts: &[u64]) -> u64 {
    parts.iter().fold(0x9e37_79b9_7f4a_7c15, |hash: u64, &part| {
        let mixed = (hash ^ part).wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    })
}
