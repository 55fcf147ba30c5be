//! Merging: one verdict from all pieces, or what is missing.
//!
//! Nothing that a piece says is believed here: plans are replayed, proofs are checked against the
//! formula written anew, figures and runs are counted against the list that the manifest asks for.

mod census;
mod cubes;
mod runs;
mod verdict;

use saut_base::BadInput;
use saut_plan::Error;

use crate::folder::JobFolder;
use crate::manifest::JobQuestion;
use crate::survey::{JobSurvey, survey};

pub use verdict::{MergeSettings, Merged};

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
        JobQuestion::Census { .. } => {
            whole(&survey, || census::merge(folder, &survey, &settings.stop))
        }
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
