//! What can be asked about a target, and which of it is.

use suppose_base::{Diagnostic, Span};

use crate::{Failure, Inquiry};

/// What kind of thing is asked. The names are those of `not_checked` in reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuestionKind {
    /// Does something bad never happen?
    Property,
    /// Does something good happen again and again?
    Progress,
    /// Does a formula hold?
    Assertion,
    /// Can the system always go on?
    Deadlock,
}

impl QuestionKind {
    /// The name, as in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Property => "property",
            Self::Progress => "progress",
            Self::Assertion => "assertion",
            Self::Deadlock => "deadlock",
        }
    }
}

/// One thing that can be asked about a target.
#[derive(Clone, Debug)]
pub struct Question {
    /// Its kind.
    pub kind: QuestionKind,
    /// Its name, as in reports.
    pub name: String,
    /// The component that it is about, where it is about one.
    pub component: Option<String>,
    /// Where it is declared.
    pub span: Option<Span>,
    /// Whether it is asked when nothing is asked for by name.
    pub usual: bool,
    /// Whether the input declares it; the others are questions that can be asked of every target.
    pub declared: bool,
}

impl Question {
    /// A question that the input declares and that is asked when nothing else is.
    pub fn declared(kind: QuestionKind, name: impl Into<String>) -> Self {
        Self { kind, name: name.into(), component: None, span: None, usual: true, declared: true }
    }

    /// Whether another question asks the same: things of different kinds may have one name.
    pub fn is_same(&self, other: &Self) -> bool {
        self.kind == other.kind && self.name == other.name && self.component == other.component
    }
}

/// Which questions are asked.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Names of properties; when there are none, the usual questions are asked.
    pub properties: Vec<String>,
    /// Also whether there is a deadlock.
    pub deadlock: bool,
    /// Also progress.
    pub progress: bool,
    /// Everything that the input declares, what is usually asked, and deadlock.
    pub all: bool,
}

/// The questions that are meant, by their places in [`Inquiry::questions`], each once and in the order of
/// reports.
///
/// # Errors
/// A name that nothing has.
pub fn select(inquiry: &dyn Inquiry, asked: &Asked) -> Result<Vec<usize>, Failure> {
    let questions = inquiry.questions();
    let places = |fits: &dyn Fn(&Question) -> bool| -> Vec<usize> {
        (0..questions.len()).filter(|&place| fits(&questions[place])).collect()
    };
    let mut chosen = Vec::new();
    for name in &asked.properties {
        let named = inquiry.named(name);
        if named.is_empty() {
            return Err(inquiry.unknown(name).into());
        }
        chosen.extend(named);
    }
    if asked.all {
        let is_meant = |q: &Question| q.declared || q.usual || q.kind == QuestionKind::Deadlock;
        chosen.extend(places(&is_meant));
    } else if asked.properties.is_empty() {
        chosen.extend(places(&|question| question.usual));
    }
    for (wanted, kind) in [(asked.deadlock, QuestionKind::Deadlock), (asked.progress, QuestionKind::Progress)]
    {
        if wanted {
            let found = places(&|question| question.kind == kind);
            if found.is_empty() {
                let message =
                    format!("`--{}` cannot be used with {}", kind.name(), inquiry.kind_of_subject());
                return Err(Diagnostic::error("E0006", message).into());
            }
            chosen.extend(found);
        }
    }
    let mut seen = vec![false; questions.len()];
    chosen.retain(|&place| !std::mem::replace(&mut seen[place], true));
    if inquiry.has_fixed_order() {
        chosen.sort_unstable();
    }
    Ok(chosen)
}
