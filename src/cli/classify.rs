//! `saut classify`: possible or not, and on which boards.

mod difficulty;

use std::io::Write;

use saut::Settings;
use saut::census::{Classification, Classified, classify};
use saut::decide::Verdict;
use saut::formats::{certificate, json};
use saut::peg::{Puzzle, moves};

use super::arguments::Classify;
use super::failure::Failure;
use super::solve::stop_at_ctrl_c;
use super::{input, print, settings, status};

/// Runs `saut classify`.
pub fn run(arguments: &Classify) -> Result<u8, Failure> {
    if arguments.difficulty {
        return difficulty::run(arguments);
    }
    let puzzle = input::puzzle(&arguments.puzzle)?;
    let settings = Settings {
        threads: arguments.limits.threads,
        seed: arguments.limits.seed,
        stop: settings::stop(&arguments.limits),
        ..Settings::default()
    };
    stop_at_ctrl_c(&settings.stop);
    let classified = classify(&puzzle, arguments.margin, &settings)?;
    if arguments.output.json {
        print_json(&puzzle, &classified)?;
    } else {
        print_text(&puzzle, &classified)?;
    }
    Ok(match &classified.word {
        Classification::Possible(_) => status::SOLVED,
        Classification::Undecided(_) => status::UNDECIDED,
        _ => status::INFEASIBLE,
    })
}

fn verdict_name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Solved(_) => "solved",
        Verdict::Infeasible(_) => "infeasible",
        Verdict::Undecided(_) => "undecided",
    }
}

fn print_json(puzzle: &Puzzle, classified: &Classified) -> Result<(), Failure> {
    let larger = classified
        .larger
        .iter()
        .zip(1..)
        .map(|((wide, verdict), margin)| {
            let plan = match verdict {
                Verdict::Solved(plan) => Some(json::jump_entries(plan.plan())),
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
        "possible_with_margin": classified.possible_margin(),
        "larger": larger.collect::<Vec<_>>(),
    });
    match &classified.word {
        Classification::AnyBoard(checked)
        | Classification::NothingMoves(checked)
        | Classification::ThisBoard(checked) => {
            let entry = certificate::entry(checked.certificate(), None);
            document["certificate"] =
                serde_json::to_value(entry).map_err(|error| Failure::Other(error.to_string()))?;
        }
        Classification::Possible(plan) => {
            document["plan"] = serde_json::to_value(json::jump_entries(plan.plan()))
                .map_err(|error| Failure::Other(error.to_string()))?;
        }
        Classification::Undecided(why) => document["reason"] = why.name().into(),
    }
    Ok(writeln!(anstream::stdout(), "{document}")?)
}

fn print_text(puzzle: &Puzzle, classified: &Classified) -> Result<(), Failure> {
    let strong = print::STRONG;
    let mut out = anstream::stdout().lock();
    write!(
        out,
        "{strong}{}{strong:#}\n\n{}\n",
        puzzle.name(),
        print::pair(puzzle)
    )?;
    let word = |word: &str| format!("{strong}{word}{strong:#}");
    match &classified.word {
        Classification::Possible(plan) => {
            let jumps = plan.jumps();
            let number = print::counted(moves(&jumps).len(), "move");
            writeln!(out, "{}, in {number}", word("possible"))?;
            write!(out, "{}", print::plan(puzzle.board(), &jumps))?;
        }
        Classification::AnyBoard(checked) => {
            writeln!(out, "{} (class)", word("impossible on any board"))?;
            write!(out, "{}", checked.explanation(puzzle))?;
        }
        Classification::NothingMoves(_) => {
            writeln!(out, "{}", word("impossible because nothing moves"))?;
        }
        Classification::ThisBoard(checked) => {
            writeln!(
                out,
                "{} ({})",
                word("impossible on this board"),
                checked.kind()
            )?;
            writeln!(out, "{}", checked.explanation(puzzle).trim_end())?;
        }
        Classification::Undecided(why) => {
            writeln!(out, "{} ({})", word("undecided"), why.name())?;
        }
    }
    for ((wide, verdict), margin) in classified.larger.iter().zip(1..) {
        let holes = wide.board().len();
        let rings = print::counted(margin, "ring");
        let verdict = match verdict {
            Verdict::Solved(_) => "possible".to_owned(),
            Verdict::Infeasible(checked) => format!("impossible ({})", checked.kind()),
            Verdict::Undecided(why) => format!("undecided ({})", why.name()),
        };
        writeln!(
            out,
            "with {rings} of holes around it ({holes} holes): {verdict}"
        )?;
    }
    if let Some((wide, Verdict::Solved(plan))) = classified.larger.last() {
        let plan = print::plan(wide.board(), &plan.jumps());
        write!(out, "{}{plan}", print::pair(wide))?;
    }
    Ok(())
}
