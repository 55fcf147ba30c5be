//! Witnesses of membership: goal − start as a combination of jumps.
//!
//! A plan plays every jump a number of times, so goal − start is a sum of jumps with non-negative integers as
//! coefficients. A sum of jumps without an order is a weaker statement. The difference goal − start is in the *lattice*
//! if the coefficients are integers, in the *cone* if they are non-negative fractions, and in the *integer cone* if
//! they are non-negative integers. The criteria refute these statements; a witness proves one of them.
//!
//! Search and check of a combination share no code: [`Combination::check`] computes the sum again, from the coordinates
//! of the cells.
//!
//! For integer coefficients, the matrix of the jumps is transformed to echelon form by steps that are invertible over
//! the integers. Each column is a jump: −1 for the holes `from` and `over`, +1 for the hole `to`. As in Euclid's
//! algorithm, columns are subtracted from each other, row by row, until each row has at most one pivot column. Each
//! column records the combination of jumps that produced it. Hermite (1851); Cohen, *A Course in Computational
//! Algebraic Number Theory*, section 2.4.

mod check;

use super::cone::{
    Bounds, ConeAim, ConeResult, RelaxationAnswer, jump_bounds, limit, relaxed, search,
};
use super::program;
use saut_base::divisor::gcd;
use saut_base::stop::Stop;
use saut_peg::peg::{Board, Goal, Jump, Position, Puzzle};

/// Kinds of coefficients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coefficients {
    /// Integers of either sign.
    Integer,
    /// Non-negative fractions.
    NonNegativeRational,
    /// Non-negative integers.
    NonNegativeInteger,
}

impl Coefficients {
    /// All kinds. The last kind is the strongest: its combinations are also combinations of both other kinds.
    pub const ALL: [Self; 3] = [
        Self::Integer,
        Self::NonNegativeRational,
        Self::NonNegativeInteger,
    ];

    /// Returns the name of these coefficients.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Integer => "integer",
            Self::NonNegativeRational => "non-negative rational",
            Self::NonNegativeInteger => "non-negative integer",
        }
    }

    /// Returns the name of the criterion that refutes a puzzle without such a combination.
    pub const fn criterion(self) -> &'static str {
        match self {
            Self::Integer => "lattice",
            Self::NonNegativeRational => "pagoda",
            Self::NonNegativeInteger => "integer-cone",
        }
    }
}

/// A combination of jumps, whose coefficients have a common denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination {
    /// The jumps, each with the numerator of its coefficient.
    pub terms: Vec<(Jump, i64)>,
    /// The denominator of all coefficients.
    pub denominator: i64,
    /// The goal position to which the sum leads.
    pub end: Position,
}

/// Result of the search for a combination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CombinationResult {
    /// A checked combination.
    Combination(Combination),
    /// No combination with coefficients of this kind exists. The kind is the requested kind or a weaker kind.
    None(Coefficients),
    /// Within the limits, neither a combination nor a proof that there is none was found.
    GaveUp,
}

/// Searches for a combination of each kind. If the search for one kind gave up, the result for another kind may decide
/// it. Without a combination of a weaker kind, no combination of the strongest kind exists. A combination of the
/// strongest kind is a combination of each kind. `None` if the goal leaves holes open and is not one peg.
pub fn find_all(
    puzzle: &Puzzle,
    parts: usize,
    stop: &Stop,
) -> [(Coefficients, Option<CombinationResult>); 3] {
    let mut all = Coefficients::ALL.map(|kind| (kind, find(puzzle, kind, parts, stop)));
    let refuted = all.iter().find_map(|(_, found)| match found {
        Some(CombinationResult::None(kind)) => Some(*kind),
        _ => None,
    });
    let [weaker @ .., (_, strongest)] = &mut all;
    if let (Some(kind), Some(CombinationResult::GaveUp)) = (refuted, &*strongest) {
        *strongest = Some(CombinationResult::None(kind));
    }
    if matches!(strongest, Some(CombinationResult::Combination(_))) {
        for (_, found) in weaker {
            if *found == Some(CombinationResult::GaveUp) {
                found.clone_from(strongest);
            }
        }
    }
    all
}

/// Searches for a combination of one kind. `None` if the goal leaves holes open and is not one peg.
pub fn find(
    puzzle: &Puzzle,
    coefficients: Coefficients,
    parts: usize,
    stop: &Stop,
) -> Option<CombinationResult> {
    let (mut gave_up, mut refuted) = (false, None);
    for end in ends(puzzle)? {
        let goal = Goal::exactly(end);
        let start = puzzle.start().clone();
        let Ok(exact) = Puzzle::new(puzzle.name(), puzzle.board().clone(), start, goal) else {
            continue;
        };
        match find_exact(&exact, coefficients, parts, stop) {
            Some(CombinationResult::Combination(found))
                if found.check(puzzle, coefficients).is_ok() =>
            {
                return Some(CombinationResult::Combination(found));
            }
            // If different kinds refute the ends, the result names the requested kind.
            Some(CombinationResult::None(kind)) => {
                let is_same = refuted.is_none_or(|other| other == kind);
                refuted = Some(if is_same { kind } else { coefficients });
            }
            _ => gave_up = true,
        }
    }
    Some(if gave_up {
        CombinationResult::GaveUp
    } else {
        CombinationResult::None(refuted.unwrap_or(coefficients))
    })
}

/// Returns the goal positions. `None` if the goal leaves holes open and is not one peg.
fn ends(puzzle: &Puzzle) -> Option<Vec<Position>> {
    let goal = puzzle.goal();
    if goal.is_one_peg() {
        let single = |hole| Position::from_holes(puzzle.board().len(), [hole]);
        return Some(goal.open().holes().map(single).collect());
    }
    Some(vec![goal.position()?.clone()])
}

/// Searches for a combination for a single goal position. `None` if a limit was reached or the search failed.
fn find_exact(
    puzzle: &Puzzle,
    coefficients: Coefficients,
    parts: usize,
    stop: &Stop,
) -> Option<CombinationResult> {
    let end = puzzle.goal().position()?;
    let jumps = puzzle.board().jumps();
    let combination = |numbers: &[i64], denominator: i64| {
        let terms = jumps.iter().copied().zip(numbers.iter().copied());
        CombinationResult::Combination(Combination {
            terms: terms.filter(|&(_, number)| number != 0).collect(),
            denominator,
            end: end.clone(),
        })
    };
    let bounds = Bounds::none(jumps.len());
    Some(match coefficients {
        Coefficients::Integer => match whole_numbers(puzzle, end).ok()? {
            Some(numbers) => combination(&numbers, 1),
            None => CombinationResult::None(coefficients),
        },
        Coefficients::NonNegativeRational => {
            match relaxed(puzzle, &bounds, ConeAim::FewestJumps, &limit(stop))? {
                RelaxationAnswer::Times { mut times, .. } => {
                    // The additional 1 becomes the common denominator.
                    times.push(1.0);
                    let mut numbers = program::integers(&times)?;
                    let denominator = numbers.pop()?;
                    combination(&numbers, denominator)
                }
                RelaxationAnswer::Infeasible => {
                    super::pagoda::find(puzzle, &limit(stop))?;
                    CombinationResult::None(coefficients)
                }
            }
        }
        // Without any integer solution, the search for non-negative integers would not terminate.
        Coefficients::NonNegativeInteger if whole_numbers(puzzle, end) == Ok(None) => {
            CombinationResult::None(Coefficients::Integer)
        }
        Coefficients::NonNegativeInteger => match search(puzzle, &bounds, parts, stop)? {
            ConeResult::Numbers(numbers) => {
                let numbers: Vec<i64> = numbers.into_iter().map(i64::from).collect();
                combination(&numbers, 1)
            }
            ConeResult::Refuted(_) => CombinationResult::None(coefficients),
        },
    })
}

/// Returns integer numbers of jumps, of either sign, that lead from the start to `end`, if there are any.
fn whole_numbers(puzzle: &Puzzle, end: &Position) -> Result<Option<Vec<i64>>, TooLarge> {
    let peg = |position: &Position, hole| i64::from(position.has(hole));
    let difference = (0..end.len()).map(|hole| peg(end, hole) - peg(puzzle.start(), hole));
    let difference: Vec<i64> = difference.collect();
    let eliminated = eliminate(puzzle.board()).ok_or(TooLarge)?;
    eliminated.solve(&difference)
}

/// The jumps of a board in echelon form.
#[derive(Clone, Debug)]
pub struct Elimination {
    columns: Vec<JumpSum>,
    /// The rows with a pivot, in order. The first columns are their pivot columns.
    pivots: Vec<usize>,
}

/// A sum of jumps: its effect on each hole, and the number of times that the sum contains each jump.
#[derive(Clone, Debug)]
struct JumpSum {
    effect: Vec<i128>,
    jumps: Vec<i128>,
}

/// The error for a number that overflows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl JumpSum {
    /// Subtracts `times` times another sum; `None` on overflow.
    fn subtract(&mut self, times: i128, other: &Self) -> Option<()> {
        subtract(&mut self.effect, times, &other.effect)?;
        subtract(&mut self.jumps, times, &other.jumps)
    }
}

/// Subtracts `times` times other numbers; `None` on overflow.
fn subtract(numbers: &mut [i128], times: i128, others: &[i128]) -> Option<()> {
    for (number, other) in numbers.iter_mut().zip(others) {
        *number = number.checked_sub(times.checked_mul(*other)?)?;
    }
    Some(())
}

/// Returns the jumps of a board in echelon form; `None` on overflow.
pub fn eliminate(board: &Board) -> Option<Elimination> {
    let number = board.jumps().len();
    let column = |(index, &jump)| {
        let mut effect = vec![0; board.len()];
        let [from, over, to] = board.holes_of(jump);
        (effect[from], effect[over], effect[to]) = (-1, -1, 1);
        let mut jumps = vec![0; number];
        jumps[index] = 1;
        JumpSum { effect, jumps }
    };
    let mut columns: Vec<JumpSum> = board.jumps().iter().enumerate().map(column).collect();
    let mut pivots = Vec::new();
    for row in 0..board.len() {
        let first = pivots.len();
        loop {
            let rest = first..columns.len();
            let not_zero = rest.filter(|&index| columns[index].effect[row] != 0);
            let least = not_zero.min_by_key(|&index| columns[index].effect[row].unsigned_abs());
            let Some(least) = least else { break };
            columns.swap(first, least);
            let (done, others) = columns.split_at_mut(first + 1);
            let pivot = &done[first];
            let mut is_alone = true;
            for other in others {
                let times = other.effect[row] / pivot.effect[row];
                if times != 0 {
                    other.subtract(times, pivot)?;
                }
                is_alone &= other.effect[row] == 0;
            }
            if is_alone {
                pivots.push(row);
                break;
            }
        }
    }
    Some(Elimination { columns, pivots })
}

/// Whether the solution in non-negative fractions is unique. The coefficients of every solution add up to the number of
/// removed pegs. So the solution is unique exactly if the largest possible coefficients of all jumps also add up to
/// this number. `None` if a largest coefficient is unknown.
pub fn is_only_one(puzzle: &Puzzle, parts: usize, stop: &Stop) -> Option<bool> {
    let (_, most) = puzzle.jump_range();
    let bounds = jump_bounds(puzzle, parts, stop);
    let mut sum = (0_i64, 1_i64);
    for bound in bounds {
        let (above, below) = bound?.relaxed?;
        let common = sum.1.checked_mul(below)?;
        let total = sum
            .0
            .checked_mul(below)?
            .checked_add(above.checked_mul(sum.1)?)?;
        let divisor = gcd(total.abs(), common).max(1);
        sum = (total / divisor, common / divisor);
    }
    Some(sum == (i64::try_from(most).ok()?, 1))
}

impl Elimination {
    /// Returns the number of independent jumps.
    pub fn rank(&self) -> usize {
        self.pivots.len()
    }

    /// Returns the number of independent relations among the jumps.
    pub fn relations(&self) -> usize {
        self.columns.len() - self.pivots.len()
    }

    /// Returns a basis of the relations. A relation has a number for each jump, in the order of the board, such that
    /// the jumps together change no hole. Every integer relation is an integer combination of the basis.
    pub fn basis(&self) -> Vec<&[i128]> {
        let relations = &self.columns[self.pivots.len()..];
        relations.iter().map(|column| &column.jumps[..]).collect()
    }

    /// Returns integer numbers of jumps with this effect on each hole, if there are any. The numbers are made smaller
    /// by adding relations.
    ///
    /// # Errors
    /// [`TooLarge`] if a number overflows.
    pub fn solve(&self, difference: &[i64]) -> Result<Option<Vec<i64>>, TooLarge> {
        let mut rest = JumpSum {
            effect: difference.iter().map(|&value| value.into()).collect(),
            jumps: vec![0; self.columns.len()],
        };
        // A column changes only the row of its pivot and later rows, so remainders in earlier rows do not change.
        for (&row, column) in self.pivots.iter().zip(&self.columns) {
            let times = rest.effect[row] / column.effect[row];
            rest.subtract(times, column).ok_or(TooLarge)?;
        }
        if rest.effect.iter().any(|&value| value != 0) {
            return Ok(None);
        }
        let mut jumps: Vec<i128> = rest.jumps.into_iter().map(|number| -number).collect();
        self.shorten(&mut jumps);
        let small = jumps.into_iter().map(i64::try_from);
        small
            .collect::<Result<_, _>>()
            .map(Some)
            .map_err(|_| TooLarge)
    }

    /// Subtracts relations as long as this makes the numbers smaller.
    fn shorten(&self, jumps: &mut [i128]) {
        let size = |numbers: &[i128]| {
            numbers
                .iter()
                .map(|number| number.unsigned_abs())
                .sum::<u128>()
        };
        let relations = &self.columns[self.pivots.len()..];
        let mut is_shorter = true;
        while is_shorter {
            is_shorter = false;
            for relation in relations {
                for times in [-1, 1] {
                    let mut other = jumps.to_vec();
                    let subtracted = subtract(&mut other, times, &relation.jumps);
                    if subtracted.is_some() && size(&other) < size(jumps) {
                        jumps.copy_from_slice(&other);
                        is_shorter = true;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
