//! `saut show` for colour baseball.

use std::io::Write;

use saut::BadInput;
use saut::baseball::{Puzzle, picture};
use saut::formats::{latex, page, step_file};
use saut::named::Named as _;
use saut::simulate::baseball::{ReplayedSteps, play, replay};

use super::bases;
use crate::cli::arguments::{Global, Show, ShowFormat};
use crate::cli::input;
use crate::cli::reply::{Failure, Reply};
use saut::answer::{describe, step_name};

/// Runs `saut show` for a puzzle of colour baseball.
pub fn show(arguments: &Show, global: &Global, puzzle: &Puzzle) -> Result<Reply, Failure> {
    let replayed = |file: &str| -> Result<_, Failure> {
        let plan = step_file::read_steps(&input::text(file, &global.stop)?)
            .map_err(|bad| bad.within(file))?;
        replay(puzzle, plan).map_err(|rejected| {
            let refused = BadInput::new("plan refused", rejected.to_string());
            Failure::Refused(refused.within(file))
        })
    };
    let plan = arguments.result.as_deref().map(replayed).transpose()?;
    let drawn = match arguments.format(global) {
        ShowFormat::Png => {
            let svg = picture::svg(puzzle, puzzle.start());
            let facts = facts(puzzle, plan.as_ref())?;
            return crate::cli::show::png::reply(arguments, global, &svg, facts);
        }
        ShowFormat::Text => with_characters(puzzle, plan.as_ref())?,
        ShowFormat::Svg => picture::svg(puzzle, puzzle.start()),
        ShowFormat::Latex => {
            let steps = plan.as_ref().map(ReplayedSteps::steps);
            latex::track(puzzle, steps.as_deref().unwrap_or_default())
        }
        ShowFormat::Html => page::track(puzzle, plan.as_ref().map(ReplayedSteps::steps).as_deref()),
    };
    let key = matches!(
        arguments.format(global),
        ShowFormat::Html | ShowFormat::Latex
    )
    .then(|| arguments.format(global).name());
    let document = facts(puzzle, plan.as_ref())?;
    Reply::content(document, key, drawn, global.out.as_deref())
}

/// The puzzle, and its plan if there is one, in JSON.
fn facts(puzzle: &Puzzle, plan: Option<&ReplayedSteps>) -> Result<serde_json::Value, Failure> {
    let mut document = serde_json::json!({
        "puzzle": puzzle.name(),
        "game": "baseball",
        "track": puzzle.track().name(),
        "capacity": puzzle.capacity(),
        "start": bases(puzzle.start()),
        "goal": bases(puzzle.goal()),
        "svg": picture::svg(puzzle, puzzle.start()),
    });
    if let Some(plan) = plan {
        document["plan"] = serde_json::to_value(plan.steps())?;
    }
    Ok(document)
}

/// The puzzle, and a line for every step of the plan.
fn with_characters(puzzle: &Puzzle, plan: Option<&ReplayedSteps>) -> Result<String, Failure> {
    let mut out = Vec::new();
    write!(out, "{}", describe(puzzle))?;
    writeln!(
        out,
        "{} bases on a {}, {} places each; at least {} steps",
        puzzle.bases(),
        puzzle.track(),
        puzzle.capacity(),
        saut::baseball::fewest_steps(puzzle),
    )?;
    for (what, text) in [("why", &puzzle.why), ("source", &puzzle.source)] {
        if let Some(text) = text {
            writeln!(out, "{what}: {text}")?;
        }
    }
    if let Some(plan) = plan {
        let mut configuration = puzzle.start().clone();
        writeln!(out)?;
        for (number, step) in (1..).zip(plan.steps()) {
            play(puzzle, &mut configuration, step)
                .map_err(|fault| Failure::Other(fault.to_string()))?;
            let drawn = picture::text(&configuration, puzzle.capacity());
            writeln!(out, "{number:>4}. {:<8} {drawn}", step_name(step))?;
        }
    }
    String::from_utf8(out).map_err(|error| Failure::Other(error.to_string()))
}
