//! The journal of a census: a file with the verdicts so far.
//!
//! Each figure has one line, which is written before the next figure is decided. An interrupted run can be continued:
//! it decides only the figures without a verdict. The files of several parts can be concatenated. The content of a file
//! is not trusted: its plans are replayed, and its certificates are checked. Certificates of the exhaustive search are
//! not checked, because a check takes as long as the search. Proofs and cubes are not checked, because they are in
//! separate files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use saut_base::bad_input::BadInput;
use saut_base::files::Journal;
use saut_base::stop::{Stop, StopReason};
use saut_base::words::counted;
use saut_criteria::certify::{self, Certificate};
use saut_formats::census::{CensusHeader, FigureEntry, Figures, figure_name, read_figure};
use saut_peg::peg::{Board, Goal, Hole, Position, Puzzle, boards, notation};
use saut_peg::simulate;
use saut_task::plan::Plan;

use super::decided::{CensusSettings, DecidedFigure};
use crate::decide::{self, Verdict};

/// Prefixes of the lines of the file.
const BEGINNINGS: [&str; 2] = ["{\"census\"", "{\"figure\""];

/// The verdicts of a census, by figure. The default has no file.
#[derive(Debug, Default)]
pub struct CensusJournal {
    entries: HashMap<String, FigureEntry>,
    file: Option<(PathBuf, Journal)>,
}

impl CensusJournal {
    /// Opens the journal in a file, and creates the file if it does not exist.
    ///
    /// # Errors
    /// The file cannot be read or written, belongs to another census, or contains a wrong record.
    pub fn open(path: &Path, heading: &CensusHeader, board: &Arc<Board>) -> Result<Self, BadInput> {
        let read = |bytes: &[u8]| {
            let entries = read(bytes, heading, board, &Stop::default())?;
            Ok((entries, bytes.is_empty()))
        };
        let (file, (entries, is_new)) = Journal::open(path, "saut census", &BEGINNINGS, read)?;
        let mut register = Self {
            entries,
            file: Some((path.to_owned(), file)),
        };
        if is_new {
            let line = serde_json::to_string(heading).unwrap_or_default();
            register.append(&line)?;
        }
        Ok(register)
    }

    /// Returns the record of a figure, if it has a verdict.
    pub fn decided(&self, figure: &Position) -> Option<&FigureEntry> {
        self.get(figure).filter(|entry| entry.is_decided())
    }

    /// Returns the record of a figure, with or without a verdict; `None` if the journal does not have the figure.
    pub fn get(&self, figure: &Position) -> Option<&FigureEntry> {
        self.entries.get(&figure_name(figure))
    }

    /// Appends the results of a figure to the journal.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, board: &Board, decided: &DecidedFigure) -> Result<(), BadInput> {
        let entry = entry(board, decided);
        if self.file.is_some() {
            let line = serde_json::to_string(&entry)
                .map_err(|error| BadInput::new("record", error.to_string()))?;
            self.append(&line)?;
        }
        self.entries.insert(entry.figure.clone(), entry);
        Ok(())
    }

    fn append(&mut self, line: &str) -> Result<(), BadInput> {
        let Some((path, file)) = &mut self.file else {
            return Ok(());
        };
        file.append(line).map_err(|error| {
            BadInput::new(
                path.display().to_string(),
                format!("cannot be written ({error})"),
            )
        })
    }
}

/// Decides the figures without a verdict in the journal. Returns the limit that was reached, if any. Before a figure is
/// decided, `begins` is called with its index and the figure.
///
/// # Errors
/// Every backend failed, or the journal cannot be written.
pub fn decide_figures(
    board: &Arc<Board>,
    figures: &[Position],
    settings: &CensusSettings,
    register: &mut CensusJournal,
    mut begins: impl FnMut(usize, &Position),
) -> Result<Option<StopReason>, decide::Error> {
    let mut ended = None;
    for (number, figure) in figures.iter().enumerate() {
        if register.decided(figure).is_some() {
            continue;
        }
        begins(number, figure);
        let decided = DecidedFigure::new(board, figure, settings)?;
        ended = settings.stop.stop_reason();
        // The next run decides a figure again if a limit of the census interrupted it.
        if ended.is_some() && !decided.is_whole() {
            break;
        }
        register.add(board, &decided)?;
    }
    Ok(ended)
}

/// Returns the figures in the text of a journal, for the board and symmetry of its first line. The records are checked
/// as by [`CensusJournal::open`].
///
/// # Errors
/// The text is not a journal, no board has the name in its first line, a record is wrong, or a limit of `stop` was
/// reached.
pub fn read_figures(text: &str, stop: &Stop) -> Result<Figures, BadInput> {
    let first = text.lines().find(|line| !line.is_empty());
    let heading: CensusHeader = first
        .and_then(|line| serde_json::from_str(line).ok())
        .ok_or_else(|| {
            BadInput::new("line 1", "is not a file of census records")
                .remedy("give a file that saut census -o wrote, with its first line")
        })?;
    let CensusHeader {
        census,
        symmetry,
        finish,
    } = &heading;
    let board = boards::named(census).ok_or_else(|| {
        BadInput::new("line 1", format!("no board is called {census:?}"))
            .remedy(format!("choose one of {}", boards::NAMES.join(", ")))
    })?;
    let entries = read(text.as_bytes(), &heading, &Arc::new(board.clone()), stop)?;
    let finish = finish.as_ref();
    let finish = finish.map_or(String::new(), |cells| format!(", to one peg in {cells}"));
    let title = format!(
        "{census} board, symmetry {symmetry}{finish}: records of {}",
        counted(entries.len(), "figure")
    );
    let mut entries: Vec<FigureEntry> = entries.into_values().collect();
    entries.sort_by(|one, other| one.figure.cmp(&other.figure));
    Ok(Figures::new(title, board, entries))
}

fn entry(board: &Board, decided: &DecidedFigure) -> FigureEntry {
    let cells = |holes: &[Hole]| notation::hole_names(board, holes.iter().copied());
    let mut entry = FigureEntry {
        figure: figure_name(&decided.figure),
        pegs: decided.figure.pegs(),
        survivors: cells(&decided.survivors),
        unsettled: cells(&decided.unsettled),
        difficulty: decided.difficulty.map(|difficulty| difficulty.positions),
        seconds: (decided.elapsed.as_secs_f64() * 1e4).round() / 1e4,
        ..FigureEntry::default()
    };
    let (verdict, reason) = match &decided.verdict {
        None => ("infeasible", "trivial"),
        Some(Verdict::Solved(plan)) => {
            entry.plan = Some(plan.jumps());
            ("solved", "plan")
        }
        Some(Verdict::Infeasible(checked)) => {
            entry.certificate = Some(checked.certificate().clone());
            ("infeasible", checked.kind())
        }
        Some(Verdict::Undecided(why)) => ("undecided", why.name()),
    };
    (entry.verdict, entry.reason) = (verdict.to_owned(), reason.to_owned());
    entry
}

const DECIDE_AGAIN: &str = "remove the line; the figure is then decided again";

fn bad(fact: impl Into<String>, remedy: &str) -> BadInput {
    BadInput::new("", fact).remedy(remedy)
}

/// Reads the lines of a journal.
fn read(
    bytes: &[u8],
    heading: &CensusHeader,
    board: &Arc<Board>,
    stop: &Stop,
) -> Result<HashMap<String, FigureEntry>, BadInput> {
    let (mut entries, mut headed) = (HashMap::new(), false);
    let goal = heading.goal(board)?;
    let mut read_line = |line: &[u8]| {
        if let Some(why) = stop.stop_reason() {
            let fact = format!("checking the records takes too long ({})", why.name());
            return Err(bad(fact, "give fewer records"));
        }
        if let Ok(other) = serde_json::from_slice::<CensusHeader>(line) {
            headed = true;
            if other == *heading {
                return Ok(());
            }
            let question = |heading: &CensusHeader| {
                let finish = heading.finish.as_ref();
                let finish = finish.map_or(String::new(), |cells| format!(" to {cells}"));
                format!("{} with {}{finish}", heading.census, heading.symmetry)
            };
            let [theirs, ours] = [question(&other), question(heading)];
            let fact = format!("the records are for {theirs}, not for {ours}");
            return Err(bad(fact, "give another file"));
        }
        if !headed {
            let remedy = "name a new file, or a file that saut census wrote";
            return Err(bad("is not a file of census records", remedy));
        }
        let entry: FigureEntry = serde_json::from_slice(line).map_err(|error| {
            let fact = format!("is not a record of a figure ({error})");
            bad(fact, DECIDE_AGAIN)
        })?;
        holds(board, &goal, &entry)?;
        entries.insert(entry.figure.clone(), entry);
        Ok(())
    };
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        if !line.is_empty() {
            read_line(line).map_err(|bad| bad.within(format!("line {number}")))?;
        }
    }
    Ok(entries)
}

/// Checks a record: replays its plan, or checks its certificate if this is fast.
fn holds(board: &Arc<Board>, goal: &Goal, entry: &FigureEntry) -> Result<(), BadInput> {
    let figure = read_figure(board, &entry.figure)?;
    let wrong = |fact: String| Err(bad(fact, DECIDE_AGAIN));
    let (pegs, verdict) = (figure.pegs(), entry.verdict.as_str());
    if pegs != entry.pegs {
        let claimed = entry.pegs;
        return wrong(format!("the figure has {pegs} pegs, not {claimed}"));
    }
    let Ok(puzzle) = Puzzle::new("figure", Arc::clone(board), figure, goal.clone()) else {
        return match verdict {
            "infeasible" => Ok(()),
            _ => wrong("a figure without a peg is infeasible".to_owned()),
        };
    };
    match (verdict, &entry.plan, &entry.certificate) {
        ("solved", Some(plan), _) => simulate::replay(&puzzle, Plan::sequential(plan.clone()))
            .map(drop)
            .or_else(|rejected| wrong(format!("the plan was rejected: {rejected}"))),
        ("infeasible", _, Some(claim)) if is_short(claim) => certify::check(&puzzle, claim.clone())
            .map(drop)
            .or_else(|rejected| wrong(format!("the certificate was rejected: {rejected}"))),
        // A check would repeat the search, or needs the separate file of a proof.
        ("infeasible", _, Some(_)) | ("undecided", ..) => Ok(()),
        (verdict, ..) => wrong(format!(
            "the record says \"{verdict}\", but has no plan or certificate"
        )),
    }
}

/// Whether the record has the whole certificate, and a check is fast.
fn is_short(claim: &Certificate) -> bool {
    !matches!(
        claim,
        Certificate::Exhaustive(_) | Certificate::Proof(_) | Certificate::Cubes(_)
    )
}

#[cfg(test)]
mod tests;
