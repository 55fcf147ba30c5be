//! The survey of a job: every piece with its result, and the progress of the job.
//!
//! The share of a piece in the whole job is computed as if all parts of a split had equal work. The estimate of the
//! total time adds up three kinds of pieces of the manifest. A finished piece counts with its time. An unfinished piece
//! counts with its time divided by its finished share. A piece without any finished part counts with the mean of the
//! other pieces, or with its own time if this is longer. Parts of one piece are not independent, so only finished whole
//! pieces show how much the pieces differ. The deviation is known if at least two whole pieces are finished.

use std::collections::BTreeMap;
use std::time::Duration;

use rustsat::types::Lit;
use saut_base::BadInput;
use saut_task::formula::dimacs;
use saut_task::proof::{Cube, CubeTree};

use crate::folder::JobFolder;
use crate::manifest::{PieceName, PieceOutcome, PieceResult};

/// State of a job in its folder.
pub struct JobSurvey {
    /// The pieces that are not split further, in the order of the tree.
    pub pieces: Vec<Piece>,
    /// The tree of cubes with all splits.
    pub tree: CubeTree,
    /// Milliseconds spent on pieces before they were split, for each piece of the manifest.
    spent_on_split: BTreeMap<usize, u64>,
}

/// A piece that is not split further.
pub struct Piece {
    /// Name of the piece.
    pub name: PieceName,
    /// Share of the piece in the whole job, if the parts of every split have equal work.
    share: f64,
    /// Result of the piece, or the reason for its absence.
    pub result: Result<PieceResult, MissingResult>,
}

/// Reasons why a piece has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MissingResult {
    /// The piece was not run, or its run was not finished.
    Missing,
    /// A file exists, but was changed.
    Damaged(String),
}

impl MissingResult {
    /// Returns the reason as text.
    pub fn text(&self) -> String {
        match self {
            Self::Missing => "not finished".to_owned(),
            Self::Damaged(fact) => fact.clone(),
        }
    }
}

/// Surveys every piece. If `deep`, the bytes of every file are compared with their digest.
pub fn survey(folder: &JobFolder, deep: bool) -> JobSurvey {
    let mut survey = JobSurvey {
        pieces: Vec::new(),
        tree: CubeTree::leaf(),
        spent_on_split: BTreeMap::new(),
    };
    let tree = &folder.manifest().cubes.tree;
    survey.tree = look(folder, deep, tree, None, 1.0, &mut survey);
    survey
}

/// Returns a number of pieces as a divisor: at least 1.
fn number(pieces: usize) -> f64 {
    u32::try_from(pieces.max(1)).map_or(f64::from(u32::MAX), f64::from)
}

/// Surveys the leaves of a tree. It is the tree of the job, or the tree that splits the piece `above`. Returns the tree
/// with all further splits.
fn look(
    folder: &JobFolder,
    deep: bool,
    tree: &CubeTree,
    above: Option<(&PieceName, &[Lit])>,
    share: f64,
    survey: &mut JobSurvey,
) -> CubeTree {
    let cubes = tree.cubes();
    let share = share / number(cubes.len());
    let mut below = Vec::with_capacity(cubes.len());
    for (index, cube) in cubes.into_iter().enumerate() {
        let (name, cube) = match above {
            Some((name, above)) => (name.part(index), joined(above, &cube)),
            None => (index.into(), cube),
        };
        below.push(match one(folder, &name, &cube, deep) {
            Ok(PieceResult {
                outcome: PieceOutcome::Split { tree },
                cpu_milliseconds,
                ..
            }) => {
                let spent = survey.spent_on_split.entry(name.index());
                *spent.or_default() += cpu_milliseconds;
                look(folder, deep, &tree, Some((&name, &cube)), share, survey)
            }
            result => {
                survey.pieces.push(Piece {
                    name,
                    share,
                    result,
                });
                CubeTree::leaf()
            }
        });
    }
    tree.with_leaves(&below)
}

/// Returns a cube as DIMACS numbers.
pub fn numbers(cube: &[Lit]) -> Vec<i64> {
    let numbers = cube.iter().map(|&literal| dimacs::number(literal));
    numbers.collect()
}

pub fn joined(cube: &[Lit], part: &[Lit]) -> Cube {
    [cube, part].concat()
}

/// Reads the result of a piece, and checks its files.
///
/// # Errors
/// The reason why there is no valid result.
pub fn one(
    folder: &JobFolder,
    name: &PieceName,
    cube: &[Lit],
    deep: bool,
) -> Result<PieceResult, MissingResult> {
    let damaged = |bad: BadInput| MissingResult::Damaged(bad.to_string());
    let result = folder
        .result(name)
        .map_err(damaged)?
        .ok_or(MissingResult::Missing)?;
    let fault = match &result.outcome {
        _ if result.cube != numbers(cube) => {
            "the result is for another cube, because two runs split the parent piece"
        }
        PieceOutcome::Split { tree } if tree.leaves() < 2 || name.is_deep() => {
            "the split is not a tree of cubes"
        }
        PieceOutcome::Refuted { proof, .. } => {
            folder.check_file(proof, deep).map_err(damaged)?;
            return Ok(result);
        }
        _ => return Ok(result),
    };
    Err(MissingResult::Damaged(fault.to_owned()))
}

impl JobSurvey {
    /// Returns the pieces with a result.
    pub fn done(&self) -> impl Iterator<Item = (&Piece, &PieceResult)> {
        let pieces = self.pieces.iter();
        pieces.filter_map(|piece| Some((piece, piece.result.as_ref().ok()?)))
    }

    /// Returns the processor time of all pieces with a result, including pieces that were split.
    pub fn cpu_milliseconds(&self) -> u64 {
        let cost = |(_, one): (_, &PieceResult)| one.cpu_milliseconds + one.check_milliseconds;
        let splits: u64 = self.spent_on_split.values().sum();
        splits + self.done().map(cost).sum::<u64>()
    }

    /// Returns the pieces without a valid result.
    pub fn missing(&self) -> Vec<(PieceName, MissingResult)> {
        let lack = |piece: &Piece| Some((piece.name.clone(), piece.result.clone().err()?));
        self.pieces.iter().filter_map(lack).collect()
    }
}

/// Progress of a job.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// Number of pieces that are not split further.
    pub pieces: usize,
    /// Number of pieces with a result.
    pub done: usize,
    /// Damaged pieces, with the fault.
    pub damaged: Vec<(PieceName, String)>,
    /// A piece with a plan, if there is one.
    pub plan: Option<PieceName>,
    /// The finished share of the job, from 0 to 1.
    pub share: f64,
    /// Processor seconds of the finished pieces and of splitting.
    pub cpu_seconds: f64,
    /// Processor seconds of the longest finished piece.
    pub longest_seconds: f64,
    /// Estimated processor seconds of all pieces.
    pub estimated_seconds: Option<f64>,
    /// The standard deviation of the estimate, if at least two whole pieces are finished. It assumes that these pieces
    /// are a random sample.
    pub deviation_seconds: Option<f64>,
}

/// Returns the progress of a job. Only the lengths of files are checked, not their digests.
pub fn status(folder: &JobFolder) -> Status {
    let survey = survey(folder, false);
    let seconds = |milliseconds| Duration::from_millis(milliseconds).as_secs_f64();
    let cost = |(_, one): (_, &PieceResult)| seconds(one.cpu_milliseconds + one.check_milliseconds);
    let costs: Vec<f64> = survey.done().map(cost).collect();
    let has_plan = |(_, one): &(_, &PieceResult)| matches!(one.outcome, PieceOutcome::Plan { .. });
    let plan = survey.done().find(has_plan);
    // The fold starts at +0, because the sum of an empty iterator is −0, which would be printed.
    let share = survey.done().fold(0.0, |sum, (piece, _)| sum + piece.share);
    let pieces_seconds = costs.iter().fold(0.0, |sum, one| sum + one);
    let split_seconds = seconds(survey.spent_on_split.values().sum());
    let whole = WholePieces::new(folder.manifest().pieces, &survey);
    let damaged = survey.missing().into_iter();
    let damaged = damaged.filter_map(|(name, lack)| match lack {
        MissingResult::Damaged(fact) => Some((name, fact)),
        MissingResult::Missing => None,
    });
    Status {
        pieces: survey.pieces.len(),
        done: costs.len(),
        damaged: damaged.collect(),
        plan: plan.map(|(piece, _)| piece.name.clone()),
        share,
        cpu_seconds: pieces_seconds + split_seconds,
        longest_seconds: costs.iter().copied().fold(0.0, f64::max),
        estimated_seconds: whole.estimate(),
        deviation_seconds: deviation(&whole.finished, whole.left()),
    }
}

/// Processor seconds of the pieces of the manifest.
#[derive(Debug, Default)]
struct WholePieces {
    finished: Vec<f64>,
    /// Estimated costs of the pieces of which some parts are finished.
    begun: Vec<f64>,
    /// For pieces without a finished part, the time spent on splitting them, or 0 for pieces that were not run.
    unknown: Vec<f64>,
}

impl WholePieces {
    fn new(pieces: usize, survey: &JobSurvey) -> Self {
        let mut all = Self::default();
        let mut parts = survey.pieces.iter().peekable();
        for index in 0..pieces {
            let split = survey.spent_on_split.get(&index).copied().unwrap_or(0);
            let (mut milliseconds, mut done, mut whole, mut is_finished) = (0, 0.0, 0.0, true);
            while let Some(part) = parts.next_if(|part| part.name.index() == index) {
                whole += part.share;
                match &part.result {
                    Ok(result) => {
                        milliseconds += result.cpu_milliseconds + result.check_milliseconds;
                        done += part.share;
                    }
                    Err(_) => is_finished = false,
                }
            }
            let seconds = |milliseconds| Duration::from_millis(milliseconds).as_secs_f64();
            let (split, parts) = (seconds(split), seconds(milliseconds));
            if is_finished {
                all.finished.push(split + parts);
            } else if done > 0.0 {
                all.begun.push(split + parts * whole / done);
            } else {
                all.unknown.push(split);
            }
        }
        all
    }

    /// Returns the number of pieces that are not finished.
    fn left(&self) -> usize {
        self.begun.len() + self.unknown.len()
    }

    /// Returns the estimated cost of all pieces, or `None` if nothing is finished.
    fn estimate(&self) -> Option<f64> {
        let known = self.finished.iter().chain(&self.begun);
        let (sum, count) = (known.clone().sum::<f64>(), known.count());
        if count == 0 {
            return None;
        }
        let mean = sum / number(count);
        let unknown = self.unknown.iter().map(|spent| mean.max(*spent));
        Some(sum + unknown.sum::<f64>())
    }
}

/// Returns the standard deviation of a sum over all pieces, of which `left` are unknown. Each unknown piece counts with
/// the mean of the known pieces. The deviation combines the error of this mean with the deviation of the unknown
/// pieces.
fn deviation(known: &[f64], left: usize) -> Option<f64> {
    let number = number(known.len());
    if known.len() < 2 {
        return None;
    }
    let mean = known.iter().sum::<f64>() / number;
    let variance = known.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (number - 1.0);
    let left = u32::try_from(left).map_or(f64::from(u32::MAX), f64::from);
    Some((variance * (left + left * left / number)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::{WholePieces, deviation};

    #[test]
    fn pieces_without_a_finished_part_cost_the_mean_or_what_was_spent() {
        let pieces = WholePieces {
            finished: vec![1.0, 3.0],
            begun: vec![5.0],
            unknown: vec![0.0, 8.0],
        };
        assert_eq!(pieces.left(), 3);
        assert_eq!(pieces.estimate(), Some(9.0 + 3.0 + 8.0));
        let nothing = WholePieces {
            unknown: vec![2.0],
            ..WholePieces::default()
        };
        assert_eq!(nothing.estimate(), None);
    }

    #[test]
    fn a_finished_job_has_no_estimate_error_and_one_piece_gives_none() {
        assert_eq!(deviation(&[1.0, 3.0], 0), Some(0.0));
        assert_eq!(deviation(&[1.0], 5), None);
        // Variance 2, three left, two known: 2·(3 + 9/2) = 15.
        assert_eq!(deviation(&[1.0, 3.0], 3), Some(15.0_f64.sqrt()));
    }
}
