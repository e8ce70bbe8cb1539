//! Deadlocks of random rings against the flat product, with and without bounds.

use std::collections::BTreeSet;

use suppose_testing::Random;

use super::*;
use suppose_base::StateId;
use suppose_lts::LtsBuilder;

/// An LTS over local actions; 0 is τ.
pub(super) fn lts(states: usize, initial: u32, edges: &[(usize, u32, usize)]) -> Lts {
    let mut builder = LtsBuilder::new(states);
    builder.set_initial(StateId::from_raw(initial));
    for &(from, action, to) in edges {
        let state = |at: usize| StateId::from_raw(at as u32);
        builder.add(state(from), ActionId::from_raw(action), state(to));
    }
    builder.finish().expect("states exist")
}

/// A kind of cell: first state, and steps by τ, by what the left makes (1, 2) and by what it makes itself for
/// the right (3, 4).
type Cell = (u32, Vec<(usize, u32, usize)>);

/// A ring.
struct Ring {
    states: usize,
    kinds: Vec<Cell>,
    cells: Vec<usize>,
}

impl Ring {
    /// Kinds whose states have levels that most steps respect: actions 1 and 3 move one unit to the right, 2
    /// and 4 none, one, or one to the left.
    fn random(random: &mut Random) -> Self {
        let states = 2 + random.below(3usize);
        let back = i64::from(random.below(3)) - 1;
        let flows = [0, 1, back, -1, -back];
        let mut kinds = Vec::new();
        for _ in 0..=random.below(2) {
            let level: Vec<i64> = (0..states).map(|_| i64::from(random.below(3))).collect();
            let mut steps = Vec::new();
            for (from, to) in (0..states).flat_map(|from| (0..states).map(move |to| (from, to))) {
                for (action, flow) in (0..).zip(flows) {
                    if level[from] + flow == level[to] && random.below(100) < 45 && (action, from) != (0, to)
                    {
                        steps.push((from, action, to));
                    }
                }
            }
            if random.below(8) == 0 {
                let mut state = || random.below(states as u32) as usize;
                steps.push((state(), 1, state()));
            }
            for _ in 0..=random.below(2) {
                kinds.push((random.below(states as u32), steps.clone()));
            }
        }
        let cells = (0..2 + random.below(4)).map(|_| random.below(kinds.len() as u32) as usize).collect();
        Self { states, kinds, cells }
    }

    /// What cell `at` calls its action.
    fn action(&self, at: usize, local: u32) -> ActionId {
        let left = (at + self.cells.len() - 1) % self.cells.len();
        let link = if local <= 2 { left } else { at };
        ActionId::from_raw(2 * link as u32 + (local - 1) % 2 + 1)
    }

    /// What composition says, with bounds from the start or without any, how many nodes had a bound, and the
    /// states of the largest product.
    fn by_parts(&self, large: u64) -> (Found, usize, u64) {
        let graphs: Vec<Lts> = (0..self.cells.len())
            .map(|at| {
                let (initial, steps) = &self.kinds[self.cells[at]];
                let named: Vec<(usize, u32, usize)> = steps
                    .iter()
                    .map(|&(from, local, to)| {
                        let action = if local == 0 { 0 } else { self.action(at, local).raw() };
                        (from, action, to)
                    })
                    .collect();
                lts(self.states, *initial, &named)
            })
            .collect();
        let leaf = |(at, lts)| {
            let mut outputs = vec![self.action(at, 3), self.action(at, 4)];
            outputs.sort_unstable();
            let actions = (1..=4).map(|local| self.action(at, local)).collect();
            Leaf { class: self.cells[at], lts, actions, outputs }
        };
        let leaves: Vec<Leaf<'_>> = graphs.iter().enumerate().map(leaf).collect();
        let mut all = Minimisation {
            pool: Pool::new(Keep::Deadlocks, true),
            nodes: Vec::new(),
            live: Vec::new(),
            users: FxHashMap::default(),
            free: &|_| false,
            large,
        };
        let found = all.decide(&leaves, Keep::Deadlocks, &Budget::unlimited()).expect("no limit");
        let bounds = all.nodes.iter().filter(|node| !node.part.bounds.is_empty()).count();
        (found, bounds, all.pool.spent.peak_states)
    }

    /// The steps of a state of the whole, by the definition.
    fn steps(&self, state: &[usize]) -> Vec<(Option<ActionId>, Vec<usize>)> {
        let mut all = Vec::new();
        for (at, &kind) in self.cells.iter().enumerate() {
            for &(from, local, to) in self.kinds[kind].1.iter().filter(|step| step.0 == state[at]) {
                debug_assert_eq!(from, state[at]);
                let mut after = state.to_vec();
                after[at] = to;
                if local == 0 {
                    all.push((None, after));
                } else if local > 2 {
                    let right = (at + 1) % self.cells.len();
                    let taking = &self.kinds[self.cells[right]].1;
                    for &(.., then) in
                        taking.iter().filter(|step| step.0 == state[right] && step.1 == local - 2)
                    {
                        let mut after = after.clone();
                        after[right] = then;
                        all.push((Some(self.action(at, local)), after));
                    }
                }
            }
        }
        all
    }

    fn first(&self) -> Vec<usize> {
        self.cells.iter().map(|&kind| self.kinds[kind].0 as usize).collect()
    }

    /// States that some states reach by steps for which `take` holds.
    fn closure(
        &self,
        mut states: Vec<Vec<usize>>,
        take: fn(Option<ActionId>) -> bool,
    ) -> BTreeSet<Vec<usize>> {
        let mut seen: BTreeSet<Vec<usize>> = states.iter().cloned().collect();
        while let Some(state) = states.pop() {
            for (_, after) in self.steps(&state).into_iter().filter(|step| take(step.0)) {
                if seen.insert(after.clone()) {
                    states.push(after);
                }
            }
        }
        seen
    }

    fn stuck(&self, states: &BTreeSet<Vec<usize>>) -> bool {
        states.iter().any(|state| self.steps(state).is_empty())
    }

    /// Whether the whole can be stuck after a word.
    fn stuck_after(&self, word: &[ActionId]) -> bool {
        let silent = |action: Option<ActionId>| action.is_none();
        let mut states = self.closure(vec![self.first()], silent);
        for &wanted in word {
            let steps = states.iter().flat_map(|state| self.steps(state));
            let after = steps.filter(|step| step.0 == Some(wanted)).map(|step| step.1).collect();
            states = self.closure(after, silent);
        }
        self.stuck(&states)
    }
}

#[test]
fn bounds_neither_lose_nor_make_deadlocks() {
    let mut bounded = [0, 0];
    for seed in 0..1500 {
        let ring = Ring::random(&mut Random::new(seed));
        let expected = ring.stuck(&ring.closure(vec![ring.first()], |_| true));
        for large in [0, u64::MAX] {
            let (found, bounds, _) = ring.by_parts(large);
            match found {
                Found::Nothing => assert!(!expected, "seed {seed}, from {large}: there is a deadlock"),
                Found::Something(way) => {
                    assert!(expected, "seed {seed}, from {large}: there is none");
                    let way = way.unwrap_or_else(|| panic!("seed {seed}, from {large}: no way"));
                    assert!(ring.stuck_after(&way.word), "seed {seed}, from {large}: {way:?}");
                }
            }
            assert!(large == 0 || bounds == 0);
            bounded[usize::from(expected)] += usize::from(bounds > 0);
        }
    }
    assert!(bounded.iter().all(|&number| number > 50), "too few rings with bounds: {bounded:?}");
}

/// A ring of cells with one token that can be given on or kept for some steps: however many cells, the parts
/// are small.
#[test]
fn parts_of_a_ring_with_one_token_do_not_grow() {
    let steps = vec![(0, 1, 1), (1, 0, 2), (2, 3, 0)];
    let with_cells = |number: usize, full: usize| Ring {
        states: 3,
        kinds: vec![(0, steps.clone()), (1, steps.clone())],
        cells: (0..number).map(|cell| usize::from(cell < full)).collect(),
    };
    for (number, full) in [(3, 1), (5, 1), (40, 1), (40, 2), (40, 39)] {
        let (found, bounds, _) = with_cells(number, full).by_parts(0);
        assert!(matches!(found, Found::Nothing) && bounds == 2 * number - 1, "{full} of {number}");
    }
    let largest = |number, full, large| with_cells(number, full).by_parts(large).2;
    for full in [1, 2] {
        assert_eq!(largest(20, full, 0), largest(80, full, 0));
        assert!(largest(20, full, 0) < largest(20, full, u64::MAX));
    }
    // Without a token, or with one in each cell, nothing moves.
    assert!(matches!(with_cells(5, 0).by_parts(0).0, Found::Something(Some(_))));
    assert!(matches!(with_cells(5, 5).by_parts(0).0, Found::Something(Some(_))));
}
