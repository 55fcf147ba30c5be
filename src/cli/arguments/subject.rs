//! The subject of a command: a puzzle or a planning task.

use clap::Args;
use saut::answer::is_task;

use super::PuzzleArgument;

/// A puzzle or a planning task.
#[derive(Debug, Args)]
pub struct SubjectArguments {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,

    /// The problem of a planning task, after its domain in PDDL. The domain may be left out if it is beside the problem,
    /// as domain.pddl, in the folder above, or with the name or the number of the problem, as in p01-domain.pddl
    pub problem: Option<String>,

    /// A task as Fast Downward's translator writes it (output.sas); the flag may be left out
    #[arg(long, value_name = "FILE", conflicts_with = "puzzle")]
    pub sas: Option<String>,
}

impl SubjectArguments {
    /// Whether it is a planning task.
    pub fn is_task(&self) -> bool {
        let first = self.puzzle.puzzle.as_deref();
        self.sas.is_some() || self.problem.is_some() || first.is_some_and(is_task)
    }
}
