//! Every code of elaboration is produced by its own example.

use suppose_ada::{load, load_every_size};
use suppose_base::{Diagnostic, FileId};

/// The messages about a program, or about programs of every size.
fn messages(code: &str, text: &str) -> Vec<Diagnostic> {
    let loaded =
        if code == "E1060" { load_every_size(FileId(0), text, "Size") } else { load(FileId(0), text) };
    match loaded {
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
        let found = messages(row.code, row.example);
        let codes: Vec<&str> = found.iter().map(|message| message.code).collect();
        assert!(codes.contains(&row.code), "{}: the example gives {found:?}", row.code);
        assert!(codes.iter().all(|code| *code == row.code), "{}: the example gives {found:?}", row.code);
        assert_eq!(found[0].is_error(), row.code.starts_with('E'), "{}", row.code);
        checked += 1;
    }
    assert_eq!(checked, 34);
}
