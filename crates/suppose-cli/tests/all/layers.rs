//! The shape of the house: which crate may use which, and what the command may not do.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use suppose::code_in;

/// For each crate of the workspace the others that it may be built with; for tests see [`FOR_TESTS`].
const ALLOWED: &[(&str, &[&str])] = &[
    ("suppose-base", &[]),
    ("suppose-lts", &["suppose-base"]),
    ("suppose-learn", &["suppose-base"]),
    ("suppose-prove", &["suppose-base", "suppose-lts", "suppose-learn"]),
    ("suppose-inquiry", &["suppose-base", "suppose-lts", "suppose-learn", "suppose-prove"]),
    ("suppose-fsp", BELOW_LANGUAGES),
    ("suppose-ada", BELOW_LANGUAGES),
    ("suppose-nets", BELOW_LANGUAGES),
    ("suppose-srs", BELOW_LANGUAGES),
    (
        "suppose-flow",
        &["suppose-base", "suppose-lts", "suppose-learn", "suppose-prove", "suppose-inquiry", "suppose-ada"],
    ),
    ("suppose-certify", &[]),
    ("suppose-testing", &[]),
    ("suppose", ALL_LIBRARIES),
    ("suppose-study", &["suppose"]),
    ("suppose-cli", &["suppose", "suppose-study"]),
    ("suppose-bench", ALL_LIBRARIES),
];

/// What a language may be built with: everything below it, and no other language.
const BELOW_LANGUAGES: &[&str] =
    &["suppose-base", "suppose-lts", "suppose-learn", "suppose-prove", "suppose-inquiry"];

const ALL_LIBRARIES: &[&str] = &[
    "suppose-base",
    "suppose-lts",
    "suppose-learn",
    "suppose-prove",
    "suppose-inquiry",
    "suppose-fsp",
    "suppose-ada",
    "suppose-nets",
    "suppose-srs",
    "suppose-flow",
    "suppose-certify",
];

/// What tests of any crate may use too. Nothing that is built for users does, but the library, which reads
/// certificates back.
const FOR_TESTS: &[&str] = &["suppose-certify", "suppose-testing"];

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
        for dependency in dependencies.iter().filter(|d| d["path"].is_string()) {
            let (to, kind) = (name(dependency), dependency["kind"].as_str());
            let fits = match kind {
                None => allowed.contains(&to),
                Some("dev") if from == "suppose-testing" => false,
                Some("dev") => allowed.contains(&to) || FOR_TESTS.contains(&to),
                Some(other) => {
                    panic!("{from} has a dependency of the kind {other}: say here what that may be")
                }
            };
            assert!(fits, "{from} must not depend on {to} ({})", kind.unwrap_or("normal"));
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

/// All Rust files under a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|suffix| suffix == "rs") {
            files.push(path);
        }
    }
    files
}

#[test]
fn the_command_makes_no_verdicts() {
    for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let text = std::fs::read_to_string(&path).expect("a source");
        for word in ["Verdict::", "suppose_", "StopReason::Internal", "StopReason::Unsupported"] {
            // Studies stand beside the library.
            let place = text.lines().position(|line| line.replace("suppose_study", "").contains(word));
            // A format that only reactive systems have is refused where files are written.
            let is_known = path.ends_with("output.rs") && word == "StopReason::Unsupported";
            assert!(place.is_none() || is_known, "{}:{:?} says {word}", path.display(), place.map(|n| n + 1));
        }
    }
}

/// Every code that a message is given has a row in the table of its crate.
#[test]
fn every_code_is_in_a_table() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut codes = 0;
    for path in sources(&crates).iter().filter(|path| path.components().any(|part| part.as_os_str() == "src"))
    {
        let text = std::fs::read_to_string(path).expect("a source");
        for call in ["Diagnostic::error(\"", "Diagnostic::warning(\""] {
            for (at, _) in text.match_indices(call) {
                let rest = &text[at + call.len()..];
                let code = rest.split('"').next().unwrap_or_default();
                let found = code_in(code, suppose::codes().chain(suppose_study::CODES));
                assert!(found.is_some(), "{}: {code} is in no table", path.display());
                codes += 1;
            }
        }
    }
    assert!(codes > 100, "only {codes} messages found");
}
