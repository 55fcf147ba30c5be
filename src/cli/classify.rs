//! `saut classify`: possible or not, and on which boards.

mod difficulty;

use std::fmt::Write as _;
use std::io::Write;

use saut::BadInput;
use saut::census::{Classification, Classified, classify};
use saut::decide::Verdict;
use saut::formats::{Entry, certificate};
use saut::peg::{Puzzle, moves};
use saut::stop::Stop;
use serde_json::Value;

use super::arguments::{Classify, Global};
use super::reply::{Failure, Reply};
use super::{input, print, settings, status};

/// Runs `saut classify`.
pub fn run(arguments: &Classify, global: &Global) -> Result<Reply, Failure> {
    if arguments.difficulty {
        return difficulty::run(arguments, global);
    }
    let puzzles = puzzles(arguments, &global.stop)?;
    let settings = settings::within(global);
    let mut documents = Vec::new();
    let mut words = Vec::new();
    let mut is_cut_short = false;
    for (done, puzzle) in puzzles.iter().enumerate() {
        // The first is looked at whatever the limits are: it is then undecided, with its reason.
        if let (1.., Some(why)) = (done, settings.stop.stop_reason()) {
            let left = print::counted(puzzles.len() - done, "puzzle");
            tell!("saut: {left} of the file not looked at: {}", why.name());
            is_cut_short = true;
            break;
        }
        let classified = classify(puzzle, arguments.margin, &settings)?;
        if global.json {
            documents.push(document(puzzle, &classified)?);
        } else {
            let space = if words.is_empty() { "" } else { "\n" };
            write!(anstream::stdout(), "{space}{}", text(puzzle, &classified))?;
        }
        words.push(classified.word);
    }
    let document = match &mut documents[..] {
        [only] => only.take(),
        _ => serde_json::json!({"puzzles": documents}),
    };
    let status = if is_cut_short {
        status::UNDECIDED
    } else {
        status_of(&words)
    };
    Ok(Reply::new(status, document, ""))
}

/// The puzzles that are meant: all of a file, or the one whose start or goal is given.
fn puzzles(arguments: &Classify, stop: &Stop) -> Result<Vec<Puzzle>, BadInput> {
    let ends = &arguments.puzzle.ends;
    if ends.vacate.is_some() || ends.finish.is_some() {
        return Ok(vec![input::puzzle(&arguments.puzzle, stop)?]);
    }
    let entries = input::entries(&arguments.puzzle, stop)?;
    entries.into_iter().map(Entry::peg).collect()
}

/// Undecided if one of them is, else infeasible if one of them is.
fn status_of(words: &[Classification]) -> u8 {
    let is_undecided = |word: &Classification| matches!(word, Classification::Undecided(_));
    let is_possible = |word: &Classification| matches!(word, Classification::Possible(_));
    if words.iter().any(is_undecided) {
        status::UNDECIDED
    } else if words.iter().all(is_possible) {
        status::SOLVED
    } else {
        status::INFEASIBLE
    }
}

fn verdict_name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Solved(_) => "solved",
        Verdict::Infeasible(_) => "infeasible",
        Verdict::Undecided(_) => "undecided",
    }
}

/// Document of a puzzle for `--json`.
fn document(puzzle: &Puzzle, classified: &Classified) -> Result<Value, Failure> {
    let larger = classified
        .larger
        .iter()
        .zip(1..)
        .map(|((wide, verdict), margin)| {
            let plan = match verdict {
                Verdict::Solved(plan) => Some(plan.jumps()),
                _ => None,
            };
            serde_json::json!({
                "margin": margin,
                "holes": wide.board().len(),
                "verdict": verdict_name(verdict),
                "plan": plan,
            })
        });
    let mut document = serde_json::json!({
        "puzzle": puzzle.name(),
        "word": classified.word.name(),
        "category": classified.word.category(),
        "possible_with_margin": classified.possible_margin(),
        "larger": larger.collect::<Vec<_>>(),
    });
    match &classified.word {
        Classification::AnyBoard(checked)
        | Classification::NothingMoves(checked)
        | Classification::ThisBoard(checked) => {
            let entry = certificate::entry(checked.certificate(), None);
            document["certificate"] = serde_json::to_value(entry)?;
        }
        Classification::Possible(plan) => {
            document["plan"] = serde_json::json!(plan.jumps());
        }
        Classification::Undecided(why) => document["reason"] = why.name().into(),
    }
    Ok(document)
}

/// The category of a figure in words.
const fn in_words(word: &Classification) -> &'static str {
    match word {
        Classification::AnyBoard(_) => "impossible in theory (figure impossible théoriquement)",
        Classification::NothingMoves(_) => {
            "possible in theory, but no jump can be played (figure impossible pratiquement)"
        }
        Classification::ThisBoard(_) => {
            "possible in theory only (figure théoriquement possible), and not on this board"
        }
        Classification::Undecided(_) => {
            "possible in theory (figure théoriquement possible), and no plan is known here"
        }
        Classification::Possible(_) => "possible in practice (figure possible pratiquement)",
    }
}

fn text(puzzle: &Puzzle, classified: &Classified) -> String {
    let strong = print::STRONG;
    let word = |word: &str| format!("{strong}{word}{strong:#}");
    let found = match &classified.word {
        Classification::Possible(plan) => {
            let jumps = plan.jumps();
            let number = print::counted(moves(&jumps).len(), "move");
            let plan = print::plan(puzzle.board(), &jumps);
            format!("{}, in {number}\n{plan}", word("possible"))
        }
        Classification::AnyBoard(checked) => {
            let why = checked.explanation(puzzle);
            format!("{} (class)\n{why}", word("impossible on any board"))
        }
        Classification::NothingMoves(_) => word("impossible because nothing moves") + "\n",
        Classification::ThisBoard(checked) => {
            let (kind, why) = (checked.kind(), checked.explanation(puzzle));
            let verdict = word("impossible on this board");
            format!("{verdict} ({kind})\n{}\n", why.trim_end())
        }
        Classification::Undecided(why) => format!("{} ({})\n", word("undecided"), why.name()),
    };
    let mut text = format!(
        "{strong}{}{strong:#}\n\n{}\n{found}{}: {}\n",
        puzzle.name(),
        print::pair(puzzle),
        classified.word.category(),
        in_words(&classified.word)
    );
    for ((wide, verdict), margin) in classified.larger.iter().zip(1..) {
        let holes = wide.board().len();
        let rings = print::counted(margin, "ring");
        let verdict = match verdict {
            Verdict::Solved(_) => "possible".to_owned(),
            Verdict::Infeasible(checked) => format!("impossible ({})", checked.kind()),
            Verdict::Undecided(why) => format!("undecided ({})", why.name()),
        };
        let _ = writeln!(
            text,
            "with {rings} of holes around it ({holes} holes): {verdict}"
        );
    }
    if let Some((wide, Verdict::Solved(plan))) = classified.larger.last() {
        text += &print::pair(wide);
        text += &print::plan(wide.board(), &plan.jumps());
    }
    text
}
