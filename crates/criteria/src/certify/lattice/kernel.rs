//! All weightings under which no jump weighs anything: the two families of which every other is
//! a sum.

use crate::certify::Weights;
use saut_peg::gf2::Echelon;
use saut_peg::peg::{Board, Hole, Position};

/// The sets of holes that are connected as the two ends of lines, without those that have an open
/// hole or a middle of a line among them.
pub fn free_sets(board: &Board, open: &Position) -> Vec<Vec<Hole>> {
    let mut neighbours = vec![Vec::new(); board.len()];
    let mut bound = open.clone();
    for &jump in board.jumps() {
        let [from, over, to] = board.holes_of(jump);
        neighbours[from].push(to);
        neighbours[to].push(from);
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
pub fn weightings(board: &Board, open: &Position) -> impl Iterator<Item = Weights> + use<> {
    let set = |holes: &[Hole]| Position::from_holes(board.len(), holes.iter().copied());
    let jumps = board.jumps().iter();
    // Most lines come twice, once each way, which spans nothing more.
    let lines = jumps.map(|&jump| set(&board.holes_of(jump)));
    let nothing = Echelon::spanned_by(lines.chain(open.holes().map(|hole| set(&[hole]))));
    let sets: Vec<Vec<Hole>> = nothing.orthogonal(board.len()).collect();
    let holes = board.len();
    sets.into_iter().map(move |set| {
        let mut by_hole = vec![0; holes];
        for hole in set {
            by_hole[hole] = 1;
        }
        Weights {
            modulus: Some(2),
            by_hole,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{free_sets, weightings};

    #[test]
    fn a_line_that_leads_one_way_only_is_kept_too() {
        let square = boards::named("square-4").unwrap();
        for hole in 0..square.len() {
            let board = square.with_put_back(hole);
            let nothing = board.empty();
            for weights in weightings(&board, &nothing) {
                for &jump in board.jumps() {
                    let [from, over, to] = board.holes_of(jump).map(|it| weights.by_hole[it]);
                    assert_eq!((from + over + to) % 2, 0);
                }
            }
        }
    }
    use saut_peg::peg::{Board, Geometry, boards};

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
