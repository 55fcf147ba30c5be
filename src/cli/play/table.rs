//! The state of the game that is played: position, cursor, selected peg and message.
//!
//! This module does not depend on a terminal. It receives keys and clicks, and returns requests of the player.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use saut::peg::{Hole, Jump, notation};
use saut::play::{Game, Solvability};
use saut::print::counted;

use super::adviser::{Advice, Purpose};

/// A request of the player that needs the adviser, a file or the end of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    Ask(Purpose),
    Save,
    Quit,
}

#[derive(Debug)]
pub struct GameView {
    game: Game,
    pub cursor: Hole,
    /// The hole of the selected peg.
    pub held: Option<Hole>,
    pub hint: Option<Jump>,
    /// Whether the screen shows for each position if the goal can still be reached.
    pub has_light: bool,
    /// Whether the explanation of the keys is shown instead of the board.
    pub has_help: bool,
    /// Whether the goal is reachable from this position; `None` until this is computed.
    pub outlook: Option<Solvability>,
    pub message: String,
    /// The jumps of the game when it was last saved.
    saved: Vec<Jump>,
}

impl GameView {
    pub fn new(game: Game) -> Self {
        Self {
            cursor: game.board().middle(),
            held: None,
            hint: None,
            has_light: false,
            has_help: false,
            outlook: None,
            message: "choose a peg".to_owned(),
            saved: Vec::new(),
            game,
        }
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn saved(&mut self) {
        self.saved = self.game.played().to_vec();
    }

    pub fn has_unsaved(&self) -> bool {
        !self.game.played().is_empty() && self.saved != self.game.played()
    }

    pub fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
    }

    /// Whether the selected peg can land in a hole.
    pub fn is_target(&self, hole: Hole) -> bool {
        self.landing(hole).is_some()
    }

    /// Returns the legal jump of the selected peg into a hole, if there is one.
    fn landing(&self, hole: Hole) -> Option<Jump> {
        self.game.jump_between(self.held?, hole)
    }

    pub fn key(&mut self, key: KeyEvent) -> Option<Request> {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let code = match (is_control, key.code) {
            (false, code) => code,
            (true, KeyCode::Char('c')) => return Some(Request::Quit),
            (true, KeyCode::Char('z')) => KeyCode::Char('u'),
            (true, KeyCode::Char('y')) => KeyCode::Char('n'),
            (true, _) => return None,
        };
        if std::mem::take(&mut self.has_help) {
            return None;
        }
        match code {
            KeyCode::Char('?') => self.has_help = true,
            KeyCode::Char('q') => return Some(Request::Quit),
            KeyCode::Char('S') => return Some(Request::Save),
            KeyCode::Char('h') => return Some(self.ask(Purpose::Hint)),
            KeyCode::Char('s') => return Some(self.ask(Purpose::Solve)),
            KeyCode::Char('b') => return Some(self.ask(Purpose::Back)),
            KeyCode::Char('w') => {
                self.has_light = !self.has_light;
                return self.light();
            }
            KeyCode::Enter | KeyCode::Char(' ') => return self.choose(),
            KeyCode::Char('n') => return self.play_next(),
            KeyCode::Char('p') => return self.put_from_hand(),
            KeyCode::Char('u') => return self.undo(),
            KeyCode::Char('r') => return self.restart(),
            KeyCode::Esc => self.put_back(),
            KeyCode::Tab => self.find_next(),
            KeyCode::Left => self.move_cursor((-1, 0)),
            KeyCode::Right => self.move_cursor((1, 0)),
            KeyCode::Up => self.move_cursor((0, -1)),
            KeyCode::Down => self.move_cursor((0, 1)),
            _ => {}
        }
        None
    }

    /// Performs the action of a click on a hole, or next to the board.
    pub fn click(&mut self, hole: Option<Hole>) -> Option<Request> {
        if std::mem::take(&mut self.has_help) {
            return None;
        }
        self.cursor = hole?;
        self.choose()
    }

    /// Shows advice about the current position. Advice about an earlier position is ignored.
    pub fn take_advice(&mut self, advice: Advice) {
        if advice.position != *self.game.position() {
            return;
        }
        let Solvability { winnable, plan, .. } = &advice.outlook;
        match (advice.purpose, winnable) {
            (Purpose::Light, _) => {}
            (Purpose::Back, _) => return self.go_back(advice),
            (_, None) => self.say("not decided within the time limit"),
            (_, Some(false)) if self.game.played().is_empty() => {
                self.say("the goal cannot be reached from the start");
            }
            (_, Some(false)) => self.say("the goal cannot be reached from here; b goes back"),
            (_, Some(true)) if self.game.is_won() => self.say("the goal is reached"),
            (Purpose::Hint, Some(true)) => {
                self.hint = plan.first().copied();
                let words = self.hint.map(|jump| self.words(jump));
                self.say(format!("hint: {}", words.unwrap_or_default()));
            }
            (Purpose::Solve, Some(true)) => {
                self.hint = plan.first().copied();
                self.game.follow(plan.clone());
                let jumps = counted(plan.len(), "jump");
                self.say(format!("solved, {jumps} from here; n plays the next jump"));
            }
        }
        self.outlook = Some(advice.outlook);
    }

    fn ask(&mut self, purpose: Purpose) -> Request {
        self.say("looking …");
        Request::Ask(purpose)
    }

    /// If the player wants to see for each position whether it can be won, requests this fact for a new position.
    fn light(&self) -> Option<Request> {
        let is_wanted = self.has_light && self.outlook.is_none();
        is_wanted.then_some(Request::Ask(Purpose::Light))
    }

    /// Moves the cursor to the nearest hole in this direction.
    fn move_cursor(&mut self, (dx, dy): (i16, i16)) {
        let board = self.game.board();
        let at = board.cell(self.cursor);
        let distance = |hole: Hole| {
            let cell = board.cell(hole);
            let (x, y) = (cell.x - at.x, cell.y - at.y);
            let ahead = x * dx + y * dy;
            let aside = (x * dy).abs() + (y * dx).abs();
            (ahead > 0 && aside <= ahead).then_some((ahead + 2 * aside, hole))
        };
        if let Some((_, hole)) = (0..board.drawn().len()).filter_map(distance).min() {
            self.cursor = hole;
        }
    }

    /// Moves the cursor to the next peg that can jump or, if a peg is selected, to the next hole where it can land.
    fn find_next(&mut self) {
        let holes = self.game.board().drawn().len();
        let mut after = (1..=holes).map(|step| (self.cursor + step) % holes);
        let is_next = |&hole: &Hole| match self.held {
            Some(_) => self.is_target(hole),
            None => !self.game.jumps_from(hole).is_empty(),
        };
        if let Some(hole) = after.find(is_next) {
            self.cursor = hole;
        }
    }

    /// Selects the peg at the cursor, or lets the selected peg jump there.
    fn choose(&mut self) -> Option<Request> {
        let hole = self.cursor;
        if let Some(jump) = self.landing(hole) {
            return self.play(jump);
        }
        let name = notation::cell_name(self.game.board(), self.game.board().cell(hole));
        let can_jump = !self.game.jumps_from(hole).is_empty();
        let was_held = self.held == Some(hole);
        self.held = (can_jump && !was_held).then_some(hole);
        self.say(if was_held {
            "choose a peg".to_owned()
        } else if can_jump {
            format!("holding the peg from {name}")
        } else if self.game.position().has(hole) {
            format!("the peg on {name} cannot jump")
        } else {
            format!("{name} is empty")
        });
        None
    }

    fn put_back(&mut self) {
        self.held = None;
        self.say("choose a peg");
    }

    fn play(&mut self, jump: Jump) -> Option<Request> {
        if let Err(fault) = self.game.play(jump) {
            self.say(fault);
            return None;
        }
        self.forget();
        let end = match (self.game.is_won(), self.game.is_stuck()) {
            (true, _) => ": the goal is reached",
            (false, true) => ": no jump is left",
            (false, false) => "",
        };
        self.say(self.words(jump) + end);
        self.light()
    }

    fn play_next(&mut self) -> Option<Request> {
        if let Some(&jump) = self.game.ahead().first() {
            return self.play(jump);
        }
        self.say(if self.game.is_won() {
            "the goal is reached"
        } else {
            "no solution loaded; press s to solve"
        });
        None
    }

    /// Puts the peg in hand back into its hole (old French rule).
    fn put_from_hand(&mut self) -> Option<Request> {
        let board = self.game.board();
        let jump = board
            .put_back()
            .map(|hole| Jump::put_back(board.cell(hole)));
        if jump.is_none() {
            self.say("no peg is in hand");
        }
        self.play(jump?)
    }

    fn undo(&mut self) -> Option<Request> {
        match self.game.undo() {
            None => self.say("this is the start"),
            Some(jump) => {
                self.forget();
                self.say(format!("undone: {}; n plays it again", self.words(jump)));
            }
        }
        self.light()
    }

    fn restart(&mut self) -> Option<Request> {
        self.game.go_back_to(0);
        self.forget();
        self.say("restarted");
        self.light()
    }

    fn go_back(&mut self, advice: Advice) {
        match (advice.last_winning, advice.outlook.winnable) {
            (Some(last), _) if last == self.game.played().len() => {
                self.outlook = Some(advice.outlook);
                self.say("the goal can still be reached from here");
            }
            (Some(last), _) => {
                self.game.go_back_to(last);
                // The undone jumps must not be offered again, because they lose the game.
                self.game.follow(Vec::new());
                self.forget();
                self.outlook = Some(Solvability {
                    winnable: Some(true),
                    ..Solvability::default()
                });
                self.say(format!(
                    "back to the last winning position, after {}",
                    counted(last, "jump")
                ));
            }
            (None, Some(false)) => {
                self.say("no winning position was found in this game");
            }
            (None, _) => self.say("not decided within the time limit"),
        }
    }

    /// Removes the selection and the results for the last position.
    fn forget(&mut self) {
        (self.held, self.hint, self.outlook) = (None, None, None);
    }

    fn words(&self, jump: Jump) -> String {
        let name = |cell| notation::cell_name(self.game.board(), cell);
        if jump.is_put_back() {
            return format!("peg in hand put back into {}", name(jump.to));
        }
        let (from, over, to) = (name(jump.from), name(jump.over), name(jump.to));
        format!("peg from {from} over {over} to {to}")
    }
}

#[cfg(test)]
mod tests;
