//! Input: puzzles, files and standard input, as the commands ask for them.
//!
//! Everything is read within bounds: so many bytes, regular files only, and no longer than the limits
//! of the command allow.

use std::path::Path;
use std::sync::OnceLock;

use saut::BadInput;
use saut::formats::{self, Entry};
use saut::peg::Puzzle;
use saut::read_limited::{self, MOST_DOCUMENT_BYTES, Stoppable};
use saut::stop::Stop;

use super::arguments::{Directions, Ends, Limits, PuzzleArgument};

/// How messages name the standard input.
const STANDARD_INPUT: &str = "standard input";

/// The limits of this run of the program, which reading obeys too.
static LIMITS: OnceLock<Stop> = OnceLock::new();

/// From now on these limits end the reading of standard input and of files.
pub fn obey(limits: &Limits) {
    let _ = LIMITS.set(super::settings::stop(limits));
}

fn stop() -> Stop {
    LIMITS.get().cloned().unwrap_or_default()
}

/// The puzzle that is meant, of any game.
pub fn entry(argument: &PuzzleArgument) -> Result<Entry, BadInput> {
    entry_with_ends(&argument.puzzle, &argument.ends, argument.directions)
}

/// The puzzle of that name or file with another start and goal, if such are given.
pub fn entry_with_ends(name: &str, ends: &Ends, directions: Directions) -> Result<Entry, BadInput> {
    let entry = entry_named(name, directions)?;
    if ends.vacate.is_none() && ends.finish.is_none() {
        return Ok(entry);
    }
    let (vacate, finish) = (ends.vacate.as_deref(), ends.finish.as_deref());
    formats::with_ends(&entry.peg()?, vacate, finish).map(Entry::from)
}

/// The puzzle of that name or file, of any game.
pub fn entry_named(name: &str, directions: Directions) -> Result<Entry, BadInput> {
    if name == "-" {
        let input = Stoppable::new(std::io::stdin(), stop());
        return formats::read_entry(name, input, directions.geometry);
    }
    formats::read_entry(name, std::io::empty(), directions.geometry)
}

/// All puzzles of the file that is meant, of any game.
pub fn entries(argument: &PuzzleArgument) -> Result<Vec<Entry>, BadInput> {
    let geometry = argument.directions.geometry;
    if argument.puzzle == "-" {
        return formats::read_entries("-", Stoppable::new(std::io::stdin(), stop()), geometry);
    }
    formats::read_entries(&argument.puzzle, std::io::empty(), geometry)
}

/// The puzzle of peg solitaire that is meant.
pub fn puzzle(argument: &PuzzleArgument) -> Result<Puzzle, BadInput> {
    entry(argument)?.peg()
}

/// A whole text file, or standard input for `-`.
pub fn text(name: &str) -> Result<String, BadInput> {
    text_of_at_most(name, MOST_DOCUMENT_BYTES)
}

/// As [`text`], of at most so many bytes.
pub fn text_of_at_most(name: &str, most: u64) -> Result<String, BadInput> {
    let place = if name == "-" { STANDARD_INPUT } else { name };
    read_limited::text(bytes_of_at_most(name, most)?, place)
}

/// All bytes of a file, or of standard input for `-`.
fn bytes_of_at_most(name: &str, most: u64) -> Result<Vec<u8>, BadInput> {
    if name == "-" {
        let stop = stop();
        let input = Stoppable::new(std::io::stdin(), stop.clone());
        return read_limited::stream(input, STANDARD_INPUT, most, &stop);
    }
    read_limited::file(Path::new(name), most)
}
