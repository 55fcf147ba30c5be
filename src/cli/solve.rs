//! `saut solve`: decides and prints.

pub mod text;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use saut::certify::Certificate;
use saut::decide::{Decision, Method, Verdict};
use saut::formats::{Entry, certificate, json};
use saut::peg::{Puzzle, moves};
use saut::pose;
use saut::simulate::ReplayedPlan;
use saut::stop::Stop;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::arguments::Solve;
use super::failure::Failure;
use super::progress::Line;
use super::{fit, input, plans, proofs, settings, shorten, status};
use text::{fewest_steps, print_text};

/// Runs `saut solve`.
pub fn run(arguments: &Solve) -> Result<u8, Failure> {
    let puzzle = match input::entry(&arguments.puzzle)? {
        Entry::Baseball(puzzle) => {
            fit::for_baseball(arguments)?;
            return super::baseball::solve(arguments, &puzzle);
        }
        Entry::Peg(puzzle) => puzzle,
    };
    fit::for_peg(arguments)?;
    if plans::is_asked(arguments) {
        return plans::run(arguments, &puzzle);
    }
    if shorten::is_asked(arguments) {
        return shorten::run(arguments, &puzzle);
    }
    let backends = settings::backends(arguments)?;
    let mut settings = saut::Settings {
        backends,
        ..settings::settings(arguments)
    };
    stop_at_ctrl_c(&settings.stop);
    let line = Line::new();
    settings.progress = Some(line.clone());
    let decision = arguments.method.decide(&puzzle, &settings);
    line.clear();
    print_decision(arguments, &puzzle, &decision?)
}

/// Says that a puzzle has no plan, with a certificate that the ordinary way finds and checks.
pub fn refuse(arguments: &Solve, puzzle: &Puzzle, stop: &Stop) -> Result<u8, Failure> {
    let settings = saut::Settings {
        stop: stop.clone(),
        ..settings::settings(arguments)
    };
    let decision = arguments.method.decide(puzzle, &settings)?;
    print_decision(arguments, puzzle, &decision)
}

/// Prints a decision, and gives the exit status.
pub fn print_decision(
    arguments: &Solve,
    puzzle: &Puzzle,
    decision: &Decision,
) -> Result<u8, Failure> {
    for warning in &decision.warnings {
        anstream::eprintln!("saut: warning: {warning}; went on without it");
    }
    let kept = match &arguments.proof {
        Some(file) => keep_proofs(puzzle, decision, file)?,
        None => Vec::new(),
    };
    if arguments.output.json {
        print_json(puzzle, decision, &kept)?;
    } else {
        print_text(puzzle, decision)?;
    }
    Ok(match decision.verdict {
        Verdict::Solved(_) => status::SOLVED,
        Verdict::Infeasible(_) => status::INFEASIBLE,
        Verdict::Undecided(_) => status::UNDECIDED,
    })
}

/// The first Ctrl-C ends the work with "undecided"; a second one ends the program.
pub fn stop_at_ctrl_c(stop: &Stop) {
    let stop = stop.clone();
    let asked = AtomicBool::new(false);
    let _ = ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        stop.request();
    });
}

/// Keeps the proof of an infeasible puzzle, or of fewest steps; the names of the files.
fn keep_proofs(puzzle: &Puzzle, decision: &Decision, file: &Path) -> Result<Vec<PathBuf>, Failure> {
    let task = pose::peg_task(puzzle);
    if let Verdict::Infeasible(checked) = &decision.verdict
        && let Certificate::Proof(proof) = checked.certificate()
    {
        proofs::keep(
            &proof.task(puzzle),
            proof.encoding,
            proof.horizon,
            &proof.drat,
            file,
        )?;
        return Ok(vec![file.to_owned()]);
    }
    proofs::keep_all(&task, &decision.refuted, file)
}

fn print_json(puzzle: &Puzzle, decision: &Decision, kept: &[PathBuf]) -> Result<(), Failure> {
    let document = document(puzzle, decision, kept)?;
    Ok(writeln!(anstream::stdout(), "{document}")?)
}

/// A decision as one JSON document; `kept` are the files of its proofs.
pub fn document(puzzle: &Puzzle, decision: &Decision, kept: &[PathBuf]) -> Result<String, Failure> {
    let name = puzzle.name().to_owned();
    let seconds = decision.elapsed.as_secs_f64();
    let method = decision.method.as_ref().map_or("", Method::name).to_owned();
    let document = match &decision.verdict {
        Verdict::Solved(plan) => json::write_json(&Document {
            solved: solved(name, decision, plan, method),
            facts: step_facts(decision, kept),
        }),
        Verdict::Infeasible(checked) => json::write_json(&json::Infeasible {
            puzzle: name,
            verdict: json::Verdict::Infeasible,
            certificate: certificate::entry(
                checked.certificate(),
                kept.first().map(PathBuf::as_path),
            ),
            method,
            seconds,
            checked: true,
        }),
        Verdict::Undecided(why) => json::write_json(&json::Undecided {
            puzzle: name,
            verdict: json::Verdict::Undecided,
            reason: why.name().to_owned(),
            method: Some(method).filter(|method| !method.is_empty()),
            nodes: decision.method.as_ref().and_then(Method::nodes),
            seconds,
        }),
    };
    document.map_err(|error| Failure::Other(error.to_string()))
}

/// The document of a solved puzzle, and what was asked beyond.
#[derive(Serialize)]
pub struct Document {
    #[serde(flatten)]
    pub solved: json::Solved,
    #[serde(flatten)]
    pub facts: Map<String, Value>,
}

/// The number of steps, and what excludes fewer, where these were asked for.
fn step_facts(decision: &Decision, kept: &[PathBuf]) -> Map<String, Value> {
    let mut facts = Map::new();
    if let Some(steps) = fewest_steps(decision) {
        let proofs = decision.refuted.iter().enumerate();
        let refuted = proofs.map(|(index, one)| {
            certificate::length_entry(one.proof(), kept.get(index).map(PathBuf::as_path))
        });
        let refuted: Vec<_> = refuted.collect();
        facts.insert("steps".to_owned(), steps.into());
        facts.insert("lower_bound".to_owned(), json!({"refuted": refuted}));
    }
    facts
}

/// The document of a solved puzzle, as far as it is of any.
pub fn solved(
    puzzle: String,
    decision: &Decision,
    plan: &ReplayedPlan,
    method: String,
) -> json::Solved {
    let (mut backend, mut horizon, mut variables, mut clauses) = (None, None, None, None);
    if let Some(Method::Formula {
        horizon: h,
        backend: b,
        variables: v,
        clauses: c,
        ..
    }) = &decision.method
    {
        (backend, horizon, variables, clauses) = (Some(b.clone()), Some(*h), Some(*v), Some(*c));
    }
    json::Solved {
        puzzle,
        verdict: json::Verdict::Solved,
        plan: json::jump_entries(plan.plan()),
        moves: moves(&plan.jumps()).len(),
        optimal: decision.optimal,
        method,
        backend,
        horizon,
        variables,
        clauses,
        nodes: decision.method.as_ref().and_then(Method::nodes),
        seconds: decision.elapsed.as_secs_f64(),
        checked: true,
    }
}
