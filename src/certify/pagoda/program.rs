//! The linear program over the solitaire cone: the weights between −1 and 1 under which the goal
//! outweighs the start by the most.
//!
//! Its answer is in floating point and believed by nobody. For a goal with open holes the program
//! has a variable for the negative part of each of their weights; for "one peg", one for the
//! least weight of all.

use std::time::Duration;

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, Variable};

use crate::peg::{Hole, Puzzle};

/// A gap below this is taken for none.
const LEAST_GAP: f64 = 1e-6;

/// The best weights, or `None` if the goal never outweighs the start (or time is up).
pub fn weights(puzzle: &Puzzle, limit: Duration) -> Option<Vec<f64>> {
    let board = puzzle.board();
    let (start, goal) = (puzzle.start(), puzzle.goal());
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    problem.set_time_limit(limit);
    let gain = |hole: Hole| match (goal.pegs().has(hole), start.has(hole)) {
        (true, false) => 1.0,
        (false, true) => -1.0,
        _ => 0.0,
    };
    let weights: Vec<Variable> = (0..board.len())
        .map(|hole| problem.add_var(gain(hole), (-1.0, 1.0)))
        .collect();
    for &jump in board.jumps() {
        let [from, over, to] = board.holes_of(jump).map(|hole| weights[hole]);
        let mut change = LinearExpr::empty();
        change.add(from, 1.0);
        change.add(over, 1.0);
        change.add(to, -1.0);
        problem.add_constraint(change, ComparisonOp::Ge, 0.0);
    }
    let at_most = |bound: Variable, hole: Hole| {
        let mut difference = LinearExpr::empty();
        difference.add(weights[hole], 1.0);
        difference.add(bound, -1.0);
        difference
    };
    if goal.is_one_peg() {
        let least = problem.add_var(1.0, (-1.0, 1.0));
        for hole in 0..board.len() {
            problem.add_constraint(at_most(least, hole), ComparisonOp::Ge, 0.0);
        }
    } else {
        for hole in goal.open().holes() {
            let negative_part = problem.add_var(1.0, (-1.0, 0.0));
            problem.add_constraint(at_most(negative_part, hole), ComparisonOp::Ge, 0.0);
        }
    }
    let solution = problem.solve().ok()?.into_solution().ok()?;
    (solution.objective() > LEAST_GAP).then(|| {
        weights
            .iter()
            .map(|&weight| solution.var_value(weight))
            .collect()
    })
}
