//! Reading without surprises: no more bytes than make sense, from regular files and from streams,
//! and never past a limit of time or memory.
//!
//! Whoever gives a program a name may give it a directory, a device that never ends or a pipe that
//! nobody writes to. All readers of files from outside go through here.

mod opening;
#[cfg_attr(not(unix), path = "read_limited/no_pipe.rs")]
mod pipe;
mod stream;

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::bad_input::BadInput;
use crate::stop::{Stop, StopReason};
use opening::open;

pub use opening::unreadable;
pub use pipe::{is_pipe, pipe};
pub use stream::Stoppable;

/// The most bytes of a file of puzzles.
pub const MOST_PUZZLE_BYTES: u64 = 16 << 20;

/// The most bytes of a result, a model or a proof.
pub const MOST_DOCUMENT_BYTES: u64 = 64 << 20;

/// The most bytes of a file of records: a hundred thousand runs have about a tenth of it.
pub const MOST_RECORD_BYTES: u64 = 1 << 30;

/// Bytes that are read between two looks at the limits.
const CHUNK: u64 = 1 << 20;

/// A text without a byte order mark, which some editors put before what they save.
pub fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// All bytes of a regular file of at most `most` bytes.
///
/// # Errors
/// There is no such file, it is no regular file, it is too large, or it cannot be read.
pub fn file(path: &Path, most: u64) -> Result<Vec<u8>, BadInput> {
    let place = path.display().to_string();
    let file = open(path).map_err(|error| unreadable(&place, &error))?;
    opened(&file, &place, most)
}

/// All bytes of what a person has named: a regular file, or a pipe, as shells make them of `<(...)`. What a
/// document names is read as a [`file()`] only.
///
/// # Errors
/// As [`file()`], nobody writes to the pipe, or `stop` ended the wait for it.
pub fn named(path: &Path, most: u64, stop: &Stop) -> Result<Vec<u8>, BadInput> {
    if is_pipe(path) {
        return stream(pipe(path, stop)?, &path.display().to_string(), most, stop);
    }
    file(path, most)
}

/// All bytes of a file that is open already, if it is a regular one of at most `most` bytes.
///
/// # Errors
/// As [`file()`].
pub fn opened(file: &File, place: &str, most: u64) -> Result<Vec<u8>, BadInput> {
    let kind = file.metadata().map_err(|error| unreadable(place, &error))?;
    if kind.is_dir() {
        return Err(BadInput::new(place, "this is a directory").remedy("give a file in it"));
    }
    if !kind.is_file() {
        return Err(BadInput::new(place, "this is no regular file")
            .remedy("pipes and devices are read as standard input only: give - for that"));
    }
    if kind.len() > most {
        return Err(too_large(place, most));
    }
    // It ends by itself, within the cap: a question with no time left is still read, to be answered.
    stream(file, place, most, &Stop::default())
}

/// The text of a regular file of at most `most` bytes.
///
/// # Errors
/// As [`file()`], or it is not UTF-8.
pub fn text_file(path: &Path, most: u64) -> Result<String, BadInput> {
    text(file(path, most)?, &path.display().to_string())
}

/// All bytes of an input that ends after at most `most`; `place` names it in messages.
///
/// # Errors
/// It has more, it cannot be read, or `stop` ended the reading.
pub fn stream(
    mut input: impl Read,
    place: &str,
    most: u64,
    stop: &Stop,
) -> Result<Vec<u8>, BadInput> {
    let mut bytes = Vec::new();
    loop {
        if let Some(why) = stop.stop_reason() {
            return Err(limited(place, why));
        }
        let left = most + 1 - bytes.len() as u64;
        match input.by_ref().take(left.min(CHUNK)).read_to_end(&mut bytes) {
            Ok(0) => return Ok(bytes),
            Ok(_) if bytes.len() as u64 > most => return Err(too_large(place, most)),
            Ok(_) => {}
            Err(error) => {
                return Err(match stream::limit_of(&error) {
                    Some(why) => limited(place, why),
                    None => unreadable(place, &error),
                });
            }
        }
    }
}

/// The text in these bytes, without a byte order mark.
///
/// # Errors
/// It is not UTF-8; the line is named.
pub fn text(bytes: Vec<u8>, place: &str) -> Result<String, BadInput> {
    let text = String::from_utf8(bytes).map_err(|bad| {
        let valid = &bad.as_bytes()[..bad.utf8_error().valid_up_to()];
        let line = valid.split(|&byte| byte == b'\n').count();
        BadInput::new(
            place,
            format!("is no UTF-8 text from line {line}, byte {} on", valid.len()),
        )
        .remedy("is it the right file? Save it as UTF-8")
    })?;
    let read = unmarked(&text);
    Ok(if read.len() < text.len() {
        read.to_owned()
    } else {
        text
    })
}

/// The text in these bytes, without a byte order mark; where it is not UTF-8 but could be Latin-1 (old files have such
/// comments), it is read so, with a message that says it.
///
/// # Errors
/// It is no text at all.
pub fn text_or_latin_1(
    bytes: Vec<u8>,
    place: &str,
) -> Result<(String, Option<BadInput>), BadInput> {
    let is_control =
        |byte: &u8| *byte < b' ' && !byte.is_ascii_whitespace() || (0x7f..0xa0).contains(byte);
    if bytes.iter().any(is_control) || std::str::from_utf8(&bytes).is_ok() {
        return text(bytes, place).map(|text| (text, None));
    }
    let read = bytes.iter().copied().map(char::from).collect();
    let bad = text(bytes, place).err();
    let told = bad.map(|bad| bad.remedy("it is read as Latin-1; save it as UTF-8"));
    Ok((read, told))
}

fn too_large(place: &str, most: u64) -> BadInput {
    BadInput::new(
        place,
        format!("cannot be read: it has more than {} MiB", most >> 20),
    )
    .remedy("is it the right file? Nothing that long is meant to be read here")
}

/// Message on a text whose reading a limit has ended.
pub fn limited(place: &str, why: StopReason) -> BadInput {
    let (fact, remedy) = match why {
        StopReason::Timeout => (
            "the time limit came before its end",
            "give a longer --timeout",
        ),
        StopReason::Memory => ("the memory limit came before its end", "give more --memory"),
        _ => ("the reading was interrupted", "start again to read it"),
    };
    let mut bad = BadInput::new(place, fact).remedy(remedy);
    bad.limit = Some(why);
    bad
}

#[cfg(test)]
mod tests;
