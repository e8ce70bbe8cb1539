//! Signal transition graphs in the `.g` format of SIS, petrify, Workcraft and ATACS.
//!
//! A signal transition graph is a safe net whose transitions are rising edges `a+`, falling edges `a-` or
//! toggles `a~` of signals, or silent events. `lines → parse → lower` turns the text into a [`Stg`];
//! `initial` finds first values of signals that the file leaves out, and [`check`](fn@check) answers the
//! usual questions about a specification: is it safe, consistent, persistent, free of coding conflicts and of
//! deadlocks.
//!
//! The reader takes what any of the four tools takes, where they do not contradict each other: CRLF,
//! continued lines, directives in any order before the graph, a marking on several lines, a missing `.end`.

mod check;
mod confirm;
mod initial;
mod lines;
mod lower;
mod node;
mod parse;
mod walk;

use suppose_base::{Budget, Diagnostic, FileId, StopReason};

pub use check::{Against, Conflict, Disabling, Inconsistency, Report, SecondToken, check};
pub use confirm::confirmed;

use crate::expr::Expr;
use crate::fragment::Fragment;
use crate::net::{Net, Target, Transition, WireId};
use suppose_base::Reports;

/// A signal transition graph.
#[derive(Clone, Debug)]
pub struct Stg {
    /// One net, and its signals as wires in the order inputs, outputs, internal.
    pub fragment: Fragment,
    /// What the file calls itself.
    pub model: Option<String>,
    /// Signals whose first value was inferred and is not in the file; sorted.
    pub inferred: Vec<WireId>,
}

/// What firing a transition does to its signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// From 0 to 1.
    Rise,
    /// From 1 to 0.
    Fall,
    /// From what it is to the other.
    Toggle,
}

/// An edge of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The signal.
    pub signal: WireId,
    /// What happens to it.
    pub change: Change,
}

/// Reads a `.g` file. The net is called `name`.
///
/// First values of signals that the file does not give are left open; see [`Stg::infer_initial`].
///
/// # Errors
/// What is wrong with the text.
pub fn read(text: &str, file: FileId, name: &str) -> Result<(Stg, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut messages = Reports::at_most(crate::MOST_MESSAGES);
    let source = parse::parse(text, file, &mut messages);
    let stg = lower::lower(&source, name, &mut messages);
    if messages.has_errors() { Err(messages.into_list()) } else { Ok((stg, messages.into_list())) }
}

impl Stg {
    /// The first value of each signal, where the file gives one.
    fn given(&self) -> Vec<Option<bool>> {
        let mut given: Vec<_> =
            self.fragment.wires.iter().map(|w| w.initial.map(|value| value != 0)).collect();
        for signal in &self.inferred {
            given[signal.index()] = None;
        }
        given
    }

    /// The net.
    pub fn net(&self) -> &Net {
        &self.fragment.nets[0]
    }

    /// Finds the first values of signals that the file leaves open, from the edges that can come first. What
    /// cannot be known stays open: a signal without rising and falling edges, and one whose edges never
    /// happen. So does what neither a long run nor a bounded search of markings shows; these signals
    /// are returned, since taking them for 0 is a guess.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn infer_initial(&mut self, budget: &Budget) -> Result<Vec<WireId>, StopReason> {
        initial::infer(self, budget)
    }

    /// The actions of a trace: `a+` for every transition that is a rising edge of `a`, the name for a silent
    /// event. A toggle is `a+` or `a-` by the value that the signal then has, and `a~` where that is not
    /// known.
    pub fn actions(&self, trace: &[usize]) -> Vec<String> {
        let mut values: Vec<_> =
            self.fragment.wires.iter().map(|w| w.initial.map(|value| value != 0)).collect();
        let step = |&transition: &usize| {
            let transition = &self.net().transitions[transition];
            let Some(Edge { signal, change }) = edge(transition) else { return transition.name.clone() };
            let value = &mut values[signal.index()];
            *value = match change {
                Change::Rise => Some(true),
                Change::Fall => Some(false),
                Change::Toggle => value.map(|v| !v),
            };
            let suffix = value.map_or('~', |v| if v { '+' } else { '-' });
            format!("{}{suffix}", self.fragment.wires[signal.index()].name)
        };
        trace.iter().map(step).collect()
    }
}

/// The edge that a transition of a signal transition graph is; `None` for a silent event.
pub fn edge(transition: &Transition) -> Option<Edge> {
    let effect = transition.effects.first()?;
    let Target::Wire(signal) = effect.target else { return None };
    let change = match effect.value {
        Expr::Const(1) => Change::Rise,
        Expr::Const(0) => Change::Fall,
        _ => Change::Toggle,
    };
    Some(Edge { signal, change })
}
