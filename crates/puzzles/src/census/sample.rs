//! Draws random figures with a number of pegs in a range, all with the same probability.
//!
//! Orbits differ in size. So the sampler first counts, for each orbit and number of pegs, the choices among this orbit
//! and the following orbits. Then it takes each orbit with a probability equal to the share of choices that contain it.

use std::ops::RangeInclusive;

use saut_base::bad_input::BadInput;
use saut_base::random::Random;
use saut_peg::peg::Position;

/// A stream of random figures. Each figure is a choice of orbits.
pub struct Sampler {
    sizes: Vec<usize>,
    /// `ways[n][p]` is the number of choices among the orbits from `n` on that give exactly `p` pegs.
    ways: Vec<Vec<u128>>,
    pegs: RangeInclusive<usize>,
    random: Random,
}

impl Sampler {
    /// Maximum number of orbits, so that no count overflows.
    const MAX_ORBITS: usize = 120;

    /// # Errors
    /// There are too many orbits, or no figure has a number of pegs in the range.
    pub fn new(
        orbits: &[Position],
        pegs: RangeInclusive<usize>,
        seed: u64,
    ) -> Result<Self, BadInput> {
        if orbits.len() > Self::MAX_ORBITS {
            let fact = format!(
                "there are {} orbits of holes, which is too many for a random choice",
                orbits.len()
            );
            return Err(BadInput::new("--symmetry", fact)
                .remedy("choose a kind with more symmetries, or a smaller board"));
        }
        let sizes: Vec<usize> = orbits.iter().map(Position::pegs).collect();
        let most: usize = sizes.iter().sum();
        let mut ways = vec![vec![0; most + 1]; sizes.len() + 1];
        ways[sizes.len()][0] = 1;
        for (n, &size) in sizes.iter().enumerate().rev() {
            for pegs in 0..=most {
                let with = pegs.checked_sub(size).map_or(0, |rest| ways[n + 1][rest]);
                ways[n][pegs] = ways[n + 1][pegs] + with;
            }
        }
        let sampler = Self {
            sizes,
            ways,
            pegs: *pegs.start()..=(*pegs.end()).min(most),
            random: Random::new(seed),
        };
        if sampler.all_ways() == 0 {
            let (least, most) = pegs.into_inner();
            let fact = format!("no figure with this symmetry has {least} to {most} pegs");
            return Err(BadInput::new("--pegs", fact).remedy("widen the range of pegs"));
        }
        Ok(sampler)
    }

    /// Returns the number of figures; symmetric images count separately.
    pub fn all_ways(&self) -> u128 {
        let pegs = self.pegs.clone();
        pegs.map(|pegs| self.ways[0].get(pegs).copied().unwrap_or(0))
            .sum()
    }

    /// Returns the next figure, with one value for each orbit: whether the orbit has pegs.
    pub fn draw(&mut self) -> Option<Vec<bool>> {
        let mut ticket = self.below(self.all_ways());
        let mut left = self.pegs.clone().find(|&pegs| {
            let ways = self.ways[0].get(pegs).copied().unwrap_or(0);
            let is_here = ticket < ways;
            if !is_here {
                ticket -= ways;
            }
            is_here
        })?;
        let mut chosen = Vec::with_capacity(self.sizes.len());
        for (n, &size) in self.sizes.iter().enumerate() {
            let without = self.ways[n + 1][left];
            let takes = ticket >= without;
            if takes {
                ticket -= without;
                left = left.checked_sub(size)?;
            }
            chosen.push(takes);
        }
        Some(chosen)
    }

    /// Returns a random number below a bound. The relative bias of each number is below 2^-7 even for the largest
    /// bounds.
    fn below(&mut self, bound: u128) -> u128 {
        let wide = u128::from(self.random.next()) << 64 | u128::from(self.random.next());
        wide % bound.max(1)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::Sampler;
    use saut_peg::peg::Position;

    fn orbits(sizes: &[usize]) -> Vec<Position> {
        let holes = sizes.iter().sum();
        let mut first = 0;
        let mut orbit = |size: usize| {
            first += size;
            Position::from_holes(holes, first - size..first)
        };
        sizes.iter().map(|&size| orbit(size)).collect()
    }

    #[test]
    fn every_figure_in_the_range_comes_equally_often() {
        // With the sizes 1, 2, 2 and 4, the sums from 4 to 5 are 4, 2+2, 1+4 and 1+2+2.
        let mut sampler = Sampler::new(&orbits(&[1, 2, 2, 4]), 4..=5, 11).unwrap();
        let mut seen: BTreeMap<Vec<bool>, u32> = BTreeMap::new();
        for _ in 0..4000 {
            *seen.entry(sampler.draw().unwrap()).or_default() += 1;
        }
        assert_eq!(seen.len(), 4);
        assert!(
            seen.values().all(|&times| (900..1100).contains(&times)),
            "{seen:?}"
        );
    }

    #[test]
    fn a_range_without_figures_is_rejected() {
        assert!(Sampler::new(&orbits(&[4, 4]), 1..=3, 0).is_err());
        assert!(Sampler::new(&orbits(&[4, 4]), 1..=4, 0).is_ok());
        assert!(Sampler::new(&orbits(&[1; 121]), 1..=4, 0).is_err());
    }
}
