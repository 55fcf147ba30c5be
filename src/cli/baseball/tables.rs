//! `saut baseball`: comparing, counting and distances.

use std::fmt::Write as _;

use saut::BadInput;
use saut::baseball::{Counts, NotAll, Strategy, counts, distances};
use saut::decide::baseball::{Verdict, by_hand, solve};
use saut::stop::StopReason;
use serde_json::json;

use super::tree;
use crate::cli::arguments::{Baseball, Compare, CountOf, Directions, DistancesOf, Global};
use crate::cli::progress::Line;
use crate::cli::reply::{Failure, Reply};
use crate::cli::solve::interruptible;
use crate::cli::{input, print, settings, status};
use saut::answer::describe;

/// Runs `saut baseball`.
pub fn run(command: &Baseball, global: &Global) -> Result<Reply, Failure> {
    match command {
        Baseball::Compare(arguments) => compare(arguments, global),
        Baseball::Count(arguments) => Ok(count(arguments)),
        Baseball::Distances(arguments) => all_distances(arguments, global),
        Baseball::Tree(arguments) => tree::run(arguments, global),
    }
}

/// The shortest plan beside those of the hand methods.
fn compare(arguments: &Compare, global: &Global) -> Result<Reply, Failure> {
    let puzzle =
        input::entry_named(&arguments.puzzle, &Directions::default(), &global.stop)?.baseball()?;
    let settings = settings::within(global);
    let mut methods = Vec::new();
    for &strategy in Strategy::ALL {
        if let Verdict::Solved(plan) = by_hand(&puzzle, strategy)?.verdict {
            methods.push((strategy.name(), plan));
        }
    }
    let optimum = Line::new().over(settings, |settings| solve(&puzzle, settings))?;
    let mut documents = Vec::new();
    let mut text = describe(&puzzle);
    let status = match &optimum.verdict {
        Verdict::Infeasible(never) => match **never {},
        Verdict::Solved(plan) => {
            let length = plan.plan().len();
            let proved = if optimum.optimal == Some(true) {
                "proved"
            } else {
                "not proved"
            };
            let _ = writeln!(text, "{:<20} {length:>4} steps, {proved}", "shortest");
            documents.push(json!({"method": "shortest", "length": length,
                "optimal": optimum.optimal, "plan": plan.steps()}));
            status::SOLVED
        }
        Verdict::Undecided(why) => {
            let _ = writeln!(text, "{:<20} undecided ({})", "shortest", why.name());
            status::UNDECIDED
        }
    };
    for (name, plan) in &methods {
        let length = plan.plan().len();
        let _ = writeln!(text, "{name:<20} {length:>4} steps");
        documents.push(json!({"method": name, "length": length, "plan": plan.steps()}));
    }
    let document = json!({"puzzle": puzzle.name(), "methods": documents});
    Ok(Reply::new(status, document, text))
}

fn count(arguments: &CountOf) -> Reply {
    let Counts {
        configurations,
        without_hole,
    } = counts(arguments.bases);
    let n = arguments.bases;
    let document = json!({"bases": n, "configurations": configurations.to_string(),
        "without_hole": without_hole.to_string()});
    let text = format!(
        "C({n}) = {configurations} configurations of {n} bases with two places\n\
         P({n}) = {without_hole} without a hole\n"
    );
    Reply::new(status::SOLVED, document, text)
}

fn all_distances(arguments: &DistancesOf, global: &Global) -> Result<Reply, Failure> {
    let stop = interruptible(&global.stop);
    let goes_on = || stop.stop_reason().is_none();
    let track = arguments.track;
    let all = match distances(track, arguments.bases.into(), 2, goes_on) {
        Ok(all) => all,
        Err(NotAll::Stopped) => {
            let why = stop.stop_reason().unwrap_or(StopReason::Interrupted).name();
            let document = json!({"bases": arguments.bases, "track": track.name(),
                "verdict": "undecided", "reason": why});
            let text = format!("undecided ({why})\n");
            return Ok(Reply::new(status::UNDECIDED, document, text));
        }
        Err(too_many) => return Err(BadInput::new("", too_many.to_string()).into()),
    };
    let numbers: Vec<usize> = all.by_distance().iter().map(Vec::len).collect();
    let document = json!({"bases": arguments.bases, "track": track.name(),
        "configurations": all.len(), "worst": all.worst(), "by_distance": numbers});
    let mut text = format!(
        "{} bases on a {track}: {}; the farthest is {} from home\n\nsteps  configurations\n",
        arguments.bases,
        print::counted(all.len(), "configuration"),
        print::counted(all.worst(), "step"),
    );
    let most = numbers.iter().max().copied().unwrap_or(1);
    for (distance, &number) in numbers.iter().enumerate() {
        let bar = "#".repeat((50 * number).div_ceil(most));
        let number = print::grouped(number);
        let _ = writeln!(text, "{distance:>5}  {number:>14}  {bar}");
    }
    Ok(Reply::new(status::SOLVED, document, text))
}
