//! Reads subjects: bundled names, puzzle files, pictures, PDDL and SAS+. Files and standard input are read up to a
//! maximum size and within the limits.

mod domain_beside;

use std::path::Path;
use std::time::Duration;

use saut_base::BadInput;
use saut_base::read_limited::{self, MOST_DOCUMENT_BYTES, Stoppable};
use saut_base::stop::Stop;
use saut_formats::text_kind::{self, TextKind};
use saut_formats::{self as formats, Entry, Loaded, ReadOptions, bundled, toml_file, with_ends};
use saut_pddl::{PlanningTask, SasTask, Text, TokenTask, read_files};
use serde::{Deserialize, Serialize};

pub use domain_beside::domain_beside;

/// The puzzle or planning task of a request or a document.
#[derive(Debug)]
pub enum Subject {
    /// A puzzle.
    Puzzle(Entry),
    /// A planning task.
    Task(Box<PlanningTask>),
}

impl From<Entry> for Subject {
    fn from(entry: Entry) -> Self {
        Self::Puzzle(entry)
    }
}

impl From<PlanningTask> for Subject {
    fn from(task: PlanningTask) -> Self {
        Self::Task(Box::new(task))
    }
}

/// A note on the files of a subject.
#[derive(Debug)]
pub enum Note {
    /// The domain that was found for a problem.
    Domain(String),
    /// A fault of the input that does not prevent reading.
    Warning(BadInput),
    /// A remark on a puzzle: how a picture was read, or an unusual property of a board.
    Remark(String),
}

/// A function that receives notes. If it returns an error, reading ends with this error.
pub type Notes<'a> = &'a mut dyn FnMut(Note) -> Result<(), BadInput>;

/// Names of a subject on the command line, and options for ambiguous subjects.
#[derive(Clone, Debug, Default)]
pub struct SubjectNames<'a> {
    /// A puzzle, a task in SAS+, a problem whose domain is in a nearby file, a domain, or a graph.
    pub first: &'a str,
    /// The problem, if the first name is a domain or a graph.
    pub problem: Option<&'a str>,
    /// Whether the first name is a task in SAS+, independently of its content.
    pub is_sas: bool,
    /// The words before and after the names on the command line. Messages repeat them.
    pub command: (&'a str, &'a str),
    /// Options for ambiguous pictures.
    pub options: ReadOptions,
    /// Vacancies of the start that replaces the puzzle's start.
    pub vacate: Option<&'a str>,
    /// Pegs of the goal that replaces the puzzle's goal.
    pub finish: Option<&'a str>,
    /// The hole of the peg in hand, for the old French rule.
    pub put_back: Option<&'a str>,
}

impl SubjectNames<'_> {
    /// Whether the names denote a planning task.
    pub fn is_task(&self) -> bool {
        self.is_sas || self.problem.is_some() || is_task(self.first)
    }

    /// Reads the subject.
    ///
    /// # Errors
    /// The puzzle or file does not exist, it cannot be read within the limits, or its content is invalid.
    pub fn load(&self, stop: &Stop, notes: Notes<'_>) -> Result<Subject, BadInput> {
        if self.is_task() {
            self.task(stop, notes).map(Subject::from)
        } else {
            self.puzzle(stop, notes).map(Subject::from)
        }
    }

    /// Reads the subject, and returns the notes on it.
    ///
    /// # Errors
    /// Same as [`Self::load`].
    pub fn load_with_notes(&self, stop: &Stop) -> Result<(Subject, Vec<String>), BadInput> {
        let mut notes = Vec::new();
        let subject = self.load(stop, &mut |note| {
            match note {
                Note::Domain(_) => {}
                Note::Warning(bad) => notes.push(bad.to_string()),
                Note::Remark(text) => notes.push(format!("{}: {text}", self.first)),
            }
            Ok(())
        })?;
        Ok((subject, notes))
    }

    /// Reads a planning task.
    ///
    /// # Errors
    /// Same as [`Self::load`].
    pub fn task(&self, stop: &Stop, notes: Notes<'_>) -> Result<PlanningTask, BadInput> {
        let files = self.files(stop)?;
        if let (TaskFiles::Pddl(domain, _), None) = (&files, self.problem) {
            notes(Note::Domain(domain.clone()))?;
        }
        let (task, warnings) = files.read(stop)?;
        warnings
            .into_iter()
            .map(Note::Warning)
            .try_for_each(notes)?;
        Ok(task)
    }

    /// Returns the files of a planning task.
    fn files(&self, stop: &Stop) -> Result<TaskFiles, BadInput> {
        let (first, (before, after)) = (self.first, self.command);
        Ok(match self.problem {
            _ if self.is_sas => TaskFiles::Sas(first.to_owned()),
            Some(_) if !Path::new(first).exists() && bundled::named(first).is_ok() => {
                let fact = "this is a puzzle, but two names mean a domain and a problem in PDDL";
                return Err(BadInput::new(first, fact).remedy("give only one puzzle"));
            }
            Some(problem) => TaskFiles::Pddl(first.to_owned(), problem.to_owned()),
            None if kind_of_file(Path::new(first)) == Some(TextKind::Sas) => {
                TaskFiles::Sas(first.to_owned())
            }
            None => {
                let domain = domain_beside(first, before, after, stop)?;
                TaskFiles::Pddl(domain, first.to_owned())
            }
        })
    }

    /// Reads a puzzle.
    ///
    /// # Errors
    /// Same as [`Self::load`].
    pub fn puzzle(&self, stop: &Stop, notes: Notes<'_>) -> Result<Entry, BadInput> {
        let mut loaded = puzzles(self.first, &self.options, stop)?;
        let warnings = std::mem::take(&mut loaded.warnings).into_iter();
        warnings.map(Note::Warning).try_for_each(&mut *notes)?;
        let origin = loaded.origin;
        let mut entry = loaded.only()?;
        if self.vacate.is_some() || self.finish.is_some() {
            entry = with_ends(&entry.peg()?, self.vacate, self.finish)?.into();
        }
        if let Some(cell) = self.put_back {
            let puzzle = toml_file::under_old_rule(entry.peg()?, cell);
            entry = puzzle.map_err(|bad| bad.within("--put-back"))?.into();
        }
        let remarks = origin.notes(&entry).into_iter();
        remarks.map(Note::Remark).try_for_each(notes)?;
        Ok(entry)
    }
}

/// Number of bytes at the beginning of a file that are read to recognise its kind.
const LOOKED_AT: u64 = 64 << 10;

/// Returns the kind of a file, recognised from its beginning. Returns `None` for a pipe, which can be read only once.
pub fn kind_of_file(path: &Path) -> Option<TextKind> {
    if !path.is_file() {
        return None;
    }
    let beginning = read_limited::beginning(path, LOOKED_AT).ok()?;
    text_kind::kind_of(&String::from_utf8_lossy(&beginning))
}

/// Whether a file belongs to a planning task. A PDDL problem whose domain name begins with `pegsol` is a puzzle.
pub fn is_task(file: &str) -> bool {
    let path = Path::new(file);
    match kind_of_file(path) {
        Some(TextKind::Domain | TextKind::Sas | TextKind::Graph) => true,
        Some(TextKind::Problem) => {
            let text = read_limited::file(path, MOST_DOCUMENT_BYTES).unwrap_or_default();
            let text = String::from_utf8_lossy(&text).to_lowercase();
            let mut words = text.split_whitespace();
            let keyword = words.find(|word| word.ends_with(":domain"));
            let domain = keyword.and(words.next());
            !domain.is_some_and(|name| name.starts_with("pegsol"))
        }
        _ => false,
    }
}

/// Whether a file is a formula in DIMACS. A text of unknown kind is a formula if the extension of the file is `cnf`.
pub fn is_formula(file: &str) -> bool {
    let path = Path::new(file);
    let kind = kind_of_file(path);
    let is_named = || path.is_file() && read_limited::ending(path).as_deref() == Some("cnf");
    kind == Some(TextKind::Clauses) || kind.is_none() && is_named()
}

/// The files of a planning task.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TaskFiles {
    /// A domain and a problem in PDDL, or a graph in DIMACS and the tokens on the graph.
    Pddl(String, String),
    /// A task in SAS+.
    Sas(String),
}

impl TaskFiles {
    /// Returns all files. Messages use the last file as the name of the task.
    pub fn all(&self) -> Vec<&String> {
        match self {
            Self::Pddl(domain, problem) => vec![domain, problem],
            Self::Sas(file) => vec![file],
        }
    }

    /// Reads the task, and returns warnings about it.
    ///
    /// # Errors
    /// A file cannot be read within the limits, or is invalid.
    pub fn read(&self, stop: &Stop) -> Result<(PlanningTask, Vec<BadInput>), BadInput> {
        let (domain, problem) = match self {
            Self::Pddl(domain, problem) => (domain, problem),
            Self::Sas(place) => {
                let text = self::text(place, stop)?;
                let reads = |kind| kind == TextKind::Sas;
                let task = SasTask::read(&text, place);
                let task = task.map_err(|bad| named(bad, &text, place, "a task in SAS+", reads))?;
                return Ok((task.into(), Vec::new()));
            }
        };
        let reads = |kind| matches!(kind, TextKind::Domain | TextKind::Problem);
        let (domain_text, told) = text_or_latin_1(domain, stop)?;
        if TokenTask::is_graph(&domain_text) {
            let tokens = [&*self::text(problem, stop)?, problem];
            let task = TokenTask::read([&domain_text, domain], tokens, stop)?;
            return Ok((task.into(), Vec::new()));
        }
        let mut warnings = Vec::from_iter(told);
        let (problem_text, told) = text_or_latin_1(problem, stop)?;
        warnings.extend(told);
        let text = |text, place| Text { text, place };
        let domain = text(domain_text.as_str(), domain);
        let problem = text(problem_text.as_str(), problem);
        let read = read_files(domain, problem, stop).map_err(|bad| {
            let is_about = |text: Text| bad.place.starts_with(text.place);
            let (text, wanted) = if is_about(domain) {
                (domain, "a planning domain")
            } else {
                (problem, "a planning problem")
            };
            named(bad, text.text, text.place, wanted, reads)
        });
        let problem = read?;
        let domain = problem.domain();
        warnings.extend(domain.warnings().iter().chain(problem.warnings()).cloned());
        Ok((PlanningTask::new(problem), warnings))
    }
}

/// Returns the message about a text that cannot be read. The message names the kind of the text if it is not the wanted
/// kind. Otherwise the message is `bad`.
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

/// Name of standard input in messages.
pub const STANDARD_INPUT: &str = "standard input";

/// Reads a whole text file, or standard input for `-`.
///
/// # Errors
/// The file cannot be read within the limits, or is not a text.
pub fn text(name: &str, stop: &Stop) -> Result<String, BadInput> {
    text_of_at_most(name, MOST_DOCUMENT_BYTES, stop)
}

/// Like [`text`], but reads text that is not UTF-8 as Latin-1, with a warning.
///
/// # Errors
/// Same as [`text`].
pub fn text_or_latin_1(name: &str, stop: &Stop) -> Result<(String, Option<BadInput>), BadInput> {
    let bytes = bytes_of_at_most(name, MOST_DOCUMENT_BYTES, stop)?;
    read_limited::text_or_latin_1(bytes, place(name))
}

/// Like [`text`], with at most `most` bytes.
///
/// # Errors
/// Same as [`text`].
pub fn text_of_at_most(name: &str, most: u64, stop: &Stop) -> Result<String, BadInput> {
    read_limited::text(bytes_of_at_most(name, most, stop)?, place(name))
}

fn place(name: &str) -> &str {
    if name == "-" { STANDARD_INPUT } else { name }
}

/// Reads all bytes of a file, or of standard input for `-`.
///
/// # Errors
/// The file cannot be read within the limits.
pub fn bytes_of_at_most(name: &str, most: u64, stop: &Stop) -> Result<Vec<u8>, BadInput> {
    if name == "-" {
        let input = Stoppable::new(std::io::stdin(), stop.clone());
        return read_limited::stream(input, STANDARD_INPUT, most, stop);
    }
    read_limited::named(Path::new(name), most, stop)
}

/// Minimum time to read a puzzle, so that the puzzle is read even if the limit of the request has expired.
const MIN: Duration = Duration::from_millis(250);

/// Reads all puzzles of a bundled name, a file or a pipe, or of standard input for `-`.
///
/// # Errors
/// There are no puzzles, or they cannot be read within the limits.
pub fn puzzles(name: &str, options: &ReadOptions, stop: &Stop) -> Result<Loaded, BadInput> {
    let input = match name {
        "-" => Some(Stoppable::new(std::io::stdin(), stop.clone())),
        _ if read_limited::is_pipe(Path::new(name)) => {
            Some(read_limited::pipe(Path::new(name), stop)?)
        }
        _ => None,
    };
    let (owned, options) = (name.to_owned(), options.clone());
    let read = stop.attend(MIN, move || match input {
        Some(input) => formats::load("-", input, &options),
        None => formats::load(&owned, std::io::empty(), &options),
    });
    let read = read.unwrap_or_else(|why| Err(read_limited::limited(place(name), why)));
    read.map_err(|mut bad| {
        if let Some(rest) = bad.place.strip_prefix(STANDARD_INPUT) {
            bad.place = format!("{}{rest}", place(name));
        }
        bad
    })
}
