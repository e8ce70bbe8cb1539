//! Progress under fair choice: whatever the system does for ever, it does all it should again and again.
//!
//! If every choice that is offered infinitely often is taken infinitely often, a run ends up in a *terminal*
//! set of states: a strongly connected set without a way out (Giannakopoulou, Magee and Kramer, "Checking
//! progress with action priority: is it fair?", 1999). A progress test is violated by a reachable terminal
//! set in whose transitions the required actions do not occur. A deadlock is a terminal set without actions,
//! and so is the end state, as in LTSA. Where π is reachable, there is a safety violation to be dealt with
//! first, and the terminal sets mean little.
//!
//! Terminal sets are found with Tarjan's algorithm and the nearest violating one by breadth-first search:
//! linear in the LTS, for each test linear in the sum of the sets' actions. [`replay_progress`] checks a
//! violation from the definition alone.

use suppose_base::{ActionId, Budget, Poll, StateId, StopReason};

use crate::Lts;
use crate::ops::strongly_connected;

/// What must occur in every terminal set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// One of these.
    AnyOf(Vec<ActionId>),
    /// If one of the first occurs, one of the second.
    IfThen(Vec<ActionId>, Vec<ActionId>),
    /// Each of these.
    Each(Vec<ActionId>),
}

impl Requirement {
    /// Whether the requirement is met where exactly these actions occur, which must be sorted.
    pub(crate) fn is_met_by(&self, occurring: &[ActionId]) -> bool {
        debug_assert!(occurring.is_sorted());
        let occurs = |a: &ActionId| occurring.binary_search(a).is_ok();
        let any = |set: &[ActionId]| set.iter().any(occurs);
        match self {
            Self::AnyOf(actions) => any(actions),
            Self::IfThen(condition, actions) => !any(condition) || any(actions),
            Self::Each(actions) => actions.iter().all(occurs),
        }
    }
}

/// A terminal set that violates a requirement, and a way into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgressViolation {
    /// The states of a shortest run into the set, the initial state first.
    pub path: Vec<StateId>,
    /// The actions of that run.
    pub trace: Vec<ActionId>,
    /// The actions of a shortest cycle from the run's last state; empty when nothing moves there.
    pub cycle: Vec<ActionId>,
    /// The actions that occur in the set, sorted, τ among them where it occurs.
    pub occurring: Vec<ActionId>,
    /// How many states the set has.
    pub size: usize,
}

/// Looks for violations of each requirement in the reachable part of an LTS.
///
/// # Errors
/// When the budget ends first.
pub fn check_progress(
    lts: &Lts,
    requirements: &[Requirement],
    budget: &Budget,
) -> Result<Vec<Option<ProgressViolation>>, StopReason> {
    if lts.initial().is_error() {
        return Ok(vec![None; requirements.len()]);
    }
    let components = strongly_connected(lts, |_, _| true, budget)?;
    let mut terminal = vec![true; components.len()];
    for (from, t) in lts.all_transitions() {
        if t.target.is_error() || components.of(t.target) != components.of(from) {
            terminal[components.of(from)] = false;
        }
    }
    let tree = Tree::from(lts, lts.initial(), |_| true, budget)?;
    // Terminal sets in the order in which the search meets them, with the state it meets first.
    let mut sets: Vec<(StateId, Vec<ActionId>, usize)> = Vec::new();
    let mut set_of = vec![None; components.len()];
    for &state in &tree.order {
        let component = components.of(state);
        if !terminal[component] {
            continue;
        }
        let index = *set_of[component].get_or_insert_with(|| {
            sets.push((state, Vec::new(), 0));
            sets.len() - 1
        });
        sets[index].1.extend(lts.transitions(state).iter().map(|t| t.action));
        sets[index].2 += 1;
    }
    for (_, occurring, _) in &mut sets {
        occurring.sort_unstable();
        occurring.dedup();
    }
    let violation = |requirement: &Requirement| {
        let Some((entry, occurring, size)) = sets.iter().find(|(_, set, _)| !requirement.is_met_by(set))
        else {
            return Ok(None);
        };
        let (path, trace) = tree.way_to(*entry);
        let cycle = shortest_cycle(lts, *entry, budget)?;
        Ok(Some(ProgressViolation { path, trace, cycle, occurring: occurring.clone(), size: *size }))
    };
    requirements.iter().map(violation).collect()
}

/// A breadth-first tree.
struct Tree {
    order: Vec<StateId>,
    /// The transition by which each state was reached.
    parent: Vec<Option<(StateId, ActionId)>>,
}

impl Tree {
    /// Searches from a state until `go_on` says no.
    fn from(
        lts: &Lts,
        root: StateId,
        mut go_on: impl FnMut(&Self) -> bool,
        budget: &Budget,
    ) -> Result<Self, StopReason> {
        let mut tree = Self { order: vec![root], parent: vec![None; lts.num_states()] };
        let mut next = 0;
        while next < tree.order.len() && go_on(&tree) {
            if next % 1024 == 0 {
                budget.poll(Poll::Components)?;
            }
            let state = tree.order[next];
            next += 1;
            for t in lts.transitions(state) {
                let to = t.target;
                if !to.is_error() && to != root && tree.parent[to.index()].is_none() {
                    tree.parent[to.index()] = Some((state, t.action));
                    tree.order.push(to);
                }
            }
        }
        Ok(tree)
    }

    /// The states and the actions from the root to a state.
    fn way_to(&self, state: StateId) -> (Vec<StateId>, Vec<ActionId>) {
        let (mut path, mut trace) = (vec![state], Vec::new());
        while let Some((before, action)) = self.parent[path[path.len() - 1].index()] {
            path.push(before);
            trace.push(action);
        }
        path.reverse();
        trace.reverse();
        (path, trace)
    }
}

/// The actions of a shortest cycle through a state; empty when there is none.
fn shortest_cycle(lts: &Lts, state: StateId, budget: &Budget) -> Result<Vec<ActionId>, StopReason> {
    let closing = |s: StateId| lts.transitions(s).iter().find(|t| t.target == state).map(|t| (s, t.action));
    let mut seen = 0;
    let mut close = None;
    let tree = Tree::from(
        lts,
        state,
        |tree| {
            while close.is_none() && seen < tree.order.len() {
                close = closing(tree.order[seen]);
                seen += 1;
            }
            close.is_none()
        },
        budget,
    )?;
    Ok(close.map_or_else(Vec::new, |(last, action)| {
        let mut cycle = tree.way_to(last).1;
        cycle.push(action);
        cycle
    }))
}

/// Checks a violation against the definition: the run exists, the states reachable from its end can all
/// return to it and never leave for π, and what occurs among them does not meet the requirement.
///
/// # Errors
/// What is wrong with it.
pub fn replay_progress(
    lts: &Lts,
    requirement: &Requirement,
    violation: &ProgressViolation,
) -> Result<(), String> {
    let steps = violation.path.windows(2).zip(&violation.trace);
    if violation.path.len() != violation.trace.len() + 1 || violation.path[0] != lts.initial() {
        return Err("the run does not begin in the initial state".into());
    }
    for (pair, &action) in steps {
        if !lts.transitions(pair[0]).iter().any(|t| t.action == action && t.target == pair[1]) {
            return Err(format!("there is no such step from {:?}", pair[0]));
        }
    }
    let entry = violation.path[violation.path.len() - 1];
    let mut inside = vec![false; lts.num_states()];
    let mut set = vec![entry];
    inside[entry.index()] = true;
    let mut next = 0;
    let mut occurring = Vec::new();
    let mut backward: Vec<Vec<StateId>> = vec![Vec::new(); lts.num_states()];
    while next < set.len() {
        let from = set[next];
        next += 1;
        for t in lts.transitions(from) {
            if t.target.is_error() {
                return Err("π can be reached from the set".into());
            }
            occurring.push(t.action);
            backward[t.target.index()].push(from);
            if !inside[t.target.index()] {
                inside[t.target.index()] = true;
                set.push(t.target);
            }
        }
    }
    let mut returning = vec![entry];
    let mut can_return = vec![false; lts.num_states()];
    can_return[entry.index()] = true;
    while let Some(state) = returning.pop() {
        for &before in &backward[state.index()] {
            if !can_return[before.index()] {
                can_return[before.index()] = true;
                returning.push(before);
            }
        }
    }
    if set.iter().any(|s| !can_return[s.index()]) {
        return Err("the set can be left for good".into());
    }
    occurring.sort_unstable();
    occurring.dedup();
    if occurring != violation.occurring || set.len() != violation.size {
        return Err("the set is not the one described".into());
    }
    if requirement.is_met_by(&occurring) {
        return Err("the requirement is met in the set".into());
    }
    let mut places = vec![entry];
    for &action in &violation.cycle {
        let step = |s: &StateId| {
            let row = lts.transitions(*s).iter();
            row.filter(|t| t.action == action).map(|t| t.target).collect::<Vec<_>>()
        };
        places = places.iter().flat_map(step).collect();
        places.sort_unstable();
        places.dedup();
    }
    if places.contains(&entry) { Ok(()) } else { Err("the cycle does not return".into()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LtsBuilder;
    use suppose_testing::Random;

    fn s(n: usize) -> StateId {
        StateId::must(n)
    }
    fn a(n: u32) -> ActionId {
        ActionId::from_raw(n)
    }

    /// Two coins: `pick` one of two ways, then toss heads (2) or tails (3) for ever; the trick coin only has
    /// heads.
    fn coins() -> Lts {
        let mut b = LtsBuilder::new(5);
        b.add(s(0), a(1), s(1));
        b.add(s(0), a(1), s(2));
        for (from, to, action) in [(1, 3, 2), (3, 1, 4), (2, 4, 3), (4, 2, 4), (2, 2, 2)] {
            b.add(s(from), a(action), s(to));
        }
        b.finish().expect("valid")
    }

    #[test]
    fn the_trick_coin_never_shows_tails() {
        let heads = Requirement::AnyOf(vec![a(2)]);
        let tails = Requirement::AnyOf(vec![a(3)]);
        let either = Requirement::AnyOf(vec![a(2), a(3)]);
        let fair = Requirement::IfThen(vec![a(2)], vec![a(3)]);
        let vacuous = Requirement::IfThen(vec![a(9)], vec![a(3)]);
        let requirements = [heads, tails.clone(), either, fair, vacuous];
        let found = check_progress(&coins(), &requirements, &Budget::unlimited()).expect("no limit");
        let violated: Vec<bool> = found.iter().map(Option::is_some).collect();
        assert_eq!(violated, [false, true, false, true, false]);
        let violation = found[1].as_ref().expect("violated");
        assert_eq!(violation.trace, [a(1)]);
        assert_eq!(violation.path, [s(0), s(1)]);
        assert_eq!(violation.cycle, [a(2), a(4)]);
        assert_eq!(violation.occurring, [a(2), a(4)]);
        assert_eq!(violation.size, 2);
        assert_eq!(replay_progress(&coins(), &tails, violation), Ok(()));
    }

    #[test]
    fn a_deadlock_makes_no_progress() {
        let mut b = LtsBuilder::new(2);
        b.add(s(0), a(1), s(0));
        b.add(s(0), a(2), s(1));
        let lts = b.finish().expect("valid");
        let each = Requirement::Each(vec![a(1)]);
        let found =
            check_progress(&lts, std::slice::from_ref(&each), &Budget::unlimited()).expect("no limit");
        let violation = found[0].as_ref().expect("violated");
        assert_eq!(
            (violation.trace.as_slice(), violation.cycle.as_slice()),
            ([a(2)].as_slice(), [].as_slice())
        );
        assert_eq!(replay_progress(&lts, &each, violation), Ok(()));
    }

    /// A violated requirement by definition: some reachable state from which every state reachable can
    /// return, and among whose transitions the requirement is not met.
    fn naive(lts: &Lts, requirement: &Requirement) -> bool {
        let n = lts.num_states();
        let mut reach = vec![vec![false; n]; n];
        for (i, row) in reach.iter_mut().enumerate() {
            let mut stack = vec![i];
            row[i] = true;
            while let Some(at) = stack.pop() {
                for t in lts.transitions(s(at)).iter().filter(|t| !t.target.is_error()) {
                    if !std::mem::replace(&mut row[t.target.index()], true) {
                        stack.push(t.target.index());
                    }
                }
            }
        }
        (0..n).any(|i| {
            let set: Vec<usize> = (0..n).filter(|&j| reach[i][j]).collect();
            let moves: Vec<_> = set.iter().flat_map(|&j| lts.transitions(s(j))).collect();
            let mut occurring: Vec<ActionId> = moves.iter().map(|t| t.action).collect();
            occurring.sort_unstable();
            reach[0][i]
                && set.iter().all(|&j| reach[j][i])
                && !moves.iter().any(|t| t.target.is_error())
                && !requirement.is_met_by(&occurring)
        })
    }

    #[test]
    fn random_systems_agree_with_the_definition() {
        let mut random = Random::new(7);
        let mut below = |n: usize| random.below(n);
        let (mut violated, mut met) = (0, 0);
        for _ in 0..5000 {
            let n = 1 + below(6);
            let mut b = LtsBuilder::new(n);
            for _ in 0..below(2 * n + 2) {
                let to = if below(20) == 0 { StateId::ERROR } else { s(below(n)) };
                b.add(s(below(n)), a(below(4) as u32), to);
            }
            let lts = b.finish().expect("valid");
            let some = |below: &mut dyn FnMut(usize) -> usize| vec![a(1 + below(3) as u32)];
            let requirement = match below(3) {
                0 => Requirement::AnyOf(some(&mut below)),
                1 => Requirement::IfThen(some(&mut below), some(&mut below)),
                _ => Requirement::Each(vec![a(1), a(2)]),
            };
            let found = check_progress(&lts, std::slice::from_ref(&requirement), &Budget::unlimited());
            let found = found.expect("no limit").remove(0);
            assert_eq!(found.is_some(), naive(&lts, &requirement), "{lts:?} {requirement:?}");
            match found {
                Some(violation) => {
                    assert_eq!(replay_progress(&lts, &requirement, &violation), Ok(()));
                    violated += 1;
                }
                None => met += 1,
            }
        }
        assert!(violated > 1000 && met > 1000, "{violated} violated, {met} met");
    }

    #[test]
    fn a_forged_violation_is_refused() {
        let tails = Requirement::AnyOf(vec![a(3)]);
        let found =
            check_progress(&coins(), std::slice::from_ref(&tails), &Budget::unlimited()).expect("no limit");
        let good = found[0].clone().expect("violated");
        let refused = |change: &dyn Fn(&mut ProgressViolation)| {
            let mut forged = good.clone();
            change(&mut forged);
            assert!(replay_progress(&coins(), &tails, &forged).is_err(), "{forged:?}");
        };
        refused(&|v| v.path[1] = s(2));
        refused(&|v| v.path[1] = s(3));
        refused(&|v| v.trace.clear());
        refused(&|v| v.cycle = vec![a(2)]);
        refused(&|v| v.occurring.push(a(3)));
        refused(&|v| v.size = 9);
        assert!(replay_progress(&coins(), &Requirement::AnyOf(vec![a(4)]), &good).is_err());
    }
}
