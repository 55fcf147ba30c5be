//! Computes the maximum number of successors of a position of a board, and the number of positions with this maximum.
//!
//! A line of three holes allows a jump if and only if its middle has a peg and its ends differ. No line allows more
//! than one jump. A dynamic program assigns pegs and vacancies to the holes, row by row. Its states contain only the
//! assigned holes that a later line needs: two rows of the board. This gives 2^14 states for seven columns, instead of
//! 2^33 positions. The complement of a position with the most successors has the most predecessors.

use super::CountError;
use saut_base::stop::Stop;
use saut_peg::peg::{Board, Hole, Position};

/// Maximum number of assigned holes that later lines need.
const MAX_OPEN: usize = 20;

/// Maximum number of successors of a position of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MostSuccessors {
    /// Number of playable jumps. All of them lead to different positions.
    pub successors: u32,
    /// Number of positions with this number of successors.
    pub positions: u128,
    /// A position with the maximum number of successors.
    pub example: Position,
}

/// The best partial position for one assignment of the open holes.
#[derive(Clone, Copy, Default)]
struct BestFilling {
    successors: u32,
    positions: u128,
    /// The pegs of all assigned holes, one bit per hole.
    example: u128,
}

impl BestFilling {
    fn better(self, other: Self) -> Self {
        if self.positions == 0 || other.successors > self.successors {
            other
        } else if other.positions == 0 || self.successors > other.successors {
            self
        } else {
            let positions = self.positions + other.positions;
            Self { positions, ..self }
        }
    }
}

/// Finds the maximum number of successors of a position of a board.
///
/// # Errors
/// [`CountError`] if a limit was reached, if the board has more than 127 holes, or if it has more than ten rows and
/// more than ten columns.
pub fn most_successors(board: &Board, stop: &Stop) -> Result<MostSuccessors, CountError> {
    const WIDE: CountError = CountError::NotApplicable(
        "successors are only supported on boards of at most 127 holes with at most ten rows or ten columns",
    );
    if board.len() > 127 {
        return Err(WIDE);
    }
    let order = order(board);
    let mut places = vec![0; board.len()];
    for (at, &hole) in order.iter().enumerate() {
        places[hole] = at;
    }
    // For each line, the indices of its three holes in this order: one end, the middle, the other end.
    let mut lines: Vec<[usize; 3]> = board
        .jumps()
        .iter()
        .map(|&jump| board.holes_of(jump).map(|hole| places[hole]))
        .filter(|[from, _, to]| from < to)
        .collect();
    lines.sort_unstable();
    let last = |line: &[usize; 3]| line.iter().copied().max().unwrap_or(0);
    // The indices of the assigned holes that a later line needs. Each has one bit in the index of a state.
    let mut open: Vec<usize> = Vec::new();
    let mut states = vec![BestFilling {
        positions: 1,
        ..BestFilling::default()
    }];
    for (at, &hole) in order.iter().enumerate() {
        stop.check()?;
        open.push(at);
        let bit_of = |place: usize| open.iter().position(|&other| other == place).unwrap_or(0);
        let closing = lines.iter().filter(|line| last(line) == at);
        let closing: Vec<[usize; 3]> = closing.map(|line| line.map(bit_of)).collect();
        let is_needed = |place: usize| {
            let mut later = lines.iter().filter(|line| last(line) > at);
            later.any(|line| line.contains(&place))
        };
        let kept: Vec<usize> = open
            .iter()
            .copied()
            .filter(|&place| is_needed(place))
            .collect();
        if kept.len() > MAX_OPEN {
            return Err(WIDE);
        }
        let bits: Vec<usize> = kept.iter().map(|&place| bit_of(place)).collect();
        let mut next = vec![BestFilling::default(); 1 << kept.len()];
        for (filled, best) in states.iter().enumerate() {
            for peg in [0, 1] {
                let filled = filled | peg << (open.len() - 1);
                let has = |bit: usize| filled >> bit & 1 == 1;
                let playable = closing.iter();
                let playable =
                    playable.filter(|[from, over, to]| has(*over) && has(*from) != has(*to));
                let more = BestFilling {
                    successors: best.successors + u32::try_from(playable.count()).unwrap_or(0),
                    positions: best.positions,
                    example: best.example | (peg as u128) << hole,
                };
                let left = bits.iter().zip(0..);
                let left: usize = left.map(|(&bit, to)| (filled >> bit & 1) << to).sum();
                next[left] = next[left].better(more);
            }
        }
        (open, states) = (kept, next);
    }
    let best = states[0];
    let holes = (0..board.len()).filter(|hole| best.example >> hole & 1 == 1);
    Ok(MostSuccessors {
        successors: best.successors,
        positions: best.positions,
        example: Position::from_holes(board.len(), holes),
    })
}

/// Returns the holes in the order of assignment: row by row, or column by column if the columns are shorter.
fn order(board: &Board) -> Vec<Hole> {
    let mut holes: Vec<Hole> = (0..board.len()).collect();
    if board.height() < board.width() {
        holes.sort_by_key(|&hole| (board.cell(hole).x, board.cell(hole).y));
    }
    holes
}

#[cfg(test)]
mod tests {
    use super::most_successors;
    use crate::count::CountError;
    use saut_base::stop::Stop;
    use saut_peg::peg::picture::Picture;
    use saut_peg::peg::{Board, Geometry, Position, boards};

    /// Returns the number of playable jumps by the rules of the game.
    fn playable(board: &Board, position: &Position) -> u32 {
        let jumps = board.jumps().iter();
        let playable = jumps.filter(|&&jump| board.can_play(position, jump));
        u32::try_from(playable.count()).unwrap()
    }

    #[test]
    fn small_boards_agree_with_brute_force() {
        let odd = Picture::read("ooo \noooo\n ooo\noo o\n", 1).unwrap();
        let mut small: Vec<Board> = Geometry::ALL
            .into_iter()
            .map(|geometry| odd.board(geometry).unwrap())
            .collect();
        small.extend(
            [
                "square-4",
                "rectangle-7x1",
                "rectangle-7x2",
                "rectangle-2x6",
                "triangle-5",
            ]
            .map(|name| boards::named(name).unwrap()),
        );
        for board in small {
            let holes = board.len();
            let all = (0..1_usize << holes).map(|pegs| {
                Position::from_holes(holes, (0..holes).filter(|hole| pegs >> hole & 1 == 1))
            });
            let all: Vec<u32> = all.map(|position| playable(&board, &position)).collect();
            let most = *all.iter().max().unwrap();
            let found = most_successors(&board, &Stop::default()).unwrap();
            assert_eq!(found.successors, most);
            let positions = all.iter().filter(|&&one| one == most).count();
            assert_eq!(found.positions, positions as u128);
            assert_eq!(playable(&board, &found.example), most);
        }
    }

    #[test]
    fn the_example_of_a_large_board_has_the_reported_count() {
        for name in ["english", "french", "german"] {
            let board = boards::named(name).unwrap();
            let found = most_successors(&board, &Stop::default()).unwrap();
            assert_eq!(playable(&board, &found.example), found.successors, "{name}");
        }
    }

    #[test]
    fn wide_boards_are_rejected() {
        for name in ["square-11", "square-12"] {
            let refused = most_successors(&boards::named(name).unwrap(), &Stop::default());
            assert!(
                matches!(refused, Err(CountError::NotApplicable(_))),
                "{name}"
            );
        }
    }
}
