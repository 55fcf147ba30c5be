//! Trivial reasons: numbers of pegs, no first jump, no last jump, or a hole that can never have the required content.
//!
//! The first four reasons depend only on start and goal. For the last reason, every peg and every vacancy that was once
//! possible remains possible. This is the delete relaxation of planning (Bonet, Geffner, *Planning as heuristic
//! search*, 2001). If the start meets the goal, the puzzle has the empty plan and no reason applies.

use itertools::Itertools as _;
use serde::{Deserialize, Serialize};

use super::{NotRefuted, Refutation};
use saut_base::stop::Stop;
use saut_peg::peg::{Goal, Hole, Puzzle, notation};
use saut_task::CheckError;

/// A reason that follows from start and goal, or from the delete relaxation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "reason")]
pub enum Trivial {
    /// The goal requires an empty board, but every jump leaves a peg.
    #[serde(rename = "no peg in the goal")]
    NoPegInGoal,
    /// The goal needs all pegs of the start, so no jump may be played, but the start does not meet the goal.
    #[serde(rename = "no jump to spare")]
    NoJumpToSpare,
    /// No jump can be played from the start.
    #[serde(rename = "no first jump")]
    NoFirstJump,
    /// No jump leads into a goal position.
    #[serde(rename = "no last jump")]
    NoLastJump,
    /// A hole can never have the content that the goal requires.
    #[serde(rename = "out of reach")]
    OutOfReach,
}

impl Trivial {
    /// The reasons that depend only on start and goal, in the order in which they are tried.
    pub const AT_THE_ENDS: [Self; 4] = [
        Self::NoPegInGoal,
        Self::NoJumpToSpare,
        Self::NoFirstJump,
        Self::NoLastJump,
    ];
}

impl Refutation for Trivial {
    fn look(puzzle: &Puzzle, _: &Stop) -> Result<Self, NotRefuted> {
        find(puzzle).or_else(|| out_of_reach(puzzle)).ok_or_else(|| {
            NotRefuted::words("There is a first jump and a last jump, enough pegs for a jump, and every hole may \
                get the content that the goal requires.\n",
            )
        })
    }

    /// Checks the reason for a puzzle whose start does not meet the goal.
    fn check(&self, puzzle: &Puzzle) -> Result<(), CheckError> {
        let (board, goal) = (puzzle.board(), puzzle.goal());
        let mut jumps = board.jumps().iter().copied();
        let (holds, otherwise) = match self {
            Self::NoPegInGoal => (goal.peg_range().1 == 0, "the goal may have a peg"),
            Self::NoJumpToSpare => (
                puzzle.jump_range().1 == 0,
                "the start has pegs to spare for a jump",
            ),
            Self::NoFirstJump => (
                !jumps.any(|jump| board.can_play(puzzle.start(), jump)),
                "the start has a jump",
            ),
            Self::NoLastJump => (
                !jumps.any(|jump| is_last(goal, board.holes_of(jump))),
                "a jump leads into the goal",
            ),
            Self::OutOfReach => (
                !out_of_reach_holes(puzzle).is_empty(),
                "every hole may reach the state that the goal requires",
            ),
        };
        if holds {
            Ok(())
        } else {
            CheckError::reject(otherwise)
        }
    }

    fn explanation(&self, puzzle: &Puzzle) -> String {
        match self {
            Self::NoPegInGoal => {
                "The goal requires every hole to be vacant, but a jump always leaves a peg."
            }
            Self::NoJumpToSpare => {
                "The goal needs all pegs of the start, so no jump may be played, but the start is not the goal."
            }
            Self::NoFirstJump => "No jump can be played from the start, and the start is not the goal.",
            Self::NoLastJump => {
                "No jump leads into the goal: in the goal, no line of three holes may have a peg at one end and \
                 vacancies in the other two holes."
            }
            Self::OutOfReach => {
                let even = ", even if every peg and every vacancy that once appears stays forever:";
                let mut parts = out_of_reach_holes(puzzle).into_iter().map(|(fact, holes)| {
                    let names = notation::hole_names(puzzle.board(), holes).join(" ");
                    format!("{fact}{even} {names}.")
                });
                return parts.join("\n");
            }
        }
        .to_owned()
    }
}

fn is_last(goal: &Goal, [from, over, to]: [Hole; 3]) -> bool {
    goal.wants(from) != Some(true)
        && goal.wants(over) != Some(true)
        && goal.wants(to) != Some(false)
}

/// Returns the holes that never have the content required by the goal in the delete relaxation, in groups, each with
/// the reason in words. The list is empty if the relaxation can meet the goal.
fn out_of_reach_holes(puzzle: &Puzzle) -> Vec<(&'static str, Vec<Hole>)> {
    let (board, goal) = (puzzle.board(), puzzle.goal());
    let (mut pegs, mut vacancies) = (puzzle.start().clone(), puzzle.start().complement());
    let mut arrives = board.empty();
    let lines = board.jumps().iter().map(|&jump| board.holes_of(jump));
    let mut left: Vec<[Hole; 3]> = lines.collect();
    loop {
        let before = left.len();
        left.retain(|&[from, over, to]| {
            let is_playable = pegs.has(from) && pegs.has(over) && vacancies.has(to);
            if is_playable {
                vacancies.set(from, true);
                vacancies.set(over, true);
                pegs.set(to, true);
                arrives.set(to, true);
            }
            !is_playable
        });
        if left.len() == before {
            break;
        }
    }
    let stuck = |hole: &Hole| !vacancies.has(*hole);
    let holes = || 0..board.len();
    let mut parts = if goal.is_one_peg() {
        // The last jump moves the last peg, so every hole is vacant at some time, and the last peg is in a hole in
        // which a jump ends.
        let lands = holes().any(|hole| goal.open().has(hole) && arrives.has(hole));
        let last = goal.open().holes().filter(|_| !lands);
        vec![
            (
                "The pegs in these holes can never be removed",
                holes().filter(stuck).collect(),
            ),
            (
                "The last peg can never jump into any of these holes",
                last.collect(),
            ),
        ]
    } else {
        let wants = |value: bool| holes().filter(move |&hole| goal.wants(hole) == Some(value));
        vec![
            (
                "The pegs in these holes can never be removed",
                wants(false).filter(stuck).collect(),
            ),
            (
                "No peg can ever come to these holes",
                wants(true).filter(|&hole| !pegs.has(hole)).collect(),
            ),
        ]
    };
    parts.retain(|(_, holes): &(_, Vec<Hole>)| !holes.is_empty());
    parts
}

/// Returns [`Trivial::OutOfReach`], if it holds and the start does not meet the goal.
pub fn out_of_reach(puzzle: &Puzzle) -> Option<Trivial> {
    let reason = Trivial::OutOfReach;
    let is_met = puzzle.goal().is_met_by(puzzle.start());
    (!is_met && reason.check(puzzle).is_ok()).then_some(reason)
}

/// Returns the first trivial reason that depends only on start and goal, if one holds.
pub fn find(puzzle: &Puzzle) -> Option<Trivial> {
    if puzzle.goal().is_met_by(puzzle.start()) {
        return None;
    }
    Trivial::AT_THE_ENDS
        .into_iter()
        .find(|reason| reason.check(puzzle).is_ok())
}

#[cfg(test)]
mod tests {
    use super::{Refutation as _, Trivial, find, out_of_reach};
    use crate::certify::samples::{assert_rejected, pair, single};
    use crate::certify::{Certificate, check};
    use saut_peg::peg::{Goal, Hole, Position, Puzzle, boards};

    fn line(start: &[usize], goal: &[usize]) -> Puzzle {
        pair(&boards::named("rectangle-5x1").unwrap(), start, goal)
    }

    fn accepts_one_and_rejects_the_other(reason: Trivial, infeasible: &Puzzle, other: &Puzzle) {
        assert_eq!(find(infeasible), Some(reason));
        assert!(check(infeasible, Certificate::Trivial(reason)).is_ok());
        assert!(check(other, Certificate::Trivial(reason)).is_err());
    }

    #[test]
    fn the_last_peg_cannot_be_removed() {
        let (none, one) = (line(&[0, 1], &[]), line(&[0, 1], &[2]));
        accepts_one_and_rejects_the_other(Trivial::NoPegInGoal, &none, &one);
    }

    #[test]
    fn no_jump_keeps_the_number_of_pegs() {
        let (same, fewer) = (line(&[0, 1], &[1, 2]), line(&[0, 1], &[2]));
        accepts_one_and_rejects_the_other(Trivial::NoJumpToSpare, &same, &fewer);
    }

    #[test]
    fn a_first_jump_is_needed() {
        let (stuck, free) = (line(&[0, 2], &[2]), line(&[1, 2], &[3]));
        accepts_one_and_rejects_the_other(Trivial::NoFirstJump, &stuck, &free);
    }

    #[test]
    fn a_last_jump_is_needed() {
        let (unreachable, free) = (line(&[0, 1, 3], &[1, 3]), line(&[0, 1, 3], &[2, 3]));
        accepts_one_and_rejects_the_other(Trivial::NoLastJump, &unreachable, &free);
    }

    #[test]
    fn no_hole_may_be_out_of_reach() {
        // On three columns, a jump along a row needs a vacancy at an end of the row, but no jump creates such a
        // vacancy.
        let game = |hole, last: Option<Hole>| single("rectangle-3x5", hole, last);
        for stuck in [game(7, Some(7)), game(7, None)] {
            assert_eq!(
                (find(&stuck), out_of_reach(&stuck)),
                (None, Some(Trivial::OutOfReach))
            );
            assert!(check(&stuck, Certificate::Trivial(Trivial::OutOfReach)).is_ok());
            let why = Trivial::OutOfReach.explanation(&stuck);
            assert!(why.starts_with("The pegs in these holes can never be removed"));
        }
        for free in [game(6, Some(6)), game(6, None), line(&[0, 1, 3], &[3])] {
            assert_eq!(out_of_reach(&free), None);
            assert!(check(&free, Certificate::Trivial(Trivial::OutOfReach)).is_err());
        }
        // The last peg was moved by a jump. So it is not a peg that never moves, and not in a hole that no jump
        // reaches.
        let last_in = |start: &[usize], goal: &[usize]| {
            let position = |holes: &[usize]| Position::from_holes(5, holes.iter().copied());
            let last = Goal::one_peg_in(position(goal));
            let board = boards::named("rectangle-5x1").unwrap();
            Puzzle::new("last", board, position(start), last).unwrap()
        };
        let refuted = |puzzle| check(&puzzle, Certificate::Trivial(Trivial::OutOfReach)).is_ok();
        assert!(refuted(last_in(&[0], &[3, 4])));
        assert!(refuted(last_in(&[0, 4], &[0, 2])));
        assert!(!refuted(last_in(&[1, 2], &[2, 3])));
        assert_eq!(out_of_reach(&line(&[0, 2], &[0, 2])), None);
    }

    #[test]
    fn a_start_that_is_the_goal_is_never_refuted() {
        let solved = line(&[0, 2], &[0, 2]);
        assert_eq!(find(&solved), None);
        for reason in Trivial::AT_THE_ENDS
            .into_iter()
            .chain([Trivial::OutOfReach])
        {
            let rejected = check(&solved, Certificate::Trivial(reason));
            assert_rejected(rejected, "the start is already a goal position");
        }
    }
}
