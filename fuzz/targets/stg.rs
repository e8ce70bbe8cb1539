//! Any text as a signal transition graph. What is accepted can be searched and checked under a small budget, its messages lie in the text,
//! and every witness is a trace of the net.

#![no_main]

use libfuzzer_sys::fuzz_target;
use suppose_base::{Budget, FileId};
use suppose_nets::Net;
use suppose_nets::stg::{check, read};

fuzz_target!(|text: &str| {
    let (mut stg, messages) = match read(text, FileId(0), "fuzz") {
        Ok(read) => read,
        Err(messages) => {
            assert!(messages.iter().any(suppose_base::Diagnostic::is_error));
            return;
        }
    };
    for label in messages.iter().flat_map(|message| &message.labels) {
        assert!(text.get(label.span.start as usize..label.span.end as usize).is_some());
    }
    let budget = Budget::unlimited().with_max_states(1000);
    stg.infer_initial(&budget).expect("only states are limited");
    let report = check(&stg, &budget);
    if let Some(second) = report.safe.witness() {
        let (last, before) = second.trace.split_last().expect("the first marking is safe");
        assert!(replay(stg.net(), before).is_some() && replay(stg.net(), &second.trace).is_none());
        assert!(*last < stg.net().transitions.len());
    }
    if let Some(trace) = report.deadlock_free.witness() {
        assert!(replay(stg.net(), trace).is_some());
    }
    if let Some(found) = report.complete_coding.witness() {
        assert_ne!(replay(stg.net(), &found.first), replay(stg.net(), &found.second));
    }
});

/// The marking after a trace, if every place holds one token at most on the way.
fn replay(net: &Net, trace: &[usize]) -> Option<Vec<bool>> {
    let mut tokens = vec![false; net.places.len()];
    for place in &net.marking {
        tokens[place.index()] = true;
    }
    for &step in trace {
        let transition = &net.transitions[step];
        for place in &transition.preset {
            assert!(std::mem::replace(&mut tokens[place.index()], false), "a transition that is not enabled");
        }
        for place in &transition.postset {
            if std::mem::replace(&mut tokens[place.index()], true) {
                return None;
            }
        }
    }
    Some(tokens)
}
