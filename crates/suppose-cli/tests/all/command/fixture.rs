//! A folder for each test, and the real command run in it.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

/// A folder of its own, removed at the end of the test.
pub(crate) struct Place {
    pub folder: PathBuf,
}

/// How the command ended.
pub(crate) struct Ended {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
    told: String,
}

impl Place {
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("suppose-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        Self { folder }
    }

    /// A folder with these files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let place = Self::new();
        for (name, text) in files {
            place.file(name, text);
        }
        place
    }

    /// A folder with models of the project.
    pub(crate) fn with_models(names: &[&str]) -> Self {
        let place = Self::new();
        for name in names {
            let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").join(name);
            std::fs::copy(&source, place.path(name)).expect("a model of the project");
        }
        place
    }

    /// Puts a model of the project here under another name.
    pub(crate) fn copy_model(&self, model: &str, name: &str) {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").join(model);
        std::fs::copy(&source, self.path(name)).expect("a model of the project");
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Writes a file.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).expect("a file of the test");
    }

    pub(crate) fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The names of all files, sorted.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.folder).expect("the folder of the test");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// The command with arguments separated by spaces, ready to run in the folder.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        self.command_of(arguments.split_whitespace())
    }

    fn command_of(&self, arguments: impl IntoIterator<Item: AsRef<OsStr>>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_suppose"));
        command.args(arguments).current_dir(&self.folder).env_remove("NO_COLOR").stdin(Stdio::null());
        command
    }

    /// Runs the command with arguments separated by spaces.
    pub(crate) fn run(&self, arguments: &str) -> Ended {
        let output = self.command(arguments).output().expect("the command starts");
        Ended::new(arguments, &output)
    }

    /// Runs the command and gives it a text to read from standard input.
    pub(crate) fn run_reading(&self, arguments: &str, text: &str) -> Ended {
        let mut child = self.spawn(arguments);
        let mut input = child.stdin.take().expect("piped");
        input.write_all(text.as_bytes()).expect("the command reads its input");
        drop(input);
        Ended::new(arguments, &child.wait_with_output().expect("the command ends"))
    }

    /// Starts the command with everything piped.
    pub(crate) fn spawn(&self, arguments: &str) -> Child {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the command starts")
    }

    /// Runs the command with `--json`, expects an exit code and gives the object.
    pub(crate) fn json(&self, code: i32, arguments: &str) -> Value {
        self.run(&format!("{arguments} --json")).expect(code).object()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // What stays behind lies in the build folder and does no harm.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Ended {
    pub(crate) fn new(arguments: &str, output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("output is UTF-8");
        Self {
            code: output.status.code(),
            out: text(&output.stdout),
            err: text(&output.stderr),
            told: arguments.to_owned(),
        }
    }

    /// Fails unless the command ended with this code.
    #[track_caller]
    pub(crate) fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "suppose {}\n{}{}", self.told, self.out, self.err);
        self
    }

    /// Fails unless all of these are on standard error, which must not be long.
    #[track_caller]
    pub(crate) fn complains(self, texts: &[&str]) -> Self {
        for text in texts {
            assert!(
                self.err.contains(text),
                "suppose {}: no `{text}` in\n{}",
                self.told,
                &self.err[..self.err.len().min(4000)]
            );
        }
        assert!(self.err.len() < 4000, "suppose {}: {} bytes on standard error", self.told, self.err.len());
        self
    }

    /// The one object on standard output.
    #[track_caller]
    pub(crate) fn object(&self) -> Value {
        assert_eq!(self.out.matches('\n').count(), 1, "one line: {}", self.out);
        let value: Value = serde_json::from_str(&self.out).expect("standard output is one JSON value");
        assert!(value.is_object());
        value
    }

    /// Standard output with times made equal.
    pub(crate) fn timeless(&self) -> String {
        if let Ok(mut value) = serde_json::from_str::<Value>(&self.out) {
            erase_times(&mut value);
            return value.to_string();
        }
        let word = |word: &str| if word.parse::<f64>().is_ok() { "0".to_owned() } else { word.to_owned() };
        let line = |line: &str| match line.split_once(" ms)") {
            Some((before, after)) => {
                let (text, time) = before.rsplit_once(' ').unwrap_or(("", before));
                format!("{text} {} ms){after}", word(time))
            }
            None => line.to_owned(),
        };
        self.out.lines().map(line).collect::<Vec<_>>().join("\n")
    }
}

fn erase_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields.iter_mut() {
                if name == "time_ms" {
                    assert!(field.as_f64().is_some_and(|ms| ms >= 0.0), "{field}");
                    *field = Value::Null;
                } else {
                    erase_times(field);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(erase_times),
        _ => {}
    }
}

/// Texts of a JSON list.
#[track_caller]
pub(crate) fn texts(value: &Value) -> Vec<&str> {
    let list = value.as_array().unwrap_or_else(|| panic!("a list: {value}"));
    list.iter().map(|item| item.as_str().expect("a text")).collect()
}
