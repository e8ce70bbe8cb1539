//! What `suppose decompose` finds out about properties: the prediction, the plain search beside it, and with
//! `--all` what every decomposition costs.
//!
//! Work is done in the order of what it tells: the prediction first, then the plain search, then the predicted
//! decomposition and the chain, then all others in the order of their scores. Whatever ends it, what is known
//! by then stands. A proof that takes many times the states of the plain search is given up, since nobody
//! would choose it; its cost is then known to be more than that.

use suppose_base::{Budget, Diagnostic, StopReason, Verdict};
use suppose_inquiry::{Failure, Plan, Unit};
use suppose_prove::decomposition::{MOST_UNITS, Ranking, Symmetries, chain, rank, symmetries, two_way};
use suppose_prove::rule::RuleKind;

use super::{Decomposition, Measured, Predicted, names};
use crate::project::Project;

/// More runs than this must be asked for with `--limit`.
const MOST_RUNS: usize = 4096;
/// No plain search takes more states unless the user allows it.
const PLAIN: u64 = 1 << 22;
/// No proof takes more than so many times the states of the plain search, or this many.
const TIMES: u64 = 16;
const ALWAYS: u64 = 1 << 12;

/// What is wanted.
#[derive(Clone, Debug, Default)]
pub struct Decomposing {
    /// The properties, by name or file; all of the target when there is none.
    pub properties: Vec<String>,
    /// Whether decompositions are measured.
    pub all: bool,
    /// How many of them at most, the most promising first.
    pub limit: Option<usize>,
}

/// What was found about decompositions of a target.
#[derive(Clone, Debug)]
pub struct Decomposed {
    /// The name of the target.
    pub system: String,
    /// What stays together.
    pub units: Vec<Unit>,
    /// What was found for each property.
    pub properties: Vec<DecomposedProperty>,
    /// Why there is not more, if a limit ended it.
    pub stopped: Option<StopReason>,
}

/// What was found about decompositions for one property.
#[derive(Clone, Debug)]
pub struct DecomposedProperty {
    /// The property.
    pub property: String,
    /// What the plain search costs.
    pub plain: Option<Measured>,
    /// The decomposition that is likely to be the cheapest.
    pub predicted: Option<Predicted>,
    /// What it costs, if decompositions are measured.
    pub predicted_cost: Option<Measured>,
    /// Groups for the rule `chain`.
    pub chain: Option<Chained>,
    /// How many decompositions into two parts there are; `None` when that is more than 2⁶³.
    pub count: Option<u64>,
    /// How many of them differ in more than names, where that was asked for.
    pub classes: Option<usize>,
    /// Those that were measured, in the order of the work.
    pub measured: Vec<(Decomposition, Measured)>,
}

/// Groups for the rule `chain`.
#[derive(Clone, Debug)]
pub struct Chained {
    /// The names of the units of each group, in the order of the chain.
    pub parts: Vec<Vec<String>>,
    /// The predicted cost, in states; `None` when it is too large to look at.
    pub cost: Option<u64>,
    /// What it costs, if decompositions are measured.
    pub measured: Option<Measured>,
}

impl DecomposedProperty {
    /// The limit of the user that the plain search reached, if it did. Decompositions are measured all the
    /// same.
    fn limited(&self, budget: &Budget) -> Option<StopReason> {
        match &self.plain.as_ref()?.verdict {
            Verdict::Inconclusive(reason @ StopReason::States(limit)) => {
                (budget.max_states() == Some(*limit)).then(|| reason.clone())
            }
            _ => None,
        }
    }

    /// The cheapest decomposition that was measured.
    pub fn best(&self) -> Option<&(Decomposition, Measured)> {
        let decided = self.measured.iter().filter(|(_, cost)| cost.is_decided());
        decided.min_by_key(|(split, cost)| (cost.max_states, split.parts[0].len()))
    }

    /// How many decompositions cost less than the plain search.
    pub fn better_than_plain(&self) -> Option<u64> {
        let plain = self.plain.as_ref()?;
        let is_better = |cost: &Measured| cost.is_decided() && cost.max_states < plain.max_states;
        let better = self.measured.iter().filter(|(_, cost)| is_better(cost));
        Some(better.map(|(split, _)| u64::from(split.stands_for)).sum())
    }
}

impl Measured {
    /// Whether the run came to its end.
    pub fn is_decided(&self) -> bool {
        !matches!(self.verdict, Verdict::Inconclusive(_))
    }

    /// Whether more states would have helped.
    pub(super) fn is_limited(&self) -> bool {
        matches!(self.verdict, Verdict::Inconclusive(StopReason::States(_)))
    }

    /// What ended the whole work, and not only this run.
    pub(super) fn ended(&self) -> Result<(), StopReason> {
        match &self.verdict {
            Verdict::Inconclusive(
                StopReason::States(_) | StopReason::Imprecise | StopReason::Unsupported(_),
            ) => Ok(()),
            Verdict::Inconclusive(reason) => Err(reason.clone()),
            _ => Ok(()),
        }
    }
}

impl Project {
    /// Finds out about decompositions.
    ///
    /// # Errors
    /// When the input or the request makes no sense, or a limit is reached before anything is known. A limit
    /// that is reached later is part of what was found.
    pub fn decompose(&mut self, wanted: &Decomposing, plan: &Plan) -> Result<Decomposed, Failure> {
        plan.validate()?;
        let places = self.asked_about(&wanted.properties, plan)?;
        let units = self.units(plan)?;
        let inquiry = self.inquiry(plan)?;
        if places.is_empty() {
            let message = format!("`{}` has no property to take it apart for", inquiry.name());
            let help = "declare a property, or name a file with --property";
            return Err(Diagnostic::error("E0708", message).help(help).into());
        }
        let questions: Vec<(usize, String)> =
            places.iter().map(|&place| (place, inquiry.questions()[place].name.clone())).collect();
        let system = inquiry.name().to_owned();
        let mut found = Decomposed { system, units, properties: Vec::new(), stopped: None };
        for (place, property) in questions {
            let known = DecomposedProperty {
                property,
                plain: None,
                predicted: None,
                predicted_cost: None,
                chain: None,
                count: None,
                classes: None,
                measured: Vec::new(),
            };
            found.properties.push(known);
            let known = found.properties.last_mut().expect("just added");
            match self.decompose_for(place, known, wanted, plan) {
                Ok(()) => found.stopped = found.stopped.or_else(|| known.limited(&self.reader.budget)),
                Err(Failure::Stopped(reason)) if !reason.is_internal() => {
                    found.stopped = Some(reason);
                    break;
                }
                Err(failure) => return Err(failure),
            }
        }
        Ok(found)
    }

    /// What there is to find out for one property.
    fn decompose_for(
        &mut self,
        question: usize,
        known: &mut DecomposedProperty,
        wanted: &Decomposing,
        plan: &Plan,
    ) -> Result<(), Failure> {
        let subject = self.decomposable(question, plan)?;
        let (task, units, named) = subject.task()?;
        let budget = self.reader.budget.clone();
        known.count = u32::try_from(units.len())
            .ok()
            .and_then(|n| 1u64.checked_shl(n))
            .map(|all| all.saturating_sub(2));
        let name = |numbers: &[usize]| names(numbers, &named);
        let ranking = rank(&task, &units, &budget)?;
        known.predicted = self.chosen(question, &ranking, &named, subject.by_family, plan)?;
        let groups = chain(&task, &units, &budget)?;
        known.chain = groups.map(|chain| Chained {
            parts: chain.groups.iter().map(|group| name(group)).collect(),
            cost: chain.cost,
            measured: None,
        });
        let chosen = if wanted.all {
            let symmetries = if units.len() <= MOST_UNITS {
                symmetries(&task, &units, &budget)?
            } else {
                Symmetries::default()
            };
            let (chosen, classes) = chosen(&ranking, units.len(), &symmetries, wanted.limit, &budget)?;
            known.classes = classes;
            chosen
                .into_iter()
                .map(|(left, right, stands_for)| Decomposition {
                    parts: [name(&left), name(&right)],
                    stands_for,
                })
                .collect()
        } else {
            Vec::new()
        };
        let plain = self.measured_plain(question, plan, &budget.capped(PLAIN))?;
        let plain = known.plain.insert(plain);
        plain.ended()?;
        if !wanted.all {
            return Ok(());
        }
        let small = budget.capped(plain.max_states.saturating_mul(TIMES).max(ALWAYS));
        let asym = Plan { rule: Some(RuleKind::Asymmetric), ..plan.clone() };
        if let Some(predicted) = &known.predicted {
            let cost = self.measured(question, &predicted.parts, &asym, &small)?;
            known.predicted_cost.insert(cost).ended()?;
        }
        if let Some(chained) = &mut known.chain {
            let rule = Plan { rule: Some(RuleKind::Chain), ..plan.clone() };
            let cost = self.measured(question, &chained.parts, &rule, &small)?;
            chained.measured.insert(cost).ended()?;
        }
        for split in chosen {
            let cost = self.measured(question, &split.parts, &asym, &small)?;
            let ended = cost.ended();
            if ended.is_ok() {
                known.measured.push((split, cost));
            }
            ended?;
        }
        Ok(())
    }
}

/// M1 and M2 as numbers of units, and how many decompositions that stands for.
type Chosen = (Vec<usize>, Vec<usize>, u32);

/// Which decompositions to measure, the most promising first, and how many classes there are where that is
/// known.
fn chosen(
    ranking: &Ranking,
    units: usize,
    symmetries: &Symmetries,
    limit: Option<usize>,
    budget: &Budget,
) -> Result<(Vec<Chosen>, Option<usize>), Failure> {
    let score = |left: &[usize]| {
        let known = ranking.ranked.iter().position(|(candidate, _)| candidate.left == left);
        known.unwrap_or(usize::MAX)
    };
    let (mut all, classes): (Vec<Chosen>, Option<usize>) = if units <= MOST_UNITS {
        let classes = two_way(units, symmetries, budget)?;
        let count = classes.len();
        (classes.into_iter().map(|split| (split.left, split.right, split.stands_for)).collect(), Some(count))
    } else {
        let ranked = ranking.ranked.iter().map(|(candidate, _)| candidate);
        (ranked.map(|candidate| (candidate.left.clone(), candidate.right.clone(), 1)).collect(), None)
    };
    let too_many = classes.is_none_or(|classes| classes > MOST_RUNS);
    if too_many && limit.is_none() {
        let what = classes.map_or_else(|| format!("2^{units}"), |classes| classes.to_string());
        let message = format!("there are {what} decompositions to try; `--all` tries {MOST_RUNS} at most");
        let help = "add --limit N to measure the N most promising ones";
        return Err(Diagnostic::error("E0708", message).help(help).into());
    }
    if too_many {
        // Most have no score, so those that have are all that is worth the time.
        let ranked = ranking.ranked.iter().map(|(candidate, _)| candidate);
        all = ranked.map(|candidate| (candidate.left.clone(), candidate.right.clone(), 1)).collect();
    } else {
        all.sort_by_cached_key(|(left, ..)| score(left));
    }
    all.truncate(limit.unwrap_or(usize::MAX));
    Ok((all, classes))
}
