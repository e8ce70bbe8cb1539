//! Reactive systems: what is seldom met. Verdicts are worked out by hand.

use serde_json::{Value, json};

use crate::fixture::{Place, texts};

/// The verdict of the only result.
#[track_caller]
fn verdict(object: &Value) -> &str {
    assert_eq!(object["results"].as_array().map(Vec::len), Some(1), "{object}");
    object["results"][0]["verdict"].as_str().expect("a verdict")
}

/// Both machines can only move together, and then `V`, which nobody reads, gets two values: so neither is ever in `T`.
#[test]
fn two_values_of_an_event_that_nobody_reads() {
    let place = Place::new();
    let text = "component A { in I; out V : {x, y};
        fsm P { init S; S -> T : I / V=x; }
        fsm Q { init S; S -> T : I / V=y; }
        prop a : !(in(P.T) && in(Q.T)); }";
    place.file("clash.srs", text);
    for rest in ["", "--method monolithic"] {
        let object = place.json(1, &format!("check clash.srs {rest}"));
        let found: Vec<(&str, &str)> =
            texts_of(&object, "property").zip(texts_of(&object, "verdict")).collect();
        assert_eq!(found, [("a", "holds"), ("values", "violated")]);
    }
}

fn texts_of<'o>(object: &'o Value, field: &'static str) -> impl Iterator<Item = &'o str> {
    let results = object["results"].as_array().expect("a list of results");
    results.iter().map(move |result| result[field].as_str().expect("a text"))
}

/// `X` comes from outside of the model, where anybody may send it.
#[test]
fn an_lts_receives_from_outside() {
    let place = Place::new();
    place.file("open.srs", "component A { recv X; fsm P { init S; S -> T : X; } prop a : in(P.S); }");
    for method in ["monolithic", "learn", "direct", "minimise", "refine"] {
        let object = place.json(1, &format!("check open.srs --method {method}"));
        assert_eq!(verdict(&object), "violated", "{method}");
        let witness = object["results"][0]["witness"].to_string();
        assert!(witness.contains('X') && !witness.contains("step."), "macrosteps, not actions: {witness}");
    }
    let object = place.json(0, "assume open.srs --component A --property a");
    assert_eq!(object["result"], "assumption");
    assert_eq!(texts(&object["assumption"]["alphabet"]), ["end", "start.none", "step.X", "step.none"]);
}

/// After `S → T` the event `L` is there, nothing is enabled, and the macrostep ends. The LTSs may wait until `L` is gone, and go on to `U`.
#[test]
fn an_lts_may_wait_where_the_system_ends() {
    let place = Place::new();
    let text = "component A { in I; local L; send X;
        fsm P { init S; S -> T : I / L; T -> U : !L && !I / X; }
        prop a : !(pre(P.S) && in(P.U)); }
        component B { recv X; fsm Q { init S; S -> T : X; } }";
    place.file("wait.srs", text);
    // B never ends a macrostep, and A does not hear of it.
    let text = "component A { in I; fsm P { init S; S -> T : I; } prop a : in(P.S); }
        component B { in J; always J; local L; fsm Q { init S; S -> S : J || L / L; } }";
    place.file("endless.srs", text);
    for file in ["wait", "endless"] {
        for method in ["monolithic", "learn", "direct", "lazy", "minimise", "refine"] {
            let object = place.json(0, &format!("check {file}.srs --method {method} --property a"));
            assert_eq!(verdict(&object), "holds", "{file} {method}");
        }
    }
    place.run("check endless.srs --method learn --property termination").expect(2).complains(&["E0006"]);
}

/// Methods for LTSs do not know whether a property holds for want of an occasion.
#[test]
fn nobody_asked_for_an_occasion() {
    let place = Place::new();
    place.file(
        "never.srs",
        "component A { in I; require !I; fsm P { init S; S -> S : I; } prop a : I => false; }",
    );
    assert_eq!(place.json(0, "check never.srs")["results"][0]["vacuous"], json!(true));
    assert_eq!(place.json(0, "check never.srs --method learn")["results"][0]["vacuous"], Value::Null);
}

#[test]
fn an_assumption_that_is_not_there() {
    let place = Place::with_models(&["door.srs"]);
    for rest in ["", "--component DOOR --assume universal", "--method monolithic", "--method learn"] {
        let ended = place.run(&format!("check door.srs --property assumption {rest}")).expect(2);
        ended.complains(&["E0006", "--assume declared"]);
    }
}

/// The limit is for stable states, which are what is counted. Two machines have four.
#[test]
fn the_limit_of_states() {
    let place = Place::new();
    let text = "component A { in I, J;
        fsm P { init S; S -> T : I; }
        fsm Q { init S; S -> T : J; }
        prop a : in(P.S) || in(P.T) && (in(Q.S) || in(Q.T)); }";
    place.file("four.srs", text);
    for rest in ["", "--method monolithic"] {
        assert_eq!(verdict(&place.json(0, &format!("check four.srs --max-states 4 {rest}"))), "holds");
        let object = place.json(3, &format!("check four.srs --max-states 3 {rest}"));
        assert_eq!(verdict(&object), "inconclusive");
        assert_eq!(object["results"][0]["reason"], "states");
    }
}

/// 600 machines with two states each.
#[test]
fn many_stable_states_are_counted() {
    let place = Place::new();
    let machine = |m: usize| format!("in J{m}; fsm P{m} {{ init S; S -> T : J{m}; }}\n");
    let machines: String = (0..600).map(machine).collect();
    place.file("wide.srs", format!("component A {{ {machines} prop a : in(P0.T) => J0 || pre(P0.T); }}"));
    let object = place.json(0, "check wide.srs");
    let stable = object["reached"][0]["stable"].as_f64().expect("a number");
    assert!((stable.log2() - 600.0).abs() < 0.001, "{stable}");
}
