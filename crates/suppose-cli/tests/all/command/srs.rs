//! Synchronous reactive systems: `check`, `mine`, `export` and `model`.

use serde_json::{Value, json};

use crate::command::fixture::{Place, texts};

/// The properties with a verdict.
#[track_caller]
fn with_verdict<'o>(object: &'o Value, verdict: &str) -> Vec<&'o str> {
    let results = object["results"].as_array().expect("a list of results");
    let those = results.iter().filter(|result| result["verdict"] == verdict);
    those.map(|result| result["property"].as_str().expect("a name")).collect()
}

/// The fields of each result, by name.
fn each<'o>(object: &'o Value, field: &str) -> Vec<&'o Value> {
    object["results"].as_array().expect("a list of results").iter().map(|result| &result[field]).collect()
}

const EXCLUSIVE: &str = "
LevelRangeLow => !LevelRangeMiddle && !LevelRangeHigh && !LevelRisk;
LevelRangeMiddle => !LevelRangeHigh && !LevelRisk;
\"risk alone\" : LevelRangeHigh => !LevelRisk;
";

const ORDERS: &str = "
StartPumps => !StopPumps && !E.AllPumps;
StopPumps => !E.AllPumps;
";

/// The numbers of false positives are those of the paper's Tables 6 and 7.
#[test]
fn the_boiler_part_by_part() {
    let place = Place::with_models(&["boiler.srs"]);
    place.file("exclusive.rules", EXCLUSIVE);
    place.file("orders.rules", ORDERS);
    let violated = |code: i32, rest: &str| {
        let object = place.json(code, &format!("check boiler.srs {rest}"));
        for (verdict, survives) in each(&object, "verdict").into_iter().zip(each(&object, "survives")) {
            let expected = if verdict == "violated" { json!(false) } else { Value::Null };
            assert_eq!(*survives, expected, "{rest}");
        }
        with_verdict(&object, "violated").join(" ")
    };
    assert_eq!(violated(1, "--component CONTROL --assume universal"), "c03 c17 c18 c19");
    assert_eq!(violated(1, "--component CONTROL --assume exclusive.rules"), "c03 c19");
    assert_eq!(violated(0, "--component CONTROL --assume mined"), "");
    assert_eq!(violated(0, "--component CONTROL --iteration up --microsteps 3"), "");
    assert_eq!(violated(1, "--component ALLPUMPS --assume universal"), "p01");
    assert_eq!(violated(1, "--component ALLPUMPS --assume orders.rules"), "p01");
    assert_eq!(violated(0, "--component ALLPUMPS"), "");
    for component in ["WATER", "STEAM"] {
        assert_eq!(violated(0, &format!("--component {component} --assume universal")), "");
    }
    let rules = place.json(1, "check boiler.srs --component CONTROL --assume exclusive.rules");
    assert_eq!(rules["results"][0]["property"], "assumption");
    assert_eq!(rules["results"][0]["verdict"], "holds");
    assert_eq!(rules["results"].as_array().map(Vec::len), Some(20));
}

#[test]
fn the_boiler_as_a_whole() {
    let place = Place::with_models(&["boiler.srs"]);
    let object = place.json(0, "check boiler.srs");
    assert_eq!(with_verdict(&object, "holds").len(), 55);
    assert!(each(&object, "vacuous").into_iter().all(|vacuous| *vacuous == json!(false)));
    assert!(each(&object, "method").into_iter().all(|method| method == "modular"));
    assert_eq!((&object["rounds"], &object["microsteps"]), (&json!(3), &json!(8)));
    assert_eq!(texts(&object["components"]), ["CONTROL", "ALLPUMPS", "WATER", "STEAM"]);
    let stable: Vec<&Value> =
        object["reached"].as_array().expect("a list").iter().map(|part| &part["stable"]).collect();
    assert_eq!(stable, [20, 72, 81, 13]);
    assert_eq!(texts(&object["reached"][0]["never_taken"]), ["ControlInit: Done → Idle : Halt"]);
    let whole = place
        .json(0, "check boiler.srs --method monolithic --property c19 --property w01 --property termination");
    assert_eq!(with_verdict(&whole, "holds"), ["c19", "w01", "termination"]);
    assert_eq!(whole["results"][0]["reached"], json!({ "machines": 9, "stable": 307 }));
    assert_eq!(whole["reached"][0]["stable"], 57_261);
    let two = place.json(0, "check model:boiler:2");
    assert_eq!(with_verdict(&two, "holds").len(), 75);
    // What a component cannot decide alone is decided by the whole.
    let universal =
        place.json(0, "check boiler.srs --assume universal --property c19 --property c18 --property c01");
    assert_eq!(each(&universal, "method"), ["modular", "monolithic", "monolithic"]);
}

#[test]
fn a_false_positive_for_the_eye() {
    let place = Place::with_models(&["boiler.srs"]);
    let told =
        place.run("check boiler.srs --component ALLPUMPS --assume universal --property p01 -q").expect(1);
    for text in [
        "ALLPUMPS alone, which may receive anything at any time",
        "p01  violated, a false positive: in the whole system it holds (9 machines",
        "p01 is violated at the end of macrostep",
        "in an environment that the rest of the system is not:",
        "in(PumpFailureStatus.Failure) || in(CtrlFailureStatus.Failure) => !OPEN_PUMP && !CLOSE_PUMP",
        "macrostep 1: inputs",
        "AllPumps: Disabled → Enabled",
        "received",
    ] {
        assert!(told.out.contains(text), "no `{text}` in\n{}", told.out);
    }
    let again =
        place.run("check boiler.srs --component ALLPUMPS --assume universal --property p01 -q").expect(1);
    assert_eq!(told.timeless(), again.timeless());
}

/// Explored as in the paper, CONTROL never runs: everything about running holds for want of an occasion.
#[test]
fn exploration_of_the_paper() {
    let place = Place::with_models(&["boiler.srs"]);
    let object = place.json(0, "check boiler.srs --component CONTROL --exploration paper");
    assert_eq!(object["sound"], json!(false));
    assert_eq!(object["reached"][0]["stable"], 4);
    assert!(texts(&object["reached"][0]["never_in"]).contains(&"ControlModes.Run"));
    let vacuous: Vec<&str> = object["results"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|result| result["vacuous"] == json!(true))
        .map(|result| result["property"].as_str().expect("a name"))
        .collect();
    assert_eq!(vacuous, ["c03", "c10", "c11", "c13", "c14", "c15", "c16", "c17", "c18", "c19"]);
    let told = place.run("check boiler.srs --component CONTROL --exploration paper -q").expect(0).out;
    assert!(told.contains("which is unsound"), "{told}");
    assert!(told.contains("c10  holds vacuously: no macrostep ends with VALVE"), "{told}");
    let universal =
        place.json(1, "check boiler.srs --component CONTROL --exploration paper --assume universal");
    assert_eq!(with_verdict(&universal, "violated"), ["c03", "c17", "c18", "c19"]);
}

const TWO: &str = "
component A {
    in GO, ALSO;
    send W;
    recv X;
    fsm P { init S; S -> T : GO / W; T -> S : ALSO; }
    prop same : GO => W || pre(P.T);
    prop once : X => W;
}
component B {
    recv W;
    send X;
    fsm R { init S; S -> T : W / X; }
    prop same : X => W;
    prop never : !X;
}
";

#[test]
fn a_real_violation() {
    let place = Place::with(&[("two.srs", TWO)]);
    let object = place.json(1, "check two.srs");
    assert_eq!(each(&object, "property"), ["A.same", "once", "B.same", "never"]);
    assert_eq!(with_verdict(&object, "violated"), ["never"]);
    assert_eq!(object["results"][3]["failed_property"], "never");
    assert_eq!(
        texts(&object["results"][3]["witness"]),
        ["1: inputs GO", "1.1: A.P: S -> T; emitted W", "1.2: B.R: S -> T; emitted X"]
    );
    let alone = place.json(1, "check two.srs --component B --property never --assume universal");
    assert_eq!(alone["results"][0]["survives"], json!(true));
    assert_eq!(alone["results"][0]["method"], "modular");
    assert_eq!(alone["results"][0]["witness"], object["results"][3]["witness"]);
    let named = place.json(0, "check two.srs --property B.same");
    assert_eq!(each(&named, "component"), ["B"]);
    assert_eq!(each(&place.json(0, "check two.srs --property same"), "property"), ["A.same", "B.same"]);
}

#[test]
fn macrosteps_that_never_end() {
    let place = Place::with(&[(
        "loop.srs",
        "component A { in GO; send Ping; recv Pong; fsm P { init S; S -> S : GO || Pong / Ping; } prop a : GO => Ping; }
         component B { recv Ping; send Pong; fsm Q { init S; S -> S : Ping / Pong; } prop b : Ping => Pong; }",
    )]);
    for method in ["", "--method monolithic"] {
        let object = place.json(1, &format!("check loop.srs {method}"));
        assert_eq!(with_verdict(&object, "violated"), ["termination"]);
        let witness = texts(&object["results"][2]["witness"]);
        assert_eq!(
            witness,
            [
                "1: inputs GO",
                "1.1: A.P: S -> S; emitted Ping",
                "1.2: B.Q: S -> S; emitted Pong",
                "1.3: A.P: S -> S; emitted Ping",
                "and so on for ever: it is as after microstep 1 again"
            ]
        );
    }
    // Each of them goes on as long as the other answers, which it does.
    for rest in ["--component A --property termination", "--component B", "--component A --assume universal"]
    {
        let object = place.json(1, &format!("check loop.srs {rest}"));
        assert_eq!(with_verdict(&object, "violated"), ["termination"]);
        let last = object["results"].as_array().and_then(|results| results.last()).expect("a result");
        assert_eq!(last["survives"], json!(true), "{rest}");
    }
}

#[test]
fn two_values_of_one_event() {
    let text = "component A {
        in GO, ALSO;
        out V : {x, y};
        fsm P { init S; S -> S : GO / V=x; }
        fsm Q { init S; S -> T : ALSO / V=y; }
        prop a : GO => V;
    }";
    let place = Place::with(&[("values.srs", text)]);
    let object = place.json(1, "check values.srs");
    assert_eq!(with_verdict(&object, "violated"), ["values"]);
    let told = place.run("check values.srs --property values").expect(1).out;
    assert!(told.contains("then V gets the values x (P: S → S) and y (Q: S → T) in one microstep"), "{told}");
    let fine = text.replace("S -> S : GO", "S -> S : GO && !ALSO");
    place.file("fine.srs", fine);
    place.json(0, "check fine.srs --property values");
}

#[test]
fn assumptions_are_discharged() {
    let place = Place::with_models(&["boiler.srs", "door.srs"]);
    place.file("wrong.rules", "mS <= 2 => !LevelRisk; \"too early\" : mS <= 3 => !LevelRisk;");
    let object = place.json(1, "check boiler.srs --component CONTROL --assume wrong.rules --property c07");
    assert_eq!(with_verdict(&object, "violated"), ["assumption"]);
    assert_eq!(with_verdict(&object, "holds"), ["c07"]);
    let broken = &object["results"][0];
    assert_eq!(broken["rule"], "\"too early\" : mS <= 3 => !LevelRisk");
    assert_eq!(broken["microstep"], 3);
    let witness = texts(&broken["witness"]);
    assert!(
        witness.iter().any(|line| line.starts_with("2.3: ") && line.contains("LevelRisk")),
        "{witness:?}"
    );
    // The assumptions of a model are discharged in the same way.
    let door = place.json(0, "check door.srs --assume declared");
    assert_eq!(each(&door, "property"), ["assumption", "d1", "d2", "d3", "d4", "t1", "t2"]);
    let alone = place.json(1, "check door.srs --component DOOR --assume universal");
    assert_eq!(with_verdict(&alone, "violated"), ["d4"]);
    assert_eq!(
        place.json(0, "check door.srs --component DOOR --assume declared")["results"][1]["assume"],
        "declared"
    );
}

#[test]
fn rules_are_mined_and_read_back() {
    let place = Place::with_models(&["boiler.srs"]);
    let told = place.run("mine boiler.srs --component ALLPUMPS -q").expect(0).out;
    assert_eq!(
        told.lines().map(str::trim).collect::<Vec<_>>(),
        [
            "what ALLPUMPS receives from CONTROL:",
            "StartPumps => StopPumps=0 && D.AllPumps=0",
            "StopPumps => D.AllPumps=0",
            "E.AllPumps => D.AllPumps=0",
            "mS <= 3 => StartPumps=0 && StopPumps=0",
            "mS > 1 => E.AllPumps=0",
            "mS >= 2 && mS <= 3 => D.AllPumps=0",
            "mS > 5 => StartPumps=0 && StopPumps=0 && D.AllPumps=0",
            "these rules say all that is known for each microstep",
        ]
    );
    for component in ["CONTROL", "ALLPUMPS", "WATER", "STEAM"] {
        for source in ["iterated", "composed", "whole"] {
            let object =
                place.json(0, &format!("mine boiler.srs --component {component} --from {source} -o r.rules"));
            assert_eq!(object["exact"], json!(true));
            let object = place.json(0, &format!("check boiler.srs --component {component} --assume r.rules"));
            assert_eq!(with_verdict(&object, "violated"), [""; 0], "{component} {source}");
        }
    }
    let rules = place.json(0, "mine boiler.srs --component STEAM")["rules"].clone();
    assert_eq!(rules[0], json!({ "if": { "E.Steam": 1 }, "then": { "D.Steam": 0 }, "support": 1 }));
    assert_eq!(rules[1]["if"], json!({ "mS": [2, null] }));
}

/// Tables 4 and 5 of the paper.
#[test]
fn rules_of_the_paper() {
    let place = Place::with_models(&["boiler.srs"]);
    let mined = |component: &str| {
        let told = place
            .run(&format!("mine boiler.srs --component {component} --exploration paper --style tables -q"));
        let told = told.expect(0).out;
        assert!(told.contains("which is unsound"), "{told}");
        let rules = told.lines().filter(|line| line.contains("=>")).map(str::trim);
        rules.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(
        mined("CONTROL"),
        [
            "LevelRangeLow => LevelRangeMiddle=0 && LevelRangeHigh=0 && LevelRisk=0",
            "LevelRangeMiddle => LevelRangeLow=0 && LevelRangeHigh=0 && LevelRisk=0",
            "LevelRangeHigh => LevelRangeLow=0 && LevelRangeMiddle=0 && LevelRisk=0",
            "LevelRisk => LevelRangeLow=0 && LevelRangeMiddle=0 && LevelRangeHigh=0",
            "mS <= 2 => LevelRangeLow=0 && LevelRangeMiddle=0 && LevelRangeHigh=0 && LevelRisk=0",
        ]
    );
    assert_eq!(
        mined("ALLPUMPS"),
        [
            "StartPumps => StopPumps=0 && E.AllPumps=0",
            "StopPumps => StartPumps=0 && E.AllPumps=0",
            "E.AllPumps => StartPumps=0 && StopPumps=0 && D.AllPumps=0",
            "D.AllPumps => E.AllPumps=0",
            "mS == 1 => StartPumps=0 && StopPumps=0",
            "mS > 1 => E.AllPumps=0",
            "mS > 5 => StartPumps=0 && StopPumps=0 && D.AllPumps=0",
        ]
    );
}

#[test]
fn styles_of_rules() {
    let place = Place::with_models(&["door.srs"]);
    let count = |style: &str| {
        let object = place.json(0, &format!("mine door.srs --component DOOR --style {style}"));
        assert_eq!(texts(&object["senders"]), ["DRIVE"]);
        object["rules"].as_array().map_or(0, Vec::len)
    };
    let counts = ["compact", "tables", "full", "basis", "paper"].map(count);
    assert!(counts[0] <= counts[1] && counts[3] <= counts[2] && counts[2] < counts[4], "{counts:?}");
    let nothing = Place::with_models(&["fig2.srs"]);
    let told = nothing.run("mine fig2.srs --component FIG2").expect(0).out;
    assert_eq!(told, "FIG2 receives nothing from other components\n");
}

#[test]
fn translations() {
    let place = Place::with_models(&["boiler.srs", "door.srs"]);
    let text = place.run("export boiler.srs --to promela --component STEAM --property s01 -q").expect(0).out;
    assert!(text.contains("/* property s01 of STEAM") && text.contains("assert("), "{text}");
    assert_eq!(
        place.json(0, "export boiler.srs --to promela --component STEAM --property STEAM.s01")["text"],
        text
    );
    let universal =
        place.run("export boiler.srs --to promela --component STEAM --assume universal -q").expect(0).out;
    assert!(universal.contains("anything can be received") && universal != text);
    let whole = place.run("export boiler.srs --to promela -o b.pml -q").expect(0).out;
    assert_eq!(whole, "");
    assert!(place.text("b.pml").contains("nothing is received from outside"));
    let loose = place.text("door.srs").replace("    ", " ").replace("};", "} ;");
    place.file("loose.srs", &loose);
    assert_eq!(place.run("export loose.srs --to srs").expect(0).out, place.text("door.srs"));
    place.run("model boiler -o m.srs").expect(0);
    assert_eq!(place.text("m.srs"), place.text("boiler.srs"));
    assert_eq!(place.json(0, "model boiler --size 3")["language"], "srs");
}

/// What an open system receives comes from nowhere in the model: assumptions about it are not discharged, and
/// there is no larger whole.
#[test]
fn one_open_component() {
    let text = "component A {
        recv X, Y;
        out O;
        assume X => !Y;
        fsm P { init S; S -> T : X && Y / O; }
        prop p : !O;
        prop q : !X;
    }";
    let place = Place::with(&[("open.srs", text)]);
    let mined = place.json(1, "check open.srs");
    assert_eq!(with_verdict(&mined, "violated"), ["p", "q"]);
    for component in ["", "--component A"] {
        let declared = place.json(1, &format!("check open.srs --assume declared {component}"));
        assert_eq!(each(&declared, "property"), ["p", "q"]);
        assert_eq!(with_verdict(&declared, "violated"), ["q"]);
        assert_eq!(each(&declared, "survives"), [&Value::Null, &Value::Null]);
    }
    let asked = place.json(3, "check open.srs --assume declared --property assumption");
    assert_eq!(asked["results"][0]["reason"], "unsupported");
}

#[test]
fn what_was_supposed_on_request() {
    let place = Place::with_models(&["door.srs"]);
    let told = place.run("check door.srs -v").expect(0).out;
    assert!(
        told.contains("DOOR supposes:\n  Release => !Depart\n  mS > 1 => !Release && !Depart\n"),
        "{told}"
    );
    let object = place.json(0, "check door.srs --component DRIVE -v");
    assert_eq!(object["supposed"][0]["component"], "DRIVE");
    assert_eq!(texts(&object["supposed"][0]["rules"]), ["mS > 2 => !Shut"]);
}

/// Components become LTSs, and everything that works on those works on them.
#[test]
fn proofs_by_parts() {
    let place = Place::with_models(&["boiler.srs", "door.srs"]);
    place.file("two.srs", TWO);
    for method in ["learn", "direct", "lazy", "minimise", "refine"] {
        let object = place.json(0, &format!("check door.srs --method {method}"));
        assert_eq!(with_verdict(&object, "holds"), ["d1", "d2", "d3", "d4", "t1", "t2"]);
        assert!(each(&object, "method").into_iter().all(|name| name == method), "{object}");
        let object = place.json(1, &format!("check two.srs --method {method}"));
        assert_eq!(with_verdict(&object, "violated"), ["never"]);
        let actions = texts(&object["results"][3]["actions"]);
        assert_eq!(actions, ["start.none", "step.W", "step.X", "end"]);
    }
    let split = place
        .command("check boiler.srs --component CONTROL --property c19 --json")
        .arg("--split")
        .arg("CONTROL | WATER")
        .output();
    assert_eq!(split.expect("it runs").status.code(), Some(0));
    let needs = place.json(0, "assume door.srs --component DOOR --property d4");
    assert_eq!((&needs["result"], &needs["property"]), (&json!("assumption"), &json!("d4")));
    assert!(texts(&needs["interface"]).contains(&"step.Release"));
    let learned = place.json(0, "assume door.srs --component DOOR --property d4 --by learn");
    assert_eq!(learned["lts"], needs["lts"]);
    assert_eq!(place.json(0, "assume door.srs --component DRIVE --property t2")["result"], "always");
    let graph = place.json(0, "compile door.srs --process DRIVE");
    assert_eq!((&graph["system"], &graph["has_error"]), (&json!("DRIVE"), &json!(false)));
    place.run("export door.srs --to aut --system DRIVE -o drive.aut").expect(0);
    assert_eq!(place.json(0, "compile drive.aut")["states"], graph["states"]);
}

/// What DRIVE can do, by hand. A letter is a state of its machine; `s` is stable, `s0` has the inputs, `s1`
/// goes on without them. In `l2` the door was shut just now, and the train must move.
const DRIVE: &[(&str, &str, &str)] = &[
    ("s", "start.none", "s0"),
    ("s0", "step.Release", "b1"),
    ("s0", "step.Release&Shut", "b1"),
    ("s0", "step.none", "s1"),
    ("s0", "step.Shut", "s1"),
    ("s0", "end", "s"),
    ("s1", "step.none", "s1"),
    ("s1", "step.Shut", "s1"),
    ("s1", "end", "s"),
    ("b", "start.none", "b0"),
    ("b0", "step.Depart", "l1"),
    ("b0", "step.Depart&Shut", "l2"),
    ("b0", "step.none", "b1"),
    ("b0", "step.Shut", "b1"),
    ("b0", "end", "b"),
    ("b1", "step.none", "b1"),
    ("b1", "step.Shut", "b1"),
    ("b1", "end", "b"),
    ("l", "start.none", "l1"),
    ("l1", "step.none", "l1"),
    ("l1", "step.Shut", "l2"),
    ("l1", "end", "l"),
    ("l2", "step.none", "m1"),
    ("l2", "step.Shut", "m1"),
    ("m", "start.none", "m0"),
    ("m0", "step.none", "s1"),
    ("m0", "step.Shut", "s1"),
    ("m0", "step.none", "m1"),
    ("m0", "step.Shut", "m1"),
    ("m0", "end", "m"),
    ("m1", "step.none", "m1"),
    ("m1", "step.Shut", "m1"),
    ("m1", "end", "m"),
];

#[test]
fn automata_of_environments() {
    let place = Place::with_models(&["door.srs", "fig2.srs"]);
    let object = place.json(0, "mine door.srs --component DOOR --automaton -o around.aut");
    assert_eq!(object["component"], "DOOR");
    let mut states: Vec<&str> = Vec::new();
    let mut lines = Vec::new();
    for (from, action, to) in DRIVE {
        let mut number = |name| {
            states.iter().position(|known| *known == name).unwrap_or_else(|| {
                states.push(name);
                states.len() - 1
            })
        };
        lines.push(format!("({}, \"{action}\", {})", number(*from), number(*to)));
    }
    let text = format!("des (0, {}, {})\n{}\n", lines.len(), states.len(), lines.join("\n"));
    place.file("hand.aut", text);
    place.run("compare around.aut hand.aut --by trace").expect(0);
    place.run("mine fig2.srs --component FIG2 --automaton").expect(2).complains(&["receives nothing"]);
    place
        .run("mine door.srs --component DOOR --automaton --from whole")
        .expect(2)
        .complains(&["--automaton"]);
}

#[test]
fn a_limit_of_states_is_one_of_stable_states() {
    let place = Place::with_models(&["boiler.srs"]);
    // CONTROL has 20.
    let object = place
        .json(3, "check boiler.srs -q --component CONTROL --assume universal --property c01 --max-states 10");
    assert_eq!(object["results"][0]["reason"], "states");
    place
        .run("check boiler.srs -q --component CONTROL --assume universal --property c01 --max-states 20")
        .expect(0);
}
