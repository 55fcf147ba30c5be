//! Linear programs by interior points: unknowns between −1 and 1, sums of them that are at most 0, and a sum that is to
//! be large.
//!
//! Programs of weights have this form. The simplex method takes steps by the thousand on them, each at a corner where
//! many sums are 0; interior points take some twenty, however large the program, each for one sparse system of
//! equations. What comes out is in floating point and in the middle of the best face, not at a corner of it.
//!
//! Mehrotra, *On the implementation of a primal-dual interior point method* (SIAM Journal on Optimization 2, 1992).

use saut_base::stop::Stop;

use crate::cholesky::Factor;

/// A sum of unknowns, each with its factor and once.
pub type Sum = Vec<(usize, f64)>;

/// Linear program over unknowns between −1 and 1: a sum to be maximised, and sums that are at most 0.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Objective coefficient of each unknown.
    pub gain: Vec<f64>,
    /// Constraints: sums that are at most 0.
    pub sums: Vec<Sum>,
}

/// Most steps of an optimisation; most programs need 10 to 40.
const MOST_STEPS: usize = 120;
/// Tolerance of violated sums.
const TOLERANCE: f64 = 1e-9;
/// Stagnation: a step leaves this part of the gap or more; then the gap `NEAR_ENOUGH` is accepted.
const STAND: f64 = 0.9;
const NEAR_ENOUGH: f64 = 1e-6;
/// A gain below this is none.
const LEAST_GAIN: f64 = 1e-6;
/// Part of the way to the boundary, where a number would be 0, that a step goes.
const CAUTION: f64 = 0.99;

/// The numbers that a step changes: unknowns, what is left of each sum, and the prices of sums and of the two bounds.
struct Point {
    at: Vec<f64>,
    left: Vec<f64>,
    price: Vec<f64>,
    above: Vec<f64>,
    below: Vec<f64>,
}

/// Products of a number and its price that a step aims at.
struct Aims {
    sums: Vec<f64>,
    above: Vec<f64>,
    below: Vec<f64>,
}

impl Program {
    /// Unknowns for which the sum is large, nearer to the most than this part of it, if they can make it more than 0
    /// and there was time.
    pub fn solve(&self, near: f64, stop: &Stop) -> Option<Vec<f64>> {
        let unknowns = self.gain.len();
        let rows = self.sums.iter().map(Vec::as_slice);
        let mut factor = Factor::of_squares(unknowns, rows, stop)?;
        let squares = self.sums.iter().map(|sum| {
            let mut entries = Vec::with_capacity(sum.len() * (sum.len() + 1) / 2);
            for (index, &(one, times)) in sum.iter().enumerate() {
                for &(other, also) in &sum[index..] {
                    entries.push((factor.entry(one, other)?, times * also));
                }
            }
            Some(entries)
        });
        let squares = squares.collect::<Option<Vec<_>>>()?;
        let own = (0..unknowns).map(|one| factor.entry(one, one));
        let own = own.collect::<Option<Vec<_>>>()?;
        let mut point = Point {
            at: vec![0.0; unknowns],
            left: vec![1.0; self.sums.len()],
            price: vec![1.0; self.sums.len()],
            above: vec![1.0; unknowns],
            below: vec![1.0; unknowns],
        };
        let mut before = f64::INFINITY;
        for _ in 0..MOST_STEPS {
            let broken = self.sums.iter().zip(&point.left);
            let broken: Vec<f64> = broken
                .map(|(sum, left)| value(sum, &point.at) + left)
                .collect();
            let (gain, total) = (value_of(&self.gain, &point.at), point.total());
            let worst = broken
                .iter()
                .fold(0.0_f64, |worst, one| worst.max(one.abs()));
            let enough = if total > STAND * before {
                NEAR_ENOUGH.max(near)
            } else {
                near
            };
            before = total;
            if worst < TOLERANCE && total < enough * gain.max(LEAST_GAIN) {
                return (gain > LEAST_GAIN).then_some(point.at);
            }
            if !total.is_finite() {
                return None;
            }
            factor.clear();
            for (entries, (price, left)) in squares.iter().zip(point.price.iter().zip(&point.left))
            {
                for &(entry, times) in entries {
                    factor.add(entry, times * price / left);
                }
            }
            for (one, &entry) in own.iter().enumerate() {
                let at = point.at[one];
                factor.add(
                    entry,
                    point.above[one] / (1.0 - at) + point.below[one] / (1.0 + at),
                );
            }
            if stop.stop_reason().is_some() || !factor.factorise(stop) {
                return None;
            }
            let unbalanced = self.unbalanced(&point);
            // First as far as it goes, which tells how much there is to be gained; then towards the middle.
            let guess = self.step(
                &factor,
                &point,
                &point.aims(0.0, None),
                &broken,
                &unbalanced,
            );
            let (far, dear) = point.lengths(&guess, 1.0);
            let share = (point.moved(&guess, far, dear).total() / total).powi(3);
            #[expect(clippy::cast_precision_loss, reason = "a number of unknowns")]
            let each = share * total / (self.sums.len() + 2 * unknowns) as f64;
            let wanted = point.aims(each, Some(&guess));
            let next = self.step(&factor, &point, &wanted, &broken, &unbalanced);
            let (far, dear) = point.lengths(&next, CAUTION);
            point = point.moved(&next, far, dear);
        }
        let is_kept = |sum: &Sum| value(sum, &point.at) < TOLERANCE;
        let is_some = self.sums.iter().all(is_kept) && value_of(&self.gain, &point.at) > LEAST_GAIN;
        is_some.then_some(point.at)
    }

    /// By unknown, what the prices come to less what it gains.
    fn unbalanced(&self, point: &Point) -> Vec<f64> {
        let bounds = point.above.iter().zip(&point.below).zip(&self.gain);
        let mut unbalanced: Vec<f64> = bounds
            .map(|((above, below), gain)| above - below - gain)
            .collect();
        for (sum, price) in self.sums.iter().zip(&point.price) {
            for &(one, times) in sum {
                unbalanced[one] += times * price;
            }
        }
        unbalanced
    }

    /// The step that reaches the aims, keeps the sums and balances the prices, were all of it linear.
    fn step(
        &self,
        factor: &Factor,
        point: &Point,
        aims: &Aims,
        broken: &[f64],
        unbalanced: &[f64],
    ) -> Point {
        let each = 0..point.at.len();
        let wanted = each.clone().map(|one| {
            let (up, down) = (1.0 - point.at[one], 1.0 + point.at[one]);
            aims.below[one] / down - aims.above[one] / up - unbalanced[one]
        });
        let mut wanted: Vec<f64> = wanted.collect();
        for (index, sum) in self.sums.iter().enumerate() {
            let by = (aims.sums[index] + point.price[index] * broken[index]) / point.left[index];
            for &(one, times) in sum {
                wanted[one] -= times * by;
            }
        }
        let at = factor.solve(&wanted);
        let left = self.sums.iter().zip(broken);
        let left: Vec<f64> = left
            .map(|(sum, broken)| -broken - value(sum, &at))
            .collect();
        let price = left.iter().enumerate().map(|(index, left)| {
            (aims.sums[index] - point.price[index] * left) / point.left[index]
        });
        let above = each
            .clone()
            .map(|one| (aims.above[one] + point.above[one] * at[one]) / (1.0 - point.at[one]));
        let below =
            each.map(|one| (aims.below[one] - point.below[one] * at[one]) / (1.0 + point.at[one]));
        Point {
            price: price.collect(),
            above: above.collect(),
            below: below.collect(),
            at,
            left,
        }
    }
}

fn value(sum: &Sum, at: &[f64]) -> f64 {
    sum.iter().map(|&(one, times)| times * at[one]).sum()
}

fn value_of(factors: &[f64], at: &[f64]) -> f64 {
    factors.iter().zip(at).map(|(one, at)| one * at).sum()
}

/// Greatest part of a step, at most 1, after which no number is below 0.
fn reach<'a>(numbers: impl Iterator<Item = (f64, &'a f64)>) -> f64 {
    let falling = numbers.filter(|(_, by)| **by < 0.0);
    falling.map(|(number, by)| -number / by).fold(1.0, f64::min)
}

impl Point {
    /// All products of a number and its price together: how far the best is away at most, once sums are kept.
    fn total(&self) -> f64 {
        let bounds = self.at.iter().zip(self.above.iter().zip(&self.below));
        let bounds = bounds.map(|(at, (above, below))| (1.0 - at) * above + (1.0 + at) * below);
        value_of(&self.left, &self.price) + bounds.sum::<f64>()
    }

    /// Right-hand sides of the Newton step that makes each product of a number and its price equal to `each`, less the
    /// second-order terms of the step `tried` (Mehrotra's corrector).
    fn aims(&self, each: f64, tried: Option<&Self>) -> Aims {
        let bent = |by: &dyn Fn(&Self) -> f64| tried.map_or(0.0, by);
        let sums = (0..self.left.len()).map(|one| {
            each - self.left[one] * self.price[one] - bent(&|step| step.left[one] * step.price[one])
        });
        let unknowns = 0..self.at.len();
        let above = unknowns.clone().map(|one| {
            each - (1.0 - self.at[one]) * self.above[one]
                + bent(&|step| step.at[one] * step.above[one])
        });
        let below = unknowns.map(|one| {
            each - (1.0 + self.at[one]) * self.below[one]
                - bent(&|step| step.at[one] * step.below[one])
        });
        Aims {
            sums: sums.collect(),
            above: above.collect(),
            below: below.collect(),
        }
    }

    /// Lengths, at most `caution`, of the parts of a step: of unknowns and slacks, and of prices. No number becomes
    /// negative.
    fn lengths(&self, step: &Self, caution: f64) -> (f64, f64) {
        let fall: Vec<f64> = step.at.iter().map(|by| -by).collect();
        let up = reach(self.at.iter().map(|at| 1.0 - at).zip(&fall));
        let down = reach(self.at.iter().map(|at| 1.0 + at).zip(&step.at));
        let of = |numbers: &[f64], by: &[f64]| reach(numbers.iter().copied().zip(by));
        let far = of(&self.left, &step.left).min(up).min(down);
        let dear = of(&self.price, &step.price).min(of(&self.above, &step.above));
        let dear = dear.min(of(&self.below, &step.below));
        (caution * far, caution * dear)
    }

    fn moved(&self, step: &Self, far: f64, dear: f64) -> Self {
        let moved = |numbers: &[f64], by: &[f64], length: f64| {
            let both = numbers.iter().zip(by);
            both.map(|(number, by)| number + length * by).collect()
        };
        Self {
            at: moved(&self.at, &step.at, far),
            left: moved(&self.left, &step.left, far),
            price: moved(&self.price, &step.price, dear),
            above: moved(&self.above, &step.above, dear),
            below: moved(&self.below, &step.below, dear),
        }
    }
}

#[cfg(test)]
mod tests {
    use microlp::{ComparisonOp, OptimizationDirection, Problem};
    use saut_base::random::Random;
    use saut_base::stop::Stop;

    use super::{Program, value, value_of};

    /// A program with small whole factors.
    fn random_program(random: &mut Random) -> Program {
        let unknowns = 1 + random.below(12);
        let factor = |random: &mut Random| [-2.0, -1.0, 1.0, 2.0][random.below(4)];
        let sums = 0..random.below(25);
        let sums = sums.map(|_| {
            let mut all: Vec<usize> = (0..unknowns).collect();
            random.shuffle(&mut all);
            all.truncate(1 + random.below(4));
            all.into_iter().map(|one| (one, factor(random))).collect()
        });
        let sums = sums.collect();
        let gain = (0..unknowns).map(|_| {
            if random.below(2) == 0 {
                0.0
            } else {
                factor(random)
            }
        });
        Program {
            gain: gain.collect(),
            sums,
        }
    }

    fn by_simplex(program: &Program) -> f64 {
        let mut problem = Problem::new(OptimizationDirection::Maximize);
        let unknowns: Vec<_> = program
            .gain
            .iter()
            .map(|&gain| problem.add_var(gain, (-1.0, 1.0)))
            .collect();
        for sum in &program.sums {
            let terms: Vec<_> = sum
                .iter()
                .map(|&(one, times)| (unknowns[one], times))
                .collect();
            problem.add_constraint(&terms[..], ComparisonOp::Le, 0.0);
        }
        problem
            .solve()
            .unwrap()
            .into_solution()
            .unwrap()
            .objective()
    }

    #[test]
    fn interior_points_gain_what_the_simplex_method_gains_and_keep_the_sums() {
        let (mut gaining, mut nothing) = (0, 0);
        for seed in 0..2_000 {
            let program = random_program(&mut Random::new(seed));
            let best = by_simplex(&program);
            let Some(at) = program.solve(1e-9, &Stop::default()) else {
                assert!(best < 1e-4, "seed {seed}: {best}");
                nothing += 1;
                continue;
            };
            let gain = value_of(&program.gain, &at);
            assert!((gain - best).abs() < 1e-4, "seed {seed}: {best}");
            assert!(at.iter().all(|at| at.abs() <= 1.0));
            let mut sums = program.sums.iter();
            assert!(sums.all(|sum| value(sum, &at) < 1e-7), "seed {seed}");
            gaining += 1;
        }
        assert!(gaining > 300 && nothing > 300, "{gaining} {nothing}");
    }

    #[test]
    fn a_stop_ends_it_without_an_answer() {
        let stop = Stop::new(Some(std::time::Duration::ZERO), None);
        let program = Program {
            gain: vec![1.0],
            sums: Vec::new(),
        };
        assert_eq!(program.solve(1e-9, &stop), None);
        assert!(program.solve(1e-9, &Stop::default()).is_some());
    }
}
