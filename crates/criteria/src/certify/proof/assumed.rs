//! Facts that a formula of a puzzle takes for known: bounds on jumps, and jumps that a plan may begin with.
//!
//! The first jumps rest on symmetry. A symmetry of the board that leaves start and goal as they are turns
//! plans into plans; so of the jumps that it takes to each other one is enough to begin with. The check
//! looks at each symmetry anew: that it permutes the holes and the jumps of the board.
//!
//! Jump limits: jumps that no plan has, or that no plan has twice, as facts for the encoding.
//!
//! Each comes with the tree of weights that refutes one more, so that a proof of a formula that takes
//! limits for known rests on nothing that is not checked.
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
use saut_task::task::{ActionId, Known, Task};

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
    /// [`CheckError`]: what does not hold, or no time to see.
    pub fn check(&self, puzzle: &Puzzle, stop: &Stop) -> Result<(), CheckError> {
        self.check_limits(puzzle, stop)?;
        self.check_first(puzzle)
    }

    /// Checks that one more of each is refuted.
    fn check_limits(&self, puzzle: &Puzzle, stop: &Stop) -> Result<(), CheckError> {
        let none = Bounds::none(puzzle.board().jumps().len());
        for limit in &self.limits {
            stop.check().map_err(CheckError::Stopped)?;
            let Some(action) = number(puzzle, limit.jump) else {
                return Err(no_such_jump(puzzle.board(), limit.jump));
            };
            // Not saturating: of a jump limited by the largest number nothing is said.
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
                "a plan may begin with {}, and no symmetry of the puzzle takes that to one of the first jumps that are named",
                jump_name(puzzle.board(), jump)
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
        let limits = self.limits.iter();
        let limits = limits.filter_map(|one| Some((number(puzzle, one.jump)?, one.most as usize)));
        let known = Known {
            at_most: limits.collect(),
            first: first.collect(),
            ..task.known().clone()
        };
        task.with_known(known).expect("jumps of the board")
    }

    /// Sentence on these facts for an explanation; empty if nothing is assumed.
    pub(in crate::certify) fn explanation(&self) -> String {
        let limits = match self.limits.len() {
            0 => String::new(),
            number => format!(
                "It says of {number} jumps that no plan has them, or has them twice; weights that \
                 show that were checked too.\n"
            ),
        };
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

/// The symmetries of a puzzle that permute the holes and the jumps of its board.
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

/// Most occurrences of a jump.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JumpLimit {
    /// The jump.
    #[serde(flatten, with = "by_ends")]
    pub jump: Jump,
    /// The most times in any plan.
    pub most: u32,
    /// Refutes one more.
    #[serde(rename = "tree")]
    pub proof: Tree,
}

/// The parts that the tree of one limit may take.
const PARTS: usize = 200;

/// The largest limit that the encoding writes.
const MOST: u32 = 1;

/// The limits of all jumps for which one is found in time, as far as the encoding writes them.
pub fn jump_limits(puzzle: &Puzzle, stop: &Stop) -> Vec<JumpLimit> {
    let bounds = jump_bounds(puzzle, PARTS, stop).into_iter().flatten();
    let small = bounds.filter(|bound| bound.most <= MOST);
    small
        .map(|bound| JumpLimit {
            jump: bound.jump,
            most: bound.most,
            proof: bound.proof,
        })
        .collect()
}

/// The number of a jump, as an action of the task too; `None` if the board has it not.
fn number(puzzle: &Puzzle, jump: Jump) -> Option<ActionId> {
    puzzle.board().number(jump).map(ActionId::new)
}

#[cfg(test)]
mod tests;
