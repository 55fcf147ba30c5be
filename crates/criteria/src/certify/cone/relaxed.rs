//! The relaxation: jumps in fractions and in any order.
//!
//! Its answers are in floating point. They say where to cut, and what to try to prove.

use microlp::{ComparisonOp, Error, OptimizationDirection, Problem, Variable};

use super::bounds::Bounds;
use saut_base::stop::Stop;
use saut_linear as linear;
use saut_peg::peg::Puzzle;

/// Objective of the relaxation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConeAim {
    /// No objective: any solution will do.
    Any,
    /// As few jumps as possible.
    FewestJumps,
    /// As many of this jump as possible, by number.
    Most(usize),
}

/// The answer to a relaxation.
#[derive(Clone, Debug, PartialEq)]
pub enum Relaxed {
    /// There are no such numbers, as it seems.
    Infeasible,
    /// Occurrences of each jump, and the optimum.
    Times {
        /// By jump.
        times: Vec<f64>,
        /// Value of the objective.
        optimum: f64,
    },
    /// Time was up, or the program failed.
    Unknown,
}

/// Numbers of jumps within the bounds that lead from the start into the goal.
pub fn relaxed(puzzle: &Puzzle, bounds: &Bounds, aim: ConeAim, stop: &Stop) -> Relaxed {
    if stop.stop_reason().is_some() {
        return Relaxed::Unknown;
    }
    let (board, goal) = (puzzle.board(), puzzle.goal());
    let (direction, fewest, wanted) = match aim {
        ConeAim::Any => (OptimizationDirection::Minimize, 0.0, None),
        ConeAim::FewestJumps => (OptimizationDirection::Minimize, 1.0, None),
        ConeAim::Most(jump) => (OptimizationDirection::Maximize, 0.0, Some(jump)),
    };
    let mut problem = Problem::new(direction);
    let mut change = vec![Vec::new(); board.len()];
    let mut all = Vec::new();
    for (index, &jump) in board.jumps().iter().enumerate() {
        let (least, most) = (bounds.least[index], bounds.most[index]);
        if most.is_some_and(|most| most < least) {
            return Relaxed::Infeasible;
        }
        let range = (f64::from(least), most.map_or(f64::INFINITY, f64::from));
        let value = if wanted == Some(index) { 1.0 } else { fewest };
        let times: Variable = problem.add_var(value, range);
        let [from, over, to] = board.holes_of(jump);
        change[from].push((times, -1.0));
        change[over].push((times, -1.0));
        change[to].push((times, 1.0));
        all.push(times);
    }
    let each: Vec<(Variable, f64)> = all.iter().map(|&times| (times, 1.0)).collect();
    if let Some(total) = bounds.total {
        problem.add_constraint(each.as_slice(), ComparisonOp::Le, f64::from(total));
    }
    if goal.is_one_peg() {
        let jumps = u32::try_from(puzzle.start().pegs() - 1).unwrap_or(u32::MAX);
        problem.add_constraint(each.as_slice(), ComparisonOp::Eq, f64::from(jumps));
    }
    for (hole, change) in change.into_iter().enumerate() {
        let start = f64::from(u8::from(puzzle.start().has(hole)));
        if let Some(peg) = goal.wants(hole) {
            let end = f64::from(u8::from(peg));
            problem.add_constraint(change.as_slice(), ComparisonOp::Eq, end - start);
        } else {
            problem.add_constraint(change.as_slice(), ComparisonOp::Ge, -start);
            if !goal.is_one_peg() {
                problem.add_constraint(change.as_slice(), ComparisonOp::Le, 1.0 - start);
            }
        }
    }
    match linear::solve(problem, 3 * all.len(), stop) {
        Err(Error::Infeasible) => Relaxed::Infeasible,
        Err(_) | Ok(None) => Relaxed::Unknown,
        Ok(Some(solution)) => Relaxed::Times {
            times: all.iter().map(|&times| solution.var_value(times)).collect(),
            optimum: solution.objective(),
        },
    }
}
