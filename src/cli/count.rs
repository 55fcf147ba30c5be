//! `saut count`: exact numbers of solutions, games and positions.

mod matrix;
mod report;

use std::fmt::Write as _;
use std::time::Instant;

use saut::BadInput;
use saut::answer::schema::{Seconds, Stopped};
use saut::count::{self, CountError};
use saut::explore::{Chance, SolutionGraph, random_games};
use saut::peg::Puzzle;
use saut::search::SearchSettings;
use saut::stop::StopReason;
use schemars::JsonSchema;
use serde::Serialize;

use super::arguments::{Count, Global};
use super::reply::{CommandOutput, Failure, of_work, unusable};
use super::settings::searching_in_levels;
use super::{input, print, settings, status};
pub use report::CountDocument;

pub fn run(arguments: &Count, global: &Global) -> Result<CommandOutput, Failure> {
    let puzzle = input::entry(&arguments.puzzle, &global.stop)?.peg_under_any_rule()?;
    let others = arguments.games
        || arguments.boards
        || arguments.reachable
        || arguments.backward
        || arguments.random_play
        || arguments.matrix
        || arguments.successors;
    if arguments.only && !others {
        let remedy = "add --games, --boards, --reachable, --backward, --random-play, --matrix or --successors";
        return unusable("--only", "leaves nothing to count", remedy);
    }
    if puzzle.board().put_back().is_some() && others {
        let fact = "do not support the old French rule (put_back), by which one peg is in hand";
        let remedy = "leave these flags out; only solutions are counted under this rule";
        let flags =
            "--games, --boards, --reachable, --backward, --random-play, --matrix and --successors";
        return unusable(flags, fact, remedy);
    }
    let began = Instant::now();
    let mut report = CountDocument::default();
    let settings = settings::within(global);
    let counted = searching_in_levels(&arguments.save, &puzzle, &settings, |search| {
        work(arguments, global, &puzzle, search, &mut report)
    })?;
    let halted = match counted {
        Ok(()) => None,
        Err(CountError::Stopped(why)) if !report.text.is_empty() => Some(why),
        Err(why) => return refuse(puzzle.name(), why, began),
    };
    let seconds = Seconds::since(began);
    puzzle.name().clone_into(&mut report.puzzle);
    (report.seconds, report.stopped) = (seconds, halted.map(Stopped::from));
    let mut text = format!("{}\n{}\n", print::opening(&puzzle), report.text.join("\n"));
    if let Some(why) = halted.map(StopReason::name) {
        let _ = write!(text, "undecided: the rest was not counted ({why}); ");
    }
    let _ = writeln!(text, "{seconds:.2} s");
    Ok(CommandOutput::new(of_work(halted.is_none()), report, text))
}

fn work(
    arguments: &Count,
    global: &Global,
    puzzle: &Puzzle,
    settings: &SearchSettings,
    report: &mut CountDocument,
) -> Result<(), CountError> {
    let holes = puzzle.board().len();
    if !arguments.only {
        let count = count::solutions(puzzle, settings)?;
        let what = if puzzle.board().put_back().is_some() {
            "sequences of jumps, with the peg put back once"
        } else {
            "sequences of jumps"
        };
        report.solutions(&count, what, arguments.levels);
    }
    if arguments.games {
        let (games, levels) = count::games(puzzle.board(), puzzle.start(), settings)?;
        report.games(games, &levels);
        if puzzle.goal().peg_range() == (1, 1) {
            report.share_of_games(games);
        }
    }
    if arguments.boards {
        let levels = count::boards_on_solutions(puzzle, settings)?;
        report.boards = Some(report.table("boards on some solution", &levels, holes));
    }
    if arguments.reachable {
        let levels = count::reachable(puzzle.board(), puzzle.start(), settings)?;
        let words = "boards that can be reached from the start";
        report.reachable = Some(report.table(words, &levels, holes));
    }
    if arguments.backward {
        let distance = arguments.distance.unwrap_or(usize::MAX);
        let levels = count::leading_to(puzzle, distance, settings)?;
        let words = "boards from which the goal can be reached";
        report.backward = Some(report.table(words, &levels, holes));
    }
    if arguments.matrix {
        let (matrix, text) = matrix::report(puzzle)?;
        report.matrix = Some(matrix);
        report.text.push(text);
    }
    if arguments.successors {
        let most = count::most_successors(puzzle.board(), &settings.stop)?;
        report.successors(puzzle.board(), &most);
    }
    if arguments.random_play {
        if let Some(plays) = arguments.plays {
            let won = random_games(puzzle, plays.get(), global.seed, &settings.stop)?;
            report.trial(won, plays.get());
        }
        let chance = Chance::new(&SolutionGraph::new(puzzle, settings)?)?;
        report.chance(&chance);
    }
    Ok(())
}

/// Result of a count that a limit ended before any number was computed.
#[derive(Serialize, JsonSchema)]
pub struct NotCountedDocument {
    /// The name of the puzzle, or the file.
    puzzle: String,
    #[serde(flatten)]
    stopped: Stopped,
    /// Wall time.
    seconds: Seconds,
}

/// Returns the reply for a count that was stopped by a limit.
///
/// # Errors
/// The count failed for another reason.
pub fn refuse(puzzle: &str, why: CountError, began: Instant) -> Result<CommandOutput, Failure> {
    let CountError::Stopped(reason) = why else {
        return Err(BadInput::new(puzzle, why.to_string()).into());
    };
    let seconds = Seconds::since(began);
    let document = NotCountedDocument {
        puzzle: puzzle.to_owned(),
        stopped: reason.into(),
        seconds,
    };
    let text = format!("undecided: {why}; {seconds:.2} s\n");
    Ok(CommandOutput::new(status::UNDECIDED, document, text))
}
