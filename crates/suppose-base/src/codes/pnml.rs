//! Codes about PNML: `E085x`.

use super::Code;

pub(super) const CODES: &[Code] = &[];
