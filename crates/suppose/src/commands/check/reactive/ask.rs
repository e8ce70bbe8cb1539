//! Questions to components under what they may suppose, and to the whole system where that leaves doubts.
//!
//! For one component the verdict is about it and the assumption, and a violation is looked for in the whole system too: it is real or a false positive. For all components the verdict is that of the whole system: what
//! holds under assumptions that the others satisfy holds there, and the rest is decided there.

use std::time::Instant;

use suppose::base::{StopReason, Verdict};
use suppose::lang::srs::{ComponentId, Model};
use suppose::srs::explicit::{self, Mode, Run, allows};
use suppose::srs::explore::Setting;
use suppose::srs::mine::{Style, mine};
use suppose::srs::program::Program;

use super::look::Doubts;
use super::whole::{self, Whole, breach, occasion, violation};
use super::{ASSUMPTION, Asked, Coverage, Line, Survival, TERMINATION, VALUES};
use crate::reactive::{Choice, Environment, Supposing};
use crate::session::{Failure, Session, milliseconds};

/// All that was found.
#[derive(Default)]
pub(super) struct Answers {
    pub lines: Vec<Line>,
    /// How much was reached, or why that is not known.
    pub coverage: Vec<(Option<ComponentId>, Result<Coverage, StopReason>)>,
    /// How assumptions were iterated: rounds and microsteps.
    pub iterated: Option<(usize, usize)>,
    /// What components supposed, in rules, when the user wants to know.
    pub supposed: Vec<(ComponentId, Vec<String>)>,
}

/// What was found about a property of a component.
struct Found {
    property: usize,
    verdict: Verdict<Run>,
    met: bool,
    reached: Option<(usize, f64)>,
    time_ms: f64,
}

/// A component with what it may suppose.
pub(super) struct Part<'a> {
    pub program: Program<'a>,
    pub component: ComponentId,
    pub environment: Environment,
    /// What was supposed, as the option says it.
    pub assume: String,
    pub paper: bool,
}

/// Answers of components. With `together` they are about the whole system.
pub(super) fn answers(
    mut supposing: Supposing<'_>,
    asked: &Asked,
    together: bool,
    session: &mut Session,
) -> Result<Answers, Failure> {
    let model = supposing.model;
    let mut whole = Whole::new(model);
    let mut answers = Answers::default();
    let mut doubts = Doubts::default();
    let mut parts = Vec::new();
    // One component is the whole already, and what it supposes is about the outside.
    let together = together && model.components.len() > 1;
    for (component, properties) in &asked.properties {
        let environment = match supposing.of(*component, session) {
            Ok(environment) => environment,
            Err(Failure::Stopped(reason, _)) => {
                let verdict = || Verdict::Inconclusive(reason.clone());
                let rules = match supposing.choice {
                    Choice::Declared => !model.component(*component).assumption.rules.is_empty(),
                    Choice::File(_) => true,
                    Choice::Universal | Choice::Mined => false,
                };
                let mut names = Vec::new();
                if rules && asked.shows(ASSUMPTION, &verdict()) {
                    names.push(assumption(model, asked, *component));
                }
                names.extend(properties.iter().map(|&property| Asked::name(model, *component, property)));
                // Of the whole system these are asked below.
                let further = [TERMINATION, VALUES].into_iter();
                let further = further.filter(|name| !together && asked.shows(name, &verdict()));
                names.extend(further.map(str::to_owned));
                answers.lines.extend(names.into_iter().map(|name| {
                    let mut line = Line::new(name, Some(*component), verdict(), "modular");
                    line.assume = Some(supposing.choice.name());
                    line
                }));
                doubts = Doubts::ALL;
                continue;
            }
            Err(other) => return Err(other),
        };
        let part = Part {
            program: Program::new(model, [*component]),
            component: *component,
            environment,
            assume: supposing.choice.name(),
            paper: supposing.paper,
        };
        if session.verbose {
            answers.supposed.extend(part.supposed(session).map(|rules| (*component, rules)));
        }
        let kept = part.discharge(&whole, asked, &mut answers, session);
        if together && !kept {
            // What was supposed is not so: nothing follows from it.
            answers.lines.extend(properties.iter().map(|&p| whole::line(&whole, *component, p, session)));
            doubts = Doubts::ALL;
            continue;
        }
        for found in part.found(properties, session) {
            answers.lines.push(part.line(found, &whole, together, session));
        }
        parts.push(part);
    }
    // Properties look at a part of the machines, and this at all of them; so they come first.
    for part in &parts {
        doubts = doubts.or(part.look_around(&mut whole, asked, together, &mut answers, session));
    }
    if supposing.choice == Choice::Mined
        && !supposing.paper
        && let Ok(mutual) = supposing.mutual(&session.budget)
    {
        answers.iterated = Some((mutual.rounds, mutual.last));
    }
    if together {
        // If a macrostep never ended, some component would move infinitely often in it, though no environment
        // of those that it may suppose lets it do that. And all machines that emit an event are in one
        // component.
        for (name, in_doubt) in [(TERMINATION, doubts.termination), (VALUES, doubts.values)] {
            if !(asked.others || asked.wants(name)) {
                continue;
            }
            if in_doubt {
                whole::about(name, &mut whole, asked, &mut answers, session);
            } else if asked.wants(name) {
                let mut line = Line::new(name.to_owned(), None, Verdict::Holds, "modular");
                line.assume = Some(supposing.choice.name());
                answers.lines.push(line);
            }
        }
    }
    Ok(answers)
}

/// How the question whether what a component supposes is so is called.
fn assumption(model: &Model, asked: &Asked, component: ComponentId) -> String {
    let assumes = model.components.iter().filter(|part| !part.assumption.rules.is_empty()).count();
    match &model.component(component).name {
        name if asked.properties.len() > 1 && assumes > 1 => format!("{name}.{ASSUMPTION}"),
        _ => ASSUMPTION.to_owned(),
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
    fn supposed(&self, session: &Session) -> Option<Vec<String>> {
        let model = self.program.model;
        if let Some(rules) = &self.environment.rules {
            return Some(rules.rules.iter().map(|rule| model.rule_text(self.component, rule)).collect());
        }
        let mut lines = Vec::new();
        for table in &self.environment.tables {
            let rules = mine(table, Style::Compact, &session.budget).ok()?.assumption().rules;
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

    /// Whether the whole system does what the rules say that this component supposes; true when there are none.
    fn discharge(&self, whole: &Whole<'_>, asked: &Asked, answers: &mut Answers, session: &Session) -> bool {
        let Some(rules) = self.environment.rules.as_ref().filter(|rules| !rules.rules.is_empty()) else {
            if asked.wants(ASSUMPTION) && asked.properties.len() == 1 {
                // A file without rules.
                let mut line =
                    Line::new(ASSUMPTION.to_owned(), Some(self.component), Verdict::Holds, "monolithic");
                line.assume = Some(self.assume.clone());
                answers.lines.push(line);
            }
            return true;
        };
        let started = Instant::now();
        let verdict = if self.is_whole() {
            if !asked.wants(ASSUMPTION) {
                return true;
            }
            let what = "what this component receives comes from outside of the model";
            Verdict::Inconclusive(StopReason::Unsupported(what.to_owned()))
        } else {
            whole.obeys(self.component, rules, &session.budget)
        };
        let kept = verdict.holds();
        if asked.others || asked.wants(ASSUMPTION) || !kept {
            let model = self.program.model;
            let verdict =
                verdict.map(|broken| breach(&whole.program, self.component, rules, &broken, session.verbose));
            let name = assumption(model, asked, self.component);
            let mut line = Line::new(name, Some(self.component), verdict, "monolithic");
            line.assume = Some(self.assume.clone());
            line.time_ms = milliseconds(started.elapsed());
            answers.lines.push(line);
        }
        kept
    }

    /// What is found about properties.
    fn found(&self, properties: &[usize], session: &Session) -> Vec<Found> {
        let budget = &session.budget;
        if !self.paper {
            let one = |&property: &usize| {
                let started = Instant::now();
                let checked = self.setting().check(self.component, property, budget);
                let reached = Some((checked.machines, checked.stable));
                let time_ms = milliseconds(started.elapsed());
                Found { property, verdict: checked.verdict, met: checked.met, reached, time_ms }
            };
            return properties.iter().map(one).collect();
        }
        let started = Instant::now();
        let judged = explicit::judge(&self.program, &|k, r| self.allowed(k, r), self.paper_options(), budget);
        let count = u32::try_from(properties.len().max(1)).unwrap_or(u32::MAX);
        let time_ms = milliseconds(started.elapsed() / count);
        let one = |&property: &usize| match &judged {
            Err(reason) => {
                let verdict = Verdict::Inconclusive(reason.clone());
                Found { property, verdict, met: true, reached: None, time_ms }
            }
            Ok(judged) => {
                let own = judged.iter().find(|one| one.property == property);
                let run = own.and_then(|own| own.violation.clone());
                let verdict = run.map_or(Verdict::Holds, Verdict::Violated);
                Found { property, verdict, met: own.is_none_or(|own| own.relevant), reached: None, time_ms }
            }
        };
        properties.iter().map(one).collect()
    }

    /// The line of a property: what was found about it here, and in the whole system where that matters.
    fn line(&self, found: Found, whole: &Whole<'_>, together: bool, session: &Session) -> Line {
        let Found { property, verdict, met, reached, time_ms } = found;
        let (model, component) = (self.program.model, self.component);
        let reached = reached.filter(|_| !matches!(verdict, Verdict::Inconclusive(_)));
        let mut survives = Survival::NotAsked;
        let vacuous = (verdict.holds() && !met).then(|| occasion(model, component, property));
        let verdict = match verdict {
            Verdict::Holds => Verdict::Holds,
            Verdict::Inconclusive(reason) => Verdict::Inconclusive(reason),
            Verdict::Violated(_) if together => return whole::line(whole, component, property, session),
            Verdict::Violated(run) if self.is_whole() => {
                Verdict::Violated(violation(&self.program, component, property, &run, session.verbose))
            }
            Verdict::Violated(run) => {
                let mut shown = violation(&self.program, component, property, &run, session.verbose);
                let checked = whole.check(component, property, &session.budget);
                survives = match checked.verdict {
                    Verdict::Holds => Survival::Spurious,
                    Verdict::Inconclusive(reason) => Survival::Unknown(reason),
                    Verdict::Violated(run) => {
                        shown = violation(&whole.program, component, property, &run, session.verbose);
                        Survival::Real
                    }
                };
                Verdict::Violated(shown)
            }
        };
        let mut line =
            Line::new(Asked::name(model, component, property), Some(component), verdict, "modular");
        (line.survives, line.vacuous, line.reached, line.time_ms) = (survives, vacuous, reached, time_ms);
        line.assume = Some(self.assume.clone());
        line
    }
}
