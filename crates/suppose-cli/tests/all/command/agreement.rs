//! Answers, certificates and reports say the same: what an attack with independent tools found wrong, each as
//! a test.

use serde_json::Value;

use crate::command::fixture::{Place, texts};

/// B's macrostep never ends when `HI` is missing, so nothing is ever wrong at the end of one.
const ENDLESS: &str = "component A { in GO, HI; out X; fsm P { init S; S -> S : GO / X; } prop p : X => HI; }
component B { in GO, HI; fsm Q { init S; S -> T : GO && !HI; T -> T : true; } }";

const TWO_VALUES: &str =
    "component C { in GO; out X:{u,v}; fsm P {init S; S->S: GO/X=u;} fsm Q {init S; S->S: GO/X=v;} }";

const ECHO: &str =
    "component SENDER { in GO; send Ping; recv Pong; fsm P { init S; S -> S : GO || Pong / Ping; } }
component ECHO { recv Ping; send Pong; fsm Q { init S; S -> S : Ping / Pong; } }";

#[test]
fn a_certificate_says_what_was_answered() {
    let place = Place::with(&[("f.srs", ENDLESS)]);
    let object = place.json(0, "check f.srs --property p --certificate c.json");
    assert_eq!(object["results"][0]["verdict"], "holds");
    let certified = place.json(0, "certify c.json");
    assert_eq!(certified["accepted"], true);
    assert_eq!(certified["results"][0]["verdict"], "holds");
}

#[test]
fn a_violation_that_is_none_of_the_system_has_no_certificate() {
    let place = Place::with(&[("f.srs", ENDLESS)]);
    let object = place.json(1, "check f.srs --component A --property p --certificate c.json");
    assert_eq!(object["results"][0]["verdict"], "violated");
    assert_eq!(object["results"][0]["survives"], false);
    assert_eq!(object["warnings"][0]["code"], "W0701");
    place.run("certify c.json").expect(2);
}

#[test]
fn a_certificate_knows_the_properties_that_were_added_to_the_target() {
    let beside =
        "P = (a -> b -> P). property LOOSE = (a -> b -> LOOSE). property WRONG = (b -> WRONG). ||S = (P).";
    let place = Place::with(&[("f.lts", beside), ("q.lts", "property Q = (a -> Q).")]);
    for options in ["--all", "--all --property WRONG", "--all --property q.lts", "--property LOOSE"] {
        let checked = place.run(&format!("check f.lts {options} --certificate c.json --json")).object();
        let verdicts = |object: &Value, watched: &str| -> Vec<(String, String)> {
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let results = object["results"].as_array().into_iter().flatten();
            results.map(|r| (text(&r[watched]), text(&r["verdict"]))).collect()
        };
        let mut answered = verdicts(&checked, "property");
        answered.retain(|(name, _)| name != "deadlock");
        assert!(!answered.is_empty(), "{options}");
        assert_eq!(verdicts(&place.json(0, "certify c.json"), "property"), answered, "{options}");
    }
}

#[test]
fn things_of_different_kinds_may_have_one_name() {
    let text =
        "P = (a -> P | c -> Q), Q = (d -> Q). property GO = (a -> GO). progress GO = {a} ||S = (P || GO).";
    let place = Place::with(&[("f.lts", text)]);
    let object = place.json(0, "check f.lts");
    let unasked: Vec<&Value> = object["not_checked"].as_array().into_iter().flatten().collect();
    assert!(unasked.iter().any(|q| q["kind"] == "progress" && q["name"] == "GO"), "{object}");
}

#[test]
fn a_model_without_properties_is_not_silently_right() {
    let place = Place::with(&[("f.srs", "component C { in GO; fsm P { init S; S -> S : GO; } }")]);
    let object = place.json(0, "check f.srs");
    let names: Vec<&Value> =
        object["results"].as_array().into_iter().flatten().map(|r| &r["property"]).collect();
    assert_eq!(names, ["termination", "values"]);
    let object = place.json(0, "check f.srs --method learn");
    assert_eq!(object["results"].as_array().map(Vec::len), Some(0));
    assert_eq!(object["warnings"][0]["code"], "W0002");
    place.run("check f.srs --method learn --deny-warnings").expect(2);
}

#[test]
fn what_a_plan_leaves_out_is_said() {
    let place = Place::with_models(&["door.srs"]);
    place.file("q.lts", "property Q = (a -> Q).");
    let names = |object: &Value| -> Vec<String> {
        let all = object["not_checked"].as_array().into_iter().flatten();
        all.map(|q| q["name"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(names(&place.json(0, "check door.srs --component DOOR")), ["t1", "t2"]);
    let declared = ["d1", "d2", "d3", "d4", "t1", "t2"];
    assert_eq!(names(&place.run("check door.srs --property q.lts --json").object())[1..], declared);
}

#[test]
fn a_limit_does_not_make_a_question_disappear() {
    let place = Place::with(&[("f.srs", TWO_VALUES)]);
    for question in ["values", "termination"] {
        let object = place.json(3, &format!("check f.srs --property {question} --timeout 0"));
        assert_eq!(object["results"].as_array().map(Vec::len), Some(1), "{object}");
        assert_eq!(object["results"][0]["property"], question);
        assert_eq!(object["results"][0]["reason"], "timeout");
    }
    let object = place.json(1, "check f.srs --property values");
    assert_eq!(object["results"][0]["verdict"], "violated");
}

#[test]
fn an_open_component_ends_only_if_no_environment_keeps_it_going() {
    let place = Place::with(&[("f.srs", ECHO)]);
    for options in ["", "--assume universal", "--assume mined"] {
        let object =
            place.json(1, &format!("check f.srs --component SENDER --property termination {options}"));
        assert_eq!(object["results"][0]["verdict"], "violated", "{options}");
        assert_eq!(object["results"][0]["survives"], true, "{options}");
    }
    place.run("check f.srs --property termination --method monolithic").expect(1);
}

#[test]
fn a_property_watches_and_takes_no_part_in_priority() {
    let place = Place::with(&[
        ("sys.lts", "P = (a -> b -> P). ||SYS = (P) >> {a}."),
        ("q.lts", "property Q = (c -> Q) + {b}."),
        ("other.lts", "Z = (z -> Z)."),
    ]);
    for files in ["sys.lts", "sys.lts other.lts"] {
        let object = place.json(1, &format!("check {files} --property q.lts"));
        assert_eq!(texts(&object["results"][0]["witness"]), ["a", "b"], "{files}");
    }
}

#[test]
fn a_property_watches_what_is_hidden_whatever_other_files_there_are() {
    let own = "P = (a -> b -> P). property Q = (a -> b -> Q). property R = (a -> R) + {b}. ||SYS = (P)\\{b}.";
    let place = Place::with(&[
        ("sys.lts", "P = (a -> b -> P). ||SYS = (P)\\{b}."),
        ("own.lts", own),
        ("q.lts", "property Q = (a -> b -> Q)."),
        ("r.lts", "property R = (a -> R) + {b}."),
        ("other.lts", "Z = (z -> Z)."),
        ("hides.lts", "Y = (b -> c -> Y). ||S = (Y)\\{b}."),
    ]);
    for others in ["", "other.lts"] {
        for (file, q, r) in [("sys.lts", "q.lts", "r.lts"), ("own.lts", "Q", "R")] {
            let object = place.json(0, &format!("check {file} {others} --property {q}"));
            assert_eq!(object["results"][0]["verdict"], "holds", "{file} {others}");
            // What is hidden cannot happen before `a`, as it could if only the property had it.
            let object = place.json(1, &format!("check {file} {others} --property {r}"));
            let witness = texts(&object["results"][0]["witness"]);
            assert_eq!((witness.len(), witness[0]), (2, "a"), "{file} {others}");
        }
    }
    // The other file hides a `b` of its own, which a property from outside watches too, but not that of a file.
    place.json(1, "check sys.lts hides.lts --property q.lts");
    place.json(0, "check own.lts hides.lts --property Q");
}

#[test]
fn a_property_file_may_have_a_name_that_is_taken() {
    let place = Place::with(&[
        ("sys.lts", "P = (a -> P). property Q = (a -> Q). ||S = (P || Q)."),
        ("q.lts", "property Q = (b -> Q) + {a}."),
        ("p.lts", "property P = (b -> P) + {a}."),
    ]);
    for (file, name) in [("q.lts", "Q#2"), ("p.lts", "P#2")] {
        let object = place.json(1, &format!("check sys.lts --property {file} --certificate c.json"));
        assert_eq!(object["results"][0]["property"], name);
        assert_eq!(object["results"][0]["verdict"], "violated");
        let certified = place.json(0, "certify c.json");
        assert_eq!(certified["results"][0]["property"], name);
        assert_eq!(certified["results"][0]["verdict"], "violated");
    }
}

#[test]
fn a_name_means_the_properties_of_all_files() {
    let place = Place::with(&[
        ("one.lts", "P = (a -> P). property Safe = (a -> Safe). ||S = (P || Safe)."),
        ("two.lts", "R = (b -> c -> R). property Safe = (b -> Safe) + {c}. ||S = (R || Safe)."),
    ]);
    let object = place.json(1, "check one.lts two.lts --property Safe");
    let results: Vec<(&Value, &Value)> =
        object["results"].as_array().into_iter().flatten().map(|r| (&r["property"], &r["verdict"])).collect();
    assert_eq!(results.len(), 2, "{object}");
    assert_eq!((results[0].0, results[0].1), (&"Safe".into(), &"holds".into()));
    assert_eq!((results[1].0, results[1].1), (&"Safe#2".into(), &"violated".into()));
}

/// Commands with the questions that they ask, in order.
const ASKED: &[(&str, &[&str])] = &[
    ("check channel.lts", &["Order"]),
    ("check channel.lts --deadlock --progress", &["Order", "deadlock", "progress"]),
    ("check mutex.lts --property Race --deadlock", &["Race", "deadlock"]),
    ("check peterson.lts --all", &["Mutex", "deadlock", "Enter.1", "Enter.2"]),
    ("check hazard.v --property disabling --property deadlock", &["disabling", "deadlock"]),
    ("check celement.g --property csc --property consistency", &["consistency", "csc"]),
    (
        "check door.srs --property d1 --property values --property termination",
        &["d1", "termination", "values"],
    ),
    ("check elevator.adb", &["Doors_Closed"]),
    ("check elevator.adb --verifier flow", &["Doors_Closed"]),
];

#[test]
fn every_question_has_one_line_in_every_report_whatever_the_limits() {
    let models = ["channel.lts", "mutex.lts", "peterson.lts", "hazard.v", "celement.g", "door.srs"];
    let place = Place::with_models(&models);
    place.copy_model("ada/elevator.adb", "elevator.adb");
    for (command, asked) in ASKED {
        for limit in ["", "--max-states 1", "--max-memory 1"] {
            let ended = place.run(&format!("{command} {limit} --json"));
            assert!(
                ended.code.is_some_and(|code| [0, 1, 3].contains(&code)),
                "{command} {limit}: {}",
                ended.err
            );
            let object = ended.object();
            let results: Vec<&str> = object["results"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|result| result["property"].as_str())
                .collect();
            let is_early = object["system"].is_null() || object["system"] == "";
            if !is_early {
                let mut sorted = results.clone();
                sorted.sort_unstable();
                let mut expected = asked.to_vec();
                expected.sort_unstable();
                assert_eq!(sorted, expected, "{command} {limit}");
            }
            if is_early {
                continue;
            }
            let text = place.run(&format!("{command} {limit}")).out;
            let junit = place.run(&format!("{command} {limit} --format junit")).out;
            for name in *asked {
                let lines = text.lines().filter(|line| line.starts_with(&format!("  {name} ")));
                assert_eq!(lines.count(), 1, "{command} {limit}: {name} in\n{text}");
                let case = format!("name=\"{name}\" time");
                assert_eq!(junit.matches(&case).count(), 1, "{command} {limit}: {name} in\n{junit}");
            }
        }
    }
}
