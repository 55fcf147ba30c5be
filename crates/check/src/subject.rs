//! Subjects from files: bundled names, files of puzzles, pictures, PDDL and SAS+.

mod domain_beside;
pub mod files;

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use saut_base::BadInput;
use saut_base::stop::Stop;
use saut_formats::text_kind::{self, TextKind};
use saut_formats::{self as formats, Entry, ReadOptions};
use saut_pddl::{PlanningTask, SasTask, TokenTask, read_domain_within, read_problem_within};
use saut_peg::peg::Puzzle;
use serde::{Deserialize, Serialize};

pub use domain_beside::domain_beside;

/// Question: whether a puzzle or a planning task has a plan.
#[derive(Debug)]
pub struct Question {
    /// Its subject.
    pub subject: Subject,
    notes: Vec<String>,
}

/// Subject of a question or a document.
#[derive(Debug)]
pub enum Subject {
    /// A puzzle.
    Puzzle(Entry),
    /// A planning task.
    Task(Box<PlanningTask>),
}

impl Question {
    /// Notes on the files for a reader of the answer: what a picture was taken for, what is odd about a board or a
    /// task.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }
}

impl From<Entry> for Question {
    fn from(entry: Entry) -> Self {
        Self {
            subject: Subject::Puzzle(entry),
            notes: Vec::new(),
        }
    }
}

impl From<Puzzle> for Question {
    fn from(puzzle: Puzzle) -> Self {
        Entry::from(puzzle).into()
    }
}

impl From<PlanningTask> for Question {
    fn from(task: PlanningTask) -> Self {
        Self {
            subject: Subject::Task(Box::new(task)),
            notes: Vec::new(),
        }
    }
}

/// Reads a question. One name is that of a bundled puzzle, or a file: a puzzle, a picture, a problem in PDDL whose
/// domain lies beside it, a task in SAS+. Two are a domain and a problem in PDDL, or a graph and tokens on it.
///
/// # Errors
/// There is no such puzzle or file, it cannot be read, or what it holds cannot be used.
pub fn load(names: &[&str]) -> Result<Question, BadInput> {
    load_within(names, &Stop::default())
}

/// As [`load`], within limits.
///
/// # Errors
/// As [`load`], or a limit was hit.
pub fn load_within(names: &[&str], stop: &Stop) -> Result<Question, BadInput> {
    let files = match *names {
        [name] if !is_task(name) => return puzzle(name),
        [first] => TaskFiles::named(first, None, "saut solve", "", stop)?,
        [domain, problem] => TaskFiles::named(domain, Some(problem), "saut solve", "", stop)?,
        _ => {
            let fact = format!("{} names were given", names.len());
            return Err(
                BadInput::new("question", fact).remedy("give a puzzle, or a domain and a problem")
            );
        }
    };
    load_task(&files, stop)
}

/// Reads a planning task as a question.
///
/// # Errors
/// As [`TaskFiles::read`].
pub fn load_task(files: &TaskFiles, stop: &Stop) -> Result<Question, BadInput> {
    let (task, warnings) = files.read(stop)?;
    Ok(Question {
        notes: warnings.iter().map(ToString::to_string).collect(),
        ..task.into()
    })
}

fn puzzle(name: &str) -> Result<Question, BadInput> {
    let loaded = formats::load(name, std::io::stdin(), &ReadOptions::default())?;
    let mut notes: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
    let origin = loaded.origin;
    let entry = loaded.only()?;
    let more = origin.notes(&entry).into_iter();
    notes.extend(more.map(|note| format!("{name}: {note}")));
    Ok(Question {
        notes,
        ..entry.into()
    })
}

/// Bytes of a file that tell its kind.
const LOOKED_AT: u64 = 64 << 10;

/// The kind of a file by its beginning; what can be read once only is left to who reads it.
pub fn kind_of_file(path: &Path) -> Option<TextKind> {
    if !path.is_file() {
        return None;
    }
    let mut beginning = Vec::new();
    let file = File::open(path).ok()?;
    file.take(LOOKED_AT).read_to_end(&mut beginning).ok()?;
    text_kind::kind_of(&String::from_utf8_lossy(&beginning))
}

/// Whether a file has a part of a planning task. A problem in PDDL that is a board is a puzzle.
pub fn is_task(file: &str) -> bool {
    let path = Path::new(file);
    match kind_of_file(path) {
        Some(TextKind::Domain | TextKind::Sas | TextKind::Graph) => true,
        Some(TextKind::Problem) => {
            let text = std::fs::read(path).unwrap_or_default();
            let text = String::from_utf8_lossy(&text).to_lowercase();
            let mut words = text.split_whitespace();
            let domain = words
                .find(|word| word.ends_with(":domain"))
                .and(words.next());
            !domain.is_some_and(|name| name.starts_with("pegsol"))
        }
        _ => false,
    }
}

/// The files of a planning task.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TaskFiles {
    /// A domain and a problem in PDDL; or a graph in DIMACS and tokens on it.
    Pddl(String, String),
    /// A task in SAS+.
    Sas(String),
}

impl TaskFiles {
    /// The files that are named: a domain and a problem; or alone a task in SAS+, or a problem whose domain is beside it.
    /// `command` and `rest` are what is typed before and after the files.
    ///
    /// # Errors
    /// As [`domain_beside`].
    pub fn named(
        first: &str,
        problem: Option<&str>,
        command: &str,
        rest: &str,
        stop: &Stop,
    ) -> Result<Self, BadInput> {
        Ok(match problem {
            Some(problem) => Self::Pddl(first.to_owned(), problem.to_owned()),
            None if kind_of_file(Path::new(first)) == Some(TextKind::Sas) => {
                Self::Sas(first.to_owned())
            }
            None => Self::Pddl(domain_beside(first, command, rest, stop)?, first.to_owned()),
        })
    }

    /// All of them; the last has the name of the task in messages.
    pub fn all(&self) -> Vec<&String> {
        match self {
            Self::Pddl(domain, problem) => vec![domain, problem],
            Self::Sas(file) => vec![file],
        }
    }

    /// Reads the task, and says what is odd about it.
    ///
    /// # Errors
    /// Files that cannot be read, or not within the limits.
    pub fn read(&self, stop: &Stop) -> Result<(PlanningTask, Vec<BadInput>), BadInput> {
        let (domain, problem) = match self {
            Self::Pddl(domain, problem) => (domain, problem),
            Self::Sas(place) => {
                let text = files::text(place, stop)?;
                let reads = |kind| kind == TextKind::Sas;
                return SasTask::read(&text, place)
                    .map(|task| (task.into(), Vec::new()))
                    .map_err(|bad| named(bad, &text, place, "a task in SAS+", reads));
            }
        };
        let reads = |kind| matches!(kind, TextKind::Domain | TextKind::Problem);
        let ((text, told), place) = (files::text_or_latin_1(domain, stop)?, domain);
        if TokenTask::is_graph(&text) {
            let tokens = [&*files::text(problem, stop)?, problem];
            let task = TokenTask::read([&text, place], tokens, stop)?;
            return Ok((task.into(), Vec::new()));
        }
        let mut warnings = Vec::from_iter(told);
        let domain = read_domain_within(&text, place, stop);
        let domain = domain.map_err(|bad| named(bad, &text, place, "a planning domain", reads))?;
        let ((text, told), place) = (files::text_or_latin_1(problem, stop)?, problem);
        warnings.extend(told);
        let problem = read_problem_within(&text, place, &domain, stop);
        let problem =
            problem.map_err(|bad| named(bad, &text, place, "a planning problem", reads))?;
        warnings.extend(domain.warnings().iter().chain(problem.warnings()).cloned());
        Ok((PlanningTask::new(domain, problem), warnings))
    }
}

/// The message about a text that is not what was wanted, or, if its kind can be told, what it is.
pub fn named(
    bad: BadInput,
    text: &str,
    place: &str,
    wanted: &str,
    reads: impl Fn(TextKind) -> bool,
) -> BadInput {
    if bad.limit.is_some() {
        return bad;
    }
    let other = text_kind::other_than(text, wanted, reads);
    other.map_or(bad, |other| other.within(place))
}
