//! Jump bounds: the most times that each jump can occur in any plan.
//!
//! By the relaxation first, then in whole numbers. Every bound comes with the tree that refutes
//! one more.

use super::branch::limit;
use super::relaxed::{ConeAim, Relaxed, relaxed};
use super::{Bounds, ConeResult, Tree, search};
use crate::certify::rational;
use saut_base::stop::Stop;
use saut_peg::peg::{Jump, Puzzle};

/// Most occurrences of one jump in any plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JumpBound {
    /// The jump.
    pub jump: Jump,
    /// The maximum in fractions, as numerator and denominator; as the linear program gives it,
    /// unchecked. `None` if it is no simple fraction.
    pub relaxed: Option<(i64, i64)>,
    /// The most times in any plan.
    pub most: u32,
    /// Whether there are whole numbers of jumps with this one occurring a given number of times.
    pub is_reached: bool,
    /// Refutes `most + 1` times: a tree under the bounds `least[jump] = most + 1`.
    pub proof: Tree,
}

/// The bounds of all jumps of the board, in its order; jumps that the symmetries of the problem
/// exchange are worked on once. `None` for a jump whose bound could not be found in `parts` parts
/// of a tree.
pub fn jump_bounds(puzzle: &Puzzle, parts: usize, stop: &Stop) -> Vec<Option<JumpBound>> {
    let board = puzzle.board();
    let mut bounds: Vec<Option<Option<JumpBound>>> = vec![None; board.jumps().len()];
    let symmetries = super::super::symmetries(puzzle);
    for index in 0..bounds.len() {
        if bounds[index].is_some() {
            continue;
        }
        if stop.stop_reason().is_some() {
            break;
        }
        let found = jump_bound(puzzle, index, parts, stop);
        for symmetry in &symmetries {
            let image = symmetry.jump(board.jumps()[index]);
            let Some(other) = board.jumps().iter().position(|&jump| jump == image) else {
                continue;
            };
            if bounds[other].is_none() {
                bounds[other] = Some(found.as_ref().map(|bound| JumpBound {
                    jump: image,
                    proof: bound.proof.image(symmetry),
                    ..bound.clone()
                }));
            }
        }
    }
    bounds.into_iter().map(Option::flatten).collect()
}

/// The bound of the jump of this number, or `None` if it could not be found.
pub fn jump_bound(puzzle: &Puzzle, index: usize, parts: usize, stop: &Stop) -> Option<JumpBound> {
    let none = Bounds::none(puzzle.board().jumps().len());
    let Relaxed::Times { optimum, .. } = relaxed(puzzle, &none, ConeAim::Most(index), &limit(stop))
    else {
        return None;
    };
    let fraction = rational::integers(&[optimum, 1.0]);
    let most = u32::try_from(rational::rounded((optimum + 1e-6).floor())?).ok()?;
    let with_least = |least: u32| none.clone().with_least(index, least);
    let ConeResult::Refuted(mut proof) = search(puzzle, &with_least(most + 1), parts, stop) else {
        return None;
    };
    let (mut most, mut is_reached) = (most, most == 0);
    while most > 0 {
        match search(puzzle, &with_least(most), parts, stop) {
            ConeResult::Refuted(tree) => proof = tree,
            ConeResult::Numbers(_) => {
                is_reached = true;
                break;
            }
            ConeResult::GaveUp => break,
        }
        most -= 1;
        is_reached = most == 0;
    }
    Some(JumpBound {
        jump: puzzle.board().jumps()[index],
        relaxed: fraction.and_then(|pair| Some((*pair.first()?, *pair.get(1)?))),
        most,
        is_reached,
        proof,
    })
}
