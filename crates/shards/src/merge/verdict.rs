//! Settings of a merge, and its verdict.

use std::path::PathBuf;

use saut_base::stop::{Stop, StopReason};
use saut_criteria::certify::CheckedCertificate;
use saut_task::proof::RefutedInCubes;

use crate::formula::Measured;
use crate::outcome::PlanEntry;
use crate::piece::PieceName;
use crate::survey::Lack;

/// Limits of the check.
#[derive(Clone, Debug)]
pub struct MergeSettings {
    /// Deadline, memory limit and interruption.
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
        /// Measures of it.
        measured: Measured,
        /// The number of steps of the formula.
        horizon: usize,
        /// Processor time of all pieces.
        cpu_milliseconds: u64,
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
    /// These pieces are not there, or not whole.
    Missing(Vec<(PieceName, Lack)>),
    /// The check was not finished.
    Unfinished(StopReason),
}
