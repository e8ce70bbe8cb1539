//! Designs as LTSs and as systems: compile, compare, mixed languages, assumptions, built-in models.

use serde_json::json;

use crate::command::fixture::{Place, texts};

fn place() -> Place {
    Place::with_models(&["celement.g", "majority.v", "hazard.v"])
}

#[test]
fn nets_are_compiled_together() {
    let place = place();
    for files in ["celement.g", "majority.v celement.g", "celement.g majority.v"] {
        let object = place.json(0, &format!("compile {files}"));
        // Four states in each half; 2 + 1 + 1 changes of inputs and one of the output.
        assert_eq!([&object["states"], &object["transitions"], &object["firings"]], [8, 10, 10], "{files}");
        assert_eq!(texts(&object["alphabet"]), ["a+", "a-", "b+", "b-", "z+", "z-"]);
        assert_eq!([&object["deadlocks"], &object["has_error"]], [&json!(0), &json!(false)]);
    }
    // Two instances of an edge that lead to the same marking are one transition.
    place.file(
        "twice.g",
        ".outputs a b\n.graph\np a+ a+/1\na+ q\na+/1 q\nq a-\na- p\nb+ b-\nb- b+\n.marking \
        {p <b-,b+>}\n.end\n",
    );
    let object = place.json(0, "compile twice.g");
    assert_eq!([&object["states"], &object["transitions"], &object["firings"]], [4, 8, 10]);
    let object = place.json(0, "compile hazard.v --process gset");
    // Three wires; the environment may disable the gate.
    assert_eq!([&object["system"], &object["states"]], [&json!("gset"), &json!(8)]);
    assert_eq!(object["has_error"], true);
    place.run("compile hazard.v --process gest").expect(2).complains(&["E0005", "did you mean `gset`?"]);
}

#[test]
fn a_circuit_is_compared_with_its_specification() {
    let place = place();
    place.run("export celement.g --to aut -o c.aut").expect(0);
    assert_eq!(place.json(0, "compare celement.g c.aut --by strong")["equal"], true);
    // A netlist alone may do anything that its inputs make it do.
    let object = place.json(1, "compare majority.v celement.g --by trace-inclusion");
    assert_eq!(texts(&object["distinguishing"]), ["a+", "a-"]);
    let object = place.json(0, "reduce celement.g --by trace");
    assert_eq!([&object["states"], &object["states_before"]], [8, 8]);
}

#[test]
fn languages_are_mixed() {
    let place = place();
    place.file("turns.aut", "des (0,2,2)\n(0,\"z+\",1)\n(1,\"z-\",0)\n");
    place.file("never.aut", "des (0,1,2)\n(0,\"z+\",1)\n");
    place.file("never.lts", "property Never = STOP + {quiet}.\n");
    let object = place.json(0, "check majority.v celement.g --property turns.aut");
    assert_eq!(texts(&object["components"]), ["majority", "celement"]);
    assert_eq!(object["results"][0]["property"], "turns");
    for method in ["auto", "monolithic", "learn", "refine"] {
        let object =
            place.json(1, &format!("check majority.v celement.g --property never.aut --method {method}"));
        // `z-` is not in its alphabet, so z+ may come once.
        assert_eq!(object["results"][0]["witness"].as_array().map(Vec::len), Some(9), "{method}");
    }
    let object = place.json(0, "check majority.v celement.g turns.aut");
    assert_eq!(object["system"], "majority || celement || turns");
    assert_eq!(texts(&object["components"]), ["majority", "celement", "turns"]);
    place.run("check majority.v celement.g turns.aut --k 2").expect(2).complains(&["E0006", "--k"]);
    place.run("check never.lts --vcd x.vcd").expect(2).complains(&["E0006", "--vcd"]);
}

#[test]
fn what_a_gate_needs_of_the_others() {
    let place = Place::with(&[("and.v", "module m (input a, b, output z); and g (z, a, b); endmodule\n")]);
    let object = place.json(0, "assume and.v --property disabling");
    assert_eq!([&object["result"], &object["property"]], ["assumption", "disabling"]);
    assert_eq!(texts(&object["component"]), ["and"]);
    assert_eq!(texts(&object["interface"]), ["a+", "a-", "b+", "b-", "z+", "z-"]);
    // Both inputs are 1 and the output is still 0: no input may fall. An environment that waits for z+ is
    // good, one that does not is not.
    let good =
        "des (0,6,6)\n(0,\"a+\",1)\n(1,\"b+\",2)\n(2,\"z+\",3)\n(3,\"a-\",4)\n(4,\"z-\",5)\n(5,\"b-\",0)\n";
    place.file("good.aut", good);
    place.file("bad.aut", "des (0,4,4)\n(0,\"a+\",1)\n(1,\"b+\",2)\n(2,\"a-\",3)\n(3,\"z+\",0)\n");
    place.run("assume and.v --property disabling -o needs.aut").expect(0);
    place.json(0, "compare good.aut needs.aut --by trace-inclusion");
    let object = place.json(1, "compare bad.aut needs.aut --by trace-inclusion");
    assert_eq!(texts(&object["distinguishing"]), ["a+", "b+", "a-"]);
    // A place of it never gets a second token, whatever comes.
    assert_eq!(place.json(0, "assume and.v --property safety")["result"], "always");
    let place = self::place();
    let object = place.json(0, "assume hazard.v celement.g --component gset,gz --property disabling");
    assert_eq!(texts(&object["component"]), ["gset", "gz"]);
    place.run("assume hazard.v celement.g").expect(2).complains(&["E0604", "gleft"]);
    place.run("assume hazard.v celement.g --component gsat").expect(2).complains(&["E0601", "`gset`"]);
    place.run("assume hazard.v celement.g --component gz,gz").expect(2).complains(&["E0602"]);
}

#[test]
fn built_in_models() {
    let place = Place::new();
    let list = place.run("model list").expect(0).out;
    for name in ["fifo", "arbiter", "dme"] {
        assert!(list.contains(name), "{list}");
        let text = place.run(&format!("model {name} --size 3")).expect(0).out;
        assert_eq!(place.json(0, &format!("model {name} --size 3"))["text"], text.as_str());
        place.run(&format!("model {name} --size 3 -o m.lpn")).expect(0);
        assert_eq!(place.text("m.lpn"), text);
        let of_file = place.json(0, "check m.lpn");
        let of_name = place.json(0, &format!("check model:{name}:3"));
        assert_eq!([&of_file["system"], &of_name["system"]], [&json!("m"), &json!(format!("{name}3"))]);
        assert_eq!(of_file["components"], of_name["components"]);
        assert!(of_name["components"].as_array().is_some_and(|components| components.len() > 1));
        let default = place.json(0, &format!("model {name}"))["size"].as_u64();
        assert!(default > Some(3), "{default:?}");
    }
    assert_eq!(place.json(0, "model list")["models"][0]["language"], "lpn");
    for (arguments, texts) in [
        ("model dmee", &["E0005", "did you mean `dme`?"][..]),
        ("check model:dmee:3", &["E0005", "did you mean `dme`?"]),
        ("model dme --size 1", &["E0006", "from 2"]),
        ("compile model:dme:0", &["E0006", "from 2"]),
        ("compile model:dme:-3", &["E0006", "not a number"]),
        ("compile model:dme:99999999", &["E0006"]),
        ("model dme -o no/m.lpn", &["E0007"]),
    ] {
        place.run(arguments).expect(2).complains(texts);
    }
}
