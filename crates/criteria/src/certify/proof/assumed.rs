//! Facts that a formula of a puzzle assumes: bounds on the occurrences of jumps, and a set of first jumps.
//!
//! The first jumps are based on symmetry. A symmetry of the board that keeps start and goal maps plans to plans. So one
//! first jump of each orbit suffices. The check tests again that each symmetry permutes the holes and the jumps of the
//! board.
//!
//! A jump limit is the fact that no plan has a jump, or that no plan has it twice. Each limit has a tree of weights
//! that refutes one more occurrence. So a proof of a formula with limits depends only on checked facts.
//!
//! Kiyomi and Matsui, *Integer programming based algorithms for peg solitaire problems* (2001).

use serde::{Deserialize, Serialize};

use crate::certify::cone::{Bounds, Tree, jump_bounds};
use crate::certify::weights::no_such_jump;
use crate::compile;
use saut_base::stop::Stop;
use saut_peg::peg::notation::jump_name;
use saut_peg::peg::{Jump, Puzzle, Symmetry, by_ends};
use saut_task::CheckError;
use saut_task::task::{ActionId, Task, TrustedFacts};

/// Facts that a formula assumes, and that [`Assumed::check`] checks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assumed {
    /// Upper bounds on the occurrences of jumps in any plan.
    #[serde(default, rename = "jump_bounds", skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<JumpLimit>,
    /// If the puzzle has a plan, it has a plan that begins with one of these jumps. Empty if nothing is assumed.
    #[serde(default, rename = "first_jumps", skip_serializing_if = "Vec::is_empty")]
    pub first: Vec<Jump>,
}

impl Assumed {
    /// Whether nothing is assumed.
    pub const fn is_empty(&self) -> bool {
        self.limits.is_empty() && self.first.is_empty()
    }

    /// Checks all assumed facts.
    ///
    /// # Errors
    /// [`CheckError`] if a fact is not proved or a limit was reached.
    pub fn check(&self, puzzle: &Puzzle, stop: &Stop) -> Result<(), CheckError> {
        self.check_limits(puzzle, stop)?;
        self.check_first(puzzle)
    }

    /// Checks that the tree of each limit refutes one more occurrence.
    fn check_limits(&self, puzzle: &Puzzle, stop: &Stop) -> Result<(), CheckError> {
        let none = Bounds::none(puzzle.board().jumps().len());
        for limit in &self.limits {
            stop.check().map_err(CheckError::Stopped)?;
            let Some(action) = number(puzzle, limit.jump) else {
                return Err(no_such_jump(puzzle.board(), limit.jump));
            };
            // If the addition overflows, the limit is the largest number. It excludes nothing and needs no proof.
            if let Some(more) = limit.most.checked_add(1) {
                let one_more = none.clone().with_least(action.index(), more);
                limit.proof.check(puzzle, &one_more)?;
            }
        }
        Ok(())
    }

    fn check_first(&self, puzzle: &Puzzle) -> Result<(), CheckError> {
        if self.first.is_empty() {
            return Ok(());
        }
        if let Some(&none) = self
            .first
            .iter()
            .find(|&&jump| number(puzzle, jump).is_none())
        {
            return Err(no_such_jump(puzzle.board(), none));
        }
        let symmetries = symmetries(puzzle);
        let left_out = playable(puzzle).into_iter().find(|&jump| {
            let mut images = symmetries.iter().map(|symmetry| symmetry.jump(jump));
            !images.any(|image| self.first.contains(&image))
        });
        match left_out {
            Some(jump) => Err(CheckError::rejected(format_args!(
                "a plan may begin with {}, and no symmetry of the puzzle maps this jump to one of the listed \
                 first jumps",
                jump_name(puzzle.board(), jump)
            ))),
            None => Ok(()),
        }
    }

    /// Returns the task of a puzzle with the assumed facts, except facts about jumps that the board does not have.
    ///
    /// # Panics
    /// Never: all these facts are about jumps of the board.
    pub fn task(&self, puzzle: &Puzzle) -> Task {
        let task = compile::peg_task(puzzle);
        let first = self.first.iter().filter_map(|&jump| number(puzzle, jump));
        let limits = self.limits.iter();
        let limits = limits.filter_map(|one| Some((number(puzzle, one.jump)?, one.most as usize)));
        let known = TrustedFacts {
            at_most: limits.collect(),
            first: first.collect(),
            ..task.known().clone()
        };
        task.with_known(known).expect("jumps of the board")
    }

    /// Explains these facts. Empty if nothing is assumed.
    pub(in crate::certify) fn explanation(&self) -> String {
        let limits = match self.limits.len() {
            0 => String::new(),
            number => format!(
                "The formula assumes for each of {number} jumps that no plan contains the jump, or that no plan \
                    contains the jump twice. Weights that prove this were also checked.\n"
            ),
        };
        match self.first.len() {
            0 => limits,
            number => format!(
                "{limits}The formula assumes that the plan begins with one of {number} jumps. Symmetries of the \
                 puzzle map every other first jump to one of them, so this assumption excludes no solvable puzzle.\n"
            ),
        }
    }
}

/// Returns one jump of each orbit of the first jumps under the symmetries of the puzzle.
pub fn first_jumps(puzzle: &Puzzle) -> Vec<Jump> {
    let symmetries = symmetries(puzzle);
    let mut first: Vec<Jump> = Vec::new();
    for jump in playable(puzzle) {
        let mut images = symmetries.iter().map(|symmetry| symmetry.jump(jump));
        if !images.any(|image| first.contains(&image)) {
            first.push(jump);
        }
    }
    first
}

/// Returns the jumps that are playable at the start. Computes them from the task, because the formula is about the
/// task.
fn playable(puzzle: &Puzzle) -> Vec<Jump> {
    let task = compile::peg_task(puzzle);
    let jumps = task.actions().iter().zip(puzzle.board().jumps());
    let may_begin = jumps.filter(|(action, _)| {
        let mut needs = action.preconditions.iter();
        needs.all(|needed| task.start()[needed.fluent.index()] == needed.value)
    });
    may_begin.map(|(_, &jump)| jump).collect()
}

/// Returns the symmetries of a puzzle that permute the holes and the jumps of its board.
fn symmetries(puzzle: &Puzzle) -> Vec<Symmetry> {
    let board = puzzle.board();
    let permutes = |symmetry: &Symmetry| {
        let mut image = symmetry.image().to_vec();
        image.sort_unstable();
        let mut jumps = board.jumps().iter();
        image.into_iter().eq(0..board.len())
            && jumps.all(|&jump| board.jumps().contains(&symmetry.jump(jump)))
    };
    let mut symmetries = puzzle.symmetries();
    symmetries.retain(permutes);
    symmetries
}

/// A proved upper bound on the occurrences of a jump.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JumpLimit {
    /// The jump whose occurrences are bounded.
    #[serde(flatten, with = "by_ends")]
    pub jump: Jump,
    /// The bound: no plan has more occurrences of this jump.
    pub most: u32,
    /// A tree that refutes one more occurrence.
    #[serde(rename = "tree")]
    pub proof: Tree,
}

/// Maximum number of parts of the tree of one limit.
const PARTS: usize = 200;

/// Largest limit that the encoding uses.
const MAX: u32 = 1;

/// Returns the limits that were found in time, if the encoding uses them.
pub fn jump_limits(puzzle: &Puzzle, stop: &Stop) -> Vec<JumpLimit> {
    let bounds = jump_bounds(puzzle, PARTS, stop).into_iter().flatten();
    let small = bounds.filter(|bound| bound.most <= MAX);
    small
        .map(|bound| JumpLimit {
            jump: bound.jump,
            most: bound.most,
            proof: bound.proof,
        })
        .collect()
}

/// Returns the number of a jump, which is also the number of its action in the task. `None` if the board does not have
/// the jump.
fn number(puzzle: &Puzzle, jump: Jump) -> Option<ActionId> {
    puzzle.board().number(jump).map(ActionId::new)
}

#[cfg(test)]
mod tests;
