//! Puzzles: plans and documents of `saut solve`.

use std::io;

use saut_base::read_limited::unmarked;
use saut_base::stop::Stop;
use saut_base::{BadInput, beside};
use saut_criteria::certify::{self, Certificate, RejectedCertificate};
use saut_formats::certificate::{self, Document};
use saut_formats::{Entry, ReadOptions, load, plan_file, step_file};
use saut_levels::search::SearchSettings;
use saut_peg::peg::{GameLength, Puzzle};
use saut_peg::simulate;
use saut_task::claims::{ClaimedVerdict, compare};
use serde_json::{Map, Value};

use crate::outcome::Outcome;

/// Reads a puzzle by its name or from its file.
///
/// # Errors
/// Fault of the puzzle.
pub fn read(named: &str) -> Result<Entry, BadInput> {
    load(named, io::empty(), &ReadOptions::default())?.only()
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
                    let length = replayed.steps().len();
                    let found = format!("a plan of {length} steps");
                    claimed(text, found, &[("length", length), ("steps", length)])?
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
        Document::Refused(claim) => Ok(claim.into()),
        Document::Infeasible(claim, unverified) => {
            infeasible(&puzzle, place, *claim, unverified, stop)
        }
        Document::Plan => {
            let plan = plan_file::read_plan_of(&puzzle, text, None)?;
            Ok(match simulate::replay(&puzzle, plan) {
                Ok(replayed) => {
                    let length = GameLength::of(&replayed.jumps());
                    let (jumps, moves) = (length.jumps, length.moves);
                    let found = format!("a plan of {jumps} jumps in {moves} moves");
                    let lengths = [("jumps", jumps), ("length", jumps), ("moves", moves)];
                    claimed(text, found, &lengths)?
                }
                Err(rejected) => Outcome::Refused(rejected.to_string()),
            })
        }
    }
}

/// The outcome for a plan that was replayed, if what its document says is not false: the `lengths` of the plan are
/// compared, other claims named.
fn claimed(text: &str, found: String, lengths: &[(&str, usize)]) -> Result<Outcome, BadInput> {
    let text = unmarked(text);
    if !text.trim_start().starts_with('{') {
        return Ok(Outcome::Accepted(found, Vec::new()));
    }
    let bad = |error| BadInput::new("", format!("it is no document: {error}"));
    let document: Map<String, Value> = serde_json::from_str(text).map_err(bad)?;
    if let Err(claim) = ClaimedVerdict::of(&document) {
        return Ok(claim.into());
    }
    let mut unverified = Vec::new();
    for (name, claimed) in certificate::claims_of_a_plan(&document) {
        match lengths.iter().find(|(one, _)| *one == name) {
            Some((_, real)) => {
                if let Err(claim) = compare(name, claimed, &(*real).into()) {
                    return Ok(claim.into());
                }
            }
            None => unverified.push(name.to_owned()),
        }
    }
    Ok(Outcome::Accepted(found, unverified))
}

/// Checks a certificate, with the proofs that lie beside its document; `unverified` is what else that says.
fn infeasible(
    puzzle: &Puzzle,
    place: &str,
    claim: Certificate,
    unverified: Vec<String>,
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
        Ok(_) => Outcome::Accepted(format!("there is no plan ({kind})"), unverified),
        Err(RejectedCertificate::Unfinished(why)) => Outcome::Unfinished(why),
        Err(rejected) => Outcome::Refused(rejected.to_string()),
    })
}
