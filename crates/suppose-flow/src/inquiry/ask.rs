//! Asking data-flow analysis about one property: of the whole program, or by parts.

use std::sync::Arc;
use std::time::Instant;

use suppose_ada::Program;
use suppose_base::{Budget, StopReason, Verdict};
use suppose_inquiry::system::{SystemEvidence, SystemInquiry, turn};
use suppose_inquiry::{Answer, ByParts, Evidence, Question};
use suppose_lts::System;
use suppose_lts::check::{self, Effort};
use suppose_prove::method::{self, Applied, Method};
use suppose_prove::outcome::{Findings, Outcome};
use suppose_prove::rule::RuleKind;

use super::options::{Options, Parts};
use super::path::{FoundWith, OpenPath, by_flow};
use crate::choose::{self, decide};
use crate::feasible::{Exact, Execution, OnDemand, realise};
use crate::learn::{self, Constraints, Learned};
use crate::verify::{Analysis, Report};

/// The most states of a search for an execution along a path.
const FEASIBILITY: u64 = 1 << 20;

/// What is asked, and of what.
pub(super) struct Asking<'a> {
    pub program: &'a Program,
    /// The outline of the program, or its LTSs.
    pub system: &'a SystemInquiry,
    /// The LTSs behind the system, if it is an outline.
    pub ltss: Option<OnDemand<'a>>,
    pub options: Options,
    pub budget: &'a Budget,
}

/// An answer, and the same over the actions of the system for certificates; nothing when the search did not
/// come so far.
type Found = (Answer, Option<method::Answer>);

/// What is known about a path.
struct Judged {
    verdict: Verdict<Execution>,
    feasible: Option<bool>,
}

impl Judged {
    fn open(reason: StopReason, feasible: Option<bool>) -> Self {
        Self { verdict: Verdict::Inconclusive(reason), feasible }
    }
}

impl Asking<'_> {
    /// The answer about a property, a component of the system.
    pub(super) fn answer(&self, question: Question, property: usize) -> Found {
        let started = Instant::now();
        let found = match &self.options.by_parts {
            None => self.whole(&question, property).map_err(|reason| (reason, Method::Monolithic)),
            Some(parts) => {
                self.by_parts(&question, property, parts).map_err(|reason| (reason, Method::Learn))
            }
        };
        let (mut answer, certified) = found.unwrap_or_else(|(reason, method)| {
            (Answer { extras: by_flow(), ..Answer::open(question, reason, method) }, None)
        });
        answer.time = started.elapsed();
        (answer, certified)
    }

    /// Who knows what paths are executions.
    fn exact(&self) -> &dyn Exact {
        self.ltss.as_ref().map_or(&self.system.system as &dyn Exact, |ltss| ltss)
    }

    /// What shows a violation: a run of the LTSs, which was replayed when it was found.
    fn evidence(&self, found: &Execution, question: &Question) -> Arc<dyn Evidence> {
        let (system, origins) = match self.ltss.as_ref().and_then(OnDemand::made) {
            Some((system, origins)) => (system, origins),
            None => (&self.system.system, &self.system.origins),
        };
        let Execution { witness, searched } = found;
        let failed = question.name.clone();
        Arc::new(SystemEvidence::new(system, origins, searched, witness.clone(), failed))
    }

    /// The answer about the whole program.
    fn whole(&self, question: &Question, property: usize) -> Result<Found, StopReason> {
        let system = &self.system.system;
        let mut analysis = Analysis::new(self.program, system, self.exact(), property, self.budget)?;
        let (judged, last, constraints, states, runs) = match &self.options.constraints {
            Constraints::Auto => {
                let decision = decide(&mut analysis, &[], self.budget)?;
                let judged = match decision.answer {
                    choose::Answer::Proved => Judged { verdict: Verdict::Holds, feasible: None },
                    choose::Answer::Violated(found) => {
                        Judged { verdict: Verdict::Violated(found), feasible: Some(true) }
                    }
                    choose::Answer::Open(reason) => Judged::open(reason, None),
                };
                (judged, decision.last, decision.constraints, decision.states, decision.checks)
            }
            Constraints::Given(given) => {
                let report = analysis.check(given, self.budget)?;
                let states = report.states;
                (self.judged(property, &report), report, given.clone(), states, 1)
            }
        };
        let Judged { verdict, feasible } = judged;
        let is_open = matches!(verdict, Verdict::Inconclusive(_));
        let path = last.path.as_deref().filter(|_| is_open);
        let found = FoundWith {
            program: self.program,
            constraints: &constraints,
            size: last.size,
            runs,
            path: path.map(|path| OpenPath::of_steps(path, feasible, self.program, analysis.actions())),
        };
        let answer = Answer {
            effort: Effort { states_explored: states, max_states: last.states, ..Effort::default() },
            extras: found.extras(),
            ..self.answered(question, &verdict, Method::Monolithic)
        };
        Ok((answer, Some(over_ltss(property, &verdict, None, Findings::default()))))
    }

    fn answered(&self, question: &Question, verdict: &Verdict<Execution>, method: Method) -> Answer {
        let verdict = verdict.clone().map(|found| self.evidence(&found, question));
        Answer::new(question.clone(), verdict, method)
    }

    /// What a check shows: without a path it is a proof, and a path may be an execution.
    fn judged(&self, property: usize, report: &Report) -> Judged {
        let Some(word) = report.word() else { return Judged { verdict: Verdict::Holds, feasible: None } };
        let letters: Vec<_> = word.into_iter().map(|action| vec![action]).collect();
        let budget = self.budget.capped(FEASIBILITY);
        let found = self.exact().system(&budget);
        let found = found.and_then(|exact| realise(exact, property, &report.alphabet, &letters, &budget));
        match found {
            Ok(Some(found)) => Judged { verdict: Verdict::Violated(found), feasible: Some(true) },
            Ok(None) => Judged::open(StopReason::Imprecise, Some(false)),
            Err(StopReason::States(_)) => Judged::open(StopReason::Imprecise, None),
            Err(reason) => Judged::open(reason, None),
        }
    }

    /// The answer by parts.
    fn by_parts(&self, question: &Question, property: usize, parts: &Parts) -> Result<Found, StopReason> {
        let system = &self.system.system;
        let Parts { members, learning } = parts;
        let mut members = members.clone();
        if learning.rule == RuleKind::Conjunction {
            turn(&system.components[property], &mut members, system);
        }
        let program = self.program;
        let asked = learn::Question { program, system, exact: self.exact(), property, parts: &members };
        let learned = learn::learn(asked, &self.options.constraints, *learning, self.budget)?;
        Ok(self.learned(question, property, learned, (learning.rule, members)))
    }

    fn learned(&self, question: &Question, property: usize, learned: Learned, rule: Applied) -> Found {
        let Learned { outcome, actions, proof, execution, trace, feasible, constraints, size, runs } =
            learned;
        let Outcome { verdict, findings } = outcome;
        let verdict = match (verdict, execution) {
            (Verdict::Violated(_), Some(found)) => Verdict::Violated(found),
            (Verdict::Violated(_), None) => Verdict::Inconclusive(StopReason::Imprecise),
            (Verdict::Holds, _) => Verdict::Holds,
            (Verdict::Inconclusive(reason), _) => Verdict::Inconclusive(reason),
        };
        let is_open = matches!(verdict, Verdict::Inconclusive(_));
        let path = trace.filter(|_| is_open).map(|trace| OpenPath {
            actions: trace.iter().map(|&action| actions.name(action).to_owned()).collect(),
            places: None,
            by: None,
            feasible,
        });
        let extras =
            FoundWith { program: self.program, constraints: &constraints, size, runs, path }.extras();
        let certified = Findings { proof, ..Findings::default() };
        let certified = over_ltss(property, &verdict, Some(rule.clone()), certified);
        let (effort, notes) = (findings.effort, findings.notes.clone());
        // What was learned speaks about actions that only the split has names for.
        let system = Arc::new(System { actions, ..self.system.system.clone() });
        let found = over_ltss(property, &verdict, Some(rule), findings);
        let answer = Answer {
            effort,
            by_parts: Some(ByParts::new(&system, &found)),
            notes,
            extras,
            ..self.answered(question, &verdict, Method::Learn)
        };
        (answer, Some(certified))
    }
}

/// An answer as other methods give it.
fn over_ltss(
    property: usize,
    verdict: &Verdict<Execution>,
    rule: Option<Applied>,
    findings: Findings,
) -> method::Answer {
    method::Answer {
        question: check::Question::Safe(property),
        verdict: verdict.clone().map(|found| found.witness),
        searched: verdict.witness().map_or_else(Vec::new, |found| found.searched.clone()),
        method: if rule.is_some() { Method::Learn } else { Method::Monolithic },
        rule,
        race: Vec::new(),
        findings,
    }
}
