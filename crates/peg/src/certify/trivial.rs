//! Trivial reasons: peg counts, no first jump, no last jump.
//!
//! Every jump removes exactly one peg and needs two; this is all that is used. A start that meets
//! the goal is solved by the empty plan and never gets here.

use super::RejectedCertificate;
use crate::peg::{Goal, Hole, Position, Puzzle};

/// Which trivial reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trivial {
    /// The goal wants every hole vacant, but the last peg cannot be removed.
    NoPegInGoal,
    /// No jump can be spared, and the start is not as wanted.
    NoJumpToSpare,
    /// No jump can be played from the start.
    NoFirstJump,
    /// No jump leads into a position of the goal.
    NoLastJump,
}

impl Trivial {
    /// All trivial reasons, in the order in which they are tried.
    pub const ALL: [Self; 4] = [
        Self::NoPegInGoal,
        Self::NoJumpToSpare,
        Self::NoFirstJump,
        Self::NoLastJump,
    ];

    /// Whether the reason is there, for a puzzle whose start does not meet the goal.
    pub(super) fn check(self, puzzle: &Puzzle) -> Result<(), RejectedCertificate> {
        let (board, goal) = (puzzle.board(), puzzle.goal());
        let mut lines = board.jumps().iter().map(|&jump| board.holes_of(jump));
        let (holds, otherwise) = match self {
            Self::NoPegInGoal => (goal.peg_range().1 == 0, "the goal has room for a peg"),
            Self::NoJumpToSpare => (
                puzzle.jump_range().1 == 0,
                "the start has pegs to spare for a jump",
            ),
            Self::NoFirstJump => (
                !lines.any(|line| is_first(puzzle.start(), line)),
                "the start has a jump",
            ),
            Self::NoLastJump => (
                !lines.any(|line| is_last(goal, line)),
                "a jump leads into the goal",
            ),
        };
        if holds {
            Ok(())
        } else {
            Err(RejectedCertificate::NotTrivial(otherwise))
        }
    }

    /// The reason for people.
    pub fn explanation(self) -> String {
        match self {
            Self::NoPegInGoal => {
                "The goal wants every hole vacant, but a jump always leaves a peg."
            }
            Self::NoJumpToSpare => {
                "The goal needs as many pegs as there are, so no jump may be played, \
                 but the start is not the goal."
            }
            Self::NoFirstJump => "No jump can be played from the start, and it is not the goal.",
            Self::NoLastJump => {
                "No jump leads into the goal: no line has a peg at one end of it where the goal \
                 may have one, and vacancies in the other two holes."
            }
        }
        .to_owned()
    }
}

fn is_first(start: &Position, [from, over, to]: [Hole; 3]) -> bool {
    start.has(from) && start.has(over) && !start.has(to)
}

fn is_last(goal: &Goal, [from, over, to]: [Hole; 3]) -> bool {
    goal.wants(from) != Some(true)
        && goal.wants(over) != Some(true)
        && goal.wants(to) != Some(false)
}

/// The first trivial reason that is there.
pub fn find(puzzle: &Puzzle) -> Option<Trivial> {
    if puzzle.goal().is_met_by(puzzle.start()) {
        return None;
    }
    Trivial::ALL
        .into_iter()
        .find(|reason| reason.check(puzzle).is_ok())
}

#[cfg(test)]
mod tests {
    use super::{Trivial, find};
    use crate::certify::{Certificate, RejectedCertificate, check};
    use crate::peg::{Goal, Position, Puzzle, boards};

    fn line(start: &[usize], goal: &[usize]) -> Puzzle {
        let position = |holes: &[usize]| Position::from_holes(5, holes.iter().copied());
        let board = boards::named("rectangle-5x1").unwrap();
        Puzzle::new(
            "line",
            board,
            position(start),
            Goal::exactly(position(goal)),
        )
        .unwrap()
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
    fn a_start_that_is_the_goal_is_never_refuted() {
        let solved = line(&[0, 2], &[0, 2]);
        assert_eq!(find(&solved), None);
        for reason in Trivial::ALL {
            let rejected = check(&solved, Certificate::Trivial(reason));
            assert_eq!(rejected, Err(RejectedCertificate::AlreadySolved));
        }
    }
}
