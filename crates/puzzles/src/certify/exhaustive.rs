//! Exhaustive search: infeasible because nothing else is left.
//!
//! The certificate is the number of boards at each level from each end. It is no short proof: the
//! check searches again, with [`crate::search::redo`], and compares.

use crate::peg::Puzzle;
use crate::search::{self, Cuts, ExhaustiveLevels, NotRedone, SearchSettings};

use super::Rejected;

/// Searches again.
///
/// # Errors
/// [`Rejected::Search`] if it does not end in the same levels, [`Rejected::Unfinished`] if a limit
/// ends it.
pub(super) fn check(
    levels: &ExhaustiveLevels,
    puzzle: &Puzzle,
    settings: &SearchSettings,
) -> Result<(), Rejected> {
    search::redo(puzzle, levels, settings).map_err(|error| match error {
        NotRedone::Unfinished(why) => Rejected::Unfinished(why),
        other => Rejected::Search(other.to_string()),
    })
}

/// The reason for people.
pub(super) fn explanation(levels: &ExhaustiveLevels) -> String {
    let list = |counts: &[u64]| {
        let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
        counts.join(", ")
    };
    format!(
        "Every position was visited that the start can reach or the goal can be reached from, up \
         to symmetry{}, and the two do not meet.\nBoards from the start, a jump a level: {}\nBoards \
         from the goal backwards: {}\n",
        left_out(&levels.cuts),
        list(&levels.forward),
        list(&levels.backward),
    )
}

/// What was not visited.
fn left_out(cuts: &Cuts) -> String {
    if cuts.pagodas.is_empty() {
        return String::new();
    }
    let mut why = vec!["weigh too little or too much"];
    if cuts.losses {
        why.push("have less to lose than they must by parity");
    }
    if !cuts.regions.is_empty() {
        why.push("have less to lose than they must in regions of the board");
    }
    let functions = cuts.pagodas.len();
    format!(
        " but for those that, under one of {functions} pagoda functions, {}",
        why.join(" or ")
    )
}
