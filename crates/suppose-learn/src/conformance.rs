//! Conformance tests: look for a mistake in a conjecture by trying words, and be sure that there is none when
//! the target has not many more states.
//!
//! Contract: let the conjecture have n states, all of them reachable and no two equivalent. If the target has
//! at most n + `extra` states and both accept the same test words, they accept the same language. Tests are
//! tried in a fixed order, the first that shows a difference is returned, and no list of them is ever built.
//! With [`WMethod`] and [`WpMethod`] alike the middle part grows letter by letter, so that short tests come
//! first.
//!
//! * [`WMethod`]: Chow, *Testing software design modeled by finite-state machines* (1978). Tests are P ·
//!   Σ^≤extra · W: P reaches every state and takes every transition, W is a characterising set.
//! * [`WpMethod`]: Fujiwara, von Bochmann, Khendek, Amalou and Ghedamsi, *Test selection based on finite
//!   state models* (1991). First S · Σ^≤extra · W with S reaching every state; then, from the other words of
//!   P, only the suffixes that identify the state which the conjecture reaches. Fewer tests, same guarantee.
//!
//! Both papers see an output for every letter; here only the end of a word is answered, so W contains λ.
//!
//! Complexity: up to n·k^(extra + 1)·n tests for k letters. The number of extra states is the price of
//! certainty: start with 0 or 1.
//!
//! Tested with all minimal automata of up to two states over two letters against all of up to three: every
//! difference is found with one extra state.

use suppose_base::StopReason;

use crate::cover::{characterising_set, identification_sets, state_cover, transition_cover};
use crate::{Dfa, Equivalence, Membership, Symbol};

/// The W-method.
#[derive(Clone, Copy, Debug)]
pub struct WMethod {
    /// How many more states than the conjecture the target may have.
    pub extra: usize,
}

/// The partial W-method.
#[derive(Clone, Copy, Debug)]
pub struct WpMethod {
    /// How many more states than the conjecture the target may have.
    pub extra: usize,
}

impl Equivalence for WMethod {
    fn find(
        &mut self,
        conjecture: &Dfa,
        oracle: &mut dyn Membership,
    ) -> Result<Option<Vec<Symbol>>, StopReason> {
        let mut words = state_cover(conjecture);
        words.extend(new_transitions(conjecture));
        let suffixes = characterising_set(conjecture);
        let mut trial = Trial { conjecture, oracle, word: Vec::new() };
        trial.try_all(&words, self.extra, |_| &suffixes)
    }
}

impl Equivalence for WpMethod {
    fn find(
        &mut self,
        conjecture: &Dfa,
        oracle: &mut dyn Membership,
    ) -> Result<Option<Vec<Symbol>>, StopReason> {
        let suffixes = characterising_set(conjecture);
        let identifying = identification_sets(conjecture);
        let mut trial = Trial { conjecture, oracle, word: Vec::new() };
        let first = trial.try_all(&state_cover(conjecture), self.extra, |_| &suffixes)?;
        if first.is_some() {
            return Ok(first);
        }
        let rest = new_transitions(conjecture);
        trial.try_all(&rest, self.extra, |state| &identifying[state as usize])
    }
}

/// The words of the transition cover that are not in the state cover.
fn new_transitions(conjecture: &Dfa) -> Vec<Vec<Symbol>> {
    let states = state_cover(conjecture);
    // Both covers are in the same order, so one pass tells which words are in both.
    let mut known = states.iter().peekable();
    let mut words = transition_cover(conjecture);
    known.next_if(|word| word.is_empty());
    words.retain(|word| known.next_if_eq(&word).is_none());
    words
}

/// Tries words on the target and the conjecture.
struct Trial<'a> {
    conjecture: &'a Dfa,
    oracle: &'a mut dyn Membership,
    word: Vec<Symbol>,
}

impl Trial<'_> {
    /// The first difference among the words, each followed by up to `extra` letters, then by a suffix that is
    /// chosen by the state reached.
    fn try_all<'s>(
        &mut self,
        words: &[Vec<Symbol>],
        extra: usize,
        suffixes: impl Fn(u32) -> &'s [Vec<Symbol>],
    ) -> Result<Option<Vec<Symbol>>, StopReason> {
        // Without letters there is nothing to go on with.
        let longest = if self.conjecture.alphabet() == 0 { 0 } else { extra };
        for length in 0..=longest {
            let mut middle = vec![0; length];
            loop {
                for word in words {
                    self.word.clear();
                    self.word.extend_from_slice(word);
                    self.word.extend_from_slice(&middle);
                    let state = self.conjecture.run(0, &self.word);
                    if let Some(difference) = self.try_from(state, suffixes(state))? {
                        return Ok(Some(difference));
                    }
                }
                if !advance(&mut middle, self.conjecture.alphabet()) {
                    break;
                }
            }
        }
        Ok(None)
    }

    /// The first difference among the suffixes after the present word, which reaches `state`.
    fn try_from(&mut self, state: u32, suffixes: &[Vec<Symbol>]) -> Result<Option<Vec<Symbol>>, StopReason> {
        let length = self.word.len();
        for suffix in suffixes {
            self.word.truncate(length);
            self.word.extend_from_slice(suffix);
            let expected = self.conjecture.is_accepting(self.conjecture.run(state, suffix));
            if self.oracle.member(&self.word)? != expected {
                return Ok(Some(self.word.clone()));
            }
        }
        Ok(None)
    }
}

/// The next word of the same length in lexicographic order; whether there is one.
fn advance(word: &mut [Symbol], alphabet: usize) -> bool {
    for symbol in word.iter_mut().rev() {
        if (*symbol as usize) + 1 < alphabet {
            *symbol += 1;
            return true;
        }
        *symbol = 0;
    }
    false
}
