//! Files written whole or not at all: the content goes to a new file beside the old one, which then
//! takes its name.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use saut::{BadInput, files};

/// Standard output, turned to a file that is not yet in its place.
pub struct Redirected<'a> {
    path: &'a Path,
    target: Target,
    file: File,
}

/// Target of a file.
enum Target {
    /// Under this name, whole or not at all: that of the file that a link leads to.
    Name(PathBuf),
    /// Through what is there: a pipe or a device has no old content to keep, and cannot be replaced.
    Open(File),
}

impl<'a> Redirected<'a> {
    /// From now on all that is printed goes to the file.
    pub fn to(path: &'a Path) -> Result<Self, BadInput> {
        is_possible(path)?;
        let turned = || {
            // Before standard output is another one, for the name may mean that.
            let target = target(path)?;
            let file = tempfile::tempfile()?;
            rustix::stdio::dup2_stdout(&file)?;
            Ok((target, file))
        };
        let (target, file) = turned().map_err(|error| unwritten(path, &error))?;
        Ok(Self { path, target, file })
    }

    /// The work is done: the file gets its name.
    pub fn keep(mut self) -> Result<(), BadInput> {
        let content = self.content()?;
        put(self.target, &content).map_err(|error| unwritten(self.path, &error))
    }

    /// The work ended without an answer: what was printed goes into a new file, and to standard error where
    /// there is a file with an older answer, which stays.
    pub fn keep_older(mut self) -> Result<(), BadInput> {
        let is_file = matches!(&self.target, Target::Name(path) if holds_something(path));
        if !is_file {
            return self.keep();
        }
        let content = self.content()?;
        let content = String::from_utf8_lossy(&content);
        tell!("{}", content.trim_end());
        tell!("saut: {} stays as it was", self.path.display());
        Ok(())
    }

    fn content(&mut self) -> Result<Vec<u8>, BadInput> {
        let mut content = Vec::new();
        let read = std::io::stdout()
            .flush()
            .and_then(|()| self.file.rewind())
            .and_then(|()| self.file.read_to_end(&mut content));
        read.map_err(|error| unwritten(self.path, &error))?;
        Ok(content)
    }
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

fn is_possible(path: &Path) -> Result<(), BadInput> {
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

fn unwritten(path: &Path, error: &std::io::Error) -> BadInput {
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
