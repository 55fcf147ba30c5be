//! A puzzle: a board with a start and a goal. A puzzle also has descriptive data: title, source, expected answer and
//! the best known number of moves.

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

/// A board with a start and a goal, a name, and descriptive data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    name: String,
    board: Arc<Board>,
    start: Position,
    goal: Goal,
    /// A title in one line.
    pub title: Option<String>,
    /// The reason why the puzzle is in the collection.
    pub why: Option<String>,
    /// Source of the puzzle.
    pub source: Option<String>,
    /// The expected answer.
    pub expect: Expectation,
    /// Minimum number of moves among all known plans.
    pub fewest_moves: Option<usize>,
    /// A claimed plan; it is not trusted until it is replayed.
    pub plan: Option<Vec<Jump>>,
}

/// The reasons why a board, a start and a goal do not form a puzzle.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum BadPuzzle {
    /// The start is empty, so no jump is possible.
    #[error("the start has no peg")]
    NoPeg,
    /// The goal has more pegs than the start, which is impossible because every jump removes a peg.
    #[error("the goal has {goal} pegs, but the start has only {start}")]
    MorePegsInGoal {
        /// Number of pegs of the start.
        start: usize,
        /// Smallest number of pegs of the goal.
        goal: usize,
    },
    /// The start or the goal belongs to a board of another size.
    #[error("start and goal do not fit the {holes} holes of the board")]
    OtherBoard {
        /// Number of holes of the board.
        holes: usize,
    },
    /// Under the old French rule, the two holes of the hand must have the same content, but they differ at the start or
    /// in the goal.
    #[error("the two holes that represent the hand must both have a peg or both be vacant")]
    ReserveMissing,
    /// The hole that the peg in hand was taken from has a peg at the start.
    #[error("the hole that the peg in hand was taken from has a peg at the start")]
    NoPegRemoved,
}

impl From<BadPuzzle> for BadInput {
    fn from(why: BadPuzzle) -> Self {
        let bad = Self::new("", why.to_string());
        match why {
            BadPuzzle::NoPeg => bad.remedy("a jump needs two pegs"),
            BadPuzzle::MorePegsInGoal { .. } => {
                bad.remedy("jumps only remove pegs; were start and goal swapped?")
            }
            BadPuzzle::OtherBoard { .. } | BadPuzzle::ReserveMissing | BadPuzzle::NoPegRemoved => {
                bad
            }
        }
    }
}

impl Puzzle {
    /// Creates a puzzle on a board.
    ///
    /// # Errors
    /// [`BadPuzzle`] if the start or the goal belongs to another board, the start is empty, the goal requires more pegs
    /// than the start has, or the two holes of a hand differ.
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
                return Err(BadPuzzle::ReserveMissing);
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

    /// Creates a single-vacancy problem. At the start, every hole except `vacancy` has a peg. The goal is one peg in
    /// the hole `last`, or anywhere if `last` is `None`.
    ///
    /// # Errors
    /// [`BadPuzzle`] if the board has only one hole.
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

    /// Returns this puzzle under the old French rule. A peg was taken from `hole` into the hand before the start. The
    /// player must put it back into that hole once, at any time when the hole is vacant.
    ///
    /// If the goal is one position and the geometry is square or triangular, this obligation is not a restriction. In
    /// these geometries, a single peg is never in the same position class as the empty board. So the class of the goal
    /// determines whether a plan puts the peg back. A plan without the put-back is a plan of the puzzle without the
    /// rule.
    ///
    /// Frans Cremers found out how the game was played in the 18th century; see `docs/sources.toml`.
    ///
    /// # Errors
    /// [`BadPuzzle`] if the hole has a peg at the start, or if the goal requires more pegs than the start and the hand
    /// have together.
    pub fn with_put_back(self, hole: Hole) -> Result<Self, BadPuzzle> {
        if self.start.has(hole) {
            return Err(BadPuzzle::NoPegRemoved);
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

    /// Whether a peg is in hand in a position of this puzzle, under the old French rule.
    pub fn has_hand(&self, position: &Position) -> bool {
        self.board.put_back().is_some() && position.has(self.board.len() - 1)
    }

    /// Returns the number of pegs on the board in a position. The peg in hand does not count.
    pub fn pegs_on_board(&self, position: &Position) -> usize {
        position.pegs() - if self.has_hand(position) { 2 } else { 0 }
    }

    /// Returns the dual puzzle, in which pegs and vacancies are exchanged and time runs backward. Its plans are the
    /// plans of this puzzle in reverse order, because undoing a jump is the same jump with pegs and vacancies
    /// exchanged. `None` if the goal is not one position, or if the exchanged positions do not form a puzzle.
    ///
    /// Beasley, *The Ins and Outs of Peg Solitaire* (1985).
    pub fn dual(&self) -> Option<Self> {
        let start = self.goal.position()?.complement();
        let goal = Goal::exactly(self.start.complement());
        Self::new(self.name.clone(), Arc::clone(&self.board), start, goal).ok()
    }

    /// Returns the name by which commands refer to the puzzle.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the board.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// Returns the start position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the goal.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Returns the smallest and the largest number of jumps of a plan, derived from the numbers of
    /// pegs.
    pub fn jump_range(&self) -> (usize, usize) {
        let (fewest, most) = self.goal.peg_range();
        let pegs = self.start.pegs();
        (pegs - most.min(pegs), pegs - fewest.max(1))
    }
}
