//! Codes about Platu's nets: `E081x and E082x`.

use super::Code;

pub(super) const CODES: &[Code] = &[];
