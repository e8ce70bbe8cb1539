//! Proofs by parts of reactive systems: each component becomes an LTS, and the methods for those apply.

use std::time::Instant;

use suppose::base::Verdict;
use suppose::lang::srs::{ComponentId, Model};
use suppose::lts::check::Question;
use suppose::lts::product::Witness;
use suppose::prove::method::{Answer, prove};
use suppose::srs::bridge::system;

use super::super::Shape;
use super::super::plan::Plan;
use super::ask::Answers;
use super::{Asked, Line};
use crate::args::Proving;
use crate::session::{Failure, Session, milliseconds};
use crate::subject::Subject;

/// All answers by a method for LTSs.
pub(super) fn answers(
    model: &Model,
    asked: &Asked,
    proving: &Proving,
    session: &Session,
) -> Result<Answers, Failure> {
    let mut answers = Answers::default();
    for (component, properties) in &asked.properties {
        for &property in properties {
            answers.lines.push(line(model, *component, property, proving, session)?);
        }
    }
    Ok(answers)
}

fn line(
    model: &Model,
    component: ComponentId,
    property: usize,
    proving: &Proving,
    session: &Session,
) -> Result<Line, Failure> {
    let started = Instant::now();
    let name = Asked::name(model, component, property);
    let built = match system(model, component, Some(property), &session.budget) {
        Ok(built) => built,
        Err(reason) => {
            let verdict = Verdict::Inconclusive(reason);
            return Ok(Line::new(name, Some(component), verdict, proving.method().name()));
        }
    };
    let part = &model.component(component).name;
    let index = built.components.iter().position(|other| other.name == *part);
    let question = Question::Safe(index.expect("the component is one of those that it depends on"));
    let subject = Subject::of_system(built);
    let plan = Plan::new(proving, &subject, session)?;
    let options = plan.for_question(&subject.system, question)?;
    let answer = prove(&subject.system, question, &options, &session.budget);
    let Answer { verdict, searched, method, outcome, .. } = answer;
    let of_searched = subject.system.restricted_to(&searched);
    let verdict = verdict.map(|witness: Witness| {
        let trace = witness.trace(&of_searched).into_iter();
        let trace: Vec<String> = trace.map(|action| of_searched.actions.name(action).to_owned()).collect();
        let lines =
            trace.iter().enumerate().map(|(at, action)| format!("  {:>4}  {action}", at + 1)).collect();
        let sentence = format!("{name} is violated, by what all components see of the microsteps");
        Shape { trace, failed: name.clone(), extra: serde_json::json!({}), lines, sentence }
    });
    let mut line = Line::new(name.clone(), Some(component), verdict, method.name());
    line.states = Some(outcome.effort.states_explored);
    line.time_ms = milliseconds(started.elapsed());
    Ok(line)
}
