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
        let problems: Vec<Option<String>> = choices.iter().map(|s| problem(value, s, root, at)).collect();
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
    keeps_to("compile", &place.json(0, "compile channel.lts"));
    keeps_to("compile", &place.json(0, "compile celement.g"));
    keeps_to("compile", &place.json(0, "reduce channel.lts --by weak"));
    keeps_to("compare", &place.json(1, "compare channel.lts mutex.lts --by trace"));
    place.run("check channel.lts --certificate c.json").expect(0);
    keeps_to("certify", &place.json(0, "certify c.json"));
}
