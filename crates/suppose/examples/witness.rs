//! Reads a witness: who moves in each step, what the property does, and where the action is written.
//!
//! ```console
//! $ cargo run -p suppose --example witness
//! ```

#![expect(clippy::print_stdout, reason = "an example talks to people")]

use suppose::inquiry::Run;
use suppose::report::diagnostics::line_of;
use suppose::{OpenOptions, Project, Target};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let models = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models");
    let options = OpenOptions { target: Target::System("Barging".to_owned()), ..OpenOptions::default() };
    let mut project = Project::open(&[format!("{models}/mutex.lts")], &options)?;
    let report = project.check()?;
    for answer in &report.answers {
        let Some(evidence) = answer.verdict.witness() else { continue };
        let story = evidence.story();
        println!("{}:", story.sentence);
        let Run::Steps { steps, .. } = &story.run else { continue };
        for step in steps {
            let movers: Vec<&str> = step.movers.iter().map(|mover| mover.name.as_str()).collect();
            let place = step.place.map(|span| line_of(&report.sources, span)).unwrap_or_default();
            let place = place.rsplit('/').next().unwrap_or_default();
            println!("  {} by {} at {place}", step.action, movers.join(" and "));
        }
    }
    Ok(())
}
