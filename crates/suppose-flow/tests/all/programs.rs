//! Random tasking programs: verdicts by data flow against those of their LTSs.
//!
//! Never `proved` where the LTSs have a violation, under any constraints tried; with all constraints the same
//! verdict; automatic constraints come to a verdict, and to the same. By parts: whatever the program really
//! does, the sides must see. Places that really coexist are said to.
//!
//! `SUPPOSE_PROGRAMS` says how many programs are tried; a failure prints the seed and the text.

mod parallel;
mod parts;
use crate::ada_programs as programs;
pub(crate) mod property;

use std::sync::Arc;

use suppose_ada::{self as ada, Program};
use suppose_base::{Budget, FileId, StopReason, Verdict};
use suppose_flow::Constraint;
use suppose_flow::choose::{Answer, decide};
use suppose_flow::verify::Analysis;
use suppose_lts::check::{Question, check};
use suppose_lts::{Component, Role, System};

/// Searches larger than this are given up.
const MOST: u64 = 20_000;

#[derive(Debug, Default)]
struct Seen {
    compared: u32,
    too_large: u32,
    violated: u32,
    /// Of those that hold: proved without constraints, with all tasks, with all variables.
    proved: [u32; 3],
    /// Constraints that automatic proofs needed, and checks that it took to find them.
    constraints: usize,
    checks: u32,
    parts: parts::Seen,
    parallel: parallel::Seen,
}

fn try_one(seed: u64, seen: &mut Seen) {
    let text = programs::text(&programs::program(seed));
    let (program, _) =
        ada::load(FileId(0), &text).unwrap_or_else(|m| panic!("seed {seed}: {:?}\n{text}", m[0]));
    let limited = Budget::unlimited().with_max_states(MOST);
    let mut outline = ada::outline(&program, &Budget::unlimited()).expect("no limit").system;
    // Every other program gets a property about actions that it has, which is harder than its own.
    if seed % 2 == 1 {
        let lts = Arc::new(property::random(&outline, seed));
        outline.components.push(Component { name: "random".into(), lts, role: Role::Property });
    }
    let (system, _) = ada::complete(&program, &outline, &Budget::unlimited()).expect("no limit");
    let property = system.components.len() - 1;
    let answer = check(&system, &[Question::Safe(property)], 1, &limited).remove(0);
    if let Verdict::Inconclusive(_) = answer.verdict {
        seen.too_large += 1;
        return;
    }
    let holds = answer.verdict.holds();
    let Some(proved) = under_constraints(&program, &outline, property, holds, &limited) else {
        seen.too_large += 1;
        return;
    };
    seen.compared += 1;
    seen.violated += u32::from(!holds);
    for (count, proved) in seen.proved.iter_mut().zip(proved) {
        *count += u32::from(proved);
    }
    let unlimited = Budget::unlimited();
    let mut analysis = Analysis::new(&program, &outline, &system, property, &unlimited).expect("no limit");
    let decision = decide(&mut analysis, &[], &unlimited).expect("no limit");
    match decision.answer {
        Answer::Proved => {
            assert!(holds, "proved a property that is violated");
            seen.constraints += decision.constraints.len();
            seen.checks += decision.checks;
        }
        Answer::Violated(_) => assert!(!holds, "found a violation where there is none"),
        Answer::Open(reason) => panic!("not decided: {reason}"),
    }
    parallel::compare(&mut analysis, &mut seen.parallel);
    parts::try_parts(&program, &system, property, &answer, seed, &mut seen.parts);
}

/// Checks under several sets of constraints; which of the first three proved the property. `None` if all
/// constraints together are too much.
fn under_constraints(
    program: &Program,
    system: &System,
    property: usize,
    holds: bool,
    budget: &Budget,
) -> Option<[bool; 3]> {
    let mut analysis = Analysis::new(program, system, system, property, budget).expect("within the limit");
    let all = analysis.candidates();
    let (tasks, variables): (Vec<Constraint>, Vec<Constraint>) =
        all.iter().partition(|c| matches!(c, Constraint::Task(_)));
    let mut proved = |constraints: &[Constraint]| match analysis.check(constraints, budget) {
        Ok(report) => Some(report.path.is_none()),
        Err(StopReason::States(_)) => None,
        Err(reason) => panic!("{reason}"),
    };
    let exact = proved(&all)?;
    assert_eq!(exact, holds, "with all constraints the analysis is exact");
    let verdicts = [proved(&[])?, proved(&tasks)?, proved(&variables)?];
    assert!(holds || verdicts == [false; 3], "proved a property that is violated: {verdicts:?}");
    Some(verdicts)
}

#[test]
#[expect(clippy::print_stdout, reason = "how precise the analysis is, for who asks with --nocapture")]
fn random_programs_have_the_verdicts_of_their_ltss() {
    let many = std::env::var("SUPPOSE_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(1500);
    let mut seen = Seen::default();
    for seed in 0..many {
        let one = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| try_one(seed, &mut seen)));
        if let Err(panic) = one {
            let said = panic.downcast_ref::<String>().cloned();
            let said = said.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
            panic!("seed {seed}: {}\n{}", said.unwrap_or_default(), programs::text(&programs::program(seed)));
        }
    }
    println!("{seen:?}");
    // The programs are no good if most of them are left out or all say the same.
    assert!(seen.compared > 2 * seen.too_large && seen.violated * 20 > seen.compared);
    let holding = seen.compared - seen.violated;
    assert!(seen.proved[0] > holding / 2 && seen.proved.iter().all(|&p| p < holding));
    let parallel::Seen { programs, exact, without_data, found } = seen.parallel;
    assert!(programs > seen.compared / 2 && exact <= without_data && without_data <= found);
    assert!(without_data * 100 > found * 99, "data is nearly all that makes coexistence imprecise");
    assert!(seen.parts.queries > 0 && seen.parts.escapes > 0 && seen.parts.proved > 0);
}
