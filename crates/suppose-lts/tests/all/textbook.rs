//! Examples whose answers are known from textbooks, from other tools, or worked out by hand.

use suppose_base::Poll;
use suppose_lts::compare::{
    Comparison, Difference, Move, Side, TraceDifference, TraceDifferenceKind, compare, refines,
};
use suppose_lts::ops::determinise;
use suppose_lts::reduce::{Relation, reduce};
use suppose_lts::{ActionId, Budget, Lts, LtsBuilder, RowBuilder, StateId, StopReason, Verdict};

const A: u32 = 1;
const B: u32 = 2;
const C: u32 = 3;
const TAU: u32 = 0;
/// Stands for π as a target.
const PI: usize = usize::MAX;

fn act(raw: u32) -> ActionId {
    ActionId::from_raw(raw)
}

fn builder(edges: &[(usize, u32, usize)]) -> LtsBuilder {
    let targets = edges.iter().map(|e| e.2).filter(|&t| t != PI);
    let n = edges.iter().map(|e| e.0).chain(targets).max().map_or(1, |m| m + 1);
    let mut b = LtsBuilder::new(n);
    for &(s, a, t) in edges {
        b.add(StateId::must(s), act(a), if t == PI { StateId::ERROR } else { StateId::must(t) });
    }
    b
}

fn lts(edges: &[(usize, u32, usize)]) -> Lts {
    builder(edges).finish().expect("valid")
}

fn ending(edges: &[(usize, u32, usize)], end: usize) -> Lts {
    let mut b = builder(edges);
    b.set_end(Some(StateId::must(end)));
    b.finish().expect("valid")
}

fn size(lts: &Lts, relation: Relation) -> (usize, usize) {
    let new = reduce(lts, relation, &Budget::unlimited()).expect("no limit").lts;
    (new.num_states(), new.num_transitions())
}

fn compared(left: &Lts, right: &Lts, relation: Relation) -> Comparison {
    compare(left, right, relation, &Budget::unlimited()).expect("no limit")
}

/// The relations that hold, as a string of s, b, w and t.
fn holding(left: &Lts, right: &Lts) -> String {
    Relation::ALL
        .into_iter()
        .filter(|&relation| compared(left, right, relation).equal)
        .map(|relation| &relation.name()[..1])
        .collect()
}

fn play(relation: Relation, moves: &[(Side, u32)]) -> Difference {
    let moves = moves.iter().map(|&(side, action)| Move { side, action: act(action) }).collect();
    Difference::Play { relation, moves }
}

fn trace(kind: TraceDifferenceKind, actions: &[u32]) -> TraceDifference {
    TraceDifference { trace: actions.iter().map(|&a| act(a)).collect(), kind }
}

/// The vending machines of Milner's book: when is the choice made?
#[test]
fn early_and_late_choice() {
    let late = lts(&[(0, A, 1), (1, B, 2), (1, C, 2)]);
    let early = lts(&[(0, A, 1), (0, A, 2), (1, B, 3), (2, C, 3)]);
    assert_eq!(holding(&late, &early), "t");
    for relation in [Relation::Strong, Relation::Branching, Relation::Weak] {
        let played = if relation == Relation::Strong { Relation::Strong } else { Relation::Weak };
        let difference = compared(&late, &early, relation).difference;
        assert_eq!(difference, Some(play(played, &[(Side::Left, A), (Side::Left, C)])));
        let difference = compared(&early, &late, relation).difference;
        assert_eq!(difference, Some(play(played, &[(Side::Left, A), (Side::Right, C)])));
    }
    assert_eq!(size(&early, Relation::Trace), (3, 3));
    assert_eq!(size(&early, Relation::Strong), (4, 4));
}

/// Milner's τ laws, without regard to the first step.
#[test]
fn silent_steps() {
    // a.τ.b = a.b
    let plain = lts(&[(0, A, 1), (1, B, 2)]);
    let with_tau = lts(&[(0, A, 1), (1, TAU, 2), (2, B, 3)]);
    assert_eq!(holding(&with_tau, &plain), "bwt");
    // a.(b + τ.c) + a.c = a.(b + τ.c), which is the law that branching bisimilarity gives up.
    let short = lts(&[(0, A, 1), (1, B, 2), (1, TAU, 3), (3, C, 2)]);
    let long = lts(&[(0, A, 1), (1, B, 2), (1, TAU, 3), (3, C, 2), (0, A, 3)]);
    assert_eq!(holding(&short, &long), "wt");
    assert_eq!(compared(&short, &long, Relation::Branching).difference, Some(Difference::SilentChoice));
    assert_eq!(size(&long, Relation::Branching), (4, 5));
    assert_eq!(size(&long, Relation::Weak), (4, 5));
    // a + τ.b is not a + b: silently the a is lost.
    let silent = lts(&[(0, A, 1), (0, TAU, 2), (2, B, 1)]);
    let open = lts(&[(0, A, 1), (0, B, 1)]);
    assert_eq!(holding(&silent, &open), "t");
    let difference = compared(&silent, &open, Relation::Weak).difference;
    assert_eq!(difference, Some(play(Relation::Weak, &[(Side::Left, TAU), (Side::Right, A)])));
    // Divergence does not count.
    let diverging = lts(&[(0, TAU, 1), (1, TAU, 0), (1, A, 2)]);
    assert_eq!(holding(&diverging, &lts(&[(0, A, 1)])), "bwt");
    assert_eq!(size(&diverging, Relation::Strong), (3, 3));
    assert_eq!(size(&diverging, Relation::Branching), (2, 1));
}

#[test]
fn errors_and_ends_are_seen() {
    let stops = lts(&[(0, A, 1)]);
    let fails = lts(&[(0, A, PI)]);
    let ends = ending(&[(0, A, 1)], 1);
    assert_eq!(holding(&stops, &fails), "");
    assert_eq!(holding(&stops, &ends), "");
    assert_eq!(holding(&fails, &ends), "");
    let kind = |left: &Lts, right: &Lts| compared(left, right, Relation::Trace).difference;
    let error = trace(TraceDifferenceKind::ErrorOnlyRight, &[A]);
    assert_eq!(kind(&stops, &fails), Some(Difference::Trace(error)));
    let end = trace(TraceDifferenceKind::EndOnlyLeft, &[A]);
    assert_eq!(kind(&ends, &stops), Some(Difference::Trace(end)));
    // A silent step to π is as visible as π, but is not π for the bisimilarities.
    let may_fail = lts(&[(0, A, 1), (1, TAU, PI), (1, B, 0)]);
    assert_eq!(holding(&may_fail, &fails), "t");
    assert_eq!(size(&may_fail, Relation::Weak), (2, 3));
    assert_eq!(size(&may_fail, Relation::Trace), (1, 1));
    // After a the system has ended or can do b: one state, with a silent step to the end.
    let may_end = ending(&[(0, A, 1), (0, A, 2), (2, B, 0)], 1);
    let reduced = reduce(&may_end, Relation::Trace, &Budget::unlimited()).expect("no limit").lts;
    let rows: Vec<_> =
        reduced.all_transitions().map(|(s, t)| (s.index(), t.action.raw(), t.target.index())).collect();
    assert_eq!(rows, [(0, A, 1), (1, TAU, 2), (1, B, 0)]);
    assert_eq!(reduced.end(), Some(StateId::must(2)));
}

#[test]
fn refinement_is_inclusion_of_traces() {
    let budget = Budget::unlimited();
    let check = |left: &Lts, right: &Lts| refines(left, right, &budget).expect("no limit");
    let small = lts(&[(0, A, 1), (1, TAU, 2), (2, B, 0)]);
    let large = lts(&[(0, A, 1), (0, A, 2), (1, B, 0), (2, C, 0)]);
    assert_eq!(check(&small, &large), Verdict::Holds);
    let shows = trace(TraceDifferenceKind::OnlyLeft, &[A, C]);
    assert_eq!(check(&large, &small), Verdict::Violated(shows));
    let failing = lts(&[(0, A, 1), (1, B, PI)]);
    let shows = trace(TraceDifferenceKind::ErrorOnlyLeft, &[A, B]);
    assert_eq!(check(&failing, &large), Verdict::Violated(shows));
    // A specification that has failed allows everything.
    assert_eq!(check(&lts(&[(0, A, 1), (1, B, 2), (2, C, 0)]), &failing), Verdict::Holds);
}

/// Dining philosophers with visible `hungry` and `eat`, forks hidden. The numbers for seven were measured
/// with mCRL2 and other tools; the traces are those of seven independent cycles of two actions, so 2^7 states
/// with 7 actions each.
#[test]
fn dining_philosophers() {
    let table = philosophers(7);
    assert_eq!((table.num_states(), table.num_transitions()), (46_707, 265_160));
    assert_eq!(size(&table, Relation::Strong), (46_707, 265_160));
    assert_eq!(size(&table, Relation::Branching), (7_269, 42_007));
    assert_eq!(size(&table, Relation::Weak), (7_269, 42_007));
    assert_eq!(size(&table, Relation::Trace), (128, 896));
}

fn philosophers(n: usize) -> Lts {
    let holds_left = |p: u8| (2..=4).contains(&p);
    let holds_right = |p: u8| (3..=5).contains(&p);
    let mut states: Vec<Vec<u8>> = vec![vec![0; n]];
    let mut numbers = std::collections::BTreeMap::from([(states[0].clone(), 0)]);
    let mut rows = RowBuilder::new();
    while let Some(state) = states.get(rows.num_rows()).cloned() {
        for i in 0..n {
            let (action, possible) = match state[i] {
                0 => (1 + i, true),
                1 => (0, !holds_right(state[(i + n - 1) % n])),
                2 => (0, !holds_left(state[(i + 1) % n])),
                3 => (1 + n + i, true),
                _ => (0, true),
            };
            if possible {
                let mut next = state.clone();
                next[i] = (next[i] + 1) % 6;
                let fresh = states.len();
                let number = *numbers.entry(next.clone()).or_insert(fresh);
                if number == fresh {
                    states.push(next);
                }
                rows.add(act(action as u32), StateId::must(number));
            }
        }
        rows.end_row();
    }
    rows.finish(StateId::must(0), None).expect("valid")
}

/// Deep graphs: nothing recurses, and refinement by rounds would take 200,000 of them.
#[test]
fn long_chains() {
    let n = 200_000;
    let chain = |action: u32| {
        let mut rows = RowBuilder::new();
        for i in 0..n {
            rows.add(act(action), StateId::must(i + 1));
            rows.end_row();
        }
        rows.end_row();
        rows.finish(StateId::must(0), None).expect("valid")
    };
    let (visible, silent) = (chain(A), chain(TAU));
    for relation in Relation::ALL {
        assert_eq!(size(&visible, relation), (n + 1, n));
    }
    assert_eq!(size(&silent, Relation::Strong), (n + 1, n));
    for relation in [Relation::Branching, Relation::Weak, Relation::Trace] {
        assert_eq!(size(&silent, relation), (1, 0));
    }
    assert!(compared(&visible, &visible, Relation::Trace).equal);
}

/// Two equivalent states with a step to every state of a chain: whatever splits marks both, and their rows
/// are long. When they are looked at each time, this takes minutes.
#[test]
fn hubs_are_put_off() {
    let n = 60_000;
    let mut rows = RowBuilder::new();
    rows.add(act(C), StateId::must(n + 2));
    rows.add(act(C), StateId::must(n + 3));
    rows.end_row();
    for i in 1..=n {
        rows.add(act(A), StateId::must(i + 1));
        rows.end_row();
    }
    rows.end_row();
    for _ in 0..2 {
        for i in 1..=n + 1 {
            rows.add(act(B), StateId::must(i));
        }
        rows.end_row();
    }
    let lts = rows.finish(StateId::must(0), None).expect("valid");
    for relation in [Relation::Strong, Relation::Branching, Relation::Weak] {
        assert_eq!(size(&lts, relation), (n + 3, 2 * n + 2));
    }
}

/// A silent chain whose states each have a step into a visible chain, the last into the first: each split at
/// the end of the visible chain marks the whole silent one.
#[test]
fn long_silent_paths_are_put_off() {
    let n = 60_000;
    let mut rows = RowBuilder::new();
    for i in 0..n {
        if i + 1 < n {
            rows.add(act(TAU), StateId::must(i + 1));
        }
        rows.add(act(B), StateId::must(n + i));
        rows.end_row();
    }
    for i in 0..n {
        if i + 1 < n {
            rows.add(act(A), StateId::must(n + i + 1));
        }
        rows.end_row();
    }
    let lts = rows.finish(StateId::must(0), None).expect("valid");
    assert_eq!(size(&lts, Relation::Branching), (2 * n, 3 * n - 2));
}

#[test]
fn work_stops_when_told() {
    let table = philosophers(5);
    let tripping = |point| Budget::unlimited().tripping_at(point);
    let stopped = StopReason::Interrupted;
    for relation in Relation::ALL {
        let answer = reduce(&table, relation, &tripping(Poll::Refine));
        assert_eq!(answer.expect_err("stopped"), stopped);
        let answer = compare(&table, &table, relation, &tripping(Poll::Refine));
        assert_eq!(answer.expect_err("stopped"), stopped);
    }
    let answer = reduce(&table, Relation::Branching, &tripping(Poll::Components));
    assert_eq!(answer.expect_err("stopped"), stopped);
    let answer = reduce(&table, Relation::Trace, &tripping(Poll::Determinise));
    assert_eq!(answer.expect_err("stopped"), stopped);
    let (one, two) = (philosophers(2), philosophers(3));
    let answer = compare(&one, &two, Relation::Trace, &tripping(Poll::Compare));
    assert_eq!(answer.expect_err("stopped"), stopped);
    // The answer is known before something is looked for to show it.
    let answer = compare(&one, &two, Relation::Strong, &tripping(Poll::Compare)).expect("decided");
    assert_eq!(answer, Comparison { equal: false, difference: None });
    let answer = refines(&one, &two, &tripping(Poll::Compare));
    assert_eq!(answer.expect_err("stopped"), stopped);
    let few = Budget::unlimited().with_max_states(10);
    assert_eq!(determinise(&table, &few).expect_err("stopped"), StopReason::States(10));
}
