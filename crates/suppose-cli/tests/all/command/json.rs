//! The objects of `--json`: the fields that the contract names, with their types.

use serde_json::{Value, json};

use crate::command::exit_codes::TURNS;
use crate::command::fixture::{Place, texts};

/// The fields of every object.
#[track_caller]
fn common(object: &Value, command: &str, file: &str) {
    assert_eq!(object["schema"], format!("suppose/{command}/1"));
    assert_eq!(object["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(object["file"], file);
    assert!(object["time_ms"].as_f64().is_some_and(|ms| ms >= 0.0), "{object}");
}

/// The fields of `compile`, `reduce` and `export`.
#[track_caller]
fn sized(object: &Value, states: u64, transitions: u64, alphabet: &[&str]) {
    assert_eq!(object["states"], states, "{object}");
    assert_eq!(object["transitions"], transitions, "{object}");
    assert_eq!(texts(&object["alphabet"]), alphabet);
    for field in ["has_error", "tau"] {
        assert!(object[field].is_boolean(), "{object}");
    }
    assert!(object["deadlocks"].is_u64(), "{object}");
}

#[test]
fn compile_and_reduce() {
    let place = Place::with(&[("t.lts", TURNS)]);
    let object = place.json(0, "compile t.lts --system P");
    common(&object, "compile", "t.lts");
    sized(&object, 2, 2, &["a", "b"]);
    assert_eq!(object["system"], "P");
    assert_eq!([&object["has_error"], &object["tau"]], [false, false]);
    assert_eq!(object["deadlocks"], 0);

    // P with all three properties: the first `a` breaks FIRST, and nothing else can happen.
    let object = place.json(0, "compile t.lts");
    sized(&object, 1, 1, &["a", "b"]);
    assert_eq!(object["has_error"], true);

    let object = place.json(0, "reduce t.lts --system P --by strong");
    common(&object, "reduce", "t.lts");
    sized(&object, 2, 2, &["a", "b"]);
    assert_eq!(object["by"], "strong");
    assert_eq!([&object["states_before"], &object["transitions_before"]], [2, 2]);
}

#[test]
fn the_alphabet_is_sorted_by_name() {
    let place = Place::with(&[("p.lts", "P = (z -> b[10] -> b[2] -> a -> P) + {m}.")]);
    assert_eq!(texts(&place.json(0, "compile p.lts")["alphabet"]), ["a", "b.10", "b.2", "m", "z"]);
}

#[test]
fn tau_and_deadlocks_are_told() {
    let place = Place::with(&[("p.lts", "P = (a -> b -> STOP | c -> END)\\{b}.")]);
    let object = place.json(0, "compile p.lts");
    assert_eq!(object["tau"], true);
    assert_eq!(object["deadlocks"], 1);
    assert_eq!(texts(&object["alphabet"]), ["a", "c"]);
}

#[test]
fn check() {
    let place = Place::with(&[("t.lts", TURNS)]);
    let object = place.json(1, "check t.lts --deadlock");
    common(&object, "check", "t.lts");
    assert_eq!(object["system"], "S");
    assert_eq!(texts(&object["components"]), ["P"]);
    let results = object["results"].as_array().expect("a list");
    let verdicts: Vec<[&Value; 2]> = results.iter().map(|r| [&r["property"], &r["verdict"]]).collect();
    assert_eq!(
        verdicts,
        [["TURNS", "holds"], ["FIRST", "violated"], ["ONCE", "violated"], ["deadlock", "holds"]]
    );
    for result in results {
        assert_eq!(result["method"], "monolithic");
        for field in ["states_explored", "max_states"] {
            assert!(result["stats"][field].is_u64(), "{result}");
        }
        assert!(result["stats"]["time_ms"].is_f64(), "{result}");
        let violated = result["verdict"] == "violated";
        assert_eq!(result.get("witness").is_some(), violated);
        assert_eq!(result.get("failed_property").is_some(), violated);
        assert!(result.get("reason").is_none());
    }
    assert_eq!(results[1]["witness"], json!(["a"]));
    assert_eq!(results[1]["failed_property"], "FIRST");
    assert_eq!(results[2]["witness"], json!(["a", "b", "a"]));
    assert_eq!(results[2]["failed_property"], "ONCE");
}

#[test]
fn an_open_question_has_its_reason() {
    let place = Place::with(&[("t.lts", TURNS)]);
    for (arguments, reason) in [
        ("check t.lts --property ALWAYS", "unsupported"),
        ("check t.lts --deadlock --property TURNS --method learn", "unsupported"),
        ("check t.lts --property TURNS --max-states 1", "states"),
        ("check t.lts --property TURNS --timeout 0", "timeout"),
    ] {
        let object = place.json(3, arguments);
        common(&object, "check", "t.lts");
        let results = object["results"].as_array().expect("a list");
        let last = results.last().expect("a result");
        assert_eq!(last["verdict"], "inconclusive", "{arguments}");
        assert_eq!(last["reason"], reason, "{arguments}");
        assert!(last.get("witness").is_none());
    }
}

#[test]
fn compare_tells_what_distinguishes() {
    let place = Place::with(&[("p.lts", "P = (a -> b -> STOP)."), ("q.lts", "Q = (a -> STOP) + {b}.")]);
    let object = place.json(1, "compare p.lts q.lts --by trace");
    common(&object, "compare", "p.lts");
    assert_eq!(object["equal"], false);
    assert_eq!(texts(&object["distinguishing"]), ["a", "b"]);
    let object = place.json(0, "compare p.lts p.lts --by strong");
    assert_eq!(object["equal"], true);
    assert_eq!(object["distinguishing"], Value::Null);
}

#[test]
fn export_and_explain() {
    let place = Place::with(&[("p.lts", "P = (a -> STOP).")]);
    let object = place.json(0, "export p.lts --to aut");
    common(&object, "export", "p.lts");
    sized(&object, 2, 1, &["a"]);
    assert_eq!(object["text"], "des (0,1,2)\n(0,a,1)\n");
    let object = place.json(0, "export p.lts --to aut -o p.aut");
    common(&object, "export", "p.lts");
    assert_eq!(place.text("p.aut"), "des (0,1,2)\n(0,a,1)\n");
    let object = place.json(0, "explain E0001");
    common(&object, "explain", "");
    assert_eq!(object["code"], "E0001");
}

#[test]
fn an_error_is_an_object_of_its_command_too() {
    let place = Place::with(&[("e.lts", "P = (a -> P\nQ = (b -> Q).")]);
    for (arguments, command, file) in [
        ("compile e.lts", "compile", "e.lts"),
        ("reduce e.lts --by weak", "reduce", "e.lts"),
        ("compare e.lts e.lts --by weak", "compare", "e.lts"),
        ("check e.lts", "check", "e.lts"),
        ("export e.lts --to aut", "export", "e.lts"),
        ("check missing.lts", "check", "missing.lts"),
    ] {
        let ended = place.run(&format!("{arguments} --json")).expect(2);
        assert!(ended.err.starts_with("error[E0"), "{}", ended.err);
        let object = ended.object();
        common(&object, command, file);
        assert!(object["diagnostics"][0]["message"].is_string(), "{object}");
        assert!(object["diagnostics"][0]["code"].is_string(), "{object}");
        assert_eq!(object["diagnostics"][0]["severity"], "error");
    }
    let label = &place.json(2, "compile e.lts")["diagnostics"][0]["labels"][0];
    assert_eq!([&label["file"], &label["line"], &label["column"]], [&json!("e.lts"), &json!(2), &json!(1)]);
}
