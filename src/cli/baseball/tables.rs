//! `saut baseball`: comparing, counting and distances.

use std::io::Write;
use std::time::{Duration, Instant};

use saut::baseball::{Counts, NotAll, Strategy, counts, distances};
use saut::decide::baseball::{Verdict, by_hand, solve};
use saut::{BadInput, Settings};

use super::tree;
use crate::cli::arguments::{Baseball, Compare, CountOf, Directions, DistancesOf};
use crate::cli::failure::Failure;
use crate::cli::progress::Line;
use crate::cli::solve::stop_at_ctrl_c;
use crate::cli::{input, print, settings, status};
use saut::answer::describe;

/// Runs `saut baseball`.
pub fn run(command: &Baseball) -> Result<u8, Failure> {
    match command {
        Baseball::Compare(arguments) => compare(arguments),
        Baseball::Count(arguments) => count(arguments),
        Baseball::Distances(arguments) => all_distances(arguments),
        Baseball::Tree(arguments) => tree::run(arguments),
    }
}

/// The shortest plan beside those of the hand methods.
fn compare(arguments: &Compare) -> Result<u8, Failure> {
    let puzzle = input::entry_named(&arguments.puzzle, &Directions::default())?.baseball()?;
    let line = Line::new();
    let settings = Settings {
        stop: settings::stop(&arguments.limits),
        seed: arguments.limits.seed,
        threads: arguments.limits.threads,
        progress: Some(line.clone()),
        ..Settings::default()
    };
    stop_at_ctrl_c(&settings.stop);
    let optimum = solve(&puzzle, &settings);
    line.clear();
    let optimum = optimum?;
    let mut methods = Vec::new();
    for &strategy in Strategy::ALL {
        if let Verdict::Solved(plan) = by_hand(&puzzle, strategy)?.verdict {
            methods.push((strategy.name(), plan));
        }
    }
    let mut out = anstream::stdout().lock();
    if arguments.output.json {
        let mut documents: Vec<serde_json::Value> = methods
            .iter()
            .map(|(name, plan)| {
                serde_json::json!({"method": name, "length": plan.plan().len(), "plan": plan.steps()})
            })
            .collect();
        if let Verdict::Solved(plan) = &optimum.verdict {
            documents.insert(
                0,
                serde_json::json!({"method": "shortest", "length": plan.plan().len(),
                    "optimal": optimum.optimal, "plan": plan.steps()}),
            );
        }
        let document = serde_json::json!({"puzzle": puzzle.name(), "methods": documents});
        writeln!(out, "{document}")?;
    } else {
        write!(out, "{}", describe(&puzzle))?;
        match &optimum.verdict {
            Verdict::Infeasible(never) => match **never {},
            Verdict::Solved(plan) => {
                let proved = if optimum.optimal == Some(true) {
                    "proved"
                } else {
                    "not proved"
                };
                writeln!(
                    out,
                    "{:<20} {:>4} steps, {proved}",
                    "shortest",
                    plan.plan().len()
                )?;
            }
            Verdict::Undecided(why) => {
                writeln!(out, "{:<20} undecided ({})", "shortest", why.name())?;
            }
        }
        for (name, plan) in &methods {
            writeln!(out, "{name:<20} {:>4} steps", plan.plan().len())?;
        }
    }
    Ok(if optimum.is_decided() {
        status::SOLVED
    } else {
        status::UNDECIDED
    })
}

fn count(arguments: &CountOf) -> Result<u8, Failure> {
    let Counts {
        configurations,
        without_hole,
    } = counts(arguments.bases);
    let mut out = anstream::stdout();
    if arguments.output.json {
        let document = serde_json::json!({"bases": arguments.bases,
            "configurations": configurations.to_string(),
            "without_hole": without_hole.to_string()});
        writeln!(out, "{document}")?;
    } else {
        let n = arguments.bases;
        writeln!(
            out,
            "C({n}) = {configurations} configurations of {n} bases with two places"
        )?;
        writeln!(out, "P({n}) = {without_hole} without a hole")?;
    }
    Ok(status::SOLVED)
}

fn all_distances(arguments: &DistancesOf) -> Result<u8, Failure> {
    let deadline = arguments
        .timeout
        .and_then(|seconds| Instant::now().checked_add(Duration::from_secs_f64(seconds)));
    let goes_on = || deadline.is_none_or(|deadline| Instant::now() < deadline);
    let track = arguments.track;
    let mut out = anstream::stdout();
    let all = match distances(track, arguments.bases.into(), 2, goes_on) {
        Ok(all) => all,
        Err(NotAll::Stopped) => {
            if arguments.output.json {
                let document = serde_json::json!({"bases": arguments.bases,
                    "track": track.name(), "verdict": "undecided", "reason": "timeout"});
                writeln!(out, "{document}")?;
            } else {
                writeln!(out, "undecided (timeout)")?;
            }
            return Ok(status::UNDECIDED);
        }
        Err(too_many) => return Err(BadInput::new("", too_many.to_string()).into()),
    };
    let numbers: Vec<usize> = all.by_distance().iter().map(Vec::len).collect();
    if arguments.output.json {
        let document = serde_json::json!({"bases": arguments.bases, "track": track.name(),
            "configurations": all.len(), "worst": all.worst(), "by_distance": numbers});
        writeln!(out, "{document}")?;
        return Ok(status::SOLVED);
    }
    writeln!(
        out,
        "{} bases on a {track}: {}; the farthest is {} from home",
        arguments.bases,
        print::counted(all.len(), "configuration"),
        print::counted(all.worst(), "step"),
    )?;
    let most = numbers.iter().max().copied().unwrap_or(1);
    writeln!(out, "\nsteps  configurations")?;
    for (distance, &number) in numbers.iter().enumerate() {
        let bar = "#".repeat((50 * number).div_ceil(most));
        writeln!(out, "{distance:>5}  {:>14}  {bar}", print::grouped(number))?;
    }
    Ok(status::SOLVED)
}
