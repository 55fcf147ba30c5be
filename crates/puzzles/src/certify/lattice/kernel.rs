//! All weightings under which no jump weighs anything: the two families of which every other is
//! a sum.

use std::collections::BTreeSet;

use super::Weights;
use crate::peg::{Board, Hole, Position};

/// The sets of holes that are connected as the two ends of lines, without those that have an open
/// hole or a middle of a line among them.
pub fn free_sets(board: &Board, open: &Position) -> Vec<Vec<Hole>> {
    let mut neighbours = vec![Vec::new(); board.len()];
    let mut bound = open.clone();
    for &jump in board.jumps() {
        let [from, over, to] = board.holes_of(jump);
        neighbours[from].push(to);
        bound.set(over, true);
    }
    let mut seen = board.empty();
    let mut sets = Vec::new();
    for first in 0..board.len() {
        if seen.has(first) {
            continue;
        }
        seen.set(first, true);
        let mut set = vec![first];
        let mut next = 0;
        while let Some(&hole) = set.get(next) {
            for &other in &neighbours[hole] {
                if !seen.has(other) {
                    seen.set(other, true);
                    set.push(other);
                }
            }
            next += 1;
        }
        if !set.iter().any(|&hole| bound.has(hole)) {
            sets.push(set);
        }
    }
    sets
}

/// A basis of the weightings modulo 2 under which every line weighs nothing and open holes too.
///
/// Holes are written as sums of a few unknowns: a line with two known holes gives the third, and
/// a line (or open hole) whose known sum is not nothing removes an unknown.
pub fn weightings(board: &Board, open: &Position) -> impl Iterator<Item = Weights> + use<> {
    let lines: Vec<[Hole; 3]> = board
        .jumps()
        .iter()
        .map(|&jump| board.holes_of(jump))
        .filter(|[from, _, to]| from < to)
        .collect();
    let mut lines_at = vec![Vec::new(); board.len()];
    for (index, line) in lines.iter().enumerate() {
        for &hole in line {
            lines_at[hole].push(index);
        }
    }
    let mut sums = Sums {
        of_hole: vec![None; board.len()],
    };
    let mut unknowns = BTreeSet::new();
    for hole in 0..board.len() {
        if sums.of_hole[hole].is_none() {
            unknowns.insert(hole);
            sums.of_hole[hole] = Some(BTreeSet::from([hole]));
            let mut fresh = vec![hole];
            while let Some(hole) = fresh.pop() {
                for &index in &lines_at[hole] {
                    fresh.extend(sums.derive(lines[index]));
                }
            }
        }
    }
    let of_lines = lines.iter().map(|line| line.to_vec());
    let of_open_holes = open.holes().map(|hole| vec![hole]);
    for nothing in of_lines.chain(of_open_holes) {
        unknowns.retain({
            let removed = sums.remove(&nothing);
            move |&unknown| Some(unknown) != removed
        });
    }
    let weight = |sum: &Option<BTreeSet<Hole>>, unknown| {
        i64::from(sum.as_ref().is_some_and(|sum| sum.contains(&unknown)))
    };
    let of_unknown = move |unknown| {
        let weights = sums
            .of_hole
            .iter()
            .map(|sum| weight(sum, unknown))
            .collect();
        Weights {
            modulus: 2,
            weights,
        }
    };
    unknowns.into_iter().map(of_unknown)
}

/// Each hole as a sum of unknowns, as far as it is known.
struct Sums {
    of_hole: Vec<Option<BTreeSet<Hole>>>,
}

impl Sums {
    /// The third hole of a line, if just now it follows from the other two.
    fn derive(&mut self, line: [Hole; 3]) -> Option<Hole> {
        let mut unknown = line
            .into_iter()
            .filter(|&hole| self.of_hole[hole].is_none());
        let (third, None) = (unknown.next()?, unknown.next()) else {
            return None;
        };
        self.of_hole[third] = Some(self.total(&line));
        Some(third)
    }

    /// The sum of the holes known.
    fn total(&self, holes: &[Hole]) -> BTreeSet<Hole> {
        let known = holes.iter().filter_map(|&hole| self.of_hole[hole].as_ref());
        known.fold(BTreeSet::new(), |total, sum| &total ^ sum)
    }

    /// Makes these holes weigh nothing together; the unknown that is no longer one, if any.
    fn remove(&mut self, holes: &[Hole]) -> Option<Hole> {
        let total = self.total(holes);
        let &unknown = total.last()?;
        for sum in self
            .of_hole
            .iter_mut()
            .flatten()
            .filter(|sum| sum.contains(&unknown))
        {
            *sum = &*sum ^ &total;
        }
        Some(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::{free_sets, weightings};
    use crate::peg::{Board, Geometry, boards};

    #[test]
    fn square_boards_have_sixteen_classes_and_triangles_four() {
        for (name, dimension) in [
            ("english", 4),
            ("french", 4),
            ("german", 4),
            ("square-9", 4),
            ("triangle-6", 2),
        ] {
            let board = boards::named(name).unwrap();
            assert_eq!(
                weightings(&board, &board.empty()).count(),
                dimension,
                "{name}"
            );
            assert_eq!(weightings(&board, &board.full()).count(), 0, "{name}");
        }
    }

    #[test]
    fn with_both_diagonals_there_is_one_class() {
        let square = boards::named("square-5").unwrap();
        let cells = square.cells().iter().copied();
        let board = Board::new(Geometry::SquareDiagonal, cells).unwrap();
        assert_eq!(weightings(&board, &board.empty()).count(), 0);
    }

    #[test]
    fn only_ends_that_are_never_middles_are_free() {
        let three = boards::named("rectangle-3x1").unwrap();
        assert_eq!(free_sets(&three, &three.empty()), [[0, 2]]);
        assert!(free_sets(&three, &three.full()).is_empty());
        let english = boards::named("english").unwrap();
        assert!(free_sets(&english, &english.empty()).is_empty());
    }
}
