//! The table of diagnostic codes, one list per source of messages.
//!
//! A code is stable: scripts and search engines know it. `E` codes are errors, `W` codes warnings. The same
//! table feeds `suppose explain`, the book and a test that each code is produced by some input.

mod ada;
mod assume;
mod aut;
mod fsp;
mod input;
mod json;
mod lpn;
mod netlist;
mod nets;
mod pnml;
mod prove;
mod srs;
mod stg;

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// The code, such as `E0104`.
    pub code: &'static str,
    /// One line.
    pub summary: &'static str,
    /// A few sentences: what it means and what to do.
    pub text: &'static str,
    /// Input that causes it; empty where a text cannot show it (a missing file).
    pub example: &'static str,
}

/// All rows, grouped by source: input files, FSP, Aldebaran, JSON, assumptions, proofs, designs, and the
/// four languages of designs, synchronous reactive systems, and the three parts of Ada.
pub const CODES: [&[Code]; 15] = [
    input::CODES,
    fsp::CODES,
    aut::CODES,
    json::CODES,
    assume::CODES,
    prove::CODES,
    nets::CODES,
    lpn::CODES,
    stg::CODES,
    pnml::CODES,
    netlist::CODES,
    srs::CODES,
    ada::PARSE,
    ada::ELABORATE,
    ada::MEANING,
];

/// The row of a code, in any case.
pub fn code(name: &str) -> Option<&'static Code> {
    CODES.iter().flat_map(|group| group.iter()).find(|row| row.code.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_distinct_and_well_formed() {
        let mut all: Vec<&str> = CODES.iter().flat_map(|group| group.iter()).map(|row| row.code).collect();
        for code in &all {
            assert_eq!(code.len(), 5, "{code}");
            assert!(code.starts_with(['E', 'W']) && code[1..].bytes().all(|b| b.is_ascii_digit()), "{code}");
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert!(code("e0001").is_some());
        assert!(code("E9999").is_none());
    }

    #[test]
    fn every_code_is_explained() {
        for row in CODES.iter().flat_map(|group| group.iter()) {
            assert!(!row.summary.is_empty() && !row.summary.ends_with('.'), "{}", row.code);
            assert!(row.text.len() > 60, "{} needs a real text", row.code);
        }
    }
}
