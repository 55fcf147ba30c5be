//! Input: the files that are named on the command line.

use std::path::Path;

use saut_task::{BadInput, read_limited};

/// The longest document that is read, in bytes.
const LONGEST: u64 = 1 << 30;

/// The text of a file.
pub fn text(place: &str) -> Result<String, BadInput> {
    let bytes = read_limited::file(Path::new(place), LONGEST)?;
    String::from_utf8(bytes)
        .map_err(|_| BadInput::new(place, "it is no text in UTF-8").remedy("convert it to UTF-8"))
}
