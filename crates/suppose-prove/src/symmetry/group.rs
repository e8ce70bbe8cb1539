//! Maps of some components to themselves, and the smallest tuple that they make of one.
//!
//! A [`Symmetry`] takes actions to actions, components to components and their states to states; the watched
//! component stays where it is, and so does π. Those that are found generate a group. A tuple of local states
//! is replaced by one that some of them take it to, as small as greedy steps make it, in the order of places.
//! Any such tuple would do; how well it is chosen only decides how many there are.
//!
//! # Finding them
//! Two actions that nothing tells apart at once may be exchanged: a search is made for a map that does so and
//! leaves everything else where it is, as far as that is possible (see `automorphism`). One action of a class
//! is exchanged with each other one; then, since greedy steps are best when all exchanges are there, products
//! g h g⁻¹ are added.
//!
//! # Complexity
//! There are at most (actions) searches, with a bound on the work of all. A step of a tuple takes (symmetries ×
//! places) in the worst case, mostly (symmetries).

use rustc_hash::FxHashSet;
use suppose_base::{ActionId, Budget, Poll, StopReason};

use crate::Task;
use crate::automorphism::{Graph, Kind, Search};

/// So many edges may be looked at in all searches together.
const WORK: u64 = 1 << 27;
/// So many guesses in a search.
const TRIES: u32 = 4;
/// So many symmetries are used.
const MOST: usize = 600;
/// Work for a vertex of a product of two maps.
const VERTEX: u64 = 3;
/// In a class of actions, so many searches may fail.
const FAILURES: usize = 2;
/// So often all symmetries are tried on a tuple. To sort n values takes n rounds at most, but there are maps
/// that could count down from 2ⁿ.
const ROUNDS: usize = 256;

/// A map of components to themselves. What is not mentioned stays where it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Actions that go elsewhere, and where to; sorted.
    pub actions: Vec<(ActionId, ActionId)>,
    /// Components that change, in order: each with the one that it goes to, and for each of its states the
    /// state there.
    pub components: Vec<(usize, usize, Vec<u32>)>,
}

/// A symmetry as it works on tuples.
#[derive(Debug)]
struct Move {
    /// In ascending order of places: the place that changes, the place that its new state comes from, and by
    /// which map.
    places: Vec<(usize, usize, Vec<u32>)>,
}

/// Some symmetries of the product of some components.
#[derive(Debug, Default)]
pub(crate) struct Group {
    symmetries: Vec<Symmetry>,
    moves: Vec<Move>,
}

impl Group {
    /// Symmetries of the product of these components, the watched one among them.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(super) fn of(task: &Task<'_>, members: &[usize], budget: &Budget) -> Result<Self, StopReason> {
        let mut graph = Graph::new(task.alphabet(members));
        let kind = |member: usize| if member == task.watched() { Kind::Watched } else { Kind::Component };
        let vertices: Vec<u32> =
            members.iter().map(|&m| graph.add_lts(kind(m), task.lts(m), task.dead(m))).collect();
        let graph = graph.finish();
        let mut work = WORK;
        let mut found: Vec<Vec<u32>> = Vec::new();
        for class in graph.alike(&mut work, budget)? {
            let first = class[0];
            let mut failures = 0;
            for &other in &class[1..] {
                if failures == FAILURES || found.len() == MOST {
                    break;
                }
                if takes(&found, first, other) {
                    continue;
                }
                match graph.map(vec![(first, other)], TRIES, &mut work, budget)? {
                    Search::Found(map) => found.push(map),
                    Search::None | Search::GivenUp => failures += 1,
                }
            }
        }
        let symmetries: Vec<Symmetry> = closed(found, budget)?
            .iter()
            .map(|map| read_off(task, members, &graph, &vertices, map))
            .collect();
        let moves = symmetries.iter().map(|symmetry| Move::new(symmetry, members)).collect();
        Ok(Self { symmetries, moves })
    }

    pub(crate) fn len(&self) -> usize {
        self.symmetries.len()
    }

    /// The symmetries, for somebody who believes nothing.
    pub(super) fn into_symmetries(self) -> Vec<Symmetry> {
        self.symmetries
    }

    /// Makes a tuple as small as single symmetries can make it, within reason; tells `taken` which ones, in
    /// order. Gives the number of symmetries that were tried.
    pub(crate) fn normalise(&self, tuple: &mut [u32], mut taken: impl FnMut(usize)) -> u64 {
        let (mut tried, mut since) = (0, 0);
        for (number, next) in self.moves.iter().enumerate().cycle().take(ROUNDS * self.moves.len()) {
            if since == self.moves.len() {
                break;
            }
            since += 1;
            tried += 1;
            if next.makes_smaller(tuple) {
                next.apply(tuple);
                taken(number);
                since = 0;
            }
        }
        tried
    }

    /// Where an action comes from under a symmetry.
    pub(crate) fn source_of(&self, symmetry: usize, action: ActionId) -> ActionId {
        let actions = &self.symmetries[symmetry].actions;
        actions.iter().find(|(_, to)| *to == action).map_or(action, |&(from, _)| from)
    }
}

impl Move {
    fn new(symmetry: &Symmetry, members: &[usize]) -> Self {
        let place = |component: usize| members.partition_point(|&member| member < component);
        let one = |(from, to, states): &(usize, usize, Vec<u32>)| (place(*to), place(*from), states.clone());
        let mut places: Vec<(usize, usize, Vec<u32>)> = symmetry.components.iter().map(one).collect();
        places.sort_unstable_by_key(|&(to, ..)| to);
        Self { places }
    }

    fn makes_smaller(&self, tuple: &[u32]) -> bool {
        let new = |from: usize, states: &[u32]| states[tuple[from] as usize];
        let differs = self.places.iter().map(|(to, from, states)| (new(*from, states), tuple[*to]));
        differs.into_iter().find(|(new, old)| new != old).is_some_and(|(new, old)| new < old)
    }

    fn apply(&self, tuple: &mut [u32]) {
        let new: Vec<u32> =
            self.places.iter().map(|(_, from, states)| states[tuple[*from] as usize]).collect();
        for ((to, ..), new) in self.places.iter().zip(new) {
            tuple[*to] = new;
        }
    }
}

/// Whether the maps take one vertex to another, one after the other.
fn takes(maps: &[Vec<u32>], first: u32, other: u32) -> bool {
    let mut orbit = vec![first];
    let mut next = 0;
    while let Some(&here) = orbit.get(next) {
        next += 1;
        for map in maps {
            let there = map[here as usize];
            if !orbit.contains(&there) {
                orbit.push(there);
            }
        }
    }
    orbit.contains(&other)
}

/// All g h g⁻¹ as well, as long as there are not too many.
fn closed(mut maps: Vec<Vec<u32>>, budget: &Budget) -> Result<Vec<Vec<u32>>, StopReason> {
    let mut known: FxHashSet<Vec<u32>> = maps.iter().cloned().collect();
    let mut next = 0;
    while next < maps.len() {
        for before in 0..next {
            for (g, h) in [(before, next), (next, before)] {
                if maps.len() >= MOST {
                    return Ok(maps);
                }
                budget.pay(Poll::Compare, VERTEX * maps[g].len() as u64)?;
                let mut product = vec![0; maps[g].len()];
                for (vertex, &to) in maps[g].iter().enumerate() {
                    product[to as usize] = maps[g][maps[h][vertex] as usize];
                }
                if known.insert(product.clone()) {
                    maps.push(product);
                }
            }
        }
        next += 1;
    }
    Ok(maps)
}

/// A map of vertices as a symmetry.
fn read_off(task: &Task<'_>, members: &[usize], graph: &Graph, vertices: &[u32], map: &[u32]) -> Symmetry {
    let actions = graph.actions().iter().zip(map);
    let actions = actions.map(|(&from, &to)| (from, graph.actions()[to as usize])).filter(|(a, b)| a != b);
    let mut components = Vec::new();
    for (&member, &vertex) in members.iter().zip(vertices) {
        let target = map[vertex as usize];
        let place = vertices.binary_search(&target).expect("a component goes to a component");
        let first = vertex as usize + 1;
        let states: Vec<u32> =
            map[first..first + task.lts(member).num_states()].iter().map(|&to| to - target - 1).collect();
        if target != vertex || states.iter().zip(0..).any(|(&to, from)| to != from) {
            components.push((member, members[place], states));
        }
    }
    Symmetry { actions: actions.collect(), components }
}
