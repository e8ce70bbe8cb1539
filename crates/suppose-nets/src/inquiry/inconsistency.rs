//! Messages about signal transition graphs whose signals have no values.

use suppose_base::{Budget, Diagnostic, Verdict};

use crate::net::WireId;
use crate::stg::{Against, Inconsistency, Stg, check, confirmed};

/// Markings of a graph beside others in which inconsistency is looked for; its own may be many more than the
/// design has states.
const FEW_MARKINGS: u64 = 1 << 14;

/// Tests of transitions that this may cost.
const FEW_TESTS: u64 = 1 << 26;

/// At most so many steps of a trace are told in a message.
const MOST_STEPS: usize = 24;

/// The warning about a graph that is not consistent, if that is so.
pub(crate) fn warning(graph: &Stg, budget: &Budget) -> Option<Diagnostic> {
    match confirmed(graph, check(graph, budget), budget).consistent {
        Verdict::Violated(found) => {
            let (text, trace) = told(graph, &found);
            Some(explained(Diagnostic::warning("W0806", text), graph, trace))
        }
        Verdict::Holds | Verdict::Inconclusive(_) => None,
    }
}

/// The same for a graph that is a part of something larger, where it is looked for a little while only.
pub(crate) fn warning_beside_others(graph: &Stg, budget: &Budget) -> Option<Diagnostic> {
    let tests = FEW_TESTS / (graph.net().transitions.len() as u64 + 1);
    warning(graph, &budget.capped(tests.min(FEW_MARKINGS)))
}

/// The error about a graph that is asked about runs, of which nothing can be said when its signals have no
/// values.
pub(super) fn error(graph: &Stg, found: &Inconsistency) -> Diagnostic {
    let (text, trace) = told(graph, found);
    explained(Diagnostic::error("E0806", text), graph, trace)
}

/// A message about what is wrong, with the place of the edge that is one too many and the way to it.
fn explained(message: Diagnostic, graph: &Stg, trace: &[usize]) -> Diagnostic {
    let text = format!("the graph is not consistent: {}", message.message);
    let message =
        Diagnostic { message: text, ..message }.note(format!("after {}", listed(&graph.actions(trace))));
    match trace.last().and_then(|&transition| graph.net().transitions[transition].span) {
        Some(span) => message.at(span, "the last step"),
        None => message,
    }
}

/// What is wrong with a graph that is not consistent: a sentence, and the trace that shows it.
pub(super) fn told<'f>(graph: &Stg, found: &'f Inconsistency) -> (String, &'f [usize]) {
    let name = |signal: &WireId| graph.fragment.wires[signal.index()].name.as_str();
    match found {
        Inconsistency::NoChange { signal, trace, against } => {
            let steps = graph.actions(trace);
            let edge = steps.last().map_or("", String::as_str);
            let before = match against {
                Against::Step(step) => format!("since step {}", step + 1),
                Against::Given(_) => "from the beginning, as the file says".to_owned(),
                Against::Trace(other) => {
                    format!("from the beginning, as {} shows", listed(&graph.actions(other)))
                }
            };
            let value = u8::from(edge.ends_with('+'));
            (format!("{edge} comes when `{}` is {value} already, {before}", name(signal)), trace)
        }
        Inconsistency::TwoValues { signal, first, second } => {
            let first = graph.actions(first);
            let text = if first.is_empty() {
                format!("the first marking comes again with another value of `{}`", name(signal))
            } else {
                format!("one marking has two values of `{}`, as {} shows too", name(signal), listed(&first))
            };
            (text, second)
        }
    }
}

/// A trace for a message: not too long.
pub(super) fn listed(names: &[impl AsRef<str>]) -> String {
    let shown: Vec<&str> = names.iter().take(MOST_STEPS).map(AsRef::as_ref).collect();
    match names.len() {
        0 => "nothing".to_owned(),
        n if n > MOST_STEPS => format!("{}, and {} more steps", shown.join(", "), n - MOST_STEPS),
        _ => shown.join(", "),
    }
}
