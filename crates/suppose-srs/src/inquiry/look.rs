//! A look at all machines: how much of them is reached, whether macrosteps end, and whether events have one
//! value.

use std::sync::Arc;

use suppose_base::{StopReason, Verdict};
use suppose_inquiry::Answer;

use super::ask::{Ask, Found, Shown, Survival};
use super::evidence::{Course, ReactiveEvidence, Wrong};
use super::modular::Part;
use super::setup::Choice;
use super::steps::{machine, shift};
use super::whole::Whole;
use super::{Meaning, internal};
use crate::explicit::{self, Run, replay_for_ever};
use crate::explore::Survey;
use crate::lang::{ComponentId, Model};
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
    /// Whether one goes on for ever although nothing is received and nobody else moves.
    pub alone: bool,
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
            alone: survey.alone,
            values: shown(two_values, Wrong::TwoValues),
        }
    }
}

impl Part<'_> {
    /// Looks at how much is reached, and whether macrosteps end and values are clear. Where answers are not
    /// about the whole system, these are the answers. Says what of that is in doubt.
    pub(super) fn look_around(&self, ask: &Ask<'_>, whole: &mut Whole<'_>, found: &mut Found) -> Doubts {
        let (termination, alone, values) = match self.look(ask) {
            Ok(Look { coverage, termination, alone, values }) => {
                found.coverage.push((Some(self.component), Ok(coverage)));
                (termination, alone, values)
            }
            Err(reason) => {
                found.coverage.push((Some(self.component), Err(reason.clone())));
                (Verdict::Inconclusive(reason.clone()), false, Verdict::Inconclusive(reason))
            }
        };
        // The exploration of the paper misses behaviour.
        let doubts =
            Doubts { termination: self.paper || !termination.holds(), values: self.paper || !values.holds() };
        if ask.together() {
            return doubts;
        }
        for (meaning, verdict) in [(Meaning::Termination, termination), (Meaning::Values, values)] {
            let Some(place) = ask.place(&meaning).filter(|&place| ask.is_told(place, &verdict)) else {
                continue;
            };
            let mut answer = ask.modular(place, verdict);
            if matches!(answer.verdict, Verdict::Violated(_)) {
                // Hardly any component comes to rest in an environment that sends for ever. Whoever does not
                // ask for it by name hears of it only if it happens in the whole system.
                let unasked = meaning == Meaning::Termination && !ask.is_asked(place);
                if unasked && self.is_no_news(ask, alone, whole) {
                    continue;
                }
                match self.survival(ask, &meaning, whole, &mut answer) {
                    Some(Survival::Spurious) if unasked => continue,
                    Some(survival) => survival.note(&mut answer),
                    None => {}
                }
            }
            found.add(place, answer);
        }
        doubts
    }

    /// Whether this component needs others that send for ever, or run for ever, so that a macrostep never
    /// ends, and in this system they do not. What the outside of the model does is not known.
    fn is_no_news(&self, ask: &Ask<'_>, alone: bool, whole: &Whole<'_>) -> bool {
        !alone && (self.is_whole() || self.by_parts(ask, &Meaning::Termination, &[self.component], whole))
    }

    /// Whether components alone show that something is so in the whole system.
    fn by_parts(
        &self,
        ask: &Ask<'_>,
        meaning: &Meaning,
        components: &[ComponentId],
        whole: &Whole<'_>,
    ) -> bool {
        // Under mined tables it was looked at already.
        let is_known = !self.paper && ask.setup.choice == Choice::Mined;
        !is_known && whole.by_parts(meaning, components, ask.budget)
    }

    /// Whether it is so in the whole system that a macrostep never ends or an event gets two values. What
    /// shows it there takes the place of what was found here. Nothing if this is the whole system.
    fn survival(
        &self,
        ask: &Ask<'_>,
        meaning: &Meaning,
        whole: &mut Whole<'_>,
        answer: &mut Answer,
    ) -> Option<Survival> {
        if self.is_whole() {
            return None;
        }
        if self.by_parts(ask, meaning, &whole.program.components, whole) {
            return Some(Survival::Spurious);
        }
        Some(match whole.about(meaning, ask) {
            Verdict::Holds => Survival::Spurious,
            Verdict::Inconclusive(reason) => Survival::Unknown(reason),
            Verdict::Violated(evidence) => {
                answer.verdict = Verdict::Violated(evidence);
                Survival::Real
            }
        })
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
            Some(run) => match replay_for_ever(&self.program, &run, self.environment.last, allowed) {
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
            alone: seen.livelock.as_ref().is_some_and(Run::goes_on_alone),
            termination: shown(seen.livelock, Wrong::Endless),
            values: shown(seen.two_values, Wrong::TwoValues),
        })
    }
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
                let guard = program.model.expr_text(program.machines[place].0, &transition.guard);
                format!("{} : {guard}", shift(program, place, transition.source, transition.target))
            }));
        }
        found
    }
}
