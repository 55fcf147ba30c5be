//! Pagoda functions: infeasibility by weights.
//!
//! A pagoda function weighs every hole so that no jump raises the total weight of the pegs. If
//! every position of the goal weighs more than the start, no plan exists.
//!
//! Conway and Boardman, in Berlekamp, Conway, Guy: *Winning Ways* (1982), ch. 23. We take
//! integers, so a check is exact. A goal that leaves holes open weighs at least what its pegs
//! weigh and every negative weight of an open hole; one peg anywhere weighs at least what the
//! lightest hole weighs that the position class allows for it.

mod facet;
mod facets;

use serde::{Deserialize, Serialize};

use std::time::Duration;

use saut_base::stop::Stop;

use super::class;
use super::drawing::{draw, jump_name};
use super::program::{self, WeightQuestion};
use super::rational;
use super::{Refutation, RejectedCertificate, Silence, Weighing};
use saut_peg::peg::{Hole, Position, Puzzle, notation};

pub use facets::{Facet, MOST_RAYS, NotListed, facets};

/// One integer weight a hole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pagoda {
    /// The weights, by hole.
    pub weights: Vec<i64>,
}

impl Pagoda {
    /// The weight of a position of the board that the weights are for.
    pub fn total(&self, position: &Position) -> i128 {
        position
            .holes()
            .map(|hole| i128::from(self.weights[hole]))
            .sum()
    }

    /// The least weight that a position of the goal can have. For one peg in several holes only
    /// those count that the position class allows.
    pub fn goal_total(&self, puzzle: &Puzzle) -> i128 {
        let goal = puzzle.goal();
        let weight = |hole: Hole| i128::from(self.weights[hole]);
        if goal.is_one_peg() {
            let last = class::last_holes(puzzle).into_iter().map(weight);
            last.min().unwrap_or(0)
        } else {
            let open = goal.open().holes().map(weight);
            self.total(goal.pegs()) + open.filter(|&weight| weight < 0).sum::<i128>()
        }
    }

    /// The sum of the magnitudes of the weights.
    pub fn size(&self) -> u128 {
        let magnitudes = self.weights.iter().map(|weight| weight.unsigned_abs());
        magnitudes.map(u128::from).sum()
    }

    /// The weights with their sums.
    pub(super) fn weighed(self, title: &str, puzzle: &Puzzle) -> Weighing {
        Weighing {
            title: title.to_owned(),
            start: self.total(puzzle.start()).to_string(),
            goal: self.goal_total(puzzle).to_string(),
            weights: self.weights,
        }
    }

    /// Sentence on the last holes that count, if the class leaves only some.
    fn class_note(puzzle: &Puzzle) -> String {
        let last = class::last_holes(puzzle);
        if !puzzle.goal().is_one_peg() || last.len() == puzzle.goal().open().pegs() {
            return String::new();
        }
        let board = puzzle.board();
        let cells = last
            .iter()
            .map(|&hole| notation::cell_name(board, board.cell(hole)));
        let cells: Vec<String> = cells.collect();
        format!(
            "By its position class the last peg can only be in {}.\n",
            cells.join(", ")
        )
    }
}

impl Refutation for Pagoda {
    fn look(puzzle: &Puzzle, stop: &Stop) -> Result<Self, Silence> {
        find_within(puzzle, stop).ok_or_else(|| match stop.stop_reason() {
            Some(_) => Silence::open("Not settled within the time allowed.\n"),
            None => Silence::words(
                "No weights were found under which no jump adds weight and the goal outweighs \
                 the start: jumps in fractions would do, if pegs could be lent.\n",
            ),
        })
    }

    fn check(&self, puzzle: &Puzzle) -> Result<(), RejectedCertificate> {
        let board = puzzle.board();
        let (given, holes) = (self.weights.len(), board.len());
        if given != holes {
            return Err(RejectedCertificate::OtherBoard { given, holes });
        }
        for &jump in board.jumps() {
            let [from, over, to] = board.holes_of(jump).map(|hole| self.weights[hole]);
            if i128::from(from) + i128::from(over) < i128::from(to) {
                let jump = jump_name(board, jump);
                return Err(RejectedCertificate::GainsWeight {
                    jump,
                    from,
                    over,
                    to,
                });
            }
        }
        let (start, goal) = (self.total(puzzle.start()), self.goal_total(puzzle));
        if goal > start {
            Ok(())
        } else {
            Err(RejectedCertificate::NoGap { start, goal })
        }
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
            draw(puzzle.board(), |hole| self.weights[hole]),
            self.total(puzzle.start()),
            self.goal_total(puzzle),
        ) + &Self::class_note(puzzle)
    }

    fn weighings(&self, puzzle: &Puzzle) -> Vec<Weighing> {
        let title = if self.is_facet(puzzle.board()) {
            "pagoda function (a facet)"
        } else {
            "pagoda function"
        };
        vec![self.clone().weighed(title, puzzle)]
    }
}

/// A pagoda function that refutes the puzzle, if the linear program finds one in time.
///
/// Of the one that is as symmetric as the puzzle and the one that knows no symmetry, the one of
/// smaller weights is taken; the latter is a facet.
pub fn find(puzzle: &Puzzle, limit: Duration) -> Option<Pagoda> {
    find_within(puzzle, &Stop::new(Some(limit), None))
}

/// [`find`] until it is time to stop.
pub fn find_within(puzzle: &Puzzle, stop: &Stop) -> Option<Pagoda> {
    let own: Vec<Hole> = (0..puzzle.board().len()).collect();
    let tied = orbits(puzzle);
    let symmetric = find_tied(puzzle, &tied, stop)?;
    if tied == own || own.len() > MOST_TRIED_TWICE {
        return Some(symmetric);
    }
    let other = find_tied(puzzle, &own, stop).filter(|other| other.size() < symmetric.size());
    Some(other.unwrap_or(symmetric))
}

/// The largest board on which a second pagoda function is looked for.
const MOST_TRIED_TWICE: usize = 64;

fn find_tied(puzzle: &Puzzle, variable_of: &[usize], stop: &Stop) -> Option<Pagoda> {
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
            let weights = program::weights(puzzle, &wanted)?.by_hole;
            let exact = rational::integers(&weights).map(|weights| Pagoda { weights });
            let holds = |pagoda: &Pagoda| pagoda.check(puzzle).is_ok();
            exact.filter(holds).or_else(|| {
                multipliers()
                    .filter_map(|multiplier| rounded(&weights, multiplier))
                    .find(holds)
            })
        })
}

/// For every hole, the number of its orbit under the symmetries that fix the puzzle.
fn orbits(puzzle: &Puzzle) -> Vec<usize> {
    let symmetries = super::symmetries(puzzle);
    let mut number = vec![None; puzzle.board().len()];
    let mut next = 0;
    for hole in 0..number.len() {
        if number[hole].is_none() {
            for symmetry in &symmetries {
                number[symmetry.image()[hole]] = Some(next);
            }
            next += 1;
        }
    }
    number
        .into_iter()
        .map(|number| number.unwrap_or(0))
        .collect()
}

/// Small ones first, for small weights; then large ones, which leave less to rounding.
fn multipliers() -> impl Iterator<Item = u32> {
    (1..=500)
        .chain([840, 2520, 5040])
        .chain((4..=7).map(|digits| 10_u32.pow(digits)))
}

/// The weights times a number, rounded up: `⌈a + b⌉ ≤ ⌈a⌉ + ⌈b⌉`, so what was a pagoda function
/// stays one, and only the gap between start and goal may be lost.
fn rounded(weights: &[f64], multiplier: u32) -> Option<Pagoda> {
    let round = |weight: &f64| rational::rounded((weight * f64::from(multiplier) - 1e-4).ceil());
    Some(Pagoda {
        weights: weights.iter().map(round).collect::<Option<_>>()?,
    })
}

#[cfg(test)]
mod tests;
