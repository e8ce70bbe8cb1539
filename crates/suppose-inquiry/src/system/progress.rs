//! Progress: whether something happens again and again.
//!
//! Properties only watch, so progress is a question about the other components. Where one of those can reach
//! the error state, that is the violation to report: what happens for ever means little in a system that can
//! break.

use std::sync::Arc;
use std::time::Instant;

use suppose_base::{Budget, StopReason, Verdict};
use suppose_lts::System;
use suppose_lts::check::{Effort, Question, check};
use suppose_lts::product::{
    Composed, ProgressViolation, Requirement, check_progress, compose, replay_progress,
};
use suppose_prove::method::Method;

use super::{ProgressEvidence, SystemEvidence, SystemInquiry, searched_time};
use crate::{Answer, Evidence, Plan, Question as Asked, QuestionKind};

enum Outcome {
    /// Some component reaches the error state.
    Broken,
    /// For each requirement, how it is violated.
    Decided(Box<Composed>, Vec<Option<ProgressViolation>>),
}

impl SystemInquiry {
    /// Answers for some progress tests, by their places; without one, whether everything happens again and
    /// again.
    pub(super) fn ask_progress(&self, tests: &[Option<usize>], plan: &Plan, budget: &Budget) -> Vec<Answer> {
        let started = Instant::now();
        let parts = self.with_role(suppose_lts::Role::Component);
        let mut system = self.system.restricted_to(&parts);
        // Progress is about what happens, whether it is hidden or not; LTSA sees it so too.
        system.hidden.clear();
        let everything = || ("progress".to_owned(), Requirement::Each(system.alphabet()));
        let test = |test: &Option<usize>| match test.map(|place| &self.progress[place]) {
            Some(test) => (test.name.clone(), test.requirement.clone()),
            None => everything(),
        };
        let tests: Vec<(String, Requirement)> = tests.iter().map(test).collect();
        let mut effort = Effort::default();
        let decided = decide(&system, &tests, budget, &mut effort);
        let time = searched_time(started, tests.len());
        let system = Arc::new(system);
        let verdicts: Vec<Verdict<Arc<dyn Evidence>>> = match decided {
            Err(reason) => tests.iter().map(|_| Verdict::Inconclusive(reason.clone())).collect(),
            Ok(Outcome::Broken) => {
                let verdict = self.broken(&system, &parts, plan, budget);
                tests.iter().map(|_| verdict.clone()).collect()
            }
            Ok(Outcome::Decided(composed, violations)) => {
                let one = |(test, violation)| self.judged(&system, &composed, test, violation);
                tests.iter().zip(violations).map(one).collect()
            }
        };
        let answer = |((name, _), verdict): (&(String, Requirement), _)| {
            let question = Asked::declared(QuestionKind::Progress, name.clone());
            // One composition served all tests; it is counted at the first.
            let effort = std::mem::take(&mut effort);
            Answer { effort, time, ..Answer::new(question, verdict, Method::Monolithic) }
        };
        tests.iter().zip(verdicts).map(answer).collect()
    }

    /// How a component breaks.
    fn broken(
        &self,
        system: &System,
        parts: &[usize],
        plan: &Plan,
        budget: &Budget,
    ) -> Verdict<Arc<dyn Evidence>> {
        let answers = check(system, &system.questions(), plan.threads, budget);
        let first =
            answers.into_iter().find(|a| matches!(a.question, Question::Safe(_)) && !a.verdict.holds());
        let Some(answer) = first else {
            return Verdict::Inconclusive(StopReason::Unsupported(
                "the error state could not be explained".into(),
            ));
        };
        let searched: Vec<usize> = answer.searched.iter().map(|&i| parts[i]).collect();
        let failed = match answer.question {
            Question::Safe(component) => system.components[component].name.clone(),
            Question::DeadlockFree => "deadlock".to_owned(),
        };
        answer.verdict.map(|witness| {
            let evidence = SystemEvidence::new(&self.system, &self.origins, &searched, witness, failed);
            Arc::new(evidence) as Arc<dyn Evidence>
        })
    }

    /// A violation that was found, replayed.
    fn judged(
        &self,
        system: &Arc<System>,
        composed: &Composed,
        (name, requirement): &(String, Requirement),
        violation: Option<ProgressViolation>,
    ) -> Verdict<Arc<dyn Evidence>> {
        let Some(violation) = violation else { return Verdict::Holds };
        if let Err(error) = replay_progress(&composed.lts, requirement, &violation) {
            return Verdict::Inconclusive(StopReason::Unsupported(format!(
                "an internal check failed: {error}"
            )));
        }
        let movers = |step: usize| {
            let (before, after) =
                (composed.locals(violation.path[step]), composed.locals(violation.path[step + 1]));
            let takes_part = |&i: &usize| {
                let knows = system.components[i].lts.has_action(violation.trace[step]);
                knows || before[i] != after[i]
            };
            (0..before.len()).filter(takes_part).collect()
        };
        let missing = match requirement {
            Requirement::AnyOf(actions) | Requirement::IfThen(_, actions) => actions.clone(),
            Requirement::Each(actions) => {
                let occurs = |a: &&_| violation.occurring.binary_search(a).is_err();
                actions.iter().filter(occurs).copied().collect()
            }
        };
        Verdict::Violated(Arc::new(ProgressEvidence {
            system: Arc::clone(system),
            hidden: self.system.hidden.clone(),
            movers: (0..violation.trace.len()).map(movers).collect(),
            violation,
            missing,
            failed: name.clone(),
        }))
    }
}

fn decide(
    system: &System,
    tests: &[(String, Requirement)],
    budget: &Budget,
    effort: &mut Effort,
) -> Result<Outcome, StopReason> {
    let composed = compose(system, budget)?;
    effort.states_explored = composed.lts.num_states() as u64;
    effort.max_states = effort.states_explored;
    effort.transitions = composed.lts.num_transitions() as u64;
    if composed.lts.has_error() {
        return Ok(Outcome::Broken);
    }
    let requirements: Vec<Requirement> = tests.iter().map(|(_, requirement)| requirement.clone()).collect();
    let violations = check_progress(&composed.lts, &requirements, budget)?;
    Ok(Outcome::Decided(Box::new(composed), violations))
}
