//! Codes about signal transition graphs: `E083x and E084x`.

use super::Code;

pub(super) const CODES: &[Code] = &[];
