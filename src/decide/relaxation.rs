//! The linear relaxation: jumps in fractions and in any order, as few as possible.
//!
//! A jump may be played a fractional number of times and pegs may be lent, so its optimum is at
//! most the length of any plan (Kiyomi and Matsui, *Integer programming based algorithms for peg
//! solitaire problems*, 2001). It is computed in floating point and only says where to begin.

use microlp::{ComparisonOp, OptimizationDirection, Problem};

use crate::peg::Puzzle;

/// The smallest number of jumps that the relaxation allows, or `None` if it has no answer.
pub fn fewest_jumps(puzzle: &Puzzle) -> Option<usize> {
    let board = puzzle.board();
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let mut change = vec![Vec::new(); board.len()];
    for &jump in board.jumps() {
        let times = problem.add_var(1.0, (0.0, f64::INFINITY));
        let [from, over, to] = board.holes_of(jump);
        change[from].push((times, -1.0));
        change[over].push((times, -1.0));
        change[to].push((times, 1.0));
    }
    for (hole, change) in change.into_iter().enumerate() {
        let start = f64::from(u8::from(puzzle.start().has(hole)));
        let (least, most) = match puzzle.goal().wants(hole) {
            Some(peg) => (f64::from(u8::from(peg)), f64::from(u8::from(peg))),
            None => (0.0, 1.0),
        };
        problem.add_constraint(change.as_slice(), ComparisonOp::Ge, least - start);
        problem.add_constraint(change.as_slice(), ComparisonOp::Le, most - start);
    }
    let optimum = problem.solve().ok()?.into_solution().ok()?.objective();
    let whole = (optimum - 1e-6).ceil().max(0.0);
    (whole < 1e6).then(|| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked above"
        )]
        let jumps = whole as usize;
        jumps
    })
}
