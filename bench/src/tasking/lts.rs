//! Tables C.33 to C.62: the LTSs of all tasks composed with a property.

use suppose_ada::{LowerError, lower};
use suppose_base::{StopReason, Verdict};
use suppose_lts::Role;
use suppose_lts::product::{Errors, Exploration, Goal, Product};

use super::published::Published;
use super::{budget, read, text, theirs};
use crate::clock::measure;

pub(super) fn run(tables: &[&Published]) {
    println!("## Tasking programs as LTSs\n");
    println!("| table | system | property | size | theirs: states | s | ours: states | s | verdict |");
    println!("|---|---|---|---:|---:|---:|---:|---:|---|");
    for table in tables {
        for row in &table.rows {
            let work = measure(|| search(table.model, row.size, table.property));
            let (states, verdict) = match &work.value {
                Ok(found) => (found.states.to_string(), verdict(&found.verdict)),
                Err(reason) => (String::new(), format!("inconclusive: {reason}")),
            };
            println!(
                "| {} | {} | {} | {} | {} | {states} | {:.3} | {verdict} |",
                table.table,
                table.model,
                table.property,
                row.size,
                theirs(row.found),
                work.cpu
            );
        }
    }
    println!();
}

fn search(model: &str, size: u32, property: &str) -> Result<Exploration, StopReason> {
    let lowered = lower(&read(&text(model, size)), &budget()).map_err(LowerError::reason)?;
    let mut system = lowered.system;
    system.components.retain(|part| part.role == Role::Component || part.name.eq_ignore_ascii_case(property));
    let goal = Goal { errors: Errors::Any, deadlocks: false };
    Ok(Product::new(&system).expect("states fit").explore(goal, 1, &budget()))
}

fn verdict<W>(verdict: &Verdict<W>) -> String {
    match verdict {
        Verdict::Holds => "holds".to_owned(),
        Verdict::Violated(_) => "violated".to_owned(),
        Verdict::Inconclusive(reason) => format!("inconclusive: {reason}"),
    }
}
