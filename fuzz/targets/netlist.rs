//! Any text as a netlist over the built-in cells. What is accepted makes a design, and its gates have one marked place for each output.

#![no_main]

use libfuzzer_sys::fuzz_target;
use suppose_base::{Diagnostic, FileId};
use suppose_nets::Design;
use suppose_nets::netlist::{Library, read};

fuzz_target!(|text: &str| {
    let (fragment, messages) = match read(text, FileId(0), "fuzz", Library::built_in(), None) {
        Ok(read) => read,
        Err(messages) => return assert!(messages.iter().any(Diagnostic::is_error)),
    };
    assert!(!messages.iter().any(Diagnostic::is_error));
    let Ok((design, _)) = Design::join("fuzz", vec![fragment]) else { return };
    for net in &design.nets {
        for level in &net.levels {
            assert_ne!(net.marking.contains(&level.low), net.marking.contains(&level.high), "{}", net.name);
        }
    }
});
