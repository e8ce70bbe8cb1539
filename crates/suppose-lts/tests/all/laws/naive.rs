//! The naive twins: bisimilarities as greatest fixed points on pairs of states, straight from the
//! definitions, and trace relations by walking sets of states.

use std::collections::{BTreeSet, VecDeque};

use suppose_lts::reduce::Relation;

use crate::laws::plain::{Plain, Union};

/// For each pair of states of a union whether they are related.
pub(crate) fn bisimilar(u: &Union, relation: Relation) -> Vec<Vec<bool>> {
    let n = u.n + 1;
    let mut silent = vec![vec![false; n]; n];
    for (s, row) in silent.iter_mut().enumerate() {
        row[s] = true;
    }
    for _ in 0..n {
        for &(s, a, t) in &u.edges {
            if a == 0 {
                for row in &mut silent {
                    row[t] |= row[s];
                }
            }
        }
    }
    let mut related: Vec<Vec<bool>> =
        (0..n).map(|p| (0..n).map(|q| u.kinds[p] == u.kinds[q]).collect()).collect();
    loop {
        let mut changed = false;
        for p in 0..n {
            for q in 0..n {
                let holds = |p: usize, q: usize| {
                    u.edges.iter().filter(|e| e.0 == p).all(|&(_, a, p2)| match relation {
                        Relation::Strong => {
                            u.edges.iter().any(|&(s, b, q2)| s == q && a == b && related[p2][q2])
                        }
                        Relation::Branching => {
                            (a == 0 && related[p2][q])
                                || u.edges.iter().any(|&(q1, b, q2)| {
                                    a == b && silent[q][q1] && related[p][q1] && related[p2][q2]
                                })
                        }
                        Relation::Weak => {
                            if a == 0 {
                                (0..n).any(|q2| silent[q][q2] && related[p2][q2])
                            } else {
                                u.edges.iter().any(|&(q1, b, q2)| {
                                    a == b
                                        && silent[q][q1]
                                        && (0..n).any(|q3| silent[q2][q3] && related[p2][q3])
                                })
                            }
                        }
                        Relation::Trace => unreachable!("traces are compared by walking"),
                    })
                };
                if related[p][q] && !(holds(p, q) && holds(q, p)) {
                    related[p][q] = false;
                    related[q][p] = false;
                    changed = true;
                }
            }
        }
        if !changed {
            return related;
        }
    }
}

/// The steps of the game that tells apart states which are not strongly or not weakly bisimilar.
fn game_steps(u: &Union, relation: Relation, state: usize) -> BTreeSet<(u32, usize)> {
    let one = |from: &BTreeSet<(u32, usize)>, silent: bool| -> BTreeSet<(u32, usize)> {
        let mut to = BTreeSet::new();
        for &(a, s) in from {
            for &(_, b, t) in u.edges.iter().filter(|e| e.0 == s && (e.1 == 0) == silent) {
                to.insert((if silent { a } else { b }, t));
            }
        }
        to
    };
    if relation == Relation::Strong {
        return u.edges.iter().filter(|e| e.0 == state).map(|e| (e.1, e.2)).collect();
    }
    let closed = |mut set: BTreeSet<(u32, usize)>| {
        for _ in 0..=u.n {
            set.extend(one(&set, true));
        }
        set
    };
    let before = closed(BTreeSet::from([(0, state)]));
    let mut all = closed(one(&before, false));
    all.extend(before);
    all
}

/// Whether a play, as (moved by the left side?, action), is won by the side that moves: each move leads out
/// of reach of all answers, and after the last there is no answer or only a wrong one.
pub(crate) fn is_won(
    u: &Union,
    relation: Relation,
    related: &[Vec<bool>],
    (left, right): (usize, usize),
    play: &[(bool, u32)],
) -> bool {
    let Some((&(by_left, action), rest)) = play.split_first() else {
        return u.kinds[left] != u.kinds[right];
    };
    let (mover, other) = if by_left { (left, right) } else { (right, left) };
    let steps = |s: usize| game_steps(u, relation, s).into_iter().filter(|m| m.0 == action).map(|m| m.1);
    steps(mover).any(|to| {
        let answers: Vec<usize> = steps(other).collect();
        answers.iter().all(|&answer| !related[to][answer])
            && ((answers.is_empty() && rest.is_empty())
                || answers.iter().any(|&answer| {
                    let pair = if by_left { (to, answer) } else { (answer, to) };
                    is_won(u, relation, related, pair, rest)
                }))
    })
}

/// The states in which a system can be; `None` when one of them is π, which absorbs the others.
pub(crate) type Set = Option<BTreeSet<usize>>;

/// The closure of states under τ.
fn closure(p: &Plain, mut set: BTreeSet<usize>) -> Set {
    loop {
        let more: Vec<usize> =
            p.edges.iter().filter(|e| e.1 == 0 && set.contains(&e.0)).map(|e| e.2).collect();
        let before = set.len();
        set.extend(more);
        if set.len() == before {
            break;
        }
    }
    if set.contains(&p.n) { None } else { Some(set) }
}

/// Where a system starting in a state can be.
pub(crate) fn start(p: &Plain, state: usize) -> Set {
    closure(p, BTreeSet::from([state]))
}

/// Where it can be after an action; `None` when it cannot do it.
pub(crate) fn step(p: &Plain, set: &BTreeSet<usize>, action: u32) -> Option<Set> {
    let targets: BTreeSet<usize> =
        p.edges.iter().filter(|e| e.1 == action && set.contains(&e.0)).map(|e| e.2).collect();
    if targets.is_empty() { None } else { Some(closure(p, targets)) }
}

/// Whether a set holds the end state.
pub(crate) fn may_end(p: &Plain, set: &BTreeSet<usize>) -> bool {
    p.end.is_some_and(|end| set.contains(&end))
}

/// The visible actions of either system.
fn visible(p: &Plain, q: &Plain) -> BTreeSet<u32> {
    p.edges.iter().chain(&q.edges).map(|e| e.1).filter(|&a| a != 0).collect()
}

/// The length of a shortest trace on which two states differ.
pub(crate) fn trace_difference(p: &Plain, from_p: usize, q: &Plain, from_q: usize) -> Option<usize> {
    walk(p, start(p, from_p), q, start(q, from_q), |l, r| match (l, r) {
        (None, None) => Found::Stop,
        (Some(l), Some(r)) if may_end(p, l) == may_end(q, r) => Found::GoOn,
        _ => Found::Difference,
    })
}

/// The length of a shortest trace that shows that `p` does not refine `q`.
pub(crate) fn refinement_failure(p: &Plain, q: &Plain) -> Option<usize> {
    walk_left(p, start(p, p.initial), q, start(q, q.initial))
}

enum Found {
    Difference,
    GoOn,
    Stop,
}

fn walk(p: &Plain, sp: Set, q: &Plain, sq: Set, look: impl Fn(&Set, &Set) -> Found) -> Option<usize> {
    let mut known = BTreeSet::from([(sp.clone(), sq.clone())]);
    let mut queue = VecDeque::from([(sp, sq, 0)]);
    let mut shortest: Option<usize> = None;
    while let Some((l, r, length)) = queue.pop_front() {
        if shortest.is_some_and(|s| s <= length) {
            break;
        }
        match look(&l, &r) {
            Found::Difference => return Some(length),
            Found::Stop => continue,
            Found::GoOn => {}
        }
        let (Some(ls), Some(rs)) = (&l, &r) else { continue };
        for a in visible(p, q) {
            match (step(p, ls, a), step(q, rs, a)) {
                (None, None) => {}
                (Some(l2), Some(r2)) => {
                    if known.insert((l2.clone(), r2.clone())) {
                        queue.push_back((l2, r2, length + 1));
                    }
                }
                _ => shortest = Some(shortest.map_or(length + 1, |s| s.min(length + 1))),
            }
        }
    }
    shortest
}

fn walk_left(p: &Plain, sp: Set, q: &Plain, sq: Set) -> Option<usize> {
    let mut known = BTreeSet::from([(sp.clone(), sq.clone())]);
    let mut queue = VecDeque::from([(sp, sq, 0)]);
    let mut shortest: Option<usize> = None;
    while let Some((l, r, length)) = queue.pop_front() {
        if shortest.is_some_and(|s| s <= length) {
            break;
        }
        let Some(rs) = &r else { continue };
        let Some(ls) = &l else { return Some(length) };
        for a in visible(p, q) {
            match (step(p, ls, a), step(q, rs, a)) {
                (None, _) => {}
                (Some(l2), Some(r2)) => {
                    if known.insert((l2.clone(), r2.clone())) {
                        queue.push_back((l2, r2, length + 1));
                    }
                }
                (Some(_), None) => shortest = Some(shortest.map_or(length + 1, |s| s.min(length + 1))),
            }
        }
    }
    shortest
}

/// Whether two systems are equivalent.
pub(crate) fn equivalent(p: &Plain, q: &Plain, relation: Relation) -> bool {
    if relation == Relation::Trace {
        return trace_difference(p, p.initial, q, q.initial).is_none();
    }
    let u = p.beside(q);
    bisimilar(&u, relation)[u.left][u.right]
}
