//! The simulator: replays a plan by the rules of the game.
//!
//! The simulator decides whether a jump is legal only from the coordinates of the holes, the geometry and the current
//! position. It does not use actions of a task, literals or formulas. It therefore detects
//! wrong plans that are caused by faults of an encoding, a solver or the decoder. Only the
//! simulator can create a [`ReplayedPlan`].

pub mod baseball;

use thiserror::Error;

use crate::peg::{Board, GameLength, Hole, Jump, Position, Puzzle, notation, picture};
use saut_task::plan::Plan;

/// A plan that the simulator has played from the start to a position that meets the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayedPlan {
    plan: Plan<Jump>,
    end: Position,
}

impl ReplayedPlan {
    /// Returns the plan.
    pub fn plan(&self) -> &Plan<Jump> {
        &self.plan
    }

    /// Returns the jumps of the plan in order.
    pub fn jumps(&self) -> Vec<Jump> {
        self.plan.actions().copied().collect()
    }

    /// Returns the final position.
    pub fn end(&self) -> &Position {
        &self.end
    }
}

/// Reasons to reject a plan.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RejectedJumps {
    /// The first illegal jump of the plan.
    #[error("jump {number} ({jump}): {fault}")]
    WrongJump {
        /// Number of the jump in the plan, counted from 1.
        number: usize,
        /// The jump in Lucas's notation.
        jump: String,
        /// The reason why the jump is illegal.
        fault: String,
        /// A picture of the position before the jump.
        picture: String,
    },
    /// All jumps are legal, but the final position does not meet the goal.
    #[error("after {}, the position is not the goal: {difference}", all(*jumps, "jump"))]
    NotTheGoal {
        /// Number of jumps of the plan.
        jumps: usize,
        /// Some of the holes that differ.
        difference: String,
        /// The position after the last jump.
        end: Position,
        /// A picture of the final position.
        picture: String,
    },
}

/// Returns the phrase "its only jump" or "all 3 jumps", also for other nouns.
fn all(number: usize, noun: &str) -> String {
    match number {
        1 => format!("its only {noun}"),
        _ => format!("all {number} {noun}s"),
    }
}

impl RejectedJumps {
    /// Returns a picture of the position in which the replay ended.
    pub fn picture(&self) -> &str {
        match self {
            Self::WrongJump { picture, .. } | Self::NotTheGoal { picture, .. } => picture,
        }
    }
}

/// Plays a plan from the start of a puzzle.
///
/// # Errors
/// [`RejectedJumps`] if a jump is illegal, or if the final position does not meet the goal.
pub fn replay(puzzle: &Puzzle, plan: Plan<Jump>) -> Result<ReplayedPlan, RejectedJumps> {
    let board = puzzle.board();
    let mut position = puzzle.start().clone();
    for (index, &jump) in plan.actions().enumerate() {
        if let Err(fault) = play(board, &mut position, jump) {
            return Err(RejectedJumps::WrongJump {
                number: index + 1,
                jump: notation::jump_name(board, jump),
                fault,
                picture: picture::draw_position(board, &position),
            });
        }
    }
    if puzzle.goal().is_met_by(&position) {
        return Ok(ReplayedPlan {
            plan,
            end: position,
        });
    }
    let picture = picture::draw_position(board, &position);
    let jumps: Vec<Jump> = plan.actions().copied().collect();
    Err(RejectedJumps::NotTheGoal {
        jumps: GameLength::of(&jumps).jumps,
        difference: difference(puzzle, &position),
        end: position,
        picture,
    })
}

/// Plays one jump.
///
/// # Errors
/// The reason why the jump is illegal. The position is then unchanged.
pub fn play(board: &Board, position: &mut Position, jump: Jump) -> Result<(), String> {
    let name = |cell| notation::cell_name(board, cell);
    let hole = |cell| {
        let none = || format!("there is no hole at {}", name(cell));
        board.hole(cell).ok_or_else(none)
    };
    let (dx, dy) = jump.direction();
    if jump.is_put_back() {
        return put_back(board, position, hole(jump.to)?);
    }
    let (from, to) = (hole(jump.from)?, hole(jump.to)?);
    if !board.geometry().directions().contains(&(dx, dy))
        || (jump.to.x - jump.from.x, jump.to.y - jump.from.y) != (2 * dx, 2 * dy)
    {
        let (from, to) = (name(jump.from), name(jump.to));
        return Err(format!(
            "{from} and {to} are not two apart in a straight line"
        ));
    }
    let over = hole(jump.over)?;
    if !position.has(from) {
        return Err(format!("there is no peg at {}", name(jump.from)));
    }
    if !position.has(over) {
        let over = name(jump.over);
        return Err(format!("nothing to jump over at {over}"));
    }
    if position.has(to) {
        return Err(format!("{} is not vacant", name(jump.to)));
    }
    position.set(from, false);
    position.set(over, false);
    position.set(to, true);
    Ok(())
}

/// Puts the peg in hand back into the hole `to`. It must have been taken from this hole and still be in hand, and the
/// hole must be vacant.
fn put_back(board: &Board, position: &mut Position, to: Hole) -> Result<(), String> {
    let name = || notation::cell_name(board, board.cell(to));
    let hand = [board.len().wrapping_sub(2), board.len().wrapping_sub(1)];
    if board.put_back() != Some(to) || !hand.iter().all(|&hole| position.has(hole)) {
        let hole = name();
        return Err(format!("no peg in hand was taken from {hole}"));
    }
    if position.has(to) {
        return Err(format!("{} is not vacant", name()));
    }
    for hole in hand {
        position.set(hole, false);
    }
    position.set(to, true);
    Ok(())
}

fn difference(puzzle: &Puzzle, position: &Position) -> String {
    let board = puzzle.board();
    if board.put_back().is_some() && position.has(board.len() - 1) {
        return "the peg in hand was not put back".to_owned();
    }
    if puzzle.goal().is_one_peg() && position.pegs() != 1 {
        return format!("{} pegs are left, not one", position.pegs());
    }
    let names = |is_named: &dyn Fn(Hole) -> bool| {
        let holes = (0..board.len()).filter(|&hole| is_named(hole));
        notation::hole_names(board, holes).join(" ")
    };
    if puzzle.goal().is_one_peg() {
        let last = names(&|hole| position.has(hole));
        let wanted = names(&|hole| puzzle.goal().open().has(hole));
        return format!("the last peg is in {last}, not in one of {wanted}");
    }
    let wrong = |peg: bool| {
        names(&|hole| puzzle.goal().wants(hole) == Some(!peg) && position.has(hole) == peg)
    };
    match (wrong(true), wrong(false)) {
        (surplus, missing) if missing.is_empty() => format!("surplus pegs at {surplus}"),
        (surplus, missing) if surplus.is_empty() => format!("no peg at {missing}"),
        (surplus, missing) => format!("surplus pegs at {surplus}, no peg at {missing}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{RejectedJumps, replay};
    use crate::peg::picture::{Content, Picture};
    use crate::peg::{Cell, Geometry, Goal, Jump, Puzzle};
    use saut_task::plan::Plan;

    fn puzzle(start: &str, goal: &str) -> Puzzle {
        let (start, goal) = (
            Picture::read(start, 1).unwrap(),
            Picture::read(goal, 1).unwrap(),
        );
        let board = start.board(Geometry::Square).unwrap();
        let goal = Goal::exactly(goal.holes(&board, Content::Peg).unwrap());
        let start = start.holes(&board, Content::Peg).unwrap();
        Puzzle::new("test", board, start, goal).unwrap()
    }

    fn jump(from: i16, to: i16) -> Jump {
        Jump::between(Cell::new(from, 0), Cell::new(to, 0))
    }

    #[test]
    fn a_peg_jumps_over_a_peg_into_a_vacancy() {
        let replayed = replay(&puzzle("oo.", "..o"), Plan::sequential([jump(0, 2)])).unwrap();
        assert_eq!(replayed.end().holes().collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn illegal_jumps_and_plans_with_another_end_are_rejected() {
        let forged = Jump {
            over: Cell::new(2, 0),
            ..jump(0, 2)
        };
        let (line, wrong) = ("are not two apart in a straight line", "surplus pegs at 31");
        for (start, goal, jump, why) in [
            (
                "o.o.",
                "..o.",
                jump(0, 2),
                "(11/31): nothing to jump over at 21",
            ),
            ("ooo", "..o", jump(0, 2), "(11/31): 31 is not vacant"),
            ("oo..", "..o.", jump(2, 0), "(31/11): there is no peg at 31"),
            (
                "oo..",
                "...o",
                jump(0, 3),
                &format!("(11/41): 11 and 41 {line}"),
            ),
            (
                "oo.",
                "..o",
                jump(0, 0),
                &format!("(11/11): 11 and 11 {line}"),
            ),
            (
                "oo.",
                "..o",
                jump(1, 3),
                "(21/(3,0)): there is no hole at (3,0)",
            ),
            (
                "oooo.",
                "..o..",
                forged,
                &format!("(11/31): 11 and 31 {line}"),
            ),
            (
                "oo.",
                "o..",
                jump(0, 2),
                &format!("position is not the goal: {wrong}, no peg at 11"),
            ),
        ] {
            let rejected = replay(&puzzle(start, goal), Plan::sequential([jump])).unwrap_err();
            let why = match rejected {
                RejectedJumps::WrongJump { .. } => format!("jump 1 {why}"),
                RejectedJumps::NotTheGoal { .. } => format!("after its only jump, the {why}"),
            };
            assert_eq!(rejected.to_string(), why);
        }
    }

    #[test]
    fn the_position_at_the_first_wrong_jump_is_shown() {
        let plan = Plan::sequential([jump(0, 2), jump(2, 0)]);
        let rejected = replay(&puzzle("oo.o", "...o"), plan).unwrap_err();
        assert_eq!(rejected.picture(), "..oo\n");
        assert!(matches!(
            rejected,
            RejectedJumps::WrongJump { number: 2, .. }
        ));
    }
}
