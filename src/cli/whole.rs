//! Files written whole or not at all: the content goes to a new file beside the old one, which then
//! takes its name.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use saut::BadInput;

/// Writes a file.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), BadInput> {
    let content = content.as_ref();
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
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
    written().map_err(|error| {
        BadInput::new(
            path.display().to_string(),
            format!("cannot be written ({error})"),
        )
        .remedy("is there such a folder, and may it be written to?")
    })
}
