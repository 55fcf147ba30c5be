//! Facts that a formula of a puzzle takes for known: bounds on jumps, and jumps that a plan may begin with.
//!
//! The first jumps rest on symmetry. A symmetry of the board that leaves start and goal as they are turns
//! plans into plans; so of the jumps that it takes to each other one is enough to begin with. The check
//! looks at each symmetry anew: that it permutes the holes and the jumps of the board, and leaves start
//! and goal as they are.

use serde::{Deserialize, Serialize};

use super::limits::{self, JumpLimit, number};
use crate::certify::RejectedCertificate;
use crate::certify::drawing::jump_name;
use crate::compile;
use saut_base::stop::Stop;
use saut_peg::peg::{Jump, Position, Puzzle, Symmetry};
use saut_task::task::{Known, Task};

/// Facts that a formula takes for known, not yet checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assumed {
    /// Jumps that no plan has, or has twice.
    #[serde(default, rename = "jump_bounds", skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<JumpLimit>,
    /// If there is a plan, there is one that begins with one of these; empty where nothing is known.
    #[serde(default, rename = "first_jumps", skip_serializing_if = "Vec::is_empty")]
    pub first: Vec<Jump>,
}

impl Assumed {
    /// Whether nothing is.
    pub const fn is_empty(&self) -> bool {
        self.limits.is_empty() && self.first.is_empty()
    }

    /// Checks all of it.
    ///
    /// # Errors
    /// [`RejectedCertificate`]: what does not hold, or no time to see.
    pub fn check(&self, puzzle: &Puzzle, stop: &Stop) -> Result<(), RejectedCertificate> {
        limits::check(puzzle, &self.limits, stop)?;
        self.check_first(puzzle)
    }

    fn check_first(&self, puzzle: &Puzzle) -> Result<(), RejectedCertificate> {
        if self.first.is_empty() {
            return Ok(());
        }
        let named = |jump| jump_name(puzzle.board(), jump);
        if let Some(&none) = self
            .first
            .iter()
            .find(|&&jump| number(puzzle, jump).is_none())
        {
            return Err(RejectedCertificate::no_such_jump(&named(none)));
        }
        let symmetries = symmetries(puzzle);
        let left_out = playable(puzzle).into_iter().find(|&jump| {
            let mut images = symmetries.iter().map(|symmetry| symmetry.jump(jump));
            !images.any(|image| self.first.contains(&image))
        });
        match left_out {
            Some(jump) => Err(RejectedCertificate::Jump(format!(
                "a plan may begin with {}, and no symmetry of the puzzle takes that to one of the first jumps that are named",
                named(jump)
            ))),
            None => Ok(()),
        }
    }

    /// The task of a puzzle with what is assumed. What is said of jumps that the board has not is left
    /// out.
    ///
    /// # Panics
    /// Never: the jumps are those of the board.
    pub fn task(&self, puzzle: &Puzzle) -> Task {
        let task = compile::peg_task(puzzle);
        let first = self.first.iter().filter_map(|&jump| number(puzzle, jump));
        let known = Known {
            at_most: limits::known(puzzle, &self.limits),
            first: first.collect(),
            ..task.known().clone()
        };
        task.with_known(known).expect("jumps of the board")
    }

    /// Sentence on these facts for an explanation; empty if nothing is assumed.
    pub(in crate::certify) fn explanation(&self) -> String {
        let limits = limits::explanation(&self.limits);
        match self.first.len() {
            0 => limits,
            number => format!(
                "{limits}A plan is looked for that begins with one of {number} jumps: symmetries of the \
                 puzzle take every other first jump to one of them.\n"
            ),
        }
    }
}

/// One jump of each set that symmetries of the puzzle take to each other, of those that the start allows.
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

/// The jumps that the start allows: of the task, whose formula it is about.
fn playable(puzzle: &Puzzle) -> Vec<Jump> {
    let task = compile::peg_task(puzzle);
    let jumps = task.actions().iter().zip(puzzle.board().jumps());
    let may_begin = jumps.filter(|(action, _)| {
        let mut needs = action.preconditions.iter();
        needs.all(|needed| task.start()[needed.fluent.index()] == needed.value)
    });
    may_begin.map(|(_, &jump)| jump).collect()
}

/// The symmetries of the board that leave start and goal as they are.
fn symmetries(puzzle: &Puzzle) -> Vec<Symmetry> {
    let (board, start, goal) = (puzzle.board(), puzzle.start(), puzzle.goal());
    let keeps = |symmetry: &Symmetry, position: &Position| symmetry.position(position) == *position;
    let is_one = |symmetry: &Symmetry| {
        let mut image = symmetry.image().to_vec();
        image.sort_unstable();
        let mut jumps = board.jumps().iter();
        image.into_iter().eq(0..board.len())
            && jumps.all(|&jump| board.jumps().contains(&symmetry.jump(jump)))
            && keeps(symmetry, start)
            && keeps(symmetry, goal.pegs())
            && keeps(symmetry, goal.open())
    };
    let mut symmetries = board.symmetries();
    symmetries.retain(is_one);
    symmetries
}

#[cfg(test)]
mod tests;
