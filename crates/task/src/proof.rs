//! Proofs: that the formula of an encoding at a horizon has no model, checked.
//!
//! A proof is DRAT or LRAT, as its content says, about a formula that is written anew from the task: neither a solver nor
//! a file with clauses is trusted. Trusted are the encoder, the checker, and what the task claims to know
//! ([`Task::known`], [`Task::length`]).
//!
//! The scope of such a refutation, that is what it says of plans, depends on the encoding and the horizon. That rule is
//! [`scope`], and it stands here only.

mod clauses;
mod cubes;
mod drat;
mod lrat;
mod steps;

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

pub use clauses::Clauses;
pub use cubes::{Cube, CubeTree, PieceProofs, RefutedInCubes, check_cube, check_cubes};
pub use drat::{check_drat, check_drat_within};
pub use lrat::{drat, lrat};
use rustsat::instances::Cnf;
pub use steps::ProofFormat;

use crate::domain::CheckError;
use crate::encode::Encoding;
use crate::formula::Formula;
use crate::task::Task;
use saut_base::stop::{Stop, StopReason};

/// Scope of a refutation of a formula: what it says of plans, from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// There is no plan in this order of actions, and perhaps one in another.
    ThisOrder,
    /// There is no plan of n steps, where n is the horizon: exactly n if a step is one action, at most n if
    /// a step may be empty.
    ThisHorizon,
    /// There is no plan at all.
    EveryPlan,
}

/// Scope of a refutation of the formula of this encoding at this horizon: the rule on which the
/// soundness of every "infeasible" by a formula rests.
///
/// If a step is one action, every plan of n actions is a model at horizon n, so the only length
/// that plans can have covers them all. Where a step may also be empty, or hold several actions, a plan
/// of at most n actions is a model at horizon n, one action a step: all plans are, if none need be longer.
/// At lower horizons a plan of at most n steps that are sets of actions is a model of `forall` at
/// horizon n. `exists` and `r2-exists` leave out the plans whose steps are not in their order; a task
/// may well have a plan of that many steps in another.
pub fn scope(task: &Task, encoding: Encoding, horizon: usize) -> Scope {
    match encoding {
        Encoding::Naive | Encoding::Sequential { .. } | Encoding::Smt
            if task.length().exactly() == Some(horizon) =>
        {
            Scope::EveryPlan
        }
        Encoding::Forall | Encoding::ForallChain | Encoding::Exists | Encoding::R2Exists { .. }
            if task.length().at_most.is_some_and(|most| most <= horizon) =>
        {
            Scope::EveryPlan
        }
        Encoding::Naive
        | Encoding::Sequential { .. }
        | Encoding::Smt
        | Encoding::Forall
        | Encoding::ForallChain => Scope::ThisHorizon,
        Encoding::Exists | Encoding::R2Exists { .. } => Scope::ThisOrder,
    }
}

/// A claim that the formula of an encoding is unsatisfiable, with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HorizonProof {
    /// The encoding, with its choices.
    pub encoding: Encoding,
    /// The number of steps encoded.
    pub horizon: usize,
    /// The proof, DRAT or LRAT.
    pub bytes: Vec<u8>,
}

impl HorizonProof {
    /// Format of the proof.
    pub fn format(&self) -> ProofFormat {
        ProofFormat::of(&self.bytes)
    }
}

/// A proof that [`check`] has accepted: the formula of this encoding at this horizon has no model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefutedHorizon {
    proof: HorizonProof,
    scope: Scope,
    task: Arc<Task>,
}

impl RefutedHorizon {
    /// The proof.
    pub const fn proof(&self) -> &HorizonProof {
        &self.proof
    }

    /// The proof, to be kept elsewhere.
    pub fn into_proof(self) -> HorizonProof {
        self.proof
    }

    /// Whether it is about this very task, with the same knowledge.
    pub fn is_about(&self, task: &Task) -> bool {
        *self.task == *task
    }

    /// Task of the formula.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// Scope of the refutation.
    pub const fn scope(&self) -> Scope {
        self.scope
    }
}

/// The smallest horizon that may have a plan: where a step has room for several actions, one is enough for any number of
/// them.
pub fn first_horizon(task: &Task, encoding: Encoding) -> usize {
    let at_least = task.length().at_least;
    if encoding.is_sequential() {
        at_least
    } else {
        at_least.min(1)
    }
}

/// The number of horizons below one whose refutations say that all below have no plan, where so many are enough: a step
/// of `forall` may be empty, so that one counts for all shorter plans; in the others that depends on the game.
pub fn padding(task: &Task, encoding: Encoding) -> Option<usize> {
    match (encoding, task.known().padding) {
        (Encoding::Forall | Encoding::ForallChain, _) => Some(1),
        (_, 0) => None,
        (_, padding) => Some(padding),
    }
}

/// The horizons whose refutations say together that no plan has fewer steps than this.
pub fn too_few(task: &Task, encoding: Encoding, horizon: usize) -> Range<usize> {
    let first = first_horizon(task, encoding);
    let padding = padding(task, encoding).unwrap_or(horizon);
    first.max(horizon.saturating_sub(padding))..horizon
}

/// Accepts a proof that the formula of an encoding has no model. The formula is written anew from
/// the task.
///
/// # Errors
/// [`CheckError`] with the first wrong step of the proof, or [`CheckError::Stopped`] at a limit.
pub fn check(task: &Task, proof: HorizonProof, stop: &Stop) -> Result<RefutedHorizon, CheckError> {
    let scope = check_formula(task, &proof, stop)?;
    let task = Arc::new(task.clone());
    Ok(RefutedHorizon { proof, scope, task })
}

/// [`check`] for a proof that is only lent; its scope is returned.
///
/// # Errors
/// As [`check`].
pub fn check_formula(task: &Task, proof: &HorizonProof, stop: &Stop) -> Result<Scope, CheckError> {
    let (cnf, variables) = clauses(task, proof.encoding, proof.horizon, stop)?;
    check_drat_within(&cnf, variables, &proof.bytes, stop)?;
    Ok(scope(task, proof.encoding, proof.horizon))
}

/// The proof in this format. In LRAT all hints are ours.
///
/// # Errors
/// As [`check`].
pub fn in_format(
    task: &Task,
    proof: &HorizonProof,
    format: ProofFormat,
    stop: &Stop,
) -> Result<HorizonProof, CheckError> {
    let (encoding, horizon) = (proof.encoding, proof.horizon);
    let clauses = || clauses(task, encoding, horizon, stop);
    let bytes = match (proof.format(), format) {
        (ProofFormat::Drat, ProofFormat::Drat) => proof.bytes.clone(),
        (ProofFormat::Lrat, ProofFormat::Drat) => drat(&clauses()?.0, &proof.bytes)?,
        (_, ProofFormat::Lrat) => {
            let (cnf, variables) = clauses()?;
            lrat(&cnf, variables, &proof.bytes, stop)?
        }
    };
    Ok(HorizonProof {
        encoding,
        horizon,
        bytes,
    })
}

/// The clauses of the formula, written anew, and the number of its variables.
fn clauses(
    task: &Task,
    encoding: Encoding,
    horizon: usize,
    stop: &Stop,
) -> Result<(Cnf, usize), CheckError> {
    let clauses = encoding.most_clauses(task, horizon);
    let too_large = (clauses > MOST_CLAUSES).then_some(StopReason::TooLarge);
    if let Some(why) = too_large.or_else(|| stop.forbids_clauses(clauses)) {
        return Err(CheckError::Stopped(why));
    }
    let task = task.clone();
    let written = stop.attend(Duration::ZERO, move || encoding.encode(&task, horizon));
    match written.map_err(CheckError::Stopped)?.formula {
        Formula::Cnf { cnf, names } => Ok((cnf, names.len())),
        Formula::Smt(_) => CheckError::reject(format_args!(
            "a proof is about clauses, and {} has none",
            encoding.name()
        )),
    }
}

/// The most clauses that a check builds.
const MOST_CLAUSES: u128 = 1 << 26;
