//! Messages found while a tree is lowered, each once.
//!
//! A class is lowered for each of its instances, so the same mistake is met many times; it is told apart by
//! code and place. When there are [`MOST`] messages, or when the design is too large, no more are collected,
//! and lowering ends early.

use rustc_hash::FxHashSet;
use suppose_base::{Diagnostic, Span};

/// Most messages.
const MOST: usize = 50;

/// How much a design may hold: places, transitions and operators of all nets together, and wires, each of
/// which counts as [`WIRE`].
const ROOM: usize = 1 << 24;

/// A wire has a name, events and actions, so it needs more room than other things.
pub(super) const WIRE: usize = 16;

/// A list of messages, and how much room is left.
#[derive(Debug)]
pub(super) struct Findings {
    all: Vec<Diagnostic>,
    seen: FxHashSet<(&'static str, Option<Span>)>,
    room: usize,
    /// Set when the design is too large.
    stopped: bool,
}

impl Findings {
    pub(super) fn new() -> Self {
        Self { all: Vec::new(), seen: FxHashSet::default(), room: ROOM, stopped: false }
    }

    pub(super) fn push(&mut self, problem: Diagnostic) {
        if !self.is_full() && self.seen.insert((problem.code, problem.span())) {
            self.stopped |= problem.code == "E0827";
            self.all.push(problem);
        }
    }

    /// The value, or `None` after recording the message.
    pub(super) fn ok<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        result.map_err(|problem| self.push(problem)).ok()
    }

    /// Whether there is nothing more to say.
    pub(super) fn is_full(&self) -> bool {
        self.stopped || self.all.len() >= MOST
    }

    /// Takes room for so many things, needed because of what is at `span`.
    pub(super) fn take_room(&mut self, size: usize, span: Span) -> Result<(), Diagnostic> {
        if let Some(left) = self.room.checked_sub(size) {
            self.room = left;
            return Ok(());
        }
        self.room = 0;
        let problem = Diagnostic::error("E0827", "the design is too large").at(span, "at this point");
        Err(problem.note(format!(
            "there is room for {ROOM} places, transitions and operators; a wire counts as {WIRE}"
        )))
    }

    pub(super) fn into_messages(self) -> Vec<Diagnostic> {
        self.all
    }
}
