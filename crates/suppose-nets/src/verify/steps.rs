//! What a refinement did, round by round, in words: the tables 4.1 and 4.2 of the dissertation for any
//! design.
//!
//! For each round the constraints that are new, and for each component that lost transitions which ones:
//! those that were refused, by action, and how many others cannot be reached without them. At most [`MOST`]
//! of each are told, since designs can have thousands of components. Tested in `tests/all/figures` on the
//! circuit of figure 2.1.

use std::collections::{BTreeMap, BTreeSet};

use suppose_base::{ActionId, StateId, counted};

use super::units::Unit;
use crate::design::Design;
use crate::refine::{Fate, Removed, Round};

/// At most so many constraints and components of a round are told.
const MOST: usize = 12;

/// At most so many characters of a constraint are told.
const LONGEST: usize = 100;

/// The rounds in words, a line each for the round, its constraints and its components.
pub(super) fn steps(design: &Design, units: &[Unit], rounds: &[Round]) -> Vec<String> {
    let name = |component: usize| {
        let nets = units[component].nets.iter().map(|&net| design.nets[net].name.as_str());
        nets.collect::<Vec<&str>>().join(", ")
    };
    let mut lines = Vec::new();
    for (number, round) in rounds.iter().enumerate() {
        let how = match round.size {
            1 => "by constraints".to_owned(),
            size => format!("by synchronisation, {} of {size} components", counted(round.tried, "set")),
        };
        let nothing = if round.changed == 0 { ": nothing is removed" } else { "" };
        lines.push(format!("round {}, {how}{nothing}", number + 1));
        let formulas = round.constraints.iter().map(|constraint| {
            let formula = constraint.formula(|wire| design.wire(wire).name.clone());
            let action = design.actions.name(constraint.action);
            (name(constraint.component), action, formula)
        });
        let told = formulas.filter(|(_, _, formula)| formula != "true");
        let mut told: Vec<String> = told
            .map(|(component, action, formula)| match formula.as_str() {
                "false" => format!("  {component} never does {action}"),
                _ => format!("  {component} does {action} only where {}", shortened(&formula)),
            })
            .collect();
        some_of(&mut told, "constraints", &mut lines);
        let of_one = |removed: &[Removed]| {
            format!("  {} loses {}", name(removed[0].component), losses(design, removed))
        };
        let mut told: Vec<String> =
            round.removed.chunk_by(|a, b| a.component == b.component).map(of_one).collect();
        some_of(&mut told, "components", &mut lines);
    }
    lines
}

fn some_of(told: &mut Vec<String>, what: &str, lines: &mut Vec<String>) {
    let more = told.len().saturating_sub(MOST);
    lines.extend(told.drain(..told.len() - more));
    if more > 0 {
        lines.push(format!("  … and {more} more {what}"));
    }
}

fn shortened(formula: &str) -> String {
    match formula.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", &formula[..end]),
        None => formula.to_owned(),
    }
}

/// The transitions that one component lost.
fn losses(design: &Design, removed: &[Removed]) -> String {
    let mut refused: BTreeMap<ActionId, BTreeSet<StateId>> = BTreeMap::new();
    for transition in removed.iter().filter(|transition| transition.fate == Fate::Refused) {
        refused.entry(transition.action).or_default().insert(transition.source);
    }
    let action = |action: ActionId| {
        if action == ActionId::TAU {
            "silent steps".to_owned()
        } else {
            design.actions.name(action).to_owned()
        }
    };
    let each = |(&a, sources): (&ActionId, &BTreeSet<StateId>)| {
        format!("{} in {}", action(a), counted(sources.len(), "state"))
    };
    let mut parts: Vec<String> = refused.iter().map(each).collect();
    let unreachable = removed.iter().filter(|transition| transition.fate == Fate::Unreachable).count();
    if unreachable > 0 {
        let noun = counted(unreachable, if parts.is_empty() { "transition" } else { "other transition" });
        parts.push(format!("{noun} that cannot be reached"));
    }
    match parts.pop() {
        None => "nothing".to_owned(),
        Some(last) if parts.is_empty() => last,
        Some(last) => format!("{} and {last}", parts.join(", ")),
    }
}
