//! A real Ada compiler takes every program that we ship, and the built-in ones at other sizes. Says that it
//! is skipped where GNAT is not installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use suppose::ada::models::MODELS;

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("suppose-gnat-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder for the compiler");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Whether there is a compiler; says so if not.
fn installed() -> bool {
    let found =
        Command::new("gnatmake").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        suppose_testing::skipped("GNAT is not installed");
    }
    found
}

/// Compiles a file in its folder without making code, and gives what the compiler says if it refuses or finds
/// fault with it. It may warn of nothing but parameters that are there only to be seen from outside.
fn faults(folder: &Path, file: &str) -> Option<String> {
    let output = Command::new("gcc").args(["-c", "-gnatc", "-gnatwa", file]).current_dir(folder).output();
    let output = output.expect("the compiler runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let allowed =
        |line: &str| line.contains("warning: formal parameter") && line.contains("is not referenced");
    (!output.status.success() || !said.lines().all(allowed)).then_some(said)
}

#[test]
fn every_program_compiles() {
    if !installed() {
        return;
    }
    let mut refused = Vec::new();
    let folder = Folder::new("compile");
    for model in MODELS {
        let file = format!("{}.adb", model.unit());
        // The shipped programs are those of the default size: `ada_models.rs` in the crate of languages
        // compares them.
        let sizes: &[u32] = if model.largest == 1 { &[1] } else { &[2, 3, 4, 5, 9, 200] };
        for &size in sizes {
            for (variant, text) in [("right", (model.text)(size)), ("wrong", (model.wrong)(size))] {
                fs::write(folder.0.join(&file), text).expect("the program can be written");
                if let Some(said) = faults(&folder.0, &file) {
                    refused.push(format!("{} of size {size}, {variant}:\n{said}", model.name));
                }
            }
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn events_as_pragmas_are_accepted_by_both() {
    let text = "procedure Eat is\n   type Id is range 1 .. 2;\n   task T;\n   task body T is\n      Me : \
        constant Id := 1;\n   begin\n      pragma Annotate (Suppose, Event, \"eat\", Me, Me + 1);\n      \
        pragma Annotate (Suppose, Event, \"table.leave\");\n      null;\n   end T;\nbegin\n   null;\nend \
        Eat;\n";
    let (program, warnings) = suppose::ada::load(suppose::base::FileId(0), text).expect("a program");
    assert_eq!(warnings, []);
    let lowered = suppose::ada::lower(&program, &suppose::base::Budget::unlimited()).expect("no limit");
    for action in ["eat.1.2", "table.leave"] {
        assert!(lowered.system.actions.get(action).is_some(), "{action}");
    }
    if installed() {
        let folder = Folder::new("pragma");
        fs::write(folder.0.join("eat.adb"), text).expect("the program can be written");
        assert_eq!(faults(&folder.0, "eat.adb"), None);
    }
}

#[test]
fn the_compiler_would_refuse_a_mistake() {
    if !installed() {
        return;
    }
    let folder = Folder::new("mistake");
    for (file, mistake) in [
        ("unknown.adb", "procedure Unknown is\nbegin\n   Car.Move;\nend Unknown;\n"),
        ("unused.adb", "procedure Unused is\n   X : Boolean := True;\nbegin\n   null;\nend Unused;\n"),
    ] {
        fs::write(folder.0.join(file), mistake).expect("the program can be written");
        assert!(faults(&folder.0, file).is_some(), "{file}");
    }
}

/// The elevator is the only program that ends by itself, whoever is faster.
#[test]
fn the_elevator_runs_to_its_end() {
    if !installed() {
        return;
    }
    let folder = Folder::new("run");
    let elevator = MODELS.iter().find(|model| model.name == "elevator").expect("a model");
    for text in [(elevator.text)(1), (elevator.wrong)(1)] {
        fs::write(folder.0.join("elevator.adb"), text).expect("the program can be written");
        let made =
            Command::new("gnatmake").args(["-q", "-f", "elevator.adb"]).current_dir(&folder.0).output();
        let made = made.expect("the compiler runs");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        for _ in 0..20 {
            let mut child = Command::new(folder.0.join("elevator")).spawn().expect("the program starts");
            let since = Instant::now();
            let status = loop {
                if let Some(status) = child.try_wait().expect("the program can be waited for") {
                    break status;
                }
                if since.elapsed() > Duration::from_mins(1) {
                    child.kill().expect("the program can be stopped");
                    panic!("the elevator does not end");
                }
                std::thread::sleep(Duration::from_millis(1));
            };
            assert!(status.success(), "{status}");
        }
    }
}
