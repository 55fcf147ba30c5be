//! The lattice of a picture: how far holes of a row stand apart, and whether rows are in line or shifted
//! by half a hole against each other.
//!
//! A stride of one or two columns is usual, more are read too. Where several lattices fit, the one on which
//! the holes hang together in the fewest pieces is taken: the English board with spaces between its holes
//! is 13 columns without a neighbour, or seven with four each. Rows shifted by half a hole are a triangle.

use std::collections::{BTreeMap, BTreeSet};

use super::{Cell, Geometry};

/// Holes as they lie on one lattice, in the order of the marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lattice {
    pub geometry: Geometry,
    pub cells: Vec<Cell>,
    /// Whether rows are shifted by half a hole.
    is_staggered: bool,
    /// The number of pieces in which its holes hang together.
    pub pieces: usize,
}

/// The farthest column or row, beyond every board, from which one step does not overflow.
const FARTHEST: i64 = 8192;

/// A mark: column and row.
pub(super) type Mark = (i64, i64);

/// The lattices that marks can stand on, the most likely first; several if a person has to say which.
/// `columns` are those of labels.
pub(super) fn lattices(
    marks: &[Mark],
    geometry: Option<Geometry>,
    columns: Option<&[usize]>,
) -> Vec<Lattice> {
    if let Some(labelled) = columns.and_then(|columns| on_labels(marks, columns)) {
        return vec![Lattice {
            geometry: geometry.unwrap_or_default(),
            ..labelled
        }];
    }
    let step = level_step(marks);
    if step == 0 && marks.iter().all(|mark| mark.0 == marks[0].0) {
        return Vec::from_iter(aligned(marks, 1, geometry.unwrap_or_default()));
    }
    // One mark a row: what rows are shifted by tells the stride.
    let across = marks.iter().fold(0, |step, mark| {
        common_divisor(step, (mark.0 - marks[0].0).abs())
    });
    let mut found: Vec<Lattice> = Vec::new();
    let strides: Vec<i64> = match step {
        0 => vec![2 * across, 2, 1],
        _ => (1..=step)
            .rev()
            .filter(|stride| step % stride == 0)
            .collect(),
    };
    for stride in strides {
        let is_wanted = |kind| geometry.is_none_or(|asked| asked == kind);
        let in_line = aligned(marks, stride, geometry.unwrap_or_default());
        if in_line.is_none() && is_wanted(Geometry::Triangle) {
            found.extend(staggered(marks, stride));
        }
        if in_line.is_none() && geometry == Some(Geometry::Square) {
            found.extend(staggered(marks, stride).map(|one| turned(&one)));
        }
        if step > 0 || stride == 1 {
            found.extend(in_line);
        }
    }
    if step == 0 {
        found.extend(aligned(marks, across, geometry.unwrap_or_default()));
    }
    let fewest = found.iter().map(|lattice| lattice.pieces).min();
    let diagonal = step == 0 && geometry.is_none();
    found.retain(|lattice| Some(lattice.pieces) == fewest || diagonal);
    let mut different: Vec<Lattice> = Vec::new();
    for lattice in found {
        let same = |other: &Lattice| {
            other.geometry == lattice.geometry && shifted(&other.cells) == shifted(&lattice.cells)
        };
        if !different.iter().any(same) {
            different.push(lattice);
        }
    }
    match geometry {
        Some(Geometry::Triangle) => {
            different.truncate(1);
            let whole = |one: Lattice| {
                if one.is_staggered {
                    one
                } else {
                    stairs(&one).unwrap_or(one)
                }
            };
            different.into_iter().map(whole).collect()
        }
        Some(_) => {
            different.truncate(1);
            different
        }
        None => with_others(different),
    }
}

/// Adds the other readings of shapes that are drawn the same in two geometries.
fn with_others(lattices: Vec<Lattice>) -> Vec<Lattice> {
    let mut all = Vec::new();
    for lattice in lattices {
        let other = match lattice.geometry {
            Geometry::Square => stairs(&lattice),
            _ => is_rhombus(&lattice.cells).then(|| turned(&lattice)),
        };
        all.push(lattice);
        all.extend(other);
    }
    all
}

/// The greatest step that all distances within rows are multiples of; 0 if no row has two marks.
fn level_step(marks: &[Mark]) -> i64 {
    let mut first: BTreeMap<i64, i64> = BTreeMap::new();
    let mut step = 0;
    for &(x, y) in marks {
        let begin = *first.entry(y).or_insert(x);
        step = common_divisor(step, (x - begin).abs());
    }
    step
}

fn common_divisor(one: i64, other: i64) -> i64 {
    if other == 0 {
        one
    } else {
        common_divisor(other, one % other)
    }
}

/// All rows in line.
fn aligned(marks: &[Mark], stride: i64, geometry: Geometry) -> Option<Lattice> {
    let left = marks.iter().map(|&(x, _)| x).min()?;
    let cell = |&(x, y): &Mark| {
        let along = x - left;
        (along % stride == 0)
            .then(|| cell(along / stride, y))
            .flatten()
    };
    lattice(geometry, marks.iter().map(cell).collect())
}

/// Each row shifted by half a stride against the next, as triangles are drawn. Left-aligned again, a step down
/// to the left is one down, and a step down to the right is one along the diagonal.
fn staggered(marks: &[Mark], stride: i64) -> Option<Lattice> {
    if stride % 2 != 0 {
        return None;
    }
    let half = stride / 2;
    let left = marks.iter().map(|&(x, y)| x + y * half).min()?;
    let cell = |&(x, y): &Mark| {
        let along = x + y * half - left;
        (along % stride == 0)
            .then(|| cell(along / stride, y))
            .flatten()
    };
    let lattice = lattice(Geometry::Triangle, marks.iter().map(cell).collect())?;
    Some(Lattice {
        is_staggered: true,
        ..lattice
    })
}

/// Marks that stand below or above labels of columns.
fn on_labels(marks: &[Mark], columns: &[usize]) -> Option<Lattice> {
    let cell = |&(x, y): &Mark| {
        let index = columns
            .iter()
            .position(|&column| i64::try_from(column) == Ok(x))?;
        cell(i64::try_from(index).ok()?, y)
    };
    lattice(Geometry::Square, marks.iter().map(cell).collect())
}

fn cell(x: i64, y: i64) -> Option<Cell> {
    let is_near = |value: i64| value.abs() <= FARTHEST;
    if !is_near(x) || !is_near(y) {
        return None;
    }
    Some(Cell::new(i16::try_from(x).ok()?, i16::try_from(y).ok()?))
}

fn lattice(geometry: Geometry, cells: Option<Vec<Cell>>) -> Option<Lattice> {
    let cells = cells?;
    let pieces = pieces(geometry, &cells).len();
    Some(Lattice {
        geometry,
        cells,
        is_staggered: false,
        pieces,
    })
}

/// The holes by pieces in which neighbours hang together.
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

/// The cells moved to column 0 and row 0, in order.
pub(super) fn shifted(cells: &[Cell]) -> Vec<Cell> {
    let left = cells.iter().map(|cell| cell.x).min().unwrap_or(0);
    let top = cells.iter().map(|cell| cell.y).min().unwrap_or(0);
    let mut cells: Vec<Cell> = cells
        .iter()
        .map(|cell| Cell::new(cell.x - left, cell.y - top))
        .collect();
    cells.sort_unstable();
    cells
}

/// First and last column of each row, if rows follow each other and none has a gap.
fn solid_rows(cells: &[Cell]) -> Option<Vec<(i16, i16)>> {
    let mut rows: Vec<(i16, i16)> = Vec::new();
    for cell in shifted(cells) {
        let y = usize::try_from(cell.y).ok()?;
        if y == rows.len() {
            rows.push((cell.x, cell.x));
            continue;
        }
        let (_, last) = rows.get_mut(y)?;
        if *last + 1 != cell.x {
            return None;
        }
        *last = cell.x;
    }
    Some(rows)
}

/// A triangle whose rows are drawn in line at the left, at the right or in the middle: at least three rows,
/// each of one hole more than the one before, or each of one less.
fn stairs(lattice: &Lattice) -> Option<Lattice> {
    let rows = solid_rows(&lattice.cells)?;
    let length = |&(first, last): &(i16, i16)| last - first + 1;
    let steps: Vec<i16> = rows
        .windows(2)
        .map(|pair| length(&pair[1]) - length(&pair[0]))
        .collect();
    let step = *steps.first()?;
    if rows.len() < 3 || step.abs() != 1 || steps.iter().any(|&other| other != step) {
        return None;
    }
    let longest = rows.iter().map(length).max()?;
    let starts = |wanted: &dyn Fn(i16) -> i16| {
        let offset = rows[0].0 - wanted(longest - length(&rows[0]));
        rows.iter()
            .all(|row| row.0 - offset == wanted(longest - length(row)))
    };
    let is_drawn_so = starts(&|_| 0)
        || starts(&|short| short)
        || starts(&|short| short / 2)
        || starts(&|short| (short + 1) / 2);
    if !is_drawn_so {
        return None;
    }
    let top = lattice.cells.iter().map(|cell| cell.y).min()?;
    let left = lattice.cells.iter().map(|cell| cell.x).min()?;
    let moved = |cell: &Cell| {
        let row = cell.y - top;
        let begin = rows[usize::try_from(row).unwrap_or(0)].0;
        let shift = if step > 0 { 0 } else { row };
        Cell::new(cell.x - left - begin + shift, row)
    };
    let cells = lattice.cells.iter().map(moved).collect();
    self::lattice(Geometry::Triangle, Some(cells))
}

/// Whether shifted rows have one hole, two, three and so on, and then one less each: a triangular rhombus, or a
/// square that stands on a corner.
fn is_rhombus(cells: &[Cell]) -> bool {
    let mut counts: BTreeMap<i16, usize> = BTreeMap::new();
    for cell in cells {
        *counts.entry(cell.y).or_default() += 1;
    }
    let counts: Vec<usize> = counts.into_values().collect();
    let side = counts.len().div_ceil(2);
    let is_even = counts.len() % 2 == 1 && side >= 3;
    let wanted = (1..=side).chain((1..side).rev());
    is_even && counts.iter().copied().eq(wanted) && {
        // Centred: the triangle's left-aligned cells have the shape of a parallelogram.
        let cells = shifted(cells);
        let widest = i16::try_from(side).unwrap_or(i16::MAX);
        cells
            .iter()
            .all(|cell| cell.x < widest && cell.y - cell.x >= 0 && cell.y - cell.x < widest)
    }
}

/// Shifted rows as a square lattice that stands on a corner: down to the left is down, down to the
/// right is right.
fn turned(lattice: &Lattice) -> Lattice {
    let cells: Vec<Cell> = lattice
        .cells
        .iter()
        .map(|cell| Cell::new(cell.x, cell.y - cell.x))
        .collect();
    let pieces = pieces(Geometry::Square, &cells).len();
    Lattice {
        geometry: Geometry::Square,
        cells,
        is_staggered: true,
        pieces,
    }
}
