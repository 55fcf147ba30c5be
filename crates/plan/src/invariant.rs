//! Finds inductive invariants and plans by property-directed reachability, without a solver.
//!
//! The search starts at one end of the task. Layer by layer, it finds conjunctions of literals that do not lead to the
//! other end within a number of steps. If every action from a state leads into such a conjunction, the reason for this
//! becomes a new conjunction. The reason is not the whole state, but only the literals needed to block each action that
//! could undo it. When two layers are equal, their conjunctions are inductive, and form a certificate that
//! [`saut_task::invariant`] checks.
//!
//! The same code searches in both directions, over `Moves`. Forwards, it searches from the initial state through
//! states, and a conjunction means "the goal is not reached from here". Backwards, it searches from the goal through
//! regressed conjunctions, which mean "never true together". A path that arrives at the other end is a plan, and is
//! replayed.
//!
//! Suda, *Property directed reachability for automated planning* (JAIR 50, 2014), after Bradley (IC3, VMCAI 2011). We
//! construct reasons differently: a reason starts with one unmet goal, and grows by the literals that block the actions
//! that could change it. So irrelevant actions are never considered.

mod frames;
mod moves;
mod search;

pub use saut_task::invariant::InvariantForm;

use crate::engine::{Budget, Turn};
use crate::error::Error;
use crate::work::Work;
use moves::Moves;
use saut_base::stop::StopReason;
use saut_task::task::Task;
pub(crate) use search::PDR;
use search::PdrSearch;

/// Property-directed reachability, alternating between both directions.
pub struct PropertyDirected<'a>(Vec<PdrSearch<'a>>);

impl<'a> PropertyDirected<'a> {
    /// Creates the searches of both directions. The memory limit, in MiB, is for both together.
    pub fn new(task: &'a Task, memory_mib: u64) -> Self {
        if !task.is_plain() {
            return Self(Vec::new());
        }
        let both = [Moves::forwards(task), Moves::backwards(task)];
        let both = both.into_iter().flatten();
        let searches = both.map(|moves| PdrSearch::new(moves, memory_mib << 19));
        Self(searches.collect())
    }

    /// Runs a turn of the engine.
    ///
    /// # Errors
    /// An internal error: two parts of the program contradict each other.
    pub fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        let count = self.0.len() as Work;
        let mut claim = None;
        self.0.retain_mut(|search| {
            if claim.is_some() {
                return true;
            }
            let share = (budget.left() / count).max(1);
            match budget.within(share, |budget| search.run(budget)) {
                Turn::Paused => return true,
                Turn::Done(_) => {}
                turn => claim = Some(turn),
            }
            false
        });
        Ok(claim.unwrap_or(if self.0.is_empty() {
            Turn::Done(StopReason::NothingLeft)
        } else {
            Turn::Paused
        }))
    }
}

#[cfg(test)]
mod tests;
