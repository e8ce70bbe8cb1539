//! What goes where: results to standard output, the rest to standard error; and the same bytes every time.

use crate::command::exit_codes::TURNS;
use crate::command::fixture::{Ended, Place};

/// `Q` is not defined, which is worth a warning.
const WARNED: &str = "P = (a -> P | b -> Q).";

#[test]
fn warnings_go_to_standard_error_unless_quiet() {
    let place = Place::with(&[("w.lts", WARNED)]);
    let loud = place.run("compile w.lts").expect(0).complains(&["warning[W0303]", "w.lts:1:20"]);
    let quiet = place.run("compile w.lts -q").expect(0);
    assert_eq!(quiet.err, "");
    assert_eq!(quiet.out, loud.out);
    let json = place.run("compile w.lts --json").expect(0).complains(&["warning[W0303]"]);
    assert_eq!(json.object()["has_error"], true);
}

#[test]
fn errors_are_shown_even_when_quiet() {
    let place = Place::with(&[("e.lts", "P = (a -> P")]);
    place.run("compile e.lts -q").expect(2).complains(&["error[E0105]", "e.lts:1:11"]);
}

/// `-q` hides the warnings themselves, and an exit code must not be without a reason.
#[test]
fn denied_warnings_are_counted_even_when_quiet() {
    let place = Place::with(&[("w.lts", WARNED), ("t.lts", TURNS)]);
    let ended = place.run("check w.lts -q --deny-warnings").expect(2);
    assert_eq!(ended.err, "suppose: --deny-warnings makes an error of 1 warning\n");
    assert_eq!(place.run("check t.lts -q --deny-warnings --property TURNS").expect(0).err, "");
}

#[test]
fn two_formats_at_once_are_refused() {
    let place = Place::with(&[("t.lts", TURNS)]);
    for arguments in ["check t.lts --json --format junit", "--json check t.lts --format text"] {
        let ended = place.run(arguments).expect(2).complains(&["'--json' cannot be used with '--format "]);
        assert_eq!(ended.out, "", "{arguments}");
    }
    place.run("check t.lts --property TURNS --json --format json").expect(0).object();
}

#[test]
fn colours_only_when_asked_for() {
    let place = Place::with(&[("t.lts", TURNS), ("w.lts", WARNED), ("e.lts", "P")]);
    for arguments in ["check t.lts", "check t.lts --color auto", "check t.lts --color never", "compile w.lts"]
    {
        let ended = place.run(arguments);
        assert!(!ended.out.contains('\x1b') && !ended.err.contains('\x1b'), "{arguments}");
    }
    let ended = place.run("check t.lts --color always").expect(1);
    assert!(ended.out.contains("\x1b[1;32mholds\x1b[0m"), "{}", ended.out);
    assert!(ended.out.contains("\x1b[1;31mviolated\x1b[0m"), "{}", ended.out);
    assert!(place.run("compile e.lts --color always").expect(2).err.contains('\x1b'));
    assert!(!place.run("check t.lts --color always --json").expect(1).out.contains('\x1b'));
}

#[test]
fn verbose_says_more_about_the_search() {
    let place = Place::with(&[("t.lts", TURNS)]);
    let plain = place.run("check t.lts --system GOOD").expect(0);
    assert!(plain.out.contains("TURNS  holds (2 states, "), "{}", plain.out);
    let verbose = place.run("check t.lts --system GOOD -v").expect(0);
    assert!(verbose.out.contains("TURNS  holds (2 states, 2 transitions, "), "{}", verbose.out);
    assert!(verbose.out.contains(" bytes, "), "{}", verbose.out);
}

#[test]
fn the_same_bytes_for_any_number_of_threads_and_every_run() {
    let models = ["philosophers.lts", "alternating_bit.lts", "lift.lts"];
    let place = Place::with_models(&models);
    for model in models {
        for command in ["check --deadlock --progress", "check --json --deadlock --progress", "compile --json"]
        {
            let run =
                |threads: &str| -> Ended { place.run(&format!("{command} {model} --threads {threads}")) };
            let first = run("1");
            assert!(matches!(first.code, Some(0 | 1)), "{}", first.err);
            for threads in ["1", "2", "3"] {
                let other = run(threads);
                assert_eq!(other.code, first.code);
                assert_eq!(other.timeless(), first.timeless(), "{command} {model} --threads {threads}");
            }
        }
    }
    for format in ["aut", "dot", "fsp", "json"] {
        let run = |threads: &str| place.run(&format!("export philosophers.lts --to {format} {threads}"));
        let first = run("--threads 1").expect(0);
        assert!(first.out.len() > 10_000);
        assert!(run("--threads 3").expect(0).out == first.out, "{format}");
    }
}

/// Large enough that the levels of the search are shared among the threads.
#[test]
fn the_same_answer_for_a_large_search_on_any_number_of_threads() {
    let place = Place::with_models(&["philosophers.lts"]);
    let text = place.text("philosophers.lts").replace("const N    = 5", "const N = 8");
    place.file("eight.lts", &text);
    for (arguments, code) in
        [("--system Polite", 0), ("--system Table", 1), ("--system Polite --max-states 100000", 3)]
    {
        let run = |threads: u32| {
            place.run(&format!("check eight.lts {arguments} --json --threads {threads}")).expect(code)
        };
        let first = run(1);
        if code == 1 {
            // Eight get hungry and take one fork each.
            assert_eq!(first.object()["results"][0]["witness"].as_array().map(Vec::len), Some(16));
        }
        for threads in [2, 3, 8] {
            assert_eq!(run(threads).timeless(), first.timeless(), "{arguments} --threads {threads}");
        }
    }
}

/// The command waits for its input, so that standard output is closed for certain when it writes.
#[test]
fn a_closed_pipe_is_silent_and_does_not_change_the_answer() {
    use std::io::Write;
    let place = Place::with(&[]);
    let compared = "compare - other.lts --by trace";
    place.file("other.lts", "Q = (c -> Q).");
    for (arguments, code) in [
        ("check -", 1),
        ("check - --json", 1),
        ("check - --property TURNS", 0),
        ("compile -", 0),
        ("export - --to aut", 0),
        (compared, 1),
    ] {
        let mut child = place.spawn(arguments);
        drop(child.stdout.take());
        let mut input = child.stdin.take().expect("piped");
        input.write_all(TURNS.as_bytes()).expect("the command reads its input");
        drop(input);
        let ended = Ended::new(arguments, &child.wait_with_output().expect("the command ends")).expect(code);
        assert_eq!(ended.err, "", "{arguments}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_no_success() {
    let place = Place::with(&[("t.lts", TURNS)]);
    for arguments in
        ["compile t.lts", "check t.lts", "check t.lts --json", "export t.lts --to aut", "explain"]
    {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
        let output = place.command(arguments).stdout(full).output().expect("the command starts");
        Ended::new(arguments, &output).expect(2).complains(&["the result cannot be written"]);
    }
}
