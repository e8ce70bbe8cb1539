//! Three-valued answers. Stopping early is an answer of its own and never reads as `Holds`.

use std::fmt;

use crate::counted;

/// The answer to a question about a system.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Verdict<W> {
    /// It holds; everything that had to be looked at was looked at.
    Holds,
    /// It does not hold, and this shows it.
    Violated(W),
    /// Not decided, for this reason.
    Inconclusive(StopReason),
}

impl<W> Verdict<W> {
    /// The name used in reports: `holds`, `violated` or `inconclusive`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Violated(_) => "violated",
            Self::Inconclusive(_) => "inconclusive",
        }
    }

    /// Whether the answer is `Holds`.
    pub fn holds(&self) -> bool {
        matches!(self, Self::Holds)
    }

    /// What shows the violation, if there is one.
    pub fn witness(&self) -> Option<&W> {
        match self {
            Self::Violated(witness) => Some(witness),
            _ => None,
        }
    }

    /// Whether the answer is open because a check of the program's own work failed.
    pub fn is_internal(&self) -> bool {
        matches!(self, Self::Inconclusive(reason) if reason.is_internal())
    }

    /// The same answer with another kind of witness.
    pub fn map<V>(self, convert: impl FnOnce(W) -> V) -> Verdict<V> {
        match self {
            Self::Holds => Verdict::Holds,
            Self::Violated(witness) => Verdict::Violated(convert(witness)),
            Self::Inconclusive(reason) => Verdict::Inconclusive(reason),
        }
    }
}

/// Why work stopped before it was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The time limit was reached.
    Timeout,
    /// More than this many states would have been needed.
    States(u64),
    /// More than this many bytes would have been needed.
    Memory(u64),
    /// The user or the caller asked to stop.
    Interrupted,
    /// The question is outside what this version can answer; the text says what.
    Unsupported(String),
    /// The analysis found something that may be no violation of the system: it saw more than the system can
    /// do.
    Imprecise,
    /// A result did not pass the program's own check of it, which the text describes. It is the last word on
    /// a question: no other method is asked instead, since one of two parts of the program is wrong.
    Internal(String),
}

impl StopReason {
    /// The name used in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::States(_) => "states",
            Self::Memory(_) => "memory",
            Self::Interrupted => "interrupted",
            Self::Unsupported(_) => "unsupported",
            Self::Imprecise => "imprecise",
            Self::Internal(_) => "internal",
        }
    }

    /// Whether a check of the program's own work failed.
    pub fn is_internal(&self) -> bool {
        matches!(self, Self::Internal(_))
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Timeout => f.write_str("the time limit was reached"),
            Self::States(limit) => write!(f, "the limit of {} was reached", counted(*limit, "state")),
            Self::Memory(bytes) => write!(f, "the memory limit of {} MiB was reached", bytes >> 20),
            Self::Interrupted => f.write_str("interrupted"),
            Self::Unsupported(what) => write!(f, "not supported: {what}"),
            Self::Imprecise => f.write_str("not proved with these constraints"),
            Self::Internal(what) => {
                write!(f, "an internal check failed: {what}; this is a bug in suppose")
            }
        }
    }
}

impl std::error::Error for StopReason {}

/// What work came to that can be done without: nothing when it was stopped.
///
/// # Errors
/// A failed check of the program's own work, which is never passed over.
pub fn optional<T>(work: Result<T, StopReason>) -> Result<Option<T>, StopReason> {
    match work {
        Ok(done) => Ok(Some(done)),
        Err(reason) if reason.is_internal() => Err(reason),
        Err(_) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_check_says_that_it_is_a_bug() {
        let reason = StopReason::Internal("step 2 of the witness is wrong".into());
        assert_eq!(reason.name(), "internal");
        assert_eq!(
            reason.to_string(),
            "an internal check failed: step 2 of the witness is wrong; this is a bug in suppose"
        );
        assert!(Verdict::<()>::Inconclusive(reason).is_internal());
        assert!(!Verdict::<()>::Inconclusive(StopReason::Timeout).is_internal());
        assert!(!Verdict::Violated(()).is_internal());
    }

    #[test]
    fn optional_work_may_stop_but_not_be_wrong() {
        assert_eq!(optional(Ok(1)), Ok(Some(1)));
        for reason in [StopReason::Timeout, StopReason::States(1), StopReason::Unsupported("it".into())] {
            assert_eq!(optional::<()>(Err(reason)), Ok(None));
        }
        let internal = StopReason::Internal("it".into());
        assert_eq!(optional::<()>(Err(internal.clone())), Err(internal));
    }
}
