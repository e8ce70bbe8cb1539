//! Questions to the whole system: all components at once, closed but for the physical environment.

use std::time::Instant;

use suppose_base::{Budget, StopReason, Verdict};
use suppose_inquiry::Answer;
use suppose_prove::method::Method;

use super::Meaning;
use super::ask::{Ask, AskedProperty, Found, Shown};
use super::evidence::{Course, ReactiveEvidence, Wrong};
use super::look::Look;
use crate::explore::{Broken, Checked, Setting, Survey};
use crate::lang::{Assumption, ComponentId, Model};
use crate::modular::{Options, iterate};
use crate::program::Program;

/// The whole system.
pub(super) struct Whole<'m> {
    pub program: Program<'m>,
    survey: Option<Result<Survey, StopReason>>,
}

impl<'m> Whole<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        Self { program: Program::whole(model), survey: None }
    }

    fn setting(&self) -> Setting<'_> {
        Setting { program: &self.program, tables: &[], last: 1 }
    }

    pub(super) fn check(&self, component: ComponentId, property: usize, budget: &Budget) -> Checked {
        self.setting().check(component, property, budget)
    }

    /// Whether a component receives what rules say.
    pub(super) fn obeys(
        &self,
        component: ComponentId,
        rules: &Assumption,
        budget: &Budget,
    ) -> Verdict<Broken> {
        self.setting().obeys(component, rules, budget)
    }

    /// A look at all of it, once.
    fn survey(&mut self, budget: &Budget) -> &Result<Survey, StopReason> {
        if self.survey.is_none() {
            self.survey = Some(self.setting().survey(budget));
        }
        self.survey.as_ref().expect("it was made")
    }

    fn look(&mut self, ask: &Ask<'_>) -> Result<Look, StopReason> {
        let survey = self.survey(ask.budget).clone()?;
        Ok(Look::of_survey(ask.model(), &self.program, &survey))
    }

    /// Whether macrosteps end, or values are clear.
    pub(super) fn about(&mut self, meaning: &Meaning, ask: &Ask<'_>) -> Shown {
        match self.look(ask) {
            Err(reason) => Verdict::Inconclusive(reason),
            Ok(look) if *meaning == Meaning::Termination => look.termination,
            Ok(look) => look.values,
        }
    }

    /// Whether a look at each of these components, with what the others can send, shows that it does not move
    /// for ever in a macrostep, or that none of its events gets two values. That is much cheaper than a look
    /// at the whole.
    pub(super) fn by_parts(&self, meaning: &Meaning, components: &[ComponentId], budget: &Budget) -> bool {
        let model = self.program.model;
        let Ok(mutual) = iterate(model, &Options::default(), budget) else { return false };
        let is_shown = |&id: &ComponentId| match mutual.survey(model, id, budget) {
            Ok(survey) if *meaning == Meaning::Termination => survey.endless.is_none(),
            Ok(survey) => survey.two_values.is_none(),
            Err(_) => false,
        };
        components.iter().all(is_shown)
    }

    /// Whether a macrostep that never ends needs what nobody in the model sends.
    fn needs_the_outside(&mut self, budget: &Budget) -> bool {
        !self.program.received.is_empty() && self.survey(budget).as_ref().is_ok_and(|survey| !survey.alone)
    }

    /// Tells whether macrosteps end, or values are clear.
    pub(super) fn tell(&mut self, ask: &Ask<'_>, meaning: &Meaning, found: &mut Found) {
        let Some(place) = ask.place(meaning) else { return };
        let verdict = self.about(meaning, ask);
        // Nobody knows whether the outside of the model sends for ever.
        let is_hidden = *meaning == Meaning::Termination
            && !ask.is_asked(place)
            && matches!(verdict, Verdict::Violated(_))
            && self.needs_the_outside(ask.budget);
        if ask.is_told(place, &verdict) && !is_hidden {
            found.add(place, ask.answer(place, verdict, Method::Monolithic));
        }
    }

    /// Answers for a property.
    pub(super) fn answer(&self, ask: &Ask<'_>, component: ComponentId, asked: AskedProperty) -> Answer {
        let AskedProperty { place, property } = asked;
        let started = Instant::now();
        let Checked { verdict, met, stable, machines } = self.check(component, property, ask.budget);
        let shown = verdict.map(|run| {
            let wrong = Wrong::Property { component, property };
            ReactiveEvidence::new(ask.model(), &self.program, Course::Run(run), wrong).shared()
        });
        let mut answer = ask.answer(place, shown, Method::Monolithic);
        ask.note_occasion(&mut answer, component, property, met);
        ask.note_reached(&mut answer, machines, stable);
        Answer { time: started.elapsed(), ..answer }
    }
}

/// All answers by the whole system.
pub(super) fn answers(ask: &Ask<'_>) -> Found {
    let mut whole = Whole::new(ask.model());
    let mut found = Found::default();
    for (component, properties) in ask.components() {
        for asked in properties {
            let answer = whole.answer(ask, component, asked);
            found.add(asked.place, answer);
        }
    }
    found.coverage.push((None, whole.look(ask).map(|look| look.coverage)));
    for meaning in [Meaning::Termination, Meaning::Values] {
        whole.tell(ask, &meaning, &mut found);
    }
    found
}
