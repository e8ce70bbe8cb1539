//! Random numbers that are the same on every machine and in every version.
//!
//! Tests count what they meet (“at least 300 of these systems are violated”) and name seeds in their
//! messages. Both would be worth nothing if a seed meant something else tomorrow, so the generator is our
//! own.

/// The generator `SplitMix64` of Steele, Lea and Flood (2014): small, seeded, good enough for tests.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator that starts at this seed. Seeds next to each other give unrelated numbers.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below the bound, of the same type; the type makes no difference to the number.
    ///
    /// # Panics
    ///
    /// If the bound is not positive.
    pub fn below<N>(&mut self, bound: N) -> N
    where
        N: TryFrom<u64>,
        u64: TryFrom<N>,
    {
        let bound = u64::try_from(bound).ok().filter(|&bound| bound > 0).expect("a bound is positive");
        N::try_from(self.bits() % bound).ok().expect("what is below the bound has its type")
    }

    /// True in so many of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// True once in so many times.
    ///
    /// # Panics
    ///
    /// If `times` is 0.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of a list.
    ///
    /// # Panics
    ///
    /// If the list is empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the reference implementation of Vigna (`prng.di.unimi.it/splitmix64.c`).
    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        let mut random = Random::new(0);
        let first = [(); 3].map(|()| random.bits());
        assert_eq!(first, [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
        let mut random = Random::new(1_234_567);
        let first = [(); 5].map(|()| random.bits());
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(first, expected);
    }

    #[test]
    fn every_draw_takes_one_number() {
        let mut random = Random::new(1_234_567);
        assert_eq!(random.below(1000_usize), 317);
        assert_eq!(random.below(1000_u32), 973);
        assert_eq!(random.below(1000_u64), 423);
        // The fourth number ends in 31.
        assert!(random.clone().chance(32) && !random.clone().chance(31));
        assert!(random.clone().once_in(1) && !random.once_in(2));
        assert_eq!(random.pick(&["zero", "one", "two", "three", "four"]), &"one");
    }

    #[test]
    #[should_panic(expected = "a bound is positive")]
    fn nothing_is_below_zero() {
        Random::new(1).below(-1);
    }
}
