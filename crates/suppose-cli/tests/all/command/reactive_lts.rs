//! Components of reactive systems as LTSs: violations as macrosteps, assumptions, graphs, certificates.

use serde_json::{Value, json};

use crate::command::fixture::{Place, texts};

/// The door, and a drive that releases it once more when the train departs.
fn with_bad_door() -> Place {
    let place = Place::with_models(&["door.srs"]);
    let text = place.text("door.srs").replace("ANNOUNCE / Depart;", "ANNOUNCE / Depart, Release;");
    place.file("bad.srs", text);
    place
}

#[test]
fn a_violation_is_shown_as_macrosteps() {
    let place = with_bad_door();
    for method in ["learn", "direct", "lazy", "minimise", "refine"] {
        let ended = place.run(&format!("check bad.srs --component DOOR --property d4 --method {method}"));
        let out = ended.expect(1).out;
        assert!(
            out.contains("d4 is violated at the end of macrostep 2:\n  Release => in(Lock.Free)\n"),
            "{out}"
        );
        assert!(out.contains("DRIVE.Train: Boarding → Leaving"), "{out}");
        let object =
            place.json(1, &format!("check bad.srs --component DOOR --property d4 --method {method}"));
        let result = &object["results"][0];
        let actions = texts(&result["actions"]);
        assert_eq!(actions.iter().filter(|action| **action == "end").count(), 2, "{actions:?}");
        assert!(actions.contains(&"step.Release&Depart"), "{actions:?}");
        let witness = texts(&result["witness"]);
        assert!(witness.iter().any(|line| line.contains("ANNOUNCE")), "{witness:?}");
    }
}

#[test]
fn the_component_is_the_first_part() {
    let place = Place::with_models(&["door.srs"]);
    let object = place.json(0, "check door.srs --component DOOR --property d4 --method learn");
    let result = &object["results"][0];
    // What is asked about is in no part.
    assert_eq!(result["parts"], json!([[], ["DRIVE"]]));
    assert_eq!(result["rule"], "asym");
    // Something has to be supposed: alone, d4 can be violated.
    assert!(result["assumption"]["states"].as_u64().is_some_and(|states| states > 1), "{result}");
    let object = place.json(0, "check door.srs --component DOOR --property d1 --method learn");
    assert_eq!(object["results"][0]["assumption"]["states"], 1);
    let text = place.run("check door.srs --component DOOR --property d4 --method learn -v").expect(0).out;
    assert!(text.contains("asym: DOOR | DRIVE;"), "{text}");
    assert!(text.contains("d4 by learn:") && text.contains("M1: DOOR"), "{text}");
}

#[test]
fn graphs_of_components_and_of_the_whole() {
    let place = Place::with_models(&["door.srs", "boiler.srs"]);
    place.run("reduce door.srs --component DRIVE --by trace -o drive.aut").expect(0);
    place.run("mine door.srs --component DOOR --automaton -o around.aut").expect(0);
    place.run("compare drive.aut around.aut --by trace").expect(0);
    place.run("export door.srs --component DRIVE --to json -o drive.json").expect(0);
    place.run("compare drive.aut drive.json --by trace").expect(0);
    place.run("compare door.srs drive.aut --system DRIVE --by trace").expect(0);
    let whole = place.json(0, "compile door.srs -o door.aut");
    assert_eq!((&whole["system"], &whole["deadlocks"]), (&json!("door"), &json!(0)));
    place.run("compare door.aut drive.aut --by trace-inclusion").expect(0);
    // The door shuts only after a departure, so the drive alone can do more.
    place.run("compare drive.aut door.aut --by trace-inclusion").expect(1);
    assert_eq!(place.json(0, "compile boiler.srs -q")["has_error"], false);
}

fn names_and_verdicts(object: &Value) -> Vec<[&str; 2]> {
    let results = object["results"].as_array().expect("a list of results");
    results.iter().map(|r| ["property", "verdict"].map(|name| r[name].as_str().unwrap_or_default())).collect()
}

#[test]
fn certificates_of_properties() {
    let place = with_bad_door();
    for way in ["", "--method learn", "--method minimise", "--method monolithic"] {
        place.run(&format!("check door.srs --property d4 {way} --certificate c.json")).expect(0);
        let object = place.json(0, "certify c.json");
        assert_eq!(object["accepted"], true, "{way}: {object}");
        assert_eq!(names_and_verdicts(&object), [["DOOR.d4", "holds"]]);
        assert_eq!(object["sources"], json!([{ "path": "door.srs", "status": "unchanged" }]));
        place.run(&format!("check bad.srs --property DOOR.d4 {way} --certificate c.json")).expect(1);
        let object = place.json(0, "certify c.json");
        assert_eq!(names_and_verdicts(&object), [["DOOR.d4", "violated"]]);
    }
    let object = place.json(0, "check door.srs --property d4 --certificate c.json");
    assert_eq!(object["certificate"], "c.json");
    place.file("door.srs", place.text("bad.srs"));
    let object = place.json(1, "certify c.json");
    assert_eq!(object["accepted"], false);
    assert!(object["reason"].as_str().is_some_and(|why| why.contains("is not the same")), "{object}");
}

#[test]
fn certificates_of_the_boiler() {
    let place = Place::with_models(&["boiler.srs"]);
    place.run("check boiler.srs -q --component CONTROL --property c19 --certificate c.json").expect(0);
    let object = place.json(0, "certify c.json");
    assert_eq!(names_and_verdicts(&object), [["CONTROL.c19", "holds"]]);
    place.run("mine boiler.srs -q --component CONTROL --certificate m.json").expect(0);
    let object = place.json(0, "certify m.json");
    assert_eq!(object["accepted"], true, "{object}");
    assert_eq!(names_and_verdicts(&object), [["WATER to CONTROL", "holds"]]);
}

#[test]
fn certificates_of_what_is_mined() {
    let place = with_bad_door();
    let object = place.json(0, "mine door.srs --component DOOR --certificate m.json");
    assert_eq!(object["certificate"], "m.json");
    let object = place.json(0, "certify m.json");
    assert_eq!(object["accepted"], true, "{object}");
    assert_eq!(names_and_verdicts(&object), [["DRIVE to DOOR", "holds"]]);
    let text = place.run("mine door.srs --component DRIVE --certificate m.json").expect(0).out;
    assert!(text.ends_with("certificate of DOOR to DRIVE: m.json\n"), "{text}");
    place.file("door.srs", place.text("bad.srs"));
    assert_eq!(place.json(1, "certify m.json")["accepted"], false);
    let nobody = Place::with_models(&["fig2.srs"]);
    let object = nobody.json(0, "mine fig2.srs --component FIG2 --certificate m.json");
    assert_eq!(object["certificate"], Value::Null);
}

#[test]
fn what_does_not_go_together() {
    let place = Place::with_models(&["door.srs"]);
    for (arguments, texts) in [
        ("check door.srs --certificate c.json", &["E0006", "one property", "--property"][..]),
        ("check door.srs --property d1 --property d2 --certificate c.json", &["E0006", "one property"]),
        ("check door.srs --property termination --certificate c.json", &["E0006", "one property"]),
        ("check door.srs --property d1 --certificate door.srs", &["E0006", "overwrite"]),
        (
            "check door.srs --component DOOR --property d1 --assume universal --certificate c.json",
            &["E0006", "--assume"],
        ),
        ("check door.srs --method learn --property termination", &["E0006", "termination"]),
        ("check door.srs --method learn --split DOOR,DRIVEN", &["DRIVEN"]),
        ("compile door.srs --system gate", &["E0005", "DOOR, DRIVE"]),
        ("reduce door.srs --by weak --component GATE", &["E0005", "GATE"]),
        ("export door.srs --to aut --assume mined", &["E0006", "--assume"]),
        ("mine door.srs --component DOOR --automaton --certificate m.json", &["E0006", "--automaton"]),
        ("mine door.srs --component DOOR --iteration up --certificate m.json", &["E0006", "--iteration"]),
        ("mine door.srs --component DOOR --certificate door.srs", &["E0006", "overwrite"]),
    ] {
        place.run(arguments).expect(2).complains(texts);
    }
}
