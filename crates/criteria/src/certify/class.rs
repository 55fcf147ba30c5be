//! Position class: infeasibility by the rule of three.
//!
//! Colour the holes with three colours so that every line shows all three. A jump then changes
//! the number of pegs of each colour by one, so the parity of the pegs of two colours together
//! never changes. A goal whose parities differ is out of reach on any board.
//!
//! Suremain de Missery (1842); Reiss, *Beiträge zur Theorie des Solitär-Spiels* (1857). The
//! colourings are linear, `a·x + b·y mod 3`: two on square boards, one on triangular ones, none
//! where both diagonals count; a board without lines in some direction may have more. That every
//! line has three colours is checked line by line.

pub mod group;
mod parity_sum;
mod reduced;
mod reduction;

use serde::{Deserialize, Serialize};

use std::fmt::Write;

pub use parity_sum::{ParitySum, by_hole, kept};
pub use reduced::{Reduced, reduced};
pub use reduction::{Nine, Reduction, Signature, congruent, reduction};

use parity_sum::{FORMS, colour};

use super::drawing::draw;
use super::{NotRefuted, Refutation, RejectedCertificate, Weighing, Weights};
use saut_base::stop::Stop;
use saut_peg::gf2::Echelon;
use saut_peg::peg::{Hole, Position, Puzzle};

/// A set of parity sums that no position of the goal shares with the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Class {
    /// The sums; one is enough unless the goal leaves holes open.
    pub sums: Vec<ParitySum>,
}

/// The most parity sums in one certificate: two independent ones of each colouring.
const MOST_SUMS: usize = 2 * FORMS.len();

impl Refutation for Class {
    fn look(puzzle: &Puzzle, _: &Stop) -> Result<Self, NotRefuted> {
        find(puzzle).ok_or_else(|| NotRefuted::settled(not_refuted))
    }

    fn check(&self, puzzle: &Puzzle) -> Result<(), RejectedCertificate> {
        RejectedCertificate::unless_counted(self.sums.len(), MOST_SUMS)?;
        let (board, goal) = (puzzle.board(), puzzle.goal());
        let sums: Vec<Weights> = self.sums.iter().map(|sum| sum.weights(board)).collect();
        sums.iter().try_for_each(|sum| sum.check_jumps(board))?;
        let of_hole = |hole: Hole| {
            let bits = sums.iter().zip(0..);
            bits.fold(0, |bits, (sum, bit)| {
                bits | u64::from(sum.by_hole[hole] == 1) << bit
            })
        };
        let of = |position: &Position| position.holes().fold(0, |bits, hole| bits ^ of_hole(hole));
        let (start, mut open) = (of(puzzle.start()), goal.open().holes().map(of_hole));
        let agrees = if goal.is_one_peg() {
            open.any(|parities| parities == start)
        } else {
            Echelon::spanned_by(open).contains(start ^ of(goal.pegs()))
        };
        if agrees {
            Err(RejectedCertificate::Agrees)
        } else {
            Ok(())
        }
    }

    fn explanation(&self, puzzle: &Puzzle) -> String {
        let board = puzzle.board();
        let mut text = String::from(
            "Every line has a hole of each of three colours, so a jump keeps the parity of the \
             pegs of any two colours together.\n",
        );
        for (index, sum) in self.sums.iter().enumerate() {
            let [first, second] = sum.colours;
            if index == 0 || self.sums[index - 1].form != sum.form {
                text += &draw(board, |hole| {
                    let counted = board.counted_as(hole);
                    counted.map_or(0, |hole| i64::from(colour(board, sum.form, hole)))
                });
                text += &by_colour(puzzle, sum.form);
            }
            let start = sum.pegs(board, puzzle.start());
            let _ = write!(
                text,
                "Pegs of colours {first} and {second}: {start} at the start"
            );
            if let Some(goal) = puzzle.goal().position() {
                let _ = write!(text, ", {} in the goal", sum.pegs(board, goal));
            }
            text += ".\n";
        }
        if puzzle.goal().position().is_none() {
            text += "No position of the goal has these parities.\n";
        }
        text + &reduced(puzzle).explanation(puzzle)
    }

    fn weighings(&self, puzzle: &Puzzle) -> Vec<Weighing> {
        self.sums.iter().map(|sum| sum.weighing(puzzle)).collect()
    }
}

/// Start and goal agree: in the sums of an exact goal, two of each colouring.
fn not_refuted(puzzle: &Puzzle) -> (String, Vec<Weighing>) {
    let kept = kept(puzzle.board());
    if kept.is_empty() {
        let why = "The board has no colouring of which every line shows three colours.\n";
        return (why.to_owned(), Vec::new());
    }
    let independent = kept.chunks(3).flat_map(|of_one| &of_one[..2]);
    let (agree, weighings) = if puzzle.goal().position().is_some() {
        (
            "Start and goal are of one position class.\n",
            independent.map(|sum| sum.weighing(puzzle)).collect(),
        )
    } else {
        (
            "Some position of the goal is of the class of the start.\n",
            Vec::new(),
        )
    };
    (
        agree.to_owned() + &reduced(puzzle).explanation(puzzle),
        weighings,
    )
}

/// The pegs of each colour, for people.
fn by_colour(puzzle: &Puzzle, form: (i16, i16)) -> String {
    let board = puzzle.board();
    let pegs = |position: &Position| {
        let mut pegs = [0_usize; 3];
        for hole in board.counted(position) {
            pegs[usize::from(colour(board, form, hole))] += 1;
        }
        pegs.map(|number| number.to_string()).join(", ")
    };
    let goal = puzzle.goal().position().map(pegs);
    let goal = goal.map_or(String::new(), |pegs| format!("; {pegs} in the goal"));
    format!(
        "Pegs of each colour: {} at the start{goal}.\n",
        pegs(puzzle.start())
    )
}

/// The holes in which the last peg can be: those whose class, with one peg there, is the start's.
/// All holes if there are none, which is for the class itself to tell.
pub fn last_holes(puzzle: &Puzzle) -> Vec<Hole> {
    let board = puzzle.board();
    let classes = by_hole(board);
    let start = puzzle.start().holes();
    let wanted = start.fold(0, |sum, hole| sum ^ classes[hole]);
    let open = puzzle.goal().open();
    let holes: Vec<Hole> = open
        .holes()
        .filter(|&hole| classes[hole] == wanted)
        .collect();
    if holes.is_empty() {
        open.holes().collect()
    } else {
        holes
    }
}

/// The class as a reason: one sum if one is enough, else two of one colouring, else all.
pub fn find(puzzle: &Puzzle) -> Option<Class> {
    let kept = kept(puzzle.board());
    let single = kept.iter().map(|&sum| vec![sum]);
    let double = kept.chunks(3).map(|sums| sums[..2].to_vec());
    let all = kept.chunks(3).flat_map(|sums| sums[..2].to_vec()).collect();
    let candidates = single.chain(double).chain([all]).map(|sums| Class { sums });
    candidates
        .into_iter()
        .find(|class| class.check(puzzle).is_ok())
}

#[cfg(test)]
mod tests;
