//! Every code of elaboration is produced by its own example.

use suppose_ada::load;
use suppose_base::{Diagnostic, FileId};

fn messages(text: &str) -> Vec<Diagnostic> {
    match load(FileId(0), text) {
        Ok((_, warnings)) => warnings,
        Err(messages) => messages,
    }
}

#[test]
fn every_example_produces_its_code() {
    let mut checked = 0;
    for row in suppose_ada::CODES.iter().flat_map(|table| table.rows) {
        let number: u32 = row.code[1..].parse().unwrap_or(0);
        let ours = if row.code.starts_with('E') { 1030..1070 } else { 1030..1050 };
        if !ours.contains(&number) {
            continue;
        }
        let found = messages(row.example);
        let codes: Vec<&str> = found.iter().map(|message| message.code).collect();
        assert!(codes.contains(&row.code), "{}: the example gives {found:?}", row.code);
        assert!(codes.iter().all(|code| *code == row.code), "{}: the example gives {found:?}", row.code);
        assert_eq!(found[0].is_error(), row.code.starts_with('E'), "{}", row.code);
        checked += 1;
    }
    assert_eq!(checked, 33);
}
