//! Whole numbers for the jumps: the matrix of the jumps brought to echelon form by steps that can
//! be undone in whole numbers.
//!
//! Each column is a jump: −1 where it begins and where it jumps over, +1 where it lands. Columns are
//! added to each other as in Euclid's algorithm, row by row, until each row has at most one column
//! to itself; how each came about is kept. Hermite (1851); Cohen, *A Course in Computational
//! Algebraic Number Theory*, section 2.4.

use saut_peg::peg::Board;

/// The jumps of a board in echelon form.
#[derive(Clone, Debug)]
pub struct Elimination {
    columns: Vec<Column>,
    /// The rows that have a column of their own, in order: the first columns are theirs.
    pivots: Vec<usize>,
    holes: usize,
}

/// A sum of jumps: what it does to each hole, and of how many of each jump it is made.
#[derive(Clone, Debug)]
struct Column {
    effect: Vec<i128>,
    jumps: Vec<i128>,
}

/// Numbers have become too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl Column {
    /// Subtracts another, `times` times.
    fn subtract(&mut self, times: i128, other: &Self) -> Option<()> {
        let pairs = self.effect.iter_mut().zip(&other.effect);
        for (own, other) in pairs.chain(self.jumps.iter_mut().zip(&other.jumps)) {
            *own = own.checked_sub(times.checked_mul(*other)?)?;
        }
        Some(())
    }
}

/// The jumps of a board in echelon form; `None` if numbers become too large on the way.
pub fn eliminate(board: &Board) -> Option<Elimination> {
    let number = board.jumps().len();
    let column = |(index, &jump)| {
        let mut effect = vec![0; board.len()];
        let [from, over, to] = board.holes_of(jump);
        (effect[from], effect[over], effect[to]) = (-1, -1, 1);
        let mut jumps = vec![0; number];
        jumps[index] = 1;
        Column { effect, jumps }
    };
    let mut columns: Vec<Column> = board.jumps().iter().enumerate().map(column).collect();
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
    Some(Elimination {
        columns,
        pivots,
        holes: board.len(),
    })
}

impl Elimination {
    /// Number of independent jumps.
    pub fn rank(&self) -> usize {
        self.pivots.len()
    }

    /// Number of independent relations among the jumps.
    pub fn relations(&self) -> usize {
        self.columns.len() - self.pivots.len()
    }

    /// Whole numbers of jumps that do this to each hole, if there are any; small ones, as far as
    /// adding relations once finds them.
    ///
    /// # Errors
    /// `TooLarge`.
    pub fn solve(&self, difference: &[i64]) -> Result<Option<Vec<i64>>, TooLarge> {
        let mut rest: Vec<i128> = difference.iter().map(|&value| value.into()).collect();
        let mut jumps = vec![0_i128; self.columns.len()];
        let mut own = self.pivots.iter().zip(&self.columns).peekable();
        for row in 0..self.holes {
            let Some((_, column)) = own.next_if(|(pivot, _)| **pivot == row) else {
                if rest[row] != 0 {
                    return Ok(None);
                }
                continue;
            };
            if rest[row] % column.effect[row] != 0 {
                return Ok(None);
            }
            let times = rest[row] / column.effect[row];
            for (value, effect) in rest.iter_mut().zip(&column.effect) {
                *value = take(*value, times, *effect).ok_or(TooLarge)?;
            }
            for (value, number) in jumps.iter_mut().zip(&column.jumps) {
                *value = take(*value, -times, *number).ok_or(TooLarge)?;
            }
        }
        self.shorten(&mut jumps);
        let small = jumps.into_iter().map(i64::try_from);
        small
            .collect::<Result<_, _>>()
            .map(Some)
            .map_err(|_| TooLarge)
    }

    /// Takes relations away as long as that makes the numbers smaller.
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
                    let other: Option<Vec<i128>> = jumps
                        .iter()
                        .zip(&relation.jumps)
                        .map(|(&value, &number)| take(value, times, number))
                        .collect();
                    if let Some(other) = other
                        && size(&other) < size(jumps)
                    {
                        jumps.copy_from_slice(&other);
                        is_shorter = true;
                    }
                }
            }
        }
    }
}

fn take(value: i128, times: i128, number: i128) -> Option<i128> {
    value.checked_sub(times.checked_mul(number)?)
}
