//! Every code of this front end is produced by its own example.

use crate::lang::support::messages;

#[test]
fn every_example_produces_its_code() {
    let mut checked = 0;
    for row in suppose_srs::lang::CODES.iter().flat_map(|table| table.rows) {
        if !(row.code.starts_with("E09") || row.code.starts_with("W09")) {
            continue;
        }
        let found = messages(row.example);
        // One mistake, one message: the examples show nothing else.
        let codes: Vec<&str> = found.iter().map(|d| d.code).collect();
        assert!(codes.contains(&row.code), "{}: the example gives {codes:?}", row.code);
        assert!(codes.iter().all(|code| *code == row.code), "{}: the example gives {codes:?}", row.code);
        assert_eq!(found[0].is_error(), row.code.starts_with('E'), "{}", row.code);
        checked += 1;
    }
    assert_eq!(checked, 33);
}
