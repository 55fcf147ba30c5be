//! Every state, one after the other: a plan, or the certificate that there is none.
//!
//! [`explore`] goes breadth first. If no goal is among the states that it reaches, their set is a
//! reason that anybody can check again, and [`check`] does: the start is in the set, no goal is, and
//! no action leads out of it. The check keeps the states in a set of its own and shares nothing with
//! the search but the task.

use std::collections::{HashSet, VecDeque};

use thiserror::Error;

use crate::domain::Domain;
use crate::error::Error;
use crate::plan::Plan;
use crate::states::States;
use crate::stop::{Stop, StopReason};
use crate::task::{ActionId, Task};

/// How an exploration ended; `P` is a replayed plan.
#[derive(Debug)]
pub enum ExplorationEnding<P> {
    /// With a plan, replayed; none has fewer actions.
    Plan(P),
    /// No plan, checked.
    Infeasible(ClosedStates),
    /// At a limit.
    Stopped(StopReason),
}

/// A set of states that holds the start and no goal, and that no action leads out of. Only
/// [`check`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedStates {
    states: usize,
}

impl ClosedStates {
    /// The number of states.
    pub const fn states(&self) -> usize {
        self.states
    }
}

/// Why a set of states is no certificate.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RejectedExploration {
    /// The start is missing.
    #[error("the start is not among the states")]
    NoStart,
    /// A goal is among them.
    #[error("state {0} is a goal")]
    Goal(usize),
    /// An action leads out.
    #[error("{action} leads from state {state} out of the set")]
    LeadsOut {
        /// The number of the state.
        state: usize,
        /// The name of the action.
        action: String,
    },
    /// The check was stopped.
    #[error("the check was stopped ({})", .0.name())]
    Unfinished(StopReason),
}

/// Visits every reachable state, `most_states` at most.
///
/// # Errors
/// [`Error::Internal`] if the rules refuse the plan, or the check the states.
pub fn explore<D: Domain>(
    domain: &D,
    stop: &Stop,
    most_states: usize,
) -> Result<ExplorationEnding<D::Replayed>, Error> {
    let task = domain.task();
    let mut states = States::new(task.start());
    let mut values = task.start().to_vec();
    let mut open = VecDeque::from([0]);
    if task.is_goal(&values) {
        return replay(domain, Vec::new());
    }
    while let Some(number) = open.pop_front() {
        if let Some(why) = stop.why() {
            return Ok(ExplorationEnding::Stopped(why));
        }
        states.unpack(number, &mut values);
        for id in task.action_ids() {
            let action = task.action(id);
            if !action.is_applicable(&values) {
                continue;
            }
            let mut after = values.clone();
            action.apply(&mut after);
            let Some(new) = states.enter(&after, number, id) else {
                continue;
            };
            if task.is_goal(&after) {
                return replay(domain, states.path_to(new));
            }
            if states.len() > most_states {
                return Ok(ExplorationEnding::Stopped(StopReason::EffortSpent));
            }
            open.push_back(new);
        }
    }
    let all = (0..states.len()).map(|number| {
        states.unpack(u32::try_from(number).unwrap_or(u32::MAX), &mut values);
        values.clone()
    });
    match check(task, all, stop) {
        Ok(closed) => Ok(ExplorationEnding::Infeasible(closed)),
        Err(RejectedExploration::Unfinished(why)) => Ok(ExplorationEnding::Stopped(why)),
        Err(rejected) => Err(Error::internal("an exploration is refused", rejected)),
    }
}

fn replay<D: Domain>(
    domain: &D,
    path: Vec<ActionId>,
) -> Result<ExplorationEnding<D::Replayed>, Error> {
    let replayed = domain.replay(Plan::sequential(path));
    let refused = |no| Error::internal("a plan of the exploration is refused", no);
    replayed.map(ExplorationEnding::Plan).map_err(refused)
}

/// Accepts a set of states that shows that there is no plan.
///
/// # Errors
/// [`RejectedExploration`] with the first thing that is wrong, or if it was stopped.
pub fn check(
    task: &Task,
    states: impl IntoIterator<Item = Vec<bool>>,
    stop: &Stop,
) -> Result<ClosedStates, RejectedExploration> {
    let states: HashSet<Bits> = states.into_iter().map(|state| Bits::of(&state)).collect();
    if !states.contains(&Bits::of(task.start())) {
        return Err(RejectedExploration::NoStart);
    }
    for (number, bits) in states.iter().enumerate() {
        if let Some(why) = stop.why() {
            return Err(RejectedExploration::Unfinished(why));
        }
        let state = bits.values(task.fluents().len());
        if task.is_goal(&state) {
            return Err(RejectedExploration::Goal(number));
        }
        for action in task.actions() {
            let mut after = state.clone();
            if !action.is_applicable(&state) {
                continue;
            }
            action.apply(&mut after);
            if !states.contains(&Bits::of(&after)) {
                return Err(RejectedExploration::LeadsOut {
                    state: number,
                    action: action.name.clone(),
                });
            }
        }
    }
    Ok(ClosedStates {
        states: states.len(),
    })
}

/// A state of the check, eight fluents a byte.
#[derive(PartialEq, Eq, Hash)]
struct Bits(Box<[u8]>);

impl Bits {
    fn of(state: &[bool]) -> Self {
        let byte = |bits: &[bool]| {
            bits.iter()
                .rev()
                .fold(0, |byte, &bit| byte << 1 | u8::from(bit))
        };
        Self(state.chunks(8).map(byte).collect())
    }

    fn values(&self, count: usize) -> Vec<bool> {
        let value = |index: usize| self.0[index / 8] >> (index % 8) & 1 == 1;
        (0..count).map(value).collect()
    }
}

#[cfg(test)]
mod tests;
