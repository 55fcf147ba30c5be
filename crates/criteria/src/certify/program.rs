//! The linear program for weights: a pagoda function, or the weights of a leaf of [`super::cone`].
//!
//! The program fixes the difference between goal weight and start weight (the gap) to 1, and minimises the total weight
//! that all jumps lose (the slack). Weights of gap 1 are a slice of the dual cone, so an optimal vertex is an extreme
//! ray of the dual cone and a facet of the solitaire cone. Few jumps lose weight, and the weights are small integers up
//! to a factor. With fixed slack and maximal gap, the program finds a facet for every puzzle, refuted or not. The
//! coefficients of the slacks determine the facet. The floating-point result is not trusted.
//!
//! Holes in the same orbit under the symmetries of the puzzle may share a variable: if weights exist, their mean over
//! the symmetries is also a solution. If the goal leaves holes open, the program has a variable for the negative part
//! of the weight of each open hole. If the goal is "one peg", the program has a single variable for the minimum weight.
//!
//! The module also converts the floating-point solution of a linear program to integers. A vertex of a program with
//! small integer coefficients has rational coordinates with a common denominator. Continued fractions find this
//! denominator. The caller must check the resulting integers.

use std::collections::BTreeSet;

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, Variable};
use saut_linear as linear;

use super::class;
use super::cone::Bounds;
use saut_base::divisor::gcd;
use saut_base::stop::Stop;
use saut_peg::peg::{Hole, Puzzle};

/// The objective of the linear program.
#[derive(Clone, Copy, Debug)]
pub enum Aim<'a> {
    /// Weights under which the goal weighs more than the start.
    Refute,
    /// Weights with the largest gap, for a fixed total slack. The numbers are the coefficients of the slacks, one for
    /// each jump.
    Nearest(&'a [f64]),
}

/// A linear program for weights.
#[derive(Clone, Debug)]
pub struct WeightQuestion<'a> {
    pub aim: Aim<'a>,
    /// The number of the variable of each hole, from 0.
    pub variable_of: &'a [usize],
    /// Assumed bounds on the jumps. With bounds, holes must not share variables.
    pub bounds: Option<&'a Bounds>,
    /// Whether open holes may have negative weights. Without negative weights, the program is much smaller.
    pub negative_open: bool,
    pub stop: &'a Stop,
}

/// Solves the linear program. Returns the weights by hole and the charge on each jump. `None` if the program has no
/// solution or a limit was reached.
pub fn weights(puzzle: &Puzzle, wanted: &WeightQuestion<'_>) -> Option<(Vec<f64>, f64)> {
    let (board, goal) = (puzzle.board(), puzzle.goal());
    let variables = wanted.variable_of.iter().max()? + 1;
    let mut slack = vec![0.0; variables];
    for line in lines(puzzle, wanted) {
        for (hole, sign) in line.holes.into_iter().zip([1.0, 1.0, -1.0]) {
            slack[wanted.variable_of[hole]] += sign * line.counts;
        }
    }
    let mut gap = vec![0.0; variables];
    for hole in 0..board.len() {
        gap[wanted.variable_of[hole]] += f64::from(i8::from(goal.pegs().has(hole)))
            - f64::from(i8::from(puzzle.start().has(hole)));
    }
    // The direction, the objective, and the coefficient of the additional variables of the gap in the objective.
    let (direction, aimed, gains) = match wanted.aim {
        Aim::Refute => (OptimizationDirection::Minimize, &slack, 0.0),
        Aim::Nearest(_) => (OptimizationDirection::Maximize, &gap, 1.0),
    };
    let mut problem = Problem::new(direction);
    let mut least = vec![f64::NEG_INFINITY; variables];
    if !goal.is_one_peg() && !wanted.negative_open {
        for hole in goal.open().holes() {
            least[wanted.variable_of[hole]] = 0.0;
        }
    }
    let weights: Vec<Variable> = aimed
        .iter()
        .zip(least)
        .map(|(&aimed, least)| problem.add_var(aimed, (least, f64::INFINITY)))
        .collect();
    let weight = |hole: Hole| weights[wanted.variable_of[hole]];
    let mut rest: Vec<(Variable, f64)> = Vec::new();
    let charge = wanted.bounds.and_then(|bounds| bounds.total).map(|total| {
        let charge = problem.add_var(1.0, (0.0, f64::INFINITY));
        rest.push((charge, -f64::from(total)));
        charge
    });
    for line in lines(puzzle, wanted) {
        let [from, over, to] = line.holes.map(weight);
        let mut loss = vec![(from, 1.0), (over, 1.0), (to, -1.0)];
        for &(variable, sign) in &loss {
            rest.push((variable, sign * f64::from(line.least)));
        }
        if let Some(charge) = charge {
            loss.push((charge, 1.0));
            rest.push((charge, f64::from(line.least)));
        }
        if let Some(most) = line.most {
            let gain = problem.add_var(1.0, (0.0, f64::INFINITY));
            loss.push((gain, 1.0));
            rest.push((gain, -f64::from(most.saturating_sub(line.least))));
        }
        problem.add_constraint(merged(loss), ComparisonOp::Ge, 0.0);
    }
    let at_most = |problem: &mut Problem, bound: Variable, hole: Hole| {
        let mut difference = LinearExpr::empty();
        difference.add(weight(hole), 1.0);
        difference.add(bound, -1.0);
        problem.add_constraint(difference, ComparisonOp::Ge, 0.0);
    };
    if goal.is_one_peg() {
        let least = problem.add_var(gains, (f64::NEG_INFINITY, f64::INFINITY));
        rest.push((least, 1.0));
        let mut seen = BTreeSet::new();
        for hole in class::last_holes(puzzle) {
            if seen.insert(wanted.variable_of[hole]) {
                at_most(&mut problem, least, hole);
            }
        }
    } else if wanted.negative_open {
        for hole in goal.open().holes() {
            let negative_part = problem.add_var(gains, (f64::NEG_INFINITY, 0.0));
            rest.push((negative_part, 1.0));
            at_most(&mut problem, negative_part, hole);
        }
    }
    let weights_of = |sums: Vec<f64>| weights.iter().copied().zip(sums);
    let fixed = match wanted.aim {
        Aim::Refute => merged(weights_of(gap).chain(rest)),
        Aim::Nearest(_) => merged(weights_of(slack)),
    };
    problem.add_constraint(fixed, ComparisonOp::Eq, 1.0);
    let terms = 3 * board.jumps().len() + board.len();
    let solution = linear::solve(problem, terms, wanted.stop).ok()??;
    let by_hole = (0..board.len()).map(|hole| solution.var_value(weight(hole)));
    let charge = charge.map_or(0.0, |charge| solution.var_value(charge));
    Some((by_hole.collect(), charge))
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct HoleTriple {
    holes: [Hole; 3],
    /// The coefficient of the slack.
    counts: f64,
    least: u32,
    most: Option<u32>,
}

/// Returns the jumps. Without bounds, returns only one of several jumps with the same variables.
fn lines(puzzle: &Puzzle, wanted: &WeightQuestion<'_>) -> Vec<HoleTriple> {
    let board = puzzle.board();
    let mut seen = BTreeSet::new();
    let mut lines = Vec::new();
    for (index, &jump) in board.jumps().iter().enumerate() {
        let holes = board.holes_of(jump);
        let alike = holes.map(|hole| wanted.variable_of[hole]);
        if wanted.bounds.is_some() || seen.insert(alike) {
            lines.push(HoleTriple {
                holes,
                counts: match wanted.aim {
                    Aim::Refute => 1.0,
                    Aim::Nearest(counts) => counts[index],
                },
                least: wanted.bounds.map_or(0, |bounds| bounds.least[index]),
                most: wanted.bounds.and_then(|bounds| bounds.most[index]),
            });
        }
    }
    lines
}

/// Adds the coefficients of each variable, because a variable may occur only once in a linear expression.
fn merged(terms: impl IntoIterator<Item = (Variable, f64)>) -> LinearExpr {
    let mut sums: Vec<(Variable, f64)> = terms.into_iter().collect();
    sums.sort_by_key(|(variable, _)| variable.idx());
    let mut merged = LinearExpr::empty();
    for same in sums.chunk_by(|a, b| a.0.idx() == b.0.idx()) {
        let sum: f64 = same.iter().map(|(_, factor)| factor).sum();
        if sum != 0.0 {
            merged.add(same[0].0, sum);
        }
    }
    merged
}

/// The maximum denominator of one number, and the maximum common denominator.
const MAX_DENOMINATOR: i64 = 100_000;
const MAX_COMMON: i64 = 1 << 40;

/// Maximum distance of a number times its denominator from an integer.
const TOLERANCE: f64 = 1e-6;

/// Returns the smallest integers that are proportional to these numbers within the tolerance, if there are any.
pub fn integers(numbers: &[f64]) -> Option<Vec<i64>> {
    let mut common = 1_i64;
    for &number in numbers {
        let denominator = denominator(number)?;
        let least = common.checked_mul(denominator / gcd(common, denominator))?;
        common = Some(least).filter(|&least| least <= MAX_COMMON)?;
    }
    #[expect(clippy::cast_precision_loss, reason = "at most 2^40")]
    let common = common as f64;
    let whole: Vec<i64> = numbers
        .iter()
        .map(|number| rounded(number * common))
        .collect::<Option<_>>()?;
    let divisor = whole
        .iter()
        .fold(0, |divisor, number| gcd(divisor, number.abs()));
    Some(whole.iter().map(|number| number / divisor.max(1)).collect())
}

/// Returns the integer nearest to a number, if a floating-point number represents integers of this size exactly.
pub fn rounded(number: f64) -> Option<i64> {
    let nearest = number.round();
    #[expect(
        clippy::cast_possible_truncation,
        reason = "an integer of magnitude below 2^53"
    )]
    (nearest.abs() < 9e15).then_some(nearest as i64)
}

/// Returns the denominator of the first convergent of the continued fraction that equals this number within the
/// tolerance.
fn denominator(number: f64) -> Option<i64> {
    let (mut before, mut denominator) = (0_i64, 1_i64);
    let mut rest = number;
    for _ in 0..40 {
        #[expect(clippy::cast_precision_loss, reason = "at most MAX_DENOMINATOR")]
        let scaled = number * denominator as f64;
        if (scaled - scaled.round()).abs() < TOLERANCE {
            return Some(denominator);
        }
        rest = 1.0 / (rest - rest.floor());
        let next = rounded(rest.floor())?
            .checked_mul(denominator)?
            .checked_add(before)?;
        (before, denominator) = (denominator, next);
        if denominator > MAX_DENOMINATOR {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::integers;

    #[test]
    fn fractions_are_found_with_their_common_denominator() {
        assert_eq!(integers(&[0.5, -1.0 / 3.0, 2.0]), Some(vec![3, -2, 12]));
        assert_eq!(integers(&[30.0 / 13.0, 19.0 / 5.0]), Some(vec![150, 247]));
        assert_eq!(integers(&[4.0, -6.0, 0.0]), Some(vec![2, -3, 0]));
        assert_eq!(integers(&[0.0, 0.0]), Some(vec![0, 0]));
    }

    #[test]
    fn a_number_that_is_not_a_small_fraction_is_rejected() {
        assert_eq!(integers(&[std::f64::consts::PI, 1.0]), None);
        assert_eq!(integers(&[f64::NAN]), None);
        assert_eq!(integers(&[f64::INFINITY]), None);
    }
}
