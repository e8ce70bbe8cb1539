//! Guessing a separator of k states for two fragments with a SAT solver.
//!
//! # Variables
//! For states q, r below k and letters a that occur in the traces:
//! * `step(q, a, r)`: the guess goes from q by a to r;
//! * `trace(s, q)`: some word leads the traces to s and the guess to q; likewise `error(e, q)` for the
//!   errors;
//! * `until(q, a, r)`: some letter up to a leads from q to r; `parent(r, q)`: q is the least state with a
//!   step to r.
//!
//! # Clauses
//! A transition of a fragment says how pairs follow from pairs. A trace needs its letter; an error must not
//! have the letter that leads to π. All words of the fragments are covered by this, as the pairs are closed
//! under their transitions. States that clash share no state of the guess. Each state has one target for a
//! letter at most.
//!
//! Of the guesses that differ only in the numbers of states one is kept. The places of the basis are in
//! different states of any separator, so these are the first, in order. The others are numbered as a
//! breadth-first search from those finds them: each has a parent, parents grow with their children, and
//! children of one parent grow with their first letter. A guess with states that cannot be reached is not
//! missed by this: it would have been found with a smaller k. With prefixes of letters (`until`) this takes
//! k³ + k²|Σ| clauses and not k²|Σ|².
//!
//! Fragments grow while the solver keeps what it has learnt. That deciding only on `step` is enough is no
//! gain: it was several times slower. Tested through `separate`.

use batsat::{Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use rustc_hash::FxHashMap;
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};
use suppose_lts::{Lts, Transition};

use super::basis::Place;
use super::clash::Clashes;
use super::fragment::Step;
use super::sides::{Sides, lts_of};
use crate::solver::Limit;

/// The solver numbers its clauses and their literals with 32 bits; this keeps well below.
const MOST_BYTES: u64 = 1 << 32;

/// A solver that holds what is known about a separator of k states.
pub(super) struct Guess<'a> {
    sides: &'a Sides,
    clashes: &'a Clashes,
    k: u32,
    /// The letters that a separator needs.
    letters: Vec<ActionId>,
    solver: Solver<Limit>,
    traces: Touched,
    errors: Touched,
    clause: Vec<Lit>,
}

impl<'a> Guess<'a> {
    /// Guesses with k states; the fragments are still empty.
    pub(super) fn new(
        k: usize,
        sides: &'a Sides,
        clashes: &'a Clashes,
        basis: &[Place],
        budget: &Budget,
    ) -> Result<Self, StopReason> {
        let mut letters: Vec<ActionId> =
            sides.traces.flat_transitions().iter().map(|t| t.action).filter(|a| !a.is_tau()).collect();
        letters.sort_unstable();
        letters.dedup();
        // Most of it is for having one target at most: k²/2 clauses of two literals for a state and a letter.
        let bytes = (k as u64).pow(3).saturating_mul(letters.len() as u64).saturating_mul(16);
        budget.check_bytes(bytes)?;
        if bytes > MOST_BYTES {
            return Err(StopReason::Memory(MOST_BYTES));
        }
        let mut guess = Self {
            sides,
            clashes,
            k: k as u32,
            letters,
            solver: Solver::new(SolverOpts::default(), Limit::new(Poll::Separate, budget)),
            traces: Touched::default(),
            errors: Touched::default(),
            clause: Vec::new(),
        };
        guess.new_vars(guess.k * guess.k * guess.letters.len() as u32);
        guess.deterministic(budget)?;
        guess.breadth_first(basis.len() as u32);
        for (q, &(state, error)) in (0..).zip(basis) {
            let here = guess.trace(state, q);
            guess.clause([here]);
            if let Some(error) = error {
                let here = guess.error(error, q);
                guess.clause([here]);
            }
        }
        Ok(guess)
    }

    /// Enlarges the fragment of the traces.
    pub(super) fn add_traces(&mut self, steps: &[Step]) {
        for &step in steps {
            self.add_trace(step);
        }
    }

    /// Enlarges the fragment of the errors.
    pub(super) fn add_errors(&mut self, steps: &[Step]) {
        for &step in steps {
            self.add_error(step);
        }
    }

    /// A transition of the traces has to be allowed wherever its source can be.
    fn add_trace(&mut self, (source, t): Step) {
        for q in 0..self.k {
            let here = self.trace(source, q);
            if t.action.is_tau() {
                let there = self.trace(t.target, q);
                self.clause([!here, there]);
                continue;
            }
            let letter = self.letter(t.action).expect("a letter of the traces");
            let some: Vec<Lit> = (0..self.k).map(|r| self.step(q, letter, r)).collect();
            self.clause(some.iter().copied().chain([!here]));
            for (r, &step) in (0..).zip(&some) {
                let there = self.trace(t.target, r);
                self.clause([!here, !step, there]);
            }
        }
    }

    /// A transition of the errors is followed wherever the guess allows it, but never to π.
    fn add_error(&mut self, (source, t): Step) {
        for q in 0..self.k {
            let here = self.error(source, q);
            if t.action.is_tau() {
                let there = self.error(t.target, q);
                self.clause([!here, there]);
                continue;
            }
            let letter = self.letter(t.action).expect("a guess has only letters of the traces");
            for r in 0..self.k {
                let step = self.step(q, letter, r);
                if t.target.is_error() {
                    self.clause([!here, !step]);
                } else {
                    let there = self.error(t.target, r);
                    self.clause([!here, !step, there]);
                }
            }
        }
    }

    /// A guess that separates the fragments; `None` when none with k states does.
    pub(super) fn next(&mut self, budget: &Budget) -> Result<Option<Lts>, StopReason> {
        budget.poll(Poll::Separate)?;
        // A clause of three literals takes five words, and two watches of two words each.
        budget.check_bytes(self.solver.num_clauses() * 36 + u64::from(self.solver.num_vars()) * 64)?;
        let answer = self.solver.solve_limited(&[]);
        if answer == lbool::FALSE {
            return Ok(None);
        }
        if answer != lbool::TRUE {
            return Err(self.solver.cb().reason());
        }
        let mut rows = vec![Vec::new(); self.k as usize];
        for (q, row) in (0..).zip(&mut rows) {
            for (letter, &action) in (0..).zip(&self.letters) {
                for r in 0..self.k {
                    if self.solver.value_lit(self.step(q, letter, r)) == lbool::TRUE {
                        row.push(Transition { action, target: StateId::from_raw(r) });
                    }
                }
            }
        }
        Ok(Some(lts_of(&rows, StateId::must(0), &self.sides.sigma)))
    }

    /// At most one target for a state and a letter.
    fn deterministic(&mut self, budget: &Budget) -> Result<(), StopReason> {
        for q in 0..self.k {
            budget.poll(Poll::Separate)?;
            for letter in 0..self.letters.len() as u32 {
                for r in 0..self.k {
                    for other in 0..r {
                        let (one, two) = (self.step(q, letter, r), self.step(q, letter, other));
                        self.clause([!one, !two]);
                    }
                }
            }
        }
        Ok(())
    }

    /// The states from this one on are numbered breadth-first, as they are found from those before.
    fn breadth_first(&mut self, first: u32) {
        let (k, last) = (self.k, self.letters.len() as u32);
        if first == k {
            return;
        }
        let (until, parent) = (self.new_vars(k * k * (last + 1)), self.new_vars(k * k));
        // The prefix of no letters comes first.
        let until = |q: u32, letters: u32, r: u32| positive(until + (q * (last + 1) + letters) * k + r);
        let parent = |r: u32, q: u32| positive(parent + r * k + q);
        for q in 0..k {
            for r in 0..k {
                self.clause([!until(q, 0, r)]);
                for letter in 0..last {
                    let (step, before, after) =
                        (self.step(q, letter, r), until(q, letter, r), until(q, letter + 1, r));
                    self.clause([!after, before, step]);
                    self.clause([!before, after]);
                    self.clause([!step, after]);
                }
            }
        }
        for r in first..k {
            self.clause((0..r).map(|q| parent(r, q)));
            for q in 0..r {
                self.clause([!parent(r, q), until(q, last, r)]);
                for less in 0..q {
                    self.clause([!parent(r, q), !until(less, last, r)]);
                }
                if r + 1 == k {
                    continue;
                }
                for less in 0..q {
                    self.clause([!parent(r, q), !parent(r + 1, less)]);
                }
                for letter in 0..last {
                    let later = self.step(q, letter, r + 1);
                    self.clause([!parent(r, q), !parent(r + 1, q), !later, until(q, letter, r)]);
                }
            }
        }
    }

    fn letter(&self, action: ActionId) -> Option<u32> {
        self.letters.binary_search(&action).ok().map(|i| i as u32)
    }

    fn step(&self, q: u32, letter: u32, r: u32) -> Lit {
        positive((q * self.letters.len() as u32 + letter) * self.k + r)
    }

    /// That a state of the traces meets a state of the guess.
    fn trace(&mut self, state: StateId, q: u32) -> Lit {
        if let Some(&first) = self.traces.first.get(&state) {
            return positive(first + q);
        }
        let first = self.new_vars(self.k);
        for i in 0..self.errors.order.len() {
            let (error, rival) = self.errors.order[i];
            if self.clashes.has(state, error) {
                self.never_both(first, rival);
            }
        }
        self.traces.add(state, first);
        positive(first + q)
    }

    /// That a state of the errors meets a state of the guess.
    fn error(&mut self, state: StateId, q: u32) -> Lit {
        if let Some(&first) = self.errors.first.get(&state) {
            return positive(first + q);
        }
        let first = self.new_vars(self.k);
        for i in 0..self.traces.order.len() {
            let (trace, rival) = self.traces.order[i];
            if self.clashes.has(trace, state) {
                self.never_both(first, rival);
            }
        }
        self.errors.add(state, first);
        positive(first + q)
    }

    /// Two states clash: they meet no common state of the guess.
    fn never_both(&mut self, first: u32, rival: u32) {
        for q in 0..self.k {
            self.clause([!positive(first + q), !positive(rival + q)]);
        }
    }

    /// The first of so many new variables.
    fn new_vars(&mut self, number: u32) -> u32 {
        let first = self.solver.num_vars();
        for _ in 0..number {
            self.solver.new_var_default();
        }
        first
    }

    fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) {
        self.clause.clear();
        self.clause.extend(literals);
        // What it returns, whether a contradiction is known by now, the next call to the solver says again.
        self.solver.add_clause_reuse(&mut self.clause);
    }
}

/// The states of one LTS that the fragment has touched, with the first of their k variables.
#[derive(Default)]
struct Touched {
    order: Vec<(StateId, u32)>,
    first: FxHashMap<StateId, u32>,
}

impl Touched {
    fn add(&mut self, state: StateId, first: u32) {
        self.order.push((state, first));
        self.first.insert(state, first);
    }
}

/// The literal that a variable is true.
fn positive(variable: u32) -> Lit {
    Lit::new(Var::unsafe_from_idx(variable), true)
}
