//! The naive twin: everything from the definitions, over explicit sets of tuples, in rounds, sharing no code
//! with the method.

use std::collections::{BTreeMap, BTreeSet};

use suppose_base::{ActionId, Budget, StateId, Verdict};
use suppose_lts::check::{Question, check};
use suppose_lts::{Lts, System};

use crate::outcome::{Outcome, Restriction};
use crate::run::realise;
use crate::task::Task;

type Tuple = Vec<StateId>;
/// An action and who takes which transition, by place and by number.
type Step = (ActionId, Vec<(usize, usize)>);

/// All steps of a tuple in the product of some LTSs; none where somebody is in π or dead.
fn steps(ltss: &[&Lts], dead: &[Option<StateId>], tuple: &[StateId]) -> Vec<Step> {
    if tuple.iter().zip(dead).any(|(s, dead)| s.is_error() || Some(*s) == *dead) {
        return Vec::new();
    }
    let own = |place: usize, action: ActionId| -> Vec<usize> {
        let matching = |&(_, (s, t)): &(usize, (StateId, suppose_lts::Transition))| {
            s == tuple[place] && t.action == action
        };
        ltss[place].all_transitions().enumerate().filter(matching).map(|(number, _)| number).collect()
    };
    let mut all: Vec<Step> = Vec::new();
    for place in 0..ltss.len() {
        all.extend(own(place, ActionId::TAU).into_iter().map(|t| (ActionId::TAU, vec![(place, t)])));
    }
    let actions: BTreeSet<ActionId> = ltss.iter().flat_map(|l| l.alphabet().iter().copied()).collect();
    for action in actions {
        let mut ways: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
        for place in (0..ltss.len()).filter(|&p| ltss[p].has_action(action)) {
            let mut longer = Vec::new();
            for way in &ways {
                for transition in own(place, action) {
                    longer.push([way.as_slice(), &[(place, transition)]].concat());
                }
            }
            ways = longer;
        }
        all.extend(ways.into_iter().map(|way| (action, way)));
    }
    all
}

/// The tuple after a step.
fn after(ltss: &[&Lts], tuple: &[StateId], step: &Step) -> Tuple {
    let mut next = tuple.to_vec();
    for &(place, transition) in &step.1 {
        next[place] = ltss[place].flat_transitions()[transition].target;
    }
    next
}

/// What is reached in a product by allowed transitions, and all steps that are possible there, allowed or
/// not.
fn reached(
    task: &Task<'_>,
    members: &[usize],
    allowed: impl Fn(usize, usize) -> bool,
) -> (BTreeSet<Tuple>, Vec<Step>) {
    let ltss: &[&Lts] = &members.iter().map(|&m| task.lts(m)).collect::<Vec<_>>();
    let dead: Vec<Option<StateId>> = members.iter().map(|&m| task.dead(m)).collect();
    let mut todo: Vec<Tuple> = vec![ltss.iter().map(|l| l.initial()).collect()];
    let mut known: BTreeSet<Tuple> = todo.iter().cloned().collect();
    let mut possible = Vec::new();
    while let Some(tuple) = todo.pop() {
        for step in steps(ltss, &dead, &tuple) {
            if step.1.iter().all(|&(place, t)| allowed(place, t)) {
                let next = after(ltss, &tuple, &step);
                if known.insert(next.clone()) {
                    todo.push(next);
                }
            }
            possible.push(step);
        }
    }
    (known, possible)
}

/// Kept transitions as (component, number).
pub(super) type Kept = BTreeSet<(usize, usize)>;

/// The least fixpoint for clusters with their owners, by rounds. Components without an owner keep all.
pub(super) fn fixpoint(task: &Task, clusters: &[(Vec<usize>, Vec<usize>)]) -> Kept {
    let owners = |c: usize| clusters.iter().filter(|(_, owners)| owners.contains(&c)).count();
    let all =
        || (0..task.num_components()).flat_map(|c| (0..task.lts(c).num_transitions()).map(move |t| (c, t)));
    let mut kept: Kept = all().filter(|&(c, _)| owners(c) == 0).collect();
    loop {
        let mut seen: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for (members, owners) in clusters {
            let (_, possible) = reached(task, members, |place, t| kept.contains(&(members[place], t)));
            let taken: BTreeSet<(usize, usize)> =
                possible.iter().flat_map(|(_, way)| way).map(|&(place, t)| (members[place], t)).collect();
            for taken in taken.into_iter().filter(|(c, _)| owners.contains(c)) {
                *seen.entry(taken).or_default() += 1;
            }
        }
        let next: Kept =
            all().filter(|t| kept.contains(t) || seen.get(t).is_some_and(|&n| n == owners(t.0))).collect();
        if next == kept {
            return kept;
        }
        kept = next;
    }
}

/// What happens in the product of all components that matter.
pub(super) fn happens(task: &Task) -> Kept {
    let scope = task.searched();
    let (_, possible) = reached(task, &scope, |_, _| true);
    possible.iter().flat_map(|(_, way)| way).map(|&(place, t)| (scope[place], t)).collect()
}

/// Whether a restriction proves itself: what a certificate checker checks.
pub(super) fn inductive(task: &Task, restriction: &Restriction) -> Result<(), String> {
    let Restriction { clusters, kept } = restriction;
    if kept.len() != task.num_components() {
        return Err("not one entry for each component".into());
    }
    if !clusters.iter().all(|c| c.is_sorted_by(|a, b| a < b))
        || !kept.iter().all(|k| k.is_sorted_by(|a, b| a < b))
    {
        return Err("not sorted".into());
    }
    let is_kept = |c: usize, t: usize| kept[c].contains(&(t as u32));
    let mut open: Kept = (0..kept.len())
        .flat_map(|c| (0..task.lts(c).num_transitions()).map(move |t| (c, t)))
        .filter(|&(c, t)| !is_kept(c, t))
        .collect();
    for cluster in clusters {
        let (_, possible) = reached(task, cluster, |place, t| is_kept(cluster[place], t));
        let ways =
            possible.iter().map(|(_, way)| way.iter().map(|&(place, t)| (cluster[place], t)).collect());
        // What was refuted takes no part in a step.
        let able =
            |way: &Vec<(usize, usize)>| way.iter().all(|&(c, t)| is_kept(c, t) || open.contains(&(c, t)));
        let seen: Kept = ways.filter(able).flatten().collect();
        open.retain(|t| !cluster.contains(&t.0) || seen.contains(t));
    }
    if let Some((c, t)) = open.first() {
        return Err(format!("transition {t} of {c} can happen"));
    }
    // Nothing that happens is left out.
    match happens(task).into_iter().find(|&(c, t)| !is_kept(c, t)) {
        Some((c, t)) => Err(format!("transition {t} of {c} happens")),
        None => Ok(()),
    }
}

/// The least number of letters of a run that takes the watched component to π, by relaxing until nothing
/// changes.
fn least_letters(task: &Task) -> Option<usize> {
    let scope = task.searched();
    let ltss: Vec<&Lts> = scope.iter().map(|&c| task.lts(c)).collect();
    let dead: Vec<Option<StateId>> = scope.iter().map(|&c| task.dead(c)).collect();
    let watched = scope.iter().position(|&c| c == task.watched()).expect("it is searched");
    let mut letters: BTreeMap<Tuple, usize> = BTreeMap::new();
    letters.insert(ltss.iter().map(|l| l.initial()).collect(), 0);
    loop {
        let mut better = letters.clone();
        for (tuple, &so_far) in &letters {
            for step in steps(&ltss, &dead, tuple) {
                let number = so_far + usize::from(!step.0.is_tau());
                let entry = better.entry(after(&ltss, tuple, &step)).or_insert(number);
                *entry = number.min(*entry);
            }
        }
        if better == letters {
            return letters.iter().filter(|(t, _)| t[watched].is_error()).map(|(_, &n)| n).min();
        }
        letters = better;
    }
}

/// Checks all that an outcome says.
pub(super) fn check_outcome(system: &System, task: &Task, outcome: &Outcome) -> Result<(), String> {
    let plain = check(system, &[Question::Safe(task.watched())], 1, &Budget::unlimited());
    if outcome.verdict.name() != plain[0].verdict.name() {
        return Err(format!("{:?}, but plain search says {}", outcome.verdict, plain[0].verdict.name()));
    }
    if let Verdict::Violated(trace) = &outcome.verdict {
        let alone = system.restricted_to(&task.searched());
        let place = task.searched().partition_point(|&c| c < task.watched());
        realise(&alone, place, trace)?;
        if Some(trace.len()) != least_letters(task) {
            return Err(format!("{trace:?} is not shortest: {:?}", least_letters(task)));
        }
    }
    let Some(proof) = &outcome.findings.proof else { return Ok(()) };
    if !outcome.verdict.holds() || !proof.assumptions.is_empty() || proof.parts.len() > 1 {
        return Err("a proof of another form".into());
    }
    let everything: Kept = (0..task.num_components())
        .flat_map(|c| (0..task.lts(c).num_transitions()).map(move |t| (c, t)))
        .collect();
    let kept = match &proof.restriction {
        Some(restriction) => {
            inductive(task, restriction)?;
            let places = restriction.kept.iter().enumerate();
            places.flat_map(|(c, kept)| kept.iter().map(move |&t| (c, t as usize))).collect()
        }
        None => everything,
    };
    let mut members: Vec<usize> = proof.parts.concat();
    members.push(task.watched());
    let (tuples, _) = reached(task, &members, |place, t| kept.contains(&(members[place], t)));
    match tuples.iter().find(|t| t.iter().any(|s| s.is_error())) {
        Some(tuple) => Err(format!("the premise fails in {tuple:?}")),
        None => Ok(()),
    }
}
