//! Answering questions about a design by methods that know about LTSs only.
//!
//! They get one component for each net, in which one kind of failure leads to π. They are asked about every
//! component that can fail, and what they say is put together: a run of one of them is a run of the design,
//! and nothing goes wrong when none of them can fail. Every run is replayed by the definitions of nets.

use std::time::Instant;

use suppose_base::{ActionId, Budget, StopReason, Verdict};
use suppose_inquiry::system::{Approach, SystemInquiry, effort};
use suppose_inquiry::{Failure, Plan};
use suppose_lts::System;
use suppose_lts::check::Question;
use suppose_prove::method::prove;

use super::NetInquiry;
use super::ask::{Found, replayed};
use crate::design::Design;
use crate::failure::{Failure as Kind, Failures};
use crate::search::Run;
use crate::system::system;
use crate::verify::Effort;

impl NetInquiry {
    /// Asks about one kind of failure.
    pub(super) fn ask_by_parts(&self, kind: Kind, plan: &Plan, budget: &Budget) -> Result<Found, Failure> {
        let started = Instant::now();
        let mut asking = Asking::default();
        let verdict = asking.ask(&self.design, kind, plan, budget)?;
        Ok(Found {
            verdict: replayed(&self.design, verdict),
            method: plan.method(),
            effort: asking.effort,
            time: started.elapsed(),
            details: asking.details,
            notes: Vec::new(),
        })
    }
}

/// What was spent and found so far.
#[derive(Default)]
struct Asking {
    effort: Effort,
    details: Vec<String>,
}

impl Asking {
    fn ask(
        &mut self,
        design: &Design,
        kind: Kind,
        plan: &Plan,
        budget: &Budget,
    ) -> Result<Verdict<Run>, Failure> {
        if kind == Kind::Deadlock {
            let method = plan.method();
            let what = format!(
                "`{method}` cannot prove that there is no deadlock; use the method `minimise`, `refine` or \
                    `monolithic`"
            );
            return Ok(Verdict::Inconclusive(StopReason::Unsupported(what)));
        }
        let subject = match system(design, Failures::of(&[kind]), budget) {
            Ok(system) => SystemInquiry::new(system),
            Err(reason) => return Ok(Verdict::Inconclusive(reason)),
        };
        let approach = Approach::new(plan, &subject)?;
        self.ask_components(kind, &approach, &subject.system, budget)
    }

    /// Asks about all components that can fail.
    fn ask_components(
        &mut self,
        kind: Kind,
        approach: &Approach,
        system: &System,
        budget: &Budget,
    ) -> Result<Verdict<Run>, Failure> {
        let is_able = |&component: &usize| system.components[component].lts.has_error();
        let able: Vec<usize> = (0..system.components.len()).filter(is_able).collect();
        if able.is_empty() {
            self.details.push("no component can fail so, in any environment".to_owned());
        }
        // Why the first component without an answer has none.
        let mut open = None;
        for component in able {
            let question = Question::Safe(component);
            let options = approach.for_question(system, question)?;
            let answer = prove(system, question, &options, budget);
            let spent = effort(&answer);
            self.effort.states += spent.states_explored;
            self.effort.peak_states = self.effort.peak_states.max(spent.max_states);
            let name = &system.components[component].name;
            self.details.push(format!("{name}: {}", answer.verdict.name()));
            match answer.verdict {
                Verdict::Holds => {}
                // No time is left for the other components either.
                Verdict::Inconclusive(reason @ (StopReason::Timeout | StopReason::Interrupted)) => {
                    return Ok(Verdict::Inconclusive(reason));
                }
                Verdict::Inconclusive(reason) => open = open.or(Some(reason)),
                Verdict::Violated(witness) => {
                    let searched = system.restricted_to(&answer.searched);
                    let actions: Vec<ActionId> = witness.trace(&searched);
                    return Ok(Verdict::Violated(Run { failure: kind, actions }));
                }
            }
        }
        Ok(open.map_or(Verdict::Holds, Verdict::Inconclusive))
    }
}
