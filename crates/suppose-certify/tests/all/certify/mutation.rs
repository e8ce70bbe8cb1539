//! Every small change of every example. As it is, a changed certificate is never accepted, because the digest
//! gives it away. Sealed anew, it is accepted only if what it then claims is true.

use serde_json::{Value, json};
use suppose_certify::Outcome;

use crate::certify::build::{checked, sealed};
use crate::certify::{examples, twin};

/// Everything that differs from the value in one place.
fn mutants(value: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    match value {
        Value::Null => found.extend([json!(0), json!("x")]),
        Value::Number(number) => {
            let number = number.as_i64().unwrap();
            found.extend([json!(number + 1), json!(number - 1), json!(null), json!("1")]);
        }
        Value::String(text) => {
            found.push(json!(format!("{text}x")));
            let others = ["", "holds", "violated", "chain", "symmetric", "component", "property", "ack"];
            found.extend(others.map(|other| json!(other)));
        }
        Value::Bool(_) => unreachable!("the format has none"),
        Value::Array(list) => {
            for place in 0..list.len() {
                let mut shorter = list.clone();
                shorter.remove(place);
                found.push(Value::Array(shorter));
                let mut longer = list.clone();
                longer.insert(place, list[place].clone());
                found.push(Value::Array(longer));
                if place > 0 {
                    let mut swapped = list.clone();
                    swapped.swap(place, place - 1);
                    found.push(Value::Array(swapped));
                }
                for inner in mutants(&list[place]) {
                    let mut changed = list.clone();
                    changed[place] = inner;
                    found.push(Value::Array(changed));
                }
            }
            // Transitions are dropped and added in threes.
            for place in (0..list.len().saturating_sub(2)).step_by(3) {
                let mut shorter = list.clone();
                shorter.drain(place..place + 3);
                found.push(Value::Array(shorter));
            }
        }
        Value::Object(fields) => {
            let names: Vec<&String> = fields.keys().collect();
            for (place, &name) in names.iter().enumerate() {
                for other in &names[..place] {
                    let mut swapped = fields.clone();
                    swapped[name] = fields[*other].clone();
                    swapped[*other] = fields[name].clone();
                    found.push(Value::Object(swapped));
                }
                let mut dropped = fields.clone();
                dropped.remove(name);
                found.push(Value::Object(dropped));
                for inner in mutants(&fields[name]) {
                    let mut changed = fields.clone();
                    changed[name] = inner;
                    found.push(Value::Object(changed));
                }
            }
            let mut more = fields.clone();
            more.insert("more".into(), json!(1));
            found.push(Value::Object(more));
        }
    }
    found.retain(|mutant| mutant != value);
    found
}

#[test]
fn no_change_goes_unnoticed() {
    for (name, example) in examples::all() {
        for mutant in mutants(&example) {
            let outcome = checked(&mutant);
            assert!(
                matches!(outcome, Outcome::Rejected(_) | Outcome::Malformed(_)),
                "{name}: {outcome:?} {mutant}"
            );
        }
    }
}

#[test]
fn a_change_that_is_sealed_is_accepted_only_if_it_is_true() {
    for (name, example) in examples::all() {
        let (mut accepted, mut rejected, mut malformed) = (0, 0, 0);
        for mutant in mutants(&example) {
            let mutant = sealed(&mutant);
            match checked(&mutant) {
                Outcome::Accepted(_) => {
                    assert!(twin::true_claims(&mutant), "{name}: {mutant}");
                    accepted += 1;
                }
                Outcome::Rejected(_) => rejected += 1,
                Outcome::Malformed(_) => malformed += 1,
                Outcome::Unfinished => panic!("{name}: {mutant}"),
            }
        }
        assert!(
            accepted > 20 && rejected > 10 && malformed > 100,
            "{name}: {accepted} {rejected} {malformed}"
        );
    }
}
