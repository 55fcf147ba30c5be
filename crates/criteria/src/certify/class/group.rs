//! The rule of three as sums in a group of four elements.
//!
//! The group {a, b, c, e} has the neutral element e, every element is its own inverse, and the sum of
//! two of a, b, c is the third. The hole i columns right of the middle and j rows above it gets
//! g1 = a, b or c by (i + j) mod 3 and g2 likewise by (i - j) mod 3. φ adds up the pairs (g1, g2) of
//! all pegs. The three holes of a line have three different elements, so a jump changes neither sum:
//! start and goal of a plan have the same φ, and there are sixteen values, one for each class.
//!
//! Avis, Deza, Onn, *A combinatorial approach to the solitaire game* (2000).

use std::fmt;
use std::ops::Add;

use super::Signature;
use saut_peg::peg::{Board, Cell, Geometry, Position, Puzzle};

/// A value of φ: two elements as two bits each, which are added without carry; a, b, c and e are 1, 2, 3 and 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sums(u8, u8);

impl Sums {
    /// The neutral element of both sums.
    pub const NEUTRAL: Self = Self(0, 0);

    /// φ of one peg, `right` columns right of the middle and `above` rows above it.
    fn of_peg(right: i16, above: i16) -> Self {
        let element = |colour: i16| [1, 2, 3][usize::from(colour.rem_euclid(3).unsigned_abs())];
        Self(element(right + above), element(right - above))
    }

    /// φ of the positions of a class, by the pegs left in the square of four.
    pub fn of_signature(signature: Signature) -> Self {
        let [[left, middle], [below_left, below]] = signature.0;
        let cells = [
            (left, Self::of_peg(-1, 0)),
            (middle, Self::of_peg(0, 0)),
            (below_left, Self::of_peg(-1, -1)),
            (below, Self::of_peg(0, -1)),
        ];
        let pegs = cells.into_iter().filter(|(peg, _)| *peg);
        pegs.fold(Self::NEUTRAL, |sum, (_, of_peg)| sum + of_peg)
    }
}

impl Add for Sums {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 ^ other.0, self.1 ^ other.1)
    }
}

impl fmt::Display for Sums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |element: u8| ['e', 'a', 'b', 'c'][usize::from(element)];
        write!(f, "({},{})", letter(self.0), letter(self.1))
    }
}

/// φ of a position; `None` where lines are not only rows and columns.
pub fn sums(board: &Board, position: &Position) -> Option<Sums> {
    let middle = Cell::new(board.width() / 2, board.height() / 2);
    let of_peg = |cell: Cell| Sums::of_peg(cell.x - middle.x, middle.y - cell.y);
    (board.geometry() == Geometry::Square).then(|| {
        let pegs = board.counted(position);
        let pegs = pegs.map(|hole| of_peg(board.cell(hole)));
        pegs.fold(Sums::NEUTRAL, Add::add)
    })
}

/// φ of start, goal and full board, for people; empty where there is none.
pub(super) fn explanation(puzzle: &Puzzle) -> String {
    let board = puzzle.board();
    let full = Position::from_holes(board.len(), 0..board.drawn().len());
    let (Some(start), Some(full)) = (sums(board, puzzle.start()), sums(board, &full)) else {
        return String::new();
    };
    let goal = puzzle.goal().position();
    let goal = goal.and_then(|goal| sums(board, goal));
    let goal = goal.map_or(String::new(), |sums| format!("{sums} of the goal, "));
    // A peg that is put back changes the sums of the board.
    let complements = if full == Sums::NEUTRAL || board.put_back().is_some() {
        ""
    } else {
        ", so no position leads to its complement"
    };
    let hand = if puzzle.has_hand(puzzle.start()) {
        " with the peg in hand"
    } else {
        ""
    };
    format!(
        "Sums in the group of a, b, c and e: {start} of the start{hand}, {goal}{full} of the full board{complements}.\n"
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Sums, sums};
    use crate::certify::class::{Signature, reduction};
    use saut_peg::peg::notation::{Digits, read_cell};
    use saut_peg::peg::{Board, Position, boards};

    fn phi(board: &Board, cells: &str) -> String {
        let hole = |cell| {
            board
                .hole(read_cell(board, cell, Digits::ColumnFirst).unwrap())
                .unwrap()
        };
        let position = Position::from_holes(board.len(), cells.split_whitespace().map(hole));
        sums(board, &position).unwrap().to_string()
    }

    #[test]
    fn holes_and_boards_have_the_sums_that_the_literature_gives() {
        let english = boards::named("english").unwrap();
        // (0,0), (-1,-3), (1,3), (3,1), (-3,1): columns and rows from the middle.
        for (cell, sums) in [
            ("44", "(a,a)"),
            ("31", "(c,c)"),
            ("57", "(b,b)"),
            ("75", "(b,c)"),
            ("15", "(b,c)"),
        ] {
            assert_eq!(phi(&english, cell), sums, "{cell}");
        }
        let middle = Position::from_holes(33, [16]);
        let of = |position: &Position| sums(&english, position).unwrap().to_string();
        assert_eq!(of(&middle), "(a,a)");
        assert_eq!(of(&middle.complement()), "(a,a)");
        assert_eq!(of(&english.full()), "(e,e)");
        let french = boards::named("french").unwrap();
        assert_eq!(sums(&french, &french.full()).unwrap().to_string(), "(a,a)");
        let triangle = boards::named("triangle-5").unwrap();
        assert_eq!(sums(&triangle, &triangle.full()), None);
    }

    #[test]
    fn a_jump_keeps_the_sums_and_another_hole_does_not() {
        for name in ["english", "french", "square-6", "rectangle-7x1"] {
            let board = boards::named(name).unwrap();
            let of = |holes: &[usize]| {
                sums(
                    &board,
                    &Position::from_holes(board.len(), holes.iter().copied()),
                )
            };
            for &jump in board.jumps() {
                let [from, over, to] = board.holes_of(jump);
                assert_eq!(of(&[from, over]), of(&[to]), "{name}");
                assert_ne!(of(&[from, over]), of(&[over]), "{name}");
            }
        }
    }

    #[test]
    fn sums_are_equal_just_where_the_signatures_are() {
        let by_signature: BTreeMap<Sums, Signature> = Signature::all()
            .into_iter()
            .map(|signature| (Sums::of_signature(signature), signature))
            .collect();
        assert_eq!(by_signature.len(), 16);
        let board = boards::named("square-3").unwrap();
        for pegs in 0..1_usize << 9 {
            let holes = (0..9).filter(|hole| pegs >> hole & 1 == 1);
            let position = Position::from_holes(9, holes);
            let signature = reduction(&board, &position).unwrap().signature;
            let found = sums(&board, &position).unwrap();
            assert_eq!(by_signature[&found], signature);
        }
    }
}
