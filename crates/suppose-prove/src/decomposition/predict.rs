//! Which decomposition to take, without trying a proof.
//!
//! [`candidates`] are probed in the order of their scores: both sides are built within a small limit of
//! states, and the one with the lowest estimate wins ([`Probe`]). No probe may cost more than the best one so
//! far, so a good one makes all others cheap. The first limit is very small; if no decomposition fits into it,
//! the limit is made larger and all are tried again, as long as a fixed amount of work is left. So what is
//! spent grows with what can be gained: a few components that decide the question by themselves are found at
//! once. If nothing fits, the scores decide.
//!
//! # Tests
//! `suppose-bench decompose` compares the prediction with the cost of all decompositions.
//!
//! [`candidates`]: super::candidates

use suppose_base::{Budget, StopReason, counted};

use super::Units;
use super::candidates::{Candidate, candidates};
use super::probe::{Probe, Sides};
use crate::Task;
use crate::rule::RuleKind;

/// The limits of states for probes, one after the other.
const LIMITS: [u64; 5] = [1 << 5, 1 << 7, 1 << 9, 1 << 11, 1 << 13];
/// So many states may be built in all probes together.
const WORK: u64 = 1 << 18;

/// Decompositions in the order in which they should be tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// Those that were looked at, the best first, with what building their sides showed where that was done.
    pub ranked: Vec<(Candidate, Option<Probe>)>,
    /// For how many of them sides were built.
    pub probed: usize,
    /// The largest limit of states that was tried.
    pub limit: u64,
}

/// Ranks decompositions; there is none for fewer than two units.
///
/// # Errors
/// When the budget is spent.
pub fn rank(task: &Task<'_>, units: &Units, budget: &Budget) -> Result<Ranking, StopReason> {
    let mut ranked: Vec<(Candidate, Option<Probe>)> =
        candidates(task, units).into_iter().map(|candidate| (candidate, None)).collect();
    let order = alternating(&ranked);
    let mut sides = vec![Sides::default(); ranked.len()];
    let mut work = 0;
    let (mut probed, mut limit) = (0, 0);
    // The lowest cost so far, and how many units its M1 has: of those that cost the same, the smallest M1 says
    // most about what matters.
    let mut best: Option<(u64, usize)> = None;
    for most in LIMITS {
        if best.is_some() || work >= WORK {
            break;
        }
        limit = most.min(budget.max_states().unwrap_or(most));
        for (number, &place) in order.iter().enumerate() {
            if work >= WORK {
                break;
            }
            probed = probed.max(number + 1);
            let (candidate, found) = &mut ranked[place];
            let parts = units.parts(task, &[&candidate.left, &candidate.right]);
            let units = candidate.left.len();
            let most =
                best.map_or(most, |(cost, least)| if units < least { cost } else { cost.saturating_sub(1) });
            *found = sides[place].probe(task, &parts, most, &mut work, budget)?;
            if let Some(found) = found {
                best = Some((found.cost(), units));
            }
        }
    }
    // What was built comes first. Sorting is stable, so otherwise the scores decide.
    ranked.sort_by_key(|(candidate, probe)| {
        probe.map_or((u64::MAX, 0), |probe| (probe.cost(), candidate.left.len()))
    });
    Ok(Ranking { ranked, probed, limit })
}

/// In which order candidates are probed: in turn the next one by score and the next one with the smallest M1.
/// A small M1 is cheap to build, and if it decides the question nothing is cheaper.
fn alternating(ranked: &[(Candidate, Option<Probe>)]) -> Vec<usize> {
    let mut by_size: Vec<usize> = (0..ranked.len()).collect();
    by_size.sort_by_key(|&place| ranked[place].0.left.len());
    let mut is_taken = vec![false; ranked.len()];
    let both = by_size.iter().enumerate().flat_map(|(by_score, &by_size)| [by_score, by_size]);
    both.filter(|&place| !std::mem::replace(&mut is_taken[place], true)).collect()
}

/// The decomposition to take.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// M1, as numbers of units.
    pub left: Vec<usize>,
    /// M2, as numbers of units.
    pub right: Vec<usize>,
    /// The predicted cost, in states; `None` when its sides are too large to look at.
    pub cost: Option<u64>,
    /// Why this one, a sentence each.
    pub reasons: Vec<String>,
}

impl Ranking {
    /// The best one, and why.
    pub fn best(&self) -> Option<Prediction> {
        let (candidate, probe) = self.ranked.first()?;
        let letters = counted(candidate.letters, "action");
        let among = counted(self.ranked.len(), "decomposition");
        let mut reasons = Vec::new();
        match probe {
            Some(Probe::Decides(largest)) => {
                let states = counted(*largest, "state");
                reasons.push(format!("M1 decides the question alone, with a product of {states}"));
            }
            Some(Probe::Built { left, right }) => {
                let side = |largest: u64, reduced: u64| {
                    format!("is built with {} and reduced to {reduced}", counted(largest, "state"))
                };
                reasons.push(format!("M1 with the property {}", side(left.largest, left.reduced)));
                reasons.push(format!("M2 {}", side(right.largest, right.reduced)));
            }
            None => {
                let limit = counted(self.limit, "state");
                reasons.push(format!("the sides of no decomposition could be built with {limit}"));
                reasons.push("by the sizes of components and what they share, its sides are smallest".into());
            }
        }
        reasons.push(format!("the interface has {letters}"));
        reasons.push(match probe {
            Some(_) => format!("the lowest estimate of {among}, after building the sides of {}", self.probed),
            None => format!("the lowest score of {among}"),
        });
        let (left, right) = (candidate.left.clone(), candidate.right.clone());
        Some(Prediction { left, right, cost: probe.map(Probe::cost), reasons })
    }
}

/// The decomposition to take; none for fewer than two units.
///
/// # Errors
/// When the budget is spent.
pub fn predict(task: &Task<'_>, units: &Units, budget: &Budget) -> Result<Option<Prediction>, StopReason> {
    Ok(rank(task, units, budget)?.best())
}

/// The parts of a proof where nobody named them, as components, and a sentence about why. Sides are built for
/// one assumption between them; a rule that needs more than that goes by the scores, unless M1 decides the
/// question.
///
/// # Errors
/// When the budget is spent.
pub(crate) fn choose(
    task: &Task<'_>,
    units: &Units,
    rule: RuleKind,
    budget: &Budget,
) -> Result<(Vec<Vec<usize>>, Option<String>), StopReason> {
    let ranking = rank(task, units, budget)?;
    let one_assumption = matches!(rule, RuleKind::Asymmetric | RuleKind::Chain | RuleKind::Conjunction);
    let best = ranking.ranked.first();
    let best = if one_assumption || matches!(best, Some((_, Some(Probe::Decides(_))))) {
        best
    } else {
        ranking.ranked.iter().min_by(|(a, _), (b, _)| a.score.total_cmp(&b.score))
    };
    let Some((candidate, probe)) = best else {
        return Ok((vec![task.members().to_vec()], None));
    };
    let why = if let Some(Probe::Decides(_)) = probe {
        "split chosen because its first part decides the question".to_owned()
    } else {
        let (among, letters) = (ranking.ranked.len(), counted(candidate.letters, "action"));
        format!("split chosen among {among} for its predicted cost; its interface has {letters}")
    };
    Ok((units.parts(task, &[&candidate.left, &candidate.right]), Some(why)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{PI, component, lts_of, system_of};
    use suppose_lts::Role;
    use suppose_lts::check::Question;

    /// In a row of components each hands over to the next by one action; the first alone keeps the property
    /// about the first two.
    #[test]
    fn a_part_that_decides_is_found() {
        let link = |i: u32| lts_of(2, &[(0, i, 1), (1, i + 1, 0)], &[]);
        let mut all: Vec<_> = (1..5).map(|i| component(&format!("C{i}"), Role::Component, link(i))).collect();
        let property = lts_of(2, &[(0, 1, 1), (1, 2, 0), (0, 2, PI), (1, 1, PI)], &[]);
        all.push(component("P", Role::Property, property));
        let system = system_of(all);
        let task = Task::new(&system, Question::Safe(4)).expect("safety");
        let units = Units::single(&task);
        let (parts, why) =
            choose(&task, &units, RuleKind::Asymmetric, &Budget::unlimited()).expect("no limit");
        assert_eq!(parts, [vec![0], vec![1, 2, 3]]);
        assert_eq!(why.as_deref(), Some("split chosen because its first part decides the question"));
        let found = predict(&task, &units, &Budget::unlimited()).expect("no limit").expect("four units");
        assert_eq!((found.left, found.cost), (vec![0], Some(2)));
        assert_eq!(found.reasons[0], "M1 decides the question alone, with a product of 2 states");
        // With the first two in one unit, both are there.
        let units = Units::new([vec![0, 1], vec![2], vec![3]], &task);
        let (parts, _) = choose(&task, &units, RuleKind::Asymmetric, &Budget::unlimited()).expect("no limit");
        assert_eq!(parts, [vec![0, 1], vec![2, 3]]);
        let one = Units::new([vec![0, 1, 2, 3]], &task);
        assert_eq!(
            choose(&task, &one, RuleKind::Asymmetric, &Budget::unlimited()),
            Ok((vec![vec![0, 1, 2, 3]], None))
        );
        assert_eq!(predict(&task, &one, &Budget::unlimited()), Ok(None));
    }

    #[test]
    fn scores_decide_when_nothing_can_be_built() {
        let big = |i: u32| {
            let steps: Vec<(usize, u32, usize)> = (0..40).map(|s| (s, i, (s + 1) % 40)).collect();
            lts_of(40, &steps, &[9])
        };
        let mut all: Vec<_> = (1..4).map(|i| component(&format!("C{i}"), Role::Component, big(i))).collect();
        all.push(component("P", Role::Property, lts_of(1, &[(0, 9, PI), (0, 1, 0)], &[])));
        let system = system_of(all);
        let task = Task::new(&system, Question::Safe(3)).expect("safety");
        let tight = Budget::unlimited().with_max_states(30);
        let found = predict(&task, &Units::single(&task), &tight).expect("the limit is no error");
        let found = found.expect("three units");
        assert_eq!(found.cost, None);
        assert_eq!(found.reasons[0], "the sides of no decomposition could be built with 30 states");
    }

    #[test]
    fn a_property_that_is_violated_from_the_start_costs_nothing() {
        let link = |i: u32| lts_of(2, &[(0, i, 1), (1, i + 1, 0)], &[]);
        let mut all: Vec<_> = (1..4).map(|i| component(&format!("C{i}"), Role::Component, link(i))).collect();
        let broken =
            suppose_lts::RowBuilder::new().finish(suppose_base::StateId::ERROR, None).expect("π alone");
        all.push(component("P", Role::Property, broken.with_alphabet(crate::test_support::word(&[1]))));
        let system = system_of(all);
        let task = Task::new(&system, Question::Safe(3)).expect("safety");
        let found = predict(&task, &Units::single(&task), &Budget::unlimited()).expect("no limit");
        assert_eq!(found.and_then(|found| found.cost), Some(0));
    }
}
