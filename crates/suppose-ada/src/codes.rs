//! Codes of Ada tasking programs: `E10xx`, warnings `W10xx`.
//!
//! Reading the text has the numbers below 30, elaboration those from 30 to 49 for warnings and to 69 for
//! errors, what a program means those after.

mod elaborate;
mod meaning;
mod parse;

use suppose_base::Codes;

/// The codes of this crate.
pub const CODES: &[Codes] = &[
    Codes { about: "Ada: the text", rows: parse::ROWS },
    Codes { about: "Ada: names, types and values", rows: elaborate::ROWS },
    Codes { about: "Ada: the meaning of a program", rows: meaning::ROWS },
];
