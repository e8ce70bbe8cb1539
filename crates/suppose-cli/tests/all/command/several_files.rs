//! Several files make one system, whatever their languages.

use serde_json::json;

use crate::command::fixture::{Place, texts};

fn mixed() -> Place {
    Place::with(&[
        ("sys.lts", "P = (a -> b -> P)."),
        ("env.aut", "des (0,2,2)\n(0,\"b\",1)\n(1,\"c\",0)\n"),
        ("p.lts", "ORDER = (a -> b -> c -> ORDER)."),
        ("q.lts", "SOME = (b -> c -> SOME)."),
    ])
}

#[test]
fn components_are_named_after_the_files() {
    let place = mixed();
    let object = place.json(0, "check sys.lts env.aut --deadlock");
    assert_eq!(texts(&object["components"]), ["sys", "env"]);
    assert_eq!(texts(&object["files"]), ["sys.lts", "env.aut"]);
    assert_eq!(object["file"], "sys.lts");
    assert_eq!(object["system"], "sys || env");
    // a b, then c and a in any order: two places for each of the two.
    assert_eq!(object["results"][0]["stats"]["states_explored"], 4);
}

#[test]
fn a_property_from_a_third_file() {
    let place = mixed();
    // After a b the system may do a again before c.
    let object = place.json(1, "check sys.lts env.aut --property p.lts");
    assert_eq!(object["results"][0]["property"], "ORDER");
    assert_eq!(object["results"][0]["witness"], json!(["a", "b", "a"]));
    place.run("check sys.lts env.aut --property q.lts").expect(0);
    let object = place.json(1, "check env.aut sys.lts --property q.lts --property p.lts");
    let verdicts: Vec<_> =
        object["results"].as_array().into_iter().flatten().map(|r| &r["verdict"]).collect();
    assert_eq!(verdicts, ["holds", "violated"]);
}

#[test]
fn properties_of_each_file_are_properties_of_the_whole() {
    let place = Place::with(&[
        ("one.lts", "P = (a -> b -> P). property A = (a -> b -> A). ||S = (P || A)."),
        ("two.lts", "Q = (b -> c -> Q). R = (c -> d -> R). property D = (d -> c -> D). ||S = (Q || R || D)."),
    ]);
    let object = place.json(1, "check one.lts two.lts");
    assert_eq!(texts(&object["components"]), ["one", "two"]);
    let results = object["results"].as_array().expect("a list");
    let answers: Vec<_> = results.iter().map(|r| [&r["property"], &r["verdict"]]).collect();
    assert_eq!(answers, [["A", "holds"], ["D", "violated"]]);
    assert_eq!(results[1]["witness"], json!(["a", "b", "c"]));
    let object = place.json(0, "check one.lts two.lts --property A");
    assert_eq!(object["results"].as_array().map(Vec::len), Some(1));
}

#[test]
fn what_a_file_hides_is_hidden_from_the_others() {
    let place =
        Place::with(&[("one.lts", "P = (a -> b -> P). ||S = P\\{b}."), ("two.lts", "Q = (b -> STOP).")]);
    // The two do not share `b`: it is silent in one and free in the other.
    let object = place.json(0, "check one.lts two.lts");
    assert_eq!(object["results"][0]["stats"]["states_explored"], 4);
}

#[test]
fn properties_watch_what_their_own_file_hides() {
    let place = Place::with(&[
        ("one.lts", "P = (a -> b -> P). property ONCE = (b -> STOP). ||S = (P || ONCE)\\{b}."),
        ("two.lts", "Q = (b -> c -> Q). property C = (c -> C). ||S = (Q || C)@{b}."),
        (
            "low.lts",
            "P = (a -> P | b -> P). Q = (b -> Q). property ONLY = (a -> ONLY) + {b}. ||S = (P || Q || ONLY) \
                >> {b}.",
        ),
    ]);
    let object = place.json(1, "check one.lts two.lts --deadlock");
    assert_eq!(texts(&object["components"]), ["one", "two"]);
    let results = object["results"].as_array().expect("a list");
    let answers: Vec<_> = results.iter().map(|r| [&r["property"], &r["verdict"]]).collect();
    assert_eq!(answers, [["ONCE", "violated"], ["C", "holds"], ["deadlock", "holds"]]);
    assert_eq!(results[0]["witness"], json!(["a", "tau", "a", "tau"]));
    let text = place.run("check one.lts two.lts").expect(1).out;
    assert!(text.contains("tau (b of file 1)"), "{text}");
    // The same file twice hides twice, and the two do not meet.
    let object = place.json(1, "check one.lts one.lts");
    assert_eq!(object["results"][1]["property"], "ONCE#2");
    assert_eq!(object["results"][1]["witness"], json!(["a", "tau", "tau", "a", "tau"]).clone());
    // Priority acts within its file, before the others are joined.
    assert_eq!(place.json(0, "check low.lts two.lts")["results"][0]["property"], "ONLY");
}

#[test]
fn a_property_watches_and_changes_nothing() {
    // Only Q knows `c`. If it took part in the priority, `a` would always give way to it.
    let place = Place::with(&[
        ("sys.lts", "P = (a -> b -> P). ||SYS = (P) >> {a}."),
        ("q.lts", "property Q = (c -> Q) + {b}."),
        ("free.lts", "property FREE = (d -> FREE)."),
        ("other.lts", "O = (x -> O)."),
        (
            "inside.lts",
            "P = (a -> b -> P). property Q = (c -> Q) + {b}. ||SYS = (P || Q) >> {a}. ||USER = (SYS).",
        ),
    ]);
    for arguments in [
        "check sys.lts --property q.lts",
        "check sys.lts --property q.lts --property free.lts",
        "check sys.lts other.lts --property q.lts",
        "check sys.lts --property q.lts --method monolithic",
        "check inside.lts --system SYS",
        "check inside.lts --system USER",
    ] {
        let object = place.json(1, arguments);
        let result = &object["results"][0];
        assert_eq!(
            [&result["verdict"], &result["witness"]],
            [&json!("violated"), &json!(["a", "b"])],
            "{arguments}"
        );
    }
    place.run("check sys.lts --property free.lts").expect(0);
}

#[test]
fn a_file_with_errors_of_its_own_does_not_block_what_it_watches() {
    // X goes to π only after three `a`. What it lacks violates it, as for every property, and does not hide
    // `b` from Y.
    let place = Place::with(&[
        ("sys.lts", "SYS = (a -> b -> SYS)."),
        ("x.lts", "X = (a -> Y), Y = (a -> a -> ERROR) + {b}."),
        ("y.lts", "property Y = (a -> Y) + {b}."),
        ("choice.lts", "Z = (a -> Z | a -> ERROR)."),
        ("none.lts", "property N = ERROR."),
    ]);
    let object = place.json(1, "check sys.lts --property x.lts --property y.lts");
    for result in object["results"].as_array().expect("a list") {
        assert_eq!(result["witness"], json!(["a", "b"]), "{result}");
    }
    place
        .run("check sys.lts --property choice.lts")
        .expect(2)
        .complains(&["E0008", "choice of transitions with `a`"]);
    assert_eq!(place.json(1, "check sys.lts --property none.lts")["results"][0]["witness"], json!(["tau"]));
}

#[test]
fn progress_is_about_what_its_own_file_hides_too() {
    let place = Place::with(&[
        ("one.lts", "P = (a -> b -> P). progress B = {b} ||S = P\\{b}."),
        ("two.lts", "Q = (b -> R), R = (c -> R). progress BB = {b} ||S = Q."),
    ]);
    // The `b` of the first file goes on for ever, that of the second happens once.
    let object = place.json(1, "check one.lts two.lts --progress");
    let results = object["results"].as_array().expect("a list");
    let answers: Vec<_> = results.iter().map(|r| [&r["property"], &r["verdict"]]).collect();
    assert_eq!(answers, [["deadlock", "holds"], ["B", "holds"], ["BB", "violated"]]);
    assert_eq!(results[2]["witness"], json!(["b"]));
    assert_eq!(results[2]["missing"], json!(["b"]));
}

#[test]
fn the_same_file_twice_gives_two_components() {
    let place = mixed();
    let object = place.json(0, "check sys.lts sys.lts");
    assert_eq!(texts(&object["components"]), ["sys", "sys#2"]);
}

#[test]
fn one_name_cannot_choose_among_several_files() {
    let place = mixed();
    place.run("check sys.lts env.aut --system P").expect(2).complains(&["E0006", "--system P"]);
}

#[test]
fn a_mistake_in_any_file_is_told_with_its_name() {
    let place = mixed();
    place.file("bad.lts", "P = (a -> ).");
    place.file("bad.aut", "des (0,1,1)\n(0,\"a\",5)\n");
    place.file("none.lts", "const N = 1");
    place.run("check sys.lts bad.lts").expect(2).complains(&["bad.lts:1:"]);
    place.run("check sys.lts bad.aut").expect(2).complains(&["bad.aut:2:8"]);
    place.run("check sys.lts none.lts").expect(2).complains(&["none.lts: "]);
    place.run("check sys.lts missing.lts").expect(2).complains(&["missing.lts"]);
    place.run("check sys.lts --property bad.lts").expect(2).complains(&["bad.lts:1:"]);
}

#[test]
fn properties_defined_in_any_file_can_be_named() {
    let place = mixed();
    place.file("more.lts", "Q = (c -> Q). property NEVER_C = STOP + {c}. ||S = Q.");
    let object = place.json(1, "check sys.lts env.aut more.lts --property NEVER_C");
    assert_eq!(object["results"][0]["witness"], json!(["a", "b", "c"]));
    place.run("check sys.lts env.aut more.lts --property NEVER").expect(2).complains(&["E0005", "NEVER_C"]);
}
