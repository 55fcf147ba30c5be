//! Credit: results for which the measured solver itself gave evidence, and the check accepted the evidence.
//!
//! A record counts as solved only with a [`Credit`]. A credit needs a replayed plan, a checked model, a checked proof
//! or a checked certificate of the measured solver. Results of another solver on the same formula do not count.

use rustsat::types::{Assignment, TernaryVal};

use crate::record::{Claimed, Evidence, Record, RunOutcome};
use saut_base::stop::{Stop, StopReason};
use saut_criteria::certify::CheckedCertificate;
use saut_pddl::{Reason, ValidatedPlan};
use saut_peg::simulate::ReplayedPlan;
use saut_plan::{Decision, Verdict};
use saut_task::formula::Formula;
use saut_task::model::Model;
use saut_task::proof::{RefutedHorizon, Scope, check_drat_within};
use saut_task::{CheckError, Checked};

/// A claim of the measured solver whose evidence was accepted.
#[derive(Clone, Debug, PartialEq)]
pub struct Credit {
    claim: Claimed,
    outcome: RunOutcome,
    by: String,
    /// For a planning task, the number of actions and the cost of the plan.
    size: Option<(usize, f64)>,
}

/// Plans that only a successful replay creates.
pub trait Replayed {
    /// For a planning task, returns the number of actions and the cost of the plan. For a puzzle, returns `None`.
    fn size(&self) -> Option<(usize, f64)> {
        None
    }
}

impl Replayed for ReplayedPlan {}

impl Replayed for ValidatedPlan {
    fn size(&self) -> Option<(usize, f64)> {
        Some((self.length(), self.measure().approximate()?))
    }
}

/// Certificates that exist only after a successful check.
pub trait Accepted {
    /// Returns the kind of the certificate, as named in records.
    fn word(&self) -> &'static str;
}

impl Accepted for CheckedCertificate {
    fn word(&self) -> &'static str {
        self.kind()
    }
}

impl Accepted for Checked<Reason> {
    fn word(&self) -> &'static str {
        self.certificate().word()
    }
}

/// The measured solver in a run in which `saut` decides.
#[derive(Clone, Copy, Debug)]
pub enum Decider<'a> {
    /// `saut` itself, with any of its methods.
    Saut,
    /// The backend of this name, which solved the formulas.
    Backend(&'a str),
}

impl Credit {
    fn new(claim: Claimed, outcome: RunOutcome, by: &str) -> Self {
        Self {
            claim,
            outcome,
            by: by.to_owned(),
            size: None,
        }
    }

    /// Returns the credit for a plan that the solver gave, directly or as a model.
    pub fn plan(plan: &impl Replayed) -> Self {
        Self {
            size: plan.size(),
            ..Self::new(Claimed::Sat, RunOutcome::Solved, "replay")
        }
    }

    /// Returns the credit for a model of the solver, if it satisfies the clauses.
    pub fn model(model: &Model, formula: &Formula) -> Option<Self> {
        let (Model::Bits(bits), Formula::Cnf { cnf, .. }) = (model, formula) else {
            return None;
        };
        let values = bits.iter().map(|&bit| TernaryVal::from(bit));
        let is_true = cnf.evaluate(&values.collect::<Assignment>()) == TernaryVal::True;
        is_true.then(|| Self::new(Claimed::Sat, RunOutcome::Solved, "model"))
    }

    /// Returns the credit for a refutation with the solver's own proof.
    pub fn proof(refuted: &RefutedHorizon) -> Self {
        let outcome = match refuted.scope() {
            Scope::EveryPlan => RunOutcome::Infeasible,
            Scope::ThisHorizon | Scope::ThisOrder => RunOutcome::Refuted,
        };
        Self::new(Claimed::Unsat, outcome, "proof")
    }

    /// Returns the credit for a proof of the solver that clauses have no model.
    ///
    /// # Errors
    /// The proof is not accepted, or its check was not finished.
    pub fn proof_of_clauses(
        formula: &Formula,
        proof: &[u8],
        stop: &Stop,
    ) -> Result<Self, CheckError> {
        let Formula::Cnf { cnf, names } = formula else {
            return CheckError::reject(
                "a proof refutes clauses, but an SMT formula has no clauses",
            );
        };
        check_drat_within(cnf, names.len(), proof, stop)?;
        Ok(Self::new(Claimed::Unsat, RunOutcome::Refuted, "proof"))
    }

    /// Returns the credit for a decision, if the measured solver made it.
    pub fn decision<P: Replayed, C: Accepted>(
        decision: &Decision<P, C>,
        decider: Decider<'_>,
    ) -> Option<Self> {
        let method = decision.method.as_ref();
        let is_own = match decider {
            Decider::Saut => true,
            Decider::Backend(name) => method.and_then(|it| it.backend()) == Some(name),
        };
        let credit = match &decision.verdict {
            Verdict::Solved(plan) => Self::plan(plan),
            Verdict::Infeasible(certificate) => {
                let word = certificate.word();
                Self::new(Claimed::Unsat, RunOutcome::Infeasible, word)
            }
            Verdict::Undecided(StopReason::HorizonRefuted {
                is_proved: true, ..
            }) => Self::proof(decision.refuted.last()?),
            Verdict::Undecided(_) => return None,
        };
        is_own.then_some(credit)
    }
}

impl Record {
    /// Records an accepted claim.
    pub(crate) fn credited(&mut self, credit: Credit) {
        (self.claim, self.outcome, self.checked) = (credit.claim, credit.outcome, true);
        self.evidence = Some(Evidence::Checked);
        self.check = credit.by;
        (self.plan_length, self.cost) = credit.size.unzip();
    }
}
