//! Opening without waiting, and what is said where nothing can be read.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::bad_input::BadInput;

/// Opens without waiting, also where a pipe has no writer.
#[cfg(unix)]
pub fn open(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let flags = i32::try_from(rustix::fs::OFlags::NONBLOCK.bits()).unwrap_or(0);
    File::options().read(true).custom_flags(flags).open(path)
}

/// Opens; there are no pipes.
#[cfg(not(unix))]
pub fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// A file that cannot be read, for this reason.
pub fn unreadable(place: &str, error: &io::Error) -> BadInput {
    let remedy = match error.kind() {
        ErrorKind::NotFound => {
            return BadInput::new(place, "there is no such file").remedy("is the name right?");
        }
        ErrorKind::PermissionDenied => "may you read it?",
        _ => "is it the right file?",
    };
    BadInput::new(place, format!("cannot be read ({error})")).remedy(remedy)
}
