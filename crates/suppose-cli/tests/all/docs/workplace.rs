//! A folder in which the commands of one page run.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder is removed with the value.
pub(crate) struct Workplace(PathBuf);

impl Workplace {
    /// A folder that holds nothing but a copy of the models.
    pub(crate) fn new(name: &str, models: &Path) -> Self {
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("docs-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        copy(models, &folder.join("models"));
        Self(folder)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).expect("a file can be written");
    }

    /// Runs a command and gives the lines it prints, and `[exit N]` when it does not end with 0.
    pub(crate) fn run(&self, command: &str) -> Vec<String> {
        let arguments =
            ["suppose ", "cargo run --release -- "].iter().find_map(|start| command.strip_prefix(start));
        let arguments = arguments.unwrap_or_else(|| panic!("`{command}` is no call of suppose"));
        // Both streams go to one file, so that they are mixed as on a terminal.
        let path = self.0.join("printed");
        let printed = File::create(&path).expect("a file for the output");
        let ended = Command::new(env!("CARGO_BIN_EXE_suppose"))
            .args(words(arguments))
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .stdout(printed.try_clone().expect("a second handle"))
            .stderr(printed)
            .status()
            .expect("the command can be started");
        let text = fs::read_to_string(&path).expect("the output is text");
        fs::remove_file(&path).expect("the output can be removed");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        match ended.code() {
            Some(0) => {}
            Some(code) => lines.push(format!("[exit {code}]")),
            None => panic!("`{command}` was killed"),
        }
        lines
    }
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder to work in");
    for entry in fs::read_dir(from).expect("the models") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a file");
        if path.is_dir() {
            copy(&path, &to.join(name));
        } else {
            fs::copy(&path, to.join(name)).expect("a model can be copied");
        }
    }
}

/// The words of a command; between quotes spaces belong to a word.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    // Every second piece is quoted.
    for (place, piece) in text.split('\'').enumerate() {
        if place % 2 == 1 {
            words.push(piece.to_owned());
        } else {
            words.extend(piece.split_whitespace().map(str::to_owned));
        }
    }
    words
}

impl Drop for Workplace {
    fn drop(&mut self) {
        // What is left behind lies in the build folder.
        let _ = fs::remove_dir_all(&self.0);
    }
}
