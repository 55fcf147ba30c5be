//! `saut play`: a game in the terminal, by keys and mouse, with hints. If the terminal is closed or a signal ends the
//! program, the terminal is restored and the game is saved.

mod adviser;
mod draw;
mod table;

use std::io::{IsTerminal, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind, MouseButton, MouseEventKind,
};
use crossterm::execute;
use crossterm::terminal::{
    self, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use saut::formats::{Entry, plan_file};
use saut::play::Game;
use saut::stop::Stop;

use self::adviser::Adviser;
use self::draw::{Screen, draw};
use self::table::{GameView, Request};
use super::arguments::{Global, Play};
use super::interrupt::{interruptible, is_hung_up};
use super::reply::{CommandOutput, Failure, unusable};
use super::{baseball, input, status, whole};

/// Interval at which the game checks for new advice while there are no keys or clicks.
const BEAT: Duration = Duration::from_millis(40);

/// Runs `saut play` until the player ends the game.
pub fn run(arguments: &Play, global: &Global) -> Result<CommandOutput, Failure> {
    let entry = input::entry(&arguments.puzzle, &global.stop)?;
    if let Entry::Baseball(puzzle) = &entry {
        return baseball::play(puzzle, global);
    }
    if !stdin().is_terminal() || !stdout().is_terminal() {
        let fact = "needs a terminal, but its input or output is not a terminal";
        let remedy = "to play in a browser: saut serve, or saut show PUZZLE --format html";
        return unusable("saut play", fact, remedy);
    }
    let puzzle = entry.peg_under_any_rule()?;
    let file = (arguments.save.clone()).unwrap_or_else(|| free_file(puzzle.name()));
    let stop = interruptible(&Stop::default());
    let mut adviser = Adviser::new(puzzle.clone());
    let mut table = GameView::new(Game::new(puzzle));
    let played = open().and_then(|()| play(&mut table, &mut adviser, &file, &stop));
    close();
    if table.has_unsaved() {
        let said = save(table.game(), &file);
        tell!("saut: {}", said.unwrap_or_else(|bad| bad));
    }
    played?;
    Ok(CommandOutput::done(status::SOLVED))
}

/// Prepares the terminal for the game. If the program panics, the terminal is restored before the panic is reported.
fn open() -> Result<(), Failure> {
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        close();
        tell(panic);
    }));
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, Hide, EnableMouseCapture)?;
    Ok(())
}

fn close() {
    // Errors are ignored: if the terminal was closed, nothing has to be restored.
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// Reads keys, clicks and changes of the size in a separate thread that ends with the program. The thread is necessary
/// because the terminal library may block: it waits for the rest of an incomplete key sequence, or forever if the
/// terminal was closed.
fn events() -> Receiver<std::io::Result<Event>> {
    let (sender, events) = channel();
    std::thread::spawn(move || {
        loop {
            let event = event::read();
            let is_last = event.is_err();
            if sender.send(event).is_err() || is_last {
                break;
            }
        }
    });
    events
}

/// Draws the game, unless the terminal already shows the same picture.
fn show(table: &GameView, shown: &mut Option<Screen>) -> std::io::Result<()> {
    let screen = draw(table, terminal::size()?);
    if shown.as_ref() != Some(&screen) {
        write!(stdout(), "{screen}")?;
        stdout().flush()?;
    }
    *shown = Some(screen);
    Ok(())
}

fn play(
    table: &mut GameView,
    adviser: &mut Adviser,
    file: &Path,
    stop: &Stop,
) -> Result<(), Failure> {
    let mut shown = None;
    let events = events();
    while stop.stop_reason().is_none() && !is_hung_up(stdin()) {
        match show(table, &mut shown) {
            Err(_) if is_hung_up(stdin()) => return Ok(()),
            shown => shown?,
        }
        if let Some(advice) = adviser.answer()? {
            table.take_advice(advice);
        }
        let request = match events.recv_timeout(BEAT) {
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(std::io::Error::from(std::io::ErrorKind::UnexpectedEof).into());
            }
            Ok(event) => match event? {
                Event::Key(key) if key.kind != KeyEventKind::Release => table.key(key),
                Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                    let hole = |it: &Screen| it.hole(mouse.column, mouse.row);
                    table.click(shown.as_ref().and_then(hole))
                }
                _ => None,
            },
        };
        match request {
            None => {}
            Some(Request::Quit) => return Ok(()),
            Some(Request::Ask(purpose)) => adviser.ask(purpose, table.game().positions()),
            Some(Request::Save) => {
                let said = save(table.game(), file);
                if said.is_ok() {
                    table.saved();
                }
                table.say(said.unwrap_or_else(|bad| bad));
            }
        }
    }
    Ok(())
}

/// Writes the game as a plan, and returns a message: that the game was saved, or the reason why it was not.
fn save(game: &Game, file: &Path) -> Result<String, String> {
    if game.played().is_empty() {
        return Err("there is no jump to save yet".to_owned());
    }
    let name = saut::visible::visible(game.puzzle().name()).to_string();
    let plan = plan_file::write_plan(game.board(), game.played());
    let written = whole::write(file, format!("# {name}, played by hand\n{plan}"));
    written.map_err(|bad| bad.to_string())?;
    let open = ["; the goal is not reached yet", ""][usize::from(game.is_won())];
    Ok(format!("saved as {}{open}", file.display()))
}

fn free_file(puzzle: &str) -> PathBuf {
    let is_plain = |symbol: char| symbol.is_alphanumeric() || "-_".contains(symbol);
    let plain = |symbol| if is_plain(symbol) { symbol } else { '-' };
    let name: String = puzzle.chars().map(plain).collect();
    let later = (2..).map(|number| format!("{name}-{number}.plan"));
    let mut names = std::iter::once(format!("{name}.plan")).chain(later);
    let free = names.find(|name| !Path::new(name).exists());
    PathBuf::from(free.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use saut::formats::bundled;
    use saut::play::Game;

    use super::{free_file, save};

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let mut game = Game::new(bundled::entry_named("army-2").unwrap().peg().unwrap());
        let mut holes = 0..game.board().len();
        let jump = holes.find_map(|hole| game.jumps_from(hole).pop());
        game.play(jump.unwrap()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let said = save(&game, &folder.path().join("no/game.plan"));
        assert!(said.unwrap_err().contains("cannot be written"));
    }

    #[test]
    fn a_file_is_never_named_outside_of_the_folder() {
        assert_eq!(free_file("../of/mine").to_str(), Some("---of-mine.plan"));
    }
}
