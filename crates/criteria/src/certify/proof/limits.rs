//! Jump limits: jumps that no plan has, or that no plan has twice, as facts for the encoding.
//!
//! Each comes with the tree of weights that refutes one more, so that a proof of a formula that takes
//! limits for known rests on nothing that is not checked.
//!
//! Kiyomi and Matsui, *Integer programming based algorithms for peg solitaire problems* (2001).

use serde::{Deserialize, Serialize};

use crate::certify::RejectedCertificate;
use crate::certify::cone::{Bounds, Tree, jump_bounds};
use crate::certify::drawing::jump_name;
use saut_base::stop::Stop;
use saut_peg::peg::{Jump, Puzzle, by_ends};
use saut_task::task::ActionId;

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

/// Checks that one more of each is refuted.
///
/// # Errors
/// [`RejectedCertificate`]: a jump that the board has not, weights that do not show it, or no time.
pub fn check(
    puzzle: &Puzzle,
    limits: &[JumpLimit],
    stop: &Stop,
) -> Result<(), RejectedCertificate> {
    let none = Bounds::none(puzzle.board().jumps().len());
    for limit in limits {
        if let Some(why) = stop.stop_reason() {
            return Err(RejectedCertificate::Unfinished(why));
        }
        let Some(action) = number(puzzle, limit.jump) else {
            let jump = jump_name(puzzle.board(), limit.jump);
            return Err(RejectedCertificate::no_such_jump(&jump));
        };
        // Not saturating: of a jump limited by the largest number nothing is said.
        let Some(more) = limit.most.checked_add(1) else {
            continue;
        };
        let one_more = none.clone().with_least(action.index(), more);
        limit.proof.check(puzzle, &one_more)?;
    }
    Ok(())
}

/// The limits by the numbers of the jumps; jumps that the board has not are left out.
pub fn known(puzzle: &Puzzle, limits: &[JumpLimit]) -> Vec<(ActionId, usize)> {
    let known = |limit: &JumpLimit| Some((number(puzzle, limit.jump)?, limit.most as usize));
    limits.iter().filter_map(known).collect()
}

/// Sentence on the limits for an explanation; empty if there are none.
pub(in crate::certify) fn explanation(limits: &[JumpLimit]) -> String {
    match limits.len() {
        0 => String::new(),
        number => format!(
            "It says of {number} jumps that no plan has them, or has them twice; weights that \
             show that were checked too.\n"
        ),
    }
}

/// The number of a jump, as an action of the task too; `None` if the board has it not.
pub(super) fn number(puzzle: &Puzzle, jump: Jump) -> Option<ActionId> {
    puzzle
        .board()
        .jumps()
        .iter()
        .position(|&other| other == jump)
        .map(ActionId::new)
}
