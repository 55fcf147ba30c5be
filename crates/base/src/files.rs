//! Files written whole or not at all, and files that grow by lines and are never torn for good.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::bad_input::BadInput;
use crate::read_limited::{self, MOST_RECORD_BYTES};

/// Writes a file whole or not at all: under another name first, and when it has reached the disk, it is renamed.
///
/// # Errors
/// Error of the system; then nothing of it is there.
pub fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    write_whole_by(path, |out| out.write_all(content))
}

/// As [`write_whole`], with a content that `write` makes bit by bit.
///
/// # Errors
/// That of `write` or of the system; then nothing of it is there.
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
    // Read and written by whom the umask lets, as with any new file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut out = BufWriter::with_capacity(1 << 16, builder.tempfile_in(folder)?);
    write(&mut out)?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    // The new name reaches the disk with its folder; some file systems cannot do that.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Writes a file in place. The page in a browser has no files, and its linker does not know what temporary files need.
///
/// # Errors
/// That of `write` or of the system.
#[cfg(target_os = "wasi")]
pub fn write_whole_by(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    write(&mut out)?;
    out.flush()
}

/// A file that is locked as long as this lives.
#[derive(Debug)]
struct Locked(File);

impl Drop for Locked {
    fn drop(&mut self) {
        // A child that another thread is starting still has the file open for a moment, and so the lock.
        let _ = self.0.unlock();
    }
}

/// A file that grows by lines, each written with one call. If its writer was killed in between, the last line may
/// be torn: it is cut off when the file is opened again. While it is open it is locked; the lock dies with its
/// holder.
#[derive(Debug)]
pub struct Journal(Locked);

impl Journal {
    /// Opens or makes the file, and recovers it. `command` writes such files, whose lines have these beginnings, so
    /// that nothing else is ever cut off; `read` reads the whole lines.
    ///
    /// # Errors
    /// It cannot be opened, someone else has it open, its last line is torn and none of its own, or what `read`
    /// returns.
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
        let file = match file.try_lock() {
            Ok(()) => Locked(file),
            Err(TryLockError::WouldBlock) => {
                return Err(bad(format!("another {command} is writing to it"))
                    .remedy("wait for its end, or write to another file with -o"));
            }
            Err(TryLockError::Error(error)) => return Err(cannot(error)),
        };
        let bytes = read_limited::opened(&file.0, &place, MOST_RECORD_BYTES)?;
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
                return Err(bad("its last line is no record, and has no end".to_owned())
                    .remedy("is it the right file?"));
            }
            file.0.set_len(whole as u64).map_err(cannot)?;
        }
        Ok((Self(file), content))
    }

    /// Appends a line.
    ///
    /// # Errors
    /// Error of the system; the line may then be torn.
    pub fn append(&mut self, line: &str) -> io::Result<()> {
        self.0.0.write_all(format!("{line}\n").as_bytes())
    }
}
