//! The library as its users see it: a few lines each.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use suppose::base::{Budget, StopReason, Verdict};
use suppose::inquiry::Evidence;
use suppose::inquiry::system::SystemEvidence;
use suppose::lts::reduce::Relation;
use suppose::report::{Look, Report};
use suppose::{Asked, Failure, OpenOptions, Plan, Project, Status, Target};

/// A folder of its own, removed at the end of the test.
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
}

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let path = path.join(format!("{name}-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Self { path }
    }

    pub(crate) fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path.join(name);
        std::fs::write(&path, text).expect("a file of the test");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What stays behind lies in the build folder and does no harm.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

fn model(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../models").join(name)
}

#[test]
fn a_file_of_each_kind_is_checked_in_one_line() {
    for (name, property) in [
        ("channel.lts", "Order"),
        ("majority.v", "disabling"),
        ("celement.g", "disabling"),
        ("door.srs", "d1"),
        ("ada/elevator.adb", "Doors_Closed"),
    ] {
        let report = suppose::open(model(name)).expect(name).check().expect(name);
        assert!(report.answer(property).is_some(), "{name}: {:?}", report.answers);
        assert!(report.answers.iter().all(|answer| answer.question.usual || answer.extras.unasked), "{name}");
    }
}

#[test]
fn evidence_is_in_ids_and_tells_itself_in_names() {
    let options = OpenOptions { target: Target::System("Barging".to_owned()), ..OpenOptions::default() };
    let mut project = Project::open(&[model("mutex.lts")], &options).expect("a model");
    let report = project.check().expect("a system");
    let answer = report.answer("Race").expect("its property");
    let evidence: &SystemEvidence = answer.evidence().expect("a witness of LTSs");
    assert_eq!(evidence.witness.steps.len(), 3);
    assert_eq!(evidence.story().trace, ["w.acquire", "w.enterCS", "e.enterCS"]);
    assert_eq!(report.status(), Status::Violated);
}

#[test]
fn limits_are_answers_and_bad_input_is_an_error() {
    let options = OpenOptions { budget: Budget::unlimited().with_max_states(6), ..OpenOptions::default() };
    let mut project = Project::open(&[model("buffer.lts")], &options).expect("a model");
    let report = project.check().expect("a system");
    assert!(
        report
            .answers
            .iter()
            .all(|answer| matches!(answer.verdict, Verdict::Inconclusive(StopReason::States(6))))
    );
    let mut project = suppose::open(model("channel.lts")).expect("a model");
    let asked = Asked { properties: vec!["Odrer".to_owned()], ..Asked::default() };
    let Err(Failure::Input(messages)) = project.ask(&asked, &Plan::default()) else {
        panic!("no such property")
    };
    assert_eq!(messages[0].help.as_deref(), Some("did you mean `Order`?"));
}

/// A mistake of the program itself is an error for every reader, and its run did not succeed.
#[test]
fn a_failed_check_of_itself_is_an_error_in_sarif() {
    let asked = Asked { deadlock: true, ..Asked::default() };
    let internal = Failure::Stopped(StopReason::Internal("one and one are three".to_owned()));
    let report = Report::failed(&["m.lts"], &asked, &Plan::default(), internal);
    assert_eq!(report.status(), Status::Internal);
    let written = |name: &str| {
        let mut text = Vec::new();
        let format = suppose::report::format(name).expect("a format");
        format.write(std::slice::from_ref(&report), &Look::default(), &mut text).expect("memory");
        String::from_utf8(text).expect("text")
    };
    let log: serde_json::Value = serde_json::from_str(&written("sarif")).expect("JSON");
    let levels: Vec<&serde_json::Value> =
        log["runs"][0]["results"].as_array().into_iter().flatten().map(|result| &result["level"]).collect();
    assert_eq!(levels, ["error", "error"]);
    assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], false);
    assert_eq!(written("github").matches("::error ").count(), 2);
}

#[test]
fn a_system_is_minimised() {
    let mut project = suppose::open(model("alternating_bit.lts")).expect("a model");
    let whole = project.whole().expect("small");
    let small = project.minimise(Relation::Weak).expect("small");
    assert!(small.lts.num_states() < whole.lts.num_states());
}

#[test]
fn a_target_is_written_for_other_tools() {
    let folder = Folder::new("export");
    let path = folder.file("p.lts", "P = (a -> b -> P).");
    let mut project = suppose::open(path).expect("a model");
    let format = suppose::LtsFormat::of_path(std::path::Path::new("x.AUT")).expect("a format");
    let mut text = Vec::new();
    project.export(format, &mut text).expect("no limit");
    assert_eq!(String::from_utf8_lossy(&text), "des (0,2,2)\n(0,a,1)\n(1,b,0)\n");
    // Every suffix leads to one format, and what is written can be read again where there is a language for it.
    for format in suppose::LTS_FORMATS {
        assert_eq!(suppose::LtsFormat::named(format.name).expect("itself").name, format.name);
        let mut text = Vec::new();
        project.export(format, &mut text).expect("no limit");
        let suffix = format.suffixes[0];
        if ["aut", "json", "lts"].contains(&suffix) {
            let again = folder.file(&format!("again.{suffix}"), &String::from_utf8_lossy(&text));
            let whole = suppose::open(again).expect(suffix).whole().expect(suffix);
            assert_eq!((whole.lts.num_states(), whole.lts.num_transitions()), (2, 2), "{suffix}");
        }
    }
}
