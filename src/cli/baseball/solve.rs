//! `saut solve` for colour baseball.

use std::io::Write;
use std::path::PathBuf;

use saut::baseball::{Puzzle, fewest_steps};
use saut::decide::Method;
use saut::decide::baseball::{self, Decision, Verdict};
use saut::formats::certificate::{LengthEntry, length_entry};
use saut::pose;
use saut::proof::RefutedHorizon;
use saut::simulate::baseball::ReplayedSteps;
use saut::stop::Why;

use super::{describe, entries, print_steps};
use crate::cli::arguments::Solve;
use crate::cli::failure::Failure;
use crate::cli::progress::Line;
use crate::cli::solve::{stop_at_ctrl_c, text};
use crate::cli::{print, proofs, settings, status};

/// Runs `saut solve` for a puzzle of colour baseball.
pub fn solve(arguments: &Solve, puzzle: &Puzzle) -> Result<u8, Failure> {
    let decided = if let Some(strategy) = arguments.strategy {
        baseball::by_hand(puzzle, strategy)?
    } else {
        let mut settings = saut::Settings {
            backends: settings::backends(arguments)?,
            ..settings::settings(arguments)
        };
        stop_at_ctrl_c(&settings.stop);
        let line = Line::new();
        settings.progress = Some(line.clone());
        let decided = baseball::solve(puzzle, &settings);
        line.clear();
        decided?
    };
    let proofs = match &arguments.proof {
        Some(file) => proofs::keep_all(&pose::baseball_task(puzzle), &decided.refuted, file)?,
        None => Vec::new(),
    };
    if arguments.output.json {
        print_json(arguments, puzzle, &decided, &proofs)?;
    } else {
        print_text(arguments, puzzle, &decided)?;
    }
    Ok(if decided.is_decided() {
        status::SOLVED
    } else {
        status::UNDECIDED
    })
}

fn print_json(
    arguments: &Solve,
    puzzle: &Puzzle,
    decided: &Decision,
    proofs: &[PathBuf],
) -> Result<(), Failure> {
    let document = document(puzzle, decided, proofs, &method(arguments, decided));
    Ok(writeln!(anstream::stdout(), "{document}")?)
}

/// What came of a puzzle as one JSON document; `proofs` are the files of its proofs.
pub fn document(
    puzzle: &Puzzle,
    decided: &Decision,
    proofs: &[PathBuf],
    method: &str,
) -> serde_json::Value {
    let seconds = (decided.elapsed.as_secs_f64() * 10_000.0).round() / 10_000.0;
    let plan = match &decided.verdict {
        Verdict::Solved(plan) => plan,
        Verdict::Infeasible(never) => match **never {},
        Verdict::Undecided(why) => {
            let (puzzle, reason) = (puzzle.name(), why.name());
            return serde_json::json!({
                "puzzle": puzzle, "verdict": "undecided", "reason": reason, "seconds": seconds});
        }
    };
    let mut document = serde_json::json!({
        "puzzle": puzzle.name(),
        "verdict": "solved",
        "plan": entries(plan),
        "length": plan.plan().len(),
    });
    if let Some(optimal) = decided.optimal {
        document["optimal"] = optimal.into();
        document["lower_bound"] = lower_bound(puzzle, decided, proofs);
    }
    document["method"] = method.into();
    if let Some(Method::Formula {
        horizon,
        backend,
        variables,
        clauses,
        ..
    }) = &decided.method
    {
        document["backend"] = backend.as_str().into();
        document["horizon"] = (*horizon).into();
        document["variables"] = (*variables).into();
        document["clauses"] = (*clauses).into();
    }
    document["seconds"] = seconds.into();
    document["checked"] = true.into();
    document
}

/// What excludes shorter plans: distances, then proofs.
fn lower_bound(puzzle: &Puzzle, decided: &Decision, proofs: &[PathBuf]) -> serde_json::Value {
    let entry = |(index, refuted): (usize, &RefutedHorizon)| -> LengthEntry {
        length_entry(refuted.proof(), proofs.get(index).map(PathBuf::as_path))
    };
    let refuted: Vec<LengthEntry> = decided.refuted.iter().enumerate().map(entry).collect();
    serde_json::json!({"by_distances": fewest_steps(puzzle), "refuted": refuted})
}

fn method(arguments: &Solve, decided: &Decision) -> String {
    match (&decided.method, arguments.strategy) {
        (Some(method), _) => method.name().to_owned(),
        (None, Some(strategy)) => strategy.name().to_owned(),
        (None, None) => String::new(),
    }
}

fn print_text(arguments: &Solve, puzzle: &Puzzle, decided: &Decision) -> Result<(), Failure> {
    let strong = print::STRONG;
    let mut out = anstream::stdout().lock();
    describe(&mut out, puzzle)?;
    match &decided.verdict {
        Verdict::Solved(plan) => {
            let length = print::counted(plan.plan().len(), "step");
            writeln!(
                out,
                "{strong}solved{strong:#}: {length}{}",
                optimal(decided, plan)
            )?;
            print_steps(&mut out, &plan.steps())?;
            writeln!(
                out,
                "\na step is token:from>to; replayed by the simulator; {}",
                cost(arguments, decided)
            )?;
        }
        Verdict::Infeasible(never) => match **never {},
        Verdict::Undecided(why) => {
            writeln!(out, "{strong}undecided{strong:#} ({})", why.name())?;
            if matches!(why, Why::HorizonRefuted { .. }) {
                writeln!(out, "there is no plan at this horizon, says the solver")?;
            }
            writeln!(out, "{}", cost(arguments, decided))?;
        }
    }
    Ok(out.flush()?)
}

fn optimal(decided: &Decision, plan: &ReplayedSteps) -> String {
    let lengths: Vec<String> = decided
        .refuted
        .iter()
        .map(|one| one.proof().horizon.to_string())
        .collect();
    match decided.optimal {
        None => String::new(),
        Some(false) => ", not proved to be the fewest".to_owned(),
        Some(true) if lengths.is_empty() => {
            format!(
                ", the fewest: the tokens' distances add up to {}",
                plan.plan().len()
            )
        }
        Some(true) => format!(
            ", the fewest: the checker accepted the proof that {} {} not enough",
            lengths.join(" and "),
            if lengths.len() == 1 { "is" } else { "are" },
        ),
    }
}

fn cost(arguments: &Solve, decided: &Decision) -> String {
    let how = match &decided.method {
        Some(formula @ Method::Formula { .. }) => text::formula(formula),
        _ => match method(arguments, decided) {
            name if name.is_empty() => String::new(),
            name => format!("by {name}; "),
        },
    };
    let formulas = match decided.attempts {
        0 => String::new(),
        attempts => format!(", {}", print::counted(attempts, "formula")),
    };
    format!("{how}{:.2} s{formulas}", decided.elapsed.as_secs_f64())
}
