//! Every code of the FSP front end is produced by its own example.

use crate::fsp::support::{compiled, messages, model};

#[test]
fn every_example_produces_its_code() {
    let mut checked = 0;
    for row in suppose_fsp::CODES.iter().flat_map(|table| table.rows) {
        let is_fsp =
            ["E01", "E02", "E03", "W01", "W02", "W03"].iter().any(|prefix| row.code.starts_with(prefix));
        if !is_fsp {
            continue;
        }
        let mut found = messages(row.example);
        if ["W0310", "W0311", "W0312"].contains(&row.code) {
            // These are not part of compiling.
            found.extend(compiled(row.example).unknown_actions(&model(row.example)));
        }
        let codes: Vec<&str> = found.iter().map(|d| d.code).collect();
        assert!(codes.contains(&row.code), "{}: the example gives {codes:?}", row.code);
        checked += 1;
    }
    assert_eq!(checked, 50);
}
