//! Exhaustive search: infeasible because a complete search finds no plan.
//!
//! The certificate has the number of boards at each level from each end. It is not a short proof: the check repeats the
//! search with [`saut_levels::search::redo`] and compares the numbers.
//!
//! The search may exclude goal positions that are in another position class than the start. The certificate lists the
//! parities that distinguish them, as sets of holes. The check tests that no jump changes a parity, and compares the
//! parities of start and goal. The check shares only these sets with the filter of the search.

use super::{Weights, lattice};
use saut_levels::search::{self, ExhaustiveLevels, PruningFunctions, SearchSettings};
use saut_peg::peg::{Board, Hole, Position, Puzzle};
use saut_task::CheckError;

/// Checks the parities and repeats the search.
///
/// # Errors
/// [`CheckError`] if the levels differ, if a limit was reached, or if a jump changes a parity.
pub(super) fn check(
    levels: &ExhaustiveLevels,
    puzzle: &Puzzle,
    settings: &SearchSettings,
) -> Result<(), CheckError> {
    let board = puzzle.board();
    let parities = parities(levels, board);
    parities
        .iter()
        .try_for_each(|parity| parity.check_jumps(board))?;
    let is_in_class = |goal: &Position| agree(&parities, puzzle.start(), goal);
    search::redo(puzzle, levels, is_in_class, settings)
}

/// Returns the parities of a certificate, or all parities of the board if it lists none.
fn parities(levels: &ExhaustiveLevels, board: &Board) -> Vec<Weights> {
    let parity = |set: &Vec<u8>| Weights {
        modulus: Some(2),
        by_hole: set.iter().map(|&weight| weight.into()).collect(),
    };
    match &levels.class {
        Some(sets) => sets.iter().map(parity).collect(),
        None => lattice::parities(board),
    }
}

/// Whether two positions have the same parities.
fn agree(parities: &[Weights], one: &Position, other: &Position) -> bool {
    let mut parities = parities.iter();
    parities.all(|parity| parity.total(one) == parity.total(other))
}

/// Explains the refutation in words.
pub(super) fn explanation(levels: &ExhaustiveLevels, puzzle: &Puzzle) -> String {
    let list = |counts: &[u64]| {
        let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
        counts.join(", ")
    };
    format!(
        "All positions that the start can reach, and all positions that can reach the goal, were visited, up to \
         symmetry{}. No position is in both sets.\n{}Boards from the start, by number of jumps: {}\nBoards \
         backwards from the goal, by number of jumps: {}\n",
        pruned(&levels.pruning),
        left_out(levels, puzzle),
        list(&levels.forward),
        list(&levels.backward),
    )
}

/// Returns a phrase about the pruned positions.
fn pruned(pruning: &PruningFunctions) -> String {
    if pruning.pagodas.is_empty() {
        return String::new();
    }
    let mut why = vec!["weigh too little or too much"];
    if pruning.losses {
        why.push("must lose more weight, by the parity relaxation, than is available");
    }
    if !pruning.regions.is_empty() {
        why.push(
            "must lose more weight, in the regions of a partition of the board, than is available",
        );
    }
    let which = match pruning.pagodas.len() {
        1 => "a pagoda function".to_owned(),
        functions => format!("one of {functions} pagoda functions"),
    };
    format!(
        ", except positions that, under {which}, {}",
        why.join(" or ")
    )
}

/// Returns a sentence about the excluded goal positions.
fn left_out(levels: &ExhaustiveLevels, puzzle: &Puzzle) -> String {
    let parities = parities(levels, puzzle.board());
    let differs = |goal: &Position| !agree(&parities, puzzle.start(), goal);
    let goal = puzzle.goal();
    let single = |hole: Hole| Position::from_holes(goal.pegs().len(), [hole]);
    let which = match goal.position() {
        Some(goal) if differs(goal) => "The goal is",
        None if levels.class.is_some() => "Some positions of the goal are",
        None if goal.is_one_peg() && goal.open().holes().any(|hole| differs(&single(hole))) => {
            "Some positions of the goal are"
        }
        _ => return String::new(),
    };
    format!(
        "{which} of another position class than the start, and not searched: each jump changes an even number of \
         holes in each of {} sets, but in some of these sets, the numbers of pegs of start and goal differ modulo \
         2.\n",
        parities.len()
    )
}
