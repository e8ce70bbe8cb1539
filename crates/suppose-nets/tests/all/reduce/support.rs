//! Small graphs as lists of edges, and random numbers.

use suppose_base::{ActionId, StateId};
use suppose_lts::LtsBuilder;
use suppose_nets::{Codes, StateGraph};
use suppose_testing::Random;

/// The target of a transition to π.
pub(crate) const PI: usize = 63;

/// Source, action and target of a transition.
pub(crate) type Edge = (usize, u32, usize);

/// Actions below this number other than 0 are visible: odd ones are inputs, even ones outputs. The others and
/// 0, τ, are internal.
pub(crate) const FIRST_INTERNAL: u32 = 10;

/// Two internal actions.
pub(crate) const X: u32 = 10;
pub(crate) const Y: u32 = 11;

pub(crate) fn is_internal(action: u32) -> bool {
    action == 0 || action >= FIRST_INTERNAL
}

pub(crate) fn is_input(action: u32) -> bool {
    !is_internal(action) && action % 2 == 1
}

/// A graph as a list of edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plain {
    pub(crate) states: usize,
    pub(crate) initial: usize,
    pub(crate) edges: Vec<Edge>,
}

impl Plain {
    /// A graph that starts in state 0.
    pub(crate) fn new(states: usize, edges: &[Edge]) -> Self {
        Self { states, initial: 0, edges: edges.to_vec() }
    }

    /// What a state graph looks like as a list.
    pub(crate) fn of(graph: &StateGraph) -> Self {
        let number = |s: StateId| if s.is_error() { PI } else { s.index() };
        Self {
            states: graph.lts.num_states(),
            initial: number(graph.lts.initial()),
            edges: graph
                .lts
                .all_transitions()
                .map(|(s, t)| (s.index(), t.action.raw(), number(t.target)))
                .collect(),
        }
    }

    /// The state graph; its states all have the same code.
    pub(crate) fn graph(&self) -> StateGraph {
        let mut builder = LtsBuilder::new(self.states);
        let state = |s: usize| if s == PI { StateId::ERROR } else { StateId::must(s) };
        for &(source, action, target) in &self.edges {
            builder.add(state(source), ActionId::from_raw(action), state(target));
        }
        builder.set_initial(state(self.initial));
        builder.extend_alphabet([1, 2, 3, 4, X, Y].map(ActionId::from_raw));
        let lts = builder.finish().expect("a valid graph");
        let actions =
            |wanted: fn(u32) -> bool| lts.alphabet().iter().copied().filter(|a| wanted(a.raw())).collect();
        StateGraph {
            inputs: actions(is_input),
            outputs: actions(|a| !is_internal(a) && !is_input(a)),
            codes: Codes::default(),
            lts,
        }
    }
}

/// A graph whose size and density vary; internal actions and failures are frequent.
pub(crate) fn graph(random: &mut Random, most_states: usize) -> Plain {
    let states = 1 + random.below(most_states);
    let density = 1 + random.below(4);
    let actions: &[u32] =
        [&[1, 2, X][..], &[1, 2, 3, 4, X, Y], &[1, X, Y, 0], &[1, 2, X, X, Y, Y]][random.below(4)];
    let failures = [5, 12, 40][random.below(3)];
    let edges = (0..random.below(density * states + 1))
        .map(|_| {
            let target = if random.below(failures) == 0 { PI } else { random.below(states) };
            (random.below(states), actions[random.below(actions.len())], target)
        })
        .collect();
    Plain { states, initial: 0, edges }
}

/// All graphs with this many states and these actions, and one of the `options` as the set of targets in each
/// place; bit `states` stands for π. Only those whose states can all be reached, and of these every
/// `every`-th.
pub(crate) fn all_graphs(
    states: usize,
    actions: &[u32],
    options: &[u8],
    every: usize,
    mut visit: impl FnMut(&Plain),
) -> usize {
    let cells = states * actions.len();
    let mut digits = vec![0usize; cells];
    let (mut number, mut visited) = (0usize, 0);
    loop {
        let targets = |state: usize| {
            (0..actions.len()).fold(0u8, |all, action| all | options[digits[state * actions.len() + action]])
        };
        let mut seen = 1u8;
        for _ in 1..states {
            seen = (0..states).filter(|s| seen >> s & 1 == 1).fold(seen, |all, s| all | targets(s));
        }
        if seen.trailing_ones() as usize >= states {
            if number.is_multiple_of(every) {
                let mut edges = Vec::new();
                for (cell, &digit) in digits.iter().enumerate() {
                    for target in (0..=states).filter(|target| options[digit] >> target & 1 == 1) {
                        let target = if target == states { PI } else { target };
                        edges.push((cell / actions.len(), actions[cell % actions.len()], target));
                    }
                }
                visit(&Plain { states, initial: 0, edges });
                visited += 1;
            }
            number += 1;
        }
        let Some(cell) = digits.iter().position(|&digit| digit + 1 < options.len()) else {
            return visited;
        };
        digits[..cell].fill(0);
        digits[cell] += 1;
    }
}

/// How many graphs to leave out between two: `usual`, or what the environment variable `SUPPOSE_EVERY` says;
/// 1 means none.
pub(crate) fn every(usual: usize) -> usize {
    std::env::var("SUPPOSE_EVERY").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}
