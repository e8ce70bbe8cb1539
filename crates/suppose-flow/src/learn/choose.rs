//! Constraints for a proof by parts, chosen until the question is decided.
//!
//! # Contract
//! [`decide`] runs the engine with more and more constraints until the property is proved or a trace is an
//! execution. A proof then loses the constraints that it does not need.
//!
//! # Algorithm
//! As for a whole program ([`crate::choose`]), beginning without constraints. A trace that no execution does
//! is ruled out by constraints that [`exclude`] finds. The trace is left by a set of constraints if all parts
//! still put it together: at the first place a path to π goes with it, and each part after that can do to the
//! one before what this path needs. Only actions that the engine knew when it found the trace are compared;
//! what the accesses of more variables must agree on is left to the engine. So it may be that no set rules
//! the trace out that way, and then all constraints are taken. With all of them the analysis is exact, see
//! [`flow`](super).
//!
//! A run of the engine has a limit of states. When it is reached, all constraints are tried under the same
//! limit, and the limit grows if that is of no use.
//!
//! # Complexity
//! At most one run of the engine for each constraint, and usually far fewer, since a trace is followed in
//! much less time than an assumption is learned. About as many again to leave constraints out.
//!
//! # Tests
//! Random programs with all rules and any splits: the verdict is that of the LTSs, and no question stays open
//! (`tests/all/learn`).

use suppose_ada::TaskId;
use suppose_base::{ActionId, Budget, Poll, StateId, StopReason, Verdict, optional};
use suppose_lts::{Lts, LtsBuilder};
use suppose_prove::learn as engine;

use super::tasks::Tasks;
use super::{Learned, Question};
use crate::Constraint;
use crate::exclude::{Candidates, exclude, needed};
use crate::model::Model;

/// How many states a run of the engine may take before all constraints together are tried.
const ROUND: u64 = 1 << 20;

/// How much more a proof with fewer constraints may cost, and how fast the limit grows.
const DEARER: u64 = 8;

/// Decides a question.
///
/// # Errors
/// When the budget is spent before the engine begins.
pub(super) fn decide(
    question: Question<'_>,
    options: engine::Options,
    budget: &Budget,
) -> Result<Learned, StopReason> {
    let all = Constraint::all(question.program, Model::new(question.program).folded());
    let mut round = ROUND;
    let mut learned = question.within(&[], &all, options, &mut round, budget)?;
    while learned.is_open() {
        let more = match question.more(&learned, &all, options, budget) {
            Ok(more) => more,
            Err(reason) => {
                learned.outcome.verdict = Verdict::Inconclusive(reason);
                return Ok(learned);
            }
        };
        if more.is_empty() {
            // Nothing else can be known about the parts, so the LTSs have to tell, whatever it takes.
            if learned.feasible.is_none() {
                let split = question.split(learned.constraints.clone(), budget)?;
                question.judge(&split, &mut learned, budget);
            }
            return Ok(learned);
        }
        let constraints: Vec<Constraint> = learned.constraints.iter().copied().chain(more).collect();
        match question.within(&constraints, &all, options, &mut round, budget) {
            Ok(again) => learned = again.after(&learned),
            Err(reason) => {
                learned.outcome.verdict = Verdict::Inconclusive(reason);
                return Ok(learned);
            }
        }
    }
    if learned.outcome.verdict.holds() {
        learned = question.reduced(learned, options, budget)?;
    }
    Ok(learned)
}

impl Question<'_> {
    /// A run of the engine with these constraints, or with all if that needs fewer states, within a limit
    /// that grows.
    fn within(
        self,
        constraints: &[Constraint],
        all: &[Constraint],
        options: engine::Options,
        round: &mut u64,
        budget: &Budget,
    ) -> Result<Learned, StopReason> {
        let mut before: Option<Learned> = None;
        loop {
            let everything = (constraints.len() < all.len()).then_some(all);
            for set in [constraints].into_iter().chain(everything) {
                let learned = self.run(set.to_vec(), options, &budget.capped(*round))?;
                let learned = if let Some(before) = &before { learned.after(before) } else { learned };
                let own = budget.max_states().is_none_or(|most| most > *round);
                if !own || !matches!(learned.outcome.verdict, Verdict::Inconclusive(StopReason::States(_))) {
                    return Ok(learned);
                }
                before = Some(learned);
            }
            *round = round.saturating_mul(DEARER);
        }
    }

    /// The constraints to add after a trace that is no execution; none if there are no more.
    fn more(
        self,
        learned: &Learned,
        all: &[Constraint],
        options: engine::Options,
        budget: &Budget,
    ) -> Result<Vec<Constraint>, StopReason> {
        let trace: Vec<&str> =
            learned.trace.iter().flatten().map(|&action| learned.actions.name(action)).collect();
        let acts = |task: TaskId| {
            let name = &self.program.tasks[task.0 as usize].name;
            let component = self.system.components.iter().find(|component| component.name == *name);
            component.is_some_and(|component| {
                let known =
                    |name: &&str| self.system.actions.get(name).is_some_and(|a| component.lts.has_action(a));
                trace.iter().any(known)
            })
        };
        let Self { program, system, property, .. } = self;
        let candidates =
            Candidates::new(program, system, property, all.to_vec(), &acts, &learned.constraints);
        let rest = candidates.all.clone();
        let found = exclude(candidates, &mut |more| {
            let constraints = learned.constraints.iter().chain(more).copied().collect();
            self.leaves(learned, constraints, options, budget)
        })?;
        Ok(if found.is_empty() { rest } else { found })
    }

    /// Whether the parts still put a trace together under these constraints.
    fn leaves(
        self,
        learned: &Learned,
        constraints: Vec<Constraint>,
        options: engine::Options,
        budget: &Budget,
    ) -> Result<bool, StopReason> {
        let split = self.split(constraints, budget)?;
        let renamed = |&action: &ActionId| split.actions().get(learned.actions.name(action));
        let trace: Option<Vec<ActionId>> = learned.trace.iter().flatten().map(renamed).collect();
        // A name that is gone cannot be looked for.
        let Some(trace) = trace else { return Ok(true) };
        let known = |action: ActionId| learned.actions.get(split.actions().name(action)).is_some();
        let rule = options.rule.rule(self.parts.len());
        Tasks::new(&split, self, &rule).perform(&trace, &known, budget)
    }

    /// The same proof with as few constraints as possible. When the budget ends it stays as it is.
    ///
    /// # Errors
    /// When a check of the program's own work fails.
    fn reduced(
        self,
        mut learned: Learned,
        options: engine::Options,
        budget: &Budget,
    ) -> Result<Learned, StopReason> {
        // Why else it stopped does not matter: what was found until then is a proof.
        optional(needed(learned.constraints.clone(), &mut |fewer| {
            let limit = learned.outcome.findings.effort.max_states.saturating_mul(DEARER).max(ROUND);
            let again = self.run(fewer.to_vec(), options, &budget.capped(limit))?;
            budget.poll(Poll::Flow)?;
            if let Verdict::Inconclusive(reason) = &again.outcome.verdict
                && reason.is_internal()
            {
                return Err(reason.clone());
            }
            let proved = again.outcome.verdict.holds();
            if proved {
                learned = again.after(&learned);
            } else {
                learned.add(&again);
            }
            Ok(!proved)
        }))?;
        Ok(learned)
    }
}

/// An assumption that allows all words over an alphabet but one that is not empty, and what begins with it.
pub(super) fn all_but(sigma: &[ActionId], word: &[ActionId]) -> Lts {
    let other = StateId::must(word.len());
    let mut builder = LtsBuilder::new(word.len() + 1);
    for &action in sigma {
        builder.add(other, action, other);
        for (place, &letter) in word.iter().enumerate() {
            if action != letter {
                builder.add(StateId::must(place), action, other);
            } else if place + 1 < word.len() {
                builder.add(StateId::must(place), action, StateId::must(place + 1));
            }
        }
    }
    builder.extend_alphabet(sigma.iter().copied());
    builder.finish().expect("as many states as the word has letters")
}
