//! The Aldebaran format `.aut`: one transition per line.
//!
//! ```text
//! des (0, 3, 2)            initial state, number of transitions, number of states
//! (0, "PUT !1", 1)         source, label, target
//! (1, tau, 0)
//! (1, bad, -1)             the error state π, as LTSA writes it
//! ```
//!
//! CADP, mCRL2, LTSA and others share this format and differ in details; the reader takes all their dialects,
//! the writer keeps to what all of them read. A visible action called `i` is written `"\=i"`, which no tool
//! takes for τ. Two things of an LTS have no place in the format and are lost on the way: the end state,
//! which comes back as a deadlock, and actions of the alphabet that label no transition.

mod label;
mod line;
mod read;
mod write;

pub(super) use label::dotted;
pub use read::{AutFile, read_aut};
pub use write::write_aut;

/// Which labels mean τ. The label `tau` always does; the question is about `i`, which is τ to CADP and an
/// ordinary action to the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TauSpelling {
    /// `i` is τ unless the file also says `tau`. Since a file alone cannot tell, a warning says which way
    /// a label `i` was taken. Our own writer leaves no doubt.
    #[default]
    Auto,
    /// Only `tau` is τ, as in mCRL2 and LTSA.
    Tau,
    /// Both `tau` and `i` are τ, as in CADP.
    TauAndI,
}
