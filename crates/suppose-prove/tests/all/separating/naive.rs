//! Separators from the definition, sharing no code with the library but the type of the result.

use std::collections::{BTreeMap, BTreeSet};

use suppose_base::{ActionId, StateId};
use suppose_lts::{Lts, LtsBuilder};

/// The target of a transition to π.
pub(crate) const PI: usize = usize::MAX;

/// A graph with start 0; letter 0 is silent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    pub(crate) states: usize,
    pub(crate) edges: Vec<(usize, u32, usize)>,
    /// The letters it takes part in; the others never move it.
    pub(crate) alphabet: Vec<u32>,
}

impl Graph {
    pub(crate) fn new(states: usize, edges: &[(usize, u32, usize)], alphabet: &[u32]) -> Self {
        Self { states, edges: edges.to_vec(), alphabet: alphabet.to_vec() }
    }

    pub(crate) fn lts(&self) -> Lts {
        let mut b = LtsBuilder::new(self.states);
        for &(from, letter, to) in &self.edges {
            let to = if to == PI { StateId::ERROR } else { StateId::must(to) };
            b.add(StateId::must(from), ActionId::from_raw(letter), to);
        }
        b.extend_alphabet(self.alphabet.iter().map(|&a| ActionId::from_raw(a)));
        b.finish().expect("a valid graph")
    }

    fn closure(&self, mut set: BTreeSet<usize>) -> BTreeSet<usize> {
        loop {
            let more: Vec<usize> = self
                .edges
                .iter()
                .filter(|(from, letter, to)| *letter == 0 && set.contains(from) && !set.contains(to))
                .map(|e| e.2)
                .collect();
            if more.is_empty() {
                return set;
            }
            set.extend(more);
        }
    }

    pub(crate) fn start(&self) -> BTreeSet<usize> {
        self.closure(BTreeSet::from([0]))
    }

    /// Where a letter leads a set. π is never left.
    pub(crate) fn after(&self, set: &BTreeSet<usize>, letter: u32) -> BTreeSet<usize> {
        if !self.alphabet.contains(&letter) {
            return set.clone();
        }
        let mut next: BTreeSet<usize> =
            self.edges.iter().filter(|e| e.1 == letter && set.contains(&e.0)).map(|e| e.2).collect();
        if set.contains(&PI) {
            next.insert(PI);
        }
        self.closure(next)
    }

    fn reached(&self, word: &[u32]) -> BTreeSet<usize> {
        word.iter().fold(self.start(), |set, &letter| self.after(&set, letter))
    }

    /// The words over the letters up to a length that satisfy a condition on the states they lead to, as bits
    /// in the order of [`words`].
    pub(crate) fn bits(
        &self,
        letters: u32,
        longest: usize,
        holds: impl Fn(&BTreeSet<usize>) -> bool,
    ) -> u128 {
        let mut sets = vec![self.start()];
        let mut from = 0;
        for _ in 0..longest {
            let to = sets.len();
            for i in from..to {
                for letter in 1..=letters {
                    sets.push(self.after(&sets[i], letter));
                }
            }
            from = to;
        }
        sets.iter().enumerate().filter(|(_, set)| holds(set)).fold(0, |bits, (i, _)| bits | 1 << i)
    }

    pub(crate) fn is_trace(&self, word: &[u32]) -> bool {
        !self.reached(word).is_empty()
    }

    pub(crate) fn is_error(&self, word: &[u32]) -> bool {
        self.reached(word).contains(&PI)
    }
}

/// A partial automaton: for each state and letter (1, 2, ...) the target.
pub(crate) type Table = Vec<Vec<Option<usize>>>;

/// The table of a deterministic LTS with letters 1 to `letters`; panics when it is none.
pub(crate) fn table_of(lts: &Lts, letters: u32) -> Table {
    assert_eq!(lts.initial(), StateId::must(0));
    let alphabet: Vec<u32> = lts.alphabet().iter().map(|a| a.raw()).collect();
    assert_eq!(alphabet, (1..=letters).collect::<Vec<u32>>());
    let mut table = vec![vec![None; letters as usize]; lts.num_states()];
    for (from, t) in lts.all_transitions() {
        assert!(t.action.raw() > 0 && !t.target.is_error());
        let old = table[from.index()][t.action.raw() as usize - 1].replace(t.target.index());
        assert_eq!(old, None, "deterministic");
    }
    table
}

/// All partial automata with so many states.
pub(crate) fn all_tables(states: usize, letters: u32) -> Vec<Table> {
    let cells = states * letters as usize;
    let total = (states + 1).pow(cells as u32);
    (0..total)
        .map(|mut number| {
            let mut cell = || {
                let target = number % (states + 1);
                number /= states + 1;
                target.checked_sub(1)
            };
            (0..states).map(|_| (0..letters).map(|_| cell()).collect()).collect()
        })
        .collect()
}

pub(crate) fn allows(table: &Table, word: &[u32]) -> bool {
    word.iter().try_fold(0, |state, &letter| table[state][letter as usize - 1]).is_some()
}

/// Whether a table allows all traces and no error: all sets that words lead to are visited.
pub(crate) fn separates(table: &Table, traces: &Graph, errors: &Graph) -> bool {
    let letters = table[0].len() as u32;
    let mut known = BTreeSet::from([(traces.start(), errors.start(), 0)]);
    let mut pending: Vec<_> = known.iter().cloned().collect();
    while let Some((t, e, state)) = pending.pop() {
        if e.contains(&PI) {
            return false;
        }
        for letter in 1..=letters {
            let (next_t, next_e) = (traces.after(&t, letter), errors.after(&e, letter));
            match table[state][letter as usize - 1] {
                None if !next_t.is_empty() => return false,
                None => {}
                Some(next) => {
                    let there = (next_t, next_e, next);
                    if known.insert(there.clone()) {
                        pending.push(there);
                    }
                }
            }
        }
    }
    true
}

/// A shortest trace that is an error: sets are visited breadth-first.
pub(crate) fn common(traces: &Graph, errors: &Graph, letters: u32) -> Option<Vec<u32>> {
    let start = (traces.start(), errors.start());
    let mut words = BTreeMap::from([(start.clone(), Vec::new())]);
    let mut level = vec![start];
    while !level.is_empty() {
        if let Some(bad) = level.iter().find(|(_, e)| e.contains(&PI)) {
            return Some(words[bad].clone());
        }
        let mut next_level = Vec::new();
        for place in level {
            for letter in 1..=letters {
                let next = (traces.after(&place.0, letter), errors.after(&place.1, letter));
                if !next.0.is_empty() && !words.contains_key(&next) {
                    let word = words[&place].iter().copied().chain([letter]).collect();
                    words.insert(next.clone(), word);
                    next_level.push(next);
                }
            }
        }
        level = next_level;
    }
    None
}

/// All words over the letters up to a length, shortest first.
pub(crate) fn words(letters: u32, longest: usize) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..longest {
        let to = all.len();
        for i in from..to {
            for letter in 1..=letters {
                let mut word = all[i].clone();
                word.push(letter);
                all.push(word);
            }
        }
        from = to;
    }
    all
}

/// Whether a table is numbered breadth-first in order of letters, with all states reachable.
pub(crate) fn is_breadth_first(table: &Table) -> bool {
    let mut order = vec![0];
    let mut next = 0;
    while next < order.len() {
        for target in table[order[next]].iter().flatten() {
            if !order.contains(target) {
                order.push(*target);
            }
        }
        next += 1;
    }
    order == (0..table.len()).collect::<Vec<_>>()
}
