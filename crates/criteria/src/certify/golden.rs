//! Golden ratio: Conway's army cannot reach the fifth row, on any board.
//!
//! Let σ = (√5 − 1)/2, so that σ + σ² = 1, and weigh a hole σ to the power of its distance from a
//! target, counted along rows and columns. A jump towards the target keeps the total weight, any
//! other lowers it. The target weighs 1; all holes of a half-plane that begins five rows away
//! weigh 1 together, so that finitely many pegs in it weigh less. This covers the infinite
//! half-plane; where the start does not lie so far away, its weight is added up instead.
//!
//! Conway, in Berlekamp, Conway, Guy: *Winning Ways* (1982), ch. 23. We compute in ℤ\[σ\], so the
//! comparison is exact.

mod number;

use serde::{Deserialize, Serialize};

use std::cmp::Ordering;

pub use number::Golden;

use super::drawing::{draw, jump_name};
use super::{NotRefuted, Refutation, RejectedCertificate, Weighing};
use saut_base::stop::Stop;
use saut_peg::peg::{Board, Cell, Puzzle, notation};

/// The target of the weights: a peg that the goal wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoldenRatio {
    /// Its cell.
    pub target: Cell,
}

/// Distance of the half-plane from the target.
const ROWS: i16 = 5;

/// The highest power that is computed; what is farther away is taken for as near as this at the
/// start, and for nothing in the goal.
const MOST_POWER: u32 = 48;

/// Reason why the start is too light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLight {
    /// It lies in a half-plane five rows away, and so do all starts that a larger board allows.
    HalfPlane,
    /// The sum of the start is less than that of the goal.
    Sum {
        /// At least the weight of the start.
        start: Golden,
        /// At most the weight of the goal.
        goal: Golden,
    },
}

fn distance(a: Cell, b: Cell) -> u32 {
    u32::from(a.x.abs_diff(b.x)) + u32::from(a.y.abs_diff(b.y))
}

impl GoldenRatio {
    /// Check that the start is too light, with the reason.
    fn too_light(self, puzzle: &Puzzle) -> Result<TooLight, RejectedCertificate> {
        let (board, goal) = (puzzle.board(), puzzle.goal());
        let wanted = board
            .hole(self.target)
            .is_some_and(|hole| goal.pegs().has(hole));
        if !wanted {
            let cell = notation::cell_name(board, self.target);
            let fact = format!("the goal wants no peg at {cell}");
            return Err(RejectedCertificate::Malformed(fact));
        }
        for &jump in board.jumps() {
            let [from, over, to] =
                [jump.from, jump.over, jump.to].map(|cell| distance(self.target, cell));
            let keeps = from == over + 1 && over == to + 1; // σ² + σ = 1
            let lowers = from <= to;
            if !keeps && !lowers {
                let jump = jump_name(board, jump);
                return Err(RejectedCertificate::Jump(format!(
                    "the jump {jump} goes nearer to the target in another way than along a row or column"
                )));
            }
        }
        let pegs = || puzzle.start().holes().map(|hole| board.cell(hole));
        let beyond = |part: fn(Cell) -> i16, sign: i16| {
            pegs().all(|cell| sign * (part(cell) - part(self.target)) >= ROWS)
        };
        if half_plane_weighs_one()
            && [1, -1]
                .into_iter()
                .any(|sign| beyond(|cell| cell.y, sign) || beyond(|cell| cell.x, sign))
        {
            return Ok(TooLight::HalfPlane);
        }
        let compared = self
            .sums(puzzle)
            .and_then(|(start, goal)| Some((start, goal, goal.compare(start)?)));
        match compared {
            Some((start, goal, Ordering::Greater)) => Ok(TooLight::Sum { start, goal }),
            Some((start, goal, Ordering::Less | Ordering::Equal)) => {
                Err(RejectedCertificate::NoGap(format!(
                    "the goal weighs {goal}, not more than the start, {start}, with s = (sqrt 5 - 1)/2"
                )))
            }
            None => Err(RejectedCertificate::Malformed(
                "there are too many pegs to add up their weights".to_owned(),
            )),
        }
    }

    /// At least the weight of the start, and at most that of the pegs that the goal wants; `None`
    /// if a sum is too large.
    pub fn sums(self, puzzle: &Puzzle) -> Option<(Golden, Golden)> {
        let power = |hole| distance(self.target, puzzle.board().cell(hole));
        let start = puzzle.start().holes().map(power);
        let start = start.map(|power| Golden::power(power.min(MOST_POWER)));
        let goal = puzzle.goal().pegs().holes().map(power);
        let goal = goal.filter(|&power| power <= MOST_POWER).map(Golden::power);
        let sum = |sum: Golden, one: Golden| sum.plus(one);
        Some((
            start.into_iter().try_fold(Golden::ZERO, sum)?,
            goal.into_iter().try_fold(Golden::ZERO, sum)?,
        ))
    }

    /// Distance of each hole from the target, in rows and columns.
    pub fn distances(self, board: &Board) -> Vec<i64> {
        let cells = board.cells().iter();
        cells
            .map(|&cell| distance(self.target, cell).into())
            .collect()
    }
}

impl Refutation for GoldenRatio {
    fn look(puzzle: &Puzzle, _: &Stop) -> Result<Self, NotRefuted> {
        let why = if puzzle.goal().pegs().is_empty() {
            "The goal wants no particular peg as a target.\n"
        } else {
            "Weighed from any peg of the goal, the start is heavy enough, or jumps run diagonally.\n"
        };
        find(puzzle).ok_or_else(|| NotRefuted::words(why))
    }

    fn check(&self, puzzle: &Puzzle) -> Result<(), RejectedCertificate> {
        self.too_light(puzzle).map(drop)
    }

    /// Empty for a puzzle that it does not refute.
    fn explanation(&self, puzzle: &Puzzle) -> String {
        let target = notation::cell_name(puzzle.board(), self.target);
        let by_hole = self.distances(puzzle.board());
        let distances = draw(puzzle.board(), |hole| by_hole[hole]);
        let how = "Weigh a hole s^d, where s = (sqrt 5 - 1)/2 and d counts rows and columns from";
        match self.too_light(puzzle) {
            Err(_) => String::new(),
            Ok(TooLight::HalfPlane) => format!(
                "{how} {target}:\n{distances}As s + s^2 = 1, no jump adds weight. A peg at {target} \
                 weighs 1, and so does the whole infinite half-plane that begins {ROWS} rows away, \
                 where all pegs are; finitely many weigh less. No army in it is large enough.\n"
            ),
            Ok(TooLight::Sum { start, goal }) => format!(
                "{how} {target}:\n{distances}As s + s^2 = 1, no jump adds weight. The start weighs \
                 at most {start}, the goal at least {goal}, which is more.\n"
            ),
        }
    }

    fn weighings(&self, puzzle: &Puzzle) -> Vec<Weighing> {
        let sums = self.sums(puzzle).into_iter();
        sums.map(|(start, goal)| Weighing {
            title: "d of the weights s^d, s = (sqrt 5 - 1)/2".to_owned(),
            weights: self.distances(puzzle.board()),
            start: start.to_string(),
            goal: goal.to_string(),
        })
        .collect()
    }
}

/// Whether Σ σ^(|x| + y), over all x and all y ≥ 5, is 1: with Σ σ^n = 1/(1 − σ) from n = 0 on,
/// that is σ^5 · (1 + σ)/(1 − σ)² = 1.
fn half_plane_weighs_one() -> bool {
    let one_plus = Golden::ONE.plus(Golden::power(1));
    let one_minus = Golden::power(2); // 1 − σ
    let rows = Golden::power(u32::from(ROWS.unsigned_abs()));
    let left = one_plus.and_then(|factor| rows.times(factor));
    left.is_some() && left == one_minus.times(one_minus)
}

/// A target that refutes the puzzle, if there is one.
pub fn find(puzzle: &Puzzle) -> Option<GoldenRatio> {
    let targets = puzzle.goal().pegs().holes();
    let mut all = targets.map(|hole| GoldenRatio {
        target: puzzle.board().cell(hole),
    });
    all.find(|golden| golden.check(puzzle).is_ok())
}

#[cfg(test)]
mod tests;
