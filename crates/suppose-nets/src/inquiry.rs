//! Designs as something to ask about.
//!
//! What is asked of every design is that nothing goes wrong in it: one question for each kind of
//! [`Failure`](crate::Failure). A signal transition graph alone is also asked what it is worth as a
//! specification (`quality`). Failures go to the methods of [`verify`](crate::verify) (`ask`), or net by net
//! to those of `suppose-prove` (`by_parts`), which know nothing about nets. Whatever was found is replayed by
//! the definitions before it is shown.

mod ask;
mod by_parts;
mod claims;
mod evidence;
pub(crate) mod inconsistency;
mod open;
mod options;
mod quality;
mod stuck;
#[cfg(test)]
mod tests;
mod whole;

use std::sync::Arc;

use suppose_base::{Budget, Diagnostic};
use suppose_inquiry::system::SystemInquiry;
use suppose_inquiry::{
    Answer, Claims, Failure, Findings, Inquiry, OpenQuestion, OpenRequest, Plan, Question, QuestionKind,
    Reader, Whole,
};
use suppose_lts::System;

use crate::design::Design;
use crate::failure::{Failure as Kind, Failures};
use crate::stg::Stg;
use crate::system::{guarded, system};
use crate::verify;
pub use evidence::NetEvidence;
use quality::Quality;
pub use quality::QualityEvidence;

/// A design, and what can be asked about it.
pub struct NetInquiry {
    design: Arc<Design>,
    /// The signal transition graph that it is, if it is one alone.
    graph: Option<Arc<Stg>>,
    /// The net that the target is, where it is one of them.
    net: Option<usize>,
    questions: Vec<Question>,
    meanings: Vec<Meaning>,
}

/// What a question asks of the design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// That this does not happen.
    Never(Kind),
    /// That the graph is a good specification in this respect.
    Quality(Quality),
    /// That everything happens again and again.
    Progress,
}

impl NetInquiry {
    /// The questions about a design: about all of it, or about one of its nets.
    pub(crate) fn new(design: Design, graph: Option<Arc<Stg>>, net: Option<usize>) -> Self {
        let possible = verify::questions(&design);
        let mut listed: Vec<(Question, Meaning)> = Vec::new();
        for kind in Kind::ALL {
            let question =
                if kind == Kind::Deadlock { QuestionKind::Deadlock } else { QuestionKind::Property };
            let usual = possible.contains(&kind);
            // Assertions are written in the source; nobody writes that places should not get two tokens.
            let declared = usual && kind == Kind::Assertion;
            let question = Question { usual, declared, ..Question::declared(question, kind.name()) };
            listed.push((question, Meaning::Never(kind)));
        }
        let mut more = Vec::new();
        if graph.is_some() {
            let quality =
                |quality: Quality| (QuestionKind::Property, quality.name(), Meaning::Quality(quality));
            more.extend(Quality::ALL.map(quality));
        }
        more.push((QuestionKind::Progress, "progress", Meaning::Progress));
        for (kind, name, meaning) in more {
            let question = Question { usual: false, declared: false, ..Question::declared(kind, name) };
            listed.push((question, meaning));
        }
        let (questions, meanings) = listed.into_iter().unzip();
        Self { design: Arc::new(design), graph, net, questions, meanings }
    }

    /// The design.
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// The names of what can be asked, for messages.
    fn known(&self) -> Vec<&str> {
        let is_listed = |(question, meaning): &(&Question, &Meaning)| match meaning {
            Meaning::Never(_) => question.usual,
            Meaning::Quality(_) => true,
            Meaning::Progress => false,
        };
        let all = self.questions.iter().zip(&self.meanings);
        all.filter(is_listed).map(|(question, _)| question.name.as_str()).collect()
    }
}

/// The kind of failure of a name.
fn kind_named(name: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind.name() == name)
}

impl Inquiry for NetInquiry {
    fn kind_of_subject(&self) -> &'static str {
        "circuits and nets"
    }

    fn name(&self) -> &str {
        self.net.map_or(&self.design.name, |net| &self.design.nets[net].name)
    }

    fn components(&self) -> Vec<String> {
        let name = |net: usize| self.design.nets[net].name.clone();
        match self.net {
            Some(net) => vec![name(net)],
            None => (0..self.design.nets.len()).map(name).collect(),
        }
    }

    fn questions(&self) -> &[Question] {
        &self.questions
    }

    fn has_fixed_order(&self) -> bool {
        true
    }

    fn unknown(&self, name: &str) -> Diagnostic {
        if Quality::ALL.iter().any(|quality| quality.name() == name) {
            let message = format!("{name} is asked of one signal transition graph alone");
            return Diagnostic::error("E0006", message).help("give one `.g` file");
        }
        let message = format!("`{name}` is neither something to ask about nets nor a file");
        Diagnostic::error("E0005", message).note(format!("properties are: {}", self.known().join(", ")))
    }

    fn special_options(&self) -> &'static [&'static str] {
        options::SPECIAL
    }

    fn validate(&self, plan: &Plan) -> Result<(), Failure> {
        self.validate_options(plan)
    }

    fn answer(&mut self, asked: &[usize], plan: &Plan, budget: &Budget) -> Result<Findings, Failure> {
        self.findings(asked, plan, budget)
    }

    fn claims(&mut self, answers: &[Answer], _plan: &Plan, budget: &Budget) -> Result<Claims, Failure> {
        self.claimed(answers, budget)
    }

    fn certified(&mut self, properties: &[String], budget: &Budget) -> Result<System, Failure> {
        if properties.is_empty() {
            return Ok(self.as_system(budget)?.system);
        }
        let mut kinds = Vec::with_capacity(properties.len());
        for name in properties {
            kinds.push(kind_named(name).ok_or_else(|| self.unknown(name))?);
        }
        Ok(guarded(&self.design, Failures::of(&kinds), budget)?)
    }

    fn whole(&mut self, reader: &mut Reader) -> Result<Whole, Failure> {
        self.whole_graph(reader)
    }

    fn open(&mut self, request: &OpenRequest, reader: &mut Reader) -> Result<OpenQuestion, Failure> {
        self.open_question(request, reader)
    }

    fn into_system(self: Box<Self>, reader: &mut Reader) -> Result<SystemInquiry, Failure> {
        if let Some(graph) = &self.graph {
            reader.warnings.extend(inconsistency::warning_beside_others(graph, &reader.budget));
        }
        self.as_system(&reader.budget)
    }
}

impl NetInquiry {
    /// A component for each net, in which all failures of steps lead to π.
    fn as_system(&self, budget: &Budget) -> Result<SystemInquiry, Failure> {
        let system = system(&self.design, Failures::STEPS, budget)?;
        Ok(SystemInquiry::new(match self.net {
            Some(net) => system.restricted_to(&[net]),
            None => system,
        }))
    }
}
