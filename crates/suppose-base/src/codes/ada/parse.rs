//! Codes of the reader of Ada texts: `E1001` to `E1029`, warnings `W1001` to `W1029`.

use crate::codes::Code;

pub(in crate::codes) const CODES: &[Code] = &[];
