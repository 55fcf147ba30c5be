//! Statistics of run times: medians, quartiles, means.
//!
//! Run times of SAT solvers have heavy tails and end at a limit, so a sample here is the times of
//! the runs that were solved and the number of all runs; the others count as slower than any. A
//! median is then known as long as more than half of the runs were solved.

/// Run times of one solver on one instance, over seeds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// Seconds of the solved runs, ascending.
    solved: Vec<f64>,
    /// All runs.
    runs: usize,
}

impl Sample {
    /// The sample of `runs` runs, of which these were solved.
    pub fn new(mut solved: Vec<f64>, runs: usize) -> Self {
        solved.sort_by(f64::total_cmp);
        let runs = runs.max(solved.len());
        Self { solved, runs }
    }

    /// Number of solved runs.
    pub fn solved(&self) -> usize {
        self.solved.len()
    }

    /// Number of all runs.
    pub const fn runs(&self) -> usize {
        self.runs
    }

    /// The fastest run.
    pub fn min(&self) -> Option<f64> {
        self.solved.first().copied()
    }

    /// The slowest run; `None` if any was not solved.
    pub fn max(&self) -> Option<f64> {
        self.rank(self.runs.checked_sub(1)?)
    }

    /// The median; of an even number, the mean of the two in the middle. `None` if it falls on a
    /// run that was not solved.
    pub fn median(&self) -> Option<f64> {
        let upper = self.rank(self.runs / 2)?;
        if self.runs % 2 == 1 {
            return Some(upper);
        }
        let lower = self.rank((self.runs / 2).checked_sub(1)?)?;
        Some(f64::midpoint(lower, upper))
    }

    /// The first and third quartile by nearest rank, `None` where a run was not solved. Below four
    /// runs these are the fastest and the slowest.
    pub fn quartiles(&self) -> (Option<f64>, Option<f64>) {
        let Some(last) = self.runs.checked_sub(1) else {
            return (None, None);
        };
        let cut = if self.runs < 4 {
            0
        } else {
            self.runs.div_ceil(4) - 1
        };
        (self.rank(cut), self.rank(last - cut))
    }

    /// Half the distance of the quartiles as a share of the median: the noise of the sample.
    /// `None` for fewer than two runs or an unsolved quartile.
    pub fn noise(&self) -> Option<f64> {
        let (Some(low), Some(high)) = self.quartiles() else {
            return None;
        };
        let median = self.median()?;
        (self.runs > 1 && median > 0.0).then(|| (high - low) / 2.0 / median)
    }

    fn rank(&self, index: usize) -> Option<f64> {
        self.solved.get(index).copied()
    }
}

/// The mean; `None` of nothing.
pub fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values
        .into_iter()
        .fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / real(count))
}

/// The median of plain numbers; `None` of nothing.
pub fn median(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.into_iter().collect();
    let runs = values.len();
    Sample::new(values, runs).median()
}

/// A geometric mean with an interval around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GeometricMean {
    /// The mean.
    pub mean: f64,
    /// Its 95 % interval by the normal approximation of the logarithms; `None` of one value.
    pub interval: Option<(f64, f64)>,
    /// Number of values.
    pub count: usize,
}

/// The geometric mean of positive ratios; `None` of nothing.
pub fn geometric_mean(ratios: &[f64]) -> Option<GeometricMean> {
    let logarithms: Vec<f64> = ratios.iter().map(|ratio| ratio.ln()).collect();
    let centre = mean(logarithms.iter().copied())?;
    let count = logarithms.len();
    let interval = (count > 1).then(|| {
        let squares: f64 = logarithms.iter().map(|log| (log - centre).powi(2)).sum();
        let error = 1.96 * (squares / real(count - 1) / real(count)).sqrt();
        ((centre - error).exp(), (centre + error).exp())
    });
    Some(GeometricMean {
        mean: centre.exp(),
        interval,
        count,
    })
}

/// A count as a real number.
#[expect(
    clippy::cast_precision_loss,
    reason = "counts of runs are far below 2^52, and only averages are made of them"
)]
pub const fn real(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::{Sample, geometric_mean, mean, median};

    #[test]
    fn an_unsolved_run_is_slower_than_any() {
        let sample = Sample::new(vec![3.0, 1.0], 3);
        assert_eq!((sample.min(), sample.median()), (Some(1.0), Some(3.0)));
        assert_eq!(sample.max(), None);
        assert_eq!(Sample::new(vec![1.0], 3).median(), None);
        assert_eq!(Sample::new(vec![1.0], 2).median(), None);
        assert_eq!(Sample::new(vec![], 0).median(), None);
        assert_eq!(Sample::new(vec![], 0).quartiles(), (None, None));
    }

    #[test]
    fn the_median_of_an_even_number_lies_between_the_two_in_the_middle() {
        assert_eq!(median([4.0, 1.0, 2.0, 8.0]), Some(3.0));
        assert_eq!(median([4.0, 1.0, 2.0]), Some(2.0));
        assert_eq!((median([]), mean([])), (None, None));
    }

    #[test]
    fn quartiles_are_the_extremes_of_few_runs_and_inner_ranks_of_many() {
        let few = Sample::new(vec![1.0, 2.0, 9.0], 3);
        assert_eq!(few.quartiles(), (Some(1.0), Some(9.0)));
        assert_eq!(few.noise(), Some(2.0));
        let many = Sample::new((1..=8).map(f64::from).collect(), 8);
        assert_eq!(many.quartiles(), (Some(2.0), Some(7.0)));
        let cut = Sample::new(vec![1.0, 2.0, 3.0], 5);
        assert_eq!(cut.quartiles(), (Some(2.0), None));
        assert_eq!(cut.noise(), None);
        assert_eq!(Sample::new(vec![1.0], 1).noise(), None);
    }

    #[test]
    fn ratios_that_cancel_have_the_geometric_mean_one() {
        let both = geometric_mean(&[0.5, 2.0]).unwrap();
        assert!((both.mean - 1.0).abs() < 1e-12);
        let (low, high) = both.interval.unwrap();
        assert!(low < 1.0 && high > 1.0);
        assert_eq!(geometric_mean(&[2.0]).unwrap().interval, None);
        assert_eq!(geometric_mean(&[]), None);
        let same = geometric_mean(&[2.0, 2.0, 2.0]).unwrap();
        assert!((same.interval.unwrap().0 - 2.0).abs() < 1e-9);
    }
}
