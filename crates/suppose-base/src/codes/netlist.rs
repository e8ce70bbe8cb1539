//! Codes about netlists and gate libraries: `E086x and E087x`.

use super::Code;

pub(super) const CODES: &[Code] = &[];
