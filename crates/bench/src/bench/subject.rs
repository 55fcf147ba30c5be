//! Subjects of an experiment: puzzles, planning tasks, and files with a formula.

use std::path::{Path, PathBuf};

use saut_answer::{TaskFiles, domain_beside, kind_of_file};
use saut_base::read_limited::{MOST_RECORD_BYTES, ending};
use saut_base::stop::Stop;
use saut_base::visible::visible;
use saut_base::{BadInput, read_limited};
use saut_formats as formats;
use saut_formats::text_kind::TextKind;
use saut_formats::toml_file::write_toml;
use saut_formats::{Loaded, ReadOptions};
use saut_pddl::PlanningTask;
use saut_peg::peg::Puzzle;
use saut_task::formula::{Formula, dimacs};
use serde::{Deserialize, Serialize};

/// A puzzle, a planning task, or a file of clauses.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// A puzzle.
    Puzzle(#[serde(with = "as_toml")] Box<Puzzle>),
    /// A planning task.
    Task(TaskSource),
    /// A file in DIMACS CNF.
    Clauses(ClauseFile),
}

/// A planning task, with the key that its files had when the experiment was prepared.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TaskSource {
    /// Files of the task.
    pub files: TaskFiles,
    /// Key of the bytes of the files.
    pub key: String,
    /// Whether the files could not be read when the experiment was prepared. This is only allowed for files from a
    /// folder. The runs of such files are recorded as unusable.
    #[serde(default)]
    pub is_broken: bool,
    /// Whether the task is numeric. The formulas of a numeric task are not clauses.
    #[serde(default)]
    pub is_numeric: bool,
}

/// A file in DIMACS CNF, with the key that it had when the experiment was prepared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClauseFile {
    /// Path of the file.
    pub path: PathBuf,
    /// Key of the bytes of the file.
    pub key: String,
}

impl Subject {
    /// Returns the name in records: the name of the puzzle, or the given path of the file.
    pub fn name(&self) -> String {
        match self {
            Self::Puzzle(puzzle) => puzzle.name().to_owned(),
            Self::Task(task) => visible(task.place()).into_owned(),
            Self::Clauses(file) => visible(&file.path.to_string_lossy()).into_owned(),
        }
    }

    /// Returns the puzzle, if the subject is one.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        match self {
            Self::Puzzle(puzzle) => Some(&**puzzle),
            Self::Task(_) | Self::Clauses(_) => None,
        }
    }

    /// Returns a text that identifies the subject: the puzzle in TOML, or the name and the key of the files.
    pub fn text(&self) -> String {
        match self {
            Self::Puzzle(puzzle) => write_toml(std::slice::from_ref(&**puzzle)),
            Self::Task(task) => format!("task {} {}", self.name(), task.key),
            Self::Clauses(file) => format!("clauses {} {}", self.name(), file.key),
        }
    }

    /// Returns the key under which facts about the subject are stored. It does not depend on the title, reason and
    /// source of a puzzle.
    pub fn about(&self) -> String {
        match self {
            Self::Puzzle(puzzle) => {
                let mut bare = Puzzle::clone(puzzle);
                (bare.title, bare.why, bare.source) = (None, None, None);
                format!("puzzle {}", key(write_toml(&[bare]).as_bytes()))
            }
            Self::Task(task) => format!("task {}", task.key),
            Self::Clauses(file) => format!("clauses {}", file.key),
        }
    }
}

/// Serialises a puzzle as a TOML file.
mod as_toml {
    use saut_formats::toml_file::write_toml;
    use saut_formats::{ReadOptions, load_bytes};
    use saut_peg::peg::Puzzle;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(puzzle: &Puzzle, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&write_toml(std::slice::from_ref(puzzle)))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Box<Puzzle>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let puzzle = load_bytes(text.as_bytes(), "the job", &ReadOptions::default());
        let puzzle = puzzle.and_then(|loaded| loaded.only()?.peg());
        puzzle.map(Box::new).map_err(de::Error::custom)
    }
}

impl ClauseFile {
    /// Reads the file once, to check that it is usable.
    ///
    /// # Errors
    /// The file cannot be read, or contains no clauses.
    pub fn new(path: &Path) -> Result<Self, BadInput> {
        let (_, key) = clauses(path)?;
        let path = path.to_owned();
        Ok(Self { path, key })
    }

    /// Reads the formula.
    ///
    /// # Errors
    /// The file cannot be read, or has changed since the experiment began.
    pub fn read(&self) -> Result<Formula, BadInput> {
        let (formula, key) = clauses(&self.path)?;
        if key != self.key {
            return Err(has_changed(&self.path.display().to_string()));
        }
        Ok(formula)
    }
}

/// Reads the clauses of a file, and computes the key of its bytes.
fn clauses(path: &Path) -> Result<(Formula, String), BadInput> {
    let text = read_limited::text_file(path, MOST_RECORD_BYTES)?;
    let formula = dimacs::read(&text).map_err(|bad| bad.within(path.display()))?;
    Ok((formula, key(text.as_bytes())))
}

impl TaskSource {
    /// Reads the files of a task once, to check that they are usable.
    ///
    /// # Errors
    /// The task cannot be read.
    pub fn new(files: TaskFiles) -> Result<Self, BadInput> {
        let (task, _) = files.read(&Stop::default())?;
        let key = Self::key(&files)?;
        Ok(Self {
            files,
            key,
            is_broken: false,
            is_numeric: task.is_numeric(),
        })
    }

    /// Returns the file whose path is the name of the task in records.
    pub fn place(&self) -> &str {
        self.files.all().last().map_or("", |place| place.as_str())
    }

    /// Reads the task.
    ///
    /// # Errors
    /// The task cannot be read, or has changed since the experiment began.
    pub fn read(&self, stop: &Stop) -> Result<PlanningTask, BadInput> {
        let (task, _) = self.files.read(stop)?;
        if Self::key(&self.files)? != self.key {
            return Err(has_changed(self.place()));
        }
        Ok(task)
    }

    fn key(files: &TaskFiles) -> Result<String, BadInput> {
        let mut all = Vec::new();
        for place in files.all() {
            all.push(key(&read_limited::file(place.as_ref(), MOST_RECORD_BYTES)?));
        }
        Ok(key(all.join(" ").as_bytes()))
    }
}

fn has_changed(place: &str) -> BadInput {
    BadInput::new(place, "the file has changed since the experiment began")
        .remedy("start the experiment again")
}

/// The extensions of the files that are read from a folder.
const ENDINGS: [&str; 5] = ["cnf", "pddl", "sas", "toml", "txt"];

/// Finds the subjects of a name: a bundled puzzle, all subjects of a file or folder, or one puzzle as `FILE.toml:NAME`.
/// Relative paths start at `folder`.
///
/// # Errors
/// There is no puzzle, file or folder with this name, or a file cannot be read.
pub fn find(folder: &Path, name: &str) -> Result<Vec<Subject>, BadInput> {
    if name == "-" {
        let bad = BadInput::new("", "saut bench cannot read standard input");
        return Err(bad.remedy("name a file"));
    }
    let path = folder.join(name);
    if !name.is_empty() && path.is_dir() {
        return of_folder(&path);
    }
    if name.contains(['/', '.', '\\']) {
        of_file(&path.display().to_string())
    } else {
        of_file(name)
    }
}

/// Reads the subjects of a file, or the bundled puzzle with this name.
fn of_file(argument: &str) -> Result<Vec<Subject>, BadInput> {
    let path = Path::new(argument);
    match ending(path).as_deref() {
        Some("cnf") => return Ok(vec![Subject::Clauses(ClauseFile::new(path)?)]),
        Some("sas") => return task(TaskFiles::Sas(argument.to_owned())),
        _ => {}
    }
    let loaded = formats::load(argument, std::io::empty(), &ReadOptions::default());
    match loaded.and_then(Loaded::puzzles) {
        Ok(puzzles) => {
            let puzzles = puzzles.into_iter().map(Box::new);
            Ok(puzzles.map(Subject::Puzzle).collect())
        }
        Err(bad) if kind_of_file(path) != Some(TextKind::Problem) => Err(bad),
        Err(_) => {
            let domain = domain_beside(argument, "saut plan", "", &Stop::default())?;
            task(TaskFiles::Pddl(domain, argument.to_owned()))
        }
    }
}

fn task(files: TaskFiles) -> Result<Vec<Subject>, BadInput> {
    Ok(vec![Subject::Task(TaskSource::new(files)?)])
}

/// Reads the subjects of all files in a folder that have a known extension, ordered by name, without domains. If there
/// are none, reads the folder `instances` in it, where collections keep the problems of a domain.
fn of_folder(folder: &Path) -> Result<Vec<Subject>, BadInput> {
    let place = folder.display().to_string();
    let bad = |fact: &str| BadInput::new(place.clone(), fact);
    let cannot = |error: std::io::Error| bad(&format!("the folder cannot be read ({error})"));
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
        let fact = "the folder has no puzzle, no planning task and no formula";
        return Err(bad(fact).remedy(format!("such files have one of the extensions {endings}")));
    }
    let subjects = files.iter().map(|file| of_file_of_folder(file));
    Ok(subjects.collect::<Result<Vec<_>, _>>()?.concat())
}

/// Returns the subjects of a file from a folder. A problem that cannot be read is also a subject, so that the other
/// files of the folder are still measured.
fn of_file_of_folder(path: &Path) -> Result<Vec<Subject>, BadInput> {
    let file = path.display().to_string();
    let found = of_file(&file);
    if found.is_ok() || kind_of_file(path) != Some(TextKind::Problem) {
        return found;
    }
    let Ok(domain) = domain_beside(&file, "saut plan", "", &Stop::default()) else {
        return found;
    };
    let files = TaskFiles::Pddl(domain, file);
    let key = TaskSource::key(&files)?;
    Ok(vec![Subject::Task(TaskSource {
        files,
        key,
        is_broken: true,
        is_numeric: false,
    })])
}

const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// Returns the key of a text: 32 hexadecimal digits, the same on every machine and in every version. The hash is FNV-1a
/// with 128 bits (Fowler, Noll, Vo; RFC 9923). It distinguishes runs and formulas, but does not protect against
/// deliberate collisions.
pub fn key(text: &[u8]) -> String {
    let step = |sum: u128, &byte: &u8| (sum ^ u128::from(byte)).wrapping_mul(PRIME);
    format!("{:032x}", text.iter().fold(OFFSET, step))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{ClauseFile, Subject, find, key};

    #[test]
    fn a_file_of_clauses_is_read_as_it_was_and_refused_if_it_has_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.cnf");
        std::fs::write(&path, "p cnf 1 1\n1 0\n").unwrap();
        let file = ClauseFile::new(&path).unwrap();
        assert_eq!(file.read().unwrap().clauses(), 1);
        std::fs::write(&path, "p cnf 1 1\n-1 0\n").unwrap();
        let bad = file.read().unwrap_err().to_string();
        assert!(bad.contains("has changed since"), "{bad}");
        std::fs::write(&path, "no clauses\n").unwrap();
        let bad = ClauseFile::new(&path).unwrap_err().to_string();
        assert!(bad.contains("x.cnf: line 1: \"no\" is before"), "{bad}");
    }

    fn names(folder: &Path, name: &str) -> Result<Vec<String>, String> {
        let found = find(folder, name).map_err(|bad| bad.to_string())?;
        Ok(found.iter().map(Subject::name).collect())
    }

    #[test]
    fn a_name_a_file_and_a_folder_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let write =
            |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        let shelf = folder.path();
        let bad = names(shelf, ".").unwrap_err();
        assert!(
            bad.contains(
                "no planning task and no formula; such files have one of the extensions .cnf"
            ),
            "{bad}"
        );
        write("b.txt", "oo.\n\n..o\n");
        write("a.cnf", "p cnf 1 1\n1 0\n");
        write("notes.md", "# nothing\n");
        let path = folder.path().join("a.cnf").display().to_string();
        assert_eq!(names(shelf, "central").unwrap(), ["central"]);
        assert_eq!(names(shelf, "a.cnf").unwrap(), [path]);
        assert_eq!(names(shelf, "b.txt").unwrap(), ["b"]);
        assert_eq!(names(shelf, ".").unwrap().len(), 2);
        assert!(
            names(shelf, "notes")
                .unwrap_err()
                .contains("neither a bundled puzzle")
        );
        write("a.cnf", "oo.\n");
        assert!(
            names(shelf, ".")
                .unwrap_err()
                .contains("a.cnf: line 1: \"oo.\" is before")
        );
    }

    #[test]
    fn keys_are_those_of_the_definition_and_differ_with_every_byte() {
        assert_eq!(key(b""), "6c62272e07bb014262b821756295c58d");
        assert_eq!(key(b"foobar"), "343e1662793c64bf6f0d3597ba446f18");
        assert_ne!(key(b"foobar"), key(b"foobas"));
    }
}
