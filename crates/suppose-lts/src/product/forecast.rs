//! How large a search will become, guessed from the sizes of its levels.
//!
//! The levels of a breadth-first search of concurrent components grow at first, then ever more slowly, and
//! shrink towards the end: the logarithm of their size is roughly a parabola. One is fitted to the last half of
//! the levels, large levels counting for more, and followed to its end. While growth does not fall there is no
//! end in sight; then, and as a bound on all guesses, half as many levels again are expected with the growth
//! of late. It is only a guess: nothing but the order in which methods get their turns depends on it.

/// Levels that are needed for a guess, and for a parabola.
const LEAST: usize = 4;
const ENOUGH: usize = 8;
/// How far apart levels are that are compared, where there are enough.
const LAG: u8 = 4;
/// No more than so many levels are extrapolated.
const FARTHEST: u32 = 100_000;

/// The levels of a search so far.
#[derive(Debug)]
pub struct Forecast {
    sizes: Vec<f64>,
    /// The last guesses of all states.
    guesses: [u64; 3],
}

impl Default for Forecast {
    fn default() -> Self {
        Self { sizes: Vec::new(), guesses: [u64::MAX; 3] }
    }
}

impl Forecast {
    /// One more level is known.
    pub fn add(&mut self, states: u64) {
        self.sizes.push(f64::from(u32::try_from(states.max(1)).unwrap_or(u32::MAX)));
    }

    /// How many states are still to come; `None` while there is no telling.
    pub fn remaining(&self) -> Option<u64> {
        let levels = self.sizes.len();
        if levels < LEAST {
            return None;
        }
        let late = &self.sizes[levels / 2..];
        let again = u32::try_from(levels / 2).unwrap_or(u32::MAX);
        let growth = self.growth_of_late();
        let bound = sum_of(self.size_of_late(growth), growth, 0.0, again);
        if levels < ENOUGH {
            return Some(whole(bound));
        }
        // The logarithm is a + b x + c x² with x = 0 at the last level.
        let [at_end, slope, curve] = fit(late);
        let guess = sum_of(at_end.exp(), slope + curve, -2.0 * curve, FARTHEST);
        Some(whole(if curve < 0.0 { guess.min(bound) } else { bound }))
    }

    /// How many states there will be in the end, if there are so many now; as many again while there is no
    /// telling. A search that was as good as done for a while is not believed to be far from its end at once,
    /// only because its last levels grow a little.
    pub fn in_the_end(&mut self, states: u64) -> u64 {
        let now = states.saturating_add(self.remaining().unwrap_or(states));
        self.guesses.rotate_left(1);
        self.guesses[2] = now;
        let least = self.guesses.into_iter().min().unwrap_or(now);
        if least < states + states / 2 { least.max(states) } else { now }
    }

    /// The size of the last level, if all of late had grown like this: large and small ones may take turns.
    fn size_of_late(&self, growth: f64) -> f64 {
        let lag = self.lag();
        let late = self.sizes.iter().rev().zip(0..lag);
        late.map(|(size, back)| size * (growth * f64::from(back)).exp()).sum::<f64>() / f64::from(lag)
    }

    fn lag(&self) -> u8 {
        if self.sizes.len() < ENOUGH { LAG / 2 } else { LAG }
    }

    /// By how much the logarithm of the size grows from level to level: the median over the last half of the
    /// levels, each compared with one some levels before it. One large jump is not taken for growth.
    fn growth_of_late(&self) -> f64 {
        let (levels, lag) = (self.sizes.len(), usize::from(self.lag()));
        let growth =
            |level: usize| (self.sizes[level] / self.sizes[level - lag]).ln() / f64::from(self.lag());
        let mut all: Vec<f64> = (lag.max(levels / 2)..levels).map(growth).collect();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    }
}

/// The parabola that fits the logarithms of sizes best, with the last one at zero. The weight of a level is the
/// root of its size.
fn fit(sizes: &[f64]) -> [f64; 3] {
    let mut sums = [[0.0; 4]; 3];
    for (back, &size) in sizes.iter().rev().enumerate() {
        let x = -f64::from(u32::try_from(back).unwrap_or(u32::MAX));
        let powers = [1.0, x, x * x];
        for (row, left) in sums.iter_mut().zip(powers) {
            for (sum, right) in row.iter_mut().zip(powers) {
                *sum += size.sqrt() * left * right;
            }
            row[3] += size.sqrt() * left * size.ln();
        }
    }
    // Gauss; the matrix is positive definite, so no row is zero.
    for pivot in 0..3 {
        let top = sums[pivot];
        for row in sums.iter_mut().skip(pivot + 1) {
            let factor = row[pivot] / top[pivot];
            row.iter_mut().zip(top).for_each(|(value, above)| *value -= factor * above);
        }
    }
    let mut found = [0.0; 3];
    for place in (0..3).rev() {
        let known: f64 = (place + 1..3).map(|later| sums[place][later] * found[later]).sum();
        found[place] = (sums[place][3] - known) / sums[place][place];
    }
    found
}

/// The sizes of the next levels together: at most so many, after a level of this size, with growth that falls
/// from one to the next.
fn sum_of(size: f64, growth: f64, fall: f64, levels: u32) -> f64 {
    let (mut next, mut growth, mut sum) = (size, growth, 0.0);
    for _ in 0..levels {
        growth -= fall;
        next *= growth.exp();
        if next < 1.0 || sum > 1e18 {
            break;
        }
        sum += next;
    }
    sum
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
    fn while_growth_does_not_fall_half_as_many_levels_are_expected() {
        assert_eq!(of([1, 2, 4]), None);
        // Two more levels with the growth of the last two: 10 and 100 times as much as the last.
        assert_eq!(of([1, 10, 100, 1000]), Some(110_000));
        // Twenty levels that double: ten more come to 2^30 - 2^20.
        let doubled = of((0..20).map(|k| 1 << k)).expect("enough levels");
        assert!(doubled.abs_diff((1 << 30) - (1 << 20)) < 1000, "{doubled}");
        // One jump is not growth, and large levels among small ones are not either: ten more of 450 or so.
        let jump = of((0..20).map(|k| if k < 17 { 10 } else { 500 })).expect("enough levels");
        let turns = of((0..20).map(|k| if k % 2 == 0 { 10 } else { 900 })).expect("enough levels");
        assert!(jump < 6000 && turns < 6000, "{jump}, {turns}");
        // A long corridor may go on for ever; one that narrows ends.
        assert_eq!(of([5; 40]), Some(100));
        assert!(of((1..30).rev()).is_some_and(|left| left < 10));
    }

    #[test]
    fn one_guess_alone_does_not_put_the_end_far_off() {
        let mut forecast = Forecast::default();
        let mut add = |sizes: &[u64], states: u64| {
            for &size in sizes {
                forecast.add(size);
            }
            forecast.in_the_end(states)
        };
        // Levels that narrow, and then some that do not.
        let narrow: Vec<u64> = (10..=40).rev().collect();
        assert!(add(&narrow, 775) < 1000);
        let wide = [50; 60];
        assert_eq!((add(&wide, 3_775), add(&wide, 6_775)), (3_775, 6_775));
        // The third guess is the same, so it is believed.
        assert!(add(&wide, 9_775) > 8_000);
    }

    #[test]
    fn a_parabola_is_found_again() {
        let sizes: Vec<f64> =
            (0..20).map(|k| (3.0 + 0.5 * f64::from(k) - 0.02 * f64::from(k * k)).exp()).collect();
        let [at_end, slope, curve] = fit(&sizes);
        // At the last level, k = 19: 3 + 9.5 − 7.22, with a slope of 0.5 − 0.76.
        for (found, expected) in [(at_end, 5.28), (slope, -0.26), (curve, -0.02)] {
            assert!((found - expected).abs() < 1e-9, "{found} for {expected}");
        }
    }
}
