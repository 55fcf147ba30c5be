//! Files written whole or not at all: the content goes to a new file beside the old one, which then
//! takes its name.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Seek, Write, stdout};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

use rustix::stdio::dup2_stdout;
use saut::{BadInput, files};

use super::Failure;

/// Target of a file.
enum Target {
    /// Under this name, whole or not at all: that of the file that a link leads to.
    Name(PathBuf),
    /// Through what is there: a pipe or a device has no old content to keep, and cannot be replaced.
    Open(File),
}

/// Does work and takes what it prints on standard output, which is as before then.
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

/// Checks that the files to be written, each with its flag, differ from each other and from the files that are read, and
/// that they can be written, as far as can be seen: better now than after hours of work.
pub fn check(outputs: &[(&str, Option<&Path>)], inputs: &[&String]) -> Result<(), BadInput> {
    let is_pipe = |path: &Path| path.metadata().is_ok_and(|there| !there.is_file());
    let place = |path: &Path| {
        let folder = folder_of(path).canonicalize().ok()?;
        Some(
            path.canonicalize()
                .unwrap_or(folder.join(path.file_name()?)),
        )
    };
    let mut taken: Vec<(PathBuf, String)> = Vec::new();
    for input in inputs.iter().map(Path::new).filter(|input| input.is_file()) {
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

/// Whether there is a file with something in it.
pub fn holds_something(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|there| there.is_file() && there.len() > 0)
}

/// Checks that the folder of a file is there.
pub fn is_possible(path: &Path) -> Result<(), BadInput> {
    let folder = folder_of(path).read_dir();
    folder.map(|_| ()).map_err(|error| unwritten(path, &error))
}

fn target(path: &Path) -> std::io::Result<Target> {
    let is_link = path.is_symlink();
    match path.metadata() {
        Ok(there) if !there.is_file() => {
            let file = File::options().write(true).open(path)?;
            Ok(Target::Open(file))
        }
        Ok(_) if is_link => Ok(Target::Name(path.canonicalize()?)),
        // A link that leads to no file yet.
        Err(_) if is_link => Ok(Target::Open(File::create(path)?)),
        _ => Ok(Target::Name(path.to_owned())),
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn unwritten(path: &Path, error: &Error) -> BadInput {
    let place = path.display().to_string();
    if path.is_dir() {
        return BadInput::new(place, "this is a folder, and a file is to be written")
            .remedy("give the name of a file in it");
    }
    // The error may name the file that is written first and renamed then.
    let (fact, remedy) = match error.kind() {
        ErrorKind::NotFound => (
            "cannot be written: there is no such folder".to_owned(),
            "make it first",
        ),
        ErrorKind::PermissionDenied => (
            "cannot be written (permission denied)".to_owned(),
            "choose a folder of your own",
        ),
        _ => (
            format!("cannot be written ({error})"),
            "choose another place",
        ),
    };
    BadInput::new(place, fact).remedy(remedy)
}

/// Writes a file.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), BadInput> {
    let written = target(path).and_then(|target| put(target, content.as_ref()));
    written.map_err(|error| unwritten(path, &error))
}

fn put(target: Target, content: &[u8]) -> std::io::Result<()> {
    match target {
        Target::Open(mut file) => file.write_all(content),
        Target::Name(path) => files::write_whole(&path, content),
    }
}
