//! Values of variables, parameters and constants.

use std::fmt;
use std::sync::Arc;

/// An integer or a label. A label whose text reads as an integer *is* that integer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Value {
    /// A 32-bit integer.
    Int(i32),
    /// A label that does not read as an integer.
    Label(Arc<str>),
}

impl Value {
    /// The value of a label text.
    pub(super) fn from_text(text: &Arc<str>) -> Self {
        match text.parse() {
            Ok(number) => Self::Int(number),
            Err(_) => Self::Label(Arc::clone(text)),
        }
    }

    /// Its text.
    pub(super) fn text(&self) -> Arc<str> {
        match self {
            Self::Int(number) => Arc::from(number.to_string()),
            Self::Label(text) => Arc::clone(text),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(number) => number.fmt(f),
            Self::Label(text) => f.write_str(text),
        }
    }
}
