//! The formulas of a puzzle: arms that the portfolio plays, stage after stage.

use super::arm::Arm;
use super::attempt::Found;
use super::decision::{Decision, Method, Verdict};
use super::portfolio::{self, Ending};
use super::settings::Settings;
use super::{Error, refute};
use crate::certify::proof::JumpLimit;
use crate::peg::Puzzle;
use saut_plan::backend::Backend;
use saut_plan::stop::Why;
use saut_plan::task::Task;

/// The formulas of a puzzle, and what they have come to.
pub(super) struct Formulas<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) task: &'a Task,
    pub(super) backends: &'a [Box<dyn Backend>],
    pub(super) arms: Vec<Arm>,
    pub(super) limits: Vec<JumpLimit>,
    pub(super) decision: Decision,
}

/// How a run of the portfolio ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// With a verdict, or a limit hit.
    Over,
    /// With the effort spent that was given.
    EffortSpent,
}

impl Formulas<'_> {
    /// Lets the portfolio work, with so many conflicts at most.
    pub(super) fn play(
        &mut self,
        settings: &Settings,
        most_effort: Option<u64>,
    ) -> Result<Phase, Error> {
        let Self {
            puzzle,
            task,
            backends,
            ..
        } = *self;
        let arms = &mut self.arms;
        let played = portfolio::run(puzzle, task, settings, backends, arms, most_effort)?;
        self.decision.attempts += played.attempts;
        self.decision.conflicts += played.conflicts;
        self.decision.warnings.extend(played.warnings);
        let (verdict, method) = match played.ending {
            Ending::Plan(attempt, backend) => {
                let method = Method::of(&attempt, backend);
                let Found::Plan(plan) = attempt.found else {
                    unreachable!("it ends with a plan")
                };
                (Verdict::Solved(plan), Some(method))
            }
            Ending::Refuted(claim, backend) => {
                let (verdict, method) =
                    refute::refute(puzzle, task, &self.limits, settings, claim, backend)?;
                (verdict, Some(method))
            }
            Ending::Neither(why) => {
                self.decision.verdict = Verdict::Undecided(why);
                let spent = most_effort.is_some() && why == Why::Exhausted;
                return Ok(if spent {
                    Phase::EffortSpent
                } else {
                    Phase::Over
                });
            }
        };
        (self.decision.verdict, self.decision.method) = (verdict, method);
        Ok(Phase::Over)
    }
}
