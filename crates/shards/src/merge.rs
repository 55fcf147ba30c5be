//! Merging: one verdict from all pieces, or what is missing.
//!
//! Nothing that a piece says is believed here: plans are replayed, proofs are checked against the
//! formula written anew, figures and runs are counted against the list that the manifest asks for.

mod census;
mod cubes;
mod runs;

use std::path::PathBuf;

use saut_plan::proof::RefutedInCubes;
use saut_plan::stop::{Stop, StopReason};
use saut_plan::{BadInput, Error};
use saut_puzzles::certify::CheckedCertificate;

use crate::folder::JobFolder;
use crate::manifest::JobQuestion;
use crate::outcome::PlanEntry;
use crate::piece::PieceName;
use crate::survey::{JobSurvey, Lack, survey};

/// Limits of the check.
#[derive(Clone, Debug)]
pub struct MergeSettings {
    /// When to give up.
    pub stop: Stop,
    /// Proofs checked side by side; each is held in memory.
    pub threads: usize,
}

impl Default for MergeSettings {
    fn default() -> Self {
        Self {
            stop: Stop::default(),
            threads: 1,
        }
    }
}

/// Conclusion from the pieces.
#[derive(Clone, Debug)]
pub enum Merged {
    /// A plan, replayed again.
    Solved {
        /// The plan.
        plan: PlanEntry,
        /// The piece that found it.
        piece: PieceName,
    },
    /// No plan of any length: the certificate was checked, and written to this file.
    Infeasible {
        /// The certificate.
        certificate: Box<CheckedCertificate>,
        /// The document that `saut check` accepts.
        document: PathBuf,
    },
    /// The formula at the horizon has no plan; every proof was checked.
    HorizonRefuted(RefutedInCubes),
    /// The figures of a census, each once.
    Figures {
        /// Number of figures.
        number: usize,
        /// Those without a verdict.
        undecided: usize,
        /// The file with all of them.
        records: PathBuf,
    },
    /// The runs of an experiment, each once.
    Runs {
        /// Number of runs.
        number: usize,
        /// Wrong answers among them.
        wrong: usize,
        /// The file with all of them.
        records: PathBuf,
    },
    /// These pieces are not there, or not whole.
    Missing(Vec<(PieceName, Lack)>),
    /// The check was not finished.
    Unfinished(StopReason),
}

/// Merges.
///
/// # Errors
/// The manifest is of another program, a piece contradicts the rules or its proof is not accepted,
/// or a file cannot be written.
pub fn merge(folder: &JobFolder, settings: &MergeSettings) -> Result<Merged, Error> {
    let survey = survey(folder, true)?;
    match &folder.manifest().question {
        JobQuestion::Puzzle { .. } | JobQuestion::Task { .. } => {
            cubes::merge(folder, &survey, settings)
        }
        JobQuestion::Census { .. } => whole(&survey, || census::merge(folder, &survey)),
        JobQuestion::Bench { .. } => whole(&survey, || runs::merge(folder, &survey)),
    }
}

/// Conclusion from the pieces if all are there.
fn whole(
    survey: &JobSurvey,
    merged: impl FnOnce() -> Result<Merged, BadInput>,
) -> Result<Merged, Error> {
    let missing = survey.missing();
    if missing.is_empty() {
        return Ok(merged()?);
    }
    Ok(Merged::Missing(missing))
}
