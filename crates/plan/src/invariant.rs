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

mod blocked;
mod moves;
mod search;

use saut_task::invariant::check;
pub use saut_task::invariant::{InvariantForm, StoredInvariant};

use crate::decision::Method;
use crate::engine::{Budget, Engine, Turn, replay};
use crate::error::Error;
use crate::work::Work;
use moves::Moves;
use saut_base::stop::StopReason;
use saut_task::certificate::Checked;
use saut_task::domain::{CheckError, Domain};
use saut_task::task::ActionId;
use search::{Found, Search};

/// The name in answers and records.
const NAME: &str = "pdr";
/// The work of the first turn.
const FIRST: Work = 100_000;

/// Property-directed reachability in both directions by turns.
pub struct PropertyDirected<'a, D: Domain> {
    domain: &'a D,
    /// None before the first turn.
    searches: Option<Vec<Search<'a>>>,
}

impl<'a, D: Domain> PropertyDirected<'a, D> {
    /// Both directions of a task.
    pub const fn new(domain: &'a D) -> Self {
        Self {
            domain,
            searches: None,
        }
    }

    fn begin(&self, budget: &Budget<'_>) -> Vec<Search<'a>> {
        let task = self.domain.task();
        if !task.is_plain() {
            return Vec::new();
        }
        let most = budget.memory_mib() << 19;
        let both = [Moves::forwards(task), Moves::backwards(task)];
        let both = both.into_iter().flatten();
        both.map(|moves| Search::new(moves, most)).collect()
    }

    /// The end of one direction.
    fn ended(
        &self,
        form: InvariantForm,
        found: Found,
        stop: &saut_base::stop::Stop,
    ) -> Result<Turn<D>, Error> {
        let method = Method::search("pdr");
        Ok(match found {
            Found::Path(moves) => {
                let mut actions: Vec<ActionId> = moves;
                if form == InvariantForm::Never {
                    actions.reverse();
                }
                Turn::Plan(replay(self.domain, NAME, actions)?, method)
            }
            Found::Invariant(conjunctions) => {
                let task = self.domain.task();
                match check(task, form, conjunctions, stop) {
                    Ok(checked) => Turn::AtLeast(Checked::invariant(task, &checked), method),
                    Err(CheckError::Stopped(why)) => Turn::Done(why),
                    Err(rejected) => {
                        return Err(Error::internal("an invariant is refused", rejected));
                    }
                }
            }
            Found::TooLarge => Turn::Done(StopReason::TooLarge),
            Found::Nothing => Turn::More,
        })
    }
}

impl<D: Domain> Engine<D> for PropertyDirected<'_, D> {
    fn name(&self) -> &'static str {
        NAME
    }

    fn least(&self) -> Work {
        FIRST
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn<D>, Error> {
        let mut searches = match self.searches.take() {
            Some(searches) => searches,
            None => self.begin(budget),
        };
        let stop = budget.stop().clone();
        let count = searches.len();
        let mut answer = None;
        searches.retain_mut(|search| {
            if answer.is_some() {
                return true;
            }
            let share = (budget.left() / count as Work).max(1);
            let mut left = share;
            let found = search.run(&stop, &mut |work| {
                left = left.saturating_sub(work);
                budget.spend(work) && left > 0
            });
            match found {
                Found::Nothing => true,
                Found::TooLarge => false,
                found => {
                    answer = Some((search.form(), found));
                    false
                }
            }
        });
        let is_empty = searches.is_empty();
        self.searches = Some(searches);
        match answer {
            Some((form, found)) => self.ended(form, found, &stop),
            None if is_empty => Ok(Turn::Done(StopReason::NothingLeft)),
            None => Ok(Turn::More),
        }
    }
}

#[cfg(test)]
mod tests;
