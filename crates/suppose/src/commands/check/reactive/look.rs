//! A look at all machines: how much of them is reached, whether macrosteps end, and whether events have one value.

use suppose::base::{StopReason, Verdict};
use suppose::lang::srs::{ComponentId, StateIx};
use suppose::srs::explicit::{self, Run};
use suppose::srs::explore::Survey;
use suppose::srs::program::Program;

use super::super::Shape;
use super::ask::{Answers, Part};
use super::steps::{Steps, machine, shift};
use super::whole::{Whole, never_ends, shape, two_values};
use super::{Asked, Coverage, Line, Survival, TERMINATION, VALUES};
use crate::session::Session;

impl Part<'_> {
    /// Looks at how much is reached, and whether macrosteps end and values are clear. Says what of that is in
    /// doubt.
    pub(super) fn look_around(
        &self,
        whole: &mut Whole<'_>,
        asked: &Asked,
        together: bool,
        answers: &mut Answers,
        session: &Session,
    ) -> Doubts {
        let (endless, alone, values) = match self.look(session) {
            Ok(Look { coverage, endless, alone, values }) => {
                answers.coverage.push((Some(self.component), Ok(coverage)));
                (endless, alone, values)
            }
            Err(reason) => {
                answers.coverage.push((Some(self.component), Err(reason.clone())));
                (Verdict::Inconclusive(reason.clone()), false, Verdict::Inconclusive(reason))
            }
        };
        // The exploration of the paper misses behaviour.
        let doubts =
            Doubts { termination: self.paper || !endless.holds(), values: self.paper || !values.holds() };
        if together {
            return doubts;
        }
        for (name, verdict) in [(TERMINATION, endless), (VALUES, values)] {
            if !asked.shows(name, &verdict) {
                continue;
            }
            let bad = matches!(verdict, Verdict::Violated(_));
            let mut line = Line::new(name.to_owned(), Some(self.component), verdict, "modular");
            line.assume = Some(self.assume.clone());
            if bad {
                // Hardly any component comes to rest in an environment that sends for ever. Whoever does not
                // ask for it by name hears of it only if it happens in the whole system.
                let unasked = name == TERMINATION && !asked.wants(name);
                if unasked && self.is_no_news(alone, whole, session) {
                    continue;
                }
                line.survives = self.survival(name, whole, session, &mut line.verdict);
                if unasked && matches!(line.survives, Survival::Spurious) {
                    continue;
                }
            }
            answers.lines.push(line);
        }
        doubts
    }

    /// Whether this component needs others that send for ever, or run for ever, so that a macrostep never
    /// ends, and in this system they do not. What the outside of the model does is not known.
    fn is_no_news(&self, alone: bool, whole: &Whole<'_>, session: &Session) -> bool {
        !alone && (self.is_whole() || self.by_parts(TERMINATION, &[self.component], whole, session))
    }

    /// Whether components alone show that something is so in the whole system.
    fn by_parts(&self, name: &str, of: &[ComponentId], whole: &Whole<'_>, session: &Session) -> bool {
        // Under mined tables it was looked at already.
        (self.paper || self.assume != "mined") && whole.by_parts(name, of, &session.budget)
    }

    /// Whether it is so in the whole system that a macrostep never ends or an event gets two values. What
    /// shows it there takes the place of what was found here.
    fn survival(
        &self,
        name: &str,
        whole: &mut Whole<'_>,
        session: &Session,
        found: &mut Verdict<Shape>,
    ) -> Survival {
        if self.is_whole() {
            return Survival::NotAsked;
        }
        let (verbose, budget) = (session.verbose, &session.budget);
        let of_whole = match name {
            _ if self.by_parts(name, &whole.program.components, whole, session) => Verdict::Holds,
            TERMINATION => whole.termination(verbose, budget),
            _ => whole.values(verbose, budget),
        };
        match of_whole {
            Verdict::Holds => Survival::Spurious,
            Verdict::Inconclusive(reason) => Survival::Unknown(reason),
            Verdict::Violated(shape) => {
                *found = Verdict::Violated(shape);
                Survival::Real
            }
        }
    }

    fn look(&self, session: &Session) -> Result<Look, StopReason> {
        let verbose = session.verbose;
        if !self.paper {
            let survey = self.setting().survey(&session.budget)?;
            return Ok(Look {
                coverage: coverage(&self.program, &survey),
                endless: never_ends(&self.program, &survey, verbose),
                alone: survey.alone,
                values: two_values(&self.program, &survey, verbose),
            });
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
            coverage: counted.coverage(&self.program),
            alone: seen.livelock.as_ref().is_some_and(Run::goes_on_alone),
            endless: shown(seen.livelock, TERMINATION, "a macrostep never ends"),
            values: shown(seen.two_values, VALUES, "an event gets two values in one microstep"),
        })
    }
}

/// What a look at all of a component found.
struct Look {
    coverage: Coverage,
    endless: Verdict<Shape>,
    /// Whether a macrostep goes on for ever although nothing is received and nobody else moves.
    alone: bool,
    values: Verdict<Shape>,
}

/// What components could not show about the whole system.
#[derive(Clone, Copy, Default)]
pub(super) struct Doubts {
    pub termination: bool,
    pub values: bool,
}

impl Doubts {
    /// Nothing was shown.
    pub(super) const ALL: Self = Self { termination: true, values: true };

    #[must_use]
    pub(super) fn or(self, other: Self) -> Self {
        Self { termination: self.termination || other.termination, values: self.values || other.values }
    }
}

/// What was met.
struct Counted<'a> {
    stable: f64,
    states: &'a [Vec<bool>],
    transitions: &'a [Vec<bool>],
}

impl Counted<'_> {
    fn coverage(&self, program: &Program<'_>) -> Coverage {
        let mut found = Coverage {
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
pub(super) fn coverage(program: &Program<'_>, survey: &Survey) -> Coverage {
    let Survey { stable, states, transitions, .. } = survey;
    Counted { stable: *stable, states, transitions }.coverage(program)
}
