//! `saut classify`: decides whether a puzzle is possible on its board or on a larger one. With `--difficulty`, measures
//! how hard the puzzles of a file are.

use std::fmt::Write as _;
use std::io::Write;

use saut::BadInput;
use saut::census::{Classification, ClassificationReport, Difficulty, classify};
use saut::decide::Verdict;
use saut::formats::Entry;
use saut::peg::{Puzzle, moves};
use saut::stop::Stop;
use saut::visible::visible;
use serde_json::{Value, json};

use super::arguments::{Classify, Global};
use super::interrupt::interruptible;
use super::progress::Line;
use super::reply::{CommandOutput, Failure, of_work};
use super::{input, print, settings, status};

pub fn run(arguments: &Classify, global: &Global) -> Result<CommandOutput, Failure> {
    if arguments.difficulty {
        return rate(arguments, global);
    }
    let puzzles = puzzles(arguments, &global.stop)?;
    let settings = settings::within(global);
    let (mut documents, mut words) = (Vec::new(), Vec::new());
    for (done, puzzle) in puzzles.iter().enumerate() {
        // The first puzzle is always classified, so that the output has the reason if it is undecided.
        if let (1.., Some(why)) = (done, settings.stop.stop_reason()) {
            let left = print::counted(puzzles.len() - done, "puzzle");
            tell!("saut: not classified: {left} of the file ({})", why.name());
            break;
        }
        let classified = classify(puzzle, arguments.margin, &settings)?;
        let (document, text) = described(puzzle, &classified)?;
        if global.json {
            documents.push(document);
        } else {
            let space = if words.is_empty() { "" } else { "\n" };
            write!(anstream::stdout(), "{space}{text}")?;
        }
        words.push(classified.word);
    }
    let document = match &mut documents[..] {
        [only] => only.take(),
        _ => json!({"puzzles": documents}),
    };
    let is_undecided = |word: &Classification| matches!(word, Classification::Undecided(_));
    let is_possible = |word: &Classification| matches!(word, Classification::Possible(_));
    let status = if words.len() < puzzles.len() || words.iter().any(is_undecided) {
        status::UNDECIDED
    } else if words.iter().all(is_possible) {
        status::SOLVED
    } else {
        status::INFEASIBLE
    };
    Ok(CommandOutput::new(status, document, ""))
}

/// Returns all puzzles of a file, or the puzzle whose start or goal is given.
fn puzzles(arguments: &Classify, stop: &Stop) -> Result<Vec<Puzzle>, BadInput> {
    let ends = &arguments.puzzle.ends;
    if ends.vacate.is_some() || ends.finish.is_some() || ends.put_back.is_some() {
        return Ok(vec![input::puzzle(&arguments.puzzle, stop)?]);
    }
    let entries = input::entries(&arguments.puzzle, stop)?;
    entries.into_iter().map(Entry::peg).collect()
}

/// Returns the classification of a puzzle as a document and as text: its class, its category, and the results on larger
/// boards.
fn described(
    puzzle: &Puzzle,
    classified: &ClassificationReport,
) -> Result<(Value, String), Failure> {
    let (name, word) = (puzzle.name(), &classified.word);
    let mut document = json!({
        "puzzle": name, "word": word.name(), "category": word.category(),
        "possible_with_margin": classified.possible_margin(),
    });
    if let Classification::AnyBoard(checked)
    | Classification::NothingMoves(checked)
    | Classification::ThisBoard(checked) = word
    {
        document["certificate"] = serde_json::to_value(checked.certificate())?;
    }
    let strong = |word: &str| format!("{0}{word}{0:#}", print::STRONG);
    let (found, category) = match word {
        Classification::Possible(plan) => {
            let jumps = plan.jumps();
            document["plan"] = json!(jumps);
            let number = print::counted(moves(&jumps).len(), "move");
            let plan = print::plan(puzzle.board(), &jumps);
            let found = format!("{}, in {number}\n{plan}", strong("possible"));
            (found, "possible in practice (figure possible pratiquement)")
        }
        Classification::AnyBoard(checked) => {
            let why = checked.explanation(puzzle);
            let found = format!("{} (class)\n{why}", strong("impossible on any board"));
            (
                found,
                "impossible on any board (figure impossible théoriquement)",
            )
        }
        Classification::NothingMoves(_) => (
            strong("impossible because nothing moves") + "\n",
            "possible in theory, but no jump can be played (figure impossible pratiquement)",
        ),
        Classification::ThisBoard(checked) => {
            let (kind, why) = (checked.kind(), checked.explanation(puzzle));
            let verdict = strong("impossible on this board");
            (
                format!("{verdict} ({kind})\n{}\n", why.trim_end()),
                "possible only in theory (figure théoriquement possible), not on this board",
            )
        }
        Classification::Undecided(why) => {
            document["reason"] = why.name().into();
            (
                format!("{} ({})\n", strong("undecided"), why.name()),
                "possible in theory (figure théoriquement possible), but no plan was found",
            )
        }
    };
    let (title, pair, letters) = (strong(name), print::pair(puzzle), word.category());
    let mut text = format!("{title}\n\n{pair}\n{found}{letters}: {category}\n");
    let mut larger = Vec::new();
    for ((wide, verdict), margin) in classified.larger.iter().zip(1..) {
        let (holes, rings) = (wide.board().len(), print::counted(margin, "ring"));
        let (name, plan, words) = match verdict {
            Verdict::Solved(plan) => ("solved", Some(plan.jumps()), "possible".to_owned()),
            Verdict::Infeasible(checked) => (
                "infeasible",
                None,
                format!("impossible ({})", checked.kind()),
            ),
            Verdict::Undecided(why) => ("undecided", None, format!("undecided ({})", why.name())),
        };
        let _ = writeln!(
            text,
            "with {rings} of holes around it ({holes} holes): {words}"
        );
        larger.push(json!({"margin": margin, "holes": holes, "verdict": name, "plan": plan}));
    }
    document["larger"] = larger.into();
    if let Some((wide, Verdict::Solved(plan))) = classified.larger.last() {
        text += &print::pair(wide);
        text += &print::plan(wide.board(), &plan.jumps());
    }
    Ok((document, text))
}

/// Measures how hard the puzzles of a file are, and lists the easiest first, each with its field `why`.
fn rate(arguments: &Classify, global: &Global) -> Result<CommandOutput, Failure> {
    let stop = interruptible(&global.stop);
    let puzzles = puzzles(arguments, &stop)?;
    let line = Line::of_parts(puzzles.len());
    let mut rated: Vec<(Option<Difficulty>, &Puzzle)> = Vec::new();
    for (number, puzzle) in puzzles.iter().enumerate() {
        line.set_position(number as u64);
        let difficulty = Difficulty::measured(puzzle, global.seed, &stop);
        if let (None, Some(why)) = (difficulty, stop.stop_reason()) {
            line.finish_and_clear();
            let (why, all) = (why.name(), print::counted(puzzles.len(), "puzzle"));
            tell!("saut: ended ({why}) after {number} of {all}");
            break;
        }
        rated.push((difficulty, puzzle));
    }
    line.finish_and_clear();
    let is_whole = rated.len() == puzzles.len();
    rated.sort_by_key(|(difficulty, _)| difficulty.map_or(u64::MAX, |it| it.positions));
    let games = Difficulty::GAMES;
    let mut text =
        format!("number of positions that a blind search visits: the median of {games} games\n");
    let names = rated.iter().map(|(_, puzzle)| puzzle.name().len());
    let width = names.max().unwrap_or(0);
    let mut entries = Vec::new();
    for (difficulty, puzzle) in rated {
        let words = match difficulty {
            None => format!("{:>9}  {:<12}", "-", "not rated"),
            Some(it) => {
                let positions = print::grouped(it.positions);
                format!("{positions:>9}  {} {:<10}", it.rating(), it.word())
            }
        };
        let (name, pegs, why) = (puzzle.name(), puzzle.start().pegs(), &puzzle.why);
        let (shown, reason) = (visible(name), visible(why.as_deref().unwrap_or("")));
        text += format!("{words}  {shown:<width$}  {pegs:>2} pegs  {reason}").trim_end();
        text += "\n";
        let positions = difficulty.map(|it| it.positions);
        entries.push(json!({
            "name": name, "pegs": pegs, "difficulty": positions, "why": why,
            "rating": difficulty.map(Difficulty::rating),
        }));
    }
    let document = json!({"puzzles": entries, "games": games});
    Ok(CommandOutput::new(of_work(is_whole), document, text))
}
