//! Any text as a gate library. The functions of what is accepted have a value of 0 or 1 wherever their pins do.

#![no_main]

use libfuzzer_sys::fuzz_target;
use suppose_base::FileId;
use suppose_nets::netlist::read_library;

fuzz_target!(|text: &str| {
    let Ok((library, _)) = read_library(text, FileId(0)) else { return };
    for cell in library.cells() {
        for output in &cell.outputs {
            for row in [0usize, 0x5555, 0x3333, 0xffff] {
                let value = output.function.eval(&|pin| i32::from(row >> (pin.index() % 16) & 1 == 1));
                assert!(matches!(value, Ok(0 | 1)), "{}", cell.name);
            }
            output.function.for_each_wire(&mut |pin| assert!(pin.index() < cell.pins(), "{}", cell.name));
        }
    }
});
