//! Every code of the FSP front end is produced by its own example.

use suppose_inquiry::Inquiry;
use suppose_inquiry::system::SystemInquiry;

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
        if row.code >= "W0310" {
            // These are not part of compiling.
            let compiled = compiled(row.example);
            found.extend(compiled.unknown_actions(&model(row.example)));
            found.extend(SystemInquiry::new(compiled.system).doubts());
        }
        let codes: Vec<&str> = found.iter().map(|d| d.code).collect();
        assert!(codes.contains(&row.code), "{}: the example gives {codes:?}", row.code);
        checked += 1;
    }
    assert_eq!(checked, 53);
}
