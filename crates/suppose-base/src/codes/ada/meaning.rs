//! Codes of what a program means: `E1070` to `E1079`, warnings `W1050` to `W1069`.

use crate::codes::Code;

pub(in crate::codes) const CODES: &[Code] = &[];
