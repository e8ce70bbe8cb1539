//! What a system of LTSs keeps of the language it came from: definitions beside the target, and how names are
//! meant.

use std::borrow::Cow;

use suppose_base::{ActionTable, Budget, Diagnostic, Span};
use suppose_lts::{Finish, Finished, Lts, Origins, System};

use super::{Mention, translated};
use crate::Failure;

/// What a file defines beside the target.
pub trait Definitions {
    /// All properties that it defines, in the target or not, and where.
    fn properties(&self) -> Vec<(String, Option<Span>)>;

    /// All formulas that it asserts, and where.
    fn assertions(&self) -> Vec<(String, Option<Span>)>;

    /// Whether it defines an ordinary process of this name.
    fn has_process(&self, name: &str) -> bool;

    /// A property that it defines, as a system with what is done to its product; with the origins of its
    /// actions if the system is the property itself.
    ///
    /// # Errors
    /// When the definition means nothing, or a limit is reached.
    fn property(&self, name: &str, budget: &Budget) -> Result<(System, Vec<Origins>, Finish), Failure>;

    /// What speaks of actions beside the target: fluents and assertions.
    fn mentions(&self) -> Vec<Mention>;

    /// What there is to warn about a target whose product was finished.
    fn about_finish(&self, finished: &Finished, target: &str) -> Option<Diagnostic>;
}

/// How names from outside of a source are meant in it.
pub trait Dialect {
    /// Whether it differs from [`Plain`]: of several files that make one system, the first such dialect
    /// counts.
    fn is_special(&self) -> bool {
        true
    }

    /// The name of a component as the system has it.
    fn spelled<'n>(&self, name: &'n str) -> Cow<'n, str> {
        name.into()
    }

    /// Whether a property of the system is the one that a name means.
    fn is_called(&self, property: &str, name: &str) -> bool {
        property == name
    }

    /// The text of an interface, with actions spelt as the system has them.
    fn actions<'t>(&self, text: &'t str) -> Cow<'t, str> {
        text.into()
    }

    /// Whether a component may be left out of a split because it belongs to whoever uses it, as shared
    /// variables do.
    fn may_be_left_out(&self, _component: &str) -> bool {
        false
    }

    /// The component that another one is a part of: whoever names the first means both.
    fn owner(&self, _component: &str) -> Option<&str> {
        None
    }

    /// The group of like components that one belongs to, such as the tasks of one type, and which of them it
    /// is: `customer` and 3.
    fn family(&self, _component: &str) -> Option<(String, u32)> {
        None
    }

    /// Whether the source states a property about itself, which is then no part of what is composed.
    fn states(&self, _property: &str) -> bool {
        false
    }

    /// Where the source declares a property of the system.
    fn declared_at(&self, _property: &str) -> Option<Span> {
        None
    }

    /// A property that is written elsewhere, over the actions of the system. Labels that mean nothing in the
    /// source stay as they are and are given back.
    ///
    /// # Errors
    /// When a label means two things.
    fn bound(
        &self,
        property: &Lts,
        from: &ActionTable,
        to: &mut ActionTable,
    ) -> Result<(Lts, Vec<String>), Failure> {
        Ok((translated(property, from, to), Vec::new()))
    }

    /// The warning about a label of a property that was given back and means nothing in the whole system
    /// either; it is then taken out of the property, since nobody could keep it from happening.
    fn impossible(&self, _property: &str, _label: &str) -> Option<Diagnostic> {
        None
    }
}

/// Names are meant as they are written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Dialect for Plain {
    fn is_special(&self) -> bool {
        false
    }
}
