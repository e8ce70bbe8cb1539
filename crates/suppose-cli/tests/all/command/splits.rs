//! `--split`: what it means, and every way in which it can be wrong.

use serde_json::json;

use crate::command::fixture::Place;

const SYSTEM: &str = "
    A = (in -> pass -> back -> A).
    B = (pass -> out -> back -> B).
    C = (idle -> C).
    property P = (in -> out -> P).
    ||INNER = (B || C).
    ||S = (A || INNER || P).
";

#[track_caller]
fn refused(arguments: &str, texts: &[&str]) {
    let place = Place::with(&[("s.lts", SYSTEM)]);
    let ended = place.run(&format!("check s.lts {arguments}")).expect(2);
    assert_eq!(ended.out, "", "{arguments}");
    ended.complains(texts);
}

#[test]
fn names_are_those_of_the_components() {
    let place = Place::with(&[("s.lts", SYSTEM)]);
    let object = place.json(0, "check s.lts");
    assert_eq!(object["components"], json!(["A", "INNER.B", "INNER.C"]));
    // In any order, by the name of a composite, in quotes.
    for split in ["A|INNER.B,INNER.C", "A|INNER.C,INNER.B", "A|INNER", "'A'|\"INNER.B\",INNER.C"] {
        let object = place.json(0, &format!("check s.lts --split {split}"));
        assert_eq!(object["results"][0]["parts"], json!([["A"], ["INNER.B", "INNER.C"]]), "{split}");
    }
    let object = place.json(0, "check s.lts --split INNER.B|INNER.C,A");
    assert_eq!(object["results"][0]["parts"], json!([["INNER.B"], ["A", "INNER.C"]]));
    // Three parts make a chain.
    let object = place.json(0, "check s.lts --split A|INNER.B|INNER.C");
    assert_eq!(object["results"][0]["rule"], "chain");
    assert_eq!(object["results"][0]["assumptions"].as_array().map(Vec::len), Some(2));
}

#[test]
fn names_with_commas_of_their_own() {
    let text = "
        LOCK = (get -> put -> LOCK).
        USER = (get -> put -> USER).
        property P = (a.get -> a.put -> P | b.get -> b.put -> P).
        ||S = (a:USER || b:USER || {a, b}::LOCK || P).
    ";
    let place = Place::with(&[("s.lts", text)]);
    for split in ["a:USER,b:USER|{a,b}::LOCK", "\"a:USER\",b:USER|'{a,b}::LOCK'"] {
        let object = place.json(0, &format!("check s.lts --split {split}"));
        assert_eq!(object["results"][0]["parts"], json!([["a:USER", "b:USER"], ["{a,b}::LOCK"]]));
    }
}

#[test]
fn unknown_components() {
    refused(
        "--split A|INNER.B,INNER.D",
        &["error[E0701]", "`INNER.D`", "components are: A, INNER.B, INNER.C"],
    );
    refused("--split A|INER.B,INNER.C", &["error[E0701]", "did you mean `INNER.B`?"]);
    refused("--split A|{INNER", &["error[E0701]", "`{INNER`"]);
}

#[test]
fn components_named_twice_or_not_at_all() {
    refused("--split A|INNER,INNER.B", &["error[E0702]", "`INNER.B` twice"]);
    refused("--split A,A|INNER", &["error[E0702]", "`A` twice"]);
    refused("--split A|INNER.B", &["error[E0703]", "leaves `INNER.C` out"]);
    refused("--split A", &["error[E0703]", "leaves 2 components out", "INNER.B, INNER.C"]);
}

#[test]
fn properties_are_in_no_part() {
    refused("--split A,P|INNER", &["error[E0704]", "`P`, which is a property"]);
}

#[test]
fn empty_parts_and_too_few() {
    refused("--split A||INNER", &["error[E0705]", "part 2"]);
    refused("--split A,INNER|", &["error[E0705]", "part 2"]);
    refused("--split |", &["error[E0705]", "part 1", "part 2"]);
    refused("--split A,INNER", &["error[E0706]", "has one part"]);
}

#[test]
fn some_rules_and_methods_have_two_parts() {
    for options in [
        "--rule alternating",
        "--rule conj",
        "--method direct",
        "--method lazy",
        "--minimal",
        "--method lazy --minimal",
    ] {
        refused(
            &format!("{options} --split A|INNER.B|INNER.C"),
            &["error[E0706]", "exactly two parts; the split has 3", "--method learn"],
        );
    }
}

#[test]
fn parts_that_share_nothing() {
    for rule in ["", "--rule asym", "--rule chain", "--method direct", "--method lazy"] {
        refused(
            &format!("{rule} --split A,INNER.B|INNER.C"),
            &["error[E0707]", "share no action", "neither help nor harm", "check A, INNER.B alone"],
        );
    }
    let place = Place::with(&[("s.lts", SYSTEM)]);
    place.run("check s.lts --rule sym --split A,INNER.B|INNER.C").expect(0);
}

#[test]
fn options_that_do_not_go_together() {
    for method in ["monolithic", "minimise", "refine"] {
        for option in ["--split A|INNER", "--rule asym", "--learner kv", "--alphabet full", "--minimal"] {
            let name = option.split(' ').next().unwrap_or_default();
            refused(
                &format!("--method {method} {option}"),
                &["error[E0006]", &format!("`{name}` cannot be used with `--method {method}`")],
            );
        }
    }
    for method in ["direct", "lazy"] {
        for option in ["--rule chain", "--rule sym", "--learner kv", "--alphabet refine"] {
            refused(&format!("--method {method} {option}"), &["error[E0006]", &format!("--method {method}")]);
        }
    }
    refused(
        "--method direct --minimal",
        &["error[E0006]", "`--minimal` cannot be used with `--method direct`"],
    );
    refused("--minimal --rule chain", &["error[E0006]", "`--minimal` cannot be used with this `--rule`"]);
    refused("--minimal --learner kv", &["error[E0006]", "the smallest assumption is not learned"]);
    refused("--rule sym --alphabet refine", &["error[E0006]", "--rule sym"]);
}

#[test]
fn a_component_that_can_fail_is_in_no_part_of_its_own_question() {
    let text = "
        A = (ask -> (good -> A | bad -> ERROR)).
        B = (ask -> good -> B) + {bad}.
        property P = (ask -> good -> P).
        ||S = (A || B || P).
    ";
    let place = Place::with(&[("s.lts", text)]);
    let object = place.json(0, "check s.lts --split A|B");
    let results = object["results"].as_array().expect("results");
    let shown: Vec<_> = results.iter().map(|r| json!([r["property"], r["verdict"], r["parts"]])).collect();
    assert_eq!(shown, [json!(["A", "holds", [[], ["B"]]]), json!(["P", "holds", [["A"], ["B"]]])]);
}
