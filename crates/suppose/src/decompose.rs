//! Decompositions of a project: which there are, which is likely to be cheap, and what one costs.

use std::time::Duration;

use suppose_base::{Diagnostic, Verdict};
use suppose_inquiry::{Answer, Asked, Decomposable, Evidence, Failure, Plan, QuestionKind, Unit, select};
use suppose_prove::decomposition::{predict, symmetries, two_way};

use crate::project::Project;

/// A decomposition into two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decomposition {
    /// The names of the units of M1, which is proved with the assumption, and of M2, which must satisfy it.
    pub parts: [Vec<String>; 2],
    /// How many decompositions it stands for, because they differ from it in names only; itself among them.
    pub stands_for: u32,
}

/// A decomposition that is likely to be cheap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicted {
    /// The names of the units of M1 and M2.
    pub parts: [Vec<String>; 2],
    /// Why this one, a sentence each.
    pub reasons: Vec<String>,
}

/// What an answer cost.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The verdict.
    pub verdict: Verdict<std::sync::Arc<dyn Evidence>>,
    /// The largest number of states in any query or premise.
    pub max_states: u64,
    /// The states of all of them together.
    pub states_explored: u64,
    /// States of the assumption that stood in the end, or of the last one that was tried.
    pub assumption_states: Option<usize>,
    /// Conjectures of the learner.
    pub conjectures: usize,
    /// Membership queries of the learner.
    pub membership_queries: u64,
    /// How long it took.
    pub time: Duration,
}

impl Measured {
    fn new(answer: &Answer) -> Self {
        let by_parts = answer.by_parts.as_ref();
        let proof = by_parts.and_then(|found| found.findings.proof.as_ref());
        let learning = by_parts.and_then(|found| found.findings.learning.as_ref());
        let proved = proof.and_then(|proof| proof.assumptions.iter().map(|lts| lts.num_states()).max());
        let tried = learning.and_then(|learning| learning.conjectures.last());
        Self {
            verdict: answer.verdict.clone(),
            max_states: answer.effort.max_states,
            states_explored: answer.effort.states_explored,
            assumption_states: proved.or_else(|| tried.map(|conjecture| conjecture.lts.num_states())),
            conjectures: learning.map_or(0, |learning| learning.conjectures.len()),
            membership_queries: learning.map_or(0, |learning| learning.queries),
            time: answer.time,
        }
    }
}

impl Project {
    /// What stays together when the target is taken apart.
    ///
    /// # Errors
    /// When the target means nothing, or a limit is reached.
    pub fn units(&mut self, plan: &Plan) -> Result<Vec<Unit>, Failure> {
        self.become_decomposable(plan)?;
        Ok(self.inquiry(plan)?.units().unwrap_or_default())
    }

    /// All decompositions into two parts for a question about a property, one for each class of those that
    /// differ in names only.
    ///
    /// # Errors
    /// When there is no such property, there are too many units, or a limit is reached.
    pub fn two_way(&mut self, property: &str, plan: &Plan) -> Result<Vec<Decomposition>, Failure> {
        let (_, subject) = self.decomposable(property, plan)?;
        let (task, units, named) = subject.task()?;
        let budget = &self.reader.budget;
        let same = symmetries(&task, &units, budget)?;
        let named = |numbers: &[usize]| names(numbers, &named);
        let all = two_way(units.len(), &same, budget)?.into_iter().map(|split| Decomposition {
            parts: [named(&split.left), named(&split.right)],
            stands_for: split.stands_for,
        });
        Ok(all.collect())
    }

    /// The decomposition into two parts that is likely to be the cheapest for a property; none when there are
    /// fewer than two units.
    ///
    /// # Errors
    /// When there is no such property, or a limit is reached.
    pub fn predicted(&mut self, property: &str, plan: &Plan) -> Result<Option<Predicted>, Failure> {
        let (_, subject) = self.decomposable(property, plan)?;
        let (task, units, named) = subject.task()?;
        let found = predict(&task, &units, &self.reader.budget)?;
        Ok(found.map(|found| Predicted {
            parts: [names(&found.left, &named), names(&found.right, &named)],
            reasons: found.reasons,
        }))
    }

    /// What it costs to answer a question about a property by a learned proof with these parts, given as
    /// names of units.
    ///
    /// # Errors
    /// When there is no such property or unit. A limit is no error.
    pub fn measure(
        &mut self,
        property: &str,
        parts: &[Vec<String>],
        plan: &Plan,
    ) -> Result<Measured, Failure> {
        Ok(Measured::new(&self.answer_by_parts(property, parts, plan)?))
    }

    /// The answer of a learned proof with these parts, given as names of units. Parts that share nothing are
    /// no mistake here.
    ///
    /// # Errors
    /// When there is no such property or unit. A limit is no error.
    pub fn answer_by_parts(
        &mut self,
        property: &str,
        parts: &[Vec<String>],
        plan: &Plan,
    ) -> Result<Answer, Failure> {
        let question = self.property_named(property, plan)?;
        let (inquiry, reader) = self.parts(plan)?;
        let units = inquiry.units().unwrap_or_default();
        let components = |name: &String| {
            let unit = units.iter().find(|unit| unit.name == *name);
            unit.map(|unit| unit.components.clone()).ok_or_else(|| {
                Failure::from(Diagnostic::error("E0701", format!("there is no unit `{name}`")))
            })
        };
        let part = |part: &Vec<String>| -> Result<Vec<String>, Failure> {
            Ok(part.iter().map(components).collect::<Result<Vec<_>, _>>()?.concat())
        };
        let parts = parts.iter().map(part).collect::<Result<Vec<_>, _>>()?;
        inquiry.answer_by_parts(question, &parts, plan, &reader.budget)
    }

    /// What the plain search costs for a property.
    ///
    /// # Errors
    /// When there is no such property. A limit is no error.
    pub fn measure_plain(&mut self, property: &str, plan: &Plan) -> Result<Measured, Failure> {
        use suppose_prove::method::Method;
        let question = self.property_named(property, plan)?;
        let plan = Plan { method: Some(Method::Monolithic), split: None, rule: None, ..plan.clone() };
        let (inquiry, reader) = self.parts(&plan)?;
        let found = inquiry.answer(&[question], &plan, &reader.budget)?;
        Ok(found.answers.first().map(Measured::new).expect("one answer for each question"))
    }

    /// Makes the target a system of LTSs where decompositions need one.
    fn become_decomposable(&mut self, plan: &Plan) -> Result<(), Failure> {
        if self.inquiry(plan)?.units().is_none() {
            self.become_system(plan)?;
        }
        let (inquiry, reader) = self.parts(plan)?;
        inquiry.prepare(&reader.budget)
    }

    /// The place of the question about a property.
    fn property_named(&mut self, property: &str, plan: &Plan) -> Result<usize, Failure> {
        self.become_decomposable(plan)?;
        let asked = Asked { properties: vec![property.to_owned()], ..Asked::default() };
        let asked = self.bring_in_files(&asked, plan)?;
        let (inquiry, _) = self.parts(plan)?;
        let places = select(&**inquiry, &asked)?;
        let is_property = |&place: &usize| inquiry.questions()[place].kind == QuestionKind::Property;
        places.into_iter().find(is_property).ok_or_else(|| inquiry.unknown(property).into())
    }

    /// A question about a property, and the target to take apart for it.
    fn decomposable(&mut self, property: &str, plan: &Plan) -> Result<(usize, Decomposable), Failure> {
        let question = self.property_named(property, plan)?;
        let (inquiry, reader) = self.parts(plan)?;
        Ok((question, inquiry.decomposable(question, &reader.budget)?))
    }
}

/// The names of some units.
fn names(numbers: &[usize], units: &[&Unit]) -> Vec<String> {
    numbers.iter().map(|&number| units[number].name.clone()).collect()
}
