//! What must hold.

use std::collections::BTreeSet;

use suppose_lts::compare::{Comparison, Difference, Side, TraceDifference, TraceDifferenceKind};
use suppose_lts::ops::{hide, reachable};
use suppose_lts::reduce::{Relation, reduce};
use suppose_lts::{Budget, Lts, Mapped, Verdict};

use crate::laws::naive::{self, Set};
use crate::laws::plain::Plain;

/// The bisimilarities.
const BISIMILARITIES: [Relation; 3] = [Relation::Strong, Relation::Branching, Relation::Weak];

fn reduced(lts: &Lts, relation: Relation) -> Mapped {
    reduce(lts, relation, &Budget::unlimited()).expect("no limit")
}

/// The library's comparison.
pub(crate) fn compare(left: &Plain, right: &Plain, relation: Relation) -> Comparison {
    suppose_lts::compare::compare(&left.lts(), &right.lts(), relation, &Budget::unlimited())
        .expect("no limit")
}

/// The result of every reduction is equivalent, minimal, numbered in order, mapped to, and not reduced
/// further.
pub(crate) fn check_reductions(plain: &Plain, context: &str) {
    let lts = plain.lts();
    for relation in BISIMILARITIES {
        let Mapped { lts: new, map } = reduced(&lts, relation);
        let small = Plain::of(&new);
        let say = || format!("{context}, {relation}:\n{plain:?}\nbecame\n{small:?}");
        let u = plain.beside(&small);
        let related = naive::bisimilar(&u, relation);
        assert!(related[u.left][u.right], "not equivalent: {}", say());
        let reachable = plain.reachable();
        for s in lts.states() {
            match map.get(s) {
                Some(to) => assert!(related[s.index()][u.shift + to.index()], "map of {s:?}: {}", say()),
                None => assert!(!reachable.contains(&s.index()), "{s:?} is not mapped: {}", say()),
            }
        }
        assert_eq!(map.get(lts.initial()), Some(new.initial()), "the initial state: {}", say());
        // As many states and transitions as there are classes and transitions between them.
        let class = |s: usize| (0..=u.n).find(|&t| (t < plain.n || t == u.n) && related[s][t]);
        let classes: BTreeSet<_> = reachable.iter().map(|&s| class(s)).collect();
        assert_eq!(small.n, classes.len(), "not minimal: {}", say());
        let loops = relation == Relation::Strong;
        let between: BTreeSet<_> = plain
            .edges
            .iter()
            .filter(|e| reachable.contains(&e.0))
            .map(|&(s, a, t)| (class(s), a, if t == plain.n { class(u.n) } else { class(t) }))
            .filter(|(s, a, t)| loops || *a != 0 || s != t)
            .collect();
        assert_eq!(small.edges.len(), between.len(), "transitions: {}", say());
        check_form(&lts, &new, relation, &say);
    }
    let Mapped { lts: new, map } = reduced(&lts, Relation::Trace);
    let small = Plain::of(&new);
    let say = || format!("{context}, trace:\n{plain:?}\nbecame\n{small:?}");
    let same = |p: &Plain, s: usize, q: &Plain, t: usize| naive::trace_difference(p, s, q, t).is_none();
    assert!(same(plain, plain.initial, &small, small.initial), "not equivalent: {}", say());
    for s in lts.states() {
        if let Some(to) = map.get(s) {
            let to = if to.is_error() { small.n } else { to.index() };
            assert!(same(plain, s.index(), &small, to), "map of {s:?}: {}", say());
        }
    }
    assert_eq!(map.get(lts.initial()), Some(new.initial()), "the initial state: {}", say());
    for s in 0..small.n {
        for t in 0..s {
            assert!(!same(&small, s, &small, t), "{s} and {t} have the same traces: {}", say());
        }
    }
    let only_to_end = small.edges.iter().all(|&(_, a, t)| a != 0 || Some(t) == small.end);
    assert!(only_to_end, "τ but not to the end: {}", say());
    check_form(&lts, &new, Relation::Trace, &say);
}

fn check_form(lts: &Lts, new: &Lts, relation: Relation, say: &dyn Fn() -> String) {
    assert_eq!(new.check_invariants(), Ok(()), "{}", say());
    assert_eq!(reachable(new), Mapped::unchanged(new.clone()), "not breadth-first: {}", say());
    assert_eq!(new.alphabet(), lts.alphabet(), "alphabet: {}", say());
    assert_eq!(reduced(new, relation).lts, *new, "not idempotent: {}", say());
}

/// Two LTSs that differ only in state numbers are equivalent, and reduced to the same size.
pub(crate) fn check_invariance(plain: &Plain, renumbered: &Plain, context: &str) {
    for relation in Relation::ALL {
        assert!(compare(plain, renumbered, relation).equal, "{context}, {relation}: {plain:?}");
        let (one, two) = (reduced(&plain.lts(), relation).lts, reduced(&renumbered.lts(), relation).lts);
        let size = |lts: &Lts| (lts.num_states(), lts.num_transitions());
        assert_eq!(size(&one), size(&two), "{context}, {relation}: {plain:?}");
    }
}

/// Two LTSs that differ only in the names of actions are reduced to the same size.
pub(crate) fn check_renaming(plain: &Plain, renamed: &Plain, context: &str) {
    for relation in Relation::ALL {
        let size = |p: &Plain| {
            let new = reduced(&p.lts(), relation).lts;
            (new.num_states(), new.num_transitions())
        };
        assert_eq!(size(plain), size(renamed), "{context}, {relation}: {plain:?}");
    }
}

/// Verdicts are those of the naive twins, symmetric, and what is shown is true.
pub(crate) fn check_comparison(left: &Plain, right: &Plain, context: &str) {
    for relation in Relation::ALL {
        let say = || format!("{context}, {relation}:\n{left:?}\n{right:?}");
        let answer = compare(left, right, relation);
        assert_eq!(answer.equal, naive::equivalent(left, right, relation), "{}", say());
        assert_eq!(answer.equal, compare(right, left, relation).equal, "not symmetric: {}", say());
        assert_eq!(answer.equal, answer.difference.is_none(), "{}", say());
        let shortest = naive::trace_difference(left, left.initial, right, right.initial);
        match &answer.difference {
            None => {}
            Some(Difference::Trace(difference)) => {
                assert_eq!(Some(difference.trace.len()), shortest, "not a shortest trace: {}", say());
                check_trace(left, right, difference, &say);
            }
            Some(Difference::Play { relation: played, moves }) => {
                assert_eq!(shortest, None, "a trace would do: {}", say());
                let expected = if relation == Relation::Strong { Relation::Strong } else { Relation::Weak };
                assert_eq!(*played, expected, "{}", say());
                let play: Vec<(bool, u32)> =
                    moves.iter().map(|m| (m.side == Side::Left, m.action.raw())).collect();
                let u = left.beside(right);
                let related = naive::bisimilar(&u, *played);
                let won = naive::is_won(&u, *played, &related, (u.left, u.right), &play);
                assert!(won, "{play:?} is not won: {}", say());
            }
            Some(Difference::SilentChoice) => {
                assert_eq!(relation, Relation::Branching);
                assert!(naive::equivalent(left, right, Relation::Weak), "{}", say());
            }
        }
    }
    let say = || format!("{context}, refines:\n{left:?}\n{right:?}");
    let verdict = suppose_lts::compare::refines(&left.lts(), &right.lts(), &Budget::unlimited());
    match verdict.expect("no limit") {
        Verdict::Holds => assert_eq!(naive::refinement_failure(left, right), None, "{}", say()),
        Verdict::Violated(difference) => {
            let shortest = naive::refinement_failure(left, right);
            assert_eq!(Some(difference.trace.len()), shortest, "{}", say());
            check_trace(left, right, &difference, &say);
        }
        Verdict::Inconclusive(reason) => panic!("{reason}: {}", say()),
    }
}

/// Replays a trace on both sides.
fn check_trace(left: &Plain, right: &Plain, difference: &TraceDifference, say: &dyn Fn() -> String) {
    // `None` when the trace is not possible, `Some(None)` when it may lead to π.
    let run = |p: &Plain| -> Option<Set> {
        let mut set = naive::start(p, p.initial);
        for action in &difference.trace {
            set = naive::step(p, set.as_ref()?, action.raw())?;
        }
        Some(set)
    };
    let (l, r) = (run(left), run(right));
    let ends = |p: &Plain, set: &Option<Set>| matches!(set, Some(Some(set)) if naive::may_end(p, set));
    let good = match difference.kind {
        TraceDifferenceKind::OnlyLeft => l.is_some() && r.is_none(),
        TraceDifferenceKind::OnlyRight => r.is_some() && l.is_none(),
        TraceDifferenceKind::ErrorOnlyLeft => l == Some(None) && r != Some(None),
        TraceDifferenceKind::ErrorOnlyRight => r == Some(None) && l != Some(None),
        TraceDifferenceKind::EndOnlyLeft => ends(left, &l) && r.is_some() && !ends(right, &r),
        TraceDifferenceKind::EndOnlyRight => ends(right, &r) && l.is_some() && !ends(left, &l),
    };
    assert!(good, "{difference:?} is not true: {}", say());
}

/// An LTS may be replaced by its reduction in a composition, and under hiding.
pub(crate) fn check_congruence(plain: &Plain, context: &Plain, seed: &str) {
    let whole = plain.composed_with(context);
    for relation in Relation::ALL {
        let small = Plain::of(&reduced(&plain.lts(), relation).lts);
        let say = || format!("{seed}, {relation}:\n{plain:?}\nin\n{context:?}");
        let replaced = small.composed_with(context);
        assert!(compare(&whole, &replaced, relation).equal, "composition: {}", say());
        let hidden = |p: &Plain| Plain::of(&hide(&p.lts(), |a| a.raw() == 2));
        assert!(compare(&hidden(&whole), &hidden(&replaced), relation).equal, "hiding: {}", say());
        assert!(naive::equivalent(&hidden(plain), &hidden(&small), relation), "hiding: {}", say());
    }
}
