//! `saut play`: the game in the terminal, by keys and mouse, with hints.

mod advice;
mod draw;
mod game;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind,
    KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use saut::peg::{moves, notation};

use self::advice::{Adviser, Purpose};
use self::game::Game;
use super::arguments::Play;
use super::failure::Failure;
use super::{input, status, whole};

/// How long an event is waited for before advice is looked for.
const BEAT: Duration = Duration::from_millis(80);

/// Runs `saut play`, until the player has had enough.
pub fn run(arguments: &Play) -> Result<u8, Failure> {
    let puzzle = input::puzzle(&arguments.puzzle)?;
    if !std::io::stdout().is_terminal() {
        let message =
            "saut play needs a terminal; saut show PUZZLE --format html makes a page to play on";
        return Err(Failure::Other(message.to_owned()));
    }
    let file = arguments.save.clone();
    let file = file.unwrap_or_else(|| PathBuf::from(format!("{}.plan", puzzle.name())));
    let mut table = Table {
        game: Game::new(puzzle),
        adviser: Adviser::default(),
        has_light: false,
        file,
    };
    let mut terminal = ratatui::init();
    let played =
        execute!(std::io::stdout(), EnableMouseCapture).and_then(|()| table.play(&mut terminal));
    // The terminal is given back as it was, whatever happened.
    let _ = execute!(std::io::stdout(), DisableMouseCapture);
    ratatui::restore();
    played?;
    Ok(status::SOLVED)
}

/// A game, and who helps with it.
struct Table {
    game: Game,
    adviser: Adviser,
    has_light: bool,
    file: PathBuf,
}

impl Table {
    fn play(&mut self, terminal: &mut DefaultTerminal) -> std::io::Result<()> {
        loop {
            terminal.draw(|frame| draw::draw(frame, &self.game, self.has_light))?;
            if let Some(advice) = self.adviser.advice() {
                self.game.take_advice(advice);
            }
            if !event::poll(BEAT)? {
                continue;
            }
            let before = self.game.position().clone();
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    if !self.key(key) {
                        return Ok(());
                    }
                }
                Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                    let area = terminal.get_frame().area();
                    if let Some(hole) = draw::hole_at(&self.game, area, mouse.column, mouse.row) {
                        self.game.cursor = hole;
                        self.game.choose();
                    }
                }
                _ => {}
            }
            if *self.game.position() != before {
                self.game.winnable = None;
                if self.has_light {
                    self.ask(Purpose::Look);
                }
            }
        }
    }

    /// Does what a key asks for; whether to go on.
    fn key(&mut self, key: KeyEvent) -> bool {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('q') => return false,
            KeyCode::Char('c') if is_control => return false,
            KeyCode::Left => self.game.move_cursor((-1, 0)),
            KeyCode::Right => self.game.move_cursor((1, 0)),
            KeyCode::Up => self.game.move_cursor((0, -1)),
            KeyCode::Down => self.game.move_cursor((0, 1)),
            KeyCode::Enter | KeyCode::Char(' ') => self.game.choose(),
            KeyCode::Esc => self.game.put_back(),
            KeyCode::Char('u') => self.game.undo(),
            KeyCode::Char('r') => self.game.restart(),
            KeyCode::Char('h') => self.ask(Purpose::Hint),
            KeyCode::Char('s') => self.ask(Purpose::Solve),
            KeyCode::Char('n') => self.game.play_next(),
            KeyCode::Char('w') => {
                self.has_light = !self.has_light;
                if self.has_light {
                    self.ask(Purpose::Look);
                }
            }
            KeyCode::Char('S') => self.save(),
            _ => {}
        }
        true
    }

    fn ask(&mut self, purpose: Purpose) {
        let Some(puzzle) = self.game.from_here() else {
            self.game.winnable = Some(self.game.is_won());
            return;
        };
        if purpose != Purpose::Look {
            self.game.say("looking …");
        }
        self.adviser.ask(puzzle, purpose);
    }

    fn save(&mut self) {
        let said = match save(&self.game, &self.file) {
            Ok(()) => format!("saved as {}", self.file.display()),
            Err(Failure::Input(bad) | Failure::Refused(bad)) => bad.to_string(),
            Err(Failure::Other(message)) => message,
            Err(Failure::PipeClosed) => "not saved".to_owned(),
        };
        self.game.say(&said);
    }
}

/// Writes the game as a plan, a move a line.
fn save(game: &Game, file: &Path) -> Result<(), Failure> {
    let moves = moves(game.played());
    let line = |sweep| notation::move_name(game.board(), sweep) + "\n";
    let text: String = moves.iter().map(line).collect();
    whole::write(file, &text)
}
