//! Codes of the Aldebaran reader: `E04xx`.

use super::Code;

pub(super) const CODES: &[Code] = &[];
