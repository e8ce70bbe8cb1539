//! A look at all machines: how much of them is reached, whether macrosteps end, and whether events have one value.

use std::sync::Arc;

use suppose_base::{StopReason, Verdict};

use super::ask::{Ask, Found, Shown, Survival};
use super::evidence::{Course, ReactiveEvidence, Wrong};
use super::modular::Part;
use super::steps::{machine, shift};
use super::whole::Whole;
use super::{Meaning, internal};
use crate::explicit::{self, Run, replay};
use crate::explore::Survey;
use crate::lang::Model;
use crate::program::Program;

/// How much of some machines was reached.
pub(super) struct Coverage {
    /// How many stable states there are.
    pub stable: f64,
    /// How many states of machines there are.
    pub states: usize,
    /// States that no machine was ever in.
    pub never_in: Vec<String>,
    /// How many transitions there are.
    pub transitions: usize,
    /// Transitions that were never taken.
    pub never_taken: Vec<String>,
}

/// What a look at all machines of a program found.
pub(super) struct Look {
    pub coverage: Coverage,
    /// Whether every macrostep ends.
    pub termination: Shown,
    /// Whether no event gets two values at once.
    pub values: Shown,
}

impl Look {
    /// What a survey found. It has replayed its trails.
    pub(super) fn of_survey(model: &Arc<Model>, program: &Program<'_>, survey: &Survey) -> Self {
        let shown = |course: Option<Course>, wrong: Wrong| match course {
            None => Verdict::Holds,
            Some(course) => Verdict::Violated(ReactiveEvidence::new(model, program, course, wrong).shared()),
        };
        let circle = survey.endless.clone().map(|(trail, circle)| Course::Circle(trail, circle));
        let two_values = survey.two_values.clone().map(Course::TwoValues);
        let counted =
            Counted { stable: survey.stable, states: &survey.states, transitions: &survey.transitions };
        Self {
            coverage: counted.coverage(program),
            termination: shown(circle, Wrong::Endless),
            values: shown(two_values, Wrong::TwoValues),
        }
    }
}

impl Part<'_> {
    /// Looks at how much is reached, and whether macrosteps end and values are clear. Where answers are not about the
    /// whole system, these are the answers. Whether there is doubt about it.
    pub(super) fn look_around(&self, ask: &Ask<'_>, whole: &mut Whole<'_>, found: &mut Found) -> bool {
        let (termination, values) = match self.look(ask) {
            Ok(Look { coverage, termination, values }) => {
                found.coverage.push((Some(self.component), Ok(coverage)));
                (termination, values)
            }
            Err(reason) => {
                found.coverage.push((Some(self.component), Err(reason.clone())));
                (Verdict::Inconclusive(reason.clone()), Verdict::Inconclusive(reason))
            }
        };
        let doubt = !termination.holds() || !values.holds();
        if ask.together() {
            return doubt;
        }
        for (meaning, verdict) in [(Meaning::Termination, termination), (Meaning::Values, values)] {
            let Some(place) = ask.place(&meaning) else { continue };
            let wanted = ask.is_asked(place) || !ask.plan.by_name;
            let bad = matches!(verdict, Verdict::Violated(_));
            let mut answer = ask.modular(place, verdict);
            if bad && wanted && !self.is_whole() {
                let survival = match whole.about(&meaning, ask) {
                    Verdict::Holds => Survival::Spurious,
                    Verdict::Inconclusive(reason) => Survival::Unknown(reason),
                    Verdict::Violated(evidence) => {
                        answer.verdict = Verdict::Violated(evidence);
                        Survival::Real
                    }
                };
                survival.note(&mut answer);
            }
            found.tell(ask, place, answer);
        }
        doubt
    }

    fn look(&self, ask: &Ask<'_>) -> Result<Look, StopReason> {
        if !self.paper {
            let survey = self.setting().survey(ask.budget)?;
            return Ok(Look::of_survey(ask.model(), &self.program, &survey));
        }
        let allowed = |k: usize, received: &explicit::Valuation| self.allowed(k, received);
        let seen = explicit::explore(&self.program, &[], &allowed, self.paper_options(), ask.budget)?;
        let shown = |run: Option<Run>, wrong: Wrong| match run {
            None => Verdict::Holds,
            Some(run) => match replay(&self.program, &run, allowed) {
                Err(problem) => internal(&problem),
                Ok(_) => Verdict::Violated(
                    ReactiveEvidence::new(ask.model(), &self.program, Course::Run(run), wrong).shared(),
                ),
            },
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
            termination: shown(seen.livelock, Wrong::Endless),
            values: shown(seen.two_values, Wrong::TwoValues),
        })
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
                let guard = program.model.expr_text(program.machines[place].0, &transition.guard);
                format!("{} : {guard}", shift(program, place, transition.source, transition.target))
            }));
        }
        found
    }
}
