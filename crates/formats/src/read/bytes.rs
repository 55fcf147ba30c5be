//! The bytes of a file or of the standard input, not more than make sense.

use std::io::Read;
use std::path::Path;

use crate::bundled;
use saut_base::bad_input::BadInput;
use saut_base::read_limited::{self, MOST_PUZZLE_BYTES};
use saut_base::stop::Stop;

/// All bytes of a file of puzzles.
pub(super) fn read_file(path: &str) -> Result<Vec<u8>, BadInput> {
    if !Path::new(path).exists() {
        let name = Path::new(path)
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy();
        let unknown = bundled::unknown(&name, "there is no such file");
        return Err(BadInput {
            place: path.to_owned(),
            ..unknown
        });
    }
    read_limited::file(Path::new(path), MOST_PUZZLE_BYTES)
}

/// All bytes of an input; `place` names it in messages.
pub(super) fn read(input: impl Read, place: &str) -> Result<Vec<u8>, BadInput> {
    read_limited::stream(input, place, MOST_PUZZLE_BYTES, &Stop::default())
}
