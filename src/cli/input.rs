//! Input: the arguments for puzzles and tasks, and the reading of subjects, files and standard input.
//! Input is bounded: only regular files and pipes are read, up to a maximum size, and within the time limit of the
//! command.

use std::io::{Stdin, stdin};
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{FileType, fstat, tell as offset};
use rustix::io::ioctl_fionread;
use saut::BadInput;
use saut::answer::{Note, SubjectNames};
use saut::formats::picture::{Choice, GivenSigns};
use saut::formats::{Entry, Loaded, Origin, ReadOptions, bundled, plan_file};
use saut::peg::{Board, Geometry, Puzzle};
use saut::stop::Stop;
use saut_check::Fault;
use saut_check::subject::{STANDARD_INPUT, is_task, puzzles};
pub use saut_check::subject::{bytes_of_at_most, is_formula, text, text_of_at_most};
use saut_pddl::{Compiled, GroundingError, GroundingLimits, PlanningTask, Quality};

use super::arguments::SuggestingParser;
use super::reply::Failure;
use super::whole;

/// Reads a weight for each hole of a board from a file.
pub fn weights(board: &Board, file: &str, stop: &Stop) -> Result<Vec<i64>, BadInput> {
    let weight = |word: &str| word.parse().ok().filter(|it: &i64| it.abs() < 1 << 40);
    let weights = numbers(&text(file, stop)?, ("weight", "hole", board.len()), weight);
    let remedy = "give a whole number for each hole, row by row from the top";
    weights.map_err(|fact| BadInput::new(file, fact).remedy(remedy))
}

/// Reads numbers that are separated by spaces, commas, semicolons or brackets. There must be `wanted` numbers, one for
/// each hole or jump of the board.
///
/// # Errors
/// A word is not a number, or the number of words is wrong.
pub fn numbers<T>(
    text: &str,
    (number, each, wanted): (&str, &str, usize),
    read: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, String> {
    let is_between = |symbol: char| symbol.is_whitespace() || "(),;[]".contains(symbol);
    let words = text.split(is_between).filter(|word| !word.is_empty());
    let read = |word| read(word).ok_or_else(|| format!("\"{word}\" is not a {number}"));
    let numbers: Vec<T> = words.map(read).collect::<Result<_, _>>()?;
    match numbers.len() {
        given if given == wanted => Ok(numbers),
        given => Err(format!(
            "expected {wanted} {number}s, one for each {each}, found {given}"
        )),
    }
}

/// Argument for a puzzle.
#[derive(Clone, Debug, Args)]
pub struct PuzzleArgument {
    /// The puzzle: a bundled name (see `saut list`), a board such as english, a file (.toml, .pddl or a bare picture),
    /// FILE.toml:NAME, or - for standard input [default: standard input if it has data, otherwise central]
    #[arg(value_parser = puzzle_name(), hide_possible_values = true)]
    pub puzzle: Option<String>,
    #[command(flatten)]
    pub ends: Endpoints,
    #[command(flatten)]
    pub directions: Directions,
}

/// Another start and goal on the board of the puzzle.
#[derive(Clone, Debug, Args)]
pub struct Endpoints {
    /// Start with these holes vacant and all others full, as in --vacate 44
    #[arg(long, value_name = "CELLS")]
    pub vacate: Option<String>,

    /// Finish with pegs in exactly these holes, as in --finish 41 or --finish "41 43". With commas, as in --finish
    /// 14,47,74,41, finish with one peg in any one of the holes [default with --vacate: one peg anywhere]
    #[arg(long, value_name = "CELLS")]
    pub finish: Option<String>,

    /// Play by the old French rule, as in --put-back 44: the peg of this vacant hole is in hand, and must be put back
    /// into the hole once
    #[arg(long, value_name = "CELL")]
    pub put_back: Option<String>,
}

/// How to read a picture or a list of cells, if it is ambiguous.
#[derive(Clone, Debug, Default, Args)]
pub struct Directions {
    /// Set the geometry of a picture or a bundled puzzle: square, triangle or square-diagonal
    #[arg(long, value_parser = str::parse::<Geometry>)]
    pub geometry: Option<Geometry>,

    /// Read this character as a peg in a picture
    #[arg(long, value_name = "C")]
    pub peg: Option<char>,

    /// Read this character as a vacancy in a picture. If it is a space, gaps between two holes of a row are vacancies
    #[arg(long, value_name = "C")]
    pub vacancy: Option<char>,

    /// Read this character as a place without a hole in a picture
    #[arg(long, value_name = "C")]
    pub wall: Option<char>,

    /// Use this board for a list of cells such as [24, 34, 44]
    #[arg(long, value_name = "BOARD")]
    pub board: Option<String>,
}

impl Directions {
    pub fn options(&self) -> ReadOptions {
        let given = GivenSigns {
            peg: self.peg,
            vacancy: self.vacancy,
            wall: self.wall,
        };
        ReadOptions {
            picture: Choice {
                geometry: self.geometry,
                given,
            },
            board: self.board.clone(),
        }
    }
}

/// Returns a parser that accepts any text, and offers the known names for completion.
fn puzzle_name() -> impl TypedValueParser<Value = String> {
    let names = || known_names().map(PossibleValue::new);
    SuggestingParser(StringValueParser::new(), names)
}

pub fn known_names() -> impl Iterator<Item = &'static str> {
    let aliases = bundled::aliases().map(|(name, _)| name);
    aliases.chain(bundled::names())
}

/// A puzzle or a planning task.
#[derive(Clone, Debug, Args)]
pub struct SubjectArguments {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,

    /// The problem of a planning task, after its domain in PDDL. The domain may be left out if it is found next to the
    /// problem or in the parent folder, as domain.pddl or with the name or the number of the problem, as in
    /// p01-domain.pddl
    pub problem: Option<String>,

    /// Read a task as Fast Downward's translator writes it (output.sas); the flag may be left out
    #[arg(long, value_name = "FILE", conflicts_with = "puzzle")]
    pub sas: Option<String>,
}

impl SubjectArguments {
    pub fn is_task(&self) -> bool {
        let first = self.puzzle.puzzle.as_deref().unwrap_or_default();
        self.sas.is_some() || self.problem.is_some() || is_task(first)
    }

    pub fn is_formula(&self) -> bool {
        let first = self.puzzle.puzzle.as_deref().unwrap_or_default();
        self.sas.is_none() && self.problem.is_none() && is_formula(first)
    }
}

/// The default puzzle if no name is given and standard input has no data.
const DEFAULT_PUZZLE: &str = "central";

/// Maximum time to wait for the first byte of a pipe, if no puzzle is named.
const FIRST_BYTE: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 500_000_000,
};

/// Maximum time to wait for the end of standard input, if no puzzle is named.
const END: Duration = Duration::from_secs(10);

/// Whether the puzzle is read from standard input because no name is given. The answer is computed only once.
static IS_FED: OnceLock<bool> = OnceLock::new();

/// Returns the name of the puzzle: the given name, or `-` if standard input has data, or the default.
pub fn name(argument: &PuzzleArgument) -> &str {
    let is_fed = || {
        let is_fed = !is_read_otherwise() && is_fed(&stdin());
        if is_fed {
            tell!("saut: no puzzle is named; saut reads the puzzle from standard input");
        }
        is_fed
    };
    match &argument.puzzle {
        Some(name) => name,
        None if *IS_FED.get_or_init(is_fed) => "-",
        None => DEFAULT_PUZZLE,
    }
}

/// Whether another argument reads standard input.
fn is_read_otherwise() -> bool {
    let names = ["-", "/dev/stdin", "/dev/fd/0"];
    std::env::args_os().any(|word| {
        let word = word.to_string_lossy();
        let value = word.split_once('=').map_or(&*word, |(_, value)| value);
        names.contains(&value)
    })
}

/// Whether standard input is a file, a pipe or a socket with at least one byte. No byte is read. The first byte of a
/// pipe is awaited for at most [`FIRST_BYTE`].
fn is_fed(input: &Stdin) -> bool {
    let Ok(there) = fstat(input) else {
        return false;
    };
    match FileType::from_raw_mode(there.st_mode) {
        FileType::RegularFile => {
            let read = offset(input).ok().and_then(|read| i64::try_from(read).ok());
            read.is_some_and(|read| read < there.st_size)
        }
        FileType::Fifo | FileType::Socket => {
            let mut all = [PollFd::new(input, PollFlags::IN)];
            if poll(&mut all, Some(&FIRST_BYTE)) == Ok(0) {
                tell!(
                    "saut: warning: standard input was empty for half a second, so the puzzle is \
                     {DEFAULT_PUZZLE}; give - to wait for standard input"
                );
                return false;
            }
            ioctl_fionread(input).is_ok_and(|bytes| bytes > 0)
        }
        _ => false,
    }
}

/// Returns the names of the puzzle or the planning task in the arguments of `command`.
pub fn names<'a>(argument: &'a SubjectArguments, command: &'a str) -> SubjectNames<'a> {
    let first = argument.sas.as_deref();
    SubjectNames {
        problem: argument.problem.as_deref(),
        is_sas: first.is_some(),
        command: (command, ""),
        ..names_of_puzzle(
            first.unwrap_or_else(|| name(&argument.puzzle)),
            &argument.puzzle,
        )
    }
}

fn names_of_puzzle<'a>(first: &'a str, argument: &'a PuzzleArgument) -> SubjectNames<'a> {
    SubjectNames {
        first,
        options: argument.directions.options(),
        vacate: argument.ends.vacate.as_deref(),
        finish: argument.ends.finish.as_deref(),
        put_back: argument.ends.put_back.as_deref(),
        ..SubjectNames::default()
    }
}

/// Returns the names of a subject, and the name of the document or plan after them. With `--sas`, the first word is the
/// document. Otherwise, two words are the subject and the document, and three words are domain, problem and document.
pub fn names_with_document<'a>(
    sas: Option<&'a String>,
    words: [Option<&'a String>; 3],
    command: &'a str,
) -> (SubjectNames<'a>, &'a str) {
    let [first, second, third] = words.map(|word| word.map_or("-", String::as_str));
    let (first, problem, document) = match (sas, words[2]) {
        (Some(sas), _) => (sas.as_str(), None, first),
        (None, Some(_)) => (first, Some(second), third),
        (None, None) => (first, None, second),
    };
    let names = SubjectNames {
        first,
        problem,
        is_sas: sas.is_some(),
        command: (command, " PLAN"),
        ..SubjectNames::default()
    };
    (names, document)
}

/// Returns the text of a plan: from a file, or from standard input for `-`. If no file has this name, a word such as
/// `42/44 63/43` is the plan itself.
pub fn plan_text(word: &str, stop: &Stop) -> Result<String, BadInput> {
    if !Path::new(word).exists() && plan_file::is_game(word) {
        return Ok(word.to_owned());
    }
    text(word, stop)
}

/// Prints a note on standard error, before the answer.
fn print_note(note: Note) {
    match note {
        Note::Domain(domain) => tell!("saut: the domain is {domain}"),
        Note::Warning(warning) => tell!("saut: warning: {warning}"),
        Note::Remark(remark) => tell!("saut: {remark}"),
    }
}

/// Reads a planning task. Rejects output files that would overwrite its domain: the `outputs`, each with its flag, and
/// the numbered files of better plans, if `best` is the file of the best plan.
pub fn task(
    names: &SubjectNames<'_>,
    outputs: &[(&str, Option<&Path>)],
    best: Option<&Path>,
    is_strict: bool,
    stop: &Stop,
) -> Result<PlanningTask, BadInput> {
    names.task(stop, &mut |note| {
        match &note {
            Note::Warning(warning) if is_strict => return Err(warning.clone()),
            Note::Domain(domain) => {
                whole::check(outputs, &[domain])?;
                whole::check_numbered(best, &[domain])?;
            }
            _ => {}
        }
        print_note(note);
        Ok(())
    })
}

/// Grounds a planning task, with or without numbers. Messages name it `place`.
///
/// # Errors
/// The task cannot be grounded.
pub fn compiled<'a>(
    task: &'a PlanningTask,
    quality: Quality,
    place: &str,
    stop: &Stop,
) -> Result<Compiled<'a>, Failure> {
    let compiled = task.compile(quality, &GroundingLimits::until(stop));
    compiled.map_err(|why| not_compiled(why, place, stop).into())
}

/// Returns the error for a failed grounding.
pub fn not_compiled(why: GroundingError, place: &str, stop: &Stop) -> Fault {
    let bad = match why {
        GroundingError::MissingCost(missing) => missing.bad_input(place),
        GroundingError::Stopped(why) => why.bad_input(place, stop),
        GroundingError::GoalUnreachable { atom } => {
            let fact = format!("({atom}) can never be true, so the task has no formula");
            BadInput::new(place, fact).remedy("saut plan gives the reason")
        }
        why @ GroundingError::Numeric => BadInput::new(place, why.to_string())
            .remedy("saut plan finds plans of such tasks, and saut validate checks these plans"),
        GroundingError::Invalid(invalid) => return Fault::Internal(invalid.to_string()),
    };
    bad.into()
}

/// Reads a puzzle of any game.
pub fn entry_of(names: &SubjectNames<'_>, stop: &Stop) -> Result<Entry, BadInput> {
    read(names.first, stop, |stop| {
        names.puzzle(stop, &mut |note| {
            print_note(note);
            Ok(())
        })
    })
}

/// Reads the selected puzzle, of any game.
pub fn entry(argument: &PuzzleArgument, stop: &Stop) -> Result<Entry, BadInput> {
    entry_of(&names_of_puzzle(name(argument), argument), stop)
}

/// Reads the selected puzzle of peg solitaire.
pub fn puzzle(argument: &PuzzleArgument, stop: &Stop) -> Result<Puzzle, BadInput> {
    entry(argument, stop)?.peg()
}

/// Reads the puzzle with this name or file, of any game.
pub fn entry_named(name: &str, directions: &Directions, stop: &Stop) -> Result<Entry, BadInput> {
    let names = SubjectNames {
        first: name,
        options: directions.options(),
        ..SubjectNames::default()
    };
    entry_of(&names, stop)
}

/// Reads all puzzles of the selected file, of any game.
pub fn entries(argument: &PuzzleArgument, stop: &Stop) -> Result<Vec<Entry>, BadInput> {
    entries_named(name(argument), &argument.directions, stop)
}

/// Reads all puzzles of the file with this name, of any game.
pub fn entries_named(
    name: &str,
    directions: &Directions,
    stop: &Stop,
) -> Result<Vec<Entry>, BadInput> {
    let Loaded {
        entries,
        origin,
        warnings,
        ..
    } = read(name, stop, |stop| {
        puzzles(name, &directions.options(), stop)
    })?;
    warnings.into_iter().map(Note::Warning).for_each(print_note);
    if let (Origin::Drawn, [entry]) = (origin, &entries[..]) {
        let remarks = origin.notes(entry).into_iter();
        remarks.map(Note::Remark).for_each(print_note);
    }
    Ok(entries)
}

/// Calls `read` within the limits. If standard input is read because no puzzle is named, it must end within [`END`].
fn read<T>(
    name: &str,
    stop: &Stop,
    read: impl FnOnce(&Stop) -> Result<T, BadInput>,
) -> Result<T, BadInput> {
    if name != "-" || IS_FED.get() != Some(&true) {
        return read(stop);
    }
    read(&stop.with_timeout(END)).map_err(|bad| {
        if bad.limit.is_none() || stop.stop_reason().is_some() {
            return bad;
        }
        let seconds = END.as_secs();
        let fact =
            format!("no puzzle is named, and standard input does not end within {seconds} s");
        let remedy = "name the puzzle, or give - to wait for the end";
        BadInput::new(STANDARD_INPUT, fact).remedy(remedy)
    })
}
