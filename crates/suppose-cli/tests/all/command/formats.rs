//! What `-o` and `export` write, and that a file is replaced only by a complete one.

use std::collections::BTreeMap;

use crate::command::fixture::Place;

const MODEL: &str = "P = (a -> b[1] -> P | c -> ERROR | d -> END).";

/// Everything that a format must keep; `.aut` keeps neither the end nor actions on no transition.
#[test]
fn every_suffix_has_its_format() {
    let place = Place::with(&[("p.lts", MODEL)]);
    for (suffix, begins, holds) in [
        ("aut", "des (0,4,3)\n", "(0,c,-1)"),
        ("dot", "digraph ", "\"b.1\""),
        ("gv", "digraph ", "\"b.1\""),
        ("fsp", "P = Q0,\n", "END"),
        ("lts", "P = Q0,\n", "ERROR"),
        ("json", "{\"schema\":\"suppose/lts/1\"", "\"b.1\""),
    ] {
        let ended = place.run(&format!("compile p.lts -o out.{suffix}")).expect(0);
        assert!(ended.out.ends_with(&format!("written to out.{suffix}\n")), "{}", ended.out);
        let text = place.text(&format!("out.{suffix}"));
        assert!(text.starts_with(begins), "{suffix}: {text}");
        assert!(text.contains(holds), "{suffix}: {text}");
        let ended = place.run(&format!("reduce p.lts --by strong -o reduced.{suffix}")).expect(0);
        assert_eq!(ended.err, "");
        assert!(place.text(&format!("reduced.{suffix}")).starts_with(begins), "{suffix}");
    }
    place.run("compile p.lts -o out.AUT").expect(0);
    assert_eq!(place.text("out.AUT"), place.text("out.aut"));
}

#[test]
fn what_is_written_can_be_read_again() {
    let place = Place::with(&[("p.lts", MODEL)]);
    for suffix in ["aut", "fsp", "json"] {
        place.run(&format!("compile p.lts -o out.{suffix}")).expect(0);
        let object = place.json(0, &format!("compile out.{suffix}"));
        assert_eq!([&object["states"], &object["transitions"]], [3, 4], "{suffix}");
        assert_eq!(object["has_error"], true, "{suffix}");
        assert_eq!(object["deadlocks"], i32::from(suffix == "aut"), "{suffix}");
        // Without its end the graph in .aut is another one.
        let code = i32::from(suffix == "aut");
        place.run(&format!("compare p.lts out.{suffix} --by strong")).expect(code);
    }
}

/// Edges of signals are no FSP labels: the text has words for them, and a list of these.
#[test]
fn circuits_become_fsp_that_can_be_read() {
    let place = Place::with_models(&["celement.g"]);
    let text = place.run("export celement.g --to fsp").expect(0).out;
    let named: BTreeMap<&str, &str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("//   ")?.strip_suffix('"')?.split_once(" for \""))
        .collect();
    for (word, edge) in [("a.up", "a+"), ("a.down", "a-"), ("z.up", "z+"), ("z.down", "z-")] {
        assert_eq!(named[word], edge);
    }
    place.file("words.fsp", &text);
    let original = place.run("export celement.g --to json").expect(0).out;
    let mut again = place.run("export words.fsp --to json").expect(0).out;
    for (word, edge) in &named {
        again = again.replace(&format!("\"{word}\""), &format!("\"{edge}\""));
    }
    // The alphabets are sorted by name.
    let graph = |text: &str| text.split_once("\"transitions\"").map(|(_, graph)| graph.to_owned());
    assert_eq!(graph(&again), graph(&original));
}

/// To other tools `i` may be τ, here it stays what it is.
#[test]
fn an_action_named_i_comes_back_from_aut() {
    let place = Place::with(&[("p.lts", "P = (i -> a -> P).")]);
    place.run("compile p.lts -o out.aut").expect(0);
    let ended = place.run("compare p.lts out.aut --by strong").expect(0);
    assert_eq!(ended.err, "");
}

#[test]
fn export_prints_or_writes_what_compile_writes() {
    let place = Place::with(&[("p.lts", MODEL)]);
    for format in ["aut", "dot", "fsp", "json"] {
        place.run(&format!("compile p.lts -o out.{format}")).expect(0);
        let written = place.text(&format!("out.{format}"));
        assert_eq!(place.run(&format!("export p.lts --to {format}")).expect(0).out, written);
        // The format is told by --to, not by the name.
        let ended = place.run(&format!("export p.lts --to {format} -o any.thing")).expect(0);
        assert_eq!(ended.out, "written to any.thing\n");
        assert_eq!(place.text("any.thing"), written);
        assert_eq!(place.run(&format!("export p.lts --to {format} -o any.thing -q")).expect(0).out, "");
    }
    place.run("export p.lts --to promela").expect(3);
}

#[test]
fn what_is_read_is_not_overwritten() {
    let place = Place::with_models(&["channel.lts"]);
    place.file("p.lts", "P = (input -> output -> P).");
    let before = [place.text("channel.lts"), place.text("p.lts")];
    for (arguments, read) in [
        ("compile channel.lts -o channel.lts", "channel.lts"),
        ("reduce channel.lts --by strong -o ./channel.lts", "channel.lts"),
        ("export channel.lts --to fsp -o channel.lts", "channel.lts"),
        ("assume channel.lts --component Input -o channel.lts", "channel.lts"),
        ("assume channel.lts --component Input --property p.lts -o p.lts", "p.lts"),
        ("check channel.lts --certificate channel.lts", "channel.lts"),
        ("check channel.lts --property p.lts --certificate ./p.lts", "p.lts"),
    ] {
        place
            .run(arguments)
            .expect(2)
            .complains(&["E0006", &format!("would overwrite {read}, which is input")]);
    }
    assert!([place.text("channel.lts"), place.text("p.lts")] == before);
}

#[test]
fn a_picture_when_graphviz_is_there() {
    let place = Place::with(&[("p.lts", MODEL)]);
    if std::process::Command::new("dot").arg("-V").output().is_err() {
        suppose_testing::skipped("Graphviz is not installed");
        return;
    }
    place.run("compile p.lts -o out.svg").expect(0);
    assert!(place.text("out.svg").contains("<svg "));
    assert!(place.run("export p.lts --to svg").expect(0).out.contains("<svg "));
}

#[test]
fn a_picture_without_graphviz_is_refused() {
    let place = Place::with(&[("p.lts", MODEL)]);
    let output =
        place.command("compile p.lts -o out.svg").env("PATH", "").output().expect("the command starts");
    crate::command::fixture::Ended::new("-o out.svg", &output)
        .expect(2)
        .complains(&["E0007", "Graphviz", "install"]);
    assert_eq!(place.files(), ["p.lts"]);
}

#[test]
fn a_destination_that_cannot_be_is_refused_before_the_work() {
    let place = Place::with(&[("p.lts", MODEL), ("wrong.lts", "P = (")]);
    std::fs::create_dir(place.path("folder.aut")).expect("a folder");
    // The input is wrong as well: it was not looked at.
    for (output, texts) in [
        ("out.txt", ["E0006", "out.txt"]),
        ("out", ["E0006", "cannot tell the output format from the suffix"]),
        ("missing/out.aut", ["E0007", "there is no folder missing"]),
        ("folder.aut", ["E0007", "it is a folder"]),
    ] {
        for command in ["compile wrong.lts", "reduce wrong.lts --by strong"] {
            place.run(&format!("{command} -o {output}")).expect(2).complains(&texts);
        }
    }
    place.run("export wrong.lts --to aut -o missing/x").expect(2).complains(&["E0007", "missing"]);
    assert_eq!(place.files(), ["folder.aut", "p.lts", "wrong.lts"]);
}

#[test]
fn a_run_that_fails_leaves_the_old_file() {
    let place =
        Place::with(&[("p.lts", MODEL), ("wrong.lts", "P = ("), ("out.aut", "old"), ("out.svg", "old")]);
    place.run("compile wrong.lts -o out.aut").expect(2);
    place.run("compile p.lts -o out.aut --max-states 1").expect(3);
    place.run("reduce p.lts --by weak -o out.aut --timeout 0").expect(3);
    let output =
        place.command("compile p.lts -o out.svg").env("PATH", "").output().expect("the command starts");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!([place.text("out.aut"), place.text("out.svg")], ["old", "old"]);
    place.run("compile p.lts -o out.aut").expect(0);
    assert!(place.text("out.aut").starts_with("des "));
    assert_eq!(place.files(), ["out.aut", "out.svg", "p.lts", "wrong.lts"], "nothing is left behind");
}

#[cfg(unix)]
#[test]
fn a_link_leads_to_the_file_that_is_replaced() {
    let place = Place::with(&[("p.lts", MODEL), ("real.aut", "old")]);
    std::os::unix::fs::symlink("real.aut", place.path("link.aut")).expect("a link");
    place.run("compile p.lts -o link.aut").expect(0);
    assert!(place.text("real.aut").starts_with("des "));
    assert!(place.path("link.aut").is_symlink());
}

#[cfg(unix)]
#[test]
fn a_device_is_written_as_it_is() {
    let place = Place::with(&[("p.lts", MODEL)]);
    let ended = place.run("export p.lts --to aut -q -o /dev/stdout").expect(0);
    assert!(ended.out.starts_with("des (0,4,3)\n"), "{}", ended.out);
}

#[test]
fn names_with_spaces_and_umlauts() {
    let place = Place::new();
    place.file("ein Gerät.lts", MODEL);
    let mut command = place.command("compile");
    let output = command.args(["ein Gerät.lts", "-o", "aus gabe.aut", "--json"]).output().expect("it starts");
    let ended = crate::command::fixture::Ended::new("compile", &output).expect(0);
    assert_eq!(ended.object()["file"], "ein Gerät.lts");
    assert!(place.text("aus gabe.aut").starts_with("des "));
}
