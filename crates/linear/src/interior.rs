//! Linear programs by interior points: unknowns between −1 and 1, sums of them that are at most 0, and a sum that is to be large.
//!
//! Programs of weights have this form. The simplex method takes steps by the thousand on them, each at a corner where many sums are 0; interior
//! points take some twenty, however large the program, each for one sparse system of equations. What comes out is in floating point and
//! in the middle of the best face, not at a corner of it.

use std::time::Duration;

use clarabel::algebra::CscMatrix;
use clarabel::solver::SupportedConeT::NonnegativeConeT;
use clarabel::solver::{DefaultInfo, DefaultSettings, DefaultSolver, IPSolver};

use saut_task::stop::Stop;

/// A sum of unknowns, each with its factor and once.
pub type Sum = Vec<(usize, f64)>;

/// Program: by unknown what it counts in the sum that is to be large, and sums that are at most 0.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// By unknown its factor in what is to be large.
    pub gain: Vec<f64>,
    /// What is at most 0.
    pub sums: Vec<Sum>,
}

/// No more steps are taken: most programs need 10 to 40.
const MOST_STEPS: u32 = 120;
/// Sums may be broken by so much.
const TOLERANCE: f64 = 1e-9;
/// So much is enough where no step leads nearer.
const NEAR_ENOUGH: f64 = 1e-7;
/// A gain below this is none.
const LEAST_GAIN: f64 = 1e-6;
/// Programs of fewer terms take no time worth a thread.
const FEW_TERMS: usize = 2_000;

impl Program {
    /// Unknowns for which the sum is large, nearer to the most than this part of it, if they can make it more than 0 and there was time.
    pub fn solve(&self, near: f64, stop: &Stop) -> Option<Vec<f64>> {
        if stop.why().is_some() {
            return None;
        }
        let terms: usize = self.sums.iter().map(Vec::len).sum();
        let at = if terms < FEW_TERMS {
            self.best(near, stop)
        } else {
            let (program, its_stop) = (self.clone(), stop.clone());
            let work = move || program.best(near, &its_stop);
            stop.attend(Duration::ZERO, work).ok()?
        }?;
        let value = |sum: &Sum| -> f64 { sum.iter().map(|&(one, times)| times * at[one]).sum() };
        let gain: f64 = self.gain.iter().zip(&at).map(|(one, at)| one * at).sum();
        let is_kept = self.sums.iter().all(|sum| value(sum) < NEAR_ENOUGH);
        (is_kept && gain > LEAST_GAIN).then_some(at)
    }

    /// The unknowns at which the solver comes to a stand.
    fn best(&self, near: f64, stop: &Stop) -> Option<Vec<f64>> {
        let (unknowns, sums) = (self.gain.len(), self.sums.len());
        let (mut rows, mut columns, mut values) = (Vec::new(), Vec::new(), Vec::new());
        let mut entry = |row, column, value| {
            rows.push(row);
            columns.push(column);
            values.push(value);
        };
        for (row, sum) in self.sums.iter().enumerate() {
            for &(one, times) in sum {
                entry(row, one, times);
            }
        }
        for one in 0..unknowns {
            entry(sums + one, one, 1.0);
            entry(sums + unknowns + one, one, -1.0);
        }
        let height = sums + 2 * unknowns;
        let at_most = CscMatrix::new_from_triplets(height, unknowns, rows, columns, values);
        let mut right = vec![0.0; sums];
        right.resize(height, 1.0);
        let less: Vec<f64> = self.gain.iter().map(|gain| -gain).collect();
        let settings = DefaultSettings {
            verbose: false,
            max_iter: MOST_STEPS,
            max_threads: 1,
            tol_gap_abs: near,
            tol_gap_rel: near,
            tol_feas: TOLERANCE,
            ..DefaultSettings::default()
        };
        let squares = CscMatrix::zeros((unknowns, unknowns));
        let cones = [NonnegativeConeT(height)];
        let solver = DefaultSolver::new(&squares, &less, &at_most, &right, &cones, settings);
        let mut solver = solver.ok()?;
        let stop = stop.clone();
        solver.set_termination_callback(move |_: &DefaultInfo<f64>| stop.why().is_some());
        solver.solve();
        let at = solver.solution.x.iter().map(|at| at.clamp(-1.0, 1.0));
        let at: Vec<f64> = at.collect();
        at.iter().all(|at| at.is_finite()).then_some(at)
    }
}

#[cfg(test)]
mod tests {
    use microlp::{ComparisonOp, OptimizationDirection, Problem};
    use saut_task::random::Random;
    use saut_task::stop::Stop;

    use super::Program;

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

    fn gain(program: &Program, at: &[f64]) -> f64 {
        program.gain.iter().zip(at).map(|(one, at)| one * at).sum()
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
            if let Some(at) = program.solve(1e-9, &Stop::default()) {
                assert!(
                    (gain(&program, &at) - best).abs() < 1e-4,
                    "seed {seed}: {best}"
                );
                assert!(at.iter().all(|at| at.abs() <= 1.0));
                let value = |(one, times): &(usize, f64)| times * at[*one];
                let values = program.sums.iter();
                let values = values.map(|sum| sum.iter().map(value).sum::<f64>());
                assert!(values.max_by(f64::total_cmp) < Some(1e-7), "seed {seed}");
                gaining += 1;
            } else {
                assert!(best < 1e-4, "seed {seed}: {best}");
                nothing += 1;
            }
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
