//! Comparison of two LTSs: equivalence by one of the relations, and inclusion of traces.
//!
//! # Contract
//! Both LTSs take their actions from one table. Their alphabets are not compared, only what they do: an
//! action that one alphabet lacks and the other never performs makes no difference here, though it may in a
//! composition.
//!
//! [`compare`] decides by partitioning the disjoint union of both, so it takes as long as reducing both; only
//! for [`Relation::Trace`] it walks the determinised systems, side by side and no further than to the first
//! difference. When they are not equivalent it looks for something to show, see [`Difference`]. That search
//! is limited and never changes the answer.
//!
//! [`refines()`] decides whether every trace of an implementation is one of its specification.
//!
//! # Tests
//! `tests/all/laws`: verdicts against definitions on all pairs of very small LTSs; each trace shown is
//! replayed.

mod game;
mod refines;
mod traces;
mod union;

use suppose_base::{ActionId, Budget, StopReason};

pub use game::{Move, Side};
pub use refines::refines;
pub use traces::{TraceDifference, TraceDifferenceKind};

use crate::Lts;
use crate::reduce::{Relation, quotient_from};

/// The answer of [`compare`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Whether the two LTSs are equivalent.
    pub equal: bool,
    /// Something that shows the difference, when they are not and it could be found.
    pub difference: Option<Difference>,
}

/// What tells two LTSs apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// A shortest trace that only one side has, or that only on one side can lead to π or to the end.
    Trace(TraceDifference),
    /// Both sides have the same traces but make their choices at different times. This is one play of the
    /// bisimulation game, with strong or with weak steps: in each round one side makes the move shown and the
    /// other answers with a step of the same action, as well as it can; the move of the last round cannot be
    /// answered, or leads to π or the end while no answer does.
    Play {
        /// The relation whose game it is, [`Relation::Strong`] or [`Relation::Weak`].
        relation: Relation,
        /// The rounds.
        moves: Vec<Move>,
    },
    /// The two are weakly bisimilar: only branching bisimilarity, which also sees what could still have been
    /// done before a silent step, tells them apart.
    SilentChoice,
}

impl Difference {
    /// The actions of the trace or play.
    pub fn actions(&self) -> Vec<ActionId> {
        match self {
            Self::Trace(difference) => difference.trace.clone(),
            Self::Play { moves, .. } => moves.iter().map(|m| m.action).collect(),
            Self::SilentChoice => Vec::new(),
        }
    }
}

/// No more sets than this are made to find a trace that shows a difference already known.
const MAX_SETS_TO_EXPLAIN: u64 = 100_000;

/// Whether two LTSs are equivalent.
///
/// # Errors
/// When the budget is spent before that is decided.
pub fn compare(
    left: &Lts,
    right: &Lts,
    relation: Relation,
    budget: &Budget,
) -> Result<Comparison, StopReason> {
    let (both, roots) = union::disjoint(left, right)?;
    // For traces any finer relation can be divided out first.
    let finer = if relation == Relation::Trace { Relation::Branching } else { relation };
    let classes = quotient_from(&both, finer, &roots, budget)?;
    let roots = roots.map(|root| classes.map.get(root).expect("roots are reached"));
    if roots[0] == roots[1] {
        return Ok(Comparison { equal: true, difference: None });
    }
    if relation == Relation::Trace {
        let difference = traces::first_difference(&classes.lts, roots, budget)?.map(Difference::Trace);
        return Ok(Comparison { equal: difference.is_none(), difference });
    }
    let limited = budget.capped(MAX_SETS_TO_EXPLAIN);
    let trace = traces::first_difference(&classes.lts, roots, &limited).ok().flatten();
    let difference = match (trace, relation) {
        (Some(trace), _) => Some(Difference::Trace(trace)),
        (None, Relation::Branching) => {
            let weak = quotient_from(&classes.lts, Relation::Weak, &roots, budget).ok();
            match weak.map(|weak| weak.map.get(roots[0]) == weak.map.get(roots[1])) {
                Some(true) => Some(Difference::SilentChoice),
                Some(false) => game::play(&classes.lts, roots, Relation::Weak, budget),
                None => None,
            }
        }
        (None, _) => game::play(&classes.lts, roots, relation, budget),
    };
    Ok(Comparison { equal: false, difference })
}
