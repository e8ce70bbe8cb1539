//! Any bytes as a certificate: nothing panics or hangs, and nothing is accepted whose digest does not fit.

#![no_main]

use libfuzzer_sys::fuzz_target;
use suppose_certify::{Limits, Outcome, check, parse};

fuzz_target!(|data: &[u8]| {
    let limits = Limits { max_states: 10_000, deadline: None, cancel: None };
    let outcome = check(data, &limits);
    match parse(data) {
        Err(_) => assert!(matches!(outcome, Outcome::Malformed(_))),
        Ok(certificate) => {
            // A digest that does not fit is never accepted.
            let fits = certificate.digest == certificate.computed_digest();
            assert!(fits || !matches!(outcome, Outcome::Accepted(_)));
        }
    }
});
