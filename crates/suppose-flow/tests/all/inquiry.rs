//! Programs as something to ask data-flow analysis about: verdicts, paths that prove nothing, proofs by
//! parts, certificates, limits, and what is refused.

mod answers;
mod certificates;
mod limits;
mod refused;

use std::path::PathBuf;
use std::sync::Arc;

use suppose_ada::Ada;
use suppose_base::{ActionTable, Budget, StateId};
use suppose_inquiry::system::SystemInquiry;
use suppose_inquiry::{
    AddedProperty, Answer, Failure, Input, InputRole, Inquiry, Language, Plan, ReadOptions, Reader, Target,
};
use suppose_lts::LtsBuilder;

fn reader() -> Reader {
    Reader::new(Budget::unlimited(), ReadOptions::default())
}

/// The inquiry into a target of a text.
fn asked(text: &str, target: &Target, plan: &Plan, reader: &mut Reader) -> Result<Box<dyn Inquiry>, Failure> {
    let input = Input {
        path: PathBuf::from("p.adb"),
        name: "p".into(),
        role: InputRole::System,
        language: Ada.name(),
        content: Some(Arc::new(text.as_bytes().to_vec())),
    };
    let subject = Ada.load(&input, reader)?;
    let mut inquiry = suppose_flow::inquiry(subject, target, plan, reader)?;
    inquiry.prepare(&reader.budget)?;
    Ok(inquiry)
}

/// The inquiry into a whole text.
fn whole(text: &str, plan: &Plan) -> Box<dyn Inquiry> {
    asked(text, &Target::Default, plan, &mut reader()).expect("a program")
}

/// All answers about a text, without limit.
fn answers(text: &str, plan: &Plan) -> Vec<Answer> {
    let mut inquiry = whole(text, plan);
    inquiry.validate(plan).expect("a plan that makes sense");
    let all: Vec<usize> = (0..inquiry.questions().len()).collect();
    inquiry.answer(&all, plan, &Budget::unlimited()).expect("a plan that makes sense").answers
}

/// A plan with some constraints.
fn with(constraints: &[&str]) -> Plan {
    let special = constraints.iter().map(|text| ("--constraint", (*text).to_owned())).collect();
    Plan { special, ..Plan::default() }
}

/// A plan with two parts.
fn split(text: &str) -> Plan {
    Plan { split: Some(text.to_owned()), ..Plan::default() }
}

/// A process that does some actions in turn.
fn turns(name: &str, labels: &[&str]) -> AddedProperty {
    let mut actions = ActionTable::new();
    let mut builder = LtsBuilder::new(labels.len());
    for (place, label) in labels.iter().enumerate() {
        let next = StateId::must((place + 1) % labels.len());
        builder.add(StateId::must(place), actions.intern(label), next);
    }
    SystemInquiry::of_lts(name, builder.finish().expect("small"), actions).into_property()
}
