//! Tables C.1 to C.32: state propagation over the trace flow graph of all tasks, with constraints that are
//! chosen automatically and reduced.
//!
//! The published numbers are those of a check with constraints that were known to be enough. So ours are
//! states of the last check and its time, and beside them the time of everything: reading, choosing,
//! reducing.

use suppose_ada::{LowerError, Lowered, outline};
use suppose_base::StopReason;
use suppose_flow::Constraint;
use suppose_flow::choose::{Answer, decide};
use suppose_flow::feasible::OnDemand;
use suppose_flow::verify::Analysis;

use super::published::Published;
use super::{budget, read, text, theirs};
use crate::clock::{Measured, measure};

/// What came out of one row.
struct Outcome {
    verdict: &'static str,
    constraints: String,
    states: u64,
    /// Seconds of the last check alone.
    check: f64,
}

pub(super) fn run(tables: &[&Published]) {
    println!("## Tasking programs by flow analysis\n");
    println!(
        "| table | system | property | size | theirs: states | s | ours: states | s | with choosing, s | \
            verdict | constraints |"
    );
    println!("|---|---|---|---:|---:|---:|---:|---:|---:|---|---|");
    for table in tables {
        for row in &table.rows {
            let Measured { value, cpu, .. } = measure(|| verify(table.model, row.size, table.property));
            let ours = match &value {
                Ok(out) => format!(
                    "{} | {:.3} | {cpu:.3} | {} | {}",
                    out.states, out.check, out.verdict, out.constraints
                ),
                Err(reason) => format!("| | {cpu:.3} | inconclusive: {reason} |"),
            };
            println!(
                "| {} | {} | {} | {} | {} | {ours} |",
                table.table,
                table.model,
                table.property,
                row.size,
                theirs(row.found)
            );
            if value.is_err() {
                break;
            }
        }
    }
    println!();
}

fn verify(model: &str, size: u32, property: &str) -> Result<Outcome, StopReason> {
    let budget = budget();
    let program = read(&text(model, size));
    let lowered = outline(&program, &budget).map_err(LowerError::reason)?;
    let property = place(&lowered, property);
    let exact = OnDemand::new(&program, &lowered.system);
    let mut analysis = Analysis::new(&program, &lowered.system, &exact, property, &budget)?;
    let decision = decide(&mut analysis, &[], &budget)?;
    let verdict = match decision.answer {
        Answer::Proved => "holds",
        Answer::Violated(_) => "violated",
        Answer::Open(reason) => return Err(reason),
    };
    // Once more with all that was known in the end, graphs included.
    let again = measure(|| {
        Analysis::new(&program, &lowered.system, &exact, property, &budget)
            .and_then(|mut analysis| analysis.check(&decision.constraints, &budget))
    });
    let states = again.value?.states;
    let names: Vec<String> = decision.constraints.iter().map(|c: &Constraint| c.name(&program)).collect();
    Ok(Outcome { verdict, constraints: names.join(", "), states, check: again.cpu })
}

/// Where a property is among the components.
fn place(lowered: &Lowered, property: &str) -> usize {
    let mut components = lowered.system.components.iter();
    components
        .position(|component| component.name.eq_ignore_ascii_case(property))
        .expect("a property of this name")
}
