//! Reactive systems: what is seldom met. Verdicts are worked out by hand.

use serde_json::{Value, json};

use crate::command::fixture::{Place, texts};

/// The verdict of the only result.
#[track_caller]
fn verdict(object: &Value) -> &str {
    assert_eq!(object["results"].as_array().map(Vec::len), Some(1), "{object}");
    object["results"][0]["verdict"].as_str().expect("a verdict")
}

/// Both machines can only move together, and then `V`, which nobody reads, gets two values: so neither is
/// ever in `T`.
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

/// After `S → T` the event `L` is there, nothing is enabled, and the macrostep ends. The LTSs may wait until
/// `L` is gone, and go on to `U`.
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
        let object = place.json(3, &format!("check four.srs --max-states 3 --property a {rest}"));
        assert_eq!(verdict(&object), "inconclusive");
        assert_eq!(object["results"][0]["reason"], "states");
        // Without a name it is not known either whether macrosteps end and events have one value.
        let object = place.json(3, &format!("check four.srs --max-states 3 {rest}"));
        assert_eq!(texts_of(&object, "property").collect::<Vec<_>>(), ["a", "termination", "values"]);
        assert_eq!(texts_of(&object, "verdict").collect::<Vec<_>>(), ["inconclusive"; 3]);
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

/// Every question that is asked has one line, whatever its verdict.
#[test]
fn a_limit_leaves_no_question_out() {
    let place = Place::with_models(&["door.srs"]);
    let clash = "component C { in GO; out X : {u, v};
        fsm P { init S; S -> S : GO / X=u; }
        fsm Q { init S; S -> S : GO / X=v; } }";
    place.file("clash.srs", clash);
    place.file("two.srs", format!("{clash} component D {{ in GO; fsm R {{ init S; S -> S : GO; }} }}"));
    place.file("none.rules", "// nothing\n");
    let ways = ["", "--method monolithic", "--assume universal"];
    for file in ["clash.srs", "two.srs", "two.srs --component C"] {
        for way in ways {
            for (names, expected) in [
                ("--property values", &["values"][..]),
                ("--property termination --property values", &["termination", "values"]),
                ("", &["termination", "values"]),
            ] {
                let object = place.json(3, &format!("check {file} {way} {names} --timeout 0"));
                assert_eq!(
                    texts_of(&object, "property").collect::<Vec<_>>(),
                    expected,
                    "{file} {way} {names}"
                );
                assert!(texts_of(&object, "verdict").all(|verdict| verdict == "inconclusive"));
            }
            let object = place.json(1, &format!("check {file} {way} --property values"));
            assert_eq!(verdict(&object), "violated", "{file} {way}");
        }
    }
    let declared = "check door.srs --assume declared --timeout 0";
    let object = place.json(3, &format!("{declared} --property assumption"));
    assert_eq!(texts_of(&object, "property").collect::<Vec<_>>(), ["assumption"]);
    let object = place.json(3, declared);
    let all = ["assumption", "d1", "d2", "d3", "d4", "t1", "t2", "termination", "values"];
    assert_eq!(texts_of(&object, "property").collect::<Vec<_>>(), all);
    let nothing = "check clash.srs --property assumption --assume";
    place.run(&format!("{nothing} declared")).expect(2).complains(&["E0006", "none are given"]);
    assert_eq!(verdict(&place.json(0, &format!("{nothing} none.rules --component C"))), "holds");
}

/// B does not let a macrostep end that begins with GO and without HI. So p is never violated, though A alone
/// violates it.
#[test]
fn a_certificate_is_about_the_whole_system() {
    let place = Place::new();
    let text = "component A { in GO, HI; out X; fsm P { init S; S -> S : GO / X; } prop p : X => HI; }
        component B { in GO, HI; fsm Q { init S; S -> T : GO && !HI; T -> T : true; } }";
    place.file("f.srs", text);
    place.file("ends.srs", text.replace("T -> T : true;", "T -> T : GO;"));
    for (file, code, expected) in [("f.srs", 0, "holds"), ("ends.srs", 1, "violated")] {
        for way in ["", "--method monolithic", "--method learn", "--method minimise"] {
            let object = place.json(code, &format!("check {file} --property p {way} --certificate c.json"));
            assert_eq!(verdict(&object), expected, "{file} {way}");
            assert_eq!(object["certificate"], "c.json");
            let object = place.json(0, "certify c.json");
            assert_eq!((&object["accepted"], verdict(&object)), (&json!(true), expected), "{file} {way}");
        }
    }
}

/// The outside of a model may send for ever, which is told to those who ask.
#[test]
fn a_component_that_never_rests_while_something_comes() {
    let place = Place::with_models(&["boiler.srs"]);
    place.file("open.srs", "component T { in I; recv R; fsm P { init S; S -> S : I || R; } }");
    for method in ["", "--method monolithic", "--assume universal"] {
        let object = place.json(1, &format!("check open.srs --property termination {method}"));
        assert_eq!(verdict(&object), "violated", "{method}");
        assert_eq!(
            texts(&object["results"][0]["witness"]),
            [
                "1: inputs I",
                "1.1: P: S -> S; received R",
                "1.2: P: S -> S; received R",
                "and so on for ever: it is as after microstep 1 again"
            ]
        );
        assert_eq!(place.json(0, &format!("check open.srs {method}"))["results"], json!([]));
    }
    // It goes on by itself.
    place.file("lively.srs", "component T { in I; recv R; fsm P { init S; S -> S : I || !R; } }");
    assert_eq!(verdict(&place.json(1, "check lively.srs")), "violated");
    // CONTROL enables and disables STEAM once in a macrostep at most.
    let steam = "check boiler.srs -q --component STEAM --property termination";
    assert_eq!(verdict(&place.json(0, steam)), "holds");
    let object = place.json(1, &format!("{steam} --assume universal"));
    assert_eq!((verdict(&object), &object["results"][0]["survives"]), ("violated", &json!(false)));
}
