//! The linear program for weights: a pagoda function, or the weights of a leaf of
//! [`super::cone`].
//!
//! The gap between goal and start is fixed to 1 and the total slack of all jumps made as small as
//! possible. Weights of gap 1 are a slice of the dual cone, so an optimal vertex is an extreme
//! ray of that cone, which is a facet of the solitaire cone: few jumps lose weight, and the
//! weights are small integers but for a factor. The other way round, with the slack fixed and the
//! gap as large as possible, there is a facet for every puzzle, refuted or not, and which one
//! depends on what the slack of each jump counts. The answer is in floating point and believed by
//! nobody.
//!
//! Holes may be tied together (the orbits of the symmetries that fix the problem): if there are
//! weights at all, their mean over the symmetries is as good. For a goal with open holes the
//! program has a variable for the negative part of each of their weights; for "one peg", one for
//! the least weight of all.
//!
//! Rationals: what the numbers of a linear program, which come in floating point, may be meant
//! to be.
//!
//! A vertex of a program with small integer coefficients has rational coordinates of a common
//! denominator. Continued fractions find it; whether the integers that come out are right is for
//! a check to say.

use std::collections::BTreeSet;

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, Variable};
use saut_linear as linear;

use super::class;
use super::cone::Bounds;
use saut_base::divisor::gcd;
use saut_base::stop::Stop;
use saut_peg::peg::{Hole, Puzzle};

/// Objective of the linear program.
#[derive(Clone, Copy, Debug)]
pub enum Aim<'a> {
    /// Weights by which the goal outweighs the start.
    Refute,
    /// Weights by which it comes nearest to that; the numbers are the objective coefficients of the jump slacks.
    Nearest(&'a [f64]),
}

/// Linear program for weights.
#[derive(Clone, Debug)]
pub struct WeightQuestion<'a> {
    /// Objective.
    pub aim: Aim<'a>,
    /// For every hole, the number of its variable; numbers count from 0.
    pub variable_of: &'a [usize],
    /// Bounds assumed on the jumps; then holes must not be tied together.
    pub bounds: Option<&'a Bounds>,
    /// Whether open holes may weigh less than nothing; without, the program is much smaller.
    pub negative_open: bool,
    /// Ends it.
    pub stop: &'a Stop,
}

/// Weights by hole, and the charge a jump.
#[derive(Clone, Debug)]
pub struct ProposedWeights {
    pub by_hole: Vec<f64>,
    pub charge: f64,
}

/// Weights as wanted, or `None` if there are none (or time is up).
pub fn weights(puzzle: &Puzzle, wanted: &WeightQuestion<'_>) -> Option<ProposedWeights> {
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
    // What is made large, or small, and by how much the gap counts for that.
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
    Some(ProposedWeights {
        by_hole: (0..board.len())
            .map(|hole| solution.var_value(weight(hole)))
            .collect(),
        charge: charge.map_or(0.0, |charge| solution.var_value(charge)),
    })
}

/// A jump as the program sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Line {
    holes: [Hole; 3],
    /// Objective coefficient of the slack.
    counts: f64,
    least: u32,
    most: Option<u32>,
}

/// The jumps, of those that are alike only one.
fn lines(puzzle: &Puzzle, wanted: &WeightQuestion<'_>) -> Vec<Line> {
    let board = puzzle.board();
    let mut seen = BTreeSet::new();
    let mut lines = Vec::new();
    for (index, &jump) in board.jumps().iter().enumerate() {
        let holes = board.holes_of(jump);
        let alike = holes.map(|hole| wanted.variable_of[hole]);
        if wanted.bounds.is_some() || seen.insert(alike) {
            lines.push(Line {
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

/// Terms of one variable added up: a program wants each variable once.
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

/// The largest denominator looked for in one number, and in all together.
const MOST_DENOMINATOR: i64 = 100_000;
const MOST_COMMON: i64 = 1 << 40;

/// Distance that a number times a denominator may have from the numerator that it is taken for.
const TOLERANCE: f64 = 1e-6;

/// The smallest integers in the proportions of these numbers, if there seem to be any.
pub fn integers(numbers: &[f64]) -> Option<Vec<i64>> {
    let mut common = 1_i64;
    for &number in numbers {
        let denominator = denominator(number)?;
        let least = common.checked_mul(denominator / gcd(common, denominator))?;
        common = Some(least).filter(|&least| least <= MOST_COMMON)?;
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

/// The integer nearest to a number, if it is exact as one.
pub fn rounded(number: f64) -> Option<i64> {
    let nearest = number.round();
    #[expect(
        clippy::cast_possible_truncation,
        reason = "an integer of magnitude below 2^53"
    )]
    (nearest.abs() < 9e15).then_some(nearest as i64)
}

/// The smallest denominator of a fraction near this number.
fn denominator(number: f64) -> Option<i64> {
    let (mut before, mut denominator) = (0_i64, 1_i64);
    let mut rest = number;
    for _ in 0..40 {
        #[expect(clippy::cast_precision_loss, reason = "at most MOST_DENOMINATOR")]
        let scaled = number * denominator as f64;
        if (scaled - scaled.round()).abs() < TOLERANCE {
            return Some(denominator);
        }
        rest = 1.0 / (rest - rest.floor());
        let next = rounded(rest.floor())?
            .checked_mul(denominator)?
            .checked_add(before)?;
        (before, denominator) = (denominator, next);
        if denominator > MOST_DENOMINATOR {
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
    fn what_is_no_small_fraction_is_refused() {
        assert_eq!(integers(&[std::f64::consts::PI, 1.0]), None);
        assert_eq!(integers(&[f64::NAN]), None);
        assert_eq!(integers(&[f64::INFINITY]), None);
    }
}
