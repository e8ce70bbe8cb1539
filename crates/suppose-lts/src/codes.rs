//! Diagnostic codes of the graph formats.

mod aut;
mod json;

use suppose_base::Codes;

/// The codes of this crate.
pub const CODES: &[Codes] =
    &[Codes { about: "Aldebaran files", rows: aut::ROWS }, Codes { about: "JSON files", rows: json::ROWS }];
