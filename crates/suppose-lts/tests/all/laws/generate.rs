//! All small LTSs, and random larger ones.

use suppose_testing::Random;

use crate::laws::plain::{Edge, Plain};

/// Calls `check` with every LTS that has this many states, visible actions 1 to `actions` and τ, at most
/// `transitions` transitions (possibly to π) and possibly an end state. The initial state is 0; LTSs that
/// differ only in the numbers of the other states or the names of actions are given once.
pub(crate) fn for_all_small_lts(
    states: usize,
    actions: u32,
    transitions: usize,
    mut check: impl FnMut(&Plain),
) -> usize {
    let mut all_edges: Vec<Edge> = Vec::new();
    for s in 0..states {
        for a in 0..=actions {
            for t in 0..=states {
                all_edges.push((s, a, t));
            }
        }
    }
    let symmetries = symmetries(states, actions);
    let mut count = 0;
    let mut chosen: Vec<usize> = Vec::new();
    loop {
        let edges: Vec<Edge> = chosen.iter().map(|&i| all_edges[i]).collect();
        for end in std::iter::once(None).chain((0..states).map(Some)) {
            if end.is_some_and(|end| edges.iter().any(|e| e.0 == end)) {
                continue;
            }
            let lts =
                Plain { n: states, initial: 0, end, edges: edges.clone(), actions: (1..=actions).collect() };
            if is_first(&lts, &symmetries) {
                count += 1;
                check(&lts);
            }
        }
        if !next_choice(&mut chosen, all_edges.len(), transitions) {
            return count;
        }
    }
}

/// The next set of at most `most` numbers below `bound`, as a sorted list, in depth-first order.
fn next_choice(chosen: &mut Vec<usize>, bound: usize, most: usize) -> bool {
    let next = chosen.last().map_or(0, |&last| last + 1);
    if chosen.len() < most && next < bound {
        chosen.push(next);
        return true;
    }
    while let Some(last) = chosen.pop() {
        if last + 1 < bound {
            chosen.push(last + 1);
            return true;
        }
    }
    false
}

fn permutations(of: &[usize]) -> Vec<Vec<usize>> {
    if of.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (i, &first) in of.iter().enumerate() {
        let mut rest = of.to_vec();
        rest.remove(i);
        for tail in permutations(&rest) {
            let mut one = vec![first];
            one.extend(tail);
            all.push(one);
        }
    }
    all
}

fn symmetries(states: usize, actions: u32) -> Vec<(Vec<usize>, Vec<u32>)> {
    let mut all = Vec::new();
    for others in permutations(&(1..states).collect::<Vec<_>>()) {
        let mut numbers = vec![0];
        numbers.extend(others);
        for names in permutations(&(1..=actions as usize).collect::<Vec<_>>()) {
            all.push((numbers.clone(), names.iter().map(|&a| a as u32).collect()));
        }
    }
    all
}

fn is_first(lts: &Plain, symmetries: &[(Vec<usize>, Vec<u32>)]) -> bool {
    symmetries.iter().all(|(numbers, names)| {
        let mut other = lts.renumbered(numbers).renamed(names);
        other.edges.sort_unstable();
        (&lts.edges, lts.end) <= (&other.edges, other.end)
    })
}

/// An LTS with up to `states` states and `actions` visible actions. Half of its transitions are τ at most.
pub(crate) fn random_lts(random: &mut Random, states: usize, actions: u32) -> Plain {
    let n = 1 + random.below(states);
    let end = random.once_in(3).then(|| random.below(n));
    let tau = 2 + random.below(3);
    let error = 6 + random.below(20);
    let count = random.below(2 * n + 2);
    let mut edges: Vec<Edge> = (0..count)
        .map(|_| {
            let action = if random.once_in(tau) { 0 } else { 1 + random.below(actions as usize) as u32 };
            let target = if random.once_in(error) { n } else { random.below(n) };
            (random.below(n), action, target)
        })
        .filter(|e| Some(e.0) != end)
        .collect();
    edges.sort_unstable();
    edges.dedup();
    let initial = if random.once_in(50) { n } else { random.below(n) };
    Plain { n, initial, end, edges, actions: (1..=actions).collect() }
}

/// The same LTS with one transition changed, so that the two are alike but often not equivalent.
pub(crate) fn changed(random: &mut Random, lts: &Plain) -> Plain {
    let mut new = lts.clone();
    if new.edges.is_empty() {
        return new;
    }
    let at = random.below(new.edges.len());
    match random.below(3) {
        0 => new.edges[at].2 = random.below(new.n + 1),
        1 => new.edges[at].1 = random.below(new.actions.len() + 1) as u32,
        _ => {
            new.edges.remove(at);
        }
    }
    new.edges.sort_unstable();
    new.edges.dedup();
    new
}

/// A random order of `0..n`.
pub(crate) fn permutation(random: &mut Random, n: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        order.swap(i, random.below(i + 1));
    }
    order
}
