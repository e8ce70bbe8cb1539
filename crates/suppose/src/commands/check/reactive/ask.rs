//! Questions to components under what they may suppose, and to the whole system where that leaves doubts.
//!
//! For one component the verdict is about it and the assumption, and a violation is looked for in the whole system too: it is real or a false positive. For all components the verdict is that of the whole system: what
//! holds under assumptions that the others satisfy holds there, and the rest is decided there.

use std::time::Instant;

use suppose::base::{StopReason, Verdict};
use suppose::lang::srs::{ComponentId, StateIx};
use suppose::srs::explicit::{self, Mode, Run, allows};
use suppose::srs::explore::{Setting, Survey};
use suppose::srs::mine::{Style, mine};
use suppose::srs::program::Program;
use suppose::srs::table::Table;

use super::super::Shape;
use super::steps::{Steps, machine, shift};
use super::whole::{self, Whole, breach, never_ends, occasion, shape, two_values, violation};
use super::{ASSUMPTION, Asked, Coverage, Line, Survival, TERMINATION, VALUES};
use crate::reactive::{Choice, Environment, Supposing};
use crate::session::{Failure, Session, milliseconds};

/// All that was found.
#[derive(Default)]
pub(super) struct Answers {
    pub lines: Vec<Line>,
    pub coverage: Vec<Coverage>,
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
struct Part<'a> {
    program: Program<'a>,
    component: ComponentId,
    environment: Environment,
    /// What was supposed, as the option says it.
    assume: String,
    paper: bool,
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
    let mut in_doubt = false;
    // One component is the whole already, and what it supposes is about the outside.
    let together = together && model.components.len() > 1;
    for (component, properties) in &asked.properties {
        let environment = match supposing.of(*component, session) {
            Ok(environment) => environment,
            Err(Failure::Stopped(reason, _)) => {
                answers.lines.extend(properties.iter().map(|&property| {
                    let name = Asked::name(model, *component, property);
                    let mut line =
                        Line::new(name, Some(*component), Verdict::Inconclusive(reason.clone()), "modular");
                    line.assume = Some(supposing.choice.name());
                    line
                }));
                in_doubt = true;
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
            in_doubt = true;
            continue;
        }
        for found in part.found(properties, session) {
            answers.lines.push(part.line(found, &whole, together, session));
        }
        in_doubt |= part.look_around(&mut whole, asked, together, &mut answers, session);
    }
    if supposing.choice == Choice::Mined
        && !supposing.paper
        && let Ok(mutual) = supposing.mutual(&session.budget)
    {
        answers.iterated = Some((mutual.rounds, mutual.last));
        // Where everybody falls silent, each component has to end by itself, and that was looked at.
        let sends =
            |table: &Table| (0..table.columns.len() as u32).any(|c| table.row(mutual.last).allows(c, true));
        in_doubt |= mutual.tables.iter().any(sends);
    } else {
        in_doubt |= model.components.iter().any(|component| !component.received.is_empty());
    }
    if together && (asked.others && in_doubt || asked.wants(TERMINATION) || asked.wants(VALUES)) {
        if in_doubt {
            whole::about_steps(&mut whole, asked, &mut answers, session);
        } else {
            let wanted = [(TERMINATION, asked.wants(TERMINATION)), (VALUES, asked.wants(VALUES))];
            let lines = wanted.iter().filter(|(_, wanted)| *wanted).map(|(name, _)| {
                let mut line = Line::new((*name).to_owned(), None, Verdict::Holds, "modular");
                line.assume = Some(supposing.choice.name());
                line
            });
            answers.lines.extend(lines);
        }
    }
    Ok(answers)
}

impl Part<'_> {
    fn setting(&self) -> Setting<'_> {
        Setting { program: &self.program, tables: &self.environment.tables, last: self.environment.last }
    }

    /// Whether there is nothing else in the model.
    fn is_whole(&self) -> bool {
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
    fn allowed(&self, k: usize, received: &explicit::Valuation) -> bool {
        self.environment.tables.iter().all(|table| allows(table, k, received))
    }

    fn paper_options(&self) -> explicit::Options {
        explicit::Options { mode: Mode::Paper { short_circuit: false }, last: self.environment.last }
    }

    /// Whether the whole system does what the rules say that this component supposes; true when there are none.
    fn discharge(&self, whole: &Whole<'_>, asked: &Asked, answers: &mut Answers, session: &Session) -> bool {
        let Some(rules) = self.environment.rules.as_ref().filter(|rules| !rules.rules.is_empty()) else {
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
            let assumes = model.components.iter().filter(|part| !part.assumption.rules.is_empty()).count();
            let name = match &model.component(self.component).name {
                name if asked.properties.len() > 1 && assumes > 1 => format!("{name}.{ASSUMPTION}"),
                _ => ASSUMPTION.to_owned(),
            };
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

    /// Looks at how much is reached, and whether macrosteps end and values are clear. Whether there is doubt about that.
    fn look_around(
        &self,
        whole: &mut Whole<'_>,
        asked: &Asked,
        together: bool,
        answers: &mut Answers,
        session: &Session,
    ) -> bool {
        let looked = self.look(session);
        if let Ok(Look { coverage: Some(found), .. }) = &looked.as_ref().map_err(Clone::clone) {
            answers.coverage.push(found.clone());
        }
        let (endless, values) = match looked {
            Ok(Look { endless, values, .. }) => (endless, values),
            Err(reason) => (Verdict::Inconclusive(reason.clone()), Verdict::Inconclusive(reason)),
        };
        let doubt = !endless.holds() || !values.holds();
        if together {
            return doubt;
        }
        for (name, wanted, verdict) in
            [(TERMINATION, asked.wants(TERMINATION), endless), (VALUES, asked.wants(VALUES), values)]
        {
            let bad = matches!(verdict, Verdict::Violated(_));
            if !(wanted || asked.others && bad) {
                continue;
            }
            let mut line = Line::new(name.to_owned(), Some(self.component), verdict, "modular");
            line.assume = Some(self.assume.clone());
            if bad && !self.is_whole() {
                let of_whole = match name {
                    TERMINATION => whole.termination(session.verbose, &session.budget),
                    _ => whole.values(session.verbose, &session.budget),
                };
                line.survives = match of_whole {
                    Verdict::Holds => Survival::Spurious,
                    Verdict::Inconclusive(reason) => Survival::Unknown(reason),
                    Verdict::Violated(shape) => {
                        line.verdict = Verdict::Violated(shape);
                        Survival::Real
                    }
                };
            }
            answers.lines.push(line);
        }
        doubt
    }

    fn look(&self, session: &Session) -> Result<Look, StopReason> {
        let verbose = session.verbose;
        if !self.paper {
            let survey = Ok(self.setting().survey(&session.budget)?);
            let endless = never_ends(&self.program, &survey, verbose);
            let values = two_values(&self.program, &survey, verbose);
            let found = survey.ok().map(|survey| coverage(&self.program, Some(self.component), &survey));
            return Ok(Look { coverage: found, endless, values });
        }
        let seen = explicit::explore(
            &self.program,
            &[],
            &|k, r| self.allowed(k, r),
            self.paper_options(),
            &session.budget,
        )?;
        let shown = |run: Option<Run>, name: &str, sentence: &str| match run {
            None => Verdict::Holds,
            Some(run) => {
                Verdict::Violated(shape(name, sentence, &Steps::of_run(&self.program, &run), None, verbose))
            }
        };
        let machines = 0..self.program.machines.len();
        let mut states: Vec<Vec<bool>> =
            machines.map(|place| vec![false; self.program.machine(place).states.len()]).collect();
        for all in seen.stable.iter().chain(seen.listing.iter().map(|entry| &entry.states)) {
            for (met, state) in states.iter_mut().zip(all) {
                met[state.index()] = true;
            }
        }
        let counted = Counted {
            stable: f64::from(u32::try_from(seen.stable.len()).unwrap_or(u32::MAX)),
            states: &states,
            transitions: &seen.taken,
        };
        Ok(Look {
            coverage: Some(counted.coverage(&self.program, Some(self.component))),
            endless: shown(seen.livelock, TERMINATION, "a macrostep never ends"),
            values: shown(seen.two_values, VALUES, "an event gets two values in one microstep"),
        })
    }
}

/// What a look at all of a component found.
struct Look {
    coverage: Option<Coverage>,
    endless: Verdict<Shape>,
    values: Verdict<Shape>,
}

/// What was met.
struct Counted<'a> {
    stable: f64,
    states: &'a [Vec<bool>],
    transitions: &'a [Vec<bool>],
}

impl Counted<'_> {
    fn coverage(&self, program: &Program<'_>, component: Option<ComponentId>) -> Coverage {
        let mut found = Coverage {
            component,
            stable: self.stable,
            states: 0,
            never_in: Vec::new(),
            transitions: 0,
            never_taken: Vec::new(),
        };
        for (place, (states, taken)) in self.states.iter().zip(self.transitions).enumerate() {
            let this = program.machine(place);
            found.states += states.len();
            found.transitions += taken.len();
            let missed = states.iter().enumerate().filter(|(_, met)| !**met);
            found.never_in.extend(
                missed.map(|(state, _)| format!("{}.{}", machine(program, place), this.states[state])),
            );
            let missed = taken.iter().zip(&this.transitions).filter(|(met, _)| !**met);
            found.never_taken.extend(missed.map(|(_, transition)| {
                let (from, to): (StateIx, StateIx) = (transition.source, transition.target);
                let guard = program.model.expr_text(program.machines[place].0, &transition.guard);
                format!("{} : {guard}", shift(program, place, from, to))
            }));
        }
        found
    }
}

/// How much a survey has seen.
pub(super) fn coverage(program: &Program<'_>, component: Option<ComponentId>, survey: &Survey) -> Coverage {
    let Survey { stable, states, transitions, .. } = survey;
    Counted { stable: *stable, states, transitions }.coverage(program, component)
}
