//! Diagnostic codes of proofs by parts and of assumptions.

mod assume;
mod prove;

use suppose_base::Codes;

/// The codes of this crate.
pub const CODES: &[Codes] = &[
    Codes { about: "Assumptions", rows: assume::ROWS },
    Codes { about: "Proofs by parts", rows: prove::ROWS },
];
