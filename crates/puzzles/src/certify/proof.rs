//! Proofs: infeasibility by a refutation of the formula of an encoding.
//!
//! The certificate names the encoding, the horizon and a DRAT proof. The check writes the formula
//! anew from the puzzle, so it trusts neither the solver nor a file with clauses; what it does
//! trust is the encoder, and so the certificate says which. Only `sequential` at a horizon that
//! is the length of every plan proves that there is no plan at all.

mod clauses;
mod drat;
mod limits;
mod steps;

pub use drat::{check_drat, check_drat_within};
pub use limits::{JumpLimit, jump_limits, known as known_limits};

use super::Rejected;
use crate::peg::Puzzle;
use crate::pose;
use saut_plan::encode::Encoding;
use saut_plan::formula::Formula;
use saut_plan::stop::Stop;
use saut_plan::task::Task;

/// A claim that the formula of an encoding is unsatisfiable, with a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The encoding, with its choices.
    pub encoding: Encoding,
    /// The number of steps encoded.
    pub horizon: usize,
    /// The proof in DRAT, text or binary.
    pub drat: Vec<u8>,
    /// What the formula takes for known of peg solitaire; empty for other games.
    pub limits: Vec<JumpLimit>,
}

/// A checked proof that the formula of an encoding at a horizon has no model, and so that the task
/// has no plan of so many steps: a part of a lower bound, no verdict. Only [`check_horizon`] makes
/// one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefutedHorizon(Proof);

impl RefutedHorizon {
    /// The proof.
    pub const fn proof(&self) -> &Proof {
        &self.0
    }
}

/// Accepts a proof that a task has no plan of exactly so many actions (`sequential`), or of at most
/// so many steps (`forall`). The formula is written anew from the task.
///
/// # Errors
/// [`Rejected`] if the encoding leaves plans out, or with the first wrong step of the proof.
pub fn check_horizon(task: &Task, proof: Proof) -> Result<RefutedHorizon, Rejected> {
    check_horizon_within(task, proof, &Stop::default())
}

/// The same within limits.
///
/// # Errors
/// As [`check_horizon`], and [`Rejected::Unfinished`] at a limit.
pub fn check_horizon_within(
    task: &Task,
    proof: Proof,
    stop: &Stop,
) -> Result<RefutedHorizon, Rejected> {
    if !matches!(
        proof.encoding,
        Encoding::Sequential { .. } | Encoding::Forall
    ) {
        return proof
            .other("only sequential and forall have every plan of so many steps".to_owned());
    }
    proof.check_formula(task, stop)?;
    Ok(RefutedHorizon(proof))
}

/// The most clauses that a check builds.
const MOST_CLAUSES: u128 = 1 << 26;

impl Proof {
    /// Checks that the formula says what is claimed and that the proof refutes it.
    pub(super) fn check(&self, puzzle: &Puzzle, stop: &Stop) -> Result<(), Rejected> {
        limits::check(puzzle, &self.limits, stop)?;
        let task = self.task(puzzle);
        let other = |wanted: String| self.other(wanted);
        if !matches!(self.encoding, Encoding::Sequential { .. }) {
            return other("only the sequential encoding has every plan as a model".to_owned());
        }
        match task.length.exactly() {
            None => return other("its plans may have several lengths".to_owned()),
            Some(length) if length != self.horizon => {
                return other(format!("its plans have {length} jumps"));
            }
            Some(_) => {}
        }
        self.check_formula(&task, stop)
    }

    /// The task that the formula is written from: with the jump limits, which nobody has checked.
    pub fn task(&self, puzzle: &Puzzle) -> Task {
        let mut task = pose::peg_task(puzzle);
        task.known.at_most = limits::known(puzzle, &self.limits);
        task
    }

    fn other<T>(&self, wanted: String) -> Result<T, Rejected> {
        let (encoding, horizon) = (self.encoding.name(), self.horizon);
        Err(Rejected::OtherFormula {
            encoding,
            horizon,
            wanted,
        })
    }

    /// Writes the formula anew and checks that the proof refutes it.
    fn check_formula(&self, task: &Task, stop: &Stop) -> Result<(), Rejected> {
        let clauses = estimate(task, self.horizon);
        if clauses > MOST_CLAUSES {
            return Err(Rejected::TooLarge {
                clauses,
                most: MOST_CLAUSES,
            });
        }
        match self.encoding.encode(task, self.horizon).formula {
            Formula::Cnf { cnf, names } => check_drat_within(&cnf, names.len(), &self.drat, stop),
            Formula::Smt(_) => self.other("a DRAT proof is about clauses".to_owned()),
        }
    }

    /// The reason for people.
    pub fn explanation(&self) -> String {
        let limits = match self.limits.len() {
            0 => String::new(),
            number => format!(
                "It says of {number} jumps that no plan has them, or has them twice; weights that \
                 show that were checked too.\n"
            ),
        };
        format!(
            "The formula of the {} encoding with {} steps, one jump a step, is unsatisfiable: a \
             DRAT proof of {} bytes was checked against the formula written anew.\n{limits}",
            self.encoding,
            self.horizon,
            self.drat.len(),
        )
    }
}

/// No at-most-one encoding writes more clauses than the pairwise one.
fn estimate(task: &Task, horizon: usize) -> u128 {
    let actions = task.actions.len() as u128;
    let known = (task.known.invariants.len() + task.known.bounds.len()) as u128;
    let at_most = (task.known.at_most.len() * horizon) as u128;
    let fluents = task.fluents.len() as u128;
    let a_step = actions * actions / 2 + 6 * actions + 2 * fluents + known + at_most;
    a_step * (horizon as u128 + 1)
}

#[cfg(test)]
mod tests;
