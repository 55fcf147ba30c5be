//! Files written whole or not at all: the content goes to a new file beside the old one, which then
//! takes its name.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use saut::BadInput;

/// Standard output, turned to a file that is not yet in its place.
pub struct Redirected<'a> {
    path: &'a Path,
    file: File,
}

impl<'a> Redirected<'a> {
    /// From now on all that is printed goes to the file.
    pub fn to(path: &'a Path) -> Result<Self, BadInput> {
        let turned = || {
            // Better now than after hours of work.
            folder_of(path).read_dir()?;
            let file = tempfile::tempfile()?;
            rustix::stdio::dup2_stdout(&file)?;
            Ok(file)
        };
        let file = turned().map_err(|error| unwritten(path, &error))?;
        Ok(Self { path, file })
    }

    /// The work is done: the file gets its name.
    pub fn keep(mut self) -> Result<(), BadInput> {
        let mut content = Vec::new();
        let read = std::io::stdout()
            .flush()
            .and_then(|()| self.file.rewind())
            .and_then(|()| self.file.read_to_end(&mut content));
        read.map_err(|error| unwritten(self.path, &error))?;
        write(self.path, content)
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn unwritten(path: &Path, error: &std::io::Error) -> BadInput {
    BadInput::new(
        path.display().to_string(),
        format!("cannot be written ({error})"),
    )
    .remedy("is there such a folder, and may it be written to?")
}

/// Writes a file.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), BadInput> {
    let content = content.as_ref();
    let folder = folder_of(path);
    let written = || -> std::io::Result<()> {
        // A pipe or a device has no old content to keep, and cannot be replaced.
        if path.metadata().is_ok_and(|there| !there.is_file()) {
            return std::fs::write(path, content);
        }
        // Read and written by whom the umask lets, as with any new file.
        let all = std::fs::Permissions::from_mode(0o666);
        let mut file = tempfile::Builder::new()
            .permissions(all)
            .tempfile_in(folder)?;
        file.write_all(content)?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    written().map_err(|error| unwritten(path, &error))
}
