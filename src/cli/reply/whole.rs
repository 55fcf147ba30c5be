//! Atomic writing of files: the content is written to a new file in the same folder, which is then renamed.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Seek, Write, stdout};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

use rustix::stdio::dup2_stdout;
use saut::read_limited::{Compression, compress};
use saut::{BadInput, files};

use super::{Failure, unusable};

/// Runs the work with standard output redirected. Returns its result, and the bytes that it printed.
pub fn captured<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<(T, Vec<u8>), Failure> {
    let mut file = tempfile::tempfile()?;
    let before = stdout().as_fd().try_clone_to_owned()?;
    dup2_stdout(&file).map_err(Error::from)?;
    let done = work();
    let flushed = stdout().flush();
    dup2_stdout(before).map_err(Error::from)?;
    let (done, mut content) = (done?, Vec::new());
    flushed?;
    file.rewind()?;
    file.read_to_end(&mut content)?;
    Ok((done, content))
}

/// Checks that the output files, each with its flag, differ from each other and from the input files, and that their
/// folders exist. Such errors are reported before the work, because it may take hours.
pub fn check(
    outputs: &[(&str, Option<&Path>)],
    inputs: &[impl AsRef<Path>],
) -> Result<(), BadInput> {
    let is_pipe = |path: &Path| path.metadata().is_ok_and(|there| !there.is_file());
    let place = |path: &Path| {
        let folder = folder_of(path).canonicalize().ok()?;
        Some(
            path.canonicalize()
                .unwrap_or(folder.join(path.file_name()?)),
        )
    };
    let mut taken: Vec<(PathBuf, String)> = Vec::new();
    let inputs = inputs.iter().map(|input| -> &Path { input.as_ref() });
    for input in inputs.filter(|input| input.is_file()) {
        taken.extend(place(input).map(|place| (place, "is read".to_owned())));
    }
    for (flag, path) in outputs {
        path.map_or(Ok(()), is_possible)?;
        let Some(path) = path.filter(|path| !is_pipe(path)) else {
            continue;
        };
        let Some(place) = place(path) else { continue };
        if let Some((_, why)) = taken.iter().find(|(other, _)| *other == place) {
            let fact = format!("{} {why} by the same command", path.display());
            return Err(BadInput::new(*flag, fact).remedy("give it another name"));
        }
        taken.push((place, format!("is written ({flag})")));
    }
    Ok(())
}

/// Checks that no input file is one of `FILE.1`, `FILE.2` and so on, to which better plans are written.
pub fn check_numbered(file: Option<&Path>, inputs: &[&str]) -> Result<(), BadInput> {
    let is_numbered = |input: &&&str| {
        let (input, file) = (Path::new(input), file?);
        let number: usize = input.extension()?.to_str()?.parse().ok()?;
        let other = numbered(file, number).canonicalize().ok()?;
        (input.canonicalize().ok()? == other).then_some(())
    };
    let Some(input) = inputs.iter().find(|input| is_numbered(input).is_some()) else {
        return Ok(());
    };
    let fact = format!(
        "{input} is read by this command, which would overwrite the file with a better plan"
    );
    Err(BadInput::new("-o", fact).remedy("give it another name"))
}

/// Returns the file for a better plan: `FILE.NUMBER`.
pub fn numbered(file: &Path, number: usize) -> PathBuf {
    with_ending(file, &format!(".{number}"))
}

/// Returns the file with the extension `ending` appended to its name.
pub fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Whether the file exists and is not empty.
pub fn holds_something(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|there| there.is_file() && there.len() > 0)
}

fn is_possible(path: &Path) -> Result<(), BadInput> {
    let folder = folder_of(path).read_dir();
    folder.map(|_| ()).map_err(|error| unwritten(path, &error))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn unwritten(path: &Path, error: &Error) -> BadInput {
    // For common errors, the text of the system is not printed, because it may name the temporary file.
    let (fact, remedy) = match error.kind() {
        ErrorKind::NotFound => (
            "cannot be written: there is no such folder".to_owned(),
            "create it first",
        ),
        ErrorKind::PermissionDenied => (
            "cannot be written (permission denied)".to_owned(),
            "choose a folder that you can write to",
        ),
        _ => (
            format!("cannot be written ({error})"),
            "choose another place",
        ),
    };
    BadInput::new(path.display().to_string(), fact).remedy(remedy)
}

pub fn is_no_folder(path: &Path) -> Result<(), BadInput> {
    if !path.is_dir() {
        return Ok(());
    }
    let fact = "expected a file, found a folder";
    unusable(
        path.display().to_string(),
        fact,
        "give the name of a file in it",
    )
}

/// Writes a file atomically, and compresses it if its name ends in `.gz` or `.xz`. A pipe or a device is written
/// directly. If the path is a link, its target is written.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), BadInput> {
    is_no_folder(path)?;
    let compressed = Compression::of_name(path)
        .map(|kind| compress(content.as_ref(), kind))
        .transpose()
        .map_err(|error| unwritten(path, &error))?;
    let content = compressed.as_deref().unwrap_or(content.as_ref());
    let is_link = path.is_symlink();
    let written = match path.metadata() {
        Ok(there) if !there.is_file() => File::options()
            .write(true)
            .open(path)
            .and_then(|mut file| file.write_all(content)),
        Ok(_) if is_link => path
            .canonicalize()
            .and_then(|path| files::write_whole(&path, content)),
        // The target of the link does not exist yet.
        Err(_) if is_link => File::create(path).and_then(|mut file| file.write_all(content)),
        _ => files::write_whole(path, content),
    };
    written.map_err(|error| unwritten(path, &error))
}
