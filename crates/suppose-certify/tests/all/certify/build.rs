//! Putting certificates together, and sealing them: filling in the hashes and the digest.

use serde_json::{Value, json};
use suppose_certify::{Certificate, Limits, Outcome, check, component_hash};

pub(crate) const UNLIMITED: Limits = Limits { max_states: 1_000_000, deadline: None, cancel: None };

/// An LTS over the actions of the alphabet.
pub(crate) fn lts(states: u32, initial: i32, alphabet: &[i32], triples: &[[i32; 3]]) -> Value {
    let mut sorted = triples.to_vec();
    sorted.sort_unstable();
    json!({"states": states, "initial": initial, "end": null, "alphabet": alphabet, "transitions": sorted.concat()})
}

pub(crate) fn component(name: &str, role: &str, lts: &Value) -> Value {
    json!({"name": name, "role": role, "lts": lts, "sha256": ""})
}

pub(crate) fn certificate(actions: &[&str], components: &[Value], results: &[Value]) -> Value {
    json!({"schema": "suppose/certificate/1", "digest": "", "tool": "by hand", "sources": [{"path": "a.lts", "sha256": "00"}],
        "target": {"system": null, "properties": ["P"]}, "system": "S", "actions": actions, "components": components,
        "results": results})
}

/// Fills in the hashes and the digest, if the certificate can be read at all.
pub(crate) fn sealed(certificate: &Value) -> Value {
    let mut sealed = certificate.clone();
    let Ok(mut read) = serde_json::from_value::<Certificate>(sealed.clone()) else { return sealed };
    for (place, component) in read.components.iter_mut().enumerate() {
        component.sha256 = component_hash(&component.lts, &read.actions);
        sealed["components"][place]["sha256"] = component.sha256.clone().into();
    }
    sealed["digest"] = read.computed_digest().into();
    sealed
}

pub(crate) fn checked(certificate: &Value) -> Outcome {
    check(certificate.to_string().as_bytes(), &UNLIMITED)
}

pub(crate) fn accepted(certificate: &Value) -> bool {
    match checked(certificate) {
        Outcome::Accepted(_) => true,
        Outcome::Rejected(_) => false,
        other => panic!("{other:?} for {certificate}"),
    }
}

/// The certificate with one restriction, which the proof of its only result uses.
pub(crate) fn restricted(certificate: &Value, clusters: &Value, kept: &Value) -> Value {
    let mut restricted = certificate.clone();
    restricted["restrictions"] = json!([{"clusters": clusters, "kept": kept}]);
    restricted["results"][0]["proof"]["restricted"] = json!(0);
    sealed(&restricted)
}
