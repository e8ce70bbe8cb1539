//! Any text as PNML. What is accepted is a net whose first markings can be searched.

#![no_main]

use libfuzzer_sys::fuzz_target;
use suppose_base::FileId;
use suppose_nets::marking::Markings;
use suppose_nets::pnml::read;

fuzz_target!(|text: &str| {
    let fragment = match read(text, FileId(0), "fuzz") {
        Ok((fragment, _)) => fragment,
        Err(messages) => {
            for label in messages.iter().flat_map(|message| &message.labels) {
                assert!(text.get(label.span.start as usize..label.span.end as usize).is_some());
            }
            return;
        }
    };
    let mut markings = Markings::new(&fragment.nets[0]);
    let (mut next, mut enabled) = (0, Vec::new());
    while next < markings.len().min(100) {
        markings.enabled(next, &mut enabled);
        for &transition in &enabled {
            let _ = markings.fire(next, transition);
        }
        next += 1;
    }
});
