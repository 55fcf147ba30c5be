//! Every state, one after the other: a plan, or the certificate that there is none.
//!
//! [`explore`] goes breadth first. If no goal is among the states that it reaches, their set is a
//! reason that anybody can check again, and [`check`] does.

mod check;

use crate::domain::{CheckError, Domain};
use crate::internal::Internal;
use crate::packed::PackedTask;
use crate::plan::Plan;
use crate::states::States;
use crate::task::ActionId;
pub use check::{ClosedStates, check};
use saut_base::stop::{Stop, StopReason, Ticker};

/// End of an exploration; `P` is a replayed plan.
#[derive(Debug)]
pub enum ExplorationEnding<P> {
    /// With a plan, replayed; none has fewer actions.
    Plan(P),
    /// No plan, checked.
    Infeasible(ClosedStates),
    /// At a limit.
    Stopped(StopReason),
}

/// Visits every reachable state.
///
/// # Errors
/// As [`Exploration::run`].
pub fn explore<D: Domain>(
    domain: &D,
    stop: &Stop,
) -> Result<ExplorationEnding<D::Replayed>, Internal> {
    let mut exploration = Exploration::new(domain);
    exploration.run(stop, &mut |_| true, u64::MAX)
}

/// A visit of every state that can be interrupted and taken up again.
pub struct Exploration<'a, D: Domain> {
    domain: &'a D,
    packed: PackedTask<'a>,
    /// In the order in which they were reached.
    states: States,
    /// The first state that was not looked at yet.
    next: u32,
}

impl<'a, D: Domain> Exploration<'a, D> {
    /// Exploration that has visited only the start.
    pub fn new(domain: &'a D) -> Self {
        let task = domain.task();
        Self {
            domain,
            packed: PackedTask::new(task),
            states: States::new(&PackedTask::pack(task.start())),
            next: 0,
        }
    }

    /// Goes on until every state was visited, they take more than
    /// `most_mib` of memory ([`StopReason::TooLarge`]), `spend`, which hears of the work in about microseconds, says
    /// that the turn is over, or `stop` says so. The turn does not cut the check short, which cannot be taken up again.
    ///
    /// # Errors
    /// [`Internal`] if the rules refuse the plan, or the check the states.
    pub fn run(
        &mut self,
        stop: &Stop,
        spend: &mut dyn FnMut(u64) -> bool,
        most_mib: u64,
    ) -> Result<ExplorationEnding<D::Replayed>, Internal> {
        if self.packed.is_goal(self.states.words(0)) {
            return replay(self.domain, Vec::new());
        }
        let (mut applicable, mut after) = (Vec::new(), Vec::new());
        let limits = Ticker::new(stop);
        while (self.next as usize) < self.states.count() {
            if self.states.mib() > most_mib {
                return Ok(ExplorationEnding::Stopped(StopReason::TooLarge));
            }
            let words = self.states.words(self.next);
            let seen = self.packed.applicable(words, &mut applicable);
            let work = work(seen, applicable.len(), words.len());
            if let Err(why) = limits.spend(seen) {
                return Ok(ExplorationEnding::Stopped(why));
            }
            for &action in &applicable {
                if let Err(why) = limits.spend(after.len() + 1) {
                    return Ok(ExplorationEnding::Stopped(why));
                }
                after.clear();
                after.extend_from_slice(self.states.words(self.next));
                self.packed.apply(action, &mut after);
                let new = self.states.enter(&after, self.next, action);
                if let Some(new) = new.filter(|_| self.packed.is_goal(&after)) {
                    return replay(self.domain, self.states.path_to(new));
                }
            }
            self.next += 1;
            if !spend(work) && (self.next as usize) < self.states.count() {
                return Ok(ExplorationEnding::Stopped(StopReason::EffortSpent));
            }
        }
        let count = self.states.count();
        let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        let all = (0..count).map(|index| self.packed.values(self.states.words(number(index))));
        match check(self.domain.task(), all, stop) {
            Ok(closed) => Ok(ExplorationEnding::Infeasible(closed)),
            Err(CheckError::Stopped(why)) => Ok(ExplorationEnding::Stopped(why)),
            Err(rejected) => Err(Internal::new("an exploration is refused", rejected)),
        }
    }
}

/// About the microseconds of a state for which so many actions were looked at and so many tried, of so many words: to
/// look a new state up is most of it.
pub const fn work(seen: usize, tried: usize, words: usize) -> u64 {
    (1 + seen / 50 + tried + tried * words / 50) as u64
}

fn replay<D: Domain>(
    domain: &D,
    path: Vec<ActionId>,
) -> Result<ExplorationEnding<D::Replayed>, Internal> {
    let replayed = domain.replay(Plan::sequential(path));
    let refused = |no| Internal::new("a plan of the exploration is refused", no);
    replayed.map(ExplorationEnding::Plan).map_err(refused)
}

#[cfg(test)]
mod tests;
