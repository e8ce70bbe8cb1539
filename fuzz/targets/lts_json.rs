//! Any bytes as an LTS in JSON. What is accepted obeys the invariants, and comes back from writing as it was.

#![no_main]

use libfuzzer_sys::fuzz_target;
use suppose_base::FileId;
use suppose_lts::io::{read_json, write_dot, write_fsp, write_json};
use suppose_lts::{ActionTable, Budget};

fuzz_target!(|bytes: &[u8]| {
    let budget = Budget::unlimited();
    let mut table = ActionTable::new();
    let Ok(file) = read_json(bytes, FileId(0), &mut table, &budget) else { return };
    assert_eq!(file.lts.check_invariants(), Ok(()));
    let mut text = Vec::new();
    write_json(&file.lts, &file.name, &table, &mut text, &budget).expect("a vector takes everything");
    let again = read_json(&text, FileId(0), &mut table, &budget).expect("our own text");
    assert_eq!((again.name.as_str(), again.lts), (file.name.as_str(), file.lts.clone()));
    // These two cannot be read here, but must take whatever names and shapes there are.
    write_dot(&file.lts, &file.name, &table, &mut text, &budget).expect("a vector takes everything");
    write_fsp(&file.lts, &file.name, &table, &mut text, &budget).expect("a vector takes everything");
});
