//! Tests that need what is not everywhere: published models, or programs of others.

use std::io::Write;
use std::path::PathBuf;

/// Says on standard error that this test is skipped, and why.
///
/// The harness keeps what a passing test prints by `eprintln!` to itself, and a test that is skipped passes;
/// so this writes past it. The harness names the thread of a test after the test.
pub fn skipped(why: &str) {
    let thread = std::thread::current();
    let line = line(thread.name(), why);
    // A closed standard error is no reason to fail.
    let _ = std::io::stderr().write_all(line.as_bytes());
}

/// The folder of the published models, which the variable `SUPPOSE_CORPUS` names; without it, says that this
/// test is skipped.
pub fn corpus() -> Option<PathBuf> {
    let folder = std::env::var_os("SUPPOSE_CORPUS").filter(|name| !name.is_empty());
    if folder.is_none() {
        skipped("SUPPOSE_CORPUS is not set");
    }
    folder.map(PathBuf::from)
}

/// In one piece, so that lines of tests that run at the same time do not mix.
fn line(test: Option<&str>, why: &str) -> String {
    format!("skipped: {}: {why}\n", test.unwrap_or("a test"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_line_names_the_test() {
        let line = super::line(Some("laws::all"), "SPIN is not installed");
        assert_eq!(line, "skipped: laws::all: SPIN is not installed\n");
    }
}
