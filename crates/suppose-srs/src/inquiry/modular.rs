//! Questions to components under what they may suppose, and to the whole system where that leaves doubts.
//!
//! For one component the verdict is about it and the assumption, and a violation is looked for in the whole
//! system too: it is real or a false positive. For all components the verdict is that of the whole system:
//! what holds under assumptions that the others satisfy holds there, and the rest is decided there.

use std::time::{Duration, Instant};

use suppose_base::{StopReason, Verdict};
use suppose_inquiry::{Answer, Failure};
use suppose_prove::method::Method;

use super::ask::{Ask, AskedProperty, Found, Survival};
use super::evidence::{Course, ReactiveEvidence, Wrong};
use super::look::Doubts;
use super::supposing::{Environment, Supposing};
use super::whole::Whole;
use super::{Meaning, internal};
use crate::explicit::{self, Mode, Run, allows, properties, replay};
use crate::explore::Setting;
use crate::lang::{Assumption, ComponentId};
use crate::mine::{Style, mine};
use crate::program::Program;

const FROM_OUTSIDE: &str = "what this component receives comes from outside of the model";

/// A component with what it may suppose.
pub(super) struct Part<'a> {
    pub program: Program<'a>,
    pub component: ComponentId,
    pub environment: Environment,
    /// Whether it is explored as in the paper.
    pub paper: bool,
}

/// What was found about a property of a component.
struct Judged {
    verdict: Verdict<Run>,
    met: bool,
    reached: Option<(usize, f64)>,
    time: Duration,
}

/// All answers of components.
pub(super) fn answers(ask: &Ask<'_>, rules: Option<Assumption>) -> Result<Found, Failure> {
    let (model, together) = (ask.model(), ask.together());
    let mut supposing = Supposing::new(model, ask.setup.choice.clone(), rules, ask.setup.exploring);
    let mut whole = Whole::new(model);
    let mut found = Found::default();
    let mut doubts = Doubts::default();
    let mut parts = Vec::new();
    for (component, properties) in ask.components() {
        let environment = match supposing.of(component, ask.budget) {
            Ok(environment) => environment,
            Err(Failure::Stopped(reason)) => {
                unknown(ask, component, &properties, &reason, &mut found);
                doubts = Doubts::ALL;
                continue;
            }
            Err(other) => return Err(other),
        };
        let program = Program::new(model, [component]);
        let part = Part { program, component, environment, paper: supposing.paper };
        if ask.plan.record {
            found.supposed.extend(part.supposed(ask).map(|rules| (component, rules)));
        }
        let kept = part.discharge(ask, &whole, &mut found);
        if together && !kept {
            // What was supposed is not so: nothing follows from it.
            for asked in properties {
                found.add(asked.place, whole.answer(ask, component, asked));
            }
            doubts = Doubts::ALL;
            continue;
        }
        let judged = part.judged(ask, &properties);
        for (asked, judged) in properties.into_iter().zip(judged) {
            found.add(asked.place, part.answer(ask, asked, judged, &whole));
        }
        parts.push(part);
    }
    // Properties look at a part of the machines, and this at all of them; so they come first.
    for part in &parts {
        doubts = doubts.or(part.look_around(ask, &mut whole, &mut found));
    }
    if let Some(mutual) = supposing.known() {
        found.iterated = Some((mutual.rounds, mutual.last));
    }
    if together {
        about_steps(ask, doubts, &mut whole, &mut found);
    }
    Ok(found)
}

/// No answers of a component, because it is not known what it receives.
fn unknown(
    ask: &Ask<'_>,
    component: ComponentId,
    properties: &[AskedProperty],
    reason: &StopReason,
    found: &mut Found,
) {
    for asked in properties {
        found.add(asked.place, ask.modular(asked.place, Verdict::Inconclusive(reason.clone())));
    }
    let mut others = vec![Meaning::Assumption(component)];
    if !ask.together() {
        others.extend([Meaning::Termination, Meaning::Values]);
    }
    for place in others.iter().filter_map(|meaning| ask.place(meaning)) {
        let verdict = Verdict::Inconclusive(reason.clone());
        if ask.is_told(place, &verdict) {
            found.add(place, ask.modular(place, verdict));
        }
    }
}

/// Whether macrosteps of the whole end and values are clear. If a macrostep never ended, some component would
/// move infinitely often in it; and all machines that emit an event are in one component. So without doubts
/// about the components it holds, and is told only if somebody asked.
fn about_steps(ask: &Ask<'_>, doubts: Doubts, whole: &mut Whole<'_>, found: &mut Found) {
    for (meaning, in_doubt) in [(Meaning::Termination, doubts.termination), (Meaning::Values, doubts.values)]
    {
        let Some(place) = ask.place(&meaning) else { continue };
        if in_doubt && (ask.is_asked(place) || !ask.plan.by_name) {
            whole.tell(ask, &meaning, found);
        } else if ask.is_asked(place) {
            found.add(place, ask.modular(place, Verdict::Holds));
        }
    }
}

impl Part<'_> {
    pub(super) fn setting(&self) -> Setting<'_> {
        Setting { program: &self.program, tables: &self.environment.tables, last: self.environment.last }
    }

    /// Whether there is nothing else in the model.
    pub(super) fn is_whole(&self) -> bool {
        self.program.model.components.len() == 1
    }

    /// What is supposed, in rules; nothing when there is nothing to say or no time to find it out.
    fn supposed(&self, ask: &Ask<'_>) -> Option<Vec<String>> {
        let model = self.program.model;
        if let Some(rules) = &self.environment.rules {
            return Some(rules.rules.iter().map(|rule| model.rule_text(self.component, rule)).collect());
        }
        let mut lines = Vec::new();
        for table in &self.environment.tables {
            let rules = mine(table, Style::Compact, ask.budget).ok()?.assumption().rules;
            lines.extend(rules.iter().map(|rule| model.rule_text(self.component, rule)));
        }
        (!lines.is_empty()).then_some(lines)
    }

    /// What the exploration of the paper may receive.
    pub(super) fn allowed(&self, k: usize, received: &explicit::Valuation) -> bool {
        self.environment.tables.iter().all(|table| allows(table, k, received))
    }

    pub(super) fn paper_options(&self) -> explicit::Options {
        explicit::Options { mode: Mode::Paper { short_circuit: false }, last: self.environment.last }
    }

    /// Whether the whole system does what the rules say that this component supposes; true when there are
    /// none. It is told where it was asked and where it is not so.
    fn discharge(&self, ask: &Ask<'_>, whole: &Whole<'_>, found: &mut Found) -> bool {
        let (Some(place), Some(rules)) =
            (ask.place(&Meaning::Assumption(self.component)), &self.environment.rules)
        else {
            return true;
        };
        let started = Instant::now();
        let verdict = if rules.rules.is_empty() {
            Verdict::Holds
        } else if self.is_whole() {
            if !ask.is_asked(place) {
                return true;
            }
            Verdict::Inconclusive(StopReason::Unsupported(FROM_OUTSIDE.to_owned()))
        } else {
            whole.obeys(self.component, rules, ask.budget)
        };
        let kept = verdict.holds();
        if ask.is_asked(place) || !kept {
            let shown = verdict.map(|broken| {
                let rule = rules.rules[broken.rule].clone();
                let wrong = Wrong::Rule { component: self.component, rule, microstep: broken.microstep };
                ReactiveEvidence::new(ask.model(), &whole.program, Course::Run(broken.run), wrong).shared()
            });
            let mut answer = ask.answer(place, shown, Method::Monolithic);
            answer.extras.assume = Some(Some(ask.setup.choice.name()));
            found.add(place, Answer { time: started.elapsed(), ..answer });
        }
        kept
    }

    /// What is found about properties, in their order.
    fn judged(&self, ask: &Ask<'_>, asked: &[AskedProperty]) -> Vec<Judged> {
        if self.paper {
            return self.judged_as_in_the_paper(ask, asked);
        }
        let one = |asked: &AskedProperty| {
            let started = Instant::now();
            let checked = self.setting().check(self.component, asked.property, ask.budget);
            let reached = Some((checked.machines, checked.stable));
            Judged { verdict: checked.verdict, met: checked.met, reached, time: started.elapsed() }
        };
        asked.iter().map(one).collect()
    }

    fn judged_as_in_the_paper(&self, ask: &Ask<'_>, asked: &[AskedProperty]) -> Vec<Judged> {
        let started = Instant::now();
        let allowed = |k: usize, received: &explicit::Valuation| self.allowed(k, received);
        let judged = explicit::judge(&self.program, &allowed, self.paper_options(), ask.budget);
        let time = started.elapsed() / u32::try_from(asked.len().max(1)).unwrap_or(u32::MAX);
        let one = |asked: &AskedProperty| match &judged {
            Err(reason) => {
                Judged { verdict: Verdict::Inconclusive(reason.clone()), met: true, reached: None, time }
            }
            Ok(judged) => match judged.iter().find(|one| one.property == asked.property) {
                None => Judged { verdict: internal("it was not judged"), met: true, reached: None, time },
                Some(own) => {
                    let verdict = match own.violation.clone() {
                        None => Verdict::Holds,
                        Some(run) => self.confirmed(asked.property, run),
                    };
                    Judged { verdict, met: own.relevant, reached: None, time }
                }
            },
        };
        asked.iter().map(one).collect()
    }

    /// A run that is one by definition and ends with a violation of the property.
    fn confirmed(&self, property: usize, run: Run) -> Verdict<Run> {
        let place = properties(&self.program).iter().position(|&one| one == (self.component, property));
        match replay(&self.program, &run, |k, received| self.allowed(k, received)) {
            Err(problem) => internal(&problem),
            Ok(replayed) => match replayed.ends.last().zip(place) {
                Some((end, place)) if !end.holds[place] => Verdict::Violated(run),
                _ => internal("the run violates nothing"),
            },
        }
    }

    /// The answer about a property: what was found here, and in the whole system where that matters.
    fn answer(&self, ask: &Ask<'_>, asked: AskedProperty, judged: Judged, whole: &Whole<'_>) -> Answer {
        let Judged { verdict, met, reached, time } = judged;
        let AskedProperty { place, property } = asked;
        let component = self.component;
        let shown = |program: &Program<'_>, run: Run| {
            let wrong = Wrong::Property { component, property };
            Verdict::Violated(ReactiveEvidence::new(ask.model(), program, Course::Run(run), wrong).shared())
        };
        let (verdict, survival) = match verdict {
            Verdict::Holds => (Verdict::Holds, None),
            Verdict::Inconclusive(reason) => (Verdict::Inconclusive(reason), None),
            Verdict::Violated(_) if ask.together() => return whole.answer(ask, component, asked),
            Verdict::Violated(run) if self.is_whole() => (shown(&self.program, run), None),
            Verdict::Violated(run) => match whole.check(component, property, ask.budget).verdict {
                Verdict::Holds => (shown(&self.program, run), Some(Survival::Spurious)),
                Verdict::Inconclusive(reason) => (shown(&self.program, run), Some(Survival::Unknown(reason))),
                Verdict::Violated(run) => (shown(&whole.program, run), Some(Survival::Real)),
            },
        };
        let mut answer = ask.modular(place, verdict);
        ask.note_occasion(&mut answer, component, property, met);
        if let Some(survival) = survival {
            survival.note(&mut answer);
        }
        if let Some((machines, stable)) = reached {
            ask.note_reached(&mut answer, machines, stable);
        }
        Answer { time, ..answer }
    }
}
