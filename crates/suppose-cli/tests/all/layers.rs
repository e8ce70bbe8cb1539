//! Which crate may use which: data flows one way, and nothing may depend on the command.

use std::process::Command;

use serde_json::Value;

/// For each crate of the workspace the others that it may depend on, for building or for testing.
const ALLOWED: &[(&str, &[&str])] = &[
    ("suppose-base", &[]),
    ("suppose-lts", &["suppose-base"]),
    ("suppose-learn", &["suppose-base"]),
    ("suppose-fsp", &["suppose-base", "suppose-lts"]),
    ("suppose-ada", &["suppose-base", "suppose-lts"]),
    ("suppose-nets", &["suppose-base", "suppose-lts"]),
    ("suppose-srs", &["suppose-base", "suppose-lts"]),
    (
        "suppose-flow",
        &["suppose-base", "suppose-lts", "suppose-ada", "suppose-learn", "suppose-prove", "suppose-certify"],
    ),
    ("suppose-prove", &["suppose-base", "suppose-lts", "suppose-learn", "suppose-certify"]),
    ("suppose-certify", &[]),
    (
        "suppose",
        &[
            "suppose-base",
            "suppose-lts",
            "suppose-fsp",
            "suppose-ada",
            "suppose-nets",
            "suppose-srs",
            "suppose-flow",
            "suppose-learn",
            "suppose-prove",
            "suppose-certify",
        ],
    ),
    (
        "suppose-bench",
        &[
            "suppose-base",
            "suppose-lts",
            "suppose-fsp",
            "suppose-ada",
            "suppose-nets",
            "suppose-srs",
            "suppose-flow",
            "suppose-learn",
            "suppose-prove",
            "suppose-certify",
        ],
    ),
];

#[test]
fn no_crate_depends_on_one_above_it() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    let mut seen: Vec<&str> = packages.iter().map(name).collect();
    for package in packages {
        let from = name(package);
        let rule = ALLOWED.iter().find(|(crate_name, _)| *crate_name == from);
        let (_, allowed) = rule.unwrap_or_else(|| panic!("{from} is new: say here what it may depend on"));
        let dependencies = package["dependencies"].as_array().expect("a list of dependencies");
        for to in dependencies.iter().filter(|d| d["path"].is_string()).map(name) {
            assert!(allowed.contains(&to), "{from} must not depend on {to}");
        }
    }
    seen.sort_unstable();
    let mut known: Vec<&str> = ALLOWED.iter().map(|(crate_name, _)| *crate_name).collect();
    known.sort_unstable();
    assert_eq!(seen, known);
}

fn name(value: &Value) -> &str {
    value["name"].as_str().expect("a name")
}
