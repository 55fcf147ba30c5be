//! Puzzles: plans and documents of `saut solve`.

use std::io;

use saut_peg::certify::{self, Certificate, RejectedCertificate};
use saut_peg::formats::certificate::{self, Document};
use saut_peg::formats::{Asked, Entry, plan_file, read_entry, step_file};
use saut_peg::peg::{GameLength, Puzzle};
use saut_peg::search::SearchSettings;
use saut_peg::simulate;
use saut_task::stop::Stop;
use saut_task::{BadInput, beside};

use crate::outcome::Outcome;

/// Reads a puzzle by its name or from its file.
///
/// # Errors
/// Fault of the puzzle.
pub fn read(named: &str) -> Result<Entry, BadInput> {
    read_entry(named, io::empty(), Asked::default())
}

/// Checks a plan, or a document.
///
/// # Errors
/// A text that is neither.
pub fn check(entry: &Entry, place: &str, text: &str, stop: &Stop) -> Result<Outcome, BadInput> {
    let puzzle = match entry {
        Entry::Baseball(puzzle) => {
            let plan = step_file::read_steps(text)?;
            return Ok(match simulate::baseball::replay(puzzle, plan) {
                Ok(replayed) => {
                    Outcome::Accepted(format!("a plan of {} steps", replayed.steps().len()))
                }
                Err(rejected) => Outcome::Refused(rejected.to_string()),
            });
        }
        entry => entry.clone().peg_under_any_rule()?,
    };
    match certificate::read_document(text)? {
        Document::Undecided => Err(BadInput::new(
            "",
            "it says undecided: there is nothing to check",
        )),
        Document::Infeasible(claim) => infeasible(&puzzle, place, *claim, stop),
        Document::Plan => {
            let plan = plan_file::read_plan_of(&puzzle, text, None)?;
            Ok(match simulate::replay(&puzzle, plan) {
                Ok(replayed) => {
                    let length = GameLength::of(&replayed.jumps());
                    let (jumps, moves) = (length.jumps, length.moves);
                    Outcome::Accepted(format!("a plan of {jumps} jumps in {moves} moves"))
                }
                Err(rejected) => Outcome::Refused(rejected.to_string()),
            })
        }
    }
}

/// Checks a certificate, with the proofs that lie beside its document.
fn infeasible(
    puzzle: &Puzzle,
    place: &str,
    claim: Certificate,
    stop: &Stop,
) -> Result<Outcome, BadInput> {
    let claim = certificate::with_files(
        claim,
        |file| beside::read_beside(place, file, stop.memory_mib()),
        |file| beside::find_beside(place, file),
    )?;
    let kind = claim.kind();
    let settings = SearchSettings {
        stop: stop.clone(),
        ..SearchSettings::default()
    };
    Ok(match certify::check_within(puzzle, claim, &settings) {
        Ok(_) => Outcome::Accepted(format!("there is no plan ({kind})")),
        Err(RejectedCertificate::Unfinished(why)) => Outcome::Unfinished(why),
        Err(rejected) => Outcome::Refused(rejected.to_string()),
    })
}
