//! Any text as an FSP model. What has a meaning compiles under a small budget to components that obey the invariants.

#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use suppose_base::{Budget, FileId};
use suppose_fsp::{NoImports, load};

fuzz_target!(|text: &str| {
    let Ok(model) = load(text, FileId(0), &NoImports) else { return };
    // A few bytes can ask for a huge model; a second is more than any small one needs.
    let budget =
        Budget::unlimited().with_max_states(10_000).with_max_bytes(64 << 20).with_timeout(Duration::from_secs(1));
    let Ok(compiled) = model.compile(None, &budget) else { return };
    for component in &compiled.system.components {
        assert_eq!(component.lts.check_invariants(), Ok(()), "{}", component.name);
    }
});
