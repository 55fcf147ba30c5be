//! Subjects of an experiment: a puzzle, of which formulas are written, a planning task, or a formula as it stands
//! in a file.

use std::path::{Path, PathBuf};

use saut_answer::TaskFiles;
use saut_base::BadInput;
use saut_base::read_limited::{self, MOST_RECORD_BYTES};
use saut_base::stop::Stop;
use saut_base::visible::visible;
use saut_formats::toml_file::write_toml;
use saut_pddl::PlanningTask;
use saut_peg::peg::Puzzle;
use saut_task::formula::{Formula, dimacs};
use serde::{Deserialize, Serialize};

use super::key::key;

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

/// A planning task, with the key of what its files held when the experiment was prepared.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TaskSource {
    /// The files.
    pub files: TaskFiles,
    /// The key of their bytes.
    pub key: String,
}

/// A file in DIMACS CNF, with the key of what it held when the experiment was prepared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClauseFile {
    /// The path.
    pub path: PathBuf,
    /// The key of its bytes.
    pub key: String,
}

/// The encoding that records name for a file of clauses.
pub const CLAUSES: &str = "cnf";

impl Subject {
    /// The name in records: that of the puzzle, or the path of the file as it was given.
    pub fn name(&self) -> String {
        match self {
            Self::Puzzle(puzzle) => puzzle.name().to_owned(),
            Self::Task(task) => visible(task.place()).into_owned(),
            Self::Clauses(file) => visible(&file.path.to_string_lossy()).into_owned(),
        }
    }

    /// The puzzle, if it is one.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        match self {
            Self::Puzzle(puzzle) => Some(&**puzzle),
            Self::Task(_) | Self::Clauses(_) => None,
        }
    }

    /// Everything that makes it what it is, as a text.
    pub fn text(&self) -> String {
        match self {
            Self::Puzzle(puzzle) => write_toml(std::slice::from_ref(&**puzzle)),
            Self::Task(task) => format!("task {} {}", self.name(), task.key),
            Self::Clauses(file) => format!("clauses {} {}", self.name(), file.key),
        }
    }

    /// Key under which facts about the subject are kept; words about a puzzle do not matter.
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

/// A puzzle as a file in TOML.
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
    /// The file at a path, read once to see that it can be used.
    ///
    /// # Errors
    /// It cannot be read, or holds no clauses.
    pub fn new(path: &Path) -> Result<Self, BadInput> {
        let text = text(path)?;
        parsed(path, &text)?;
        let key = key(text.as_bytes());
        let path = path.to_owned();
        Ok(Self { path, key })
    }

    /// The formula.
    ///
    /// # Errors
    /// It cannot be read, or is another than it was.
    pub fn read(&self) -> Result<Formula, BadInput> {
        let text = text(&self.path)?;
        if key(text.as_bytes()) != self.key {
            return Err(has_changed(&self.path.display().to_string()));
        }
        parsed(&self.path, &text)
    }
}

impl TaskSource {
    /// The task of these files, read once to see that it can be used.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn new(files: TaskFiles) -> Result<Self, BadInput> {
        files.read(&Stop::default())?;
        let key = Self::key(&files)?;
        Ok(Self { files, key })
    }

    /// The file that it has its name from.
    pub fn place(&self) -> &str {
        self.files.all().last().map_or("", |place| place.as_str())
    }

    /// The task.
    ///
    /// # Errors
    /// It cannot be read, or is another than it was.
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
            let cannot = |error: std::io::Error| BadInput::new(place, error.to_string());
            all.push(key(&std::fs::read(place).map_err(cannot)?));
        }
        Ok(key(all.join(" ").as_bytes()))
    }
}

fn has_changed(place: &str) -> BadInput {
    BadInput::new(place, "the file has changed since the experiment began").remedy("start it again")
}

fn text(path: &Path) -> Result<String, BadInput> {
    read_limited::text_file(path, MOST_RECORD_BYTES)
}

fn parsed(path: &Path, text: &str) -> Result<Formula, BadInput> {
    dimacs::read(text).map_err(|bad| bad.within(path.display()))
}

#[cfg(test)]
mod tests {
    use super::ClauseFile;

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
        assert!(bad.contains("x.cnf: line 1: \"no\" stands before"), "{bad}");
    }
}
