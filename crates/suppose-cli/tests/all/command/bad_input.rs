//! Files that are no models: each is refused with exit code 2, a place where there is one, and few words.

use crate::command::fixture::Place;

const AUT: &str = "des (0,2,2)\n(0,\"a\",1)\n(1,\"b\",0)\n";

/// Runs commands that all read the file, and expects the same of each.
#[track_caller]
fn refused(place: &Place, file: &str, texts: &[&str]) {
    for arguments in
        [format!("compile {file}"), format!("check {file}"), format!("compare {file} {file} --by weak")]
    {
        let ended = place.run(&arguments).expect(2).complains(texts);
        assert_eq!(ended.out, "", "{arguments}");
    }
}

#[test]
fn what_is_not_there_or_no_file() {
    let place = Place::new();
    std::fs::create_dir(place.path("folder.lts")).expect("a folder");
    refused(&place, "missing.lts", &["error[E0001]", "missing.lts: No such file"]);
    refused(&place, "missing.aut", &["error[E0001]", "missing.aut: No such file"]);
    refused(&place, "folder.lts", &["error[E0001]", "folder.lts: it is a folder"]);
    refused(&place, "missing/p.lts", &["error[E0001]"]);
}

#[cfg(unix)]
#[test]
fn a_file_without_permission() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::with(&[("p.lts", "P = (a -> P).")]);
    let closed = std::fs::Permissions::from_mode(0o000);
    std::fs::set_permissions(place.path("p.lts"), closed).expect("permissions");
    if std::fs::read(place.path("p.lts")).is_ok() {
        suppose_testing::skipped("this user may read everything");
        return;
    }
    refused(&place, "p.lts", &["error[E0001]", "p.lts: Permission denied"]);
}

#[test]
fn languages_that_are_not_known() {
    let place = Place::new();
    for file in ["f.txt", "f", "f.lts.bak"] {
        place.file(file, "");
        refused(&place, file, &["error[E0004]", "cannot", "tell", "the language", "--lang"]);
    }
}

#[test]
fn empty_files() {
    let place =
        Place::with(&[("e.lts", ""), ("e.aut", ""), ("e.json", ""), ("blank.lts", "\n\n  /* none */\n")]);
    refused(&place, "e.lts", &["error[E0310]", "e.lts: "]);
    refused(&place, "blank.lts", &["error[E0310]", "blank.lts: "]);
    refused(&place, "e.aut", &["error[E0401]", "e.aut:1:1"]);
    refused(&place, "e.json", &["error[E0501]", "e.json:1:1"]);
}

#[test]
fn binary_junk_and_zero_bytes() {
    let place = Place::new();
    let junk: Vec<u8> = (0..4000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for file in ["junk.lts", "junk.aut", "junk.json"] {
        place.file(file, &junk);
        refused(&place, file, &["error[E0", &format!("{file}:1:")]);
    }
    place.file("odd.lts", b"P = (a -> P).\n/* caf\xe9 \x01 */\n");
    refused(&place, "odd.lts", &["error[E0002]", "odd.lts:2:7", "0xe9"]);
    // Older models have Latin-1 in their comments.
    place.file("latin.lts", b"P = (a -> P).\n/* caf\xe9, it\x92s */\n");
    let read = place.run("compile latin.lts").expect(0);
    assert!(read.err.contains("warning[W0001]") && read.err.contains("latin.lts:2:7"), "{}", read.err);
    place.file("nul.lts", "P = (a\0 -> P).");
    refused(&place, "nul.lts", &["W0102", "error[E0105]", "nul.lts:1:7"]);
    place.file("nul.aut", "des (0,1,2)\n(0,\"a\0\",1)\n");
    refused(&place, "nul.aut", &["error[E0410]", "nul.aut:2:"]);
    place.file("zeros.lts", vec![0; 100_000]);
    refused(&place, "zeros.lts", &["error[E0310]", "zeros.lts"]);
    place.file("zeros.aut", vec![0; 100_000]);
    refused(&place, "zeros.aut", &["error[E04", "zeros.aut:1:1"]);
}

#[test]
fn mistakes_in_fsp_have_a_place() {
    let place = Place::new();
    for (text, code, at) in [
        ("P = (a -> P)", "E0105", "1:12"),
        ("P = (a -> P).\nQ = (b - > Q).", "E0105", "2:8"),
        ("P = (A -> P).", "E0201", "1:6"),
        ("P = (a -> P).\nP = (b -> P).", "E0204", "2:1"),
        ("P = (a -> P).\n||S = (P || Q).", "E0207", "2:13"),
        ("P = Q, Q = P.", "E0309", "1:"),
        ("const N = 1 / 0\nP = (a -> P).", "E0305", "1:"),
        ("property P = (a -> P | a -> STOP).", "E0307", "1:"),
        ("P = (a -> P).\n||S(N=1) = (P || S(N+1)).", "E0311", "2:"),
        ("P = Q[0], Q[i:0..2147483647] = (a -> Q[i]).", "E0313", "1:"),
    ] {
        place.file("p.lts", text);
        refused(&place, "p.lts", &[&format!("error[{code}]"), &format!("p.lts:{at}")]);
    }
}

#[test]
fn a_header_that_lies() {
    let place = Place::new();
    for (text, code, at) in [
        (AUT.replace("0,2,2", "0,5,2"), "E0406", "1:8"),
        (AUT.replace("0,2,2", "0,1,2"), "E0406", "1:8"),
        (AUT.replace("0,2,2", "0,2,1"), "E0405", "2:"),
        (AUT.replace("0,2,2", "7,2,2"), "E0405", "1:6"),
        (AUT.replace("0,2,2", "0,2,4000000000"), "E0408", "1:10"),
        (AUT.replace("0,2,2", "0,18446744073709551616,2"), "E04", "1:"),
        (AUT.replace("des", "graph"), "E0401", "1:1"),
        (AUT.replace("(1,\"b\",0)", "(1,\"b\""), "E0403", "3:"),
    ] {
        place.file("p.aut", &text);
        refused(&place, "p.aut", &[&format!("error[{code}"), &format!("p.aut:{at}")]);
    }
}

#[test]
fn json_that_is_no_lts() {
    let place = Place::new();
    for (text, code) in [
        ("{", "E0501"),
        ("[1, 2, 3]", "E0502"),
        ("{\"schema\":\"suppose/lts/1\"}", "E0502"),
        (
            "{\"schema\":\"suppose/lts/1\",\"states\":1,\"initial\":0,\"alphabet\":[],\"transitions\":[[0,\"a\",7]]}",
            "E0503",
        ),
        (
            "{\"schema\":\"suppose/lts/1\",\"states\":99999999999,\"initial\":0,\"alphabet\":[],\"transitions\":[]}",
            "E050",
        ),
    ] {
        place.file("p.json", text);
        refused(&place, "p.json", &[&format!("error[{code}"), "p.json:1:"]);
    }
}

#[test]
fn deep_nesting_is_refused_and_does_not_crash() {
    let place = Place::new();
    let deep = 300_000;
    let (open, close) = ("(".repeat(deep), ")".repeat(deep));
    for (file, text) in [
        ("process.lts", format!("P = {open}a -> P{close}.")),
        ("open.lts", format!("P = {open}")),
        ("constant.lts", format!("const N = {open}1{close}\nP = (a[N] -> P).")),
        ("minus.lts", format!("const N = {}1\nP = (a[N] -> P).", "-".repeat(deep))),
        ("composite.lts", format!("P = (a -> P). ||S = {open}P{close}.")),
        ("set.lts", format!("set S = {}a{}\nP = (S -> P).", "{".repeat(deep), "}".repeat(deep))),
        ("formula.lts", format!("fluent F = <a, b>\nassert A = {}F\nP = (a -> b -> P).", "!".repeat(deep))),
        ("list.json", "[".repeat(deep)),
        ("object.json", "{\"a\":".repeat(deep)),
    ] {
        place.file(file, text);
        place.run(&format!("compile {file}")).expect(2).complains(&["error[E0", &format!("{file}:")]);
    }
}

/// Long chains are no nesting: they are models like others.
#[test]
fn long_chains_are_fine() {
    let place = Place::new();
    place.file("chain.lts", format!("P = ({}P).", "a -> ".repeat(100_000)));
    assert_eq!(place.json(0, "compile chain.lts")["states"], 100_000);
    place.file("sum.lts", format!("const N = 0{}\nP = (a[N] -> P).", " + 1".repeat(100_000)));
    assert_eq!(place.json(0, "compile sum.lts")["alphabet"][0], "a.100000");
}

#[test]
fn a_hundred_megabytes_in_one_line() {
    const LONG: usize = 100_000_000;
    let place = Place::new();
    for (file, before, filling) in [
        ("name.lts", "", b'x'),
        ("action.lts", "P = (", b'x'),
        ("open.lts", "P = ", b'('),
        ("label.aut", "des (0,1,1)\n(0,\"", b'a'),
        ("open.aut", "", b'('),
        ("number.aut", "des (0,1,", b'9'),
    ] {
        let mut text = before.as_bytes().to_vec();
        text.resize(LONG, filling);
        place.file(file, &text);
        drop(text);
        place.run(&format!("compile {file}")).expect(2).complains(&["error[E0", &format!("{file}:")]);
        std::fs::remove_file(place.path(file)).expect("the file is there");
    }
}

#[test]
fn standard_input_can_be_read() {
    let place = Place::new();
    let ended = place.run_reading("compile - --json", "P = (a -> P).").expect(0);
    assert_eq!(ended.object()["file"], "-");
    let ended = place.run_reading("compile - --lang aut --json", AUT).expect(0);
    assert_eq!(ended.object()["system"], "stdin");
    place.run_reading("compile -", "P = (a -> ").expect(2).complains(&["-:1:"]);
    place.run_reading("compile - --lang aut", "P").expect(2).complains(&["error[E0401]", "-:1:1"]);
    place.run("compile -").expect(2).complains(&["E0310"]);
    // It can be named twice, though it can be read only once.
    place.run_reading("compare - - --by strong", "P = (a -> P).").expect(0);
}

/// What is appended while we read belongs to the next run: the end of the file is not chased.
#[test]
fn a_file_that_grows_while_it_is_read() {
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, Ordering};
    let place = Place::new();
    let line =
        b"/* as long as it takes, there is one more of these lines and then the next, without any end \
        in sight */\n";
    for file in ["p.lts", "p.aut"] {
        let text = if file == "p.lts" { "P = (a -> b -> P).\n" } else { AUT };
        place.file(file, text);
        let done = AtomicBool::new(false);
        let block = if file == "p.lts" { line.repeat(1000) } else { b"\n".repeat(100_000) };
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let opened = std::fs::OpenOptions::new().append(true).open(place.path(file));
                let mut out = opened.expect("the file is there");
                let mut written = 0;
                while !done.load(Ordering::Relaxed) && written < 200_000_000 {
                    out.write_all(&block).expect("the disk is not full");
                    written += block.len();
                }
            });
            for _ in 0..3 {
                let ended = place.run(&format!("compile {file} --json"));
                let states = serde_json::from_str(&ended.out).map(|o: serde_json::Value| o["states"].clone());
                if ended.code != Some(0) || states.ok() != Some(2.into()) {
                    done.store(true, Ordering::Relaxed);
                }
                assert_eq!(ended.expect(0).object()["states"], 2);
            }
            done.store(true, Ordering::Relaxed);
        });
    }
}
