//! Random numbers that are the same on every machine: `SplitMix64`.
//!
//! Random orders are part of formulas, and therefore of the golden samples. A library may change its random numbers
//! between versions, but the numbers of this module must never change.
//!
//! Steele, Lea, Flood, *Fast splittable pseudorandom number generators* (OOPSLA 2014).

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates the stream with this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next number.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `bound`, or 0 if the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let high = (u128::from(self.next()) * bound as u128) >> 64;
        usize::try_from(high).unwrap_or(0)
    }

    /// Returns a number of at least 0 and less than 1.
    pub fn share(&mut self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "53 bits")]
        let [high, all] = [self.next() >> 11, 1 << 53].map(|number| number as f64);
        high / all
    }

    /// Returns a uniformly distributed number below `bound`, or `None` if the bound is 0.
    pub fn below_wide(&mut self, bound: u128) -> Option<u128> {
        let last = bound.checked_sub(1)?;
        let mask = u128::MAX.checked_shr(last.leading_zeros()).unwrap_or(0);
        loop {
            let drawn = (u128::from(self.next()) << 64 | u128::from(self.next())) & mask;
            if drawn <= last {
                return Some(drawn);
            }
        }
    }

    /// Shuffles the items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
