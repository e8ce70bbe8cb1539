//! Any text as a net of Platu. What has a meaning is joined to a design, unless it is large.

#![no_main]

use libfuzzer_sys::fuzz_target;
use suppose_base::FileId;
use suppose_nets::Design;
use suppose_nets::lpn::{NoIncludes, read};

fuzz_target!(|text: &str| {
    let Ok((fragment, _)) = read(text, FileId(0), "fuzz", &NoIncludes) else { return };
    for net in &fragment.nets {
        assert!(net.marking.iter().all(|place| place.index() < net.places.len()), "{}", net.name);
        assert!(
            net.inputs.iter().chain(&net.outputs).all(|wire| wire.index() < fragment.wires.len()),
            "{}",
            net.name
        );
    }
    // A few bytes can ask for many wires.
    if fragment.wires.len() < 100 {
        let _ = Design::join("fuzz", vec![fragment]);
    }
});
