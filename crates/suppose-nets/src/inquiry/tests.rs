//! Questions, answers, evidence and claims about small circuits that are known by hand.

mod answers;
mod certificates;
mod files;
mod graphs;

use std::path::PathBuf;
use std::sync::Arc;

use suppose_base::Budget;
use suppose_inquiry::{
    Answer, Asked, Failure, Findings, Input, InputRole, Inquiry, Language, Plan, ReadOptions, Reader,
    Subject, Target, select, stem,
};
use suppose_prove::method::Method;

use crate::languages::{Lpn, Pnml, SignalGraph, Verilog};

const CELEMENT: (&str, &str) = ("celement.g", include_str!("../../../../models/celement.g"));
const MAJORITY: (&str, &str) = ("majority.v", include_str!("../../../../models/majority.v"));
const HAZARD: (&str, &str) = ("hazard.v", include_str!("../../../../models/hazard.v"));

/// `a` rises twice.
const TWICE: (&str, &str) =
    ("twice.g", ".outputs a b\n.graph\na+ b+\nb+ a+/1\na+/1 b-\nb- a+\n.marking {<b-,a+>}\n.end\n");

/// All signals are 0 at first and after `a+ a-`, but only then z rises.
const CONFLICT: (&str, &str) =
    ("conflict.g", ".inputs a\n.outputs z\n.graph\na+ a-\na- z+\nz+ z-\nz- a+\n.marking {<z-,a+>}\n.end\n");

const METHODS: [Method; 7] = [
    Method::Auto,
    Method::Monolithic,
    Method::Refine,
    Method::Minimise,
    Method::Learn,
    Method::Direct,
    Method::Lazy,
];

fn reader() -> Reader {
    Reader::new(Budget::unlimited(), ReadOptions::default())
}

/// The language of a file and the file with its text.
fn input((name, text): (&str, &str)) -> (&'static dyn Language, Input) {
    let languages: [&dyn Language; 4] = [&Lpn, &SignalGraph, &Pnml, &Verilog];
    let path = PathBuf::from(name);
    let suffix = path.extension().and_then(|suffix| suffix.to_str()).expect("a suffix");
    let language = *languages.iter().find(|l| l.suffixes().contains(&suffix)).expect("a language");
    let content = Some(Arc::new(text.as_bytes().to_vec()));
    let input =
        Input { name: stem(&path), path, role: InputRole::System, language: language.name(), content };
    (language, input)
}

fn subject(files: &[(&str, &str)], reader: &mut Reader) -> Result<Box<dyn Subject>, Failure> {
    let mut whole: Option<Box<dyn Subject>> = None;
    for &file in files {
        let (language, input) = input(file);
        let next = language.load(&input, reader)?;
        match &mut whole {
            None => whole = Some(next),
            Some(whole) => assert!(whole.merge(next).is_ok(), "nets make one whole"),
        }
    }
    Ok(whole.expect("a file"))
}

fn inquiry(files: &[(&str, &str)]) -> Box<dyn Inquiry> {
    let mut reader = reader();
    let subject = subject(files, &mut reader).expect("nets");
    subject.inquiry(&Target::Default, &mut reader).expect("a design")
}

fn plan(method: Method) -> Plan {
    Plan { method: Some(method), ..Plan::default() }
}

/// What is found when questions are named.
fn found(inquiry: &mut dyn Inquiry, names: &[&str], plan: &Plan) -> Findings {
    let asked = Asked { properties: names.iter().map(|&name| name.to_owned()).collect(), ..Asked::default() };
    let asked = select(inquiry, &asked).expect("questions");
    inquiry.answer(&asked, plan, &Budget::unlimited()).expect("answers")
}

/// The answer to one question.
fn answer(inquiry: &mut dyn Inquiry, name: &str, plan: &Plan) -> Answer {
    let mut answers = found(inquiry, &[name], plan).answers;
    assert_eq!(answers.len(), 1);
    answers.remove(0)
}

/// The texts of what is wrong, with their codes.
fn messages(failure: Failure) -> String {
    match failure {
        Failure::Input(_) => failure.to_string(),
        Failure::Stopped(reason) => panic!("stopped: {reason}"),
    }
}
