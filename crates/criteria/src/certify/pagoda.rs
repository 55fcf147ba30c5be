//! Pagoda functions: infeasibility by weights.
//!
//! A pagoda function assigns a weight to every hole so that no jump raises the total weight of the pegs. If every goal
//! position weighs more than the start, no plan exists.
//!
//! Conway and Boardman, in Berlekamp, Conway, Guy: *Winning Ways* (1982), ch. 23. We take integers, so a check is
//! exact. If the goal leaves holes open, its weight is at least the sum of the weights of its pegs and of all negative
//! weights of open holes. If the goal is one peg anywhere, its weight is at least the weight of the lightest hole that
//! the position class admits.
//!
//! Facets are pagoda functions that are not sums of other pagoda functions.
//!
//! The pagoda functions of a board form a cone; its extreme rays are the facets of the solitaire cone. A pagoda
//! function is extreme if the jumps that lose no weight determine the function up to a factor. This means that the rank
//! of their vectors is the number of holes minus one. The rank is computed modulo a prime. This can only make the rank
//! smaller, so the answer "yes" is certain.
//!
//! Avis and Deza, *On the solitaire cone and its relationship to multi-commodity flows* (2001).

mod facets;

pub use facets::{Facet, FacetError, MAX_RAYS, facets, some_facets};

use super::program::WeightQuestion;
use super::weights::draw;
use super::{NotRefuted, Refutation, WeightTable, Weights, class, program};
use saut_base::stop::Stop;
use saut_linear::{Elimination, LARGE_PRIME, PrimeField};
use saut_peg::peg::{Board, Hole, Puzzle, notation};
use saut_task::CheckError;

impl Weights {
    /// Returns the minimum weight of a goal position. If the goal is one peg in one of several holes, only the holes
    /// that the position class admits count. With a modulus, returns the weight of the pegs of the goal.
    pub fn goal_total(&self, puzzle: &Puzzle) -> i128 {
        let goal = puzzle.goal();
        let weight = |hole: usize| i128::from(self.by_hole[hole]);
        if self.modulus.is_some() {
            self.total(goal.pegs())
        } else if goal.is_one_peg() {
            let last = class::last_holes(puzzle).into_iter().map(weight);
            last.min().unwrap_or(0)
        } else {
            let open = goal.open().holes().map(weight);
            self.total(goal.pegs()) + open.filter(|&weight| weight < 0).sum::<i128>()
        }
    }

    /// Checks that these weights are a pagoda function under which every goal position weighs more than the start.
    pub(super) fn check_pagoda(&self, puzzle: &Puzzle) -> Result<(), CheckError> {
        if self.modulus.is_some() {
            return CheckError::reject("a pagoda function has no modulus");
        }
        self.check_jumps(puzzle.board())?;
        Self::check_gap(self.total(puzzle.start()), self.goal_total(puzzle))
    }

    /// Returns the table of the weights with their totals.
    pub(super) fn weighed(self, title: &str, puzzle: &Puzzle) -> WeightTable {
        WeightTable {
            title: title.to_owned(),
            start: self.total(puzzle.start()).to_string(),
            goal: self.goal_total(puzzle).to_string(),
            weights: self.by_hole,
        }
    }
}

impl Refutation for Weights {
    fn look(puzzle: &Puzzle, stop: &Stop) -> Result<Self, NotRefuted> {
        find(puzzle, stop).ok_or_else(|| match stop.stop_reason() {
            Some(_) => NotRefuted::open("Not decided within the time limit.\n"),
            None => NotRefuted::words(
                "No pagoda function refutes the puzzle: with fractions of jumps and borrowed pegs, the goal \
                 could be reached.\n",
            ),
        })
    }

    fn check(&self, puzzle: &Puzzle) -> Result<(), CheckError> {
        self.check_pagoda(puzzle)
    }

    fn explanation(&self, puzzle: &Puzzle) -> String {
        let at_least = if puzzle.goal().position().is_some() {
            ""
        } else {
            "at least "
        };
        format!(
            "No jump adds to the total of these weights:\n{}\
             The start weighs {}, the goal {at_least}{}.\n",
            draw(puzzle.board(), |hole| self.by_hole[hole]),
            self.total(puzzle.start()),
            self.goal_total(puzzle),
        ) + &class_note(puzzle)
    }

    fn weighings(&self, puzzle: &Puzzle) -> Vec<WeightTable> {
        let title = if self.is_facet(puzzle.board()) {
            "pagoda function (a facet)"
        } else {
            "pagoda function"
        };
        vec![self.clone().weighed(title, puzzle)]
    }
}

/// Returns a sentence about the holes that the position class admits for the last peg, if it excludes some holes.
fn class_note(puzzle: &Puzzle) -> String {
    let last = class::last_holes(puzzle);
    if !puzzle.goal().is_one_peg() || last.len() == puzzle.goal().open().pegs() {
        return String::new();
    }
    let cells = notation::hole_names(puzzle.board(), last).join(", ");
    format!("By the position class, the last peg can only be in {cells}.\n")
}

/// Returns a pagoda function that refutes the puzzle, if the linear program finds one in time.
///
/// On small boards, two functions are computed: a function with the symmetry of the puzzle, and a function without
/// symmetry, which is a facet. The function with smaller weights is returned.
pub fn find(puzzle: &Puzzle, stop: &Stop) -> Option<Weights> {
    let own: Vec<Hole> = (0..puzzle.board().len()).collect();
    let tied = numbers(puzzle);
    let symmetric = find_tied(puzzle, &tied, stop)?;
    if tied == own || own.len() > MAX_TRIED_TWICE {
        return Some(symmetric);
    }
    let other = find_tied(puzzle, &own, stop).filter(|other| other.size() < symmetric.size());
    Some(other.unwrap_or(symmetric))
}

/// Maximum number of holes of a board for which a second pagoda function is computed.
const MAX_TRIED_TWICE: usize = 64;

fn find_tied(puzzle: &Puzzle, variable_of: &[usize], stop: &Stop) -> Option<Weights> {
    let goal = puzzle.goal();
    let may_be_negative = !goal.is_one_peg() && !goal.open().is_empty();
    [false, true][..=usize::from(may_be_negative)]
        .iter()
        .find_map(|&negative_open| {
            let wanted = WeightQuestion {
                aim: program::Aim::Refute,
                variable_of,
                bounds: None,
                negative_open,
                stop,
            };
            let (weights, _) = program::weights(puzzle, &wanted)?;
            let exact = program::integers(&weights).map(Weights::pagoda);
            let holds = |pagoda: &Weights| pagoda.check_pagoda(puzzle).is_ok();
            exact.filter(holds).or_else(|| {
                multipliers()
                    .filter_map(|multiplier| rounded(&weights, multiplier))
                    .find(holds)
            })
        })
}

/// Returns the number of the orbit of each hole under the symmetries of the puzzle.
fn numbers(puzzle: &Puzzle) -> Vec<usize> {
    let mut numbers = vec![0; puzzle.board().len()];
    for (number, orbit) in puzzle.orbits().into_iter().enumerate() {
        for hole in orbit {
            numbers[hole] = number;
        }
    }
    numbers
}

/// Returns multipliers in ascending order. Small multipliers give small weights, and large multipliers reduce the
/// effect of rounding.
fn multipliers() -> impl Iterator<Item = u32> {
    (1..=500)
        .chain([840, 2520, 5040])
        .chain((4..=7).map(|digits| 10_u32.pow(digits)))
}

/// Returns the weights times a number, rounded up. Because of `⌈a + b⌉ ≤ ⌈a⌉ + ⌈b⌉`, the result is also a pagoda
/// function, but it may not refute the puzzle.
fn rounded(weights: &[f64], multiplier: u32) -> Option<Weights> {
    let round = |weight: &f64| program::rounded((weight * f64::from(multiplier) - 1e-4).ceil());
    weights
        .iter()
        .map(round)
        .collect::<Option<_>>()
        .map(Weights::pagoda)
}

impl Weights {
    /// Returns the number of jumps that lose no weight.
    pub fn tight_jumps(&self, board: &Board) -> usize {
        self.tight(board).count()
    }

    /// Whether the rank proves that these weights are a facet of this board. `false` for weights of another board.
    pub fn is_facet(&self, board: &Board) -> bool {
        if self.by_hole.len() != board.len() {
            return false;
        }
        let field = PrimeField(LARGE_PRIME);
        let mut tight = Elimination::new(field);
        for [from, over, to] in self.tight(board) {
            tight.add(field.equation([(from, 1), (over, 1), (to, field.minus(1))]));
        }
        tight.rank() + 1 == board.len()
    }

    fn tight<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = [usize; 3]> + 'a {
        let holes = board.jumps().iter().map(|&jump| board.holes_of(jump));
        holes.filter(|line| {
            let [from, over, to] = line.map(|hole| i128::from(self.by_hole[hole]));
            from + over == to
        })
    }
}

#[cfg(test)]
mod tests;
