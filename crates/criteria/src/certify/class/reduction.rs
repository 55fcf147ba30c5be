//! The reduction, step by step: all pegs into a square of nine holes in the middle, that into four.
//!
//! Two rules are enough. A peg may be carried three holes along a row or a column, because a jump
//! there and a jump undone do that. And a peg may be replaced by one in each of the next two holes
//! of its row or column. Two pegs in one hole cancel. What is left in the square of four is the
//! *signature*: it is the same just for positions of one class, and a last peg can be left only if
//! it is that of one peg.
//!
//! Reiss (1857); Hermary; Lucas, *Récréations mathématiques*, volume 1, pages 118 to 127.

use saut_peg::peg::{Board, Cell, Geometry, Hole, Position};

/// A square of three holes by three with the number of pegs in each, rows from the top.
pub type Nine = [[u32; 3]; 3];

/// Pegs left in the lower left four of the nine holes, rows from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature(pub [[bool; 2]; 2]);

/// A reduction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// The upper left cell of the nine.
    pub corner: Cell,
    /// The pegs that were carried, and where to.
    pub carried: Vec<(Cell, Cell)>,
    /// After that.
    pub nine: Nine,
    /// After each of the three in the top row was replaced by two below it.
    pub six: Nine,
    /// After each of the two in the right column was replaced by two to the left.
    pub four: Nine,
    /// Signature of these pegs, after pairs cancel.
    pub signature: Signature,
}

/// The reduction of a position; `None` where lines are not only rows and columns.
pub fn reduction(board: &Board, position: &Position) -> Option<Reduction> {
    if board.geometry() != Geometry::Square {
        return None;
    }
    let corner = Cell::new(board.width() / 2 - 1, board.height() / 2 - 1);
    let mut carried = Vec::new();
    let mut nine = Nine::default();
    for hole in position.holes() {
        let cell = board.cell(hole);
        let near = |value: i16, first: i16| first + (value - first).rem_euclid(3);
        let to = Cell::new(near(cell.x, corner.x), near(cell.y, corner.y));
        if to != cell {
            carried.push((cell, to));
        }
        let [column, row] =
            [to.x - corner.x, to.y - corner.y].map(|at| usize::from(at.unsigned_abs()));
        nine[row][column] += 1;
    }
    let mut six = nine;
    let [top, middle, bottom] = &mut six;
    for ((top, middle), bottom) in top.iter_mut().zip(middle).zip(bottom) {
        let pegs = std::mem::take(top);
        *middle += pegs;
        *bottom += pegs;
    }
    let mut four = six;
    for row in &mut four {
        let right = std::mem::take(&mut row[2]);
        row[0] += right;
        row[1] += right;
    }
    let odd = |row: usize| [four[row][0] % 2 == 1, four[row][1] % 2 == 1];
    Some(Reduction {
        corner,
        carried,
        nine,
        six,
        four,
        signature: Signature([odd(1), odd(2)]),
    })
}

impl Signature {
    /// All sixteen: no peg, one peg, two, three and four.
    pub fn all() -> Vec<Self> {
        let mut all: Vec<Self> = (0..16_u8)
            .map(|bits| {
                let bit = |number: u8| bits >> number & 1 == 1;
                Self([[bit(0), bit(1)], [bit(2), bit(3)]])
            })
            .collect();
        all.sort_by_key(|signature| signature.pegs());
        all
    }

    /// The number of its pegs.
    pub fn pegs(self) -> usize {
        self.0.iter().flatten().filter(|peg| **peg).count()
    }

    /// The name that a French study of the 37-hole board gives its class: `G1` to `G9` the winning ones (its
    /// *gagnante 1* and so on), `P1` to `P7` the losing ones (*perdante*), by the pegs left in its four
    /// cells 34 44 above 33 43, in the order in which its table of growth has them.
    pub fn class_name(self) -> &'static str {
        let [[c34, c44], [c33, c43]] = self.0.map(|row| row.map(u8::from));
        match [c33, c34, c43, c44] {
            [0, 0, 0, 1] => "G1",
            [0, 0, 1, 0] => "G2",
            [1, 0, 0, 0] => "G3",
            [0, 1, 0, 0] => "G4",
            [0, 1, 0, 1] => "G5",
            [0, 0, 1, 1] => "G6",
            [1, 0, 1, 0] => "G7",
            [1, 1, 0, 0] => "G8",
            [1, 1, 1, 1] => "G9",
            [0, 1, 1, 1] => "P2",
            [1, 0, 1, 1] => "P3",
            [1, 1, 1, 0] => "P4",
            [1, 1, 0, 1] => "P5",
            [1, 0, 0, 1] => "P6",
            [0, 1, 1, 0] => "P7",
            _ => "P1",
        }
    }

    /// Place in the nine where a single peg has this signature, as row and column from the top left; `None`
    /// if no single peg has.
    pub fn single(self) -> Option<(usize, usize)> {
        let places = (0..9).map(|place| (place / 3, place % 3));
        let of = |row: usize, column: usize| {
            // A row of the nine stands for itself, or at the top for both others; columns likewise.
            let rows = [row != 2, row != 1];
            let columns = [column != 1, column != 0];
            Self(rows.map(|in_row| columns.map(|in_column| in_row && in_column)))
        };
        places
            .into_iter()
            .find(|&(row, column)| of(row, column) == self)
    }

    /// Whether a position of this signature may come down to one peg, on a board large enough.
    pub fn is_winning(self) -> bool {
        self.single().is_some()
    }
}

/// The holes of a board in which a single peg has this signature: congruent holes.
pub fn congruent(board: &Board, signature: Signature) -> Vec<Hole> {
    let has = |&hole: &Hole| {
        let single = Position::from_holes(board.len(), [hole]);
        reduction(board, &single).is_some_and(|reduced| reduced.signature == signature)
    };
    (0..board.len()).filter(has).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Signature, congruent, reduction};
    use crate::certify::class::reduced;
    use saut_base::random::Random;
    use saut_peg::peg::notation::{Digits, read_cell};
    use saut_peg::peg::{Goal, Position, Puzzle, boards};

    #[test]
    fn of_sixteen_signatures_nine_are_of_one_peg() {
        let all = Signature::all();
        let number = |pegs: usize| all.iter().filter(|one| one.pegs() == pegs).count();
        assert_eq!([0, 1, 2, 3, 4].map(number), [1, 4, 6, 4, 1]);
        assert_eq!(all.iter().filter(|one| one.is_winning()).count(), 9);
        let lost = all.iter().filter(|one| !one.is_winning());
        // The two diagonals, three pegs, and the empty one.
        let pegs: Vec<usize> = lost.map(|one| one.pegs()).collect();
        assert_eq!(pegs, [0, 2, 2, 3, 3, 3, 3]);
    }

    #[test]
    fn classes_are_called_by_the_cells_that_the_growth_table_gives() {
        let board = boards::named("french").unwrap();
        let name = |cells: &str| {
            let hole = |cell| board.hole(read_cell(&board, cell, Digits::ColumnFirst)?);
            let holes = cells.split_whitespace().filter_map(hole);
            let position = Position::from_holes(37, holes);
            reduction(&board, &position).unwrap().signature.class_name()
        };
        for (called, cells) in [
            ("G1", "44"),
            ("G2", "43"),
            ("G3", "33"),
            ("G4", "34"),
            ("G5", "34 44"),
            ("G6", "43 44"),
            ("G7", "33 43"),
            ("G8", "33 34"),
            ("G9", "33 34 43 44"),
            ("P1", "31 34"),
            ("P2", "34 43 44"),
            ("P3", "33 43 44"),
            ("P4", "33 34 43"),
            ("P5", "33 34 44"),
            ("P6", "33 44"),
            ("P7", "34 43"),
        ] {
            assert_eq!(name(cells), called);
        }
        for signature in Signature::all() {
            let is_winning = signature.class_name().starts_with('G');
            assert_eq!(is_winning, signature.is_winning());
        }
    }

    #[test]
    fn signatures_are_equal_just_where_the_classes_are() {
        let mut random = Random::new(9);
        for name in ["english", "french", "square-6", "rectangle-7x3"] {
            let board = boards::named(name).unwrap();
            let mut class_of = BTreeMap::new();
            for _ in 0..400 {
                let holes = (0..board.len()).filter(|_| random.below(2) == 0);
                let position = Position::from_holes(board.len(), holes);
                if position.is_empty() {
                    continue;
                }
                let goal = Goal::one_peg(&board);
                let puzzle = Puzzle::new("p", board.clone(), position.clone(), goal).unwrap();
                let class = reduced(&puzzle).start.holes().collect::<Vec<_>>();
                let signature = reduction(&board, &position).unwrap().signature;
                assert_eq!(class_of.entry(signature).or_insert(class.clone()), &class);
            }
            let mut classes: Vec<_> = class_of.values().collect();
            classes.sort();
            classes.dedup();
            assert_eq!((class_of.len(), classes.len()), (16, 16), "{name}");
        }
    }

    #[test]
    fn a_jump_keeps_the_signature_and_another_hole_does_not() {
        let board = boards::named("french").unwrap();
        let of = |holes: &[usize]| {
            let position = Position::from_holes(37, holes.iter().copied());
            reduction(&board, &position).unwrap().signature
        };
        for &jump in board.jumps() {
            let [from, over, to] = board.holes_of(jump);
            assert_eq!(of(&[from, over]), of(&[to]));
            assert_ne!(of(&[from, over]), of(&[over]));
        }
    }

    #[test]
    fn the_middle_of_the_french_board_is_congruent_to_four_holes_of_its_edge() {
        let board = boards::named("french").unwrap();
        let signature = reduction(&board, &Position::from_holes(37, [18]))
            .unwrap()
            .signature;
        assert_eq!(congruent(&board, signature).len(), 5);
        let all: usize = Signature::all()
            .iter()
            .map(|&one| congruent(&board, one).len())
            .sum();
        assert_eq!(all, 37);
    }

    #[test]
    fn triangles_are_not_reduced_so() {
        let board = boards::named("triangle-5").unwrap();
        assert_eq!(reduction(&board, &board.full()), None);
    }
}
