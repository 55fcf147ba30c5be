//! Files written whole or not at all: the text goes to a new file beside the old one, which then
//! takes its name.

use std::fs;
use std::io::Write;
use std::path::Path;

use saut::BadInput;

/// Writes a text file.
pub fn write(path: &Path, text: &str) -> Result<(), BadInput> {
    written(path, text).map_err(|error| {
        let fact = format!("cannot be written ({error})");
        BadInput::new(path.display().to_string(), fact)
            .remedy("is there such a folder, and may it be written to?")
    })
}

fn written(path: &Path, text: &str) -> std::io::Result<()> {
    // A pipe or a device has no old content to keep, and cannot be replaced.
    if path.metadata().is_ok_and(|there| !there.is_file()) {
        return fs::write(path, text);
    }
    let mut new = path.as_os_str().to_owned();
    new.push(format!(".new-{}", std::process::id()));
    let replaced = || -> std::io::Result<()> {
        let mut file = fs::File::create_new(&new)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, path)
    };
    replaced().inspect_err(|_| drop(fs::remove_file(&new)))
}
