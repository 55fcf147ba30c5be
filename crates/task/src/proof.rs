//! Checked proofs that the formula of an encoding at a horizon has no model.
//!
//! A proof is in the format DRAT or LRAT, which is detected from its content. The check generates the formula again
//! from the task, so it trusts neither a solver nor a file with clauses. It trusts the encoder, the proof checker, and
//! the known facts of the task ([`Task::known`], [`Task::length`]).
//!
//! The *scope* of a refutation is the set of plans that it excludes. The function [`scope`] computes the scope from the
//! encoding and the horizon.

mod clauses;
mod cubes;
mod drat;
mod lrat;
mod steps;

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

pub use clauses::ClauseDatabase;
pub use cubes::{Cube, CubeTree, RefutedInCubes, check_cube, check_cubes};
pub use drat::{check_drat, check_drat_within};
pub use lrat::{drat, lrat};
use rustsat::instances::Cnf;
pub use steps::{ProofFormat, from_frat};

use crate::domain::CheckError;
use crate::encode::Encoding;
use crate::formula::Formula;
use crate::task::Task;
use saut_base::stop::{Stop, StopReason};

/// The scope of a refutation: the set of plans that it excludes. The smallest set comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// No plan at this horizon has steps with this order of actions. There may be a plan with another order.
    ThisOrder,
    /// There is no plan with n steps, where n is the horizon. This means exactly n steps if a step is one action, and
    /// at most n steps if a step may be empty.
    ThisHorizon,
    /// There is no plan at all.
    EveryPlan,
}

/// Returns the scope of a refutation of the formula of this encoding at this horizon. Every answer "infeasible" that
/// uses the refutation of a formula depends on this rule.
///
/// - If a step is one action, every plan with n actions is a model at horizon n. Suppose that the task, if it is
///   solvable, has a plan with exactly n actions. Then a refutation at horizon n excludes every plan.
/// - If a step may be empty or contain several actions, every plan with at most n actions is a model at horizon n.
///   Suppose that the task, if it is solvable, has a plan with at most n actions. Then a refutation at horizon n
///   excludes every plan.
/// - At lower horizons n, every plan of at most n sets of actions is a model of `forall`. But `exists` and `r2-exists`
///   exclude steps that do not follow their order, so there may be a plan with n steps in another order.
pub fn scope(task: &Task, encoding: Encoding, horizon: usize) -> Scope {
    match encoding {
        Encoding::Naive | Encoding::Sequential { .. } | Encoding::Smt
            if task.length().exactly() == Some(horizon) =>
        {
            Scope::EveryPlan
        }
        Encoding::Forall
        | Encoding::ForallChain
        | Encoding::Sase
        | Encoding::Exists
        | Encoding::R2Exists { .. }
            if task.length().at_most.is_some_and(|most| most <= horizon) =>
        {
            Scope::EveryPlan
        }
        Encoding::Naive
        | Encoding::Sequential { .. }
        | Encoding::Smt
        | Encoding::Forall
        | Encoding::ForallChain
        | Encoding::Sase => Scope::ThisHorizon,
        Encoding::Exists | Encoding::R2Exists { .. } => Scope::ThisOrder,
    }
}

/// A claim that the formula of an encoding is unsatisfiable, with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HorizonProof {
    /// The encoding, with its options.
    pub encoding: Encoding,
    /// Horizon of the formula.
    pub horizon: usize,
    /// The proof, in the format DRAT or LRAT.
    pub bytes: Vec<u8>,
}

impl HorizonProof {
    /// Returns the format of the proof.
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
    /// Returns the proof.
    pub const fn proof(&self) -> &HorizonProof {
        &self.proof
    }

    /// Converts the refutation to its proof.
    pub fn into_proof(self) -> HorizonProof {
        self.proof
    }

    /// Whether the refuted formula belongs to exactly this task, with the same known facts.
    pub fn is_about(&self, task: &Task) -> bool {
        *self.task == *task
    }

    /// Returns the task of the formula.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// Returns the scope of the refutation.
    pub const fn scope(&self) -> Scope {
        self.scope
    }
}

/// Returns the smallest horizon that may have a plan. If a step can contain several actions, one step may be enough for
/// all actions.
pub fn first_horizon(task: &Task, encoding: Encoding) -> usize {
    let at_least = task.length().at_least;
    if encoding.is_sequential() {
        at_least
    } else {
        at_least.min(1)
    }
}

/// Returns a number p for which refutations at the horizons n − p to n − 1 prove that no plan has fewer than n steps.
/// `None` if no such number is known. A step of `forall` or `sase` may be empty, so one refutation excludes all plans
/// with fewer steps, and p is 1. For all other encodings, p depends on the task
/// ([`padding`](crate::task::TrustedFacts::padding)).
pub fn padding(task: &Task, encoding: Encoding) -> Option<usize> {
    match (encoding, task.known().padding) {
        (Encoding::Forall | Encoding::ForallChain | Encoding::Sase, _) => Some(1),
        (_, 0) => None,
        (_, padding) => Some(padding),
    }
}

/// Returns the horizons whose refutations together prove that no plan has fewer than `horizon` steps.
pub fn too_few(task: &Task, encoding: Encoding, horizon: usize) -> Range<usize> {
    let first = first_horizon(task, encoding);
    let padding = padding(task, encoding).unwrap_or(horizon);
    first.max(horizon.saturating_sub(padding))..horizon
}

/// Checks a proof that the formula of an encoding has no model. The formula is generated again from the task.
///
/// # Errors
/// [`CheckError`] with the first wrong step of the proof, or with the limit that ended the check.
pub fn check(task: &Task, proof: HorizonProof, stop: &Stop) -> Result<RefutedHorizon, CheckError> {
    let scope = check_formula(task, &proof, stop)?;
    let task = Arc::new(task.clone());
    Ok(RefutedHorizon { proof, scope, task })
}

/// Like [`check`], but borrows the proof and returns only the scope.
///
/// # Errors
/// Same as [`check`].
pub fn check_formula(task: &Task, proof: &HorizonProof, stop: &Stop) -> Result<Scope, CheckError> {
    let (cnf, variables) = clauses(task, proof.encoding, proof.horizon, stop)?;
    check_drat_within(&cnf, variables, &proof.bytes, stop)?;
    Ok(scope(task, proof.encoding, proof.horizon))
}

/// Converts the proof to this format. If the format is LRAT, the hints are computed.
///
/// # Errors
/// Same as [`check`].
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

/// Generates the formula again from the task. Returns its clauses and its number of variables.
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
            "a proof refutes clauses, but the encoding {} has no clauses",
            encoding.name()
        )),
    }
}

/// Maximum number of clauses that a check generates.
const MOST_CLAUSES: u128 = 1 << 26;
