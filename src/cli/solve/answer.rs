//! Deciding one puzzle, and its answer as text or JSON.

use std::io::Write;

use saut::certify::Certificate;
use saut::certify::cone::FewestJumps;
use saut::decide::{Decision, Method, Verdict, decide_with_bound};
use saut::formats::{certificate, json};
use saut::method::MethodName;
use saut::peg::Puzzle;
use saut::stop::{Stop, StopReason};

use super::document::{Document, Facts, jumps_bound, made_of, reason_of_none, solved, steps_bound};
use super::text::{fewest_steps, print_text};
use crate::cli::arguments::Solve;
use crate::cli::failure::Failure;
use crate::cli::progress::Line;
use crate::cli::proofs::{self, Kept};
use crate::cli::question::{Measure, Question};
use crate::cli::{print, settings, status};

/// Says that a puzzle has no plan, with a certificate that the ordinary way finds and checks.
pub fn refuse(arguments: &Solve, puzzle: &Puzzle, stop: &Stop) -> Result<u8, Failure> {
    let settings = saut::Settings {
        stop: stop.clone(),
        ..settings::settings(arguments, Question::Any)
    };
    answer(arguments, Question::Any, puzzle, settings)
}

/// Decides, prints, and gives the exit status.
pub fn answer(
    arguments: &Solve,
    question: Question,
    puzzle: &Puzzle,
    mut settings: saut::Settings,
) -> Result<u8, Failure> {
    let line = match arguments.limits.timeout {
        Some(_) => Line::new(),
        None => Line::without_limit(),
    };
    settings.progress = Some(line.clone());
    let (at_least, at_most) = puzzle.jump_range();
    let named = arguments
        .encoding
        .encoding
        .filter(|named| !named.is_sequential());
    if let (Question::Fewest(Measure::Jumps), Some(named), true) =
        (question, named, at_least < at_most)
    {
        tell!("saut: {named} finds the first plan; whether fewer jumps do is asked of sequential");
    }
    let stop = settings.stop.clone();
    let decided = match (arguments.method, question) {
        (MethodName::Decide(method), Question::Fewest(Measure::Jumps)) => {
            decide_with_bound(puzzle, &saut::Settings { method, ..settings })
        }
        (method, _) => method.decide(puzzle, &settings).map(|it| (it, None)),
    };
    line.clear();
    let (decision, bound) = decided?;
    for warning in &decision.warnings {
        tell!("saut: warning: {warning}; went on without it");
    }
    let kept = keep_proofs(arguments, puzzle, &decision, &stop)?;
    if arguments.output.json {
        let document = json(question, puzzle, &decision, bound.as_ref(), kept)?;
        writeln!(anstream::stdout(), "{document}")?;
    } else {
        print_text(puzzle, &decision, bound.as_ref())?;
    }
    Ok(match decision.verdict {
        Verdict::Solved(_) => status::SOLVED,
        Verdict::Infeasible(_) => status::INFEASIBLE,
        Verdict::Undecided(_) => status::UNDECIDED,
    })
}

/// Keeps the proof of an infeasible puzzle, of a refuted horizon or of fewest jumps or steps.
fn keep_proofs(
    arguments: &Solve,
    puzzle: &Puzzle,
    decision: &Decision,
    stop: &Stop,
) -> Result<Kept, Failure> {
    let file = arguments.proof.as_deref();
    let reason = match &decision.verdict {
        Verdict::Infeasible(checked) => match (checked.certificate(), file) {
            (Certificate::Proof(proof), Some(file)) => {
                let task = proof.task(puzzle);
                return Ok(match proofs::keep(&task, &proof.claim, file, stop)? {
                    Some(reason) => Kept::nothing(Some(file), reason),
                    None => Kept::files(file, &[file.to_owned()]),
                });
            }
            _ => format!(
                "the certificate ({}) is no DRAT proof; --json prints it whole",
                checked.kind()
            ),
        },
        Verdict::Solved(_) => reason_of_none(decision.optimal).to_owned(),
        Verdict::Undecided(StopReason::HorizonRefuted { .. }) => {
            "that the horizon is too small was not proved".to_owned()
        }
        Verdict::Undecided(why) => format!("nothing was proved, the end was {}", why.name()),
    };
    proofs::keep_all(&decision.refuted, file, &reason, stop)
}

/// A decision as one JSON document.
pub fn json(
    question: Question,
    puzzle: &Puzzle,
    decision: &Decision,
    bound: Option<&FewestJumps>,
    kept: Kept,
) -> Result<String, Failure> {
    let name = puzzle.name().to_owned();
    let seconds = decision.elapsed.as_secs_f64();
    let method = decision.method.as_ref().map_or("", Method::name).to_owned();
    let document = match &decision.verdict {
        Verdict::Solved(plan) => {
            let is_of_steps = matches!(question, Question::Fewest(Measure::Steps));
            let steps = fewest_steps(decision).filter(|_| is_of_steps);
            let lower_bound = match (question, steps) {
                (Question::Fewest(Measure::Jumps), _) => {
                    Some(jumps_bound(puzzle, decision, bound, &kept))
                }
                (_, Some(_)) => Some(steps_bound(decision, &kept)),
                _ => None,
            };
            let solved = solved(name, decision, plan, method);
            let facts = Facts {
                lower_bound,
                steps,
                made_of: made_of(puzzle, decision, plan),
                ..Facts::default()
            };
            json::write_json(&Document {
                solved,
                facts,
                kept,
            })
        }
        Verdict::Infeasible(checked) => {
            let certificate = certificate::entry(checked.certificate(), kept.file(0));
            json::write_json(&Document {
                solved: json::Infeasible {
                    puzzle: name,
                    verdict: json::JsonVerdict::Infeasible,
                    certificate,
                    method,
                    seconds,
                    checked: true,
                },
                facts: Facts::default(),
                kept,
            })
        }
        Verdict::Undecided(why) => json::write_json(&Document {
            solved: json::Undecided {
                method: Some(method).filter(|method| !method.is_empty()),
                nodes: decision.method.as_ref().and_then(Method::nodes),
                tries: decision.method.as_ref().and_then(Method::tries),
                ..json::Undecided::new(&name, *why, seconds)
            },
            facts: Facts {
                stages: print::stages(&decision.stages),
                ..Facts::default()
            },
            kept,
        }),
    };
    document.map_err(|error| Failure::Other(error.to_string()))
}
