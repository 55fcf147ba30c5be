//! Files and the standard input, read within bounds: so many bytes, and no longer than the limits allow.

use std::path::Path;

use saut_base::BadInput;
use saut_base::read_limited::{self, MOST_DOCUMENT_BYTES, Stoppable};
use saut_base::stop::Stop;

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
