//! Codes of Ada tasking programs: `E10xx`, warnings `W10xx`.
//!
//! Reading the text has the numbers below 30, elaboration those from 30 to 49 for warnings and to 69 for errors, what a program means those after.

mod elaborate;
mod meaning;
mod parse;

pub(super) use elaborate::CODES as ELABORATE;
pub(super) use meaning::CODES as MEANING;
pub(super) use parse::CODES as PARSE;
