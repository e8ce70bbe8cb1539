//! What `check` finds: properties, deadlock, progress, and how witnesses are shown. Witnesses are worked out
//! by hand.

use serde_json::json;

use crate::command::exit_codes::TURNS;
use crate::command::fixture::{Place, texts};

#[test]
fn the_models_of_the_project_have_the_witnesses_they_announce() {
    let names =
        ["mutex.lts", "buffer.lts", "philosophers.lts", "terminating.lts", "client_server.lts", "lift.lts"];
    let place = Place::with_models(&names);
    for (arguments, property, length) in [
        ("mutex.lts --system Barging", "Race", 3),
        ("mutex.lts --system Component", "Race", 1),
        ("buffer.lts --system Unguarded", "Bounds", 1),
        ("buffer.lts --system Nested --property Bounds --deadlock", "deadlock", 1),
        ("philosophers.lts", "deadlock", 10),
        ("terminating.lts --system Stuck", "deadlock", 9),
        ("client_server.lts --system Crowded", "Turns", 2),
        ("lift.lts --system Hasty", "DoorsShut", 4),
    ] {
        let object = place.json(1, &format!("check {arguments}"));
        let results = object["results"].as_array().expect("a list");
        let result = results.iter().find(|r| r["property"] == property).expect("the property");
        assert_eq!(texts(&result["witness"]).len(), length, "{arguments}");
        assert_eq!(result["failed_property"], property);
    }
}

#[test]
fn a_property_outside_the_target_is_added_to_it() {
    let place = Place::with(&[("t.lts", TURNS)]);
    let object = place.json(1, "check t.lts --system P --property ONCE --property TURNS");
    assert_eq!(object["system"], "P");
    assert_eq!(texts(&object["components"]), ["P"]);
    let results = object["results"].as_array().expect("a list");
    assert_eq!(results.len(), 2);
    assert_eq!(results[0]["witness"], json!(["a", "b", "a"]));
    assert_eq!(results[1]["verdict"], "holds");
}

#[test]
fn only_the_properties_asked_for_are_checked() {
    let place = Place::with(&[("t.lts", TURNS)]);
    let object = place.json(0, "check t.lts --property TURNS");
    assert_eq!(object["results"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_file_can_be_a_property() {
    let place = Place::with(&[
        ("t.lts", "P = (a -> b -> P)."),
        ("same.lts", "Same = (a -> b -> Same)."),
        ("once.lts", "Once = (a -> STOP)."),
        ("prop.lts", "property Prop = (a -> a -> Prop)."),
        ("twice.aut", "des (0,2,2)\n(0,a,1)\n(1,a,0)\n"),
        ("choice.lts", "Choice = (a -> Choice | a -> STOP)."),
        ("silent.lts", "Silent = (a -> b -> Silent)\\{b}."),
    ]);
    let result =
        |code, file: &str| place.json(code, &format!("check t.lts --property {file}"))["results"][0].clone();
    assert_eq!(result(0, "same.lts")["property"], "Same");
    // `b` is not in the alphabet of Once, so only the second `a` is forbidden.
    let once = result(1, "once.lts");
    assert_eq!([&once["property"], &once["failed_property"]], ["Once", "Once"]);
    assert_eq!(texts(&once["witness"]), ["a", "b", "a"]);
    assert_eq!(result(0, "prop.lts")["property"], "Prop");
    assert_eq!(result(0, "twice.aut")["property"], "twice");
    for file in ["choice.lts", "silent.lts"] {
        let ended = place.run(&format!("check t.lts --property {file}")).expect(2);
        ended.complains(&["error[E0008]", "cannot be a property"]);
    }
}

#[test]
fn deadlock_is_asked_about_when_there_is_no_property_or_on_request() {
    let place = Place::with(&[("p.lts", "P = (a -> STOP). property A = (a -> A). ||S = (P || A). ||T = P.")]);
    let asked = |code, arguments: &str| -> Vec<String> {
        let object = place.json(code, &format!("check p.lts {arguments}"));
        let results = object["results"].as_array().expect("a list").iter();
        results.map(|r| r["property"].as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!(asked(1, ""), ["deadlock"]);
    assert_eq!(asked(0, "--system S"), ["A"]);
    assert_eq!(asked(1, "--system S --deadlock"), ["A", "deadlock"]);
    assert_eq!(asked(1, "--system T --property A --deadlock"), ["A", "deadlock"]);
}

#[test]
fn a_property_named_twice_is_checked_once() {
    let place = Place::with(&[("t.lts", TURNS), ("q.lts", "Q = (a -> b -> Q).")]);
    let arguments = "check t.lts --property TURNS --property q.lts --property TURNS --property q.lts";
    assert_eq!(place.json(0, arguments)["results"].as_array().map(Vec::len), Some(2));
}

#[test]
fn nothing_to_do_from_the_start() {
    let place = Place::with(&[("stop.lts", "P = STOP."), ("only.lts", "property P = (a -> b -> P).")]);
    let object = place.json(1, "check stop.lts");
    assert_eq!(object["results"][0]["witness"], json!([]));
    let text = place.run("check stop.lts").expect(1).out;
    assert!(
        text.ends_with("there is a deadlock in the initial state:\n  Nobody can move:\n    P has stopped\n"),
        "{text}"
    );
    // A property without a system: nothing restrains its actions.
    let text = place.run("check only.lts").expect(1).out;
    assert!(text.starts_with("only.lts: P of no components\n"), "{text}");
}

#[test]
fn a_component_that_breaks_is_a_violation_of_its_own() {
    let place = Place::with(&[("p.lts", "P = (a -> b -> ERROR).")]);
    let object = place.json(1, "check p.lts");
    assert_eq!(object["results"][0]["property"], "P");
    assert_eq!(texts(&object["results"][0]["witness"]), ["a", "b"]);
    let text = place.run("check p.lts").expect(1).out;
    assert!(text.contains("P reaches the error state after 2 steps"), "{text}");
}

#[test]
fn declared_progress_is_checked_by_name() {
    let place = Place::with_models(&["priorities.lts"]);
    let names = |code, system: &str| -> Vec<[String; 2]> {
        let object = place.json(code, &format!("check priorities.lts --progress --system {system}"));
        let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
        let results = object["results"].as_array().expect("a list").iter();
        results.map(|r| [text(&r["property"]), text(&r["verdict"])]).collect()
    };
    assert_eq!(names(0, "Fair"), [["deadlock", "holds"], ["Left", "holds"], ["Right", "holds"]]);
    assert_eq!(names(1, "Unfair"), [["deadlock", "holds"], ["Left", "holds"], ["Right", "violated"]]);
    assert_eq!(names(1, "Urgent"), [["deadlock", "holds"], ["Left", "violated"], ["Right", "holds"]]);
}

#[test]
fn without_declared_progress_every_action_must_come_again() {
    let place = Place::with(&[("p.lts", "P = (a -> Q), Q = (b -> Q).")]);
    let object = place.json(1, "check p.lts --progress");
    let result = &object["results"][1];
    assert_eq!([&result["property"], &result["failed_property"]], ["progress", "progress"]);
    assert_eq!(result["witness"], json!(["a"]));
    assert_eq!(result["cycle"], json!(["b"]));
    assert_eq!(result["missing"], json!(["a"]));
}

#[test]
fn progress_sees_hidden_actions_and_shows_them_as_tau() {
    let text = "P = (a -> b -> Q), Q = (c -> d -> Q). progress B = {b} progress C = {c} ||S = P\\{b, c}.";
    let place = Place::with(&[("p.lts", text)]);
    let object = place.json(1, "check p.lts --progress");
    let results = object["results"].as_array().expect("a list");
    assert_eq!([&results[1]["property"], &results[1]["verdict"]], ["B", "violated"]);
    assert_eq!(results[1]["witness"], json!(["a", "tau"]));
    assert_eq!([&results[2]["property"], &results[2]["verdict"]], ["C", "holds"]);
}

#[test]
fn hidden_actions_are_tau_in_the_witness() {
    let text = "P = (a -> b -> a -> STOP). property ONCE = (a -> STOP). ||S = (P || ONCE)\\{b}.";
    let place = Place::with(&[("p.lts", text), ("q.lts", &text.replace("STOP). prop", "STOP)\\{b}. prop"))]);
    for file in ["p.lts", "q.lts"] {
        let object = place.json(1, &format!("check {file}"));
        assert_eq!(object["results"][0]["witness"], json!(["a", "tau", "a"]), "{file}");
    }
    // For the eye the name of an action hidden in the product is kept.
    let text = place.run("check p.lts").expect(1).out;
    assert!(text.contains("tau (b)"), "{text}");
}

#[test]
fn a_witness_shows_steps_movers_property_and_place() {
    let place =
        Place::with(&[("p.lts", "P = (a -> b -> P).\nproperty ONCE =\n(a -> STOP).\n||S = (P || ONCE).\n")]);
    let text = place.run("check p.lts").expect(1).out;
    let (_, trace) = text.split_once("\n\n").expect("a verdict, then the witness");
    assert_eq!(
        trace,
        "ONCE is violated after 3 steps:\n\
         \x20  #  action  moved by  ONCE\n\
         \x20  1  a       P         ONCE → STOP  p.lts:1\n\
         \x20  2  b       P         STOP         p.lts:1\n\
         \x20  3  a       P         STOP → π     p.lts:1\n"
    );
}

#[test]
fn a_deadlock_is_explained() {
    let text = "A = (x -> both -> A). B = (y -> other -> B) + {both}. C = STOP + {other}. D = END.\n\
                ||S = (A || B || C || D).";
    let place = Place::with(&[("p.lts", text)]);
    let text = place.run("check p.lts").expect(1).out;
    let (_, explanation) = text.split_once("  Nobody can move:\n").expect("an explanation");
    assert_eq!(
        explanation,
        "    A could do both, refused by B\n\
         \x20   B could do other, refused by C\n\
         \x20   C has stopped\n\
         \x20   D has terminated\n"
    );
}

#[test]
fn the_explanation_of_a_deadlock_is_not_endless() {
    // Thirty components wait, each for nine actions that nobody else ever does.
    let text =
        "P = ({a,b,c,d,e,f,g,h,i} -> P). Q = STOP + {p[0..29].{a,b,c,d,e,f,g,h,i}}. ||S = (p[0..29]:P || Q).";
    let place = Place::with(&[("p.lts", text)]);
    let short = place.run("check p.lts").expect(1).out;
    assert!(
        short.contains("    p.0:P could do p.0.a, p.0.b, p.0.c, p.0.d and 5 more, refused by Q\n"),
        "{short}"
    );
    assert!(short.contains("    … and 15 more components (-v shows all)\n"), "{short}");
    let long = place.run("check p.lts -v").expect(1).out;
    assert!(long.contains("    p.29:P could do p.29.a, p.29.b, p.29.c, p.29.d, p.29.e, "), "{long}");
    assert!(long.contains("    Q has stopped\n"), "{long}");
}
