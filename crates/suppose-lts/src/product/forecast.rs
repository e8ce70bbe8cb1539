//! How large a search will become, guessed from the sizes of its levels.
//!
//! The levels of a breadth-first search of concurrent components grow at first, then ever more slowly, and
//! shrink towards the end: the logarithm of their size is roughly a parabola. So the growth of the last levels
//! and the rate at which it falls say how much is still to come. While growth does not fall there is no guess.
//! It is only a guess: nothing but the order in which methods get their turns depends on it.

/// Levels that are needed for a guess.
const LEAST: usize = 8;
/// No more than so many levels are extrapolated.
const FARTHEST: u32 = 100_000;

/// The levels of a search so far.
#[derive(Debug, Default)]
pub(super) struct Forecast {
    sizes: Vec<f64>,
}

impl Forecast {
    /// One more level is known.
    pub(super) fn add(&mut self, states: u64) {
        self.sizes.push(f64::from(u32::try_from(states.max(1)).unwrap_or(u32::MAX)));
    }

    /// How many states are still to come; `None` while there is no telling.
    pub(super) fn remaining(&self) -> Option<u64> {
        let levels = self.sizes.len();
        if levels < LEAST {
            return None;
        }
        // The growth for a level in the last quarter and in the one before it.
        let quarter = levels / 4;
        let span = f64::from(u32::try_from(quarter).unwrap_or(u32::MAX));
        let size = |back: usize| self.sizes[levels - 1 - back].ln();
        let growth = (size(0) - size(quarter)) / span;
        let before = (size(quarter) - size(2 * quarter)) / span;
        let fall = (before - growth) / span;
        if fall <= 0.0 && growth >= 0.0 {
            return None;
        }
        let fall = fall.max(0.0);
        let (mut next, mut step, mut sum) = (self.sizes[levels - 1], growth, 0.0f64);
        for _ in 0..FARTHEST {
            step -= fall;
            next *= step.exp();
            if next < 1.0 {
                return Some(whole(sum));
            }
            sum += next;
        }
        (growth < 0.0).then_some(whole(sum))
    }
}

/// A number of states.
#[expect(clippy::cast_sign_loss, reason = "sums of sizes are not negative")]
fn whole(states: f64) -> u64 {
    states as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(sizes: impl IntoIterator<Item = u64>) -> Option<u64> {
        let mut forecast = Forecast::default();
        sizes.into_iter().for_each(|size| forecast.add(size));
        forecast.remaining()
    }

    #[test]
    fn a_binomial_profile_is_foreseen() {
        // The levels of n independent switches: n over k, 2^n in all.
        let binomials = |n: u64| {
            (0..=n).scan(1u64, move |size, k| {
                let now = *size;
                *size = now * (n - k) / (k + 1);
                Some(now)
            })
        };
        let n = 30;
        for known in [12, 15, 20, 25] {
            let seen: u64 = binomials(n).take(known).sum();
            let guess = seen + of(binomials(n).take(known)).expect("growth falls");
            // From a third of the levels on it is right within a factor of four.
            assert!((1 << 28..1 << 32).contains(&guess), "{known} levels: {guess}");
        }
    }

    #[test]
    fn there_is_no_guess_while_growth_does_not_fall() {
        assert_eq!(of([1, 2, 4]), None);
        assert_eq!(of((0..20).map(|k| 1 << k)), None);
        // A long corridor may go on for ever; one that narrows ends.
        assert_eq!(of([5; 40]), None);
        assert!(of((1..30).rev()).is_some());
    }
}
