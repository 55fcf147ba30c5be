//! Merging: a plan from any piece, a refutation from all, or what is missing.
//!
//! Nothing that a piece says is believed here: plans are replayed, proofs are checked against the
//! formula written anew.

mod verdict;

use std::path::{Path, PathBuf};
use std::time::Duration;

use saut_base::BadInput;
use saut_criteria::certify::cubes::ProofFile;
use saut_criteria::certify::{self, Certificate, Cubes};
use saut_formats::json;
use saut_levels::search::SearchSettings;
use saut_peg::peg::Puzzle;
use saut_plan::Error;
use saut_task::proof::{PieceProofs, Scope, check_cubes};
use saut_task::{CheckError, Problem as _};

use crate::cube::{formula_of, scope_of};
use crate::folder::JobFolder;
use crate::formula::{Asked, CubedFormula};
use crate::outcome::{FileEntry, PieceOutcome};
use crate::survey::{JobSurvey, survey};

pub use verdict::{MergeSettings, Merged};

/// The document that a merge writes.
const DOCUMENT: &str = "result.json";

/// Merges.
///
/// # Errors
/// The manifest is of another program, a piece contradicts the rules or its proof is not accepted,
/// or a file cannot be written.
pub fn merge(folder: &JobFolder, settings: &MergeSettings) -> Result<Merged, Error> {
    let survey = survey(folder, true)?;
    let (asked, part) = formula_of(folder.manifest())?;
    for piece in &survey.pieces {
        if let Ok(PieceOutcome::Plan { plan }) = piece.result.as_ref().map(|result| &result.outcome)
        {
            return Ok(Merged::Solved {
                measured: asked.replay(plan)?,
                plan: plan.clone(),
                piece: piece.name.clone(),
                horizon: part.horizon,
                cpu_milliseconds: survey.cpu_milliseconds(),
            });
        }
    }
    let missing = survey.missing();
    if !missing.is_empty() {
        return Ok(Merged::Missing(missing));
    }
    match asked.check_known(&settings.stop) {
        Ok(()) => {}
        Err(certify::RejectedCertificate::Unfinished(why)) => return Ok(Merged::Unfinished(why)),
        Err(rejected) => return Err(refused_manifest(&rejected)),
    }
    let proofs = proofs(&survey);
    let tree = survey.tree.clone();
    let scope = scope_of(folder.manifest(), &settings.stop)?;
    if let (Asked::Puzzle(puzzle, assumed), Scope::EveryPlan) = (&asked, scope) {
        let claim = Cubes {
            encoding: part.encoding()?,
            horizon: part.horizon,
            tree,
            proofs: files(folder, &proofs)?,
            assumed: assumed.clone(),
        };
        return infeasible(folder, puzzle, claim, survey.cpu_milliseconds(), settings);
    }
    // A program that writes another formula is told so before its check fails.
    let (domain, stop) = (asked.domain(&settings.stop)?, &settings.stop);
    CubedFormula::of(domain.task(), part, stop)?;
    let read = StoredProofs {
        folder,
        proofs: &proofs,
    };
    let (encoding, horizon) = (part.encoding()?, part.horizon);
    let checked = check_cubes(
        domain.task(),
        encoding,
        horizon,
        &tree,
        &read,
        settings.threads,
        stop,
    );
    match checked {
        Ok(refuted) => Ok(Merged::HorizonRefuted(refuted)),
        Err(CheckError::Stopped(why)) => Ok(Merged::Unfinished(why)),
        Err(rejected) => Err(refused(&rejected)),
    }
}

/// The proofs in the order of the tree.
fn proofs(survey: &JobSurvey) -> Vec<FileEntry> {
    let results = survey
        .pieces
        .iter()
        .filter_map(|piece| piece.result.as_ref().ok());
    let proof = |outcome: &PieceOutcome| match outcome {
        PieceOutcome::Refuted { proof, .. } => Some(proof.clone()),
        _ => None,
    };
    results
        .filter_map(|result| proof(&result.outcome))
        .collect()
}

/// Files of the proofs.
fn files(folder: &JobFolder, proofs: &[FileEntry]) -> Result<Vec<ProofFile>, BadInput> {
    let file = |entry: &FileEntry| {
        Ok(ProofFile {
            path: folder.path_of(entry)?,
            sha256: entry.sha256.clone(),
        })
    };
    proofs.iter().map(file).collect()
}

/// Checks the pieces as one certificate and writes it.
fn infeasible(
    folder: &JobFolder,
    puzzle: &Puzzle,
    claim: Cubes,
    cpu_milliseconds: u64,
    settings: &MergeSettings,
) -> Result<Merged, Error> {
    let search = SearchSettings {
        stop: settings.stop.clone(),
        threads: settings.threads,
        ..SearchSettings::default()
    };
    let checked = match certify::check_within(puzzle, Certificate::Cubes(claim.clone()), &search) {
        Ok(checked) => checked,
        Err(certify::RejectedCertificate::Unfinished(why)) => return Ok(Merged::Unfinished(why)),
        Err(rejected) => return Err(refused(&rejected)),
    };
    let beside = |proof: &ProofFile| ProofFile {
        path: Path::new("pieces").join(proof.path.file_name().unwrap_or_default()),
        ..proof.clone()
    };
    let proofs = claim.proofs.iter().map(beside).collect();
    let kept = Certificate::Cubes(Cubes { proofs, ..claim });
    let document = write(folder, puzzle, kept, cpu_milliseconds)?;
    Ok(Merged::Infeasible {
        certificate: Box::new(checked),
        document,
    })
}

/// Refusal of facts that the formula takes for known: no piece is worth anything.
fn refused_manifest(rejected: &impl std::fmt::Display) -> Error {
    BadInput::new(
        "manifest",
        format!("what it says of jumps is refused: {rejected}"),
    )
    .remedy("make the job again")
    .into()
}

fn refused(rejected: &impl std::fmt::Display) -> Error {
    BadInput::new("pieces", format!("refused: {rejected}"))
        .remedy("take the result of that piece away and run it again")
        .into()
}

/// Writes the document of an infeasible puzzle; its seconds are processor time of all pieces.
fn write(
    folder: &JobFolder,
    puzzle: &Puzzle,
    certificate: Certificate,
    cpu_milliseconds: u64,
) -> Result<PathBuf, BadInput> {
    let document = json::Infeasible {
        puzzle: puzzle.name().to_owned(),
        verdict: json::JsonVerdict::Infeasible,
        certificate,
        method: "cubes".to_owned(),
        seconds: Duration::from_millis(cpu_milliseconds).as_secs_f64(),
        checked: true,
    };
    let text =
        json::write_json(&document).map_err(|error| BadInput::new(DOCUMENT, error.to_string()))?;
    folder.write(DOCUMENT, format!("{text}\n").as_bytes())?;
    Ok(folder.path().join(DOCUMENT))
}

/// The proofs of the pieces, by the order of the tree.
struct StoredProofs<'a> {
    folder: &'a JobFolder,
    proofs: &'a [FileEntry],
}

impl PieceProofs for StoredProofs<'_> {
    fn number(&self) -> usize {
        self.proofs.len()
    }

    fn read(&self, piece: usize) -> Result<Vec<u8>, CheckError> {
        let entry = &self.proofs[piece];
        let path = self.folder.path_of(entry);
        let path = path.map_err(CheckError::rejected)?;
        let sha256 = entry.sha256.clone();
        ProofFile { path, sha256 }.read()
    }
}
