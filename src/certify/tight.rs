//! Tight pagoda functions: those under which the start outweighs the goal by as little as can be.
//!
//! They refute nothing, but every position of a solution weighs no more than the start and no
//! less than the goal, so the exhaustive search can leave out what does not. For "one peg
//! anywhere" every goal in the class of the start weighs at least 1 and the start as little as
//! possible, with one hole after the other favoured a little, for variety. What the linear program
//! proposes is rounded and then checked to be a pagoda function by integers.

use std::time::Duration;

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, Variable};

use super::class;
use crate::peg::{Hole, Position, Puzzle};

/// Up to this the weight of a hole may go in the program; enough for every facet in use.
const MOST: f64 = 64.0;

/// The largest integer weights that are used.
const MOST_INTEGER: f64 = 1e6;

/// Some tight pagoda functions of a puzzle, at most `most`, the tightest first: a weight a hole.
pub fn tight(puzzle: &Puzzle, most: usize, limit: Duration) -> Vec<Vec<i32>> {
    let goals = goals(puzzle);
    if goals.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(i64, i64, Vec<i32>)> = Vec::new();
    let holes = puzzle.board().len();
    for favoured in std::iter::once(None).chain((0..holes).map(Some)) {
        let Some(weights) = program(puzzle, &goals, favoured, limit) else {
            continue;
        };
        let integral = (1..=24)
            .filter_map(|multiplier| rounded(&weights, multiplier))
            .filter(|weights| is_pagoda(puzzle, weights))
            .map(|weights| {
                let least = goals.iter().map(|goal| total(&weights, goal)).min();
                (total(&weights, puzzle.start()), least.unwrap_or(0), weights)
            })
            .filter(|&(_, least, _)| least > 0)
            // The smallest ratio of start to goal; of equal ones the first, with small weights.
            .reduce(|best, other| {
                if other.0 * best.1 < best.0 * other.1 {
                    other
                } else {
                    best
                }
            });
        found.extend(integral);
    }
    found.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)).then_with(|| a.2.cmp(&b.2)));
    found.dedup_by(|a, b| a.2 == b.2);
    let weights = found.into_iter().map(|(_, _, weights)| weights);
    weights.take(most).collect()
}

fn total(weights: &[i32], position: &Position) -> i64 {
    position.holes().map(|hole| i64::from(weights[hole])).sum()
}

fn is_pagoda(puzzle: &Puzzle, weights: &[i32]) -> bool {
    let board = puzzle.board();
    board.jumps().iter().all(|&jump| {
        let [from, over, to] = board.holes_of(jump).map(|hole| i64::from(weights[hole]));
        from + over >= to
    })
}

/// The weights times a number, rounded up, which keeps what was a pagoda function one.
fn rounded(weights: &[f64], multiplier: u32) -> Option<Vec<i32>> {
    let round = |weight: &f64| {
        let scaled = (weight * f64::from(multiplier) - 1e-4).ceil();
        #[expect(
            clippy::cast_possible_truncation,
            reason = "an integer below a million"
        )]
        (scaled.abs() < MOST_INTEGER).then_some(scaled as i32)
    };
    weights.iter().map(round).collect()
}

/// The positions that are wanted, as far as they can be listed and the class allows them.
fn goals(puzzle: &Puzzle) -> Vec<Position> {
    let (board, goal) = (puzzle.board(), puzzle.goal());
    if let Some(position) = goal.position() {
        return vec![position.clone()];
    }
    if !goal.is_one_peg() {
        return Vec::new();
    }
    let single = |hole: Hole| Position::from_holes(board.len(), [hole]);
    class::last_holes(puzzle).into_iter().map(single).collect()
}

/// Every goal weighs at least 1, and the start, with a little for the favoured hole, the least.
fn program(
    puzzle: &Puzzle,
    goals: &[Position],
    favoured: Option<Hole>,
    limit: Duration,
) -> Option<Vec<f64>> {
    let (board, start) = (puzzle.board(), puzzle.start());
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    problem.set_time_limit(limit);
    let cost = |hole: Hole| {
        let first = if start.has(hole) { 1.0 } else { 0.0 };
        first + if favoured == Some(hole) { -0.01 } else { 0.0 }
    };
    let weights: Vec<Variable> = (0..board.len())
        .map(|hole| problem.add_var(cost(hole), (-MOST, MOST)))
        .collect();
    for &jump in board.jumps() {
        let [from, over, to] = board.holes_of(jump).map(|hole| weights[hole]);
        let mut change = LinearExpr::empty();
        change.add(from, 1.0);
        change.add(over, 1.0);
        change.add(to, -1.0);
        problem.add_constraint(change, ComparisonOp::Ge, 0.0);
    }
    for goal in goals {
        let mut weight = LinearExpr::empty();
        for hole in goal.holes() {
            weight.add(weights[hole], 1.0);
        }
        problem.add_constraint(weight, ComparisonOp::Ge, 1.0);
    }
    let solution = problem.solve().ok()?.into_solution().ok()?;
    Some(
        weights
            .iter()
            .map(|&weight| solution.var_value(weight))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::tight;
    use crate::peg::{Goal, Position, Puzzle, boards};

    #[test]
    fn tight_functions_let_no_jump_gain_and_weigh_the_goal() {
        let board = boards::named("english").unwrap();
        let start = Position::from_holes(33, (0..33).filter(|&hole| hole != 16));
        let puzzle = Puzzle::new("p", board.clone(), start, Goal::one_peg(&board)).unwrap();
        let pagodas = tight(&puzzle, 3, Duration::from_secs(10));
        assert!(!pagodas.is_empty() && pagodas.len() <= 3);
        for weights in pagodas {
            assert!(super::is_pagoda(&puzzle, &weights));
            let least = [1, 13, 16, 19, 31].map(|hole: usize| weights[hole]);
            assert!(least.iter().all(|&weight| weight > 0), "{least:?}");
        }
    }
}
