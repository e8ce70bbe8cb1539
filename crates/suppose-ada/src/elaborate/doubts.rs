//! Warnings about what a task does, which only count where the task can come.
//!
//! The body of a task type is elaborated for each of its tasks with discriminants as constants, and that of a
//! procedure for each call. So `Next := Me + 1` may be out of range in a task whose `if Me < 3` is known to
//! be false. Such a warning is kept with its place in the code, and reported when the code is finished and
//! the place can be reached in it.

use suppose_base::{Diagnostic, Span};

use super::Elaborator;

/// A warning that waits for the end of the code.
#[derive(Debug)]
pub(super) struct Doubt {
    /// The place of the instruction that comes next.
    at: usize,
    code: &'static str,
    span: Span,
    warning: Diagnostic,
}

impl Elaborator<'_> {
    /// Warns of something here, if this is ever reached.
    pub(super) fn doubt(&mut self, code: &'static str, span: Span, make: impl FnOnce() -> Diagnostic) {
        if self.said.contains(&(code, span)) {
            return;
        }
        match &mut self.work {
            Some(work) => {
                let at = work.code.instructions.len();
                work.doubts.push(Doubt { at, code, span, warning: make() });
            }
            None => self.report(code, span, |_| make()),
        }
    }

    /// Elaborates something whose warnings only count if it is evaluated.
    pub(super) fn if_evaluated<R>(&mut self, evaluated: bool, run: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.work.as_ref().map_or(0, |work| work.doubts.len());
        let result = run(self);
        if let Some(work) = self.work.as_mut().filter(|_| !evaluated) {
            work.doubts.truncate(before);
        }
        result
    }

    /// Reports what is reached, at the end of the code.
    pub(super) fn settle_doubts(&mut self) {
        let work = self.work();
        let doubts = std::mem::take(&mut work.doubts);
        if doubts.is_empty() {
            return;
        }
        let reached = work.code.reached();
        for Doubt { at, code, span, warning } in doubts {
            if reached.binary_search(&at).is_ok() {
                self.report(code, span, |_| warning);
            }
        }
    }
}
