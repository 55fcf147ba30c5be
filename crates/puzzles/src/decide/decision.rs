//! Decisions of puzzles of peg solitaire.

use crate::certify::CheckedCertificate;
use crate::simulate::ReplayedPlan;

/// The answer to a puzzle of peg solitaire.
pub type Verdict = saut_plan::Verdict<ReplayedPlan, CheckedCertificate>;

/// A verdict on a puzzle of peg solitaire, what gave it and what it cost.
pub type Decision = saut_plan::Decision<ReplayedPlan, CheckedCertificate>;
