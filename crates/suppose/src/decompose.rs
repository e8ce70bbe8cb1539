//! Decompositions of a project: which there are, which is likely to be cheap, and what each costs.
//!
//! [`Project::decompose`] puts it all together for `suppose decompose`. The single questions are there too, for
//! those who make studies of their own: [`Project::units`], [`Project::two_way`], [`Project::predicted`],
//! [`Project::measure`] and [`Project::measure_plain`].

mod all;
mod trials;

use std::sync::Arc;
use std::time::Duration;

use suppose_base::{Budget, Diagnostic, StopReason, Verdict};
use suppose_inquiry::{Answer, Asked, Decomposable, Evidence, Failure, Plan, QuestionKind, Unit, select};
use suppose_prove::decomposition::{Prediction, Ranking, rank, symmetries, two_way};
use suppose_prove::method::Method;

use crate::project::Project;

pub use all::{Chained, Decomposed, DecomposedProperty, Decomposing};

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
    /// The predicted cost, in states; `None` when its sides are too large to look at.
    pub cost: Option<u64>,
    /// Why this one, a sentence each.
    pub reasons: Vec<String>,
}

impl Predicted {
    /// A prediction from LTSs with the names of units.
    fn new(found: Prediction, units: &[&Unit], is_by_code: bool) -> Self {
        let Prediction { left, right, cost, mut reasons } = found;
        if is_by_code {
            reasons.push("these are states of LTSs; data-flow analysis counts others".to_owned());
        }
        Self { parts: [names(&left, units), names(&right, units)], cost, reasons }
    }
}

/// What an answer cost.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The verdict.
    pub verdict: Verdict<Arc<dyn Evidence>>,
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
        let proved = proof.and_then(|proof| proof.assumptions.iter().map(suppose_lts::Lts::num_states).max());
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
        let question = self.property_named(property, plan)?;
        let subject = self.decomposable(question, plan)?;
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
        let question = self.property_named(property, plan)?;
        let subject = self.decomposable(question, plan)?;
        let (task, units, named) = subject.task()?;
        let ranking = rank(&task, &units, &self.reader.budget)?;
        self.chosen(question, &ranking, &named, subject.by_family, plan)
    }

    /// The decomposition to take by a ranking. It looks at LTSs, so data-flow analysis tries for itself.
    fn chosen(
        &mut self,
        question: usize,
        ranking: &Ranking,
        units: &[&Unit],
        is_by_code: bool,
        plan: &Plan,
    ) -> Result<Option<Predicted>, Failure> {
        if is_by_code && let Some(found) = self.tried(question, ranking, units, plan)? {
            return Ok(Some(found));
        }
        Ok(ranking.best().map(|found| Predicted::new(found, units, is_by_code)))
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
        let budget = self.reader.budget.clone();
        self.answered(question, parts, plan, &budget)
    }

    /// What the plain search costs for a property.
    ///
    /// # Errors
    /// When there is no such property. A limit is no error.
    pub fn measure_plain(&mut self, property: &str, plan: &Plan) -> Result<Measured, Failure> {
        let question = self.property_named(property, plan)?;
        let budget = self.reader.budget.clone();
        self.measured_plain(question, plan, &budget)
    }

    fn measured(
        &mut self,
        question: usize,
        parts: &[Vec<String>],
        plan: &Plan,
        budget: &Budget,
    ) -> Result<Measured, Failure> {
        Ok(Measured::new(&self.answered(question, parts, plan, budget)?))
    }

    fn answered(
        &mut self,
        question: usize,
        parts: &[Vec<String>],
        plan: &Plan,
        budget: &Budget,
    ) -> Result<Answer, Failure> {
        let inquiry = self.inquiry(plan)?;
        let units = inquiry.units().unwrap_or_default();
        let components = |name: &String| {
            let unit = units.iter().find(|unit| unit.name == *name);
            let unknown = || Diagnostic::error("E0701", format!("there is no unit `{name}`"));
            unit.map(|unit| unit.components.clone()).ok_or_else(unknown)
        };
        let part = |part: &Vec<String>| -> Result<Vec<String>, Failure> {
            Ok(part.iter().map(components).collect::<Result<Vec<_>, _>>()?.concat())
        };
        let parts = parts.iter().map(part).collect::<Result<Vec<_>, _>>()?;
        inquiry.answer_by_parts(question, &parts, plan, budget)
    }

    fn measured_plain(&mut self, question: usize, plan: &Plan, budget: &Budget) -> Result<Measured, Failure> {
        let plan = Plan { method: Some(Method::Monolithic), ..without_proofs(plan) };
        let found = self.inquiry(&plan)?.answer(&[question], &plan, budget)?;
        let none = || StopReason::Internal("a question has no answer".to_owned());
        Ok(found.answers.first().map(Measured::new).ok_or_else(none)?)
    }

    /// Makes the target a system of LTSs where decompositions need one.
    fn become_decomposable(&mut self, plan: &Plan) -> Result<(), Failure> {
        if self.inquiry(plan)?.units().is_none() {
            self.become_system(plan)?;
        }
        let (inquiry, reader) = self.parts(plan)?;
        inquiry.prepare(&reader.budget)
    }

    /// The places of the questions about properties: those that are named, or all that are usually asked.
    fn asked_about(&mut self, properties: &[String], plan: &Plan) -> Result<Vec<usize>, Failure> {
        // How proofs are made makes no difference to what can be asked.
        let plan = &without_proofs(plan);
        self.become_decomposable(plan)?;
        let asked = Asked { properties: properties.to_vec(), ..Asked::default() };
        let asked = self.bring_in_files(&asked, plan)?;
        let (inquiry, _) = self.parts(plan)?;
        let mut places = select(&**inquiry, &asked)?;
        places.retain(|&place| inquiry.questions()[place].kind == QuestionKind::Property);
        Ok(places)
    }

    /// The place of the question about a property.
    fn property_named(&mut self, property: &str, plan: &Plan) -> Result<usize, Failure> {
        let places = self.asked_about(&[property.to_owned()], plan)?;
        match places.first() {
            Some(&place) => Ok(place),
            None => Err(self.inquiry(plan)?.unknown(property).into()),
        }
    }

    /// The target to take apart for a question about a property.
    fn decomposable(&mut self, question: usize, plan: &Plan) -> Result<Decomposable, Failure> {
        let (inquiry, reader) = self.parts(plan)?;
        inquiry.decomposable(question, &reader.budget)
    }
}

/// A plan that does not say how to prove.
fn without_proofs(plan: &Plan) -> Plan {
    let plan = plan.clone();
    Plan { method: None, rule: None, split: None, learner: None, alphabet: None, minimal: false, ..plan }
}

/// The names of some units.
fn names(numbers: &[usize], units: &[&Unit]) -> Vec<String> {
    numbers.iter().map(|&number| units[number].name.clone()).collect()
}
