//! Names on the command line that mean nothing, and what is said about them.

use crate::command::exit_codes::TURNS;
use crate::command::fixture::Place;

#[test]
fn an_unknown_system() {
    let place = Place::with(&[("t.lts", TURNS)]);
    for command in ["compile", "check", "reduce --by strong", "export --to aut"] {
        let ended = place.run(&format!("{command} t.lts --system NOPE")).expect(2);
        ended.complains(&["error[E0005]", "t.lts: `NOPE` is not defined", "GOOD, S, P"]);
    }
    place.run("compile t.lts --system GOD").expect(2).complains(&["did you mean `GOOD`?"]);
}

#[test]
fn an_unknown_process() {
    let place = Place::with(&[("t.lts", TURNS)]);
    place.run("compile t.lts --process NOPE").expect(2).complains(&["E0005", "`NOPE`", "defined are: P"]);
    place.run("compile t.lts --process GOOD").expect(2).complains(&[
        "E0005",
        "`GOOD` is a composite",
        "--system",
    ]);
}

#[test]
fn an_unknown_property() {
    let place = Place::with(&[("t.lts", TURNS), ("none.lts", "P = (a -> P).")]);
    let ended = place.run("check t.lts --property NOPE").expect(2);
    ended.complains(&["E0005", "`NOPE` is neither a property", "FIRST, ONCE, TURNS"]);
    place.run("check none.lts --property NOPE").expect(2).complains(&["E0005", "defines no properties"]);
    // An ordinary process of the file is no property.
    place.run("check none.lts --property P").expect(2).complains(&["E0005", "`P` is an ordinary process"]);
    place.run("check t.lts --property nope.lts").expect(2).complains(&["E0005", "nope.lts"]);
    place.run("check t.lts --property .").expect(2).complains(&["E00"]);
}

#[test]
fn a_formula_is_no_target() {
    let place = Place::with(&[("t.lts", TURNS)]);
    let object = place.json(3, "compile t.lts --system ALWAYS");
    assert_eq!(object["reason"], "unsupported");
}

#[test]
fn imports_are_looked_for_beside_the_model() {
    let place = Place::with(&[("m.lts", "import P = \"p.aut\"\n||S = P.\n")]);
    place.run("compile m.lts").expect(2).complains(&["error[E0211]", "m.lts:1:", "p.aut"]);
    place.file("p.aut", "des (0,1,1)\n(0,\"a\",4)\n");
    place.run("compile m.lts").expect(2).complains(&["p.aut:2:"]);
    place.file("p.aut", "des (0,1,1)\n(0,\"a\",0)\n");
    assert_eq!(place.json(0, "compile m.lts")["states"], 1);
}
