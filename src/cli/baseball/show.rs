//! `saut show` for colour baseball.

use saut::BadInput;
use saut::baseball::{Configuration, Puzzle, Step, picture};
use saut::formats::{latex, page, step_file};
use saut::simulate::baseball::{ReplayedSteps, play, replay};
use serde_json::{Value, json};

use crate::cli::arguments::{Global, Show};
use crate::cli::input;
use crate::cli::reply::{Failure, Reply};
use crate::cli::show::drawing;
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
    let (svg, steps) = (picture::svg(puzzle, puzzle.start()), plan.as_ref());
    let steps = steps.map(ReplayedSteps::steps);
    let bases = |of: &Configuration| {
        (0..of.bases())
            .map(|base| json!(of.on(base)))
            .collect::<Value>()
    };
    let mut facts = json!({
        "puzzle": puzzle.name(), "game": "baseball", "track": puzzle.track().name(),
        "capacity": puzzle.capacity(), "start": bases(puzzle.start()), "goal": bases(puzzle.goal()),
        "svg": svg,
    });
    if let Some(steps) = &steps {
        facts["plan"] = json!(steps);
    }
    drawing::reply(
        arguments,
        global,
        facts,
        || with_characters(puzzle, steps.as_deref().unwrap_or_default()),
        || svg.clone(),
        || latex::track(puzzle, steps.as_deref().unwrap_or_default()),
        || page::track(puzzle, steps.as_deref()),
    )
}

/// The puzzle, and a line for every step of the plan.
fn with_characters(puzzle: &Puzzle, steps: &[Step]) -> Result<String, Failure> {
    let mut text = describe(puzzle);
    let (bases, track, capacity) = (puzzle.bases(), puzzle.track(), puzzle.capacity());
    let fewest = saut::baseball::fewest_steps(puzzle);
    text +=
        &format!("{bases} bases on a {track}, {capacity} places each; at least {fewest} steps\n");
    for (what, words) in [("why", &puzzle.why), ("source", &puzzle.source)] {
        if let Some(words) = words {
            text += &format!("{what}: {words}\n");
        }
    }
    let mut configuration = puzzle.start().clone();
    for (number, &step) in (1..).zip(steps) {
        play(puzzle, &mut configuration, step)
            .map_err(|fault| Failure::Other(fault.to_string()))?;
        let drawn = picture::text(&configuration, capacity);
        let space = if number == 1 { "\n" } else { "" };
        text += &format!("{space}{number:>4}. {:<8} {drawn}\n", step_name(step));
    }
    Ok(text)
}
