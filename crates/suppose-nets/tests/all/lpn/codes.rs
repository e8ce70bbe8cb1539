//! Every code of the reader is produced by its own example.

use crate::lpn::support::message_codes;

#[test]
fn every_example_produces_its_code() {
    let mut checked = 0;
    for row in suppose_nets::CODES.iter().flat_map(|table| table.rows) {
        let is_lpn = ["E081", "E082", "W081", "W082"].iter().any(|prefix| row.code.starts_with(prefix));
        if !is_lpn {
            continue;
        }
        // Nothing but what it is an example of.
        assert_eq!(message_codes(row.example), [row.code]);
        checked += 1;
    }
    assert_eq!(checked, 22);
}
