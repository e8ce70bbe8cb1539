//! What every learner can do, and the list of learners.

use std::fmt;
use std::str::FromStr;

use suppose_base::StopReason;

use crate::{Angluin, Dfa, KearnsVazirani, Membership, RivestSchapire, Symbol, Table, Ttt};

/// Learns a regular language from answers about words, and from counterexamples to its conjectures.
///
/// Call [`start`](Self::start), then as long as somebody knows a word that the conjecture gets wrong,
/// [`refine`](Self::refine). Each refinement makes the conjecture larger and never larger than the minimal
/// automaton of the target, so this ends.
///
/// A stop leaves the last conjecture that was complete; the learner has to be started again before it can go
/// on.
pub trait Learner: Send {
    /// The name of the algorithm.
    fn name(&self) -> &'static str;

    /// Forgets all it knows and asks until there is a first conjecture.
    ///
    /// # Errors
    /// The oracle's reason to stop.
    fn start(&mut self, oracle: &mut dyn Membership) -> Result<(), StopReason>;

    /// The last complete conjecture: minimal, with one state for each class of words told apart so far. The
    /// automaton that rejects everything before the first.
    fn conjecture(&self) -> &Dfa;

    /// Refines the conjecture with a word on which it differs from the target, until they agree on that word.
    ///
    /// # Errors
    /// [`LearnError::NoCounterexample`] when they already agree, which one query finds out. Nothing has
    /// changed then.
    ///
    /// # Panics
    /// When the word has a letter outside the alphabet.
    fn refine(&mut self, counterexample: &[Symbol], oracle: &mut dyn Membership) -> Result<(), LearnError>;

    /// The observation table, of those learners that have one.
    fn table(&self) -> Option<&Table> {
        None
    }
}

/// How every refinement begins: the learner is ready, and the target has another opinion of the word than the
/// conjecture. Gives that opinion. From here on the learner is not ready, until its refinement is complete;
/// unless there was none to make.
pub(crate) fn begin_refinement(
    ready: &mut bool,
    conjecture: &Dfa,
    word: &[Symbol],
    oracle: &mut dyn Membership,
) -> Result<bool, LearnError> {
    if !*ready {
        return Err(LearnError::NotStarted);
    }
    let wanted = oracle.member(word)?;
    if conjecture.accepts(word) == wanted {
        return Err(LearnError::NoCounterexample);
    }
    *ready = false;
    Ok(wanted)
}

/// Why a refinement did not take place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LearnError {
    /// The oracle stopped.
    Stopped(StopReason),
    /// Conjecture and target agree on the word.
    NoCounterexample,
    /// The oracle gave different answers to the same question.
    Contradiction,
    /// The learner was not started, or not started again after a stop.
    NotStarted,
}

impl From<StopReason> for LearnError {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

impl fmt::Display for LearnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(reason) => reason.fmt(f),
            Self::NoCounterexample => f.write_str("conjecture and target agree on the word"),
            Self::Contradiction => f.write_str("the same question got different answers"),
            Self::NotStarted => f.write_str("the learner was not started"),
        }
    }
}

impl std::error::Error for LearnError {}

/// The learners by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// L* with the counterexample analysis of Rivest and Schapire.
    RivestSchapire,
    /// Angluin's L*.
    Angluin,
    /// Discrimination tree after Kearns and Vazirani.
    KearnsVazirani,
    /// TTT after Isberner, Howar and Steffen.
    Ttt,
}

impl Kind {
    /// All learners.
    pub const ALL: [Self; 4] = [Self::RivestSchapire, Self::Angluin, Self::KearnsVazirani, Self::Ttt];

    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::RivestSchapire => "rivest-schapire",
            Self::Angluin => "angluin",
            Self::KearnsVazirani => "kv",
            Self::Ttt => "ttt",
        }
    }

    /// A learner for an alphabet of this many letters.
    pub fn build(self, alphabet: usize) -> Box<dyn Learner> {
        match self {
            Self::RivestSchapire => Box::new(RivestSchapire::new(alphabet)),
            Self::Angluin => Box::new(Angluin::new(alphabet)),
            Self::KearnsVazirani => Box::new(KearnsVazirani::new(alphabet)),
            Self::Ttt => Box::new(Ttt::new(alphabet)),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is none of a learner; it is kept for the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownKind(pub String);

impl fmt::Display for UnknownKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Kind::ALL.map(Kind::name).join(", ");
        write!(f, "there is no learner {}; there are {names}", self.0)
    }
}

impl std::error::Error for UnknownKind {}

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(name: &str) -> Result<Self, UnknownKind> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| UnknownKind(name.to_owned()))
    }
}
