//! Deciding one puzzle, and its answer as text or JSON.

use std::io::Write;

use saut::answer::{Kept, board_document};
use saut::certify::Certificate;
use saut::decide::{Decision, Verdict, decide_with_bound};
use saut::method::MethodName;
use saut::peg::Puzzle;
use saut::stop::{Stop, StopReason};

use super::text::print_text;
use crate::cli::arguments::Solve;
use crate::cli::failure::Failure;
use crate::cli::progress::Line;
use crate::cli::proofs;
use crate::cli::question::{Measure, Question};
use crate::cli::{settings, status};

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
    let (stop, minimise) = (settings.stop.clone(), settings.minimise);
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
        let document = board_document(puzzle, &decision, (minimise, bound.as_ref()), kept)?;
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
                    Some(reason) => proofs::nothing(Some(file), reason),
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

/// Why a solved puzzle has no proof to keep.
pub const fn reason_of_none(optimal: Option<bool>) -> &'static str {
    match optimal {
        None => "the puzzle is solved, and its plan needs no proof",
        Some(true) => {
            "that no plan is shorter needs no DRAT proof here: a count or weights show it"
        }
        Some(false) => "that no plan is shorter was not proved",
    }
}
