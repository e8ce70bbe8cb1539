//! Any bytes as an Aldebaran file. What is accepted obeys the invariants, and comes back from writing as it was.

#![no_main]

use libfuzzer_sys::fuzz_target;
use suppose_base::FileId;
use suppose_lts::io::{TauSpelling, read_aut, write_aut};
use suppose_lts::{ActionTable, Budget};

fuzz_target!(|bytes: &[u8]| {
    let budget = Budget::unlimited();
    let mut table = ActionTable::new();
    let Ok(file) = read_aut(bytes, FileId(0), TauSpelling::Auto, &mut table, &budget) else { return };
    assert_eq!(file.lts.check_invariants(), Ok(()));
    let mut text = Vec::new();
    write_aut(&file.lts, &table, &mut text, &budget).expect("what was read can be written");
    // An `i` that is still there was taken for a visible action, and must stay one.
    let again = read_aut(&text, FileId(0), TauSpelling::Tau, &mut table, &budget).expect("our own text");
    assert_eq!(again.lts, file.lts);
});
