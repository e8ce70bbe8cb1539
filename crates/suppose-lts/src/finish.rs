//! What is done to the product of a system once its parts are composed, priority applied and actions hidden.
//!
//! FSP asks for it with words before a composite; the operations are those of LTSA. Each costs what its reduction costs.

use suppose_base::{Budget, StopReason};

use crate::{Lts, Role, ops, reduce};

/// What is done to a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Nothing.
    AsIs,
    /// `minimal`: go past silent states as LTSA does, and reduce by weak bisimulation.
    Minimise,
    /// `deterministic`: determinise and minimise; nothing when it is deterministic and free of τ already.
    Determinise,
    /// `property`: determinise, then send every action that is missing to π.
    Property,
}

impl Finish {
    /// Does it to a product.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn apply(self, product: Lts, budget: &Budget) -> Result<Finished, StopReason> {
        let done = |lts| Ok(Finished { lts, role: Role::Component, skipped: 0, ended: 0 });
        match self {
            Self::AsIs => done(product),
            Self::Minimise => {
                let shorter = ops::skip_silent(&product, budget)?.lts;
                let skipped = product.num_states() - shorter.num_states();
                let lts = reduce::weak(&shorter, budget)?.lts;
                Ok(Finished { lts, role: Role::Component, skipped, ended: 0 })
            }
            Self::Determinise if product.is_deterministic() => done(product),
            Self::Determinise => done(reduce::trace(&product, budget)?.lts),
            Self::Property => {
                let Finished { lts, .. } = Self::Determinise.apply(product, budget)?;
                // Only where it may end or go on is the result of determinising not deterministic; a property has no end.
                let lts = if lts.is_deterministic() { lts } else { ops::determinise(&lts, budget)?.lts };
                let lts = ops::error_lts(&lts).expect("it was determinised");
                Ok(Finished { lts, role: Role::Property, skipped: 0, ended: 0 })
            }
        }
    }
}

/// A product after what was asked for is done.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The result.
    pub lts: Lts,
    /// Whether it is a property now.
    pub role: Role,
    /// How many silent states were left out, which keeps traces but not bisimilarity.
    pub skipped: usize,
    /// How many states of successful termination its end state stands for, where that is known.
    pub ended: usize,
}
