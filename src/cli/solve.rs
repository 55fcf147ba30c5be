//! `saut solve`: decides and prints.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use saut::baseline::Baseline;
use saut::certify::Certificate;
use saut::decide::{Decision, Method, Verdict, decide};
use saut::encode::{Encoding, text};
use saut::formats::{Entry, certificate, json};
use saut::peg::{Puzzle, moves};
use saut::pose;
use saut::simulate::ReplayedPlan;
use saut::stop::{Stop, Why};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::arguments::Solve;
use super::failure::Failure;
use super::progress::Line;
use super::{fit, input, plans, print, proofs, settings, shorten, status};

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
    let decision = decide(&puzzle, &settings);
    line.clear();
    print_decision(arguments, &puzzle, &decision?)
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
        proofs::keep(&proof.task(puzzle), proof, file)?;
        return Ok(vec![file.to_owned()]);
    }
    proofs::keep_all(&task, &decision.refuted, file)
}

fn print_json(puzzle: &Puzzle, decision: &Decision, kept: &[PathBuf]) -> Result<(), Failure> {
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
    let document = document.map_err(|error| Failure::Other(error.to_string()))?;
    Ok(writeln!(anstream::stdout(), "{document}")?)
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

fn print_text(puzzle: &Puzzle, decision: &Decision) -> Result<(), Failure> {
    let strong = print::STRONG;
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}\n\n{}", print::heading(puzzle), print::pair(puzzle))?;
    match &decision.verdict {
        Verdict::Solved(plan) => {
            let jumps = plan.jumps();
            let number = print::counted(jumps.len(), "jump");
            let grouped = print::counted(moves(&jumps).len(), "move");
            let (steps, optimal) = (steps(decision), optimal(decision));
            writeln!(
                out,
                "{strong}solved{strong:#}: {number} in {grouped}{steps}{optimal}"
            )?;
            if fewest_steps(decision).is_some() {
                write!(out, "{}", print::steps(puzzle.board(), plan.plan()))?;
            } else {
                write!(out, "{}", print::plan(puzzle.board(), &jumps))?;
            }
            writeln!(out)?;
            for refuted in &decision.refuted {
                let few = print::counted(refuted.proof().horizon, "step");
                writeln!(out, "no plan has {few}: the checker accepted the proof")?;
            }
            writeln!(out, "replayed by the simulator; {}", cost(decision))?;
        }
        Verdict::Infeasible(certificate) => {
            writeln!(out, "{strong}infeasible{strong:#}: no plan of any length")?;
            writeln!(out, "{}", certificate.explanation(puzzle).trim_end())?;
            writeln!(
                out,
                "\ncertificate ({}) accepted by the checker; {}",
                certificate.kind(),
                cost(decision)
            )?;
        }
        Verdict::Undecided(why) => {
            writeln!(out, "{strong}undecided{strong:#} ({})", why.name())?;
            if let (Why::Exhausted, Some(Method::Baseline { baseline, .. })) =
                (why, &decision.method)
            {
                writeln!(out, "{}", came_to_its_end(*baseline))?;
            }
            writeln!(out, "{}", cost(decision))?;
        }
    }
    Ok(out.flush()?)
}

/// The number of steps, where these were made few.
fn fewest_steps(decision: &Decision) -> Option<usize> {
    match (&decision.method, decision.optimal) {
        (
            Some(Method::Formula {
                encoding: Encoding::Forall,
                horizon,
                ..
            }),
            Some(_),
        ) => Some(*horizon),
        _ => None,
    }
}

fn steps(decision: &Decision) -> String {
    fewest_steps(decision).map_or(String::new(), |steps| {
        format!(", {}", print::counted(steps, "step"))
    })
}

fn optimal(decision: &Decision) -> &'static str {
    match decision.optimal {
        Some(true) => ", proved to be the fewest",
        Some(false) => ", not proved to be the fewest",
        None => "",
    }
}

/// What it means that a baseline came to its end without a plan.
fn came_to_its_end(baseline: Baseline) -> String {
    format!(
        "{baseline} found no plan in the whole space; that leaves no certificate to check:\n\
         --method exhaustive or no --method may give one"
    )
}

/// How it was found and what it cost, in one or two lines.
fn cost(decision: &Decision) -> String {
    let how = match &decision.method {
        Some(Method::Formula {
            encoding,
            horizon,
            backend,
            variables,
            clauses,
        }) => format!(
            "by {} at horizon {horizon}, {backend}:\n{}, {}; ",
            text::choices(*encoding),
            print::counted(*variables, "variable"),
            print::counted(*clauses, "clause"),
        ),
        Some(Method::Criterion(kind)) => format!("by {kind}, without a solver; "),
        Some(Method::Search) => "by the exhaustive search from both ends; ".to_owned(),
        Some(Method::Thin) => "by a search from both ends that keeps some positions; ".to_owned(),
        Some(Method::Baseline { baseline, nodes }) => {
            let nodes = usize::try_from(*nodes).unwrap_or(usize::MAX);
            format!(
                "by {baseline}, {} entered; ",
                print::counted(nodes, "position")
            )
        }
        None => String::new(),
    };
    let conflicts = usize::try_from(decision.conflicts).unwrap_or(usize::MAX);
    let work = match decision.attempts {
        0 => String::new(),
        attempts => format!(
            ", {}, {}",
            print::counted(attempts, "formula"),
            print::counted(conflicts, "conflict")
        ),
    };
    format!("{how}{:.2} s{work}", decision.elapsed.as_secs_f64())
}
