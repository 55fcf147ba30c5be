//! Files and the standard input, read within bounds: so many bytes, and no longer than the limits allow.

use std::path::Path;
use std::time::Duration;

use saut_base::BadInput;
use saut_base::read_limited::{self, MOST_DOCUMENT_BYTES, Stoppable};
use saut_base::stop::Stop;
use saut_formats::{self as formats, Loaded, ReadOptions};

/// The name of the standard input in messages.
pub const STANDARD_INPUT: &str = "standard input";

/// A whole text file, or standard input for `-`.
///
/// # Errors
/// It cannot be read, not within the limits, or is no text.
pub fn text(name: &str, stop: &Stop) -> Result<String, BadInput> {
    text_of_at_most(name, MOST_DOCUMENT_BYTES, stop)
}

/// As [`text`], but what is not UTF-8 is read as Latin-1, with a message that says it.
///
/// # Errors
/// As [`text`].
pub fn text_or_latin_1(name: &str, stop: &Stop) -> Result<(String, Option<BadInput>), BadInput> {
    let bytes = bytes_of_at_most(name, MOST_DOCUMENT_BYTES, stop)?;
    read_limited::text_or_latin_1(bytes, place(name))
}

/// As [`text`], of at most `most` bytes.
///
/// # Errors
/// As [`text`].
pub fn text_of_at_most(name: &str, most: u64, stop: &Stop) -> Result<String, BadInput> {
    read_limited::text(bytes_of_at_most(name, most, stop)?, place(name))
}

fn place(name: &str) -> &str {
    if name == "-" { STANDARD_INPUT } else { name }
}

/// All bytes of a file, or of standard input for `-`.
fn bytes_of_at_most(name: &str, most: u64, stop: &Stop) -> Result<Vec<u8>, BadInput> {
    if name == "-" {
        let input = Stoppable::new(std::io::stdin(), stop.clone());
        return read_limited::stream(input, STANDARD_INPUT, most, stop);
    }
    read_limited::named(Path::new(name), most, stop)
}

/// Time of reading a puzzle that is always granted: a question without time is answered, too.
const LEAST: Duration = Duration::from_millis(250);

/// All puzzles of a bundled name, a file or a pipe, or of standard input for `-`.
///
/// # Errors
/// There are none, or they cannot be read within the limits.
pub fn puzzles(name: &str, options: &ReadOptions, stop: &Stop) -> Result<Loaded, BadInput> {
    let input = match name {
        "-" => Some(Stoppable::new(std::io::stdin(), stop.clone())),
        _ if read_limited::is_pipe(Path::new(name)) => {
            Some(read_limited::pipe(Path::new(name), stop)?)
        }
        _ => None,
    };
    let (owned, options) = (name.to_owned(), options.clone());
    let read = stop.attend(LEAST, move || match input {
        Some(input) => formats::load("-", input, &options),
        None => formats::load(&owned, std::io::empty(), &options),
    });
    let read = read.unwrap_or_else(|why| Err(read_limited::limited(place(name), why)));
    read.map_err(|mut bad| {
        if let Some(rest) = bad.place.strip_prefix(STANDARD_INPUT) {
            bad.place = format!("{}{rest}", place(name));
        }
        bad
    })
}
