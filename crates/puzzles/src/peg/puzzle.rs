//! A puzzle: a board pair (start, goal), with what is known and said of it.

use std::sync::Arc;

use strum::IntoStaticStr;
use thiserror::Error;

use super::{Board, Goal, Jump, Position};

/// The verdict that a puzzle file expects.
#[derive(Clone, Copy, Debug, Default, IntoStaticStr, PartialEq, Eq)]
#[strum(serialize_all = "kebab-case")]
pub enum Expectation {
    /// A plan exists.
    Solvable,
    /// No plan of any length exists.
    Infeasible,
    /// Not known, or not said.
    #[default]
    Open,
}

impl Expectation {
    /// The word used in puzzle files.
    pub fn name(self) -> &'static str {
        self.into()
    }
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
    /// Why it is worth having.
    pub why: Option<String>,
    /// Where it comes from.
    pub source: Option<String>,
    /// What is known of the answer.
    pub expect: Expectation,
    /// A plan that is said to solve it; a claim like any other until it is replayed.
    pub plan: Option<Vec<Jump>>,
}

/// Why two positions make no puzzle.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum BadPuzzle {
    /// The start is empty; nothing can ever jump.
    #[error("the start has no peg")]
    NoPeg,
    /// Every jump removes a peg, so this cannot be.
    #[error("goal has {goal} pegs, start has {start}; jumps only remove pegs")]
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
        let (fewest, _) = goal.peg_range();
        if fewest > start.pegs() {
            return Err(BadPuzzle::MorePegsInGoal {
                start: start.pegs(),
                goal: fewest,
            });
        }
        let name = name.into();
        let expect = Expectation::Open;
        Ok(Self {
            name,
            board,
            start,
            goal,
            title: None,
            why: None,
            source: None,
            expect,
            plan: None,
        })
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

    /// The name that it is asked for by.
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
