//! Every code about netlists is produced by its own example.

use suppose_base::{Code, Diagnostic, FileId};
use suppose_nets::Design;
use suppose_nets::netlist::{Library, read, read_library};

/// Codes whose examples are gate libraries.
const LIBRARIES: [&str; 3] = ["E0863", "E0864", "W0866"];

fn messages(row: &Code) -> Vec<Diagnostic> {
    if LIBRARIES.contains(&row.code) {
        return read_library(row.example, FileId(0)).map_or_else(|all| all, |(_, all)| all);
    }
    match read(row.example, FileId(0), "example", Library::built_in(), None) {
        Err(messages) => messages,
        Ok((fragment, mut messages)) => {
            messages.extend(Design::join("example", vec![fragment]).expect("a design").1);
            messages
        }
    }
}

#[test]
fn every_example_produces_its_code() {
    let rows = suppose_nets::CODES
        .iter()
        .flat_map(|table| table.rows)
        .filter(|row| row.code[1..].starts_with("086") || row.code[1..].starts_with("087"));
    let mut count = 0;
    for row in rows {
        let found = messages(row);
        let codes: Vec<&str> = found.iter().map(|d| d.code).collect();
        assert!(codes.contains(&row.code), "{}: the example gives {codes:?}", row.code);
        // An example shows one thing.
        assert!(codes.iter().all(|&code| code == row.code || code == "W0863"), "{}: {codes:?}", row.code);
        count += 1;
    }
    assert_eq!(count, 24);
}

#[test]
fn places_in_messages_are_in_the_text() {
    for row in suppose_nets::CODES
        .iter()
        .flat_map(|table| table.rows)
        .filter(|row| row.code.contains("086") || row.code.contains("087"))
    {
        for label in messages(row).iter().flat_map(|message| &message.labels) {
            let range = label.span.start as usize..label.span.end as usize;
            assert!(row.example.get(range).is_some(), "{}: {label:?}", row.code);
        }
    }
}
