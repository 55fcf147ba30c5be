//! Lattice criterion: infeasibility because goal minus start is not an integer combination of jumps.
//!
//! The certificate is a weight in ℚ/ℤ for every hole such that no jump changes the total weight of the pegs. The
//! weights are written as remainders of one modulus. If the weights of goal and start differ, no sequence of jumps
//! leads from the start to the goal. This remains true if jumps may be played backwards and a hole may have several
//! pegs. The position class is the special case of modulus 2 with linear colourings.
//!
//! Avis, Deza, Onn, *A combinatorial approach to the solitaire game* (2000). Both jumps of a line `a b c` together give
//! `2·w(b) = 0` and `w(c) = w(a) + w(b)`. Therefore two small computations replace the normal form of the jump matrix.
//! The first finds the sets of holes that are connected as ends of lines and contain no middle of a line. The weight of
//! each set can be chosen freely. The second computes the kernel of the lines modulo 2.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::weights::{check_number, draw, no_difference};
use super::{NotRefuted, Refutation, WeightTable, Weights};
use saut_base::stop::Stop;
use saut_peg::gf2::Echelon;
use saut_peg::peg::{Board, Hole, Position, Puzzle};
use saut_task::CheckError;

/// Weightings that separate the start from the goal: each goal position has another weight than the start under at
/// least one of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lattice {
    /// The weightings. One weighting suffices unless the goal is "one peg".
    pub weightings: Vec<Weights>,
}

/// Maximum number of weightings in a certificate. More weightings than holes are never needed.
const MAX_WEIGHTINGS: usize = Board::MOST_HOLES;

/// Largest modulus. It distinguishes all numbers of pegs on a board.
const MAX_MODULUS: i64 = 1 << 13;

impl Refutation for Lattice {
    fn look(puzzle: &Puzzle, _: &Stop) -> Result<Self, NotRefuted> {
        find(puzzle).ok_or_else(|| {
            NotRefuted::words(
                "The difference between goal and start is a sum of jumps, forwards and backwards, for some \
                 choice of the open holes.\n",
            )
        })
    }

    fn check(&self, puzzle: &Puzzle) -> Result<(), CheckError> {
        check_number(self.weightings.len(), MAX_WEIGHTINGS)?;
        for weights in &self.weightings {
            if weights.modulus.is_none() {
                return CheckError::reject("a weighting has no modulus");
            }
            weights.check_jumps(puzzle.board())?;
        }
        let refuted = if puzzle.goal().is_one_peg() {
            let by_any = |hole| {
                let mut weightings = self.weightings.iter();
                let start = puzzle.start();
                weightings.any(|it| it.total(start) != i128::from(it.by_hole[hole]))
            };
            puzzle.goal().open().holes().all(by_any)
        } else {
            self.weightings.iter().any(|it| refutes(it, puzzle))
        };
        refuted.then_some(()).ok_or_else(no_difference)
    }

    fn explanation(&self, puzzle: &Puzzle) -> String {
        let mut text = String::new();
        for weights in &self.weightings {
            let modulus = weights.modulus.unwrap_or_default();
            let _ = writeln!(
                text,
                "No jump changes the total of these weights modulo {modulus}:"
            );
            text += &draw(puzzle.board(), |hole| weights.by_hole[hole]);
            let _ = write!(text, "The start weighs {}", weights.total(puzzle.start()));
            if puzzle.goal().is_one_peg() {
                text += ".\n";
            } else {
                let _ = writeln!(text, ", the goal {}.", weights.total(puzzle.goal().pegs()));
            }
        }
        if puzzle.goal().is_one_peg() {
            let hole = if puzzle.goal().is_one_peg_anywhere() {
                "single hole"
            } else {
                "hole of the goal"
            };
            let _ = writeln!(
                text,
                "No {hole} has the weight of the start for all these weights."
            );
        }
        text
    }

    fn weighings(&self, puzzle: &Puzzle) -> Vec<WeightTable> {
        let weightings = self.weightings.iter();
        let weighed = |weights: &Weights| {
            let title = format!("modulo {}", weights.modulus.unwrap_or_default());
            weights.clone().weighed(&title, puzzle)
        };
        weightings.map(weighed).collect()
    }
}

/// Whether these weights refute every position of a goal that is not "one peg".
fn refutes(weights: &Weights, puzzle: &Puzzle) -> bool {
    let mut open = puzzle.goal().open().holes();
    open.all(|hole| weights.by_hole[hole] == 0)
        && weights.total(puzzle.start()) != weights.total(puzzle.goal().pegs())
}

/// Returns a basis of the parities that no jump changes, as weights modulo 2.
pub fn parities(board: &Board) -> Vec<Weights> {
    weightings(board, &board.empty()).collect()
}

/// Returns weightings that refute the puzzle, if the goal is outside the lattice of the jumps.
pub fn find(puzzle: &Puzzle) -> Option<Lattice> {
    let weightings = if puzzle.goal().is_one_peg() {
        one_peg(puzzle)?
    } else {
        let open = puzzle.goal().open();
        let mut candidates = free(puzzle, open).chain(weightings(puzzle.board(), open));
        vec![candidates.find(|weights| refutes(weights, puzzle))?]
    };
    Some(Lattice { weightings })
}

/// Returns weightings for the goal "one peg": for every open hole, one of them refutes a last peg in this hole.
fn one_peg(puzzle: &Puzzle) -> Option<Vec<Weights>> {
    let board = puzzle.board();
    let candidates: Vec<Weights> = free(puzzle, &board.empty())
        .chain(weightings(board, &board.empty()))
        .collect();
    let starts: Vec<i128> = candidates.iter().map(|w| w.total(puzzle.start())).collect();
    let mut used = vec![false; candidates.len()];
    for hole in puzzle.goal().open().holes() {
        let refutes = |&index: &usize| i128::from(candidates[index].by_hole[hole]) != starts[index];
        let refuting = || (0..candidates.len()).filter(refutes);
        if !refuting().any(|index| used[index]) {
            used[refuting().next()?] = true;
        }
    }
    Some(
        candidates
            .into_iter()
            .zip(used)
            .filter_map(|(w, used)| used.then_some(w))
            .collect(),
    )
}

/// Returns the free weightings: 1 on a set of [`free_sets`], 0 elsewhere. The number of pegs in such a set never
/// changes. The modulus is the smallest under which start and goal differ.
fn free<'a>(puzzle: &'a Puzzle, open: &Position) -> impl Iterator<Item = Weights> + use<'a> {
    let (start, goal) = (puzzle.start(), puzzle.goal());
    free_sets(puzzle.board(), open).into_iter().map(move |set| {
        let count = |position: &Position| set.iter().filter(|&&hole| position.has(hole)).count();
        let before = i64::try_from(count(start)).unwrap_or(0);
        let after = i64::try_from(count(goal.pegs())).unwrap_or(0);
        let differences = if goal.is_one_peg() {
            [before, before - 1]
        } else {
            [before - after; 2]
        };
        let shows = |modulus: &i64| differences.iter().all(|d| *d == 0 || d % modulus != 0);
        let modulus = (2..=MAX_MODULUS).find(shows).unwrap_or(2);
        Weights::of_set(&set, start.len(), modulus)
    })
}

/// Returns the sets of holes that are connected as the two ends of lines, without sets that contain an open hole or the
/// middle of a line.
fn free_sets(board: &Board, open: &Position) -> Vec<Vec<Hole>> {
    // For each hole, the first hole of its set.
    let mut first: Vec<Hole> = (0..board.len()).collect();
    let mut bound = open.clone();
    for &jump in board.jumps() {
        let [from, over, to] = board.holes_of(jump);
        bound.set(over, true);
        let (one, other) = (first[from].min(first[to]), first[from].max(first[to]));
        if one != other {
            let joined = first.iter_mut().filter(|set| **set == other);
            joined.for_each(|set| *set = one);
        }
    }
    let mut sets: BTreeMap<Hole, Vec<Hole>> = BTreeMap::new();
    for (hole, &set) in first.iter().enumerate() {
        sets.entry(set).or_default().push(hole);
    }
    let is_free = |set: &Vec<Hole>| !set.iter().any(|&hole| bound.has(hole));
    sets.into_values().filter(is_free).collect()
}

/// Returns a basis of the weightings modulo 2 under which every line and every open hole has the weight 0.
fn weightings(board: &Board, open: &Position) -> impl Iterator<Item = Weights> + use<> {
    let set = |holes: &[Hole]| Position::from_holes(board.len(), holes.iter().copied());
    let jumps = board.jumps().iter();
    // Most lines occur twice, once for each direction. This does not change the span.
    let lines = jumps.map(|&jump| set(&board.holes_of(jump)));
    let nothing = Echelon::spanned_by(lines.chain(open.holes().map(|hole| set(&[hole]))));
    let holes = board.len();
    let sets: Vec<Vec<Hole>> = nothing.orthogonal(holes).collect();
    sets.into_iter()
        .map(move |set| Weights::of_set(&set, holes, 2))
}

#[cfg(test)]
mod tests;
