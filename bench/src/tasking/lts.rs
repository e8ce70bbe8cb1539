//! Tables C.33 to C.62: the LTSs of all tasks composed with a property.

use suppose_base::Verdict;
use suppose_lts::Role;
use suppose_lts::product::{Errors, Goal, Product};

use super::published::Published;
use super::{budget, read, text, theirs};
use crate::clock::measure;

pub(super) fn run(tables: &[&Published]) {
    println!("## Tasking programs as LTSs\n");
    println!("| table | system | property | size | theirs: states | s | ours: states | s | verdict |");
    println!("|---|---|---|---:|---:|---:|---:|---:|---|");
    for table in tables {
        for row in &table.rows {
            let work = measure(|| {
                let (_, lowered) = read(&text(table.model, row.size));
                let mut system = lowered.system;
                let wanted = |name: &str| name.eq_ignore_ascii_case(table.property);
                system.components.retain(|part| part.role == Role::Component || wanted(&part.name));
                let goal = Goal { errors: Errors::Any, deadlocks: false };
                Product::new(&system).map(|product| product.explore(goal, 1, &budget()))
            });
            let (states, verdict) = match &work.value {
                Ok(found) => (found.states.to_string(), verdict(&found.verdict)),
                Err(error) => (String::new(), error.to_string()),
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

fn verdict<W>(verdict: &Verdict<W>) -> String {
    match verdict {
        Verdict::Holds => "holds".to_owned(),
        Verdict::Violated(_) => "violated".to_owned(),
        Verdict::Inconclusive(reason) => format!("inconclusive: {reason}"),
    }
}
