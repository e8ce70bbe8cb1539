//! Warnings about answers that are worth little: names that nobody has, properties of nothing, properties
//! whose actions never happen. And places where several files are one system.

use serde_json::{Value, json};

use crate::command::fixture::Place;

const SYSTEM: &str = "P = (a -> b -> P).\nproperty Safe = (a -> b -> Safe).\n||S = (P || Safe).\n";

/// Code, file and line, and help of each warning.
fn warnings(object: &Value) -> Vec<String> {
    let all = object["warnings"].as_array().cloned().unwrap_or_default();
    let one = |warning: &Value| {
        let label = &warning["labels"][0];
        let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
        format!(
            "{} {}:{} {}",
            text(&warning["code"]),
            text(&label["file"]),
            label["line"],
            text(&warning["help"])
        )
    };
    all.iter().map(one).collect()
}

#[test]
fn properties_from_other_files_and_from_beside_the_target() {
    let place = Place::with(&[
        ("s.lts", SYSTEM),
        ("process.lts", "Q = (aa -> Q).\n"),
        ("property.lts", "\nproperty Q = (a -> bb -> Q).\n"),
        ("pre.lts", "P = (a -> P).\nproperty Own = (a -> Own).\n||B = (x:P || y:P).\n"),
        ("door.srs", "component C { in GO; fsm P { init S; S -> T : GO; } prop p : GO => GO; }\n"),
        ("g.aut", "des (0,1,1)\n(0,\"a\",0)\n"),
    ]);
    let found = place.json(0, "check s.lts --property process.lts");
    assert_eq!(warnings(&found), ["W0310 process.lts:1 did you mean `a`?"]);
    place.run("check s.lts --property process.lts --deny-warnings").expect(2);
    let found = place.json(1, "check s.lts --property property.lts --property Safe");
    assert_eq!(warnings(&found), ["W0310 property.lts:2 did you mean `b`?"]);
    assert_eq!(warnings(&place.json(0, "check g.aut --property process.lts")).len(), 1);
    assert_eq!(warnings(&place.json(0, "check door.srs --property process.lts")), ["W0310 process.lts:1 -"]);
    // What nobody asks about is no reason to warn.
    assert_eq!(warnings(&place.json(0, "check pre.lts")), [""; 0]);
    let found = place.json(0, "check pre.lts --all");
    assert_eq!(warnings(&found), ["W0310 pre.lts:2 did you mean `x.a` or `y.a`?"]);
}

#[test]
fn a_property_alone() {
    let place = Place::with(&[("p.lts", "property S = (a -> S).\n")]);
    let found = place.json(0, "check p.lts");
    assert_eq!(found["warnings"][0]["code"], "W0315");
    assert_eq!(found["warnings"][0]["message"], "`S` is checked without any component");
    assert_eq!(found["warnings"][0]["labels"][0]["line"], 1);
}

#[test]
fn what_never_happens() {
    // `b` is refused, and `d` and `e` come after it.
    let text = "P = (a -> P).\nR = (a -> c -> STOP | b -> d -> e -> R).\nB = STOP + {b}.\nproperty VAC = (d -> \
        e -> VAC).\nproperty Some = (c -> STOP) + {d}.\nproperty Never = STOP + {d, e}.\nassert A = <> cc\n|\
            |S = (P || R || B || VAC || Some || Never).\n";
    let place = Place::with(&[("v.lts", text)]);
    let found = place.json(0, "check v.lts");
    // That nothing of `Never` happens is what it says.
    assert_eq!(warnings(&found), ["W0313 v.lts:7 did you mean `c`?", "W0314 v.lts:4 -"]);
    // Without the one that refuses, everything can happen.
    let place = Place::with(&[("v.lts", &text.replace("|| B ", "").replace("<> cc", "<> c"))]);
    assert_eq!(warnings(&place.json(1, "check v.lts --property Some")), [""; 0]);
}

#[test]
fn joined_files_keep_their_places() {
    let place = Place::with(&[
        ("one.lts", SYSTEM),
        ("two.lts", "R = (c -> d -> R).\nproperty Safe = (d -> cc -> Safe) + {c}.\n||T = (R || Safe).\n"),
        ("hi.lts", "P = (a -> b -> P).\nR = (b -> r -> R).\n||SYS = (P || R) << {a}.\n"),
        ("hide.lts", "Z = (z -> y -> Z).\n||H = Z\\{z}.\n"),
        ("q.lts", "\n\nproperty Q = (y -> Q | x -> STOP) + {a, b}.\n"),
        ("r.lts", "\n\nproperty R = (a -> R) + {b}.\n"),
    ]);
    let found = place.json(1, "check one.lts two.lts");
    assert_eq!(warnings(&found), ["W0310 two.lts:2 did you mean `c`?"]);
    let step = &found["results"][1]["steps"][0];
    assert_eq!(json!([step["action"], step["from"], step["place"]]), json!(["c", "Safe", "two.lts:1:6"]));
    let ended = place.run("check one.lts two.lts").expect(1);
    assert!(ended.out.contains("Safe → π  two.lts:1"), "{}", ended.out);
    // The parts of a file are one component; a property does not lend it places.
    for (property, expected) in [("q.lts", "Q → π  hi.lts:1"), ("r.lts", "R → π  hi.lts:1")] {
        let ended = place.run(&format!("check hi.lts hide.lts --property {property}")).expect(1);
        assert!(ended.out.contains(expected), "{}", ended.out);
    }
}

#[test]
fn names_that_were_nearly_right() {
    let place = Place::with(&[
        (
            "pre.lts",
            "P = (a -> b -> P).\nproperty S1 = (b -> a -> S1).\n||A = (P || S1).\n||B = (x:A || y:A).\n",
        ),
        ("dot.lts", "P = (up.enter -> P).\nproperty Safety = (upenter -> Safety).\n||S = (P || Safety).\n"),
        ("choice.lts", "Q = (a -> b -> Q | a -> Q).\n"),
    ]);
    place.run("check pre.lts --property S1").expect(2).complains(&["did you mean `x:A.S1` or `y:A.S1`?"]);
    let found = place.json(0, "check dot.lts");
    assert_eq!(warnings(&found), ["W0310 dot.lts:2 did you mean `up.enter`?"]);
    place.run("check dot.lts --property Saftey").expect(2).complains(&["did you mean `Safety`?"]);
    place.run("check pre.lts --property choice.lts").expect(2).complains(&["E0008", "choice.lts:1:20"]);
}
