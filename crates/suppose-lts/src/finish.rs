//! What is done to the product of a system once its parts are composed, priority applied and actions hidden.
//!
//! FSP asks for it with words before a composite; the operations are those of LTSA. Each costs what its
//! reduction costs.

use suppose_base::{Budget, StopReason};

use crate::{Lts, Mapped, Role, StateMap, ops, reduce};

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
        self.apply_mapped(product, budget).map(|(finished, _)| finished)
    }

    /// As [`Finish::apply`], and says where the states went; `None` where they are the same.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn apply_mapped(
        self,
        product: Lts,
        budget: &Budget,
    ) -> Result<(Finished, Option<StateMap>), StopReason> {
        let done = |lts| Finished { lts, role: Role::Component, skipped: 0, ended: 0 };
        match self {
            Self::AsIs => Ok((done(product), None)),
            Self::Minimise => {
                let shorter = ops::skip_silent(&product, budget)?;
                let skipped = product.num_states() - shorter.lts.num_states();
                let Mapped { lts, map } = reduce::weak_to_end(&shorter.lts, budget)?;
                Ok((Finished { skipped, ..done(lts) }, Some(shorter.map.then(&map))))
            }
            Self::Determinise if product.is_deterministic() => Ok((done(product), None)),
            Self::Determinise => {
                let Mapped { lts, map } = reduce::trace(&product, budget)?;
                Ok((done(lts), Some(map)))
            }
            Self::Property => {
                let (Finished { mut lts, .. }, mut map) = Self::Determinise.apply_mapped(product, budget)?;
                // Only where it may end or go on is the result of determinising not deterministic; a property
                // has no end.
                if !lts.is_deterministic() {
                    lts = ops::determinise(&lts, budget)?.lts;
                    map = Some(StateMap::new(Vec::new()));
                }
                let lts = ops::error_lts(&lts).expect("it was determinised");
                Ok((Finished { role: Role::Property, ..done(lts) }, map))
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
