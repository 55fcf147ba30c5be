//! The lattice of a picture: how far holes of a row stand apart, and whether rows are in line or shifted
//! by half a hole against each other.
//!
//! A stride of one or two columns is usual, more are read too. Where several lattices fit, the one on which
//! the holes hang together in the fewest pieces is taken: the English board with spaces between its holes
//! is 13 columns without a neighbour, or seven with four each. Rows shifted by half a hole are a triangle.
//!
//! Blanks between holes can be spacing, walls that are drawn as signs cannot: `o#o#.` has five columns. A wall
//! between two holes stands on the lattice as they do. One beside them can belong to a frame, and stands on the
//! lattice if the signs of all rows are equally far apart.

use std::collections::{BTreeMap, BTreeSet};

use saut_peg::peg::{Cell, Geometry};

/// Holes as they lie on one lattice, in the order of the marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lattice {
    pub geometry: Geometry,
    pub cells: Vec<Cell>,
    /// The drawn walls that lie on it.
    pub walls: Vec<Cell>,
    /// Whether rows are shifted by half a hole.
    is_staggered: bool,
    /// The number of pieces in which its holes hang together.
    pub pieces: usize,
}

impl Lattice {
    /// The number of pieces in which its holes and walls hang together.
    fn sign_pieces(&self) -> usize {
        let signs: Vec<Cell> = self.cells.iter().chain(&self.walls).copied().collect();
        pieces(self.geometry, &signs).len()
    }
}

/// The farthest column or row, beyond every board, from which one step does not overflow.
const FARTHEST: i64 = 8192;

/// A mark: column and row.
pub(super) type Mark = (i64, i64);

/// The lattices that holes can stand on between these walls, the most likely first; several if a person has to
/// say which. `columns` are those of labels.
pub(super) fn lattices(
    holes: &[Mark],
    walls: &[Mark],
    geometry: Option<Geometry>,
    columns: Option<&[usize]>,
) -> Vec<Lattice> {
    if let Some(labelled) = labelled(holes, walls, geometry, columns) {
        return vec![labelled];
    }
    let rows = Rows::of(holes);
    let walls: Vec<Mark> = walls
        .iter()
        .copied()
        .filter(|&wall| rows.reach(wall))
        .collect();
    let between: Vec<Mark> = walls
        .iter()
        .copied()
        .filter(|&wall| rows.enclose(wall))
        .collect();
    let all = fitting(holes, &walls, geometry);
    let mut found = if is_without_blanks(holes, &walls) {
        all
    } else {
        let mut found = fitting(holes, &between, geometry);
        // Who asks for a geometry may draw one character a hole.
        if geometry.is_some() && found.iter().all(|one| !one.is_staggered) {
            add_different(&mut found, all);
        }
        found
    };
    // Walls can fill the places between the holes of a triangle, too.
    if !walls.is_empty() && found.iter().all(|one| !one.is_staggered) {
        let mut shifted_rows = fitting(holes, &[], geometry);
        shifted_rows.retain(|one| one.is_staggered && one.geometry == Geometry::Triangle);
        if geometry == Some(Geometry::Triangle) && !shifted_rows.is_empty() {
            return shifted_rows;
        }
        add_different(&mut found, shifted_rows);
    }
    found
}

/// The lattice whose columns have these labels, if the holes stand under them.
fn labelled(
    holes: &[Mark],
    walls: &[Mark],
    geometry: Option<Geometry>,
    columns: Option<&[usize]>,
) -> Option<Lattice> {
    Some(Lattice {
        geometry: geometry.unwrap_or_default(),
        ..on_labels(holes, walls, columns?)?
    })
}

/// The lattices of holes that stand in the fields of a table: in line, and as a triangle if its rows are drawn so.
pub(super) fn of_fields(
    holes: &[Mark],
    walls: &[Mark],
    geometry: Option<Geometry>,
    columns: Option<&[usize]>,
) -> Vec<Lattice> {
    if let Some(labelled) = labelled(holes, walls, geometry, columns) {
        return vec![labelled];
    }
    let Some(in_line) = aligned(holes, walls, 1, geometry.unwrap_or_default()) else {
        return Vec::new();
    };
    let shifted_rows =
        staggered(holes, walls, 2).filter(|one| one.pieces == 1 && in_line.pieces > 1);
    match geometry {
        None => with_others(vec![in_line])
            .into_iter()
            .chain(shifted_rows)
            .collect(),
        Some(Geometry::Triangle) => {
            let triangle = shifted_rows.or_else(|| stairs(&in_line));
            vec![triangle.unwrap_or(in_line)]
        }
        Some(_) => vec![in_line],
    }
}

/// The rows of a picture with the columns of their first and last hole, and those of all rows together.
struct Rows {
    each: BTreeMap<i64, (i64, i64)>,
    together: (i64, i64),
}

impl Rows {
    fn of(holes: &[Mark]) -> Self {
        let with = |(first, last): (i64, i64), x: i64| (x.min(first), x.max(last));
        let mut each = BTreeMap::new();
        let mut together = (i64::MAX, i64::MIN);
        for &(x, y) in holes {
            let row = each.entry(y).or_insert((x, x));
            *row = with(*row, x);
            together = with(together, x);
        }
        Self { each, together }
    }

    /// Whether a wall stands in a row of holes, or in one between such rows.
    fn reach(&self, (_, y): Mark) -> bool {
        self.each.range(..=y).next().is_some() && self.each.range(y..).next().is_some()
    }

    /// Whether a wall stands between two holes of its row; or, in a row without holes, in a column
    /// from the first to the last of all holes.
    fn enclose(&self, (x, y): Mark) -> bool {
        let (first, last) = self.each.get(&y).copied().unwrap_or(self.together);
        (first..=last).contains(&x)
    }
}

/// Whether the signs of all rows stand equally far apart.
fn is_without_blanks(holes: &[Mark], walls: &[Mark]) -> bool {
    let mut signs: Vec<Mark> = holes.iter().chain(walls).map(|&(x, y)| (y, x)).collect();
    signs.sort_unstable();
    let mut steps = signs
        .windows(2)
        .filter(|pair| pair[0].0 == pair[1].0)
        .map(|pair| pair[1].1 - pair[0].1);
    steps
        .next()
        .is_some_and(|step| steps.all(|other| other == step))
}

/// Adds the lattices that give other boards than those found.
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

/// The lattices that holes and walls stand on.
fn fitting(marks: &[Mark], walls: &[Mark], geometry: Option<Geometry>) -> Vec<Lattice> {
    let signs: Vec<Mark> = marks.iter().chain(walls).copied().collect();
    let step = level_step(&signs);
    if step == 0 && signs.iter().all(|mark| mark.0 == marks[0].0) {
        return Vec::from_iter(aligned(marks, walls, 1, geometry.unwrap_or_default()));
    }
    // One mark a row: what rows are shifted by tells the stride.
    let across = signs.iter().fold(0, |step, mark| {
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
        let in_line = aligned(marks, walls, stride, geometry.unwrap_or_default());
        if in_line.is_none() && is_wanted(Geometry::Triangle) {
            found.extend(staggered(marks, walls, stride));
        }
        if in_line.is_none() && geometry == Some(Geometry::Square) {
            found.extend(staggered(marks, walls, stride).map(|one| turned(&one)));
        }
        if step > 0 || stride == 1 {
            found.extend(in_line);
        }
    }
    if step == 0 {
        found.extend(aligned(marks, walls, across, geometry.unwrap_or_default()));
    }
    let fewest = found.iter().map(Lattice::sign_pieces).min();
    let diagonal = step == 0 && geometry.is_none();
    found.retain(|lattice| Some(lattice.sign_pieces()) == fewest || diagonal);
    let mut different: Vec<Lattice> = Vec::new();
    add_different(&mut different, found);
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
fn aligned(marks: &[Mark], walls: &[Mark], stride: i64, geometry: Geometry) -> Option<Lattice> {
    let left = marks.iter().map(|&(x, _)| x).min()?;
    let cell = |&(x, y): &Mark| {
        let along = x - left;
        (along % stride == 0)
            .then(|| cell(along / stride, y))
            .flatten()
    };
    lattice(geometry, marks, walls, cell)
}

/// Each row shifted by half a stride against the next, as triangles are drawn. Left-aligned again, a step down
/// to the left is one down, and a step down to the right is one along the diagonal.
fn staggered(marks: &[Mark], walls: &[Mark], stride: i64) -> Option<Lattice> {
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
    let lattice = lattice(Geometry::Triangle, marks, walls, cell)?;
    Some(Lattice {
        is_staggered: true,
        ..lattice
    })
}

/// Marks that stand below or above labels of columns.
fn on_labels(marks: &[Mark], walls: &[Mark], columns: &[usize]) -> Option<Lattice> {
    let cell = |&(x, y): &Mark| {
        let index = columns
            .iter()
            .position(|&column| i64::try_from(column) == Ok(x))?;
        cell(i64::try_from(index).ok()?, y)
    };
    let labelled: Vec<Mark> = walls
        .iter()
        .copied()
        .filter(|wall| cell(wall).is_some())
        .collect();
    lattice(Geometry::Square, marks, &labelled, cell)
}

fn cell(x: i64, y: i64) -> Option<Cell> {
    let is_near = |value: i64| value.abs() <= FARTHEST;
    if !is_near(x) || !is_near(y) {
        return None;
    }
    Some(Cell::new(i16::try_from(x).ok()?, i16::try_from(y).ok()?))
}

/// Holes and walls at the cells of one lattice, if all are on it.
fn lattice(
    geometry: Geometry,
    marks: &[Mark],
    walls: &[Mark],
    cell: impl Fn(&Mark) -> Option<Cell>,
) -> Option<Lattice> {
    let cells = marks.iter().map(&cell).collect::<Option<_>>()?;
    let walls = walls.iter().map(&cell).collect::<Option<_>>()?;
    Some(of_cells(geometry, cells, walls))
}

fn of_cells(geometry: Geometry, cells: Vec<Cell>, walls: Vec<Cell>) -> Lattice {
    let pieces = pieces(geometry, &cells).len();
    Lattice {
        geometry,
        cells,
        walls,
        is_staggered: false,
        pieces,
    }
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
    // Between the holes of such rows there are no walls.
    let cells = lattice.cells.iter().map(moved).collect();
    Some(of_cells(Geometry::Triangle, cells, Vec::new()))
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
    let turn = |cell: &Cell| Cell::new(cell.x, cell.y - cell.x);
    let cells = lattice.cells.iter().map(turn).collect();
    let walls = lattice.walls.iter().map(turn).collect();
    Lattice {
        is_staggered: true,
        ..of_cells(Geometry::Square, cells, walls)
    }
}

#[cfg(test)]
mod tests {
    use super::{Mark, lattices};
    use saut_peg::peg::Geometry;

    /// The columns of the holes of each lattice, and its geometry; `o` is a hole and `#` a wall.
    fn read(rows: &[&str], geometry: Option<Geometry>) -> Vec<(Geometry, Vec<i16>)> {
        let marks = |wanted: char| -> Vec<Mark> {
            let rows = (0..).zip(rows);
            let signs = rows.flat_map(|(y, row)| (0..).zip(row.chars()).map(move |at| (y, at)));
            let wanted = signs.filter(|&(_, (_, sign))| sign == wanted);
            wanted.map(|(y, (x, _))| (x, y)).collect()
        };
        let columns = |lattice: super::Lattice| {
            let left = lattice.cells.iter().map(|cell| cell.x).min().unwrap();
            let columns = lattice.cells.iter().map(|cell| cell.x - left).collect();
            (lattice.geometry, columns)
        };
        let found = lattices(&marks('o'), &marks('#'), geometry, None);
        found.into_iter().map(columns).collect()
    }

    #[test]
    fn blanks_between_holes_are_spacing_and_walls_are_not() {
        for geometry in [None, Some(Geometry::Square)] {
            let columns = |rows: &[&str]| {
                let [(Geometry::Square, columns)] = &read(rows, geometry)[..] else {
                    panic!("{rows:?}");
                };
                columns.clone()
            };
            assert_eq!(columns(&["o o o"]), [0, 1, 2]);
            assert_eq!(columns(&["o#o#o"]), [0, 2, 4]);
            assert_eq!(columns(&["o # o # o"]), [0, 2, 4]);
            assert_eq!(columns(&["#######", "#o#o#o#", "#######"]), [0, 2, 4]);
            assert_eq!(columns(&["# o o o #"]), [0, 1, 2]);
            assert_eq!(columns(&["#######", " o o o ", "#######"]), [0, 1, 2]);
            assert_eq!(columns(&["o#o o"]), [0, 2, 4]);
            assert_eq!(columns(&["o o", "###", "o o"]), [0, 2, 0, 2]);
        }
    }

    #[test]
    fn walls_close_beside_spaced_holes_leave_two_readings_where_a_geometry_is_asked_for() {
        let frame = ["#o o o#"];
        assert_eq!(read(&frame, None), [(Geometry::Square, vec![0, 1, 2])]);
        assert_eq!(read(&frame, Some(Geometry::Square)).len(), 2);
    }

    #[test]
    fn rows_shifted_by_half_a_hole_are_a_triangle_with_walls_around_them() {
        let triangle = [(Geometry::Triangle, vec![0, 0, 1])];
        assert_eq!(read(&[" o ", "o o"], None), triangle);
        assert_eq!(read(&["##o##", "#o o#"], None), triangle);
        assert_eq!(read(&["# o #", " o o "], None), triangle);
        let filled = ["#o#", "o#o"];
        let square = (Geometry::Square, vec![1, 0, 2]);
        assert_eq!(
            read(&filled, None),
            [std::slice::from_ref(&square), &triangle[..]].concat()
        );
        assert_eq!(read(&filled, Some(Geometry::Square)), [square]);
        assert_eq!(read(&filled, Some(Geometry::Triangle)), triangle);
    }
}
