//! `saut check` for colour baseball: replays a plan, and checks the proofs that none is shorter.

use std::io::Write;

use saut::BadInput;
use saut::baseball::Puzzle;
use saut::formats::certificate::{self, ClaimedBound};
use saut::formats::step_file;
use saut::pose;
use saut::proof::{self, Rejected};
use saut::simulate::baseball::replay;
use saut::stop::{Stop, Why};

use crate::cli::arguments::Check;
use crate::cli::check::unfinished;
use crate::cli::failure::Failure;
use crate::cli::{input, print, settings, solve, status};

/// Runs `saut check` for a puzzle of colour baseball.
pub fn check(arguments: &Check, puzzle: &Puzzle) -> Result<u8, Failure> {
    let text = input::text(&arguments.result)?;
    let within = |bad: BadInput| bad.within(&arguments.result);
    let plan = step_file::read_steps(&text).map_err(within)?;
    let replayed = replay(puzzle, plan).map_err(|rejected| {
        Failure::Refused(within(BadInput::new("plan refused", rejected.to_string())))
    })?;
    let length = replayed.plan().len();
    let bound = certificate::claimed_bound(&text).map_err(within)?;
    let stop = settings::stop(&arguments.limits);
    solve::stop_at_ctrl_c(&stop);
    let optimal = bound.map(|bound| {
        is_shortest(puzzle, length, bound, &stop).map_err(|failure| match failure {
            Failure::Refused(bad) => Failure::Refused(within(bad)),
            Failure::Input(bad) => Failure::Input(within(bad)),
            other => other,
        })
    });
    let optimal = match optimal.transpose()? {
        Some(Shortest::Unfinished(why)) => {
            return unfinished(arguments, puzzle.name(), "proof", why);
        }
        Some(Shortest::Proved) => Some(true),
        Some(Shortest::NotKept) => Some(false),
        None => None,
    };
    let mut out = anstream::stdout();
    if arguments.output.json {
        let mut document = serde_json::json!({"puzzle": puzzle.name(), "verdict": "solved",
            "kind": "plan", "length": length});
        if let Some(optimal) = optimal {
            document["optimal"] = optimal.into();
        }
        document["checked"] = true.into();
        writeln!(out, "{document}")?;
    } else {
        let shortest = match optimal {
            Some(true) => "; the proof that no plan is shorter holds",
            Some(false) => "; the proof that no plan is shorter was not kept",
            None => "",
        };
        writeln!(
            out,
            "solved: {}, replayed by the simulator{shortest}",
            print::counted(length, "step")
        )?;
    }
    Ok(status::SOLVED)
}

/// Whether the proofs exclude all shorter plans.
enum Shortest {
    Proved,
    /// Some proofs were not kept.
    NotKept,
    /// A limit ended the check.
    Unfinished(Why),
}

/// Checks the proofs about all shorter plans.
fn is_shortest(
    puzzle: &Puzzle,
    length: usize,
    bound: ClaimedBound,
    stop: &Stop,
) -> Result<Shortest, Failure> {
    let task = pose::baseball_task(puzzle);
    let least = task.length().at_least;
    let needed = least.max(length.saturating_sub(task.known().padding))..length;
    let mut refuted = Vec::new();
    for entry in bound.refuted {
        if !entry.is_kept() {
            return Ok(Shortest::NotKept);
        }
        let beside = |file: &str| {
            std::fs::read(file)
                .map_err(|error| BadInput::new(file, format!("cannot be read ({error})")))
        };
        let proof = certificate::length_proof(entry, beside)?;
        let horizon = proof.horizon;
        match proof::check(&task, proof, stop) {
            Ok(_) => refuted.push(horizon),
            Err(Rejected::Unfinished(why)) => return Ok(Shortest::Unfinished(why)),
            Err(rejected) => {
                let place = format!("proof about {horizon} steps refused");
                let bad = BadInput::new(place, rejected.to_string());
                return Err(Failure::Refused(bad));
            }
        }
    }
    match needed.clone().find(|length| !refuted.contains(length)) {
        None => Ok(Shortest::Proved),
        Some(missing) => Err(Failure::Refused(BadInput::new(
            "claim refused",
            format!("it says optimal, but nothing excludes a plan of {missing} steps"),
        ))),
    }
}
