//! A puzzle that a person plays: the game so far, and whether the game can still be won.
//!
//! [`Game`] stores the played jumps and lists the playable jumps; [`saut_peg::simulate`] decides whether a jump is
//! legal. [`WinOracle`] determines whether the goal can still be reached. It remembers its results, so later answers
//! about a game are faster. It replays its plans. Its "no" is not a verdict, because it has no certificate: only
//! [`crate::decide`] makes certificates.

mod endings;
mod win_oracle;

pub use win_oracle::{Solvability, WinOracle};

use saut_peg::peg::{Board, Hole, Jump, Position, Puzzle};
use saut_peg::simulate;

/// A game of one puzzle.
#[derive(Clone, Debug)]
pub struct Game {
    puzzle: Puzzle,
    /// The position after each jump, the start first.
    positions: Vec<Position>,
    played: Vec<Jump>,
    /// The jumps that were taken back, followed by the remaining jumps of a plan.
    ahead: Vec<Jump>,
}

impl Game {
    /// Creates a game before its first jump.
    pub fn new(puzzle: Puzzle) -> Self {
        Self {
            positions: vec![puzzle.start().clone()],
            played: Vec::new(),
            ahead: Vec::new(),
            puzzle,
        }
    }

    /// Returns the puzzle of this game.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the board of the puzzle.
    pub fn board(&self) -> &Board {
        self.puzzle.board()
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        self.positions.last().unwrap_or(self.puzzle.start())
    }

    /// Returns the position after each jump, the start first.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns the jumps so far.
    pub fn played(&self) -> &[Jump] {
        &self.played
    }

    /// Returns the jumps that were taken back, followed by the remaining jumps of a plan.
    pub fn ahead(&self) -> &[Jump] {
        &self.ahead
    }

    /// Whether the current position meets the goal.
    pub fn is_won(&self) -> bool {
        self.puzzle.goal().is_met_by(self.position())
    }

    /// Whether no jump is playable.
    pub fn is_stuck(&self) -> bool {
        !self.board().jumps().iter().any(|&jump| self.can_play(jump))
    }

    /// Returns the jumps that the peg in a hole can make; empty if the hole is vacant.
    pub fn jumps_from(&self, hole: Hole) -> Vec<Jump> {
        let cell = self.board().cell(hole);
        let jumps = self.board().jumps().iter().copied();
        jumps
            .filter(|&jump| jump.from == cell && self.can_play(jump))
            .collect()
    }

    /// Returns the jump from one hole into another, if it is playable.
    pub fn jump_between(&self, from: Hole, to: Hole) -> Option<Jump> {
        let cell = self.board().cell(to);
        let mut jumps = self.jumps_from(from).into_iter();
        jumps.find(|jump| jump.to == cell)
    }

    /// Plays a jump, and drops a plan that continues differently.
    ///
    /// # Errors
    /// The reason why the rules forbid the jump. In this case, the game is unchanged.
    pub fn play(&mut self, jump: Jump) -> Result<(), String> {
        let mut next = self.position().clone();
        simulate::play(self.puzzle.board(), &mut next, jump)?;
        if self.ahead.first() == Some(&jump) {
            self.ahead.remove(0);
        } else {
            self.ahead.clear();
        }
        self.positions.push(next);
        self.played.push(jump);
        Ok(())
    }

    /// Takes the last jump back, and returns it; `None` at the start. The jump becomes the first of [`Game::ahead`], so
    /// that it can be played again.
    pub fn undo(&mut self) -> Option<Jump> {
        let jump = self.played.pop()?;
        self.positions.pop();
        self.ahead.insert(0, jump);
        Some(jump)
    }

    /// Takes back all jumps except the first `jumps` jumps.
    pub fn go_back_to(&mut self, jumps: usize) {
        while self.played.len() > jumps {
            self.undo();
        }
    }

    /// Follows a plan from the current position, if all of its jumps can be played. Returns whether the plan is
    /// followed.
    pub fn follow(&mut self, plan: Vec<Jump>) -> bool {
        let mut position = self.position().clone();
        let board = self.puzzle.board();
        let holds = plan
            .iter()
            .all(|&jump| simulate::play(board, &mut position, jump).is_ok());
        if holds {
            self.ahead = plan;
        }
        holds
    }

    fn can_play(&self, jump: Jump) -> bool {
        self.board().can_play(self.position(), jump)
    }
}

#[cfg(test)]
mod tests {
    use super::Game;
    use saut_peg::peg::{Cell, Goal, Jump, Position, Puzzle, boards};

    /// Returns a game with the start `oo.o.` and the goal `....o`.
    fn game() -> Game {
        let board = boards::named("rectangle-5x1").unwrap();
        let start = Position::from_holes(5, [0, 1, 3]);
        let goal = Goal::exactly(Position::from_holes(5, [4]));
        Game::new(Puzzle::new("row", board, start, goal).unwrap())
    }

    fn jump(from: i16, to: i16) -> Jump {
        Jump::between(Cell::new(from, 0), Cell::new(to, 0))
    }

    #[test]
    fn jumps_are_played_taken_back_and_lead_to_the_goal() {
        let mut game = game();
        assert_eq!(game.jumps_from(0), [jump(0, 2)]);
        game.play(jump(0, 2)).unwrap();
        assert!(!game.is_won() && !game.is_stuck());
        game.play(game.jump_between(2, 4).unwrap()).unwrap();
        assert!(game.is_won() && game.is_stuck());
        assert_eq!(game.undo(), Some(jump(2, 4)));
        assert_eq!(game.positions().len(), 2);
        game.go_back_to(0);
        assert_eq!(game.undo(), None);
        assert_eq!(game.position(), game.puzzle().start());
    }

    #[test]
    fn an_illegal_jump_changes_nothing() {
        let mut game = game();
        assert_eq!(game.jumps_from(2), []);
        assert_eq!(game.jump_between(1, 3), None);
        assert!(game.play(jump(1, 3)).is_err());
        assert_eq!(
            (game.played(), game.position()),
            (&[][..], game.puzzle().start())
        );
    }

    #[test]
    fn a_plan_is_followed_until_the_game_leaves_it() {
        let mut game = game();
        let plan = vec![jump(0, 2), jump(2, 4)];
        assert!(game.follow(plan.clone()));
        game.play(plan[0]).unwrap();
        assert_eq!(game.ahead(), &plan[1..]);
        game.undo();
        assert_eq!(
            game.ahead(),
            plan,
            "jumps that were taken back can be played again"
        );
        game.play(plan[0]).unwrap();
        game.play(plan[1]).unwrap();
        assert_eq!(game.ahead(), []);
        game.go_back_to(1);
        assert_eq!(game.ahead(), &plan[1..]);
        game.play(jump(3, 1)).unwrap();
        assert_eq!(game.ahead(), []);
        assert!(!game.follow(plan), "its first jump cannot be played here");
    }
}
