//! Checks a file and says what was found, as the command does.
//!
//! ```console
//! $ cargo run -p suppose --example check -- models/mutex.lts
//! ```

#![expect(clippy::print_stdout, reason = "an example talks to people")]

use std::process::ExitCode;

use suppose::report::{Look, format};
use suppose::{OpenOptions, Project};

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let files = if files.is_empty() { vec!["models/mutex.lts".to_owned()] } else { files };
    // The suffix tells the language; several files make one system.
    let mut project = Project::open(&files, &OpenOptions::default())?;
    let report = project.check()?;
    for answer in &report.answers {
        println!(
            "{}: {} ({} states)",
            answer.question.name,
            answer.verdict.name(),
            answer.effort.states_explored
        );
    }
    // The same as the command prints it; "json", "junit", "sarif" and "github" are other formats.
    let text = format("text").expect("it is one of the formats");
    text.write(std::slice::from_ref(&report), &Look::default(), &mut std::io::stdout())?;
    Ok(if report.holds() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
