//! Merges the results of the pieces into a plan, a refutation, or a list of missing pieces.
//!
//! No piece is trusted: plans are replayed, and proofs are checked against a formula that is written again.

use std::path::{Path, PathBuf};
use std::time::Duration;

use saut_base::BadInput;
use saut_base::stop::{Stop, StopReason};
use saut_criteria::certify::cubes::ProofFile;
use saut_criteria::certify::{Certificate, CheckedCertificate, Cubes, check_within};
use saut_levels::search::SearchSettings;
use saut_peg::peg::Puzzle;
use saut_plan::Error;
use saut_task::CheckError;
use saut_task::proof::{RefutedInCubes, Scope, check_cubes, scope};
use serde_json::json;

use crate::folder::JobFolder;
use crate::formula::{CubedFormula, PlanMeasures, Subject};
use crate::manifest::{PieceName, PieceOutcome, PlanEntry};
use crate::survey::{MissingResult, survey};

/// The file with the result of a merge.
pub const RESULT_FILE: &str = "result.json";

/// Result of a merge.
#[derive(Clone, Debug)]
pub enum MergeResult {
    /// A plan, replayed again.
    Solved {
        /// Plan of the puzzle or task.
        plan: PlanEntry,
        /// The piece in which the plan was found.
        piece: PieceName,
        /// Cost and metric of the plan.
        measured: PlanMeasures,
        /// The number of steps of the formula.
        horizon: usize,
        /// Processor time of all pieces.
        cpu_milliseconds: u64,
    },
    /// There is no plan of any length, and the certificate was checked.
    Infeasible {
        /// The certificate, combined from the results of all pieces.
        certificate: Box<CheckedCertificate>,
        /// The file with the certificate, which `saut check` accepts.
        document: PathBuf,
    },
    /// The formula at this horizon has no plan, and every proof was checked. The names of the proof files are relative
    /// to the folder of the job.
    HorizonRefuted(RefutedInCubes, Box<Cubes>),
    /// These pieces have no result, or a damaged one.
    Missing(Vec<(PieceName, MissingResult)>),
    /// The check was not finished.
    Unfinished(StopReason),
}

/// Merges the results within these limits. At most `threads` proofs are in memory and are checked at the same time.
///
/// # Errors
/// This version of saut writes a different formula, a plan of a piece breaks the rules, a proof is not accepted, or a
/// file cannot be written.
pub fn merge(folder: &JobFolder, stop: &Stop, threads: usize) -> Result<MergeResult, Error> {
    let survey = survey(folder, true);
    let (question, part) = (&folder.manifest().question, &folder.manifest().cubes);
    let subject = Subject::new(question, &part.assumed)?;
    let (encoding, horizon) = (part.encoding, part.horizon);
    let mut proofs = Vec::new();
    for (piece, result) in survey.done() {
        match &result.outcome {
            PieceOutcome::Plan { plan } => {
                return Ok(MergeResult::Solved {
                    measured: subject.replay(plan)?,
                    plan: plan.clone(),
                    piece: piece.name.clone(),
                    horizon,
                    cpu_milliseconds: survey.cpu_milliseconds(),
                });
            }
            PieceOutcome::Refuted { proof, .. } => proofs.push(ProofFile {
                path: folder.path_of(proof)?,
                sha256: proof.sha256.clone(),
            }),
            PieceOutcome::Split { .. } => {}
        }
    }
    let missing = survey.missing();
    if !missing.is_empty() {
        return Ok(MergeResult::Missing(missing));
    }
    if let Subject::Puzzle(puzzle, assumed) = &subject {
        match assumed.check(puzzle, stop) {
            Ok(()) => {}
            Err(CheckError::Stopped(why)) => return Ok(MergeResult::Unfinished(why)),
            Err(rejected) => {
                let fact = format!("its facts about jumps were rejected: {rejected}");
                let bad = BadInput::new("manifest", fact);
                return Err(bad.remedy("make the job again").into());
            }
        }
    }
    let domain = subject.domain(stop)?;
    let claim = Cubes {
        encoding,
        horizon,
        tree: survey.tree.clone(),
        proofs,
        assumed: part.assumed.clone(),
    };
    let scope = scope(domain.task(), encoding, horizon);
    if let (Subject::Puzzle(puzzle, _), Scope::EveryPlan) = (&subject, scope) {
        let search = SearchSettings::new(stop, threads);
        return infeasible(folder, puzzle, claim, survey.cpu_milliseconds(), &search);
    }
    // If this version of `saut` writes another formula, the error names this cause. Otherwise, all proofs would be
    // rejected without a clear reason.
    CubedFormula::of(domain.task(), part, stop)?;
    let (task, formula, proofs) = (domain.task(), (encoding, horizon), &claim.proofs);
    let read = ProofFile::read;
    match check_cubes(task, formula, &claim.tree, proofs, read, threads, stop) {
        Ok(refuted) => {
            let claim = Box::new(relative(claim));
            Ok(MergeResult::HorizonRefuted(refuted, claim))
        }
        Err(CheckError::Stopped(why)) => Ok(MergeResult::Unfinished(why)),
        Err(rejected) => Err(refused(&rejected)),
    }
}

/// Checks the pieces as one certificate and writes it as a JSON answer. The seconds in this answer are the processor
/// time of all pieces.
fn infeasible(
    folder: &JobFolder,
    puzzle: &Puzzle,
    mut claim: Cubes,
    cpu_milliseconds: u64,
    search: &SearchSettings,
) -> Result<MergeResult, Error> {
    let checked = match check_within(puzzle, Certificate::Cubes(claim.clone()), search) {
        Ok(checked) => checked,
        Err(CheckError::Stopped(why)) => return Ok(MergeResult::Unfinished(why)),
        Err(rejected) => return Err(refused(&rejected)),
    };
    claim = relative(claim);
    let document = json!({
        "puzzle": puzzle.name(), "verdict": "infeasible", "certificate": Certificate::Cubes(claim),
        "method": "cubes", "seconds": Duration::from_millis(cpu_milliseconds).as_secs_f64(),
        "checked": true,
    });
    folder.write(RESULT_FILE, format!("{document}\n").as_bytes())?;
    Ok(MergeResult::Infeasible {
        certificate: Box::new(checked),
        document: folder.path().join(RESULT_FILE),
    })
}

/// Names the proof files relative to the folder of the job.
fn relative(mut claim: Cubes) -> Cubes {
    for proof in &mut claim.proofs {
        proof.path = Path::new("pieces").join(proof.path.file_name().unwrap_or_default());
    }
    claim
}

fn refused(rejected: &impl std::fmt::Display) -> Error {
    BadInput::new("pieces", format!("rejected: {rejected}"))
        .remedy("remove the result of this piece, and run the piece again")
        .into()
}
