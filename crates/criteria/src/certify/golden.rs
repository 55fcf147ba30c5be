//! Golden ratio: Conway's army cannot reach the fifth row, on any board.
//!
//! Let σ = (√5 − 1)/2, so that σ + σ² = 1. The weight of a hole is σ to the power of its distance
//! from a target, counted along rows and columns. A jump towards the target keeps the total weight,
//! and any other jump lowers it. The target weighs 1. All holes of a half-plane that begins five
//! rows away together weigh 1, so finitely many pegs in this half-plane weigh less than 1. If the start is
//! not in such a half-plane, the weights of its pegs are added.
//!
//! Conway, in Berlekamp, Conway, Guy: *Winning Ways* (1982), ch. 23. We compute in ℤ\[σ\], so the
//! comparison is exact.

use serde::{Deserialize, Serialize};

use std::cmp::Ordering;
use std::fmt;

use super::weights::draw;
use super::{NotRefuted, Refutation, WeightTable};
use saut_base::stop::Stop;
use saut_peg::peg::{Board, Cell, Puzzle, notation};
use saut_task::CheckError;

/// The target of the weights: a hole in which the goal requires a peg.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoldenRatio {
    /// The cell of the target.
    pub target: Cell,
}

/// Distance of the half-plane from the target, in rows.
const ROWS: i16 = 5;

/// Largest exponent. A peg of the start that is farther from the target counts with this exponent, and a peg of the
/// goal that is farther from the target counts 0.
const MAX_POWER: u32 = 48;

fn distance(a: Cell, b: Cell) -> u32 {
    u32::from(a.x.abs_diff(b.x)) + u32::from(a.y.abs_diff(b.y))
}

impl GoldenRatio {
    /// Checks that the start is too light. Returns `None` if the start is in a half-plane five rows away; this argument
    /// also holds on larger boards. Otherwise returns an upper bound on the weight of the start, and a larger lower
    /// bound on the weight of the goal.
    fn too_light(self, puzzle: &Puzzle) -> Result<Option<(Golden, Golden)>, CheckError> {
        let (board, goal) = (puzzle.board(), puzzle.goal());
        let wanted = board
            .hole(self.target)
            .is_some_and(|hole| goal.pegs().has(hole));
        if !wanted {
            let cell = notation::cell_name(board, self.target);
            return CheckError::reject(format_args!("the goal does not require a peg at {cell}"));
        }
        for &jump in board.jumps() {
            let [from, over, to] =
                [jump.from, jump.over, jump.to].map(|cell| distance(self.target, cell));
            let keeps = from == over + 1 && over == to + 1; // σ² + σ = 1
            let lowers = from <= to;
            if !keeps && !lowers {
                let jump = notation::jump_name(board, jump);
                return CheckError::reject(format_args!(
                    "the jump {jump} approaches the target, but not along a row or column"
                ));
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
            return Ok(None);
        }
        let compared = self
            .sums(puzzle)
            .and_then(|(start, goal)| Some((start, goal, goal.compare(start)?)));
        match compared {
            Some((start, goal, Ordering::Greater)) => Ok(Some((start, goal))),
            Some((start, goal, Ordering::Less | Ordering::Equal)) => {
                CheckError::reject(format_args!(
                    "the goal weighs {goal}, not more than the start, {start}, with s = (sqrt 5 - 1)/2"
                ))
            }
            None => Err(CheckError::rejected(
                "there are too many pegs to sum their weights exactly",
            )),
        }
    }

    /// Returns an upper bound on the weight of the start and a lower bound on the weight of the pegs of the goal.
    /// `None` if a sum overflows.
    pub fn sums(self, puzzle: &Puzzle) -> Option<(Golden, Golden)> {
        let power = |hole| distance(self.target, puzzle.board().cell(hole));
        let start = puzzle.start().holes().map(power);
        let start = start.map(|power| Golden::power(power.min(MAX_POWER)));
        let goal = puzzle.goal().pegs().holes().map(power);
        let goal = goal.filter(|&power| power <= MAX_POWER).map(Golden::power);
        let sum = |sum: Golden, one: Golden| sum.plus(one);
        Some((
            start.into_iter().try_fold(Golden::ZERO, sum)?,
            goal.into_iter().try_fold(Golden::ZERO, sum)?,
        ))
    }

    /// Returns the distance of each hole from the target, along rows and columns.
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
            "The goal does not require a particular peg, so there is no target.\n"
        } else {
            "For every peg of the goal as the target, the start weighs enough, or some jumps are diagonal.\n"
        };
        find(puzzle).ok_or_else(|| NotRefuted::words(why))
    }

    fn check(&self, puzzle: &Puzzle) -> Result<(), CheckError> {
        self.too_light(puzzle).map(drop)
    }

    /// Explains the reason. Empty if the puzzle is not refuted.
    fn explanation(&self, puzzle: &Puzzle) -> String {
        let target = notation::cell_name(puzzle.board(), self.target);
        let by_hole = self.distances(puzzle.board());
        let distances = draw(puzzle.board(), |hole| by_hole[hole]);
        let how = "Give a hole the weight s^d, where s = (sqrt 5 - 1)/2 and d is the number of rows and columns from";
        match self.too_light(puzzle) {
            Err(_) => String::new(),
            Ok(None) => format!(
                "{how} {target}:\n{distances}As s + s^2 = 1, no jump adds weight. A peg at {target} \
                 weighs 1. All pegs are in the infinite half-plane that begins {ROWS} rows away. \
                 The whole half-plane weighs 1, so finitely many pegs weigh less. No army in it is large enough.\n"
            ),
            Ok(Some((start, goal))) => format!(
                "{how} {target}:\n{distances}As s + s^2 = 1, no jump adds weight. The start weighs \
                 at most {start}, the goal at least {goal}, which is more.\n"
            ),
        }
    }

    fn weighings(&self, puzzle: &Puzzle) -> Vec<WeightTable> {
        let sums = self.sums(puzzle).into_iter();
        sums.map(|(start, goal)| WeightTable {
            title: "d of the weights s^d, s = (sqrt 5 - 1)/2".to_owned(),
            weights: self.distances(puzzle.board()),
            start: start.to_string(),
            goal: goal.to_string(),
        })
        .collect()
    }
}

/// Whether Σ σ^(|x| + y), over all x and all y ≥ 5, is 1. As Σ σ^n = 1/(1 − σ) for n ≥ 0, this
/// means σ^5 · (1 + σ)/(1 − σ)² = 1.
fn half_plane_weighs_one() -> bool {
    let one_plus = Golden::ONE.plus(Golden::power(1));
    let one_minus = Golden::power(2); // 1 − σ
    let rows = Golden::power(u32::from(ROWS.unsigned_abs()));
    let left = one_plus.and_then(|factor| rows.times(factor));
    left.is_some() && left == one_minus.times(one_minus)
}

/// Finds a target that refutes the puzzle, if there is one.
pub fn find(puzzle: &Puzzle) -> Option<GoldenRatio> {
    let targets = puzzle.goal().pegs().holes();
    let mut all = targets.map(|hole| GoldenRatio {
        target: puzzle.board().cell(hole),
    });
    all.find(|golden| golden.check(puzzle).is_ok())
}

/// A number a + b·σ of the ring ℤ\[σ\], with σ = (√5 − 1)/2, so that σ² = 1 − σ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Golden {
    /// The integer part.
    pub a: i128,
    /// The coefficient of σ.
    pub b: i128,
}

impl Golden {
    /// The number 0.
    pub const ZERO: Self = Self { a: 0, b: 0 };
    /// The number 1.
    pub const ONE: Self = Self { a: 1, b: 0 };

    /// Returns a power of σ. Its coefficients are Fibonacci numbers up to sign. Returns zero for exponents above 150.
    pub fn power(power: u32) -> Self {
        let mut product = Self::ONE;
        for _ in 0..power {
            // (a + bσ)σ = aσ + b(1 − σ)
            let (a, b) = (product.b, product.a - product.b);
            product = Self { a, b };
            if power > 150 {
                return Self::ZERO;
            }
        }
        product
    }

    /// Returns the sum; `None` if it overflows.
    pub fn plus(self, other: Self) -> Option<Self> {
        Some(Self {
            a: self.a.checked_add(other.a)?,
            b: self.b.checked_add(other.b)?,
        })
    }

    /// Returns the product; `None` if it overflows.
    pub fn times(self, other: Self) -> Option<Self> {
        let squares = self.b.checked_mul(other.b)?;
        let mixed = self
            .a
            .checked_mul(other.b)?
            .checked_add(self.b.checked_mul(other.a)?)?;
        Some(Self {
            a: self.a.checked_mul(other.a)?.checked_add(squares)?,
            b: mixed.checked_sub(squares)?,
        })
    }

    /// Compares two numbers; `None` if the comparison overflows.
    pub fn compare(self, other: Self) -> Option<Ordering> {
        let (a, b) = (self.a.checked_sub(other.a)?, self.b.checked_sub(other.b)?);
        // 2(a + bσ) = p + b√5 with p = 2a − b
        let p = a.checked_mul(2)?.checked_sub(b)?;
        let squares = p.checked_mul(p)?.cmp(&b.checked_mul(b)?.checked_mul(5)?);
        Some(match (p.cmp(&0), b.cmp(&0)) {
            (sign, Ordering::Equal) | (Ordering::Equal, sign) => sign,
            (Ordering::Greater, Ordering::Greater) => Ordering::Greater,
            (Ordering::Less, Ordering::Less) => Ordering::Less,
            (Ordering::Greater, Ordering::Less) => squares,
            (Ordering::Less, Ordering::Greater) => squares.reverse(),
        })
    }
}

impl fmt::Display for Golden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.a, self.b) {
            (a, 0) => write!(f, "{a}"),
            (0, b) => write!(f, "{b}s"),
            (a, b) if b < 0 => write!(f, "{a} - {}s", b.unsigned_abs()),
            (a, b) => write!(f, "{a} + {b}s"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::{Golden, Refutation, find, half_plane_weighs_one};
    use crate::certify::samples::army;
    use saut_peg::peg::{Board, Cell, Geometry, Goal, Position, Puzzle, boards};

    #[test]
    fn no_army_reaches_row_five_and_some_reach_row_four() {
        assert!(half_plane_weighs_one());
        for size in ["rectangle-5x10", "rectangle-15x20", "rectangle-50x60"] {
            let board = || boards::named(size).unwrap();
            let golden = find(&army(board(), 5, 2)).unwrap();
            assert_eq!(golden.too_light(&army(board(), 5, 2)), Ok(None));
            assert!(golden.check(&army(board(), 4, 2)).is_err());
        }
        assert_eq!(
            find(&army(boards::named("rectangle-15x20").unwrap(), 4, 7)),
            None
        );
    }

    #[test]
    fn a_small_army_is_too_light_by_its_sum() {
        let board = boards::named("rectangle-9x7").unwrap();
        let target = board.hole(Cell::new(4, 2)).unwrap();
        let puzzle = |cells: &[(i16, i16)]| {
            let holes = cells
                .iter()
                .map(|&(x, y)| board.hole(Cell::new(x, y)).unwrap());
            let start = Position::from_holes(board.len(), holes);
            let mut open = board.full();
            open.set(target, false);
            let goal = Goal::partial(&Position::from_holes(board.len(), [target]), open);
            Puzzle::new("", board.clone(), start, goal).unwrap()
        };
        let too_few = puzzle(&[(4, 5), (4, 6), (3, 5)]);
        let golden = find(&too_few).unwrap();
        assert!(matches!(golden.too_light(&too_few), Ok(Some(_))));
        assert!(golden.explanation(&too_few).contains("which is more"));
        assert_eq!(find(&puzzle(&[(4, 3), (4, 4)])), None);
    }

    #[test]
    fn with_diagonal_jumps_the_argument_does_not_hold() {
        let board = boards::named("rectangle-5x10").unwrap();
        let cells = board.cells().iter().copied();
        let diagonal = Board::new(Geometry::SquareDiagonal, cells).unwrap();
        assert_eq!(find(&army(diagonal, 5, 2)), None);
    }

    #[test]
    fn two_powers_add_up_to_the_one_before() {
        for power in 0..100 {
            let sum = Golden::power(power + 2).plus(Golden::power(power + 1));
            assert_eq!(sum, Some(Golden::power(power)));
        }
    }

    #[test]
    fn powers_fall_but_stay_above_nothing() {
        for power in 0..80 {
            let (larger, smaller) = (Golden::power(power), Golden::power(power + 1));
            assert_eq!(larger.compare(smaller), Some(Ordering::Greater));
            assert_eq!(smaller.compare(Golden::ZERO), Some(Ordering::Greater));
        }
    }

    #[test]
    fn products_are_exact() {
        let product = Golden::power(7).times(Golden::power(11));
        assert_eq!(product, Some(Golden::power(18)));
        let large = Golden { a: i128::MAX, b: 1 };
        assert_eq!(
            (large.times(large), large.compare(Golden::ZERO)),
            (None, None)
        );
    }
}
