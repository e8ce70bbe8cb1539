//! Codes of elaboration: `E1030` to `E1069`, warnings `W1030` to `W1049`.

use crate::codes::Code;

pub(in crate::codes) const CODES: &[Code] = &[];
