//! LTSs as plain lists, for the naive twins: no code is shared with the library.
//!
//! States are `0..n` and π is state `n`, which has no edges; action 0 is τ.

use suppose_lts::{ActionId, Lts, LtsBuilder, StateId};

/// Source, action, target.
pub(crate) type Edge = (usize, u32, usize);

/// A plain LTS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plain {
    pub(crate) n: usize,
    pub(crate) initial: usize,
    pub(crate) end: Option<usize>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) actions: Vec<u32>,
}

impl Plain {
    /// The same as a library value.
    pub(crate) fn lts(&self) -> Lts {
        let state = |s: usize| if s == self.n { StateId::ERROR } else { StateId::must(s) };
        let mut b = LtsBuilder::new(self.n);
        for &(s, a, t) in &self.edges {
            b.add(state(s), ActionId::from_raw(a), state(t));
        }
        b.extend_alphabet(self.actions.iter().map(|&a| ActionId::from_raw(a)));
        b.set_initial(state(self.initial));
        b.set_end(self.end.map(state));
        b.finish().expect("a plain LTS is valid")
    }

    /// A library value as a plain one.
    pub(crate) fn of(lts: &Lts) -> Self {
        let n = lts.num_states();
        let state = |s: StateId| if s.is_error() { n } else { s.index() };
        Self {
            n,
            initial: state(lts.initial()),
            end: lts.end().map(state),
            edges: lts.all_transitions().map(|(s, t)| (state(s), t.action.raw(), state(t.target))).collect(),
            actions: lts.alphabet().iter().map(|a| a.raw()).collect(),
        }
    }

    /// What is observed of a state at once: ordinary, π or the end.
    pub(crate) fn kind(&self, s: usize) -> u8 {
        if s == self.n {
            1
        } else if Some(s) == self.end {
            2
        } else {
            0
        }
    }

    /// The targets of a state.
    pub(crate) fn moves(&self, s: usize) -> impl Iterator<Item = (u32, usize)> + '_ {
        self.edges.iter().filter(move |e| e.0 == s).map(|e| (e.1, e.2))
    }

    /// The states reachable from the initial one, π not counted, in increasing order.
    pub(crate) fn reachable(&self) -> Vec<usize> {
        let mut seen = vec![false; self.n + 1];
        seen[self.initial] = true;
        for _ in 0..=self.n {
            for &(s, _, t) in &self.edges {
                seen[t] |= seen[s];
            }
        }
        (0..self.n).filter(|&s| seen[s]).collect()
    }

    /// States renumbered: state `s` becomes `to[s]`.
    pub(crate) fn renumbered(&self, to: &[usize]) -> Self {
        let state = |s: usize| if s == self.n { s } else { to[s] };
        let mut new = self.clone();
        new.initial = state(self.initial);
        new.end = self.end.map(state);
        new.edges = self.edges.iter().map(|&(s, a, t)| (state(s), a, state(t))).collect();
        new
    }

    /// Visible actions renamed: action `a` becomes `to[a - 1]`.
    pub(crate) fn renamed(&self, to: &[u32]) -> Self {
        let action = |a: u32| if a == 0 { 0 } else { to[a as usize - 1] };
        let mut new = self.clone();
        new.edges = self.edges.iter().map(|&(s, a, t)| (s, action(a), t)).collect();
        new.actions = self.actions.iter().map(|&a| action(a)).collect();
        new
    }

    /// Both side by side, and where the states of the right one are: `s` is `shift(s)`.
    pub(crate) fn beside(&self, right: &Self) -> Union {
        let n = self.n + right.n;
        let left_place = |s: usize| if s == self.n { n } else { s };
        let right_place = |s: usize| if s == right.n { n } else { s + self.n };
        let mut edges: Vec<Edge> =
            self.edges.iter().map(|&(s, a, t)| (left_place(s), a, left_place(t))).collect();
        edges.extend(right.edges.iter().map(|&(s, a, t)| (right_place(s), a, right_place(t))));
        let kinds = (0..=n)
            .map(|s| {
                if s == n {
                    1
                } else if s < self.n {
                    self.kind(s)
                } else {
                    right.kind(s - self.n)
                }
            })
            .collect();
        Union {
            n,
            left: left_place(self.initial),
            right: right_place(right.initial),
            shift: self.n,
            edges,
            kinds,
        }
    }

    /// Parallel composition, straight from the definition: all pairs, reachable or not. The pair of end
    /// states is the end state.
    pub(crate) fn composed_with(&self, other: &Self) -> Self {
        let n = self.n * other.n;
        let pair = |s: usize, t: usize| if s == self.n || t == other.n { n } else { s * other.n + t };
        let mut edges = Vec::new();
        for s in 0..self.n {
            for t in 0..other.n {
                for (a, s2) in self.moves(s) {
                    if a == 0 || !other.actions.contains(&a) {
                        edges.push((pair(s, t), a, pair(s2, t)));
                    } else {
                        for (b, t2) in other.moves(t) {
                            if a == b {
                                edges.push((pair(s, t), a, pair(s2, t2)));
                            }
                        }
                    }
                }
                for (b, t2) in other.moves(t) {
                    if b == 0 || !self.actions.contains(&b) {
                        edges.push((pair(s, t), b, pair(s, t2)));
                    }
                }
            }
        }
        let mut actions = self.actions.clone();
        actions.extend(&other.actions);
        let end = match (self.end, other.end) {
            (Some(s), Some(t)) => Some(pair(s, t)),
            _ => None,
        };
        Self { n, initial: pair(self.initial, other.initial), end, edges, actions }
    }
}

/// Two plain LTSs in one; π is `n`.
pub(crate) struct Union {
    pub(crate) n: usize,
    pub(crate) left: usize,
    pub(crate) right: usize,
    pub(crate) shift: usize,
    pub(crate) edges: Vec<Edge>,
    pub(crate) kinds: Vec<u8>,
}
