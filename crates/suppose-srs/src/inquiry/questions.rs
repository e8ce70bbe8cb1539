//! What can be asked about a model under a plan, and how it is called.
//!
//! Each component has its properties, and a question whether the others do what it supposes where rules are
//! supposed. Whether macrosteps end and events have one value is asked by name, and where nothing is declared;
//! bad news about it is told in any case.

use suppose_base::{Diagnostic, closest};
use suppose_inquiry::{Question, QuestionKind};
use suppose_prove::method::Method;

use super::setup::Choice;
use super::{ASSUMPTION, Meaning, ReactiveInquiry, TERMINATION, VALUES};
use crate::lang::{Component, ComponentId, Model};
use crate::program::Program;

/// At most so many names are listed in a message.
const LISTED: usize = 30;

/// How a property is called: with its component where that is needed to tell it from another one.
pub(super) fn property_name(model: &Model, component: ComponentId, property: usize) -> String {
    let part = model.component(component);
    let name = &part.properties[property].name;
    let has_it = |other: &&Component| other.properties.iter().any(|property| property.name == *name);
    if model.components.iter().filter(has_it).count() > 1 {
        format!("{}.{name}", part.name)
    } else {
        name.clone()
    }
}

/// Whether a property of a component is the one that a name means, which may begin with that of the
/// component.
pub(super) fn is_called(component: &Component, property: &str, name: &str) -> bool {
    let local = name.strip_prefix(component.name.as_str()).and_then(|rest| rest.strip_prefix('.'));
    property == name || local == Some(property)
}

impl ReactiveInquiry {
    /// The components that questions are about.
    pub(super) fn chosen(&self) -> Vec<ComponentId> {
        match self.setup.component {
            Some(only) => vec![only],
            None => (0..self.model.components.len()).map(ComponentId::at).collect(),
        }
    }

    /// Lists what can be asked, in the order of reports.
    pub(super) fn list_questions(&mut self) {
        let model = &self.model;
        let (mut questions, mut meanings) = (Vec::new(), Vec::new());
        let mut add = |question: Question, meaning: Meaning| {
            questions.push(question);
            meanings.push(meaning);
        };
        let chosen = self.chosen();
        let is_only = model.components.len() == 1;
        let named = chosen.iter().filter(|&&id| self.supposes_rules(id)).count() > 1;
        for &id in &chosen {
            let part = model.component(id);
            let component = Some(part.name.clone());
            if self.supposes_rules(id) {
                let name = if named { format!("{}.{ASSUMPTION}", part.name) } else { ASSUMPTION.to_owned() };
                let question = undeclared(name, component.clone());
                // What the only component receives comes from outside, about which nothing can be said.
                let usual = !is_only && !self.has_no_rules();
                add(Question { usual, ..question }, Meaning::Assumption(id));
            }
            for (place, property) in part.properties.iter().enumerate() {
                let name = property_name(model, id, place);
                let question = Question::declared(QuestionKind::Property, name);
                let span = Some(property.span);
                let component = component.clone();
                add(Question { component, span, ..question }, Meaning::Property(id, place));
            }
        }
        if matches!(self.setup.method, Method::Auto | Method::Monolithic) {
            // One component that is asked alone is asked about itself; otherwise it is the whole system.
            let alone = self.setup.component.is_some() || is_only;
            let alone = alone && self.setup.method == Method::Auto;
            let component = chosen.first().filter(|_| alone).map(|&id| model.component(id).name.clone());
            // A model that declares nothing is asked this much, unless it depends on what is outside of it.
            let usual = chosen.iter().all(|&id| model.component(id).properties.is_empty())
                && Program::whole(model).received.is_empty();
            for (name, meaning) in [(TERMINATION, Meaning::Termination), (VALUES, Meaning::Values)] {
                let question = undeclared(name.to_owned(), component.clone());
                add(Question { usual, ..question }, meaning);
            }
        }
        (self.questions, self.meanings) = (questions, meanings);
    }

    /// The properties of the components that the plan leaves out.
    pub(super) fn questions_left_out(&self) -> Vec<Question> {
        let model = &self.model;
        let chosen = self.chosen();
        let others = (0..model.components.len()).map(ComponentId::at).filter(|id| !chosen.contains(id));
        let questions = others.flat_map(|id| {
            let part = model.component(id);
            part.properties.iter().enumerate().map(move |(place, property)| Question {
                component: Some(part.name.clone()),
                span: Some(property.span),
                ..Question::declared(QuestionKind::Property, property_name(model, id, place))
            })
        });
        questions.collect()
    }

    /// Whether a component supposes something in rules.
    fn supposes_rules(&self, id: ComponentId) -> bool {
        match &self.setup.choice {
            Choice::Declared => !self.model.component(id).assumption.rules.is_empty(),
            Choice::File(_) => true,
            Choice::Mined | Choice::Universal => false,
        }
    }

    /// Whether the file of rules has none.
    fn has_no_rules(&self) -> bool {
        self.rules.as_ref().is_some_and(|rules| rules.rules.is_empty())
    }

    /// The questions that a name means: properties, of several components where they have one of that name,
    /// else what can be asked of every model.
    pub(super) fn questions_named(&self, name: &str) -> Vec<usize> {
        let all = || self.meanings.iter().enumerate();
        let is_property = |meaning: &Meaning| match *meaning {
            Meaning::Property(id, place) => {
                let part = self.model.component(id);
                is_called(part, &part.properties[place].name, name)
            }
            _ => false,
        };
        let properties: Vec<usize> =
            all().filter(|(_, meaning)| is_property(meaning)).map(|(place, _)| place).collect();
        if !properties.is_empty() {
            return properties;
        }
        let is_meant = |(place, meaning): (usize, &Meaning)| match meaning {
            Meaning::Property(..) => false,
            Meaning::Assumption(_) => name == ASSUMPTION || self.questions[place].name == name,
            Meaning::Termination | Meaning::Values => self.questions[place].name == name,
        };
        all().filter(|&one| is_meant(one)).map(|(place, _)| place).collect()
    }

    /// The message about a name that nothing has.
    pub(super) fn unknown_name(&self, name: &str) -> Diagnostic {
        if name == ASSUMPTION {
            let message = "`assumption` is about rules that are supposed, and none are given";
            let help = "give them with --assume FILE, or --assume declared";
            return Diagnostic::error("E0006", message).help(help);
        }
        if [TERMINATION, VALUES].contains(&name) {
            let method = self.setup.method;
            let message =
                format!("`{name}` is not a property of a component: --method {method} does not know it");
            return Diagnostic::error("E0006", message).help("leave --method out");
        }
        let chosen = self.chosen();
        let parts = chosen.iter().flat_map(|&id| &self.model.component(id).properties);
        let known: Vec<&str> =
            parts.map(|property| property.name.as_str()).chain([TERMINATION, VALUES]).collect();
        let place = match chosen[..] {
            [only] => format!("component {}", self.model.component(only).name),
            _ => "the system".to_owned(),
        };
        let diagnostic = Diagnostic::error("E0005", format!("{place} has no property `{name}`"));
        match closest(name, known.iter().copied()) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None if known.len() > LISTED => diagnostic,
            None => diagnostic.note(format!("properties are: {}", known.join(", "))),
        }
    }
}

/// A question that can be asked of every model, and only by name.
fn undeclared(name: String, component: Option<String>) -> Question {
    let question = Question::declared(QuestionKind::Property, name);
    Question { component, usual: false, declared: false, ..question }
}
