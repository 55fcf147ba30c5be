//! The survey of a job: every piece, split or not, and what is there of it.

use rustsat::types::Lit;
use saut_base::BadInput;
use saut_task::formula::dimacs;
use saut_task::proof::{Cube, CubeTree};

use crate::folder::JobFolder;
use crate::outcome::{PieceOutcome, PieceResult};
use crate::piece::PieceName;

/// State of a job on disk.
#[derive(Clone, Debug)]
pub struct JobSurvey {
    /// The pieces that are not split further, in the order of the tree.
    pub pieces: Vec<Piece>,
    /// The whole tree, with every split in it.
    pub tree: CubeTree,
    /// Milliseconds spent on pieces before they were split.
    pub spent_on_split: u64,
}

/// A piece that is not split further.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its name.
    pub name: PieceName,
    /// Its cube.
    pub cube: Cube,
    /// Its part of the whole, if the parts of every split are taken for equal.
    pub share: f64,
    /// Its result, or what is wrong.
    pub result: Result<PieceResult, Lack>,
}

/// Reasons why a piece has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lack {
    /// It was not run to its end.
    Missing,
    /// Something is there that is not as it was written.
    Damaged(String),
}

impl Lack {
    /// For a person.
    pub fn text(&self) -> String {
        match self {
            Self::Missing => "not run to its end".to_owned(),
            Self::Damaged(fact) => fact.clone(),
        }
    }
}

/// Looks at every piece; `deep` compares the bytes of every file with their digests.
///
/// # Errors
/// The manifest holds no tree.
pub fn survey(folder: &JobFolder, deep: bool) -> Result<JobSurvey, BadInput> {
    let tree = folder.manifest().cubes.tree()?;
    let mut survey = JobSurvey {
        pieces: Vec::new(),
        tree: CubeTree::leaf(),
        spent_on_split: 0,
    };
    let cubes = tree.cubes();
    let share = 1.0 / number(cubes.len());
    let mut below = Vec::with_capacity(cubes.len());
    for (index, cube) in cubes.into_iter().enumerate() {
        below.push(look(folder, deep, index.into(), cube, share, &mut survey));
    }
    survey.tree = tree.with_leaves(&below);
    Ok(survey)
}

/// A number of pieces as one to divide by.
pub fn number(pieces: usize) -> f64 {
    u32::try_from(pieces.max(1)).map_or(f64::from(u32::MAX), f64::from)
}

/// Looks at a piece and the parts that it was split into; returns the tree below it.
fn look(
    folder: &JobFolder,
    deep: bool,
    name: PieceName,
    cube: Cube,
    share: f64,
    survey: &mut JobSurvey,
) -> CubeTree {
    let result = one(folder, &name, &cube, deep);
    if let Ok(PieceResult {
        outcome: PieceOutcome::Split { tree },
        cpu_milliseconds,
        ..
    }) = &result
        && let Some(tree) = split_of(tree, &name)
    {
        survey.spent_on_split += cpu_milliseconds;
        let parts = tree.cubes();
        let share = share / number(parts.len());
        let mut below = Vec::with_capacity(parts.len());
        for (number, part) in parts.into_iter().enumerate() {
            let cube = joined(&cube, &part);
            below.push(look(folder, deep, name.part(number), cube, share, survey));
        }
        return tree.with_leaves(&below);
    }
    let result = match result {
        Ok(PieceResult {
            outcome: PieceOutcome::Split { .. },
            ..
        }) => Err(Lack::Damaged("its split is no tree of cubes".to_owned())),
        other => other,
    };
    survey.pieces.push(Piece {
        name,
        cube,
        share,
        result,
    });
    CubeTree::leaf()
}

/// The tree of a split, if it is one of at least two parts.
pub fn split_of(numbers: &[u32], name: &PieceName) -> Option<CubeTree> {
    let tree = CubeTree::from_preorder(numbers.to_vec()).ok()?;
    (tree.leaves() > 1 && !name.is_deep()).then_some(tree)
}

/// A cube in DIMACS numbers.
pub fn numbers(cube: &[Lit]) -> Vec<i64> {
    cube.iter()
        .map(|&literal| dimacs::number(literal))
        .collect()
}

/// The cube of a part.
pub fn joined(cube: &[Lit], part: &[Lit]) -> Cube {
    cube.iter().chain(part).copied().collect()
}

/// The result of a piece with its files.
///
/// # Errors
/// Reason why there is no sound result.
pub fn one(
    folder: &JobFolder,
    name: &PieceName,
    cube: &[Lit],
    deep: bool,
) -> Result<PieceResult, Lack> {
    let damaged = |bad: BadInput| Lack::Damaged(bad.to_string());
    let result = folder.result(name).map_err(damaged)?.ok_or(Lack::Missing)?;
    if result.cube != numbers(cube) {
        let fact = "its result is about another cube: two runs have split the piece above it";
        return Err(Lack::Damaged(fact.to_owned()));
    }
    if let PieceOutcome::Refuted { proof, .. } = &result.outcome {
        folder.check_file(proof, deep).map_err(damaged)?;
    }
    Ok(result)
}

impl JobSurvey {
    /// Processor time of every piece that has a result, and of those that were split.
    pub fn cpu_milliseconds(&self) -> u64 {
        let results = self
            .pieces
            .iter()
            .filter_map(|piece| piece.result.as_ref().ok());
        let cost = |result: &PieceResult| result.cpu_milliseconds + result.check_milliseconds;
        self.spent_on_split + results.map(cost).sum::<u64>()
    }

    /// The pieces that have no result, or none that is whole.
    pub fn missing(&self) -> Vec<(PieceName, Lack)> {
        let lack = |piece: &Piece| Some((piece.name.clone(), piece.result.clone().err()?));
        self.pieces.iter().filter_map(lack).collect()
    }
}
