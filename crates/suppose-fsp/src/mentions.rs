//! What a model speaks of beside its target: the actions of fluents and of formulas.
//!
//! Such an action that no component has is mostly a misspelt name; see
//! [`unknown_actions`](suppose_inquiry::system::unknown_actions).

use suppose_base::Diagnostic;
use suppose_inquiry::system::{self, Mention, MentionKind, Speakers, unknown_actions};
use suppose_lts::product::Requirement;

use super::ast::AssertKind;
use super::model::Model;
use super::target::{Compiled, ProgressTest};

impl Model {
    /// The actions of fluents and of what is asserted.
    pub fn mentions(&self) -> Vec<Mention> {
        let fluents = self.fluents().iter().map(|fluent| Mention {
            kind: MentionKind::Fluent,
            name: fluent.name.clone(),
            span: fluent.span,
            actions: fluent.initiating.iter().chain(&fluent.terminating).cloned().collect(),
        });
        let asserted = self.formulas().iter().filter(|formula| formula.kind != AssertKind::Constraint);
        let assertions = asserted.map(|formula| Mention {
            kind: MentionKind::Assertion,
            name: formula.name.clone(),
            span: formula.span,
            actions: formula.actions.clone(),
        });
        fluents.chain(assertions).collect()
    }
}

impl Compiled {
    /// Warnings about actions that a property, a progress test, a fluent or an assertion speaks of and no
    /// component of this system has.
    pub fn unknown_actions(&self, model: &Model) -> Vec<Diagnostic> {
        let Self { system, origins, progress, .. } = self;
        let progress: Vec<_> = progress.iter().cloned().map(ProgressTest::into_system).collect();
        unknown_actions(&Speakers { system, origins, progress: &progress, mentions: &model.mentions() })
    }
}

impl ProgressTest {
    /// The same, as systems have it.
    pub(crate) fn into_system(self) -> system::ProgressTest {
        let requirement = match self.condition {
            None => Requirement::AnyOf(self.actions),
            Some(condition) => Requirement::IfThen(condition, self.actions),
        };
        system::ProgressTest { name: self.name, requirement, span: Some(self.span) }
    }
}
