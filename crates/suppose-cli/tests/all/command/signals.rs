//! Ctrl-C ends the work with exit code 3 and what is known so far. A named pipe tells when the command has
//! begun.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command};
use std::time::Duration;

use crate::command::fixture::{Ended, Place};
use crate::command::limits::ENDLESS;

fn pipe(place: &Place) {
    let made = Command::new("mkfifo").arg(place.path("in.lts")).status().expect("mkfifo is there");
    assert!(made.success());
}

/// Opens the pipe for writing, which succeeds once the command has opened it for reading.
fn begun(path: &Path) -> File {
    File::options().write(true).open(path).expect("the pipe opens")
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(sent.success());
}

fn ended(arguments: &str, child: Child) -> Ended {
    Ended::new(arguments, &child.wait_with_output().expect("the command ends"))
}

#[test]
fn a_named_pipe_is_read_like_a_file() {
    let place = Place::new();
    pipe(&place);
    let child = place.spawn("check in.lts --json");
    begun(&place.path("in.lts")).write_all(b"P = (a -> STOP).").expect("the command reads");
    assert_eq!(ended("check", child).expect(1).object()["results"][0]["property"], "deadlock");
}

#[test]
fn an_interrupted_search_tells_what_it_knows() {
    for arguments in [
        "check in.lts --method monolithic --json",
        "check in.lts --method monolithic --json --threads 2",
        "check in.lts --deadlock --property TURNS --json",
        "compile in.lts --json",
    ] {
        let place = Place::new();
        pipe(&place);
        let child = place.spawn(arguments);
        begun(&place.path("in.lts")).write_all(ENDLESS.as_bytes()).expect("the command reads");
        // Long enough for the search to begin; it would not end by itself in a lifetime.
        std::thread::sleep(Duration::from_millis(300));
        // Twice in a row, as `timeout` does; only a signal after waiting cuts the answer short.
        let pid = child.id().to_string();
        let sent = Command::new("sh").args(["-c", "kill -INT $0; kill -INT $0 || true", &pid]).status();
        assert!(sent.expect("kill is there").success());
        let object = ended(arguments, child).expect(3).object();
        // Other questions may have been answered before.
        let last = object["results"].as_array().and_then(|results| results.last());
        let result = last.unwrap_or(&object);
        assert_eq!(result["reason"], "interrupted", "{arguments}: {object}");
    }
}

#[test]
fn work_on_circuits_can_be_interrupted() {
    for arguments in ["check model:dme:30 --method monolithic --json", "compile model:dme:30 --json"] {
        let child = Place::new().spawn(arguments);
        // Long enough for the search to begin; it would not end by itself in a lifetime.
        std::thread::sleep(Duration::from_millis(300));
        interrupt(&child);
        let object = ended(arguments, child).expect(3).object();
        let last = object["results"].as_array().and_then(|results| results.last());
        assert_eq!(last.unwrap_or(&object)["reason"], "interrupted", "{arguments}: {object}");
    }
}

#[test]
fn waiting_for_input_can_be_interrupted() {
    let place = Place::new();
    pipe(&place);
    let child = place.spawn("check in.lts");
    let open = begun(&place.path("in.lts"));
    interrupt(&child);
    let ended = ended("check", child).expect(3);
    assert_eq!(ended.out, "in.lts: inconclusive: interrupted; nothing was checked\n");
    drop(open);
}
