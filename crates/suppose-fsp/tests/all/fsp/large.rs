//! Models that are large in one direction or another: sizes worked out by hand, no call stack used up,
//! nothing quadratic.
//!
//! Each would take minutes if some step were quadratic, and overflow the small stack of a test thread if some
//! step recursed. Sizes are a tenth of what a release build takes in about a second, but for the first.

use std::fmt::Write;

use crate::fsp::support::{compiled, single};

#[test]
fn a_counter_to_a_million() {
    let text =
        "COUNT(N=1000000) = C[0],\nC[i:0..N] = (when (i < N) inc -> C[i+1] | when (i > 0) dec -> C[i-1]).";
    let (lts, actions) = single(text);
    assert_eq!((lts.num_states(), lts.num_transitions()), (1_000_001, 2_000_000));
    assert_eq!(actions.len(), 3);
}

#[test]
fn a_long_action_sequence() {
    let mut text = String::from("P = (");
    for i in 0..200_000 {
        let _ = write!(text, "a{} -> ", i % 10);
    }
    text.push_str("P).");
    let (lts, _) = single(&text);
    assert_eq!((lts.num_states(), lts.num_transitions(), lts.alphabet().len()), (200_000, 200_000, 10));
}

#[test]
fn a_long_sequence_of_sets() {
    // Only the first label has two values, so that there are two copies of the rest.
    let mut text = String::from("P = (b[0..1] -> ");
    for _ in 0..20_000 {
        text.push_str("a[0..0] -> ");
    }
    text.push_str("P).");
    let (lts, _) = single(&text);
    assert_eq!(lts.num_states(), 40_001);
}

#[test]
fn many_local_processes() {
    let mut text = String::from("P = S0");
    for i in 0..100_000 {
        let _ = write!(text, ",\nS{i} = (a -> S{})", (i + 1) % 100_000);
    }
    text.push('.');
    assert_eq!(single(&text).0.num_states(), 100_000);
}

#[test]
fn many_indexed_processes_of_one_name() {
    let mut text = String::from("P = S[0]");
    for i in 0..100_000 {
        let _ = write!(text, ",\nS[{i}] = (a -> S[{}])", (i + 1) % 100_000);
    }
    text.push('.');
    assert_eq!(single(&text).0.num_states(), 100_000);
}

#[test]
fn a_long_chain_of_other_names() {
    let mut text = String::from("P = S0");
    for i in 0..100_000 {
        let _ = write!(text, ",\nS{i} = S{}", i + 1);
    }
    text.push_str(",\nS100000 = (a -> S7).");
    assert_eq!(single(&text).0.num_states(), 1);
}

#[test]
fn two_indices() {
    let text = "P = Q[0][0], Q[i:0..299][j:0..299] = (right -> Q[(i+1)%300][j] | down -> Q[i][(j+1)%300]).";
    let (lts, _) = single(text);
    assert_eq!((lts.num_states(), lts.num_transitions()), (90_000, 180_000));
    // The same with an index that depends on the other, which is kept in a table.
    let text = "P = Q[0][0], Q[i:0..99][j:0..i] = (when (i < 99) right -> Q[i+1][j] | when (j < i) down -> \
        Q[i][j+1]).";
    assert_eq!(single(text).0.num_states(), 5050);
}

#[test]
fn a_long_choice() {
    let mut text = String::from("P = (a0 -> P");
    for i in 1..100_000 {
        let _ = write!(text, " | a{i} -> P");
    }
    text.push_str(").");
    assert_eq!(single(&text).0.alphabet().len(), 100_000);
}

#[test]
fn a_label_of_many_parts() {
    let text = format!("P = (a{} -> P).", ".b".repeat(100_000));
    assert_eq!(single(&text).0.num_transitions(), 1);
}

#[test]
fn deep_recursion_of_composites() {
    let text = "P(N=0) = (a[N] -> P).\n||S(N=900) = if N == 0 then P(0) else (P(N) || S(N-1)).";
    assert_eq!(compiled(text).system.components.len(), 901);
}

#[test]
fn many_components() {
    let text = "P = (a -> b -> P).\n||S = forall [i:1..10000] p[i]:P.";
    assert_eq!(compiled(text).system.components.len(), 10_000);
}

#[test]
fn a_sequence_of_many() {
    let text = "Q = (a -> END).\nP(N=0) = if N == 0 then END else Q;P2(N-1);END.\nP2(N=0) = if N == 0 then \
        END else Q;P(N-1);END.\nR = P(500);R.\n||S = R.";
    assert_eq!(single(text).0.num_states(), 500);
}
