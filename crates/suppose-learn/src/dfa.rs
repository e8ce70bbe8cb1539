//! Complete deterministic automata, the values that learners produce and teachers compare.
//!
//! A [`Dfa`] is a dense table: one row of `alphabet` targets for each state. State 0 is initial. States that
//! cannot be reached are allowed; [`Dfa::minimise`] drops them.
//!
//! [`Dfa::difference`] walks both automata side by side, breadth-first, letters in order. So the word it
//! finds is a shortest one, and the least in lexicographic order among the shortest: the first word that
//! reaches a pair, in that order, reaches it first. It takes one step for each reachable pair of states and
//! letter.
//!
//! Tested on all automata of up to three states over two letters against all words up to the length that
//! decides.

use rustc_hash::FxHashSet;

/// A letter: a number below the size of the alphabet.
pub type Symbol = u32;

/// A complete deterministic automaton; state 0 is initial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dfa {
    alphabet: usize,
    accepting: Vec<bool>,
    delta: Vec<u32>,
}

impl Dfa {
    /// An automaton from its table: `delta[state * alphabet + symbol]` is the target. `None` when there is no
    /// state, the table does not have one row for each state, or a target is no state.
    pub fn new(alphabet: usize, accepting: Vec<bool>, delta: Vec<u32>) -> Option<Self> {
        let states = accepting.len();
        let complete = states.checked_mul(alphabet) == Some(delta.len());
        let inside = states > 0 && delta.iter().all(|&target| (target as usize) < states);
        (complete && inside && u32::try_from(states).is_ok()).then_some(Self { alphabet, accepting, delta })
    }

    /// The automaton with one state, which accepts every word or none.
    pub fn constant(alphabet: usize, accepting: bool) -> Self {
        Self { alphabet, accepting: vec![accepting], delta: vec![0; alphabet] }
    }

    /// The number of states.
    pub fn size(&self) -> usize {
        self.accepting.len()
    }

    /// The number of letters.
    pub fn alphabet(&self) -> usize {
        self.alphabet
    }

    /// Whether a state is accepting.
    ///
    /// # Panics
    /// When there is no such state.
    pub fn is_accepting(&self, state: u32) -> bool {
        self.accepting[state as usize]
    }

    /// The targets of a state, one for each letter in order.
    ///
    /// # Panics
    /// When there is no such state.
    pub fn row(&self, state: u32) -> &[u32] {
        &self.delta[state as usize * self.alphabet..][..self.alphabet]
    }

    /// The state after one letter.
    ///
    /// # Panics
    /// When there is no such state or letter.
    pub fn step(&self, from: u32, symbol: Symbol) -> u32 {
        assert!((symbol as usize) < self.alphabet, "a letter outside the alphabet");
        self.delta[from as usize * self.alphabet + symbol as usize]
    }

    /// The state after a word.
    ///
    /// # Panics
    /// When there is no such state, or the word has a letter outside the alphabet.
    pub fn run(&self, from: u32, word: &[Symbol]) -> u32 {
        word.iter().fold(from, |state, &symbol| self.step(state, symbol))
    }

    /// Whether a word is accepted from the initial state.
    ///
    /// # Panics
    /// When the word has a letter outside the alphabet.
    pub fn accepts(&self, word: &[Symbol]) -> bool {
        self.is_accepting(self.run(0, word))
    }

    /// A shortest word that exactly one of the two accepts, the least in lexicographic order among the
    /// shortest; `None` when the languages are equal.
    ///
    /// # Panics
    /// When the alphabets have different sizes.
    pub fn difference(&self, other: &Self) -> Option<Vec<Symbol>> {
        assert_eq!(self.alphabet, other.alphabet, "automata over different alphabets");
        if self.accepting[0] != other.accepting[0] {
            return Some(Vec::new());
        }
        let mut known = FxHashSet::default();
        // A pair, and how it was reached: the position of its predecessor and the letter.
        let mut queue: Vec<(u32, u32, u32, Symbol)> = vec![(0, 0, 0, 0)];
        known.insert((0, 0));
        let mut next = 0;
        while next < queue.len() {
            let (left, right, ..) = queue[next];
            for symbol in 0..self.alphabet as Symbol {
                let (to_left, to_right) = (self.step(left, symbol), other.step(right, symbol));
                if !known.insert((to_left, to_right)) {
                    continue;
                }
                if self.is_accepting(to_left) != other.is_accepting(to_right) {
                    let mut word = vec![symbol];
                    let mut at = next;
                    while at != 0 {
                        word.push(queue[at].3);
                        at = queue[at].2 as usize;
                    }
                    word.reverse();
                    return Some(word);
                }
                queue.push((to_left, to_right, next as u32, symbol));
            }
            next += 1;
        }
        None
    }
}
