//! `check --certificate` and `certify`: written, checked, spoilt, stale.

use serde_json::{Value, json};

use crate::command::exit_codes::TURNS;
use crate::command::fixture::Place;
use crate::command::prove::WAYS;

#[track_caller]
fn sources(object: &Value) -> Vec<[&str; 2]> {
    let list = object["sources"].as_array().expect("sources");
    list.iter().map(|s| ["path", "status"].map(|field| s[field].as_str().unwrap_or_default())).collect()
}

#[test]
fn every_way_of_proving_is_accepted() {
    let place = Place::with_models(&["channel_prime.lts", "mutex.lts"]);
    for model in ["channel_prime.lts", "mutex.lts"] {
        for way in WAYS {
            let ended = place.run(&format!("check {model} {way} --certificate c.json")).expect(0);
            assert!(ended.out.ends_with("certificate of 1 result: c.json\n"), "{way}: {}", ended.out);
            let object = place.json(0, "certify c.json");
            assert_eq!(object["schema"], "suppose/certify/1");
            assert_eq!(object["accepted"], true, "{model} {way}: {object}");
            assert_eq!(sources(&object), [[model, "unchanged"]]);
            let result = &object["results"][0];
            assert_eq!(result["verdict"], "holds");
            let rule = if way == "--rule sym" { "symmetric" } else { "chain" };
            assert_eq!(result["rule"], rule, "{way}");
            assert!(result["states"].is_u64());
        }
    }
}

#[test]
fn several_results_with_violations_among_them() {
    let place = Place::with(&[("t.lts", TURNS)]);
    let object = place.json(1, "check t.lts --certificate c.json");
    assert_eq!(object["certificate"], "c.json");
    let object = place.json(0, "certify c.json");
    let results: Vec<Value> = object["results"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|r| json!([r["property"], r["verdict"], r["rule"], r["states"]]))
        .collect();
    // A witness counts its steps.
    assert_eq!(results[1], json!(["FIRST", "violated", null, 1]));
    assert_eq!(results[2], json!(["ONCE", "violated", null, 3]));
    assert_eq!(results.len(), 3);
    let text = place.run("certify c.json").expect(0).out;
    assert!(text.contains("  ONCE   violated (witness of 3 steps replayed)"), "{text}");
    assert!(text.ends_with("\naccepted\n"), "{text}");
}

#[test]
fn the_same_questions_give_the_same_bytes() {
    let place = Place::with_models(&["election.lts"]);
    place.run("check election.lts --method learn --threads 1 --certificate a.json").expect(0);
    place.run("check election.lts --method learn --threads 2 --certificate b.json").expect(0);
    assert!(place.text("a.json") == place.text("b.json"));
}

#[test]
fn what_can_have_no_certificate_is_said() {
    let place = Place::with(&[("t.lts", TURNS)]);
    let ended = place.run("check t.lts --system GOOD --deadlock --progress --certificate c.json").expect(0);
    let ended =
        ended.complains(&["warning[W0701]", "deadlock has no certificate", "progress has no certificate"]);
    assert!(ended.out.contains("certificate of 1 result: c.json"), "{}", ended.out);
    place.run("certify c.json").expect(0);
    // The exit code is that of the check.
    let ended = place.run("check t.lts --property ALWAYS --property TURNS --certificate d.json").expect(3);
    ended.complains(&["ALWAYS has no certificate: the question was not decided"]);
    // Nothing is left: nothing is written, and what was there stays.
    let before = place.text("c.json");
    let ended = place.run("check t.lts --system P --deadlock --certificate c.json --json").expect(0);
    let older = "c.json is an older file: this run did not write it";
    let object = ended.complains(&["W0701", older]).object();
    assert_eq!(object["certificate"], Value::Null);
    assert_eq!(object["warnings"][0]["notes"][0], older);
    assert!(place.text("c.json") == before);
    let ended = place.run("check t.lts --system P --deadlock --certificate new.json").expect(0);
    assert!(ended.err.contains("W0701") && !ended.err.contains("older"), "{}", ended.err);
    let quiet = place.run("check t.lts --system P --deadlock --certificate e.json -q").expect(0);
    assert_eq!(quiet.err, "");
    assert_eq!(place.files(), ["c.json", "d.json", "t.lts"]);
}

#[test]
fn priorities_have_no_certificate() {
    let text = "A = (a -> A | b -> A). property P = (a -> P | b -> P). ||S = (A || P)<<{a}.";
    let place = Place::with(&[("s.lts", text)]);
    place
        .run("check s.lts --certificate c.json")
        .expect(0)
        .complains(&["P has no certificate: certificates do not know priorities"]);
    assert_eq!(place.files(), ["s.lts"]);
}

#[test]
fn sources_with_priorities_are_not_what_a_certificate_is_about() {
    let text = |priority: &str| {
        format!("A = (a -> b -> A | c -> A). property P = STOP + {{b}}. ||S = (A || P){priority}.")
    };
    let place = Place::with(&[("s.lts", &text(""))]);
    place.run("check s.lts --certificate c.json").expect(1);
    place.run("certify c.json").expect(0);
    // The same components, but `b` never happens any more.
    place.file("s.lts", text(">>{a}"));
    place.run("check s.lts").expect(0);
    let shown = place.run("certify c.json").expect(1).out;
    assert!(
        shown.contains("s.lts has changed since the proof: they compile to a system with priorities"),
        "{shown}"
    );
}

#[test]
fn states_on_no_transition_do_no_harm() {
    // Of ten states only 0, 4 and 7 are used.
    let place = Place::with(&[
        ("m.aut", "des (4, 3, 10)\n(4, \"a\", 7)\n(7, \"b\", 0)\n(0, \"a\", 0)\n"),
        ("good.lts", "property P = (a -> P1), P1 = (a -> P1 | b -> P1)."),
        ("bad.lts", "property P = (a -> b -> P)."),
    ]);
    place.run("check m.aut --property good.lts --certificate c.json").expect(0);
    place.run("certify c.json").expect(0);
    place.run("check m.aut --property good.lts --method refine --certificate c.json").expect(0);
    place.run("certify c.json").expect(0);
    place.run("check m.aut --property bad.lts --certificate c.json").expect(1);
    place.run("certify c.json").expect(0);
}

#[test]
fn components_that_start_in_the_error_state_are_violated_by_every_method() {
    let broken = "des (-1, 0, 1)\n";
    let place = Place::with(&[("m.aut", broken), ("n.aut", broken)]);
    for method in
        ["monolithic", "auto", "minimise", "refine", "select", "symmetry", "direct", "lazy", "learn"]
    {
        let arguments = format!("check m.aut n.aut --method {method} --certificate c.json");
        let shown = place.run(&arguments).out;
        assert!(!shown.contains(" holds (") || method == "monolithic" || method == "auto", "{shown}");
        assert_eq!(shown.matches(" violated").count(), 2, "{method}: {shown}");
        place.run("certify c.json").expect(0);
    }
}

#[test]
fn input_is_not_overwritten() {
    let place = Place::with(&[("t.lts", TURNS), ("p.lts", "ONE = (a -> b -> ONE).")]);
    for target in ["t.lts", "./t.lts", "p.lts"] {
        let arguments = format!("check t.lts --system P --property p.lts --certificate {target}");
        place.run(&arguments).expect(2).complains(&["error[E0006]", "which is input"]);
    }
    assert_eq!(place.text("t.lts"), TURNS);
    place.run("check t.lts --certificate missing/c.json").expect(2).complains(&["error[E0007]", "no folder"]);
    place.run("check t.lts --certificate .").expect(2).complains(&["error[E0007]", "a folder"]);
    // A certificate may be written again.
    place.run("check t.lts --system GOOD --certificate c.json").expect(0);
    place.run("check t.lts --system GOOD --certificate c.json").expect(0);
    assert_eq!(place.files(), ["c.json", "p.lts", "t.lts"]);
}

#[test]
fn spoilt_certificates_are_rejected() {
    let place = Place::with_models(&["channel.lts"]);
    place.run("check channel.lts --split Input|Output --certificate c.json").expect(0);
    let text = place.text("c.json");
    // Another property name: the digest no longer fits.
    place.file("renamed.json", text.replace("Order", "Ordre"));
    let object = place.json(1, "certify renamed.json");
    assert_eq!(object["accepted"], false);
    assert!(object["reason"].as_str().is_some_and(|why| why.contains("digest")), "{object}");
    let shown = place.run("certify renamed.json").expect(1).out;
    assert!(shown.contains("rejected: the digest"), "{shown}");
    // Not a certificate at all.
    for (name, content) in [
        ("empty.json", ""),
        ("list.json", "[]"),
        ("other.json", "{\"schema\":\"suppose/check/1\"}"),
        ("cut.json", &text[..text.len() / 2]),
        ("later.json", &text.replace("suppose/certificate/1", "suppose/certificate/2")),
        ("field.json", &text.replacen('{', "{\"x\":1,", 1)),
    ] {
        place.file(name, content);
        place.run(&format!("certify {name}")).expect(2).complains(&["error[E0711]", name, "no certificate"]);
    }
    place.file("bytes.json", [0xff, 0xfe, 0x00]);
    place.run("certify bytes.json").expect(2).complains(&["error[E0711]"]);
    place.run("certify nothing.json").expect(2).complains(&["error[E0001]"]);
}

#[test]
fn a_changed_source_makes_it_stale() {
    let place = Place::with_models(&["channel.lts"]);
    place.run("check channel.lts --certificate c.json").expect(0);
    let source = place.text("channel.lts");
    place.file("channel.lts", format!("{source}\n// The same system.\n"));
    let object = place.json(1, "certify c.json");
    assert_eq!(object["accepted"], false);
    assert_eq!(sources(&object), [["channel.lts", "changed"]]);
    let reason = object["reason"].as_str().expect("a reason");
    assert!(
        reason.contains("channel.lts has changed") && reason.contains("still compiles to the same"),
        "{reason}"
    );

    place.file("channel.lts", source.replace("output -> ack", "ack -> output"));
    let reason = place.json(1, "certify c.json")["reason"].to_string();
    assert!(reason.contains("channel.lts has changed since the proof: Output is not the same"), "{reason}");

    place.file("channel.lts", source.replace("||Channel = (Input", "||Channel = (Input || More"));
    let reason = place.json(1, "certify c.json")["reason"].to_string();
    assert!(reason.contains("no longer compile"), "{reason}");

    place.file(
        "channel.lts",
        source.replace("||Channel = (Input", "More = (more -> More).\n||Channel = (Input || More"),
    );
    let reason = place.json(1, "certify c.json")["reason"].to_string();
    assert!(reason.contains("4 components instead of 3"), "{reason}");

    place.file("channel.lts", source);
    assert_eq!(place.json(0, "certify c.json")["accepted"], true);
}

#[test]
fn without_sources_only_the_components_are_checked() {
    let place = Place::with_models(&["channel.lts"]);
    place.run("check channel.lts --certificate c.json").expect(0);
    std::fs::remove_file(place.path("channel.lts")).expect("it was there");
    let object = place.json(0, "certify c.json");
    assert_eq!(object["accepted"], true);
    assert_eq!(sources(&object), [["channel.lts", "missing"]]);
    assert!(object["note"].as_str().is_some_and(|note| note.contains("not the sources")), "{object}");
    assert!(place.run("certify c.json").expect(0).out.contains("only the components"));
}

#[test]
fn sources_are_found_beside_the_certificate() {
    let place = Place::new();
    std::fs::create_dir(place.path("sub")).expect("a folder");
    for (name, text) in [
        ("sub/a.lts", "A = (in -> pass -> back -> A)."),
        ("sub/b.aut", "des (0,3,3)\n(0,pass,1)\n(1,out,2)\n(2,back,0)\n"),
        ("sub/p.lts", "P = (in -> out -> P)."),
    ] {
        place.file(name, text);
    }
    let mut inside = place.command("check a.lts b.aut --property p.lts --method learn --certificate c.json");
    let output = inside.current_dir(place.path("sub")).output().expect("the command starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let object = place.json(0, "certify sub/c.json");
    assert_eq!(sources(&object), [["a.lts", "unchanged"], ["b.aut", "unchanged"], ["p.lts", "unchanged"]]);
    assert!(object.get("note").is_none());
    place.file("sub/p.lts", "P = (in -> pass -> P).");
    let reason = place.json(1, "certify sub/c.json")["reason"].to_string();
    assert!(reason.contains("p.lts has changed since the proof: P is not the same"), "{reason}");
}

#[test]
fn imported_files_are_sources_too() {
    let text = "
        import Q = \"q.aut\"
        P = (a -> b -> P).
        property Turns = (a -> b -> Turns).
        ||S = (P || Q || Turns).
    ";
    let place = Place::with(&[("m.lts", text), ("q.aut", "des (0,2,2)\n(0,a,1)\n(1,b,0)\n")]);
    place.run("check m.lts --method minimise --certificate c.json").expect(0);
    let object = place.json(0, "certify c.json");
    assert_eq!(sources(&object), [["m.lts", "unchanged"], ["q.aut", "unchanged"]]);
    assert!(object.get("note").is_none(), "all were compiled again: {object}");
    place.file("q.aut", "des (0,2,2)\n(0,a,1)\n(1,c,0)\n");
    let reason = place.json(1, "certify c.json")["reason"].to_string();
    assert!(reason.contains("q.aut has changed since the proof: Q is not the same"), "{reason}");
}

#[test]
fn the_target_is_chosen_again_as_it_was() {
    let place = Place::with(&[("t.lts", TURNS)]);
    place.run("check t.lts --system P --property ONCE --property TURNS --certificate c.json").expect(1);
    let object = place.json(0, "certify c.json");
    assert_eq!(object["accepted"], true, "{object}");
    assert_eq!(object["results"].as_array().map(Vec::len), Some(2));
    place.run_reading("check - --system GOOD --certificate d.json", TURNS).expect(0);
    assert_eq!(sources(&place.json(0, "certify d.json")), [["-", "missing"]]);
}

#[test]
fn limits_leave_it_open() {
    let place = Place::with_models(&["election.lts"]);
    place.run("check election.lts --certificate c.json").expect(0);
    for (limit, reason) in [("--timeout 0", "timeout"), ("--max-states 3", "states")] {
        let object = place.json(3, &format!("certify c.json {limit}"));
        assert_eq!(object["reason"], reason, "{limit}");
        assert!(object.get("accepted").is_none(), "{object}");
    }
}
