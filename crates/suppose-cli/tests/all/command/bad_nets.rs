//! Nets that mean nothing, options that do not fit them, and limits.

use crate::command::fixture::Place;

const SIMPLE: &str = ".inputs a\n.outputs z\n.graph\na+ z+\nz+ a-\na- z-\nz- a+\n.marking {<z-,a+>}\n.end\n";

/// A place, a transition and an arc, a line each.
const PNML: &str = "<pnml><net id=\"n\" type=\"ptnet\">\n<place id=\"p\"/>\n<transition id=\"t\"/>\n\
                    <arc id=\"a\" source=\"p\" target=\"t\"/>\n</net></pnml>\n";

/// `a` rises twice.
const INCONSISTENT: &str = ".outputs a b\n.graph\na+ b+\nb+ a+/1\na+/1 b-\nb- a+\n.marking {<b-,a+>}\n.end\n";

#[test]
fn bad_nets_get_messages_with_places() {
    let place = Place::with(&[
        ("simple.g", SIMPLE),
        ("twin.g", SIMPLE),
        ("drivers.v", "module m (input a, output z);\n  buf g1 (z, a);\n  not g2 (z, a);\nendmodule\n"),
        (
            "misspelt.g",
            &SIMPLE.replace("a+", "reqest+").replace("a-", "reqest-").replace("inputs a", "inputs reqest"),
        ),
        ("request.v", "module m (input request, output z);\n  not g (z, request);\nendmodule\n"),
        ("tops.v", "module one (input a, output z);\n  buf (z, a);\nendmodule\nmodule two;\nendmodule\n"),
        ("cell.v", "module m (input a, output z);\n  NOSUCH g1 (z, a);\nendmodule\n"),
        ("word.g", ".inputs a\n.wonder b\n.graph\n.end\n"),
        ("open.lpn", "<class name=c arg=\"in\">\n</class>\n"),
        ("bad.pnml", "<pnml><net id=\"n\"><place id=\"p\">\n</pnml>\n"),
        ("inhibitor.pnml", &PNML.replace("/>\n</net>", "><type value=\"inhibitor\"/></arc>\n</net>")),
        ("weight.pnml", &PNML.replace("/>\n</net>", " weight=\"2\"/>\n</net>")),
        ("limit.pnml", &PNML.replace("id=\"p\"/>", "id=\"p\" capacity=\"some\"/>")),
        ("late.pnml", &PNML.replace("id=\"t\"/>", "id=\"t\"><delay>1</delay></transition>")),
        ("odd.pnml", &PNML.replace("id=\"t\"/>", "id=\"t\" chance=\"0.5\"/>")),
        ("two.g", &format!("{SIMPLE}.model second\n{SIMPLE}")),
        ("include.lpn", "<include src=\"missing.lpn\"/>\n"),
        ("reader.v", "module m (input a, output z);\n  not g (z, a);\nendmodule\n"),
        ("other.g", ".inputs y\n.outputs x\n.graph\nx+ y+\ny+ x-\nx- y-\ny- x+\n.marking {<y-,x+>}\n.end\n"),
    ]);
    for (arguments, texts) in [
        ("check drivers.v", &["E0868", "drivers.v:3:11"][..]),
        ("check simple.g twin.g", &["E0801", "`z`", "twin.g:1:9", "simple.g:1:9"]),
        ("check simple.g simple.g", &["E0803", "simple.g:1:9"]),
        ("check request.v misspelt.g", &["E0802", "nothing drives `request`", "`reqest` has a driver"]),
        ("check tops.v", &["E0871", "--top"]),
        ("check tops.v --top middle", &["E0871", "`middle`", "there is `one` and others"]),
        ("check cell.v", &["NOSUCH", "cell.v:2:3"]),
        ("check reader.v other.g", &["E0802", "nothing drives `a`"]),
        ("check word.g", &["word.g:2:1"]),
        ("check bad.pnml", &["bad.pnml:"]),
        ("check inhibitor.pnml", &["E0858", "`inhibitor`", "inhibitor.pnml:4:35", "only ordinary arcs"]),
        ("compile weight.pnml", &["E0856", "weight.pnml:4:35", "safe nets"]),
        ("check limit.pnml", &["E0882", "`some`", "limit.pnml:2:15"]),
        ("check late.pnml", &["E0881", "`delay`", "late.pnml:3:20"]),
        ("check odd.pnml", &["E0880", "`chance`", "odd.pnml:3:20", "`toolspecific`"]),
        ("check two.g", &["E0847", "`.model`", "two.g:10:1", "file of its own"]),
        ("check open.lpn", &["open.lpn:1:"]),
        ("check include.lpn", &["include.lpn:1:"]),
        ("check none.g", &["E0001", "none.g"]),
        ("check simple.g --property speed", &["E0005", "safety, disabling, deadlock"]),
        ("check reader.v --property csc", &["E0006", "one signal transition graph"]),
        ("check simple.g --system other", &["E0005", "`simple`"]),
        ("check simple.g --k 2 --method learn", &["E0006", "--k"]),
        ("check simple.g --reduction none --method monolithic", &["E0006", "--reduction"]),
        ("check simple.g --library cells.lib", &["E0006", "--library"]),
        ("compile simple.g --top m", &["E0006", "--top"]),
        ("check reader.v --library none.lib", &["E0001", "none.lib"]),
    ] {
        let ended = place.run(arguments).expect(2);
        assert!(ended.out.is_empty(), "{arguments}: {}", ended.out);
        ended.complains(texts);
    }
    for arguments in
        ["check simple.g --k 0", "check simple.g --reduction some", "check simple.g --refinement x"]
    {
        place.run(arguments).expect(2);
    }
}

#[test]
fn line_ends_of_other_systems_and_names_without_suffix() {
    let place = Place::with(&[("plain", SIMPLE)]);
    place.file("crlf.g", SIMPLE.replace('\n', "\r\n"));
    assert_eq!(place.json(0, "compile crlf.g")["states"], 4);
    assert_eq!(place.json(0, "compile plain --lang stg")["states"], 4);
    let ended = place.run_reading("compile - --lang stg --json", SIMPLE).expect(0);
    assert_eq!(ended.object()["system"], "stdin");
    place.run("compile plain").expect(2).complains(&["E0004", "stg"]);
    place.file("binary.g", [0, 159, 146, 150]);
    place.run("check binary.g").expect(2).complains(&["E0002"]);
}

#[test]
fn an_unsafe_net_is_a_violation_for_check_and_an_error_for_others() {
    let text =
        ".outputs a b\n.graph\na+ p\nb+ p\np a-\na- q\nq b-\nb- r s\nr a+\ns b+\n.marking {r s}\n.end\n";
    let place = Place::with(&[("unsafe.g", text), ("simple.g", SIMPLE)]);
    let object = place.json(1, "check unsafe.g --property safety");
    assert_eq!(object["results"][0]["witness"].as_array().map(Vec::len), Some(2));
    for arguments in [
        "compile unsafe.g",
        "reduce unsafe.g --by strong",
        "export unsafe.g --to aut",
        "compare simple.g unsafe.g --by trace",
    ] {
        place.run(arguments).expect(2).complains(&["E0807", "place `p` of `unsafe`", "after a+, b+"]);
    }
}

#[test]
fn an_inconsistent_graph_is_refused_or_warned_of() {
    let place = Place::with(&[("twice.g", INCONSISTENT)]);
    place.run("check twice.g").expect(2).complains(&["E0806", "`a` is 1 already", "after a+, b+, a+"]);
    place.run("check twice.g --property safety").expect(2).complains(&["E0806"]);
    let object = place.json(1, "check twice.g --property consistency");
    assert_eq!(object["results"][0]["witness"], serde_json::json!(["a+", "b+", "a+"]));
    let ended = place.run("compile twice.g --json").expect(0);
    assert_eq!(ended.object()["states"], 4);
    ended.complains(&["W0806"]);
    assert!(place.run("compile twice.g -q").expect(0).err.is_empty());
    let object = place.json(3, "check twice.g --property csc");
    assert_eq!(object["results"][0]["reason"], "unsupported");
}

#[test]
fn limits_leave_questions_open() {
    let place = Place::with(&[("simple.g", SIMPLE)]);
    for method in ["auto", "monolithic", "refine", "minimise", "learn"] {
        let object = place.json(3, &format!("check model:dme:4 --method {method} --timeout 0"));
        for result in object["results"].as_array().expect("a list") {
            assert_eq!(result["verdict"], "inconclusive", "{method}");
            let known = ["timeout", "unsupported"].map(serde_json::Value::from);
            assert!(known.contains(&result["reason"]), "{method}: {result}");
        }
    }
    let object = place.json(3, "check model:dme:9 --method monolithic --max-states 5000");
    assert_eq!(object["results"][0]["reason"], "states");
    assert_eq!(object["results"][0]["stats"]["states_explored"], 5000);
    for method in ["auto", "monolithic", "refine", "minimise"] {
        let object = place.json(3, &format!("check model:fifo:5 --max-states 10 --method {method}"));
        for result in object["results"].as_array().expect("a list") {
            assert_eq!(result["reason"], "states", "{method}");
            assert_eq!(result["stats"]["max_states"], 10, "{method}: {result}");
        }
    }
    let object = place.json(3, "check simple.g --timeout 0 --property safety");
    assert_eq!([&object["reason"], &object["results"][0]["property"]], ["timeout", "safety"]);
    assert_eq!(place.json(3, "compile model:dme:9 --max-states 5000")["reason"], "states");
    assert_eq!(place.json(3, "check simple.g --progress")["results"][3]["reason"], "unsupported");
}
