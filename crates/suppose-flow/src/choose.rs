//! Constraints chosen automatically, until a property is proved or a path is an execution.
//!
//! # Contract
//! [`decide`] answers for a property: it holds, with a set of constraints that proves it, from which those
//! that it does not need were left out as far as that was worth the time; or it is violated, with an
//! execution; or it could not be decided within the budget.
//!
//! # Algorithm
//! Counterexample-guided, without constraints at first. A path to π is given to the LTSs
//! ([`feasible`](crate::feasible)). If no execution does what it does, constraints are added that rule it out
//! (`exclude`): the path is the word of its actions, and a set of constraints rules it out if propagation
//! finds no path to π with that word. Of the tasks that do it alone, the one is taken that rules out most of
//! the words before, too; then what was added for these words can go. So constraints that are good for one
//! path each give way to one that is good for all, as in the search for a smallest hitting set (Ignatiev,
//! Previti, Liffiton and Marques-Silva, Smallest MUS Extraction with Minimal Hitting Set Dualization, 2015),
//! but greedily. When the property is proved, constraints that it does not need are left out one by one.
//!
//! Few constraints can leave far more to look at than all of them do. So a check has a limit; when it is
//! reached, all constraints together are tried under the same limit, and the limit grows if that is of no
//! use. If they prove the property, the limit becomes a multiple of what they took, and only when it is
//! reached again they stay.
//!
//! It ends: constraints are taken back in a bounded number of rounds. In others the set grows, and with all
//! constraints every path is an execution.
//!
//! # Complexity
//! Propagation along a word is linear in its length and the number of pairs at each letter, so trying a
//! candidate is cheap beside a check of the property.
//!
//! # Tests
//! The elevator needs its variable and nothing else; random programs get the verdict of their LTSs
//! (`tests/all/programs`).

use suppose_base::{ActionId, Budget, StopReason, optional};

use crate::constraint::Constraint;
use crate::exclude::{Candidates, exclude, needed};
use crate::feasible::{Execution, realise};
use crate::verify::{Analysis, Report};

/// How many states the search for an execution may take before constraints are tried. Without limit it could
/// take as long as the search of the whole system.
const FIRST_LOOK: u64 = 200_000;

/// How many states a check may take before all constraints together are tried: exact paths can be far fewer
/// than those that few constraints leave.
const ROUND: u64 = 1 << 20;

/// How much more a proof with fewer constraints may cost.
const DEARER: u64 = 8;

/// How many states a check with few constraints may take in any case, once all of them have proved the
/// property.
const FEWER: u64 = 1 << 24;

/// How many dear proofs may be tried to leave constraints out.
const PATIENCE: u64 = 4;

/// In so many rounds constraints may be taken back for better ones.
const EXCHANGES: usize = 64;

/// What was found out about a property.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The answer.
    pub answer: Answer,
    /// The constraints at the end, sorted.
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
/// When the budget is spent before there is a path or a proof.
pub fn decide(
    analysis: &mut Analysis<'_>,
    first: &[Constraint],
    budget: &Budget,
) -> Result<Decision, StopReason> {
    let mut search = Search::new(first);
    let found = search.run(analysis, budget);
    let mut decision = match search.safe.take() {
        // What all constraints prove stays proved, whatever ends the search for fewer.
        Some(report) if gave_up(&found) => {
            search.constraints = analysis.candidates();
            search.decision(Answer::Proved, report)
        }
        _ => found?,
    };
    if matches!(decision.answer, Answer::Proved) {
        decision = reduce(analysis, decision, budget)?;
    }
    decision.constraints.sort_unstable();
    Ok(decision)
}

/// Whether a search ended without an answer. A failed check of the program's own work is an answer: it casts
/// doubt on what was found before.
fn gave_up(found: &Result<Decision, StopReason>) -> bool {
    match found {
        Ok(Decision { answer: Answer::Open(reason), .. }) | Err(reason) => !reason.is_internal(),
        Ok(_) => false,
    }
}

/// The search for constraints.
struct Search {
    /// Those in use.
    constraints: Vec<Constraint>,
    /// How many of them were given and stay.
    kept: usize,
    /// The words that were ruled out, each with the alphabet that it is over.
    words: Vec<(Vec<ActionId>, Vec<ActionId>)>,
    /// A proof with all constraints, while the search for one with few goes on.
    safe: Option<Report>,
    /// States and checks so far, as a [`Decision`] has them.
    states: u64,
    checks: u32,
}

impl Search {
    fn new(first: &[Constraint]) -> Self {
        let constraints = first.to_vec();
        Self { constraints, kept: first.len(), words: Vec::new(), safe: None, states: 0, checks: 0 }
    }

    fn decision(&self, answer: Answer, last: Report) -> Decision {
        let Self { constraints, states, checks, .. } = self;
        Decision { answer, constraints: constraints.clone(), last, states: *states, checks: *checks }
    }

    /// Looks for constraints until there is an answer, or a check takes more than it may although all
    /// constraints have proved the property.
    fn run(&mut self, analysis: &mut Analysis<'_>, budget: &Budget) -> Result<Decision, StopReason> {
        let mut round = ROUND;
        loop {
            let own = budget.max_states().is_none_or(|most| most > round);
            let constraints = self.constraints.clone();
            let last = match self.check(analysis, &constraints, &budget.capped(round)) {
                Err(StopReason::States(_)) if own && self.safe.is_none() => {
                    self.states += round;
                    let all = analysis.candidates();
                    match self.check(analysis, &all, &budget.capped(round)) {
                        Ok(report) if report.path.is_none() => {
                            round = round.max(report.states.saturating_mul(DEARER)).max(FEWER);
                            self.safe = Some(report);
                            continue;
                        }
                        Ok(report) => {
                            self.constraints = all;
                            report
                        }
                        Err(StopReason::States(_)) => {
                            self.states += round;
                            round = round.saturating_mul(DEARER);
                            continue;
                        }
                        Err(reason) => return Err(reason),
                    }
                }
                checked => checked?,
            };
            let Some(word) = last.word() else { return Ok(self.decision(Answer::Proved, last)) };
            let answer = match self.judge(analysis, &last, word, budget) {
                Ok(None) => continue,
                Ok(Some(execution)) => Answer::Violated(execution),
                Err(reason) => Answer::Open(reason),
            };
            return Ok(self.decision(answer, last));
        }
    }

    /// One check of the property.
    fn check(
        &mut self,
        analysis: &mut Analysis<'_>,
        constraints: &[Constraint],
        budget: &Budget,
    ) -> Result<Report, StopReason> {
        self.checks += 1;
        let report = analysis.check(constraints, budget)?;
        self.states += report.states;
        Ok(report)
    }

    /// Adds constraints that rule a path out, or finds that it is an execution.
    fn judge(
        &mut self,
        analysis: &mut Analysis<'_>,
        report: &Report,
        word: Vec<ActionId>,
        budget: &Budget,
    ) -> Result<Option<Execution>, StopReason> {
        let looked = match execution(analysis, report, &word, &budget.capped(FIRST_LOOK)) {
            Ok(Some(found)) => return Ok(Some(found)),
            Ok(None) => true,
            // Too much for a first look. If no constraints rule the path out, it is looked at again.
            Err(StopReason::States(_)) => false,
            Err(reason) => return Err(reason),
        };
        if self.rule_out(analysis, report, &word, budget)? {
            self.words.push((report.alphabet.clone(), word));
            return Ok(None);
        }
        let found = if looked { None } else { execution(analysis, report, &word, budget)? };
        found.map(Some).ok_or(StopReason::Imprecise)
    }

    /// Changes the constraints so that they rule a word out, and all words before it; whether there are such
    /// constraints.
    fn rule_out(
        &mut self,
        analysis: &mut Analysis<'_>,
        report: &Report,
        word: &[ActionId],
        budget: &Budget,
    ) -> Result<bool, StopReason> {
        let acts = |task| report.path.iter().flatten().any(|step| step.tasks.contains(&task));
        let (program, system, property) = (analysis.program(), analysis.system(), analysis.property());
        let candidates =
            Candidates::new(program, system, property, analysis.candidates(), &acts, &self.constraints);
        if !self.words.is_empty() && self.words.len() < EXCHANGES {
            let given = &self.constraints[..self.kept];
            let mut best: Option<(usize, Constraint)> = None;
            let task = |c: &&Constraint| matches!(c, Constraint::Task(_));
            for &candidate in candidates.near.iter().filter(task) {
                let alone: Vec<Constraint> = given.iter().copied().chain([candidate]).collect();
                if analysis.leaves(&alone, &report.alphabet, word, budget)? {
                    continue;
                }
                let mut others = 0;
                for (alphabet, word) in &self.words {
                    others += usize::from(!analysis.leaves(&alone, alphabet, word, budget)?);
                }
                if others > best.map_or(0, |(most, _)| most) {
                    best = Some((others, candidate));
                }
            }
            if let Some((others, better)) = best {
                if others == self.words.len() {
                    self.constraints.truncate(self.kept);
                    self.constraints.push(better);
                } else {
                    self.exchange(better, analysis, budget)?;
                }
                return Ok(true);
            }
        }
        let present = &self.constraints;
        let more = exclude(candidates, &mut |more| {
            let all: Vec<Constraint> = present.iter().chain(more).copied().collect();
            analysis.leaves(&all, &report.alphabet, word, budget)
        })?;
        let found = !more.is_empty();
        self.constraints.extend(more);
        Ok(found)
    }

    /// Adds a constraint, and drops those that are no longer needed for the words before.
    fn exchange(
        &mut self,
        better: Constraint,
        analysis: &mut Analysis<'_>,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        let (given, added) = self.constraints.split_at(self.kept);
        let rest = needed(added.to_vec(), &mut |some| {
            let set: Vec<Constraint> = given.iter().chain([&better]).chain(some).copied().collect();
            for (alphabet, word) in &self.words {
                if analysis.leaves(&set, alphabet, word, budget)? {
                    return Ok(true);
                }
            }
            Ok(false)
        })?;
        self.constraints = given.iter().copied().chain(rest).chain([better]).collect();
        Ok(())
    }
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

/// Leaves out constraints that a proof does not need, until none can be left out or that has taken as long as
/// [`PATIENCE`] proofs that are [`DEARER`]. When the budget ends, the proof stays as it is.
///
/// # Errors
/// When a check of the program's own work fails.
fn reduce(analysis: &mut Analysis<'_>, proof: Decision, budget: &Budget) -> Result<Decision, StopReason> {
    let mut check = |constraints: &[Constraint], budget: &Budget| analysis.check(constraints, budget);
    let mut reducing = Reducing { left: dearer(&proof).saturating_mul(PATIENCE), proof };
    // Automata of variables bring nodes of their own, so less can prove what more did not. They go together
    // at first.
    let (tasks, variables): (Vec<Constraint>, Vec<Constraint>) =
        reducing.proof.constraints.iter().partition(|c| matches!(c, Constraint::Task(_)));
    let mut going = variables.len() < 2 || reducing.proves(&mut check, tasks, budget)?.is_some();
    let mut place = reducing.proof.constraints.len();
    // How many were tried since one was left out.
    let mut tried = 0;
    while going && tried < reducing.proof.constraints.len() && reducing.left > 0 {
        place = place.checked_sub(1).unwrap_or(reducing.proof.constraints.len() - 1);
        let mut without = reducing.proof.constraints.clone();
        without.remove(place);
        tried += 1;
        match reducing.proves(&mut check, without, budget)? {
            Some(true) => tried = 0,
            Some(false) => {}
            None => going = false,
        }
    }
    Ok(reducing.proof)
}

/// How many states a proof with fewer constraints may take.
fn dearer(proof: &Decision) -> u64 {
    proof.last.states.saturating_mul(DEARER).max(ROUND)
}

/// A check of the property with some constraints.
type Check<'c> = dyn FnMut(&[Constraint], &Budget) -> Result<Report, StopReason> + 'c;

/// A proof on its way to fewer constraints.
struct Reducing {
    proof: Decision,
    /// How many states may still be spent.
    left: u64,
}

impl Reducing {
    /// Whether fewer constraints prove it too, and then they do; `None` when the budget is spent.
    ///
    /// # Errors
    /// When a check of the program's own work fails.
    fn proves(
        &mut self,
        check: &mut Check<'_>,
        fewer: Vec<Constraint>,
        budget: &Budget,
    ) -> Result<Option<bool>, StopReason> {
        self.proof.checks += 1;
        let limit = dearer(&self.proof).min(self.left);
        let report = match check(&fewer, &budget.capped(limit)) {
            Err(StopReason::States(_)) if budget.max_states().is_none_or(|most| most > limit) => {
                self.proof.states += limit;
                self.left -= limit;
                return Ok(Some(false));
            }
            checked => optional(checked)?,
        };
        let Some(report) = report else { return Ok(None) };
        self.proof.states += report.states;
        self.left = self.left.saturating_sub(report.states);
        let proved = report.path.is_none();
        if proved {
            self.proof.constraints = fewer;
            self.proof.last = report;
        }
        Ok(Some(proved))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tfg::Size;

    fn report() -> Report {
        let size = Size { nodes: 1, edges: 0, mip_pairs: 0 };
        Report { path: None, states: 1, size, alphabet: Vec::new() }
    }

    #[test]
    fn a_failed_check_is_passed_on_where_others_leave_the_proof_as_it_is() {
        let internal = StopReason::Internal("broken".into());
        let open = |reason: &StopReason| Search::new(&[]).decision(Answer::Open(reason.clone()), report());
        for (reason, left) in [(StopReason::Timeout, true), (StopReason::Imprecise, true), (internal, false)]
        {
            assert_eq!(gave_up(&Ok(open(&reason))), left, "{reason}");
            assert_eq!(gave_up(&Err(reason.clone())), left, "{reason}");
            let mut reducing =
                Reducing { proof: Search::new(&[]).decision(Answer::Proved, report()), left: u64::MAX };
            let mut broken = |_: &[Constraint], _: &Budget| Err(reason.clone());
            let found = reducing.proves(&mut broken, Vec::new(), &Budget::unlimited());
            assert_eq!(found, if left { Ok(None) } else { Err(reason) });
        }
        assert!(!gave_up(&Ok(Search::new(&[]).decision(Answer::Proved, report()))));
    }
}
