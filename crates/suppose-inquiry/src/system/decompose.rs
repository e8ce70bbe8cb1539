//! Systems of LTSs to be taken apart: their units, and proofs along given parts.

use std::sync::Arc;
use std::time::Instant;

use suppose_base::{Budget, StopReason};
use suppose_lts::Role;
use suppose_lts::check::Question;
use suppose_prove::method::{Method, prove};

use super::ask::Timed;
use super::{Approach, SystemInquiry};
use crate::{Answer, Decomposable, Failure, Plan, Unit};

impl SystemInquiry {
    /// Every component, together with those that are a part of it in the source.
    pub(super) fn list_units(&self) -> Vec<Unit> {
        let names: Vec<&str> =
            self.with_role(Role::Component).iter().map(|&i| &*self.system.components[i].name).collect();
        let owner = |name: &str| self.dialect.owner(name).filter(|owner| names.contains(owner));
        let unit = |&name: &&str| Unit {
            name: name.to_owned(),
            components: names
                .iter()
                .filter(|&&other| other == name || owner(other) == Some(name))
                .map(|&other| other.to_owned())
                .collect(),
            family: self.dialect.family(name),
        };
        names.iter().filter(|name| owner(name).is_none()).map(unit).collect()
    }

    /// The units as components.
    pub(super) fn unit_members(&self) -> Vec<Vec<usize>> {
        let place = |name: &String| self.system.components.iter().position(|c| c.name == *name);
        let units = self.list_units().into_iter();
        units.map(|unit| unit.components.iter().filter_map(place).collect()).collect()
    }

    pub(super) fn prepared_to_decompose(
        &mut self,
        question: usize,
        budget: &Budget,
    ) -> Result<Decomposable, Failure> {
        let watched = self.brought_in(question, budget)?;
        let system = Arc::new(self.system.clone());
        Ok(Decomposable { system, watched, units: self.list_units(), by_family: false })
    }

    /// The answer of a learned proof along these parts. Parts that share nothing are no mistake here.
    pub(super) fn measured(
        &mut self,
        question: usize,
        parts: &[Vec<String>],
        plan: &Plan,
        budget: &Budget,
    ) -> Result<Answer, Failure> {
        let watched = self.brought_in(question, budget)?;
        let plan = Plan { method: Some(Method::Learn), split: None, ..plan.clone() };
        let place = |name: &String| {
            let found = self.system.components.iter().position(|component| component.name == *name);
            found.ok_or_else(|| StopReason::Internal(format!("there is no component `{name}`")))
        };
        let members = |part: &Vec<String>| {
            let mut part = part.iter().map(place).collect::<Result<Vec<_>, _>>()?;
            part.retain(|&member| member != watched);
            part.sort_unstable();
            Ok(part)
        };
        let parts = parts.iter().map(members).collect::<Result<Vec<_>, StopReason>>()?;
        let options = Approach::new(&plan, self)?.with_parts(parts);
        let started = Instant::now();
        let system = Arc::new(self.system.clone());
        let answer = prove(&system, Question::Safe(watched), &options, budget);
        Ok(self.answer_of(question, Timed { answer, time: started.elapsed() }, &system))
    }

    /// The component that a question is about, once it is part of the system.
    fn brought_in(&mut self, question: usize, budget: &Budget) -> Result<usize, Failure> {
        self.bring_in(question, budget)?;
        let what = || {
            let name = &self.questions[question].name;
            StopReason::Unsupported(format!("`{name}` by parts, which is no question of safety"))
        };
        Ok(self.watched(question).ok_or_else(what)?)
    }
}
