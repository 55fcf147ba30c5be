//! Input: puzzles, files and standard input, as the commands ask for them.

use saut::BadInput;
use saut::formats::{self, Entry};
use saut::peg::Puzzle;

use super::arguments::{Directions, PuzzleArgument};

/// The puzzle that is meant, of any game.
pub fn entry(argument: &PuzzleArgument) -> Result<Entry, BadInput> {
    entry_named(&argument.puzzle, argument.directions)
}

/// The puzzle of that name or file, of any game.
pub fn entry_named(name: &str, directions: Directions) -> Result<Entry, BadInput> {
    formats::read_entry(name, std::io::stdin().lock(), directions.geometry)
}

/// All puzzles of the file that is meant, of any game.
pub fn entries(argument: &PuzzleArgument) -> Result<Vec<Entry>, BadInput> {
    let geometry = argument.directions.geometry;
    formats::read_entries(&argument.puzzle, std::io::stdin().lock(), geometry)
}

/// The puzzle of peg solitaire that is meant.
pub fn puzzle(argument: &PuzzleArgument) -> Result<Puzzle, BadInput> {
    entry(argument)?.peg()
}

/// A whole text file, or standard input for `-`.
pub fn text(name: &str) -> Result<String, BadInput> {
    let bytes = if name == "-" {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut std::io::stdin().lock(), &mut bytes).map(|_| bytes)
    } else {
        std::fs::read(name)
    };
    let bytes = bytes.map_err(|error| {
        BadInput::new(name, format!("cannot be read ({error})")).remedy("is the name right?")
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        BadInput::new(name, format!("is no UTF-8 text from byte {at} on"))
            .remedy("is it the right file?")
    })
}
