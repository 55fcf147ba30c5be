//! The answer to a puzzle of peg solitaire.

pub(crate) mod document;
mod text;

use saut_base::stop::StopReason;
use saut_criteria::certify::Certificate;
use saut_criteria::certify::cone::FewestJumps;
use saut_peg::peg::{Puzzle, notation};
use saut_plan::{Error, Method, Minimise, Settings};
use saut_puzzles::decide::{Decision, Verdict};
use saut_puzzles::method::MethodName;
use saut_task::encode::Encoding;

use crate::kept::Evidence;

/// Answer to a puzzle of peg solitaire.
#[derive(Debug)]
pub struct BoardAnswer {
    pub(crate) puzzle: Puzzle,
    pub(crate) decision: Decision,
    /// The lower bound on the number of jumps, where fewest are asked for and their number is open.
    bound: Option<FewestJumps>,
    /// Quantity that the plan is asked to minimise, if any.
    minimise: Option<Minimise>,
}

impl BoardAnswer {
    /// Decides a puzzle by this method; the method of the settings is not used.
    ///
    /// # Errors
    /// As [`MethodName::decide`].
    pub fn solve(puzzle: &Puzzle, method: MethodName, settings: &Settings) -> Result<Self, Error> {
        let (decision, bound) = method.decide_with_bound(puzzle, settings)?;
        Ok(Self {
            puzzle: puzzle.clone(),
            decision,
            bound,
            minimise: settings.minimise,
        })
    }

    /// The number of steps of the plan, if few were asked for.
    pub(crate) fn fewest_steps(&self) -> Option<usize> {
        match (&self.decision.method, self.decision.optimal) {
            (
                Some(Method::Formula {
                    encoding: Encoding::Forall,
                    horizon,
                    ..
                }),
                Some(_),
            ) => Some(*horizon),
            _ => None,
        }
    }

    pub(crate) fn plan(&self) -> Option<Vec<String>> {
        let Verdict::Solved(plan) = &self.decision.verdict else {
            return None;
        };
        let board = self.puzzle.board();
        let jumps = plan.jumps().into_iter();
        Some(jumps.map(|jump| notation::jump_name(board, jump)).collect())
    }

    pub(crate) fn evidence(&self) -> Evidence<'_> {
        let otherwise = match &self.decision.verdict {
            Verdict::Infeasible(checked) => match checked.certificate() {
                Certificate::Proof(proof) => {
                    return Evidence::Proof(Box::new(proof.task(&self.puzzle)), &proof.claim);
                }
                _ => format!(
                    "the certificate ({}) is no DRAT proof; --json prints it whole",
                    checked.kind()
                ),
            },
            Verdict::Solved(_) => reason_of_none(self.decision.optimal).to_owned(),
            Verdict::Undecided(StopReason::HorizonRefuted { .. }) => {
                "that the horizon is too small was not proved".to_owned()
            }
            Verdict::Undecided(why) => format!("nothing was proved, the end was {}", why.name()),
        };
        Evidence::Horizons {
            refuted: &self.decision.refuted,
            otherwise,
        }
    }
}

/// Reason why a solved puzzle has no proof to keep.
pub(crate) const fn reason_of_none(optimal: Option<bool>) -> &'static str {
    match optimal {
        None => "the puzzle is solved, and its plan needs no proof",
        Some(true) => {
            "that no plan is shorter needs no DRAT proof here: a count or weights show it"
        }
        Some(false) => "that no plan is shorter was not proved",
    }
}
