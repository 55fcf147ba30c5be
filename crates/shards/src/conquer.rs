//! Runs one piece of a formula until it is refuted with a checked proof, solved, or split, and writes the result.
//!
//! A piece that already has a result is left unchanged. Two runs of a piece at the same time do not damage each other's
//! files. The next run restarts an interrupted piece.

use std::cell::Cell;
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use saut_base::BadInput;
use saut_base::stop::{Stop, StopReason};
use saut_plan::Error;
use saut_plan::attempt::{AttemptResult, ClaimedRefutation, attempt_encoded};
use saut_plan::backend::{self, Backend, SolveLimits};
use saut_plan::cubing::split;
use saut_task::CheckError;
use saut_task::proof::{self, Cube, CubeTree, check_cube};

use crate::folder::JobFolder;
use crate::formula::{CubedDomain, CubedFormula, Subject};
use crate::manifest::{DigestedDocument, PieceName, PieceOutcome, PieceResult};
use crate::survey::{joined, numbers, one};

/// Time limit for splitting a piece that ran out of time.
const SPLIT_LIMIT: Duration = Duration::from_secs(60);

/// Settings of one run.
#[derive(Clone, Debug)]
pub struct ConquerSettings {
    /// The solver, which must write proofs.
    pub backend: String,
    /// Number of conflicts after which a piece is split again, at least [`MIN_CONFLICTS`]. The limit doubles for each
    /// level of parts, and is raised for the whole run if a part is as hard as its piece.
    pub conflicts: Option<u64>,
    /// Time limit of the run. The current piece is then split for the next run.
    pub timeout: Option<Duration>,
    /// Memory limit. At this limit, the run ends as at the time limit.
    pub memory_mib: Option<u64>,
    /// Interruption by the user.
    pub stop: Stop,
    /// The seed of the solver.
    pub seed: u64,
    /// Number of parts into which a piece is split.
    pub parts: usize,
}

impl Default for ConquerSettings {
    fn default() -> Self {
        Self {
            backend: saut_plan::refute::PROVER.to_owned(),
            conflicts: None,
            timeout: None,
            memory_mib: None,
            stop: Stop::default(),
            seed: 0,
            parts: 4,
        }
    }
}

/// Minimum conflict limit of a piece. With a lower limit, reading the formula takes longer than the search.
pub const MIN_CONFLICTS: u64 = 100;

/// Events of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConquerEvent {
    /// A piece or part was refuted. The number is the number of remaining parts.
    Refuted(PieceName, usize),
    /// A piece was split. The number is the number of its parts.
    Split(PieceName, usize),
    /// A part reached its limit, like its parent piece, so splitting did not help. All later limits of the run are
    /// multiplied by this factor.
    AsHard(PieceName, u64),
}

/// Result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conquered {
    /// The piece, or each of its parts, is refuted.
    Done,
    /// A plan was found in this piece.
    Plan(PieceName),
    /// A limit ended the run before these parts of the piece were done.
    Unfinished(StopReason, Vec<PieceName>),
}

/// Runs a piece with all its parts. `observer` gets the events of the run.
///
/// # Errors
/// There is no such piece, the solver is missing or fails, or a file cannot be written.
pub fn conquer(
    folder: &JobFolder,
    piece: &PieceName,
    settings: &ConquerSettings,
    observer: &dyn Fn(ConquerEvent),
) -> Result<Conquered, Error> {
    let manifest = folder.manifest();
    let pieces = manifest.pieces;
    if piece.index() >= pieces {
        let fact =
            format!("there is no piece {piece}: the job has {pieces} pieces, counted from 0");
        return Err(BadInput::new("--index", fact)
            .remedy(format!("give a number from 0 to {}", pieces - 1))
            .into());
    }
    let subject = Subject::new(&manifest.question, &manifest.cubes.assumed)?;
    let mut limits = match settings.timeout {
        Some(timeout) => settings.stop.with_timeout(timeout),
        None => settings.stop.child(),
    };
    if let Some(mib) = settings.memory_mib {
        limits = limits.with_memory(mib);
    }
    let domain = subject.domain(&limits)?;
    let backend = backend::by_name(&settings.backend)?;
    let running = PieceRun {
        formula: CubedFormula::of(domain.task(), &manifest.cubes, &limits)?,
        backend: backend.as_ref(),
        domain,
        folder,
        settings,
        limits,
        observer,
        raised: Cell::new(1),
    };
    running.all(piece)
}

struct PieceRun<'a> {
    formula: CubedFormula,
    backend: &'a dyn Backend,
    domain: CubedDomain<'a>,
    folder: &'a JobFolder,
    settings: &'a ConquerSettings,
    limits: Stop,
    observer: &'a dyn Fn(ConquerEvent),
    /// All conflict limits are multiplied by this factor.
    raised: Cell<u64>,
}

/// Result of one cube.
enum Step {
    Done,
    Plan,
    /// The piece was split, possibly because a limit ended the run.
    Split(CubeTree, Option<StopReason>),
    /// A limit ended the run.
    Ended(StopReason),
}

impl PieceRun<'_> {
    /// Runs the piece, and then its parts if it was split.
    fn all(&self, piece: &PieceName) -> Result<Conquered, Error> {
        let mut left = vec![(piece.clone(), self.cube(piece)?)];
        while let Some((name, cube)) = left.pop() {
            let ended = match self.one(&name, &cube)? {
                Step::Done => {
                    (self.observer)(ConquerEvent::Refuted(name, left.len()));
                    None
                }
                Step::Plan => return Ok(Conquered::Plan(name)),
                Step::Split(tree, ended) => {
                    let parts = tree.cubes().into_iter().enumerate();
                    let part =
                        |(number, part): (_, Cube)| (name.part(number), joined(&cube, &part));
                    left.extend(parts.map(part).rev());
                    ended
                }
                Step::Ended(why) => {
                    left.push((name, cube));
                    Some(why)
                }
            };
            if let Some(why) = ended {
                let unfinished = left.into_iter().rev().map(|(piece, _)| piece);
                return Ok(Conquered::Unfinished(why, unfinished.collect()));
            }
        }
        Ok(Conquered::Done)
    }

    /// Returns the cube of a piece, following all splits.
    fn cube(&self, piece: &PieceName) -> Result<Cube, BadInput> {
        let mut name = PieceName::from(piece.index());
        let cubes = self.folder.manifest().cubes.tree.cubes();
        let mut cube = cubes[piece.index()].clone();
        for &number in piece.below() {
            let part = match one(self.folder, &name, &cube, false).map(|result| result.outcome) {
                Ok(PieceOutcome::Split { tree }) => tree.cubes().get(number).cloned(),
                _ => None,
            };
            let part = part.ok_or_else(|| {
                let fact = format!("there is no piece {piece}: piece {name} has no such part");
                BadInput::new("--index", fact).remedy("saut job merge lists the missing pieces")
            });
            cube = joined(&cube, &part?);
            name = name.part(number);
        }
        Ok(cube)
    }

    /// Runs one cube, unless it is done.
    fn one(&self, name: &PieceName, cube: &Cube) -> Result<Step, Error> {
        match one(self.folder, name, cube, true).map(|result| result.outcome) {
            Ok(PieceOutcome::Refuted { .. }) => return Ok(Step::Done),
            Ok(PieceOutcome::Plan { .. }) => return Ok(Step::Plan),
            Ok(PieceOutcome::Split { tree }) => return Ok(Step::Split(tree, None)),
            Err(_) => {}
        }
        // A part gets twice the conflicts of its piece.
        let limit = |first: u64| {
            let first = first.max(MIN_CONFLICTS).saturating_mul(self.raised.get());
            first.saturating_mul(1 << name.below().len().min(62))
        };
        let conflicts = self.settings.conflicts.filter(|_| !name.is_deep());
        self.solve(name, cube, conflicts.map(limit))
    }

    /// Multiplies the limits of the run by the number of parts of a split. Without this, a piece whose parts are as
    /// hard as the piece itself would be split until the doubled limits reach its hardness. With four parts and a limit
    /// of N conflicts, a piece of H conflicts would have (H/N)² leaves. With raised limits, the number of splits is
    /// logarithmic in H/N.
    fn raise_limits(&self, name: &PieceName) {
        let parts = u64::try_from(self.settings.parts).unwrap_or(u64::MAX);
        let raised = self.raised.get().saturating_mul(parts.max(2));
        self.raised.set(raised);
        (self.observer)(ConquerEvent::AsHard(name.clone(), raised));
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
        let encoded = self.formula.encoded_under(cube);
        let attempt = attempt_encoded(self.domain.task(), &encoded, &[], self.backend, &run)?;
        let solved = processor_milliseconds();
        let finish = |outcome, checked: u64| {
            let result = PieceResult {
                manifest: self.folder.manifest().sha256.clone(),
                piece: name.to_string(),
                cube: numbers(cube),
                outcome,
                cpu_milliseconds: solved.saturating_sub(before),
                check_milliseconds: checked.saturating_sub(solved),
                conflicts: attempt.effort.conflicts,
                sha256: String::new(),
            };
            self.folder.finish(name, &result.sealed())
        };
        let split = |stop: &Stop| -> Result<Option<CubeTree>, Error> {
            let tree = split(
                &self.formula.cnf,
                &self.formula.names,
                cube,
                self.settings.parts,
                stop,
            );
            if tree.leaves() < 2 {
                return Ok(None);
            }
            let outcome = PieceOutcome::Split { tree: tree.clone() };
            finish(outcome, processor_milliseconds())?;
            Ok(Some(tree))
        };
        let why = match attempt.result {
            AttemptResult::Plan(plan) => {
                let refused = |no| Error::internal("a plan of a piece was rejected", no);
                let plan = self.domain.replay(plan).map_err(refused)?;
                finish(PieceOutcome::Plan { plan }, solved)?;
                return Ok(Step::Plan);
            }
            AttemptResult::Refuted(ClaimedRefutation { proof: None, .. }) => {
                let fact = format!("{} wrote no proof that can be stored", self.backend.name());
                return Err(BadInput::new("--backend", fact)
                    .remedy("choose varisat, cadical or another backend that writes proofs (saut backends)")
                    .into());
            }
            AttemptResult::Refuted(ClaimedRefutation {
                proof: Some(bytes), ..
            }) => {
                let (cnf, variables) = (&self.formula.cnf, self.formula.names.len());
                match check_cube(cnf, variables, cube, &bytes, &self.limits) {
                    Ok(()) => {
                        let checked = processor_milliseconds();
                        let fault =
                            |why| Error::internal("an accepted proof cannot be converted", why);
                        let drat = proof::drat(&self.formula.under(cube), &bytes).map_err(fault)?;
                        let proof = self.folder.keep(name, ".drat", &drat)?;
                        let backend = self.backend.name().to_owned();
                        finish(PieceOutcome::Refuted { backend, proof }, checked)?;
                        return Ok(Step::Done);
                    }
                    Err(CheckError::Stopped(why)) => why,
                    Err(rejected) => {
                        let fact = format!("its proof was rejected: {rejected}");
                        let (name, fault) = (self.backend.name(), backend::Fault::WrongAnswer);
                        return Err(backend::BackendError::new(name, fault, fact).into());
                    }
                }
            }
            AttemptResult::Unknown(StopReason::EffortSpent) if conflicts.is_some() => {
                if !name.below().is_empty() {
                    self.raise_limits(name);
                }
                return match split(&self.limits)? {
                    Some(tree) => {
                        let event = ConquerEvent::Split(name.clone(), tree.leaves());
                        (self.observer)(event);
                        Ok(Step::Split(tree, None))
                    }
                    // No variable is left that could split the piece.
                    None => self.solve(name, cube, None),
                };
            }
            AttemptResult::Unknown(why) => why,
        };
        // A piece that was not finished within one run is split for the next run, unless the user interrupted it.
        if matches!(why, StopReason::Timeout | StopReason::Memory)
            && !name.is_deep()
            && let Some(tree) = split(&self.settings.stop.with_timeout(SPLIT_LIMIT))?
        {
            return Ok(Step::Split(tree, Some(why)));
        }
        Ok(Step::Ended(why))
    }
}

/// Returns the processor time of this process and of the programs that it called, in milliseconds.
fn processor_milliseconds() -> u64 {
    let of = |who| {
        getrusage(who).map_or(0, |usage| {
            usage.user_time().num_milliseconds() + usage.system_time().num_milliseconds()
        })
    };
    let all = of(UsageWho::RUSAGE_SELF) + of(UsageWho::RUSAGE_CHILDREN);
    u64::try_from(all).unwrap_or(0)
}
