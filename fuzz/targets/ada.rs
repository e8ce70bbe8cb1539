//! Any text as an Ada tasking program. Messages lie in the text; what is accepted has LTSs and an outline under a small
//! budget, which obey the invariants, and the outline has all that the LTSs do.

#![no_main]

use std::collections::BTreeSet;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use suppose_ada::{Lowered, load, lower, outline};
use suppose_base::{ActionId, Budget, Diagnostic, FileId};

fuzz_target!(|text: &str| {
    let (program, warnings) = match load(FileId(0), text) {
        Ok(loaded) => loaded,
        Err(messages) => {
            assert!(messages.iter().any(Diagnostic::is_error));
            return lie_in(text, &messages);
        }
    };
    assert!(!warnings.iter().any(Diagnostic::is_error));
    lie_in(text, &warnings);
    // A few bytes can ask for a huge range; a second is more than any small program needs.
    let budget = || {
        Budget::unlimited()
            .with_max_states(10_000)
            .with_max_bytes(64 << 20)
            .with_timeout(Duration::from_secs(1))
    };
    let (exact, outlined) = (lower(&program, &budget()), outline(&program, &budget()));
    for lowered in [&exact, &outlined].into_iter().flatten() {
        lie_in(text, &lowered.warnings);
        for component in &lowered.system.components {
            assert_eq!(component.lts.check_invariants(), Ok(()), "{}", component.name);
        }
    }
    if let (Ok(exact), Ok(outlined)) = (&exact, &outlined) {
        assert!(alphabet(exact).is_subset(&alphabet(outlined)));
    }
});

/// Every place of a message is a piece of the text.
fn lie_in(text: &str, messages: &[Diagnostic]) {
    for label in messages.iter().flat_map(|message| &message.labels) {
        assert!(text.get(label.span.start as usize..label.span.end as usize).is_some(), "{label:?}");
    }
}

/// What a system can ever do, by name.
fn alphabet(lowered: &Lowered) -> BTreeSet<&str> {
    let name = |&action: &ActionId| lowered.system.actions.name(action);
    lowered.system.components.iter().flat_map(|component| component.lts.alphabet().iter().map(name)).collect()
}
