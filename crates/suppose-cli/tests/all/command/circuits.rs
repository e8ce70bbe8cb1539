//! Circuits and nets: what `check` finds, how it is shown, and what the other commands make of designs.
//! Expected values are worked out by hand.

use serde_json::{Value, json};

use crate::command::fixture::{Place, texts};

fn place() -> Place {
    Place::with_models(&["celement.g", "majority.v", "hazard.v"])
}

/// The result about a property.
#[track_caller]
fn result<'o>(object: &'o Value, property: &str) -> &'o Value {
    let results = object["results"].as_array().expect("a list");
    results.iter().find(|r| r["property"] == property).unwrap_or_else(|| panic!("{property}: {object}"))
}

#[test]
fn a_right_circuit_does_what_its_environment_expects() {
    let place = place();
    for method in ["auto", "monolithic", "refine", "minimise"] {
        let object = place.json(0, &format!("check majority.v celement.g --method {method}"));
        assert_eq!(object["system"], "majority || celement");
        // A file with one net gives it its name.
        assert_eq!(texts(&object["components"]), ["majority", "celement"]);
        assert_eq!(texts(&object["files"]), ["majority.v", "celement.g"]);
        let names: Vec<&Value> =
            object["results"].as_array().expect("a list").iter().map(|r| &r["property"]).collect();
        assert_eq!(names, ["safety", "disabling", "deadlock", "conformance"], "{method}");
        for result in object["results"].as_array().expect("a list") {
            assert_eq!(result["verdict"], "holds", "{method}");
            let stats = &result["stats"];
            assert!(stats["states_explored"].as_u64() >= stats["max_states"].as_u64(), "{stats}");
            assert!(stats["time_ms"].is_number());
            assert!(result.get("witness").is_none());
        }
    }
    // Two halves of 0, one or both inputs changed.
    let flat = place.json(0, "check majority.v celement.g --method monolithic");
    assert_eq!(flat["results"][0]["stats"]["max_states"], 8);
}

#[test]
fn all_methods_find_the_hazard() {
    let place = place();
    for method in ["auto", "monolithic", "refine", "minimise", "learn", "direct", "lazy"] {
        let object = place.json(1, &format!("check hazard.v celement.g --method {method}"));
        let disabling = result(&object, "disabling");
        assert_eq!(disabling["verdict"], "violated", "{method}");
        assert_eq!(disabling["failed_property"], "disabling");
        // `left+` is enabled when z rises, and no longer when a falls.
        assert_eq!(texts(&disabling["witness"]), ["a+", "b+", "set+", "z+", "a-"], "{method}");
        let conformance = result(&object, "conformance");
        assert_eq!(conformance["verdict"], "violated", "{method}");
        let length = texts(&conformance["witness"]).len();
        assert!(length >= 7, "{method}: z falls after both gates that should keep it are late: {length}");
        assert_eq!(result(&object, "safety")["verdict"], "holds");
        let deadlock = result(&object, "deadlock");
        if matches!(method, "learn" | "direct" | "lazy") {
            assert_eq!([&deadlock["verdict"], &deadlock["reason"]], ["inconclusive", "unsupported"]);
        } else {
            assert_eq!(deadlock["verdict"], "violated", "{method}");
        }
    }
}

#[test]
fn a_violation_is_explained_and_drawn() {
    let ended = place().run("check hazard.v celement.g --property disabling").expect(1);
    let expected = "\
hazard.v celement.g: hazard || celement of 5 components: gset, gleft, gright, gz, celement
  disabling  violated (28 states, 0 ms)
not checked: property safety; deadlock; property conformance (--all checks everything)

disabling is violated after 5 steps: celement does a-, and left+ of gleft, which was enabled, no longer is:
   #  action  done by
   1  a+      celement  celement.g:6
   2  b+      celement  celement.g:7
   3  set+    gset      hazard.v:4
   4  z+      gz        hazard.v:7
   5  a-      celement  celement.g:8

       0
  a    ▁▁╱▔▔▔▔▔▔▔╲▁
  b    ▁▁▁▁╱▔▔▔▔▔▔▔
  set  ▁▁▁▁▁▁╱▔▔▔▔▔
  z    ▁▁▁▁▁▁▁▁╱▔▔▔";
    let found = ended.timeless();
    // The search may stop as soon as it knows; how many states that takes is not the point here.
    let states = |text: &str| {
        let line = |line: &str| match line.split_once(" (") {
            Some((start, rest)) if rest.contains("states") => start.to_owned(),
            _ => line.to_owned(),
        };
        text.lines().map(line).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(states(&found), states(expected));
}

/// A chain in which each signal rises after the one before, and then nothing.
fn chain(signals: usize) -> String {
    let names: Vec<String> = (0..signals).map(|s| format!("s{s}")).collect();
    let arcs: Vec<String> = names.windows(2).map(|pair| format!("{}+ {}+\n", pair[0], pair[1])).collect();
    format!(".outputs {}\n.graph\np s0+\n{}.marking {{p}}\n.end\n", names.join(" "), arcs.concat())
}

#[test]
fn of_a_long_run_the_end_is_drawn() {
    let place = Place::new();
    place.file("long.g", chain(300));
    place.file("short.g", chain(30));
    let is_drawn = |line: &&str| line.contains('╱');
    let long = place.run("check long.g --property deadlock").expect(1);
    // 98 characters, 6 of them for names, two for a column.
    assert!(long.out.contains("the last 46 of 301 columns and 46 of 300 wires; -v shows"), "{}", long.out);
    assert_eq!(long.out.lines().filter(is_drawn).count(), 46);
    assert!(long.out.lines().any(|line| line.trim_start().starts_with("1  s0+")), "all steps are listed");
    let all = place.run("check long.g --property deadlock -v").expect(1);
    assert_eq!(all.out.lines().filter(is_drawn).count(), 300);
    let short = place.run("check short.g --property deadlock").expect(1);
    assert_eq!(short.out.lines().filter(is_drawn).count(), 30);
    assert!(!short.out.contains("columns"));
}

#[test]
fn refinement_is_told_round_by_round() {
    let place = place();
    let ended = place.run("check majority.v celement.g --method refine --refinement constraint -v").expect(0);
    assert!(ended.out.contains("round 1, by constraints"), "{}", ended.out);
    // The gate follows its function, the graph waits for z.
    assert!(ended.out.contains("majority does z+ only where a ∧ b ∧ ¬z"), "{}", ended.out);
    assert!(ended.out.contains("celement does a+ only where ¬a ∧ ¬z"), "{}", ended.out);
    assert_eq!(ended.out.matches("round 1").count(), 1);
    assert!(ended.out.contains("rounds as for safety"), "{}", ended.out);
    let quiet = place.run("check majority.v celement.g --method refine").expect(0);
    assert!(!quiet.out.contains("round"));
}

#[test]
fn other_methods_prove_what_these_cannot() {
    let ended = place().run("check majority.v celement.g --method learn --property deadlock").expect(3);
    assert!(ended.out.contains("use the method `minimise`, `refine` or `monolithic`"), "{}", ended.out);
}

#[test]
fn what_was_not_written_is_told() {
    let place = place();
    let ended = place.run("check celement.g --vcd run.vcd").expect(0);
    assert!(ended.out.contains("no waveform: there is no run for run.vcd"), "{}", ended.out);
    assert!(place.json(0, "check celement.g --vcd run.vcd")["vcd"].is_null());
}

/// A certificate knows with which library its sources were read.
#[test]
fn a_certificate_knows_its_library() {
    let place = place();
    place.file("cells.lib", "GATE MINE 1 O=A*B+O*(A+B);\n");
    place.file("mine.v", "module m (input a, b, output z);\n  MINE u (.O(z), .A(a), .B(b));\nendmodule\n");
    place.run("check mine.v celement.g --library cells.lib --certificate proof.json").expect(0);
    place.run("certify proof.json").expect(0);
    place.file("cells.lib", "GATE MINE 1 O=A*B;\n");
    let ended = place.run("certify proof.json").expect(1);
    assert!(ended.out.contains("rejected: cells.lib has changed since the proof"), "{}", ended.out);
}

/// It says that it has not begun when it has, and then divides by 0.
const COUNT: &str = "<class name=\"Count\">
  <var> n = 0; d = 1; </var>
  <m> 1 </m>
  <tr label=\"begin\" preset=\"1\" postset=\"2\"> n = 1; </tr>
  <tr label=\"again\" preset=\"2\" postset=\"3\"> assert(n == 0); d = 0; </tr>
  <tr label=\"part\" preset=\"3\" postset=\"4\"> n = 1 / d; </tr>
</class>
";

#[test]
fn every_kind_of_failure_has_its_sentence() {
    let files = [
        (
            "unsafe.g",
            ".outputs a b\n.graph\na+ p\nb+ p\np a-\na- q\nq b-\nb- r s\nr a+\ns b+\n.marking {r s}\n.end\n",
        ),
        ("stop.g", ".outputs a\n.graph\np a+\n.marking {p}\n.end\n"),
        ("count.lpn", COUNT),
    ];
    let place = Place::with(&files);
    place.file("and.v", "module m (input a, b, output z); and g (z, a, b); endmodule\n");
    let models = Place::with_models(&["celement.g"]);
    place.file("celement.g", models.text("celement.g"));
    for (arguments, property, text) in [
        (
            "unsafe.g",
            "safety",
            "safety is violated after 2 steps: unsafe does b+, and place p of unsafe gets a second token",
        ),
        ("stop.g", "deadlock", "there is a deadlock after 1 step"),
        (
            "and.v celement.g",
            "conformance",
            "conformance is violated after 5 steps: and does z-, and celement does not expect it",
        ),
        (
            "and.v",
            "disabling",
            "disabling is violated after 3 steps: the environment does a-, and z+ of and, which was enabled, \
                no longer is",
        ),
        (
            "count.lpn",
            "assertion",
            "assertion is violated after 2 steps: count does d-, and an assertion of again of count is false",
        ),
        (
            "count.lpn",
            "expression",
            "expression is violated after 3 steps: count does part, and an expression of part of count has \
                no value",
        ),
    ] {
        let object = place.json(1, &format!("check {arguments} --property {property} --method monolithic"));
        assert_eq!(object["results"][0]["explanation"], text);
    }
}

#[test]
fn a_deadlock_is_explained() {
    let ended = place().run("check hazard.v celement.g --property deadlock").expect(1);
    let expected = "
  Nobody can move:
    gset cannot do set+ while a = 0, b = 0
    gleft cannot do left+ while a = 0, z = 0
    gright cannot do right+ while b = 0, z = 0
    gz cannot do z+ while set = 0, left = 0, right = 0
    celement waits for z-
";
    assert!(ended.out.contains(expected), "{}", ended.out);
    let stop = Place::with(&[("stop.g", ".outputs a\n.graph\np a+\n.marking {p}\n.end\n")]);
    let ended = stop.run("check stop.g").expect(1);
    assert!(ended.out.contains("  Nobody can move:\n    stop has stopped\n"), "{}", ended.out);
}

#[test]
fn properties_are_selected_by_name_and_come_in_one_order() {
    let place = place();
    let asked = |arguments: &str| -> Vec<String> {
        let object = place.json(0, &format!("check majority.v celement.g {arguments}"));
        let names = object["results"].as_array().expect("a list").iter();
        names.map(|r| r["property"].as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!(asked("--property deadlock --property safety --property deadlock"), ["safety", "deadlock"]);
    assert_eq!(asked("--property conformance"), ["conformance"]);
    assert_eq!(asked("--property conformance --deadlock"), ["deadlock", "conformance"]);
    assert_eq!(asked("--deadlock"), ["safety", "disabling", "deadlock", "conformance"]);
    // It cannot happen here, and may be asked about all the same.
    assert_eq!(asked("--property assertion"), ["assertion"]);
}

#[test]
fn options_of_refinement_are_taken() {
    let place = place();
    for refinement in ["constraint", "sync"] {
        for reduction in ["none", "autofailure", "transition", "region", "state"] {
            let arguments =
                format!("--method refine --refinement {refinement} --reduction {reduction} --k 2");
            let object =
                place.json(0, &format!("check majority.v celement.g {arguments} --property disabling"));
            assert_eq!(object["results"][0]["verdict"], "holds", "{arguments}");
            assert_eq!(object["results"][0]["method"], "refine");
        }
    }
    let object = place.json(0, "check majority.v celement.g --method refine --property disabling");
    let stats = &object["results"][0]["stats"];
    assert!(stats["classes"].as_u64() > Some(0) && stats["rounds"].as_u64() > Some(0), "{stats}");
    let verbose = place.run("check majority.v celement.g --method refine -v").expect(0);
    assert!(verbose.out.contains("disabling by refine:\n  2 components that differ\n  refined in 1 round"));
}

#[test]
fn a_run_is_written_for_waveform_viewers() {
    let place = place();
    let object = place.json(1, "check hazard.v celement.g --property disabling --vcd run.vcd");
    assert_eq!(object["vcd"], "run.vcd");
    let expected = "$version suppose $end\n$timescale 1 ns $end\n$var wire 1 ! a $end\n$var wire 1 \" b \
        $end\n$var wire 1 # set $end\n$var wire 1 $ z $end\n$enddefinitions \
        $end\n#0\n$dumpvars\n0!\n0\"\n0#\n0$\n$end\n#1\n1!\n#2\n1\"\n#3\n1#\n#4\n1$\n#5\n0!\n#6\n";
    assert_eq!(place.text("run.vcd"), expected);
    // With -v wires that stay as they are are there too.
    let ended = place.run("check hazard.v celement.g --property disabling --vcd all.vcd -v").expect(1);
    assert!(ended.out.ends_with("waveform: all.vcd\n"), "{}", ended.out);
    assert!(place.text("all.vcd").contains(" left $end\n"));
    // Nothing goes wrong, nothing is written.
    let object = place.json(0, "check majority.v celement.g --vcd none.vcd");
    assert_eq!(object["vcd"], Value::Null);
    assert!(!place.path("none.vcd").exists());
    place.run("check hazard.v celement.g --vcd celement.g").expect(2).complains(&["E0006", "which is input"]);
    place.run("check hazard.v celement.g --vcd no/run.vcd").expect(2).complains(&["E0007"]);
}

#[test]
fn a_specification_is_asked_more() {
    let place = place();
    // After a+ b+ and after nothing all signals are 0, but only before them a+ can come: toggles that forget.
    place.file(
        "conflict.g",
        ".inputs a\n.outputs z\n.graph\na+ a-\na- z+\nz+ z-\nz- a+\n.marking {<z-,a+>}\n.end\n",
    );
    let object = place.json(0, "check conflict.g");
    let stg = &object["stg"];
    assert_eq!([&stg["markings"], &stg["edges"], &stg["deadlocks"]], [4, 4, 0]);
    for (quality, verdict) in
        [("consistency", "holds"), ("persistency", "holds"), ("csc", "violated"), ("usc", "violated")]
    {
        assert_eq!(stg[quality]["verdict"], verdict, "{quality}");
    }
    // z+ is excited after a+ a- and not at first, with equal codes.
    assert_eq!(stg["csc"]["signals"], json!(["z"]));
    let object = place.json(1, "check conflict.g --property csc --property consistency");
    assert!(object.get("stg").is_none());
    assert_eq!(object["results"][0]["property"], "consistency");
    assert_eq!(texts(&result(&object, "csc")["witness"]), ["a+", "a-"]);
    assert_eq!(result(&object, "csc")["other"], json!([]));
    let ended = place.run("check celement.g").expect(0);
    let note = "as a specification: consistent, persistent, complete state coding, unique state coding\n";
    assert!(ended.out.ends_with(note), "{}", ended.out);
    // An output that the other output takes back.
    place.file("choice.g", ".outputs a b\n.graph\np a+ b+\na+ a-\nb+ b-\na- p\nb- p\n.marking {p}\n.end\n");
    let object = place.json(1, "check choice.g --property persistency");
    assert_eq!(object["results"][0]["witness"].as_array().map(Vec::len), Some(1));
    place.json(0, "check choice.g");
}

#[test]
fn lpn_and_netlist_options_are_used() {
    let place = Place::with(&[
        ("cells.genlib", "GATE MYAND 1 O=A*B; PIN * NONINV 1 999 1 0 1 0\n"),
        (
            "two.v",
            "module inner (input a, b, output z); MYAND g (.O(z), .A(a), .B(b)); endmodule\nmodule other \
                (input a, output z); not g (z, a); endmodule\n",
        ),
    ]);
    let object = place.json(0, "compile two.v --library cells.genlib --top inner");
    assert_eq!(texts(&object["alphabet"]), ["a+", "a-", "b+", "b-", "z+", "z-"]);
    let object = place.json(0, "compile two.v --library cells.genlib --top other");
    assert_eq!(texts(&object["alphabet"]), ["a+", "a-", "z+", "z-"]);
    // Two wires, four values.
    assert_eq!(object["states"], 4);
    place.run("compile two.v --top inner").expect(2).complains(&["MYAND", "two.v:1:"]);
}

#[test]
fn the_same_bytes_at_any_number_of_threads() {
    let place = place();
    for arguments in
        ["check hazard.v celement.g -v", "check hazard.v celement.g --json", "check model:arbiter:3 --json"]
    {
        let one = place.run(&format!("{arguments} --threads 1")).timeless();
        for threads in [2, 8] {
            assert_eq!(place.run(&format!("{arguments} --threads {threads}")).timeless(), one, "{arguments}");
        }
    }
}

#[test]
fn what_was_found_about_steps_can_be_certified() {
    let place = place();
    let object = place.json(0, "check majority.v celement.g --certificate right.json");
    assert_eq!(object["certificate"], "right.json");
    let checked = place.json(0, "certify right.json");
    assert_eq!(checked["accepted"], true);
    // Both components could fail if the other did something else.
    let results = checked["results"].as_array().expect("a list");
    assert!(results.len() == 2 && results.iter().all(|result| result["verdict"] == "holds"), "{checked}");
    // What was violated is certified by a witness, of what was asked about first.
    let shown = place.run("check hazard.v celement.g --certificate wrong.json").expect(1);
    shown.complains(&["W0701", "deadlock has no certificate", "the certificate is about the violation"]);
    let checked = place.json(0, "certify wrong.json");
    let results = checked["results"].as_array().expect("a list");
    assert!(results.len() == 1 && results[0]["verdict"] == "violated", "{checked}");
    // A certificate does not survive a change of the circuit.
    let text = place.text("majority.v");
    place.file("majority.v", text.replace('&', "|"));
    place.run("certify right.json").expect(1);
}

/// Designs of which the plain search would not see the end.
#[test]
fn large_designs_can_be_certified() {
    let place = place();
    for (design, parts) in [("model:fifo:300", 300), ("model:dme:40", 40), ("model:arbiter:63", 63)] {
        let asked = "--property safety --property disabling --certificate large.json";
        let object = place.json(0, &format!("check {design} {asked}"));
        assert_eq!(object["certificate"], "large.json", "{design}");
        let checked = place.json(0, "certify large.json");
        assert_eq!(checked["accepted"], true, "{design}");
        // Every part could fail in another environment.
        assert_eq!(checked["results"].as_array().map(Vec::len), Some(parts), "{design}");
    }
}

/// A certificate is about the kinds of failures that were asked about, and is compared with the sources for
/// these.
#[test]
fn a_certificate_says_what_it_is_about() {
    let place = place();
    place.run("check majority.v celement.g --property disabling --certificate safe.json").expect(0);
    let checked = place.json(0, "certify safe.json");
    assert_eq!((&checked["accepted"], &checked["sources"][0]["status"]), (&true.into(), &"unchanged".into()));
}

#[test]
fn a_circuit_and_its_environment_may_be_called_alike() {
    let place = place();
    for (old, new) in [("majority.v", "c.v"), ("celement.g", "c.g")] {
        place.file(new, place.text(old));
    }
    let object = place.json(0, "check c.v c.g");
    assert_eq!(object["system"], "c || c");
    assert_eq!(texts(&object["components"]), ["c.v", "c.g"]);
}

#[test]
fn a_first_edge_behind_many_markings_is_the_first_value() {
    // x- comes when 18 signals have risen, so x was 1. An inverter beside it begins with 0 and does all that
    // the graph expects.
    let signals: Vec<String> = (0..18).map(|i| format!("s{i}")).collect();
    let arcs: Vec<String> = signals.iter().map(|s| format!("{s}+ x-\ny+ {s}-\n{s}- x+\ny- {s}+\n")).collect();
    let tokens: Vec<String> = signals.iter().map(|s| format!("<y-,{s}+>")).collect();
    let text = format!(
        ".outputs {} x\n.inputs y\n.graph\nx- y+\nx+ y-\n{}.marking {{ {} }}\n.end\n",
        signals.join(" "),
        arcs.concat(),
        tokens.join(" ")
    );
    let inverter = "module m (input x, output y);\n  not g (y, x);\nendmodule\n";
    let place = Place::with(&[("env.g", &text), ("inverter.v", inverter)]);
    let object = place.json(0, "check inverter.v env.g --method minimise");
    assert_eq!(result(&object, "deadlock")["verdict"], "holds");
}

#[test]
fn an_inconsistent_graph_beside_a_circuit_is_said() {
    let place = place();
    place.file(
        "twice.g",
        ".inputs a b\n.outputs z\n.graph\na+ b+\nb+ z+\nz+ a+\n.marking { <z+,a+> }\n.end\n",
    );
    let ended = place.run("check majority.v twice.g").expect(1);
    ended.complains(&["W0806", "the first marking comes again with another value of `a`"]);
}

#[test]
fn a_gate_that_can_never_change_is_said_to_wait_for_nothing() {
    let place = Place::with(&[("keep.v", "module m (output z);\n  assign z = z;\nendmodule\n")]);
    let shown = place.run("check keep.v").expect(1).out;
    assert!(shown.contains("keep can never do z+"), "{shown}");
}
