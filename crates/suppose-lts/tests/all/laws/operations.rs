//! The operations on one LTS against their definitions.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use suppose_lts::ops::{
    complete, compose_pair, determinise, error_lts, interface, propagate_error, reachable, towards_error,
};
use suppose_lts::{ActionId, Budget, StateId};

use crate::laws::identities;
use crate::laws::naive;
use crate::laws::plain::Plain;
use suppose_lts::reduce::Relation;

/// The rows and members of the determinised LTS are those of a subset construction with sets of sets.
pub(crate) fn check_determinise(plain: &Plain, context: &str) {
    let new = determinise(&plain.lts(), &Budget::unlimited()).expect("no limit");
    let visible = |s: &usize| plain.moves(*s).any(|(a, _)| a != 0);
    // Sets that can only end are taken for the end state alone.
    let tidy = |set: BTreeSet<usize>| {
        if naive::may_end(plain, &set) && !set.iter().any(visible) {
            plain.end.into_iter().collect()
        } else {
            set
        }
    };
    let mut numbers: BTreeMap<BTreeSet<usize>, usize> = BTreeMap::new();
    let mut queue = VecDeque::new();
    let mut edges = Vec::new();
    if let Some(start) = naive::start(plain, plain.initial).map(tidy) {
        numbers.insert(start.clone(), 0);
        queue.push_back(start);
    }
    let mut sets = Vec::new();
    while let Some(set) = queue.pop_front() {
        for &a in &plain.actions {
            match naive::step(plain, &set, a) {
                None => {}
                Some(None) => edges.push((sets.len(), a, None)),
                Some(Some(target)) => {
                    let target = tidy(target);
                    let fresh = numbers.len();
                    let number = *numbers.entry(target.clone()).or_insert_with(|| {
                        queue.push_back(target);
                        fresh
                    });
                    edges.push((sets.len(), a, Some(number)));
                }
            }
        }
        sets.push(set);
    }
    let found: Vec<_> = new
        .lts
        .all_transitions()
        .map(|(s, t)| (s.index(), t.action.raw(), (!t.target.is_error()).then(|| t.target.index())))
        .collect();
    assert_eq!(found, edges, "{context}: {plain:?}");
    assert_eq!(new.lts.num_states(), sets.len(), "{context}: {plain:?}");
    for (i, set) in sets.iter().enumerate() {
        let members: BTreeSet<usize> = new.members.get(StateId::must(i)).iter().map(|s| s.index()).collect();
        assert_eq!(members, *set, "{context}: {plain:?}");
        let only_end = plain.end.is_some_and(|end| set.len() == 1 && set.contains(&end));
        assert_eq!(new.lts.end() == Some(StateId::must(i)), only_end, "{context}: {plain:?}");
    }
}

/// Exactly the states that silently reach π become π, and traces stay.
pub(crate) fn check_propagate_error(plain: &Plain, context: &str) {
    let lts = plain.lts();
    let new = propagate_error(&lts);
    for s in lts.states() {
        let bad = naive::start(plain, s.index()).is_none();
        assert_eq!(new.map.get(s) == Some(StateId::ERROR), bad, "{context}: {plain:?}");
    }
    let spread = Plain::of(&new.lts);
    assert!((0..spread.n).all(|s| naive::start(&spread, s).is_some()), "{context}: {plain:?}");
    assert!(identities::compare(plain, &spread, Relation::Trace).equal, "{context}: {plain:?}");
}

/// The product of two is what composition and then hiding give, and nothing in it is unreachable.
pub(crate) fn check_compose_pair(left: &Plain, right: &Plain, context: &str) {
    let forget = |plain: &Plain| Plain { end: None, ..plain.clone() };
    let (left, right) = (forget(left), forget(right));
    let visible = |a: ActionId| a.raw() != 2;
    let found = compose_pair(&left.lts(), &right.lts(), visible, &Budget::unlimited()).expect("no limit");
    let whole = left.composed_with(&right);
    let expected = Plain::of(&interface(&whole.lts(), visible));
    let say = || format!("{context}:\n{left:?}\nand\n{right:?}");
    assert_eq!(found.num_states(), reachable(&expected.lts()).lts.num_states(), "{}", say());
    assert_eq!(found.alphabet(), expected.lts().alphabet(), "{}", say());
    assert!(naive::equivalent(&Plain::of(&found), &expected, Relation::Strong), "{}", say());
}

/// What leads to π stays, with all words that lead there, and nothing else does.
pub(crate) fn check_towards_error(plain: &Plain, context: &str) {
    let small = Plain::of(&towards_error(&plain.lts()).lts);
    let reaches = |p: &Plain, from: usize| {
        let mut seen = BTreeSet::from([from]);
        let mut pending = vec![from];
        while let Some(s) = pending.pop() {
            pending.extend(p.moves(s).map(|(_, t)| t).filter(|&t| seen.insert(t)));
        }
        seen.contains(&p.n)
    };
    assert!((1..small.n).all(|s| reaches(&small, s)), "{context}: {plain:?}");
    assert_eq!(reaches(&small, small.initial), reaches(plain, plain.initial), "{context}: {plain:?}");
    let mut words: Vec<Vec<u32>> = vec![Vec::new()];
    for length in 0..4 {
        let longer =
            |word: &Vec<u32>| plain.actions.iter().map(|&a| [&word[..], &[a]].concat()).collect::<Vec<_>>();
        words.extend(words.iter().filter(|w| w.len() == length).flat_map(longer).collect::<Vec<_>>());
    }
    for word in words {
        let fails = |p: &Plain| {
            let mut set = naive::start(p, p.initial);
            for &a in &word {
                let Some(now) = set else { break };
                match naive::step(p, &now, a) {
                    None => return false,
                    Some(next) => set = next,
                }
            }
            set.is_none()
        };
        assert_eq!(fails(plain), fails(&small), "{context}: {word:?} in {plain:?}");
    }
}

/// On words of up to three actions, an error LTS fails exactly where the property has no trace, and a
/// completed LTS is in the sink exactly there.
pub(crate) fn check_error_lts_and_complete(plain: &Plain, context: &str) {
    let lts = plain.lts();
    if !lts.is_deterministic() || plain.initial == plain.n {
        return;
    }
    let watch = Plain::of(&error_lts(&lts).expect("a deterministic LTS is a property"));
    let completed = complete(&lts);
    let whole = Plain::of(&completed.lts);
    let mut words: Vec<Vec<u32>> = vec![Vec::new()];
    for length in 0..3 {
        let longer: Vec<Vec<u32>> = words
            .iter()
            .filter(|w| w.len() == length)
            .flat_map(|w| plain.actions.iter().map(move |&a| [w.as_slice(), &[a]].concat()))
            .collect();
        words.extend(longer);
    }
    for word in &words {
        // `Err` when there is no such transition: each LTS is deterministic.
        let run = |p: &Plain| -> Result<usize, usize> {
            word.iter()
                .enumerate()
                .try_fold(p.initial, |s, (i, &a)| p.moves(s).find(|m| m.0 == a).map(|m| m.1).ok_or(i))
        };
        match run(plain) {
            Ok(s) if s == plain.n => {
                assert_eq!((run(&watch), run(&whole)), (Ok(watch.n), Ok(whole.n)), "{context}: {plain:?}");
            }
            Ok(s) => assert_eq!((run(&watch), run(&whole)), (Ok(s), Ok(s)), "{context}: {plain:?}"),
            Err(i) => {
                // π has no transitions at all: after it, neither has anything.
                let failed = naive_prefix_fails(plain, &word[..i]);
                if failed {
                    assert!(run(&watch).is_err() && run(&whole).is_err(), "{context}: {plain:?}");
                } else {
                    let expected = if i + 1 == word.len() { Ok(watch.n) } else { Err(i + 1) };
                    assert_eq!(run(&watch), expected, "{context}: {plain:?}");
                    let sink = completed.sink.expect("an action was missing").index();
                    assert_eq!(run(&whole), Ok(sink), "{context}: {plain:?}");
                }
            }
        }
    }
}

fn naive_prefix_fails(plain: &Plain, word: &[u32]) -> bool {
    let mut s = plain.initial;
    for &a in word {
        match plain.moves(s).find(|m| m.0 == a) {
            Some((_, t)) => s = t,
            None => return false,
        }
    }
    s == plain.n
}
