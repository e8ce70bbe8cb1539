//! A look at all machines: how much of them is reached, whether macrosteps end, and whether events have one value.

use suppose::base::{StopReason, Verdict};
use suppose::srs::explicit::{self, Run};
use suppose::srs::explore::Survey;
use suppose::srs::lang::StateIx;
use suppose::srs::program::Program;

use super::super::Shape;
use super::ask::{Answers, Part};
use super::steps::{Steps, machine, shift};
use super::whole::{Whole, never_ends, shape, two_values};
use super::{Asked, Coverage, Line, Survival, TERMINATION, VALUES};
use crate::session::Session;

impl Part<'_> {
    /// Looks at how much is reached, and whether macrosteps end and values are clear. Whether there is doubt about that.
    pub(super) fn look_around(
        &self,
        whole: &mut Whole<'_>,
        asked: &Asked,
        together: bool,
        answers: &mut Answers,
        session: &Session,
    ) -> bool {
        let (endless, values) = match self.look(session) {
            Ok(Look { coverage, endless, values }) => {
                answers.coverage.push((Some(self.component), Ok(coverage)));
                (endless, values)
            }
            Err(reason) => {
                answers.coverage.push((Some(self.component), Err(reason.clone())));
                (Verdict::Inconclusive(reason.clone()), Verdict::Inconclusive(reason))
            }
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
            let survey = self.setting().survey(&session.budget)?;
            return Ok(Look {
                coverage: coverage(&self.program, &survey),
                endless: never_ends(&self.program, &survey, verbose),
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
            endless: shown(seen.livelock, TERMINATION, "a macrostep never ends"),
            values: shown(seen.two_values, VALUES, "an event gets two values in one microstep"),
        })
    }
}

/// What a look at all of a component found.
struct Look {
    coverage: Coverage,
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
