//! Adds a small language: cycles of actions, one component a line, as in `Light: green yellow red`.
//!
//! A language is a value with the trait `Language`; what it gives here is a system of LTSs, so everything
//! that can be asked of such a system can be asked of its files.
//!
//! ```console
//! $ cargo run -p suppose --example language
//! ```

#![expect(clippy::print_stdout, reason = "an example talks to people")]

use std::sync::Arc;

use suppose::base::{Diagnostic, Span, StateId};
use suppose::inquiry::system::SystemInquiry;
use suppose::inquiry::{Failure, Input, Inquiry, Language, Reader, Subject};
use suppose::lts::{Component, LtsBuilder, Role, System};
use suppose::{Asked, Languages, OpenOptions, Plan, Project, Target};

/// Cycles of actions.
struct Cycles;

/// What a file says: names with the actions they repeat.
struct Cycle {
    name: String,
    rows: Vec<(String, Vec<String>)>,
}

impl Language for Cycles {
    fn name(&self) -> &'static str {
        "cycles"
    }

    fn about(&self) -> &'static str {
        "components that repeat their actions"
    }

    fn suffixes(&self) -> &'static [&'static str] {
        &["cycles"]
    }

    fn load(&self, input: &Input, reader: &mut Reader) -> Result<Box<dyn Subject>, Failure> {
        let (file, text) = reader.text(input)?;
        let mut rows = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let Some((name, actions)) = line.split_once(':') else {
                let span = Span::new(file, start, start + line.trim_end().len() as u32);
                let message = "a line is a name, a colon and actions";
                return Err(Diagnostic::error("E0006", message).at(span, "this is something else").into());
            };
            let actions = actions.split_whitespace().map(str::to_owned).collect();
            rows.push((name.trim().to_owned(), actions));
            start += line.len() as u32;
        }
        Ok(Box::new(Cycle { name: input.name.clone(), rows }))
    }
}

impl Subject for Cycle {
    fn inquiry(self: Box<Self>, _target: &Target, _reader: &mut Reader) -> Result<Box<dyn Inquiry>, Failure> {
        let mut system = System { name: self.name, ..System::default() };
        for (name, actions) in self.rows {
            let count = actions.len().max(1);
            let mut lts = LtsBuilder::new(count);
            for (place, action) in actions.iter().enumerate() {
                let action = system.actions.intern(action);
                lts.add(StateId::must(place), action, StateId::must((place + 1) % count));
            }
            let lts = lts.finish().expect("targets are states");
            system.components.push(Component { name, lts: Arc::new(lts), role: Role::Component });
        }
        Ok(Box::new(SystemInquiry::new(system)))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::temp_dir().join(format!("suppose-example-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let path = folder.join("crossing.cycles");
    std::fs::write(&path, "Cars: green red\nTrain: red whistle green\n")?;
    let options = OpenOptions { languages: Languages::default().with(&Cycles), ..OpenOptions::default() };
    let mut project = Project::open(&[&path], &options)?;
    let report = project.ask(&Asked { deadlock: true, ..Asked::default() }, &Plan::default())?;
    for answer in &report.answers {
        println!("{}: {}", answer.question.name, answer.verdict.name());
        if let Some(evidence) = answer.verdict.witness() {
            for stuck in evidence.story().stuck {
                println!("  {}: {:?}", stuck.component, stuck.held);
            }
        }
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}
