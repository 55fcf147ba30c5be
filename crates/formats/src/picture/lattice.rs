//! The lattice of a picture: the distance between holes of a row, and whether rows are in line or shifted by half a
//! hole against each other.
//!
//! A distance of one or two columns is usual, but larger distances are supported. If several lattices fit, the lattice
//! on which the holes form the fewest connected pieces is chosen. For example, the English board with spaces between
//! its holes is either 13 columns without neighbours, or seven columns with four neighbours each. Rows shifted by half
//! a hole are a triangle.
//!
//! Blanks between holes can be spacing, but drawn walls cannot: `o#o#.` has five columns. A wall between two holes is
//! on the same lattice as the holes. A wall outside the holes of a row can belong to a frame. Such a wall is on the
//! lattice if the signs of all rows are equally far apart.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools as _;
use saut_base::divisor::gcd;
use saut_peg::peg::{Cell, Geometry};

/// The holes on one lattice, in the order of the marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lattice {
    pub geometry: Geometry,
    pub cells: Vec<Cell>,
    pub walls: Vec<Cell>,
    /// Whether rows are shifted by half a hole.
    is_staggered: bool,
    /// The number of connected pieces of the holes.
    pub pieces: usize,
}

impl Lattice {
    fn new(geometry: Geometry, cells: Vec<Cell>, walls: Vec<Cell>) -> Self {
        let pieces = pieces(geometry, &cells).len();
        Self {
            geometry,
            cells,
            walls,
            is_staggered: false,
            pieces,
        }
    }

    /// Returns the number of connected pieces of its holes and walls.
    fn sign_pieces(&self) -> usize {
        let signs: Vec<Cell> = self.cells.iter().chain(&self.walls).copied().collect();
        pieces(self.geometry, &signs).len()
    }

    /// Returns the lattice as a triangle: unchanged if its rows are shifted, otherwise with its rows as stairs, if they
    /// form stairs.
    fn triangle(self) -> Self {
        if self.is_staggered {
            return self;
        }
        stairs(&self).unwrap_or(self)
    }
}

/// The largest column or row. It is far larger than any board, and one more step does not overflow.
const FARTHEST: i16 = 8192;

/// A mark: column and row.
pub(super) type Mark = (i64, i64);

/// Holes and drawn walls, with the known properties of their lattice.
#[derive(Clone, Copy)]
pub(super) struct Marks<'a> {
    pub holes: &'a [Mark],
    pub walls: &'a [Mark],
    /// The geometry that a flag gives.
    pub geometry: Option<Geometry>,
    /// The columns of labels.
    pub columns: Option<&'a [usize]>,
}

impl Marks<'_> {
    /// Returns the possible lattices of the holes, the most likely first. The user has to choose between several
    /// lattices. Holes in the fields of a table are in line, or a triangle if its rows are drawn like one.
    pub fn lattices(self, is_table: bool) -> Vec<Lattice> {
        if let Some(labelled) = self.labelled() {
            return vec![labelled];
        }
        if is_table {
            return self.of_fields();
        }
        let rows = self.rows();
        let (first, last) = (rows.keys().next(), rows.keys().next_back());
        let mut walls = self.walls.to_vec();
        walls.retain(|(_, y)| first <= Some(y) && Some(y) <= last);
        let together = rows.values().copied().reduce(joined).unwrap_or_default();
        let mut between = walls.clone();
        between.retain(|(x, y)| {
            let (begin, end) = rows.get(y).copied().unwrap_or(together);
            (begin..=end).contains(x)
        });
        let with = |walls| Marks { walls, ..self };
        let is_flat = |found: &[Lattice]| found.iter().all(|one| !one.is_staggered);
        let all = with(&walls);
        let is_without_blanks = all.is_without_blanks();
        let mut found = with(if is_without_blanks { &walls } else { &between }).fitting();
        // With a given geometry, each character may be a hole.
        if !is_without_blanks && self.geometry.is_some() && is_flat(&found) {
            add_different(&mut found, all.fitting());
        }
        // Walls can also fill the places between the holes of a triangle.
        if !walls.is_empty() && is_flat(&found) {
            let mut shifted_rows = with(&[]).fitting();
            shifted_rows.retain(|one| one.is_staggered && one.geometry == Geometry::Triangle);
            if self.geometry == Some(Geometry::Triangle) && !shifted_rows.is_empty() {
                return shifted_rows;
            }
            add_different(&mut found, shifted_rows);
        }
        found
    }

    fn of_fields(self) -> Vec<Lattice> {
        let Some(in_line) = self.on(1, 0) else {
            return Vec::new();
        };
        let shifted_rows = self.on(2, 1);
        let shifted_rows = shifted_rows.filter(|one| one.pieces == 1 && in_line.pieces > 1);
        match self.geometry {
            None => {
                let mut found = with_others(vec![in_line]);
                found.extend(shifted_rows);
                found
            }
            Some(Geometry::Triangle) => vec![shifted_rows.unwrap_or_else(|| in_line.triangle())],
            Some(Geometry::Square | Geometry::SquareDiagonal) => vec![in_line],
        }
    }

    /// Returns the lattice whose columns have these labels, if the holes are below them.
    fn labelled(self) -> Option<Lattice> {
        let columns = self.columns?;
        let place = |&(x, y): &Mark| {
            let is_here = |&column: &usize| i64::try_from(column) == Ok(x);
            let index = columns.iter().position(is_here)?;
            cell(i64::try_from(index).ok()?, y)
        };
        let cells = self.holes.iter().map(place).collect::<Option<_>>()?;
        let walls = self.walls.iter().filter_map(place).collect();
        let geometry = self.geometry.unwrap_or_default();
        Some(Lattice::new(geometry, cells, walls))
    }

    /// Returns the rows of holes, each with the columns of its first and last hole.
    fn rows(self) -> BTreeMap<i64, (i64, i64)> {
        let mut rows = BTreeMap::new();
        for &(x, y) in self.holes {
            let row = rows.entry(y).or_insert((x, x));
            *row = joined(*row, (x, x));
        }
        rows
    }

    fn signs(self) -> impl Iterator<Item = Mark> {
        self.holes.iter().chain(self.walls).copied()
    }

    /// Whether the signs of all rows are equally far apart.
    fn is_without_blanks(self) -> bool {
        let signs = self
            .signs()
            .map(|(x, y)| (y, x))
            .sorted_unstable()
            .tuple_windows();
        let in_row = signs.filter(|(one, next)| one.0 == next.0);
        in_row
            .map(|(one, next)| next.1 - one.1)
            .all_equal_value()
            .is_ok()
    }

    /// Returns the lattices that contain all holes and walls.
    fn fitting(self) -> Vec<Lattice> {
        let left = self.holes[0].0;
        // The greatest common divisor of all distances within rows, or 0 if no row has two signs.
        let mut first: BTreeMap<i64, i64> = BTreeMap::new();
        let step = self.signs().fold(0, |step, (x, y)| {
            gcd(step, (x - *first.entry(y).or_insert(x)).abs())
        });
        let across = self
            .signs()
            .fold(0, |step, (x, _)| gcd(step, (x - left).abs()));
        if across == 0 {
            return Vec::from_iter(self.on(1, 0));
        }
        // If each row has one sign, the shift of the rows determines the distance.
        let strides: Vec<i64> = match step {
            0 => vec![2 * across, 2, 1],
            _ => (1..=step)
                .rev()
                .filter(|stride| step % stride == 0)
                .collect(),
        };
        let mut found: Vec<Lattice> = Vec::new();
        for stride in strides {
            let in_line = self.on(stride, 0);
            if in_line.is_none() && stride % 2 == 0 {
                let shifted_rows = self.on(stride, stride / 2);
                match self.geometry {
                    None | Some(Geometry::Triangle) => found.extend(shifted_rows),
                    Some(Geometry::Square) => found.extend(shifted_rows.map(|one| turned(&one))),
                    Some(Geometry::SquareDiagonal) => {}
                }
            }
            if step > 0 || stride == 1 {
                found.extend(in_line);
            }
        }
        if step == 0 {
            found.extend(self.on(across, 0));
        }
        let fewest = found.iter().map(Lattice::sign_pieces).min();
        let is_diagonal = step == 0 && self.geometry.is_none();
        found.retain(|lattice| Some(lattice.sign_pieces()) == fewest || is_diagonal);
        let mut different: Vec<Lattice> = Vec::new();
        add_different(&mut different, found);
        if self.geometry.is_none() {
            return with_others(different);
        }
        different.truncate(1);
        if self.geometry == Some(Geometry::Triangle) {
            return different.into_iter().map(Lattice::triangle).collect();
        }
        different
    }

    /// Returns the lattice with `stride` columns from hole to hole, if all signs are on it. Each row is shifted by
    /// `half` against the next, as in drawings of triangles. In the left-aligned form, a step down to the left becomes
    /// a step down, and a step down to the right becomes a step along the diagonal.
    fn on(self, stride: i64, half: i64) -> Option<Lattice> {
        let along = |&(x, y): &Mark| x + y * half;
        let left = self.holes.iter().map(along).min()?;
        let place = |mark: &Mark| {
            let along = along(mark) - left;
            let is_on = along % stride == 0;
            is_on.then(|| cell(along / stride, mark.1)).flatten()
        };
        let cells = self.holes.iter().map(place).collect::<Option<_>>()?;
        let walls = self.walls.iter().map(place).collect::<Option<_>>()?;
        let geometry = match half {
            0 => self.geometry.unwrap_or_default(),
            _ => Geometry::Triangle,
        };
        Some(Lattice {
            is_staggered: half > 0,
            ..Lattice::new(geometry, cells, walls)
        })
    }
}

fn joined(one: (i64, i64), other: (i64, i64)) -> (i64, i64) {
    (one.0.min(other.0), one.1.max(other.1))
}

/// Adds the lattices that give boards not yet found.
fn add_different(found: &mut Vec<Lattice>, more: Vec<Lattice>) {
    for lattice in more {
        let same = |other: &Lattice| {
            other.geometry == lattice.geometry && shifted(&other.cells) == shifted(&lattice.cells)
        };
        if !found.iter().any(same) {
            found.push(lattice);
        }
    }
}

/// Adds the other readings of shapes that are drawn the same in two geometries.
fn with_others(lattices: Vec<Lattice>) -> Vec<Lattice> {
    let mut all = Vec::new();
    for lattice in lattices {
        let other = match lattice.geometry {
            Geometry::Square => stairs(&lattice),
            // A rhombus on a triangular lattice, and a square on one of its corners, are also read as squares.
            Geometry::Triangle | Geometry::SquareDiagonal => {
                Some(turned(&lattice)).filter(|turned| is_full_square(&turned.cells))
            }
        };
        all.push(lattice);
        all.extend(other);
    }
    all
}

fn cell(x: i64, y: i64) -> Option<Cell> {
    let near = |value: i64| {
        i16::try_from(value)
            .ok()
            .filter(|near| near.abs() <= FARTHEST)
    };
    Some(Cell::new(near(x)?, near(y)?))
}

/// Returns the connected pieces of the holes.
pub(super) fn pieces(geometry: Geometry, cells: &[Cell]) -> Vec<Vec<Cell>> {
    let mut left: BTreeSet<Cell> = cells.iter().copied().collect();
    let mut pieces = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut piece = vec![first];
        let mut next = 0;
        while let Some(&cell) = piece.get(next) {
            next += 1;
            for &direction in geometry.directions() {
                let neighbour = cell.step(direction, 1);
                if left.remove(&neighbour) {
                    piece.push(neighbour);
                }
            }
        }
        pieces.push(piece);
    }
    pieces
}

/// Returns the first column and the first row.
pub(super) fn corner(cells: &[Cell]) -> (i16, i16) {
    let least = |along: fn(&Cell) -> i16| cells.iter().map(along).min().unwrap_or(0);
    (least(|cell| cell.x), least(|cell| cell.y))
}

/// Returns the cells, shifted so that the first column and row are 0, and sorted.
pub(super) fn shifted(cells: &[Cell]) -> Vec<Cell> {
    let (left, top) = corner(cells);
    let moved = |cell: &Cell| Cell::new(cell.x - left, cell.y - top);
    cells.iter().map(moved).sorted_unstable().collect()
}

/// Returns a triangle whose rows are aligned at the left, at the right or in the middle. It has at least three rows
/// without gaps. Each row is one hole longer than the previous row, or each row is one hole shorter.
fn stairs(lattice: &Lattice) -> Option<Lattice> {
    let cells = shifted(&lattice.cells);
    let rows: Vec<&[Cell]> = cells.chunk_by(|one, next| one.y == next.y).collect();
    let length = |row: &[Cell]| row[row.len() - 1].x - row[0].x + 1;
    let mut numbered = (0..).zip(&rows);
    let is_solid =
        numbered.all(|(y, row)| row[0].y == y && usize::try_from(length(row)) == Ok(row.len()));
    let mut steps = rows
        .windows(2)
        .map(|pair| length(pair[1]) - length(pair[0]));
    let step = steps.next()?;
    if !is_solid || rows.len() < 3 || step.abs() != 1 || !steps.all(|other| other == step) {
        return None;
    }
    let longest = rows.iter().map(|row| length(row)).max()?;
    let begins: [fn(i16) -> i16; 4] = [
        |_| 0,
        |short| short,
        |short| short / 2,
        |short| (short + 1) / 2,
    ];
    let is_drawn_so = |begin: &fn(i16) -> i16| {
        let offset = |row: &[Cell]| row[0].x - begin(longest - length(row));
        rows.iter().all(|row| offset(row) == offset(rows[0]))
    };
    if !begins.iter().any(is_drawn_so) {
        return None;
    }
    let (left, top) = corner(&lattice.cells);
    let moved = |cell: &Cell| {
        let row = cell.y - top;
        let begin = rows[usize::try_from(row).unwrap_or(0)][0].x;
        let shift = if step > 0 { 0 } else { row };
        Cell::new(cell.x - left - begin + shift, row)
    };
    // Such rows have no walls between their holes.
    let cells = lattice.cells.iter().map(moved).collect();
    Some(Lattice::new(Geometry::Triangle, cells, Vec::new()))
}

/// Whether these are all cells of a square of at least three rows.
fn is_full_square(cells: &[Cell]) -> bool {
    let cells = shifted(cells);
    let last = cells.last().map_or(0, |cell| cell.x);
    let is_inside = cells.iter().all(|cell| cell.x <= last && cell.y <= last);
    let side = usize::try_from(last).unwrap_or(0) + 1;
    is_inside && side >= 3 && cells.len() == side * side
}

/// Converts shifted rows to a square lattice, which is turned by 45 degrees. A step down to the left becomes a step
/// down, and a step down to the right becomes a step right.
fn turned(lattice: &Lattice) -> Lattice {
    let turn = |cell: &Cell| Cell::new(cell.x, cell.y - cell.x);
    let cells = lattice.cells.iter().map(turn).collect();
    let walls = lattice.walls.iter().map(turn).collect();
    Lattice {
        is_staggered: true,
        ..Lattice::new(Geometry::Square, cells, walls)
    }
}
