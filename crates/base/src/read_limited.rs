//! Bounded reading of regular files and streams: at most a maximum number of bytes, and within limits on time and
//! memory.
//!
//! A file name from the user may refer to a directory, an endless device, or a pipe without a writer. So all parsers of
//! external files use this module.

#[cfg_attr(target_family = "wasm", path = "read_limited/uncompressed.rs")]
mod compressed;
mod opening;
#[cfg_attr(not(unix), path = "read_limited/no_pipe.rs")]
mod pipe;
mod stream;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::bad_input::BadInput;
use crate::stop::{Stop, StopReason};
use opening::open;

pub use compressed::{Compression, compress};
pub use opening::unreadable;
pub use pipe::{is_pipe, pipe};
pub use stream::Stoppable;

/// Maximum size of a file of puzzles.
pub const MOST_PUZZLE_BYTES: u64 = 16 << 20;

/// Maximum size of a result, a model or a proof.
pub const MOST_DOCUMENT_BYTES: u64 = 64 << 20;

/// Maximum size of a file of records.
pub const MOST_RECORD_BYTES: u64 = 1 << 30;

/// Number of bytes that are read between two tests of the limits.
const CHUNK: u64 = 1 << 20;

/// Removes a byte order mark, which some editors write at the beginning of a file.
pub fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Returns the extension of a file name in lower case. For a compressed file, this is the extension of its content:
/// `cnf` for `a.cnf.xz`.
pub fn ending(path: &Path) -> Option<String> {
    let path = match Compression::of_name(path) {
        Some(_) => Path::new(path.file_stem()?),
        None => path,
    };
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
/// [`BadInput`] if the file does not exist, is not a regular file, is too large, or cannot be read.
pub fn file(path: &Path, most: u64) -> Result<Vec<u8>, BadInput> {
    let place = path.display().to_string();
    let file = open(path).map_err(|error| unreadable(&place, &error))?;
    opened(&file, &place, most)
}

/// Reads a file that the user has named. This may be a regular file or a pipe, such as the shell creates for `<(...)`.
/// A file name in a document may only refer to a regular file, which [`file()`] reads.
///
/// # Errors
/// Same as [`file()`], and [`BadInput`] if the pipe has no writer, or if `stop` ends the wait.
pub fn named(path: &Path, most: u64, stop: &Stop) -> Result<Vec<u8>, BadInput> {
    if is_pipe(path) {
        return stream(pipe(path, stop)?, &path.display().to_string(), most, stop);
    }
    file(path, most)
}

/// Reads an open file, if it is a regular file of at most `most` bytes.
///
/// # Errors
/// Same as [`file()`].
pub fn opened(file: &File, place: &str, most: u64) -> Result<Vec<u8>, BadInput> {
    let kind = file.metadata().map_err(|error| unreadable(place, &error))?;
    if kind.is_dir() {
        return Err(BadInput::new(place, "this is a directory").remedy("give a file in it"));
    }
    if !kind.is_file() {
        return Err(BadInput::new(place, "this is not a regular file")
            .remedy("pipes and devices can only be read as standard input; give - as the file"));
    }
    if kind.len() > most {
        return Err(too_large(place, most));
    }
    // The size of a regular file is bounded. It is read even if no time is left, so that the command can still answer.
    stream(file, place, most, &Stop::default())
}

/// Reads the text of a regular file of at most `most` bytes.
///
/// # Errors
/// Same as [`file()`], and [`BadInput`] if the file is not UTF-8.
pub fn text_file(path: &Path, most: u64) -> Result<String, BadInput> {
    text(file(path, most)?, &path.display().to_string())
}

/// Returns the first `most` bytes of a file, or all bytes of a shorter file. A compressed file is decompressed.
///
/// # Errors
/// [`io::Error`] if the file cannot be read.
pub fn beginning(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let input = compressed::decompressed(open(path)?)?;
    input.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads an input of at most `most` bytes. `place` is the name of the input in messages. Input that is compressed by
/// gzip or xz is decompressed, and the maximum applies to its content.
///
/// # Errors
/// [`BadInput`] if the input is longer, if it cannot be read, or if `stop` ends the reading.
pub fn stream(input: impl Read, place: &str, most: u64, stop: &Stop) -> Result<Vec<u8>, BadInput> {
    let mut bytes = Vec::new();
    let failed = |error: &io::Error| match stream::limit_of(error) {
        Some(why) => limited(place, why),
        None => unreadable(place, error),
    };
    let mut input = compressed::decompressed(input).map_err(|error| failed(&error))?;
    loop {
        if let Some(why) = stop.stop_reason() {
            return Err(limited(place, why));
        }
        let left = most + 1 - bytes.len() as u64;
        match input.by_ref().take(left.min(CHUNK)).read_to_end(&mut bytes) {
            Ok(0) => return Ok(bytes),
            Ok(_) if bytes.len() as u64 > most => return Err(too_large(place, most)),
            Ok(_) => {}
            Err(error) => return Err(failed(&error)),
        }
    }
}

/// Decodes a text and removes a byte order mark.
///
/// # Errors
/// [`BadInput`] with the line from which the text is not UTF-8.
pub fn text(bytes: Vec<u8>, place: &str) -> Result<String, BadInput> {
    let text = String::from_utf8(bytes).map_err(|bad| {
        let valid = &bad.as_bytes()[..bad.utf8_error().valid_up_to()];
        let line = valid.split(|&byte| byte == b'\n').count();
        BadInput::new(
            place,
            format!("is not UTF-8 text from line {line}, byte {}", valid.len()),
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

/// Decodes a text and removes a byte order mark. If the text is not UTF-8 but may be Latin-1, like the comments in some
/// old files, it is decoded as Latin-1. Then a warning is returned as well.
///
/// # Errors
/// [`BadInput`] if the bytes are not a text in either encoding.
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
    let told = bad.map(|bad| bad.remedy("the text is read as Latin-1; save it as UTF-8"));
    Ok((read, told))
}

fn too_large(place: &str, most: u64) -> BadInput {
    BadInput::new(
        place,
        format!("cannot be read: it has more than {} MiB", most >> 20),
    )
    .remedy("is it the right file? No valid input is so large")
}

/// Returns the error for an input that was not read completely because of a limit.
pub fn limited(place: &str, why: StopReason) -> BadInput {
    let (fact, remedy) = match why {
        StopReason::Timeout => (
            "the time limit was reached before the end of the file",
            "give a longer --timeout",
        ),
        StopReason::Memory => (
            "the memory limit was reached before the end of the file",
            "give more --memory",
        ),
        _ => ("reading was interrupted", "start the command again"),
    };
    let mut bad = BadInput::new(place, fact).remedy(remedy);
    bad.limit = Some(why);
    bad
}

#[cfg(test)]
mod tests;
