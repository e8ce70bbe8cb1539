//! Witnesses of systems of LTSs, told step by step: who moves, what the property does, where the action is
//! written.

use std::sync::Arc;

use suppose_base::{ActionId, Span, StateId, counted};
use suppose_lts::product::{self, ProgressViolation, Violation, Witness};
use suppose_lts::{Origins, Role, System};

use super::stuck;
use crate::{Cycle, Evidence, Facts, Mover, Run, Step, Story};

/// A witness, and the components that it speaks about.
#[derive(Clone, Debug)]
pub struct SystemEvidence {
    /// The components.
    pub system: Arc<System>,
    /// For each of them, where its actions are written.
    pub origins: Vec<Origins>,
    /// The run.
    pub witness: Witness,
    /// The name of what it violates.
    pub failed: String,
}

impl SystemEvidence {
    /// A witness about some components of a system.
    pub fn new(
        system: &System,
        origins: &[Origins],
        searched: &[usize],
        witness: Witness,
        failed: String,
    ) -> Self {
        let origins = searched.iter().map(|&place| origins[place].clone()).collect();
        Self { system: Arc::new(system.restricted_to(searched)), origins, witness, failed }
    }

    fn watched(&self) -> Option<usize> {
        match self.witness.violation {
            Violation::Error { component } => Some(component),
            Violation::Deadlock => None,
        }
    }

    fn initial(&self) -> Vec<StateId> {
        self.system.components.iter().map(|c| c.lts.initial()).collect()
    }

    fn steps(&self) -> Vec<Step> {
        let mut before = self.initial();
        let mut steps = Vec::with_capacity(self.witness.steps.len());
        for step in &self.witness.steps {
            steps.push(Step {
                action: self.system.actions.name(step.action).to_owned(),
                hidden: self.system.is_hidden(step.action),
                movers: self.movers(step),
                states: self.watched().map(|watched| self.states(watched, &before, step)),
                place: self.place(&before, step),
            });
            before.clone_from(&step.states);
        }
        steps
    }

    /// The components that take part, without properties, which only watch.
    fn movers(&self, step: &product::Step) -> Vec<Mover> {
        let acting = |&&i: &&usize| self.system.components[i].role == Role::Component;
        let mover = |&i: &usize| Mover {
            name: self.system.components[i].name.clone(),
            fails: Some(i) == self.watched() && step.states[i].is_error(),
        };
        step.movers.iter().filter(acting).map(mover).collect()
    }

    fn states(&self, watched: usize, before: &[StateId], step: &product::Step) -> (String, Option<String>) {
        let name = |s: StateId| match self.origins[watched].state_name(s) {
            _ if s.is_error() => "π".to_owned(),
            Some(name) => name,
            None => s.raw().to_string(),
        };
        let after = step.movers.contains(&watched).then(|| name(step.states[watched]));
        (name(before[watched]), after)
    }

    /// Where the action is written: in a component that does it, or in a property if only properties know it.
    fn place(&self, before: &[StateId], step: &product::Step) -> Option<Span> {
        let is_part = |&&i: &&usize| self.system.components[i].role == Role::Component;
        let is_done = step.movers.iter().any(|i| is_part(&i));
        let mut movers = step.movers.iter().filter(|i| !is_done || is_part(i));
        movers.find_map(|&i| self.origins[i].find(before[i], step.action))
    }
}

impl Evidence for SystemEvidence {
    fn story(&self) -> Story {
        let system = &self.system;
        let place = after_steps(self.witness.steps.len());
        let sentence = match self.watched() {
            None => format!("there is a deadlock {place}"),
            Some(c) if system.components[c].role == Role::Property => {
                format!("{} is violated {place}", self.failed)
            }
            Some(_) => format!("{} reaches the error state {place}", self.failed),
        };
        let trace =
            self.witness.trace(system).into_iter().map(|a| system.actions.name(a).to_owned()).collect();
        let last = || self.witness.steps.last().map_or_else(|| self.initial(), |step| step.states.clone());
        let watched = self.watched().map(|watched| system.components[watched].name.clone());
        Story {
            sentence,
            failed: self.failed.clone(),
            about: None,
            trace,
            stuck: if watched.is_none() { stuck::explain(system, &last()) } else { Vec::new() },
            run: Run::Steps { actors: "moved by", watched, steps: self.steps() },
            cycle: None,
            facts: Facts::default(),
        }
    }
}

/// Where a run of so many steps ends, for a sentence.
pub fn after_steps(steps: usize) -> String {
    match steps {
        0 => "in the initial state".to_owned(),
        n => format!("after {}", counted(n, "step")),
    }
}

/// A terminal set of states in which something does not happen any more, and a way into it.
#[derive(Clone, Debug)]
pub struct ProgressEvidence {
    /// The system without its properties, nothing hidden.
    pub system: Arc<System>,
    /// What the whole hides, sorted.
    pub hidden: Vec<ActionId>,
    /// What was found.
    pub violation: ProgressViolation,
    /// For each step of the way the components that take part.
    pub movers: Vec<Vec<usize>>,
    /// What never happens again.
    pub missing: Vec<ActionId>,
    /// The name of the test.
    pub failed: String,
}

impl Evidence for ProgressEvidence {
    fn story(&self) -> Story {
        let text = |action: &ActionId| self.system.actions.name(*action).to_owned();
        // As in every witness, what the whole hides is silent.
        let shown = |action: &ActionId| {
            let is_hidden = self.hidden.binary_search(action).is_ok();
            text(if is_hidden { &ActionId::TAU } else { action })
        };
        let trace: Vec<String> = self.violation.trace.iter().map(shown).collect();
        let mover = |&i: &usize| Mover::new(self.system.components[i].name.clone());
        let step = |(action, movers): (&String, &Vec<usize>)| Step {
            action: action.clone(),
            hidden: false,
            movers: movers.iter().map(mover).collect(),
            states: None,
            place: None,
        };
        let steps = trace.iter().zip(&self.movers).map(step).collect();
        Story {
            sentence: format!(
                "{} is violated: from some point on the system makes no such progress",
                self.failed
            ),
            failed: self.failed.clone(),
            about: None,
            run: Run::Steps { actors: "moved by", watched: None, steps },
            trace,
            stuck: Vec::new(),
            cycle: Some(Cycle {
                states: self.violation.size,
                actions: self.violation.cycle.iter().map(shown).collect(),
                occurring: self.violation.occurring.iter().map(text).collect(),
                missing: self.missing.iter().map(text).collect(),
            }),
            facts: Facts::default(),
        }
    }
}
