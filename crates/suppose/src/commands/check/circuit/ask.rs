//! Answering questions about a design, by methods that know about nets and by those that know about LTSs only.
//!
//! The second kind gets one component for each net, in which one kind of failure leads to π. It is asked about every component that can fail, and what it says is put
//! together: a run of one of them is a run of the design, and nothing goes wrong when none of them can fail. Every run is replayed by the definitions of nets.

use std::time::Instant;

use suppose::base::{ActionId, StopReason, Verdict};
use suppose::lts::check::Question;
use suppose::nets::replay::{Replayed, replay};
use suppose::nets::search::Run;
use suppose::nets::verify::{Answer, Effort, Method, verify};
use suppose::nets::{Design, Failure as Kind, Failures};
use suppose::prove::method::{Method as Proof, prove};

use super::super::{Shape, details, plan::Plan};
use super::{Line, verify_options, witness};
use crate::args::Check;
use crate::session::{Failure, Session, milliseconds};
use crate::subject::{Circuit, Subject};

/// Answers all questions, in order.
pub(super) fn answers(
    circuit: &Circuit,
    kinds: &[Kind],
    options: &Check,
    session: &Session,
) -> Result<Vec<Line>, Failure> {
    let method = match options.proving.method() {
        Proof::Auto => Method::Auto,
        Proof::Monolithic => Method::Flat,
        Proof::Minimise => Method::Minimise,
        Proof::Refine => Method::Refine,
        Proof::Learn | Proof::Direct | Proof::Lazy => {
            return kinds.iter().map(|&kind| proved(circuit, kind, options, session)).collect();
        }
    };
    let started = Instant::now();
    let answers = verify(&circuit.design, kinds, &verify_options(options, method, session), &session.budget);
    let time_ms = milliseconds(started.elapsed() / u32::try_from(kinds.len().max(1)).unwrap_or(u32::MAX));
    let mut told: Vec<(Kind, Vec<String>)> = Vec::new();
    let mut lines = Vec::with_capacity(answers.len());
    for mut answer in answers {
        // Most questions are answered by the same refinement, which is told once.
        match told.iter().find(|(_, steps)| *steps == answer.steps) {
            Some((before, steps)) if !steps.is_empty() => {
                answer.steps = vec![format!("rounds as for {before}")];
            }
            _ => told.push((answer.failure, answer.steps.clone())),
        }
        lines.push(by_nets(&circuit.design, answer, time_ms, session));
    }
    Ok(lines)
}

fn by_nets(design: &Design, answer: Answer, time_ms: f64, session: &Session) -> Line {
    let Answer { failure, verdict, method, effort, notes, steps } = answer;
    let (verdict, run) = shaped(design, verdict, session);
    let line = Line::new(failure.name(), verdict, method.name());
    let mut details = how(method, &effort);
    details.extend(steps.into_iter().map(|step| format!("  {step}")));
    Line { effort, time_ms, details, notes, run, ..line }
}

/// A verdict with its run for the eye. A run that does not replay would be a mistake of this program, and is no answer.
fn shaped(design: &Design, verdict: Verdict<Run>, session: &Session) -> (Verdict<Shape>, Option<Replayed>) {
    let run = match verdict {
        Verdict::Holds => return (Verdict::Holds, None),
        Verdict::Inconclusive(reason) => return (Verdict::Inconclusive(reason), None),
        Verdict::Violated(run) => run,
    };
    match replay(design, &run) {
        Ok(replayed) => (Verdict::Violated(witness::shape(design, &run, &replayed, session)), Some(replayed)),
        Err(why) => {
            let text = format!("a run was found that does not replay ({why})");
            (Verdict::Inconclusive(StopReason::Internal(text)), None)
        }
    }
}

/// How an answer was found, for `-v`.
fn how(method: Method, effort: &Effort) -> Vec<String> {
    let count = |n: u64, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
    let mut lines = Vec::new();
    if effort.classes > 0 {
        lines.push(format!("  {} that differ", count(effort.classes, "component")));
    }
    if effort.rounds > 0 {
        let together = match effort.k {
            0 | 1 => String::new(),
            k => format!(", up to {} together", count(k, "component")),
        };
        let left = format!("{} could fail after that", count(effort.failing, "component"));
        lines.push(format!("  refined in {}{together}; {left}", count(effort.rounds, "round")));
    }
    if effort.composed > 0 {
        lines.push(format!("  {}", count(effort.composed, "composition")));
    }
    if method != Method::Flat {
        let (states, transitions) = (effort.peak_states, effort.peak_transitions);
        let size = format!("{}, {}", count(states, "state"), count(transitions, "transition"));
        lines.push(format!("  the largest graph had {size}"));
    }
    lines
}

/// The answer of a method that knows nothing about nets.
fn proved(circuit: &Circuit, kind: Kind, options: &Check, session: &Session) -> Result<Line, Failure> {
    let started = Instant::now();
    let method = options.proving.method();
    if kind == Kind::Deadlock {
        let what = format!(
            "`{method}` cannot prove that there is no deadlock; use the method `minimise`, `refine` or `monolithic`"
        );
        let open = Verdict::Inconclusive(StopReason::Unsupported(what));
        return Ok(Line::new(kind.name(), open, method.name()));
    }
    let failures = Failures::of(&[kind]).and(Failures::STEPS);
    let subject = match circuit.parts(failures, &session.budget) {
        Err(Failure::Stopped(reason, _)) => {
            return Ok(Line::new(kind.name(), Verdict::Inconclusive(reason), method.name()));
        }
        other => other?,
    };
    let plan = Plan::new(&options.proving, &subject, session)?;
    let mut found = Found { effort: Effort::default(), details: Vec::new(), open: None };
    let verdict = found.ask(kind, &plan, &subject, session)?;
    let (verdict, run) = shaped(&circuit.design, verdict, session);
    let line = Line::new(kind.name(), verdict, method.name());
    let time_ms = milliseconds(started.elapsed());
    Ok(Line { effort: found.effort, details: found.details, time_ms, run, ..line })
}

struct Found {
    effort: Effort,
    details: Vec<String>,
    /// Why the first question without an answer has none.
    open: Option<StopReason>,
}

impl Found {
    fn ask(
        &mut self,
        kind: Kind,
        plan: &Plan,
        subject: &Subject,
        session: &Session,
    ) -> Result<Verdict<Run>, Failure> {
        let system = &subject.system;
        let failing = (0..system.components.len()).filter(|&i| system.components[i].lts.has_error());
        let questions: Vec<Question> = failing.map(Question::Safe).collect();
        if questions.is_empty() {
            self.details.push("  no component can fail so, in any environment".to_owned());
        }
        for question in questions {
            let options = plan.for_question(system, question)?;
            let answer = prove(system, question, &options, &session.budget);
            let effort = details::effort(&answer);
            self.effort.states += effort.states_explored;
            self.effort.peak_states = self.effort.peak_states.max(effort.max_states);
            if let Question::Safe(component) = question {
                let name = &system.components[component].name;
                self.details.push(format!("  {name}: {}", answer.verdict.name()));
            }
            match answer.verdict {
                Verdict::Holds => {}
                // No time is left for the other components either, or nothing else that is found can be
                // believed.
                Verdict::Inconclusive(
                    reason @ (StopReason::Timeout | StopReason::Interrupted | StopReason::Internal(_)),
                ) => {
                    return Ok(Verdict::Inconclusive(reason));
                }
                Verdict::Inconclusive(reason) => self.open = self.open.take().or(Some(reason)),
                Verdict::Violated(witness) => {
                    let searched = system.restricted_to(&answer.searched);
                    let actions: Vec<ActionId> = witness.trace(&searched);
                    return Ok(Verdict::Violated(Run { failure: kind, actions }));
                }
            }
        }
        Ok(self.open.take().map_or(Verdict::Holds, Verdict::Inconclusive))
    }
}
