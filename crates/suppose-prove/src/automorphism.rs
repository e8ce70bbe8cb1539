//! LTSs as one coloured graph, and the search for a map of it to itself.
//!
//! Vertices are components, their states and π, actions, and whatever else belongs together; a transition is an
//! edge among three. Maps are found as in programs for graph isomorphism (`nauty`, by B. `McKay`): colours are
//! refined until equal colours mean equal neighbourhoods; then one vertex gets a colour of its own in two
//! copies of the graph, its image in the second one, and so on until every vertex has its own colour and the
//! two copies can be read as a map. Before that goes on, the simplest map is tried that the colours allow: all
//! stay where they are, and who cannot takes the place that is left.
//!
//! # Invariant
//! Colours are hashes, and a search may give up, so this only guesses: *no map is believed before every
//! transition was looked up under it*.
//!
//! # Complexity
//! A refinement takes as many rounds as the graph is deep, each linear in the transitions.
//!
//! # Tests
//! Where it is used: in `decomposition::symmetry` and `symmetry`, against brute force.

use rustc_hash::FxHashSet;
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};
use suppose_lts::Lts;

/// At most so many vertices get a colour of their own one after the other.
const DEEPEST: usize = 64;
/// Work for an edge in a round.
const EDGE: u64 = 6;

/// What a vertex stands for; the first colour.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
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

/// The graph.
pub(crate) struct Graph {
    /// Sorted.
    actions: Vec<ActionId>,
    kinds: Vec<Kind>,
    links: Vec<Link>,
    steps: Vec<Step>,
    known_links: FxHashSet<Link>,
    known_steps: FxHashSet<Step>,
}

/// What a search came to.
pub(crate) enum Search {
    /// Where each vertex goes.
    Found(Vec<u32>),
    /// There is no such map.
    None,
    /// Nobody knows.
    GivenUp,
}

impl Graph {
    /// A graph with these actions and τ, which are its first vertices in this order.
    pub(crate) fn new(actions: Vec<ActionId>) -> Self {
        let mut kinds = vec![Kind::Action; actions.len()];
        kinds.push(Kind::Tau);
        Self {
            actions,
            kinds,
            links: Vec::new(),
            steps: Vec::new(),
            known_links: FxHashSet::default(),
            known_steps: FxHashSet::default(),
        }
    }

    /// One more vertex.
    pub(crate) fn add(&mut self, kind: Kind) -> u32 {
        self.kinds.push(kind);
        (self.kinds.len() - 1) as u32
    }

    /// One vertex owns another.
    pub(crate) fn own(&mut self, owner: u32, owned: u32) {
        self.links.push((OWNS, owner, owned));
    }

    /// Adds a component: its vertex, which is followed by its states in order and then π. A dead state is
    /// another π.
    pub(crate) fn add_lts(&mut self, kind: Kind, lts: &Lts, dead: Option<StateId>) -> u32 {
        let component = self.add(kind);
        let first = component + 1;
        for state in lts.states() {
            let kind = if Some(state) == dead { Kind::Error } else { Kind::State };
            let state = self.add(kind);
            self.links.push((HAS_STATE, component, state));
        }
        let error = self.add(Kind::Error);
        self.links.push((HAS_STATE, component, error));
        let place = |state: StateId| if state.is_error() { error } else { first + state.raw() };
        self.links.push((BEGINS, component, place(lts.initial())));
        for &action in lts.alphabet() {
            self.links.push((KNOWS, component, self.vertex(action)));
        }
        for (from, step) in lts.all_transitions() {
            self.steps.push((place(from), self.vertex(step.action), place(step.target)));
        }
        component
    }

    /// All is there.
    pub(crate) fn finish(mut self) -> Self {
        self.known_links = self.links.iter().copied().collect();
        self.known_steps = self.steps.iter().copied().collect();
        self
    }

    fn vertex(&self, action: ActionId) -> u32 {
        let place =
            if action.is_tau() { Ok(self.actions.len()) } else { self.actions.binary_search(&action) };
        place.expect("it is of a component") as u32
    }

    /// The actions, in the order of their vertices.
    pub(crate) fn actions(&self) -> &[ActionId] {
        &self.actions
    }

    /// Looks for a map that takes the first vertex of each pair to the second, with so many guesses at most.
    pub(crate) fn map(
        &self,
        mut pairs: Vec<(u32, u32)>,
        tries: u32,
        work: &mut u64,
        budget: &Budget,
    ) -> Result<Search, StopReason> {
        let deepest = pairs.len() + DEEPEST;
        let mut searching = Searching { graph: self, tries, deepest, work, budget };
        let found = searching.extend(&mut pairs)?;
        Ok(match found {
            Some(map) => Search::Found(map),
            None if searching.tries == 0 || *searching.work == 0 => Search::GivenUp,
            None => Search::None,
        })
    }

    /// Classes of actions that nothing tells apart at once, each with more than one of them.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(crate) fn alike(&self, work: &mut u64, budget: &Budget) -> Result<Vec<Vec<u32>>, StopReason> {
        let mut searching = Searching { graph: self, tries: 1, deepest: 0, work, budget };
        let Some([colours, _]) = searching.refined(&[])? else { return Ok(Vec::new()) };
        let mut order: Vec<u32> = (0..self.actions.len() as u32).collect();
        order.sort_by_key(|&action| colours[action as usize]);
        let same = |a: &u32, b: &u32| colours[*a as usize] == colours[*b as usize];
        let mut classes: Vec<Vec<u32>> =
            order.chunk_by(same).filter(|class| class.len() > 1).map(<[u32]>::to_vec).collect();
        classes.sort();
        Ok(classes)
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
    /// How many pairs there may be.
    deepest: usize,
    /// How many edges may still be looked at.
    work: &'s mut u64,
    budget: &'s Budget,
}

impl Searching<'_> {
    /// A map that takes the first of each pair to the second, if one is found.
    fn extend(&mut self, pairs: &mut Vec<(u32, u32)>) -> Result<Option<Vec<u32>>, StopReason> {
        if self.tries == 0 || pairs.len() > self.deepest {
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
        if let Some(map) = self.simplest(&left, &right, [&left_order, &right_order]) {
            return Ok(Some(map));
        }
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

    /// The map by which all stay where they are whose colours allow it, and the others take what is left in
    /// their order, if it is one.
    fn simplest(&self, left: &[u64], right: &[u64], orders: [&[u32]; 2]) -> Option<Vec<u32>> {
        let mut map: Vec<u32> = (0..left.len() as u32).collect();
        let moves = |&vertex: &u32| left[vertex as usize] != right[vertex as usize];
        let [from, to] = orders.map(|order| order.iter().copied().filter(moves));
        for (from, to) in from.zip(to) {
            if left[from as usize] != right[to as usize] {
                return None;
            }
            map[from as usize] = to;
        }
        self.graph.is_kept_by(&map).then_some(map)
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
            self.budget.pay(Poll::Compare, 2 * EDGE * edges)?;
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
