//! Which decomposition is cheap for data-flow analysis, found by trying.
//!
//! LTSs tell little about what data flow costs: on the subjects of Cobleigh's study the decomposition that they
//! predict is within twice the best for half of them. But a proof with few states is soon done or soon given
//! up. So all candidates of the ranking are tried, each with the same limit of states, and the limit doubles
//! until one ends; then those after it may take no more than the best so far. What is found is the cheapest of
//! those that were tried; since the limit doubles, the last round costs about as much as all before it. Where
//! it costs too much to find out, the ranking decides.

use suppose_base::counted;
use suppose_inquiry::{Failure, Plan, Unit};
use suppose_prove::decomposition::{Candidate, Ranking};
use suppose_prove::rule::RuleKind;

use super::{Measured, Predicted, names};
use crate::project::Project;

/// The first limit of states.
const FIRST: u64 = 1 << 5;
/// A proof may need so many times as much until its constraints are found; what they cost is not counted.
const AROUND_IT: u64 = 4;
/// So many states may be looked at in all trials, and what a trial counts whatever comes of it.
const WORK: u64 = 1 << 22;
const TRIAL: u64 = 1 << 8;

/// What is known of a candidate.
enum Known {
    /// It needs more than was allowed so far.
    Open,
    /// What it cost.
    Cost(Measured),
    /// It has no answer, whatever is allowed.
    Out,
}

impl Project {
    /// The cheapest decomposition of a ranking, if that can be found out.
    pub(super) fn tried(
        &mut self,
        question: usize,
        ranking: &Ranking,
        units: &[&Unit],
        plan: &Plan,
    ) -> Result<Option<Predicted>, Failure> {
        let plan = Plan { rule: Some(RuleKind::Asymmetric), ..plan.clone() };
        let parts = |place: usize| {
            let (Candidate { left, right, .. }, _) = &ranking.ranked[place];
            [names(left, units), names(right, units)]
        };
        let mut known: Vec<Known> = ranking.ranked.iter().map(|_| Known::Open).collect();
        let (mut limit, mut work) = (FIRST, 0);
        while work < WORK && known.iter().any(|known| !matches!(known, Known::Out)) {
            let mut best: Option<usize> = None;
            let (mut most, mut tried) = (limit, 0u64);
            for (place, known) in known.iter_mut().enumerate() {
                // There is no work left to try it with this limit.
                if matches!(known, Known::Open) && work >= WORK {
                    continue;
                }
                tried += 1;
                if matches!(known, Known::Open) {
                    let budget = self.reader.budget.capped(most.saturating_mul(AROUND_IT));
                    let found = self.measured(question, &parts(place), &plan, &budget)?;
                    found.ended()?;
                    work += TRIAL + found.states_explored;
                    *known = match found {
                        found if found.is_decided() => Known::Cost(found),
                        found if found.is_limited() => Known::Open,
                        _ => Known::Out,
                    };
                }
                if let Known::Cost(found) = known
                    && found.max_states <= most
                {
                    most = found.max_states.saturating_sub(1);
                    best = Some(place);
                }
            }
            if let Some(place) = best
                && let Known::Cost(found) = &known[place]
            {
                let mut reasons = vec![format!(
                    "of {} that were tried with at most {} each, it needs the fewest",
                    counted(tried, "decomposition"),
                    counted(limit, "state")
                )];
                reasons.extend(found.assumption_states.map(|states| match states {
                    1 => "M1 decides the question alone".to_owned(),
                    _ => format!("the assumption has {}", counted(states, "state")),
                }));
                return Ok(Some(Predicted { parts: parts(place), cost: Some(found.max_states), reasons }));
            }
            limit *= 2;
        }
        Ok(None)
    }
}
