//! Atomically written files, and journals that are repaired after a crash.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::bad_input::BadInput;
use crate::read_limited::{self, MOST_RECORD_BYTES};

/// Writes a file completely or not at all. The content is written to a temporary file, which is renamed when the
/// content has reached the disk.
///
/// # Errors
/// [`io::Error`] if the file cannot be written. Then an existing file is unchanged.
pub fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    write_whole_by(path, |out| out.write_all(content))
}

/// Like [`write_whole`], but `write` produces the content in pieces.
///
/// # Errors
/// Any error of `write`, or [`io::Error`] if the file cannot be written. Then an existing file is unchanged.
#[cfg(not(target_os = "wasi"))]
pub fn write_whole_by(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".half-");
    // The umask determines who may read and write the file, as for any new file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut out = BufWriter::with_capacity(1 << 16, builder.tempfile_in(folder)?);
    write(&mut out)?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    // The new name is stored in the folder, which must also reach the disk. Some file systems do not support this.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Writes a file directly, because WASI has no functions for temporary files.
///
/// # Errors
/// Any error of `write`, or [`io::Error`] if the file cannot be written.
#[cfg(target_os = "wasi")]
pub fn write_whole_by(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    write(&mut out)?;
    out.flush()
}

/// A file to which lines are appended, each with a single call. If the process is killed during a call, the last line
/// may be incomplete. [`Journal::open`] removes such a line. The file is locked while it is open, and the lock ends
/// with the process.
#[derive(Debug)]
pub struct Journal(File);

impl Drop for Journal {
    fn drop(&mut self) {
        // If another thread is starting a child process, the child has the file open for a moment and would keep the
        // lock.
        let _ = self.0.unlock();
    }
}

impl Journal {
    /// Opens or creates the file, and removes an incomplete last line. Returns the journal and the result of `read`,
    /// which parses the complete lines.
    ///
    /// `command` is the name of the command that writes these files, for messages. An incomplete line is only removed
    /// if it has one of these `beginnings`, so that no other file is damaged.
    ///
    /// # Errors
    /// [`BadInput`] if the file cannot be opened, if another process has opened it, if its incomplete last line begins
    /// differently, or if `read` returns an error.
    pub fn open<R>(
        path: &Path,
        command: &str,
        beginnings: &[&str],
        read: impl FnOnce(&[u8]) -> Result<R, BadInput>,
    ) -> Result<(Self, R), BadInput> {
        let place = path.display().to_string();
        let bad = |fact: String| BadInput::new(place.clone(), fact);
        let cannot = |error: io::Error| bad(format!("the records cannot be opened ({error})"));
        let mut options = OpenOptions::new();
        let file = options.create(true).read(true).append(true).open(path);
        let file = file.map_err(|error| cannot(error).remedy("does the folder exist?"))?;
        let journal = match file.try_lock() {
            Ok(()) => Self(file),
            Err(TryLockError::WouldBlock) => {
                return Err(bad(format!("another {command} is writing to it"))
                    .remedy("wait until it ends, or write to another file with -o"));
            }
            Err(TryLockError::Error(error)) => return Err(cannot(error)),
        };
        let bytes = read_limited::opened(&journal.0, &place, MOST_RECORD_BYTES)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n');
        let whole = whole.map_or(0, |at| at + 1);
        let content = read(&bytes[..whole]).map_err(|bad| bad.within(&place))?;
        let torn = &bytes[whole..];
        let is_own = |begin: &&str| {
            torn.iter()
                .zip(begin.as_bytes())
                .all(|(one, other)| one == other)
        };
        if !torn.is_empty() {
            if !beginnings.iter().any(is_own) {
                return Err(
                    bad("the last line is incomplete and not a record".to_owned())
                        .remedy("is it the right file?"),
                );
            }
            journal.0.set_len(whole as u64).map_err(cannot)?;
        }
        Ok((journal, content))
    }

    /// Appends a line.
    ///
    /// # Errors
    /// [`io::Error`] if the line cannot be written. Then the line may be incomplete.
    pub fn append(&mut self, line: &str) -> io::Result<()> {
        self.0.write_all(format!("{line}\n").as_bytes())
    }
}
