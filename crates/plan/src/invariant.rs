//! Inductive invariants and plans by property-directed reachability, without a solver.
//!
//! A search from one end of the task meets, layer by layer, conjunctions of literals that are known not to lead to the
//! other end within so many steps. Where every way on from a state runs into one, the reason for it becomes a new
//! conjunction: not the whole state, but what of it each action that could undo the reason runs into. When two layers
//! are equal, what they hold is inductive, and a certificate that [`saut_task::invariant`] checks.
//!
//! Both directions are searched by the same code, over `Moves`: forwards from the start through states, where
//! the conjunctions say "from here no goal", and backwards from the goal through regressed conjunctions, where they say
//! "never together". A path that arrives is a plan, and is replayed.
//!
//! Suda, *Property directed reachability for automated planning* (JAIR 50, 2014), after Bradley (IC3, VMCAI 2011). We
//! differ in how a reason is made: it grows from one unmet goal by what is needed against the actions that could change
//! it, so that actions which do not matter are never looked at.

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
use search::Search;

/// Property-directed reachability in both directions by turns.
pub struct PropertyDirected<'a>(Vec<Search<'a>>);

impl<'a> PropertyDirected<'a> {
    /// Both directions of a task; the memory is for both together, in MiB.
    pub fn new(task: &'a Task, memory_mib: u64) -> Self {
        if !task.is_plain() {
            return Self(Vec::new());
        }
        let both = [Moves::forwards(task), Moves::backwards(task)];
        let both = both.into_iter().flatten();
        let searches = both.map(|moves| Search::new(moves, memory_mib << 19));
        Self(searches.collect())
    }

    /// A turn of the engine.
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
