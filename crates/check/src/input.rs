//! Input: the files that are named on the command line.

use std::path::Path;

use saut_base::{BadInput, read_limited};

/// The longest document that is read, in bytes.
const LONGEST: u64 = 1 << 30;

/// The text of a file.
pub fn text(place: &str) -> Result<String, BadInput> {
    let bytes = read_limited::file(Path::new(place), LONGEST)?;
    let (text, told) = read_limited::text_or_latin_1(bytes, place)?;
    if let Some(warning) = told {
        eprintln!("saut-check: warning: {warning}");
    }
    Ok(text)
}
