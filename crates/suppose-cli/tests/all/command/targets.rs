//! Which part of a file a command is about.

use crate::command::fixture::{Place, texts};

#[track_caller]
fn target(text: &str, arguments: &str, expected: &str) {
    let place = Place::with(&[("f.lts", text)]);
    let object = place.json(0, &format!("compile f.lts {arguments}"));
    assert_eq!(object["system"], expected, "{text}");
}

#[test]
fn the_default_target() {
    target("P = (a -> P).", "", "P");
    target("P = (a -> P). ||A = P. ||B = P.", "", "B");
    target("P = (a -> P). ||DEFAULT = P. ||B = P.", "", "DEFAULT");
    target("||A = P. P = (a -> P). Q = (b -> Q).", "", "A");
    // Without a composite all processes are composed.
    target("P = (a -> P). Q = (b -> Q).", "", "DEFAULT");
}

#[test]
fn a_target_by_name() {
    let text = "P = (a -> P). Q = (b -> Q). ||A = (P || Q). ||B = P.";
    target(text, "--system A", "A");
    target(text, "--system Q", "Q");
    target(text, "--process P", "P");
}

#[test]
fn components_are_named_as_in_the_file() {
    let text = "P = (a -> P). Q(N=2) = (b[N] -> Q). property R = (a -> R).\n\
                ||S = (x:P || {y, z}::P || Q || Q(3) || P/{c/a} || R).";
    let place = Place::with(&[("f.lts", text)]);
    let object = place.json(0, "check f.lts --deadlock");
    assert_eq!(texts(&object["components"]), ["x:P", "{y,z}::P", "Q", "Q(3)", "P"]);
}

#[test]
fn a_graph_is_named_after_its_file() {
    let place = Place::with(&[("ring.aut", "des (0,1,1)\n(0,\"a\",0)\n")]);
    assert_eq!(place.json(0, "compile ring.aut")["system"], "ring");
    assert_eq!(place.json(0, "compile ring.aut --system ring")["system"], "ring");
    place.run("compile ring.aut --system other").expect(2).complains(&["E0005", "`other`", "`ring`"]);
}

#[test]
fn the_language_can_be_told() {
    let place = Place::with(&[("model", "P = (a -> P)."), ("graph.txt", "des (0,1,1)\n(0,\"a\",0)\n")]);
    assert_eq!(place.json(0, "compile model --lang fsp")["system"], "P");
    assert_eq!(place.json(0, "compile graph.txt --lang aut")["system"], "graph");
}

#[test]
fn tau_can_be_spelt_in_several_ways() {
    let place = Place::with(&[
        ("i.aut", "des (0,1,1)\n(0,\"i\",0)\n"),
        ("both.aut", "des (0,2,1)\n(0,\"i\",0)\n(0,\"tau\",0)\n"),
    ]);
    let alphabet = |arguments: &str| place.json(0, &format!("compile {arguments}"))["alphabet"].to_string();
    assert_eq!(alphabet("i.aut"), "[]");
    assert_eq!(alphabet("i.aut --tau tau"), "[\"i\"]");
    assert_eq!(alphabet("both.aut"), "[\"i\"]");
    assert_eq!(alphabet("both.aut --tau i"), "[]");
}
