//! The reduction of a position in steps: first all pegs are moved into a square of nine holes in the middle, and then
//! into four of these holes.
//!
//! Two rules are enough. A peg may be moved by three holes along a row or a column, because a jump and an undone jump
//! together have this effect. And a peg may be replaced by two pegs, in the next two holes of its row or column. Two
//! pegs in one hole cancel. The remaining pegs in the square of four are the *signature*. Two positions have the same
//! signature if and only if they have the same class. A game can end with one peg only if its start has the signature
//! of a single peg.
//!
//! Reiss (1857); Hermary; Lucas, *Récréations mathématiques*, volume 1, pages 118 to 127.

use saut_peg::peg::{Board, Cell, Geometry, Hole, Position};

/// The numbers of pegs in a square of three by three holes. The first row is at the top.
pub type Nine = [[u32; 3]; 3];

/// The pegs that remain in the lower left four of the nine holes. The first row is at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature(pub [[bool; 2]; 2]);

/// The steps of the reduction of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// The upper left cell of the nine holes.
    pub corner: Cell,
    /// The old and the new cell of each peg that was moved by the first rule.
    pub carried: Vec<(Cell, Cell)>,
    /// The nine holes after these moves.
    pub nine: Nine,
    /// The nine holes after each peg in the top row was replaced by pegs in the two holes below it.
    pub six: Nine,
    /// The nine holes after each peg in the right column was replaced by pegs in the two holes to its left.
    pub four: Nine,
    /// The signature: pairs of pegs in the same hole cancel.
    pub signature: Signature,
}

/// Returns the reduction of a position. `None` if the board has lines other than rows and columns.
pub fn reduction(board: &Board, position: &Position) -> Option<Reduction> {
    of_holes(board, position.holes())
}

/// As [`reduction`], but with a list of holes, in which a hole may occur twice.
pub(super) fn of_holes(board: &Board, holes: impl Iterator<Item = Hole>) -> Option<Reduction> {
    if board.geometry() != Geometry::Square {
        return None;
    }
    let corner = Cell::new(board.width() / 2 - 1, board.height() / 2 - 1);
    let mut carried = Vec::new();
    let mut nine = Nine::default();
    for hole in holes {
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
    let [top, middle, bottom] = nine;
    let with_top = |row: [u32; 3]| std::array::from_fn(|column| row[column] + top[column]);
    let six = [[0; 3], with_top(middle), with_top(bottom)];
    let four = six.map(|[left, middle, right]| [left + right, middle + right, 0]);
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

/// Returns the group element of a colour. The elements e, a, b and c are the numbers 0, 1, 2 and 3, so XOR adds them.
fn element(colour: i16) -> usize {
    usize::from(colour.rem_euclid(3).unsigned_abs()) + 1
}

const ELEMENTS: [char; 4] = ['e', 'a', 'b', 'c'];

/// Returns the letters g1 and g2 of a cell.
pub(super) fn letters(board: &Board, cell: Cell) -> [char; 2] {
    let (right, above) = (cell.x - board.width() / 2, board.height() / 2 - cell.y);
    [right + above, right - above].map(|colour| ELEMENTS[element(colour)])
}

impl Signature {
    /// Returns the two class invariants φ of this signature, as in `(a,b)`.
    ///
    /// The invariants are elements of a group of e, a, b and c. Its neutral element is e, every element is its own
    /// inverse, and the sum of two of a, b, c is the third. The hole i columns right of the middle and j rows above it
    /// has g1 = a, b or c by (i + j) mod 3, and g2 by (i - j) mod 3 in the same way. Then φ is the sum of the pairs
    /// (g1, g2) of all pegs. The three holes of a line have three different elements, so no jump changes φ. There are
    /// sixteen values, one for each class.
    ///
    /// Avis, Deza, Onn, *A combinatorial approach to the solitaire game* (2000).
    pub fn sums(self) -> String {
        let cells: [(i16, i16); 4] = [(-1, 0), (0, 0), (-1, -1), (0, -1)];
        let pegs = cells
            .into_iter()
            .zip(self.0.concat())
            .filter(|(_, peg)| *peg);
        let add = |[one, other]: [usize; 2], ((right, above), _)| {
            [one ^ element(right + above), other ^ element(right - above)]
        };
        let [one, other] = pegs.fold([0; 2], add).map(|sum| ELEMENTS[sum]);
        format!("({one},{other})")
    }

    /// Returns all sixteen signatures, sorted by their number of pegs.
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

    /// Returns the number of pegs in the signature.
    pub fn pegs(self) -> usize {
        self.0.iter().flatten().filter(|peg| **peg).count()
    }

    /// Returns the name of the class in a French study of the 37-hole board: `G1` to `G9` are the winning classes
    /// (*gagnante*), `P1` to `P7` are the losing classes (*perdante*). The four cells of a signature are 34 and 44, and
    /// below them 33 and 43. The numbers follow the table of growth in the study.
    pub fn class_name(self) -> &'static str {
        const NAMES: [&str; 16] = [
            "P1", "G1", "G2", "G6", "G4", "G5", "P7", "P2", "G3", "P6", "G7", "P3", "G8", "P5",
            "P4", "G9",
        ];
        let [[c34, c44], [c33, c43]] = self.0.map(|row| row.map(usize::from));
        NAMES[c33 << 3 | c34 << 2 | c43 << 1 | c44]
    }

    /// Returns the hole of the square of nine in which a single peg has this signature, as row and column from the top
    /// left. `None` if no single peg has this signature.
    pub fn single(self) -> Option<(usize, usize)> {
        let places = (0..9).map(|place| (place / 3, place % 3));
        let of = |row: usize, column: usize| {
            // A peg in the top row counts in both other rows; a peg in another row counts only in its own row. The same
            // holds for columns, with the right column in place of the top row.
            let rows = [row != 2, row != 1];
            let columns = [column != 1, column != 0];
            Self(rows.map(|in_row| columns.map(|in_column| in_row && in_column)))
        };
        places
            .into_iter()
            .find(|&(row, column)| of(row, column) == self)
    }

    /// Whether a single peg has this signature, so that positions with this signature may be reducible to one peg.
    pub fn is_winning(self) -> bool {
        self.single().is_some()
    }
}

/// Returns the holes of a board in which a single peg has this signature. Such holes are called congruent.
pub fn congruent(board: &Board, signature: Signature) -> Vec<Hole> {
    let has = |&hole: &Hole| {
        let single = Position::from_holes(board.len(), [hole]);
        reduction(board, &single).is_some_and(|reduced| reduced.signature == signature)
    };
    (0..board.len()).filter(has).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Signature, congruent, reduction};
    use saut_peg::peg::notation::{Digits, read_cell};
    use saut_peg::peg::{Position, boards};

    #[test]
    fn of_sixteen_signatures_nine_are_of_one_peg() {
        let all = Signature::all();
        let number = |pegs: usize| all.iter().filter(|one| one.pegs() == pegs).count();
        assert_eq!([0, 1, 2, 3, 4].map(number), [1, 4, 6, 4, 1]);
        assert_eq!(all.iter().filter(|one| one.is_winning()).count(), 9);
        let lost = all.iter().filter(|one| !one.is_winning());
        // The losing signatures are the two diagonals, the four with three pegs, and the empty signature.
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
    fn sums_in_the_group_are_those_that_the_literature_gives() {
        let english = boards::named("english").unwrap();
        let sums = |holes: Position| reduction(&english, &holes).unwrap().signature.sums();
        // Counted from the middle, the columns and rows of these cells are (0,0), (-1,-3), (1,3), (3,1), (-3,1).
        for (cell, pair) in [
            ("44", "(a,a)"),
            ("31", "(c,c)"),
            ("57", "(b,b)"),
            ("75", "(b,c)"),
            ("15", "(b,c)"),
        ] {
            let cell = read_cell(&english, cell, Digits::ColumnFirst).unwrap();
            let hole = Position::from_holes(33, english.hole(cell));
            assert_eq!(sums(hole), pair, "{cell:?}");
        }
        let middle = Position::from_holes(33, [16]);
        assert_eq!(sums(middle.complement()), "(a,a)");
        assert_eq!(sums(english.full()), "(e,e)");
        let french = boards::named("french").unwrap();
        let full = reduction(&french, &french.full()).unwrap();
        assert_eq!(full.signature.sums(), "(a,a)");
        let all: BTreeSet<String> = Signature::all().into_iter().map(Signature::sums).collect();
        assert_eq!(all.len(), 16);
    }

    #[test]
    fn letters_of_single_holes_are_their_sums() {
        for name in ["english", "french", "square-5", "german"] {
            let board = boards::named(name).unwrap();
            for hole in 0..board.len() {
                let [one, other] = super::letters(&board, board.cell(hole));
                let single = Position::from_holes(board.len(), [hole]);
                let sums = reduction(&board, &single).unwrap().signature.sums();
                assert_eq!(sums, format!("({one},{other})"), "{name} {hole}");
            }
        }
    }

    #[test]
    fn triangles_are_not_reduced_so() {
        let board = boards::named("triangle-5").unwrap();
        assert_eq!(reduction(&board, &board.full()), None);
    }
}
