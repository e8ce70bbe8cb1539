//! What is asked under a plan, and answers as they are found.

use std::collections::BTreeMap;
use std::sync::Arc;

use suppose_base::{Budget, StopReason, Verdict};
use suppose_inquiry::{Answer, Evidence, Extras, Findings, Plan, Reached};
use suppose_lts::check::Effort;
use suppose_prove::method::Method;

use super::context;
use super::look::Coverage;
use super::setup::Setup;
use super::{Meaning, ReactiveInquiry, internal};
use crate::lang::{ComponentId, Expr, Model};

/// A verdict with what shows a violation.
pub(super) type Shown = Verdict<Arc<dyn Evidence>>;

/// Some questions, and how to answer them.
#[derive(Clone, Copy)]
pub(super) struct Ask<'a> {
    pub inquiry: &'a ReactiveInquiry,
    /// The questions, by their places.
    pub asked: &'a [usize],
    pub setup: &'a Setup,
    pub plan: &'a Plan,
    pub budget: &'a Budget,
}

/// A property that is asked about: the place of its question, and its own in its component.
#[derive(Clone, Copy, Debug)]
pub(super) struct AskedProperty {
    pub place: usize,
    pub property: usize,
}

impl<'a> Ask<'a> {
    pub(super) fn model(&self) -> &'a Arc<Model> {
        &self.inquiry.model
    }

    pub(super) fn is_asked(&self, place: usize) -> bool {
        self.asked.contains(&place)
    }

    /// Whether a verdict is told: it was asked, or it is not known to hold and no names limit what is told.
    pub(super) fn is_told(&self, place: usize, verdict: &Shown) -> bool {
        self.is_asked(place) || !self.plan.by_name && !verdict.holds()
    }

    /// The place of a question, if it can be asked.
    pub(super) fn place(&self, meaning: &Meaning) -> Option<usize> {
        self.inquiry.meanings.iter().position(|known| known == meaning)
    }

    /// Whether answers are about the whole system. One component that is all there is supposes something
    /// about the outside.
    pub(super) fn together(&self) -> bool {
        self.setup.component.is_none() && self.model().components.len() > 1
    }

    /// The components to look at, each with the properties that are asked about. When only properties are
    /// named, these are the components that have them; otherwise how much of the others is reached is of
    /// interest too.
    pub(super) fn components(&self) -> Vec<(ComponentId, Vec<AskedProperty>)> {
        let mut all: Vec<(ComponentId, Vec<AskedProperty>)> =
            self.inquiry.chosen().into_iter().map(|component| (component, Vec::new())).collect();
        let mut only_properties = self.plan.by_name;
        for &place in self.asked {
            let Meaning::Property(component, property) = self.inquiry.meanings[place] else {
                only_properties = false;
                continue;
            };
            if let Some((_, properties)) = all.iter_mut().find(|(id, _)| *id == component) {
                properties.push(AskedProperty { place, property });
            }
        }
        if only_properties {
            all.retain(|(_, properties)| !properties.is_empty());
        }
        all
    }

    /// An answer to a question about which nothing else is known yet.
    pub(super) fn answer(&self, place: usize, verdict: Shown, method: Method) -> Answer {
        let question = self.inquiry.questions[place].clone();
        let extras = Extras {
            unasked: !self.is_asked(place),
            measure: Some(String::new()),
            component: Some(question.component.clone()),
            assume: Some(None),
            vacuous: Some(Some(false)),
            survives: Some(None),
            ..Extras::default()
        };
        Answer { extras, ..Answer::new(question, verdict, method) }
    }

    /// The answer of components under what they suppose.
    pub(super) fn modular(&self, place: usize, verdict: Shown) -> Answer {
        let mut answer = self.answer(place, verdict, Method::Modular);
        answer.extras.assume = Some(Some(self.setup.choice.name()));
        answer
    }

    /// An answer that holds for want of an occasion says what never happens.
    pub(super) fn note_occasion(
        &self,
        answer: &mut Answer,
        component: ComponentId,
        property: usize,
        met: bool,
    ) {
        if answer.verdict.holds() && !met {
            let never = occasion(self.model(), component, property);
            answer.extras.vacuous = Some(Some(true));
            answer.extras.remark = Some(format!(" vacuously: {never}"));
            answer.extras.note = Some(never);
        }
    }

    /// How many machines mattered, and in how many stable states they can be; not told where nothing was
    /// decided.
    pub(super) fn note_reached(&self, answer: &mut Answer, machines: usize, stable: f64) {
        if matches!(answer.verdict, Verdict::Inconclusive(_)) {
            return;
        }
        answer.extras.reached = Some(Reached { machines, stable });
        #[expect(clippy::cast_sign_loss, reason = "it counts states")]
        let states = stable as u64;
        answer.effort = Effort { states_explored: states, max_states: states, ..Effort::default() };
        let at_once = answer.method == Method::Monolithic && self.setup.method != Method::Monolithic;
        let how = if at_once { "the whole system, " } else { "" };
        let machines = suppose_inquiry::counted(machines, "machine");
        answer.extras.measure = Some(format!("{how}{machines}, {}", context::stable_states(stable)));
    }
}

/// Whether a violation under an assumption is one of the whole system.
pub(super) enum Survival {
    /// It is real.
    Real,
    /// It is a false positive.
    Spurious,
    /// It could not be decided.
    Unknown(StopReason),
}

impl Survival {
    /// Says so in an answer.
    pub(super) fn note(self, answer: &mut Answer) {
        let extras = &mut answer.extras;
        let remark = match self {
            Self::Real => {
                extras.survives = Some(Some(true));
                extras.scene = ", in the whole system";
                ", and really so: in the whole system too".to_owned()
            }
            Self::Spurious => {
                extras.survives = Some(Some(false));
                extras.scene = ", in an environment that the rest of the system is not";
                ", a false positive: in the whole system it holds".to_owned()
            }
            Self::Unknown(reason) => {
                extras.survives_reason = Some(reason.name());
                format!("; whether in the whole system too is not known: {reason}")
            }
        };
        extras.remark = Some(remark);
    }
}

/// What never happens when a property holds for want of an occasion.
fn occasion(model: &Model, component: ComponentId, property: usize) -> String {
    match &model.component(component).properties[property].formula {
        Expr::Implies(left, _) => format!("no macrostep ends with {}", model.expr_text(component, left)),
        _ => "no macrostep ends".to_owned(),
    }
}

/// All that was found.
#[derive(Default)]
pub(super) struct Found {
    /// Answers by the places of their questions; also to some that were not asked.
    answers: BTreeMap<usize, Answer>,
    /// How much was reached, or why that is not known.
    pub coverage: Vec<(Option<ComponentId>, Result<Coverage, StopReason>)>,
    /// How assumptions were iterated: rounds and microsteps.
    pub iterated: Option<(usize, usize)>,
    /// What components supposed, in rules, when somebody wants to know.
    pub supposed: Vec<(ComponentId, Vec<String>)>,
}

impl Found {
    /// The answer to a question.
    pub(super) fn add(&mut self, place: usize, answer: Answer) {
        self.answers.insert(place, answer);
    }

    /// One answer for each question in the order in which they were asked; what nobody asked stands before
    /// the first answer whose question comes later in the list of all.
    pub(super) fn into_findings(mut self, ask: &Ask<'_>) -> Findings {
        let mut answers = Vec::new();
        let (asked, unasked): (BTreeMap<_, _>, BTreeMap<_, _>) =
            std::mem::take(&mut self.answers).into_iter().partition(|(place, _)| ask.is_asked(*place));
        let (mut asked, mut unasked) = (asked, unasked.into_iter().peekable());
        for &place in ask.asked {
            while let Some((_, answer)) = unasked.next_if(|(other, _)| *other < place) {
                answers.push(answer);
            }
            answers.push(asked.remove(&place).unwrap_or_else(|| {
                ask.answer(place, internal("nobody answered this question"), ask.setup.method)
            }));
        }
        answers.extend(unasked.map(|(_, answer)| answer));
        Findings { answers, context: context::context(ask, &self) }
    }
}
