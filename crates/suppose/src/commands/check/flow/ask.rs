//! Asking data-flow analysis about one property: of the whole program, or by parts.

use std::time::Instant;

use suppose::base::{Diagnostic, StopReason, Verdict};
use suppose::flow::Constraint;
use suppose::flow::choose::{self, decide};
use suppose::flow::feasible::{Execution, OnDemand, realise};
use suppose::flow::verify::{Analysis, Report};
use suppose::learn::Kind;
use suppose::lts::System;
use suppose::lts::check::{Effort, Question};
use suppose::prove::flow::{self, Constraints, Learned};
use suppose::prove::learn::Options;
use suppose::prove::method::{Answer, Applied, Method};
use suppose::prove::outcome::Findings;
use suppose::prove::rule::RuleKind;

use super::super::plan::{shared_with, two_parts_where_needed};
use super::super::{Line, Shape, shape, split};
use super::{Asking, Flowed, Passed, steps};
use crate::args::Alphabet;
use crate::session::{Failure, milliseconds};
use crate::subject::Subject;

/// The most states of a search for an execution along a path.
const FEASIBILITY: u64 = 1 << 20;

/// What is known about a path.
struct Judged {
    verdict: Verdict<Execution>,
    feasible: Option<bool>,
}

impl Asking<'_> {
    /// The answer about a property, a component of the system.
    pub(super) fn answer(&self, property: usize) -> Result<Line, Failure> {
        let started = Instant::now();
        let method = self.options.proving.method();
        let mut line = if method == Method::Learn { self.by_parts(property)? } else { self.whole(property) };
        line.time_ms = milliseconds(started.elapsed());
        Ok(line)
    }

    fn name(&self, property: usize) -> String {
        self.subject.system.components[property].name.clone()
    }

    fn names(&self, constraints: &[Constraint]) -> Vec<String> {
        constraints.iter().map(|constraint| constraint.name(self.program)).collect()
    }

    /// What an execution shows.
    fn shape(&self, found: &Execution, property: usize) -> Shape {
        let name = self.name(property);
        match self.ltss.as_ref().and_then(OnDemand::made) {
            Some((system, origins)) => {
                let subject = Subject::of_ltss(system.clone(), origins.clone());
                shape(&subject, &found.searched, &found.witness, &name, self.session)
            }
            None => shape(self.subject, &found.searched, &found.witness, &name, self.session),
        }
    }

    /// The answer about the whole program.
    fn whole(&self, property: usize) -> Line {
        let budget = &self.session.budget;
        let stopped = |reason| Line::open(self.name(property), Method::Monolithic, reason);
        let system = &self.subject.system;
        let mut analysis = match Analysis::new(self.program, system, self.exact(), property, budget) {
            Ok(analysis) => analysis,
            Err(reason) => return stopped(reason),
        };
        let decided = match &self.constraints {
            Constraints::Auto => decide(&mut analysis, &[], budget).map(|decision| {
                let judged = match decision.answer {
                    choose::Answer::Proved => Judged { verdict: Verdict::Holds, feasible: None },
                    choose::Answer::Violated(found) => {
                        Judged { verdict: Verdict::Violated(found), feasible: Some(true) }
                    }
                    choose::Answer::Open(reason) => {
                        Judged { verdict: Verdict::Inconclusive(reason), feasible: None }
                    }
                };
                (judged, decision.last, decision.constraints, decision.states, decision.checks)
            }),
            Constraints::Given(given) => analysis.check(given, budget).map(|report| {
                let states = report.states;
                (self.judged(property, &report), report, given.clone(), states, 1)
            }),
        };
        let (judged, last, constraints, states, runs) = match decided {
            Ok(decided) => decided,
            Err(reason) => return stopped(reason),
        };
        let verdict = judged.verdict;
        let open = matches!(verdict, Verdict::Inconclusive(_));
        let name = |step: &suppose::flow::verify::PathStep| analysis.actions().name(step.action).to_owned();
        let path = last.path.as_ref().filter(|_| open);
        let path = path.map(|path| steps(path, self.program, name, &self.session.sources));
        Line {
            property: self.name(property),
            verdict: verdict.clone().map(|found| self.shape(&found, property)),
            method: Method::Monolithic,
            effort: Effort { states_explored: states, max_states: last.states, ..Effort::default() },
            time_ms: 0.0,
            answer: None,
            flow: Some(Flowed {
                constraints: self.names(&constraints),
                size: last.size,
                path,
                feasible: judged.feasible,
                runs,
                system: None,
                certified: claimed(property, &verdict, None, Findings::default()),
            }),
        }
    }

    /// Whether the path of a check, if there is one, is an execution.
    fn judged(&self, property: usize, report: &Report) -> Judged {
        let Some(word) = report.word() else { return Judged { verdict: Verdict::Holds, feasible: None } };
        let letters: Vec<_> = word.into_iter().map(|action| vec![action]).collect();
        let budget = &self.session.budget;
        let looking = budget.capped(FEASIBILITY);
        let exact = match self.exact().system(&looking) {
            Ok(exact) => exact,
            Err(StopReason::States(_)) => {
                return Judged { verdict: Verdict::Inconclusive(StopReason::Imprecise), feasible: None };
            }
            Err(reason) => return Judged { verdict: Verdict::Inconclusive(reason), feasible: None },
        };
        match realise(exact, property, &report.alphabet, &letters, &looking) {
            Ok(Some(found)) => Judged { verdict: Verdict::Violated(found), feasible: Some(true) },
            Ok(None) => {
                Judged { verdict: Verdict::Inconclusive(StopReason::Imprecise), feasible: Some(false) }
            }
            Err(StopReason::States(_)) => {
                Judged { verdict: Verdict::Inconclusive(StopReason::Imprecise), feasible: None }
            }
            Err(reason) => Judged { verdict: Verdict::Inconclusive(reason), feasible: None },
        }
    }

    /// The answer by parts.
    fn by_parts(&self, property: usize) -> Result<Line, Failure> {
        let proving = &self.options.proving;
        let system = &self.subject.system;
        let text = proving.split.as_deref().unwrap_or_default();
        let mut parts = split::parts(text, self.subject)?;
        two_parts_where_needed(proving, parts.len())?;
        self.every_part_has_a_task(text, &parts)?;
        let rule = proving.rule.map_or(RuleKind::Asymmetric, RuleKind::from);
        let rule = match rule {
            RuleKind::Asymmetric if parts.len() != 2 => RuleKind::Chain,
            rule => rule,
        };
        if rule == RuleKind::Conjunction {
            self.turn(property, &mut parts);
        }
        let question =
            flow::Question { program: self.program, system, exact: self.exact(), property, parts: &parts };
        let options = Options {
            learner: proving.learner.unwrap_or(Kind::RivestSchapire),
            rule,
            refine_alphabet: proving.alphabet == Some(Alphabet::Refine),
        };
        let learned = match flow::learn(question, &self.constraints, options, &self.session.budget) {
            Ok(learned) => learned,
            Err(reason) => return Ok(Line::open(self.name(property), Method::Learn, reason)),
        };
        Ok(self.learned(property, learned, &(rule, parts)))
    }

    /// Refuses a part without tasks: variables alone do nothing.
    fn every_part_has_a_task(&self, text: &str, parts: &[Vec<usize>]) -> Result<(), Failure> {
        let components = &self.subject.system.components;
        let has_task = |part: &Vec<usize>| {
            let is_task =
                |&place: &usize| self.program.tasks.iter().any(|task| task.name == components[place].name);
            part.iter().any(is_task)
        };
        let Some(place) = parts.iter().position(|part| !has_task(part)) else { return Ok(()) };
        let message = format!("part {} of the split `{text}` has no task", place + 1);
        let help = "data-flow analysis follows the code of tasks; name one in every part";
        Err(Diagnostic::error("E0705", message).help(help).into())
    }

    /// Puts the part first that knows more of the property.
    fn turn(&self, property: usize, parts: &mut [Vec<usize>]) {
        let system = &self.subject.system;
        let shared = |part: &[usize]| shared_with(&system.components[property], part, system);
        if shared(&parts[1]) > shared(&parts[0]) {
            parts.swap(0, 1);
        }
    }

    fn learned(&self, property: usize, learned: Learned, rule: &Applied) -> Line {
        let Learned { outcome, actions, proof, execution, trace, feasible, constraints, size, runs } =
            learned;
        let verdict = match (&outcome.verdict, execution) {
            (Verdict::Violated(_), Some(found)) => Verdict::Violated(found),
            (Verdict::Violated(_), None) => {
                Verdict::Inconclusive(StopReason::Internal("a violation without its execution".into()))
            }
            (Verdict::Holds, _) => Verdict::Holds,
            (Verdict::Inconclusive(reason), _) => Verdict::Inconclusive(reason.clone()),
        };
        let open = matches!(verdict, Verdict::Inconclusive(_));
        let path = trace.filter(|_| open).map(|trace| {
            let step = |&action: &_| Passed {
                action: actions.name(action).to_owned(),
                by: String::new(),
                place: None,
            };
            trace.iter().map(step).collect()
        });
        let effort = outcome.findings.effort;
        let answer = |findings: Findings| claimed(property, &verdict, Some(rule.clone()), findings);
        let certified = answer(Findings { proof, ..Findings::default() });
        let shown = answer(outcome.findings);
        Line {
            property: self.name(property),
            verdict: verdict.clone().map(|found| self.shape(&found, property)),
            method: Method::Learn,
            effort,
            time_ms: 0.0,
            answer: Some(shown),
            flow: Some(Flowed {
                constraints: self.names(&constraints),
                size,
                path,
                feasible,
                runs,
                system: Some(System { actions, ..self.subject.system.clone() }),
                certified,
            }),
        }
    }
}

/// An answer as other methods give it.
fn claimed(
    property: usize,
    verdict: &Verdict<Execution>,
    rule: Option<Applied>,
    findings: Findings,
) -> Answer {
    Answer {
        question: Question::Safe(property),
        verdict: verdict.clone().map(|found| found.witness),
        searched: verdict.witness().map_or_else(Vec::new, |found| found.searched.clone()),
        method: if rule.is_some() { Method::Learn } else { Method::Monolithic },
        rule,
        race: Vec::new(),
        findings,
    }
}
