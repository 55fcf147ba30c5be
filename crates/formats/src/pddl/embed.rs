//! Embedding: laying out a board from nothing but its lines.
//!
//! Two holes of a line that are placed fix the third. Where only one is placed, every direction
//! is tried, nearest lines first, and taken back as soon as three holes come to stand in a line
//! that is none. Boards are so rigid that this hardly ever goes back more than a step; a budget
//! ends it where it would. What comes out may be turned or mirrored, which changes no verdict.

use std::collections::{HashMap, HashSet};

use saut_peg::peg::{Cell, Geometry};

/// The most locations, and the most placements tried for each connected part.
const MOST_LOCATIONS: usize = 512;
const BUDGET: usize = 50_000;

/// The columns left free between parts of a board that no line connects.
const GAP: i16 = 3;

type Lines = HashSet<[usize; 3]>;

/// Cells for `locations` locations, if they can be found.
pub(super) fn embed(geometry: Geometry, locations: usize, lines: &Lines) -> Option<Vec<Cell>> {
    if locations > MOST_LOCATIONS {
        return None;
    }
    let mut lines_of = vec![Vec::new(); locations];
    let mut sorted: Vec<[usize; 3]> = lines.iter().copied().collect();
    sorted.sort_unstable();
    for line in sorted {
        for location in line {
            lines_of.get_mut(location)?.push(line);
        }
    }
    let mut cells: Vec<Option<Cell>> = vec![None; locations];
    let mut next_column = 0;
    for first in 0..locations {
        if cells[first].is_some() {
            continue;
        }
        let part = Part::new(geometry, lines, &lines_of).place(first)?;
        let left = part.iter().map(|(cell, _)| cell.x).min()?;
        let right = part.iter().map(|(cell, _)| cell.x).max()?;
        let top = part.iter().map(|(cell, _)| cell.y).min()?;
        for (cell, location) in part {
            cells[location] = Some(Cell::new(cell.x - left + next_column, cell.y - top));
        }
        next_column += right - left + 1 + GAP;
    }
    cells.into_iter().collect()
}

/// A connected part of the board while it is laid out.
struct Part<'a> {
    geometry: Geometry,
    lines: &'a Lines,
    lines_of: &'a [Vec<[usize; 3]>],
    cell_of: HashMap<usize, Cell>,
    at: HashMap<Cell, usize>,
    /// The locations placed, in order; what is taken back is taken from its end.
    placed: Vec<usize>,
    budget: usize,
}

impl<'a> Part<'a> {
    fn new(geometry: Geometry, lines: &'a Lines, lines_of: &'a [Vec<[usize; 3]>]) -> Self {
        let (cell_of, at, placed) = (HashMap::new(), HashMap::new(), Vec::new());
        Self {
            geometry,
            lines,
            lines_of,
            cell_of,
            at,
            placed,
            budget: BUDGET,
        }
    }

    fn place(mut self, first: usize) -> Option<Vec<(Cell, usize)>> {
        let done = self.put(first, Cell::new(0, 0)) && self.complete(0);
        done.then(|| self.at.into_iter().collect())
    }

    /// Places all that is connected to what is placed; the lines of the first `known` locations
    /// placed have been followed already.
    fn complete(&mut self, known: usize) -> bool {
        let before = self.placed.len();
        if self.follow(known) {
            let Some((line, location)) = self.open_line() else {
                return true;
            };
            let followed = self.placed.len();
            for &(dx, dy) in self.geometry.directions() {
                let begin = match line.iter().position(|&other| other == location) {
                    Some(0) => self.cell_of[&location],
                    Some(1) => self.cell_of[&location].step((dx, dy), -1),
                    _ => self.cell_of[&location].step((dx, dy), -2),
                };
                let all = line
                    .into_iter()
                    .zip(0..)
                    .all(|(location, steps)| self.put(location, begin.step((dx, dy), steps)));
                if all && self.complete(followed) {
                    return true;
                }
                self.take_back(followed);
            }
        }
        self.take_back(before);
        false
    }

    /// Places the third hole of every line with two placed; false if one cannot be.
    fn follow(&mut self, known: usize) -> bool {
        let mut next = known;
        while next < self.placed.len() {
            for &line in &self.lines_of[self.placed[next]] {
                let [from, over, to] = line.map(|location| self.cell_of.get(&location).copied());
                let step = |a: Cell, b: Cell| (b.x - a.x, b.y - a.y);
                let (begin, (dx, dy)) = match (from, over, to) {
                    (Some(from), Some(over), _) => (from, step(from, over)),
                    (_, Some(over), Some(to)) => (over.step(step(over, to), -1), step(over, to)),
                    (Some(from), None, Some(to)) => {
                        let (dx, dy) = step(from, to);
                        if dx % 2 != 0 || dy % 2 != 0 {
                            return false;
                        }
                        (from, (dx / 2, dy / 2))
                    }
                    _ => continue,
                };
                let straight = self.geometry.directions().contains(&(dx, dy));
                let all = straight
                    && line
                        .into_iter()
                        .zip(0..)
                        .all(|(location, steps)| self.put(location, begin.step((dx, dy), steps)));
                if !all {
                    return false;
                }
            }
            next += 1;
        }
        true
    }

    /// A line with just one hole placed, of the hole placed first, and that hole.
    fn open_line(&self) -> Option<([usize; 3], usize)> {
        self.placed.iter().find_map(|&location| {
            let mut lines = self.lines_of[location].iter();
            let open =
                lines.find(|line| line.iter().any(|other| !self.cell_of.contains_key(other)));
            open.map(|&line| (line, location))
        })
    }

    /// Puts a location on a cell; false if it or the cell is taken otherwise, or if three holes
    /// then stand in a line that is none.
    fn put(&mut self, location: usize, cell: Cell) -> bool {
        if let Some(&known) = self.cell_of.get(&location) {
            return known == cell;
        }
        if self.budget == 0 || self.at.contains_key(&cell) {
            return false;
        }
        self.budget -= 1;
        self.at.insert(cell, location);
        self.cell_of.insert(location, cell);
        self.placed.push(location);
        self.geometry.directions().iter().all(|&direction| {
            (0..3).all(|role| {
                let line = [-role, 1 - role, 2 - role]
                    .map(|steps| self.at.get(&cell.step(direction, steps)));
                match line {
                    [Some(&from), Some(&over), Some(&to)] => self.lines.contains(&[from, over, to]),
                    _ => true,
                }
            })
        })
    }

    fn take_back(&mut self, keep: usize) {
        for location in self.placed.drain(keep..) {
            if let Some(cell) = self.cell_of.remove(&location) {
                self.at.remove(&cell);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::embed;
    use saut_peg::peg::{Board, boards};

    fn lines(board: &Board) -> HashSet<[usize; 3]> {
        board
            .jumps()
            .iter()
            .map(|&jump| board.holes_of(jump))
            .collect()
    }

    #[test]
    fn boards_are_found_again_up_to_symmetry() {
        for name in [
            "english",
            "german",
            "triangle-5",
            "triangle-9",
            "square-11",
            "rectangle-1x7",
        ] {
            let board = boards::named(name).unwrap();
            let cells = embed(board.geometry(), board.len(), &lines(&board)).unwrap();
            let again = Board::new(board.geometry(), cells).unwrap();
            assert_eq!(again.jumps().len(), board.jumps().len(), "{name}");
        }
    }

    #[test]
    fn parts_that_no_line_connects_stand_apart() {
        let parts = HashSet::from([[0, 1, 2], [2, 1, 0], [3, 4, 5], [5, 4, 3]]);
        let cells = embed(saut_peg::peg::Geometry::Square, 7, &parts).unwrap();
        let board = Board::new(saut_peg::peg::Geometry::Square, cells).unwrap();
        assert_eq!((board.len(), board.jumps().len()), (7, 4));
    }

    #[test]
    fn a_cycle_of_three_lines_is_no_board() {
        let cycle = HashSet::from([[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1]]);
        assert!(embed(saut_peg::peg::Geometry::Square, 3, &cycle).is_none());
    }
}
