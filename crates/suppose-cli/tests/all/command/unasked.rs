//! Nothing is silently green: what was not asked is said, warnings can be denied, and several systems have a
//! report each.

use serde_json::{Value, json};

use crate::command::fixture::Place;

const MODEL: &str = "P = (go -> work -> P).
property Order = (go -> work -> Order).
property Spare = (work -> go -> Spare).
progress Works = {work}
assert Always = []<>work
||SYS = (P || Order).
";

fn kinds(value: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    value.as_array().into_iter().flatten().map(|entry| (text(&entry["kind"]), text(&entry["name"]))).collect()
}

#[test]
fn what_was_not_asked_is_said() {
    let place = Place::with(&[("m.lts", MODEL)]);
    let ended = place.run("check m.lts").expect(0);
    let line =
        "not checked: deadlock; progress Works; property Spare; assertion Always (--all checks everything)";
    assert!(ended.out.contains(line), "{}", ended.out);
    let object = place.json(0, "check m.lts");
    let expected =
        [("deadlock", "deadlock"), ("progress", "Works"), ("property", "Spare"), ("assertion", "Always")];
    let expected = expected.map(|(kind, name)| (kind.to_owned(), name.to_owned()));
    assert_eq!(kinds(&object["not_checked"]), expected);
}

#[test]
fn all_asks_everything_that_is_declared() {
    let place = Place::with(&[("m.lts", MODEL)]);
    // Spare is violated; the formula is not supported yet, which is said and not green.
    let object = place.json(1, "check m.lts --all");
    let results: Vec<(&str, &str)> = object["results"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|result| Some((result["property"].as_str()?, result["verdict"].as_str()?)))
        .collect();
    let expected = [
        ("Order", "holds"),
        ("deadlock", "holds"),
        ("Works", "holds"),
        ("Spare", "violated"),
        ("Always", "inconclusive"),
    ];
    assert_eq!(results, expected);
    assert_eq!(object["not_checked"], json!([]));
    let only = MODEL.replace("property Spare = (work -> go -> Spare).\n", "");
    let place = Place::with(&[("m.lts", &only)]);
    place.run("check m.lts --all").expect(3);
}

#[test]
fn warnings_are_in_the_object_and_can_be_denied() {
    // The property watches `entr`, which nobody does.
    let text = "P = (enter -> leave -> P).\nproperty Q = (entr -> leave -> Q).\n||S = (P || Q).\n";
    let place = Place::with(&[("m.lts", text), ("clean.lts", "P = (a -> P).\n")]);
    let object = place.json(1, "check m.lts");
    let warnings = object["warnings"].as_array().cloned().unwrap_or_default();
    assert!(!warnings.is_empty(), "{object}");
    assert_eq!(warnings[0]["severity"], "warning");
    assert_eq!(warnings[0]["code"], "W0310");
    assert_eq!(warnings[0]["labels"][0]["line"], 2);
    assert!(warnings[0]["help"].as_str().is_some_and(|help| help.contains("`enter`")), "{object}");
    place.run("check m.lts --deny-warnings").expect(2);
    place.run("check clean.lts --deny-warnings").expect(0);
    assert_eq!(place.json(0, "check clean.lts")["warnings"], json!([]));
}

#[test]
fn each_file_is_a_system_of_its_own() {
    let place = Place::with(&[
        ("good.lts", "P = (a -> P). property Q = (a -> Q). ||S = (P || Q)."),
        ("bad.lts", "P = (a -> P). property Q = (b -> Q) + {a}. ||S = (P || Q)."),
        ("wrong.lts", "P = (a -> ."),
    ]);
    let ended = place.run("check --each good.lts bad.lts").expect(1);
    assert!(ended.out.contains("good.lts: S of 1 component: P\n  Q  holds"), "{}", ended.out);
    assert!(ended.out.contains("bad.lts: S of 1 component: P\n  Q  violated"), "{}", ended.out);
    let object = place.json(1, "check --each good.lts bad.lts");
    let verdicts: Vec<&Value> = object["reports"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|report| &report["results"][0]["verdict"])
        .collect();
    assert_eq!(verdicts, ["holds", "violated"]);
    let object = place.json(2, "check --each good.lts wrong.lts bad.lts");
    let files: Vec<&Value> = object["reports"].as_array().into_iter().flatten().map(|r| &r["file"]).collect();
    assert_eq!(files, ["good.lts", "wrong.lts", "bad.lts"]);
    assert!(object["reports"][1]["diagnostics"][0]["code"].is_string(), "{object}");
}

#[test]
fn junit_has_a_case_for_each_question() {
    let place = Place::with(&[("m.lts", MODEL), ("bad.lts", "P = (a<b -> P).")]);
    let ended = place.run("check m.lts --property Order --property Spare --format junit").expect(1);
    let out = &ended.out;
    assert!(
        out.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"suppose\">"),
        "{out}"
    );
    assert!(out.contains("tests=\"5\" failures=\"1\" errors=\"0\" skipped=\"3\""), "{out}");
    assert!(out.contains("<failure type=\"violated\" message=\"Spare is violated after 1 step\">"), "{out}");
    assert!(out.contains("name=\"Works\" time=\"0.000\"><skipped/>"), "{out}");
    let ended = place.run("check bad.lts --format junit").expect(2);
    assert!(ended.out.contains("<error type=\"input\""), "{}", ended.out);
    let ended = place.run("check m.lts --format junit --max-states 0").expect(3);
    assert!(ended.out.contains("<error type=\"states\""), "{}", ended.out);
}

#[test]
fn sarif_has_a_result_for_each_violation_with_its_run() {
    let place = Place::with(&[("m.lts", MODEL)]);
    let ended = place.run("check m.lts --property Order --property Spare --format sarif").expect(1);
    let log: Value = serde_json::from_str(&ended.out).expect("SARIF is JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["name"], "suppose");
    assert_eq!(run["results"].as_array().map(Vec::len), Some(1), "{log}");
    let result = &run["results"][0];
    assert_eq!(result["ruleId"], "violated");
    assert_eq!(result["level"], "error");
    assert_eq!(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "m.lts");
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 3);
    let steps = &result["codeFlows"][0]["threadFlows"][0]["locations"];
    assert_eq!(steps[0]["location"]["message"]["text"], "go");
    let known = run["tool"]["driver"]["rules"].as_array().into_iter().flatten();
    assert!(known.clone().any(|rule| rule["id"] == "violated"));
}

#[test]
fn github_gets_annotations() {
    let place = Place::with(&[("m.lts", MODEL)]);
    let ended = place.run("check m.lts --property Order --property Spare --format github").expect(1);
    assert!(ended.out.contains("Order holds\n"), "{}", ended.out);
    let error = "::error file=m.lts,line=3,col=10,title=Spare is violated after 1 step::";
    assert!(ended.out.contains(error), "{}", ended.out);
    assert!(ended.out.contains("::notice file=m.lts,title=not checked::progress Works was not checked"));
}

#[test]
fn a_model_without_a_name_lists_them_and_codes_need_no_zeros() {
    let place = Place::new();
    let list = place.run("model").expect(0).out;
    assert_eq!(list, place.run("model list").expect(0).out);
    assert!(list.contains("gas-station"));
    assert!(place.run("explain E207").expect(0).out.starts_with("E0207:"));
    assert!(place.run("explain e0207").expect(0).out.starts_with("E0207:"));
    let object = place.json(0, "model");
    assert!(object["models"].as_array().is_some_and(|models| models.len() > 5));
}

#[test]
fn a_file_that_is_not_there_is_not_about_its_suffix() {
    let place = Place::with(&[("x.lst", "P = (a -> P).")]);
    std::fs::create_dir(place.path("folder")).expect("a folder");
    place.run("check nothing").expect(2).complains(&["E0001", "nothing"]);
    place.run("check folder").expect(2).complains(&["E0001", "it is a folder, not a file"]);
    let ended = place.run("check x.lst").expect(2);
    ended.complains(&["E0004", "cannot tell the language from the suffix `.lst`", "--lang"]);
    place.run("check x.lst --lang fsp").expect(0);
}
