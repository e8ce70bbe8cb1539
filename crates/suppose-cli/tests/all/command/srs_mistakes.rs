//! Synchronous reactive systems: what is refused, and limits.

use crate::command::fixture::Place;

#[test]
fn what_does_not_go_together() {
    let place = Place::with_models(&["boiler.srs", "door.srs", "channel.lts"]);
    place.file("c.rules", "LevelRisk => !LevelRangeLow;");
    place.file("late.rules", "mS >= 4000000000 => !LevelRisk;");
    for (arguments, texts) in [
        ("check boiler.srs door.srs", &["E0006", "stands alone"][..]),
        ("check boiler.srs channel.lts", &["E0006", "stands alone"]),
        (
            "check boiler.srs --method learn --assume mined",
            &["E0006", "`--assume` cannot be used with `--method learn`"],
        ),
        ("check boiler.srs --deadlock", &["E0006", "--deadlock"]),
        ("check boiler.srs --certificate c.json", &["E0006", "one property"]),
        ("check boiler.srs --k 2", &["E0006", "--k"]),
        ("check boiler.srs --method monolithic --assume mined", &["E0006", "--assume"]),
        ("check boiler.srs --method monolithic --exploration paper", &["E0006", "--exploration"]),
        ("check boiler.srs --assume c.rules", &["E0006", "say which with --component"]),
        ("check boiler.srs --component CONTROL --assume none.rules", &["E0001", "none.rules"]),
        ("check boiler.srs --component STEAM --assume c.rules", &["E0907", "c.rules:1:1"]),
        ("check boiler.srs --component CONTROL --assume late.rules", &["E0006", "late.rules:1:1"]),
        ("check boiler.srs --component CONTROLL", &["E0005", "did you mean `CONTROL`?"]),
        ("check boiler.srs --property c3", &["E0005", "did you mean `c03`?"]),
        ("check boiler.srs --component STEAM --property c03", &["E0005", "component STEAM has no property"]),
        ("check boiler.srs --system kettle", &["E0005", "kettle"]),
        ("check channel.lts --component Input", &["E0006", "reactive systems"]),
        ("check channel.lts --microsteps 3", &["E0006", "--microsteps"]),
        ("compile boiler.srs --process PUMPS", &["E0005", "components are"]),
        ("assume boiler.srs --property c01", &["E0604", "--component"]),
        ("assume boiler.srs --component STEAM --property c01", &["E0005", "component STEAM"]),
        ("assume boiler.srs --component CONTROL", &["E0605", "19 properties"]),
        ("export channel.lts --to fsp --component Input", &["E0006", "--component"]),
        ("export boiler.srs --to promela --property x1", &["E0005", "x1"]),
        ("export boiler.srs --to promela --assume mined", &["E0006", "--component"]),
        ("mine channel.lts --component Input", &["E0004", "reactive systems"]),
        (
            "mine boiler.srs --component CONTROL --exploration paper --from whole",
            &["E0006", "--from iterated"],
        ),
        ("mine boiler.srs --component CONTROL -o boiler.srs", &["E0006", "overwrite"]),
        ("model boiler --size 0", &["E0006", "from 1"]),
        ("check model:boiler:1001", &["E0006", "to 1000"]),
    ] {
        place.run(&format!("{arguments} -q")).expect(2).complains(texts);
    }
}

#[test]
fn bad_models_are_shown_where_they_are_bad() {
    let place = Place::with(&[("bad.srs", "component A {\n  fsm P { init S; S -> T : Nothing; }\n}")]);
    place.run("check bad.srs").expect(2).complains(&["error[E0907]", "bad.srs:2:28"]);
    let empty = place.run_reading("check - --lang srs", "");
    empty.expect(2).complains(&["error[E09"]);
    let read = place.run_reading(
        "check - --lang srs",
        "component A { in E; fsm P { init S; S -> T : E; } prop p : pre(P.T) => in(P.T); }",
    );
    assert!(read.expect(0).out.contains("stdin of 1 component: A"));
}

#[test]
fn limits() {
    let place = Place::with_models(&["boiler.srs"]);
    for arguments in ["check boiler.srs --timeout 0", "check boiler.srs --method monolithic --timeout 0"] {
        let object = place.json(3, arguments);
        let results = object["results"].as_array().expect("a list");
        // With `termination` and `values`, which are not known to hold.
        assert_eq!(results.len(), 57);
        assert!(
            results.iter().all(|result| result["verdict"] == "inconclusive" && result["reason"] == "timeout")
        );
    }
    place.run("mine boiler.srs --component CONTROL --timeout 0 -q").expect(3);
}
