//! Tasking programs of every size at once.

use std::path::Path;

use serde_json::{Value, json};

use crate::command::fixture::Place;

fn verdicts(object: &Value) -> Vec<String> {
    let results = object["results"].as_array().expect("results");
    let line = |r: &Value| {
        let word = |field: &str| r[field].as_str().unwrap_or("-").to_owned();
        format!("{} {} {}", word("property"), word("verdict"), word("reason"))
    };
    results.iter().map(line).collect()
}

#[test]
fn thirteen_subjects_hold_for_every_size() {
    let place = Place::new();
    let mut held = Vec::new();
    for (model, constant) in [
        ("gas-station", "Customers"),
        ("relay", "Runners"),
        ("smokers", "Assemblers"),
        ("chiron-single", "Number_Of_Artists"),
        ("chiron-multiple", "Number_Of_Artists"),
    ] {
        let ended = place.run(&format!("check model:{model}:3 --every {constant} --json"));
        let object = ended.object();
        for result in object["results"].as_array().expect("results") {
            if result["verdict"] == "holds" {
                assert_eq!(result["every"], json!({"constant": constant, "from": 3}), "{model}");
                held.push(format!("{model} {}", result["property"].as_str().expect("a name")));
            } else {
                assert_eq!(result["verdict"], "inconclusive", "{model}");
            }
        }
    }
    let expected = [
        "gas-station P1",
        "gas-station P2",
        "gas-station P3",
        "gas-station P4",
        "smokers P8",
        "chiron-single P1",
        "chiron-single P3",
        "chiron-single P4",
        "chiron-single P6",
        "chiron-multiple P1",
        "chiron-multiple P3",
        "chiron-multiple P4",
        "chiron-multiple P6",
    ];
    assert_eq!(held, expected);
}

#[test]
fn what_is_not_shown_is_not_called_violated() {
    let place = Place::new();
    let object = place.json(3, "check model:smokers:3 --every assemblers --all");
    let expected = [
        "P3 inconclusive imprecise",
        "P4 inconclusive imprecise",
        "P6 inconclusive imprecise",
        "P7 inconclusive imprecise",
        "P8 holds -",
        "P1 inconclusive unsupported",
        "P2 inconclusive unsupported",
        "P5 inconclusive unsupported",
        "deadlock inconclusive unsupported",
    ];
    assert_eq!(verdicts(&object), expected);
    // A faulty program is not shown to be right for every size; its fault is found at each.
    let faulty = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/ada/faulty/gas_station.adb");
    std::fs::copy(faulty, place.path("faulty.adb")).expect("a program of the project");
    let object = place.json(3, "check faulty.adb --every Customers --property P4");
    assert_eq!(verdicts(&object), ["P4 inconclusive imprecise"]);
    let object = place.json(1, "check faulty.adb --property P4");
    assert_eq!(verdicts(&object), ["P4 violated -"]);
}

#[test]
fn a_certificate_knows_the_constant() {
    let place = Place::new();
    place.run("check model:gas-station:3 --every Customers --certificate c.json").expect(0);
    let object = place.json(0, "certify c.json");
    assert_eq!((&object["accepted"], &object["every"]), (&json!(true), &json!("Customers")));
    let ended = place.run("certify c.json").expect(0);
    assert!(ended.out.contains("for every Customers from its value in the source on"), "{}", ended.out);
    // A certificate that has lost its constant is not the one that was made.
    let text = place.text("c.json");
    let lost = text.replace(",\"every\":\"Customers\"", "");
    assert_ne!(text, lost);
    place.file("lost.json", lost);
    assert_ne!(place.run("certify lost.json").code, Some(0));
}

#[test]
fn mistakes_are_explained() {
    let place = Place::with_models(&["channel.lts"]);
    let complains = |arguments: &str, texts: &[&str]| {
        place.run(arguments).expect(2).complains(texts);
    };
    complains("check model:peterson:3 --every Processes", &["E1060", ":19:37", "depends on the size"]);
    complains("check model:gas-station:3 --every Customer", &["E1060", "did you mean `customers`?"]);
    complains("check channel.lts --every N", &["E0006", "--every is about tasking programs"]);
    let two = "check model:gas-station:3 model:relay:3 --every Runners";
    complains(two, &["E0006", "--every is about one program"]);
    complains("check model:relay:3 --every Runners --verifier flow", &["cannot be used with"]);
}
