//! `suppose decompose`: predictions, what all decompositions cost, limits and complaints.

use serde_json::{Value, json};

use crate::command::fixture::{Place, texts};

/// The parts of a decomposition as text.
fn parts(value: &Value) -> Vec<String> {
    value["parts"].as_array().expect("a list").iter().map(|part| texts(part).join(",")).collect()
}

#[test]
fn the_prediction_says_what_it_is_made_of() {
    let place = Place::with_models(&["token_ring.lts"]);
    let object = place.json(0, "decompose token_ring.lts");
    assert_eq!(object["schema"], "suppose/decompose/1");
    assert_eq!(object["units"][3]["name"], "STATION(3)");
    assert_eq!(object["units"][3]["family"], json!({"name": "STATION", "index": 3}));
    let found = &object["properties"][0];
    assert_eq!((&found["property"], &found["count"]), (&json!("Alone"), &json!(30)));
    assert_eq!(found["plain"]["max_states"], 480);
    assert_eq!(parts(&found["predicted"]), ["STATION(0),STATION(1),STATION(2)", "STATION(3),STATION(4)"]);
    assert_eq!(found["predicted"]["cost"], 24);
    let reasons = texts(&found["predicted"]["reasons"]);
    assert_eq!(reasons[0], "M1 with the property is built with 24 states and reduced to 2");
    assert_eq!(reasons[2], "the interface has 2 actions");
    // Nothing was measured.
    assert!(found.get("decompositions").is_none() && found.get("best").is_none());
    let text = place.run("decompose token_ring.lts").expect(0).out;
    assert!(text.contains("  plain search  480 states\n"), "{text}");
    assert!(text.contains("  predicted     about 24 states  STATION(0),STATION(1),"), "{text}");
}

#[test]
fn all_decompositions_are_measured_once_for_each_class() {
    let place = Place::with_models(&["client_server.lts"]);
    let object = place.json(0, "decompose client_server.lts --all");
    let found = &object["properties"][0];
    assert_eq!((&found["count"], &found["classes"]), (&json!(14), &json!(6)));
    let all = found["decompositions"].as_array().expect("a list");
    assert_eq!(all.len(), 6);
    assert_eq!(all.iter().filter_map(|one| one["stands_for"].as_u64()).sum::<u64>(), 14);
    assert!(all.iter().all(|one| one["verdict"] == "holds"), "{all:?}");
    let least = all.iter().filter_map(|one| one["max_states"].as_u64()).min();
    assert_eq!(found["best"]["max_states"].as_u64(), least);
    assert_eq!(least, Some(4));
    assert_eq!(parts(&found["best"])[0], "Server");
    assert_eq!(found["predicted"]["measured"]["max_states"], 4);
    let plain = found["plain"]["max_states"].as_u64().expect("a number");
    let is_better = |one: &&Value| one["max_states"].as_u64().is_some_and(|states| states < plain);
    let better: u64 = all.iter().filter(is_better).filter_map(|one| one["stands_for"].as_u64()).sum();
    assert_eq!(found["better_than_plain"].as_u64(), Some(better));
    // What is said to be best costs as much when it is checked.
    let checked = "check client_server.lts --method learn --split";
    let split = format!("{checked} Server|client.0:Client,client.1:Client,client.2:Client");
    assert_eq!(place.json(0, &split)["results"][0]["stats"]["max_states"], 4);
}

#[test]
fn the_most_promising_ones_only() {
    let place = Place::with_models(&["token_ring.lts"]);
    let object = place.json(0, "decompose token_ring.lts --limit 2");
    let found = &object["properties"][0];
    let all = found["decompositions"].as_array().expect("a list");
    assert_eq!(all.len(), 2);
    assert_eq!(parts(&all[0]), parts(&found["predicted"]));
    let text = place.run("decompose token_ring.lts --limit 2").expect(0).out;
    assert!(text.contains("of 2 decompositions cost less than the plain search (2 runs)\n"), "{text}");
}

#[test]
fn too_many_decompositions_need_a_limit() {
    let place = Place::new();
    place.file("many.lts", "P(I=0) = (a[I] -> a[I+1] -> P).\nproperty T = (a[0] -> a[1] -> T).\n||S = (forall[i:0..24] P(i) || T).\n");
    let ended = place.run("decompose many.lts --all").expect(2);
    assert!(ended.err.contains("E0708"), "{}", ended.err);
    assert!(ended.err.contains("add --limit N"), "{}", ended.err);
    let object = place.json(0, "decompose many.lts --limit 3");
    assert_eq!(object["properties"][0]["decompositions"].as_array().map(Vec::len), Some(3));
    assert_eq!(object["properties"][0]["predicted"]["measured"]["verdict"], "holds");
}

#[test]
fn a_limit_leaves_what_is_known() {
    let place = Place::with_models(&["token_ring.lts"]);
    let object = place.json(3, "decompose token_ring.lts --all --max-states 100");
    assert_eq!(object["reason"], "states");
    let found = &object["properties"][0];
    assert_eq!(
        (&found["plain"]["verdict"], &found["plain"]["reason"]),
        (&json!("inconclusive"), &json!("states"))
    );
    assert_eq!((&found["best"]["verdict"], &found["best"]["max_states"]), (&json!("holds"), &json!(24)));
    let ended = place.run("decompose token_ring.lts --timeout 0").expect(3);
    assert!(ended.out.contains("inconclusive"), "{}", ended.out);
}

#[test]
fn systems_without_properties_are_refused() {
    let place = Place::with_models(&["philosophers.lts"]);
    let ended = place.run("decompose philosophers.lts").expect(2);
    assert!(ended.err.contains("has no property to take it apart for"), "{}", ended.err);
    let ended = place.run("decompose philosophers.lts --property Nobody").expect(2);
    assert!(ended.err.contains("E0005"), "{}", ended.err);
}

#[test]
fn both_verifiers_and_other_languages() {
    let place = Place::with_models(&["boiler.srs", "channel.lts"]);
    place.copy_model("ada/elevator.adb", "elevator.adb");
    let flow = place.json(0, "decompose elevator.adb --all --verifier flow --learner kv");
    let found = &flow["properties"][0];
    assert_eq!(found["plain"]["verdict"], found["best"]["verdict"]);
    let reasons = texts(&found["predicted"]["reasons"]);
    assert!(reasons.iter().any(|reason| reason.contains("tried with at most")), "{reasons:?}");
    // What is found by trying is the best of all, and costs what it costs.
    assert_eq!(found["predicted"]["cost"], found["best"]["max_states"], "{found:#}");
    // A property from a file.
    place.file("twice.lts", "property TWICE = (send -> output -> TWICE).");
    let object = place.json(0, "decompose channel.lts --property twice.lts --all");
    assert_eq!(object["properties"][0]["property"], "TWICE");
}
