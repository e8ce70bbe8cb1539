//! Runs SPIN on an export and reads what its verifier says. Also used by the benchmarks.
//!
//! Each run has its own temporary folder. The verifier searches with a bounded stack; when that is too small
//! it runs again with a larger one, so a verdict is never one of a part of the states. Every step is ended
//! after a time.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// What SPIN found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// No assertion fails.
    Holds,
    /// The property is false at the end of some macrostep.
    Violated,
    /// Two values of one event in one microstep.
    TwoValues,
}

/// A verdict and what it took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    /// What was found.
    pub(crate) verdict: Verdict,
    /// States in the verifier's table; only those before the violation if there is one.
    pub(crate) stored: u64,
    /// Seconds that the verifier took, without making and compiling it.
    pub(crate) seconds: f64,
    /// Megabytes that the verifier took.
    pub(crate) megabytes: f64,
}

/// Bounds of one run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Seconds for each of the steps.
    pub(crate) seconds: u64,
    /// Megabytes of the verifier.
    pub(crate) megabytes: u32,
    /// How the C compiler optimises.
    pub(crate) optimise: &'static str,
}

/// Depths of the search, one after the other.
const DEPTHS: [u32; 3] = [100_000, 2_000_000, 20_000_000];

/// Whether SPIN and a C compiler are there.
pub(crate) fn installed() -> bool {
    let runs = |program: &str, argument: &str| {
        Command::new(program).arg(argument).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
    };
    runs("spin", "-V") && runs("cc", "--version")
}

/// Verifies an export.
pub(crate) fn verify(export: &str, limits: Limits) -> Result<Outcome, String> {
    static RUNS: AtomicU64 = AtomicU64::new(0);
    let number = RUNS.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("suppose-spin-{}-{number}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let folder = Folder(folder);
    fs::write(folder.0.join("export.pml"), export).map_err(|error| error.to_string())?;
    let made = step(&folder.0, "spin", &["-a", "export.pml"], limits)?;
    if made.contains("Error") || made.contains("error:") {
        return Err(format!("spin does not accept the export:\n{made}"));
    }
    let memory = format!("-DMEMLIM={}", limits.megabytes);
    let options = ["-w", "-DSAFETY", "-DNOREDUCE", &memory, limits.optimise, "-o", "pan", "pan.c"];
    step(&folder.0, "cc", &options, limits)?;
    for depth in DEPTHS {
        let text = step(&folder.0, "./pan", &[&format!("-m{depth}"), "-w18"], limits)?;
        if !text.contains("max search depth too small") || text.contains("assertion violated") {
            return read(&text);
        }
    }
    Err("the search is too deep".to_string())
}

/// A folder that goes away.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        // What may be left behind is a temporary folder.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs a program to its end and gives what it wrote.
fn step(folder: &Path, program: &str, arguments: &[&str], limits: Limits) -> Result<String, String> {
    let name = folder.join("written");
    let text = |error: std::io::Error| format!("{program}: {error}");
    let written = File::create(&name).map_err(text)?;
    let errors = written.try_clone().map_err(text)?;
    let program_path = program.strip_prefix("./").map(|own| folder.join(own));
    let mut child = Command::new(program_path.as_deref().unwrap_or(Path::new(program)))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(written)
        .stderr(errors)
        .spawn()
        .map_err(text)?;
    let end = Instant::now() + Duration::from_secs(limits.seconds);
    let status = loop {
        if let Some(status) = child.try_wait().map_err(text)? {
            break status;
        }
        if Instant::now() > end {
            // It is our own child; if it has just ended by itself there is nothing to do.
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("{program} took more than {} s", limits.seconds));
        }
        sleep(Duration::from_millis(5));
    };
    let written = String::from_utf8_lossy(&fs::read(&name).map_err(text)?).into_owned();
    if status.success() { Ok(written) } else { Err(format!("{program} failed:\n{written}")) }
}

/// Reads the report of a verifier.
fn read(text: &str) -> Result<Outcome, String> {
    let number = |what: &str| {
        let line = text.lines().find(|line| line.contains(what))?;
        line.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()))
    };
    let measured = |what: &str| number(what).and_then(|word| word.parse().ok()).unwrap_or(0.0);
    // Large numbers of states are written with an exponent.
    let stored = number("states, stored").and_then(|word| word.parse().ok().or_else(|| rounded(word)));
    let violation = text.lines().find(|line| line.contains("assertion violated"));
    let verdict = match violation {
        Some(line) if line.contains("two_values") => Verdict::TwoValues,
        Some(_) => Verdict::Violated,
        // Anything else that it calls an error would be a flaw of the export, and an incomplete search is no
        // verdict.
        None if text.contains("errors: 0") && !text.contains("Search not completed") => Verdict::Holds,
        None => return Err(format!("no verdict:\n{text}")),
    };
    let stored = stored.ok_or_else(|| format!("no number of states:\n{text}"))?;
    Ok(Outcome {
        verdict,
        stored,
        seconds: measured("pan: elapsed time"),
        megabytes: measured("total actual memory usage"),
    })
}

/// A number such as `1.2345678e+08`, of which all digits are written.
fn rounded(word: &str) -> Option<u64> {
    let (digits, exponent) = word.split_once("e+")?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let zeros = exponent.parse::<usize>().ok()?.checked_sub(fraction.len())?;
    format!("{whole}{fraction}{}", "0".repeat(zeros)).parse().ok()
}
