//! Section 4.2.5 and table 4.1 as they are told: refinement by constraints, after autofailure.

use suppose_base::Budget;
use suppose_nets::Failure;
use suppose_nets::reduce::Reduction;
use suppose_nets::verify::{Method, Options, Refinement, verify};

use crate::figures::circuit::circuit;

fn told(refinement: Refinement, reduction: Option<Reduction>) -> Vec<String> {
    let options =
        Options { method: Method::Refine, refinement, reduction, record: true, ..Options::default() };
    let answers = verify(&circuit(), &[Failure::Disabling], &options, &Budget::unlimited());
    assert_eq!(answers[0].verdict.name(), "holds");
    answers[0].steps.clone()
}

/// What the text removes from M3 in the first round are four transitions for each edge of x and y. Without
/// s8, s9, s11 and s13 two more cannot be reached from each: from s8, where z and x are 1, z- and y+.
#[test]
fn constraints() {
    let expected = [
        "round 1, by constraints",
        "  M1 does y- only where y ∧ ¬z",
        "  M1 does y+ only where ¬y ∧ z",
        "  M2 does x- only where x ∧ ¬z",
        "  M2 does x+ only where ¬x ∧ z",
        "  M3 does z- only where (x ∧ z) ∨ (y ∧ z)",
        "  M3 does z+ only where (¬y ∧ ¬z) ∨ (¬x ∧ ¬z)",
        "  M3 loses y- in 4 states, y+ in 4 states, x- in 4 states, x+ in 4 states and 8 other transitions \
            that cannot be reached",
        "round 2, by constraints",
        "  M3 does z- only where y ∧ x ∧ z",
        "  M3 does z+ only where ¬y ∧ ¬x ∧ ¬z",
        "  M1 loses z- in 2 states and z+ in 2 states",
        "  M2 loses z- in 2 states and z+ in 2 states",
    ];
    assert_eq!(told(Refinement::Constraint, None), expected);
}

/// Section 4.3.4: without autofailure constraints remove nothing.
#[test]
fn nothing_is_removed() {
    let expected = [
        "round 1, by constraints: nothing is removed",
        "  M1 does y- only where y",
        "  M1 does y+ only where ¬y",
        "  M2 does x- only where x",
        "  M2 does x+ only where ¬x",
        "  M3 does z- only where z",
        "  M3 does z+ only where ¬z",
    ];
    assert_eq!(told(Refinement::Constraint, Some(Reduction::None)), expected);
}

/// Nothing is told unless it is asked for, and nothing by other methods.
#[test]
fn on_request() {
    let refine = Options { method: Method::Refine, ..Options::default() };
    let minimise = Options { method: Method::Minimise, record: true, ..Options::default() };
    for options in [refine, minimise] {
        let answers = verify(&circuit(), &[Failure::Disabling], &options, &Budget::unlimited());
        assert_eq!(answers[0].steps, Vec::<String>::new());
    }
}
