//! All diagnostic codes, joined from the crates that give them.

use suppose_base::{Code, Codes};

/// All tables, in the order of their numbers.
pub fn codes() -> impl Iterator<Item = &'static Codes> {
    let tables = [
        suppose_inquiry::CODES,
        suppose_fsp::CODES,
        suppose_lts::CODES,
        suppose_prove::CODES,
        suppose_nets::CODES,
        suppose_srs::lang::CODES,
        suppose_ada::CODES,
    ];
    tables.into_iter().flatten()
}

/// The row of a code, in any case and with or without leading zeros: `E0207`, `e207`.
pub fn code(name: &str) -> Option<&'static Code> {
    code_in(name, codes())
}

/// The row of a code in some tables, written as for [`code`].
pub fn code_in(name: &str, tables: impl Iterator<Item = &'static Codes>) -> Option<&'static Code> {
    let (letter, number) = (name.chars().next()?, name.get(1..)?.parse::<u32>().ok()?);
    let wanted = format!("{}{number:04}", letter.to_ascii_uppercase());
    tables.flat_map(|table| table.rows).find(|row| row.code == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_distinct_and_well_formed() {
        let mut all: Vec<&str> = codes().flat_map(|table| table.rows).map(|row| row.code).collect();
        for code in &all {
            assert_eq!(code.len(), 5, "{code}");
            assert!(code.starts_with(['E', 'W']) && code[1..].bytes().all(|b| b.is_ascii_digit()), "{code}");
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn a_code_is_found_however_it_is_written() {
        for (written, expected) in [
            ("E0207", Some("E0207")),
            ("e0001", Some("E0001")),
            ("E207", Some("E0207")),
            ("w1", Some("W0001")),
        ] {
            assert_eq!(code(written).map(|row| row.code), expected, "{written}");
        }
        for unknown in ["E9999", "", "E", "0207", "Eä", "E-1", "E+207x"] {
            assert!(code(unknown).is_none(), "{unknown}");
        }
    }

    #[test]
    fn every_code_is_explained() {
        for row in codes().flat_map(|table| table.rows) {
            assert!(!row.summary.is_empty() && !row.summary.ends_with('.'), "{}", row.code);
            assert!(row.text.len() > 60, "{} needs a real text", row.code);
        }
    }
}
