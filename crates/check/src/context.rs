//! The context of a check, and the additional checks of programs that can search.

use std::collections::HashSet;

use saut_levels::search::SearchSettings;
use saut_pddl::{PlanningTask, ValidatedPlan};
use saut_peg::peg::{Jump, Puzzle};
use serde_json::Value;

use crate::claims::TaskClaims;
use crate::document::Document;
use crate::report::{ClaimStatus, Fault, Report};

/// A document, its subject, and the limits of the check.
#[derive(Clone, Copy)]
pub struct Context<'a, S> {
    /// The puzzle or the task.
    pub subject: &'a S,
    /// The document that is checked.
    pub document: &'a Document<'a>,
    /// Limits of the check, and settings for searches.
    pub search: &'a SearchSettings,
    /// Checks that need a search.
    pub extra: &'a dyn ExtraChecks,
}

impl<'a, S> Context<'a, S> {
    /// Creates the context of one check.
    pub fn new(
        subject: &'a S,
        document: &'a Document<'a>,
        search: &'a SearchSettings,
        extra: &'a dyn ExtraChecks,
    ) -> Self {
        Self {
            subject,
            document,
            search,
            extra,
        }
    }
}

/// Checks of claims that need a search or the grounder. By default, such claims are not verified.
pub trait ExtraChecks {
    /// Checks a claim about all solutions of a board. The plan of the document has `moves` moves.
    ///
    /// # Errors
    /// The claim is false, or a limit ended the check.
    fn of_all_solutions(
        &self,
        _: &Context<Puzzle>,
        (_claim, _claimed): (&str, &Value),
        _moves: usize,
    ) -> Result<ClaimStatus, Fault> {
        Ok(not_here())
    }

    /// Checks the claims about the number of plans. The document lists `plans` plans, and all of them were replayed.
    ///
    /// # Errors
    /// A claim is false, or a limit ended the check.
    fn numbers_of_plans(
        &self,
        _: &Context<Puzzle>,
        _plans: usize,
        _different: &HashSet<Vec<Jump>>,
        _: &mut Report,
    ) -> Result<(), Fault> {
        Ok(())
    }

    /// Checks the claims that no plan of a task is shorter than this valid plan.
    ///
    /// # Errors
    /// A claim is false, or a limit ended the check.
    fn lengths(
        &self,
        context: &Context<PlanningTask>,
        _: &TaskClaims,
        _: &ValidatedPlan,
        report: &mut Report,
    ) -> Result<(), Fault> {
        for name in ["optimal", "steps", "lower_bound"] {
            if context.document.claims().any(|(it, _)| it == name) {
                report.record(name, not_here());
            }
        }
        Ok(())
    }

    /// Checks the proofs of an undecided document that refute some numbers of steps.
    ///
    /// # Errors
    /// A proof is rejected, or a limit ended the check.
    fn refuted_horizons(
        &self,
        context: &Context<PlanningTask>,
        _: TaskClaims,
    ) -> Result<Report, Fault> {
        Err(context.document.says_undecided())
    }
}

fn not_here() -> ClaimStatus {
    ClaimStatus::NotVerified("the check of this claim needs a search or the grounder".to_owned())
}

/// No additional checks.
impl ExtraChecks for () {}
