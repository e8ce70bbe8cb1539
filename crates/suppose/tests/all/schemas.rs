//! The schemas of JSON objects are made from the types and committed under `docs/schema`; real objects keep
//! to them.
//!
//! With `SUPPOSE_BLESS=1` in the environment the files are written instead of compared.

use std::path::PathBuf;

use serde_json::Value;
use suppose::report::schemas;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema")
}

#[test]
fn the_schemas_are_those_of_the_types() {
    for (name, schema) in schemas() {
        let path = folder().join(format!("{name}.json"));
        let made = format!("{}\n", serde_json::to_string_pretty(&schema).expect("plain data"));
        if std::env::var_os("SUPPOSE_BLESS").is_some() {
            std::fs::create_dir_all(folder()).expect("a folder");
            std::fs::write(&path, made).expect("a schema");
            continue;
        }
        let known = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(known == made, "{} is out of date; run the test with SUPPOSE_BLESS=1", path.display());
        let value: Value = serde_json::from_str(&known).expect("a schema is JSON");
        assert!(value["properties"]["schema"].is_object(), "{name}");
    }
}
