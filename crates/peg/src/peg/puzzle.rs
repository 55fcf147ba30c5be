//! A puzzle: a board pair (start, goal), with what is known and said of it.

use std::sync::Arc;

use saut_base::bad_input::BadInput;
use serde::{Deserialize, Serialize};
use strum::{EnumMessage, IntoStaticStr, VariantArray};
use thiserror::Error;

use super::{Board, Goal, Hole, Jump, Position};

/// The verdict that a puzzle file expects.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    EnumMessage,
    IntoStaticStr,
    VariantArray,
    Serialize,
    Deserialize,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Expectation {
    /// A plan exists.
    Solvable,
    /// No plan of any length exists.
    Infeasible,
    /// Unknown, or not given.
    #[default]
    Open,
}

/// A board pair with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    name: String,
    board: Arc<Board>,
    start: Position,
    goal: Goal,
    /// A line for people.
    pub title: Option<String>,
    /// Reason to have it.
    pub why: Option<String>,
    /// Source of the puzzle.
    pub source: Option<String>,
    /// Expected answer.
    pub expect: Expectation,
    /// The fewest moves of any plan that is known.
    pub fewest_moves: Option<usize>,
    /// A plan that is said to solve it; a claim like any other until it is replayed.
    pub plan: Option<Vec<Jump>>,
}

/// Reasons why two positions make no puzzle.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum BadPuzzle {
    /// The start is empty; nothing can ever jump.
    #[error("the start has no peg")]
    NoPeg,
    /// Every jump removes a peg, so this cannot be.
    #[error("goal has {goal} pegs, start has {start}")]
    MorePegsInGoal {
        /// The pegs of the start.
        start: usize,
        /// The fewest pegs of the goal.
        goal: usize,
    },
    /// Start or goal belong to a board of another size.
    #[error("start and goal do not have the {holes} holes of the board")]
    OtherBoard {
        /// The holes of the board.
        holes: usize,
    },
    /// Under the old French rule a peg is in hand or not; start or goal speak of half of it.
    #[error("the two holes of the hand differ; a peg is in hand or not")]
    HalfAHand,
    /// The peg in hand shall be put back where a peg is.
    #[error("the hole that the peg in hand was taken from has a peg at the start")]
    NothingTaken,
}

impl From<BadPuzzle> for BadInput {
    fn from(why: BadPuzzle) -> Self {
        let bad = Self::new("", why.to_string());
        match why {
            BadPuzzle::NoPeg => bad.remedy("put pegs where jumps shall begin"),
            BadPuzzle::MorePegsInGoal { .. } => bad.remedy(
                "jumps only remove pegs. Were the two swapped? Putting pegs back leads from this start to this goal just \
                 if jumps lead back, or, with pegs and vacancies exchanged, from the one to the other",
            ),
            BadPuzzle::OtherBoard { .. } | BadPuzzle::HalfAHand | BadPuzzle::NothingTaken => bad,
        }
    }
}

impl Puzzle {
    /// A puzzle on a board.
    ///
    /// # Errors
    /// [`BadPuzzle`] if start or goal are of another board, the start is empty, or the goal
    /// demands more pegs than the start has.
    pub fn new(
        name: impl Into<String>,
        board: impl Into<Arc<Board>>,
        start: Position,
        goal: Goal,
    ) -> Result<Self, BadPuzzle> {
        let board = board.into();
        if start.len() != board.len() || goal.pegs().len() != board.len() {
            return Err(BadPuzzle::OtherBoard { holes: board.len() });
        }
        if start.is_empty() {
            return Err(BadPuzzle::NoPeg);
        }
        if board.put_back().is_some() {
            let [near, far] = [board.len() - 2, board.len() - 1];
            if start.has(near) != start.has(far) || goal.wants(near) != goal.wants(far) {
                return Err(BadPuzzle::HalfAHand);
            }
        }
        let (fewest, _) = goal.peg_range();
        if fewest > start.pegs() {
            return Err(BadPuzzle::MorePegsInGoal {
                start: start.pegs(),
                goal: fewest,
            });
        }
        Ok(Self {
            name: name.into(),
            board,
            start,
            goal,
            title: None,
            why: None,
            source: None,
            expect: Expectation::Open,
            fewest_moves: None,
            plan: None,
        })
    }

    /// The single-vacancy problem from a peg in every hole but one to one peg in a hole, or anywhere.
    ///
    /// # Errors
    /// [`BadPuzzle`] on a board of one hole.
    pub fn single_vacancy(
        name: impl Into<String>,
        board: impl Into<Arc<Board>>,
        vacancy: Hole,
        last: Option<Hole>,
    ) -> Result<Self, BadPuzzle> {
        let board = board.into();
        let only = |hole| Position::from_holes(board.len(), [hole]);
        let goal = last.map_or_else(|| Goal::one_peg(&board), |hole| Goal::exactly(only(hole)));
        let start = only(vacancy).complement();
        Self::new(name, board, start, goal)
    }

    /// This puzzle under the old French rule: the peg that stood in `hole` before the start was
    /// taken into the hand and has to be put back into that hole, once, at any time when it is vacant.
    ///
    /// "Has to" loses nothing where the goal is one position: every hole is of another position class
    /// than nothing, so the class of the goal says whether the peg comes back. A game that leaves it out
    /// is one of the same puzzle without the rule.
    ///
    /// Frans Cremers found how the game was played in the 18th century; see `docs/sources.md`.
    ///
    /// # Errors
    /// [`BadPuzzle`] if there is a peg in the hole at the start, or the goal demands more pegs than the
    /// start has with the one in hand.
    pub fn with_put_back(self, hole: Hole) -> Result<Self, BadPuzzle> {
        if self.start.has(hole) {
            return Err(BadPuzzle::NothingTaken);
        }
        let (start, (goal, _)) = (self.start.pegs() + 1, self.goal.peg_range());
        if goal > start {
            return Err(BadPuzzle::MorePegsInGoal { start, goal });
        }
        let board = Arc::new(self.board.with_put_back(hole));
        let hand = board.drawn().len()..board.len();
        let on_board = self.start.holes().filter(|&hole| hole < hand.start);
        let start = Position::from_holes(board.len(), on_board.chain(hand.clone()));
        let goal = self.goal.with_empty_hand(&board);
        Ok(Self {
            board,
            start,
            goal,
            ..self
        })
    }

    /// Whether a peg is in hand in a position, under the old French rule.
    pub fn has_hand(&self, position: &Position) -> bool {
        self.board.put_back().is_some() && position.has(self.board.len() - 1)
    }

    /// The pegs on the board in a position; what is in hand does not count.
    pub fn pegs_on_board(&self, position: &Position) -> usize {
        position.pegs() - if self.has_hand(position) { 2 } else { 0 }
    }

    /// The puzzle turned over, where pegs are vacancies, and time runs backward: its plans are the
    /// plans of this one in reverse order, because a jump undone is the same jump of the vacancies.
    /// `None` unless the goal is one position.
    ///
    /// Beasley, *The Ins and Outs of Peg Solitaire* (1985).
    pub fn dual(&self) -> Option<Self> {
        let start = self.goal.position()?.complement();
        let goal = Goal::exactly(self.start.complement());
        Self::new(self.name.clone(), Arc::clone(&self.board), start, goal).ok()
    }

    /// The name of the puzzle in commands.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// The first position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The wanted position.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// The fewest and the most jumps that a plan can have, by counting pegs.
    pub fn jump_range(&self) -> (usize, usize) {
        let (fewest, most) = self.goal.peg_range();
        let pegs = self.start.pegs();
        (pegs - most.min(pegs), pegs - fewest.max(1))
    }
}
