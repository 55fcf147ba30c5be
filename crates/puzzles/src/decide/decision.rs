//! Decisions of puzzles of peg solitaire.

use saut_criteria::certify::CheckedCertificate;
use saut_peg::simulate::ReplayedPlan;

/// The answer to a puzzle of peg solitaire.
pub type Verdict = saut_plan::Verdict<ReplayedPlan, CheckedCertificate>;

/// A verdict on a puzzle of peg solitaire, what gave it and what it cost.
pub type Decision = saut_plan::Decision<ReplayedPlan, CheckedCertificate>;
