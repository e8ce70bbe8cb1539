//! Proves a property by parts, writes the proof down, and lets the independent checker prove it again.
//!
//! ```console
//! $ cargo run -p suppose --example certify
//! ```

#![expect(clippy::print_stdout, reason = "an example talks to people")]

use std::path::Path;

use suppose::base::Budget;
use suppose::{Asked, Languages, OpenOptions, Plan, Project, certify};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let models = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models");
    // A certificate says what it was made from, so reading has to be recorded.
    let options = OpenOptions { record: true, ..OpenOptions::default() };
    let mut project = Project::open(&[format!("{models}/channel.lts")], &options)?;
    let plan = Plan { split: Some("Input | Output".to_owned()), certificate: true, ..Plan::default() };
    let report = project.ask(&Asked::default(), &plan)?;
    let certificate =
        project.certificate(&[], &report.answers, &plan)?.ok_or("there is no proof to write down")?;
    println!("a certificate of {} bytes", certificate.text.len());
    let found =
        certify(certificate.text.as_bytes(), Path::new("."), &Languages::default(), &Budget::unlimited());
    let found = found.map_err(|why| format!("{why:?}"))?;
    for result in &found.results {
        println!("{} {:?}, by {} states", result.watched, result.verdict, result.states);
    }
    for (_, status) in &found.sources {
        println!("source: {status}");
    }
    println!("{}", if found.reason.is_none() { "accepted" } else { "rejected" });
    Ok(())
}
