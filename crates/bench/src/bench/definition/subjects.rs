//! The subjects that a definition names: bundled puzzles, files, puzzles of files, planning tasks, files of clauses,
//! and folders of all these.
//!
//! The domain of a problem in PDDL is the one that `saut plan` finds beside it; a problem of peg solitaire is a puzzle.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use saut_answer::{TaskFiles, domain_beside, kind_of_file};
use saut_base::BadInput;
use saut_base::stop::Stop;
use saut_formats::text_kind::TextKind;
use saut_formats::{self as formats, Loaded, ReadOptions, bundled};
use saut_peg::peg::Puzzle;

use super::super::subject::{ClauseFile, Subject, TaskSource};

/// The endings of the files that are taken out of a folder.
const ENDINGS: [&str; 5] = ["cnf", "pddl", "sas", "toml", "txt"];

/// The bundled puzzles, read once, and the folder in which files are looked for.
pub struct Shelf {
    folder: PathBuf,
    bundled: HashMap<String, Puzzle>,
}

impl Shelf {
    /// A shelf with the bundled puzzles.
    pub fn new(folder: &Path) -> Self {
        let named = |puzzle: Puzzle| (puzzle.name().to_owned(), puzzle);
        Self {
            folder: folder.to_owned(),
            bundled: bundled::all().into_iter().map(named).collect(),
        }
    }

    /// The subjects that are meant: one bundled, all of a file or folder, or one as `FILE.toml:NAME`.
    ///
    /// # Errors
    /// Nothing is called so, or what is there cannot be read.
    pub fn find(&self, name: &str) -> Result<Vec<Subject>, BadInput> {
        if let Some(puzzle) = self.bundled.get(name) {
            return Ok(vec![Subject::Puzzle(Box::new(puzzle.clone()))]);
        }
        if name == "-" {
            return Err(
                BadInput::new("", "a bench cannot read standard input").remedy("name a file")
            );
        }
        let path = self.folder.join(name);
        if !name.is_empty() && path.is_dir() {
            return of_folder(&path);
        }
        let is_path = name.contains(['/', '.', '\\']);
        let argument = if is_path {
            path.display().to_string()
        } else {
            name.to_owned()
        };
        of_file(&argument)
    }
}

/// The subjects of a file, or the puzzle of a name.
fn of_file(argument: &str) -> Result<Vec<Subject>, BadInput> {
    let path = Path::new(argument);
    if ending(path).is_some_and(|ending| ending == "cnf") {
        return Ok(vec![Subject::Clauses(ClauseFile::new(path)?)]);
    }
    if ending(path).is_some_and(|ending| ending == "sas") {
        let source = TaskSource::new(TaskFiles::Sas(argument.to_owned()))?;
        return Ok(vec![Subject::Task(source)]);
    }
    let puzzles = match formats::load(argument, std::io::empty(), &ReadOptions::default())
        .and_then(Loaded::puzzles)
    {
        Ok(puzzles) => puzzles,
        Err(bad) if kind_of_file(path) != Some(TextKind::Problem) => return Err(bad),
        Err(_) => {
            let domain = domain_beside(argument, "saut plan", "", &Stop::default())?;
            let files = TaskFiles::Pddl(domain, argument.to_owned());
            return Ok(vec![Subject::Task(TaskSource::new(files)?)]);
        }
    };
    Ok(puzzles
        .into_iter()
        .map(Box::new)
        .map(Subject::Puzzle)
        .collect())
}

/// The subjects of all files of a folder with a known ending, by name, but for domains; of a folder that holds none,
/// those of its folder `instances`, where collections keep the problems of a domain.
fn of_folder(folder: &Path) -> Result<Vec<Subject>, BadInput> {
    let place = folder.display().to_string();
    let cannot = |error: std::io::Error| {
        BadInput::new(
            place.clone(),
            format!("the folder cannot be read ({error})"),
        )
    };
    let mut files = Vec::new();
    for entry in folder.read_dir().map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        let is_known = ending(&path).is_some_and(|one| ENDINGS.contains(&one.as_str()));
        if path.is_file() && is_known && kind_of_file(&path) != Some(TextKind::Domain) {
            files.push(path);
        }
    }
    files.sort();
    let instances = folder.join("instances");
    if files.is_empty() && instances.is_dir() {
        return of_folder(&instances);
    }
    if files.is_empty() {
        let endings = ENDINGS.map(|one| format!(".{one}")).join(", ");
        return Err(BadInput::new(
            place,
            "the folder holds no puzzle, no planning task and no formula",
        )
        .remedy(format!("their files end in {endings}")));
    }
    let mut subjects = Vec::new();
    for file in files {
        subjects.extend(of_file(&file.display().to_string())?);
    }
    Ok(subjects)
}

fn ending(path: &Path) -> Option<String> {
    Some(path.extension()?.to_string_lossy().to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::{Shelf, Subject};

    fn names(shelf: &Shelf, name: &str) -> Result<Vec<String>, String> {
        let found = shelf.find(name).map_err(|bad| bad.to_string())?;
        Ok(found.iter().map(Subject::name).collect())
    }

    #[test]
    fn a_name_a_file_and_a_folder_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let write =
            |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        let shelf = Shelf::new(folder.path());
        let bad = names(&shelf, ".").unwrap_err();
        assert!(
            bad.contains("no planning task and no formula; their files end in .cnf"),
            "{bad}"
        );
        write("b.txt", "oo.\n\n..o\n");
        write("a.cnf", "p cnf 1 1\n1 0\n");
        write("notes.md", "# nothing\n");
        let path = folder.path().join("a.cnf").display().to_string();
        assert_eq!(names(&shelf, "central").unwrap(), ["central"]);
        assert_eq!(names(&shelf, "a.cnf").unwrap(), [path]);
        assert_eq!(names(&shelf, "b.txt").unwrap(), ["b"]);
        assert_eq!(names(&shelf, ".").unwrap().len(), 2);
        assert!(
            names(&shelf, "notes")
                .unwrap_err()
                .contains("neither a bundled puzzle")
        );
        write("a.cnf", "oo.\n");
        assert!(
            names(&shelf, ".")
                .unwrap_err()
                .contains("a.cnf: line 1: \"oo.\" stands")
        );
    }
}
