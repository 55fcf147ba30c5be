//! The bytes of a file or of the standard input, not more than make sense.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::formats::bundled;
use saut_plan::bad_input::BadInput;

/// Longer input is refused before it fills the memory.
const MOST_BYTES: u64 = 16 << 20;

/// All bytes of a file.
pub(super) fn read_file(path: &str) -> Result<Vec<u8>, BadInput> {
    if Path::new(path).is_dir() {
        return Err(BadInput::new(path, "this is a directory").remedy("give a file in it"));
    }
    match File::open(path) {
        Ok(file) => read(file, path),
        Err(bad) if bad.kind() == io::ErrorKind::NotFound => {
            let name = Path::new(path)
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy();
            let unknown = bundled::unknown(&name, "there is no such file");
            Err(BadInput {
                place: path.to_owned(),
                ..unknown
            })
        }
        Err(bad) => Err(cannot_read(path, &bad.to_string())),
    }
}

/// All bytes of an input; `place` names it in messages.
pub(super) fn read(input: impl Read, place: &str) -> Result<Vec<u8>, BadInput> {
    let mut bytes = Vec::new();
    let read = input.take(MOST_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|bad| cannot_read(place, &bad.to_string()))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(cannot_read(
            place,
            &format!("it has more than {} MiB", MOST_BYTES >> 20),
        ));
    }
    Ok(bytes)
}

fn cannot_read(place: &str, why: &str) -> BadInput {
    BadInput::new(place, format!("the file cannot be read: {why}"))
}
