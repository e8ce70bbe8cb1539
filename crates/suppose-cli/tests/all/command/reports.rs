//! All formats of reports say the same: what was not asked, what is violated, and that nothing was checked.

use serde_json::Value;

use crate::command::fixture::Place;

const FORMATS: [&str; 5] = ["text", "json", "junit", "sarif", "github"];

/// A handshake; nothing in it is declared to be checked.
const HANDSHAKE: &str = "
.model x
.inputs a
.outputs b
.graph
a+ b+
b+ a-
a- b-
b- a+
.marking {<b-,a+>}
.end
";

/// `BAD` is violated from the first state on, `LATE` after a step.
const PROGRESS: &str = "
    P = (go -> P).
    Q = (begin -> R), R = (go -> R).
    progress BAD = {stop}
    progress LATE = {begin}
    ||S = (P).
    ||T = (Q).
";

fn log(place: &Place, code: i32, arguments: &str) -> Value {
    let ended = place.run(&format!("{arguments} --format sarif")).expect(code);
    serde_json::from_str(&ended.out).expect("SARIF is JSON")
}

/// The names of what was not asked, as a format tells them.
fn not_asked(format: &str, out: &str) -> Vec<String> {
    let object = || serde_json::from_str::<Value>(out).expect("JSON");
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let between = |begin: &str, end: &str| -> Vec<String> {
        let rest = out.lines().filter_map(|line| line.split_once(begin)?.1.split_once(end));
        rest.map(|(name, _)| name.to_owned()).collect()
    };
    let labels = match format {
        "text" => {
            let all = between("not checked: ", " (--all").join("");
            all.split("; ").filter(|label| !label.is_empty()).map(str::to_owned).collect()
        }
        "json" => list(&object()["not_checked"])
            .iter()
            .map(|entry| entry["name"].as_str().unwrap_or_default().to_owned())
            .collect(),
        "junit" => out
            .lines()
            .filter(|line| line.contains("<skipped/>"))
            .filter_map(|line| Some(line.split_once(" name=\"")?.1.split_once('"')?.0.to_owned()))
            .collect(),
        "sarif" => list(&object()["runs"][0]["invocations"][0]["toolExecutionNotifications"])
            .iter()
            .inspect(|note| assert_eq!(note["level"], "note"))
            .filter_map(|note| note["message"]["text"].as_str()?.strip_suffix(" was not checked"))
            .map(str::to_owned)
            .collect(),
        _ => between("title=not checked::", " was not checked"),
    };
    let name = |label: String| label.rsplit(' ').next().unwrap_or_default().to_owned();
    labels.into_iter().map(name).collect()
}

#[test]
fn all_formats_tell_what_was_not_asked() {
    let place = Place::with_models(&["lift.lts"]);
    place.file("x.g", HANDSHAKE);
    // What nobody declared is for programs only.
    for (arguments, declared, undeclared) in [
        ("check x.g --property safety", &[][..], &["disabling", "deadlock"][..]),
        ("check lift.lts", &["Served.0", "Served.1", "Served.2"], &["deadlock"]),
    ] {
        for format in FORMATS {
            let ended = place.run(&format!("{arguments} --format {format}")).expect(0);
            let mut expected = if format == "json" { undeclared.to_vec() } else { Vec::new() };
            expected.extend(declared);
            assert_eq!(not_asked(format, &ended.out), expected, "{arguments} --format {format}");
        }
    }
}

#[test]
fn the_text_of_sarif_never_ends_in_a_colon() {
    let place = Place::with(&[("p.lts", PROGRESS)]);
    let text = |system: &str| {
        let log = log(&place, 1, &format!("check p.lts --system {system} --progress -q"));
        assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], true);
        let results = log["runs"][0]["results"].as_array().cloned().unwrap_or_default();
        let texts = results.iter().filter(|result| result["ruleId"] == "violated");
        texts.filter_map(|r| r["message"]["text"].as_str().map(str::to_owned)).collect::<Vec<_>>().join("\n")
    };
    let sentence = "is violated: from some point on the system makes no such progress";
    assert!(text("S").contains(&format!("BAD {sentence}: for ever go")), "{}", text("S"));
    assert!(text("T").contains(&format!("LATE {sentence}: begin, for ever go")), "{}", text("T"));
}

/// The file was not read, so nobody knows what could have been asked.
#[test]
fn a_limit_while_loading_is_not_green_in_any_format() {
    let place = Place::with_models(&["lift.lts"]);
    let told = "the time limit was reached; nothing was checked";
    for format in FORMATS {
        for options in ["--all", "--each", "--property DoorsShut"] {
            let ended =
                place.run(&format!("check lift.lts {options} --timeout 0 --format {format}")).expect(3);
            assert!(ended.out.contains(told), "{format} {options}: {}", ended.out);
        }
    }
    let out = |format: &str| {
        place.run(&format!("check lift.lts --all --timeout 0 --format {format}")).expect(3).out
    };
    assert_eq!(out("text"), format!("lift.lts: inconclusive: {told}\n"));
    let junit = out("junit");
    assert!(junit.contains("tests=\"1\" failures=\"0\" errors=\"1\""), "{junit}");
    assert!(junit.contains(&format!("<error type=\"timeout\" message=\"{told}\"/>")), "{junit}");
    let run = &log(&place, 3, "check lift.lts --all --timeout 0")["runs"][0];
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    assert_eq!(run["results"][0]["ruleId"], "inconclusive");
    let object = place.json(3, "check lift.lts --all --timeout 0");
    assert_eq!([&object["reason"], &object["message"]], ["timeout", told]);
}
