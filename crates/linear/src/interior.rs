//! An interior-point method for linear programs in which every unknown is between −1 and 1, and every constraint
//! requires that a linear sum is at most 0.
//!
//! Linear programs for weights have this form. The simplex method needs thousands of steps for them, because many sums
//! are 0 at each vertex. The interior-point method needs only a few dozen steps, even for large programs, and solves a
//! sparse system of equations in each step. Its result is in the middle of the optimal face, not at a vertex.
//!
//! Mehrotra, *On the implementation of a primal-dual interior point method* (SIAM Journal on Optimization 2, 1992).

use saut_base::stop::Stop;

use crate::cholesky::Factor;

/// A linear sum: distinct unknowns with their coefficients.
pub type Sum = Vec<(usize, f64)>;

/// A linear program: maximise the objective over unknowns between −1 and 1, so that all sums are at most 0.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The objective coefficient of each unknown.
    pub gain: Vec<f64>,
    /// The constraints: sums that are at most 0.
    pub sums: Vec<Sum>,
}

/// Maximum number of steps. Most programs need 10 to 40.
const MAX_STEPS: usize = 120;
/// Maximum violation of a constraint.
const TOLERANCE: f64 = 1e-9;
/// If a step leaves more than this fraction of the gap, the method stagnates, and the gap `NEAR_ENOUGH` is accepted.
const STAND: f64 = 0.9;
const NEAR_ENOUGH: f64 = 1e-6;
/// Minimum objective value. A smaller value counts as 0.
const MIN_GAIN: f64 = 1e-6;
/// Maximum fraction of the distance to the boundary that a step covers.
const CAUTION: f64 = 0.99;

/// The current point, or a step.
struct Point {
    /// The unknowns.
    at: Vec<f64>,
    /// The slack of each constraint.
    left: Vec<f64>,
    /// The dual value of each constraint.
    price: Vec<f64>,
}

impl Program {
    /// Returns a point whose objective value is within the relative gap `near` of the maximum. If the method stagnates,
    /// or after `MAX_STEPS` steps, a larger gap is accepted. `None` if no positive objective value was found, or if a
    /// limit was reached.
    pub fn solve(&self, near: f64, stop: &Stop) -> Option<Vec<f64>> {
        let unknowns = self.gain.len();
        let sums = self.sums.iter().map(Vec::as_slice);
        let mut factor = Factor::of_squares(unknowns, sums.clone(), stop)?;
        let bounds = (0..unknowns).flat_map(|one| [(one, 1.0), (one, -1.0)]);
        let bounds: Vec<(usize, f64)> = bounds.collect();
        let bounds = bounds.chunks(1).map(|bound| (bound, 1.0));
        // All constraints: sums with their upper bounds.
        let rows: Vec<(&[(usize, f64)], f64)> = sums.map(|sum| (sum, 0.0)).chain(bounds).collect();
        let mut squares = Vec::new();
        for (index, (row, _)) in rows.iter().enumerate() {
            for (place, &(one, times)) in row.iter().enumerate() {
                for &(other, also) in &row[place..] {
                    squares.push((index, factor.entry(one, other)?, times * also));
                }
            }
        }
        let mut point = Point {
            at: vec![0.0; unknowns],
            left: vec![1.0; rows.len()],
            price: vec![1.0; rows.len()],
        };
        let mut before = f64::INFINITY;
        for _ in 0..MAX_STEPS {
            let broken = rows.iter().zip(&point.left);
            let broken = broken.map(|((row, most), left)| value(row, &point.at) + left - most);
            let broken: Vec<f64> = broken.collect();
            let (gain, total) = (value_of(&self.gain, &point.at), point.total());
            let sizes = broken.iter().map(|one| one.abs());
            let worst = sizes.fold(0.0, f64::max);
            let enough = if total > STAND * before {
                NEAR_ENOUGH.max(near)
            } else {
                near
            };
            before = total;
            if worst < TOLERANCE && total < enough * gain.max(MIN_GAIN) {
                return (gain > MIN_GAIN).then(|| point.unknowns());
            }
            if !total.is_finite() {
                return None;
            }
            factor.upper.fill(0.0);
            for &(row, entry, product) in &squares {
                factor.upper[entry] += product * point.price[row] / point.left[row];
            }
            if stop.stop_reason().is_some() || !factor.factorise(stop) {
                return None;
            }
            // For each unknown, its objective coefficient minus its coefficients in the constraints, times their dual
            // values.
            let mut unbalanced = self.gain.clone();
            for ((row, _), price) in rows.iter().zip(&point.price) {
                for &(one, times) in *row {
                    unbalanced[one] -= times * price;
                }
            }
            // The Newton step after which each product of a slack and its dual value equals `each`, minus the
            // second-order terms of the step `tried` (Mehrotra's corrector). The step also satisfies the constraints
            // and balances the dual values.
            let newton = |each: f64, tried: Option<&Point>| {
                let bent = |row: usize| tried.map_or(0.0, |it| it.left[row] * it.price[row]);
                let aim = |row: usize| each - point.left[row] * point.price[row] - bent(row);
                let aims: Vec<f64> = (0..rows.len()).map(aim).collect();
                let mut wanted = unbalanced.clone();
                for (index, (row, _)) in rows.iter().enumerate() {
                    let by = aims[index] + point.price[index] * broken[index];
                    for &(one, times) in *row {
                        wanted[one] -= times * by / point.left[index];
                    }
                }
                let at = factor.solve(&wanted);
                let left = rows.iter().zip(&broken);
                let left = left.map(|((row, _), broken)| -broken - value(row, &at));
                let left: Vec<f64> = left.collect();
                let price = left.iter().enumerate();
                let price = price
                    .map(|(row, left)| (aims[row] - point.price[row] * left) / point.left[row]);
                let price = price.collect();
                Point { at, left, price }
            };
            // The first step is only tried, to see how much the gap can shrink. The less it can shrink, the more the
            // second step is directed to the centre.
            let guess = newton(0.0, None);
            let share = (point.moved(&guess, 1.0).total() / total).powi(3);
            #[expect(clippy::cast_precision_loss, reason = "a number of rows")]
            let next = newton(share * total / rows.len() as f64, Some(&guess));
            point = point.moved(&next, CAUTION);
        }
        let is_kept = |sum: &Sum| value(sum, &point.at) < TOLERANCE;
        let is_some = self.sums.iter().all(is_kept) && value_of(&self.gain, &point.at) > MIN_GAIN;
        is_some.then(|| point.unknowns())
    }
}

fn value(sum: &[(usize, f64)], at: &[f64]) -> f64 {
    sum.iter().map(|&(one, times)| times * at[one]).sum()
}

fn value_of(factors: &[f64], at: &[f64]) -> f64 {
    factors.iter().zip(at).map(|(one, at)| one * at).sum()
}

impl Point {
    /// Returns the gap: the sum of the products of slacks and dual values. If the constraints are satisfied, this is a
    /// bound on the distance to the maximum.
    fn total(&self) -> f64 {
        value_of(&self.left, &self.price)
    }

    /// Returns the unknowns, clamped to their bounds.
    fn unknowns(&self) -> Vec<f64> {
        self.at.iter().map(|at| at.clamp(-1.0, 1.0)).collect()
    }

    /// Returns the point after a step. The step is shortened to the fraction `caution` of the longest step that keeps
    /// all slacks non-negative. The dual values are treated in the same way, separately.
    fn moved(&self, step: &Self, caution: f64) -> Self {
        let length = |numbers: &[f64], by: &[f64]| {
            let falling = numbers.iter().zip(by).filter(|(_, by)| **by < 0.0);
            let reach = falling.map(|(number, by)| -number / by);
            caution * reach.fold(1.0, f64::min)
        };
        let moved = |numbers: &[f64], by: &[f64], length: f64| {
            let both = numbers.iter().zip(by);
            both.map(|(number, by)| number + length * by).collect()
        };
        let far = length(&self.left, &step.left);
        let dear = length(&self.price, &step.price);
        Self {
            at: moved(&self.at, &step.at, far),
            left: moved(&self.left, &step.left, far),
            price: moved(&self.price, &step.price, dear),
        }
    }
}

#[cfg(test)]
mod tests {
    use microlp::{ComparisonOp, OptimizationDirection, Problem};
    use saut_base::random::Random;
    use saut_base::stop::Stop;

    use super::{Program, value, value_of};

    /// Returns a random program with small integer coefficients.
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
    fn interior_points_agree_with_the_simplex_method() {
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
