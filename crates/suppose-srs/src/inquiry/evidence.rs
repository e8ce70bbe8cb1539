//! Runs that show violations, in the ids of the model, and how they are told.

use std::sync::Arc;

use suppose_inquiry::{Evidence, Facts, Run as Told, Story};

use super::steps;
use super::{ASSUMPTION, TERMINATION, VALUES, property_name};
use crate::explicit::Run;
use crate::explore::{Snapshot, Trail};
use crate::lang::{ComponentId, Model, Rule};
use crate::program::Program;

/// What happens.
#[derive(Clone, Debug)]
pub enum Course {
    /// A run of all machines.
    Run(Run),
    /// A way into a circle of configurations, and the circle: the last one leads to the first again.
    Circle(Trail, Vec<Snapshot>),
    /// A way to a configuration in which an event gets two values next.
    TwoValues(Trail),
}

/// What is wrong with it.
#[derive(Clone, Debug)]
pub enum Wrong {
    /// At its end a property of a component, by its place, is false.
    Property {
        /// The component.
        component: ComponentId,
        /// The place of the property.
        property: usize,
    },
    /// In a configuration of its last macrostep a component receives what a rule excludes.
    Rule {
        /// The component.
        component: ComponentId,
        /// The rule.
        rule: Rule,
        /// The number of the configuration.
        microstep: usize,
    },
    /// Its last macrostep never ends.
    Endless,
    /// An event gets two values in one microstep.
    TwoValues,
}

/// Something that components of a model can do, and what is wrong with it.
#[derive(Clone, Debug)]
pub struct ReactiveEvidence {
    /// The model.
    pub model: Arc<Model>,
    /// The components that run.
    pub components: Vec<ComponentId>,
    /// What happens.
    pub course: Course,
    /// What is wrong with it.
    pub wrong: Wrong,
    /// The trace of the components as LTSs, where it was found there.
    pub actions: Option<Vec<String>>,
}

impl ReactiveEvidence {
    /// What components of a program do.
    pub(super) fn new(model: &Arc<Model>, program: &Program<'_>, course: Course, wrong: Wrong) -> Self {
        let components = program.components.clone();
        Self { model: Arc::clone(model), components, course, wrong, actions: None }
    }

    /// As what an answer has.
    pub(super) fn shared(self) -> Arc<dyn Evidence> {
        Arc::new(self)
    }
}

impl Evidence for ReactiveEvidence {
    fn story(&self) -> Story {
        let program = Program::new(&self.model, self.components.iter().copied());
        let macrosteps = match &self.course {
            Course::Run(run) => steps::of_run(&program, run),
            Course::Circle(trail, circle) => steps::round(&program, trail, circle),
            Course::TwoValues(trail) => steps::to_two_values(&program, trail),
        };
        let mut facts = Facts { actions: self.actions.clone(), ..Facts::default() };
        let (failed, sentence, about) = match &self.wrong {
            Wrong::Property { component, property } => {
                let name = property_name(&self.model, *component, *property);
                let formula = &self.model.component(*component).properties[*property].formula;
                let sentence = format!("{name} is violated at the end of macrostep {}", macrosteps.len());
                (name, sentence, Some(self.model.expr_text(*component, formula)))
            }
            Wrong::Rule { component, rule, microstep } => {
                let text = self.model.rule_text(*component, rule);
                let sentence = format!(
                    "the system does not do what {} supposes: at microstep {microstep} of macrostep {}",
                    self.model.component(*component).name,
                    macrosteps.len()
                );
                (facts.rule, facts.microstep) = (Some(text.clone()), Some(*microstep));
                (ASSUMPTION.to_owned(), sentence, Some(text))
            }
            Wrong::Endless => (TERMINATION.to_owned(), "a macrostep never ends".to_owned(), None),
            Wrong::TwoValues => {
                (VALUES.to_owned(), "an event gets two values in one microstep".to_owned(), None)
            }
        };
        Story {
            sentence,
            failed,
            about,
            trace: steps::list(&macrosteps),
            run: Told::Macrosteps(macrosteps),
            stuck: Vec::new(),
            cycle: None,
            facts,
        }
    }
}
