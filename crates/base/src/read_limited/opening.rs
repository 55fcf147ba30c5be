//! Opening files without blocking, and the messages for files that cannot be read.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::bad_input::BadInput;

/// Opens a file without blocking, even if it is a pipe without a writer.
#[cfg(unix)]
pub fn open(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let flags = i32::try_from(rustix::fs::OFlags::NONBLOCK.bits()).unwrap_or(0);
    File::options().read(true).custom_flags(flags).open(path)
}

/// Opens a file. This platform has no named pipes, so this never blocks.
#[cfg(not(unix))]
pub fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Returns the message for a file that cannot be read.
pub fn unreadable(place: &str, error: &io::Error) -> BadInput {
    let remedy = match error.kind() {
        ErrorKind::NotFound => {
            return BadInput::new(place, "there is no such file").remedy("is the name right?");
        }
        ErrorKind::PermissionDenied => "do you have permission to read it?",
        _ => "is it the right file?",
    };
    BadInput::new(place, format!("cannot be read ({error})")).remedy(remedy)
}
