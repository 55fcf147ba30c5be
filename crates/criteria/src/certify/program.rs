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

use super::class;
use std::collections::BTreeSet;

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, Variable};

use super::cone::Bounds;
use saut_base::stop::Stop;
use saut_linear as linear;
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
