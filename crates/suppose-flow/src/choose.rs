//! Constraints chosen automatically, until a property is proved or a path is an execution.
//!
//! # Contract
//! [`decide`] answers for a property: it holds, with a set of constraints that proves it, from which those that it does not need were left out as far as that was worth the time; or it is violated, with an
//! execution; or it could not be decided within the budget.
//!
//! # Algorithm
//! Counterexample-guided, without constraints at first. A path to π is given to the LTSs ([`feasible`](crate::feasible)). If no execution does what it does, constraints are added that rule it
//! out ([`mod@exclude`]): the path is the word of its actions, and a set of constraints rules it out if propagation finds no path to π with that word. When the property is proved, constraints that it
//! does not need are left out one by one.
//!
//! Few constraints can leave far more to look at than all of them do. So a check has a limit; when it is reached, all constraints together are tried under the same limit, and the limit grows if that is of no use.
//!
//! It ends: each round rules out a word that the constraints of the round before allowed, and with all constraints every path is an execution.
//!
//! # Complexity
//! Propagation along a word is linear in its length and the number of pairs at each letter, so trying a candidate is cheap beside a check of the property.
//!
//! # Tests
//! The elevator needs its variable and nothing else; random programs get the verdict of their LTSs (`tests/programs`).

use suppose_base::{ActionId, Budget, StopReason};

use crate::constraint::Constraint;
use crate::exclude::{Candidates, exclude};
use crate::feasible::{Execution, realise};
use crate::verify::{Analysis, Report};

/// How many states the search for an execution may take before constraints are tried. Without limit it could take as long as the search of the whole system.
const FIRST_LOOK: u64 = 200_000;

/// How many states a check may take before all constraints together are tried: exact paths can be far fewer than those that few constraints leave.
const ROUND: u64 = 1 << 20;

/// How much more a proof with fewer constraints may cost.
const DEARER: u64 = 8;

/// How many times the states that a proof took may be spent on leaving constraints out of it.
const PATIENCE: u64 = 4;

/// What was found out about a property.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The answer.
    pub answer: Answer,
    /// The constraints at the end.
    pub constraints: Vec<Constraint>,
    /// The last check: of the proof, or the one that gave the path.
    pub last: Report,
    /// Pairs of a node and a tuple in all checks of the property.
    pub states: u64,
    /// How many checks of the property there were.
    pub checks: u32,
}

/// The answer about a property.
#[derive(Clone, Debug)]
pub enum Answer {
    /// It holds.
    Proved,
    /// It does not hold: the path is an execution.
    Violated(Execution),
    /// There is a path, and whether it is an execution could not be found out.
    Open(StopReason),
}

/// Decides a property, beginning with these constraints.
///
/// # Errors
/// When the budget is spent before there is a path.
pub fn decide(
    analysis: &mut Analysis<'_>,
    first: &[Constraint],
    budget: &Budget,
) -> Result<Decision, StopReason> {
    let mut constraints = first.to_vec();
    let (mut states, mut checks) = (0, 0);
    let mut round = ROUND;
    loop {
        checks += 1;
        let last = match analysis.check(&constraints, &capped(budget, round)) {
            Err(StopReason::States(_)) if budget.max_states().is_none_or(|most| most > round) => {
                states += round;
                checks += 1;
                let all = analysis.candidates();
                match analysis.check(&all, &capped(budget, round)) {
                    Ok(report) => {
                        constraints = all;
                        report
                    }
                    Err(StopReason::States(_)) => {
                        states += round;
                        round = round.saturating_mul(DEARER);
                        continue;
                    }
                    Err(reason) => return Err(reason),
                }
            }
            checked => checked?,
        };
        states += last.states;
        let Some(word) = last.word() else {
            let proof = Decision { answer: Answer::Proved, constraints, last, states, checks };
            return Ok(reduce(analysis, proof, budget));
        };
        let answer = match judge(analysis, &mut constraints, &last, &word, budget) {
            Ok(None) => continue,
            Ok(Some(execution)) => Answer::Violated(execution),
            Err(reason) => Answer::Open(reason),
        };
        return Ok(Decision { answer, constraints, last, states, checks });
    }
}

/// The budget with at most so many states.
fn capped(budget: &Budget, states: u64) -> Budget {
    budget.clone().with_max_states(budget.max_states().unwrap_or(u64::MAX).min(states))
}

/// Adds constraints that rule a path out, or finds that it is an execution.
fn judge(
    analysis: &mut Analysis<'_>,
    constraints: &mut Vec<Constraint>,
    report: &Report,
    word: &[ActionId],
    budget: &Budget,
) -> Result<Option<Execution>, StopReason> {
    match execution(analysis, report, word, &capped(budget, FIRST_LOOK)) {
        Ok(Some(found)) => return Ok(Some(found)),
        Ok(None) => {}
        Err(StopReason::States(_)) => {
            // Too much for a first look. If no constraints rule the path out, it is looked at again.
            let more = rule_out(analysis, constraints, report, word, budget)?;
            if more.is_empty() {
                return match execution(analysis, report, word, budget)? {
                    Some(found) => Ok(Some(found)),
                    None => Err(StopReason::Imprecise),
                };
            }
            constraints.extend(more);
            return Ok(None);
        }
        Err(reason) => return Err(reason),
    }
    let more = rule_out(analysis, constraints, report, word, budget)?;
    if more.is_empty() {
        return Err(StopReason::Imprecise);
    }
    constraints.extend(more);
    Ok(None)
}

fn execution(
    analysis: &Analysis<'_>,
    report: &Report,
    word: &[ActionId],
    budget: &Budget,
) -> Result<Option<Execution>, StopReason> {
    let letters: Vec<Vec<ActionId>> = word.iter().map(|&action| vec![action]).collect();
    realise(analysis.exact(budget)?, analysis.property(), &report.alphabet, &letters, budget)
}

/// Constraints that rule a word out together with those there are; none if all together do not.
fn rule_out(
    analysis: &mut Analysis<'_>,
    constraints: &[Constraint],
    report: &Report,
    word: &[ActionId],
    budget: &Budget,
) -> Result<Vec<Constraint>, StopReason> {
    let acts = |task| report.path.iter().flatten().any(|step| step.tasks.contains(&task));
    let candidates = Candidates::new(analysis.program(), analysis.candidates(), &acts, constraints);
    exclude(candidates, &mut |more| {
        let all: Vec<Constraint> = constraints.iter().chain(more).copied().collect();
        analysis.leaves(&all, &report.alphabet, word, budget)
    })
}

/// Leaves out constraints that a proof does not need, until none can be left out or that has taken [`PATIENCE`] times as long as finding the proof. When the budget ends, the proof stays as it is.
fn reduce(analysis: &mut Analysis<'_>, mut proof: Decision, budget: &Budget) -> Decision {
    let mut left = proof.states.saturating_mul(PATIENCE).max(ROUND);
    let mut place = proof.constraints.len();
    // How many were tried since one was left out: automata of variables bring nodes of their own, so less can prove what more did not.
    let mut tried = 0;
    while tried < proof.constraints.len() && left > 0 {
        place = place.checked_sub(1).unwrap_or(proof.constraints.len() - 1);
        let mut without = proof.constraints.clone();
        without.remove(place);
        proof.checks += 1;
        tried += 1;
        let limit = proof.last.states.saturating_mul(DEARER).max(ROUND).min(left);
        let report = match analysis.check(&without, &capped(budget, limit)) {
            Ok(report) => report,
            Err(StopReason::States(_)) if budget.max_states().is_none_or(|most| most > limit) => {
                proof.states += limit;
                left -= limit;
                continue;
            }
            Err(_) => break,
        };
        proof.states += report.states;
        left = left.saturating_sub(report.states);
        if report.path.is_none() {
            proof.constraints = without;
            proof.last = report;
            tried = 0;
        }
    }
    proof
}
