//! Components of the published circuits, where `SUPPOSE_CORPUS` names their folder: real graphs with internal
//! steps, in their maximal environments.

use std::fs;

use suppose_base::{Budget, FileId, StopReason};
use suppose_lts::compare::compare;
use suppose_lts::ops::hide;
use suppose_lts::reduce::Relation;
use suppose_nets::build::state_graph;
use suppose_nets::lpn::{NoIncludes, read};
use suppose_nets::reduce::{autofailure, overall, redundant, region, transition};
use suppose_nets::{Design, Failures, StateGraph};

use crate::reduce::common::corpus;

/// Larger graphs than this are left alone.
const MOST_STATES: usize = 1000;

/// Whether two graphs are equivalent; sets of states are limited.
fn equal(left: &StateGraph, right: &StateGraph) -> Result<bool, StopReason> {
    let hidden = |graph: &StateGraph| hide(&graph.lts, |a| graph.is_internal(a));
    let budget = Budget::unlimited().with_max_states(100_000);
    Ok(compare(&hidden(left), &hidden(right), Relation::Trace, &budget)?.equal)
}

#[test]
fn components_of_published_circuits() {
    let Some(root) = corpus("async/platu") else { return };
    let budget = Budget::unlimited();
    let (mut graphs, mut compared, mut smaller) = (0, 0, 0);
    for name in ["fifo/fifoN3", "arb/arbN3", "dme/dmeN3", "tagunit/tagunit", "mmu/mmu_v1", "sunfifo/sunfifo"]
    {
        let text = fs::read_to_string(root.join(format!("{name}.lpn"))).expect("a file of the corpus");
        let (fragment, _) = read(&text, FileId(0), name, &NoIncludes).expect("a design");
        let (design, _) = Design::join(name, vec![fragment]).expect("nets that fit");
        for net in 0..design.nets.len() {
            let few = Budget::unlimited().with_max_states(MOST_STATES as u64);
            let build = |on_the_fly| state_graph(&design, &[net], Failures::STEPS, on_the_fly, &few);
            let (Ok(whole), Ok(trimmed)) = (build(false), build(true)) else { continue };
            let (whole, trimmed) = (whole.graph, trimmed.graph);
            graphs += 1;
            let after = autofailure(&whole, &budget).expect("no limit").graph;
            let sizes = |graph: &StateGraph| (graph.lts.num_states(), graph.lts.num_transitions());
            assert_eq!(sizes(&after), sizes(&trimmed), "{name}, {net}");
            for reduce in [transition, redundant, region, overall] {
                let new = reduce(&after, &budget).expect("no limit").graph;
                if let Ok(equal) = equal(&after, &new) {
                    assert!(equal, "{name}, {net}");
                    compared += 1;
                }
            }
            smaller += usize::from(sizes(&overall(&after, &budget).expect("no limit").graph) < sizes(&after));
        }
    }
    assert!(graphs >= 15 && compared >= 3 * graphs && smaller >= 8, "{graphs}, {compared}, {smaller}");
}
