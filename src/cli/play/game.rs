//! The game: what is played, where the cursor is, and what is said about it.

use saut::peg::{Board, Cell, Hole, Jump, Position, Puzzle, notation};
use saut::simulate;

use super::advice::{Advice, Purpose};

/// A game of one puzzle.
#[derive(Debug)]
pub struct Game {
    puzzle: Puzzle,
    /// The position after each jump, the start first.
    positions: Vec<Position>,
    played: Vec<Jump>,
    /// A plan that goes on from here, if one is known.
    plan: Vec<Jump>,
    pub cursor: Hole,
    pub held: Option<Hole>,
    pub hint: Option<Jump>,
    pub winnable: Option<bool>,
    pub message: String,
}

impl Game {
    pub fn new(puzzle: Puzzle) -> Self {
        let board = puzzle.board();
        let middle = (board.width() / 2, board.height() / 2);
        let far = |cell: &Cell| (cell.x - middle.0).abs() + (cell.y - middle.1).abs();
        let cursor = (0..board.len()).min_by_key(|&hole| far(&board.cell(hole)));
        Self {
            positions: vec![puzzle.start().clone()],
            played: Vec::new(),
            plan: Vec::new(),
            cursor: cursor.unwrap_or(0),
            held: None,
            hint: None,
            winnable: None,
            message: "pick up a peg".to_owned(),
            puzzle,
        }
    }

    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    pub fn board(&self) -> &Board {
        self.puzzle.board()
    }

    pub fn position(&self) -> &Position {
        self.positions.last().unwrap_or(self.puzzle.start())
    }

    pub fn played(&self) -> &[Jump] {
        &self.played
    }

    pub fn is_won(&self) -> bool {
        self.puzzle.goal().is_met_by(self.position())
    }

    pub fn say(&mut self, message: &str) {
        message.clone_into(&mut self.message);
    }

    /// The puzzle that begins here; none if fewer pegs are left than the goal has.
    pub fn from_here(&self) -> Option<Puzzle> {
        let (name, board) = (self.puzzle.name(), self.puzzle.board().clone());
        let goal = self.puzzle.goal().clone();
        Puzzle::new(name, board, self.position().clone(), goal).ok()
    }

    /// The jumps that may be played from a hole.
    pub fn jumps_from(&self, hole: Hole) -> Vec<Jump> {
        let (board, position) = (self.board(), self.position());
        let may = |jump: &Jump| {
            let [from, over, to] = board.holes_of(*jump);
            from == hole && position.has(from) && position.has(over) && !position.has(to)
        };
        board.jumps().iter().copied().filter(may).collect()
    }

    /// Whether the held peg may land in a hole.
    pub fn is_target(&self, hole: Hole) -> bool {
        self.held.is_some_and(|held| {
            let cell = self.board().cell(hole);
            self.jumps_from(held).iter().any(|jump| jump.to == cell)
        })
    }

    /// Moves the cursor to the nearest hole that way.
    pub fn move_cursor(&mut self, (dx, dy): (i16, i16)) {
        let board = self.board();
        let at = board.cell(self.cursor);
        let distance = |hole: &Hole| {
            let cell = board.cell(*hole);
            let (x, y) = (cell.x - at.x, cell.y - at.y);
            let ahead = x * dx + y * dy;
            let aside = (x * dy).abs() + (y * dx).abs();
            (ahead > 0 && aside <= ahead).then_some(ahead + 2 * aside)
        };
        let holes = (0..board.len()).filter_map(|hole| Some((distance(&hole)?, hole)));
        if let Some((_, hole)) = holes.min() {
            self.cursor = hole;
        }
    }

    /// Picks up the peg at the cursor, or lands the held one there.
    pub fn choose(&mut self) {
        let cell = self.board().cell(self.cursor);
        let landing = self.held.map(|held| self.jumps_from(held));
        let landing = landing.into_iter().flatten().find(|jump| jump.to == cell);
        if let Some(jump) = landing {
            self.play(jump);
            return;
        }
        let name = notation::cell_name(self.board(), cell);
        if self.held == Some(self.cursor) {
            self.put_back();
        } else if self.jumps_from(self.cursor).is_empty() {
            self.held = None;
            self.message = if self.position().has(self.cursor) {
                format!("the peg on {name} cannot jump")
            } else {
                format!("{name} is a vacancy")
            };
        } else {
            self.held = Some(self.cursor);
            self.message = format!("peg on {name} picked up");
        }
    }

    pub fn put_back(&mut self) {
        self.held = None;
        self.say("pick up a peg");
    }

    /// Plays a jump, if the rules allow it.
    pub fn play(&mut self, jump: Jump) {
        let mut next = self.position().clone();
        if let Err(fault) = simulate::play(self.board(), &mut next, jump) {
            self.message = fault.to_string();
            return;
        }
        if self.plan.first() == Some(&jump) {
            self.plan.remove(0);
        } else {
            self.plan.clear();
        }
        self.positions.push(next);
        self.played.push(jump);
        (self.held, self.hint) = (None, None);
        let name = |cell| notation::cell_name(self.board(), cell);
        let words = format!(
            "peg from {} over {} to {}",
            name(jump.from),
            name(jump.over),
            name(jump.to)
        );
        self.message = if self.is_won() {
            format!("{words}: the goal is reached")
        } else if (0..self.board().len()).all(|hole| self.jumps_from(hole).is_empty()) {
            format!("{words}: no jump is left")
        } else {
            words
        };
    }

    pub fn undo(&mut self) {
        if self.played.pop().is_some() {
            self.positions.pop();
            self.forget();
            self.say("taken back");
        }
    }

    pub fn restart(&mut self) {
        self.positions.truncate(1);
        self.played.clear();
        self.forget();
        self.say("from the start");
    }

    fn forget(&mut self) {
        self.plan.clear();
        (self.held, self.hint) = (None, None);
    }

    /// Plays the next jump of the plan.
    pub fn play_next(&mut self) {
        match self.plan.first() {
            Some(&jump) => self.play(jump),
            None => self.say("there is no plan from here; s solves"),
        }
    }

    /// Takes advice about this very position; any other comes too late.
    pub fn take_advice(&mut self, advice: Advice) {
        if advice.position != *self.position() {
            return;
        }
        self.winnable = advice.winnable;
        let number = advice.plan.len();
        self.plan = advice.plan;
        match (advice.purpose, advice.winnable) {
            (Purpose::Look, _) => {}
            (_, None) => self.say("not known within the time"),
            (_, Some(false)) => self.say("the goal can no longer be reached"),
            (Purpose::Hint, Some(true)) => {
                self.hint = self.plan.first().copied();
                self.say("a hint is shown");
            }
            (Purpose::Solve, Some(true)) => {
                self.message = format!("solved: {number} jumps from here; n plays the next");
                self.hint = self.plan.first().copied();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use saut::formats::bundled;

    use super::Game;

    fn game() -> Game {
        Game::new(bundled::named("central").unwrap())
    }

    #[test]
    fn a_peg_is_picked_up_and_landed_and_taken_back() {
        let mut game = game();
        game.move_cursor((0, -1));
        game.move_cursor((0, -1));
        game.choose();
        assert_eq!(game.held, Some(game.cursor));
        game.move_cursor((0, 1));
        game.move_cursor((0, 1));
        assert!(game.is_target(game.cursor));
        game.choose();
        assert_eq!((game.played().len(), game.position().pegs()), (1, 31));
        assert_eq!(game.message, "peg from 46 over 45 to 44");
        game.undo();
        assert_eq!(game.position(), game.puzzle().start());
    }

    #[test]
    fn what_cannot_jump_is_not_picked_up() {
        let mut game = game();
        game.choose();
        assert!(game.held.is_none() && game.message.contains("44 is a vacancy"));
        game.move_cursor((1, 0));
        game.choose();
        assert!(
            game.held.is_none() && game.message.contains("54 cannot jump"),
            "{}",
            game.message
        );
        game.play_next();
        assert!(game.played().is_empty());
    }
}
