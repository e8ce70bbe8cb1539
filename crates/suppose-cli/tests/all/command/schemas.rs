//! Real objects keep to the committed schemas: every field they have is described there, and every field that
//! must be is.

use std::path::Path;

use serde_json::Value;

use super::fixture::Place;

/// What a value is that a schema does not allow, if there is something.
fn problem(value: &Value, schema: &Value, root: &Value, at: &str) -> Option<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = root.pointer(reference.trim_start_matches('#'));
        return problem(value, target.unwrap_or(&Value::Null), root, at);
    }
    if let Some(choices) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        let problems: Vec<Option<String>> =
            choices.iter().map(|choice| problem(value, &joined(schema, choice, root), root, at)).collect();
        return if problems.iter().any(Option::is_none) {
            None
        } else {
            problems.into_iter().flatten().next()
        };
    }
    if let Some(parts) = schema["allOf"].as_array() {
        return parts.iter().find_map(|part| problem(value, part, root, at));
    }
    if let Some(kinds) = schema.get("type") {
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_u64() || number.is_i64() => "integer",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let fits = |allowed: &Value| allowed == kind || allowed == "number" && kind == "integer";
        if !(fits(kinds) || kinds.as_array().is_some_and(|all| all.iter().any(fits))) {
            return Some(format!("{at} is {kind}, not {kinds}"));
        }
    }
    match value {
        Value::Array(items) => {
            let mut all = items.iter().enumerate();
            all.find_map(|(place, item)| problem(item, &schema["items"], root, &format!("{at}[{place}]")))
        }
        Value::Object(fields) => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            if let Some(missing) = required.into_iter().find(|name| !fields.contains_key(*name)) {
                return Some(format!("{at} has no `{missing}`"));
            }
            let known = &schema["properties"];
            let is_open = schema.get("additionalProperties").is_some() || !known.is_object();
            fields.iter().find_map(|(name, field)| match known.get(name) {
                Some(own) => problem(field, own, root, &format!("{at}.{name}")),
                None if is_open => None,
                None => Some(format!("{at} has a field `{name}` that the schema does not know")),
            })
        }
        _ => None,
    }
}

/// One choice of a schema together with the fields that all choices have.
fn joined(schema: &Value, choice: &Value, root: &Value) -> Value {
    let reference = choice["$ref"].as_str().and_then(|name| root.pointer(name.trim_start_matches('#')));
    let mut whole = reference.unwrap_or(choice).clone();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        whole["properties"][name] = field.clone();
    }
    if let Some(more) = schema["required"].as_array() {
        let mut required = whole["required"].as_array().cloned().unwrap_or_default();
        required.extend(more.iter().cloned());
        whole["required"] = required.into();
    }
    whole
}

#[track_caller]
fn keeps_to(name: &str, object: &Value) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/schema/{name}.json"));
    let schema = std::fs::read_to_string(&path).expect("a schema");
    let schema: Value = serde_json::from_str(&schema).expect("a schema is JSON");
    assert_eq!(problem(object, &schema, &schema, name), None, "{object}");
}

#[test]
fn a_wrong_object_is_seen() {
    let schema = serde_json::json!({
        "type": "object",
        "properties": { "a": { "type": "integer" }, "b": { "type": ["string", "null"] } },
        "required": ["a"],
    });
    let wrong = |value: Value| problem(&value, &schema, &schema, "it");
    assert_eq!(wrong(serde_json::json!({ "a": 1, "b": null })), None);
    assert!(wrong(serde_json::json!({ "b": "x" })).is_some());
    assert!(wrong(serde_json::json!({ "a": "x" })).is_some());
    assert!(wrong(serde_json::json!({ "a": 1, "c": 2 })).is_some());
}

#[test]
fn real_objects_keep_to_the_schemas() {
    let place = Place::with_models(&[
        "channel.lts",
        "mutex.lts",
        "buffer.lts",
        "priorities.lts",
        "hazard.v",
        "celement.g",
        "door.srs",
        "token_ring.lts",
    ]);
    place.copy_model("ada/elevator.adb", "elevator.adb");
    for (code, command) in [
        (0, "check channel.lts -v"),
        (0, "check channel.lts --split Input|Output -v"),
        (1, "check mutex.lts --system Barging"),
        (1, "check buffer.lts --system Nested --deadlock"),
        (1, "check priorities.lts --system Unfair --progress"),
        (3, "check token_ring.lts --method learn --max-states 2"),
        (1, "check hazard.v"),
        (0, "check celement.g"),
        (1, "check door.srs --component DOOR --assume universal"),
        (0, "check door.srs -v"),
        (0, "check elevator.adb"),
        (0, "check elevator.adb --verifier flow"),
        (3, "check elevator.adb --verifier flow --constraint none"),
    ] {
        let ended = place.run(&format!("{command} --json")).expect(code);
        keeps_to("check", &ended.object());
    }
    keeps_to("assume", &place.json(0, "assume channel.lts --component Input"));
    keeps_to("assume", &place.json(0, "assume channel.lts --component Input --by learn -v"));
    keeps_to("decompose", &place.json(0, "decompose channel.lts"));
    keeps_to("decompose", &place.json(0, "decompose token_ring.lts --all"));
    keeps_to("decompose", &place.json(0, "decompose elevator.adb --limit 1 --verifier flow"));
    keeps_to("compile", &place.json(0, "compile channel.lts"));
    keeps_to("compile", &place.json(0, "compile celement.g"));
    keeps_to("compile", &place.json(0, "reduce channel.lts --by weak"));
    keeps_to("compare", &place.json(1, "compare channel.lts mutex.lts --by trace"));
    place.run("check channel.lts --certificate c.json").expect(0);
    keeps_to("certify", &place.json(0, "certify c.json"));
}

#[test]
fn objects_about_several_systems_keep_to_the_schema() {
    let place = Place::with_models(&["channel.lts", "mutex.lts"]);
    place.file("wrong.lts", "P = (");
    let object = place.json(2, "check --each channel.lts mutex.lts wrong.lts");
    assert_eq!(object["reports"].as_array().map(Vec::len), Some(3));
    keeps_to("check", &object);
    // A sum of numbers with three places has no more than those.
    let time = object["time_ms"].to_string();
    let places = time.split_once('.').map_or(0, |(_, places)| places.len());
    assert!(places <= 3, "{time}");
    let mut wrong = object.clone();
    wrong["reports"][0]["surprise"] = Value::Null;
    assert!(std::panic::catch_unwind(|| keeps_to("check", &wrong)).is_err());
}

#[test]
fn objects_of_runs_that_fail_keep_to_the_schemas() {
    let place = Place::with_models(&["channel.lts", "philosophers.lts"]);
    place.file("wrong.lts", "P = (");
    place.run("check channel.lts --certificate c.json").expect(0);
    place.file("damaged.json", "{}");
    // The systems are built, and then their sets of states are too many.
    let subsets = "P = ({a, b} -> P | a -> Q[0]), Q[i:0..10] = ({a, b} -> Q[i+1]), Q[11] = STOP.";
    place.file("subsets.lts", subsets);
    place.file("same.lts", subsets.replace("STOP", "(c -> STOP)"));
    for (code, schema, command) in [
        (2, "check", "check wrong.lts"),
        (2, "check", "check channel.lts --certificate channel.lts"),
        (3, "check", "check channel.lts --timeout 0"),
        (2, "assume", "assume wrong.lts --component P"),
        (3, "assume", "assume channel.lts --component Input --timeout 0"),
        (3, "assume", "assume channel.lts --component Input --max-states 1"),
        (2, "decompose", "decompose wrong.lts"),
        (2, "decompose", "decompose philosophers.lts"),
        (3, "decompose", "decompose channel.lts --timeout 0"),
        (3, "decompose", "decompose channel.lts --all --max-states 2"),
        (2, "compile", "compile wrong.lts"),
        (2, "compile", "compile channel.lts -o out.txt"),
        (3, "compile", "compile philosophers.lts --max-states 10"),
        (3, "compile", "reduce philosophers.lts --by strong --max-states 10"),
        (2, "compare", "compare wrong.lts channel.lts --by trace"),
        (3, "compare", "compare philosophers.lts philosophers.lts --by strong --max-states 10"),
        (3, "compare", "compare subsets.lts same.lts --by trace --max-states 100"),
        (3, "compile", "reduce subsets.lts --by trace --max-states 100"),
        (2, "certify", "certify wrong.lts"),
        (2, "certify", "certify damaged.json"),
        (3, "certify", "certify c.json --timeout 0"),
    ] {
        let ended = place.run(&format!("{command} --json")).expect(code);
        keeps_to(schema, &ended.object());
    }
}
