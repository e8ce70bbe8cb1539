//! Bytes that are no certificate, and certificates that ask for too much. Nothing panics, and no memory is
//! taken because a number claims it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use serde_json::{Value, json};
use suppose_certify::{Limits, Outcome, check};

use crate::certify::build::{UNLIMITED, certificate, checked, component, lts, sealed};
use crate::certify::examples;

fn malformed(text: &[u8]) -> bool {
    matches!(check(text, &UNLIMITED), Outcome::Malformed(_))
}

#[test]
fn cut_and_damaged_texts_are_refused() {
    let (_, example) = &examples::all()[0];
    let text = example.to_string().into_bytes();
    for length in 0..text.len() {
        assert!(malformed(&text[..length]), "cut after {length}");
    }
    for place in 0..text.len() {
        for byte in [0, b' ', b'0', b'9', b'"', b'}', b']', b'-', 0xff] {
            let mut damaged = text.clone();
            damaged[place] = byte;
            let same = serde_json::from_slice::<Value>(&damaged).is_ok_and(|value| value == *example);
            let accepted = matches!(check(&damaged, &UNLIMITED), Outcome::Accepted(_));
            assert_eq!(accepted, same, "{byte} at {place}");
        }
    }
}

#[test]
fn other_texts_are_refused() {
    for text in [
        "",
        " ",
        "null",
        "[]",
        "{}",
        "0",
        "\"suppose/certificate/1\"",
        "{\"schema\":\"suppose/certificate/1\"}",
    ] {
        assert!(malformed(text.as_bytes()), "{text}");
    }
    assert!(malformed(&[0xff, 0xfe]));
    assert!(malformed("[".repeat(1_000_000).as_bytes()));
    assert!(malformed("{\"schema\":".repeat(100_000).as_bytes()));
    let (_, example) = &examples::all()[0];
    assert!(malformed(format!("{example}{example}").as_bytes()));
}

#[test]
fn numbers_that_claim_too_much_are_refused() {
    for (name, example) in examples::all() {
        let text = example.to_string();
        for (place, _) in text.match_indices(|c: char| c.is_ascii_digit()) {
            // A digit in a name or a hash may be anything.
            if text[..place].matches('"').count() % 2 == 1 {
                continue;
            }
            for huge in
                ["1000000000", "4294967295", "2147483647", "-2147483648", "18446744073709551616", "1e9"]
            {
                let changed = format!("{}{huge}{}", &text[..place], &text[place + 1..]);
                let Ok(value) = serde_json::from_str::<Value>(&changed) else { continue };
                let outcome = checked(&sealed(&value));
                assert!(matches!(outcome, Outcome::Malformed(_) | Outcome::Rejected(_)), "{name} {changed}");
            }
        }
    }
}

/// A counter of so many bits, each a component that waits for the ones below it.
fn counter(bits: i32) -> Value {
    let names: Vec<String> = (0..bits).map(|bit| format!("a{bit}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut components = Vec::new();
    for bit in 0..bits {
        let alphabet: Vec<i32> = (bit..bits).collect();
        let mut triples = vec![[0, bit, 1]];
        triples.extend((bit + 1..bits).map(|above| [1, above, 0]));
        components.push(component(&format!("B{bit}"), "component", &lts(2, 0, &alphabet, &triples)));
    }
    components.push(component("P", "property", &lts(1, 0, &[0], &[[0, 0, 0]])));
    sealed(&certificate(&names, &components, &[whole(bits)]))
}

/// The claim that the last component holds, by a search of all before it.
fn whole(last: i32) -> Value {
    let part: Vec<i32> = (0..last).collect();
    let proof = json!({"rule": "chain", "parts": [part], "assumptions": []});
    json!({"watched": last, "verdict": "holds", "proof": proof})
}

#[test]
fn limits_end_the_check() {
    let text = counter(10).to_string();
    let limits = |max_states| Limits { max_states, ..UNLIMITED };
    let states = |outcome: &Outcome| match outcome {
        Outcome::Accepted(results) => results[0].states,
        other => panic!("{other:?}"),
    };
    assert_eq!(states(&check(text.as_bytes(), &limits(1024))), 1024);
    assert_eq!(check(text.as_bytes(), &limits(1023)), Outcome::Unfinished);
    assert_eq!(check(text.as_bytes(), &limits(0)), Outcome::Unfinished);
    let late = Limits { deadline: Some(Instant::now()), ..UNLIMITED };
    assert_eq!(check(text.as_bytes(), &late), Outcome::Unfinished);
    let cancel = Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..UNLIMITED };
    assert_eq!(check(text.as_bytes(), &cancel), Outcome::Unfinished);
}

#[test]
fn a_wide_product_is_searched_too() {
    // 40 components that move once, one after the other: more than fits into a word or two.
    let names: Vec<String> = (0..40).map(|n| format!("a{n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut components = Vec::new();
    for n in 0..39 {
        let once = lts(3, 0, &[n, n + 1], &[[0, n, 1], [1, n + 1, 2]]);
        components.push(component(&format!("C{n}"), "component", &once));
    }
    // The first action happens once, so the observer of a second one is content.
    components.push(component("P", "property", &lts(2, 0, &[0], &[[0, 0, 1], [1, 0, -1]])));
    let wide = sealed(&certificate(&names, &components, &[whole(39)]));
    match checked(&wide) {
        Outcome::Accepted(results) => assert_eq!(results[0].states, 41),
        other => panic!("{other:?}"),
    }
}
