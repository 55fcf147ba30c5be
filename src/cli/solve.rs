//! `saut solve`: decides and prints.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use saut::baseline::Baseline;
use saut::certify::{Certificate, CheckedCertificate};
use saut::decide::{Decision, Method, Verdict, decide};
use saut::encode::{Encoding, text};
use saut::formats::{Entry, certificate, json};
use saut::formula::{Formula, dimacs};
use saut::peg::{Puzzle, moves};
use saut::simulate::ReplayedPlan;
use saut::stop::{Stop, Why};
use saut::{BadInput, pose};

use super::arguments::Solve;
use super::failure::Failure;
use super::progress::Line;
use super::{input, plans, print, settings, shorten, status};

/// Runs `saut solve`.
pub fn run(arguments: &Solve) -> Result<u8, Failure> {
    let puzzle = match input::entry(&arguments.puzzle)? {
        Entry::Baseball(puzzle) => return super::baseball::solve(arguments, &puzzle),
        Entry::Peg(puzzle) => puzzle,
    };
    super::baseball::refuse_for_peg(arguments)?;
    if plans::is_asked(arguments)? {
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
    if let (Verdict::Infeasible(certificate), Some(file)) = (&decision.verdict, &arguments.proof) {
        keep_proof(puzzle, certificate, file)?;
    }
    if arguments.output.json {
        print_json(puzzle, decision, arguments.proof.as_deref())?;
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

fn keep_proof(
    puzzle: &Puzzle,
    certificate: &CheckedCertificate,
    file: &Path,
) -> Result<(), Failure> {
    let Certificate::Proof(proof) = certificate.certificate() else {
        return Ok(());
    };
    let cannot = |path: &Path| {
        let name = path.display().to_string();
        move |error: std::io::Error| BadInput::new(name, format!("cannot be written ({error})"))
    };
    std::fs::write(file, &proof.drat).map_err(cannot(file))?;
    let mut formula_file = file.as_os_str().to_owned();
    formula_file.push(".cnf");
    let formula_file = Path::new(&formula_file);
    let encoded = proof
        .encoding
        .encode(&pose::peg_task(puzzle), proof.horizon);
    if let Formula::Cnf { cnf, names } = &encoded.formula {
        let mut text = Vec::new();
        dimacs::write(&mut text, cnf, names.len())?;
        std::fs::write(formula_file, text).map_err(cannot(formula_file))?;
    }
    Ok(())
}

fn print_json(puzzle: &Puzzle, decision: &Decision, proof: Option<&Path>) -> Result<(), Failure> {
    let name = puzzle.name().to_owned();
    let seconds = decision.elapsed.as_secs_f64();
    let method = decision.method.as_ref().map_or("", Method::name).to_owned();
    let document = match &decision.verdict {
        Verdict::Solved(plan) => json::write_json(&solved(name, decision, plan, method)),
        Verdict::Infeasible(checked) => json::write_json(&json::Infeasible {
            puzzle: name,
            verdict: json::Verdict::Infeasible,
            certificate: certificate::entry(checked.certificate(), proof),
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

/// The document of a solved puzzle.
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
    write!(out, "{strong}{}{strong:#}", puzzle.name())?;
    writeln!(
        out,
        "{}",
        puzzle
            .title
            .as_ref()
            .map_or(String::new(), |title| format!(": {title}"))
    )?;
    writeln!(out, "\n{}", print::pair(puzzle))?;
    match &decision.verdict {
        Verdict::Solved(plan) => {
            let jumps = plan.jumps();
            let number = print::counted(jumps.len(), "jump");
            let grouped = print::counted(moves(&jumps).len(), "move");
            writeln!(
                out,
                "{strong}solved{strong:#}: {number} in {grouped}{}{}",
                steps(decision),
                optimal(decision)
            )?;
            write!(out, "{}", print::plan(puzzle.board(), &jumps))?;
            writeln!(out, "\nreplayed by the simulator; {}", cost(decision))?;
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

/// The steps, where these were made few.
fn steps(decision: &Decision) -> String {
    match (&decision.method, decision.optimal) {
        (
            Some(Method::Formula {
                encoding: Encoding::Forall,
                horizon,
                ..
            }),
            Some(_),
        ) => format!(", {}", print::counted(*horizon, "step")),
        _ => String::new(),
    }
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
