//! Input: puzzles, files and standard input, as the commands ask for them.
//!
//! Everything is read within bounds: so many bytes, regular files only, and no longer than the limits
//! of the command allow.

use std::io::{Stdin, stdin};
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{FileType, fstat, tell as offset};
use rustix::io::ioctl_fionread;
use saut::BadInput;
use saut::answer::files::STANDARD_INPUT;
pub use saut::answer::files::{text, text_of_at_most};
use saut::formats::{self, Entry, Loaded, Origin};
use saut::peg::Puzzle;
use saut::read_limited::{self, Stoppable};
use saut::stop::Stop;

use super::arguments::{Directions, Ends, PuzzleArgument};

/// The puzzle of a command that is given none, neither by name nor on standard input.
const DEFAULT_PUZZLE: &str = "central";

/// Time that a pipe has for its first byte, if no puzzle is named.
const FIRST_BYTE: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 500_000_000,
};

/// Time that standard input has for its end, if no puzzle is named.
const END: Duration = Duration::from_secs(10);

/// Whether the puzzle is read from standard input because none is named; worked out once, if none is.
static IS_FED: OnceLock<bool> = OnceLock::new();

/// The name of the puzzle that is meant: as given, or `-` if something is piped in, or the default.
pub fn name(argument: &PuzzleArgument) -> &str {
    let is_fed = || {
        let is_fed = !is_read_otherwise() && is_fed(&stdin());
        if is_fed {
            tell!("saut: no puzzle is named: it is read from standard input");
        }
        is_fed
    };
    match &argument.puzzle {
        Some(name) => name,
        None if *IS_FED.get_or_init(is_fed) => "-",
        None => DEFAULT_PUZZLE,
    }
}

/// Whether another argument asks for standard input.
fn is_read_otherwise() -> bool {
    let names = ["-", "/dev/stdin", "/dev/fd/0"];
    std::env::args_os().any(|word| {
        let word = word.to_string_lossy();
        let value = word.split_once('=').map_or(&*word, |(_, value)| value);
        names.contains(&value)
    })
}

/// Whether a file, a pipe or a socket is standard input, and has a byte. Nothing is read for that, and a pipe
/// that stays silent is not waited for long.
fn is_fed(input: &Stdin) -> bool {
    let Ok(there) = fstat(input) else {
        return false;
    };
    match FileType::from_raw_mode(there.st_mode) {
        FileType::RegularFile => {
            let read = offset(input).ok().and_then(|read| i64::try_from(read).ok());
            read.is_some_and(|read| read < there.st_size)
        }
        FileType::Fifo | FileType::Socket => {
            let mut all = [PollFd::new(input, PollFlags::IN)];
            if poll(&mut all, Some(&FIRST_BYTE)) == Ok(0) {
                tell!(
                    "saut: warning: nothing has come through standard input in half a second; it is not read, and the \
                     puzzle is {DEFAULT_PUZZLE}; give - to wait for it"
                );
                return false;
            }
            ioctl_fionread(input).is_ok_and(|bytes| bytes > 0)
        }
        _ => false,
    }
}

/// The puzzle that is meant, of any game.
pub fn entry(argument: &PuzzleArgument, stop: &Stop) -> Result<Entry, BadInput> {
    entry_with_ends(name(argument), &argument.ends, &argument.directions, stop)
}

/// The puzzle of that name or file with another start and goal, if such are given.
pub fn entry_with_ends(
    name: &str,
    ends: &Ends,
    directions: &Directions,
    stop: &Stop,
) -> Result<Entry, BadInput> {
    let (entry, origin) = found(name, directions, stop)?;
    let entry = if ends.vacate.is_none() && ends.finish.is_none() {
        entry
    } else {
        let (vacate, finish) = (ends.vacate.as_deref(), ends.finish.as_deref());
        formats::with_ends(&entry.peg()?, vacate, finish).map(Entry::from)?
    };
    tell(&entry, origin);
    Ok(entry)
}

/// The puzzle of that name or file, of any game.
pub fn entry_named(name: &str, directions: &Directions, stop: &Stop) -> Result<Entry, BadInput> {
    let (entry, origin) = found(name, directions, stop)?;
    tell(&entry, origin);
    Ok(entry)
}

fn found(name: &str, directions: &Directions, stop: &Stop) -> Result<(Entry, Origin), BadInput> {
    let loaded = read(name, directions, stop)?;
    let origin = loaded.origin;
    Ok((loaded.only()?, origin))
}

/// Says on standard error, before any answer, what was read of a picture, and what is odd about a board
/// that somebody has written.
fn tell(entry: &Entry, origin: Origin) {
    for note in origin.notes(entry) {
        tell!("saut: {note}");
    }
}

/// All puzzles of the file that is meant, of any game.
pub fn entries(argument: &PuzzleArgument, stop: &Stop) -> Result<Vec<Entry>, BadInput> {
    entries_named(name(argument), &argument.directions, stop)
}

/// All puzzles of a file of that name, of any game.
pub fn entries_named(
    name: &str,
    directions: &Directions,
    stop: &Stop,
) -> Result<Vec<Entry>, BadInput> {
    let loaded = read(name, directions, stop)?;
    if let (Origin::Drawn, [entry]) = (loaded.origin, &loaded.entries[..]) {
        tell(entry, Origin::Drawn);
    }
    Ok(loaded.entries)
}

/// Reads the puzzles of a name or a file, and says which words are no part of them.
fn read(name: &str, directions: &Directions, stop: &Stop) -> Result<Loaded, BadInput> {
    let options = directions.options();
    let loaded = match streamed(name, stop)? {
        None => attended(name, stop, move |name| {
            formats::load(name, std::io::empty(), &options)
        }),
        Some(input) => attended(name, stop, move |_| formats::load("-", input, &options))
            .map_err(|bad| renamed(bad, name, stop)),
    }?;
    for warning in &loaded.warnings {
        tell!("saut: warning: {warning}");
    }
    Ok(loaded)
}

/// The standard input for `-`, or a pipe of that name; nothing for other files.
fn streamed(name: &str, stop: &Stop) -> Result<Option<Stoppable>, BadInput> {
    if name == "-" {
        let stop = if IS_FED.get() == Some(&true) {
            stop.with_timeout(END)
        } else {
            stop.clone()
        };
        return Ok(Some(Stoppable::new(stdin(), stop)));
    }
    let path = Path::new(name);
    read_limited::is_pipe(path)
        .then(|| read_limited::pipe(path, stop))
        .transpose()
}

/// A message about the standard input as one about the pipe that was read in its place.
fn renamed(mut bad: BadInput, name: &str, stop: &Stop) -> BadInput {
    if name == "-" && bad.limit.is_some() && stop.stop_reason().is_none() {
        let fact = format!(
            "no puzzle is named, and it does not end within {} s",
            END.as_secs()
        );
        return BadInput::new(STANDARD_INPUT, fact)
            .remedy("name the puzzle, or give - to wait for the end");
    }
    if let Some(rest) = bad
        .place
        .strip_prefix(STANDARD_INPUT)
        .filter(|_| name != "-")
    {
        bad.place = format!("{name}{rest}");
    }
    bad
}

/// Time of reading that is always granted, whatever the limits are: a question without time is answered, too.
const LEAST: Duration = Duration::from_millis(250);

/// Reads a large file no longer than the limits allow.
fn attended<T: Send + 'static>(
    name: &str,
    stop: &Stop,
    read: impl FnOnce(&str) -> Result<T, BadInput> + Send + 'static,
) -> Result<T, BadInput> {
    let owned = name.to_owned();
    let name = if name == "-" { STANDARD_INPUT } else { name };
    let read = stop.attend(LEAST, move || read(&owned));
    read.unwrap_or_else(|why| Err(read_limited::limited(name, why)))
}

/// The puzzle of peg solitaire that is meant.
pub fn puzzle(argument: &PuzzleArgument, stop: &Stop) -> Result<Puzzle, BadInput> {
    entry(argument, stop)?.peg()
}
