//! `saut play`: the game in the terminal, by keys and mouse, with hints.

mod adviser;
mod draw;
mod table;

use std::io::{IsTerminal, stdin, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind, MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use saut::BadInput;
use saut::formats::plan_file;
use saut::play::Game;
use saut::stop::Stop;

use self::adviser::{Adviser, Answer};
use self::table::{Table, Wish};
use super::arguments::Play;
use super::failure::Failure;
use super::solve::stop_at_ctrl_c;
use super::{input, status, whole};

/// How long an event is waited for before advice is looked for.
const BEAT: Duration = Duration::from_millis(40);

/// Runs `saut play`, until the player has had enough.
pub fn run(arguments: &Play) -> Result<u8, Failure> {
    if !stdin().is_terminal() || !stdout().is_terminal() {
        let fact = "needs a terminal, and its input or output is none";
        let remedy = "saut show PUZZLE --format html makes a page to play on, saut serve a studio";
        return Err(BadInput::new("saut play", fact).remedy(remedy).into());
    }
    let puzzle = input::puzzle(&arguments.puzzle)?;
    let file = match &arguments.save {
        Some(file) => file.clone(),
        None => free_file(puzzle.name()),
    };
    let stop = Stop::default();
    stop_at_ctrl_c(&stop);
    let adviser = Adviser::new(puzzle.clone());
    let mut table = Table::new(Game::new(puzzle));
    let mut terminal = open();
    let played = play(&mut terminal, &mut table, &adviser, &file, &stop);
    close();
    played?;
    Ok(status::SOLVED)
}

/// Takes the terminal. It is given back even if the program panics, before that is told.
fn open() -> DefaultTerminal {
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let _ = execute!(stdout(), DisableMouseCapture);
        tell(panic);
    }));
    let terminal = ratatui::init();
    // Without a mouse there are still the keys.
    let _ = execute!(stdout(), EnableMouseCapture);
    terminal
}

/// Gives the terminal back as it was.
fn close() {
    let _ = execute!(stdout(), DisableMouseCapture);
    ratatui::restore();
}

fn play(
    terminal: &mut DefaultTerminal,
    table: &mut Table,
    adviser: &Adviser,
    file: &Path,
    stop: &Stop,
) -> Result<(), Failure> {
    while stop.why().is_none() {
        terminal.draw(|frame| draw::draw(frame, table))?;
        match adviser.answer() {
            Answer::Advice(advice) => table.take_advice(advice),
            Answer::NotYet => {}
            Answer::BrokeDown => {
                return Err(Failure::Other(
                    "the work on an answer broke down".to_owned(),
                ));
            }
        }
        if !event::poll(BEAT)? {
            continue;
        }
        let wish = match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => table.key(key),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                let area = terminal.get_frame().area();
                let hole = draw::hole_at(table, area, mouse.column, mouse.row);
                hole.map_or(Wish::Nothing, |hole| table.click(hole))
            }
            _ => Wish::Nothing,
        };
        match wish {
            Wish::Nothing => {}
            Wish::Quit => return Ok(()),
            Wish::Ask(purpose) => adviser.ask(purpose, table.game().positions()),
            Wish::Save => {
                let said = save(table.game(), file);
                table.say(&said);
            }
        }
    }
    Ok(())
}

/// Writes the game as a plan; says what became of it.
fn save(game: &Game, file: &Path) -> String {
    if game.played().is_empty() {
        return "there is no jump to save yet".to_owned();
    }
    let name = saut::visible::visible(game.puzzle().name()).to_string();
    let plan = plan_file::write_plan(game.board(), game.played());
    match whole::write(file, format!("# {name}, played by hand\n{plan}")) {
        Ok(()) if game.is_won() => format!("saved as {}", file.display()),
        Ok(()) => format!("saved as {}; the goal is not reached yet", file.display()),
        Err(bad) => bad.to_string(),
    }
}

/// The first name for a file of this puzzle that is not taken.
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
    use saut::formats::{bundled, plan_file};
    use saut::play::Game;
    use saut::simulate;

    use super::{free_file, save};

    #[test]
    fn a_game_is_saved_as_a_plan_that_is_read_again() {
        let puzzle = bundled::entry_named("army-2").unwrap().peg().unwrap();
        let mut game = Game::new(puzzle.clone());
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.plan");
        assert_eq!(save(&game, &file), "there is no jump to save yet");
        assert!(!file.exists());
        let decision = saut::decide(&puzzle, &saut::Settings::default()).unwrap();
        let saut::Verdict::Solved(plan) = decision.verdict else {
            panic!("army-2 can be solved");
        };
        for jump in plan.jumps() {
            game.play(jump).unwrap();
            assert!(save(&game, &file).starts_with("saved as"));
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let read = plan_file::read_plan(game.board(), &text, None).unwrap();
        assert!(simulate::replay(&puzzle, read).is_ok(), "{text}");
        let nowhere = folder.path().join("no").join("game.plan");
        assert!(save(&game, &nowhere).contains("cannot be written"));
    }

    #[test]
    fn a_file_is_never_named_outside_of_the_folder() {
        assert_eq!(free_file("../of/mine").to_str(), Some("---of-mine.plan"));
    }
}
