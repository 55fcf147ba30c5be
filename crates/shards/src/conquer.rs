//! Conquering: one piece of a formula, refuted with a proof that is checked, solved, or split, and its result written.
//!
//! A piece that has a result is left alone, so running it again does no harm; two runs at once write
//! the same. An interrupted piece is restarted by the next run.

mod run;

use std::time::Duration;

use saut_base::BadInput;
use saut_base::stop::{Stop, StopReason};
use saut_plan::Error;
use saut_plan::attempt::{AttemptResult, ClaimedRefutation, attempt_encoded};
use saut_plan::backend::{self, Backend, SolveLimits};
use saut_plan::cubing::{Splitting, split};
use saut_task::encode::Encoded;
use saut_task::formula::Formula;
use saut_task::proof::{self, Cube, check_cube};
use saut_task::{CheckError, Problem as _};

use crate::cube::formula_of;
use crate::folder::JobFolder;
use crate::formula::{CubedDomain, CubedFormula};
use crate::manifest::CubesPart;
use crate::outcome::{PieceOutcome, PieceResult};
use crate::piece::PieceName;
use crate::sealed::Sealed;
use crate::survey::{joined, numbers, one, split_of};
use run::processor_milliseconds;

pub use run::{ConquerSettings, Conquered};

/// Time that a piece which ran out of time may take to be split.
const SPLIT_LIMIT: Duration = Duration::from_secs(60);

/// Runs a piece with all its parts.
///
/// # Errors
/// There is no such piece, the solver is missing or at fault, or a file cannot be written.
pub fn conquer(
    folder: &JobFolder,
    piece: &PieceName,
    settings: &ConquerSettings,
) -> Result<Conquered, Error> {
    let pieces = folder.manifest().pieces;
    if piece.index() >= pieces {
        let fact = format!("there is no piece {piece}: the job has {pieces}, counted from 0");
        return Err(BadInput::new("--index", fact)
            .remedy(format!("give one of 0 to {}", pieces - 1))
            .into());
    }
    let (asked, part) = formula_of(folder.manifest())?;
    let limits = settings.limits();
    let domain = asked.domain(&limits)?;
    let backend = backend::by_name(&settings.backend)?;
    let running = Running {
        clauses: CubedFormula::of(domain.task(), part, &limits)?,
        backend: backend.as_ref(),
        domain,
        folder,
        part,
        piece,
        settings,
        limits,
    };
    running.all()
}

/// A run with its formula.
struct Running<'a> {
    clauses: CubedFormula,
    backend: &'a dyn Backend,
    domain: CubedDomain<'a>,
    folder: &'a JobFolder,
    part: &'a CubesPart,
    piece: &'a PieceName,
    settings: &'a ConquerSettings,
    limits: Stop,
}

/// Result of one cube.
enum Step {
    Done,
    Plan,
    Parts(Vec<Cube>),
    /// A limit ended it; it may have been split.
    Ended(StopReason, Vec<Cube>),
}

impl Running<'_> {
    /// The piece, and then its parts, as long as there are any.
    fn all(&self) -> Result<Conquered, Error> {
        let piece = self.piece;
        let mut left = vec![(piece.clone(), self.cube(piece)?)];
        while let Some((name, cube)) = left.pop() {
            let named = |parts: Vec<Cube>| {
                let parts = parts.into_iter().enumerate();
                let part =
                    |(number, part): (usize, Cube)| (name.part(number), joined(&cube, &part));
                parts.map(part).rev().collect::<Vec<_>>()
            };
            match self.one(&name, &cube)? {
                Step::Done => {}
                Step::Plan => return Ok(Conquered::Plan(name)),
                Step::Parts(parts) => left.extend(named(parts)),
                Step::Ended(why, parts) => {
                    if parts.is_empty() {
                        left.push((name, cube));
                    } else {
                        left.extend(named(parts));
                    }
                    let unfinished = left.into_iter().rev().map(|(piece, _)| piece);
                    return Ok(Conquered::Unfinished(why, unfinished.collect()));
                }
            }
        }
        Ok(Conquered::Done)
    }

    /// The cube of a piece, down through the splits that were made.
    fn cube(&self, piece: &PieceName) -> Result<Cube, Error> {
        let no_piece = |name: &PieceName| {
            let fact = format!("there is no piece {piece}: {name} was not split into it");
            BadInput::new("--index", fact).remedy("saut status names the pieces")
        };
        let mut name = PieceName::from(piece.index());
        let mut cube = self.part.tree()?.cubes().swap_remove(piece.index());
        for &number in piece.below() {
            let Ok(PieceResult {
                outcome: PieceOutcome::Split { tree },
                ..
            }) = one(self.folder, &name, &cube, false)
            else {
                return Err(no_piece(&name).into());
            };
            let parts = split_of(&tree, &name).map(|tree| tree.cubes());
            let part = parts.and_then(|parts| parts.get(number).cloned());
            cube = joined(&cube, &part.ok_or_else(|| no_piece(&name))?);
            name = name.part(number);
        }
        Ok(cube)
    }

    /// One cube, unless it is done.
    fn one(&self, name: &PieceName, cube: &Cube) -> Result<Step, Error> {
        match one(self.folder, name, cube, true).map(|result| result.outcome) {
            Ok(PieceOutcome::Refuted { .. }) => return Ok(Step::Done),
            Ok(PieceOutcome::Plan { .. }) => return Ok(Step::Plan),
            Ok(PieceOutcome::Split { tree }) => {
                if let Some(tree) = split_of(&tree, name) {
                    return Ok(Step::Parts(tree.cubes()));
                }
            }
            Err(_) => {}
        }
        // A part gets twice what the piece it came from had, so that splitting comes to an end.
        let doubled = |first: u64| first.saturating_mul(1 << name.below().len().min(62));
        let conflicts = self.settings.conflicts.filter(|_| !name.is_deep());
        let conflicts = conflicts.map(doubled);
        self.solve(name, cube, conflicts)
    }

    fn solve(&self, name: &PieceName, cube: &Cube, conflicts: Option<u64>) -> Result<Step, Error> {
        let before = processor_milliseconds();
        let run = SolveLimits {
            stop: self.limits.clone(),
            seed: self.settings.seed,
            conflicts,
            proof: true,
            ..SolveLimits::default()
        };
        let encoded = self.clauses.under(cube);
        let attempt = attempt_encoded(self.domain.task(), &encoded, &[], self.backend, &run)?;
        let solved = processor_milliseconds();
        let result = |outcome, checked: u64| PieceResult {
            manifest: self.folder.manifest().sha256.clone(),
            piece: name.to_string(),
            cube: numbers(cube),
            outcome,
            cpu_milliseconds: solved.saturating_sub(before),
            check_milliseconds: checked.saturating_sub(solved),
            conflicts: attempt.effort.conflicts,
            sha256: String::new(),
        };
        let finish = |outcome, checked| {
            let result = result(outcome, checked).sealed();
            self.folder.finish(name, &result)
        };
        match attempt.result {
            AttemptResult::Plan(plan) => {
                let refused = |no| Error::internal("a plan of a piece is refused", no);
                let (plan, _) = self.domain.validate(plan).map_err(refused)?;
                finish(PieceOutcome::Plan { plan }, solved)?;
                Ok(Step::Plan)
            }
            AttemptResult::Refuted(ClaimedRefutation {
                proof: Some(bytes), ..
            }) => match self.check(cube, &bytes) {
                Ok(()) => {
                    let checked = processor_milliseconds();
                    let drat = Self::drat(&encoded, &bytes)?;
                    let proof = self.folder.keep(name, ".drat", &drat)?;
                    let backend = self.backend.name().to_owned();
                    finish(PieceOutcome::Refuted { backend, proof }, checked)?;
                    Ok(Step::Done)
                }
                Err(CheckError::Stopped(why)) => self.ended(name, cube, why, finish),
                Err(rejected) => Err(self.wrong(&format!("its proof is not accepted: {rejected}"))),
            },
            AttemptResult::Refuted(ClaimedRefutation { proof: None, .. }) => {
                let fact = format!("{} wrote no proof that can be kept", self.backend.name());
                Err(BadInput::new("--backend", fact)
                    .remedy("choose varisat, cadical or another that saut backends says proves")
                    .into())
            }
            AttemptResult::Unknown(StopReason::EffortSpent) if conflicts.is_some() => {
                let parts = self.parts(cube, &self.limits);
                if parts.leaves() < 2 {
                    // Nothing to decide is left that would make it easier.
                    return self.solve(name, cube, None);
                }
                let tree = parts.preorder().to_vec();
                finish(PieceOutcome::Split { tree }, solved)?;
                Ok(Step::Parts(parts.cubes()))
            }
            AttemptResult::Unknown(why) => self.ended(name, cube, why, finish),
        }
    }

    /// A limit ended the run: unless someone asked for its end, what was too long for one run is
    /// split for the next.
    fn ended(
        &self,
        name: &PieceName,
        cube: &Cube,
        why: StopReason,
        finish: impl FnOnce(PieceOutcome, u64) -> Result<(), BadInput>,
    ) -> Result<Step, Error> {
        if !matches!(why, StopReason::Timeout | StopReason::Memory) || name.is_deep() {
            return Ok(Step::Ended(why, Vec::new()));
        }
        let parts = self.parts(cube, &self.settings.stop.with_timeout(SPLIT_LIMIT));
        if parts.leaves() < 2 {
            return Ok(Step::Ended(why, Vec::new()));
        }
        let tree = parts.preorder().to_vec();
        finish(PieceOutcome::Split { tree }, processor_milliseconds())?;
        Ok(Step::Ended(why, parts.cubes()))
    }

    fn parts(&self, cube: &Cube, stop: &Stop) -> proof::CubeTree {
        let splitting = Splitting {
            cnf: self.clauses.cnf(),
            names: self.clauses.names(),
            cube,
            cubes: self.settings.parts,
        };
        split(splitting, stop)
    }

    fn check(&self, cube: &Cube, drat: &[u8]) -> Result<(), CheckError> {
        let (cnf, variables) = (self.clauses.cnf(), self.clauses.names().len());
        check_cube(cnf, variables, cube, drat, &self.limits)
    }

    /// An accepted proof of a piece in DRAT, as the pieces of a certificate are.
    fn drat(encoded: &Encoded, proof: &[u8]) -> Result<Vec<u8>, Error> {
        let Formula::Cnf { cnf, .. } = &encoded.formula else {
            return Ok(proof.to_vec());
        };
        let fault = |why| Error::internal("a proof that was accepted is not", why);
        proof::drat(cnf, proof).map_err(fault)
    }

    fn wrong(&self, fact: &str) -> Error {
        let fault = backend::Fault::WrongAnswer;
        backend::BackendError::new(self.backend.name(), fault, fact).into()
    }
}
